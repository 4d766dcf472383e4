"""Dou Dizhu: three seats bid for the kitty, and the one who gets it plays alone against the other two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from dealt.cards import WITH_JOKERS, Card, Cards, Order, card, deal, mask, name, text
from dealt.game import (
    Action,
    Entry,
    Fact,
    Opening,
    Option,
    Past,
    Payment,
    Say,
    ScoreSheet,
    Seat,
    Shuffled,
    Side,
    Value,
    View,
)
from dealt.games.climbing import BOMB, NONE, Climbing, ClimbingState, Kind, runs
from dealt.games.texts import listed, settled

RUN_RANKS: Final = "3456789TJQKA"
HIGHEST_BID: Final = 3
FARMERS: Final = 2
"""The number of seats that play against the landlord."""

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


# --- over numbers: the auction and what a deal is worth --------------------------------------------------------------


_BIDS: Final = tuple(Action("bid", amount=each) for each in range(HIGHEST_BID + 1))


def least_call(highest: int) -> int:
    """The lowest bid that is legal after a highest bid, 0 if there was none; more than ``HIGHEST_BID`` for no bid."""
    return highest + 1


def must_bid(forced: int, redeals: int, spoken: int) -> bool:
    """Must a seat bid? The first to speak after ``forced`` redeals, -1 for never; ``spoken`` is a set of seats."""
    return forced >= 0 and spoken == 0 and redeals >= forced


def ended(once: bool, highest: int, spoken: int, following: Seat, bidder: Seat) -> bool:
    """Is the auction over? ``once``: each seat speaks once; else it goes on until the turn is the bidder's again.

    ``spoken`` is the set of seats that have spoken, and ``following`` speaks next. Nobody bids above ``HIGHEST_BID``.
    """
    if highest == HIGHEST_BID:
        return True
    if once or highest == 0:
        return spoken == 7
    return following == bidder


def is_spring(alone_won: bool, alone_plays: int, others_played: bool) -> bool:
    """Is it a spring: did the farmers play no card, or the landlord none after the opening lead?

    ``alone_plays`` is the number of plays of the landlord.
    """
    return not others_played if alone_won else alone_plays < 2


def multiplied(multiplier: int, doublings: int, limit: int) -> int:
    """The multiplier after doublings; ``limit`` is its greatest value, -1 for none."""
    multiplier <<= doublings
    return multiplier if limit < 0 else min(multiplier, limit)


def shares(alone: Seat, alone_won: bool, unit: int) -> tuple[int, int, int]:
    """The score of each seat: the landlord wins or loses a unit for each farmer, a farmer one."""
    won = unit if alone_won else -unit
    return (
        FARMERS * won if alone == 0 else -won,
        FARMERS * won if alone == 1 else -won,
        FARMERS * won if alone == 2 else -won,
    )


class Contract(NamedTuple):
    """What a deal of Dou Dizhu is about, beside cards: the auction, then the landlord and the stakes.

    ``face_up`` is the card dealt face up, until it is played, and ``holder`` the seat that got it. ``bids`` is each
    seat's newest bid in the auction, 0 for a pass. ``alone`` is the landlord. ``again``: the landlord has played after
    the opening lead. ``spring`` is the seat that went out by one. :data:`~dealt.games.climbing.NONE` stands for no
    card, no seat, and no bid.
    """

    face_up: Card = NONE
    holder: Seat = NONE
    redeals: int = 0
    bids: tuple[int, int, int] = (NONE, NONE, NONE)
    alone: Seat = NONE
    bid: int = 0
    multiplier: int = 1
    kitty: Cards = 0
    again: bool = False
    spring: Seat = NONE

    @property
    def highest(self) -> int:
        """The highest bid so far, 0 if there is none."""
        return max(0, *self.bids)

    @property
    def spoken(self) -> int:
        """The seats that have spoken, as bits."""
        return sum(1 << seat for seat, bid in enumerate(self.bids) if bid >= 0)


class DouDizhu(Climbing):
    """Dou Dizhu under any of ``OPTIONS``; None takes the value of the variant. Tests use smaller decks and hands.

    Public facts of the auction: "dealer", "face_up", "redeals" and each seat's newest "bid". Public facts of the play:
    "landlord", whose value is the bid, "farmer", "multiplier" and, where it is shown, "kitty".
    """

    low: ClassVar[bool] = False
    zero_sum: ClassVar[bool] = True
    own: ClassVar[Contract] = Contract()

    def __init__(self, *, deck: tuple[Card, ...] = WITH_JOKERS, hand: int = 17, **options: Value) -> None:
        rules = settled(OPTIONS, options)
        for key, value in VARIANTS[rules["variant"]].items():
            rules[key] = value if rules[key] is None else rules[key]
        self.rules = rules
        self.forced = NONE if rules["forced_after_redeals"] is None else int(rules["forced_after_redeals"])
        self.limit = NONE if rules["max_multiplier"] is None else int(rules["max_multiplier"])
        self.largest = len(deck) - 2 * hand
        super().__init__(
            "doudizhu",
            kinds=self.kinds(rules),
            order=Order(RUN_RANKS + "2BR", ""),
            seats=3,
            deck=deck,
            hand=hand,
            largest=self.largest,
            pass_locks_out=rules["pass_locks_out"],
            options=rules,
        )
        self.vocabulary = (Action("pass"), Action("bid", amount=0, upto=HIGHEST_BID))

    def kinds(self, rules: Mapping[str, Any]) -> tuple[Kind, ...]:
        """Hook: the kinds of combination."""
        return kinds(rules)

    # --- the deal

    def dealer(self, rng: Random, past: Past[ClimbingState] | None) -> Seat:
        """At first a random seat; then the seat to the right of the last dealer, or after a redeal the same dealer."""
        if past is None:
            return rng.randrange(self.seats)
        last = max(0, past.last.dealer)
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
        own = Contract(shown, NONE if holder is None else holder, 0 if past is None else _contract(past.last).redeals)
        turn = dealer if holder is None else holder
        return replace(state, turn=turn, shown=1 << shown, phase="auction", own=own)

    # --- the auction

    def legal_before_play(self, state: ClimbingState, seat: Seat) -> Sequence[Action]:
        own = _contract(state)
        higher = _BIDS[least_call(own.highest) :]
        return higher if must_bid(self.forced, own.redeals, own.spoken) else (*higher, _BIDS[0])

    def apply_before_play(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        own, following = _contract(state), self.after(seat)
        bids = tuple((action.amount or 0) if each == seat else bid for each, bid in enumerate(own.bids))
        own = own._replace(bids=(bids[0], bids[1], bids[2]))
        highest = own.highest
        bidder = own.bids.index(highest) if highest else NONE
        if not ended(self.rules["bidding"] == "single", highest, own.spoken, following, bidder):
            return replace(state, turn=following, own=own)
        if highest:
            return self._landlord(state, own, bidder, highest)
        return replace(state, turn=None, own=own._replace(redeals=own.redeals + 1))

    def _landlord(self, state: ClimbingState, own: Contract, alone: Seat, bid: int) -> ClimbingState:
        """The highest bidder takes the kitty and leads."""
        kitty = state.stock[0]
        known = kitty if self.rules["reveal_kitty"] else 0
        holder = alone if own.holder < 0 else own.holder
        hands = tuple(hand | kitty if seat == alone else hand for seat, hand in enumerate(state.hands))
        own = Contract(own.face_up, holder, alone=alone, bid=bid, kitty=known)
        return replace(state, hands=hands, stock=(), turn=alone, shown=state.shown | known, phase="play", own=own)

    # --- the play: doublings and public facts

    def own_after(self, state: ClimbingState, seat: Seat, action: Action) -> Contract:
        """A bomb or rocket doubles the multiplier, a spring too. Once played, the face-up card is no fact any more."""
        own, mine, book = _contract(state), state.hands[seat], self.combinations
        row = book.row(action.cards)
        doublings = int(row is not None and row >= book.table.bombs)
        alone = seat == own.alone
        again = own.again or (alone and mine.bit_count() < self.largest)
        spring = own.spring
        if mine == action.cards and self.rules["spring"]:
            others = any(hand.bit_count() < self.hand for each, hand in enumerate(state.hands) if each != own.alone)
            if is_spring(alone, 2 if again else 1, others):
                spring, doublings = seat, doublings + 1
        shown = own.face_up >= 0 and not action.cards >> own.face_up & 1
        if shown and not doublings and again == own.again:
            return own
        return Contract(
            own.face_up if shown else NONE, own.holder if shown else NONE, 0, own.bids, own.alone, own.bid,
            multiplied(own.multiplier, doublings, self.limit), own.kitty, again, spring,
        )  # fmt: skip

    def own_facts(self, state: ClimbingState) -> list[Fact]:
        own = _contract(state)
        facts = [Fact("face_up", None if own.holder < 0 else own.holder, name(own.face_up))] if own.face_up >= 0 else []
        if own.alone < 0:
            return facts + self._said(state, own)
        facts.append(Fact("landlord", own.alone, own.bid, role="alone"))
        facts += [Fact("farmer", seat, 1, role="against") for seat in range(self.seats) if seat != own.alone]
        facts += [Fact("multiplier", None, own.multiplier)] if self.rules["scoring"] else []
        facts += [Fact("kitty", None, text(own.kitty))] if own.kitty else []
        facts += [Fact(".again", own.alone, 1)] if own.again else []
        return facts + ([Fact("spring", own.spring, 1)] if own.spring >= 0 else [])

    def _said(self, state: ClimbingState, own: Contract) -> list[Fact]:
        """The newest bid of each seat, the oldest first."""
        redeals = [Fact("redeals", None, own.redeals)] if own.redeals else []
        over = state.turn is None
        first = (own.holder if own.holder >= 0 else max(0, state.dealer)) if state.turn is None else state.turn
        bids = [Fact("bid", seat, own.bids[seat]) for seat in self._around(first) if own.bids[seat] >= 0]
        return bids + redeals if over else redeals + bids

    # --- the end

    def score(self, state: ClimbingState) -> tuple[float, ...] | None:
        """The landlord wins or loses two units, a farmer one. A unit is bid times multiplier, or 1 without scoring."""
        if state.turn is not None:
            return None
        own = _contract(state)
        if own.alone < 0:
            return (0,) * self.seats
        return shares(own.alone, not state.hands[own.alone], prod(self._unit(own)))

    def stake(self, state: ClimbingState, seat: Seat) -> int:
        """What a seat wins or loses if nothing more is doubled."""
        own = _contract(state)
        return abs(shares(own.alone, True, prod(self._unit(own)))[seat])

    def _unit(self, own: Contract) -> tuple[int, ...]:
        """The numbers whose product a farmer wins or loses: the bid, and the multiplier if anything doubled it."""
        if not self.rules["scoring"]:
            return (1,)
        return (own.bid, own.multiplier) if own.multiplier > 1 else (own.bid,)

    def score_sheet(self, state: ClimbingState, totals: tuple[float, ...]) -> ScoreSheet:
        """A line for each side, and what each farmer pays to the landlord or gets from it."""
        own = _contract(state)
        if own.alone < 0:
            return ScoreSheet(tuple(Side((seat,)) for seat in range(self.seats)), Say("result.redeal"))
        unit, won, alone = self._unit(own), not state.hands[own.alone], own.alone
        sign, farmers = 1 if won else -1, tuple(seat for seat in range(self.seats) if seat != alone)
        scored, how = self.rules["scoring"], "multiplied" if len(unit) > 1 else "plain"
        keys = (f"entry.{how}_by_farmers", f"entry.{how}") if scored else ("entry.farmers", "entry.one")
        ours = Entry(Say(keys[0]), (sign * unit[0], *unit[1:], FARMERS) if scored else (sign * FARMERS,))
        theirs = Entry(Say(keys[1], {"bid": own.bid}), (-sign * unit[0], *unit[1:]))
        spring = (Say("result.spring" if scored else "result.spring_only"),) if own.spring >= 0 else ()
        sides = (
            Side((alone,), (ours,), spring if won else (), Say("side.landlord")),
            Side(farmers, (theirs,), () if won else spring, Say("side.farmers")),
        )
        amount = prod(unit)
        pairs = [(seat, alone) if won else (alone, seat) for seat in farmers]
        said = Say("result.landlord" if won else "result.farmers", {"who": f"#{alone}", "bid": own.bid})
        return ScoreSheet(sides, said, tuple(Payment(payer, payee, amount) for payer, payee in pairs))

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

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        why = super().refuse_in_turn(view, seat, action)
        if view.fact(".phase") is None:
            return Say("why.auction_over") if action.verb == "bid" else why
        highest = max((int(fact.value) for fact in view.facts if fact.name == "bid"), default=0)
        if (action.amount or 0) > HIGHEST_BID:
            return Say("why.highest", {"most": HIGHEST_BID})
        return Say("why.higher", {"bid": highest}) if action.amount else Say("why.forced")


def landlord(state: ClimbingState) -> Seat | None:
    """The seat of the landlord; None during the auction."""
    alone = _contract(state).alone
    return alone if alone >= 0 else None


def _contract(state: ClimbingState) -> Contract:
    return state.own if isinstance(state.own, Contract) else Contract(*state.own)


LISTING: Final = listed("doudizhu", DouDizhu, OPTIONS)
