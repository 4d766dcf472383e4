"""Deals one after another, and what is stored of them: Match plays them, Record is the same as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import Any, Final, Generic, TypeVar

from dealt.game import ExportedDeal, Game, ImportedDeal, Past, Seat, Value
from dealt.laid import lay_out
from dealt.mix import Mix, MixError
from dealt.table.deal import Table, seed_of
from dealt.table.untrusted import list_of, number, parsed, shown, table, text, texts, whole

S = TypeVar("S")
FORMAT: Final = 1
MIXED_FORMAT: Final = 2
"""The format of a record with contributions: who reads format 1 only must not find its promises broken."""


class RecordError(ValueError):
    """A record that can't be read, or doesn't replay; the message says where."""


def commitment(seed: bytes) -> str:
    """What is shown before the first card: the SHA-256 of the seed, in hex."""
    return sha256(seed).hexdigest()


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

    def table(self, game: Game[S], past: Past[S] | None, *, begun: bool = False) -> Table[S]:
        """The table of the deal before its first action, or as far as it has ``begun``; ValueError if it isn't so."""
        seed = bytes.fromhex(self.seed)
        found = Table(game, seed, past, lay_out(game, seed, self.laid, past) if self.laid else None)
        for line in self.actions if begun else ():
            found.follow(line)
        return found


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
            raw = parsed(written)
        except ValueError as error:
            raise RecordError(f"this is no record: {error}") from None
        try:
            if raw["format"] not in (FORMAT, MIXED_FORMAT):
                known = f"{FORMAT} and {MIXED_FORMAT}"
                raise RecordError(f"this record has format {shown(raw['format'])}, and only {known} can be read")
            deals = tuple(map(_dealt, list_of(raw["deals"])))
            commitments = tuple(map(text, list_of(raw["commitments"])))
            version, format_ = whole(raw["version"]), whole(raw["format"])
            return cls(text(raw["game"]), table(raw["options"]), deals, version, commitments, format_)
        except KeyError as error:
            raise RecordError(f"this record lacks {error}") from None
        except RecordError:
            raise
        except ValueError as error:
            raise RecordError(f"this record is malformed: {error}") from None
        except TypeError:  # of a mix, which is checked as a whole
            raise RecordError("this record is malformed: a mix isn't one") from None

    def replay(self, make: Callable[..., Game[Any]]) -> Match[Any]:
        """Replay all deals with the game ``make(name, **options)``; RecordError if an action or score differs."""
        match, _ = self._replay(make)
        return match

    def exported(self, make: Callable[..., Game[Any]]) -> tuple[ExportedDeal, ...]:
        """Every deal in the form that a ``Format`` writes; RecordError as in ``replay``."""
        return tuple(
            ExportedDeal(table.game, table.first, table.moves, dealt.players, dealt.about)
            for dealt, table in zip(self.deals, self.tables(make), strict=True)
        )

    def tables(self, make: Callable[..., Game[Any]]) -> list[Table[Any]]:
        """The tables of all deals, played as the record says; RecordError as in ``replay``."""
        return self._replay(make)[1]

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
        promises = zip(self.deals, self.commitments, strict=True)
        found = [DealCheck(dealt, promised, _broken(dealt, promised)) for dealt, promised in promises]
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


def _dealt(raw: Any) -> DealRecord:
    """A deal as it is written; KeyError or ValueError, or for its mix TypeError, if it is malformed."""
    each = table(raw)
    return DealRecord(
        text(each["seed"]),
        tuple(map(whole, list_of(each["joined"]))),
        tuple(map(text, list_of(each["actions"]))),
        None if each["scores"] is None else tuple(map(number, list_of(each["scores"]))),
        tuple(map(text, list_of(each["players"]))),
        texts(each.get("laid", {})),
        texts(each.get("about", {})),
        Mix.read(each["mix"]) if "mix" in each else None,
        text(each.get("fixed", "")),
    )


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
        changed = tuple(sorted(set(joined)))
        given = dict(laid or {}), dict(about or {}), mix, fixed
        return self.deal_recorded(DealRecord(seed.hex(), changed, (), None, tuple(players), *given))

    def deal_recorded(self, dealt: DealRecord) -> Table[S]:
        """Begin the next deal from a record, without its actions."""
        changed = frozenset(dealt.joined)
        if dealt.mix is not None:
            dealt.mix.check(bytes.fromhex(dealt.seed), self.game.seats)
        if self.final:
            raise ValueError("the match is over")
        if self.table is not None and not self.table.over and not self._given_up:
            raise ValueError("the deal before isn't over")
        if self.table is not None:
            if not self._given_up:
                self.end()
            self._given_up = False
            self._deals[-1:] = [self._under_way(self.table)] if self._keep else []
            self.totals = tuple(0 if seat in changed else total for seat, total in enumerate(self.totals))
            self.balances = tuple(0 if seat in changed else total for seat, total in enumerate(self.balances))
            self._past = Past(self.table.state, self.totals, self._ended, changed)
        self.table = dealt.table(self.game, self._past)
        self._begun += 1
        self._deals.append(replace(dealt, actions=(), scores=None))
        return self.table

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
        return replace(self._deals[-1], actions=table.lines, scores=table.score)

    @property
    def newest(self) -> DealRecord:
        """The deal on the table with its seed and its actions so far; ValueError before the first deal."""
        if self.table is None:
            raise ValueError("no deal has begun")
        return self._under_way(self.table)

    def revise(self, change: Callable[[DealRecord], DealRecord]) -> None:
        """Have other words in the records of the deals, such as another name: what was dealt and done stays."""
        self._deals = [change(each) for each in self._deals]

    def progress(self) -> Progress[S]:
        """How far the match has come; ValueError before the first deal."""
        return Progress(
            self.totals, self.balances, self._ended, self._begun, self._given_up, self.final, self.newest, self._past
        )

    @classmethod
    def resume(cls, game: Game[S], progress: Progress[S]) -> Match[S]:
        """Go on with a match from where it was, without its earlier deals; ValueError if the newest doesn't replay."""
        match = cls(game, keep=False)
        dealt = progress.newest
        match.table = dealt.table(game, progress.past, begun=True)
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
