"""Who is at a table and on its seats, what computers are called, and what may be said there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

CHAT_LINES: Final = 12
JOINER: Final = "\u200d"

COMPUTERS: Final = (
    "Red Fox",
    "Barn Owl",
    "Sea Otter",
    "Blue Jay",
    "Grey Hare",
    "Pond Frog",
    "Snow Lynx",
    "Oak Mouse",
    "Wise Crane",
    "Old Badger",
)
"""What computers are called. The blank keeps their names apart from those of people."""


@dataclass(slots=True)
class Guest:
    """Somebody at the table; the order of arrival is the order of ``Session.guests``.

    ``line`` is the number of the line of talk that welcomes them, which nobody else reads, and ``at`` its time.
    """

    id: str
    name: str
    line: int = 0
    at: float = 0.0


@dataclass(slots=True)
class Chair:
    """A seat and who is on it. ``next`` is who takes it at the next deal."""

    kind: Literal["person", "computer", "empty"] = "empty"
    person: str = ""
    ready: bool = False
    standin: bool = False
    next: str = ""

    def seat(self, person: str) -> None:
        """Somebody sits down."""
        self.kind, self.person, self.ready, self.standin, self.next = "person", person, False, False, ""

    @property
    def by(self) -> Literal["computer", "standin", ""]:
        """Which computer acts here: one of the table's, or one that plays on for somebody; empty: a person does."""
        return "computer" if self.kind == "computer" else "standin" if self.standin else ""

    def clear(self, kind: Literal["computer", "empty"]) -> None:
        """Free the seat, or give it to a computer."""
        self.kind, self.person, self.ready, self.standin = kind, "", False, False


@dataclass(slots=True)
class Replaced:
    """A computer that failed and who plays for it, on which seats, since which deal: in its match, and of the table."""

    seats: list[int]
    before: str
    after: str
    why: str
    deal: int
    dealt: int


@dataclass(slots=True)
class Taken:
    """A seat whose cards somebody took over in the midst of the deal: their name, and that of the computer."""

    name: str
    computer: str


def tidy(text: str) -> str:
    """What people may say: no control characters but line breaks, none that turn the writing of others around."""
    lines = [
        "".join(" " if c.isspace() else c for c in line if c.isspace() or c.isprintable() or c == JOINER).rstrip()
        for line in text.splitlines()
    ]
    return "\n".join("\n".join(lines).strip("\n").split("\n")[:CHAT_LINES])
