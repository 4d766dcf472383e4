"""Playing a game: Table is one deal, Match a row of deals, Record what is stored of a match.

A table checks every action, keeps the log, and gives each seat its own view. It knows nothing of networks, so that
local play, the server and the arena all use it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from random import Random
from typing import Any, Final, Generic, TypeVar

from dealt.cards import Cards, cards
from dealt.game import (
    OPEN,
    Action,
    ExportedDeal,
    Game,
    ImportedDeal,
    Move,
    Opening,
    Past,
    Player,
    Say,
    Seat,
    Value,
    View,
    find,
    named,
)
from dealt.laid import lay_out
from dealt.mix import Mix, MixError

__all__ = [
    "FORMAT",
    "MIXED_FORMAT",
    "DealCheck",
    "DealRecord",
    "Illegal",
    "Match",
    "Progress",
    "Record",
    "RecordError",
    "Table",
    "commitment",
    "import_deals",
    "play",
    "seed_of",
]

S = TypeVar("S")
FORMAT: Final = 1
MIXED_FORMAT: Final = 2
"""The format of a record with contributions: who reads format 1 only must not find its promises broken."""
SEED_BYTES: Final = 32


class Illegal(ValueError):  # noqa: N818 - the field's word
    """An action that the rules don't allow now. ``say`` is for people, the message is its plain form."""

    def __init__(self, message: str, say: Say):
        super().__init__(message)
        self.say = say


class RecordError(ValueError):
    """A record that can't be read, or doesn't replay; the message says where."""


def commitment(seed: bytes) -> str:
    """What is shown before the first card: the SHA-256 of the seed, in hex."""
    return sha256(seed).hexdigest()


def seed_of(seed: object, deal: int) -> bytes:
    """The 32-byte seed of deal number ``deal`` (from 0) in a match with a named seed, as in ``--seed 7``."""
    return sha256(f"{seed}:{deal}".encode()).digest()


