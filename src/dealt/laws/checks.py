"""The laws of games, one function each, which use only the public interface of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import isclose
from random import Random
from time import monotonic
from typing import Any, Final

from dealt.cards import Cards, mask, members, name, sequence, text
from dealt.game import OPEN, Action, Game, Past, Pile, Player, Shuffled, View, covers, find, net, points
from dealt.kernels.families import course_of
from dealt.kernels.replay import Untold, replayed
from dealt.laid import lay_out
from dealt.laws.walks import MAX_ACTIONS, walk
from dealt.table import Illegal, Table

__all__ = [
    "Broken",
    "LeftOut",
    "called",
    "check_actions",
    "check_cards",
    "check_computer",
    "check_end",
    "check_hidden",
    "check_kernel",
    "check_laid",
    "check_options",
    "check_replay",
    "check_sample",
    "check_seed",
    "check_sheet",
    "note_hands",
    "viewers",
]

NONSENSE: Final = ("", "play", "win", "play 3d3d", "play xx", "pass pass", "bid 999")
"""Texts that a table must refuse, unless the game has an action of that name."""
KERNEL_DEALS: Final = 5
"""The number of deals of a kernel that are played again."""
ACTIONS_PER_POSITION: Final = 12
"""The number of legal actions that are tried at a position."""


class Broken(AssertionError):  # noqa: N818 - the field's word
    """A law does not hold. ``seat`` is the seat with which that was found, None if there is none."""

    def __init__(self, message: str, seat: int | None = None):
        super().__init__(message)
        self.seat = seat


class LeftOut(Exception):  # noqa: N818 - what it is
    """A game has nothing that a law is about; the message says what it lacks."""


def viewers(game: Game[Any]) -> list[int | None]:
    """All seats, the spectator (None), and ``OPEN``."""
    return [*range(game.seats), None, OPEN]


def called(viewer: int | None) -> str:
    """A viewer in a finding."""
    return {None: "a spectator", OPEN: "whoever sees all (OPEN)"}.get(viewer, f"seat {viewer}")


def check_cards(game: Game[Any], table: Table[Any]) -> None:
    """Each card of the deck is in exactly one pile of the view of ``OPEN``; name and owner of a pile are unique."""
    places = [one for pile in game.view(table.state, OPEN).piles for one in pile.cards]
    lying, wanted = Counter(one for one in places if one is not None), Counter(game.deck)
    if None in places:
        raise Broken("the view of OPEN holds a card face down")
    for one in [*wanted, *lying]:
        if lying[one] != wanted[one]:
            raise Broken(f"{name(one)} lies in {lying[one]} places of the view of OPEN, not in {wanted[one]}")
    for seat in viewers(game):
        keys = [(pile.name, pile.owner) for pile in game.view(table.state, seat).piles]
        twice = next((key for key, count in Counter(keys).items() if count > 1), None)
        if twice is not None:
            raise Broken(f"two piles are called {twice[0]!r} with owner {twice[1]}", seat)


def check_sample(game: Game[Any], table: Table[Any], rng: Random) -> None:
    """A sampled deal looks to the seat like the true one, and can be played to a score."""
    for seat in viewers(game):
        seen = game.view(table.state, seat)
        state = game.sample(seen, rng)
        other = game.view(state, seat)
        if other != seen:
            raise Broken(f"{called(seat)} could tell the sample from the truth: {_difference(seen, other)}", seat)
    seat = rng.choice(viewers(game))
    state = game.sample(game.view(table.state, seat), rng)
    for _ in range(MAX_ACTIONS):
        turn = game.turn(state)
        if not turn:
            break
        mover = rng.choice(turn)
        legal = game.legal(state, mover)
        if not legal:
            raise Broken(f"seat {mover} has no legal action in a sampled deal", mover)
        state = game.apply(state, mover, rng.choice(legal).drawn(rng))
    if game.score(state) is None:
        raise Broken(f"a deal sampled from the view of {called(seat)} has no score in the end", seat)


def _difference(seen: View, other: View) -> str:
    """The first difference of two views, as a text."""
    if [(each.name, each.owner) for each in seen.piles] != [(each.name, each.owner) for each in other.piles]:
        return "other piles"
    for one, another in zip(seen.piles, other.piles, strict=True):
        if one != another:
            return f"pile {one.name!r} of {one.owner} was {_shown(one)}, is {_shown(another)}"
    for name_, owner, *_ in {*seen.facts} ^ {*other.facts}:
        return f"fact {name_!r} of {owner} was {seen.fact(name_, owner)!r}, is {other.fact(name_, owner)!r}"
    for word in ("turn", "legal", "score", "facts", "suits"):
        was, now = getattr(seen, word), getattr(other, word)
        if was != now:
            return f"{word} was {_short(was)}, is {_short(now)}"
    return "the views differ"


def _shown(pile: Pile) -> str:
    return " ".join("--" if card is None else name(card) for card in pile.cards) or "empty"


def _short(value: Any) -> str:
    return str([*map(str, value)] if isinstance(value, tuple) else value)[:120]


def note_hands(game: Game[Any], table: Table[Any], held: dict[int, Cards]) -> None:
    """Add the cards of each seat's hand to ``held``, the cards that each seat has had in hand so far."""
    for pile in game.view(table.state, OPEN).piles:
        if pile.owner is not None and pile.role == "hand":
            held[pile.owner] |= mask(one for one in pile.cards if one is not None)


