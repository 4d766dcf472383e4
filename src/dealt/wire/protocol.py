"""Every message of the wire protocol, version 1: the one schema that checks what comes in and shapes what goes out.

Messages are JSON objects, one a text frame, told apart by ``op``. Cards travel as text (``3d``). An unknown field or a
wrong type is refused by name. ``docs/protocol.md`` explains the conversation; the page's types are made from here.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

VERSION: Final = 1
FRAME_LIMIT: Final = 16 * 1024
CHAT_LIMIT: Final = 500

Scalar = bool | int | str | None
Clock = Literal[0, 15, 30, 60]
Pace = Literal["instant", "fast", "normal", "slow"]
Phase = Literal["waiting", "playing", "over", "final"]
"""waiting: before the first deal; over: the next deal starts when all are ready; final: the match is over."""

Short = Annotated[str, Meta(max_length=64, pattern=r"^[^\x00]*$")]
"""PostgreSQL keeps no text with the character of number 0, and none can be looked for."""
Names = Annotated[str, Meta(max_length=512)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
DealNumber = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""What the databases keep as an integer: PostgreSQL refuses to compare one with a larger number."""
AVATARS: Final = 12
"""The number of pictures of people that can be chosen."""
AvatarNumber = Annotated[int, Meta(ge=0, le=AVATARS)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes in hex, small letters."""


# --- what a face sends ----------------------------------------------------------------------------------------------


class Incoming(Struct, tag_field="op", forbid_unknown_fields=True):
    """Any message to the room."""


class Hello(Incoming, tag="hello"):
    """The first message of a connection. A token from an earlier ``you`` brings the person back, seat and all.

    ``contributes``: this client seals and opens contributions to seeds by itself, so that deals wait a moment for it.

    A private room wants its ``invite`` code as well.
    """

    v: int
    token: Annotated[str, Meta(max_length=128)] | None = None
    invite: Annotated[str, Meta(max_length=200)] | None = None
    contributes: bool = False


class Name(Incoming, tag="name"):
    """Come in under a name; answered by ``you``. Until then a connection may only look at the lobby.

    The server says which names will do. The refusals ``name_taken`` and ``name_alike`` propose another one under
    ``free``.
    """

    name: Annotated[str, Meta(max_length=500)]


class ChooseAvatar(Incoming, tag="avatar"):
    """Choose one of the house's pictures of a person, by its number; 0 is the one that is drawn from the name.

    Answered by ``avatar``; it stays with the name, and everybody sees it.
    """

    avatar: AvatarNumber


class Bye(Incoming, tag="bye"):
    """Leave the room for good: the name becomes free and the token worthless."""


class Create(Incoming, tag="create"):
    """Open a table and sit down at it as its dealer.

    ``set``: all tables of that game, with the same options and the same name of a set, get the same deals. ``seed``:
    the deals are those that the command line deals from this word, so that anybody can know them beforehand. ``now``:
    deal at once, with computers on the empty seats. ``computers`` is the level or the name of a computer for all seats,
    or one for each seat, with commas between them; without it the best computer plays. ``takeovers``: may newcomers
    take a computer's cards over in the midst of a deal?
    """

    game: Short
    preset: Short | None = None
    options: Annotated[dict[str, Scalar], Meta(max_length=32)] = {}
    private: bool = False
    clock: Clock = 0
    pace: Pace = "normal"
    computers: Names | None = None
    set: Annotated[str, Meta(max_length=24)] | None = None
    seed: Annotated[str, Meta(max_length=40)] | None = None
    now: bool = False
    takeovers: bool = True


class Quick(Incoming, tag="quick"):
    """Play now: a seat at an open table of that game whose next deal is about to begin, else a new table's first deal.

    Never a table of a set or of a given seed, whose cards somebody may know. A new one has that ``pace`` and those
    ``computers``, as in ``create``. Where the room can have no more tables, any open one with a seat will do.
    """

    game: Short | None = None
    pace: Pace = "normal"
    computers: Names | None = None


class Join(Incoming, tag="join"):
    """Come to a table: a free seat before the first deal, a computer's at the next deal; ``watch`` only looks on.

    ``soon``: only if the next deal is about to begin there, else ``not_soon``. ``now``: in the midst of a deal, take a
    computer's cards over and play on; the deal then counts for nobody. A ``table`` tells with ``takeable`` who may.
    """

    table: Short
    watch: bool = False
    soon: bool = False
    now: bool = False


class Leave(Incoming, tag="leave"):
    """Leave the table; a computer takes over at once."""


class Start(Incoming, tag="start"):
    """Deal now and let computers take the empty seats; the table's dealer alone may."""


class Ready(Incoming, tag="ready"):
    """Ready for the next deal, or for a new match after the last one."""

    step: Number


class SetPace(Incoming, tag="pace"):
    """How long the table's computers take from now on; whoever may start the table alone may."""

    pace: Pace


class Seal(Incoming, tag="seal"):
    """Seal 32 random bytes for the seed of the deal that ``promise`` names: their SHA-256, once for each deal."""

    promise: Hex32
    seal: Hex32


class Contribute(Incoming, tag="contribute"):
    """Show the bytes that were sealed: the answer to ``sealed``, once for each deal."""

    promise: Hex32
    given: Hex32


class Act(Incoming, tag="act"):
    """An action of one's seat, by its name; ``step`` is the position that it answers."""

    step: Number
    action: Annotated[str, Meta(max_length=512)]


class Undo(Incoming, tag="undo"):
    """Take one's last action back, where the game lets people (``undoable``)."""

    step: Number


class Deal(Incoming, tag="deal"):
    """Begin the next deal of an ``undoable`` game now, giving up one that is under way; ``same``: the same cards."""

    step: Number
    same: bool = False


class Ask(Incoming, tag="ask"):
    """Why can't these cards be played, or this ``action`` without cards be done? Answered by ``answer``."""

    step: Number
    cards: Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(max_length=64)] = []
    action: Annotated[str, Meta(max_length=40)] = ""


