"""A session as text, so that a restart need not carry out all of its events again.

A snapshot can be thrown away at any time: the events of the table still make the same session. So it has no
migrations. One that was written in another format is not read.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

import msgspec
from msgspec import Struct

from dealt.game import Game
from dealt.mix import Contribution
from dealt.session.deals import read_past, write_past
from dealt.session.events import Finished, Opened, Rated, Scored
from dealt.session.mixing import Mixing
from dealt.session.seating import Chair, Guest, Replaced, Taken
from dealt.session.session import KEPT_LINES, Session
from dealt.session.view import lobby_table
from dealt.table import Match, Progress, Record
from dealt.wire.protocol import ChatLine, LobbyTable, Phase

FORMAT: Final = 1
"""Moves when a session has something new to remember, or remembers it otherwise."""


class _Match(Struct, frozen=True):
    """The match of a session. Totals and balances stay whole numbers if they were."""

    totals: list[Any]
    balances: list[Any]
    deals: int
    begun: int
    given_up: bool
    final: bool
    newest: str
    past: str


class _Mixing(Struct, frozen=True):
    """What has come for the seed of the next deal. A place is a person, their name, the seal, and what was sealed."""

    due: bool
    given_up_by: str
    seals: dict[str, str]
    places: list[tuple[str, str, str, str | None] | None] | None


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a session is made of."""

    format: int
    n: int
    opened_at: float
    settings: Opened
    guests: list[Guest]
    chairs: list[Chair]
    phase: Phase
    ended: bool
    step: int
    deal: int
    dealt: int
    matches: int
    undone: int
    uncounted: list[Scored]
    finished: list[Finished]
    drawn: int
    drawn_deal: int
    talk: list[ChatLine]
    talked: int
    promised: str | None
    mixing: _Mixing
    repeats: bool
    begun: list[tuple[int, int]]
    changed: list[int]
    match: _Match | None
    times: list[tuple[int, float]] = []
    replaced: list[Replaced] = []
    taken: list[Taken] = []
    sat: list[str] | None = None
    laid: dict[str, str] = {}
    interrupted: bool = False
    rated: list[Rated] = []
    dealt_at: float = 0.0


OTHERWISE: Final = {"format", "guests", "talk", "promised", "mixing", "begun", "changed", "match", "times"}
"""What a snapshot writes otherwise than the session has it."""
ALIKE: Final = tuple(each for each in Snapshot.__struct_fields__ if each not in OTHERWISE)

_decoder: Final = msgspec.json.Decoder(Snapshot)


def take(session: Session) -> bytes:
    """The session as it is now; CannotWrite if its game has states that can't be written."""
    return msgspec.json.encode(
        Snapshot(
            format=FORMAT,
            guests=list(session.guests.values()),
            talk=list(session.talk),
            promised=None if session.promised is None else session.promised.hex(),
            mixing=_of_mixing(session.mixing),
            begun=list(session.begun.items()),
            changed=sorted(session.changed),
            match=None if session.match is None else _plain(session.match),
            times=list(session.times.items()),
            **_alike(session),
        )
    )


def _alike(of: Session | Snapshot) -> dict[str, Any]:
    return {each: getattr(of, each) for each in ALIKE}


def _of_mixing(mixing: Mixing) -> _Mixing:
    places = None if mixing.places is None else [each and (each[0], *_sealed(each[1])) for each in mixing.places]
    return _Mixing(mixing.due, mixing.given_up_by, mixing.seals, places)


def _sealed(each: Contribution) -> tuple[str, str, str | None]:
    return each.name, each.seal, None if each.given is None else each.given.hex()


def _mixing_of(found: _Mixing) -> Mixing:
    mixing = Mixing()
    mixing.due, mixing.given_up_by, mixing.seals = found.due, found.given_up_by, found.seals
    mixing.places = None if found.places is None else [each and _place(*each) for each in found.places]
    return mixing


def _place(person: str, name: str, seal: str, given: str | None) -> tuple[str, Contribution]:
    return person, Contribution(name, seal, None if given is None else bytes.fromhex(given))


def _plain(match: Match[Any]) -> _Match:
    now = match.progress()
    return _Match(
        list(now.totals),
        list(now.balances),
        now.deals,
        now.begun,
        now.given_up,
        now.final,
        match.record_of([now.newest]).to_json(),
        write_past(match.game, now.past),
    )


def read(written: bytes) -> Snapshot | None:
    """The snapshot in a text; None if it was written in another format."""
    try:
        found = _decoder.decode(written)
    except msgspec.MsgspecError:
        return None
    return found if found.format == FORMAT else None


def resume(id: str, found: Snapshot, game: Game[Any]) -> Session:  # noqa: A002
    """The session of a snapshot; ValueError if its newest deal does not replay."""
    match = None if found.match is None else Match.resume(game, _progress(found.match, game))
    return Session(
        id,
        game=game,
        guests={each.id: each for each in found.guests},
        talk=deque(found.talk, maxlen=KEPT_LINES),
        promised=None if found.promised is None else bytes.fromhex(found.promised),
        mixing=_mixing_of(found.mixing),
        begun=dict(found.begun),
        changed=set(found.changed),
        match=match,
        mix=None if match is None else match.newest.mix,
        times=dict(found.times),
        **_alike(found),
    )


def _progress(match: _Match, game: Game[Any]) -> Progress[Any]:
    return Progress(
        tuple(match.totals),
        tuple(match.balances),
        match.deals,
        match.begun,
        match.given_up,
        match.final,
        Record.from_json(match.newest).deals[0],
        read_past(game, match.past),
    )


# --- what is shown of a table that is not restored


class Summary(Struct, frozen=True):
    """A table as the lobby shows it."""

    table: LobbyTable
    private: bool


_summaries: Final = msgspec.json.Decoder(Summary)


def summary(session: Session) -> str:
    """What is stored of a table so that the lobby can show it before it is restored."""
    return msgspec.json.encode(Summary(lobby_table(session), session.settings.private)).decode()


def read_summary(written: str) -> Summary | None:
    """The summary in a text; None if there is none that can be read."""
    try:
        return _summaries.decode(written)
    except msgspec.MsgspecError:
        return None
