"""Chinese Poker, a shedding game: 48 cards, runs of pairs and triples, long straights, and fours that beat all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any, Final

from dealt.cards import RANKS, STANDARD, Card, Cards, Order, cards, members
from dealt.game import Action, Option, OptionError, Past, Pile, Say, Seat, Value, View
from dealt.games.climbing import BOMB, PASSED, Climbing, ClimbingState, Kind, by_kicker, runs
from dealt.games.texts import listed, settled

RUN_RANKS: Final = "3456789TJQKA"
DECK: Final = tuple(one for one in STANDARD if not cards("2c 2d 2h Ac") >> one & 1)
"""48 cards: three 2s and an ace are taken out. Suits mean nothing, and the remaining 2 is the highest single."""

HAND_SIZES: Final = {2: 16, 3: 16, 4: 12}
"""The number of cards of a hand, by the number of seats."""

PACKETS: Final = 3
"""The number of packets that two seats choose from."""

KINDS: Final = (
    Kind("single"),
    Kind("pair", 2),
    Kind("pair_sequence", 2, run=runs(RUN_RANKS, 2, 12)),
    Kind("triple", 3),
    Kind("triple_sequence", 3, run=runs(RUN_RANKS, 2, 12)),
    Kind("full_house", 3, kicker=2),
    Kind("straight", run=runs("2" + RUN_RANKS, 5, 13)),
    Kind("four_of_a_kind", 4, kicker=1, power=BOMB, by=by_kicker),
)

OPTIONS: Final = (
    Option("seats", 3, low=2, high=4),
    Option("limit", 100, (None,), low=1, high=1000),
    Option("lead_may_pass", True, (True, False)),
    Option("open_pick", False, (False, True)),
    Option("pass_locks_out", False, (False, True)),
    Option("cut", "shown", ("shown", "quick")),
)


class ChinesePoker(Climbing):
    """Chinese Poker under any of ``OPTIONS``. Tests use smaller decks and hands."""

    formerly = MappingProxyType({"cut": "quick"})

    def __init__(self, *, deck: tuple[Card, ...] = DECK, hand: int | None = None, **options: Value) -> None:
        rules = settled(OPTIONS, options)
        self.rules = rules
        super().__init__(
            "chinesepoker",
            kinds=KINDS,
            order=Order(RUN_RANKS + "2", ""),
            seats=rules["seats"],
            deck=deck,
            hand=HAND_SIZES[rules["seats"]] if hand is None else hand,
            clockwise=True,
            lead_may_pass=rules["lead_may_pass"],
            pass_locks_out=rules["pass_locks_out"],
            cuts=rules["cut"] == "shown",
            goal=rules["limit"],
            options=rules,
        )
        if self.seats == 2:
            self.vocabulary = (*self.vocabulary, Action("take", amount=1, upto=PACKETS))

    # --- the deal

    def dealer(self, rng: Random, past: Past[ClimbingState] | None) -> Seat:
        """The winner of the last deal. In the first deal the seat that cuts the highest card, aces above twos."""
        return super().dealer(rng, past) if past else self.cut_for_dealer(rng)

    def lowest_opens(self, past: Past[ClimbingState] | None) -> bool:
        """Never: the dealer leads in every deal."""
        return False

    def begin(
        self, hands: tuple[Cards, ...], stock: tuple[Cards, ...], dealer: Seat, past: Past[ClimbingState] | None = None
    ) -> ClimbingState:
        """With two seats three packets lie on the table, and the dealer chooses first."""
        state = super().begin(hands, stock, dealer, past)
        if self.seats > 2:
            return state
        packets = (*hands, *stock)
        shown = sum(packets) if self.rules["open_pick"] else 0
        return replace(state, hands=(0, 0), stock=packets, shown=shown, phase="pick")

    def legal_before_play(self, state: ClimbingState, seat: Seat) -> Sequence[Action]:
        return [Action("take", amount=n) for n, packet in enumerate(state.stock, 1) if packet]

    def apply_before_play(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        """Take a packet as the hand. Play begins once both seats have one; the third packet stays on the table."""
        at = (action.amount or 1) - 1
        hands = tuple(state.stock[at] if each == seat else hand for each, hand in enumerate(state.hands))
        stock = (*state.stock[:at], 0, *state.stock[at + 1 :])
        if all(hands):
            return replace(state, hands=hands, stock=tuple(filter(None, stock)), turn=self.after(seat), phase="play")
        return replace(state, hands=hands, stock=stock, turn=self.after(seat))

    # --- the end

    def penalty(self, left: int) -> float:
        """One point a card left; but 50 for all cards of the hand, 40 for all but one and 30 for all but two."""
        return {self.hand: 50, self.hand - 1: 40, self.hand - 2: 30}.get(left, left) if left else 0

    # --- what people see

    def view(self, state: ClimbingState, seat: Seat | None) -> View:
        """While hands are chosen, the packets carry their numbers and open ones are spread out."""
        view = super().view(state, seat)
        if state.phase != "pick":
            return view
        return replace(view, piles=tuple(map(_packet, view.piles)))

    def describe(self, action: Action) -> Say:
        """Also gives the number of ranks of a run, and of a four of a kind its kicker, which decides between fours."""
        say = super().describe(action)
        row = self.combinations.row(action.cards) if action.verb == "play" else None
        if row is None:
            return say
        kind = self.combinations.kinds[self.combinations.kind[row]]
        more: dict[str, str | int | tuple[str, ...]] = {}
        if kind.run:
            more["count"] = self.combinations.size[row] // kind.copies
        if kind.name == "four_of_a_kind":
            more["odd"] = _odd(action.cards)
        return Say(say.key, {**say.args, **more})

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        why = super().refuse_in_turn(view, seat, action)
        if view.fact(".phase") == "cut" or action.verb in ("cut", "deal"):
            return why
        if view.fact(".phase") is not None:
            there = action.verb == "take" and 0 < (action.amount or 0) <= PACKETS
            return Say("why.taken" if there else "why.pick")
        return Say("why.picked") if action.verb == "take" else why

    def _why(self, state: ClimbingState, seat: Seat, chosen: Cards) -> Say:
        if not chosen and state.trick[seat] == PASSED:
            return Say("why.all_passed")
        four = "four_of_a_kind"
        newest = 0 if state.owner is None else state.trick[state.owner]
        if self.classify(chosen) == four == self.classify(newest):
            return Say("why.odd", {"odd": _odd(chosen), "other": _odd(newest)})
        return super()._why(state, seat, chosen)


def _odd(four: Cards) -> str:
    """The rank of the kicker of a four of a kind, as people write it."""
    held = [one >> 2 for one in members(four)]
    return RANKS[min(held, key=held.count)].replace("T", "10")


def _packet(pile: Pile) -> Pile:
    """A packet of the stock with its number as note, open ones as a fan; any other pile unchanged."""
    if not pile.name.startswith("stock"):
        return pile
    number = pile.name.removeprefix("stock").strip() or "1"
    open_ = bool(pile.cards) and None not in pile.cards
    return replace(pile, lay="fan" if open_ else "heap", note=f"packet.{number}" if pile.cards else "")


def chinese_poker(**options: Any) -> ChinesePoker:
    """Chinese Poker under ``OPTIONS``; OptionError where two of them exclude each other."""
    if options.get("open_pick") and options.get("seats", 3) != 2:
        raise OptionError(f"open_pick can't be on with {options.get('seats', 3)} seats: only two choose their hands")
    return ChinesePoker(**options)


LISTING: Final = listed("chinesepoker", chinese_poker, OPTIONS)
