"""A natural bidding system as readable rules: five-card majors, 15-17 notrump, and what goes with them.

Stayman, transfers, Blackwood, weak twos, a strong two clubs, takeout and negative doubles, limit raises and overcalls.
After that both partners go by what is promised so far: how many points and trumps there are together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dealt.games.bridge.auction import BIDS, DOUBLE, PASS, STRAINS
from dealt.players.advice.bridge.bidding import MOST, Hand, Promise, Range, Reading, Rule, suit_of

__all__ = ["natural"]

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
MAJORS: Final = (SPADES, HEARTS)
GAME, SLAM, GRAND = 25, 33, 37
"""Points of both hands together."""
FIT: Final = 8
"""The number of cards of both hands together that makes a suit good enough as trumps."""

Test = tuple[str, Callable[[Hand], bool]]


def promise(
    hcp: Range = (0, MOST),
    points: Range = (0, MOST),
    suits: Mapping[int, int | Range] | None = None,
    *,
    balanced: bool | None = None,
    support: tuple[int, int, int] | None = None,
    tests: tuple[Test, ...] = (),
) -> Promise:
    """A promise. In ``suits`` a single number is the least number of cards, a pair the least and the greatest."""
    wanted: list[Range] = []
    for suit in range(4):
        given = (suits or {}).get(suit, 0)
        wanted.append((given, 13) if isinstance(given, int) else given)
    return Promise(hcp, points, (wanted[0], wanted[1], wanted[2], wanted[3]), balanced, support, tests)


def strain(suit: int) -> str:
    """The letter of a suit."""
    return STRAINS[suit]


def natural(r: Reading) -> list[Rule]:
    """The rules of the seat that calls next."""
    if r.auction.bid < 0:
        return openings(r)
    asked = r.rule(2)
    if asked and not _spoke_since(r) and (answers := answer(r, asked)):
        return answers
    partner, mine = _acted(r, 2), _acted(r, 0)
    if not partner and not mine:
        return defence(r)
    if partner and not mine and asked:
        if asked.name in ("takeout", "reopen"):
            return advance_double(r)
        return responses(r, asked) if _opened(r) == 2 else advances(r, asked)
    if mine and not partner:
        return again(r)
    return going_on(r)


def _acted(r: Reading, ahead: int) -> bool:
    return any(call != PASS for call in r.said(ahead))


def _opened(r: Reading) -> int:
    """The seat that made the first bid, counted from the seat that calls next: 0 to 3."""
    first = next(n for n, call in enumerate(r.calls) if call in BIDS)
    return (first - r.me) % 4


def _spoke_since(r: Reading) -> bool:
    """Did the opponent between partner and the seat that calls next say something?"""
    return r.last(3) not in (PASS, "")


def _low(p: Promise) -> int:
    """The least number of points that a promise allows."""
    return max(p.points[0], p.hcp[0], p.support[1] if p.support else 0)


def _high(p: Promise) -> int:
    """The greatest number of points that a promise allows."""
    return min(p.points[1], p.hcp[1] + 3, p.support[2] if p.support else MOST)


# --- the first bid --------------------------------------------------------------------------------------------------


def _longest(suit: int) -> Test:
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
        Rule(f"1{strain(suit)}", promise((10, 21), (12, 23), {suit: least[suit]}, tests=(_longest(suit),)), "opening")
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


# --- answers to questions -------------------------------------------------------------------------------------------


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
                    r.cheapest(strain(s)), promise((22, MOST), suits={s: 5}, tests=(_longest(s),)), "suit", forcing=True
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
    grand = promise(points=(GRAND - _low(r.known(2)), MOST), suits=suits, tests=(all_four,))
    stop = PASS if r.bid[1:] == letter else r.cheapest(letter)
    return [
        Rule(f"7{letter}", grand, "grand_slam"),
        Rule(f"6{letter}", promise(suits=suits, tests=(three,)), "slam"),
        Rule(stop, promise(suits=suits), "sign_off"),
    ]


def agreed(r: Reading) -> int | None:
    """The suit in which both hands together are known to be longest, if that makes eight cards; else None.

    Eight cards together are a fit: https://bridgeaholics.com/rules/ruleof8.html.
    """
    together = [r.known(0).least(s) + r.known(2).least(s) for s in range(4)]
    best = max(range(4), key=lambda s: (together[s], s))
    return best if together[best] >= FIT else None


# --- responses ------------------------------------------------------------------------------------------------------


def responses(r: Reading, opening: Rule) -> list[Rule]:
    """The first call after partner's opening, the opponents silent or not."""
    if opening.call.endswith("N"):
        return after_notrump(r, int(opening.call[0]))
    suit = suit_of(opening.call)
    if suit is None:
        return going_on(r)
    if opening.name in ("weak_two", "preempt"):
        return after_preempt(r, suit, opening)
    contested = _spoke_since(r)
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
    others = [s for s in range(4) if s != suit and f"{strain(s)}" not in _theirs(r)]

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
    stopped = _stopped(r)
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


