"""What people say at a table that changes it, each with the command that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealt.session import dealing, seeds, settings
from dealt.session.events import Event, Spoke
from dealt.session.mixing import Awaited
from dealt.session.seating import tidy
from dealt.session.session import Session
from dealt.texts import common
from dealt.wire import protocol
from dealt.wire.protocol import Incoming
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


COMMANDS: Final[dict[type[Incoming], Callable[[Session, str, Any, Awaited], list[Event]]]] = {
    protocol.Start: lambda session, person, _, awaited: dealing.start(session, person, awaited),
    protocol.Ready: lambda session, person, said, _: dealing.ready(session, person, said.step),
    protocol.SetPace: lambda session, person, said, _: settings.set_pace(session, person, said.pace),
    protocol.Seal: lambda session, person, said, _: seeds.seal(session, person, said.promise, said.seal),
    protocol.Contribute: lambda session, person, said, _: seeds.contribute(
        session, person, said.promise, bytes.fromhex(said.given)
    ),
    protocol.Act: lambda session, person, said, _: dealing.act(session, person, said.step, said.action),
    protocol.Undo: lambda session, person, said, _: dealing.undo(session, person, said.step),
    protocol.Deal: lambda session, person, said, awaited: dealing.deal_now(
        session, person, said.step, same=said.same, awaited=awaited
    ),
    protocol.Chat: lambda session, person, said, _: speak(session, person, said.text),
    protocol.Phrase: lambda session, person, said, _: say_phrase(session, person, said.phrase),
}
"""By the message: the command for who says it, and for whose contributions to a seed a deal is to wait."""
