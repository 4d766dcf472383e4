"""The natural system's first bid of an auction."""

from __future__ import annotations

from collections.abc import Callable

from dealt.games.bridge.auction import PASS
from dealt.players.advice.bridge.bidding import MOST, Hand, Reading, Rule
from dealt.players.advice.bridge.natural.terms import CLUBS, DIAMONDS, HEARTS, MAJORS, SPADES, Test, promise, strain


def to_open(suit: int) -> Test:
    """Is it the suit to open? The longest; of equals the higher with five cards or more, the lower with fewer."""

    def longest(hand: Hand) -> bool:
        lengths = hand.lengths
        if max(lengths[HEARTS], lengths[SPADES]) >= 5:
            best = max(range(4), key=lambda each: (lengths[each], each))
            if lengths[best] == 5 or best >= HEARTS:
                return suit == max(MAJORS, key=lambda each: (lengths[each], each)) if best < HEARTS else suit == best
            return suit == best
        if lengths[DIAMONDS] > 3 and lengths[DIAMONDS] >= lengths[CLUBS]:
            return suit == DIAMONDS
        if lengths[CLUBS] >= 3:
            return suit == CLUBS
        return suit == DIAMONDS

    return ("longest", longest)


def openings(r: Reading) -> list[Rule]:
    """The first bid of the auction."""
    rules = [
        Rule("2C", promise((22, MOST)), "strong", forcing=True, artificial=True),
        Rule("2N", promise((20, 21), balanced=True), "notrump"),
        Rule("1N", promise((15, 17), suits={HEARTS: (0, 4), SPADES: (0, 4)}, balanced=True), "notrump"),
    ]
    least = {SPADES: 5, HEARTS: 5, DIAMONDS: 3, CLUBS: 3}
    rules += [
        Rule(f"1{strain(suit)}", promise((10, 21), (12, 23), {suit: least[suit]}, tests=(to_open(suit),)), "opening")
        for suit in (SPADES, HEARTS, DIAMONDS, CLUBS)
    ]
    good: Callable[[int], Test] = lambda suit: ("good", lambda hand: hand.good(suit))  # noqa: E731
    if len(r.calls) < 3:
        rules += [Rule(f"4{strain(s)}", promise((5, 10), suits={s: 8}, tests=(good(s),)), "preempt") for s in MAJORS]
        rules += [
            Rule(f"3{strain(s)}", promise((5, 10), suits={s: (7, 13)}, tests=(good(s),)), "preempt") for s in range(4)
        ]
        rules += [
            Rule(f"2{strain(s)}", promise((5, 10), suits={s: (6, 6)}, tests=(good(s),)), "weak_two")
            for s in (SPADES, HEARTS, DIAMONDS)
        ]
    return [*rules, Rule(PASS, promise((0, 12), (0, 12)), "pass")]
