"""What a poker hand history (PHH) says of a deal: its rules and its cards, and the deal as our rules play it.

Each game that can be read is a :class:`Kind`, a row of what PHH calls it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from importlib import import_module
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from dealt.cards import STANDARD, Card, mask, members, name, sequence
from dealt.game import Action, ImportedDeal, Listing, Option, OptionError, Past, Seat, Value
from dealt.games.drawpoker.game import DrawPoker
from dealt.games.drawpoker.levels import LEVELS, level_of
from dealt.games.drawpoker.play import DrawPokerState
from dealt.games.showdown import HAND_SIZE


class Kind(NamedTuple):
    """A game as PHH has it."""

    game: str
    """Its name here."""
    said: str
    codes: Mapping[str, Mapping[str, Value]]
    """The options that each code of a variant stands for."""
    own: tuple[str, ...]
    """The options without a field in PHH: those that differ from the default are written as ``_OPTION``."""
    board: int = 0
    """The number of cards that may come to the board, where the big blind is the least bet."""

    @property
    def listing(self) -> Listing:
        """The game's own, which names this format."""
        found: Listing = import_module(f"dealt.games.{self.game}").LISTING
        return found

    def code(self, rules: Mapping[str, Value]) -> str:
        """The code of a game's variant."""
        return next(code for code, some in self.codes.items() if all(rules[key] == each for key, each in some.items()))

    def option(self, name: str) -> Option:
        """An option of the game."""
        return next(each for each in self.listing.options if each.name == name)


KINDS: Final = (
    Kind(
        "drawpoker",
        "draw poker",
        {"F5C1D": {"limit": "fixed"}, "P5C1D": {"limit": "pot"}, "N5C1D": {"limit": "no"}},
        ("stack", "max_draw", "ace_four", "wheel", "jacks_or_better", "rebuy"),
    ),
    Kind(
        "holdem",
        "hold'em",
        {
            f"{limit[0].upper()}{letter}": {"limit": limit, "hole": hole}
            for letter, hole in (("T", 2), ("O", 4))
            for limit in ("fixed", "pot", "no")
        },
        ("stack", "rebuy", "rise"),
        HAND_SIZE,
    ),
)
RESHUFFLE: Final = "_reshuffle"
"""Our field for the seed by which discards are reshuffled."""
BOUGHT: Final = "_bought"
"""Our field for the answers of those who lost all chips, in order: "p1 buy", "p2 watch"."""
DEAL: Final = "_deal"
"""Our field for the number of deals before this one in a match where blinds rise."""
TEXTS: Final = frozenset(
    {
        *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
        *("time_zone", "time_zone_abbreviation", "currency", "currency_symbol"),
    }
)
ABOUT: Final = TEXTS | {"time", "day", "month", "year", "hand", "level", "table", "time_limit", "time_banks"}
"""The fields of PHH that describe a deal, such as event and date."""


