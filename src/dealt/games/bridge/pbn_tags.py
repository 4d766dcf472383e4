"""Reading the text of Portable Bridge Notation and putting each board into the regular form that endplay can read.

PBN files vary: they may have comments anywhere, values inherited from the board before, several tags in a line, and
cards of the play that are not in groups of four. endplay reads the form that :class:`Board` writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from dealt.games.bridge.play import COMPASS, vulnerable

_TAG: Final = re.compile(r'\s*+\[\s*+(\w++)\s++"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*+\]')
_PIECE: Final = re.compile(r'[^"{};]++|.')
"""What a line is read in: a run of plain characters, or one that may begin or end a quotation or a comment."""
LARGEST: Final = 16 * 1024 * 1024
"""The number of bytes that a file may have: some 20,000 boards."""
LONGEST: Final = 250_000
"""The number of characters that a line may have. The standard asks for 255."""
UNKNOWN: Final = ("", "?")
_SETTLED: Final = {"board", "dealer", "vulnerable", "deal", "contract", "declarer", "result", "auction", "play", "note"}


class Tag(NamedTuple):
    """A tag pair, its line in the file, and the lines of text below it."""

    name: str
    value: str
    line: int
    rows: list[str]

    @property
    def words(self) -> list[str]:
        return [word for row in self.rows for word in row.split() if not word.startswith("$")]


def decoded(raw: bytes) -> str:
    if len(raw) > LARGEST:
        raise ValueError(f"it is too large: {LARGEST // 1024 // 1024} MB of PBN can be read")
    if b"\0" in raw:
        raise ValueError("this is no PBN file: it isn't text")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")  # the character set of the standard


def _lines(written: str) -> Iterator[tuple[int, str]]:
    """The lines and their numbers, without comments. A line that was only a comment is left out: it ends no game."""
    opened = 0
    for number, line in enumerate(written.splitlines(), 1):
        if not opened and line.startswith("%"):
            continue
        if len(line) > LONGEST:
            raise ValueError(f"line {number} is too long: {LONGEST} characters of a line can be read")
        pieces: list[str] = []
        quoted = False
        for piece in _PIECE.findall(line):
            if opened:
                opened = 0 if piece == "}" else opened
            elif piece == '"' and not (pieces and pieces[-1].endswith("\\")):
                quoted = not quoted
                pieces.append(piece)
            elif piece == "{" and not quoted:
                opened = number
            elif piece == ";" and not quoted:
                break
            else:
                pieces.append(piece)
        kept = "".join(pieces)
        if kept.strip() or (not line.strip() and not opened):
            yield number, kept.strip()
    if opened:
        raise ValueError(f"the comment that begins in line {opened} isn't closed")


def games(written: str) -> Iterator[list[Tag]]:
    """The tags of each game. An empty line ends a game, and so does a second tag Board or Event."""
    game: list[Tag] = []
    for number, line in _lines(written):
        at = 0
        if not line:
            if game:
                yield game
            game = []
        elif not line.startswith("["):
            if not game or not (
                game[-1].name.lower() in ("auction", "play") or game[-1].name.lower().endswith("table")
            ):
                raise ValueError(f'line {number}: {line[:40]!r} is no tag such as [Board "1"]')
            game[-1].rows.append(line)
            continue
        while at < len(line):
            found = _TAG.match(line, at)
            if found is None:
                raise ValueError(f'line {number}: {line[at : at + 40]!r} is no tag such as [Board "1"]')
            if found[1].lower() in ("event", "board") and any(each.name.lower() == found[1].lower() for each in game):
                yield game
                game = []
            game.append(Tag(found[1], found[2], number, []))
            at = found.end()
    if game:
        yield game


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a file: its tags by name in lower case, with inherited values filled in."""

    tags: Mapping[str, Tag]
    notes: Sequence[Tag]
    where: str

    @classmethod
    def of(cls, game: Sequence[Tag], before: Mapping[str, Tag]) -> Board:
        tags: dict[str, Tag] = {}
        notes: list[Tag] = []
        inside = ""
        for each in game:
            key = each.name.lower()
            if key in ("auction", "play"):
                inside = key
            if key == "note":
                notes += [each] if inside == "auction" else []
                continue
            if key in tags:  # the first counts
                continue
            if each.value in ("#", "##"):
                if key not in before:
                    raise ValueError(f"line {each.line}: {each.name} is taken from the board before, which has none")
                each = before[key]
            tags[key] = each
        number = tags["board"].value if "board" in tags else ""
        return cls(tags, notes, f"board {number[:20]}" if number else f"line {game[0].line}")

    def value(self, key: str) -> str:
        """The value of a tag; empty where the tag is missing or its value is "?"."""
        found = self.tags[key].value.strip() if key in self.tags else ""
        return "" if found in UNKNOWN else found

    def tidy(self) -> str:
        """The board in the form for endplay: four words a line, and no values that endplay would misread."""
        lines = []
        for key, each in self.tags.items():
            if key in ("auction", "play", "dealer", "vulnerable", "result") or (key.endswith("table") and each.rows):
                continue  # the library drops a dealer without a contract, and takes an unknown result for no tricks
            if key not in _SETTLED or self.value(key):
                lines.append(f'[{each.name} "{each.value}"]')
        if self.calls:
            lines += [f'[Auction "{self.dealer}"]', *fours(self.calls)]
            lines += [f'[Note "{each.value}"]' for each in self.notes if ":" in each.value]
        if self.played:
            lines += [f'[Play "{self.value("play")}"]', *fours(self.played, fill="-")]
        for key, each in self.tags.items():
            if key.endswith("table") and each.rows:
                lines += [f'[{each.name} "{each.value}"]', *each.rows]
        return "\n".join(lines) + "\n"

    @property
    def calls(self) -> list[str]:
        """The words of the auction up to the first ``*``, ``+`` or ``-``."""
        words = self.tags["auction"].words if "auction" in self.tags else []
        end = next((n for n, word in enumerate(words) if word in ("*", "+", "-")), len(words))
        return words[:end]

    @property
    def played(self) -> list[str]:
        """The words of the play up to the first ``*``, without notes; ``+`` becomes ``-``, an unknown card."""
        words = self.tags["play"].words if "play" in self.tags else []
        end = next((n for n, word in enumerate(words) if word == "*"), len(words))
        found = ["-" if word == "+" else word for word in words[:end] if not word.startswith("=")]
        return found if any(word != "-" for word in found) else []

    @property
    def number(self) -> int | None:
        written = self.value("board")
        if not written:
            return None
        if not re.fullmatch(r"[1-9][0-9]{0,5}", written):
            raise ValueError(f"{written[:20]!r} is no number of a board")
        return int(written)

    @property
    def dealer(self) -> str:
        """N, E, S or W: as the tags say, else by the number of the board, else N."""
        said = {seat_of(self.value(key), key) for key in ("dealer", "auction") if self.value(key)}
        if len(said) > 1:
            raise ValueError("Dealer and Auction name different dealers")
        return said.pop() if said else COMPASS[((self.number or 1) - 1) % 4]

    @property
    def sides(self) -> str:
        """The vulnerable sides as a value of the option: by the tag, else by the number of the board, else "none"."""
        written = self.value("vulnerable").lower()
        if not written:
            return vulnerable(self.number) if self.number else "none"
        known = {"none": "none", "love": "none", "-": "none", "ns": "ns", "ew": "ew", "all": "both", "both": "both"}
        if written not in known:
            raise ValueError(f"Vulnerable can't be {written[:20]!r}: it is None, NS, EW or All")
        return known[written]

    @property
    def result(self) -> int | None:
        written = self.value("result")
        if not written:
            return None
        if not re.fullmatch(r"[0-9]{1,2}", written) or int(written) > 13:
            raise ValueError(f"Result can't be {written[:20]!r}: it is the number of declarer's tricks")
        return int(written)


def seat_of(written: str, tag: str) -> str:
    if written.upper() not in tuple(COMPASS):
        raise ValueError(f"{tag.capitalize()} can't be {written[:20]!r}: it is N, E, S or W")
    return written.upper()


def fours(words: Sequence[str], fill: str = "") -> list[str]:
    padded = [*words, *([fill] * (-len(words) % 4) if fill else [])]
    return [" ".join(padded[at : at + 4]) for at in range(0, len(padded), 4)]