class Hint(Incoming, tag="hint"):
    """What would a computer do here? Answered by ``hinted``, sooner without the worths of the best actions."""

    step: Number
    worths: bool = True


class GetMeaning(Incoming, tag="meaning"):
    """What does a line of the log say, as the table's computer reads it? Answered by ``meaning``."""

    line: Number


class GetSet(Incoming, tag="set"):
    """How the tables of this table's set have fared, deal by deal; answered by ``set``."""


class GetOdds(Incoming, tag="odds"):
    """What is known exactly about this position? For games that ``reckons`` names; answered by ``odds``."""

    step: Number


class Chat(Incoming, tag="chat"):
    """Say something at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LIMIT)]


class Phrase(Incoming, tag="phrase"):
    """Say a phrase of the house, or react, at the table: a text of the catalogues under ``phrase``.

    Everybody reads it in their own language.
    """

    phrase: Short


class GetRecord(Incoming, tag="record"):
    """The record of the table's finished deals, every hand open; answered by ``record``."""


class GetReplay(Incoming, tag="replay"):
    """A finished deal of the table, by its place in the record (from 0), every hand open; answered by ``replay``."""

    deal: DealNumber


class GetStatistics(Incoming, tag="statistics"):
    """How one has done in this room so far; answered by ``statistics``."""


class GetHistory(Incoming, tag="history"):
    """The newest deals that one has finished in this room, of a game or of all; answered by ``history``."""

    game: Short | None = None


class GetCompany(Incoming, tag="company"):
    """How one has done with each of the people with whom one has finished deals; answered by ``company``."""


class GetOldDeal(Incoming, tag="old_deal"):
    """A deal of one's ``history``, every hand open; answered by ``replay``."""

    table: Short
    dealt: DealNumber


class Analyse(Incoming, tag="analyse"):
    """What did each action of a finished deal cost? Answered by ``analysing`` as it goes on, and then ``analysis``.

    The deal is named as in ``replay`` (``deal``), or as in ``old_deal`` (``table`` and ``dealt``).
    """

    deal: DealNumber | None = None
    table: Short | None = None
    dealt: DealNumber | None = None


class StopAnalysis(Incoming, tag="stop_analysis"):
    """One waits no longer for the analysis that one asked for; it ends if nobody else waits for it.

    Answered by ``analysing`` with ``stopped``, unless nothing was under way.
    """


class GetPosition(Incoming, tag="position"):
    """A position of a finished deal as the seat saw it whose action came next; ``step`` counts actions from 0.

    The deal is named as in ``analyse``. Answered by ``position``.
    """

    step: Number
    deal: DealNumber | None = None
    table: Short | None = None
    dealt: DealNumber | None = None


class TryAction(Incoming, tag="try"):
    """What would this action be worth at a position of a finished deal? Answered by ``tried``."""

    step: Number
    action: Annotated[str, Meta(max_length=512)]
    deal: DealNumber | None = None
    table: Short | None = None
    dealt: DealNumber | None = None


class GetMistakes(Incoming, tag="mistakes"):
    """One's costly decisions of the last weeks, of a game or of all; answered by ``mistakes``."""

    game: Short | None = None


