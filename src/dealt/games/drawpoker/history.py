"""Poker hand histories (PHH): deals of draw poker as TOML files, read and written.

The format has no code for five-card draw. Ours follow the pattern of its other draw games: ``F5C1D``, ``P5C1D`` and
``N5C1D``. Players are numbered from the dealer's left, as in the format. A deal that is written and read again keeps
the chips, all cards dealt, discards and actions, seats and names, options that differ from the defaults (in fields of
our own, which begin with an underscore), and every field of PHH. It loses the order of cards that nobody gets,
commentaries, the seed of the deal, and the seats of players without chips: the others go on as a smaller match.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import pairwise
from random import Random
from typing import Any, Final

from dealt.cards import STANDARD, Card, mask, members, name, sequence
from dealt.game import Action, ExportedDeal, Format, ImportedDeal, OptionError, Past, Seat, Value
from dealt.games.drawpoker.game import DrawPoker
from dealt.games.drawpoker.play import BUY, DEFAULTS, DrawPokerState
from dealt.games.showdown import HAND_SIZE

VARIANTS: Final = {"fixed": "F5C1D", "pot": "P5C1D", "no": "N5C1D"}
OWN_FIELDS: Final = ("stack", "max_draw", "ace_four", "wheel", "jacks_or_better", "rebuy")
"""The options without a field in PHH: those that differ from the default are written as ``_OPTION``."""
RESHUFFLE: Final = "_reshuffle"
"""Our field for the seed by which discards are reshuffled."""
BOUGHT: Final = "_bought"
"""Our field for the answers of those who lost all chips, in order: "p1 buy", "p2 watch"."""
LARGEST: Final = 4 * 1024 * 1024
"""The number of bytes that a file may have: some 5,000 deals."""
TEXTS: Final = frozenset(
    {
        *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
        *("time_zone", "time_zone_abbreviation", "currency", "currency_symbol"),
    }
)
ABOUT: Final = TEXTS | {"time", "day", "month", "year", "hand", "level", "table", "time_limit", "time_banks"}
"""The fields of PHH that describe a deal, such as event and date."""


# --- writing --------------------------------------------------------------------------------------------------------


def write(deals: Sequence[ExportedDeal]) -> str:
    """One deal as a PHH file; several as sections by number (PHHS).

    ValueError for deals of one player, ImportError without tomlkit.
    """
    try:
        import tomlkit  # not at the top, so that the rules need the standard library alone
    except ImportError:
        raise ImportError('writing PHH needs the package tomlkit: pip install "dealt[phh]"') from None
    found = [_exported(told) for told in deals]
    for each in found:
        each["actions"] = tomlkit.item(each["actions"]).multiline(True)
    if len(found) == 1:
        return tomlkit.dumps(found[0])
    return "\n".join(tomlkit.dumps({str(n): each}) for n, each in enumerate(found, 1))


def _exported(told: ExportedDeal) -> dict[str, Any]:
    """The fields of a deal."""
    game, first = told.game, told.first
    if not isinstance(game, DrawPoker) or game.seats < 2 or game.deck != STANDARD:
        raise ValueError("PHH holds deals with bets: one who plays alone makes none")
    rules = game.rules
    seats = [seat for n in range(1, game.seats + 1) if first.hands[seat := (first.dealer + n) % game.seats]]
    chips = [first.stacks[seat] + first.paid[seat] for seat in seats]
    none = [0] * len(seats)
    blinds = [rules["small_blind"], rules["big_blind"], *none][: len(seats)] if rules["blinds"] else none
    fields: dict[str, Any] = {
        "variant": VARIANTS[rules["limit"]],
        "ante_trimming_status": True,
        "antes": none if rules["blinds"] else [rules["ante"] for _ in seats],
        "blinds_or_straddles": blinds,
    }
    if rules["limit"] == "fixed":
        fields |= {"small_bet": rules["bet"], "big_bet": 2 * rules["bet"]}
    else:
        fields["min_bet"] = rules["bet"]
    last, actions, bought = _told(game, told, seats)
    fields |= {"starting_stacks": chips, "seats": [seat + 1 for seat in seats], "seat_count": game.seats}
    if told.players:
        fields["players"] = [told.players[seat] for seat in seats]
    if last.turn is None:
        fields["finishing_stacks"] = [last.stacks[seat] for seat in seats]
    fields |= {key: _typed(key, value) for key, value in told.about.items() if key in ABOUT or key.startswith("_")}
    fields |= {f"_{key}": rules[key] for key in OWN_FIELDS if key == "stack" or rules[key] != DEFAULTS[key]}
    if game.may_run_out:
        fields[RESHUFFLE] = first.seed
    if bought or last.phase == BUY:
        fields[BOUGHT] = bought
    return {**fields, "actions": actions}


def _told(game: DrawPoker, told: ExportedDeal, seats: Sequence[Seat]) -> tuple[DrawPokerState, list[str], list[str]]:
    """The last state of a deal, its actions as PHH writes them, and who bought chips.

    PHH lists new cards after the discards of all players.
    """
    state: DrawPokerState = told.first
    bought: list[str] = []
    player = {seat: f"p{n}" for n, seat in enumerate(seats, 1)}
    found = [f"d dh {player[seat]} {_cards(members(state.hands[seat]))}" for seat in seats]
    late: list[str] = []
    for seat, action in told.moves:
        after = game.apply(state, seat, action)
        if state.phase == BUY:
            bought.append(f"{player[seat]} {action.verb}")
        elif action.verb in ("draw", "stand pat"):
            found.append(f"{player[seat]} sd {_cards(members(action.cards))}".strip())
            new = after.drawn[seat]
            late += [f"d dh {player[seat]} {_cards(_in_order(new, state, after))}"] if new else []
        else:
            late, found = [], found + late
            amount = f" {action.amount}" if action.verb in ("bet", "raise") else ""
            found.append(f"{player[seat]} {_VERBS[action.verb]}{amount}")
        state = after
    found += late
    if state.turn is None and any(state.won):
        live = game.live(state)
        found += [f"{player[seat]} sm {_cards(members(state.hands[seat]))}" for seat in live if len(live) > 1]
    return state, found, bought


_VERBS: Final = {"check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr", "fold": "f"}


def _in_order(new: int, before: DrawPokerState, after: DrawPokerState) -> Sequence[Card]:
    """New cards in the order of the stock, then those from reshuffled discards in any order."""
    known = [one for one in before.stock if new >> one & 1]
    return [*known, *(one for one in members(new) if one not in known)]


def _cards(some: Any) -> str:
    return "".join(map(name, some))


def _typed(key: str, value: str) -> Any:
    """The value of a field that was kept as text."""
    if key in TEXTS:
        return value
    if key == "time":
        return time.fromisoformat(value)
    try:
        return json.loads(value)
    except ValueError:
        return value


# --- reading --------------------------------------------------------------------------------------------------------


def read(raw: bytes) -> tuple[ImportedDeal, ...]:
    """The deals of a PHH or PHHS file; ValueError says in one line which can't be read and why.

    Every deal is played by our rules, which refuse what is illegal. Deals that each begin with the chips at the end of
    the one before become one match; when a player is out, the others go on as another match. Otherwise each deal is a
    match.
    """
    if len(raw) > LARGEST:
        raise ValueError(f"it is too large: {LARGEST // 1024 // 1024} MB of PHH can be read")
    try:
        found = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("this is no PHH file: it isn't text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"this is no PHH file: {str(error).splitlines()[0]}") from None
    sections = {"": found} if "variant" in found else {f"deal {key}: ": each for key, each in found.items()}
    if not sections:
        raise ValueError("there is no deal in this file")
    read_all = []
    for n, (where, fields) in enumerate(sections.items(), 1):
        if not isinstance(fields, dict):
            raise ValueError(f"{where}this is no PHH file: a deal has fields, such as variant and actions")
        try:
            read_all.append(_Reading(fields, n))
        except (ValueError, LookupError, TypeError) as error:
            raise ValueError(f"{where}{' '.join(str(error).split())}") from None
    if any(a.options == b.options and not a.goes_on(b) for a, b in pairwise(read_all)):
        return tuple(each.written for each in read_all)
    return tuple(each.written._replace(match=each.options) for each in read_all)


class _Reading:
    """A deal of a file, played by our rules, which refuse what is illegal."""

    def __init__(self, fields: Mapping[str, Any], number: int) -> None:
        self.fields = fields
        self.players = len(self._numbers("starting_stacks"))
        if not 2 <= self.players <= 6:
            raise ValueError(f"draw poker is for 2 to 6 players, and starting_stacks has {self.players}")
        self.seats = self._seats()
        self.options = self._rules()
        self.cards = _Cards(self._lines(), self.players)
        self.game = self._made()
        self.first = self._first()
        self.actions: list[str] = []
        self.last = self._played()
        self._check_end()
        self.written = ImportedDeal(
            self._title(number), self.options, self._laid(), tuple(self.actions), self._names(), self._about()
        )

    def goes_on(self, after: _Reading) -> bool:
        """Is ``after`` the next deal of the same match?"""
        if self.game.turn(self.last) or self.options != after.options:
            return False
        if self.game.final(self.last, (0.0,) * self.players):
            return False
        ours = self.game.deal(Random(0), Past(self.last, (0.0,) * self.players, 1))
        return (ours.dealer, self.chips(ours)) == (after.first.dealer, self.chips(after.first))

    @staticmethod
    def chips(first: DrawPokerState) -> list[int]:
        """The chips of each seat before the deal."""
        return [sum(each) for each in zip(first.stacks, first.paid, strict=True)]

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

    def _rules(self) -> dict[str, Value]:
        fields = self.fields
        limit = next((key for key, code in VARIANTS.items() if code == fields.get("variant")), None)
        if limit is None:
            codes = ", ".join(VARIANTS.values())
            raise ValueError(f"variant {fields.get('variant')!r} isn't five-card draw: that is {codes}")
        antes, blinds = (
            self._of_all("antes"),
            self._of_all("blinds_or_straddles"),
        )  # the small blind comes first, also of two players
        found: dict[str, Value] = {"limit": limit, "seats": self.players}
        found["bet"] = self._number("small_bet" if limit == "fixed" else "min_bet")
        if limit == "fixed" and self._number("big_bet") != 2 * self._number("small_bet"):
            raise ValueError("big_bet should be twice small_bet")
        if any(blinds):
            if any(antes) or any(blinds[2:]) or not blinds[1]:
                raise ValueError("either all pay an ante, or the first two players pay blinds")
            found |= {"blinds": True, "small_blind": blinds[0], "big_blind": blinds[1]}
        elif len(set(antes)) != 1:
            raise ValueError("antes should be the same for all")
        else:
            found["ante"] = antes[0]
        stack = max(20, min(10_000, max(self._numbers("starting_stacks"))))
        return {**found, "stack": stack, **{key: fields[f"_{key}"] for key in OWN_FIELDS if f"_{key}" in fields}}

    def _made(self) -> DrawPoker:
        """The game under the options of the file."""
        from dealt.games.drawpoker import LISTING  # which names this format

        wanted: dict[str, Any] = dict(self.options)
        try:
            game = LISTING.make(**wanted)
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
        seed = self.fields.get(RESHUFFLE, 0) if self.game.may_run_out else 0
        if type(seed) is not int:
            raise ValueError(f"{RESHUFFLE} can't be {seed!r}")
        return self.game.started(self.seats[-1], stacks, (0,) * self.players, hands, self.cards.stock, seed)

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
                raise ValueError(f"{words[0]} draws {_cards(got)}, but {_cards(members(state.drawn[seat]))} come")
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

    def _laid(self) -> dict[str, str]:
        found = {f"hand {seat}": _cards(members(hand)) for seat, hand in enumerate(self.first.hands)}
        found["stock"] = _cards(self.first.stock)
        found[".button"] = str(self.first.dealer)
        found |= {f".chips {seat}": str(chips) for seat, chips in enumerate(self.chips(self.first))}
        return found | ({".seed": str(self.first.seed)} if self.game.may_run_out else {})

    def _names(self) -> tuple[str, ...]:
        told = self.fields.get("players")
        if not isinstance(told, list) or len(told) != self.players:
            return ()
        by_seat = dict(zip(self.seats, told, strict=True))
        return tuple(str(by_seat[seat]) for seat in range(self.players))

    def _about(self) -> dict[str, str]:
        known = {*(f"_{key}" for key in OWN_FIELDS), RESHUFFLE, BOUGHT}
        return {
            key: _text(value)
            for key, value in self.fields.items()
            if key not in known and (key in ABOUT or key.startswith("_"))
        }

    def _title(self, number: int) -> str:
        over = ", not over" if self.game.turn(self.last) else ""
        what = f"{self.players} players, {self.options['limit']} limit, pot {sum(self.last.paid)}"
        return f"deal {self.fields.get('hand', number)}: {what}{over}"


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    return json.dumps(value)


@dataclass
class _Cards:
    """The cards of a file: hands by player, the cards drawn, and a stock from which just these are drawn.

    Unknown cards are filled with any others. ``actions`` are those of the players, without the showdown.
    """

    lines: Sequence[Sequence[str]]
    players: int
    hands: list[list[Card]] = field(default_factory=list)
    drawn: dict[str, list[Card]] = field(default_factory=dict)
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
                case ["d", *_]:
                    raise ValueError(f"{' '.join(words)!r} has no place in draw poker")
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
            if len(some) != HAND_SIZE:
                raise ValueError(f"{who} gets {len(some)} cards, not {HAND_SIZE}")
            self._once(seen, some)
        thrown = [one for words in self.actions if words[1] == "sd" for one in sequence("".join(words[2:]))]
        fresh: list[Card] = []
        for who, count in draws:
            for one in self.drawn.get(who, [None] * count):
                if one is None or one not in thrown:  # discards may come again
                    self._once(seen, [one])
                    fresh.append(-1 if one is None else one)
        loose = [one for one in STANDARD if one not in seen]
        self.hands = [[loose.pop(0) if one is None else one for one in dealt[who]] for who in names]
        self.stock = (*(loose.pop(0) if one < 0 else one for one in fresh), *loose)

    def _once(self, seen: set[Card], some: Sequence[Card | None]) -> None:
        for one in some:
            if one in seen:
                raise ValueError(f"{name(one)} is dealt twice")
            seen |= {one} if one is not None else set()


def _known(some: str) -> list[Card | None]:
    """Cards in the notation of PHH; None for each unknown card ("??")."""
    return [None if some[at : at + 2] == "??" else sequence(some[at : at + 2])[0] for at in range(0, len(some), 2)]


def _no_line(written: str) -> None:
    """None: PHH has no notation for a deal in one line."""


PHH: Final = Format("phh", ".phh", read, write, _no_line)
