"""Mistakes that students make, planted into right solutions: a tester passes what is right and names what is wrong."""

from __future__ import annotations

import random
from pathlib import Path
from types import ModuleType

import pytest

from dealt.assignments import ASSIGNMENTS, Assignment
from dealt.assignments.steps import Outcome, run_steps
from dealt.assignments.student import Student

SOLUTIONS = Path(__file__).parent / "solutions"

ELEVENS = [
    # what is there, what stands there instead, the first step that goes wrong
    ("self.suit == other.suit", "self.suit is other.suit", "Card: equality"),
    ("self.value == other.value", "self.value is other.value", "Card: equality"),
    ("__eq__(self", "equals(self", "Card: equality"),
    ("values[position])", "values[len(self.cards) % len(suits)])", "Deck: constructor"),
    ("range(len(ranks))", "range(len(ranks) - 1)", "Deck: constructor"),
    (
        "        self.size -= 1\n        return self.cards[self.size]",
        "        self.size -= 1\n        return self.cards[0]",
        4,
    ),
    ("        self.size -= 1\n", "        self.size -= 2\n", "Deck: constructor"),
    (
        "if self.is_empty:\n            return None",
        "if self.size < 0:\n            return None",
        "Deck: size, is_empty and deal",
    ),
    ("half = (len(values) + 1) // 2", "half = len(values) // 2", "Shuffler: perfect_shuffle"),
    ("shuffled = [None] * len(values)", "shuffled = values", "Shuffler: perfect_shuffle"),
    (
        "            r = random.randint(0, k)\n            values",
        "            r = random.randint(0, k - 1)\n            values",
        7,
    ),
    ("r = random.randint(0, k)\n            values", "r = random.randint(0, len(values) - 1)\n            values", 7),
    ("            values[k], values[r] = values[r], values[k]", "            values[k] = values[r]", 7),
    (
        "def selection_shuffle(values):\n        for k in range(len(values) - 1, 0, -1)",
        "def selection_shuffle(values):\n        for k in range(len(values) - 1, 1, -1)",
        7,
    ),
    ("    def shuffle(self):\n        self.size = len(self.cards)\n", "    def shuffle(self):\n", "Deck: shuffle"),
    (
        "            r = random.randint(0, k)\n            self.cards[k], self.cards[r]",
        "            r = random.randint(0, k - 1)\n            self.cards[k], self.cards[r]",
        "Deck: shuffle",
    ),
    (
        "            r = random.randint(0, k)\n            self.cards[k], self.cards[r]",
        "            r = random.randint(0, len(self.cards) - 1)\n            self.cards[k], self.cards[r]",
        "Deck: shuffle",
    ),
    (
        "        self.size = len(self.cards)\n        self.shuffle()",
        "        self.size = len(self.cards)",
        "Deck: shuffle",
    ),
    (
        "class ElevensBoard(Board):",
        "class ElevensBoard(Board, ABC):\n    @abstractmethod\n    def draw(self): ...\n",
        9,
    ),
    ("    @abstractmethod\n    def is_legal(self, selected): ...", "    def is_legal(self, selected): ...", 9),
    ("super().__init__(9, ", "super().__init__(10, ", "ElevensBoard: the cards that are dealt"),
    ("return found_jack and found_queen and found_king", "return found_jack or found_queen or found_king", 11),
    ('if self.card_at(k).rank == "queen"', 'elif self.card_at(k).rank == "queens"', "ElevensBoard: contains_jqk"),
    (
        "for j in range(i + 1, len(selected))",
        "for j in range(i + 2, len(selected))",
        "ElevensBoard: contains_pair_sum_11",
    ),
    (
        "self.card_at(selected[i]).value + self.card_at(selected[j]).value",
        "self.card_at(i).value + self.card_at(j).value",
        12,
    ),
    ("VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0]", "VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]", 12),
    (
        "            return True\n        return False",
        "                    return True\n                return False",
        12,
    ),
    (
        "return self.contains_jqk(places) or self.contains_pair_sum_11(places)",
        "return self.contains_pair_sum_11(places)",
        13,
    ),
    ("return self.contains_jqk(places) or self", "return self.contains_jqk(places) and self", 13),
    ("        if len(selected) == 3:\n", "        if len(selected) >= 3:\n", "ElevensBoard: is_legal"),
    (
        "        if len(selected) == 2:\n            return self.contains_pair_sum_11(selected)",
        "        if self.contains_pair_sum_11(selected):\n            return True",
        "ElevensBoard: is_legal",
    ),
    (
        "            return self.contains_jqk(selected)\n        return False",
        "            return self.contains_jqk(selected)",
        14,
    ),
    (
        "return self.deck.is_empty and self.card_indexes() == []",
        "return self.deck.is_empty",
        "ElevensBoard: whole games",
    ),
    (
        "return self.deck.is_empty and self.card_indexes() == []",
        "return self.card_indexes() is []",
        "ElevensBoard: whole games",
    ),
    (
        "            self.cards[k] = self.deck.deal()",
        "            self.cards[k] = self.deck.deal() or self.cards[k]",
        15,
    ),
]

