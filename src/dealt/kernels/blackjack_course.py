"""Blackjack as the loops of all families take it: what is kept of whole rounds, what a seat sees, tables and states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from dealt.cards import RANKS, rank
from dealt.game import Game, Seat
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.core import STEP, added, worth
from dealt.games.blackjack.odds import LETTERS
from dealt.games.blackjack.play import BET_STEP, BlackjackState
from dealt.games.blackjack.rules import PlayerHand
from dealt.games.blackjack.strategy import COLUMNS, ROWS, plan
from dealt.kernels.arrays import blank
from dealt.kernels.blackjack import (
    AT,
    BET,
    BETS,
    BOX,
    BOXES,
    DEALER,
    DECLINE,
    DIGIT_BITS,
    DOUBLED,
    DRAWN,
    ENDED,
    INSURE,
    INSURED,
    MAY,
    MOST_SEATS,
    PACK,
    PARTED,
    PHASE,
    PLAY,
    POINTS,
    SIT_OUT,
    SIZES,
    STACKS,
    STAKES,
    UNANSWERED,
    VERBS,
    YIELDED,
    Room,
    Rules,
    choice,
    chosen,
    deal,
    free,
    grown,
    hand_of,
    legal,
    may_decide,
    most_insured,
    settle,
    step,
    take,
    won,
)
from dealt.kernels.course import Course, Plan
from dealt.kernels.draws import ROOM
from dealt.kernels.loops import OVER, TURN, Machine, loops
from dealt.shapes import Bytes, ByteTable, Fixed, IntTable, Numbers, RealTable, Shorts, ShortTable, Workspace

POLICIES: Final = ("uniform", "basic")
PHASES: Final = ("bet", "insure", "play", "over")


class Rounds(NamedTuple):
    """What :func:`simulate` returns for blackjack: a row for each round, in arrays that lie in the same order.

    Every seat bets the table's least, and the shoe is full. Where there is a choice of how much to insure, each amount
    is equally likely.
    """

    packs: ShortTable
    """(n, deck) of int16: the shoe, the card that comes first first. Without ``moves`` (n, 0)."""
    moves: ByteTable
    """(n, most) of int8: what was done after the bets, in order: 0 stand, 1 hit, 2 double, 3 split, 4 surrender, 5
    decline, and from 6 on insurance of that number less 5, times 5 chips; -1 after the last. Without ``moves``
    (n, 0)."""
    made: Shorts
    """(n,) of int16: the number of moves."""
    dealers: Bytes
    """(n,) of int8: the dealer's total; of its first card alone where it took no second one."""
    staked: IntTable
    """(n, seats) of int32: the chips that each seat has staked, without insurance."""
    scores: RealTable
    """(n, seats) of float64: the chips that each seat has won or lost, as ``Game.score`` has it."""


class Spots(NamedTuple):
    """Where each field of an observation begins, and the number of columns for cards.

    Those of the second box and stake follow those of the first, and so on.
    """

    columns: int
    turn: int
    phase: int
    dealer: int
    box: int
    stake: int
    playing: int
    insurance: int
    stack: int
    out: int
    shoe: int


# --- what is kept of whole rounds -------------------------------------------------------------------------------------


def opened(rules: Rules, to: Room, t: Numbers, out: Rounds, k: int) -> None:
    """Nothing is dealt before the bets."""


def acted(rules: Rules, to: Room, t: Numbers, out: Rounds, k: int, done: int, code: int) -> None:
    """What was done after the bets, which every seat makes."""
    if len(out.moves[k]) > 0 and done >= rules.seats:
        out.moves[k][done - rules.seats] = code


def closed(rules: Rules, to: Room, t: Numbers, out: Rounds, k: int, done: int) -> None:
    """The end of a round; the cards that are left come in a random order, too."""
    out.made[k], out.dealers[k] = done - rules.seats, (t[DEALER] & POINTS) >> 1
    for seat in range(rules.seats):
        out.staked[k][seat] = t[STAKES + seat] * t[BETS + seat]
    if len(out.packs[k]) > 0:
        while t[DRAWN] < len(rules.deck):
            take(rules, to, t, 0)
        for place in range(len(rules.deck)):
            out.packs[k][place] = t[PACK + place]


