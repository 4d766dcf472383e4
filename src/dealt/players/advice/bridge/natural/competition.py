"""The natural system against an opening: overcalls, takeout doubles, and partner's answers to them."""

from __future__ import annotations

from dealt.games.bridge.auction import DOUBLE, PASS, STRAINS
from dealt.players.advice.bridge.bidding import MOST, Hand, Range, Reading, Rule
from dealt.players.advice.bridge.natural.rebids import going_on
from dealt.players.advice.bridge.natural.responses import after_notrump
from dealt.players.advice.bridge.natural.terms import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    MAJORS,
    SPADES,
    Test,
    promise,
    stoppers,
    strain,
    their_strains,
)


def defence(r: Reading) -> list[Rule]:
    """Overcalls, takeout doubles and a strong notrump when only the opponents have bid."""
    theirs = [STRAINS.index(each) for each in sorted(their_strains(r))]
    level = int(r.bid[0])
    rules: list[Rule] = []
    if r.bid == "1N":
        return [*_overcalls(r, theirs, 10), Rule(PASS, promise(), "pass")]
    passed_out = r.last(3) == PASS and r.last(2) == PASS
    if level == 1 and len(theirs) == 1:
        low = 11 if passed_out else 15
        rules.append(Rule("1N", promise((low, low + 3), balanced=True, tests=stoppers(r)), "notrump"))
    if level <= 4 and r.auction.doubled == 0 and not r.ours:
        strong = promise((17 + level, MOST))
        shape: dict[int, int | Range] = {s: 3 for s in range(4) if s not in theirs}
        for s in theirs:
            shape[s] = (0, 2)
        floor = 11 + (0, 0, 1, 3, 6)[level] - (2 if passed_out and level < 3 else 0)
        takeout = promise((floor, MOST), suits=shape)
        rules.append(Rule(DOUBLE, strong, "takeout", True, True))
        overcalls = _overcalls(r, theirs, 8)
        rules += [*overcalls, Rule(DOUBLE, takeout, "takeout", True, True)]
    return [*rules, Rule(PASS, promise(), "pass")]


def _overcalls(r: Reading, theirs: list[int], low: int) -> list[Rule]:
    rules: list[Rule] = []
    for s in (SPADES, HEARTS, DIAMONDS, CLUBS):
        if s in theirs:
            continue
        call, jump = r.cheapest(strain(s)), r.cheapest(strain(s), 1)
        good: Test = ("good", lambda hand, s=s: hand.good(s))  # type: ignore[misc]
        if not call:
            continue
        level = int(call[0])
        if level == 1:
            rules.append(Rule(call, promise((low, 17), suits={s: 5}, tests=(good,)), "overcall"))
            rules.append(Rule(call, promise((11, 17), suits={s: 5}), "overcall"))
        elif level == 2:
            rules.append(Rule(call, promise((11, 17), suits={s: 6}), "overcall"))
            rules.append(Rule(call, promise((12, 17), suits={s: 5}, tests=(good,)), "overcall"))
        elif level <= 4:
            rules.append(Rule(call, promise((10 + level, 18), suits={s: 6}, tests=(good,)), "overcall"))
            if level == 3:
                rules.append(Rule(call, promise((15, 18), suits={s: 5}), "overcall"))
        if jump and int(jump[0]) in (2, 3) and level < int(jump[0]):
            need = 6 if jump[0] == "2" else 7
            rules.append(Rule(jump, promise((5, 10), suits={s: need}, tests=(good,)), "preempt"))
    return rules


def advances(r: Reading, overcall: Rule) -> list[Rule]:
    """After partner's overcall."""
    if overcall.call == "1N":
        return after_notrump(r, 1) if r.bid == "1N" else going_on(r)
    return going_on(r)


def advance_double(r: Reading) -> list[Rule]:
    """After partner's takeout double: the best suit, a level higher with more points; a pass only if nothing fits."""
    theirs = [STRAINS.index(each) for each in sorted(their_strains(r))]
    free = r.last(3) not in (PASS, "")
    rules: list[Rule] = []
    mine = [s for s in (SPADES, HEARTS, DIAMONDS, CLUBS) if s not in theirs]

    def best(s: int) -> Test:
        def test(hand: Hand) -> bool:
            return s == max(mine, key=lambda o: (hand.lengths[o] + (0.5 if o in MAJORS else 0), o))

        return ("longest", test)

    rules += [
        Rule(f"4{strain(s)}", promise(points=(12, MOST), suits={s: 4}, tests=(best(s),)), "advance")
        for s in mine
        if s in MAJORS
    ]
    rules.append(Rule("3N", promise((13, MOST), tests=stoppers(r)), "notrump"))
    for s in mine:
        jump = r.cheapest(strain(s), 1)
        if jump and jump[0] <= "3":
            rules.append(Rule(jump, promise(points=(9, 11), suits={s: 4}, tests=(best(s),)), "advance"))
    rules.append(Rule(r.cheapest("N"), promise((8, 12), tests=stoppers(r)), "notrump"))
    for s in mine:
        call = r.cheapest(strain(s))
        if call:
            low = 6 if free else 0
            rules.append(Rule(call, promise(points=(low, 11), suits={s: 4}, tests=(best(s),)), "advance"))
    if not free:
        rules += [Rule(r.cheapest(strain(s)), promise(suits={s: 3}, tests=(best(s),)), "advance") for s in mine]
    return [*[rule for rule in rules if rule.call], Rule(PASS, promise(), "pass")]