def _theirs(r: Reading) -> set[str]:
    """The strains that the opponents have bid."""
    return {call[1] for ahead in (1, 3) for call in r.said(ahead) if call in BIDS and call[1] != "N"}


def _ours(r: Reading) -> set[str]:
    """The strains that one's own side has bid."""
    return {call[1] for ahead in (0, 2) for call in r.said(ahead) if call in BIDS}


def _stopped(r: Reading) -> tuple[Test, ...]:
    suits = [STRAINS.index(each) for each in sorted(_theirs(r))]
    return (("stopped", lambda hand: all(hand.stops(suit) for suit in suits)),) if suits else ()


def after_notrump(r: Reading, level: int) -> list[Rule]:
    """Stayman, transfers and the points needed, after 1NT or 2NT."""
    low = _low(r.known(2))
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
        Rule("3N", promise((16, MOST), tests=(*_stopped(r), _all_but(suit))), "notrump"),
    ]
    for up in range(level + 1, min(game, 4) + 1):
        need = up + 6 - trumps
        if need >= 2:
            rules.insert(0, Rule(f"{up}{letter}", promise((0, 10), suits={suit: (need, need)}), "preempt"))
    return [*rules, Rule(PASS, promise((0, 15)), "pass")]


def _all_but(suit: int) -> Test:
    return ("stoppers", lambda hand: all(hand.stops(s) for s in range(4) if s != suit))


# --- against an opening ---------------------------------------------------------------------------------------------


def defence(r: Reading) -> list[Rule]:
    """Overcalls, takeout doubles and a strong notrump when only the opponents have bid."""
    theirs = [STRAINS.index(each) for each in sorted(_theirs(r))]
    level = int(r.bid[0])
    rules: list[Rule] = []
    if r.bid == "1N":
        return [*_overcalls(r, theirs, 10), Rule(PASS, promise(), "pass")]
    passed_out = r.last(3) == PASS and r.last(2) == PASS
    if level == 1 and len(theirs) == 1:
        low = 11 if passed_out else 15
        rules.append(Rule("1N", promise((low, low + 3), balanced=True, tests=_stopped(r)), "notrump"))
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
    theirs = [STRAINS.index(each) for each in sorted(_theirs(r))]
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
    rules.append(Rule("3N", promise((13, MOST), tests=_stopped(r)), "notrump"))
    for s in mine:
        jump = r.cheapest(strain(s), 1)
        if jump and jump[0] <= "3":
            rules.append(Rule(jump, promise(points=(9, 11), suits={s: 4}, tests=(best(s),)), "advance"))
    rules.append(Rule(r.cheapest("N"), promise((8, 12), tests=_stopped(r)), "notrump"))
    for s in mine:
        call = r.cheapest(strain(s))
        if call:
            low = 6 if free else 0
            rules.append(Rule(call, promise(points=(low, 11), suits={s: 4}, tests=(best(s),)), "advance"))
    if not free:
        rules += [Rule(r.cheapest(strain(s)), promise(suits={s: 3}, tests=(best(s),)), "advance") for s in mine]
    return [*[rule for rule in rules if rule.call], Rule(PASS, promise(), "pass")]


# --- second and later calls -----------------------------------------------------------------------------------------


def again(r: Reading) -> list[Rule]:
    """The seat has bid and its partner has not: only strong hands and hands with a long suit bid again."""
    theirs = [STRAINS.index(each) for each in sorted(_theirs(r))]
    rules: list[Rule] = []
    own = [s for s in range(4) if r.known(0).least(s) >= 4 or (r.known(0).least(s) >= 3 and _opened(r) == 0)]
    if r.auction.doubled == 0 and not r.ours and int(r.bid[0]) <= 3 and r.bid[1] != "N":
        shape: dict[int, int | Range] = {s: 3 for s in range(4) if s not in (*theirs, *own)}
        for s in theirs:
            shape[s] = (0, 2)
        rules.append(Rule(DOUBLE, promise((15, MOST), suits=shape), "reopen", True, True))
    for s in own:
        call = r.cheapest(strain(s))
        if call and call[0] <= "3":
            rules.append(Rule(call, promise(points=(14 + 2 * (call[0] == "3"), MOST), suits={s: 6}), "rebid"))
    return [*rules, Rule(PASS, promise(), "pass")]


