"""The settings of a table: its id, its seeds, and commands about its computers and their pace, which may change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from dealt import daily
from dealt.game import LEVELS
from dealt.players import seated
from dealt.session.events import ComputerReplaced, Event, Failure, Opened, PaceSet
from dealt.session.session import Session
from dealt.table import seed_in, seed_of
from dealt.wire.protocol import Create, Pace
from dealt.wire.refusal import Refused

MOST_FAILURES: Final = 3
"""A computer that has failed at a table this many times is replaced there, in sight of its people."""
LAST_RESORT: Final = "lowest"
"""The computer that plays if no other does."""
ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH: Final = 12
PACE: Final[dict[Pace, float]] = {"instant": 0.0, "fast": 0.4, "normal": 0.9, "slow": 1.6}
"""The pause before a computer acts, in seconds."""
STANDIN_AFTER: Final = 20.0
"""The seconds without connection after which a computer plays on for somebody."""
GIVEN_UP_AFTER: Final = 300.0
"""The seconds without connection after which a seat is given up."""


def set_pace(session: Session, person: str, pace: Pace) -> list[Event]:
    """Computers take another time from now on; nothing if they do already."""
    session.check_dealer(person, "not_pacer")
    return [PaceSet(pace)] if session.settings.pace != pace else []


def replace_computer(session: Session, failing: str, computers: str, why: Failure = "raised") -> list[Event]:
    """Another computer plays from now on instead of the one that fails; nothing if that was done already."""
    before = seated(session.settings.computers, len(session.chairs))
    after = [computers if each == failing else each for each in before]
    if list(before) == after:
        return []
    return [ComputerReplaced(after[0] if len(set(after)) == 1 else ",".join(after), why)]


def table_id(chance: Random) -> str:
    return "".join(chance.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def seed_drawn(opened: Opened, drawn: int, chance: Callable[[], bytes], secret: bytes | None = None) -> bytes:
    """The server's seed of a table's next deal, after so many that were ``drawn``: of a board of a day, by a word that
    is known, as all tables get it of the set with that ``secret``, or by ``chance``.
    """
    if (day := daily.day_of(opened.set)) is not None:
        return daily.seed(opened.game, day, drawn + 1)
    if opened.seed:
        return seed_of(opened.seed, drawn)
    return chance() if secret is None else seed_in(secret, drawn + 1)


def asked_computers(written: str | None, seats: int, possible: Callable[[], Sequence[str]]) -> str:
    """The computers of a new table as they are stored, from what was asked for; Refused if one can't play there.

    ``possible`` finds out who can besides the levels, the best first, which may take a second.
    """
    try:
        some = seated(written or possible()[0], seats)
    except ValueError:
        raise Refused("computers_count", seats=seats) from None
    for each in some:
        if each not in LEVELS and each not in (names := possible()):
            raise Refused("no_computer", computer=each[:64], computers=", ".join((*LEVELS, *names)))
    return some[0] if len(set(some)) == 1 else ",".join(some)


def asked_word(message: Create) -> str:
    """The word that the seeds of a new table are to follow from, empty if by chance; Refused if it is none."""
    word = (message.seed or "").strip()
    if message.seed is not None and not (word and word.isprintable() and not message.set):
        raise Refused("bad_seed")
    return word