class Table(Generic[S]):
    """One deal under way. It keeps every state, for the log, undo and replay."""

    def __init__(self, game: Game[S], seed: bytes, past: Past[S] | None = None, state: S | None = None):
        """Deal from the seed, or begin with ``state`` if it is given."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.game = game
        self.seed = seed
        self.past = past
        self._states: list[S] = [game.deal(Random(seed), past) if state is None else state]
        self._moves: list[tuple[Seat, Action]] = []
        self._logs: dict[Seat | None, list[Move]] = {}
        self._views: dict[Seat | None, View] = {}
        """What each viewer sees of the present state, and..."""
        self._views_before: dict[Seat | None, View] = {}
        """...what they saw before the last action: making a view is most of the work of an action."""
        self._public: list[Cards] = []
        """What lay face up for everybody before the first action and after each, as far as the log has asked."""
        self._found: tuple[Seat, Action | str, Action] | None = None
        """The action that was found last in the present state, for whom and by which name."""
        self._opening: Opening | None = None
        self._told = 0

    def __repr__(self) -> str:
        deal = 1 if self.past is None else self.past.deals + 1
        if self.over:
            how = f"over after {self.step} actions, score {self.score}"
        else:
            how = f"step {self.step}, {', '.join(f'seat {seat}' for seat in self.turn)} to act"
        return f"<Table of {self.game.name}: deal {deal}, {how}>"

    @property
    def state(self) -> S:
        """The state now, hidden cards included: for the table, records and laws, never for a player."""
        return self._states[-1]

    @property
    def first(self) -> S:
        """The state before the first action."""
        return self._states[0]

    @property
    def states(self) -> Sequence[S]:
        """Every state so far, the first and the present one included: for laws and records, never for a player."""
        return tuple(self._states)

    @property
    def step(self) -> int:
        """The number of actions so far."""
        return len(self._moves)

    @property
    def turn(self) -> tuple[Seat, ...]:
        """All seats that may act; empty when the deal is over."""
        return self.game.turn(self.state)

    @property
    def over(self) -> bool:
        """Is the deal over?"""
        return not self.turn

    @property
    def score(self) -> tuple[float, ...] | None:
        """What each seat adds to its total; None while play goes on."""
        return self.game.score(self.state)

    @property
    def moves(self) -> Sequence[tuple[Seat, Action]]:
        """All actions so far, with all their cards."""
        return tuple(self._moves)

    def view(self, seat: Seat | None, *, log: bool = True) -> View:
        """What a seat may know now. A view without the log is cheaper, and enough for a player."""
        seen = self._seen(seat)
        return replace(seen, log=self.log(seat)) if log else seen

    def view_for(self, seat: Seat, player: Player) -> View:
        """The view with which a player is asked: with the log if it ``remembers``."""
        return self.view(seat, log=getattr(player, "remembers", False))

    def _seen(self, seat: Seat | None) -> View:
        """The view of the present state, made once for all who ask."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def _face_up(self, n: int, seat: Seat | None) -> Cards:
        """The cards that a viewer saw face up after ``n`` actions."""
        if n == len(self._moves):
            return self._seen(seat).face_up
        seen = self._views_before.get(seat) if n == len(self._moves) - 1 else None
        return (seen or self.game.view(self._states[n], seat)).face_up

    def _public_by(self, n: int) -> Cards:
        """The cards that everybody saw face up before or after action number ``n``, counted from 0."""
        for k in range(len(self._public), n + 2):
            self._public.append(self._face_up(k, None))
        return self._public[n] | self._public[n + 1]

    @property
    def began(self) -> int:
        """The number of actions before the cards were dealt, such as cuts; 0 if the game has no opening."""
        return self._told - 1 if self.opening is not None else 0

    @property
    def opening(self) -> Opening | None:
        """How the cards were dealt; None until they are, or if the game tells nothing."""
        for state in self._states[self._told :]:
            if self._opening is None:
                self._told += 1
                seen = self._seen(None) if state is self.state else self.game.view(state, None)
                self._opening = self.game.opening(seen)
        return self._opening

    def log(self, seat: Seat | None, since: int = 0) -> tuple[Move, ...]:
        """The actions as a seat may read them: a card is named only if the seat saw it face up before or after.

        What lies face up for a spectator does so for every seat.

        The first ``since`` of them are left out.
        """
        known = self._logs.setdefault(seat, [])
        for n in range(len(known), len(self._moves)):
            mover, action = self._moves[n]
            if seat == OPEN or not action.cards & ~self._public_by(n):
                known.append(Move(mover, action))
                continue
            up = self._face_up(n, seat) | self._face_up(n + 1, seat)
            hidden = action.cards & ~up
            shown = replace(action, cards=action.cards & up) if hidden else action
            known.append(Move(mover, shown, hidden.bit_count()))
        return tuple(known[since:])

    def check(self, seat: Seat, wanted: Action | str) -> Action:
        """The exact action that is meant; raises Illegal, which says why, if it isn't legal."""
        if self.over:
            raise Illegal("the deal is over", Say("illegal.over"))
        if seat not in self.turn:
            raise Illegal("it isn't your turn", Say("illegal.turn"))
        if isinstance(wanted, Action) and wanted.exact and wanted in self.game.legal(self.state, seat):
            return wanted  # computers choose so; making a view would cost more
        if self._found is not None and self._found[:2] == (seat, wanted):
            return self._found[2]
        found = self._named(seat, wanted) if isinstance(wanted, str) and seat not in self._views else None
        if found is None:
            view = self._seen(seat)
            found = find(view, wanted)
            if found is None:
                why = self._why(view, wanted) or Say("illegal.action")
                raise Illegal(f"{str(wanted)[:80]!r} isn't possible now", why)
        self._found = seat, wanted, found
        return found

    def _named(self, seat: Seat, written: str) -> Action | None:
        """The legal action of exactly this name, found without a view, as long as nobody has asked for one."""
        for legal in self.game.legal(self.state, seat):
            if legal.exact and str(legal) == written:
                return legal
        return None

    def _why(self, view: View, wanted: Action | str) -> Say | None:
        """Why an action that wasn't found isn't legal; None if the game doesn't say."""
        meant = named(self.game.vocabulary, str(wanted))
        if meant is not None:
            return self.game.refuse(view, meant)
        chosen = wanted.cards if isinstance(wanted, Action) else _cards_in(wanted)
        return self.game.explain(view, chosen) if chosen else None

    def act(self, seat: Seat, wanted: Action | str) -> Action:
        """Carry out an action and return it in exact form; Illegal, with no change, if it isn't legal."""
        action = self.check(seat, wanted)
        self._states.append(self.game.apply(self.state, seat, action))
        self._moves.append((seat, action))
        self._views_before, self._views = self._views, {}
        self._found = None
        return action

    def follow(self, line: str) -> tuple[Seat, Action]:
        """Carry out an action as records and lessons write it, ``"SEAT ACTION"``; ValueError if it can't be."""
        seat, _, written = line.partition(" ")
        return int(seat), self.act(int(seat), written)

    def undo(self) -> None:
        """Undo the last action; ValueError if there is none."""
        if not self._moves:
            raise ValueError("there is nothing to take back")
        self._states.pop()
        self._moves.pop()
        self._opening, self._told = None, 0
        self._views, self._views_before = {}, {}
        self._found = None
        del self._public[len(self._moves) + 1 :]
        for known in self._logs.values():
            del known[len(self._moves) :]


