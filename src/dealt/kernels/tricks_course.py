"""A trick-taking game as its machine takes it: rules as numbers, and states as tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from dealt.cards import Card, Cards, name
from dealt.game import Game, Seat
from dealt.games.bridge import BIDS as CONTRACTS
from dealt.games.bridge import Bridge, Duplicate, RubberBridge
from dealt.games.bridge.auction import Auction
from dealt.games.bridge.play import STRAIN_ROWS, action_of
from dealt.games.euchre import Euchre, Naming
from dealt.games.hearts import Counting, Hearts
from dealt.games.skat import PLAIN_NULL, Skat, Solo
from dealt.games.spades import NIL_BIDS, BidRules, Spades
from dealt.games.tricks import NONE, OF_SUIT, CardOrder, ExactBids, TrickRow, Tricks, TrickState
from dealt.games.tricks.bids import NO_BIDDING
from dealt.kernels import tricks as at
from dealt.kernels import tricks_ordered as named
from dealt.kernels import tricks_solo as solo
from dealt.kernels.arrays import blank, numpy_for
from dealt.kernels.course import Course, Plan
from dealt.kernels.draws import ROOM
from dealt.kernels.eligible import Told
from dealt.kernels.loops import OVER, TURN
from dealt.kernels.tricks import AUCTION, BIDS, GIVE, LOOPS, PLAY, Deals, Orders, Room, Rules, Spots, code_of
from dealt.kernels.tricks_fours import FOURS, SEATS
from dealt.kernels.tricks_ordered import ORDERED
from dealt.kernels.tricks_solo import SOLOS
from dealt.shapes import Fixed, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


PHASES: Final = ("play", "give", "bid", "auction")
_NO_BIDS: Final = BidRules(0, 0, False, 1, 0, False)


class TrickCourse(Course[Tricks, TrickState]):
    """Spades, Hearts, bridge, or a game that a ``TrickRow`` describes, whose score is its own then."""

    def __init__(self, game: Tricks) -> None:
        super().__init__(game)
        fours = game.seats == SEATS and not isinstance(game, ExactBids)
        self.loops = SOLOS if isinstance(game, Skat) else ORDERED if game.orders else FOURS if fours else LOOPS
        self.none = (0,) * game.seats
        self.first = game.begin(self.none, 0)
        self.phase = PHASES.index(game.first_phase if game.first_phase in PHASES else "play")
        self.auction = isinstance(game, Bridge) and game.first_phase == "auction"
        bidders = (Spades, ExactBids, Euchre, Skat)
        if not (isinstance(game, Hearts) or game.first_phase == "play" or self.auction or isinstance(game, bidders)):
            raise ValueError(f"there is no kernel for {game.name}: it adds to the play of tricks ({game.first_phase})")
        self.own = not isinstance(game, Hearts) and game.first_phase == "play"
        """Is the score the game's own?"""
        self.rules = self._rules()
        self.width = at.CALLS + max(game.seats, game.most_calls)
        if game.seats > at.MOST:
            raise ValueError(f"there is no kernel for {game.name}: it takes {at.MOST} seats, not {game.seats}")

    def _rules(self) -> Rules:
        game = self.game
        gift, way, counting, bids = 0, 0, Counting(0, False, 0), _NO_BIDS
        if isinstance(game, Spades):
            bids = game.bid_rules
        if isinstance(game, Hearts):
            gift, counting, way = game.gift_size, game.counting, game.way(self.first)
        rows = STRAIN_ROWS if self.auction else _rows(game)
        return Rules(
            deck=Fixed(sorted(game.deck)),
            seats=game.seats,
            size=game.hand_size(),
            dealers=Fixed(sorted({game.dealer(Random(number), None) for number in range(64)})),
            rows=Fixed([*row] for row in rows),
            orders=_orders(game, len(rows)),
            turns_up=game.turns_up,
            phase=PHASES.index(self.first.phase),
            bids=bids,
            bidding=game.bidding if isinstance(game, ExactBids) else NO_BIDDING,
            naming=game.naming if isinstance(game, Euchre) else Naming(),
            solo=game.solo if isinstance(game, Skat) else Solo(),
            gift=game.gift_size if isinstance(game, Skat) else gift,
            way=way,
            counting=counting,
            contracts=_contract_scores(game) if isinstance(game, Bridge) and self.auction else Fixed([[[[[0]]]]]),
            honoured=self.auction and isinstance(game, RubberBridge) and bool(game.rules["honours"]),
            vulnerable=game.vulnerable(self.first) if isinstance(game, Duplicate) else (False, False),
        )

    def room(self) -> Room:
        return Room(*map(Workspace, (ROOM, len(self.game.deck), 1)))

    # --- tables and states

    def state(self, row: Sequence[int]) -> TrickState:
        game, phase = self.game, row[at.PHASE]

        def each(place: int) -> tuple[int, ...]:
            return tuple(row[place : place + game.seats])

        given = each(at.GIVEN)
        apart = given if phase == GIVE else self.none
        hands = tuple(hand & ~some for hand, some in zip(each(at.HANDS), apart, strict=True))
        first = game.begin(hands, row[at.DEALER])
        together = phase == GIVE and isinstance(game, Hearts)
        turn = first.turn if together else None if row[TURN] == OVER else row[TURN]
        calls, data, shown = row[at.CALLS : at.CALLS + row[at.SAID]], first.deal_data, 0
        if isinstance(game, Spades) and data:
            data = tuple(int((seat - row[at.DEALER] - 1) % 4 < len(calls)) for seat in range(4))
        elif isinstance(game, Hearts):
            data = (*each(at.POINTS), *each(at.JACKS))
        elif isinstance(game, Skat):
            data, contract = each(at.POINTS), row[solo.CONTRACT]
            if phase == PLAY and contract >= 15 and contract != PLAIN_NULL:
                shown = row[at.HANDS + row[solo.SOLO]]
        elif game.turns_up:
            shown, data = 1 << row[at.TURNED] & ~sum(each(at.PLAYED)), (row[at.TURNED],)
        if row[at.DECLARER] >= 0 and (row[at.SIZE] or any(each(at.WON))):
            shown = row[at.HANDS + (row[at.DECLARER] ^ 2)]
        return replace(
            first,
            turn=turn,
            hands=hands,
            leader=row[at.LEADER],
            phase=PHASES[phase],
            trick=tuple(row[at.TRICK : at.TRICK + row[at.SIZE]]),
            given=given,
            won=each(at.WON),
            lacks=each(at.LACKS),
            played=each(at.PLAYED),
            calls=tuple(map(self._word, calls)),
            deal_data=data,
            shown=shown,
        )

    def _word(self, said: int) -> str:
        if self.auction or self.rules.bidding.alone or self.game.spoken:
            return self.game.words[said]
        return str(said) if said > 0 else next(word for word, number in NIL_BIDS.items() if number == said)

    def numbers(self, state: TrickState) -> list[int]:
        """The table of a state; of an auction in the midst of a claim there is none."""
        game, found = self.game, [0] * self.width
        phase, size = PHASES.index(state.phase), len(state.trick)
        for place, some in (
            (at.PLAYED, state.played), (at.LACKS, state.lacks), (at.GIVEN, state.given), (at.TRICK, state.trick),
            (at.WON, state.won),
        ):  # fmt: skip
            found[place : place + len(some)] = some
        held = state.given if phase == GIVE else self.none
        found[at.HANDS : at.HANDS + game.seats] = [hand | some for hand, some in zip(state.hands, held, strict=True)]
        found[TURN] = OVER if state.turn is None else state.turn
        found[at.PHASE], found[at.DEALER], found[at.LEADER], found[at.SIZE] = phase, state.dealer, state.leader, size
        found[at.ROW], found[at.LED], found[at.FIRST] = state.dealer, NONE, int(not any(state.won))
        found[at.DECLARER], found[at.BID], found[at.TURNED] = NONE, NONE, NONE
        if game.turns_up:
            found[at.TURNED], found[at.ROW] = state.deal_data[0], state.deal_data[0] & 3
        found[at.BROKEN] = int(sum(state.played) & game.row_of(state).opens != 0) if phase == PLAY else 0
        if phase == PLAY and state.turn is not None:
            now = game.position(state)
            found[at.LED : at.FIRST + 1] = now.led, now.top, now.holder, int(now.broken), int(now.first)
        if phase == GIVE and state.turn is not None and isinstance(game, Hearts):
            found[TURN] = next((seat for seat in range(4) if not state.given[seat]), OVER)
        self._told(state, phase, found)
        if isinstance(game, Hearts):
            found[at.POINTS : at.POINTS + 4], found[at.JACKS : at.JACKS + 4] = game.taken(state)
        return found

    def _told(self, state: TrickState, phase: int, found: list[int]) -> None:
        """Write what has been said, and what follows of it."""
        game, found[at.SAID] = self.game, len(state.calls)
        if isinstance(game, Bridge) and self.auction:
            found[at.CALLS : at.CALLS + len(state.calls)] = [game.words.index(call) for call in state.calls]
            said = Auction.of(state.calls)
            found[at.BID : at.PASSES + 1] = said.bid, said.doubled, int(said.ours), said.passes
            if (agreed := game.contract(state)) is not None and phase == PLAY:
                found[at.DECLARER], found[at.ROW] = agreed.declarer, said.bid % 5
        elif isinstance(game, Euchre):
            said_so_far, found[at.ROW] = game.heard(state), game.contract_number(state) & 3
            found[at.CALLS : at.CALLS + len(state.calls)] = [game.words.index(word) for word in state.calls]
            found[named.WORD], found[named.MAKER] = said_so_far.word, max(0, said_so_far.maker)
            found[named.OUT] = said_so_far.out
        elif isinstance(game, Skat):
            turn, found[at.ROW] = found[TURN], game.contract_number(state)
            found[at.CALLS : at.CALLS + len(state.calls)] = [game.words.index(word) for word in state.calls]
            solo.note(found, game.heard(state))
            found[TURN] = turn
            found[at.POINTS : at.POINTS + game.seats] = state.deal_data
        elif isinstance(game, ExactBids):
            found[at.CALLS : at.CALLS + len(state.calls)] = map(int, state.calls)
        elif isinstance(game, Spades) and state.calls:
            said_here = [NIL_BIDS[word] if word in NIL_BIDS else int(word) for word in state.calls]
            found[at.CALLS : at.CALLS + len(said_here)] = said_here
            found[at.BAGS : at.BAGS + 2] = game.count(state).bags

    # --- whole deals

    def record(self, n: int, *, moves: bool) -> Deals:
        most = self.game.most_calls
        calls = most if moves or most <= self.game.seats else 0
        found = blank(Deals, n, self.game.seats, calls=calls, cards=len(self.game.deck) if moves else 0)
        found.calls.fill(NONE)
        found.cards.fill(NONE)
        return found

    def played(self, found: Deals, seed: int, rules: Rules, *, threads: int, fast: bool) -> Deals:
        super().played(found, seed, rules, threads=threads, fast=fast)
        if not self.own:
            return found
        numpy, game = numpy_for("deals are simulated"), self.game
        counted = numpy.array([*(game.honours & some for some in OF_SUIT), 0], numpy.int64)
        suits = numpy.where(found.turned < 0, len(OF_SUIT), found.turned & 3)
        won, held = list(found.won.T.astype(numpy.int64)), list((found.hands & counted[suits][:, None]).T)
        for one, other in game.partnerships if game.side_tricks else ():  # what partners have is counted together
            won[one], won[other] = won[one] + won[other], numpy.zeros_like(won[other])
            held[one], held[other] = held[one] | held[other], numpy.zeros_like(held[other])
        turned = found.turned & 3 if game.turns_up else found.turned  # a score asks for the suit
        key = numpy.zeros(len(turned), numpy.int64)
        for some in (found.dealers, turned, *won):
            key = key << 6 | some & 63
        for some in held if game.honours else ():
            values, places = numpy.unique(some, return_inverse=True)
            key = numpy.unique(key, return_inverse=True)[1] * len(values) + places
        _, first, places = numpy.unique(key, return_index=True, return_inverse=True)
        known = numpy.column_stack((found.dealers, turned, *won, *held))[first].tolist()
        width = 2 + game.seats
        scores = [_own_score(game, row[0], row[1], tuple(row[2:width]), tuple(row[width:])) for row in known]
        return found._replace(scores=numpy.array(scores, numpy.float64).reshape(-1, game.seats)[places])

    # --- rollouts

    def begun(self, state: TrickState, rng: Random) -> TrickState:
        """The first state of the play, once all have chosen at random before it."""
        game = self.game
        while state.turn is not None and state.phase != "play":
            seat = rng.choice(game.turn(state))
            state = game.apply(state, seat, rng.choice([each for each in game.legal(state, seat) if each.exact]))
        return state

    def ends(
        self, states: Sequence[TrickState], n: int, seed: int, rules: Rules, *, threads: int, fast: bool
    ) -> Any:  # fmt: skip
        """The scores; the game itself is asked where they depend on what was before the deal."""
        scores, tables = self.played_on(states, n, seed, rules, threads=threads, fast=fast)
        if not self.own and not self.auction:
            return scores
        known: dict[tuple[int, ...], tuple[float, ...]] = {}
        for k, row in enumerate(tables[:, at.WON : at.WON + self.game.seats].tolist()):
            number = k % len(states)
            if (number, *row) not in known:
                known[number, *row] = self._score(states[number], row)
            scores[k] = known[number, *row]
        return scores

    def _score(self, state: TrickState, won: Sequence[int]) -> tuple[float, ...]:
        if state.turn is not None:
            whole = tuple(hand | some for hand, some in zip(state.hands, state.played, strict=True))
            state = replace(state, turn=None, hands=self.none, trick=(), won=tuple(won), played=whole)
        return self.game.score(state) or (0.0,) * self.game.seats

    # --- many tables

    def actors(self, tables: Any, turn: NDArray[np.int64]) -> NDArray[np.int64]:
        """The declarer plays dummy's cards."""
        if not self.auction:
            return turn
        numpy = numpy_for("tables are played")
        declarer = numpy.asarray(tables)[:, at.DECLARER]
        found: NDArray[np.int64] = numpy.where((turn >= 0) & (declarer >= 0) & (turn == declarer ^ 2), declarer, turn)
        return found

    def rules_for(self, plan: Plan) -> Rules:
        """Plays tell of hands; ValueError for claims, and for a rubber, which each deal would begin anew."""
        if isinstance(self.game, RubberBridge):
            raise ValueError(f"there is no kernel for many tables of {self.game!r}: play them one by one")
        if isinstance(self.game, Bridge) and self.game.options.get("claims"):
            raise ValueError("nobody claims at many tables of bridge: make it with claims=False")
        return self.rules._replace(watched=True)

    def ids(self, plan: Plan) -> list[int]:
        game, found = self.game, [NONE] * (code_of(AUCTION, 63) + 1)
        for one in game.deck:
            found[code_of(PLAY, one)] = plan.ids[f"play {name(one)}"]
            if "give" in plan.steps:
                found[code_of(GIVE, one)] = plan.steps["give"] + plan.column[one]
        if self.auction:
            for call, word in enumerate(game.words):
                found[code_of(AUCTION, call)] = plan.ids[str(action_of(word))]
        elif game.spoken:
            for number, action in enumerate(game.spoken.values()):
                found[code_of(BIDS, number)] = plan.ids[str(action)]
        elif self.rules.phase == BIDS:
            least = "0" if self.rules.bidding.alone else "nil"
            for number in range(self.rules.size + 1):
                found[code_of(BIDS, number)] = plan.ids[f"bid {number or least}"]
        return found

    def spots(self, plan: Plan) -> Spots:
        return Spots(len(self.game.deck), *(plan.spots.get(each, NONE) for each in Spots._fields[1:]))

    def scored(self, row: Sequence[int]) -> Sequence[float] | None:
        if not self.own:
            return None
        turned = row[at.TURNED]
        counted = self.game.honours & OF_SUIT[turned & 3] if turned >= 0 else 0
        held = tuple(some & counted for some in row[at.PLAYED : at.PLAYED + self.game.seats])
        return _own_score(self.game, row[at.DEALER], turned, tuple(row[at.WON : at.WON + self.game.seats]), held)


