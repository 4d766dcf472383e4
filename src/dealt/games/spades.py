"""Spades: partners bid how many tricks they will take together, and spades are always trumps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from dealt.cards import STANDARD, Card, Cards
from dealt.game import (
    OPEN,
    Action,
    Entry,
    Fact,
    Option,
    OptionError,
    Past,
    Say,
    ScoreSheet,
    Seat,
    Side,
    Standing,
    Track,
    Value,
    View,
)
from dealt.games.texts import listed, settled
from dealt.games.tricks import OF_SUIT, TrickRow, Tricks, TrickState

__all__ = ["LISTING", "OPTIONS", "SPADES", "Bid", "Spades", "least_bid", "side_points", "side_score", "trick_row"]

SPADES: Final = 3

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
    Option("ten_for_two", False, (False, True)),
    Option("lead_rule", "longest", ("longest", "highest")),
    Option("robot_trumps", False, (False, True)),
)

SIMPLE_OPTIONS: Final = ("lead_rule", "robot_trumps")
"""The options of the mode ``simple``, which has no bids; all others but ``mode`` belong to ``standard``."""

NIL_BIDS: Final = {"nil": -1, "blind": -2}
"""The bids that are no number, as numbers."""
TRICK_POINTS: Final = 10
"""The points for each trick of a contract."""
TEN: Final = 10
"""The contract that is worth twice as much under the option ``ten_for_two``."""
NIL_POINTS: Final = 100
BLIND_NIL_POINTS: Final = 200
"""The points won by a nil bid that is kept, or lost by one that is broken."""
BLIND_NIL_DEFICIT: Final = 100
"""The number of points by which a side must be behind to bid blind nil."""

Bid = int | str
"""A number of tricks, "nil" or "blind"."""


def side_score(
    bids: Sequence[Bid], tricks: Sequence[int], bags: int = 0, *, helps: bool = False, limit: int = 10, fine: int = 100,
    double_ten: bool = False,
) -> tuple[int, int]:  # fmt: skip
    """The points of one side for a deal, and its number of bags afterwards.

    ``bids`` and ``tricks`` are those of the two partners, ``bags`` is the number before the deal. ``helps``: tricks
    that break a nil count towards the partner's contract. Every ``limit`` bags cost ``fine`` points. ``double_ten``: a
    contract of exactly ten tricks counts twice, won or lost.

    >>> side_score([3, 4], [4, 4]), side_score(["nil", 4], [1, 4], bags=9)
    ((71, 1), (-159, 0))
    >>> side_score([6, 4], [7, 4], double_ten=True), side_score([6, 4], [6, 3], double_ten=True)
    ((201, 1), (-200, 0))
    """
    return side_points(_numbers(bids), (tricks[0], tricks[1]), bags, helps, limit, fine, double_ten)


def a_trick(contract: int, double_ten: bool) -> int:
    """The points for each trick of a contract, which is negative where it was not made."""
    return 2 * TRICK_POINTS if double_ten and abs(contract) == TEN else TRICK_POINTS


def _numbers(bids: Sequence[Bid]) -> tuple[int, int]:
    """The bids of two partners as numbers."""
    one, other = (NIL_BIDS[bid] if isinstance(bid, str) else bid for bid in bids)
    return one, other


def counts(nil: bool, helps: bool, contract: int) -> bool:
    """Do the tricks of a seat count towards its side's contract? Those that break a nil do if that ``helps``."""
    return not nil or (helps and contract > 0)


class SideParts(NamedTuple):
    """What the points of a side come from: see ``side_parts``."""

    contract: int
    """The tricks bid together, negative where they were not taken; each counts ``a_trick``."""
    over: int
    """The tricks beyond them, a point and a bag each."""
    stray: int
    """The tricks that broke a nil and count for no contract: a point and a bag each."""
    nil: int
    """The points for the first partner's nil, 0 where that bid a number."""
    other_nil: int
    fines: int
    """How often the penalty for bags falls due."""
    bags: int
    """The number of bags afterwards."""


def nil_points(bid: int, won: int) -> int:
    """The points for a bid of nil or blind nil; 0 for a number."""
    if bid >= 0:
        return 0
    worth = NIL_POINTS if bid == -1 else BLIND_NIL_POINTS
    return worth if won == 0 else -worth


