"""The expected return of each decision in blackjack, in bets: exact for an endless shoe and for the cards left.

The *left* cards are those that nobody has seen, the dealer's hole card included. Their counts by value are packed into
one integer, so that drawing a card is a subtraction. Drawing from an endless shoe leaves the integer unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, Literal

from dealt.cards import Card, sequence
from dealt.games.blackjack import core
from dealt.games.blackjack.rules import ACE, TEN, TWENTY_ONE, PlayerHand, Rules, dealer_draws, natural, total, value

VALUES: Final = (2, 3, 4, 5, 6, 7, 8, 9, TEN, ACE)
EXAMPLES: Final = sequence("2c 3c 4c 5c 6c 7c 8c 9c Tc Ac")
"""A card of each value."""
_TEN: Final = VALUES.index(TEN)
_ACE: Final = VALUES.index(ACE)
BARRED: Final = {_ACE: _TEN, _TEN: _ACE}
"""By the place of an upcard's value: the place of the value that the hole card can't have after the dealer peeked."""

_BITS: Final = 8
_MASK: Final = (1 << _BITS) - 1
_NUMBER: Final = _BITS * len(VALUES)
_PLACES: Final = tuple(_BITS * n for n in range(len(VALUES)))
_UNITS: Final = tuple((1 << place) + (1 << _NUMBER) for place in _PLACES)
_BUST: Final = -1
_MOST: Final = 150_000
"""The number of cached positions of the dealer above which the caches are cleared: about 60 megabytes."""

PackedCounts = int
"""The number of cards of each value, packed into one number by ``pack_counts``."""
HandState = int
"""The total of a hand and whether it is soft, as one integer: twice the total, plus 1 if soft."""
DrawModel = Literal["real", "mixed", "endless"]
"""Which drawn cards are taken out of the counts: "real" all, "mixed" the first three of a round, "endless" none."""
Decider = Callable[[int, bool, int, str], str]
"""A strategy against one upcard: from the total, whether it is soft, the value of a pair or 0, and the letters of the
allowed decisions to one of these letters."""


# --- the cards left -------------------------------------------------------------------------------------------------


def value_index(one: Card) -> int:
    """The place of a card's value in ``VALUES``."""
    return value(one) - 2


def pack_counts(some: Iterable[Card]) -> PackedCounts:
    """The number of cards of each value in eight bits each, and above them the number of all cards.

    >>> cards_left(pack_counts(EXAMPLES))
    10
    >>> pack_counts(EXAMPLES) - pack_counts(EXAMPLES[:9]) == pack_counts(EXAMPLES[9:])
    True
    """
    return sum(_UNITS[value(one) - 2] for one in some)


def cards_left(left: PackedCounts) -> int:
    """The number of all cards left."""
    return left >> _NUMBER


def count(left: PackedCounts, place: int) -> int:
    """The number of cards left of the value at a place of ``VALUES``."""
    return left >> _PLACES[place] & _MASK


def full_shoe(decks: int) -> PackedCounts:
    return sum(unit * decks * (16 if place == _TEN else 4) for place, unit in enumerate(_UNITS))


def insurance(left: PackedCounts) -> float:
    """The expected return of a chip of insurance, before the dealer looks at the hole card.

    >>> round(insurance(full_shoe(6) - pack_counts(sequence("Ac 9d 7h"))), 4)
    -0.068
    """
    return 3 * count(left, _TEN) / cards_left(left) - 1


# --- transitions of hands ---------------------------------------------------------------------------------------


def _state(held: tuple[Card, ...]) -> HandState:
    points, soft = total(held)
    return _BUST if points > TWENTY_ONE else 2 * points + soft


@cache
def _steps() -> dict[HandState, tuple[HandState, ...]]:
    """For each state of a hand its states after a card of each value."""
    found: dict[HandState, tuple[HandState, ...]] = {}
    waiting: list[tuple[Card, ...]] = [()]
    for held in waiting:  # grows as it goes
        if _state(held) in found or _state(held) == _BUST:
            continue
        further = [(*held, one) for one in EXAMPLES]
        found[_state(held)] = tuple(map(_state, further))
        waiting += further
    return found


