"""A person's conversation with a table: what is typed and what is told are handled as they come, one at a time."""

from __future__ import annotations

import asyncio
import contextlib
from abc import abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

from dealt.session.sitting import Sitting
from dealt.tui.face import Face
from dealt.tui.paint import Paint
from dealt.tui.terminal import Screen
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Outgoing

KEY: Final = "any key"
"""The prompt that isn't shown: any key ends what the computer does in the person's stead."""
ANSWERS: Final = {
    "hint": "hinted",
    "ask": "answer",
    "odds": "odds",
    "meaning": "meaning",
    "set": "set",
    "daily": "daily",
    "replay": "replay",
    "statistics": "statistics",
    "record": "record",
    "analyse": "analysis",
    "friends": "friends",
    "befriend": "friends",
    "unfriend": "friends",
    "block": "friends",
    "report": "reported",
    "clubs": "clubs",
    "club": "club",
    "open_club": "club",
    "join_club": "club",
    "leave_club": "clubs",
    **dict.fromkeys(("assignments", "set_assignment", "change_assignment", "end_assignment"), "assignments"),
    "ratings": "ratings",
    "open_tournament": "tournament",
    "export": "export",
    "bye": "forgotten",
    "get_tournament": "tournament",
    "export_tournament": "tournament_text",
}
"""The message that answers each question. Other messages may come before it."""


def op_of(message: Incoming | Outgoing) -> str:
    """What a message is called."""
    return str(message.__struct_config__.tag)


class Conversation(Face):
    """A terminal at a sitting. What is said and understood there is left to the subclasses."""

    def __init__(self, sitting: Sitting, screen: Screen, words: Words, paint: Paint) -> None:
        super().__init__(screen, words, paint)
        self.sitting = sitting
        self.done = False
        """Is there nothing more to hear or to type?"""
        self.deadline: float | None = None
        """When the turn ends, in the time of the loop: a clock is drawn until then."""
        self.asked = 0
        """The number of messages sent; a ping with it follows each, and its answer says that it was handled."""
        self.answered = 0
        self.awaited: Counter[str] = Counter()
        self.pending_page: Callable[[], Awaitable[None]] | None = None
        """A page or a replay that takes the whole screen; it is shown once no line is being read."""

    @abstractmethod
    def prompt(self) -> str | None:
        """The prompt; None if no line is to be read now."""

    @abstractmethod
    async def hear(self, message: Outgoing) -> None:
        """Handle what is told."""

    @abstractmethod
    async def typed(self, line: str | None) -> None:
        """Handle a typed line, None at the end of the input."""

    @abstractmethod
    def clock(self) -> None:
        """Show the clock again: a second has passed."""

    async def send(self, message: Incoming) -> None:
        """Send a message, followed by a ping."""
        answer = ANSWERS.get(op_of(message))
        if answer is not None:
            self.awaited[answer] += 1
        if await self.sitting.send(message):
            self.asked += 1
            await self.sitting.send(protocol.Ping(self.asked))
        elif answer is not None:
            self.awaited[answer] -= 1

    @property
    def busy(self) -> bool:
        """Is an answer still to come?"""
        return self.answered < self.asked or self.awaited.total() > 0

    def settled(self, message: Outgoing) -> None:
        """Note that the message answers a question, if it does."""
        if isinstance(message, protocol.DailyDeals) and message.growing:
            return  # another one follows
        if getattr(message, "more", False):
            return  # another piece follows
        if isinstance(message, protocol.Error) and message.code == "bad_message":
            self.awaited.clear()  # the room does not say which one: nothing more is waited for
        op = ANSWERS.get(message.re or "") if isinstance(message, protocol.Error) else op_of(message)
        if op is not None and self.awaited[op] > 0:
            self.awaited[op] -= 1

    async def converse(self) -> None:
        """Handle what is told and what is typed as they come, until the end; Stop if the person wants that."""
        heard = asyncio.create_task(self.sitting.hear())
        typed: asyncio.Task[str | None] | None = None
        prompt = ""
        try:
            while not self.done:
                now = self.prompt()
                if typed is not None and not typed.done() and now != prompt:
                    await _cancelled(typed)
                    typed = None
                if typed is None and now is not None:
                    prompt = now
                    typed = asyncio.create_task(self._read(now))
                waiting: set[asyncio.Task[Any]] = {heard, *([typed] if typed else [])}
                tick = 1.0 if self.deadline is not None and self.screen.live else None
                done, _ = await asyncio.wait(waiting, timeout=tick, return_when=asyncio.FIRST_COMPLETED)
                if not done:
                    self.clock()
                if heard in done:
                    self.settled(message := heard.result())
                    await self.hear(message)
                    heard = asyncio.create_task(self.sitting.hear())
                if self.pending_page is not None:
                    if typed is not None:
                        await _cancelled(typed)
                        typed = None
                    doing, self.pending_page = self.pending_page, None
                    await doing()
                if typed is not None and typed in done:
                    line, typed = typed.result(), None
                    await self.typed(line)
        finally:
            await _cancelled(heard)
            if typed is not None:
                await _cancelled(typed)

    async def _read(self, prompt: str) -> str | None:
        if prompt is not KEY:
            return await self.screen.line(prompt)
        await self.screen.pressed()
        return ""


async def _cancelled(task: asyncio.Task[Any]) -> None:
    """End a task. One that has failed is not asked again: its error would forget where it came from."""
    if task.cancel():
        with contextlib.suppress(asyncio.CancelledError):
            await task
