"""The chat of a table, and the notices of the room in it."""

from __future__ import annotations

from collections import deque
from time import localtime, strftime
from typing import Final

from rich.text import Text

from dealt.tui.words import Words
from dealt.wire.protocol import ChatLine, Talk

NEWEST: Final = 4
HUES: Final = ("cyan", "magenta", "green", "yellow", "blue", "bright_cyan", "bright_magenta", "bright_green")


class Chat:
    """The lines so far. Each name has a colour of its own."""

    def __init__(self) -> None:
        self.lines: deque[Text] = deque(maxlen=500)
        self.blocked: frozenset[str] = frozenset()
        """Of what these people say nothing is shown."""
        self._heard = 0

    @property
    def newest(self) -> list[Text]:
        """The last few lines."""
        return list(self.lines)[-NEWEST:]

    def forget(self) -> None:
        """Forget all lines: the person has changed tables."""
        self.lines.clear()
        self._heard = 0

    def take(self, sent: Talk, words: Words) -> list[Text]:
        """Take lines that the room has sent; returns those that are new."""
        if sent.history:
            self.lines.clear()
        fresh = [each for each in sent.lines if sent.history or each.n > self._heard]
        first, self._heard = not self._heard, max([self._heard, *(each.n for each in fresh)])
        fresh = [each for each in fresh if each.say is not None or each.name not in self.blocked]
        shown = [_line(each, words) for each in fresh]
        self.lines += shown
        if not sent.history:
            return shown
        return [line for line, each in zip(shown, fresh, strict=True) if first and is_welcome(each)]


def is_welcome(line: ChatLine) -> bool:
    """Is it the line by which the room welcomes a newcomer to the table?"""
    return line.say is not None and line.say.key.startswith("notice.welcome")


def _line(sent: ChatLine, words: Words) -> Text:
    at = strftime("%H:%M", localtime(sent.at))
    if sent.say is not None:
        return Text(f"  {at} {words.say(sent.say)}", style="dim")
    hue = HUES[sum(sent.name.encode()) % len(HUES)]
    phrase = words.known(f"phrase.{sent.phrase}") if sent.phrase else None
    text = (phrase or sent.text).replace("\n", "\n        ")
    return Text.assemble((f"  {at} ", "dim"), (sent.name, hue), f": {text}")
