"""The natural system's responses: the first call after partner's opening."""

from __future__ import annotations

from dealt.games.bridge.auction import BIDS, DOUBLE, PASS
from dealt.players.advice.bridge.bidding import MOST, Hand, Range, Reading, Rule, low_of, suit_of
from dealt.players.advice.bridge.natural.rebids import going_on
from dealt.players.advice.bridge.natural.terms import (
    DIAMONDS,
    GAME,
    HEARTS,
    MAJORS,
    SLAM,
    SPADES,
    Test,
    promise,
    spoke_since,
    stoppers,
    strain,
    their_strains,
)


def responses(r: Reading, opening: Rule) -> list[Rule]:
    """The first call after partner's opening, the opponents silent or not."""
    if opening.call.endswith("N"):
        return after_notrump(r, int(opening.call[0]))
    suit = suit_of(opening.call)
    if suit is None:
        return going_on(r)
    if opening.name in ("weak_two", "preempt"):
        return after_preempt(r, suit, opening)
    contested = spoke_since(r)
    rules = raises(r, suit, contested) if suit in MAJORS else []
    if contested and r.last(3) in BIDS:
        rules += negative_double(r, suit)
    rules += new_suits(r, suit, contested)
    rules += raises(r, suit, contested) if suit not in MAJORS else []
    rules += notrump_responses(r)
    rules += [
        Rule(r.cheapest(strain(s)), promise(points=(11, MOST), suits={s: 3}), "new_suit", True)
        for s in range(4)
        if s != suit
    ]
    return [*[rule for rule in rules if rule.call], Rule(PASS, promise(points=(0, 10 if contested else 5)), "pass")]


def raises(r: Reading, suit: int, contested: bool) -> list[Rule]:
    """Limit raises of partner's opening suit."""
    major = suit in MAJORS
    need = 3 if major else 5 - (suit == DIAMONDS)
    letter = strain(suit)
    one, three = r.cheapest(letter), f"3{letter}"
    rules: list[Rule] = []
    if major:
        rules.append(Rule("4N", promise(suits={suit: 4}, support=(suit, 19, MOST)), "blackwood", True, True))
        rules.append(Rule(f"4{letter}", promise(suits={suit: need}, support=(suit, 13, 15)), "raise"))
    if three != one:
        rules.append(Rule(three, promise(suits={suit: need}, support=(suit, 10, 12)), "limit_raise"))
    rules.append(Rule(one, promise(suits={suit: need}, support=(suit, 6, 9 if three != one else 11)), "raise"))
    if not major and contested:
        return rules
    return rules if major else rules[::-1]


def new_suits(r: Reading, suit: int, contested: bool) -> list[Rule]:
    """A new suit: four cards at the one level with six points, five at the two level with eleven; forcing."""
    rules: list[Rule] = []
    others = [s for s in range(4) if s != suit and f"{strain(s)}" not in their_strains(r)]

    def longest(s: int, floor: int) -> Test:
        def test(hand: Hand) -> bool:
            rivals = [o for o in others if int((r.cheapest(strain(o)) or "9")[0]) == floor]
            best = max(hand.lengths[o] for o in rivals)
            if hand.lengths[s] < best:
                return False
            same = [o for o in rivals if hand.lengths[o] == best]
            return s == (max(same) if best > 4 else min(same))

        return ("longest", test)

    for s in sorted(others):
        call = r.cheapest(strain(s))
        if call.startswith("1"):
            rules.append(Rule(call, promise(points=(6, MOST), suits={s: 4}, tests=(longest(s, 1),)), "new_suit", True))
    for s in sorted(others, reverse=True):
        call = r.cheapest(strain(s))
        if call.startswith("2"):
            need = 5 if s == HEARTS or contested else 4
            tests = (longest(s, 2),)
            rules.append(Rule(call, promise(points=(11, MOST), suits={s: need}, tests=tests), "new_suit", True))
    rules.sort(key=lambda rule: rule.call[0])
    return rules


def notrump_responses(r: Reading) -> list[Rule]:
    """Notrump by the points, with the opponents' suits stopped."""
    stopped = stoppers(r)
    rules = [
        Rule("3N", promise((13, 17), balanced=True, tests=stopped), "notrump"),
        Rule("2N", promise((11, 12), balanced=True, tests=stopped), "notrump"),
        Rule("1N", promise((6, 10), tests=stopped), "notrump"),
    ]
    return [rule for rule in rules if rule.call in BIDS]


def negative_double(r: Reading, suit: int) -> list[Rule]:
    """After an overcall: the unbid majors, when they can't be bid cheaply."""
    theirs = suit_of(r.last(3))
    unbid = [s for s in MAJORS if s not in (suit, theirs)]
    if not unbid or r.last(3)[0] > "3" or theirs is None:
        return []
    need: dict[int, int | Range] = dict.fromkeys(unbid, 4)
    level = int(r.last(3)[0])
    return [Rule(DOUBLE, promise(points=(6 + 2 * (level - 1), MOST), suits=need), "negative", True, True)]


def after_notrump(r: Reading, level: int) -> list[Rule]:
    """Stayman, transfers and the points needed, after 1NT or 2NT."""
    low = low_of(r.known(2))
    up = str(level + 1)
    game, slam = GAME - low, SLAM - low
    limit = game - 2 if level == 1 else game
    four: Test = ("four_card_major", lambda hand: 4 in (hand.lengths[HEARTS], hand.lengths[SPADES]))
    short: dict[int, int | Range] = {HEARTS: (0, 4), SPADES: (0, 4)}
    rules = [
        Rule("6N", promise((slam, slam + 3), suits=short, balanced=True), "slam"),
        Rule(f"{up}H", promise(suits={SPADES: 5}, tests=(_longer(SPADES, HEARTS),)), "transfer", True, True),
        Rule(f"{up}D", promise(suits={HEARTS: 5}), "transfer", True, True),
        Rule(f"{up}C", promise((limit, MOST), suits=short, tests=(four,)), "stayman", True, True),
        Rule("4N", promise((slam - 2, slam - 1), balanced=True), "quantitative"),
        Rule("3N", promise((game, slam - 3)), "notrump"),
    ]
    if level == 1:
        rules.append(Rule("2N", promise((game - 2, game - 1)), "notrump"))
    return [*rules, Rule(PASS, promise((0, limit)), "pass")]


def _longer(suit: int, other: int) -> Test:
    return ("longer", lambda hand: hand.lengths[suit] >= hand.lengths[other])


def after_preempt(r: Reading, suit: int, opening: Rule) -> list[Rule]:
    """Raises of a weak bid: to game with the points for it, else as high as the trumps of both hands allow."""
    letter, level = strain(suit), int(opening.call[0])
    trumps = r.known(2).least(suit)
    game = 4 if suit in MAJORS else 5
    rules = [
        Rule(f"{game}{letter}", promise(suits={suit: 2}, support=(suit, 16, MOST)), "raise"),
        Rule("3N", promise((16, MOST), tests=(*stoppers(r), _all_but(suit))), "notrump"),
    ]
    for up in range(level + 1, min(game, 4) + 1):
        need = up + 6 - trumps
        if need >= 2:
            rules.insert(0, Rule(f"{up}{letter}", promise((0, 10), suits={suit: (need, need)}), "preempt"))
    return [*rules, Rule(PASS, promise((0, 15)), "pass")]


def _all_but(suit: int) -> Test:
    return ("stoppers", lambda hand: all(hand.stops(s) for s in range(4) if s != suit))
