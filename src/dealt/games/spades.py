"""Spades: partners bid how many tricks they will take together, and spades are always trumps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from dealt.cards import STANDARD, Card, Cards, mask, sequence
from dealt.game import OPEN, Action, Fact, Listing, Option, OptionError, Past, Say, Seat, Value, View, covers
from dealt.games.texts import catalogue, lesson, pages
from dealt.games.tricks import OF_SUIT, Tricks, TrickState

__all__ = ["LISTING", "OPTIONS", "SPADES", "Bid", "Spades", "side_score"]

SPADES: Final = 3
OTHERS: Final = 0b0111
"""The suits that are no trumps, as bits."""

OPTIONS: Final = (
    Option("mode", "standard", ("standard", "simple")),
    Option("target", 500, low=100, high=1000),
    Option("failed_nil_tricks", "bags", ("bags", "help_partner")),
    Option("blind_nil", False, (False, True)),
    Option("spades_must_break", True, (True, False)),
    Option("no_spade_first_trick", False, (False, True)),
    Option("bag_limit", 10, low=3, high=20),
    Option("bag_penalty", 100, low=0, high=200),
    Option("lose_at", None, (None,), low=-500, high=-100),
    Option("board_minimum", None, (None,), low=3, high=5),
    Option("lead_rule", "longest", ("longest", "highest")),
    Option("robot_trumps", False, (False, True)),
)

OF_SIMPLE: Final = ("lead_rule", "robot_trumps")
"""The options of the mode without bids; all others belong to ``standard``."""

NIL: Final = {"nil": 100, "blind": 200}
"""What a promise to take no trick is worth, kept or broken."""
NO_LIMIT: Final = 1000
"""So many bags nobody has: none is fined."""
BEHIND: Final = 100
"""So far behind must a side be to bid before it looks."""

Bid = int | str


def side_score(
    bids: Sequence[Bid], tricks: Sequence[int], bags: int = 0, *, helps: bool = False, limit: int = 10, fine: int = 100
) -> tuple[int, int]:
    """The points of one side for a deal, and the bags that it has then.

    ``bids`` are numbers, "nil" or "blind". ``helps``: tricks that break a nil count towards the partner's contract.

    >>> side_score([3, 4], [4, 4]), side_score(["nil", 4], [1, 4], bags=9)
    ((71, 1), (-159, 0))
    """
    contract = sum(bid for bid in bids if isinstance(bid, int))
    points = taken = 0
    for bid, won in zip(bids, tricks, strict=True):
        if isinstance(bid, int):
            taken += won
        else:
            points += -NIL[bid] if won else NIL[bid]
            if helps and contract:
                taken += won
            else:
                bags += won
                points += won
    if taken >= contract:
        points += 10 * contract + taken - contract
        bags += taken - contract
    else:
        points -= 10 * contract
    while bags >= limit:
        points -= fine
        bags -= limit
    return points, bags


class Spades(Tricks):
    """Spades under any of ``OPTIONS``; OptionError where one does not belong to the mode. A smaller deck is for tests.

    ``carried`` holds the points and then the bags of both sides before the deal, ``notes`` who has looked at its cards.
    """

    partnerships = ((0, 2), (1, 3))

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, **options: Value) -> None:
        defaults: dict[str, Any] = {each.name: each.default for each in OPTIONS}
        self.rules: dict[str, Any] = defaults | options
        self.simple = self.rules["mode"] == "simple"
        self.first_phase = "play" if self.simple else "bid"
        self.tricks = len(deck) // 4
        for name, value in options.items():
            if name != "mode" and value != defaults[name] and (name in OF_SIMPLE) != self.simple:
                home, mode = ("standard", "simple") if self.simple else ("simple", "standard")
                raise OptionError(f"{name} belongs to the mode {home}: leave it out in the mode {mode}")
        bids = (Action("bid", amount=1, upto=self.tricks), Action("bid nil"))
        self.vocabulary = (*bids, Action("bid blind"), Action("look"))
        own = [each for each in self.rules if each == "mode" or (each in OF_SIMPLE) == self.simple]
        super().__init__("spades", deck=deck, options={each: self.rules[each] for each in own})

    # --- the deal and the bids

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        state = super().begin(hands, dealer, past)
        if self.simple:
            return state
        return replace(state, carried=self.standing(past.last) if past else (0, 0, 0, 0), notes=(0, 0, 0, 0))

    def bids(self, state: TrickState) -> dict[Seat, Bid]:
        """What each seat has bid so far: a number, "nil" or "blind"."""
        first = self.after(state.dealer)
        return {(first + n) % 4: int(said) if said.isdecimal() else said for n, said in enumerate(state.calls)}

    def may_bid_blind(self, state: TrickState, seat: Seat) -> bool:
        """Is the seat still to decide whether it bids before it looks?"""
        if self.simple or not self.rules["blind_nil"] or state.notes[seat] or seat in self.bids(state):
            return False
        if self.missing(state, seat):
            return False
        return state.carried[1 - seat % 2] - state.carried[seat % 2] >= BEHIND

    def missing(self, state: TrickState, seat: Seat) -> int:
        """What a seat must bid at least, so that its side comes to ``board_minimum``: nothing if it bids first."""
        partner = self.bids(state).get((seat + 2) % 4)
        if partner is None:
            return 0
        return max(0, (self.rules["board_minimum"] or 0) - (partner if isinstance(partner, int) else 0))

    def saying(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        if self.may_bid_blind(state, seat):
            return [Action("look"), Action("bid blind")]
        missing = self.missing(state, seat)
        bids = [Action("bid", amount=n) for n in range(max(1, missing), self.tricks + 1)]
        return bids if missing else [*bids, Action("bid nil")]

    def say(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        notes = (*state.notes[:seat], 1, *state.notes[seat + 1 :])
        if action.verb == "look":
            return replace(state, notes=notes)
        said = action.verb.removeprefix("bid ") if action.amount is None else str(action.amount)
        calls = (*state.calls, said)
        phase = "bid" if len(calls) < self.seats else "play"
        return replace(state, calls=calls, turn=self.after(seat), phase=phase, notes=notes)

    def sees(self, state: TrickState, viewer: Seat | None, owner: Seat) -> Cards:
        if viewer == owner and viewer != OPEN and state.phase == "bid" and self.may_bid_blind(state, owner):
            return 0
        return super().sees(state, viewer, owner)

    # --- the play

    def trump(self, state: TrickState) -> int | None:
        return SPADES

    def broken(self, state: TrickState) -> bool:
        """Has a spade been played to an earlier trick?"""
        earlier = state.played[0] | state.played[1] | state.played[2] | state.played[3]
        return bool(earlier & OF_SUIT[SPADES] & ~mask(self.table(state)))

    def may_lead(self, state: TrickState, hand: Cards) -> Cards:
        if self.simple or not self.rules["spades_must_break"] or self.broken(state):
            return hand
        return hand & ~OF_SUIT[SPADES] or hand

    def may_throw(self, state: TrickState, hand: Cards) -> Cards:
        if self.simple or not self.rules["no_spade_first_trick"] or any(state.won):
            return hand
        return hand & ~OF_SUIT[SPADES] or hand

    def tells(self, state: TrickState, one: Card) -> int:
        """A spade where none may be played unless there is nothing else tells that there is nothing else."""
        if one & 3 != SPADES:
            return 0
        several = (1 << SPADES) | 1  # a hand of a spade and a club: may it play the spade?
        allowed = (self.may_throw if self.table(state) else self.may_lead)(state, several)
        return 0 if allowed & OF_SUIT[SPADES] else OTHERS

    # --- the end

    def side_worth(self, state: TrickState, won: Sequence[int], side: int) -> float:
        """What a side makes of a deal in which each seat has won so many tricks, as ``worth_of`` counts."""
        bids = self.bids(state)
        return self.worth_of([bids[side], bids[side + 2]], [won[side], won[side + 2]])

    def worth_of(self, bids: Sequence[Bid], tricks: Sequence[int]) -> float:
        """What a side makes of its bids and tricks, its bags counted at their price.

        A bag is worth its point less its share of the fine, so that whoever looks ahead avoids them.
        """
        points, bags = self._points(bids, tricks, limit=NO_LIMIT)
        share: float = self.rules["bag_penalty"] / self.rules["bag_limit"]
        return points - bags * share

    def _points(self, bids: Sequence[Bid], tricks: Sequence[int], bags: int = 0, limit: int = 0) -> tuple[int, int]:
        rules = self.rules
        return side_score(
            bids,
            tricks,
            bags,
            helps=rules["failed_nil_tricks"] == "help_partner",
            limit=limit or rules["bag_limit"],
            fine=rules["bag_penalty"],
        )

    def sides(self, state: TrickState) -> list[tuple[int, int]]:
        """The points of both sides for the deal, and the bags that they have then."""
        bids, won, bags = self.bids(state), state.won, state.carried[2:]
        return [self._points([bids[side], bids[side + 2]], [won[side], won[side + 2]], bags[side]) for side in (0, 1)]

    def standing(self, state: TrickState) -> tuple[int, ...]:
        """The points and then the bags of both sides once the deal is over."""
        (points, bags), (others, more) = self.sides(state)
        return state.carried[0] + points, state.carried[1] + others, bags, more

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        """What each side makes, the same for both partners; in ``simple`` the tricks it took."""
        if state.turn is not None:
            return None
        if self.simple:
            return tuple(float(state.won[seat] + state.won[(seat + 2) % 4]) for seat in range(4))
        sides = self.sides(state)
        return tuple(float(sides[seat % 2][0]) for seat in range(4))

    def final(self, state: TrickState, totals: tuple[float, ...]) -> bool:
        """A side has reached the target, or fallen to ``lose_at``; level sides play on.

        The sides' points go on when somebody joins, although the newcomer's own total begins at nothing.
        """
        if self.simple:
            return False
        points, others, *_ = self.standing(state)
        lose_at = self.rules["lose_at"]
        reached = max(points, others) >= self.rules["target"]
        fallen = lose_at is not None and min(points, others) <= lose_at
        return points != others and (reached or fallen)

    # --- what people see

    def facts(self, state: TrickState) -> list[Fact]:
        found = [Fact("bid", seat, bid) for seat, bid in self.bids(state).items()]
        if not self.simple:
            standing = self.standing(state) if state.turn is None else state.carried
            found += [Fact("points", seat, standing[seat % 2]) for seat in range(4) if any(standing[:2])]
            found += [Fact("bags", seat, standing[2 + seat % 2]) for seat in range(4) if standing[2 + seat % 2]]
            if state.phase == "play" and self.broken(state):
                found.append(Fact("broken", None, 1))
        return found

    def describe(self, action: Action) -> Say:
        if action.verb == "look":
            return Say("bid.look")
        if action.verb.startswith("bid "):
            return Say(action.verb.replace(" ", "."))
        return super().describe(action)

    def explain(self, view: View, chosen: Cards) -> Say | None:
        if view.seat in view.turn and all(not each.cards for each in view.legal):
            return None if any(covers(view, each, chosen) for each in view.legal) else Say("why.bid")
        return super().explain(view, chosen)

    def refuse(self, view: View, action: Action) -> Say | None:
        why = super().refuse(view, action)
        if why is None or view.seat is None or view.seat not in view.turn:
            return why
        if self.simple:
            return Say("why.no_bids")
        state, seat = self.public(view), view.seat
        if state.phase != "bid":
            return Say("why.bids_over")
        if action.verb == "look":
            return Say("why.looked")
        if action.verb == "bid blind":
            return Say("why.behind", {"points": BEHIND}) if self.rules["blind_nil"] else Say("why.no_blind")
        if self.may_bid_blind(state, seat):
            return Say("why.look")
        if missing := self.missing(state, seat):
            partner = self.bids(state)[(seat + 2) % 4]
            least = self.rules["board_minimum"]
            args = {"bid": partner if isinstance(partner, int) else 0, "least": least, "missing": missing}
            return why if (action.amount or 0) > self.tricks else Say("why.minimum", args)
        return why

    def why(self, state: TrickState, chosen: Cards) -> Say:
        return Say("why.first_trick" if self.table(state) else "why.broken")


LISTING: Final = Listing(
    "spades",
    Spades,
    options=OPTIONS,
    presets={"standard": {}, "short": {"target": 200}, "simple": {"mode": "simple"}},
    texts=catalogue("spades"),
    rules=pages("spades"),
    computers=("cover", "refined", "void", "long", "duck", "saver", "robot"),
    picture=sequence("As Ks Qs 2s"),
    lesson=lesson("spades"),
)
