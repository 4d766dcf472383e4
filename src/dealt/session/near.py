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
from typing import Any, Final, TypeVar

import msgspec

from dealt.game import Explainer, Game, Player, Say, Seat
from dealt.players.from_file import PlayerError
from dealt.session import asked, dealing, events, fold, frames, seats, view
from dealt.session.commands import COMMANDS
from dealt.session.events import By, Event, Opened
from dealt.session.session import Session
from dealt.session.tally import counted
from dealt.table import Illegal, Record, commitment
from dealt.texts import Catalogue, sentence
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Outgoing, Tally
from dealt.wire.refusal import Refused, said

__all__ = ["Near"]

ME: Final = "me"
T = TypeVar("T")
Slowly = Callable[[Callable[[], T]], Awaitable[T]]


async def _here(work: Callable[[], T]) -> T:
    return work()


def _chance(deal: int) -> bytes:
    return secrets.token_bytes(32)


class Near:
    """A sitting at a table of one's own. ``computers`` are those of the seats; that of one's own gives hints.

    PlayerError where a computer chooses what it may not.
    """

    def __init__(
        self,
        settings: Opened,
        game: Game[Any],
        computers: Sequence[Player],
        name: str,
        *,
        called: Sequence[str] = (),
        texts: Catalogue | None = None,
        seed: Callable[[int], bytes] = _chance,
        laid: Mapping[str, str] | None = None,
        chance: Random | None = None,
        pace: float = 0.0,
        watch: bool = False,
        slowly: Slowly[Any] = _here,
    ) -> None:
        """``called`` are the names of the computers, ``laid`` the piles of a first deal that was laid out by hand.

        ``seed`` draws 32 bytes for a deal, from 0. ``pace`` is the number of seconds that a computer takes. Whoever
        watches has no seat and sees every card. ``slowly`` does work that may take seconds.
        """
        explained = any(isinstance(each, Explainer) for each in computers)
        self.session = Session("near", settings, game, time(), called=called, explained=explained)
        self.tally = Tally(settings.game, 0, 0, 0.0, 0, 0, low=game.low)
        self._computers, self._texts, self._seed, self._laid = computers, texts or {}, seed, dict(laid or {})
        self._chance, self._pace, self._watch, self._slowly = chance or Random(), pace, watch, slowly
        self._told: deque[Outgoing] = deque()
        self._said = asyncio.Event()
        """Has something been said since the last look?"""
        self._known: view.LogPosition | None = None
        self._heard: int | None = None
        """The number of the last line of talk that was told."""
        self._carry_out(seats.come(self.session, ME, name, watch=watch))

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
                await asyncio.sleep(self._pace)
                self._let_act(seat, step)
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

    def _let_act(self, seat: Seat, step: int) -> None:
        """One action of a seat's computer, for a turn that began at ``step``."""
        by: By = "computer"
        if seat not in self.session.turn or self.session.since(seat) != step:
            return
        chosen = str(self._choose(seat))
        try:
            self._carry_out(dealing.act_for(self.session, seat, step, chosen, by))
        except Illegal as error:
            raise PlayerError(f"{self.session.plays(seat)} chose what it may not: {error}") from error

    def _choose(self, seat: Seat) -> Any:
        table, player = self.session.table, self._computers[seat]
        if table is None or seat not in self.session.turn:
            raise Refused("illegal", Say("illegal.turn"))
        return player.choose(table.view_for(seat, player), self._chance)

    # --- what is told

    def _tell(self) -> None:
        state, self._known = view.table_state(self.session, ME, known=self._known, everything=self._watch)
        self._told.append(state)
        if self._heard is None or self.session.talked > self._heard:
            self._told.append(view.talk(self.session, self._heard))
            self._heard = self.session.talked

    def _refuse(self, refused: Refused, message: Incoming) -> None:
        op = str(message.__struct_config__.tag)
        text = sentence(refused.say, self._texts, names=self.session.names)
        self._told.append(protocol.Error(code=refused.code, say=said(refused.say), text=text, re=op))
        if refused.code == "stale":
            self._known = None
            self._tell()

    async def _answer(self, message: Incoming) -> None:
        """Answer a question; Refused if it has no answer here."""
        session = self.session
        match message:
            case protocol.Ping(n):
                answer: Outgoing = protocol.Pong(n=n)
            case protocol.Ask():
                answer = asked.answer(session, ME, message)
            case protocol.Hint(step):
                seat = asked.check_move(session, ME, step)
                action = view.wire_action(session.game, self._choose(-1 if seat is None else seat))
                answer = protocol.Hinted(step=session.step, action=action)
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

    async def _odds(self, step: int) -> protocol.Odds:
        seen = asked.odds_of(self.session, ME, step)
        return asked.reckoned(step, await self._slowly(partial(self.session.game.odds, seen)))

    async def _meaning(self, line: int) -> protocol.Meaning:
        step, seen = self.session.step, asked.meaning_of(self.session, ME, line)
        whose = self._computers[seen.log[line].seat]
        explainer = next(each for each in (whose, *self._computers) if isinstance(each, Explainer))
        say = await self._slowly(partial(explainer.meaning, seen, line))
        return protocol.Meaning(step=step, line=line, say=said(say) if say else None)

    def _replay(self, deal: int) -> protocol.Replay:
        session = self.session
        played = [each for each in session.played if each.match == session.matches]
        if not played:
            raise Refused("no_record")
        if deal >= len(played):
            raise Refused("no_replay", last=len(played) - 1)
        return frames.replay(session.game, played[deal].deal, deal, len(played), played[deal].past)