class Ping(Incoming, tag="ping"):
    """Answered by ``pong`` with the same number."""

    n: Number = 0


FromFace = (
    Hello
    | Name
    | ChooseAvatar
    | Bye
    | Create
    | Quick
    | Join
    | Leave
    | Start
    | Ready
    | SetPace
    | Seal
    | Contribute
    | Act
    | Undo
    | Deal
    | Ask
    | Hint
    | GetOdds
    | GetMeaning
    | GetSet
    | Chat
    | Phrase
    | GetRecord
    | GetReplay
    | GetStatistics
    | GetHistory
    | GetCompany
    | GetOldDeal
    | Analyse
    | StopAnalysis
    | GetPosition
    | TryAction
    | GetMistakes
    | Ping
)


# --- what the room sends --------------------------------------------------------------------------------------------


class Outgoing(Struct, tag_field="op", kw_only=True, gc=False):
    """Any message from the room. None of its parts refers back to it, so the garbage collector need not look at any."""


class Said(Struct, frozen=True, gc=False):
    """A sentence as a key of the catalogues and its arguments: "@key" is looked up, "#2" is seat 2, a list is cards."""

    key: str
    args: dict[str, str | int | list[str]] = {}


class ServerInfo(Struct, frozen=True, gc=False):
    """Another room, and the address of its page."""

    name: str
    url: str


class Welcome(Outgoing, tag="welcome"):
    """The answer to ``hello``. ``you`` follows if the token was good; ``stale`` says that it was not.

    ``servers`` are other rooms that the host proposes. ``addresses`` are those at which other machines can reach the
    room; only who connects from the room's own machine gets them. ``hints`` says where ``hint`` and ``odds`` are
    answered: "always", "alone" at tables where one person plays, or "never".
    """

    v: int
    room: str
    greeting: str
    software: str
    stale: bool = False
    servers: list[ServerInfo] = []
    addresses: list[str] = []
    hints: Literal["always", "alone", "never"] = "always"


class You(Outgoing, tag="you"):
    """Who you are here. Keep the token: it is your way back. ``table`` is where you sit or watch."""

    name: str
    token: str
    table: str | None
    avatar: int = 0


class AvatarChosen(Outgoing, tag="avatar"):
    """The picture that you have now."""

    avatar: int


class LobbySeat(Struct, frozen=True, gc=False):
    """A seat as the lobby shows it. ``away``: its person has lost the connection, and the seat is kept for a while.

    ``computer`` is the level or the name of the computer that plays there; empty where none does.
    """

    kind: Literal["person", "computer", "empty"]
    name: str = ""
    away: bool = False
    avatar: int = 0
    computer: str = ""


class LobbyTable(Struct, frozen=True, gc=False):
    """A public table as the lobby shows it. ``free``: how many more people can get a seat now or at the next deal.

    ``known``: as in a ``Table``.
    """

    id: str
    game: str
    options: dict[str, Scalar]
    phase: Phase
    seats: list[LobbySeat]
    free: int
    watchers: int
    clock: Clock
    deals: int
    set: str | None = None
    known: str | None = None


class Lobby(Outgoing, tag="lobby"):
    """All public tables, sent whenever something changes while one is in the lobby."""

    tables: list[LobbyTable]
    people: int


class WireAction(Struct, frozen=True, gc=False):
    """A legal action. ``name`` is what ``act`` sends, ``say`` what a button says.

    ``upto``: any amount up to it, in steps of ``step``. ``pick``: any of ``cards``, the least and the most of them.
    ``role``: "play" of cards, "pass", "take" of the pile with that number, else empty.
    """

    name: str
    verb: str
    say: Said
    cards: list[str] = []
    amount: int | None = None
    upto: int | None = None
    step: int = 1
    pick: list[int] | None = None
    role: str = ""


class WireBox(Struct, frozen=True, gc=False):
    """A group of actions, shown whole in ``columns`` columns; those that are not legal now are dimmed."""

    group: str
    columns: int
    actions: list[WireAction]


class WirePile(Struct, frozen=True, gc=False):
    """Cards that lie together; null is a card face down. ``at``: column and row of a slot in a figure, from 0.

    ``role`` is "hand" for what its owner holds, else empty.
    """

    name: str
    owner: int | None
    cards: list[str | None]
    lay: str
    note: str
    at: list[int] | None = None
    role: str = ""


class WireSum(Struct, frozen=True, gc=False):
    """A line of a figure through the slots of these names: what lies there adds up to ``value`` and should to ``goal``.

    ``mark`` is "right" or "wrong" for a line that stands out, else empty.
    """

    name: str
    piles: list[str]
    value: int
    goal: int
    mark: str = ""