@lru_cache(maxsize=8)  # it takes as long as the auctions and plays of twenty thousand deals
def _contract_scores(game: Bridge) -> Fixed:
    """The game's own scores of every contract: by declaring side, bid, doubles and tricks, declaring side first."""

    def score(side: int, bid: int, doubled: int, tricks: int) -> tuple[int, int]:
        calls = (*["P"] * side, CONTRACTS[bid], *("X", "XX")[:doubled], "P", "P", "P")
        won = (tricks, game.size - tricks) if side == 0 else (game.size - tricks, tricks)
        over = replace(game.begin((0,) * 4, 0), calls=calls, phase="play", turn=None, won=(*won, 0, 0))
        found = game.score(over) or ()
        return int(found[side]), int(found[1 - side])

    return Fixed(
        [
            [[score(side, bid, doubled, won) for won in range(game.size + 1)] for doubled in range(3)]
            for bid in range(35)
        ]
        for side in range(2)
    )


def _orders(game: Tricks, rows: int) -> Orders:
    """The orders that go with the rows of a game."""
    orders = tuple(game.orders) * (rows if len(game.orders) == 1 else 1)
    return _fixed(orders) if orders else Orders(*(Fixed([[0]]) for _ in range(3)))


def orders_of(game: Tricks) -> Orders:
    """The orders of a game as kernels take them, a row for each contract."""
    return _fixed(tuple(game.orders))


