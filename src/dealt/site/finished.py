"""Deals that are over: shown again, analysed, tried otherwise; one's history and its costly decisions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from dealt.game import Game, Seat
from dealt.session import frames
from dealt.session.deals import PlayedDeal, unpack_deal, unpack_whole
from dealt.site.keeping import Deal
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Mistake, Outgoing
from dealt.wire.refusal import Refused
from dealt.work import reviews
from dealt.work.work import GameKey, WorkFailed, game_key

if TYPE_CHECKING:
    from dealt.site.room import Room

__all__ = ["Finished"]


class Found(NamedTuple):
    """A deal that is over."""

    kept: Deal | None
    """None for one that is in no history, such as a deal of a known word."""
    table: str
    key: GameKey
    game: Game[Any]
    played: PlayedDeal
    seat: Seat | None


class Finished:
    """Answers what is asked about them."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._studied: tuple[str, int] | None = None
        """The deal that is being analysed."""
        self.commands: dict[type[Incoming], Callable[[Any], Awaitable[None]]] = {
            protocol.GetStatistics: self._statistics,
            protocol.GetHistory: self._history,
            protocol.GetCompany: self._company,
            protocol.GetOldDeal: self._old_deal,
            protocol.Analyse: self._analyse,
            protocol.StopAnalysis: self._stop,
            protocol.GetPosition: self._position,
            protocol.TryAction: self._try,
            protocol.GetMistakes: self._mistakes,
        }

    def _send(self, message: Outgoing) -> None:
        self._room.send(message)

    # --- how one has done

    async def _statistics(self, message: protocol.GetStatistics) -> None:
        known = self._room.kept.tallies
        self._send(protocol.Statistics(tallies=[known[game] for game in self._room.games if game in known]))

    async def _history(self, message: protocol.GetHistory) -> None:
        deals = [each.shown for each in reversed(self._room.kept.deals) if message.game in (None, each.shown.game)]
        self._send(protocol.History(deals=deals, game=message.game))

    async def _company(self, message: protocol.GetCompany) -> None:
        self._send(protocol.Company(mates=[]))

    async def _mistakes(self, message: protocol.GetMistakes) -> None:
        deals = [each for each in reversed(self._room.kept.deals) if message.game in (None, each.shown.game)]
        found = [mistake for each in deals for mistake in each.mistakes]
        self._send(protocol.Mistakes(mistakes=found, game=message.game))

    # --- which deal

    def _of_table(self, number: int) -> Found:
        """Deal ``number`` of the match of one's table, from 0."""
        near = self._room.near
        session = None if near is None else near.session
        if session is None or session.match is None or not session.match.deals:
            raise Refused("no_record")
        if number >= session.match.deals:
            raise Refused("no_replay", last=session.match.deals - 1)
        wanted = session.matches, number
        played = next(each for each in session.played if (each.match, each.index) == wanted)
        key = game_key(session.settings.game, session.settings.options)
        kept = self._room.kept.deal(session.id, played.dealt)
        return Found(kept, session.id, key, session.game, played, _seat(played, self._room.kept.name))

    def _of_history(self, table: str, dealt: int) -> Found:
        kept, house = self._room.kept.deal(table, dealt), self._room.house
        if kept is None or not kept.packed or kept.shown.game not in house.games:
            raise Refused("no_old_deal")
        record = unpack_whole(kept.packed)
        key = game_key(record.game, {**house.game(game_key(record.game, record.options)).formerly, **record.options})
        game = house.game(key)
        if game.version != record.version:
            raise Refused("no_old_deal")
        played = unpack_deal(game, dealt, 0, kept.match, kept.packed)
        return Found(kept, table, key, game, played, _seat(played, self._room.kept.name))

    def _find(self, message: protocol.Analyse | protocol.GetPosition | protocol.TryAction) -> Found:
        if (message.deal is None) == (message.table is None or message.dealt is None):
            raise Refused("which_deal")
        if message.deal is not None:
            return self._of_table(message.deal)
        return self._of_history(message.table or "", message.dealt or 0)

    def _within(self, message: protocol.GetPosition | protocol.TryAction) -> Found:
        found = self._find(message)
        if message.step >= (actions := len(found.played.deal.actions)):
            raise Refused("no_position", last=actions - 1)
        return found

    # --- shown again

    async def _old_deal(self, message: protocol.GetOldDeal) -> None:
        found = self._of_history(message.table, message.dealt)
        shown = frames.replay(found.game, found.played.deal, 0, 1, found.played.past)
        options, name = dict(found.key.options), found.key.name
        self._send(msgspec.structs.replace(shown, game=name, options=options, table=found.table, seat=found.seat))

    async def _position(self, message: protocol.GetPosition) -> None:
        found = self._within(message)
        written = found.kept.analysis if found.kept else ""
        deal, past = found.played.deal, found.played.past
        shown = reviews.position(self._room.house, found.key, deal, past, message.step, written or None)
        self._send(msgspec.structs.replace(shown, table=found.table, dealt=found.played.dealt))

    async def _try(self, message: protocol.TryAction) -> None:
        found = self._within(message)
        about = found.key, found.played.deal, found.played.past, message.step, message.action
        shown = await self._room.work.ask(reviews.tried, *about, lane="study")
        self._send(msgspec.structs.replace(shown, table=found.table, dealt=found.played.dealt))

    # --- analysed

    async def _analyse(self, message: protocol.Analyse) -> None:
        found = self._find(message)
        if found.played.deal.scores is None:
            raise Refused("given_up")
        place = found.table, found.played.dealt
        written = found.kept.analysis if found.kept else ""
        if not written:
            if self._studied is not None:
                raise Refused("analysis_other")
            self._studied = place
            try:
                written = await self._studied_now(found)
            except WorkFailed:
                if self._studied != place:  # it was stopped, as its asker knows
                    return
                raise Refused("no_analysis") from None
            finally:
                self._studied = None
        deal, past = found.played.deal, found.played.past
        shown = await self._room.work.ask(reviews.shown, found.key, deal, past, written, lane="study")
        table, dealt = place
        self._send(msgspec.structs.replace(shown, table=table, dealt=dealt, seat=found.seat, deal=message.deal))

    async def _studied_now(self, found: Found) -> str:
        deal, past, dealt = found.played.deal, found.played.past, found.played.dealt

        def tell(done: int, of: int) -> None:
            self._send(protocol.Analysing(table=found.table, dealt=dealt, done=done, of=of))

        tell(0, len(deal.actions))
        made = await self._room.work.ask(reviews.review, found.key, deal, past, lane="study", tell=tell)
        if found.kept is not None:
            about = found.key.name, made.unit, found.kept.shown.at
            found.kept.analysis = made.written
            found.kept.mistakes = [
                Mistake(found.table, dealt, each.step, about[0], each.cost, about[1], about[2])
                for each in made.mistakes
                if each.seat == found.seat
            ]
            self._room.save()
        written: str = made.written
        return written

    async def _stop(self, message: protocol.StopAnalysis) -> None:
        if self._studied is not None:
            table, dealt = self._studied
            self._studied = None
            self._room.work.stop()
            self._send(protocol.Analysing(table=table, dealt=dealt, stopped=True))


def _seat(played: PlayedDeal, name: str) -> Seat | None:
    names = played.deal.players
    return names.index(name) if name in names else None