class WireFact(Struct, frozen=True, gc=False):
    """A badge at its owner's seat, or in the header; a name that starts with "!" is a warning.

    ``lay`` is "chips" for an amount that lies on the table, before its owner or in the middle. ``role`` is what else it
    is to faces: dealer, lead, must, passed, calls, tricks, stack, out, playing, hand, won, alone or against.
    """

    name: str
    owner: int | None
    value: int | str
    lay: str = ""
    role: str = ""


class WireView(Struct, frozen=True, gc=False):
    """All that this seat may know of the deal.

    ``sure``: what ends the deal at once and costs this seat nothing, however the cards lie that it does not see.
    """

    seat: int | None
    turn: list[int]
    piles: list[WirePile]
    facts: list[WireFact]
    legal: list[WireAction]
    score: list[float] | None
    suits: bool
    sums: list[WireSum] = []
    sure: WireAction | None = None


class LogLine(Struct, frozen=True, gc=False):
    """One action of the deal as this seat may read it; ``hidden`` counts the cards that stayed face down.

    ``role`` is that of the action.
    """

    seat: int
    action: str
    say: Said
    cards: list[str]
    hidden: int = 0
    role: str = ""


class SeatInfo(Struct, frozen=True, gc=False):
    """Who is on a seat. ``away``: connection lost, the seat is kept; ``standin``: a computer plays on meanwhile.

    ``next`` is the person who takes the seat at the next deal. ``avatar`` is the picture that a person has chosen; 0 is
    the one that follows from the name. ``computer`` is the level or the name of the computer on a computer's seat, and
    ``remark`` what is to be known of it: that it plays for one that failed, or thinks less here than it could.
    """

    seat: int
    kind: Literal["person", "computer", "empty"]
    name: str
    away: bool = False
    standin: bool = False
    ready: bool = False
    total: float = 0
    balance: float | None = None
    next: str | None = None
    avatar: int = 0
    computer: str = ""
    remark: Said | None = None


class WireEntry(Struct, frozen=True, gc=False):
    """A line of a score: what it is for, and the factors whose product are its ``points``."""

    say: Said
    factors: list[float]
    points: float


class WireSide(Struct, frozen=True, gc=False):
    """Seats with a common result: what they reached, and the lines that add up to the score of each of them.

    ``name`` is null where a side is called by who sits there.
    """

    seats: list[int]
    entries: list[WireEntry]
    said: list[Said]
    name: Said | None = None


class WirePayment(Struct, frozen=True, gc=False):
    """What one seat pays to another for the deal; null is the house."""

    payer: int | None
    payee: int | None
    amount: float


class WireTrack(Struct, frozen=True, gc=False):
    """How far some seats are on the way to ``goal``, shown in ``parts``; without seats, how far the match is."""

    seats: list[int]
    value: float
    goal: float
    parts: int = 1
    say: Said | None = None


class WireStanding(Struct, frozen=True, gc=False):
    """How far it is to the end of the match."""

    say: Said
    tracks: list[WireTrack]


class WireSheet(Struct, frozen=True, gc=False):
    """How the score came about. ``said`` is the outcome in the game's own words, null where there are none.

    Every seat is in exactly one of ``sides``. ``standing`` is null where no end of the match comes nearer.
    """

    sides: list[WireSide]
    said: Said | None = None
    payments: list[WirePayment] = []
    standing: WireStanding | None = None


class Result(Struct, frozen=True, gc=False):
    """How the deal came out, and who won it. ``settled`` is what each seat wins at the table's stake.

    ``best`` leads by the totals; it is empty where the seats don't play against each other. ``sheet`` says how the
    scores came about.
    """

    scores: list[float]
    winners: list[int]
    totals: list[float]
    settled: list[float] | None
    balances: list[float] | None
    best: list[int]
    final: bool
    sheet: WireSheet | None = None


class WireOpening(Struct, frozen=True, gc=False):
    """How the cards were dealt: a sentence, the seats in the order of dealing, a card that lay face up in the pack.

    ``began`` is how many lines of the log came before it, such as the cutting for the deal.
    """

    say: Said | None = None
    round: list[int] = []
    card: str | None = None
    began: int = 0


class WireContribution(Struct, frozen=True):
    """What came from a seat's player for the seed: ``given`` is null if it was sealed and never shown."""

    name: str
    seal: str
    given: str | None


