"""A game like Dou Dizhu and one like Run Fast, written outside the package from public rows and hooks.

They have what Big Two lacks: suits that mean nothing, jokers, bombs across kinds, kickers of every form, an auction,
roles, a kitty that joins a hand, a card dealt face up, a leader who may pass, and packets to choose from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from dealt.cards import STANDARD, WITH_JOKERS, Card, Cards, Order, cards, members
from dealt.game import Action, Fact, Past, Seat
from dealt.games.climbing import BOMB, Climbing, Kind, State, by_kicker, runs

RUN = "3456789TJQKA"


def landlord_kinds(*, repeat: bool = False) -> tuple[Kind, ...]:
    """All of Dou Dizhu's combinations; ``repeat`` lets attached single cards be equal."""
    return (
        Kind("single"),
        Kind("pair", 2),
        Kind("triplet", 3),
        Kind("triplet_single", 3, kicker=1),
        Kind("triplet_pair", 3, kicker=2),
        Kind("sequence", run=runs(RUN, 5, 12)),
        Kind("pair_sequence", 2, run=runs(RUN, 3, 12)),
        Kind("triplet_sequence_singles", 3, run=runs(RUN, 2, 12), kicker=1, repeat=repeat),
        Kind("triplet_sequence_pairs", 3, run=runs(RUN, 2, 12), kicker=2),
        Kind("triplet_sequence", 3, run=runs(RUN, 2, 12)),
        Kind("quadplex_singles", 4, kicker=1, kickers=2, repeat=repeat),
        Kind("quadplex_pairs", 4, kicker=2, kickers=2),
        Kind("bomb", 4, power=BOMB),
        Kind("rocket", run=("BR",), power=BOMB + 1),
    )


class Landlord(Climbing):
    """Three seats bid 1 to 3 for the kitty and play one against two; the holder of a card dealt face up begins."""

    low = False
    zero_sum = True

    def __init__(self, deck: Sequence[Card] = WITH_JOKERS, hand: int = 17, *, repeat: bool = False) -> None:
        largest = len(deck) - 2 * hand
        kinds = landlord_kinds(repeat=repeat)
        super().__init__(
            "landlord", kinds=kinds, order=Order(RUN + "2BR", ""), seats=3, deck=deck, hand=hand, largest=largest
        )

    def dealer(self, rng: Random, past: Past[State] | None) -> Seat:
        return rng.randrange(3) if past is None else self.after(int(past.last.facts[0].owner or 0))

    def lowest_opens(self, past: Past[State] | None) -> bool:
        return False

    def deal(self, rng: Random, past: Past[State] | None = None) -> State:
        state = super().deal(rng, past)
        return self.face_up(state, rng.choice(list(members(sum(state.hands)))))

    def face_up(self, state: State, one: Card) -> State:
        """The deal with that card dealt face up."""
        holder = next(seat for seat, hand in enumerate(state.hands) if hand >> one & 1)
        return replace(state, turn=holder, shown=1 << one, phase="auction")

    def bids(self, state: State, seat: Seat) -> Sequence[Action]:
        highest = max((int(fact.value) for fact in state.facts if fact.name == "bid"), default=0)
        return [*(Action("bid", amount=each) for each in range(highest + 1, 4)), Action("bid", amount=0)]

    def bid(self, state: State, seat: Seat, action: Action) -> State:
        facts = (*state.facts, Fact("bid", seat, action.amount or 0))
        calls = [int(fact.value) for fact in facts if fact.name == "bid"]
        if max(calls) != 3 and (len(calls) < 3 or calls[-2:] != [0, 0]):
            return replace(state, facts=facts, turn=self.after(seat))
        if not any(calls):
            return replace(state, facts=facts, turn=None)
        highest, landlord = max((int(fact.value), fact.owner) for fact in facts if fact.name == "bid")
        hands = tuple(hand | sum(state.stock) if n == landlord else hand for n, hand in enumerate(state.hands))
        facts = (*state.facts[:1], Fact("landlord", landlord, highest))
        return replace(state, hands=hands, stock=(0,), turn=landlord, phase="play", facts=facts)

    def learn(self, state: State, seat: Seat, action: Action) -> tuple[Fact, ...]:
        """Every bomb and rocket doubles."""
        row = self.combinations.row(action.cards)
        bomb = row is not None and self.combinations.power[row] >= BOMB
        return (*state.facts, Fact("doubled", seat, 2)) if bomb else state.facts

    def score(self, state: State) -> tuple[float, ...] | None:
        roles = [fact for fact in state.facts if fact.name == "landlord"]
        if state.turn is not None or not roles:
            return None if state.turn is not None else (0, 0, 0)
        landlord, bid = roles[0][1:]
        unit = int(bid) << sum(fact.name == "doubled" for fact in state.facts)
        won = 1 if not state.hands[landlord or 0] else -1
        return tuple(won * unit * (2 if seat == landlord else -1) for seat in range(3))


