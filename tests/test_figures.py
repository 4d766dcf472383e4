"""What the documents say in numbers is what the program does: each figure is read where it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec
import pytest

from dealt.server.base import limits
from dealt.server.base.config import SHORTEST_INVITE, Config
from dealt.server.cluster import bus, draining, process_lease, supervisor
from dealt.server.cluster import limits as shared
from dealt.server.door import app, catalogue, connection
from dealt.server.room import audit, lobby, tidying
from dealt.server.room.computers import MOST_FAILURES
from dealt.server.store import sets, tallies
from dealt.server.workers import lanes, workers
from dealt.session import seating
from dealt.wire import PORT, protocol, values

ROOT: Final = Path(__file__).parents[1]
SET: Final = Config()
DAY, MINUTE, KB, GB = 86400, 60, 1 << 10, 1 << 30
GUESSES: Final = (limits.GUESSES, 1 / limits.GUESS_RATE)
LONGEST_SET: Final = max(n for n in range(100) if sets.SET_NAME.fullmatch("a" * n))

WORDS: Final = {
    "half a": 0.5, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "twenty": 20, "thirty": 30, "tenth": 0.1, "thirty-second": 1 / 32,
}  # fmt: skip
FIGURE: Final = r"([Hh]alf a|[\w-]+(?:[.,]\d+)*)"

FIGURES: Final[list[tuple[str, str, tuple[float, ...]]]] = [
    ("faq.md", "{} minute after you were last here", (SET.name_after / MINUTE,)),
    ("faq.md", "after {} days if a deal that you finished counts", (SET.name_kept / DAY,)),
    ("faq.md", '"port {} is taken"', (PORT,)),
    ("protocol.md", "free again after {} minute (`name_after`)", (SET.name_after / MINUTE,)),
    ("protocol.md", "after `name_kept` ({} days)", (SET.name_kept / DAY,)),
    ("protocol.md", "A name has {} to {} characters", (values.SHORTEST_NAME, values.LONGEST_NAME)),
    ("protocol.md", "Frames to the room have {} KB at most", (protocol.FRAME_LIMIT / KB,)),
    ("protocol.md", "{} KB count uncompressed", (protocol.FRAME_LIMIT / KB,)),
    ("protocol.md", "a frame over {} KB", (protocol.FRAME_LIMIT / KB,)),
    ("protocol.md", "one object with `do`, {} KB at most", (protocol.FRAME_LIMIT / KB,)),
    ("protocol.md", "`hello` comes first, within {} seconds", (SET.hello_within,)),
    ("protocol.md", "{} times a second at most", (1 / lobby.EVERY,)),
    ("protocol.md", "from {} days ago to tomorrow", (catalogue.DAYS,)),
    ("protocol.md", "to all at the table: up to {} characters and {} lines", (protocol.CHAT_LIMIT, seating.CHAT_LINES)),
    ("protocol.md", "The newest {} deals that one has finished", (tallies.MOST_DEALS,)),
    ("protocol.md", "After {} seconds the room gives up", (workers.ANSWERING,)),
    ("protocol.md", "The name has {} to {} letters, digits", (1, LONGEST_SET)),
    ("protocol.md", "pings every {} seconds", (SET.ping_interval,)),
    ("protocol.md", "reading nothing for {} seconds", (SET.send_within,)),
    ("protocol.md", "may send {} messages at once and {} a second", (SET.burst, SET.rate)),
    ("protocol.md", "among them {} lines of talk or phrases and {} a second", (SET.chat_burst, SET.chat_rate)),
    ("protocol.md", "{} questions about a position", (SET.ask_burst,)),
    ("protocol.md", "`try`) and {} a second", (SET.ask_rate,)),
    ("protocol.md", "and {} costly messages", (SET.costly_burst,)),
    ("protocol.md", "`mistakes`) and {} a second", (SET.costly_rate,)),
    ("protocol.md", "{} answers to `hint`", (connection.MOST_LONG,)),
    ("protocol.md", "limited to {} at once and {} a second", (SET.act_burst, SET.act_rate)),
    ("protocol.md", "from one address to {} and {};", (SET.address_act_burst, SET.address_act_rate)),
    (
        "protocol.md", "new names and tables from one address to {} and {} at once and {} in {} seconds",
        (SET.name_burst, SET.table_burst, SET.name_rate / SET.table_rate, 1 / SET.name_rate),
    ),
    ("playing.md", "{} to {} letters or digits of any script", (values.SHORTEST_NAME, values.LONGEST_NAME)),
    ("playing.md", "After {} seconds a computer plays on", (SET.standin_after,)),
    ("playing.md", "after {} minutes the seat is given up", (SET.leave_after / MINUTE,)),
    ("hosting.md", "{} connections, {} people, {} tables", (SET.connections, SET.people, SET.tables)),
    ("hosting.md", "After {} wrong keys an address may try once in {} seconds", GUESSES),
    ("hosting.md", "It has {} characters at least", (SHORTEST_INVITE,)),
    ("hosting.md", "{} wrong guesses, and an address may try once in {} seconds", GUESSES),
    ("hosting.md", "Every {} minutes the room deletes", (app.TIDY_EVERY / MINUTE,)),
    ("hosting.md", "takes more than {} seconds, crashes", (workers.THINKING,)),
    ("hosting.md", "memory ({} to {} GiB)", (workers.LEAST_MEMORY / GB, workers.MOST_MEMORY / GB)),
    ("hosting.md", "and {} each for new tables", (lanes.LANES["table"].workers,)),
    ("hosting.md", "{} each analyses deals", (lanes.LANES["analysis"].workers,)),
    ("hosting.md", "A computer that fails {} times at a table", (MOST_FAILURES,)),
    ("hosting.md", "frames over {} KB", (protocol.FRAME_LIMIT / KB,)),
    ("hosting.md", "one of each in {} seconds", (1 / SET.name_rate,)),
    ("hosting.md", "at most a {} of all people and tables a day (at least {})", (tidying.SHARE, tidying.LEAST)),
    ("hosting.md", "the newest {} lines", (audit.AUDIT_KEPT,)),
    ("threat-model.md", "nothing is deleted for {} hour, then a {} a day", (tidying.HOUR / 3600, tidying.SHARE)),
    ("cluster.md", "one that hangs for {} minute is killed", (supervisor.HANGS_AFTER / MINUTE,)),
    ("cluster.md", "It has {} seconds; what is left then", (draining.WITHIN,)),
    ("cluster.md", "from Redis alone for {} seconds", (bus.DEAF_AFTER,)),
    ("cluster.md", "a lease in PostgreSQL for {} seconds", (process_lease.LASTS,)),
    ("cluster.md", "portions of {} tokens at most and a {} of what", (shared.MOST_DRAWN, 1 / shared.PART)),
    ("cluster.md", "what processes hold unused, for {} minute", (shared.ACTS_KEPT / MINUTE,)),
]  # fmt: skip
"""Where a figure stands, the words around it with {} in its place, and what the program has."""


def read(page: str) -> str:
    return " ".join((ROOT / "docs" / page).read_text("utf-8").split())


def number(written: str) -> float:
    """The number that a figure stands for.

    >>> number("5,000"), number("Half a"), number("0.8")
    (5000.0, 0.5, 0.8)
    """
    word = written.lower()
    return WORDS[word] if word in WORDS else float(word.replace(",", ""))


@pytest.mark.parametrize(("page", "words", "values"), FIGURES)
def test_a_figure_is_what_the_program_has(page: str, words: str, values: tuple[float, ...]) -> None:
    pattern = rf"(?<![\w-]){FIGURE}".join(map(re.escape, words.split("{}")))
    found = re.findall(pattern, read(page))
    assert found, "the sentence has changed: change it here as well"
    for each in found:
        written = (each,) if isinstance(each, str) else each
        assert [number(one) for one in written] == pytest.approx(values)


def test_the_defaults_of_all_settings_are_as_documented() -> None:
    table = re.search(r"\| setting \| default \|.*?\n\n", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.DOTALL)
    assert table
    defaults = {each.name: each.default for each in msgspec.structs.fields(Config)}
    compared = 0
    for row in table[0].strip().splitlines()[2:]:
        named, told = row.split("|")[1:3]
        names_of = re.findall(r"`(\w+)`", named)
        figures = [re.fullmatch(r"`?([\w.]+)`?(?: (days))?", part.strip()) for part in told.split(",")]
        if len(figures) != len(names_of) or not all(figures):
            continue  # words such as "a file of the user's", or nothing
        for name, figure in zip(names_of, figures, strict=True):
            assert figure
            default = defaults[name]
            text = str(default).lower() if isinstance(default, bool) else default
            assert (figure[1] if isinstance(text, str) else float(figure[1]) * (DAY if figure[2] else 1)) == text, name
            compared += 1
    assert compared > len(defaults) // 2
