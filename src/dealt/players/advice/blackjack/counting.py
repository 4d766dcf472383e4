"""``basic``, ``counter``, ``reckoner``: computers for blackjack, by basic strategy, a count, and the cards left.

None of them sits a round out, and all buy chips when they have too few for a bet.
``basic`` bets the least, never insures and plays basic strategy as it follows from the table's rules. ``counter`` knows
the Hi-Lo count of the cards that lie face up, the tray's included: it bets more when the count is high, insures, and
departs from basic strategy where the count says so. ``reckoner`` bets like it, and decides by the returns themselves.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from dealt.cards import Card, members
from dealt.game import Action, View
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.odds import LETTERS, best_decision, unseen_counts
from dealt.games.blackjack.reading import fact_number, hands, playing
from dealt.games.blackjack.returns import insurance, value_index
from dealt.games.blackjack.rules import PlayerHand, Rules, pair, total, value
from dealt.games.blackjack.strategy import COLUMNS, chooser, row


class Index(NamedTuple):
    """A departure from basic strategy: from a true count of ``least`` on do ``above``, below it ``below``."""

    row: str
    up: str
    least: int
    above: str
    below: str


INDEXES: Final = (
    Index("hard 16", "T", 0, "S", "H"),
    Index("hard 15", "T", 4, "S", "H"),
    Index("pair T", "5", 5, "P", "S"),
    Index("pair T", "6", 4, "P", "S"),
    Index("hard 10", "T", 4, "D", "H"),
    Index("hard 12", "3", 2, "S", "H"),
    Index("hard 12", "2", 3, "S", "H"),
    Index("hard 11", "A", 1, "D", "H"),
    Index("hard 9", "2", 1, "D", "H"),
    Index("hard 10", "A", 4, "D", "H"),
    Index("hard 9", "7", 3, "D", "H"),
    Index("hard 16", "9", 5, "S", "H"),
    Index("hard 13", "2", -1, "S", "H"),
    Index("hard 12", "4", 0, "S", "H"),
    Index("hard 12", "5", -2, "S", "H"),
    Index("hard 12", "6", -1, "S", "H"),
    Index("hard 13", "3", -2, "S", "H"),
)
"""The "Illustrious 18" of Don Schlesinger (Blackjack Attack, 1997) for Hi-Lo and several decks; the first of them is
insurance."""
INSURE: Final = 3
"""From this true count on insurance pays."""
RAMP: Final = 3
"""The number of least bets that each true count above 1 adds; at 1 the advantage begins to be the player's."""
MOST: Final = 12
"""The highest bet in least bets. A bet is also at most a twentieth of the chips."""

_BY_PLACE: Final = {(each.row, COLUMNS.index(each.up)): each for each in INDEXES}


def tag(one: Card) -> int:
    """What a card counts in Hi-Lo: 1 for 2 to 6, -1 for tens and aces."""
    worth = value(one)
    return 1 if worth < 7 else -1 if worth > 9 else 0


def units(true: float) -> int:
    """The number of least bets to make at a true count: it grows with the advantage, as Kelly's rule has it."""
    return max(1, min(MOST, round(RAMP * (true - 1))))


def departs(rules: Rules, up: int, name: str, usual: str, letters: str, true: float) -> str:
    """What to do with a hand of the row ``name``: ``usual``, which basic strategy does, or what an index says instead.

    ``up`` is the place of the upcard's value. The indexes are made for a dealer who peeks and stands on soft 17. An
    index is used only where basic strategy for the table's rules does what the index says for a count of zero. Without
    a hole card no index doubles against a ten or an ace, because a natural would take both bets.
    """
    found = _BY_PLACE.get((name, up))
    if found is None or usual == "R" or (found.above == "D" and found.up in "TA" and not rules.peek):
        return usual
    if found.least and usual != (found.below if found.least > 0 else found.above):
        return usual
    wanted = found.above if true >= found.least else found.below
    return wanted if wanted in letters else usual


class Basic:
    """``basic``: basic strategy for the table's rules, at the least bet."""

    def __init__(self, game: Blackjack) -> None:
        self.game = game
        self.rules = game.rules

    def choose(self, view: View, rng: Random) -> Action:
        phase = view.fact(".phase")
        if phase == "bet":
            return view.legal[0] if view.legal[0].verb == "buy" else self.bet(view)
        if phase == "insure":
            offered = view.legal[-1]
            return offered.of(offered.amounts[-1]) if offered.amounts and self.insures(view) else view.legal[0]
        seat, place = playing(view) or (view.turn[0], 0)
        own = hands(view, seat)
        up = view.pile("dealer").cards[0]
        possible = {each.verb: each for each in view.legal}
        letters = "".join(letter for letter, verb in LETTERS.items() if verb in possible)
        if up is None or len(letters) == 1:
            return view.legal[0]
        return possible[LETTERS[self.letter(view, own[place], up, letters, len(own))]]

    def bet(self, view: View) -> Action:
        return view.legal[0].of(view.legal[0].amounts[0])

    def insures(self, view: View) -> bool:
        return False

    def letter(self, view: View, hand: PlayerHand, up: Card, letters: str, count: int) -> str:
        """The decision for a hand, one of ``letters``; the seat has ``count`` hands."""
        points, soft = total(hand.cards)
        return chooser(self.rules, value_index(up))(points, soft, pair(hand.cards), letters)


class Counter(Basic):
    """``counter``: the Hi-Lo count of what has been seen, for the bet, for insurance and for departures."""

    def true(self, view: View) -> float:
        """The count of the cards seen, for each deck that is left."""
        count = sum(map(tag, members(view.face_up)))
        return 52 * count / max(26, len(self.game.deck) - view.face_up.bit_count())

    def bet(self, view: View) -> Action:
        offered = view.legal[0]
        least, most, step = offered.amounts[0], offered.amounts[-1], offered.step
        wished = min(least * units(self.true(view)), max(least, fact_number(view, "stack", view.seat) // 20))
        return offered.of(max(least, min(most, wished // step * step)))

    def insures(self, view: View) -> bool:
        return self.true(view) >= INSURE

    def letter(self, view: View, hand: PlayerHand, up: Card, letters: str, count: int) -> str:
        points, soft = total(hand.cards)
        usual = super().letter(view, hand, up, letters, count)
        return departs(
            self.rules, value_index(up), row(points, soft, pair(hand.cards)), usual, letters, self.true(view)
        )


class Reckoner(Counter):
    """``reckoner``: the decision that returns most with the very cards that are left."""

    def insures(self, view: View) -> bool:
        return insurance(unseen_counts(view, self.game.deck)) > 0

    def letter(self, view: View, hand: PlayerHand, up: Card, letters: str, count: int) -> str:
        return best_decision(self.rules, up, hand, unseen_counts(view, self.game.deck), count, letters)
