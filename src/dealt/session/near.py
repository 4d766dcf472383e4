"""A table in this very process: its session, one person, and computers on the other seats.

It tells what a room tells, message for message, and needs no socket, no thread and no database.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from random import Random
from time import time
from typing import Any, Final, Protocol, TypeVar

import msgspec

from dealt.game import Action, Explainer, Game, Odds, Player, Say, Seat, View
from dealt.players.from_file import PlayerError
from dealt.session import asked, dealing, events, fold, frames, seats, settings, view
from dealt.session.commands import COMMANDS
from dealt.session.events import Event, Opened, Scored
from dealt.session.finished import deals_over, played_deal
from dealt.session.session import Session
from dealt.session.settings import PACE
from dealt.session.tally import counted
from dealt.table import Illegal, Record, Table, commitment
from dealt.texts import Catalogue, sentence
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Outgoing, Tally, WireOption
from dealt.wire.refusal import Refused, said

__all__ = ["Computers", "Near", "Thinker"]

ME: Final = "me"
T = TypeVar("T")
Slowly = Callable[[Callable[[], T]], Awaitable[T]]


async def _here(work: Callable[[], T]) -> T:
    return work()


def _chance(deal: int) -> bytes:
    return secrets.token_bytes(32)


class Thinker(Protocol):
    """What computers think at a table: in this process, or in another that takes its time."""

    explains: bool
    """Does it know what actions say?"""

    async def choose(self, table: Table[Any], seat: Seat) -> Action:
        """What the computer of a seat on turn does."""
        ...

    async def hint(self, table: Table[Any], seat: Seat, *, worths: bool) -> tuple[Action, list[WireOption], str]:
        """What one would do at that seat; with ``worths`` perhaps the best actions, and what these are counted in."""
        ...

    async def odds(self, seen: View) -> tuple[Odds, ...]:
        """What the game knows exactly about a view."""
        ...

    async def meaning(self, seen: View, line: int) -> Say | None:
        """What a line of a view's log says, None if nothing."""
        ...


class Computers:
    """Those of the seats, in this process; that of one's own gives hints. ``slowly`` does what may take seconds."""

    def __init__(
        self, game: Game[Any], players: Sequence[Player], chance: Random | None = None, slowly: Slowly[Any] = _here
    ) -> None:
        self._game, self._players, self._chance, self._slowly = game, players, chance or Random(), slowly
        self.explains = any(isinstance(each, Explainer) for each in players)

    async def choose(self, table: Table[Any], seat: Seat) -> Action:
        player = self._players[seat]
        return player.choose(table.view_for(seat, player), self._chance)

    async def hint(self, table: Table[Any], seat: Seat, *, worths: bool) -> tuple[Action, list[WireOption], str]:
        return await self.choose(table, seat), [], ""

    async def odds(self, seen: View) -> tuple[Odds, ...]:
        found: tuple[Odds, ...] = await self._slowly(partial(self._game.odds, seen))
        return found

    async def meaning(self, seen: View, line: int) -> Say | None:
        whose = self._players[seen.log[line].seat]
        explainer = next(each for each in (whose, *self._players) if isinstance(each, Explainer))
        said: Say | None = await self._slowly(partial(explainer.meaning, seen, line))
        return said