class WireMix(Struct, frozen=True):
    """What the seed of a deal is made of: the server's seed, and by seat what came from its player, null for nothing.

    ``deal`` is the number of the promise at its table, from 1. ``docs/fair-deals.md`` says how the seed follows.
    """

    server: str
    table: str
    deal: int
    seats: list[WireContribution | None]


class Sealed(Outgoing, tag="sealed"):
    """No more seals are taken for the deal of that ``promise``: here they are by seat. Now ``contribute``."""

    promise: str
    seals: list[str | None]


class TableState(Outgoing, tag="table"):
    """The whole table as this person may see it, sent after every change.

    ``step`` names the position; ``log`` holds the lines from number ``log_from`` on (0: forget the older ones);
    ``sorts`` are the orders of one's own hand; ``clock_ms`` is the time left of the turn. ``promise`` is the SHA-256 of
    the next deal's seed, ``commitment`` that of the deal on the table, whose ``seed`` follows when it is over.
    ``boxes`` come with one's turn; ``explained`` says whether the table's computer can tell what a line of the log
    means; ``set`` is the name of the set that the table belongs to, ``known`` the word from which all its deals follow:
    they can be known beforehand, and are not counted in anybody's results. ``opening`` comes once cards are dealt.
    ``vocabulary`` comes with one's turn too: the game's other actions without cards, possible now or not, so that a
    name that is typed can be understood. ``partnerships`` are the seats that play together. ``due``: the next deal was
    asked for and follows as soon as the contributions are there. ``mix`` comes with ``seed`` and says what that is made
    of; null where nobody contributed, and then it is the server's own. ``uncounted`` says why this deal is in nobody's
    statistics: "seed", its cards follow from a known word, "set", other tables get them too, "same", they lay here
    before, "replaced", a computer failed in the midst of it and was replaced; else it is empty. ``replaced`` has a
    sentence for each computer that failed at this table: who, why, who plays instead, and since which deal. "taken":
    somebody took a computer's cards over in the midst of this deal; ``taken`` has a sentence for each. ``takeable`` is
    the seat whose cards one may take over now: ``join`` this table with ``now``; null if one may not.
    ``stalled``: the room can't store what happens or can't reach the table; it goes on by itself as soon as it can.
    """

    id: str
    game: str
    options: dict[str, Scalar]
    private: bool
    clock: Clock
    pace: Pace
    computers: str
    phase: Phase
    deal: int
    step: int
    seat: int | None
    dealer: str | None
    seats: list[SeatInfo]
    watchers: list[str]
    view: WireView | None
    sorts: dict[str, list[str]]
    log_from: int
    log: list[LogLine]
    clock_ms: int | None = None
    commitment: str | None = None
    promise: str | None = None
    seed: str | None = None
    result: Result | None = None
    boxes: list[WireBox] = []
    explained: bool = False
    set: str | None = None
    known: str | None = None
    vocabulary: list[WireAction] = []
    partnerships: list[list[int]] = []
    opening: WireOpening | None = None
    due: bool = False
    mix: WireMix | None = None
    uncounted: Literal["", "seed", "set", "same", "replaced", "taken"] = ""
    stalled: bool = False
    replaced: list[Said] = []
    taken: list[Said] = []
    takeable: int | None = None


class ChatLine(Struct, frozen=True, gc=False):
    """A line of the table's talk. ``say`` instead of ``text`` is a notice of the house (joined, left, took over).

    ``phrase`` names a phrase of the house; ``text`` is then its text in English.
    """

    n: int
    at: float
    name: str
    text: str = ""
    say: Said | None = None
    phrase: str = ""


class Talk(Outgoing, tag="talk"):
    """New lines; ``history`` when they are all that is kept, sent on arrival."""

    lines: list[ChatLine]
    history: bool = False


class Answer(Outgoing, tag="answer"):
    """Why the cards can't be played, or the action can't be done; ``say`` is null if they can."""

    step: int
    cards: list[str]
    say: Said | None
    action: str = ""


class WireOption(Struct, frozen=True, gc=False):
    """What an action is worth to who does it, in the analysis' ``unit``: more is better.

    ``known`` is the expected result with what the seat knew, averaged over deals that fit it; ``error`` is the standard
    error of its difference to the best action. ``open`` is the result with all cards open; null where that is not
    worked out. ``why`` is a reason, where one can be given.
    """

    action: WireAction
    known: float
    error: float = 0.0
    open: float | None = None
    why: Said | None = None


class Hinted(Outgoing, tag="hinted"):
    """What a computer would do. ``options`` are the best actions by their worth, the best one first.

    They are empty where nobody could say it in time. ``unit`` is what they are counted in.
    """

    step: int
    action: WireAction
    options: list[WireOption] = []
    unit: str = ""


