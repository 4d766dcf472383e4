"""The promise of a row in an auction: its terms as ranges and tests of a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dealt.games.bridge.auction import STRAINS
from dealt.players.advice.bridge.bidding import MOST, Hand, Promise, Range, Test
from dealt.players.advice.bridge.standard.conditions import Binding, Scene, holds, suit_in
from dealt.players.advice.bridge.standard.row import SystemRow

SHOWN: Final = 3
"""There is no fit in a suit of which partner has promised fewer cards."""
LEAST_FIT: Final = 2
"""A suit of partner's is raised with so many cards at least, however long partner's suit is."""


class _Draft:
    """A promise in the making; ``empty`` once no hand could keep it."""

    def __init__(self) -> None:
        self.hcp: Range = (0, MOST)
        self.points: Range = (0, MOST)
        self.lengths: list[Range] = [(0, 13)] * 4
        self.balanced = False
        self.support: tuple[int, int, int] | None = None
        self.tests: list[Test] = []
        self.empty = False

    def meet(self, kind: str, low: int, high: int, suit: int | None) -> None:
        """A range of points of a kind."""
        if high < 0 or low > high:
            self.empty = True
        low = max(0, low)
        if kind == "hcp":
            self.hcp = max(self.hcp[0], low), min(self.hcp[1], high)
        elif kind == "sup" and suit is not None:
            self.support = suit, low, high
        else:
            self.points = max(self.points[0], low), min(self.points[1], high)

    def length(self, suit: int, low: int, high: int = 13) -> None:
        """A range of cards of a suit."""
        before = self.lengths[suit]
        self.lengths[suit] = max(before[0], low), min(before[1], high)
        if self.lengths[suit][0] > self.lengths[suit][1]:
            self.empty = True

    def promise(self) -> Promise:
        a, b, c, d = self.lengths
        return Promise(self.hcp, self.points, (a, b, c, d), self.balanced, self.support, tuple(self.tests))


def promised(row: SystemRow, scene: Scene, binding: Binding) -> Promise | None:
    """What a row promises in an auction; None if it doesn't count there, or no hand can keep it."""
    draft = _Draft()
    for kind, *parts in row.terms:
        if not _WRITERS[kind](draft, scene, binding, *parts) or draft.empty:
            return None
    return draft.promise()


def _range(low: str, high: str, plus: str, most: int) -> Range:
    return int(low), int(high) if high else most if plus else int(low)


def _any(draft: _Draft, scene: Scene, binding: Binding) -> bool:
    return True


def _points(
    draft: _Draft, scene: Scene, binding: Binding, low: str, high: str, plus: str, kind: str, letter: str
) -> bool:
    draft.meet(kind, *_range(low, high, plus, MOST), suit_in(letter, binding) if letter else None)
    return True


def _tot(draft: _Draft, scene: Scene, binding: Binding, low: str, high: str, plus: str, kind: str, letter: str) -> bool:
    """Points of both hands together."""
    least, most = _range(low, high, plus, 2 * MOST)
    worth = scene.worth()
    draft.meet(kind or "pts", least - worth, min(MOST, most - worth), suit_in(letter, binding) if letter else None)
    return True


def _length(draft: _Draft, scene: Scene, binding: Binding, what: str, low: str, high: str, plus: str) -> bool:
    least, most = _range(low, high, plus, 13)
    if what in ("unbid", "majors"):
        unbid = [suit for suit in range(4) if suit not in scene.theirs | scene.ours_shown]
        suits = [suit for suit in unbid if what == "unbid" or suit >= 2]
        for suit in suits:
            draft.length(suit, least, most)
        return bool(suits)
    one = suit_in(what, binding)
    if one is None:
        return what == "t"
    draft.length(one, least, most)
    return True


def _hand(draft: _Draft, scene: Scene, binding: Binding, what: str) -> bool:
    if what == "bal":
        draft.balanced = True
    elif what == "flat":
        draft.tests.append(lambda hand: min(hand.lengths) >= 1 and sum(n < 2 for n in hand.lengths) <= 1)
    elif what == "stop":
        asked = scene.asked
        covered = asked is not None and asked.name == "notrump" and asked.call.endswith("N")
        suits = [] if covered else sorted(scene.theirs)
        if suits:
            draft.tests.append(lambda hand: all(hand.stops(suit) for suit in suits))
    else:
        name = scene.asked.name if scene.asked else ""
        shown = int(name[-1]) if name.startswith("aces_") else 0
        need = 4 if what == "all aces" else 3
        draft.tests.append(lambda hand: (hand.aces + shown or 4) >= need)
    return True


def _aces(draft: _Draft, scene: Scene, binding: Binding, one: str, other: str) -> bool:
    counts = {int(each) for each in (one, other) if each}
    draft.tests.append(lambda hand: hand.aces in counts)
    return True


def _suit(draft: _Draft, scene: Scene, binding: Binding, what: str, letter: str) -> bool:
    if what == "long":
        draft.tests.append(lambda hand: max(hand.lengths[0], hand.lengths[1]) >= 6)
        return True
    suit = suit_in(letter, binding) if letter else scene.partner_suit()
    if what == "others stopped":
        draft.tests.append(lambda hand: sum(hand.stops(s) for s in range(4) if s != suit) >= 3)
        return True
    if suit is None:
        return False
    draft.tests.append(_SUIT_TESTS[what](suit, scene))
    return True


