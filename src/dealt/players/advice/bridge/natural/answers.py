"""The natural system's answers to questions: Stayman, transfers, Blackwood and the strong two clubs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealt.games.bridge.auction import BIDS, PASS, STRAINS
from dealt.players.advice.bridge.bidding import MOST, Hand, Range, Reading, Rule, low_of
from dealt.players.advice.bridge.natural.openings import to_open
from dealt.players.advice.bridge.natural.terms import (
    CLUBS,
    DIAMONDS,
    FIT,
    GRAND,
    HEARTS,
    MAJORS,
    SPADES,
    Test,
    agreed,
    promise,
    strain,
)


def answer(r: Reading, asked: Rule) -> list[Rule]:
    """The rules for answering a question of partner's; none if partner did not ask."""
    level = int(asked.call[0]) if asked.call in BIDS else 0
    match asked.name:
        case "stayman":
            return [
                Rule(f"{level}H", promise(suits={HEARTS: 4}), "stayman_answer"),
                Rule(f"{level}S", promise(suits={SPADES: 4, HEARTS: (0, 3)}), "stayman_answer"),
                Rule(f"{level}D", promise(suits={HEARTS: (0, 3), SPADES: (0, 3)}), "no_major", artificial=True),
            ]
        case "transfer":
            target = STRAINS.index(asked.call[1]) + 1
            accept = f"{level}{strain(target)}"
            return [
                Rule(f"{level + 1}{strain(target)}", promise((17, 17), suits={target: 4}), "super_accept"),
                Rule(accept, promise(), "accept", artificial=True),
            ]
        case "blackwood":
            return [
                Rule(f"5{strain(n)}", promise(tests=((f"aces_{n}", _aces(n)),)), f"aces_{n}", artificial=True)
                for n in range(4)
            ]
        case "strong":
            return [Rule("2D", promise(), "waiting", artificial=True)]
        case "aces_0" | "aces_1" | "aces_2" | "aces_3":
            return after_aces(r, int(asked.name[-1]))
        case "waiting":
            rules = [
                Rule("2N", promise((22, 24), balanced=True), "notrump"),
                Rule("3N", promise((25, 27), balanced=True), "notrump"),
            ]
            order = (SPADES, HEARTS, DIAMONDS, CLUBS)
            rules += [
                Rule(
                    r.cheapest(strain(s)),
                    promise((22, MOST), suits={s: 5}, tests=(to_open(s),)),
                    "suit",
                    forcing=True,
                )
                for s in order
            ]
            return [
                *rules,
                *(Rule(r.cheapest(strain(s)), promise((22, MOST), suits={s: 4}), "suit", forcing=True) for s in order),
            ]
    return []


def _aces(count: int) -> Callable[[Hand], bool]:
    return lambda hand: hand.aces % 4 == count


def after_aces(r: Reading, shown: int) -> list[Rule]:
    """The one who asked for aces decides: two missing are too many for a slam, none missing may be a grand one.

    If the others can't tell which of partner's suits was meant, the hand can: it is the first with eight cards.
    """
    suit, p = agreed(r), r.known(2)
    trumps = [(suit, 0)] if suit is not None else []
    if suit is None:
        trumps = [(s, FIT - p.least(s)) for s in (*MAJORS, DIAMONDS, CLUBS) if p.least(s) >= 4]
    rules = [rule for s, need in trumps for rule in _slam_or_not(r, shown, strain(s), {s: need})]
    if suit is None:
        rules += _slam_or_not(r, shown, "N", {})
    return [*rules, Rule(PASS, promise(), "sign_off")]


def _slam_or_not(r: Reading, shown: int, letter: str, suits: Mapping[int, int | Range]) -> list[Rule]:
    """A grand slam, a slam or the lowest contract in a strain, by the aces of both hands together.

    The answer that shows no ace also shows all four: opposite a hand without an ace that asks for slam it is four.
    """

    def together(hand: Hand) -> int:
        return hand.aces + shown or 4

    all_four: Test = ("aces_4", lambda hand: together(hand) == 4)
    three: Test = ("aces_3", lambda hand: together(hand) >= 3)
    grand = promise(points=(GRAND - low_of(r.known(2)), MOST), suits=suits, tests=(all_four,))
    stop = PASS if r.bid[1:] == letter else r.cheapest(letter)
    return [
        Rule(f"7{letter}", grand, "grand_slam"),
        Rule(f"6{letter}", promise(suits=suits, tests=(three,)), "slam"),
        Rule(stop, promise(suits=suits), "sign_off"),
    ]
