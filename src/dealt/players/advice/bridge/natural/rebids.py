"""The natural system's second and later calls: what both hands have promised decides level and strain."""

from __future__ import annotations

from dealt.games.bridge.auction import BIDS, DOUBLE, PASS, STRAINS
from dealt.players.advice.bridge.bidding import MOST, Promise, Range, Reading, Rule, high_of, low_of, suit_of
from dealt.players.advice.bridge.natural.terms import (
    CLUBS,
    DIAMONDS,
    FIT,
    GAME,
    GRAND,
    HEARTS,
    MAJORS,
    SLAM,
    Test,
    opened,
    our_strains,
    promise,
    spoke_since,
    stoppers,
    strain,
    their_strains,
)


def again(r: Reading) -> list[Rule]:
    """The seat has bid and its partner has not: only strong hands and hands with a long suit bid again."""
    theirs = [STRAINS.index(each) for each in sorted(their_strains(r))]
    rules: list[Rule] = []
    own = [s for s in range(4) if r.known(0).least(s) >= 4 or (r.known(0).least(s) >= 3 and opened(r) == 0)]
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
    low, high = low_of(p), max(low_of(p), high_of(p))
    if high - low <= 4:  # a narrow promise is worth its middle: that is how an invitation is answered
        low = (low + high + 1) // 2
    theirs = [STRAINS.index(each) for each in sorted(their_strains(r))]
    ruled = r.rule(2)
    forced = bool(ruled and ruled.forcing) and not spoke_since(r)
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
        rules.append(Rule("3N", promise((enough, MOST), tests=stoppers(r)), "notrump"))
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
        if p.least(s) >= 4 and STRAINS[s] not in their_strains(r):
            wanted = promise(suits={s: need}, support=(s, SLAM - low, MOST))
            found.append(Rule("4N", wanted, "blackwood", True, True))
    found.append(Rule("6N", promise((SLAM - low, GRAND - low - 1), balanced=True, tests=stoppers(r)), "slam"))
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
        if s in theirs or not call or k.least(s) >= 4 or p.least(s) >= 3 or strain(s) in our_strains(r):
            continue
        level = int(call[0])
        opener = opened(r) == 0
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
    stopped = stoppers(r)
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