@cache
def _dealers(up: int, hit_soft_17: bool) -> dict[HandState, tuple[tuple[int, int, HandState], ...]]:
    """For each state of the dealer's hand and value of the next card: its place, the result and the next state.

    The result is 0 for a bust, 1 to 5 for 17 to 21, 6 for a natural, and -1 where the dealer draws again.
    """
    found: dict[HandState, tuple[tuple[int, int, HandState], ...]] = {}
    waiting: list[tuple[Card, ...]] = [(EXAMPLES[up],)]
    for held in waiting:
        if _state(held) in found:
            continue
        row = []
        for place, one in enumerate(EXAMPLES):
            further = (*held, one)
            state = _state(further)
            if natural(further):
                row.append((place, 6, state))
            elif state == _BUST:
                row.append((place, 0, state))
            elif dealer_draws(further, hit_soft_17):
                row.append((place, -1, state))
                waiting.append(further)
            else:
                row.append((place, (state >> 1) - 16, state))
        found[_state(held)] = tuple(row)
    return found


def _wins(points: int, dealer: int, surrendered: bool = False) -> float:
    """What a hand of three cards wins against a dealer's total, in bets."""
    hand = core.Hand(2 * points, 3, 0, 0, surrendered=surrendered)
    return core.tenths(Rules().table, hand, 2 * dealer, False) / core.TENTHS


_WINS: Final = tuple(tuple(_wins(points, dealer) for dealer in (22, *range(17, 22))) for points in range(22))
"""What a total that stands wins against a dealer who is bust, or has 17 to 21."""
_SURRENDERED: Final = _wins(16, 17, surrendered=True)

# --- returns --------------------------------------------------------------------------------------------------------

DealerChances = tuple[float, float, float, float, float, float]
"""The chances that the dealer ends with a bust, with 17, 18, 19, 20 and 21."""


