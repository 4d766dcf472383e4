"""What one person may read of a table, as messages.

Cards come only out of ``table.view(seat)`` and ``table.log(seat)``; what the room adds is who sits where. Whoever sits
nowhere gets the spectator's view. The seed appears only when the deal is over.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from dealt import players
from dealt.cards import Card, Cards, name
from dealt.game import Action, Fact, Game, Move, Pile, Seat, View
from dealt.mix import Mix
from dealt.server.protocol import (
    ChatLine,
    LobbySeat,
    LobbyTable,
    LogLine,
    Result,
    SeatInfo,
    TableState,
    Talk,
    WireAction,
    WireBox,
    WireContribution,
    WireFact,
    WireMix,
    WireOpening,
    WirePile,
    WireSum,
    WireView,
)
from dealt.server.session import KEPT_LINES, Session, said
from dealt.table import Match, Table, commitment

__all__ = [
    "LogPosition",
    "Shared",
    "all_away",
    "boxes",
    "lists_alike",
    "lobby_table",
    "log_line",
    "share",
    "sorts",
    "table_state",
    "talk",
    "weakest",
    "wire_action",
    "wire_mix",
    "wire_view",
]


GAMES_KEPT: Final = 1024
"""The number of games, one a table, for which is kept what never changes."""


class LogPosition(NamedTuple):
    """The part of the log that a client has: the number of lines, of which deal, and from which seat.

    ``undone`` is the number of actions that had been taken back by then: a later undo may have replaced lines.
    """

    dealt: int = 0
    seat: Seat | None = None
    lines: int = 0
    undone: int = 0


Hands = dict[Seat, tuple[list[tuple[Card | None, ...]], dict[str, list[str]]]]
"""The piles of each seat's hand as they were last arranged, and how."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What all viewers of one position of a table have in common: it is made once for all of them."""

    state: TableState
    """The table without anything that depends on the viewer."""
    piles: dict[int, tuple[Pile, WirePile]] = field(default_factory=dict)
    """By the identity of what games share between views: comparing costs more than making."""
    facts: dict[int, tuple[tuple[Fact, ...], list[WireFact]]] = field(default_factory=dict)
    hands: Hands = field(default_factory=dict)
    vocabulary: list[WireAction] = field(default_factory=list)


def table_state(
    session: Session,
    person: str,
    away: Collection[str] = (),
    clock_ms: int | None = None,
    known: LogPosition | None = None,
    shared: Shared | None = None,
) -> tuple[TableState, LogPosition]:
    """The whole table as a person may see it now, and how much of the log they have with it.

    ``shared`` is what :func:`share` returned for this position; without it, it is made here.
    """
    shared = shared or share(session, away, clock_ms)
    seat, table, game = session.seat_of(person), session.table, session.game
    if table is None:
        state = msgspec.structs.replace(shared.state, seat=seat)
        return state, LogPosition(session.dealt, seat, 0, session.undone)
    view = table.view(seat, log=False)
    now = LogPosition(session.dealt, seat, table.step, session.undone)
    log_from = known.lines if known is not None and known._replace(lines=now.lines) == now else 0
    acts = seat is not None and seat in view.turn
    state = msgspec.structs.replace(
        shared.state,
        seat=seat,
        view=wire_view(game, view, shared),
        sorts=sorts(game, view, shared.hands) if seat is not None else {},
        log_from=log_from,
        log=[_log_line(game, move) for move in table.log(seat, log_from)],
        boxes=boxes(game, view) if acts else [],
        vocabulary=shared.vocabulary if acts else [],
    )
    return state, now


