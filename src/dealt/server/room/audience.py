"""Who is at a table, and what they are sent: frames, which those who see the same share, what is said, and seals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from dealt.game import Say, Seat
from dealt.server.base.config import Config
from dealt.server.base.deflate import Compressible
from dealt.server.room.runtime import Runtime
from dealt.session import encoded, seats, view
from dealt.session.awaiting import Contributor
from dealt.session.events import Event
from dealt.session.session import Session
from dealt.session.view import LogPart
from dealt.wire import protocol
from dealt.wire.protocol import ChatLine
from dealt.wire.refusal import said


class Viewer(Contributor, Protocol):
    """The connection of somebody at a table. What is sent waits in its queue; for a frame it asks when it is ready."""

    def send(self, message: protocol.Outgoing) -> None:
        """Send a message in its turn."""

    def refresh(self, *, anew: bool = False) -> None:
        """Send the table's newest state when there is room for it; ``anew`` with the whole log."""


class Audience:
    """The people at a table, connected or not."""

    def __init__(
        self,
        session: Session,
        config: Config,
        runtime: Runtime,
        since: float,
        avatars: Callable[[Iterable[str]], dict[str, int]],
        left: Callable[[], float | None],
        stalled: Callable[[], bool],
    ):
        """All who are at the table are away ``since`` then.

        ``avatars`` are the pictures that people have chosen, ``left`` the seconds that a turn still lasts, and
        ``stalled`` is whether nothing can be stored.
        """
        self._session, self._config, self._runtime = session, config, runtime
        self._avatars, self._left, self._stalled = avatars, left, stalled
        self.links: dict[str, Viewer] = {}
        self.away: dict[str, float] = dict.fromkeys(session.guests, since)
        """Since when those who are not connected are away."""
        self._new: set[str] = set()
        """Who has not been shown the table yet."""
        self._told = session.talked
        self.row = self._listed()
        """The table as the lobby lists it."""
        self.row_is_old = False
        self._frames: dict[tuple[Seat | None, Seat | None, LogPart | None], tuple[Compressible, LogPart]] = {}
        self._frames_of = 0, 0
        self._shared: encoded.Shared | None = None
        self._hands: dict[Seat, encoded.Arranged] = {}

    # --- who is here

    def come(self, person: str, link: Viewer | None) -> None:
        """Somebody is at the table, connected or not."""
        if link is None:
            self.away[person] = self._runtime.now()
        else:
            self.links[person] = link
            self.row_is_old |= self.away.pop(person, None) is not None
            self._new.add(person)

    def lose(self, person: str) -> bool:
        """Somebody's connection is lost; False if nobody sees that."""
        if self.links.pop(person, None) is None or self._session.ended:
            return False
        self.away[person] = self._runtime.now()
        self.row_is_old = True
        return True

    def leave(self, person: str) -> None:
        """Somebody is at the table no more."""
        self.links.pop(person, None)
        self.away.pop(person, None)

    @property
    def resting(self) -> bool:
        """Is nobody connected?"""
        return not self.links

    def returned(self) -> Sequence[Event]:
        """Who came back while it was being stored that a computer plays on for them."""
        if not any(chair.standin for chair in self._session.chairs):
            return ()
        return next((back for person in self.links if (back := seats.come_back(self._session, person))), ())

    # --- frames

    def frame(self, person: str, known: LogPart | None) -> tuple[Compressible, LogPart]:
        """What a person sees now, encoded. It fails as the game fails."""
        session = self._session
        moment = int(self._runtime.now() * 20), session.n
        key = session.seat_of(person), session.takeable(person), known
        if moment != self._frames_of:
            self._frames_of = moment
            self.forget_frames()
        if key not in self._frames:
            if self._shared is None:
                left = None if self.resting else self._left()
                self._shared = encoded.share(
                    session,
                    self.away,
                    None if left is None else max(0, round(left * 1000)),
                    self._hands,
                    stalled=self._stalled(),
                    avatars=self._avatars(session.guests),
                )
            made, now = encoded.frame(session, person, known, self._shared)
            self._frames[key] = Compressible(made), now
        return self._frames[key]

    def forget_frames(self) -> None:
        """What was made for viewers is of yesterday: something happened, or the clock went on."""
        self._frames.clear()
        self._shared = None

    # --- telling

    def tell(self) -> None:
        """Everybody here gets the newest state, and what was said. If a game fails at it, nobody is here any more."""
        session = self._session
        news = view.talk(session, self._told) if session.talked > self._told else None
        others = [person for person in self.links if person not in self._new]
        self.show_new()
        for person in others:
            if link := self.links.get(person):
                link.refresh()
                if news is not None:
                    link.send(news)
        self._told = session.talked

    def show_new(self) -> None:
        """Whoever has just come gets the whole table, and all that was said there."""
        for person in [each for each in self.links if each in self._new]:
            if link := self.links.get(person):
                link.refresh(anew=True)
                link.send(view.talk(self._session, welcome=self._welcome(person)))
                self.send_seals([link])
        self._new.clear()

    def tell_stalled(self) -> None:
        """Storing fails, or works again: everybody here sees it."""
        self.forget_frames()
        for person, link in list(self.links.items()):
            link.refresh(anew=person in self._new)

    def send_seals(self, links: Iterable[Viewer]) -> None:
        """Ask for the contributions, once no more seals are taken."""
        if (sealed := view.sealed(self._session)) is not None:
            for link in links:
                link.send(sealed)

    def _welcome(self, person: str) -> ChatLine | None:
        """The line that welcomes somebody to the table, in the words of the room's host or in ours."""
        guest, config = self._session.guests.get(person), self._config
        if guest is None:
            return None
        if config.welcome:
            say = Say("notice.welcome_own", {"text": config.welcome})
        else:
            say = Say("notice.welcome", {"room": config.room, "name": guest.name})
        return ChatLine(guest.line, guest.at, "", say=said(say))

    # --- the lobby

    def relist(self) -> protocol.LobbyTable | None:
        """Make the row of the lobby anew; what it was, if it is another one now."""
        if not self.row_is_old and self._session.phase == self.row.phase:  # actions alone change nothing in it
            return None
        self.row_is_old, before = False, self.row
        self.row = self._listed()
        return None if self.row == before else before

    def _listed(self) -> protocol.LobbyTable:
        return view.lobby_table(self._session, self.away, self._avatars(self._session.guests))
