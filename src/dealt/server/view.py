"""What one person may read of a table, as messages.

Cards come only out of ``table.view(seat)`` and ``table.log(seat)``; what the room adds is who sits where. Whoever sits
nowhere gets the spectator's view. The seed appears only when the deal is over.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from dealt import players
from dealt.cards import Card, Cards, name
from dealt.game import Action, Game, Move, Seat, View
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
    "boxes",
    "lobby_table",
    "log_line",
    "sorts",
    "table_state",
    "talk",
    "weakest",
    "wire_action",
    "wire_mix",
    "wire_view",
]


@dataclass(frozen=True, slots=True)
class LogPosition:
    """The part of the log that a client has: the number of lines, of which deal, and from which seat.

    ``undone`` is the number of actions that had been taken back by then: a later undo may have replaced lines.
    """

    dealt: int = 0
    seat: Seat | None = None
    lines: int = 0
    undone: int = 0


def table_state(
    session: Session,
    person: str,
    away: Collection[str] = (),
    clock_ms: int | None = None,
    known: LogPosition | None = None,
) -> tuple[TableState, LogPosition]:
    """The whole table as a person may see it now, and how much of the log they have with it."""
    seat = session.seat_of(person)
    table, match = session.table, session.match
    view = table.view(seat, log=False) if table else None
    log = table.log(seat) if table else ()
    now = LogPosition(session.dealt, seat, len(log), session.undone)
    log_from = known.lines if known is not None and replace(known, lines=now.lines) == now else 0
    settings, game = session.settings, session.game
    over = session.phase in ("over", "final")
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
        seat=seat,
        dealer=session.guests[session.dealer].name if session.dealer else None,
        seats=[_seat_info(session, each, away) for each in range(len(session.chairs))],
        watchers=[session.guests[each].name for each in session.watchers],
        view=wire_view(game, view) if view else None,
        sorts=sorts(game, view) if view and seat is not None else {},
        log_from=log_from,
        log=[log_line(game, move) for move in log[log_from:]],
        clock_ms=clock_ms,
        commitment=commitment(session.mix.server if session.mix else table.seed) if table else None,
        promise=commitment(session.promised) if session.promised else None,
        seed=table.seed.hex() if table and over else None,
        result=_result(match, table) if match and table and over else None,
        boxes=boxes(game, view) if view and seat is not None and seat in view.turn else [],
        explained=session.explained,
        set=settings.set or None,
        known=settings.seed or None,
        vocabulary=vocabulary(game) if view and seat is not None and seat in view.turn else [],
        partnerships=[list(each) for each in game.partnerships],
        opening=_opening(table) if table else None,
        due=session.mixing.due,
        mix=wire_mix(session.mix) if over else None,
        uncounted=session.knowable,
    )
    return state, now


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


def _seat_info(session: Session, seat: Seat, away: Collection[str]) -> SeatInfo:
    chair, match = session.chairs[seat], session.match
    return SeatInfo(
        seat=seat,
        kind=chair.kind,
        name=session.name_on(seat),
        away=chair.kind == "person" and chair.person in away,
        standin=chair.standin,
        ready=chair.ready,
        total=match.totals[seat] if match else 0,
        balance=match.balances[seat] if match and _at_stake(session.game) else None,
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
    return [
        WireBox(box.group, box.columns, [wire_action(game, each) for each in box.actions])
        for box in game.boxes
        if box.group in groups
    ]


def vocabulary(game: Game[Any]) -> list[WireAction]:
    """The actions without cards that stand in no box."""
    boxed = {action for box in game.boxes for action in box.actions}
    return [wire_action(game, each) for each in game.vocabulary if each not in boxed]


def sorts(game: Game[Any], view: View) -> dict[str, list[str]]:
    """The viewer's own hand in each of the game's orders."""
    return {how: _names(game.arrange(view, how)) for how in game.sorts}


def _names(cards: Collection[Card]) -> list[str]:
    """Cards as they travel."""
    return [name(one) for one in cards]


def _in_order(game: Game[Any], cards: Cards) -> list[str]:
    return _names(game.in_order(cards)) if cards else []


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
    )


def log_line(game: Game[Any], move: Move) -> LogLine:
    """An action as its viewer may read it."""
    action = move.action
    return LogLine(move.seat, str(action), said(game.tell(move)), _in_order(game, action.cards), move.hidden)


def wire_view(game: Game[Any], view: View) -> WireView:
    """What one viewer may know, as it travels."""
    return WireView(
        seat=view.seat,
        turn=list(view.turn),
        piles=[
            WirePile(
                each.name,
                each.owner,
                [None if one is None else name(one) for one in each.cards],
                each.lay,
                each.note,
                None if each.at is None else list(each.at),
            )
            for each in view.piles
        ],
        facts=[WireFact(*each) for each in view.facts if not each.name.startswith(".")],
        legal=[wire_action(game, each) for each in view.legal],
        score=list(view.score) if view.score is not None else None,
        suits=view.suits,
        sums=[WireSum(each.name, list(each.piles), each.value, each.goal, each.mark) for each in view.sums],
    )


def talk(session: Session, after: int | None = None, welcome: ChatLine | None = None) -> Talk:
    """What was said after line number ``after``; without it, all that is kept, and ``welcome`` in its place."""
    lines: list[ChatLine] = [line for line in session.talk if line.n > (after or 0)]
    if welcome is not None:
        lines = sorted([*lines, welcome], key=lambda line: line.n)[-KEPT_LINES:]
    return Talk(lines=lines, history=after is None)


def lobby_table(session: Session) -> LobbyTable:
    """A table as the lobby shows it."""
    return LobbyTable(
        id=session.id,
        game=session.settings.game,
        options=session.settings.options,
        phase=session.phase,
        seats=[LobbySeat(each.kind, session.name_on(seat)) for seat, each in enumerate(session.chairs)],
        free=session.free,
        watchers=len(session.watchers),
        clock=session.settings.clock,
        deals=session.dealt,
        set=session.settings.set or None,
        known=session.settings.seed or None,
    )


def weakest(seen: View) -> Action:
    """The first legal action; the least of those that it stands for."""
    return seen.legal[0].first()
