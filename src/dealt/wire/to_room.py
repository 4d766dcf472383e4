"""Every message to the room."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from dealt.wire.values import (
    CHAT_LIMIT,
    STORABLE,
    Asking,
    AvatarNumber,
    Clock,
    Costly,
    Credential,
    Day,
    DealNumber,
    DeviceName,
    Hex32,
    Long,
    Names,
    News,
    Number,
    Pace,
    Scalar,
    Short,
    Talking,
)

__all__ = [
    "Act", "AddDevice", "Analyse", "Ask", "Befriend", "Block", "Bye", "Chat", "ChooseAvatar", "Contribute",
    "Create", "Deal", "EndDevice", "EndPasskey", "GetChallenge", "GetCompany", "GetDaily", "GetDays", "GetDevices",
    "GetExport", "GetFriends", "GetHistory", "GetMeaning", "GetMistakes", "GetOdds", "GetOldDeal", "GetPosition",
    "GetRatings", "GetRecord", "GetReplay", "GetSet", "GetStatistics", "Hello", "Hint", "Incoming", "Join", "Leave",
    "MakePasskey", "MakeWords", "Name", "Phrase", "Ping", "PlayDaily", "Quick", "Ready", "Report", "Seal",
    "SetPace", "SignIn", "Start", "StopAnalysis", "TellMe", "TryAction", "Undo", "Unfriend",
]  # fmt: skip


class Incoming(Struct, tag_field="op", forbid_unknown_fields=True):
    """Any message to the room; ``rationed`` is the setting that limits it, where one does."""

    rationed: ClassVar[str] = ""


class Hello(Incoming, tag="hello"):
    """The first message of a connection. A token from an earlier ``you`` brings the person back, seat and all.

    ``contributes``: this client seals and opens contributions to seeds by itself, so that deals wait a moment for it.

    A private room wants its ``invite`` code as well. ``device`` is what the device calls itself, for its owner's list.
    """

    v: int
    token: Annotated[str, Meta(max_length=128)] | None = None
    invite: Annotated[str, Meta(max_length=200)] | None = None
    contributes: bool = False
    device: DeviceName = ""


class Name(Costly, Incoming, tag="name"):
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
    """Leave the room for good: the name becomes free and the token worthless, answered by ``forgotten``."""


class SignIn(Costly, Incoming, tag="sign_in"):
    """Be somebody who is known here already, from a device that is not theirs yet: answered by ``you``.

    By a ``code`` that one of their devices was given, by their ``name`` and recovery ``words``, of which the first
    four letters will do, or by what a ``passkey`` says of a challenge. Wrong ones are limited by address.
    """

    code: Annotated[str, Meta(max_length=64)] | None = None
    name: Annotated[str, Meta(max_length=500)] | None = None
    words: Annotated[str, Meta(max_length=200)] | None = None
    passkey: Credential | None = None


class GetChallenge(Costly, Incoming, tag="passkey"):
    """Ask for what a passkey is to sign, once, within two minutes; answered by ``passkey``.

    For who has a name it is one that is still to be made, for others one to ``sign_in`` with.
    """


class MakePasskey(Costly, Incoming, tag="make_passkey"):
    """What a browser says of the passkey that it has made for a challenge; answered by ``devices``."""

    passkey: Credential


class EndPasskey(Costly, Incoming, tag="end_passkey"):
    """Nobody comes back by a passkey any more. Answered by ``devices``."""

    id: Short


class TellMe(Costly, Incoming, tag="tell_me"):
    """Be told on this device, by its browser's push service, while you are here by none; answered by ``telling``.

    ``what``: an "event" of yours begins, a "friend" sits down, it is your "turn" after a minute; nothing ends it.
    ``endpoint``, ``key`` and ``auth`` are those of the browser's subscription.
    """

    what: list[News]
    endpoint: Annotated[str, Meta(max_length=1000, pattern=STORABLE)] = ""
    key: Annotated[str, Meta(max_length=100, pattern=STORABLE)] = ""
    auth: Annotated[str, Meta(max_length=40, pattern=STORABLE)] = ""
    language: Literal["en", "zh"] = "en"


class GetDevices(Costly, Incoming, tag="devices"):
    """Which devices are yours? Answered by ``devices``."""


class AddDevice(Costly, Incoming, tag="add_device"):
    """Ask for a code by which one more device becomes yours; answered by ``device_code``.

    It works once, for two minutes, and until the next one is asked for.
    """


class EndDevice(Costly, Incoming, tag="end_device"):
    """A device is yours no more: who is here by it is sent out. Answered by ``devices``.

    The device that asks can't be ended so.
    """

    id: Short


class MakeWords(Costly, Incoming, tag="words"):
    """Make recovery words, in place of those there were; answered by ``words``, which shows them this once."""


class Create(Costly, Incoming, tag="create"):
    """Open a table and sit down at it as its dealer."""

    game: Short
    preset: Short | None = None
    """A name for several options, as the game's entry has them."""
    options: Annotated[dict[str, Scalar], Meta(max_length=32)] = {}
    """House rules that are to be otherwise."""
    private: bool = False
    """Is it in no list? Whoever knows its id may join."""
    club: Short = ""
    """The id of a club of yours: its members alone see the table, and come to it. It is private then."""
    clock: Clock = 0
    """The seconds of a turn: 0, no limit, 15, 30 or 60."""
    pace: Pace = "normal"
    """How long computers take: ``instant``, ``fast``, ``normal`` or ``slow``."""
    computers: Names | None = None
    """A level (``beginner``, ``easy``, ``normal``, ``hard``, ``expert``) or the name of a computer, for all seats, or
    one for each seat from 0 on with commas between them: ``hard,easy,deuce,normal``. Without it the best one plays."""
    set: Annotated[str, Meta(max_length=24)] | None = None
    """All tables of that game with the same options and the same name of a set get the same deals."""
    seed: Annotated[str, Meta(max_length=40)] | None = None
    """The deals follow from this word as those of ``dealt play GAME --seed WORD`` do: anybody can know them."""
    now: bool = False
    """Deal at once, with computers on the empty seats."""
    rated: bool = False
    """Do deals count for ratings? Then there is no help, and no taking over; it takes fresh cards, and levels."""
    takeovers: bool = True
    """May newcomers take a computer's cards over in the midst of a deal?"""