def side_parts(bids: tuple[int, int], tricks: tuple[int, int], bags: int, helps: bool, limit: int) -> SideParts:
    """What the points of a side come from, for bids over numbers: -1 is a bid of nil, and -2 one of blind nil."""
    contract = max(bids[0], 0) + max(bids[1], 0)
    taken = stray = 0
    for partner in range(2):
        if counts(bids[partner] < 0, helps, contract):
            taken += tricks[partner]
        else:
            stray += tricks[partner]
    made = taken >= contract
    over = taken - contract if made else 0
    bags += stray + over
    return SideParts(
        contract if made else -contract, over, stray, nil_points(bids[0], tricks[0]), nil_points(bids[1], tricks[1]),
        bags // limit, bags % limit,
    )  # fmt: skip


def side_points(
    bids: tuple[int, int], tricks: tuple[int, int], bags: int, helps: bool, limit: int, fine: int, double_ten: bool
) -> tuple[int, int]:
    """As ``side_score``, over numbers: see ``side_parts``."""
    found = side_parts(bids, tricks, bags, helps, limit)
    points = (
        a_trick(found.contract, double_ten) * found.contract + found.over + found.stray + found.nil + found.other_nil
    )
    return points - fine * found.fines, found.bags


def least_bid(minimum: int, partner: int) -> int:
    """The lowest bid that brings a side to ``minimum`` after the partner's, which is negative for a nil."""
    return max(0, minimum - max(partner, 0))


def trick_row(trump: int = SPADES, *, must_break: bool = True, kept_back: bool = False) -> TrickRow:
    """The rules of the play. ``must_break``: trumps are led once one was played to an earlier trick.

    ``kept_back``: none is thrown to the first trick.
    """
    trumps = OF_SUIT[trump]
    return TrickRow(trump, closed=trumps if must_break else 0, opens=trumps, banned=trumps if kept_back else 0)


class BidRules(NamedTuple):
    """The rules of bids as numbers: see :func:`side_points` and :func:`least_bid`."""

    tricks: int
    """The most that may be bid."""
    minimum: int
    helps: bool
    limit: int
    fine: int
    double_ten: bool


class Count(NamedTuple):
    """How a match stands, by side."""

    points: tuple[int, int]
    bags: tuple[int, int]

    @property
    def numbers(self) -> tuple[int, ...]:
        """All four, as a state has them."""
        return *self.points, *self.bags