def check_hidden(game: Game[Any], table: Table[Any], held: dict[int, Cards]) -> None:
    """A seat sees public cards and those it has had, where they truly lie, and is offered no actions out of turn."""
    public = game.view(table.state, None).face_up
    whole = {(pile.name, pile.owner): pile.cards for pile in game.view(table.state, OPEN).piles}
    for seat in [*range(game.seats), None]:
        seen = game.view(table.state, seat)
        up = seen.face_up
        own = 0 if seat is None else held[seat]
        if foreign := up & ~(public | own):
            raise Broken(f"{called(seat)} sees foreign cards: {text(foreign)}", seat)
        if unseen := public & ~up:
            raise Broken(f"seat {seat} does not see what a spectator sees: {text(unseen)}", seat)
        if seat not in table.turn and seen.legal != ():
            raise Broken(f"{called(seat)} is offered actions out of turn: {seen.legal[0]}", seat)
        for action in seen.legal:
            if strange := action.cards & ~up:
                raise Broken(f"seat {seat} is offered cards that it doesn't see: {text(strange)}", seat)
        for pile in seen.piles:  # visible cards are where the true state has them
            true = whole.get((pile.name, pile.owner))
            if true is None or len(true) != len(pile.cards):
                count = None if true is None else len(true)
                raise Broken(f"pile {pile.name!r} of {pile.owner} has {len(pile.cards)} cards, not {count}", seat)
            if wrong := [one for one in pile.cards if one is not None and one not in true]:
                raise Broken(f"{name(wrong[0])} does not lie in pile {pile.name!r} of {pile.owner}", seat)


def check_actions(game: Game[Any], table: Table[Any], rng: Random) -> None:
    """Legal actions can be found by name and applied; the table refuses anything else and stays unchanged."""
    for seat in table.turn:
        if seat not in range(game.seats):
            raise Broken(f"seat {seat} is to act, and the seats are 0 to {game.seats - 1}")
    for seat in range(game.seats):
        legal = game.legal(table.state, seat)
        view = game.view(table.state, seat)
        if tuple(legal) != view.legal:
            raise Broken(f"the view of seat {seat} offers other actions than legal does", seat)
        if (seat in table.turn) != bool(legal):
            raise Broken(f"seat {seat} has {len(legal)} legal actions, and turn is {table.turn}", seat)
        names = Counter(str(each) for each in legal)
        if twice := next((each for each, count in names.items() if count > 1), None):
            raise Broken(f"two actions are called {twice!r}", seat)
        for action in rng.sample(list(legal), min(len(legal), ACTIONS_PER_POSITION)):
            exact = action.drawn(rng)
            found = find(view, str(exact))
            if found != exact:
                raise Broken(f"the name {str(exact)!r} finds {found}", seat)
            game.apply(table.state, seat, exact)
            game.describe(exact)
            game.describe(action)
        _check_refusals(game, table, seat, view, rng)
        up = view.face_up
        some = mask(rng.sample(list(members(up)), min(up.bit_count(), rng.randint(1, 6))))
        fits = any(covers(view, each, some) for each in view.legal)
        if view.legal and some and (game.explain(view, some) is None) != fits:
            how = "nothing wrong with" if fits is False else "something wrong with"
            raise Broken(f"explain finds {how} {text(some)}", seat)