class WireOdds(Struct, frozen=True, gc=False):
    """A chance, or a number of points (``points``); the texts of the game name it under ``odds.NAME``."""

    name: str
    value: float
    points: bool = False


class Meaning(Outgoing, tag="meaning"):
    """What a line of the log says; null if the computer makes nothing of it."""

    step: int
    line: int
    say: Said | None


class SetScore(Struct, frozen=True, gc=False):
    """How a deal of a set came out at one table, and what each seat makes of it against the other tables.

    ``table`` is the id of one's own table; the others have numbers, the same in all deals of an answer.
    """

    table: str
    names: list[str]
    scores: list[float]
    compared: list[float] | None


class SetDeal(Struct, frozen=True, gc=False):
    """A deal of a set, at all tables that have finished it."""

    deal: int
    tables: list[SetScore]


class SetTable(Outgoing, tag="set"):
    """The set of the table: the deals that this table has finished, at all tables. ``unit`` is what is compared by."""

    name: str
    deals: list[SetDeal]
    unit: str = ""


class Odds(Outgoing, tag="odds"):
    """What is known exactly about a position."""

    step: int
    odds: list[WireOdds]


class Error(Outgoing, tag="error"):
    """A message that was refused: nothing has changed. ``text`` is ``say`` in English, ``re`` the op.

    ``retry_after`` comes with ``slow_down``: the seconds to wait before the next try. Whoever is at a table then gets
    its state once more.
    """

    code: str
    say: Said
    text: str
    re: str | None = None
    retry_after: float | None = None


class Left(Outgoing, tag="left"):
    """You are no longer at the table: left, gone (the table ended), closed (by the host), elsewhere (another tab of
    yours took over)."""

    why: Literal["left", "gone", "closed", "elsewhere", "restart"]


class HostSays(Outgoing, tag="host"):
    """What the host tells everybody, sent when it changes and after ``welcome``; an empty ``text`` says nothing.

    ``read_only``: deals under way are finished, and no name, table or deal begins. ``at`` is in seconds since 1970.
    """

    text: str
    at: float
    read_only: bool = False


class RecordText(Outgoing, tag="record"):
    """The record as JSON text; ``dealt replay`` and ``dealt verify`` read it.

    A long one comes in several messages, in order: ``more`` says that another piece of the text follows.
    """

    record: str
    more: bool = False


class Frame(Struct, frozen=True, gc=False):
    """A moment of a deal that is shown again, or of a lesson.

    ``move`` is what led here from the frame before. In a lesson ``words`` by language are to be read (without any the
    frame only passes by), and ``play`` is the name of the action that goes on; null where reading is enough. ``look``
    is what is pointed at meanwhile: cards by name, piles as ``"NAME OWNER"`` or ``"NAME"``, seats as ``"seat N"``.
    """

    view: WireView
    sorts: dict[str, list[str]] = {}
    move: LogLine | None = None
    words: dict[str, str] = {}
    play: str | None = None
    boxes: list[WireBox] = []
    look: list[str] = []


class Replay(Outgoing, tag="replay"):
    """A finished deal, all hands open: number ``deal`` of ``deals``, with the names and scores by seat.

    ``mix`` is what its seed is made of, as in a ``table``; ``fixed`` says why nobody could contribute: "seed", the
    deals of the table follow from a known word, or "set", other tables get the same; else it is empty. The answer to
    ``old_deal`` also says the ``game``, its ``options``, the id of the ``table`` and one's ``seat``. ``partnerships``
    are the seats that played together.
    """

    deal: int
    deals: int
    names: list[str]
    scores: list[float] | None
    frames: list[Frame]
    mix: WireMix | None = None
    fixed: str = ""
    game: str = ""
    options: dict[str, Scalar] = {}
    table: str = ""
    seat: int | None = None
    partnerships: list[list[int]] = []


class Tally(Struct, frozen=True, gc=False):
    """How somebody has done in a game: finished deals, those won, the average score, and the longest row of wins.

    ``streak`` is the present row: positive for wins, negative for deals not won. ``low``: a low score is good.
    """

    game: str
    deals: int
    won: int
    average: float
    streak: int
    best_streak: int
    low: bool


class Statistics(Outgoing, tag="statistics"):
    """How one has done in this room, a tally for each game that was played."""

    tallies: list[Tally]


class OldDeal(Struct, frozen=True, gc=False):
    """A deal that one has finished: number ``dealt`` of the table with that id. ``kept``: it can be shown again.

    ``at`` is in seconds since 1970.
    """

    table: str
    dealt: int
    game: str
    score: float
    won: bool
    at: float
    kept: bool