def _cards_in(written: str) -> Cards:
    """The cards in the text of an action that wasn't found, so that the refusal can say why; none if unreadable."""
    try:
        return cards(written.partition(" ")[2])
    except ValueError:
        return 0


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal in a record: seed, seats whose occupant had changed, actions as ``"SEAT ACTION"``, and scores.

    ``laid`` holds the piles of a deal that was laid out by hand (:func:`dealt.laid.lay`): such a deal has an empty
    commitment. ``about`` holds further details, such as the event and the date. ``mix`` is what the seed is made of;
    None where nobody contributed: then it is the server's own. ``fixed`` says why nobody could: "seed", the deals of
    the table follow from a word, or "set", other tables get them too.
    """

    seed: str
    joined: tuple[Seat, ...] = ()
    actions: tuple[str, ...] = ()
    scores: tuple[float, ...] | None = None
    players: tuple[str, ...] = ()
    laid: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    mix: Mix | None = None
    fixed: str = ""

    @property
    def commitment(self) -> str:
        """The SHA-256 of the server's seed, in hex; empty for a deal that was laid out by hand."""
        return "" if self.laid else commitment(self.mix.server if self.mix else bytes.fromhex(self.seed))


@dataclass(frozen=True, slots=True)
class DealCheck:
    """How a deal of a record holds: what is wrong with it, if anything. A deal laid out by hand has no commitment."""

    deal: DealRecord
    commitment: str
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A match in a form from which it can be replayed to the same record, byte for byte."""

    game: str
    options: Mapping[str, Value]
    deals: tuple[DealRecord, ...]
    version: int = 1
    commitments: tuple[str, ...] = ()
    format: int = field(default=FORMAT)

    def to_json(self) -> str:
        """One line of JSON with sorted keys: equal records are equal bytes."""
        raw = asdict(self)
        for each, dealt in zip(raw["deals"], self.deals, strict=True):
            each["mix"] = dealt.mix.plain() if dealt.mix else None
            for key in ("laid", "about", "mix", "fixed"):  # without them it is the same bytes as before there were any
                if not each[key]:
                    del each[key]
        return json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, written: str | bytes) -> Record:
        """Read a record; RecordError says what is wrong with the text."""
        try:
            raw = json.loads(written)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"this is no record: it isn't JSON ({error})") from None
        try:
            if raw["format"] not in (FORMAT, MIXED_FORMAT):
                known = f"{FORMAT} and {MIXED_FORMAT}"
                raise RecordError(f"this record has format {raw['format']!r}, and only {known} can be read"[:200])
            deals = tuple(
                DealRecord(
                    _text(each["seed"]),
                    tuple(map(_whole, each["joined"])),
                    tuple(map(_text, each["actions"])),
                    None if each["scores"] is None else tuple(map(_number, each["scores"])),
                    tuple(map(_text, each["players"])),
                    _texts(each.get("laid", {})),
                    _texts(each.get("about", {})),
                    Mix.read(each["mix"]) if "mix" in each else None,
                    _text(each.get("fixed", "")),
                )
                for each in raw["deals"]
            )
            commitments = tuple(map(_text, raw["commitments"]))
            version, format_ = _whole(raw["version"]), _whole(raw["format"])
            return cls(_text(raw["game"]), dict(raw["options"]), deals, version, commitments, format_)
        except KeyError as error:
            raise RecordError(f"this record lacks {error}") from None
        except (TypeError, ValueError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError(f"this record is malformed: {error}") from None

    def replay(self, make: Callable[..., Game[Any]]) -> Match[Any]:
        """Replay all deals with the game ``make(name, **options)``; RecordError if an action or score differs."""
        match, _ = self._replay(make)
        return match

    def exported(self, make: Callable[..., Game[Any]]) -> tuple[ExportedDeal, ...]:
        """Every deal in the form that a ``Format`` writes; RecordError as in ``replay``."""
        match, tables = self._replay(make)
        return tuple(
            ExportedDeal(match.game, table.first, table.moves, dealt.players, dealt.about)
            for dealt, table in zip(self.deals, tables, strict=True)
        )

    def made(self, make: Callable[..., Game[Any]]) -> Game[Any]:
        """The game ``make(name, **options)``, as it was played; RecordError if it can't be made, or has changed."""
        try:
            game = make(self.game, **self.options)
            if not game.formerly.keys() <= self.options.keys():
                game = make(self.game, **{**game.formerly, **self.options})
        except (TypeError, ValueError) as error:
            raise RecordError(f"the game of this record can't be set up: {error}") from None
        if game.version != self.version:
            raise RecordError(f"this is version {self.version} of {self.game}; this house plays version {game.version}")
        return game

    def _replay(self, make: Callable[..., Game[Any]]) -> tuple[Match[Any], list[Table[Any]]]:
        match: Match[Any] = Match(self.made(make))
        tables: list[Table[Any]] = []
        for n, dealt in enumerate(self.deals, 1):
            try:
                table = match.deal_recorded(dealt)
                tables.append(table)
                for line in dealt.actions:
                    table.follow(line)
            except ValueError as error:
                raise _DealError(n, f"doesn't replay: {error}") from None
            if table.over:
                match.end()
            elif n < len(self.deals):
                try:
                    match.give_up()
                except ValueError:
                    raise _DealError(n, "isn't over") from None
            if table.score != dealt.scores:
                raise _DealError(n, f"scores {table.score}, not {dealt.scores} as the record says")
        return match, tables

    def check(self, make: Callable[..., Game[Any]]) -> list[DealCheck]:
        """How each deal holds: its promise, the contributions to its seed, its cards, actions and scores.

        RecordError if it can't be looked into at all: the game can't be made here, or the numbers differ.
        """
        if len(self.commitments) != len(self.deals):
            raise RecordError(f"{len(self.deals)} deals have {len(self.commitments)} commitments")
        found = [DealCheck(dealt, promised, _broken(dealt, promised)) for dealt, promised in self._promises()]
        self.made(make)
        replayed = [n for n, each in enumerate(found) if each.wrong][:1] or [len(found)]
        try:
            replace(self, deals=self.deals[: replayed[0]]).replay(make)
        except _DealError as error:
            at = error.deal - 1
            found[at] = replace(found[at], wrong=error.why)
            return [*found[: at + 1], *(_after(each, error.deal) for each in found[at + 1 :])]
        at = replayed[0]
        return [*found[: at + 1], *(_after(each, at + 1) for each in found[at + 1 :])]

    def _promises(self) -> Iterable[tuple[DealRecord, str]]:
        return zip(self.deals, self.commitments, strict=True)

    def verify(self, make: Callable[..., Game[Any]]) -> list[str]:
        """The commitments, one for each deal, if all of them hold as ``check`` says; else RecordError says which not.

        The commitment of a deal that was laid out by hand is empty.
        """
        for n, each in enumerate(self.check(make), 1):
            if each.wrong:
                raise RecordError(f"deal {n} {each.wrong}")
        return list(self.commitments)


