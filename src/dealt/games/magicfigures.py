"""Magic figures: number cards are laid on the places of a figure until every line adds up.

The figures and their solutions come from :mod:`dealt.puzzles`. The standard figure is that of the Father's Day card;
the others are classics of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import ClassVar, Final

from dealt.cards import Card, Cards, members, name, number, selection_shuffle, with_number
from dealt.game import (
    Action,
    Choices,
    Entry,
    Fact,
    Game,
    NoAnswer,
    Odds,
    Option,
    OptionError,
    Past,
    Pile,
    Say,
    ScoreSheet,
    Seat,
    Shuffled,
    Side,
    Sum,
    Value,
    View,
)
from dealt.games.texts import listed
from dealt.hidden import deal_unseen
from dealt.puzzles import FIGURES, STEPS, Figure, FigureError, Filling, TooHard, brief, figure_of, solutions, text_of
from dealt.texts import Catalogue, common

__all__ = ["LISTING", "FigureState", "MagicFigures", "own_figure"]

MAX_CHANGES: Final = 50
"""The number of changes allowed in a deal. A change moves, replaces or takes back a number that lies on the figure."""
WARN_AT: Final = 10
"""The view warns when this number of changes or fewer are left."""
GIVEN_CHOICES: Final = ("none", "few", "many")
LONGEST: Final = 3000
"""The most letters of a text that describes a figure."""
WIDEST: Final = 10, 8
"""The most columns and rows that a figure may have: so many can be shown on a phone."""
MOST_CARDS: Final = 40
LONGEST_NAMES: Final = 40, 24, 3
"""The most letters of what a figure, a line, and a place is called."""


@dataclass(frozen=True, slots=True)
class FigureState:
    """The full state of a deal: ``hand`` holds the cards not laid yet, ``board`` the card of each place or None.

    ``given`` are the places whose cards lie there from the start. ``changes`` is the number of changes so far.
    """

    hand: tuple[Card, ...]
    board: tuple[Card | None, ...]
    given: tuple[int, ...] = ()
    changes: int = 0

    def __repr__(self) -> str:
        board = " ".join("--" if one is None else name(one) for one in self.board)
        return f"<{board}, {len(self.hand)} in hand, {self.changes} changes>"


class MagicFigures(Game[FigureState]):
    """The rules of magic figures. ``figure`` is a name in :data:`dealt.puzzles.FIGURES`, a text as :func:`own_figure`
    returns it, or a figure.

    ``given`` numbers lie there from the start: "few" leave one solution and none of them is superfluous, "many" are at
    least half of all; a text says itself which are given. ``checking`` marks complete lines as right or wrong. Tests
    use fewer ``changes``.

    >>> game = MagicFigures(figure="square3", given="few")
    >>> state = game.deal(Random(1))
    >>> state
    <#4 #9 -- -- -- -- -- -- --, 7 in hand, 0 changes>
    >>> [int(each.value) for each in game.odds(game.view(state, 0))]
    [1]
    """

    name = "magicfigures"
    seats = 1
    undoable: ClassVar[bool] = True
    reckons: ClassVar[bool] = True
    spoiler: ClassVar[bool] = True
    sorts: tuple[str, ...] = ("number",)

    def __init__(
        self,
        *,
        figure: str | Figure = "fathersday",
        given: str = "none",
        checking: bool = True,
        changes: int = MAX_CHANGES,
    ) -> None:
        self.start: Mapping[int, int] = {}
        """The numbers that the text of a figure gives, by place."""
        own = isinstance(figure, str) and figure not in FIGURES
        if own and given != "none":
            raise OptionError("a figure of one's own says itself which numbers are given", Say("figure.own_given"))
        if own:
            self.figure, self.start = figure_of(str(figure))
        else:
            self.figure = FIGURES[figure] if isinstance(figure, str) else figure
        self.given = given
        self.checking = checking
        self.changes = changes
        self.deck = tuple(map(with_number, self.figure.numbers))
        self.options: Mapping[str, Value] = {
            "figure": str(figure) if own else self.figure.name,
            "given": given,
            "checking": checking,
        }
        self.piles = tuple(f"place {place}" for place in self.figure.places)
        self._lifts = {one: Action("lift", 1 << one) for one in self.deck}
        self._lays = [{one: Action(f"lay {place}", 1 << one) for one in self.deck} for place in self.figure.places]

    def closest(self, laid: Mapping[int, int], given: Mapping[int, int] | None = None) -> Filling | None:
        """The solution with the given numbers that keeps most of those laid, by place; None if there is none.

        NoAnswer if it takes too long to find.
        """
        with _in_time():
            return solutions(self.figure).closest(laid, given)

    def laid(self, board: Sequence[Card | None]) -> dict[int, int]:
        """The numbers on the figure, by place."""
        return {place: number(one) or 0 for place, one in enumerate(board) if one is not None}

    # --- the seven verbs

    def shuffle(self, rng: Random, past: Past[FigureState] | None = None) -> Shuffled:
        """The pack begins with the cards of the given places, and ``drawn`` are these places."""
        pack = list(self.deck)
        selection_shuffle(pack, rng)
        least = len(self.figure.places) // 2 if self.given == "many" else 0
        start = self.start if self.given == "none" else solutions(self.figure).givens(rng, least=least)
        given = [with_number(one) for one in start.values()]
        return Shuffled((*given, *(one for one in pack if one not in given)), tuple(start))

    def hand_out(self, shuffled: Shuffled, past: Past[FigureState] | None = None) -> FigureState:
        given = dict(zip(shuffled.drawn, shuffled.pack, strict=False))
        board = tuple(given.get(place) for place in self.figure.indices)
        return FigureState(shuffled.pack[len(given) :], board, shuffled.drawn)

    def solved(self, state: FigureState) -> bool:
        """Is every place filled, and does every line add up?"""
        return self.figure.fits([None if one is None else number(one) for one in state.board])

    def turn(self, state: FigureState) -> tuple[Seat, ...]:
        full = None not in state.board
        return () if full and (state.changes >= self.changes or self.solved(state)) else (0,)

    def legal(self, state: FigureState, seat: Seat) -> Sequence[Action]:
        """First every card of the hand on every empty place; then, while changes are left, all changes."""
        if seat != 0 or not self.turn(state):
            return ()
        board, lays = state.board, self._lays
        free = [place for place in self.figure.indices if place not in state.given]
        empty, hand = [place for place in free if board[place] is None], sorted(state.hand)
        fresh = len(hand) * len(empty)
        full = [place for place in free if board[place] is not None] if state.changes < self.changes else []
        lying = sorted([(one, place) for place in full if (one := board[place]) is not None])
        over = fresh + len(hand) * len(full)
        moved = over + len(lying) * (len(free) - 1)

        def made(n: int) -> Action:
            if n < fresh:
                return lays[empty[n % len(empty)]][hand[n // len(empty)]]
            if n < over:
                one, place = divmod(n - fresh, len(full))
                return lays[full[place]][hand[one]]
            if n >= moved:
                return self._lifts[lying[n - moved][0]]
            which, place = divmod(n - over, len(free) - 1)
            one, own = lying[which]
            return lays[free[place + (free[place] >= own)]][one]

        return Choices(moved + len(lying), made)

    def apply(self, state: FigureState, seat: Seat, action: Action) -> FigureState:
        (one,) = members(action.cards)
        board, hand = list(state.board), [each for each in state.hand if each != one]
        before = board.index(one) if one in board else None
        if before is not None:
            board[before] = None
        changed = before is not None
        verb, _, place = action.verb.partition(" ")
        if verb == "lift":
            hand.append(one)
        else:
            at = self.figure.places.index(place)
            there, board[at] = board[at], one
            if there is not None and before is not None:
                board[before] = there  # two cards change places
            elif there is not None:
                hand.append(there)
                changed = True
        return replace(state, hand=tuple(hand), board=tuple(board), changes=state.changes + changed)

    def score(self, state: FigureState) -> tuple[float, ...] | None:
        """1 for a solved figure, else 0, so that a total is the number of figures solved."""
        return None if self.turn(state) else (float(self.solved(state)),)

    def score_sheet(self, state: FigureState, totals: tuple[float, ...]) -> ScoreSheet:
        """One line where the figure is solved, and the number of lines that add up."""
        right = sum(each.value == each.goal for each in self._sums(state.board))
        lines = (Entry(Say("entry.solved"), (1,)),) if self.solved(state) else ()
        return ScoreSheet((Side((0,), lines),), Say("result.lines", {"right": right, "of": len(self.figure.lines)}))

    def view(self, state: FigureState, seat: Seat | None) -> View:
        """Everything: nothing is hidden."""
        piles = [Pile("hand", 0, state.hand, role="hand")]
        for key, one, at in zip(self.piles, state.board, self.figure.at, strict=True):
            piles.append(Pile(key, None, () if one is None else (one,), "slot", at=at))
        left = self.changes - state.changes
        facts = [Fact(".given", None, " ".join(self.figure.places[place] for place in state.given))]
        facts += [Fact("changes", None, state.changes)] if state.changes else []
        facts += [Fact("!left", None, left)] if left <= WARN_AT and self.turn(state) else []
        legal = tuple(self.legal(state, seat)) if seat == 0 else ()
        sums = self._sums(state.board)
        return View(seat, self.turn(state), tuple(piles), tuple(facts), legal, self.score(state), sums=sums)

    def _sums(self, board: Sequence[Card | None]) -> tuple[Sum, ...]:
        """The lines with their sums so far. A line is wrong if its sum is too large, or too small though it is full."""
        found: list[Sum] = []
        laid = self.laid(board)
        for line, value in zip(
            self.figure.lines, self.figure.sums([laid.get(n) for n in self.figure.indices]), strict=True
        ):
            full = all(place in laid for place in line.places)
            wrong = value > line.total or (full and value < line.total)
            mark = "wrong" if wrong else "right" if full else ""
            piles = tuple(self.piles[place] for place in line.places)
            found.append(Sum(line.name, piles, value, line.total, mark if self.checking else ""))
        return tuple(found)

    def sample(self, view: View, rng: Random) -> FigureState:
        whole = deal_unseen(view, self.deck, rng)
        board = tuple(next(iter(whole[key, None]), None) for key in self.piles)
        given = str(view.fact(".given") or "").split()
        changes = view.fact("changes")
        places = tuple(self.figure.places.index(each) for each in given)
        return FigureState(whole["hand", 0], board, places, int(changes or 0))

    # --- what people ask

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """The number of solutions that contain all numbers on the figure."""
        laid = {} if view is None else self.laid(self.board(view))
        with _in_time():
            return (Odds("solutions", Fraction(solutions(self.figure).count(laid)), points=True),)

    def board(self, view: View) -> tuple[Card | None, ...]:
        """The card of each place in a view, or None."""
        return tuple(next(iter(view.pile(key).cards), None) for key in self.piles)

    def arrange(self, view: View, how: str) -> tuple[Card, ...]:
        return tuple(sorted(super().arrange(view, "rank")))

    def describe(self, action: Action) -> Say:
        verb, _, place = action.verb.partition(" ")
        return Say(verb, {"cards": tuple(map(name, members(action.cards))), "place": place})

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        if chosen.bit_count() != 1:
            return Say("why.one")
        (one,) = members(chosen)
        given = str(view.fact(".given") or "").split()
        lying = next((key for key in self.piles if one in view.pile(key).cards), None)
        if lying is not None and lying.partition(" ")[2] in given:
            return Say("why.given", {"cards": (name(one),)})
        return Say("why.changes" if lying is not None else "why.full")


@contextmanager
def _in_time() -> Iterator[None]:
    """NoAnswer where the solver gives up."""
    try:
        yield
    except TooHard:
        raise NoAnswer(Say("figure.too_hard", {"steps": f"{STEPS:,}"})) from None


def own_figure(written: str) -> str:
    """The text of a figure in the form in which a table keeps it; OptionError says what is wrong with it."""
    try:
        if len(written) > LONGEST:
            raise FigureError(Say("figure.long", {"most": LONGEST}))
        figure, given = figure_of(written)
        _check_size(figure)
        found = f"# {figure.name}".rstrip() + "\n" + text_of(figure, given)
        if len(found) > LONGEST:
            raise FigureError(Say("figure.long", {"most": LONGEST}))
    except FigureError as error:
        raise OptionError(str(error), error.say) from None
    return found


def _check_size(figure: Figure) -> None:
    """FigureError if a figure can't be shown at a table."""
    whole, line, place = LONGEST_NAMES
    for called, most in ((figure.name, whole), *((each.name, line) for each in figure.lines)):
        if len(called) > most or not called.isprintable():
            raise FigureError(Say("figure.called", {"name": brief(called), "most": most}))
    for called in figure.places:
        if len(called) > place or not called.isalnum():
            raise FigureError(Say("figure.place_called", {"place": brief(called), "most": place}))
    if len(figure.numbers) > MOST_CARDS:
        raise FigureError(Say("figure.cards", {"n": len(figure.numbers), "most": MOST_CARDS}))
    columns, rows = WIDEST
    if any(x >= columns or y >= rows for x, y in figure.at):
        raise FigureError(Say("figure.wide", {"columns": columns, "rows": rows}))


OPTIONS: Final = (
    Option("figure", "fathersday", ("fathersday", "triangle", "square3", "star"), own=own_figure),
    Option("given", "none", GIVEN_CHOICES),
    Option("checking", True, (True, False)),
)


def _with_figures(texts: Catalogue) -> Catalogue:
    """The texts with what is shared of figures, which lobbies do without."""
    shared = {
        language: {key: text for key, text in known.items() if key.startswith("figure.")}
        for language, known in common().items()
    }
    return {language: {**shared[language], **known} for language, known in texts.items()}


LISTING: Final = listed("magicfigures", MagicFigures, OPTIONS, _with_figures)