@lru_cache(maxsize=64)
def _fixed(orders: tuple[CardOrder, ...]) -> Orders:
    return Orders(*map(Fixed, zip(*orders, strict=True)))


def _rows(game: Tricks) -> list[TrickRow]:
    """The row of a deal by its dealer, all that a kernel tells of the deal; ValueError if the game asks for more."""
    rows: Callable[[Any], TrickRow] = game.row_of
    if len(game.orders) > 1:
        return [game.row] * len(game.orders)
    if game.turns_up:
        return list(game.by_trump)
    return [rows(Told(game, dealer=dealer, calls=(), phase=game.first_phase)) for dealer in range(game.seats)]


@lru_cache(maxsize=4096)
def _own_score(
    game: Tricks, dealer: Seat, turned: Card, won: tuple[int, ...], held: tuple[Cards, ...]
) -> tuple[float, ...]:
    """The game's own score by dealer, tricks, the card turned up and the honours that the seats had.

    That is all that a kernel tells; ValueError if the game asks for more.
    """
    known: dict[str, Any] = {"dealer": dealer, "won": won, "turn": None, "calls": (), "phase": game.first_phase}
    if game.turns_up:
        known |= {
            "deal_data": (turned,),
            "match_data": game.begin((0,) * game.seats, dealer).match_data,
            "played": held,
        }
    score: Callable[[Any], tuple[float, ...] | None] = game.score
    return score(Told(game, **known)) or (0.0,) * game.seats


def course_of(game: Game[Any]) -> TrickCourse | None:
    return TrickCourse(game) if isinstance(game, Tricks) else None
