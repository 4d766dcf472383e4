"""The kernels of trick-taking games: what a seat sees for environments, what is kept of whole deals, and the loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import count
from dealt.game import Seat
from dealt.kernels.loops import OVER, TURN, loops, put
from dealt.kernels.tricks import BEFORE as ACTIONS_BEFORE
from dealt.kernels.tricks import (
    BIDS,
    CALLS,
    CHOSEN,
    DEALER,
    DECLARER,
    GIVE,
    GIVEN,
    HANDS,
    JACKS,
    LACKS,
    LEADER,
    MACHINE,
    PHASE,
    PLAY,
    PLAYED,
    POINTS,
    SAID,
    SIZE,
    TRICK,
    WON,
    Rules,
    Table,
    known_to,
    side,
)
from dealt.shapes import Bytes, ByteTable, LongTable, RealTable, ShortTable

__all__ = ["LOOPS", "Deals", "Spots"]


class Spots(NamedTuple):
    """Where each field of an observation begins, -1 for none, and the number of columns for cards."""

    columns: int
    turn: int
    phase: int
    hand: int
    hand_size: int
    trick: int
    played: int
    lacks: int
    given: int
    to_play: int
    leader: int
    dealer: int
    tricks: int
    bid: int
    bags: int
    passing: int
    points: int
    jack: int
    calls: int
    declarer: int
    dummy: int
    vulnerable: int
    chosen: int


class Deals(NamedTuple):
    """What :func:`simulate` returns for a trick-taking game: a row for each deal, in arrays of the same order."""

    dealers: Bytes
    """(n,): the seat that dealt."""
    hands: LongTable
    """(n, 4): the hand of each seat as dealt, a set of cards."""
    given: LongTable
    """(n, 4): the cards that each seat passed before the play, or 0."""
    calls: ShortTable
    """(n, game.most_calls): the calls in order as places in ``game.words``, -1 after the last. Without ``moves`` (n, 0)
    where there may be many."""
    cards: ByteTable
    """(n, deck): the cards in the order played, -1 after the last. Without ``moves`` (n, 0)."""
    won: ByteTable
    """(n, 4): the number of tricks that each seat took."""
    scores: RealTable
    """(n, 4): the score of the deal by seat, as ``Game.score`` has it."""


def opened(rules: Rules, to: Any, t: Table, out: Deals, k: int) -> None:
    """Keep what was dealt."""
    out.dealers[k] = t[DEALER]
    for seat in range(4):
        out.hands[k][seat] = t[HANDS + seat]


def acted(rules: Rules, to: Any, t: Table, out: Deals, k: int, done: int, code: int) -> None:
    """Keep a card that is played."""
    if t[PHASE] == PLAY and len(out.cards[k]) > 0:
        out.cards[k][done - t[ACTIONS_BEFORE]] = code


def closed(rules: Rules, to: Any, t: Table, out: Deals, k: int, done: int) -> None:
    """Keep what was passed and said, and the tricks."""
    for seat in range(4):
        out.given[k][seat], out.won[k][seat] = t[GIVEN + seat], t[WON + seat]
    if len(out.calls[k]) > 0:
        for place in range(t[SAID]):
            out.calls[k][place] = max(0, t[CALLS + place])


# --- what a seat sees -------------------------------------------------------------------------------------------------


def viewer(t: Table) -> Seat:
    """The seat that acts: the declarer plays dummy's cards."""
    turn, declarer = t[TURN], t[DECLARER]
    return declarer if declarer >= 0 and turn == declarer ^ 2 else turn


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Table, me: Seat, out: Any) -> None:
    """What a seat sees."""
    observe_cards(rules, spots, column, t, me, out)
    observe_numbers(rules, spots, t, me, out)
    if spots.calls >= 0:
        observe_contract(rules, spots, t, me, out)


def observe_cards(rules: Rules, spots: Spots, column: Sequence[int], t: Table, me: Seat, out: Any) -> None:
    """The fields with cards."""
    wide, gifts = spots.columns, rules.way > 0 and t[PHASE] == PLAY
    for place in range(4):
        seat = (me + place) & 3
        out[spots.hand_size + place] = count(t[HANDS + seat])
        put(out, spots.hand + wide * place, known_to(rules, t, me, seat), column)
        put(out, spots.played + wide * place, t[PLAYED + seat], column)
        put(out, spots.lacks + wide * place, t[LACKS + seat], column)
        if gifts and (place == 0 or place == 4 - rules.way):
            put(out, spots.given + wide * place, t[GIVEN + seat], column)
    for place in range(t[SIZE]):
        out[spots.trick + wide * ((t[LEADER] + place - me) & 3) + column[t[TRICK + place]]] = 1
    if spots.chosen >= 0:
        put(out, spots.chosen, t[CHOSEN], column)


def observe_numbers(rules: Rules, spots: Spots, t: Table, me: Seat, out: Any) -> None:
    """The fields that most games have."""
    phase, over = t[PHASE], t[TURN] == OVER
    out[spots.phase + phase] = 1
    out[spots.leader + ((t[LEADER] - me) & 3)] = 1
    out[spots.dealer + ((t[DEALER] - me) & 3)] = 1
    if not over:
        out[spots.turn] = 1
        out[spots.to_play + ((t[DEALER] + 1 - me if phase == GIVE else t[TURN] - me) & 3)] = 1
    for place in range(4):
        seat = (me + place) & 3
        if phase == GIVE:
            out[spots.turn + place] = 1
        out[spots.tricks + place] = t[WON + seat]
        if rules.phase == BIDS:
            said = (seat - t[DEALER] - 1) & 3
            if said < t[SAID]:
                out[spots.bid + place] = t[CALLS + said]
            if over:
                out[spots.points + place], out[spots.bags + place] = side(rules, t, seat)
        if rules.counting.whole > 0:
            out[spots.points + place] = t[POINTS + seat]
            if rules.counting.jack > 0:
                out[spots.jack + place] = t[JACKS + seat]
    if rules.counting.whole > 0:
        out[spots.passing + rules.way] = 1


def observe_contract(rules: Rules, spots: Spots, t: Table, me: Seat, out: Any) -> None:
    """What a seat sees of auction and contract."""
    for place in range(t[SAID]):
        out[spots.calls + 4 * t[CALLS + place] + ((t[DEALER] + place - me) & 3)] = place + 1
    for place in range(4):
        out[spots.vulnerable + place] = 1 if rules.vulnerable[(me + place) & 1] else 0
    if t[DECLARER] >= 0:
        out[spots.declarer + ((t[DECLARER] - me) & 3)] = 1
        out[spots.dummy + ((t[DECLARER] + 2 - me) & 3)] = 1


LOOPS: Final = loops(
    __name__, MACHINE, spots=Spots, observe=observe, viewer=viewer, record=Deals, opened=opened, acted=acted,
    closed=closed,
)  # fmt: skip