class _DealError(RecordError):
    """A deal of a record doesn't replay."""

    def __init__(self, deal: int, why: str):
        super().__init__(f"deal {deal} {why}")
        self.deal = deal
        self.why = why


def _broken(dealt: DealRecord, promised: str) -> str:
    """What is wrong with the promise of a deal, or with the contributions to its seed; empty if nothing."""
    try:
        seed = bytes.fromhex(dealt.seed)
    except ValueError:
        return "has a seed that isn't hex"
    if dealt.laid:
        return "was laid out by hand, so it can't have been promised" if promised or dealt.mix else ""
    if dealt.commitment != promised:
        return "has a seed that isn't the one that was promised before the deal"
    try:
        if dealt.mix:
            dealt.mix.check(seed)
    except MixError as error:
        return f"is not mixed from its parts: {error}"
    return ""


def _after(check: DealCheck, deal: int) -> DealCheck:
    """A deal that can't be replayed, because one before it could not; its own promise may be broken too."""
    return replace(check, wrong=check.wrong or f"can't be replayed after deal {deal}")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} isn't a text")
    return value


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} isn't a table of texts")
    return {_text(key): _text(each) for key, each in value.items()}


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} isn't a whole number")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float):
        raise ValueError(f"{value!r} isn't a number")
    return value  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Progress(Generic[S]):
    """A match as far as it has come: the newest deal with its past, and what the deals before it left behind.

    ``deals`` is the number of deals that have ended, ``begun`` of those that have begun.
    """

    totals: tuple[float, ...]
    balances: tuple[float, ...]
    deals: int
    begun: int
    given_up: bool
    final: bool
    newest: DealRecord
    past: Past[S] | None


