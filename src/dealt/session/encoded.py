"""The frame of a table, joined from parts that are encoded already: those of the position, of piles, of actions.

Making a frame anew for each viewer takes most of a room's time, and nearly all of it was said before: to the others at
the table, or one action earlier. :func:`dealt.session.view.table_state` says what a frame holds, and a test compares
the two for every game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

import msgspec

from dealt.cards import Card, members, name
from dealt.game import Action, Fact, Game, Move, Seat, View
from dealt.session import view as views
from dealt.session.session import Session
from dealt.session.view import LogPart
from dealt.table import Table
from dealt.wire.protocol import WirePile, WireView, encode

HOLE: Final[Any] = msgspec.Raw(b"\0")
"""Stands in a message where a viewer's own part goes: JSON itself has no such byte."""
ACTIONS_KEPT: Final = 8192
"""The number of actions of a game that are kept encoded."""

encode_any: Final = msgspec.json.Encoder().encode


class Arranged(NamedTuple):
    """A hand as it was last arranged, encoded, and the cards of its piles."""

    hand: list[tuple[Card | None, ...]]
    sorts: bytes


@dataclass(slots=True)
class Shared:
    """What all viewers of one position of a table have in common."""

    around: list[bytes]
    """The frame without what depends on the viewer: the bytes between the holes."""
    hands: dict[Seat, Arranged]
    facts: dict[int, tuple[tuple[Fact, ...], bytes]] = field(default_factory=dict)
    """By their identity: games share them between views."""


def share(
    session: Session,
    away: Collection[str] = (),
    clock_ms: int | None = None,
    hands: dict[Seat, Arranged] | None = None,
    *,
    stalled: bool = False,
    avatars: Mapping[str, int] = views.NO_AVATARS,
) -> Shared:
    """What all viewers of a table have in common now. ``hands`` are as they were arranged before, and grow."""
    state = views.common_state(session, away, clock_ms, stalled=stalled, avatars=avatars)
    holes = msgspec.structs.replace(
        state, seat=HOLE, view=HOLE, sorts=HOLE, log_from=HOLE, log=HOLE, boxes=HOLE, vocabulary=HOLE, takeable=HOLE
    )
    return Shared(encode(holes).split(b"\0"), {} if hands is None else hands)


def frame(session: Session, person: str, known: LogPart | None, shared: Shared) -> tuple[bytes, LogPart]:
    """The whole table as a person may see it now, encoded, and how much of the log they have with it."""
    seat, table, game = session.seat_of(person), session.table, session.game
    own, takeable = _number(seat), _number(session.takeable(person))
    if table is None:
        parts = [own, b"null", b"{}", b"0", b"[]", b"[]", b"[]", takeable]
        return _joined(shared, parts), LogPart(session.dealt, seat, 0, session.undone)
    view = table.view(seat, log=False)
    now, since = views.log_since(session, table, seat, known)
    acts = seat is not None and seat in view.turn
    parts = [
        own,
        _view(game, view, shared),
        b"{}" if seat is None else _sorts(game, view, seat, shared.hands),
        b"%d" % since,
        _log(game, table, seat, since),
        encode_any(views.boxes(game, view)) if acts and game.boxes else b"[]",
        _vocabulary(game) if acts else b"[]",
        takeable,
    ]
    return _joined(shared, parts), now


def _number(seat: Seat | None) -> bytes:
    return b"null" if seat is None else b"%d" % seat


def _joined(shared: Shared, parts: list[bytes]) -> bytes:
    pieces = [b""] * (2 * len(parts) + 1)
    pieces[::2], pieces[1::2] = shared.around, parts
    return b"".join(pieces)


def _list(parts: Iterable[bytes]) -> msgspec.Raw:
    return msgspec.Raw(b"[%b]" % b",".join(parts))


def _view(game: Game[Any], view: View, shared: Shared) -> bytes:
    facts = shared.facts.get(id(view.facts))
    if facts is None:
        facts = shared.facts[id(view.facts)] = view.facts, encode_any(views.wire_facts(view.facts))
    piles = _list([_pile(p.name, p.owner, p.cards, p.lay, p.note, p.at, p.role, p.groups) for p in view.piles])
    legal = _list(_actions(game, view.legal)) if view.legal else []
    sure = game.sure(view) if view.legal else None
    return encode_any(
        WireView(
            view.seat,
            cast("list[int]", view.turn),
            cast("list[WirePile]", piles),
            cast("Any", msgspec.Raw(facts[1])),
            cast("Any", legal),
            cast("Any", view.score),
            view.suits,
            views.wire_sums(view),
            None if sure is None else cast("Any", msgspec.Raw(_action(game, sure, sure.read))),
            [name(each) for each in members(view.wild)],
        )
    )


@lru_cache(maxsize=16_384)
def _pile(
    name: str,
    owner: Seat | None,
    cards: tuple[Card | None, ...],
    lay: str,
    note: str,
    at: tuple[int, int] | None,
    role: str,
    groups: tuple[int, ...],
) -> bytes:
    """A pile. Most are what they were before the last action, or what they are for others."""
    shown = views.shown(cards)
    return encode_any(WirePile(name, owner, shown, lay, note, None if at is None else list(at), role, list(groups)))


def _actions(game: Game[Any], legal: Iterable[Action]) -> list[bytes]:
    """Actions. Games offer the same objects again and again, and looking these up is faster than comparing actions."""
    kept, found = _kept(game), []
    for action in legal:
        known = kept.get(id(action))
        if known is None:
            if len(kept) >= ACTIONS_KEPT:
                kept.clear()
            known = kept[id(action)] = action, _action(game, action, action.read)
        found.append(known[1])
    return found


@lru_cache(maxsize=views.GAMES_KEPT)
def _kept(game: Game[Any]) -> dict[int, tuple[Action, bytes]]:
    """Actions of a game by their identity, which is theirs as long as they are kept here."""
    return {}


@lru_cache(maxsize=ACTIONS_KEPT)
def _action(game: Game[Any], action: Action, read: tuple[int, ...]) -> bytes:
    """An action; ``read`` is its own, which is no part of it."""
    return encode_any(views.wire_action(game, action))


def _sorts(game: Game[Any], view: View, seat: Seat, hands: dict[Seat, Arranged]) -> bytes:
    hand = [each.cards for each in view.piles if each.owner == seat and each.role == "hand"]
    known = hands.get(seat)
    if known is None or known.hand != hand:
        known = hands[seat] = Arranged(hand, encode_any(views.sorts(game, view)))
    return known.sorts


def _log(game: Game[Any], table: Table[Any], seat: Seat | None, since: int) -> bytes:
    lines = table.log(seat, since)
    return b"[%b]" % b",".join([_line(game, move, move.action.read) for move in lines]) if lines else b"[]"


@lru_cache(maxsize=4096)
def _line(game: Game[Any], move: Move, read: tuple[int, ...]) -> bytes:
    """A line of the log: all viewers of a table but the one who acted get the same."""
    return encode_any(views.log_line(game, move))


@lru_cache(maxsize=views.GAMES_KEPT)
def _vocabulary(game: Game[Any]) -> bytes:
    return encode_any(views.vocabulary(game))