def share(
    session: Session, away: Collection[str] = (), clock_ms: int | None = None, hands: Hands | None = None
) -> Shared:
    """What all viewers of a table have in common now. ``hands`` are as they were arranged before, and grow."""
    table, match = session.table, session.match
    settings, game, dealer = session.settings, session.game, session.dealer
    over, at_stake = session.phase in ("over", "final"), _at_stake(game)
    state = TableState(
        id=session.id,
        game=settings.game,
        options=settings.options,
        private=settings.private,
        clock=settings.clock,
        pace=settings.pace,
        computers=players.called(settings.computers),
        phase=session.phase,
        deal=session.deal,
        step=session.step,
        seat=None,
        dealer=session.guests[dealer].name if dealer else None,
        seats=[_seat_info(session, each, away, at_stake=at_stake) for each in range(len(session.chairs))],
        watchers=[session.guests[each].name for each in session.watchers],
        view=None,
        sorts={},
        log_from=0,
        log=[],
        clock_ms=clock_ms,
        commitment=commitment(session.mix.server if session.mix else table.seed) if table else None,
        promise=commitment(session.promised) if session.promised else None,
        seed=table.seed.hex() if table and over else None,
        result=_result(match, table) if match and table and over else None,
        explained=session.explained,
        set=settings.set or None,
        known=settings.seed or None,
        partnerships=[list(each) for each in game.partnerships],
        opening=_opening(table) if table else None,
        due=session.mixing.due,
        mix=wire_mix(session.mix) if over else None,
        uncounted=session.knowable,
    )
    return Shared(state, hands={} if hands is None else hands, vocabulary=vocabulary(game) if session.turn else [])


def wire_mix(mix: Mix | None) -> WireMix | None:
    """What a seed is made of, as it travels: once the deal is over."""
    if mix is None:
        return None
    seats = [
        None
        if each is None
        else WireContribution(each.name, each.seal, None if each.given is None else each.given.hex())
        for each in mix.seats
    ]
    return WireMix(mix.server.hex(), mix.table, mix.deal, seats)


def _opening(table: Table[Any]) -> WireOpening | None:
    if table.opening is None:
        return None
    say, seats, card = table.opening
    return WireOpening(
        None if say is None else said(say), list(seats), None if card is None else name(card), table.began
    )


def _seat_info(session: Session, seat: Seat, away: Collection[str], *, at_stake: bool) -> SeatInfo:
    chair, match = session.chairs[seat], session.match
    return SeatInfo(
        seat=seat,
        kind=chair.kind,
        name=session.name_on(seat),
        away=chair.kind == "person" and chair.person in away,
        standin=chair.standin,
        ready=chair.ready,
        total=match.totals[seat] if match else 0,
        balance=match.balances[seat] if match and at_stake else None,
        next=session.guests[chair.next].name if chair.next else None,
    )


def _at_stake(game: Game[Any]) -> bool:
    return game.settle((0.0,) * game.seats) is not None


def _result(match: Match[Any], table: Table[Any]) -> Result | None:
    scores = table.score
    if scores is None:
        return None
    settled = match.game.settle(scores)
    return Result(
        scores=list(scores),
        winners=list(match.game.winners(scores)),
        totals=list(match.totals),
        settled=list(settled) if settled is not None else None,
        balances=list(match.balances) if settled is not None else None,
        best=list(match.leaders),
        final=match.final,
    )


def boxes(game: Game[Any], view: View) -> list[WireBox]:
    """The boxes from which something can be chosen now."""
    groups = {each.verb.partition(" ")[0] for each in view.legal}
    return [each for each in _all_boxes(game) if each.group in groups]


@lru_cache(maxsize=GAMES_KEPT)
def _all_boxes(game: Game[Any]) -> list[WireBox]:
    return [WireBox(box.group, box.columns, [wire_action(game, each) for each in box.actions]) for box in game.boxes]


@lru_cache(maxsize=GAMES_KEPT)
def vocabulary(game: Game[Any]) -> list[WireAction]:
    """The actions without cards that stand in no box."""
    boxed = {action for box in game.boxes for action in box.actions}
    return [wire_action(game, each) for each in game.vocabulary if each not in boxed]


def sorts(game: Game[Any], view: View, known: Hands | None = None) -> dict[str, list[str]]:
    """The viewer's own hand in each of the game's orders, from ``known`` if it is what it was."""
    hand = [each.cards for each in view.piles if each.owner == view.seat and each.role == "hand"]
    if view.seat is None or known is None:
        return _arranged(game, view)
    if view.seat not in known or known[view.seat][0] != hand:
        known[view.seat] = hand, _arranged(game, view)
    return known[view.seat][1]


def _arranged(game: Game[Any], view: View) -> dict[str, list[str]]:
    return {how: _names(tuple(game.arrange(view, how))) for how in game.sorts}


@lru_cache(maxsize=8192)
def _names(cards: tuple[Card, ...]) -> list[str]:
    """Cards as they travel."""
    return [name(one) for one in cards]