class Match(Generic[S]):
    """Deals one after another: totals, balances, changes of occupants, and the end of the match.

    Totals and balances belong to the occupant of a seat: whoever has just joined starts at zero.
    """

    def __init__(self, game: Game[S], *, keep: bool = True):
        """``keep``: are the deals before the newest one kept? Without them ``record`` can't be asked for."""
        self.game = game
        self._keep = keep
        self.totals: tuple[float, ...] = (0,) * game.seats
        self.balances: tuple[float, ...] = (0,) * game.seats
        self.table: Table[S] | None = None
        self.final = False
        self._past: Past[S] | None = None
        self._deals: list[DealRecord] = []
        self._begun = 0
        self._ended = 0
        self._given_up = False

    def __repr__(self) -> str:
        if self.final:
            how = f"over after {self.deals} {'deal' if self.deals == 1 else 'deals'}"
        elif self.table is None or self._ended == self._begun:
            how = f"{self.deals} {'deal' if self.deals == 1 else 'deals'} played"
        else:
            how = f"deal {self.deals + 1} under way"
        return f"<Match of {self.game.name}: {how}, totals {self.totals}>"

    @property
    def deals(self) -> int:
        """How many deals have ended."""
        return self._ended

    def deal(
        self,
        seed: bytes,
        joined: Iterable[Seat] = (),
        players: Sequence[str] = (),
        laid: Mapping[str, str] | None = None,
        about: Mapping[str, str] | None = None,
        mix: Mix | None = None,
        fixed: str = "",
    ) -> Table[S]:
        """Begin the next deal. ``joined`` are the seats whose occupant has changed; their totals start at 0.

        ``laid`` holds piles to lay out by hand; LaidError if that is impossible. ``mix`` is what the seed is made of;
        MixError if it is not. ``about`` and ``fixed`` go into the record.
        """
        if mix is not None:
            mix.check(seed, self.game.seats)
        if self.final:
            raise ValueError("the match is over")
        if self.table is not None and not self.table.over and not self._given_up:
            raise ValueError("the deal before isn't over")
        changed = frozenset(joined)
        if self.table is not None:
            if not self._given_up:
                self.end()
            self._given_up = False
            self._deals[-1:] = [self._under_way(self.table)] if self._keep else []
            self.totals = tuple(0 if seat in changed else total for seat, total in enumerate(self.totals))
            self.balances = tuple(0 if seat in changed else total for seat, total in enumerate(self.balances))
            self._past = Past(self.table.state, self.totals, self._ended, changed)
        start = lay_out(self.game, seed, laid, self._past) if laid else None
        self.table = Table(self.game, seed, self._past, start)
        self._begun += 1
        self._deals.append(
            DealRecord(
                seed.hex(),
                tuple(sorted(changed)),
                players=tuple(players),
                laid=dict(laid or {}),
                about=dict(about or {}),
                mix=mix,
                fixed=fixed,
            )
        )
        return self.table

    def deal_recorded(self, dealt: DealRecord) -> Table[S]:
        """Begin the next deal from a record, without its actions."""
        return self.deal(
            bytes.fromhex(dealt.seed),
            frozenset(dealt.joined),
            dealt.players,
            laid=dealt.laid,
            about=dealt.about,
            mix=dealt.mix,
            fixed=dealt.fixed,
        )

    def end(self) -> bool:
        """Add the scores of the deal that is over to the totals, once; returns whether the match is over."""
        if self.table is None or not self.table.over:
            raise ValueError("the deal isn't over")
        if self._ended < self._begun:
            scores = self.table.score
            if scores is None:
                raise ValueError(f"{self.game.name} has no score for a deal that is over")
            self.totals = tuple(total + each for total, each in zip(self.totals, scores, strict=True))
            settled = self.game.settle(scores)
            if settled is not None:
                self.balances = tuple(total + each for total, each in zip(self.balances, settled, strict=True))
            self._ended += 1
            self.final = self.game.final(self.table.state, self.totals)
        return self.final

    def give_up(self) -> None:
        """End the deal under way without a score. It counts as a deal.

        ValueError if the game isn't ``undoable``, or no deal is under way.
        """
        if not self.game.undoable or self.table is None or self.table.over or self._given_up:
            raise ValueError("there is no deal that could be given up")
        self._ended += 1
        self._given_up = True

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """The seats that are ahead by the totals; none where the seats don't play against each other."""
        return self.game.leaders(self.totals)

    def _under_way(self, table: Table[S]) -> DealRecord:
        actions = tuple(f"{seat} {action}" for seat, action in table.moves)
        return replace(self._deals[-1], actions=actions, scores=table.score)

    @property
    def newest(self) -> DealRecord:
        """The deal on the table with its seed and its actions so far; ValueError before the first deal."""
        if self.table is None:
            raise ValueError("no deal has begun")
        return self._under_way(self.table)

    def progress(self) -> Progress[S]:
        """How far the match has come; ValueError before the first deal."""
        return Progress(
            self.totals,
            self.balances,
            self._ended,
            self._begun,
            self._given_up,
            self.final,
            self.newest,
            self._past,
        )

    @classmethod
    def resume(cls, game: Game[S], progress: Progress[S]) -> Match[S]:
        """Go on with a match from where it was, without its earlier deals; ValueError if the newest doesn't replay."""
        match = cls(game, keep=False)
        dealt = progress.newest
        start = lay_out(game, bytes.fromhex(dealt.seed), dealt.laid, progress.past) if dealt.laid else None
        match.table = Table(game, bytes.fromhex(dealt.seed), progress.past, start)
        for line in dealt.actions:
            match.table.follow(line)
        match.totals, match.balances, match.final = progress.totals, progress.balances, progress.final
        match._past, match._deals = progress.past, [replace(dealt, actions=(), scores=None)]
        match._ended, match._begun, match._given_up = progress.deals, progress.begun, progress.given_up
        return match

    def record(self, *, unfinished: bool = False) -> Record:
        """The record of the finished deals. With ``unfinished`` it includes the deal under way and its seed.

        ValueError if earlier deals were not kept.
        """
        if len(self._deals) < self._begun:
            raise ValueError("the deals before the newest one were not kept")
        deals = self._deals[:-1]
        if self.table is not None and (self.table.over or unfinished):
            deals.append(self.newest)
        return self.record_of(deals)

    def record_of(self, deals: Sequence[DealRecord]) -> Record:
        """The record of a match of this game with these deals."""
        return Record(
            self.game.name,
            dict(self.game.options),
            tuple(deals),
            self.game.version,
            tuple(each.commitment for each in deals),
            MIXED_FORMAT if any(each.mix for each in deals) else FORMAT,
        )


