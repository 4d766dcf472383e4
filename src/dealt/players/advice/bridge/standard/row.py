"""Rows of a bidding system as text: what a line says, checked when it is read. ``standard.rows`` explains the words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

ANY_AUCTION: Final = "..."
VARIABLES: Final = "MOmnxyz"
Term = tuple[str, ...]
"""The kind of a term and its parts, such as ``("points", "12", "21", "hcp", "")``."""

_SUIT: Final = r"[CDHSMOmnxyzt]"
_RANGE: Final = r"(\d+)(?:-(\d+)|(\+))?"
_TERMS: Final = {
    "any": r"any",
    "points": rf"{_RANGE} (hcp|pts|sup)(?: ({_SUIT}))?",
    "tot": rf"tot {_RANGE}(?: (hcp|sup))?(?: ({_SUIT}))?",
    "length": rf"({_SUIT}|unbid|majors){_RANGE}",
    "hand": r"(bal|flat|stop|all aces|three aces)",
    "aces": r"aces (\d)(?:/(\d))?",
    "suit": rf"(fair|good|honour|opens|best|longest|more|others stopped|long) ?({_SUIT})?",
    "fit": rf"fit ({_SUIT}) (\d+)",
    "four": r"four S H",
    "quick": r"quick (\d)",
    "both": r"majors (\d+)",
    "compare": rf"({_SUIT}) ?(>=|longer) ?({_SUIT})",
    "order": rf"({_SUIT})(<|>)({_SUIT})",
    "is": rf"is ({_SUIT}) ([CDHSMm])",
}
_CONDITIONS: Final = {
    "flag": r"(ours|theirs|forced|undoubled|balancing|gamed|settled|answered|unanswered|notrump|wide p)",
    "points": r"(me|p) (\d+)\+",
    "shown": rf"(me|p) ({_SUIT}) (\d+)\+",
    "silent": r"silent (us|me|p)",
    "opened": r"opened (us|me|p)",
    "seat": r"seat (\d)-(\d)",
    "level": r"level (\d)(?:-(\d))?",
    "bids": r"bids (\d)",
    "below": r"below (\d[CDHSN])",
    "named": r"(asked|me) ([a-z_]+)(?: ([CDHSN]))?",
    "suit": rf"(unbid|free|fourth|last) ({_SUIT})",
    "is": rf"is ({_SUIT}) ([CDHSMm])",
}
_CALL: Final = re.compile(rf"P|X|XX|[1-7](?:{_SUIT}|N)|(?:=|\+\+|\+|>)(?:{_SUIT}|N)(?:@\d(?:-\d)?)?")
_TOKEN: Final = re.compile(rf"\*|\((?:\*|~|#|P|X|[1-7](?:{_SUIT}|N))\)|P|X|[1-7](?:{_SUIT}|N)")


class RowError(ValueError):
    """A line of a system that says nothing that is known."""


@dataclass(frozen=True, slots=True)
class SystemRow:
    """One row. ``auctions`` are alternatives; none of them for a row that counts in any auction."""

    line: int
    section: str
    auctions: tuple[tuple[str, ...], ...]
    tail: str
    conditions: tuple[Term, ...]
    """Those that speak of the suits that the row leaves open."""
    call: str
    name: str
    forcing: int
    """0 no, 1 for one round, 2 to game."""
    artificial: bool
    spare: bool
    """A call for want of a better one: it widens what the other rows of the call promise by nothing."""
    terms: tuple[Term, ...]
    text: tuple[str, str, str]
    """Auction, call and promise as they are written."""

    variables: str
    """The suits that the row leaves open."""
    fixed: tuple[Term, ...]
    """The conditions that speak of none of them."""


def _variables(written: Sequence[str], terms: Sequence[Term]) -> str:
    words = [part for kind, *parts in terms for part in parts[: 1 if kind == "is" else None] if len(part) == 1]
    found = {letter for letter in "".join((*written, *words)) if letter in VARIABLES}
    return "".join(letter for letter in VARIABLES if letter in found)


def rows(text: str) -> tuple[SystemRow, ...]:
    """The rows of a system; :class:`RowError` names the first line that can't be read."""
    return tuple(_rows(text))


def _rows(text: str) -> Iterator[SystemRow]:
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("# ", 1)[0].strip() if line.startswith("#") else line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line.strip("[]")
            continue
        yield _row(number, section, line)


def _row(number: int, section: str, line: str) -> SystemRow:
    braces = [each.strip() for group in re.findall(r"\{(.*?)\}", line) for each in group.split(",")]
    columns = [re.sub(r"\s+", " ", each).strip() for each in re.sub(r"\{.*?\}", "", line).split("|")]
    if len(columns) != 4:
        raise RowError(f"line {number}: a row has four columns, and this one {len(columns)}: {line}")
    auction, call, name, promise = columns
    if not _CALL.fullmatch(call):
        raise RowError(f"line {number}: {call!r} is no call")
    label = re.fullmatch(r"([a-z_0-9]+)(!{0,2})(\*?)(\??)", name)
    if not label:
        raise RowError(f"line {number}: {name!r} is no name for a call")
    auctions, tail = _auctions(number, auction)
    conditions = tuple(_parsed(number, each, _CONDITIONS) for each in braces)
    terms = tuple(_parsed(number, each.strip(), _TERMS) for each in promise.split(","))
    written = line.split("|")[0].strip(), call, promise
    forcing, artificial, spare = len(label[2]), bool(label[3]), bool(label[4])
    calls = [*(token for each in auctions for token in each), tail, call]
    fixed = tuple(each for each in conditions if not _variables((), [each]))
    loose = tuple(each for each in conditions if each not in fixed)
    letters = _variables(calls, (*conditions, *terms))
    how = forcing, artificial, spare, terms, written, letters, fixed
    return SystemRow(number, section, auctions, tail, loose, call, label[1], *how)


def _auctions(number: int, written: str) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The auctions of a row, and for a row of any auction what its last bid must be."""
    if written.startswith(ANY_AUCTION):
        tail = written.removeprefix(ANY_AUCTION).strip()
        if tail and not _TOKEN.fullmatch(tail):
            raise RowError(f"line {number}: {tail!r} is no bid")
        return (), tail
    if written == "open":
        return ((),), ""
    found = tuple(tuple(each.split()) for each in written.split("/"))
    for token in (token for each in found for token in each):
        if not _TOKEN.fullmatch(token):
            raise RowError(f"line {number}: {token!r} is no call of an auction")
    return found, ""


def _parsed(number: int, written: str, known: dict[str, str]) -> Term:
    for kind, pattern in known.items():
        if match := re.fullmatch(pattern, written):
            return (kind, *(part or "" for part in match.groups()))
    raise RowError(f"line {number}: {written!r} says nothing that is known")
