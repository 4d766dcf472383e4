"""A table in this very process: its session, one person or several, and computers on the other seats.

It tells what a room tells, message for message, and needs no socket, no thread and no database.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from random import Random
from time import monotonic, time
from typing import Any, Final, Literal, TypeVar

import msgspec

from dealt.daily import asked
from dealt.game import Action, Explainer, Game, Odds, Player, Say, Seat, View, hint_of
from dealt.players.from_file import PlayerError
from dealt.session import dealing, events, fold, seats, settings, view
from dealt.session.answering import Answering, Thinker
from dealt.session.awaiting import Awaiting, Contributor
from dealt.session.commands import COMMANDS
from dealt.session.events import Event, Opened
from dealt.session.refused import error_of
from dealt.session.session import Session
from dealt.session.settings import GIVEN_UP_AFTER, PACE, STANDIN_AFTER
from dealt.session.tally import counted
from dealt.table import Illegal, Table
from dealt.texts import Catalogue, sentence
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Outgoing, Tally, WireOption
from dealt.wire.refusal import Refused

ME: Final = "me"
"""The person whose process it is."""
T = TypeVar("T")
Slowly = Callable[[Callable[[], T]], Awaitable[T]]


async def _here(work: Callable[[], T]) -> T:
    return work()


def _chance(deal: int) -> bytes:
    return secrets.token_bytes(32)


class Computers:
    """Those of the seats, in this process; that of one's own gives hints. ``slowly`` does what may take seconds.

    ``daily``: they play a board of a day, as everywhere.
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[Player],
        chance: Random | None = None,
        slowly: Slowly[Any] = _here,
        *,
        daily: bool = False,
    ) -> None:
        self._game, self._players, self._chance, self._slowly = game, players, chance or Random(), slowly
        self.explains, self._daily = any(isinstance(each, Explainer) for each in players), daily

    async def choose(self, table: Table[Any], seat: Seat) -> Action:
        return self._players[seat].choose(*self._asked(table, seat))

    def _asked(self, table: Table[Any], seat: Seat) -> tuple[View, Random]:
        if self._daily:
            seen, number = asked(table, seat)
            return seen, Random(number)
        return table.view_for(seat, self._players[seat]), self._chance

    async def hint(self, table: Table[Any], seat: Seat, *, worths: bool) -> tuple[Action, list[WireOption], str]:
        return hint_of(self._players[seat], *self._asked(table, seat)), [], ""

    async def odds(self, seen: View) -> tuple[Odds, ...]:
        found: tuple[Odds, ...] = await self._slowly(partial(self._game.odds, seen))
        return found

    async def meaning(self, seen: View, line: int) -> Say | None:
        whose = self._players[seen.log[line].seat]
        explainer = next(each for each in (whose, *self._players) if isinstance(each, Explainer))
        said: Say | None = await self._slowly(partial(explainer.meaning, seen, line))
        return said


class Here:
    """What the person is connected by whose process it is."""

    contributes = True


