"""Who follows what: links that are told of a tournament or a club, again and again as it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import structlog

from dealt.server.base.trouble import StoreError
from dealt.server.room.link import Link
from dealt.server.room.runtime import Runtime
from dealt.wire.refusal import Refused

EVERY: Final = 0.5
"""The least number of seconds between two times that one thing is told."""
BYTES: Final = 4_000_000
"""The bytes a second that may be told so, all readers of one thing together."""

log = structlog.get_logger("dealt.following")


class Following:
    """A link follows one thing at a time, by its id."""

    def __init__(
        self, tell: Callable[[str, list[Link]], Awaitable[None]], size: Callable[[str], int], runtime: Runtime
    ):
        """``tell`` tells links of the thing; ``size`` is about how many bytes that takes a link."""
        self._tell_of, self._size, self._runtime = tell, size, runtime
        self._readers: dict[Link, str] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def followed(self) -> set[str]:
        """What somebody follows."""
        return {*self._readers.values()}

    def begin(self, link: Link, id: str) -> None:  # noqa: A002
        """A link follows this from now on."""
        self._readers[link] = id

    def end(self, *links: Link) -> None:
        """They follow nothing any more."""
        for link in links:
            self._readers.pop(link, None)

    def changed(self, *some: str) -> None:
        """Tell those who follow one of these soon."""
        for each in {*some} & self.followed:
            if each not in self._timers and not self._runtime.closing:
                readers = sum(other == each for other in self._readers.values())
                delay = max(EVERY, self._size(each) * readers / BYTES)
                self._timers[each] = asyncio.get_running_loop().call_later(delay, self._tell, each)

    def _tell(self, id: str) -> None:  # noqa: A002
        del self._timers[id]
        self.end(*[link for link in self._readers if link.person is None])
        if links := [link for link, each in self._readers.items() if each == id]:
            self._runtime.start(self._tell_all(id, links))

    async def _tell_all(self, id: str, links: Iterable[Link]) -> None:  # noqa: A002
        try:
            await self._tell_of(id, [*links])
        except Refused as refused:
            log.warning("who follows something is not told how it is now", id=id, why=str(refused))
        except StoreError as error:
            log.warning("who follows something is told later how it is now", id=id, why=str(error))
            self.changed(id)
