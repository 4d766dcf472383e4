"""What people say at a table that changes it, each with the command that carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealt.session import dealing, seeds, settings, talk
from dealt.session.events import Event
from dealt.session.mixing import Awaited
from dealt.session.session import Session
from dealt.wire import protocol
from dealt.wire.protocol import Incoming

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
    protocol.Chat: lambda session, person, said, _: talk.speak(session, person, said.text),
    protocol.Phrase: lambda session, person, said, _: talk.say_phrase(session, person, said.phrase),
}
"""By the message: the command for who says it, and for whose contributions to a seed a deal is to wait."""
