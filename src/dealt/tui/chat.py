"""The chat of a table, and the notices of the room in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from time import localtime, strftime
from typing import Any, Final

from rich.text import Text

from dealt.tui.wire import say_of
from dealt.tui.words import Words

__all__ = ["Chat"]

NEWEST: Final = 4
HUES: Final = ("cyan", "magenta", "green", "yellow", "blue", "bright_cyan", "bright_magenta", "bright_green")


class Chat:
    """The lines so far. Each name has a colour of its own."""

    def __init__(self) -> None:
        self.lines: deque[Text] = deque(maxlen=500)
        self._heard = 0

    @property
    def newest(self) -> list[Text]:
        """The last few lines."""
        return list(self.lines)[-NEWEST:]

    def forget(self) -> None:
        """Forget all lines: the person has changed tables."""
        self.lines.clear()
        self._heard = 0

    def take(self, message: Mapping[str, Any], words: Words) -> list[Text]:
        """Take lines that the room has sent; returns those that are new."""
        history = message.get("history")
        if history:
            self.lines.clear()
        fresh = [each for each in message["lines"] if history or each["n"] > self._heard]
        shown = [_line(each, words) for each in fresh]
        self.lines += shown
        first, self._heard = not self._heard, max([self._heard, *(each["n"] for each in fresh)])
        if not history:
            return shown
        return [line for line, each in zip(shown, fresh, strict=True) if first and is_welcome(each)]


def is_welcome(raw: Mapping[str, Any]) -> bool:
    """Is it the line by which the room welcomes a newcomer to the table?"""
    return bool(raw.get("say")) and str(raw["say"]["key"]).startswith("notice.welcome")


def _line(raw: Mapping[str, Any], words: Words) -> Text:
    at = strftime("%H:%M", localtime(raw["at"]))
    if raw.get("say"):
        return Text(f"  {at} {words.say(say_of(raw['say']))}", style="dim")
    hue = HUES[sum(raw["name"].encode()) % len(HUES)]
    phrase = raw.get("phrase") and words.known(f"phrase.{raw['phrase']}")
    text = (phrase or raw["text"]).replace("\n", "\n        ")
    return Text.assemble((f"  {at} ", "dim"), (raw["name"], hue), f": {text}")