CARDS = [
    ("self.suit * len(Spot) + self.spot", "self.spot * len(Suit) + self.suit", "Card: order"),
    ("self.ordinal() == other.ordinal()", "self.spot == other.spot", "Card: equality and hash"),
    ("        if not isinstance(other, Card):\n            return False\n", "", "Card: equality and hash"),
    ("        return self.ordinal()\n", "        return id(self)\n", "Card: equality and hash"),
    ('SPOTS[self.spot] + " of "', 'SHORT[self.spot] + " of "', "Card: suit, spot and text"),
    ("self[place].suit == self[best].suit", "self[place].suit <= 4", "Trick: winner"),
    ("self[place].spot > self[best].spot", "self[place].spot > self[0].spot", "Trick: winner"),
    ("sort(reverse=True)", "sort()", "Player: accept_card and text"),
    (
        "self.cards = {suit: [] for suit in Suit}",
        "self.cards = dict.fromkeys(Suit, [])",
        "Player: accept_card and text",
    ),
    ("return len(own), run, own[0].spot if own else -1", "return own[0].spot if own else -1", 6),
    ("return len(own), run, own[0].spot if own else -1", "return len(own), -suit", 6),
    ("return len(own), run, own[0].spot if own else -1", "return len(own), sum(card.spot for card in own)", 6),
    ("return len(own), run, own[0].spot if own else -1", "return len(own), own[0].spot if own else -1", 6),
    ("return len(own), run, own[0].spot if own else -1", "return len(own), run", 6),
    ("return self.cards[max(Suit, key=worth)][0]", "return self.cards[max(Suit, key=worth)][-1]", 6),
    ("            return own[0]\n        return own[-1]", "            return own[0]\n        return own[0]", 8),
    ("            return own[0]\n", "            return own[-2]\n", "Test following suit, winning the trick ..."),
    ("winning = trick[trick.winner]", "winning = max(trick, key=lambda card: card.spot)", 7),
    ("winning = trick[trick.winner]", "winning = trick[-1]", "Test following suit, winning the trick ..."),
    (
        "self.follow(trick, own) if own else self.lowest()",
        "self.lowest()",
        "Test following suit, winning the trick ...",
    ),
    ("min(last, key=lambda card: card.spot)", "min(last)", "Test playing low when void ..."),
    ("min(last, key=lambda card: card.spot)", "last[0]", "Test playing low when void ..."),
    ("        self.cards[card.suit].remove(card)\n", "", "Test leading from longest and strongest suit ..."),
    ("return (player + 1) % 4", "return player + 1", "Bridge: players and next"),
    ("        random.shuffle(deck)\n", "", "Bridge: deal"),
    ("for spot in Spot]\n        random", "for spot in list(Spot)[1:]]\n        random", "Bridge: deal"),
    ("self.leader = (self.leader + trick.winner) % 4", "self.leader = trick.winner", 13),
    ("            player = self.leader\n", "            player = 0\n", "Bridge: the hands that the assignment prints"),
    ("self.won[team - 1] + self.won[team + 1]", "self.won[2 * team - 2] + self.won[2 * team - 1]", 13),
    ("trumps = Suit.SPADES", "trumps = Suit.CLUBS", "Spades: games with trumps"),
]