class Near:
    """A sitting at a table of one's own. PlayerError where a computer chooses what it may not."""

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
        counts: Callable[[Scored], None] = lambda scored: None,
    ) -> None:
        """``session`` is that of a table which goes on; else it is a new one.

        ``called`` are the names of the computers, ``laid`` the piles of a first deal that was laid out by hand.

        ``seed`` draws 32 bytes for a deal, from 0. ``pace`` is the number of seconds that a computer takes, None as the
        table has it. Whoever watches has no seat and sees every card. ``counts`` hears how each deal came out.
        """
        self.session = session or Session(id, settings, game, time(), called=called, explained=thinker.explains)
        self.tally = Tally(settings.game, 0, 0, 0.0, 0, 0, low=game.low)
        self._thinker, self._texts, self._seed, self._laid = thinker, texts or {}, seed, dict(laid or {})
        self._pace, self._watch, self._counts = pace, watch, counts
        self._told: deque[Outgoing] = deque()
        self._said = asyncio.Event()
        """Has something been said since the last look?"""
        self._known: view.LogPosition | None = None
        self._heard: int | None = None
        """The number of the last line of talk that was told."""
        if session is None:
            self._carry_out(seats.come(self.session, ME, name, watch=watch))
        else:
            self._tell()

    # --- the sitting

    async def send(self, message: Incoming) -> bool:
        """Say something."""
        try:
            if type(message) in COMMANDS:
                self._carry_out(self._events(message))
            else:
                await self._answer(message)
        except Illegal as illegal:
            self._refuse(Refused("illegal", illegal.say), message)
        except Refused as refused:
            self._refuse(refused, message)
        self._said.set()
        return True

    async def hear(self) -> Outgoing:
        """The next thing that is told; computers act meanwhile."""
        while not self._told:
            seat = next((each for each in self.session.turn if self.session.chairs[each].kind == "computer"), None)
            if seat is None:
                self._said.clear()
                await self._said.wait()
            else:
                step = self.session.since(seat)
                await asyncio.sleep(PACE[self.session.settings.pace] if self._pace is None else self._pace)
                await self._let_act(seat, step)
        return self._told.popleft()

    def record(self) -> Record:
        """The record of the match's deals that are over; of no deal if none is."""
        played = [each for each in self.session.played if each.match == self.session.matches]
        match = self.session.match
        if match is None:
            raise Refused("no_record")
        return match.record_of([each.deal for each in played])

    # --- what is said

    def _events(self, message: Incoming) -> list[Event]:
        if self._watch and isinstance(message, protocol.Start | protocol.Ready):
            return [events.DealBegan()] if self.session.phase != "playing" else []
        return COMMANDS[type(message)](self.session, ME, message, lambda _: False)

    def _carry_out(self, happened: Sequence[Event]) -> None:
        """Carry events out, and what follows from them, and tell of them once."""
        changed = False
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
        fold.apply(self.session, event, time())
        if isinstance(event, events.SealsClosed) and self.session.promised is not None:
            seals = self.session.mixing.closed or []
            self._told.append(protocol.Sealed(promise=commitment(self.session.promised), seals=seals))
        if isinstance(event, events.Counted):
            for each in event.results:
                self.tally = counted(self.tally, each.score, won=each.won)
                self._counts(each)
        elif self._watch and self.session.game.seats == 1 and isinstance(event, events.Acted):
            self._count_watched()

    def _count_watched(self) -> None:
        """How the computer does in a game for one is what whoever watches it wants to know."""
        table = self.session.table
        if table is not None and (score := table.score) is not None:
            self.tally = counted(self.tally, score[0], won=0 in table.game.winners(score))

    def _following(self) -> list[Event]:
        """What happens by itself now. A table that is only watched goes on when that is asked for."""
        session, draw = self.session, partial(self._seed, self.session.drawn)
        if self._watch:
            return [events.SeedDrawn(draw().hex())] if session.promised is None else []
        return dealing.follow(session, draw, lambda person: person in session.mixing.owing)

    async def _let_act(self, seat: Seat, step: int) -> None:
        """One action of a seat's computer, for a turn that began at ``step`` and still goes on when it is chosen."""
        session = self.session
        if seat not in session.turn or session.since(seat) != step or session.table is None:
            return
        seen = session.step
        chosen = str(await self._thinker.choose(session.table, seat))
        if seat not in session.turn or session.since(seat) != step:
            return
        try:
            self._carry_out(dealing.act_for(session, seat, step, chosen, "computer"))
        except Illegal as error:
            if session.step == seen:
                raise PlayerError(f"{session.plays(seat)} chose what it may not: {error}") from error

    # --- what is told

    def _tell(self) -> None:
        state, self._known = view.table_state(self.session, ME, known=self._known, everything=self._watch)
        self._told.append(state)
        if self._heard is None or self.session.talked > self._heard:
            self._told.append(view.talk(self.session, self._heard))
            self._heard = self.session.talked

    def replace(self, failing: str, computer: str) -> None:
        """Another computer plays from now on instead of one that fails, and its person is told."""
        self._carry_out(settings.replace_computer(self.session, failing, computer))
        self._said.set()

    def tell_anew(self) -> None:
        """Tell everything once more, to who may have missed something."""
        self._known = None
        self._tell()
        self._said.set()

    def _refuse(self, refused: Refused, message: Incoming) -> None:
        op = str(message.__struct_config__.tag)
        text = sentence(refused.say, self._texts, names=self.session.names)
        self._told.append(protocol.Error(code=refused.code, say=said(refused.say), text=text, re=op))
        if refused.code == "stale":
            self.tell_anew()

    async def _answer(self, message: Incoming) -> None:
        """Answer a question; Refused if it has no answer here."""
        session = self.session
        match message:
            case protocol.Ping(n):
                answer: Outgoing = protocol.Pong(n=n)
            case protocol.Ask():
                answer = asked.answer(session, ME, message)
            case protocol.Hint(step):
                answer = await self._hint(step, worths=message.worths)
            case protocol.GetOdds(step):
                answer = await self._odds(step)
            case protocol.GetMeaning(line):
                answer = await self._meaning(line)
            case protocol.GetStatistics():
                answer = protocol.Statistics(tallies=[self.tally] if self.tally.deals else [])
            case protocol.GetRecord():
                if not (record := self.record()).deals:
                    raise Refused("no_record")
                answer = protocol.RecordText(record=record.to_json())
            case protocol.GetReplay(deal):
                answer = self._replay(deal)
            case protocol.GetSet():
                raise Refused("no_set")
            case _:  # what a room has, and one's own table has not
                raise Refused("no_answer")
        self._told.append(answer)

    async def _hint(self, step: int, *, worths: bool) -> protocol.Hinted:
        session = self.session
        seat, table = asked.check_move(session, ME, step), session.table
        if table is None or seat is None or seat not in session.turn:
            raise Refused("illegal", Say("illegal.turn"))
        began = session.since(seat)
        chosen, options, unit = await self._thinker.hint(table, seat, worths=worths)
        if seat not in session.turn or session.since(seat) != began:
            raise Refused("stale")
        action = view.wire_action(session.game, chosen)
        return protocol.Hinted(step=session.step, action=action, options=options, unit=unit)

    async def _odds(self, step: int) -> protocol.Odds:
        seen = asked.odds_of(self.session, ME, step)
        return asked.reckoned(step, await self._thinker.odds(seen))

    async def _meaning(self, line: int) -> protocol.Meaning:
        step, seen = self.session.step, asked.meaning_of(self.session, ME, line)
        say = await self._thinker.meaning(seen, line)
        return protocol.Meaning(step=step, line=line, say=said(say) if say else None)

    def _replay(self, deal: int) -> protocol.Replay:
        played = played_deal(self.session, deal)
        if played is None:
            raise Refused("no_old_deal")
        return frames.replay(self.session.game, played.deal, deal, deals_over(self.session), played.past)
