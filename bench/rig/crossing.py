"""Frames on their way from the process that owns a table to the processes where its people are connected.

Such a frame arrives when the table may have gone on, so it is searched when its owner sends it, with the truth at hand;
and whatever arrives must be what the owner made for that very person.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Final

from bench.rig.judging import Broken, Honesty
from dealt.server.cluster import notes

if TYPE_CHECKING:
    from dealt.server.cluster.relay import Hosted, RemoteLink

__all__ = ["CROSSES", "Crossing"]

CROSSES: Final = frozenset(
    ("table", "talk", "sealed", "answer", "hinted", "meaning", "odds", "record", "replay", "set")
)
"""What only the owner of a table can say."""
KEPT: Final = 1000
"""The number of frames of a person that are remembered: more are never under way."""
STALLED, MOVING = '"stalled":true', '"stalled":false'


class Crossing:
    """Searches what owners send, and compares with it what arrives."""

    def __init__(
        self,
        honesty: Honesty,
        fail: Callable[[BaseException], None],
        wrote: Callable[[str], Collection[str]] = lambda _: (),
    ):
        """``fail`` is told what does not hold; ``wrote`` are the cards that a person wrote, by their id."""
        self._honesty, self._fail, self._wrote = honesty, fail, wrote
        self._made: dict[str, deque[int]] = {}
        self.sent = self.arrived = 0

    def watch(self, hosted: Hosted) -> None:
        """Search from now on whatever a process sends to people who are connected elsewhere."""
        send = hosted.send

        def watched(gateway: int, note: notes.Note) -> None:
            try:
                self._leaves(hosted, gateway, note)
            except Exception as error:  # noqa: BLE001 - the room must not swallow it
                self._fail(error)
            send(gateway, note)

        hosted.send = watched

    def _leaves(self, hosted: Hosted, gateway: int, note: notes.Note) -> None:
        match note:
            case notes.Frame() | notes.Long():
                link, frame = hosted.find(gateway, note.relay), note.frame.decode()
                message = json.loads(frame)
            case notes.Answered(code=code, text=text) if code:
                link, frame = hosted.find(gateway, note.relay), text
                said = {} if note.say is None else {"key": note.say.key, "args": note.say.args}
                message = {"op": "error", "code": code, "say": said, "text": text}
            case _:
                return
        if link is not None and link.person is not None:
            self._made.setdefault(link.person.id, deque(maxlen=KEPT)).append(hash(frame))
            self._search(link, message, frame)

    def _search(self, link: RemoteLink, message: dict[str, Any], frame: str) -> None:
        live, person = link.live, link.person
        if live is None or person is None:
            return
        self.sent += 1
        secret = live.joined.secret if live.joined else b""
        self._honesty.search(live.session, person.id, message, frame, secret, self._wrote(person.id))

    def arrives(self, person: str, message: dict[str, Any], frame: str) -> None:
        """Broken if somebody is told what the owner of their table did not make for them."""
        op = message["op"]
        if op not in CROSSES:
            return
        made = self._made.get(person, ())
        if hash(frame) not in made and hash(frame.replace(STALLED, MOVING)) not in made:
            raise Broken(f"somebody is told a {op} that the owner of their table never made for them")
        self.arrived += 1
