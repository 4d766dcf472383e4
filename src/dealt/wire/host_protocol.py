"""What the host asks of a running room, and the answers: ``POST /api/admin`` takes one question as JSON.

``dealt admin`` and the admin page speak this alike. A question is an object with ``do``, an answer one with ``answer``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from dealt.wire.conduct import HostPair, HostReport
from dealt.wire.protocol import CHAT_LIMIT, Phase, Replay, Said, any_of
from dealt.wire.values import ClubKind, DealNumber, Number, Percent, TournamentKind, TournamentOrder

LONGEST_TIME: Final = 10 * 366 * 86400.0
"""Seconds: who is to be banned for longer is banned for good."""

Written = Annotated[str, Meta(min_length=1, max_length=100)]
Note = Annotated[str, Meta(max_length=200)]
For = Annotated[float, Meta(gt=0, le=LONGEST_TIME)]


SanctionKind = Literal["name", "address", "mute"]


class Sanction(Struct, frozen=True):
    """A ban or a mute. ``kind``: name and address are bans, mute is a mute.

    ``target`` is a name or a network. ``person`` is the id of who had that name, which they can't change. ``until`` is
    in seconds since 1970; null: until it is lifted. ``note`` is the host's own.
    """

    id: str
    kind: SanctionKind
    target: str
    person: str
    note: str
    until: float | None
    at: float

    def holds(self, now: float) -> bool:
        """Does it still hold?"""
        return self.until is None or now < self.until


class HostQuestion(Struct, tag_field="do", forbid_unknown_fields=True):
    """Anything that the host asks for."""


class AskState(HostQuestion, tag="state"):
    """How is the room? Answered by ``state``."""


class AskPeople(HostQuestion, tag="people"):
    """Who is known? ``here``: only those who are connected; ``find``: only those whose name contains it."""

    here: bool = False
    find: Annotated[str, Meta(max_length=100)] = ""


class AskTables(HostQuestion, tag="tables"):
    """What tables are there? Answered by ``tables``."""


class AskBans(HostQuestion, tag="bans"):
    """Who is banned or muted? Answered by ``bans``."""


class AskReports(HostQuestion, tag="reports"):
    """What have people reported of each other? The newest first; answered by ``reports``."""


class Settle(HostQuestion, tag="settle"):
    """A report is done with, and deleted."""

    report: int


class AskPairs(HostQuestion, tag="pairs"):
    """Who plays as if they saw each other's cards? Answered by ``pairs``."""


class DismissPair(HostQuestion, tag="dismiss_pair"):
    """The host has looked at two people, at one game or (empty) at any. They stand out again with as many new deals as
    it takes to say something of a pair; ``count`` is 0 if there is no such pair.
    """

    name: Written
    other: Written
    game: Annotated[str, Meta(max_length=100)] = ""


class LookAtDeal(HostQuestion, tag="deal"):
    """A deal of people who were looked at for that, with every hand; answered by ``deal``, and noted in the audit."""

    table: Written
    dealt: DealNumber


class AskClubs(HostQuestion, tag="clubs"):
    """What clubs are there? Answered by ``clubs``."""


class EndClub(HostQuestion, tag="end_club"):
    """There is no such club any more. Its tables go on until people leave; its tournaments end."""

    club: Written


class AskTournaments(HostQuestion, tag="tournaments"):
    """What tournaments are not over? Answered by ``tournaments``."""


class OrderTournament(HostQuestion, tag="order"):
    """Direct a tournament in the place of its director, who may be gone: the orders of ``direct_tournament``."""

    tournament: Written
    order: TournamentOrder
    name: Annotated[str, Meta(max_length=100)] = ""
    n: Number = 0
    percent: Percent = 0.0
    reason: Note = ""


class AskAudit(HostQuestion, tag="audit"):
    """What has the host done? The newest first; answered by ``audit``."""

    most: Annotated[int, Meta(ge=1, le=1000)] = 100


class Kick(HostQuestion, tag="kick"):
    """Send somebody out. A computer takes their seat; they may come back at once."""

    name: Written