def going_on(r: Reading) -> list[Rule]:
    """Both partners have bid, or partner has: the points and trumps promised together decide level and strain."""
    p, k = r.known(2), r.known(0)
    low, high = _low(p), max(_low(p), _high(p))
    if high - low <= 4:  # a narrow promise is worth its middle: that is how an invitation is answered
        low = (low + high + 1) // 2
    theirs = [STRAINS.index(each) for each in sorted(_theirs(r))]
    ruled = r.rule(2)
    forced = bool(ruled and ruled.forcing) and not _spoke_since(r)
    ours = r.ours and r.bid != ""
    rules: list[Rule] = []
    level = int(r.bid[0]) if r.bid else 0
    if ours and _is_game(r.bid) and not (ruled and ruled.artificial):
        return [*_slam_tries(r, low), Rule(PASS, promise(), "pass")]
    rules += _slam_tries(r, low)
    fits = [s for s in (*MAJORS, DIAMONDS, CLUBS) if p.least(s) >= 3 and s not in theirs]
    for s in fits:
        rules += _with_fit(r, s, low, high, p)
    for s in MAJORS:  # a long suit of one's own is trumps opposite anything
        if s not in theirs and s not in fits and level <= 4:
            need = 6 if p.least(s) >= 2 else 7
            game = Rule(f"4{strain(s)}", promise(points=(GAME - low, SLAM - low - 1), suits={s: need}), "game")
            rules.append(game)
    suited = _new_suits_later(r, low, high, theirs)
    flat = _notrump_later(r, low, high)
    rules += [rule for rule in flat if rule.call == "3N"]
    rules += suited
    rules += [rule for rule in flat if rule.call != "3N"]
    for s in range(4):
        call = r.cheapest(strain(s))
        jump = r.cheapest(strain(s), 1)
        if k.least(s) >= 4 or (s < HEARTS and k.least(s) >= 3):
            if jump and jump[0] <= "3" and low >= 6:
                tops = (GAME - low - 3, GAME - low - 1)
                rules.append(Rule(jump, promise(points=tops, suits={s: 6}), "rebid"))
            if call and call[0] <= "2":
                rules.append(Rule(call, promise(points=(0, max(GAME - low - 1, 15)), suits={s: 6}), "rebid"))
    if not ours and not forced and r.auction.doubled == 0 and level >= 3:
        rules.append(Rule(DOUBLE, promise((max(10, 23 - low), MOST)), "penalty"))
    enough = GAME - low
    if not _is_game(r.bid or "7N") and r.auction.bid < BIDS.index("3N") and low >= 6:
        for s in MAJORS:
            if p.least(s) < 3:
                rules.append(Rule(f"4{strain(s)}", promise(points=(enough, MOST), suits={s: 6}), "game"))
        rules.append(Rule("3N", promise((enough, MOST), tests=_stopped(r)), "notrump"))
    if ours and not forced:
        return [*rules, *_preference(r, p), Rule(PASS, promise(), "pass")]
    if forced:
        return [*rules, *_preference(r, p), *_cheapest(r, p, k)]
    return [*rules, Rule(PASS, promise(), "pass")]


def _is_game(bid: str) -> bool:
    return int(bid[0]) >= {"N": 3, "S": 4, "H": 4, "D": 5, "C": 5}[bid[1]]


def _slam_tries(r: Reading, low: int) -> list[Rule]:
    """Blackwood, when the points and a fit are there; a slam in notrump by points alone."""
    if r.auction.bid >= BIDS.index("4N") or low < 6:
        return []
    found: list[Rule] = []
    p = r.known(2)
    for s in (*MAJORS, DIAMONDS, CLUBS):
        need = max(2, FIT - p.least(s))
        if p.least(s) >= 4 and STRAINS[s] not in _theirs(r):
            wanted = promise(suits={s: need}, support=(s, SLAM - low, MOST))
            found.append(Rule("4N", wanted, "blackwood", True, True))
    found.append(Rule("6N", promise((SLAM - low, GRAND - low - 1), balanced=True, tests=_stopped(r)), "slam"))
    return found