class Near:
    """A sitting at a table of one's own, to which others may come. PlayerError: a computer chose what it may not.

    What is told waits in ``told``, with the person whom it is for; ``here`` is what those are connected by who are not
    ``away`` since when; ``avatars`` are the pictures that people have chosen.
    """

    def __init__(
        self,
        settings: Opened,
        game: Game[Any],
        thinker: Thinker,
        name: str,
        *,
        session: Session | None = None,
        id: str = "near",  # noqa: A002 - it is called so everywhere
        called: Sequence[str] = (),
        texts: Catalogue | None = None,
        seed: Callable[[int], bytes] = _chance,
        laid: Mapping[str, str] | None = None,
        pace: float | None = 0.0,
        watch: bool = False,
        avatars: Mapping[str, int] | None = None,
        by: Contributor | None = None,
        counts: Callable[[events.Counted], object] = lambda counted: None,
        then: Sequence[Event] = (),
    ) -> None:
        """``session`` is that of a table which goes on; else it is a new one.

        ``called`` are the names of the computers, ``laid`` the piles of a first deal that was laid out by hand, and
        ``by`` is what the person is connected by. ``seed`` draws 32 bytes for a deal, from 0. ``pace`` is the number of
        seconds that a computer takes, None as the table has it. Whoever watches has no seat and sees every card.
        ``counts`` hears how deals came out. ``then`` is what happens at once at a new table.
        """
        self.session = session or Session(id, settings, game, time(), called=called, explained=thinker.explains)
        self.tally = Tally(settings.game, 0, 0, 0.0, 0, 0, low=game.low)
        self._thinker, self._texts, self._seed, self._laid = thinker, texts or {}, seed, dict(laid or {})
        self._pace, self._watch, self._counts, self.told = pace, watch, counts, deque[tuple[str, Outgoing]]()
        self.here: dict[str, Contributor] = {}
        self.away, self.avatars = dict.fromkeys(self.session.guests, monotonic()), dict(avatars or {})
        self._answering = Answering(self.session, thinker)
        self._awaiting, self._said = Awaiting(self.session, self.here, monotonic), asyncio.Event()  # something was said
        self._shown: dict[str, tuple[view.LogPart | None, int | None]] = {}
        """What a person knows of the log, and the number of the last line of talk that they were told."""
        if session is None:
            self.come(ME, name, by or Here(), watch=watch)
            self._carry_out([each for each in then if not isinstance(each, events.SeedDrawn)])

    # --- the sitting

    async def send(self, message: Incoming, person: str = ME) -> bool:
        """Say something."""
        try:
            if type(message) in COMMANDS:
                self._carry_out(self._events(message, person))
            elif isinstance(message, protocol.GetStatistics):
                self.told.append((person, protocol.Statistics(tallies=[self.tally] if self.tally.deals else [])))
            else:
                self.told.append((person, await self._answering.answer(message, person)))
        except Illegal as illegal:
            self._refuse(Refused("illegal", illegal.say), message, person)
        except Refused as refused:
            self._refuse(refused, message, person)
        self._said.set()
        return True

    async def hear(self) -> Outgoing:
        """The next thing that is told, where one person is here."""
        return (await self.next())[1]

    async def next(self) -> tuple[str, Outgoing]:
        """The next thing that is told, and to whom; computers act meanwhile."""
        while not self.told:
            seat = next((each for each in self.session.turn if self.session.chairs[each].by), None)
            if seat is None:
                await self._wait()
            else:
                step = self.session.since(seat)
                await asyncio.sleep(PACE[self.session.settings.pace] if self._pace is None else self._pace)
                await self._let_act(seat, step)
            for when, command in self._due():
                if when <= monotonic():
                    self._carry_out(command())
                    break  # what else is due may be so no more
        return self.told.popleft()

    # --- coming and going

    def come(self, person: str, name: str, by: Contributor, *, watch: bool = False, now: bool = False) -> None:
        """Somebody comes, sits down, or watches; Refused if they can't."""
        happened = seats.come(self.session, person, name, watch=watch, now=now)
        self._awaiting.back(person)
        self.here[person] = by
        if happened:
            self._carry_out(happened)
        else:
            self.tell_anew(person)
        self._said.set()

    def lose(self, person: str) -> None:
        """Somebody's connection is lost. After a while a computer plays on for them, and their seat is given up."""
        if self.here.pop(person, None) is not None:
            self.away[person] = monotonic()
            self._tell()
            self._said.set()

    def back(self, person: str, by: Contributor) -> None:
        """Somebody of the table is connected again."""
        self._awaiting.back(person)
        self.here[person] = by
        self.away.pop(person, None)
        self._shown.pop(person, None)
        self._carry_out(seats.come_back(self.session, person), news=True)
        self._said.set()

    def leave(self, person: str) -> None:
        """Somebody leaves; the table ends with its last player."""
        self._carry_out(seats.leave(self.session, person))
        self._said.set()

    # --- what time brings

    async def _wait(self) -> None:
        """Until something is said, or time brings something."""
        self._said.clear()
        due = min((when for when, _ in self._due()), default=None)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(None if due is None else max(0.0, due - monotonic())):
                await self._said.wait()

    def _due(self) -> list[tuple[float, Callable[[], list[Event]]]]:
        """What time will bring, and when."""
        session, anybody = self.session, bool(self.here)
        absences = seats.absences(session, self.away, STANDIN_AFTER, GIVEN_UP_AFTER, anybody=anybody)
        due: list[tuple[float, Callable[[], list[Event]]]] = [(when, partial(act, session)) for when, act in absences]
        if self.here and session.mixing.due and len(session.guests) > 1:
            due.append((self._awaiting.waits_until, self._following))
        return due

    # --- what is said

    def _events(self, message: Incoming, person: str) -> list[Event]:
        if self._watch and isinstance(message, protocol.Start | protocol.Ready):
            return [events.DealBegan()] if self.session.phase != "playing" else []
        return COMMANDS[type(message)](self.session, person, message, self._awaits)

    def _awaits(self, person: str) -> bool:
        """Does a deal wait for somebody's contribution? Who plays alone waits for no seal that has not come yet."""
        session = self.session
        return person in session.mixing.owing if len(session.guests) == 1 else self._awaiting.awaits(person)

    def _carry_out(self, happened: Sequence[Event], *, news: bool = False) -> None:
        """Carry events out, and what follows from them, and tell of them once; ``news``: tell in any case."""
        changed = news
        while happened:
            for event in happened:
                self._apply(event)
                changed = changed or not isinstance(event, events.Sealed | events.Contributed)  # nobody sees these
            happened = self._following()
        if changed:
            self._tell()

    def _apply(self, event: Event) -> None:
        if isinstance(event, events.DealBegan) and not self.session.dealt:
            event = msgspec.structs.replace(event, laid=self._laid)
        self._awaiting.foresee(event)
        fold.apply(self.session, event, time())
        match event:
            case events.SealsClosed():
                for person in self.here:
                    self._tell_seals(person)
            case events.Counted():
                for each in event.results:
                    if each.person == ME:
                        self.tally = counted(self.tally, each.score, won=each.won)
                self._counts(event)
            case events.Went():
                self._went(event.person, "gone" if event.lost else "left")
            case events.Ended():
                for person in list(self.session.guests):
                    self._went(person, "gone")
            case events.Acted() if self._watch and self.session.game.seats == 1:
                self.tally = _watched(self.session.table, self.tally)
            case _:
                pass

    def _went(self, person: str, why: Literal["gone", "left"]) -> None:
        """Somebody is at the table no more."""
        self.here.pop(person, None)
        self.away.pop(person, None)
        self._shown.pop(person, None)
        self.told.append((person, protocol.Left(why=why)))

    def _tell_seals(self, person: str) -> None:
        """Ask for the contributions, once no more seals are taken."""
        if (sealed := view.sealed(self.session)) is not None:
            self.told.append((person, sealed))

    def _following(self) -> list[Event]:
        """What happens by itself now. A table that is only watched goes on when that is asked for."""
        session, draw = self.session, partial(self._seed, self.session.drawn)
        if self._watch:
            return [events.SeedDrawn(draw().hex())] if session.promised is None else []
        return dealing.follow(session, draw, self._awaits)

    async def _let_act(self, seat: Seat, step: int) -> None:
        """One action of a seat's computer, for a turn that began at ``step`` and still goes on when it is chosen."""
        session = self.session
        if seat not in session.turn or session.since(seat) != step or session.table is None:
            return
        seen = session.step
        chosen = str(await self._thinker.choose(session.table, seat))
        by = session.chairs[seat].by  # its person may have come back, or another one may have taken its cards over
        if seat not in session.turn or session.since(seat) != step or not by:
            return
        try:
            self._carry_out(dealing.act_for(session, seat, step, chosen, by))
        except Illegal as error:
            if session.step == seen:
                raise PlayerError(f"{session.plays(seat)} chose what it may not: {error}") from error

    # --- what is told

    def _tell(self) -> None:
        for person in self.here:
            self._show(person)

    def _show(self, person: str) -> None:
        session = self.session
        known, heard = self._shown.get(person, (None, None))
        state, now = view.table_state(
            session, person, self.away, known=known, everything=self._watch, avatars=self.avatars
        )
        self.told.append((person, state))
        if heard is None or session.talked > heard:
            self.told.append((person, view.talk(session, heard)))
        self._shown[person] = now, session.talked
        if known is None:
            self._tell_seals(person)

    def replace(self, failing: str, computer: str) -> None:
        """Another computer plays from now on instead of one that fails, and its person is told."""
        self._carry_out(settings.replace_computer(self.session, failing, computer))
        self._said.set()

    def choose_avatar(self, person: str, avatar: int) -> None:
        """Somebody has chosen another picture."""
        self.avatars[person] = avatar
        self._tell()
        self._said.set()

    def tell_anew(self, person: str = ME) -> None:
        """Tell everything once more, to who may have missed something."""
        self._shown[person] = None, self._shown.get(person, (None, None))[1]
        self._show(person)
        self._said.set()

    def _refuse(self, refused: Refused, message: Incoming, person: str) -> None:
        op = str(message.__struct_config__.tag)
        text = sentence(refused.say, self._texts, names=self.session.names)
        self.told.append((person, error_of(refused, op, text)))
        if refused.code == "stale":
            self.tell_anew(person)


def _watched(table: Table[Any] | None, tally: Tally) -> Tally:
    """How the computer does in a game for one is what whoever watches it wants to know."""
    if table is None or (score := table.score) is None:
        return tally
    return counted(tally, score[0], won=0 in table.game.winners(score))