class GetDaily(Costly, Long, Incoming, tag="daily"):
    """The boards of a day, as in 2026-11-26, or of today by UTC; answered by ``daily``, again as the field grows.

    ``calendar``: the answer tells of the days before, too.
    """

    game: Short
    day: Day | None = None
    calendar: bool = False


class PlayDaily(Costly, Incoming, tag="play_daily"):
    """Play the boards of a day one after another, from the first on that one has not finished: a table opens for it.

    With a ``board`` from there on, up to the next that one has begun. A board that was left goes on where it stood.
    Days that are to come, or long past, are refused (``no_daily``), and so is a board that one has finished.
    ``instant``: the one board that the room chooses, which most people have played whose results it can compare.
    """

    game: Short
    day: Day | None = None
    pace: Pace = "normal"
    board: Annotated[int, Meta(ge=1, le=8)] | None = None
    instant: bool = False


class Quick(Costly, Incoming, tag="quick"):
    """Play now: a seat at an open table of that game whose next deal is about to begin, else a new table's first deal.

    Never a table of a set or of a given seed, whose cards somebody may know. A new one has that ``pace`` and those
    ``computers``, as in ``create``. Where the room can have no more tables, any open one with a seat will do.
    """

    game: Short | None = None
    pace: Pace = "normal"
    computers: Names | None = None


class Join(Costly, Incoming, tag="join"):
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
    """Ready for the next deal, or for a new match after the last one. The deal comes when all are ready."""

    step: Number


class SetPace(Costly, Incoming, tag="pace"):
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
    """Take one's last action back, where the game lets people (``undoable``) and the deal is not over."""

    step: Number


class Deal(Costly, Incoming, tag="deal"):
    """Begin the next deal of an ``undoable`` game now, giving up one that is under way; ``same``: the same cards."""

    step: Number
    same: bool = False


class Ask(Incoming, tag="ask"):
    """Why can't these cards be played, or this ``action`` without cards be done? Answered by ``answer``."""

    step: Number
    cards: Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(max_length=64)] = []
    action: Annotated[str, Meta(max_length=40)] = ""


class Hint(Asking, Incoming, tag="hint"):
    """What would a computer do here? Answered by ``hinted``, sooner without the ``worths`` of the best actions.

    While the turn lasts the answer may be to a newer position. The error is ``hint_late`` if there is none in time.
    """

    step: Number
    worths: bool = True


class GetOdds(Asking, Incoming, tag="odds"):
    """What is known exactly about what one sees? For games that ``reckons`` names; answered by ``odds``.

    Who watches may ask too.
    """

    step: Number


class GetMeaning(Asking, Incoming, tag="meaning"):
    """What does ``line`` of the log (from 0) say, as the table's computer reads it? Answered by ``meaning``.

    Who watches may ask too, and when the deal is over.
    """

    line: Number


class GetSet(Costly, Long, Incoming, tag="set"):
    """How the tables of this table's set have fared, deal by deal; answered by ``set``."""


