"""The testers for the Deuce manual and the Dou Dizhu note pass ours and name the step that a mistake breaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from dealt.assignments import ASSIGNMENTS, deuce, doudizhu
from dealt.assignments.steps import run_steps
from dealt.assignments.student import Student


def wrong(name: str, **planted: type) -> list[str]:
    """The titles of the steps that go wrong with some of our classes replaced."""
    assignment = ASSIGNMENTS[name]
    steps = assignment.tests()
    classes = {**{each: getattr(assignment.module(), each) for each in assignment.classes}, **planted}
    return [steps[each.number].title for each in run_steps(steps, Student(classes)) if each.state == "wrong"]


@pytest.mark.parametrize("name", ["deuce", "doudizhu"])
def test_ours_pass(name: str) -> None:
    assert wrong(name) == []


class Unsorted(deuce.Hand):
    def get_cards(self, written: str) -> None:
        self.cards = [deuce.Card(int(each)) for each in written.split()]


class KeepsCards(deuce.Hand):
    def _remove(self, some: Sequence[deuce.Card]) -> None:
        self.selected.clear()


class AnySize(deuce.Hand):
    """Takes what is no combination."""

    def play(self, combination: Sequence[deuce.Card]) -> list[deuce.Card] | None:
        chosen = self.selection
        if combination and not deuce.RuleSet.beats(chosen, combination):
            return None
        self._remove(chosen)
        return chosen


class NeverBeaten(deuce.Hand):
    def play(self, combination: Sequence[deuce.Card]) -> list[deuce.Card] | None:
        return super().play([])


class SelectsForGood(deuce.Hand):
    def select(self, place: int) -> None:
        self.selected |= {place}


class Breaks(deuce.AI):
    def breaks(self, some: Sequence[deuce.Card]) -> bool:
        return False


class Timid(deuce.AI):
    def __init__(self, position: int) -> None:
        super().__init__(position, chance=0.3)


class PassesOnALead(deuce.AI):
    def play(self, combination: Sequence[deuce.Card]) -> list[deuce.Card] | None:
        return super().play(combination) if combination else None


class NoPairs(deuce.AI):
    def find_all_combinations(self) -> None:
        super().find_all_combinations()
        self.combinations["pair"] = []


class BySuit(deuce.Card):
    def __lt__(self, other: deuce.Card) -> bool:
        return (self.suit, self.rank) < (other.suit, other.rank)


@pytest.mark.parametrize(
    ("planted", "step"),
    [
        ({"Hand": Unsorted}, "Hand: taking cards"),
        ({"Hand": KeepsCards}, "Hand: selecting"),
        ({"Hand": AnySize}, "Hand: an illegal selection"),
        ({"Hand": NeverBeaten}, "Hand: an illegal selection"),
        ({"Hand": SelectsForGood}, "Hand: selecting"),
        ({"AI": Breaks}, "AI: a better combination"),
        ({"AI": Timid}, "AI: it plays with a probability"),
        ({"AI": PassesOnALead}, "AI: every answer is legal"),
        ({"AI": NoPairs}, "AI: abilities"),
        ({"Card": BySuit}, "Card: equality"),
    ],
)
def test_ten_mistakes_in_deuce(planted: dict[str, Any], step: str) -> None:
    assert wrong("deuce", **planted)[0].startswith(step)


class LowToHigh(doudizhu.CardArray):
    def __init__(self, some: Any = ()) -> None:
        super().__init__(some)
        self.reverse()


class HighestFirst(doudizhu.AI):
    def give_card(self, current: Sequence[doudizhu.Card], by: str = "landlord") -> doudizhu.CardArray | None:
        for one in self.cards:
            if self.legal_play([one], current):
                return self.give([one])
        return super().give_card(current, by)


class GivesAndKeeps(doudizhu.AI):
    def give(self, some: Sequence[doudizhu.Card]) -> doudizhu.CardArray:
        return doudizhu.CardArray(some)


class NoBombs(doudizhu.AI):
    def legal_play(self, some: Sequence[doudizhu.Card], current: Sequence[doudizhu.Card]) -> bool:
        return super().legal_play(some, current) and (not current or len(some) == len(current))


class OfThinAir(doudizhu.AI):
    def legal_play(self, some: Sequence[doudizhu.Card], current: Sequence[doudizhu.Card]) -> bool:
        return bool(some) if not current else super().legal_play(some, current)


class ForgetsTheFirst(doudizhu.AI):
    def take(self, some: Any) -> None:
        self.cards = doudizhu.CardArray(some)


@pytest.mark.parametrize(
    ("planted", "step"),
    [
        ({"CardArray": LowToHigh}, "CardArray"),
        ({"AI": HighestFirst}, "AI: the smallest cards first"),
        ({"AI": GivesAndKeeps}, "AI: the smallest cards first"),
        ({"AI": NoBombs}, "AI: bombs"),
        ({"AI": OfThinAir}, "AI: the plays of the note's example"),
        ({"AI": ForgetsTheFirst}, "AI: an identity and cards"),
        ({"MyPlay": doudizhu.AI}, "MyPlay"),
    ],
)
def test_mistakes_in_doudizhu(planted: dict[str, Any], step: str) -> None:
    assert wrong("doudizhu", **planted)[0].startswith(step)