POKER = [
    (
        'SHORT = ["2", "3", "4", "5", "6", "7", "8", "9", "10",',
        'SHORT = ["2", "3", "4", "5", "6", "7", "8", "9", "T",',
        1,
    ),
    ("key=lambda card: (card.spot, card.suit)", "key=lambda card: (card.suit, card.spot)", "Hand: sorted"),
    ("counts.get(card.spot, 0) + 1", "counts.get(card.spot, 1) + 1", "Hand: counts"),
    ("        if 4 in counts:\n            return Rank.FOUR_OF_A_KIND\n", "", "Testing ranking of 5C 5H 5D KH 5S"),
    ("            if 2 in counts:\n                return Rank.FULL_HOUSE\n", "", "Testing ranking of AC 5H 5D AH 5S"),
    ("len(counts) == 3", "len(counts) == 2", "Testing ranking of 2H 5H 5D KH 2S"),
    ("        if 2 in counts:\n            if len(counts) == 3:", "        if 2 in counts:\n            if True:", 5),
    ("self.sorted[4].spot - self.sorted[0].spot == 4", "self.cards[4].spot - self.cards[0].spot == 4", 8),
    (
        "self.sorted[4].spot - self.sorted[0].spot == 4",
        "(self.sorted[4].spot - self.sorted[0].spot) in (4, 12)",
        "Testing ranking of hands that are almost straights",
    ),
    (
        "self.sorted[4].spot - self.sorted[0].spot == 4",
        "self.sorted[4].spot - self.sorted[0].spot == 4 and self.sorted[4].spot < 12",
        "Testing ranking of high and low straights",
    ),
    (
        "for card in self.cards)\n        if straight and flush",
        "for card in self.cards[:4])\n        if straight and flush",
        15,
    ),
    (
        "        if straight and flush:\n            return Rank.STRAIGHT_FLUSH\n",
        "",
        "Testing ranking of 8S 5S 6S 4S 7S",
    ),
    ("        if straight:\n            return Rank.STRAIGHT\n", "", "Testing ranking of 8H 5H 6D 4H 7S"),
    ("        if 3 in counts:", "        if counts[0] == 3:", "Testing ranking of 2H 5H 5D KH 5S"),
    ("if self.counts[card.spot] == 1]", "if self.counts[card.spot] > 1]", "Testing drawing to 2H 5H 5D KH 7S"),
    ("Rank.TWO_PAIR, Rank.THREE_OF_A_KIND):", "Rank.THREE_OF_A_KIND):", "Testing drawing to 2H 5H 5D KH 2S"),
    ("        self.cards.extend(cards)\n", "", "Testing drawing to 2H 5H 5D KH 7S"),
    (
        "        self.cards = [card for card in self.cards if card not in gone]\n",
        "",
        "Testing drawing to 2H 5H 5D KH 7S",
    ),
    ("return self.sorted[:3]\n        return []", "return self.sorted[:3]\n        return self.sorted[:1]", 22),
    ("return self.sorted[:3]", "return []", "Testing drawing without a pair"),
]
MISTAKES = {"elevens": ELEVENS, "cards": CARDS, "poker": POKER}
WHOLE_GAMES = 15
"""The step of Elevens that takes a second."""
EVERY = [
    pytest.param(name, *row, marks=pytest.mark.slow if row[-1] in (WHOLE_GAMES, "ElevensBoard: whole games") else ())
    for name, rows in MISTAKES.items()
    for row in rows
]


def solution(name: str) -> str:
    return (SOLUTIONS / f"{'elevens' if name in ('thirteens', 'tens') else name}.py").read_text(encoding="utf-8")


def classes(name: str, text: str) -> dict[str, object]:
    module = ModuleType("student")
    exec(text, vars(module))
    return {each: vars(module)[each] for each in ASSIGNMENTS[name].classes if each in vars(module)}


def first_wrong(assignment: Assignment, some: dict[str, object]) -> Outcome | None:
    return next((each for each in run_steps(assignment.tests(), Student(some)) if each.state != "passed"), None)


@pytest.fixture(autouse=True)
def _own_chance() -> None:
    random.seed(1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ASSIGNMENTS)
@pytest.mark.turns(3)
def test_ours_and_somebody_elses_right_classes_pass(name: str) -> None:
    assignment = ASSIGNMENTS[name]
    ours = assignment.module()
    for some in ({each: getattr(ours, each) for each in assignment.classes}, classes(name, solution(name))):
        outcomes = list(run_steps(assignment.tests(), Student(some)))
        assert [each for each in outcomes if each.state != "passed"] == []
        assert all(each.checks for each in outcomes)


@pytest.mark.slow
def test_right_classes_on_our_board_and_our_trick_pass() -> None:
    text = solution("elevens")
    board = text[text.index("class Board") : text.index("class ElevensBoard")]
    some = classes("elevens", text.replace(board, "from dealt.assignments.elevens import Board\n\n\n"))
    assert first_wrong(ASSIGNMENTS["elevens"], some) is None
    text = solution("cards")
    trick = text[text.index("class Trick") : text.index("class Player")]
    some = classes("cards", text.replace(trick, "from dealt.assignments.cards import Trick\n\n\n"))
    assert first_wrong(ASSIGNMENTS["cards"], some) is None
    del some["Trick"]  # the tester has one of its own
    states = {each.state for each in run_steps(ASSIGNMENTS["cards"].tests(), Student(some))}
    assert states == {"passed", "missing"}


@pytest.mark.parametrize(("name", "right", "wrong", "step"), EVERY)
@pytest.mark.turns(4)
def test_a_mistake_is_found_and_its_step_named(name: str, right: str, wrong: str, step: str | int) -> None:
    text = solution(name)
    assert right in text
    outcome = first_wrong(ASSIGNMENTS[name], classes(name, text.replace(right, wrong)))
    assert outcome is not None
    steps = ASSIGNMENTS[name].tests()
    assert step in (outcome.number + 1, steps[outcome.number].title), (steps[outcome.number].title, outcome)
    assert outcome.came


def test_there_are_ten_mistakes_of_each_and_more() -> None:
    assert all(len(rows) >= 10 for rows in MISTAKES.values())