class Returns:
    """The returns of all decisions against one upcard. Hands are played on with the best decision, or by ``choose``.

    Returns are in bets of the hand. After the dealer has peeked, the hole card makes no natural, and the chances of the
    other cards are conditional on that. Where the dealer doesn't peek, a natural takes every stake on the table.

    Cards are drawn without replacement, and each decision knows all cards that its hand has drawn. After a split a
    hand knows its own cards and that the pair was split, but not what the other hands draw. With two hands that is
    exact for players who go by their own hand, because what one hand draws doesn't change the average of the other.
    With more hands the chance of another split is exact, and each hand has the return of the first two. Where tens of
    different ranks mustn't be split, tens are split only once.
    """

    def __init__(self, rules: Rules, up: int, model: DrawModel, choose: Decider | None = None) -> None:
        """``up`` is the place of the upcard's value in ``VALUES``."""
        self.rules = rules
        self.up = up
        self.choose = choose
        self._units = _UNITS if model == "real" else (0,) * len(VALUES)
        self._real = model == "real"
        self._barred = BARRED.get(up) if rules.peek else None
        self._rows = {
            state: tuple((_PLACES[place], self._units[place], end, to) for place, end, to in row)
            for state, row in _dealers(up, rules.hit_soft_17).items()
        }
        self._start = _state((EXAMPLES[up],))
        self._ends: dict[int, DealerChances] = {}
        self._roots: dict[PackedCounts, tuple[DealerChances, float]] = {}
        self._played: dict[int, float] = {}
        self._may: dict[tuple[int, int, bool], str] = {}

    # --- the dealer

    def dealer(self, left: PackedCounts) -> tuple[DealerChances, float]:
        """The chances of the dealer's totals without a natural, and of a natural: 0 once the dealer has peeked."""
        found = self._roots.get(left)
        if found is None:
            ends = [0.0] * 7
            barred = self._barred
            cards = cards_left(left) - (0 if barred is None else count(left, barred))
            for place, (shift, unit, end, to) in enumerate(self._rows[self._start]):
                held = left >> shift & _MASK
                if not held or place == barred:
                    continue
                if end < 0:
                    for n, chance in enumerate(self._end(to, left - unit)):
                        ends[n] += held * chance / cards
                else:
                    ends[end] += held / cards
            found = ((ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]), ends[6])
            self._roots[left] = found
        return found

    def _end(self, state: HandState, left: PackedCounts) -> DealerChances:
        key = left << 6 | state
        found = self._ends.get(key)
        if found is not None:
            return found
        ends = [0.0] * 6
        a = b = c = d = e = f = 0.0  # six variables instead of a list: nearly all the time is spent here
        for shift, unit, end, to in self._rows[state]:
            held = left >> shift & _MASK
            if not held:
                continue
            if end < 0:
                deeper = self._end(to, left - unit)
                a += held * deeper[0]
                b += held * deeper[1]
                c += held * deeper[2]
                d += held * deeper[3]
                e += held * deeper[4]
                f += held * deeper[5]
            else:
                ends[end] += held
        cards = left >> _NUMBER
        found = (
            (a + ends[0]) / cards,
            (b + ends[1]) / cards,
            (c + ends[2]) / cards,
            (d + ends[3]) / cards,
            (e + ends[4]) / cards,
            (f + ends[5]) / cards,
        )
        self._ends[key] = found
        return found

    # --- the player

    def _draws(self, left: PackedCounts) -> Iterator[tuple[int, float, PackedCounts]]:
        """Each possible next card of the player: the place of its value, its chance, and the counts after it.

        As the hole card can't have the barred value, all cards of that value can still come and are more likely.
        """
        cards, barred = cards_left(left), self._barred
        whole, common, rare = cards, 1, 0
        if barred is not None and self._real:
            loose = cards - count(left, barred)
            whole, common, rare = (cards - 1) * loose, loose - 1, 1
        for place, shift in enumerate(_PLACES):
            held = left >> shift & _MASK
            weight = held * (common + (rare if place == barred else 0))
            if weight:
                yield place, weight / whole, left - self._units[place]

    def stand(self, points: int, left: PackedCounts) -> float:
        """The return of standing with a total that is no natural."""
        ends, lost = self.dealer(left)
        won = 0.0
        for wins, chance in zip(_WINS[points], ends, strict=True):
            won += wins * chance
        return won - lost

    def natural(self, left: PackedCounts) -> float:
        return float(self.rules.pays) * (1 - self.dealer(left)[1])

    def hit(self, state: HandState, left: PackedCounts) -> float:
        """The return of taking a card and playing on."""
        steps = _steps()[state]
        return sum(
            chance * (-1.0 if steps[place] == _BUST else self.play(steps[place], rest))
            for place, chance, rest in self._draws(left)
        )

    def double(self, state: HandState, left: PackedCounts) -> float:
        """The return of doubling the bet and taking one card."""
        steps = _steps()[state]
        return 2 * sum(
            chance * (-1.0 if steps[place] == _BUST else self.stand(steps[place] >> 1, rest))
            for place, chance, rest in self._draws(left)
        )

    def play(self, state: HandState, left: PackedCounts) -> float:
        """The return of standing or hitting, whichever is better, or what ``choose`` takes."""
        key = left << 6 | state
        found = self._played.get(key)
        if found is None:
            points, soft = state >> 1, bool(state & 1)
            if points >= 21:
                found = self.stand(points, left)
            elif self.choose is not None:
                found = self.stand(points, left) if self.choose(points, soft, 0, "SH") == "S" else self.hit(state, left)
            else:
                found = self.stand(points, left)
                if soft or found < self._hope(points, left):
                    found = max(found, self.hit(state, left))
            self._played[key] = found
        return found

    def _hope(self, points: int, left: PackedCounts) -> float:
        """An upper bound of hitting a hard hand: as if every card that doesn't bust it won."""
        if points <= 11:
            return 1.0
        low = sum(count(left, place) for place in range(20 - points)) + count(left, _ACE)
        return 2 * (low + 1) / cards_left(left) - 1

    def two(self, first: int, second: int, left: PackedCounts, *, split: bool = False) -> float:
        """The return of a hand of two cards, given by places, played on; a split hand is not split again here."""
        if not split and natural((EXAMPLES[first], EXAMPLES[second])):
            return self.natural(left)
        allowed = self._allowed(first, second, split=split)
        if self.choose is not None:
            points, soft = total((EXAMPLES[first], EXAMPLES[second]))
            allowed = self.choose(points, soft, VALUES[first] if first == second else 0, allowed)
        return max(self._each(first, second, left, allowed, 1).values())

    def _allowed(self, first: int, second: int, *, split: bool) -> str:
        """The letters of the decisions allowed to two cards, given by places; another split is left to the caller."""
        found = self._may.get((first, second, split))
        if found is None:
            hand = PlayerHand((EXAMPLES[first], EXAMPLES[second]), 1, split=split)
            found = _letters(self.rules, hand, self.rules.max_hands if split else 1)
            self._may[first, second, split] = found
        return found

    def _each(self, first: int, second: int, left: PackedCounts, allowed: str, hands: int) -> dict[str, float]:
        state = _state((EXAMPLES[first], EXAMPLES[second]))
        found = {}
        for letter in allowed:
            if letter == "S":
                found[letter] = self.stand(state >> 1, left)
            elif letter == "H":
                found[letter] = self.hit(state, left)
            elif letter == "D":
                found[letter] = self.double(state, left)
            elif letter == "P":
                found[letter] = self.split(first, left, hands + 1)
            else:
                found[letter] = _SURRENDERED
        return found

    def by_decision(self, hand: PlayerHand, left: PackedCounts, hands: int = 1) -> dict[str, float]:
        """The return of each allowed decision by its letter: S stand, H hit, D double, P split, R surrender.

        ``hands`` is the number of the seat's hands so far. The return of a split is that of all hands that it makes.
        """
        if len(self._ends) > _MOST:
            for memo in (self._ends, self._roots, self._played):
                memo.clear()
        allowed = _letters(self.rules, hand, hands)
        if len(hand.cards) == 2:
            return self._each(value_index(hand.cards[0]), value_index(hand.cards[1]), left, allowed, hands)
        state = _state(hand.cards)
        return {each: self.stand(state >> 1, left) if each == "S" else self.hit(state, left) for each in allowed}

    # --- splits

    def split(self, place: int, left: PackedCounts, hands: int = 2) -> float:
        """The return of splitting a pair of the value at ``place``, after which the seat has ``hands`` hands."""
        twice = PlayerHand((EXAMPLES[place], EXAMPLES[place]), 1, split=True)
        more = self.rules.max_hands - hands if self.rules.may_split(twice, 1) else 0
        if VALUES[place] == TEN and not self.rules.split_tens_mixed:
            more = 0
        alike, unlike, chance = 0.0, 0.0, 0.0
        for second, likely, rest in self._draws(left):
            worth = self.two(place, second, rest if self._real else left, split=True)
            if second == place:
                alike, chance = worth, likely
            else:
                unlike += likely * worth
        unlike = unlike / (1 - chance) if chance < 1 else 0.0
        equal = count(left, place)
        cards = equal / chance if chance else 0.0  # the cards that may come, without the hole card

        @cache
        def waiting(hands: int, more: int, drawn: int, others: int) -> float:
            """The return of ``hands`` hands that have one card each, where ``more`` splits are still allowed.

            So far ``drawn`` second cards of the pair's value have come, and ``others`` of other values.
            """
            if not hands:
                return 0.0
            again = chance
            if self._real and chance:
                again = max(0, equal - drawn) / (cards - drawn - others)
            found = (1 - again) * (unlike + waiting(hands - 1, more, drawn, others + 1))
            if again:
                kept = alike + waiting(hands - 1, more, drawn + 1, others)
                parted = waiting(hands + 1, more - 1, drawn + 1, others) if more else kept
                found += again * (parted if more and self._parts(place, kept, parted) else kept)
            return found

        return waiting(2, more, 0, 0)

    def _parts(self, place: int, kept: float, parted: float) -> bool:
        """Is a split hand that gets a second card of its value split again?"""
        if self.choose is None:
            return parted > kept
        points, soft = total((EXAMPLES[place], EXAMPLES[place]))
        return self.choose(points, soft, VALUES[place], "P" + self._allowed(place, place, split=True)) == "P"