def run_fast(deck: Sequence[Card], seats: int, hand: int, *, pass_locks_out: bool = False) -> Climbing:
    """Run Fast as of the Doyle page: no jokers, fours with a wild odd card, and even the leader may pass."""
    kinds = (
        Kind("single"),
        Kind("pair", 2),
        Kind("pair_sequence", 2, run=runs(RUN, 2, 12)),
        Kind("triple", 3),
        Kind("triple_sequence", 3, run=runs(RUN, 2, 12)),
        Kind("full_house", 3, kicker=2),
        Kind("straight", run=runs("2" + RUN, 5, 13)),
        Kind("four_of_a_kind", 4, kicker=1, power=BOMB, by=by_kicker),
    )
    order = Order(RUN + "2", "")
    return RunFast(
        "run_fast",
        kinds=kinds,
        order=order,
        seats=seats,
        deck=deck,
        hand=hand,
        clockwise=True,
        lead_may_pass=True,
        pass_locks_out=pass_locks_out,
    )


RUN_FAST_DECK = tuple(one for one in STANDARD if not cards("2c 2d 2h Ac") >> one & 1)


class RunFast(Climbing):
    """The dealer leads in every round. Two players pick their hands among three packets."""

    def lowest_opens(self, past: Past[State] | None) -> bool:
        return False

    def begin(
        self, hands: tuple[Cards, ...], stock: tuple[Cards, ...], dealer: Seat, past: Past[State] | None = None
    ) -> State:
        state = super().begin(hands, stock, dealer, past)
        if self.seats > 2 or not stock:
            return state
        return replace(state, hands=(0, 0), stock=(*hands, *stock), phase="pick")

    def bids(self, state: State, seat: Seat) -> Sequence[Action]:
        return [Action("take", amount=n) for n, packet in enumerate(state.stock) if packet]

    def bid(self, state: State, seat: Seat, action: Action) -> State:
        n = action.amount or 0
        hands = tuple(state.stock[n] if each == seat else hand for each, hand in enumerate(state.hands))
        stock = (*state.stock[:n], 0, *state.stock[n + 1 :])
        phase = "play" if all(hands) else "pick"
        return replace(state, hands=hands, stock=stock, turn=self.after(seat), phase=phase)


def starts(game: Climbing, state: State) -> Iterator[State]:
    """Every first state that another deal of the same dealer, packets and past could have had."""

    def shared(deck: Cards, sizes: tuple[int, ...]) -> Iterator[tuple[Cards, ...]]:
        if not sizes:
            yield ()
            return
        for some in combinations(members(deck), sizes[0]):
            held = sum(1 << one for one in some)
            for rest in shared(deck & ~held, sizes[1:]):
                yield (held, *rest)

    whole = sum(1 << one for one in game.deck)
    places = (*state.hands, *state.stock)
    for held in shared(whole, tuple(each.bit_count() for each in places)):
        yield replace(state, hands=held[: game.seats], stock=held[game.seats :])