def _with_fit(r: Reading, s: int, low: int, high: int, p: Promise) -> list[Rule]:
    """Game, invitation or part-score in a suit that partner has bid."""
    need = max(2, FIT - p.least(s))
    letter, cheapest = strain(s), r.cheapest(strain(s))
    if not cheapest:
        return []
    game_level = 4 if s in MAJORS else 5
    needed = GAME if s in MAJORS else GAME + 4
    rules: list[Rule] = []
    level = int(cheapest[0])
    if level <= game_level:
        rules.append(
            Rule(f"{game_level}{letter}", promise(suits={s: need}, support=(s, needed - low, SLAM - low - 1)), "game")
        )
    invite = f"3{letter}"
    if s in MAJORS and level <= 3 and high > low and r.bid != invite:
        floor = max(0, needed - low - 3)
        if floor < needed - low:
            rules.append(Rule(invite, promise(suits={s: need}, support=(s, floor, needed - low - 1)), "invitation"))
    supported = r.bid[1:] == letter and r.ours
    if level <= 2 and not supported:
        rules.append(
            Rule(cheapest, promise(suits={s: need}, support=(s, 6 if low < 12 else 0, needed - low - 1)), "raise")
        )
    elif level == 3 and not r.ours:
        nine = max(2, 9 - p.least(s))
        rules.append(Rule(cheapest, promise(suits={s: nine}, support=(s, 7, needed - low - 1)), "compete"))
    return rules


def _new_suits_later(r: Reading, low: int, high: int, theirs: list[int]) -> list[Rule]:
    """A new suit; at a higher level it promises more points."""
    rules: list[Rule] = []
    k, p = r.known(0), r.known(2)
    if high <= 9 and low < 6:
        return []
    first = next((suit_of(call) for call in r.said(0) if suit_of(call) is not None), None)
    for s in range(4):
        call = r.cheapest(strain(s))
        if s in theirs or not call or k.least(s) >= 4 or p.least(s) >= 3 or strain(s) in _ours(r):
            continue
        level = int(call[0])
        opener = _opened(r) == 0
        if level == 1:
            rules.append(Rule(call, promise(suits={s: 4}), "new_suit", not opener))
        elif level == 2:
            reverse = opener and first is not None and s > first
            floor = 17 if reverse else 11
            top = MOST if reverse or not opener else 18
            rules.append(Rule(call, promise(points=(floor, top), suits={s: 4}), "new_suit", not opener or reverse))
        elif level == 3 and GAME - low <= 20:
            rules.append(Rule(call, promise(points=(GAME - low, MOST), suits={s: 4}), "new_suit", True))
    return sorted(rules, key=lambda rule: rule.call)


def _notrump_later(r: Reading, low: int, high: int) -> list[Rule]:
    """Notrump by the points of both hands."""
    rules: list[Rule] = []
    stopped = _stopped(r)
    cheapest = r.cheapest("N")
    if not cheapest:
        return []
    level = int(cheapest[0])
    sound: Test = ("no_singleton", lambda hand: min(hand.lengths) >= 1 and sum(n < 2 for n in hand.lengths) <= 1)
    if level <= 3:
        rules.append(Rule("3N", promise((max(0, GAME - low), SLAM - low - 1), tests=(*stopped, sound)), "notrump"))
    if level <= 2 and high > low:
        floor = max(0, GAME - low - 3)
        if floor < GAME - low:
            rules.append(Rule("2N", promise((floor, GAME - low - 1), tests=(*stopped, sound)), "notrump"))
    if level == 1:
        rules.append(Rule("1N", promise((6, max(7, GAME - low - 4)), tests=(*stopped, sound)), "notrump"))
    return rules


def _preference(r: Reading, p: Promise) -> list[Rule]:
    """Back from the last bid of one's own side to a suit of partner's that is longer in both hands together.

    After a bid of the opponents there is no suit to leave, and any suit of partner's will do.
    """
    rules: list[Rule] = []
    current = suit_of(r.bid) if r.ours else None
    for s in sorted(range(4), key=lambda s: (-p.least(s), s)):
        call = r.cheapest(strain(s))
        if s == current or p.least(s) < 4 or not call or call[0] > "2":
            continue
        tests = () if current is None else (_longer_together(p, s, current),)
        rules.append(Rule(call, promise(suits={s: 3}, tests=tests), "preference"))
    return rules


def _longer_together(p: Promise, suit: int, other: int) -> Test:
    """Has partner, by its promise, more cards of a suit together with this hand than of another suit?"""
    return ("longer", lambda hand: hand.lengths[suit] + p.least(suit) > hand.lengths[other] + p.least(other))


def _cheapest(r: Reading, p: Promise, k: Promise) -> list[Rule]:
    """A pass is forbidden: the cheapest bid of partner's suit, one's own suit, notrump or clubs."""
    calls = [r.cheapest(strain(s)) for s in range(4) if p.least(s) >= 4]
    calls += [r.cheapest(strain(s)) for s in range(4) if k.least(s) >= 4]
    calls += [r.cheapest("N"), r.cheapest("C")]
    calls.sort(key=lambda call: BIDS.index(call) if call in BIDS else 99)
    return [Rule(call, promise(), "forced") for call in calls if call]
