"""A line editor: it turns the bytes of the keyboard into lines, and knows nothing of the terminal."""

from __future__ import annotations

import codecs
import re
from typing import Final

from rich.cells import cell_len

_KEYS: Final = {
    "\x1b[D": "left", "\x1b[C": "right", "\x1b[A": "up", "\x1b[B": "down", "\x1bOD": "left", "\x1bOC": "right",
    "\x1bOA": "up", "\x1bOB": "down", "\x1b[H": "home", "\x1b[F": "end", "\x1bOH": "home", "\x1bOF": "end",
    "\x1b[1~": "home", "\x1b[4~": "end", "\x1b[3~": "delete", "\x01": "home", "\x05": "end", "\x02": "left",
    "\x06": "right", "\x10": "up", "\x0e": "down", "\x15": "clear", "\x0b": "cut", "\x17": "word", "\x7f": "back",
    "\x08": "back", "\x04": "eof", "\x0c": "redraw",
}  # fmt: skip
_SEQUENCE: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|.)", re.DOTALL)
_PARTIAL: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*|O)?")


class Editor:
    """The line that is being typed, its cursor, and the history of earlier lines."""

    def __init__(self) -> None:
        self.text = ""
        self.at = 0
        self.ended = False
        self._lines: list[str] = []
        self._shown = 0
        self._rest = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    @property
    def column(self) -> int:
        """The number of cells before the cursor."""
        return cell_len(self.text[: self.at])

    def feed(self, some: bytes) -> list[str]:
        """Take what was typed; returns the lines that it finished. Sets ``ended`` on Ctrl-D in an empty line."""
        finished: list[str] = []
        typed = self._rest + self._decoder.decode(some)
        self._rest = ""
        while typed:
            if typed[0] == "\x1b":
                match = _SEQUENCE.match(typed)
                if match is None:
                    if _PARTIAL.fullmatch(typed):
                        self._rest = typed
                    break
                key, typed = match[0], typed[match.end() :]
                self._key(_KEYS.get(key, ""))
                continue
            letter, typed = typed[0], typed[1:]
            if letter in "\r\n":
                finished.append(self._finish())
            elif letter in _KEYS:
                self._key(_KEYS[letter])
            elif letter.isprintable():
                self.text = self.text[: self.at] + letter + self.text[self.at :]
                self.at += 1
        return finished

    def _finish(self) -> str:
        line, self.text, self.at = self.text, "", 0
        if line and (not self._lines or self._lines[-1] != line):
            self._lines.append(line)
        self._shown = len(self._lines)
        return line

    def _key(self, key: str) -> None:
        before, after = self.text[: self.at], self.text[self.at :]
        match key:
            case "left" | "right":
                self.at = max(0, min(len(self.text), self.at + (1 if key == "right" else -1)))
            case "home" | "end":
                self.at = 0 if key == "home" else len(self.text)
            case "back":
                self.text, self.at = before[:-1] + after, max(0, self.at - 1)
            case "delete":
                self.text = before + after[1:]
            case "clear":
                self.text, self.at = after, 0
            case "cut":
                self.text = before
            case "word":
                kept = before.rstrip()
                kept = kept[: kept.rfind(" ") + 1]
                self.text, self.at = kept + after, len(kept)
            case "up" | "down":
                self._earlier(-1 if key == "up" else 1)
            case "eof" if not self.text:
                self.ended = True
            case "eof":
                self.text = before + after[1:]

    def _earlier(self, step: int) -> None:
        self._shown = max(0, min(len(self._lines), self._shown + step))
        self.text = self._lines[self._shown] if self._shown < len(self._lines) else ""
        self.at = len(self.text)
