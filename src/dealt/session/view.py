"""What one person may read of a table, as messages.

Cards come only out of ``table.view(seat)`` and ``table.log(seat)``; what the room adds is who sits where. Whoever sits
nowhere gets the spectator's view. The seed appears only when the deal is over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from dealt import players
from dealt.cards import Card, Cards, members, name
from dealt.daily import BOARDS, day_of
from dealt.game import OPEN, Action, Fact, Game, Move, Pile, ScoreSheet, Seat, View
from dealt.mix import Mix
from dealt.players.levels import lacking
from dealt.session.seating import Chair
from dealt.session.session import KEPT_LINES, Session
from dealt.table import Match, Table, commitment
from dealt.wire.protocol import (
    ChatLine,
    LobbySeat,
    LobbyTable,
    LogLine,
    Result,
    Said,
    Scalar,
    Sealed,
    SeatInfo,
    TableState,
    Talk,
    WireAction,
    WireBoard,
    WireBox,
    WireEntry,
    WireFact,
    WireMix,
    WireOpening,
    WirePayment,
    WirePile,
    WireSheet,
    WireSide,
    WireStanding,
    WireSum,
    WireTrack,
    WireView,
)
from dealt.wire.refusal import said

NO_AVATARS: Final[Mapping[str, int]] = MappingProxyType({})
"""Nobody has chosen a picture."""
GAMES_KEPT: Final = 1024
"""The number of games, one a table, for which is kept what never changes."""


class LogPart(NamedTuple):
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
    known: LogPart | None = None,
    *,
    everything: bool = False,
    avatars: Mapping[str, int] = NO_AVATARS,
) -> tuple[TableState, LogPart]:
    """The whole table as a person may see it now, and how much of the log they have with it.

    ``everything``: they watch, and see every card. A live table sends the same from parts that it keeps
    (:mod:`dealt.session.encoded`).
    """
    state = common_state(session, away, avatars=avatars)
    seat, table, game = session.seat_of(person), session.table, session.game
    state = msgspec.structs.replace(state, takeable=session.takeable(person))
    if table is None:
        return msgspec.structs.replace(state, seat=seat), LogPart(session.dealt, seat, 0, session.undone)
    eye = OPEN if everything else seat
    view = table.view(eye, log=False)
    now, since = log_since(session, table, seat, known)
    acts = seat is not None and seat in view.turn
    state = msgspec.structs.replace(
        state,
        seat=seat,
        view=wire_view(game, view),
        sorts=sorts(game, view) if seat is not None else {},
        log_from=since,
        log=[log_line(game, move) for move in table.log(eye, since)],
        boxes=boxes(game, view) if acts else [],
        vocabulary=vocabulary(game) if acts else [],
    )
    return state, now


def log_since(session: Session, table: Table[Any], seat: Seat | None, known: LogPart | None) -> tuple[LogPart, int]:
    """What a viewer from a seat has of the log once they are told, and the line from which on they are told."""
    now = LogPart(session.dealt, seat, table.step, session.undone)
    if known is None or (known.dealt, known.seat, known.undone) != (now.dealt, now.seat, now.undone):
        return now, 0
    return now, known.lines


def common_state(
    session: Session,
    away: Collection[str] = (),
    clock_ms: int | None = None,
    *,
    stalled: bool = False,
    avatars: Mapping[str, int] = NO_AVATARS,
) -> TableState:
    """The table without anything that depends on the viewer; ``avatars`` are those that people have chosen."""
    table, match, settings = session.table, session.match, session.settings
    over = session.phase in ("over", "final")
    return msgspec.structs.replace(
        _whose(session, away, avatars),
        clock_ms=clock_ms,
        commitment=_commitment(session, table) if table and not session.laid else None,
        promise=commitment(session.promised) if session.promised else None,
        seed=table.seed.hex() if table and over and not session.laid else None,
        result=result_of(match, table) if match and table and over else None,
        explained=session.explained,
        set=settings.set or None,
        daily=_board(session),
        tournament=session.settings.tournament,
        known=settings.seed or None,
        partnerships=[list(each) for each in session.game.partnerships],
        opening=_opening(table) if table else None,
        due=session.mixing.due,
        mix=wire_mix(session.mix) if over else None,
        uncounted=session.for_nobody,
        rated="interrupted" if settings.rated and session.interrupted else "rated" if settings.rated else "",
        replaced=who_was_replaced(session),
        taken=[Said("notice.took_over", {"name": each.name, "computer": each.computer}) for each in session.taken],
        stalled=stalled,
    )


def _board(session: Session) -> WireBoard | None:
    """Which board of which day lies on the table, or comes first."""
    day = day_of(session.settings.set)
    first = session.settings.boards + 1
    if day is None:
        return None
    return WireBoard(day.isoformat(), max(session.dealt, first), BOARDS, session.settings.last_board)


def _commitment(session: Session, table: Table[Any]) -> str:
    return commitment(session.mix.server if session.mix else table.seed)


def _whose(session: Session, away: Collection[str], avatars: Mapping[str, int]) -> TableState:
    """Which table it is, how far it has come, and who is there; nothing of the cards."""
    settings, dealer, game = session.settings, session.dealer, session.game
    at_stake = game.settle((0.0,) * game.seats) is not None
    return TableState(
        id=session.id,
        game=settings.game,
        options=settings.options,
        private=settings.private,
        club=settings.club,
        clock=settings.clock,
        pace=settings.pace,
        computers=",".join(map(players.called, settings.computers.split(","))),
        phase=session.phase,
        deal=session.deal,
        step=session.step,
        seat=None,
        dealer=session.guests[dealer].name if dealer else None,
        seats=[_seat_info(session, each, away, avatars, at_stake=at_stake) for each in range(len(session.chairs))],
        watchers=[session.guests[each].name for each in session.watchers],
        view=None,
        sorts={},
        log_from=0,
        log=[],
    )


def who_was_replaced(session: Session) -> list[Said]:
    """A sentence for each computer that failed at a table."""
    return [
        Said(
            "replaced.computer",
            {"before": each.before, "after": each.after, "why": f"@failure.{each.why}", "deal": each.deal},
        )
        for each in session.replaced
    ]


def wire_mix(mix: Mix | None) -> WireMix | None:
    """What a seed is made of, as it travels: once the deal is over."""
    return None if mix is None else msgspec.convert(mix.plain(), WireMix)


def _opening(table: Table[Any]) -> WireOpening | None:
    if table.opening is None:
        return None
    say, seats, card = table.opening
    return WireOpening(
        None if say is None else said(say), list(seats), None if card is None else name(card), table.began
    )


def _seat_info(
    session: Session, seat: Seat, away: Collection[str], avatars: Mapping[str, int], *, at_stake: bool
) -> SeatInfo:
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
        avatar=_avatar(chair, avatars),
        computer=session.plays(seat) if chair.kind == "computer" else "",
        remark=_remark(session, seat) if chair.kind == "computer" else None,
    )


def _remark(session: Session, seat: Seat) -> Said | None:
    """What is to be known of the computer on a seat; None if it is who was chosen, at full strength."""
    if found := next((each for each in reversed(session.replaced) if seat in each.seats), None):
        return Said("remark.replaced", {"before": found.before, "why": f"@failure.{found.why}", "deal": found.deal})
    package = _lacking(session.game, session.plays(seat))
    return Said("remark.thinks_less", {"package": package}) if package else None


@lru_cache(maxsize=256)
def _lacking(game: Game[Any], computer: str) -> str:
    return lacking(game, computer)


def _avatar(chair: Chair, avatars: Mapping[str, int]) -> int:
    """The picture that whoever sits there has chosen."""
    return avatars.get(chair.person, 0) if chair.kind == "person" and chair.person else 0


def result_of(match: Match[Any], table: Table[Any]) -> Result | None:
    """How the deal that a match has just ended came out; None if it has no score."""
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
        sheet=wire_sheet(match.game.score_sheet(table.state, match.totals)),
    )


def wire_sheet(sheet: ScoreSheet) -> WireSheet:
    """How a score came about, as it travels."""
    sides = [
        WireSide(
            list(each.seats),
            [WireEntry(said(line.say), list(line.factors), line.points) for line in each.entries],
            [said(one) for one in each.said],
            None if each.name is None else said(each.name),
        )
        for each in sheet.sides
    ]
    standing = None
    if sheet.standing is not None:
        tracks = [
            WireTrack(list(each.seats), each.value, each.goal, each.parts, None if each.say is None else said(each.say))
            for each in sheet.standing.tracks
        ]
        standing = WireStanding(said(sheet.standing.say), tracks)
    payments = [WirePayment(*each) for each in sheet.payments]
    return WireSheet(sides, None if sheet.said is None else said(sheet.said), payments, standing)


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


def sorts(game: Game[Any], view: View) -> dict[str, list[str]]:
    """The viewer's own hand in each of the game's orders."""
    return {how: _names(tuple(game.arrange(view, how))) for how in game.sorts}


@lru_cache(maxsize=8192)
def _names(cards: tuple[Card, ...]) -> list[str]:
    """Cards as they travel."""
    return [name(one) for one in cards]


@lru_cache(maxsize=8192)
def shown(cards: tuple[Card | None, ...]) -> list[str | None]:
    """The cards of a pile as they travel."""
    return [None if one is None else name(one) for one in cards]


def _in_order(game: Game[Any], cards: Cards) -> list[str]:
    return _names(tuple(game.in_order(cards))) if cards else []


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
        move.seat,
        str(action),
        said(game.tell(move)),
        _in_order(game, action.cards),
        move.hidden,
        action.role,
        _in_order(game, move.turned),
    )


def wire_view(game: Game[Any], view: View) -> WireView:
    """What one viewer may know, as it travels."""
    return WireView(
        seat=view.seat,
        turn=list(view.turn),
        piles=[_wire_pile(each) for each in view.piles],
        facts=wire_facts(view.facts),
        legal=[wire_action(game, each) for each in view.legal],
        score=list(view.score) if view.score is not None else None,
        suits=view.suits,
        sums=wire_sums(view),
        sure=None if (sure := game.sure(view)) is None else wire_action(game, sure),
        wild=[name(each) for each in members(view.wild)],
    )


def _wire_pile(pile: Pile) -> WirePile:
    return WirePile(
        pile.name,
        pile.owner,
        shown(pile.cards),
        pile.lay,
        pile.note,
        None if pile.at is None else list(pile.at),
        pile.role,
        list(pile.groups),
    )


def wire_facts(facts: Iterable[Fact]) -> list[WireFact]:
    """The facts that are drawn."""
    return [WireFact(*each) for each in facts if not each.name.startswith(".")]


def wire_sums(view: View) -> list[WireSum]:
    """The lines of a figure."""
    return [WireSum(each.name, list(each.piles), each.value, each.goal, each.mark) for each in view.sums]


def sealed(session: Session) -> Sealed | None:
    """What asks for the contributions to the next seed; None as long as seals are taken."""
    if session.promised is None or session.mixing.closed is None:
        return None
    return Sealed(promise=commitment(session.promised), seals=session.mixing.closed)


def talk(session: Session, after: int | None = None, welcome: ChatLine | None = None) -> Talk:
    """What was said after line number ``after``; without it, all that is kept, and ``welcome`` in its place."""
    is_new = after is None or session.talked > after
    lines: list[ChatLine] = [line for line in session.talk if line.n > (after or 0)] if is_new else []
    if welcome is not None:
        lines = sorted([*lines, welcome], key=lambda line: line.n)[-KEPT_LINES:]
    return Talk(lines=lines, history=after is None)


def _brief(options: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Options as the list of tables has them: of a text of somebody's own the first line."""
    return {name: each.partition("\n")[0] if isinstance(each, str) else each for name, each in options.items()}


def lobby_table(session: Session, away: Collection[str] = (), avatars: Mapping[str, int] = NO_AVATARS) -> LobbyTable:
    """A table as the lobby shows it; the people in ``away`` have lost the connection."""
    return LobbyTable(
        id=session.id,
        game=session.settings.game,
        options=_brief(session.settings.options),
        phase=session.phase,
        seats=[
            LobbySeat(
                each.kind,
                session.name_on(seat),
                each.kind == "person" and each.person in away,
                _avatar(each, avatars),
                session.plays(seat) if each.kind == "computer" else "",
            )
            for seat, each in enumerate(session.chairs)
        ],
        free=session.free,
        watchers=len(session.watchers),
        clock=session.settings.clock,
        deals=session.dealt,
        set=session.settings.set or None,
        known=session.settings.seed or None,
        rated=session.settings.rated,
        club=session.settings.club,
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