def _check_refusals(game: Game[Any], table: Table[Any], seat: int, view: View, rng: Random) -> None:
    """Illegal actions are refused, and the table stays unchanged."""
    before, step = table.state, table.step
    foreign = Action("play", 1 << rng.choice(game.deck))
    for wanted in (*NONSENSE, f"{foreign} 7", foreign):
        if find(view, wanted) is not None:
            continue
        try:
            table.act(seat, wanted)
        except Illegal:
            continue
        raise Broken(f"the table has taken {str(wanted)!r} for an action", seat)
    if table.state is not before or table.step != step:
        raise Broken("a refused action has changed the table", seat)


def check_end(game: Game[Any], table: Table[Any]) -> None:
    """A finished deal has a public score for each seat; with ``zero_sum`` the scores or settlements add up to 0."""
    score = table.score
    if score is None or len(score) != game.seats:
        raise Broken(f"the deal is over, and the score is {score}: {game.seats} numbers are wanted")
    settled = game.settle(score)
    if game.zero_sum and not isclose(sum(score if settled is None else settled), 0, abs_tol=1e-6):
        raise Broken(f"the scores {score if settled is None else settled} do not add up to 0, as zero_sum promises")
    shown = game.view(table.state, None).score
    if shown != score:
        raise Broken(f"the score is {score}, and a spectator is shown {shown}")


def check_sheet(game: Game[Any], table: Table[Any], rng: Random) -> None:
    """The lines of a finished deal add up to its score, the payments to what is settled, and nothing hidden is told."""
    score = table.score or ()
    totals = tuple(map(float, score))
    sheet = game.score_sheet(table.state, totals)
    if sorted(seat for side in sheet.sides for seat in side.seats) != list(range(game.seats)):
        raise Broken(
            f"the sides of the score sheet are {[side.seats for side in sheet.sides]}: each seat belongs to one"
        )
    for side in sheet.sides:
        found = points(side.entries)
        for seat in side.seats:
            if not isclose(found, score[seat], abs_tol=1e-6):
                lines = ", ".join(f"{each.say.key} {each.points:g}" for each in side.entries)
                raise Broken(f"the lines {lines or 'none'} add up to {found:g}, not {score[seat]:g}", seat)
    if sheet.payments:
        if any(each.amount <= 0 or each.payer == each.payee for each in sheet.payments):
            raise Broken(f"a payment is more than 0 and goes to somebody else: {sheet.payments}")
        wanted = game.settle(score)
        paid = net(sheet.payments, game.seats)
        if any(not isclose(one, other, abs_tol=1e-6) for one, other in zip(paid, wanted or score, strict=True)):
            raise Broken(f"the payments come to {paid}, and {wanted or score} is to be settled")
    elif any(game.settle(score) or ()):
        raise Broken(f"{game.settle(score)} is to be settled, and the score sheet has no payments")
    tracks = None if sheet.standing is None else sheet.standing.tracks
    if tracks is not None and (not tracks or any(each.goal <= 0 or each.parts < 1 for each in tracks)):
        raise Broken(f"the way to the end of the match is {tracks}: it has tracks, with goals above 0")
    guessed = game.sample(game.view(table.state, None), rng)
    if game.score_sheet(guessed, totals) != sheet:
        raise Broken("the score sheet tells what a spectator can't see")


def check_laid(game: Game[Any], past: Past[Any] | None, rng: Random) -> None:
    """A deal laid out by hand has the given cards in the given piles, and can be played to a score."""
    seed = rng.randbytes(32)
    laid = _layout(game, game.shuffle(Random(seed), past), past, rng)
    table: Table[Any] = Table(game, seed, past, lay_out(game, seed, laid, past))
    piles = game.view(table.state, OPEN).piles
    lying = {f"{pile.name} {pile.owner}".removesuffix(" None"): pile.cards for pile in piles}
    for key, some in laid.items():
        if set(lying[key]) != set(sequence(some)):
            raise Broken(
                f"{key} was laid out as {some}, and is {_shown(next(p for p in piles if p.cards == lying[key]))}"
            )
    check_cards(game, table)
    check_sample(game, table, rng)
    for _ in range(MAX_ACTIONS):
        for seat in table.turn:
            if not game.legal(table.state, seat):
                raise Broken(f"seat {seat} has no legal action in a deal that was laid out", seat)
        if table.over:
            break
        walk(table, rng, 1)
    if table.score is None:
        raise Broken("a deal that was laid out has no score in the end")


