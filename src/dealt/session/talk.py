"""Commands of talk: a line of one's own, or a phrase of the house."""

from __future__ import annotations

from dealt.session.events import Event, Spoke
from dealt.session.seating import tidy
from dealt.session.session import Session
from dealt.texts import common
from dealt.wire.refusal import Refused


def speak(session: Session, person: str, text: str) -> list[Event]:
    """Say something; control characters and blank lines at the ends are left out."""
    session.check_here(person)
    plain = tidy(text)
    if not plain:
        raise Refused("chat_empty")
    return [Spoke(person, plain)]


def say_phrase(session: Session, person: str, phrase: str) -> list[Event]:
    """Say a phrase of the house."""
    session.check_here(person)
    text = common()["en"].get(f"phrase.{phrase}")
    if text is None:
        raise Refused("no_phrase")
    return [Spoke(person, text, phrase)]