class Ban(HostQuestion, tag="ban"):
    """Keep somebody out: a name, an address, or ADDRESS/PREFIX. Who is here under it is sent out.

    A name stands for the person who has it, and for every name that looks like it. ``address``: the address of that
    person's newest connection is banned too. ``seconds``: for how long; null: until it is lifted.
    """

    what: Written
    seconds: For | None = None
    address: bool = False
    note: Note = ""


class Mute(HostQuestion, tag="mute"):
    """Let somebody say nothing in the chat."""

    name: Written
    seconds: For | None = None
    note: Note = ""


class Lift(HostQuestion, tag="lift"):
    """End all bans of a name or an address, or with ``mute`` the mutes of a name."""

    what: Written
    mute: bool = False


class CloseTable(HostQuestion, tag="close"):
    """Close a table. Whoever is there goes to the lobby."""

    table: Written


class Announce(HostQuestion, tag="announce"):
    """Tell everybody something: those who are here now, and who comes within ``seconds`` (null: until it is taken back
    or the room restarts). An empty text takes the last one back."""

    text: Annotated[str, Meta(max_length=CHAT_LIMIT)]
    seconds: For | None = None


class SetReadOnly(HostQuestion, tag="read_only"):
    """Let deals be finished and nothing new begin, or let it begin again. It ends when the room restarts."""

    on: bool


class BackUp(HostQuestion, tag="backup"):
    """Copy the database to a file on the room's machine; answered by ``backup``."""


class Export(HostQuestion, tag="export"):
    """All that is stored of a person and their results; answered by ``export``.

    Without a name: of everybody, some people an answer. ``after`` is the ``next`` of the answer before.
    """

    name: Annotated[str, Meta(max_length=100)] = ""
    after: Annotated[str, Meta(max_length=64)] = ""


class Forget(HostQuestion, tag="forget"):
    """Delete a person with all their results. Their name becomes free."""

    name: Written


class Drain(HostQuestion, tag="drain"):
    """Let a process of a cluster hand its tables over, send its people elsewhere, and end; answered by ``draining``.

    ``process`` is its number, as ``state`` tells it; null: the one that is asked.
    """

    process: Annotated[int, Meta(ge=1)] | None = None


class AskNumbers(HostQuestion, tag="numbers"):
    """The metrics of the process that is asked; answered by ``numbers``."""


if TYPE_CHECKING:
    QUESTIONS = HostQuestion
else:
    QUESTIONS = any_of(HostQuestion)


# --- answers


class HostAnswer(Struct, tag_field="answer", kw_only=True):
    """Anything that the host is told."""


class HostProcess(Struct, frozen=True, kw_only=True):
    """A process of a cluster. ``here`` is the number of people connected there, ``tables`` of those that it owns.

    ``answers``: it has told its numbers; else they are 0, and it can't be reached at the moment.
    """

    number: int
    label: str
    draining: bool
    answers: bool = True
    software: str = ""
    opened: float = 0.0
    here: int = 0
    connections: int = 0
    tables: int = 0
    stores: bool = True


class HostState(HostAnswer, tag="state"):
    """The room. ``opened`` is in seconds since 1970; ``people`` are those who are known, ``here`` those connected.

    ``processes`` are those of a cluster; a room that is one process has none.
    """

    room: str
    software: str
    opened: float
    people: int
    here: int
    connections: int
    tables: int
    bans: int
    mutes: int
    read_only: bool
    announcement: str
    stores: bool
    database: str
    processes: list[HostProcess] = []


class HostPerson(Struct, frozen=True):
    """Somebody whom the room knows. ``address`` is that of their newest connection since the room opened."""

    id: str
    name: str
    here: bool
    address: str
    table: str | None
    seen: float
    has_results: bool
    muted: bool


class HostPeople(HostAnswer, tag="people"):
    """People by name. ``more`` were left out because there are too many."""

    people: list[HostPerson]
    more: int = 0


class HostTable(Struct, frozen=True):
    """A table. ``deals`` is the number of deals that it has had, ``replaced`` which computers failed there."""

    id: str
    game: str
    phase: Phase
    private: bool
    people: list[str]
    watchers: list[str]
    away: list[str]
    deals: int
    opened: float
    replaced: list[Said] = []