def _layout(game: Game[Any], shuffled: Shuffled, past: Past[Any] | None, rng: Random) -> dict[str, str]:
    """Random cards for some or all of the piles of a deal."""
    first = game.hand_out(shuffled._replace(spread=()), past)
    piles = [pile for pile in game.view(first, OPEN).piles if pile.cards]
    cards = rng.sample(game.deck, len(game.deck))
    share = rng.choice((0.3, 0.7, 1))
    laid: dict[str, str] = {}
    for pile in piles:
        some = [cards.pop() for _ in pile.cards]
        if rng.random() < share:
            laid[pile.name if pile.owner is None else f"{pile.name} {pile.owner}"] = " ".join(map(name, some))
    return laid


def check_seed(game: Game[Any]) -> None:
    """Equal seeds deal equal cards, and not all seeds deal the same cards, unless the options say which they are."""
    first, second = ([game.deal(Random(str(seed))) for seed in range(4)] for _ in range(2))
    if first != second:
        raise Broken("the same seed deals other cards the second time")
    if (len(set(first)) == 1) != game.fixed:
        raise Broken("every seed deals the same cards")


def check_options(game: Game[Any], make: Callable[..., Game[Any]]) -> None:
    """``make(**game.options)``, by which records replay, makes the same game again."""
    again = make(**game.options)
    if dict(again.options) != dict(game.options):
        raise Broken(f"made again from options {dict(game.options)} it has {dict(again.options)}")
    if again.deal(Random(1)) != game.deal(Random(1)):
        raise Broken(f"made again from options {dict(game.options)} it deals other cards")


def check_kernel(game: Game[Any], seed: int) -> None:
    """What the game's kernel plays is legal, and leads to the score that the kernel counts.

    The kernel runs as its source stands. LeftOut for a game that no kernel plays, or on a machine without NumPy.
    """
    try:
        deals = course_of(game).simulate(KERNEL_DEALS, seed, policy="uniform", threads=1, moves=True, fast=False)
    except ValueError:
        raise LeftOut("no kernel") from None
    except ImportError:
        raise LeftOut("no NumPy") from None
    for n in range(KERNEL_DEALS):
        with suppress(Untold):
            _check_replay(game, replayed(game, deals, n), tuple(deals.scores[n]))


def _check_replay(game: Game[Any], states: Iterable[tuple[Any, Action | None]], counted: tuple[float, ...]) -> None:
    for state, action in states:
        turn = game.turn(state)
        if action is None:
            if turn:
                raise Broken("the kernel ends a deal in which the game plays on", turn[0])
            if (score := game.score(state)) != counted:
                raise Broken(f"the kernel counts {counted}, and the game {score}")
        elif not turn:
            raise Broken(f"the kernel plays {action} after the end of a deal")
        elif find(game.view(state, turn[0]), action) is None:
            raise Broken(f"the kernel plays {action}, which is not legal", turn[0])


def check_computer(game: Game[Any], table: Table[Any], player: Player, seconds: float, rng: Random) -> None:
    """A computer on all seats chooses what is legal to the end of a deal; after so many seconds chance plays on."""
    until = monotonic() + seconds
    while turn := table.turn:
        if monotonic() > until:
            walk(table, rng)
            return
        view = table.view_for(turn[0], player)
        action = player.choose(view, rng)
        if not isinstance(action, Action):
            raise Broken(f"it chooses {action!r}, which is no action", turn[0])
        if not action.exact:
            raise Broken(f"it chooses {action}, which stands for many: it has to say which", turn[0])
        if find(view, action) is None:
            raise Broken(f"it chooses {action}, which is not legal", turn[0])
        table.act(turn[0], action)


def check_replay(game: Game[Any], table: Table[Any]) -> None:
    """The same actions from the same seed lead to equal states, and no action has changed an earlier state."""
    again: Table[Any] = Table(game, table.seed, table.past)
    states = table.states
    for step, (seat, action) in enumerate((*table.moves, (0, None))):
        try:
            hash(again.state)
        except TypeError as error:
            raise Broken(f"the state can't be hashed: {error}") from None
        if again.state != states[step]:
            raise Broken(f"after {step} actions the state is another one when the deal is played again")
        if action is not None:
            again.act(seat, action)