def _letters(rules: Rules, hand: PlayerHand, hands: int) -> str:
    """The letters of the decisions that the rules allow to a hand whose seat has ``hands`` hands."""
    some = rules.decisions(hand, hands)
    return "S" + "".join(letter for n, letter in enumerate("HDPR", 1) if some >> n & 1)


# --- a whole round --------------------------------------------------------------------------------------------------


def deals(left: PackedCounts, model: DrawModel) -> Iterator[tuple[int, int, int, float, PackedCounts]]:
    """All deals of an upcard and a player's two cards: the three places, the chance, and the counts after it."""
    units = (0,) * len(VALUES) if model == "endless" else _UNITS
    for up in range(len(VALUES)):
        for first, second in combinations_with_replacement(range(len(VALUES)), 2):
            chance, rest = 1.0, left
            for place in (up, first, second):
                chance *= count(rest, place) / cards_left(rest)
                rest -= units[place]
            if chance:
                yield up, first, second, chance if first == second else 2 * chance, rest


def expected(
    rules: Rules, left: PackedCounts, model: DrawModel, choose: Callable[[int], Decider] | None = None
) -> float:
    """The expected return of a round with these cards left, in bets and without insurance.

    ``choose`` makes the strategy against an upcard, given by its place; without it the best decision is always taken.
    With the model "real" the computation takes up to a minute, otherwise a second.

    >>> round(expected(Rules(), full_shoe(6), "endless"), 5)
    -0.00512
    """
    found = 0.0
    at: Returns | None = None
    for up, first, second, chance, rest in deals(left, model):
        if at is None or at.up != up:
            at = Returns(rules, up, model, choose and choose(up))
        barred = BARRED.get(up) if rules.peek else None
        lost = 0.0 if barred is None else count(rest, barred) / cards_left(rest)
        won = 0.0 if natural((EXAMPLES[first], EXAMPLES[second])) else -1.0
        found += chance * (lost * won + ((1 - lost) * at.two(first, second, rest) if lost < 1 else 0.0))
    return found