def import_deals(name: str, deals: Iterable[ImportedDeal], make: Callable[..., Game[Any]]) -> tuple[Record, ...]:
    """Records of deals that another program wrote, played by the game ``make(name, **options)``.

    Deals of one match come into one record; a deal that isn't over ends it. RecordError names a deal that can't be
    replayed.
    """
    found: list[Record] = []
    match: Match[Any] | None = None
    options: Mapping[str, Value] = {}
    for n, each in enumerate(deals, 1):
        going_on = match is not None and match.table is not None and match.table.over and not match.final
        if match is None or not going_on or each.match is None or each.match != options:
            found += [] if match is None else [match.record(unfinished=True)]
            options = each.options if each.match is None else each.match
            match = Match(make(name, **options))
        try:
            table = match.deal(seed_of(name, n), players=each.players, laid=each.laid, about=each.about)
            for line in each.actions:
                table.follow(line)
        except ValueError as error:
            raise RecordError(f"deal {n} can't be played so: {error}") from None
        if table.over:
            match.end()
    return (*found, *([] if match is None else [match.record(unfinished=True)]))


def play(
    game: Game[S],
    players: Sequence[Player],
    seed: bytes,
    past: Past[S] | None = None,
    rngs: Sequence[Random] | None = None,
) -> Table[S]:
    """Play one deal to its end and return its table. Each player has a random source of its own."""
    if len(players) != game.seats:
        raise ValueError(f"{game.name} has {game.seats} seats, not {len(players)}")
    sources = rngs or [Random(seed + bytes([seat])) for seat in range(game.seats)]
    table = Table(game, seed, past)
    while turn := table.turn:
        for seat in turn:
            if seat in table.turn:
                table.act(seat, players[seat].choose(table.view_for(seat, players[seat]), sources[seat]))
    return table