# --- what a seat sees -------------------------------------------------------------------------------------------------


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    """Write what a seat sees. Of the dealer's cards only the first is seen before the end."""
    begin, seats, up = PACK + len(rules.deck), rules.seats, False
    for place in range(t[DRAWN]):
        one, box = column[t[PACK + place]], (t[begin + place] & BOX) - 1
        if box < 0:
            if not up or t[PHASE] == ENDED:
                out[spots.dealer + one] += 1
            up = True
        else:
            seat = (box // BOXES - me) % seats
            out[spots.box + (seats * (box % BOXES) + seat) * spots.columns + one] += 1
    out[spots.phase + t[PHASE]] = 1
    out[spots.shoe] = len(rules.deck) - t[DRAWN]
    for place in range(seats):
        observe_seat(rules, spots, t, (me + place) % seats, place, out)


def observe_seat(rules: Rules, spots: Spots, t: Numbers, seat: Seat, place: int, out: Any) -> None:
    """What is seen of a seat. Who answers with others sees nothing of what those before it have answered."""
    phase, stack, bet = t[PHASE], t[STACKS + seat], t[BETS + seat]
    if phase == BET:
        out[spots.turn + place], out[spots.stack + place] = 1, stack
        return
    for k in range(t[SIZES + seat]):
        doubled = t[hand_of(seat, k)] & DOUBLED != 0
        out[spots.stake + rules.seats * k + place] = 2 * bet if doubled else bet
    out[spots.out + place] = 1 if bet == 0 else 0
    if phase == INSURE:
        out[spots.turn + place] = 1 if most_insured(rules, t, seat) > 0 else 0
        out[spots.stack + place] = stack - bet
        return
    out[spots.insurance + place] = t[INSURED + seat]
    out[spots.stack + place] = stack + won(rules, t, seat) if phase == ENDED else free(t, seat)
    if phase == PLAY and seat == t[TURN]:
        out[spots.turn + place] = 1
        out[spots.playing + place] = t[AT] + 1 if t[SIZES + seat] > 1 else 0


KERNELS: Final = loops(
    __name__, Machine(Rules, Room, deal, legal, choice, step, settle), spots=Spots, observe=observe,
    record=Rounds, opened=opened, acted=acted, closed=closed, chosen=chosen,
)  # fmt: skip


# --- games and states -------------------------------------------------------------------------------------------------


class BlackjackCourse(Course[Blackjack, BlackjackState]):
    """A table of blackjack; every round is the first of a match, with a full shoe."""

    loops = KERNELS
    policies = POLICIES

    def __init__(self, game: Blackjack) -> None:
        super().__init__(game)
        if game.seats > MOST_SEATS:
            raise ValueError(f"there is no kernel for {game.name}: it takes up to {MOST_SEATS} seats")
        least, most = (int(game.options[name] or 0) for name in ("min_bet", "max_bet"))
        self.width = PACK + 2 * len(game.deck)
        self.rules = Rules(
            table=game.rules.table,
            seats=game.seats,
            bankroll=int(game.options["bankroll"] or 0),
            bets=Fixed(range(least, most + 1, BET_STEP)),
            insurances=_insurances(most // 2),
            deck=Fixed(sorted(game.deck)),
            ranks=Fixed(map(rank, range(max(game.deck) + 1))),
            sums=_SUMS,
            ordered=True,
            once=False,
            plans=_NONE,
        )

    def room(self) -> Room:
        return Room(Workspace(ROOM))

    # --- whole rounds

    def rules_by(self, policy: str) -> Rules:
        """The rules of whole rounds: cards are drawn when they are dealt."""
        plans = _coded(self.game) if policy == "basic" else _NONE
        return self.rules._replace(ordered=False, plans=plans)

    def table(self) -> list[int]:
        """Room for a table, with a pack that is in order."""
        return [*[0] * PACK, *self.rules.deck, *[0] * len(self.rules.deck)]

    def record(self, n: int, *, moves: bool) -> Rounds:
        cards, seats = (len(self.game.deck) if moves else 0), self.game.seats
        found = blank(Rounds, n, seats, packs=cards, moves=cards + BOXES * seats if moves else 0)
        found.moves.fill(-1)
        return found

    # --- many tables

    def rules_for(self, plan: Plan) -> Rules:
        """The rules of an environment's tables: of many amounts not all have ids."""
        some = self.rules.bets[: (self.rules.bankroll - self.rules.bets[0]) // BET_STEP + 1]
        limits = [plan.amounts("insure", range(STEP, most + 1, STEP)) for most in range(STEP, some[-1] // 2 + 1, STEP)]
        bets = Fixed(plan.amounts("bet", range(some[0], some[-1] + 1, BET_STEP)))
        return self.rules._replace(bets=bets, insurances=_listed(limits), once=True)

    def ids(self, plan: Plan) -> list[int]:
        rules = self.rules_for(plan)
        found = [-1] * (SIT_OUT + 1 + len(rules.bets))
        found[: len(VERBS)] = [plan.ids[verb] for verb in VERBS]
        found[DECLINE], found[SIT_OUT] = plan.ids["decline"], plan.ids["sit out"]
        for k in range(len(rules.insurances[0]) - 1):
            found[DECLINE + 1 + k] = plan.first["insure"] + k
        for k in range(len(rules.bets)):
            found[SIT_OUT + 1 + k] = plan.first["bet"] + k
        return found

    def spots(self, plan: Plan) -> Spots:
        names = ("turn", "phase", "dealer", "box 1", "stake 1", "playing", "insurance", "stack", "out", "shoe")
        return Spots(len(set(plan.column.values())), *(plan.spots[each] for each in names))

    # --- tables and states

    def state(self, row: Sequence[int]) -> BlackjackState:
        seats, size, phase, drawn = self.game.seats, len(self.rules.deck), row[PHASE], row[DRAWN]
        pack, lies = tuple(row[PACK : PACK + size]), row[PACK + size : PACK + size + drawn]
        by_seat = [tuple(row[first : first + seats]) for first in (STACKS, BETS, INSURED)]
        stacks, bets, insured = (
            by_seat[0],
            *(tuple(None if each == UNANSWERED else each for each in some) for some in by_seat[1:]),
        )

        def cards(place: int) -> tuple[int, ...]:
            return tuple(one for one, each in zip(pack, lies, strict=False) if each & BOX == place - DEALER)

        def hand(seat: Seat, k: int) -> PlayerHand:
            place = hand_of(seat, k)
            return PlayerHand(
                cards(place), row[BETS + seat], *(row[place] & flag != 0 for flag in (PARTED, DOUBLED, YIELDED))
            )

        hands = tuple(tuple(hand(seat, k) for k in range(row[SIZES + seat])) for seat in range(seats))
        return BlackjackState(
            pack=pack,
            cut=size,
            drawn=drawn,
            stacks=stacks,
            bets=bets,
            rebuys=(0,) * seats,
            phase=PHASES[phase],
            hands=() if phase == BET else hands,
            dealer=cards(DEALER),
            insured=() if phase == BET else insured,
            active=row[TURN] if phase == PLAY else None,
            at=row[AT],
        )

    def numbers(self, state: BlackjackState) -> list[int]:
        """The table of a state; what was bought before, and where the shoe ends, is not part of it."""
        t = self.table()
        size, dealt = len(state.pack), {one: place for place, one in enumerate(state.pack)}
        t[PACK : PACK + size] = state.pack

        def put(cards: Sequence[int], place: int, done: int = 0) -> None:
            t[place] = done
            for one in cards:
                t[place] = grown(self.rules, t[place], rank(one))
                t[PACK + size + dealt[one]] = place - DEALER

        put(state.dealer, DEALER)
        for seat, own in enumerate(state.hands):
            t[SIZES + seat], t[STAKES + seat] = len(own), sum(1 + each.doubled for each in own)
            for k, each in enumerate(own):
                done = PARTED * each.split | DOUBLED * each.doubled | YIELDED * each.surrendered
                put(each.cards, hand_of(seat, k), done)
        for first, some in ((STACKS, state.stacks), (BETS, state.bets), (INSURED, state.insured)):
            t[first : first + len(some)] = [UNANSWERED if each is None else each for each in some]
        t[PHASE], t[AT], t[DRAWN] = PHASES.index(state.phase), state.at, state.drawn
        t[TURN] = next(iter(self.game.turn(state)), OVER)
        if t[PHASE] == PLAY:
            t[MAY] = may_decide(self.rules, t, t[TURN], t[AT])
        return t


def course_of(game: Game[Any]) -> BlackjackCourse | None:
    return BlackjackCourse(game) if isinstance(game, Blackjack) else None


_NONE: Final = Fixed()
_SUMS: Final = Fixed(added(points, worth(one)) for one in range(len(RANKS)) for points in range(POINTS + 1))


def _listed(limits: Sequence[Sequence[int]]) -> Fixed:
    """The amounts of insurances by the most that may be insured, as the rules have them."""
    wide = max(map(len, limits), default=0)
    return Fixed([len(some), *some, *[0] * (wide - len(some))] for some in ((), *limits))


@lru_cache
def _insurances(most: int) -> Fixed:
    """All amounts of insurances."""
    return _listed([range(STEP, some + 1, STEP) for some in range(STEP, most + 1, STEP)])


def _coded(game: Blackjack) -> Fixed:
    """Basic strategy by row of the chart and upcard: the decisions, best first, as digits."""
    letters = "".join(next(letter for letter, verb in LETTERS.items() if verb == each) for each in VERBS)

    def code(some: str) -> int:
        return sum((letters.index(letter) + 1) << DIGIT_BITS * n for n, letter in enumerate(some))

    return Fixed([code(plan(game.rules, name, up)) for up in range(len(COLUMNS))] for name in ROWS)