def _to_open(lengths: Sequence[int]) -> int:
    """The suit to open: the longest, of equals the higher; without a five-card major a minor, of three cards clubs."""
    if max(lengths[2:]) >= 5:
        return max(range(4), key=lambda suit: (lengths[suit], suit))
    clubs, diamonds = lengths[:2]
    return int(clubs < 3 or diamonds >= max(4, clubs))


def _best(suit: int, scene: Scene) -> Test:
    """The longest suit that nobody has bid: of equals the higher with five cards, the lower with four."""
    rivals = [s for s in range(4) if s not in scene.theirs | scene.ours_shown or s == suit]

    def test(hand: Hand) -> bool:
        longest = max(hand.lengths[s] for s in rivals)
        same = [s for s in rivals if hand.lengths[s] == longest]
        majors = [s for s in same if s >= 2]
        return suit == (max(same) if longest > 4 else min(majors or same) if not scene.theirs else max(same))

    return test


def _longest(suit: int, scene: Scene) -> Test:
    """The longest suit that the opponents have not bid, the higher of equals."""
    rivals = [s for s in range(4) if s not in scene.theirs]
    return lambda hand: suit == max(rivals, key=lambda s: (hand.lengths[s], s))


def _more(suit: int, scene: Scene) -> Test:
    """More cards in both hands together than of the suit bid last; as many are enough for partner's longer suit."""
    last, p = STRAINS.find(scene.bid[1:]) if scene.bid else -1, scene.partner
    if last not in range(4):
        return lambda hand: hand.lengths[suit] + p.least(suit) >= 7
    more = p.least(last) + (p.least(suit) <= p.least(last)) - p.least(suit)
    return lambda hand: hand.lengths[suit] >= hand.lengths[last] + more


_SUIT_TESTS: Final[dict[str, Callable[[int, Scene], Test]]] = {
    "fair": lambda suit, scene: lambda hand: hand.good(suit) or hand.honours(suit) >= 2,
    "good": lambda suit, scene: lambda hand: hand.good(suit),
    "honour": lambda suit, scene: lambda hand: bool(hand.suits[suit] >> 40),
    "opens": lambda suit, scene: lambda hand: suit == _to_open(hand.lengths),
    "best": _best,
    "longest": _longest,
    "more": _more,
}


def _fit(draft: _Draft, scene: Scene, binding: Binding, letter: str, cards: str) -> bool:
    suit = suit_in(letter, binding)
    if suit is None or scene.partner.least(suit) < SHOWN:
        return False
    draft.length(suit, max(LEAST_FIT, int(cards) - scene.partner.least(suit)))
    return True


def _four(draft: _Draft, scene: Scene, binding: Binding) -> bool:
    majors = [suit for suit in (2, 3) if suit not in scene.theirs]
    draft.tests.append(lambda hand: any(hand.lengths[suit] >= 4 for suit in majors))
    return bool(majors)


def _quick(draft: _Draft, scene: Scene, binding: Binding, least: str) -> bool:
    draft.tests.append(lambda hand: quick_tricks(hand) >= int(least))
    return True


def quick_tricks(hand: Hand) -> float:
    """Tricks in the first two rounds: an ace 1, ace and king 2, ace and queen 1.5, king and queen 1, a king 0.5."""
    worth = {0b111: 2.0, 0b110: 2.0, 0b101: 1.5, 0b100: 1.0, 0b011: 1.0, 0b010: 0.5}
    found = 0.0
    for suit in range(4):
        top = sum(bool(hand.suits[suit] >> (4 * rank + suit) & 1) << n for n, rank in enumerate((10, 11, 12)))
        found += worth.get(top, 0.0) if hand.lengths[suit] > 1 or top == 0b100 else 0.0
    return found


def _both(draft: _Draft, scene: Scene, binding: Binding, cards: str) -> bool:
    draft.tests.append(lambda hand: hand.lengths[2] + hand.lengths[3] >= int(cards))
    return True


def _compare(draft: _Draft, scene: Scene, binding: Binding, one: str, sign: str, other: str) -> bool:
    a, b = suit_in(one, binding), suit_in(other, binding)
    if a is None or b is None:
        return False
    more = 1 if sign == "longer" else 0
    draft.tests.append(lambda hand: hand.lengths[a] >= hand.lengths[b] + more)
    return True


def _order(draft: _Draft, scene: Scene, binding: Binding, one: str, sign: str, other: str) -> bool:
    a, b = suit_in(one, binding), suit_in(other, binding)
    return a is not None and b is not None and (a < b if sign == "<" else a > b)


def _is(draft: _Draft, scene: Scene, binding: Binding, letter: str, what: str) -> bool:
    return holds(("is", letter, what), scene, binding)


_WRITERS: Final[dict[str, Callable[..., bool]]] = {
    "any": _any,
    "points": _points,
    "tot": _tot,
    "length": _length,
    "hand": _hand,
    "aces": _aces,
    "suit": _suit,
    "fit": _fit,
    "four": _four,
    "quick": _quick,
    "both": _both,
    "compare": _compare,
    "order": _order,
    "is": _is,
}