class Chat(Talking, Incoming, tag="chat"):
    """Say something to all at the table: up to 500 characters and 12 lines."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LIMIT)]


class Phrase(Talking, Incoming, tag="phrase"):
    """Say a phrase of the house, or react, at the table: a text of the catalogues under ``phrase``.

    Everybody reads it in their own language. It is rationed with ``chat``.
    """

    phrase: Short


class GetFriends(Costly, Incoming, tag="friends"):
    """Your friends, whom you have asked, who asks you, and whom you have blocked; answered by ``friends``."""


class Befriend(Costly, Incoming, tag="befriend"):
    """Ask somebody to be your friend, or agree where they have asked; answered by ``friends``, and told to them."""

    name: Short


class Unfriend(Costly, Incoming, tag="unfriend"):
    """Be no friends, take back what you asked, decline, or end a block; answered by ``friends``."""

    name: Short


class Block(Costly, Incoming, tag="block"):
    """Have nothing to do with somebody: they can't sit down where you opened the table, nor ask you; they are not told.

    Faces show none of what they say. Answered by ``friends``.
    """

    name: Short


class Report(Costly, Incoming, tag="report"):
    """Tell the host about somebody. From a table its last lines of talk go along; answered by ``reported``."""

    name: Short
    note: Annotated[str, Meta(max_length=500, pattern=STORABLE)] = ""


class GetExport(Costly, Long, Incoming, tag="export"):
    """Everything that the room keeps of you, as one text of JSON; answered by ``export``."""


class GetRecord(Costly, Long, Incoming, tag="record"):
    """The record of the table's finished deals, every hand open; answered by ``record``."""


class GetReplay(Costly, Long, Incoming, tag="replay"):
    """A finished deal of the table, by its place in the record (from 0), every hand open; answered by ``replay``."""

    deal: DealNumber


class GetStatistics(Costly, Incoming, tag="statistics"):
    """How one has done in this room so far; answered by ``statistics``."""


class GetHistory(Costly, Long, Incoming, tag="history"):
    """The newest 300 deals that one has finished in this room, of a game or of all; answered by ``history``."""

    game: Short | None = None


class GetDays(Costly, Long, Incoming, tag="days"):
    """The days of the last 12 months on which one has finished deals, of a game or of all; answered by ``days``.

    A day begins at midnight ``offset`` minutes ahead of UTC, all year.
    """

    game: Short | None = None
    offset: Annotated[int, Meta(ge=-1440, le=1440)] = 0


class GetCompany(Costly, Long, Incoming, tag="company"):
    """How one has done with each of the people with whom one has finished deals; answered by ``company``."""


class GetRatings(Costly, Long, Incoming, tag="ratings"):
    """Who plays a game best, and how one's own rating has moved; of this ``week``, by UTC, or of all time.

    Answered by ``ratings``; with the id of a ``club`` of yours, of its members alone.
    """

    game: Short
    week: bool = False
    club: Short = ""


class GetOldDeal(Costly, Long, Incoming, tag="old_deal"):
    """A deal of one's ``history``, or of a board of a day that one has finished; answered by ``replay``."""

    table: Short
    dealt: DealNumber


class Analyse(Costly, Long, Incoming, tag="analyse"):
    """What did each action of a finished deal cost? Answered by ``analysing`` as it goes on, and then ``analysis``.

    The deal is named as in ``replay`` (``deal``), or as in ``old_deal`` (``table`` and ``dealt``).
    """

    deal: DealNumber | None = None
    table: Short | None = None
    dealt: DealNumber | None = None


class StopAnalysis(Costly, Incoming, tag="stop_analysis"):
    """One waits no longer for the analysis that one asked for; it ends if nobody else waits for it.

    Answered by ``analysing`` with ``stopped``, unless nothing was under way.
    """


class GetPosition(Asking, Incoming, tag="position"):
    """A position of a finished deal as the seat saw it whose action came next; ``step`` counts actions from 0.

    The deal is named as in ``analyse``. Answered by ``position``.
    """

    step: Number
    deal: DealNumber | None = None
    table: Short | None = None
    dealt: DealNumber | None = None


class TryAction(Asking, Incoming, tag="try"):
    """What would this action be worth at a position of a finished deal? Answered by ``tried``."""

    step: Number
    action: Annotated[str, Meta(max_length=512)]
    deal: DealNumber | None = None
    table: Short | None = None
    dealt: DealNumber | None = None


class GetMistakes(Costly, Long, Incoming, tag="mistakes"):
    """One's costly decisions in deals of one's history, up to 200, of a game or of all; answered by ``mistakes``."""

    game: Short | None = None


class Ping(Incoming, tag="ping"):
    """Answered by ``pong`` with the same number."""

    n: Number = 0
