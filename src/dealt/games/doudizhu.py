"""Dou Dizhu: three seats bid for the kitty, and the one who gets it plays alone against the other two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Final

from dealt.cards import WITH_JOKERS, Card, Cards, Order, card, deal, mask, name, sequence, text
from dealt.game import Action, Fact, Listing, Opening, Option, Past, Say, Seat, Shuffled, Value, View
from dealt.games.climbing import BOMB, Climbing, ClimbingState, Kind, runs
from dealt.games.texts import catalogue, lesson, pages

RUN_RANKS: Final = "3456789TJQKA"
HIGHEST_BID: Final = 3
"""The highest bid."""

VARIANTS: Final[Mapping[str, Mapping[str, Value]]] = {
    "note": {"bidding": "rebid", "reveal_kitty": False, "attached_singles": "distinct", "spring": False},
    "common": {"bidding": "single", "reveal_kitty": True, "attached_singles": "any", "spring": True},
}

OPTIONS: Final = (
    Option("variant", "note", ("note", "common")),
    Option("bidding", None, (None, "rebid", "single")),
    Option("forced_after_redeals", None, (None,), low=1, high=9),
    Option("reveal_kitty", None, (None, False, True)),
    Option("attached_singles", None, (None, "distinct", "any")),
    Option("scoring", True, (True, False)),
    Option("spring", None, (None, False, True)),
    Option("max_multiplier", None, (None,), low=1, high=1024),
    Option("pass_locks_out", False, (False, True)),
)


def kinds(rules: Mapping[str, Any]) -> tuple[Kind, ...]:
    """The kinds of combination under these options, after the Dou Dizhu note, which counts both quadplexes as one."""
    repeat = rules["attached_singles"] == "any"
    return (
        Kind("single"),
        Kind("pair", 2),
        Kind("triplet", 3),
        Kind("triplet_single", 3, kicker=1),
        Kind("triplet_pair", 3, kicker=2),
        Kind("sequence", run=runs(RUN_RANKS, 5, 12)),
        Kind("pair_sequence", 2, run=runs(RUN_RANKS, 3, 12)),
        Kind("triplet_sequence_singles", 3, run=runs(RUN_RANKS, 2, 12), kicker=1, repeat=repeat),
        Kind("triplet_sequence_pairs", 3, run=runs(RUN_RANKS, 2, 12), kicker=2),
        Kind("triplet_sequence", 3, run=runs(RUN_RANKS, 2, 12)),
        Kind("quadplex_singles", 4, kicker=1, kickers=2, repeat=repeat),
        Kind("quadplex_pairs", 4, kicker=2, kickers=2),
        Kind("bomb", 4, power=BOMB),
        Kind("rocket", run=("BR",), power=BOMB + 1),
    )


class DouDizhu(Climbing):
    """Dou Dizhu under any of ``OPTIONS``; None takes the value of the variant. Tests use smaller decks and hands.

    Public facts of the auction: "dealer", "face_up", "redeals" and each seat's newest "bid". Public facts of the play:
    "landlord", whose value is the bid, "farmer", "multiplier" and, where it is shown, "kitty".
    """

    low: ClassVar[bool] = False
    zero_sum: ClassVar[bool] = True

    def __init__(self, *, deck: tuple[Card, ...] = WITH_JOKERS, hand: int = 17, **options: Value) -> None:
        rules: dict[str, Any] = {each.name: each.default for each in OPTIONS} | options
        for key, value in VARIANTS[rules["variant"]].items():
            rules[key] = value if rules[key] is None else rules[key]
        self.rules = rules
        self.largest = len(deck) - 2 * hand
        super().__init__(
            "doudizhu",
            kinds=kinds(rules),
            order=Order(RUN_RANKS + "2BR", ""),
            seats=3,
            deck=deck,
            hand=hand,
            largest=self.largest,
            pass_locks_out=rules["pass_locks_out"],
            options=rules,
        )
        self.vocabulary = (Action("pass"), Action("bid", amount=0, upto=HIGHEST_BID))

    # --- the deal

    def dealer(self, rng: Random, past: Past[ClimbingState] | None) -> Seat:
        """At first a random seat; then the seat to the right of the last dealer, or after a redeal the same dealer."""
        if past is None:
            return rng.randrange(self.seats)
        last = _owner(past.last, "dealer") or 0
        return last if landlord(past.last) is None else self.after(last)

    def lowest_opens(self, past: Past[ClimbingState] | None) -> bool:
        return False

    def shuffle(self, rng: Random, past: Past[ClimbingState] | None = None) -> Shuffled:
        """Also choose a card to be dealt face up to a hand: ``drawn`` is the dealer, then its place in the pack."""
        pack, (dealer,), _ = super().shuffle(rng, past)
        return Shuffled(pack, (dealer, rng.randrange(self.seats * self.hand)))

    def hand_out(self, shuffled: Shuffled, past: Past[ClimbingState] | None = None) -> ClimbingState:
        dealer, face_up = shuffled.drawn
        return self.deal_in_order(dealer, shuffled.pack, face_up, past)

    def deal_in_order(
        self, dealer: Seat, pack: Sequence[Card], face_up: int, past: Past[ClimbingState] | None = None
    ) -> ClimbingState:
        """The state after a pack is dealt from its front; the card at place ``face_up`` of it lies face up.

        The seat that gets that card bids first; if it is in the kitty, the dealer does.
        """
        hands, rest = deal(pack, self.seats, self.hand, first=dealer, clockwise=self.clockwise)
        state = self.begin(tuple(mask(each) for each in hands), (mask(rest),), dealer, past)
        shown = pack[face_up]
        holder = next((seat for seat, hand in enumerate(state.hands) if hand >> shown & 1), None)
        facts = (*state.facts, Fact("face_up", holder, name(shown)))
        if past is not None and (redeals := _value(past.last, "redeals")):
            facts += (Fact("redeals", None, redeals),)
        turn = dealer if holder is None else holder
        return replace(state, turn=turn, shown=1 << shown, phase="auction", facts=facts)

    # --- the auction

    def legal_before_play(self, state: ClimbingState, seat: Seat) -> Sequence[Action]:
        calls = _calls(state)
        higher = [Action("bid", amount=each) for each in range(max(calls.values(), default=0) + 1, HIGHEST_BID + 1)]
        limit = self.rules["forced_after_redeals"]
        forced = limit is not None and not calls and _value(state, "redeals") >= limit
        return higher if forced else [*higher, Action("bid", amount=0)]

    def apply_before_play(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        amount, following = action.amount or 0, self.after(seat)
        kept = tuple(fact for fact in state.facts if fact[:2] != ("bid", seat))
        state = replace(state, turn=following, facts=(*kept, Fact("bid", seat, amount)))
        calls = _calls(state)
        bidder, highest = max(calls.items(), key=lambda call: call[1])
        spoken = len(calls) == self.seats
        # when the highest bidder would speak again, both others have passed
        ended = spoken if self.rules["bidding"] == "single" or not highest else following == bidder
        if highest == HIGHEST_BID or (ended and highest):
            return self._contract(state, bidder, highest)
        if ended:
            redeals = Fact("redeals", None, _value(state, "redeals") + 1)
            facts = tuple(fact for fact in state.facts if fact.name != "redeals")
            return replace(state, turn=None, facts=(*facts, redeals))
        return state

    def _contract(self, state: ClimbingState, alone: Seat, bid: int) -> ClimbingState:
        """The highest bidder takes the kitty and leads."""
        kitty = state.stock[0]
        facts: list[Fact] = []
        for fact in state.facts:
            if fact.name == "face_up":
                facts.append(fact if fact.owner is not None else fact._replace(owner=alone))
            elif fact.name == "dealer":
                facts.append(fact)
        facts.append(Fact("landlord", alone, bid, role="alone"))
        facts += [Fact("farmer", seat, 1, role="against") for seat in range(self.seats) if seat != alone]
        facts += [Fact("multiplier", None, 1)] if self.rules["scoring"] else []
        facts += [Fact("kitty", None, text(kitty))] if self.rules["reveal_kitty"] else []
        shown = state.shown | (kitty if self.rules["reveal_kitty"] else 0)
        hands = tuple(hand | kitty if seat == alone else hand for seat, hand in enumerate(state.hands))
        return replace(state, hands=hands, stock=(), turn=alone, shown=shown, phase="play", facts=tuple(facts))

    # --- the play: doublings and public facts

    def learn(self, state: ClimbingState, seat: Seat, action: Action) -> tuple[Fact, ...]:
        """A bomb or rocket doubles the multiplier, a spring too. Once played, the face-up card is no fact any more."""
        row = self.combinations.row(action.cards)
        doublings = int(row is not None and self.combinations.power[row] >= BOMB)
        facts = [
            fact for fact in state.facts if fact.name != "face_up" or not action.cards >> card(str(fact.value)) & 1
        ]
        alone = landlord(state)
        if seat == alone and state.hands[seat].bit_count() < self.largest and not _value(state, ".again"):
            facts.append(Fact(".again", seat, 1))
        if self.rules["spring"] and state.hands[seat] == action.cards and self._spring(state, seat):
            facts.append(Fact("spring", seat, 1))
            doublings += 1
        return tuple(self._doubled(fact, doublings) for fact in facts)

    def _spring(self, state: ClimbingState, winner: Seat) -> bool:
        """Is it a spring: did the farmers play no card, or the landlord none after the opening lead?"""
        alone = landlord(state)
        if winner != alone:
            return not _value(state, ".again")
        return all(hand.bit_count() == self.hand for seat, hand in enumerate(state.hands) if seat != alone)

    def _doubled(self, fact: Fact, times: int) -> Fact:
        if fact.name != "multiplier":
            return fact
        limit, doubled = self.rules["max_multiplier"], int(fact.value) << times
        return fact._replace(value=doubled if limit is None else min(doubled, limit))

    # --- the end

    def score(self, state: ClimbingState) -> tuple[float, ...] | None:
        """The landlord wins or loses two units, a farmer one. A unit is bid times multiplier, or 1 without scoring."""
        if state.turn is not None:
            return None
        alone = landlord(state)
        if alone is None:
            return (0,) * self.seats
        unit = _value(state, "landlord") * _value(state, "multiplier") if self.rules["scoring"] else 1
        won = unit if not state.hands[alone] else -unit
        return tuple(2 * won if seat == alone else -won for seat in range(self.seats))

    # --- what people ask

    def opening(self, view: View) -> Opening | None:
        """The dealer draws first; the seat that draws the face-up card bids first."""
        fact = next((fact for fact in view.facts if fact.name == "face_up"), None)
        dealer = next(fact.owner for fact in view.facts if fact.name == "dealer")
        if fact is None or dealer is None:
            return None
        words: dict[str, str | int | tuple[str, ...]] = {
            "cards": (str(fact.value),),
            "who": f"#{dealer if fact.owner is None else fact.owner}",
        }
        say = Say("opening.kitty" if fact.owner is None else "opening.drawn", words)
        return Opening(say, self._around(dealer), card(str(fact.value)))

    def describe(self, action: Action) -> Say:
        if action.verb == "bid" and not action.amount:
            return Say("bid.pass")
        return super().describe(action)

    def explain(self, view: View, chosen: Cards) -> Say | None:
        if view.fact(".phase") and view.seat in view.turn and chosen:
            return Say("why.auction")
        return super().explain(view, chosen)

    def refuse(self, view: View, action: Action) -> Say | None:
        why = super().refuse(view, action)
        if why is None or view.seat not in view.turn:
            return why
        if view.fact(".phase") is None:
            return Say("why.auction_over") if action.verb == "bid" else why
        highest = max((int(fact.value) for fact in view.facts if fact.name == "bid"), default=0)
        if (action.amount or 0) > HIGHEST_BID:
            return Say("why.highest", {"most": HIGHEST_BID})
        return Say("why.higher", {"bid": highest}) if action.amount else Say("why.forced")


def landlord(state: ClimbingState) -> Seat | None:
    """The seat of the landlord; None during the auction."""
    return _owner(state, "landlord")


def _owner(state: ClimbingState, wanted: str) -> Seat | None:
    return next((fact.owner for fact in state.facts if fact.name == wanted), None)


def _value(state: ClimbingState, wanted: str) -> int:
    return next((int(fact.value) for fact in state.facts if fact.name == wanted), 0)


def _calls(state: ClimbingState) -> dict[Seat, int]:
    """The newest bid of each seat that has spoken, 0 for a pass."""
    return {fact.owner: int(fact.value) for fact in state.facts if fact.name == "bid" and fact.owner is not None}


LISTING: Final = Listing(
    "doudizhu",
    DouDizhu,
    options=OPTIONS,
    presets={"note": {"variant": "note", "scoring": False}, "common": {"variant": "common"}},
    texts=catalogue("doudizhu"),
    rules=pages("doudizhu"),
    computers=("dizhu",),
    picture=sequence("3d 3c 3h BJ RJ"),
    lesson=lesson("doudizhu"),
)
