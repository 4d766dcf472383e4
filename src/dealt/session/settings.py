"""Commands about the settings of a table that may change while it is under way: its computers and their pace."""

from __future__ import annotations

from typing import Final

from dealt.players import seated
from dealt.session.events import ComputerReplaced, Event, Failure, PaceSet
from dealt.session.session import Session
from dealt.wire.protocol import Pace

__all__ = ["PACE", "replace_computer", "set_pace"]

PACE: Final[dict[Pace, float]] = {"instant": 0.0, "fast": 0.4, "normal": 0.9, "slow": 1.6}
"""The pause before a computer acts, in seconds."""


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