class Spades(Tricks):
    """Spades under any of ``OPTIONS``; OptionError where one does not belong to the mode. Tests use smaller decks.

    ``match_data`` is the :class:`Count` before the deal, ``deal_data`` has for each seat 1 if it has looked at
    its cards.
    """

    partnerships = ((0, 2), (1, 3))
    trumps: ClassVar[int] = SPADES

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, **options: Value) -> None:
        usual, self.rules = settled(OPTIONS), settled(OPTIONS, options)
        self.simple = self.rules["mode"] == "simple"
        self.first_phase = "play" if self.simple else "bid"
        self.tricks = len(deck) // 4
        self.bid_rules = BidRules(
            self.tricks, int(self.rules["board_minimum"] or 0), self.rules["failed_nil_tricks"] == "help_partner",
            int(self.rules["bag_limit"] or 0), int(self.rules["bag_penalty"] or 0), bool(self.rules["ten_for_two"]),
        )  # fmt: skip
        for name, value in options.items():
            if name != "mode" and value != usual[name] and (name in SIMPLE_OPTIONS) != self.simple:
                home, mode = ("standard", "simple") if self.simple else ("simple", "standard")
                raise OptionError(f"{name} belongs to the mode {home}: leave it out in the mode {mode}")
        self._bids = (*(Action("bid", amount=n) for n in range(1, self.tricks + 1)), Action("bid nil"))
        bids = (Action("bid", amount=1, upto=self.tricks), Action("bid nil"))
        self.vocabulary = (*bids, Action("bid blind"), Action("look"))
        own = [each for each in self.rules if each == "mode" or (each in SIMPLE_OPTIONS) == self.simple]
        row = trick_row(
            self.trumps,
            must_break=not self.simple and self.rules["spades_must_break"],
            kept_back=not self.simple and self.rules["no_spade_first_trick"],
        )
        self.words = () if self.simple else ("nil", *(str(n) for n in range(1, self.tricks + 1)), "blind")
        self.most_calls = 0 if self.simple else self.seats
        super().__init__("spades", row, deck=deck, options={each: self.rules[each] for each in own})

    # --- the deal and the bids

    def begin(self, hands: tuple[Cards, ...], dealer: Seat, past: Past[TrickState] | None = None) -> TrickState:
        state = super().begin(hands, dealer, past)
        if self.simple:
            return state
        return state.changed(
            match_data=self.count_after(past.last).numbers if past else (0, 0, 0, 0), deal_data=(0, 0, 0, 0)
        )

    def bids(self, state: TrickState) -> dict[Seat, Bid]:
        """What each seat has bid so far: a number, "nil" or "blind"."""
        first = self.after(state.dealer)
        return {(first + n) % 4: int(said) if said.isdecimal() else said for n, said in enumerate(state.calls)}

    def may_bid_blind(self, state: TrickState, seat: Seat) -> bool:
        """May the seat choose between bidding blind nil and looking at its cards?"""
        if self.simple or not self.rules["blind_nil"] or state.deal_data[seat] or seat in self.bids(state):
            return False
        if self.least_bid(state, seat):
            return False
        points = self.count(state).points
        return points[1 - seat % 2] - points[seat % 2] >= BLIND_NIL_DEFICIT

    def least_bid(self, state: TrickState, seat: Seat) -> int:
        """The lowest bid that brings the side to ``board_minimum``; 0 for the partner that bids first."""
        partner = self.bids(state).get((seat + 2) % 4)
        if partner is None:
            return 0
        return least_bid(self.bid_rules.minimum, NIL_BIDS[partner] if isinstance(partner, str) else partner)

    def legal_before_play(self, state: TrickState, seat: Seat) -> Sequence[Action]:
        if self.may_bid_blind(state, seat):
            return (Action("look"), Action("bid blind"))
        missing = self.least_bid(state, seat)
        return self._bids[missing - 1 : self.tricks] if missing else self._bids

    def apply_before_play(self, state: TrickState, seat: Seat, action: Action) -> TrickState:
        data = (*state.deal_data[:seat], 1, *state.deal_data[seat + 1 :])
        if action.verb == "look":
            return state.changed(deal_data=data)
        said = action.verb.removeprefix("bid ") if action.amount is None else str(action.amount)
        calls = (*state.calls, said)
        phase = "bid" if len(calls) < self.seats else "play"
        return state.changed(calls=calls, turn=self.after(seat), phase=phase, deal_data=data)

    def visible_cards(self, state: TrickState, viewer: Seat | None, owner: Seat) -> Cards:
        if viewer == owner and viewer != OPEN and state.phase == "bid" and self.may_bid_blind(state, owner):
            return 0
        return super().visible_cards(state, viewer, owner)

    # --- the end

    def side_scores(self, state: TrickState) -> list[tuple[int, int]]:
        """For both sides the points of the deal, and the number of bags after it."""
        bids, won, bags, rules = self.bids(state), state.won, self.count(state).bags, self.bid_rules
        return [
            side_score(
                [bids[side], bids[side + 2]], [won[side], won[side + 2]], bags[side],
                helps=rules.helps, limit=rules.limit, fine=rules.fine, double_ten=rules.double_ten,
            )
            for side in (0, 1)
        ]  # fmt: skip

    def score_sheet(self, state: TrickState, totals: tuple[float, ...]) -> ScoreSheet:
        """Lines for the contract, the bags and the nils of both sides, and their way to the target."""
        if self.simple:
            return ScoreSheet(tuple(self.tricks_as_points(state, side) for side in (0, 1)))
        count, target = self.count_after(state), self.rules["target"]
        said = [Say("standing.bags", {"bags": n, "limit": self.rules["bag_limit"]}) if n else None for n in count.bags]
        tracks = tuple(Track((side, side + 2), count.points[side], target, say=said[side]) for side in (0, 1))
        return ScoreSheet(
            tuple(self._lines(state, side) for side in (0, 1)),
            standing=Standing(Say("standing.to", {"goal": target}), tracks),
        )

    def _lines(self, state: TrickState, side: int) -> Side:
        """The score of a side, line by line."""
        rules, said = self.bid_rules, self.bids(state)
        bids, won = _numbers([said[side], said[side + 2]]), (state.won[side], state.won[side + 2])
        found = side_parts(bids, won, self.count(state).bags[side], rules.helps, rules.limit)
        each = a_trick(found.contract, rules.double_ten)
        lines = [Entry(Say("entry.contract" if found.contract > 0 else "entry.set"), (found.contract, each))]
        lines = lines if found.contract else []
        lines += [Entry(Say("entry.bags", {"count": found.over}), (found.over,))] if found.over else []
        for seat, bid, points in ((side, bids[0], found.nil), (side + 2, bids[1], found.other_nil)):
            how = ("nil" if bid == -1 else "blind") + ("" if points > 0 else "_broken")
            lines += [Entry(Say(f"entry.{how}", {"who": f"#{seat}"}), (points,))] if points else []
        lines += [Entry(Say("entry.stray", {"count": found.stray}), (found.stray,))] if found.stray else []
        if found.fines and rules.fine:
            fine = -rules.fine
            factors = (fine, found.fines) if found.fines > 1 else (fine,)
            lines.append(Entry(Say("entry.fine", {"limit": rules.limit}), factors))
        contract, taken = abs(found.contract), sum(won) - found.stray
        reached = (Say("result.tricks", {"tricks": taken, "contract": contract}),) if contract else ()
        return Side((side, side + 2), tuple(lines), reached, Say(f"side.{side}"))

    def count(self, state: TrickState) -> Count:
        """What the sides had before the deal."""
        points, others, bags, more = state.match_data
        return Count((points, others), (bags, more))

    def count_after(self, state: TrickState) -> Count:
        """What the sides have once the deal is over."""
        (points, bags), (others, more) = self.side_scores(state)
        before = self.count(state).points
        return Count((before[0] + points, before[1] + others), (bags, more))

    def score(self, state: TrickState) -> tuple[float, ...] | None:
        """The points of the side, the same for both partners; in ``simple`` its tricks."""
        if state.turn is not None:
            return None
        if self.simple:
            return tuple(float(state.won[seat] + state.won[(seat + 2) % 4]) for seat in range(4))
        sides = self.side_scores(state)
        return tuple(float(sides[seat % 2][0]) for seat in range(4))

    def final(self, state: TrickState, totals: tuple[float, ...]) -> bool:
        """A side has reached the target or fallen to ``lose_at``, and the sides are not level.

        A newcomer's own total begins at 0, but the points of the side stay.
        """
        if self.simple:
            return False
        points, others = self.count_after(state).points
        lose_at = self.rules["lose_at"]
        reached = max(points, others) >= self.rules["target"]
        fallen = lose_at is not None and min(points, others) <= lose_at
        return points != others and (reached or fallen)

    # --- what people see

    def need(self, state: TrickState, seat: Seat) -> int | None:
        """What the side has bid together; who bid nil counts its own tricks."""
        said = self.bids(state)
        if isinstance(said.get(seat, "nil"), str):
            return None
        return sum(bid for one in (seat, (seat + 2) % 4) if isinstance(bid := said.get(one), int))

    def facts(self, state: TrickState) -> list[Fact]:
        found = [Fact("bid", seat, bid) for seat, bid in self.bids(state).items()]
        if not self.simple:
            points, bags = self.count_after(state) if state.turn is None else self.count(state)
            found += [Fact("points", seat, points[seat % 2]) for seat in range(4) if any(points)]
            found += [Fact("bags", seat, bags[seat % 2]) for seat in range(4) if bags[seat % 2]]
            if state.phase == "play" and self.broken(self.before_trick(state)):
                found.append(Fact("broken", None, 1))
        return found

    def describe(self, action: Action) -> Say:
        if action.verb == "look":
            return Say("bid.look")
        if action.verb.startswith("bid "):
            return Say(action.verb.replace(" ", "."))
        return super().describe(action)

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        why = super().refuse_in_turn(view, seat, action)
        if self.simple:
            return Say("why.no_bids")
        state = self.public(view)
        if state.phase != "bid":
            return Say("why.bids_over")
        if action.verb == "look":
            return Say("why.looked")
        if action.verb == "bid blind":
            return Say("why.behind", {"points": BLIND_NIL_DEFICIT}) if self.rules["blind_nil"] else Say("why.no_blind")
        if self.may_bid_blind(state, seat):
            return Say("why.look")
        if missing := self.least_bid(state, seat):
            partner = self.bids(state)[(seat + 2) % 4]
            least = self.rules["board_minimum"]
            args = {"bid": partner if isinstance(partner, int) else 0, "least": least, "missing": missing}
            return why if (action.amount or 0) > self.tricks else Say("why.minimum", args)
        return why

    def why(self, state: TrickState, chosen: Cards) -> Say:
        return Say("why.first_trick" if self.current_trick(state) else "why.broken")


LISTING: Final = listed("spades", Spades, OPTIONS)