class Reading:
    """A deal of a file, played by our rules, which refuse what is illegal."""

    def __init__(self, fields: Mapping[str, Any], number: int) -> None:
        self.fields = fields
        self.players = len(self._numbers("starting_stacks"))
        self.kind = self._kind()
        most = self.kind.option("seats").high or 0
        if not 2 <= self.players <= most:
            raise ValueError(f"{self.kind.said} is for 2 to {most} players, and starting_stacks has {self.players}")
        self.seats = self._seats()
        self.deal = self._whole(DEAL)
        self.options = self._rules()
        self.cards = _Cards(self._lines(), self.players, self.kind, int(self.options.get("hole") or HAND_SIZE))
        self.game = self._made()
        self.first = self._first()
        self.actions: list[str] = []
        self.last = self._played()
        self._check_end()
        self.number = number

    def written(self, *, match: bool, after: bool) -> ImportedDeal:
        """The deal; ``after``: it goes on from the deal before it in a ``match``."""
        told = self._title(), self.options, self._laid(after), tuple(self.actions), self._names(), self._about()
        return ImportedDeal(*told, match=self.options if match else None, game=self.kind.game)

    def goes_on(self, after: Reading) -> bool:
        """Is ``after`` the next deal of the same match?"""
        if self.game.turn(self.last) or self.options != after.options:
            return False
        if self.game.final(self.last, (0.0,) * self.players):
            return False
        ours, theirs = self.game.deal(Random(0), Past(self.last, (0.0,) * self.players, 1)), after.first
        same = self.game.chips(ours) == self.game.chips(theirs)
        return same and (ours.dealer, ours.deal) == (theirs.dealer, theirs.deal)

    # --- fields

    def _numbers(self, key: str) -> list[int]:
        """A list of whole numbers; ValueError if the field is something else."""
        found = self.fields.get(key)
        if not isinstance(found, list) or not found:
            raise ValueError(f"{key} is missing: it is a list with a number for each player")
        for each in found:
            if type(each) not in (int, float) or each != each // 1 or not 0 <= each < 10**9:
                raise ValueError(f"{key} can't hold {each!r}: chips are whole numbers here")
        return [int(each) for each in found]

    def _of_all(self, key: str) -> list[int]:
        found = self._numbers(key)
        if len(found) != self.players:
            raise ValueError(f"{key} has {len(found)} numbers for {self.players} players")
        return found

    def _number(self, key: str) -> int:
        found = self.fields.get(key)
        if type(found) is not int:
            what = "is missing" if found is None else f"can't be {found!r}"
            raise ValueError(f"{key} {what}: it is a whole number")
        return found

    def _seats(self) -> list[Seat]:
        """The seat of each player, from 0; empty seats are left out of the count."""
        told = self.fields.get("seats", list(range(1, self.players + 1)))
        whole = isinstance(told, list) and all(type(each) is int for each in told)
        if not whole or len(set(told)) != len(told) or len(told) != self.players:
            raise ValueError(f"seats should be {self.players} different numbers")
        ordered = sorted(told)
        seats = [ordered.index(each) for each in told]
        if any((b - a) % self.players != 1 for a, b in pairwise(seats)):
            raise ValueError("seats should go round the table from the dealer's left")
        return seats

    def _kind(self) -> Kind:
        """The game that is played."""
        code = self.fields.get("variant")
        found = next((each for each in KINDS if code in each.codes), None)
        if found is None:
            known = "; ".join(f"{', '.join(each.codes)} for {each.said}" for each in KINDS)
            raise ValueError(f"variant {code!r} isn't played here: there are {known}")
        return found

    def _whole(self, key: str) -> int:
        """A number of ours that may be missing: then it is 0."""
        found = self.fields.get(key, 0)
        if type(found) is not int or not 0 <= found < 2**64:
            raise ValueError(f"{key} can't be {found!r}")
        return found

    def _rules(self) -> dict[str, Value]:
        fields = self.fields
        antes, blinds = self._of_all("antes"), self._of_all("blinds_or_straddles")
        # the small blind comes first, also of two players
        found: dict[str, Value] = {**self.kind.codes[fields["variant"]], "seats": self.players}
        bet = self._number("small_bet" if found["limit"] == "fixed" else "min_bet")
        if found["limit"] == "fixed" and self._number("big_bet") != 2 * bet:
            raise ValueError("big_bet should be twice small_bet")
        if any(blinds) and (any(antes) or any(blinds[2:]) or not blinds[1]):
            raise ValueError("either all pay an ante, or the first two players pay blinds")
        if self.kind.board:
            found |= self._first_blinds(blinds[0], blinds[1], bet)
        elif any(blinds):
            found |= {"bet": bet, "blinds": True, "small_blind": blinds[0], "big_blind": blinds[1]}
        elif len(set(antes)) != 1:
            raise ValueError("antes should be the same for all")
        else:
            found |= {"bet": bet, "ante": antes[0]}
        stack = max(20, min(10_000, max(self._numbers("starting_stacks"))))
        return {**found, "stack": stack, **{key: fields[f"_{key}"] for key in self.kind.own if f"_{key}" in fields}}

    def _first_blinds(self, small: int, big: int, bet: int) -> dict[str, Value]:
        """The blinds of the first deal of a match, in which they may have risen."""
        times = LEVELS[level_of(self.deal, self._whole("_rise"))]
        if not big or bet != big:
            raise ValueError("the first two players should pay blinds, and the least bet should be the big one")
        if small % times or big % times:
            raise ValueError(f"in deal {self.deal + 1} blinds should be {times} times those of the first one")
        return {"small_blind": small // times, "big_blind": big // times}

    def _made(self) -> DrawPoker:
        """The game under the options of the file."""
        wanted: dict[str, Any] = dict(self.options)
        try:
            game = self.kind.listing.make(**wanted)
        except OptionError as error:
            raise ValueError(f"these rules aren't played here: {error}") from None
        if not isinstance(game, DrawPoker):
            raise ValueError("these rules aren't played here")
        self.options = dict(game.options)
        return game

    def _lines(self) -> list[list[str]]:
        """The words of each action, without commentaries."""
        told = self.fields.get("actions")
        if not isinstance(told, list) or any(not isinstance(each, str) for each in told):
            raise ValueError("actions is missing: it is a list of texts, such as 'p1 cc'")
        return [words for each in told if (words := each.partition("#")[0].split())]

    # --- play

    def _first(self) -> DrawPokerState:
        stacks, hands = [0] * self.players, [0] * self.players
        for seat, chips, hand in zip(self.seats, self._numbers("starting_stacks"), self.cards.hands, strict=True):
            stacks[seat], hands[seat] = chips, mask(hand)
        if not all(stacks):
            raise ValueError("starting_stacks should all be above 0")
        seed = self._whole(RESHUFFLE) if self.game.may_run_out else 0
        number = self.deal if self.game.rise else 0
        return self.game.started(self.seats[-1], stacks, (0,) * self.players, hands, self.cards.stock, seed, number)

    def _played(self) -> DrawPokerState:
        """All actions, each found among the legal ones."""
        state, told = self.first, {seat: f"p{n}" for n, seat in enumerate(self.seats, 1)}
        for n, words in enumerate(self.cards.actions, 1):
            said = " ".join(words)
            if state.turn is None:
                raise ValueError(f"{said!r} comes after the end")
            seat = state.turn
            if words[0] != told[seat]:
                raise ValueError(f"action {n} is {said!r}, but it is the turn of {told[seat]}")
            action = self._meant(state, seat, words)
            if action is None:
                raise ValueError(f"action {n}, {said!r}, isn't possible")
            state = self.game.apply(state, seat, action)
            self.actions.append(f"{seat} {action}")
            got = self.cards.drawn.get(words[0]) if words[1] == "sd" else None
            if got is not None and mask(got) != state.drawn[seat]:
                raise ValueError(
                    f"{words[0]} draws {dealt_cards(got)}, but {dealt_cards(members(state.drawn[seat]))} come"
                )
        lie, come = len(self.cards.board), len(state.board)
        if lie > come or (lie < come and state.turn is None):
            raise ValueError(f"{lie} cards come to the board, but {come} should")
        return self._bought(state, told)

    def _bought(self, state: DrawPokerState, told: Mapping[Seat, str]) -> DrawPokerState:
        """The state after all answers of players without chips; without the field they buy new ones."""
        answers = self.fields.get(BOUGHT, [f"{told[seat]} buy" for seat in self.game.turn(state) if state.asked])
        if not isinstance(answers, list) or any(not isinstance(each, str) for each in answers):
            raise ValueError(f"{BOUGHT} can't be {answers!r}: it is a list of texts, such as 'p1 buy' or 'p2 watch'")
        for each in answers:
            who, _, verb = each.partition(" ")
            asked = [(seat, action) for seat in self.game.turn(state) for action in self.game.legal(state, seat)]
            found = next((pair for pair in asked if state.asked and (told[pair[0]], pair[1].verb) == (who, verb)), None)
            if found is None:
                raise ValueError(f"{BOUGHT}, {each!r}, isn't possible")
            state = self.game.apply(state, *found)
            self.actions.append(f"{found[0]} {found[1]}")
        return state

    def _meant(self, state: DrawPokerState, seat: Seat, words: Sequence[str]) -> Action | None:
        legal = self.game.legal(state, seat)
        match words[1:]:
            case ["f"]:
                return next((each for each in legal if each.verb == "fold"), None)
            case ["cc"]:
                return next((each for each in legal if each.verb in ("check", "call")), None)
            case ["cbr", amount]:
                chips = float(amount)
                found = (each for each in legal if each.verb in ("bet", "raise") and chips in each.amounts)
                return next((each.of(int(chips)) for each in found), None)
            case ["sd", *some]:
                thrown = mask(sequence("".join(some)))
                draws = (each for each in legal if each.verb in ("draw", "stand pat"))
                return next((each for each in draws if each.cards == thrown), None)
        return None

    def _check_end(self) -> None:
        if self.last.turn is not None or "finishing_stacks" not in self.fields:
            return
        ours = [self.last.stacks[seat] for seat in self.seats]
        if self._numbers("finishing_stacks") != ours:
            raise ValueError(f"finishing_stacks should be {ours}, by the rules")

    # --- the result

    def _laid(self, after: bool) -> dict[str, str]:
        """The piles as they are dealt; a board lies there at once where the chips before leave no bets to be made."""
        found = {f"hand {seat}": dealt_cards(members(hand)) for seat, hand in enumerate(self.first.hands)}
        board, stock = self.first.board, self.first.stock
        found |= {"board": dealt_cards(board)} if board and after else {}
        found["stock"] = dealt_cards(stock if after else board + stock)
        found[".button"] = str(self.first.dealer)
        found |= {f".chips {seat}": str(chips) for seat, chips in enumerate(self.game.chips(self.first))}
        found |= {".deal": str(self.first.deal)} if self.game.rise else {}
        return found | ({".seed": str(self.first.seed)} if self.game.may_run_out else {})

    def _names(self) -> tuple[str, ...]:
        told = self.fields.get("players")
        if not isinstance(told, list) or len(told) != self.players:
            return ()
        by_seat = dict(zip(self.seats, told, strict=True))
        return tuple(str(by_seat[seat]) for seat in range(self.players))

    def _about(self) -> dict[str, str]:
        known = {*(f"_{key}" for key in self.kind.own), RESHUFFLE, BOUGHT, DEAL}
        return {
            key: _text(value)
            for key, value in self.fields.items()
            if key not in known and (key in ABOUT or key.startswith("_"))
        }

    def _title(self) -> str:
        over = ", not over" if self.game.turn(self.last) else ""
        what = f"{self.players} players, {self.options['limit']} limit, pot {sum(self.last.paid)}"
        return f"deal {self.fields.get('hand', self.number)}: {what}{over}"


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    return json.dumps(value)


@dataclass
class _Cards:
    """The cards of a file: hands by player, cards drawn, the board, and a stock from which just these come.

    Unknown cards are filled with any others. ``actions`` are those of the players, without the showdown.
    """

    lines: Sequence[Sequence[str]]
    players: int
    kind: Kind
    size: int
    """The number of cards of a hand."""
    hands: list[list[Card]] = field(default_factory=list)
    drawn: dict[str, list[Card]] = field(default_factory=dict)
    board: list[Card] = field(default_factory=list)
    stock: tuple[Card, ...] = ()
    actions: list[Sequence[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        dealt: dict[str, list[Card | None]] = {}
        draws: list[tuple[str, int]] = []
        for words in self.lines:
            match words:
                case ["d", "dh", who, *some] if who not in dealt and not draws:
                    dealt[who] = _known("".join(some))
                case ["d", "dh", who, *some] if who in dict(draws) and who not in self.drawn:
                    self.drawn[who] = self._new(who, _known("".join(some)), dict(draws)[who])
                case ["d", "db", *some] if len(self.board) < self.kind.board:
                    self.board += sequence("".join(some))
                case ["d", *_]:
                    raise ValueError(f"{' '.join(words)!r} has no place in {self.kind.said}")
                case [who, "sd", *some]:
                    draws.append((who, len("".join(some)) // 2))
                    self.actions.append(words)
                case [_, "sm", *_]:
                    pass
                case [_, _, *_]:
                    self.actions.append(words)
                case _:
                    raise ValueError(f"{' '.join(words)!r} is no action")
        self._fill(dealt, draws)

    def _new(self, who: str, some: Sequence[Card | None], count: int) -> list[Card]:
        found = [one for one in some if one is not None]
        if len(found) != count or len(some) != count:
            raise ValueError(f"{who} throws {count} cards: as many known ones should come")
        return found

    def _fill(self, dealt: Mapping[str, Sequence[Card | None]], draws: Sequence[tuple[str, int]]) -> None:
        names = [f"p{n}" for n in range(1, self.players + 1)]
        if [*dealt] != names:
            raise ValueError(f"the cards of {names[0]} to {names[-1]} should be dealt first, in this order")
        seen: set[Card] = set()
        for who, some in dealt.items():
            if len(some) != self.size:
                raise ValueError(f"{who} gets {len(some)} cards, not {self.size}")
            self._once(seen, some)
        self._once(seen, self.board)
        thrown = [one for words in self.actions if words[1] == "sd" for one in sequence("".join(words[2:]))]
        fresh: list[Card] = []
        for who, count in draws:
            for one in self.drawn.get(who, [None] * count):
                if one is None or one not in thrown:  # discards may come again
                    self._once(seen, [one])
                    fresh.append(-1 if one is None else one)
        loose = [one for one in STANDARD if one not in seen]
        self.hands = [[loose.pop(0) if one is None else one for one in dealt[who]] for who in names]
        self.stock = (*self.board, *(loose.pop(0) if one < 0 else one for one in fresh), *loose)

    def _once(self, seen: set[Card], some: Sequence[Card | None]) -> None:
        for one in some:
            if one in seen:
                raise ValueError(f"{name(one)} is dealt twice")
            seen |= {one} if one is not None else set()


def dealt_cards(some: Iterable[Card]) -> str:
    """Cards as PHH writes them."""
    return "".join(map(name, some))


def _known(some: str) -> list[Card | None]:
    """Cards in the notation of PHH; None for each unknown card ("??")."""
    return [None if some[at : at + 2] == "??" else sequence(some[at : at + 2])[0] for at in range(0, len(some), 2)]
