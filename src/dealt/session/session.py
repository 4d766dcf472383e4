"""One table of the room as a state machine: who sits where, whose deal it is, what was said. No sockets, no clock.

Commands check and answer with events, without changing anything; :meth:`Session.apply` carries an event out. So an
event can be stored first, and the same events make the same session again after a restart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

import msgspec

from dealt.game import Game, Say, Seat
from dealt.mix import Mix
from dealt.players import seated
from dealt.session.deals import PlayedDeal
from dealt.session.events import (
    Acted,
    By,
    Came,
    ComputerReplaced,
    Contributed,
    Counted,
    DealBegan,
    DealDue,
    Ended,
    Event,
    Failure,
    Finished,
    GaveUp,
    MarkedReady,
    Opened,
    PaceSet,
    Returned,
    Scored,
    Sealed,
    SealsClosed,
    SeedDrawn,
    Spoke,
    StoodIn,
    Undone,
    Went,
)
from dealt.session.mixing import Awaited, Mixing
from dealt.session.seating import COMPUTERS, Chair, Guest, Replaced, Taken, tidy
from dealt.table import Match, Table, commitment
from dealt.texts import common
from dealt.wire.protocol import ChatLine, Pace, Phase, Said
from dealt.wire.refusal import Refused, said

__all__ = ["Refused", "Session", "said"]

KEPT_LINES: Final = 200


class Session:
    """A table of the room, made of its events."""

    def __init__(self, id: str, opened: Opened, game: Game[Any], at: float = 0.0):  # noqa: A002
        self.id = id
        self.settings = msgspec.structs.replace(opened, options=dict(game.options))
        self.game = game
        self.opened_at = at
        self.n = 1
        """How many events it is made of."""
        self.guests: dict[str, Guest] = {}
        self.chairs = [Chair() for _ in range(game.seats)]
        self.match: Match[Any] | None = None
        self.phase: Phase = "waiting"
        self.ended = False
        self.step = 0
        """Moves with every deal, action and undo, so that it names one position of this table for good."""
        self.deal = 0
        """The number of the deal in its match."""
        self.dealt = 0
        """How many deals this table has had."""
        self.undone = 0
        """How many actions were taken back."""
        self.matches = 0
        """How many matches this table has begun."""
        self.played: list[PlayedDeal] = []
        """Deals that are over, until the store has them in rows of their own."""
        self.uncounted: list[Scored] = []
        """Deals that have ended and are in nobody's statistics yet."""
        self.replaced: list[Replaced] = []
        """The computers that failed here, and who plays for them."""
        self.taken: list[Taken] = []
        """The computers' cards that were taken over in the deal on the table, and by whom."""
        self.sat: list[str] | None = []
        """Who has had a seat in the deal on the table and knows cards of it; None if a snapshot has not kept that."""
        self.finished: list[Finished] = []
        """Deals that have ended and are not yet in the results of the table's set."""
        self.drawn = 0
        """How many seeds were drawn: the number, in the table's set, of the newest."""
        self.drawn_deal = 0
        """The number of the seed of the deal on the table."""
        self.explained = False
        """Can the table's computer tell what actions mean? The room finds out."""
        self.talk: deque[ChatLine] = deque(maxlen=KEPT_LINES)
        self.talked = 0
        self.promised: bytes | None = None
        """The server's seed of the next deal, drawn before anybody can ask for that deal. Nobody may see it."""
        self.mixing = Mixing()
        """What has come from people for the seed of the next deal."""
        self.mix: Mix | None = None
        """What the seed of the deal on the table is made of; None if nobody contributed."""
        self.repeats = False
        """Has the deal on the table been dealt before, so that somebody may know it?"""
        self.begun: dict[Seat, int] = {}
        """The step at which the turn of a seat began."""
        self.times: dict[int, float] = {}
        """When the steps at which turns began came, and the newest one."""
        self.changed: set[Seat] = set()
        """The seats whose occupant has changed since the newest deal began."""

    # --- asking

    @property
    def table(self) -> Table[Any] | None:
        """The deal under way, or the last one."""
        return self.match.table if self.match else None

    @property
    def turn(self) -> tuple[Seat, ...]:
        """Who may act now."""
        return self.table.turn if self.table and self.phase == "playing" else ()

    def seat_of(self, person: str) -> Seat | None:
        """Where a person sits, or None."""
        for n, chair in enumerate(self.chairs):  # asked for every frame
            if chair.person == person and person:
                return n
        return None

    def next_of(self, person: str) -> Seat | None:
        """Which seat a person takes at the next deal, or None."""
        return next((n for n, chair in enumerate(self.chairs) if chair.next == person and person), None)

    def since(self, seat: Seat) -> int:
        """The step at which a seat's turn began; answers to an earlier position are stale."""
        return self.begun.get(seat, self.step)

    def is_stale(self, seat: Seat | None, step: int) -> bool:
        """Does what a seat says of the position after ``step`` actions come too late, or of one that never was?

        While its turn lasts it may not have seen yet what others have done at the same moment.
        """
        return step != self.step and (step > self.step or seat not in self.turn or step < self.since(seat))

    @property
    def players(self) -> list[str]:
        """The people who sit or will sit, by arrival. Without any the table ends."""
        placed = {chair.person for chair in self.chairs} | {chair.next for chair in self.chairs}
        return [person for person in self.guests if person in placed]

    @property
    def watchers(self) -> list[str]:
        """The people who sit nowhere now."""
        seated = {chair.person for chair in self.chairs}
        return [person for person in self.guests if person not in seated]

    @property
    def dealer(self) -> str | None:
        """Who may start: the player who came first."""
        return next(iter(self.players), None)

    @property
    def free(self) -> int:
        """How many more people can get a seat, now or at the next deal."""
        return sum(chair.kind != "person" and not chair.next for chair in self.chairs)

    def name_on(self, seat: Seat) -> str:
        """The name of who is on a seat; an empty one's is empty."""
        chair = self.chairs[seat]
        if chair.kind == "person":
            return self.guests[chair.person].name
        return self.computer_on(seat) if chair.kind == "computer" else ""

    def plays(self, seat: Seat) -> str:
        """The level or the name of the computer that plays on a seat, or would."""
        return seated(self.settings.computers, len(self.chairs))[seat]

    def computer_on(self, seat: Seat) -> str:
        """What the computer of a seat is called; tables begin at different names."""
        first = sum(self.id.encode())
        return COMPUTERS[(first + seat) % len(COMPUTERS)] + (f" {seat}" if seat >= len(COMPUTERS) else "")

    # --- commands: what would happen

    def come(
        self, person: str, name: str, *, watch: bool = False, watchers: int = 100, now: bool = False
    ) -> list[Event]:
        """Come to the table, change from watching to playing, or give up a seat that is kept for the next deal.

        ``now``: in the midst of a deal take a computer's cards over; between two deals it changes nothing.
        """
        here = person in self.guests
        if self.seat_of(person) is not None:
            if watch:
                raise Refused("seated")
            return []
        if watch:
            if not here and len(self.watchers) >= watchers:
                raise Refused("too_many_watchers", most=watchers)
            return [] if here and self.next_of(person) is None else [Came(person, name)]
        if now and self.phase == "playing":
            return [Came(person, name, self._to_take(person), now=True)]
        if self.next_of(person) is not None:
            return []
        wanted = "empty" if self.phase == "waiting" else "computer"
        for seat, chair in enumerate(self.chairs):
            if chair.kind == wanted and not chair.next:
                return [Came(person, name, seat)]
        raise Refused("table_full")

    def takeable(self, person: str) -> Seat | None:
        """The seat whose cards somebody may take over from a computer now; None if they wait for the next deal.

        Nobody may who has seen cards of this deal from another seat, or at a table whose deals somebody may know.
        Watchers may: they are shown no hidden card (:mod:`dealt.session.view`).
        """
        if not self._takes_over(person):
            return None
        kept = "" if self.next_of(person) is None else person
        return next((n for n, chair in enumerate(self.chairs) if (chair.kind, chair.next) == ("computer", kept)), None)

    def _takes_over(self, person: str) -> bool:
        """May somebody take over any cards in this deal, if a computer has some that are promised to nobody else?"""
        known = self.fixed or self.repeats or not self.settings.takeovers
        return self.phase == "playing" and not known and self.sat is not None and person not in self.sat

    def _to_take(self, person: str) -> Seat:
        seat = self.takeable(person)
        if seat is None:
            known = self.sat is not None and person in self.sat
            raise Refused("sat_before" if known else "table_full" if self._takes_over(person) else "no_takeover")
        return seat

    def leave(self, person: str, *, lost: bool = False) -> list[Event]:
        """Leave; a computer takes the seat at once."""
        if person not in self.guests:
            raise Refused("not_at_table")
        return [Went(person, lost)]

    @property
    def fixed(self) -> Literal["", "seed", "set"]:
        """Why nobody contributes to the seeds of this table; empty if people do."""
        return "set" if self.settings.set else "seed" if self.settings.seed else ""

    @property
    def for_nobody(self) -> Literal["", "seed", "set", "same", "replaced", "taken"]:
        """Why the deal on the table counts in nobody's statistics; empty if it counts.

        Somebody could know its cards, or a computer that failed was replaced in the midst of it, or somebody took its
        cards over: from the next deal on it is who plays there then that one wins or loses against.
        """
        changed = any(each.dealt == self.dealt for each in self.replaced)
        return self.fixed or ("same" if self.repeats else "replaced" if changed else "taken" if self.taken else "")

    def _in_next_deal(self) -> list[tuple[str, str] | None]:
        """The person and the name on each seat in the deal to come; None for a computer."""
        people = [chair.next or (chair.person if chair.kind == "person" else "") for chair in self.chairs]
        return [(person, self.guests[person].name) if person else None for person in people]

    @property
    def missing(self) -> list[str]:
        """The people whose part of the next seed has not come yet: their seals, or, once these are closed, the rest."""
        if self.mixing.closed is not None:
            return self.mixing.owing
        return [each[0] for each in self._in_next_deal() if each and each[0] not in self.mixing.seals]

    def seal(self, person: str, promise: str, seal: str) -> list[Event]:
        """Seal a contribution to the seed of the deal that is promised."""
        self._may_mix(person, promise)
        self.mixing.may_seal(person)
        return [Sealed(person, seal)]

    def contribute(self, person: str, promise: str, given: bytes) -> list[Event]:
        """Show the contribution that was sealed, once the list of seals is closed."""
        self._may_mix(person, promise, closed=True)
        return [Contributed(self.mixing.may_contribute(person, given), given.hex())]

    def _may_mix(self, person: str, promise: str, *, closed: bool = False) -> None:
        if person not in self.guests:
            raise Refused("not_at_table")
        if self.fixed:
            raise Refused("seed_fixed")
        if self.promised is None or promise != commitment(self.promised):
            raise Refused("other_deal")
        if not (closed and self.mixing.closed) and person not in [each[0] for each in self._in_next_deal() if each]:
            raise Refused("not_seated")

    def _begin(self, awaited: Awaited, giving_up: str = "") -> list[Event]:
        """Begin the deal that is promised, or wait for contributions to its seed."""
        mixing, people = self.mixing, [each[0] for each in self._in_next_deal() if each]
        if not self.fixed and mixing.closed is None:
            asked: list[Event] = [] if mixing.due else [DealDue(giving_up)]
            if any(person not in mixing.seals and awaited(person) for person in people):
                return asked
            if any(person in mixing.seals for person in people):
                return [*asked, SealsClosed()]
        if any(map(awaited, mixing.owing)):
            return []
        giving_up = giving_up or mixing.given_up_by
        return [*([GaveUp(giving_up)] if giving_up and self.phase == "playing" else []), DealBegan()]

    def start(self, person: str, awaited: Awaited = lambda _: False) -> list[Event]:
        """Deal now, with computers on the empty seats."""
        if self.phase != "waiting":
            raise Refused("started")
        if person != self.dealer:
            raise Refused("not_dealer", name=self.guests[self.dealer].name if self.dealer else "")
        return self._begin(awaited) if self.promised and not self.mixing.due else []

    def ready(self, person: str, step: int) -> list[Event]:
        """Be ready for the next deal; who gets a seat with it is."""
        if self.next_of(person) is not None:
            return []
        seat = self._seated(person)
        if step != self.step:
            raise Refused("stale")
        if self.phase not in ("over", "final"):
            raise Refused("not_over")
        return [] if self.chairs[seat].ready else [MarkedReady(person)]

    def act(self, person: str, step: int, written: str) -> list[Event]:
        """Carry out an action of one's own seat; Refused if the answer is stale, Illegal if the rules forbid it."""
        seat = self._seated(person)
        if self.is_stale(seat, step):
            raise Refused("stale")
        if self.table is None:
            raise Refused("not_started")
        return [Acted(seat, str(self.table.check(seat, written)))]

    def undo(self, person: str, step: int) -> list[Event]:
        """Take one's last action back."""
        table = self._alone(person, step)
        if self.phase != "playing":
            raise Refused("illegal", Say("illegal.over"))
        if not table.step:
            raise Refused("no_undo")
        return [Undone(person)]

    def deal_now(
        self, person: str, step: int, *, same: bool = False, awaited: Awaited = lambda _: False
    ) -> list[Event]:
        """Begin the next deal, or this one once more, whether it is over or not."""
        self._alone(person, step)
        if self.promised is None or self.mixing.due:
            return []
        if same:
            return [*([GaveUp(person)] if self.phase == "playing" else []), DealBegan(same)]
        return self._begin(awaited, person)

    def _alone(self, person: str, step: int) -> Table[Any]:
        """The deal of somebody who may do with it what they like, because nobody else plays."""
        self._seated(person)
        if not self.game.undoable:
            raise Refused("not_alone")
        if step != self.step:
            raise Refused("stale")
        if self.table is None:
            raise Refused("not_started")
        return self.table

    def act_for(self, seat: Seat, step: int, written: str, by: By) -> list[Event]:
        """An action that a computer chose while the position was ``step``; nothing if things have moved on."""
        chair = self.chairs[seat]
        due = {"computer": chair.kind == "computer", "standin": chair.standin, "clock": chair.kind == "person"}
        if self.table is None or seat not in self.turn or step < self.since(seat) or not due.get(by):
            return []
        return [Acted(seat, str(self.table.check(seat, written)), by)]

    def speak(self, person: str, text: str) -> list[Event]:
        """Say something; control characters and blank lines at the ends are left out."""
        if person not in self.guests:
            raise Refused("not_at_table")
        plain = tidy(text)
        if not plain:
            raise Refused("chat_empty")
        return [Spoke(person, plain)]

    def say_phrase(self, person: str, phrase: str) -> list[Event]:
        """Say a phrase of the house."""
        if person not in self.guests:
            raise Refused("not_at_table")
        text = common()["en"].get(f"phrase.{phrase}")
        if text is None:
            raise Refused("no_phrase")
        return [Spoke(person, text, phrase)]

    def close(self) -> list[Event]:
        """The host closes the table."""
        return [Ended()]

    def stand_in(self, person: str) -> list[Event]:
        """A computer plays on for somebody who is away."""
        seat = self.seat_of(person)
        return [StoodIn(person)] if seat is not None and not self.chairs[seat].standin else []

    def come_back(self, person: str) -> list[Event]:
        """They are back."""
        seat = self.seat_of(person)
        return [Returned(person)] if seat is not None and self.chairs[seat].standin else []

    def replace_computer(self, failing: str, computers: str, why: Failure = "raised") -> list[Event]:
        """Another computer plays from now on instead of the one that fails; nothing if that was done already."""
        before = seated(self.settings.computers, len(self.chairs))
        after = [computers if each == failing else each for each in before]
        if list(before) == after:
            return []
        return [ComputerReplaced(after[0] if len(set(after)) == 1 else ",".join(after), why)]

    def set_pace(self, person: str, pace: Pace) -> list[Event]:
        """Computers take another time from now on; nothing if they do already."""
        if person != self.dealer:
            raise Refused("not_pacer", name=self.guests[self.dealer].name if self.dealer else "")
        return [PaceSet(pace)] if self.settings.pace != pace else []

    def mark_all(self) -> list[Event]:
        """The time to look at the result is over: everybody is ready."""
        return [
            MarkedReady(chair.person)
            for chair in self.chairs
            if self.phase == "over" and chair.kind == "person" and not chair.ready
        ]

    def follow(self, seed: Callable[[], bytes], awaited: Awaited = lambda _: False) -> list[Event]:
        """What happens by itself now: asked after every event until nothing is left to do.

        ``seed`` draws 32 bytes. That happens as soon as the seed before is used, so that a promise precedes its deal.
        ``awaited`` says for whose contribution a deal is still to wait.
        """
        if self.ended:
            return []
        if self.uncounted or self.finished:
            return [Counted(list(self.uncounted), list(self.finished))]
        if not self.players:
            return [Ended()]
        if self.promised is None:
            return [SeedDrawn(seed().hex())]
        if self.mixing.due:
            return self._begin(awaited)
        people = [chair for chair in self.chairs if chair.kind == "person"]
        if self.phase == "waiting":
            full = len(people) == len(self.chairs)
        elif self.phase == "playing":
            full = False
        else:
            waiting = any(chair.next for chair in self.chairs)
            all_ready = all(chair.ready or chair.standin for chair in people)
            full = all_ready and (waiting or any(chair.ready for chair in people))
        return self._begin(awaited) if full else []

    def _seated(self, person: str) -> Seat:
        seat = self.seat_of(person)
        if seat is None:
            raise Refused("not_seated" if person in self.guests else "not_at_table")
        return seat

    # --- events: what did happen

    def apply(self, event: Event, at: float) -> None:
        """Carry an event out. The same events make the same session."""
        match event:
            case Came():
                self._came(event, at)
            case Went():
                self._went(event, at)
            case MarkedReady():
                self.chairs[self._seated(event.person)].ready = True
            case SeedDrawn():
                self.promised, self.mixing = bytes.fromhex(event.seed), Mixing()
                self.drawn += 1
            case Sealed():
                self.mixing.seals[event.person] = event.seal
            case DealDue():
                self.mixing.due, self.mixing.given_up_by = True, event.giving_up
            case SealsClosed():
                self.mixing.close(self._in_next_deal())
            case Contributed():
                self.mixing.contribute(event.seat, bytes.fromhex(event.given))
            case DealBegan():
                self._deal(at, same=event.same)
            case Acted():
                self._acted(event, at)
            case Undone():
                self._undo(at)
            case GaveUp():
                self._give_up(at)
            case Counted():
                self.uncounted = [each for each in self.uncounted if each not in event.results]
                self.finished = [each for each in self.finished if each not in event.finished]
            case Spoke():
                self._say(at, name=self.guests[event.person].name, text=event.text, phrase=event.phrase)
            case StoodIn():
                self.chairs[self._seated(event.person)].standin = True
                self._notice(at, "stood_in", name=self.guests[event.person].name)
            case Returned():
                self.chairs[self._seated(event.person)].standin = False
                self._notice(at, "returned", name=self.guests[event.person].name)
            case ComputerReplaced():
                both = [seated(each, len(self.chairs)) for each in (self.settings.computers, event.computers)]
                self.settings = msgspec.structs.replace(self.settings, computers=event.computers)
                before, after = next(((a, b) for a, b in zip(*both, strict=True) if a != b), (both[0][0], both[1][0]))
                self._notice(at, "computer_replaced", before=before, after=after, why=f"@failure.{event.why}")
                seats = [seat for seat, (a, b) in enumerate(zip(*both, strict=True)) if a != b]
                self.replaced.append(Replaced(seats, before, after, event.why, self.deal, self.dealt))
            case PaceSet():
                self.settings = msgspec.structs.replace(self.settings, pace=event.pace)
                self._notice(at, f"pace_{event.pace}")
            case Ended():
                self.ended = True
            case Opened():
                raise ValueError("a table is opened once")
        self.n += 1

    def apply_all(self, events: Iterable[tuple[Event, float]]) -> None:
        """Carry out events with their times."""
        for event, at in events:
            self.apply(event, at)

    def _came(self, event: Came, at: float) -> None:
        known = event.person in self.guests
        if not known:
            self.talked += 1
            self.guests[event.person] = Guest(event.person, event.name, self.talked, at)
        guest = self.guests[event.person]
        if event.seat is not None and event.person not in self.players:
            self.guests[event.person] = self.guests.pop(event.person, guest)  # as a player they arrive now
        kept = self.next_of(event.person)
        if kept is not None:
            self.chairs[kept].next = ""
        if event.seat is None:
            self._notice(at, "watches", name=event.name)
        elif self.phase == "waiting":
            self.chairs[event.seat].seat(event.person)
            self._notice(at, "came", name=event.name)
        elif event.now:
            self._take_over(event.person, event.name, event.seat, at)
        else:
            self.chairs[event.seat].next = event.person
            self._notice(at, "plays_next" if known else "comes_next", name=event.name)

    def _take_over(self, person: str, name: str, seat: Seat, at: float) -> None:
        """Somebody plays on with a computer's cards. A turn of it begins anew: what it thinks of comes too late."""
        self.taken.append(Taken(name, self.computer_on(seat)))
        self.chairs[seat].seat(person)
        self.changed.add(seat)
        self.sat = [*(self.sat or ()), person]
        if seat in self.turn:
            self.step += 1
            self.begun[seat] = self.step
            self._keep_time(at)
        self._notice(at, "took_over", name=name, computer=self.computer_on(seat))

    def _went(self, event: Went, at: float) -> None:
        seat, kept, dealer = self.seat_of(event.person), self.next_of(event.person), self.dealer
        guest = self.guests.pop(event.person)
        self._notice(at, "lost" if event.lost else "left", name=guest.name)
        if kept is not None:
            self.chairs[kept].next = ""
        if seat is not None:
            self.chairs[seat].clear("empty" if self.phase == "waiting" else "computer")
            self.changed.add(seat)
            if self.phase != "waiting":
                self._notice(at, "takes_over", name=guest.name, computer=self.computer_on(seat))
        if event.person == dealer and self.dealer and self.phase == "waiting":
            self._notice(at, "dealer", name=self.guests[self.dealer].name)

    def _deal(self, at: float, *, same: bool) -> None:
        if same and self.table:
            seed = self.table.seed
        elif self.promised is None:
            raise ValueError("a deal without a promise")
        else:
            self.mix = self.mixing.mix(self.promised, self.id, self.drawn)
            seed = self.mix.seed if self.mix else self.promised
            self.promised, self.mixing, self.drawn_deal = None, Mixing(), self.drawn
        if self.match is None or self.phase == "final":
            self.match, self.deal = Match(self.game, keep=False), 0
            self.matches += 1
        for seat, chair in enumerate(self.chairs):
            if chair.next:
                chair.seat(chair.next)
                self.changed.add(seat)
            elif chair.kind == "empty":
                chair.clear("computer")
            chair.ready = False
        joined = self.changed if self.match.table else ()
        names = [self.name_on(seat) for seat in range(len(self.chairs))]
        self.match.deal(seed, joined, names, mix=self.mix, fixed=self.fixed)
        self.changed.clear()
        self.taken.clear()
        self.sat = [chair.person for chair in self.chairs if chair.kind == "person"]
        self.repeats = same
        self.deal += 1
        self.dealt += 1
        self.step += 1
        self.phase = "playing"
        self.begun = dict.fromkeys(self.turn, self.step)
        self._keep_time(at)
        self._look_for_end(at)

    def _acted(self, event: Acted, at: float) -> None:
        table = self.table
        if table is None:
            raise ValueError("an action before the first deal")
        before = set(table.turn)
        table.act(event.seat, event.action)
        self.step += 1
        self.begun = {
            seat: self.step if seat == event.seat or seat not in before else self.since(seat) for seat in table.turn
        }
        self._keep_time(at)
        self._look_for_end(at)

    def _keep_time(self, at: float) -> None:
        """The newest step has come now."""
        self.times = {step: self.times.get(step, at) for step in (*self.begun.values(), self.step)}

    def _undo(self, at: float) -> None:
        if self.table is None:
            raise ValueError("an undo before the first deal")
        self.table.undo()
        self.undone += 1
        self.step += 1
        self.begun = dict.fromkeys(self.turn, self.step)
        self._keep_time(at)

    def _give_up(self, at: float) -> None:
        if self.match is None:
            raise ValueError("a deal is given up before the first one")
        self.match.give_up()
        self.phase = "over"
        self.step += 1
        self._keep_time(at)
        self._note(at, None)

    def _look_for_end(self, at: float) -> None:
        if self.match and self.match.table and self.match.table.over:
            self.phase = "final" if self.match.end() else "over"
            self._note(at, self.match.table.score)

    def _note(self, at: float, scores: tuple[float, ...] | None) -> None:
        """A deal has ended: it is to be counted for the people who sit there, and in the set that it belongs to.

        Nobody is credited with some deals: see :meth:`for_nobody`.
        """
        if self.match and self.match.table:
            record = self.match.record_of([self.match.newest])
            self.played.append(PlayedDeal(self.dealt, self.deal - 1, self.matches, record, self.match.table.past))
        winners = self.game.winners(scores) if scores else ()
        if scores is not None and self.settings.set and not self.repeats:
            names = [self.name_on(seat) for seat in range(len(self.chairs))]
            self.finished.append(Finished(self.drawn_deal, names, [float(each) for each in scores], at))
        if self.for_nobody or (scores is not None and self.game.zero_sum and not any(scores)):
            return  # passed out: nobody played
        self.uncounted += [
            Scored(chair.person, self.dealt, float(scores[seat]) if scores else 0.0, seat in winners, at)
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person"
        ]

    def _notice(self, at: float, key: str, **args: str | int) -> None:
        self._say(at, say=Said(f"notice.{key}", dict(args)))

    def _say(self, at: float, name: str = "", text: str = "", say: Said | None = None, phrase: str = "") -> None:
        self.talked += 1
        self.talk.append(ChatLine(self.talked, at, name, text, say, phrase))