@lru_cache(maxsize=8192)
def _shown(cards: tuple[Card | None, ...]) -> list[str | None]:
    """The cards of a pile as they travel."""
    return [None if one is None else name(one) for one in cards]


def _in_order(game: Game[Any], cards: Cards) -> list[str]:
    return _names(tuple(game.in_order(cards))) if cards else []


@lru_cache(maxsize=8192)  # who is on turn is offered almost the same as before, and so are others
def wire_action(game: Game[Any], action: Action) -> WireAction:
    """An action as a face needs it."""
    return WireAction(
        name=str(action),
        verb=action.verb,
        say=said(game.describe(action)),
        cards=_in_order(game, action.cards),
        amount=action.amount,
        upto=action.upto,
        step=action.step,
        pick=None if action.pick is None else list(action.pick),
        role=action.role,
    )


def log_line(game: Game[Any], move: Move) -> LogLine:
    """An action as its viewer may read it."""
    action = move.action
    return LogLine(
        move.seat, str(action), said(game.tell(move)), _in_order(game, action.cards), move.hidden, action.role
    )


_log_line = lru_cache(maxsize=2048)(log_line)
"""The newest lines: all viewers of a table but the one who acted get the same."""


def wire_view(game: Game[Any], view: View, shared: Shared | None = None) -> WireView:
    """What one viewer may know, as it travels. What is in ``shared`` was made for others; what is new is added."""
    made, piles = {} if shared is None else shared.piles, []
    for pile in view.piles:
        kept = made.get(id(pile))
        if kept is None:
            kept = made[id(pile)] = pile, _wire_pile(pile)
        piles.append(kept[1])
    facts = {} if shared is None else shared.facts
    if id(view.facts) not in facts:
        facts[id(view.facts)] = (
            view.facts,
            [WireFact(*each) for each in view.facts if not each.name.startswith(".")],
        )
    return WireView(
        seat=view.seat,
        turn=list(view.turn),
        piles=piles,
        facts=facts[id(view.facts)][1],
        legal=[wire_action(game, each) for each in view.legal],
        score=list(view.score) if view.score is not None else None,
        suits=view.suits,
        sums=[WireSum(each.name, list(each.piles), each.value, each.goal, each.mark) for each in view.sums],
    )


def _wire_pile(pile: Pile) -> WirePile:
    return WirePile(
        pile.name,
        pile.owner,
        _shown(pile.cards),
        pile.lay,
        pile.note,
        None if pile.at is None else list(pile.at),
        pile.role,
    )


def talk(session: Session, after: int | None = None, welcome: ChatLine | None = None) -> Talk:
    """What was said after line number ``after``; without it, all that is kept, and ``welcome`` in its place."""
    is_new = after is None or session.talked > after
    lines: list[ChatLine] = [line for line in session.talk if line.n > (after or 0)] if is_new else []
    if welcome is not None:
        lines = sorted([*lines, welcome], key=lambda line: line.n)[-KEPT_LINES:]
    return Talk(lines=lines, history=after is None)


def lobby_table(session: Session, away: Collection[str] = ()) -> LobbyTable:
    """A table as the lobby shows it; the people in ``away`` have lost the connection."""
    return LobbyTable(
        id=session.id,
        game=session.settings.game,
        options=session.settings.options,
        phase=session.phase,
        seats=[
            LobbySeat(each.kind, session.name_on(seat), each.kind == "person" and each.person in away)
            for seat, each in enumerate(session.chairs)
        ],
        free=session.free,
        watchers=len(session.watchers),
        clock=session.settings.clock,
        deals=session.dealt,
        set=session.settings.set or None,
        known=session.settings.seed or None,
    )


def all_away(table: LobbyTable) -> LobbyTable:
    """The same table while nobody is connected there."""
    seats = [msgspec.structs.replace(each, away=each.kind == "person") for each in table.seats]
    return msgspec.structs.replace(table, seats=seats)


def lists_alike(one: LobbyTable, other: LobbyTable) -> bool:
    """Do two lines of the lobby differ in nothing but who is connected?"""
    return all_away(one) == all_away(other)


def weakest(seen: View) -> Action:
    """The first legal action; the least of those that it stands for."""
    return seen.legal[0].first()