class HostTables(HostAnswer, tag="tables"):
    """Tables, the newest first."""

    tables: list[HostTable]
    more: int = 0


class HostBans(HostAnswer, tag="bans"):
    """Bans and mutes that hold, the newest first."""

    bans: list[Sanction]


class AuditLine(Struct, frozen=True):
    """Something that the host did."""

    n: int
    at: float
    address: str
    action: str
    target: str
    detail: str


class HostReports(HostAnswer, tag="reports"):
    """Reports, the newest first."""

    reports: list[HostReport]


class HostPairs(HostAnswer, tag="pairs"):
    """Those of the ``weighed`` pairs who stand out; ``on``: the room looks for them."""

    pairs: list[HostPair]
    weighed: int
    on: bool


class HostDeal(HostAnswer, tag="deal"):
    """A finished deal, as ``replay`` shows it, and the text of its record."""

    replay: Replay
    record: str


class HostClub(Struct, frozen=True):
    """A club or a class, with the number of its members, and who leads it."""

    id: str
    name: str
    kind: ClubKind
    members: int
    leaders: list[str]
    created: float


class HostClubs(HostAnswer, tag="clubs"):
    """Clubs, the newest first. ``more`` were left out because there are too many."""

    clubs: list[HostClub]
    more: int = 0


class HostTournament(Struct, frozen=True):
    """A tournament, with the number of people who play. ``club`` is the name of the club whose own it is."""

    id: str
    name: str
    kind: TournamentKind
    game: str
    phase: Literal["open", "running"]
    paused: bool
    people: int
    by: str
    club: str


class HostTournaments(HostAnswer, tag="tournaments"):
    """Tournaments that are not over, the newest first."""

    tournaments: list[HostTournament]


class HostAudit(HostAnswer, tag="audit"):
    """What the host did, the newest first."""

    lines: list[AuditLine]


class HostDone(HostAnswer, tag="done"):
    """It is done. ``count`` is the number of people whom it has met, ``bans`` are those that are new or were lifted.

    ``address`` is the address that a person who was sent out came from.
    """

    count: int = 0
    bans: list[Sanction] = []
    address: str = ""


class HostBackup(HostAnswer, tag="backup"):
    """Where the backup is, and its number of bytes."""

    file: str
    size: int


class HostResult(Struct, frozen=True):
    """How a deal came out for a person."""

    game: str
    table: str
    deal: int
    score: float
    won: bool
    at: float


class HostRecord(Struct, frozen=True):
    """All that is stored of a person."""

    id: str
    name: str
    created: float
    seen: float
    results: list[HostResult]


class HostExport(HostAnswer, tag="export"):
    """People with their results. ``next``: ask again with it for those who follow; empty: these were the last."""

    room: str
    at: float
    people: list[HostRecord]
    next: str = ""


class HostDraining(HostAnswer, tag="draining"):
    """A process hands its tables over now."""

    process: int


class Family(Struct, frozen=True):
    """A metric, with its samples: name, labels and value of each."""

    name: str
    help: str
    kind: str
    samples: list[tuple[str, dict[str, str], float]]


class HostNumbers(HostAnswer, tag="numbers"):
    """The metrics of a process."""

    process: int
    families: list[Family]


class HostError(HostAnswer, tag="error"):
    """It was not done. ``text`` is ``say`` in English: why, and what to do."""

    code: str
    say: Said
    text: str
    retry_after: float | None = None


if TYPE_CHECKING:
    ANSWERS = HostAnswer
else:
    ANSWERS = any_of(HostAnswer)

_decoder: msgspec.json.Decoder[HostQuestion] = msgspec.json.Decoder(QUESTIONS)
_encoder = msgspec.json.Encoder()


def decode(body: bytes) -> HostQuestion:
    """The question in a request's body; msgspec.DecodeError if it is none."""
    return _decoder.decode(body)


def encode(answer: Any) -> bytes:
    """A question or an answer as JSON."""
    return _encoder.encode(answer)