class History(Outgoing, tag="history"):
    """The newest deals that one has finished, the newest first; ``game`` is that of the question."""

    deals: list[OldDeal]
    game: str | None = None


class Mate(Struct, frozen=True, gc=False):
    """How one has done at a game with somebody: the deals that both finished, those that oneself won, the other, both.

    Somebody's new name is shown if they have one, and the picture that they have chosen; 0 is none.
    """

    name: str
    game: str
    deals: int
    won: int
    theirs: int
    both: int
    avatar: int = 0


class Company(Outgoing, tag="company"):
    """With whom one has finished deals, those with most of them first."""

    mates: list[Mate]


class Analysing(Outgoing, tag="analysing"):
    """How far the analysis of deal number ``dealt`` of that table is: ``done`` of ``of`` parts, 0 of 0 while it waits.

    ``stopped``: it is worked out no more.
    """

    table: str
    dealt: int
    done: int = 0
    of: int = 0
    stopped: bool = False


class WireJudged(Struct, frozen=True, gc=False):
    """An action of a deal, and what would have been better.

    ``step`` counts actions from 0. ``cost`` is what it lost against ``best`` with what the seat knew, and ``open_cost``
    against the best with all cards open, null where that is not worked out; neither is negative. ``forced``: there
    was no choice. ``mistake``: the cost is beyond doubt.
    """

    step: int
    seat: int
    taken: WireOption
    best: WireOption
    others: list[WireOption]
    cost: float
    open_cost: float | None = None
    forced: bool = False
    mistake: bool = False


class WireExtra(Struct, frozen=True, gc=False):
    """What else is known of a deal, such as par: a sentence, perhaps with a table under it.

    A cell that starts with "@" is a key of the texts; "#2" is the name on seat 2.
    """

    say: Said
    columns: list[str] = []
    rows: list[list[str]] = []


class Analysis(Outgoing, tag="analysis"):
    """What each action of deal number ``dealt`` of a table was worth, in ``unit``.

    ``expected`` has a row for each position, the first one included: what each seat could expect with all cards open.
    ``accuracy`` is a number from 0 to 100 for each seat, null for one that had no choice. ``costliest`` are places in
    ``judged``, the costliest action first. ``seat`` is one's own, null for who watched. ``deal`` is that of the
    question.
    """

    table: str
    dealt: int
    game: str
    names: list[str]
    unit: str
    judged: list[WireJudged]
    expected: list[list[float]]
    accuracy: list[float | None]
    costliest: list[int]
    extras: list[WireExtra] = []
    seat: int | None = None
    deal: int | None = None


class Position(Outgoing, tag="position"):
    """A position of a finished deal as ``seat`` saw it before its action number ``step``, with the log that it read.

    ``judged`` is that action; null where the deal was not analysed.
    """

    table: str
    dealt: int
    step: int
    seat: int
    game: str
    options: dict[str, Scalar]
    names: list[str]
    frame: Frame
    log: list[LogLine]
    vocabulary: list[WireAction] = []
    partnerships: list[list[int]] = []
    judged: WireJudged | None = None
    unit: str = ""


class Tried(Outgoing, tag="tried"):
    """What an action would have been worth at a position, and what the best one is worth, judged together.

    ``better`` says how it compares with what was done: 1 better, 0 about as good, -1 worse; null where that is not
    known. ``right``: nothing is better beyond doubt.
    """

    table: str
    dealt: int
    step: int
    option: WireOption
    best: WireOption
    right: bool
    better: int | None = None


class Mistake(Struct, frozen=True, gc=False):
    """A costly decision: action number ``step`` of deal number ``dealt`` at a table, and what it lost, in ``unit``."""

    table: str
    dealt: int
    step: int
    game: str
    cost: float
    unit: str
    at: float


class Mistakes(Outgoing, tag="mistakes"):
    """One's costly decisions, the newest deal first; ``game`` is that of the question."""

    mistakes: list[Mistake]
    game: str | None = None


class Pong(Outgoing, tag="pong"):
    """The answer to ``ping``."""

    n: int = 0


FromRoom = (
    Welcome
    | You
    | AvatarChosen
    | Lobby
    | Sealed
    | TableState
    | Talk
    | Answer
    | Hinted
    | Meaning
    | SetTable
    | Odds
    | Error
    | Left
    | HostSays
    | RecordText
    | Replay
    | Statistics
    | History
    | Company
    | Analysing
    | Analysis
    | Position
    | Tried
    | Mistakes
    | Pong
)


# --- over HTTP ------------------------------------------------------------------------------------------------------


class OptionInfo(Struct, frozen=True, gc=False):
    """A house rule: its values are ``choices`` or ``low..high``."""

    name: str
    default: Scalar
    choices: list[Scalar]
    low: int | None = None
    high: int | None = None


class GameInfo(Struct, frozen=True, gc=False):
    """A game of the house: ``GET api/games/GAME`` answers with it, ``GET api/games`` with all of them.

    ``whole`` is false for games as ``GET api/lobby`` lists them: without presets, without what is ``settled``, without
    the options but ``seats``, and of the texts only those under ``game``.

    ``settled`` are all options as a table has them under each preset, and under "" by the standard rules: there the
    options that follow others are decided. ``picture`` are the cards that stand for it in the lobby, and ``spread``
    says how they lie there: "fan", "trick" or "board". ``group`` is the part of the lobby where it stands: "sides",
    "each", "alone" or "chips". ``lesson`` says whether there is one, ``reckons`` whether ``odds`` has an answer,
    ``spoiler`` that it is to be shown on demand only, and ``daily`` whether there is a puzzle of the day.
    """

    name: str
    seats: int
    options: list[OptionInfo]
    presets: dict[str, dict[str, Scalar]]
    settled: dict[str, dict[str, Scalar]]
    computers: list[str]
    sorts: list[str]
    low: bool
    undoable: bool
    reckons: bool
    picture: list[str]
    lesson: bool
    texts: dict[str, dict[str, str]]
    spoiler: bool = False
    whole: bool = True
    group: str = "each"
    spread: str = "fan"
    daily: bool = False


class Invitation(Struct, frozen=True, gc=False):
    """What somebody may know who has the link to a table: ``GET api/invitations/TABLE`` answers with it.

    ``by`` is who may deal there; empty if everybody has left.
    """

    table: LobbyTable
    by: str


class Lesson(Struct, frozen=True, gc=False):
    """The first lesson of a game: ``GET api/lesson/GAME`` answers with it."""

    game: str
    options: dict[str, Scalar]
    seat: int
    frames: list[Frame]
    partnerships: list[list[int]] = []


class Daily(Struct, frozen=True, gc=False):
    """The puzzle of a day as ``seat`` saw it: ``GET api/daily/GAME/DAY`` answers with it, DAY as in 2026-11-23.

    One of the ``choices`` is best: ``GET api/daily/GAME/DAY/CHOICE``, CHOICE from 0, says which.
    """

    game: str
    day: str
    options: dict[str, Scalar]
    seat: int
    seats: int
    step: int
    frame: Frame
    log: list[LogLine]
    choices: list[WireAction]
    vocabulary: list[WireAction] = []
    partnerships: list[list[int]] = []


class DailyAnswer(Struct, frozen=True, gc=False):
    """How good the ``choice`` in the puzzle of a day is, and what each choice is worth on average, in ``unit``.

    ``best`` is the place of the best choice, ``taken`` of what a computer did at its table. ``why`` says why the best
    choice is better than the one that was chosen, or, if that is the best, than what the computer did.
    """

    choice: int
    right: bool
    best: int
    taken: int
    worths: list[float]
    unit: str
    why: Said


class ChartRow(Struct, frozen=True, gc=False):
    """A row of a chart: a code for each column."""

    label: str
    cells: list[str]


class WireChart(Struct, frozen=True, gc=False):
    """A table of advice; the texts of the game name it, its columns, its rows and its codes under ``chart``."""

    name: str
    columns: list[str]
    rows: list[ChartRow]


class Charts(Struct, frozen=True, gc=False):
    """Advice for all positions of a game: ``GET api/charts/GAME?OPTION=VALUE`` answers with it."""

    game: str
    charts: list[WireChart]


class House(Struct, frozen=True, gc=False):
    """The answer to ``GET api/games`` and ``api/lobby``: the games, and the texts that don't belong to one."""

    games: list[GameInfo]
    texts: dict[str, dict[str, str]]


_decoder: msgspec.json.Decoder[FromFace] = msgspec.json.Decoder(FromFace)
_encoder = msgspec.json.Encoder()


def decode(frame: str | bytes) -> FromFace:
    """The message in a frame; msgspec.DecodeError (ValidationError: naming the field) if it isn't one."""
    return _decoder.decode(frame)


def encode(message: Outgoing | House | GameInfo | Invitation | Lesson | Charts | Daily | DailyAnswer) -> bytes:
    """A message as a frame."""
    return _encoder.encode(message)
