"""The steps of a tester for the classes of the Deuce manual: what its text and its examples ask of them.

The manual has no tester. Which cards form a combination, and which combination beats another, is asked of the house's
rules: the steps hold no second rule book.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dealt.assignments.deuce import Card as Known
from dealt.assignments.deuce import RuleSet
from dealt.assignments.steps import Bench, Step

__all__ = ["STEPS"]

BEATS: Final = (
    ("9s 9d", "9h 9c"),
    ("Qc Qd", "Js Jh"),
    ("Kd Qc Jc 10h 9h", "Qs Jd 10d 9d 8d"),
    ("Qs Jd 10d 9d 8d", "Qd Js 10s 9s 8s"),
    ("9h 7h 6h 5h 3h", "2c Jc 9c 6c 4c"),
    ("2c Jc 9c 6c 4c", "Ac Kc Qc 10c 7c"),
    ("9s 9h 9d 4s 4h", "8s 8h 8d Ks Kh"),
)
"""The manual's examples: each of the first beats the second."""
HANDS, SIZE = 40, 10
"""The number of random hands that a computer plays from, and of their cards: more take a simple search too long."""
EIGHTS_AND_KINGS: Final = "8d 8s Kd Kc Kh Ks"
"""The hand of the manual's chapter on the computer."""


def named(written: str) -> list[Known]:
    """Cards by their names, as the house knows them."""
    return [Known.named(each) for each in written.split()]


def text(written: str) -> str:
    """Cards as the text of numbers that a hand takes."""
    return " ".join(str(one.index) for one in named(written))


def listed(written: str) -> str:
    """Cards as Python writes a list of the student's own cards."""
    return f"[{', '.join(f'Card({one.index})' for one in named(written))}]"


# --- Card -----------------------------------------------------------------------------------------------------------


def card_index(bench: Bench) -> None:
    bench.do("lowest, highest = Card(0), Card(51)  # the three of diamonds and the two of spades")
    bench.expect("(lowest.index, highest.index)", (0, 51))
    bench.expect("(lowest.rank, lowest.suit)", (0, 0))
    bench.expect("(highest.rank, highest.suit)", (12, 3))
    bench.expect("[(Card(n).rank, Card(n).suit) for n in (1, 4, 23)]", [(0, 1), (1, 0), (5, 3)])


def card_equality(bench: Bench) -> None:
    bench.expect("Card(7) == Card(7)", True)
    bench.expect("Card(7) == Card(8)", False)
    bench.expect("hash(Card(7)) == hash(Card(7))", True)
    bench.expect("len({Card(7), Card(7), Card(8)})", 2)
    bench.expect("Card(8) > Card(7)", True)
    bench.expect("[one.index for one in sorted([Card(30), Card(2), Card(51)])]", [2, 30, 51])


# --- Hand -----------------------------------------------------------------------------------------------------------


def hand_cards(bench: Bench) -> None:
    bench.do("hand = Hand(2)  # the position of North")
    bench.do('hand.get_cards("45 23 1 2 34 5 3 42 37 12 22 10 9")')
    bench.expect("[one.index for one in hand.cards]", [1, 2, 3, 5, 9, 10, 12, 22, 23, 34, 37, 42, 45])
    bench.do('hand.set_alias("Xida")')
    bench.expect("(hand.alias, hand.position)", ("Xida", 2))


def hand_select(bench: Bench) -> None:
    bench.do("hand = Hand(0)")
    bench.do(f'hand.get_cards("{text("3d 9c 9h Ks")}")')
    bench.do("hand.select(1); hand.select(2); hand.select(3)")
    bench.do("hand.select(3)  # once more puts it back")
    bench.expect("[one.index for one in hand.play([])]", [one.index for one in named("9c 9h")])
    bench.expect("[one.index for one in hand.cards]", [one.index for one in named("3d Ks")])


def hand_illegal(bench: Bench) -> None:
    bench.do("hand = Hand(0)")
    bench.do(f'hand.get_cards("{text("3d 9c 9h Ks")}")')
    bench.expect("hand.play([])", None, "nothing is selected")
    bench.do("hand.select(0); hand.select(3)")
    bench.expect("hand.play([])", None, "a three and a king are no combination")
    bench.do("hand.select(0); hand.select(3); hand.select(1); hand.select(2)")
    bench.expect(f"hand.play({listed('9s 9d')})", None, "the spade is higher")
    bench.expect("len(hand.cards)", 4)
    bench.expect(f"[one.index for one in hand.play({listed('8s 8d')})]", [one.index for one in named("9c 9h")])


def hand_beats(bench: Bench) -> None:
    for play, previous in BEATS:
        for first, second, wins in ((play, previous, True), (previous, play, False)):
            bench.do("hand = Hand(0)")
            bench.do(f'hand.get_cards("{text(first)}")')
            bench.do("for place in range(len(hand.cards)): hand.select(place)")
            bench.expect(f"hand.play({listed(second)}) is not None", wins, f"{first} on {second}")


def hand_rules(bench: Bench) -> None:
    rng = Random(5)
    for _ in range(300):
        size = rng.choice((1, 2, 3, 5, 5))
        cards = sorted(rng.sample(range(52), 1)) if size == 1 else _grouped(rng, size)
        with bench.doing(f"a hand of {' '.join(map(str, map(Known, cards)))}, all selected and led"):
            bench.set_up(
                "hand = Hand(0)",
                f"hand.get_cards({' '.join(map(str, cards))!r})",
                f"for place in range({size}): hand.select(place)",
            )
            came = bench.get("hand.play([])") is not None
        kind = RuleSet.kind(map(Known, cards))
        bench.right(came == (kind is not None), f"{kind or 'no combination'}", "played" if came else "refused")


def _grouped(rng: Random, size: int) -> list[int]:
    """Cards that often form something: of few ranks, of one suit, or in sequence."""
    how = rng.randrange(3)
    if how == 0:
        ranks = rng.sample(range(13), 2)
        return sorted(rng.sample([4 * rank + suit for rank in ranks for suit in range(4)], size))
    if how == 1:
        suit = rng.randrange(4)
        return sorted(4 * rank + suit for rank in rng.sample(range(13), size))
    first = rng.randrange(13)
    return sorted({4 * ((first + n) % 13) + rng.randrange(4) for n in range(size)})


# --- AI -------------------------------------------------------------------------------------------------------------


def ai_is_a_hand(bench: Bench) -> None:
    bench.expect("issubclass(AI, Hand)", True)
    bench.do("ai = AI(1)")
    bench.do(f'ai.get_cards("{text("3d Ks")}")')
    bench.expect("[one.index for one in ai.cards]", [one.index for one in named("3d Ks")])


def ai_abilities(bench: Bench) -> None:
    bench.do("ai = AI(1)")
    bench.do(f'ai.get_cards("{text(EIGHTS_AND_KINGS)}")')
    bench.do("ai.find_all_combinations()")
    king = f"set(ai.abilities[Card({named('Ks')[0].index})])"
    bench.expect(king, {"single", "pair", "triple", "full_house", "four_of_a_kind"})
    for pair in ("8d 8s", "Kd Kc", "Kh Ks"):
        bench.expect(f"sorted({listed(pair)}) in [sorted(each) for each in ai.combinations['pair']]", True)
    bench.expect(
        "{kind: len(ai.combinations[kind]) for kind in ('single', 'pair', 'triple', 'full_house')}",
        {"single": 6, "pair": 7, "triple": 4, "full_house": 4},
    )


def ai_spares_a_better_combination(bench: Bench) -> None:
    bench.do("ai = AI(1)")
    bench.do(f'ai.get_cards("{text(EIGHTS_AND_KINGS)}")')
    for _ in range(20):
        bench.expect(f"ai.play({listed('Jc Jh')})", None, "two kings would break the four")
    bench.expect("len(ai.cards)", 6)


def ai_takes_chances(bench: Bench) -> None:
    bench.set_up(
        f"def play(number): ai = AI(1); ai.get_cards({text('6h Ks')!r}); return ai.play({listed('5c')})",
    )
    with bench.doing("1000 times: AI(1) holds the six of hearts alone beside a king, and beats the five of clubs"):
        played = sum(came is not None for came in bench.each("play", [[number] for number in range(1000)]))
    bench.right(played >= 800, "most times a play", f"{played} plays")


def ai_plays_legally(bench: Bench) -> None:
    rng = Random(11)
    for _ in range(HANDS):
        cards = rng.sample(range(52), SIZE + 1)
        on = [Known(cards[SIZE])] if rng.random() < 0.7 else []
        with bench.doing(f"AI(1) with {' '.join(map(str, map(Known, sorted(cards[:SIZE]))))} answers {on and on[0]}"):
            bench.set_up(
                "ai = AI(1)",
                f"ai.get_cards({' '.join(map(str, cards[:SIZE]))!r})",
                f"came = ai.play([Card(index) for index in {[one.index for one in on]}])",
            )
            came, left = bench.get("None if came is None else [one.index for one in came]", "len(ai.cards)")
        if came is None:
            bench.right(bool(on), "a play: who leads may not pass", "a pass")
            continue
        some = list(map(Known, came))
        right = RuleSet.kind(some) is not None and (not on or RuleSet.beats(some, on))
        right = right and set(came) <= set(cards[:SIZE]) and left == SIZE - len(some)
        bench.right(right, "a legal play, which leaves the hand", " ".join(map(str, some)))


# --- Client ---------------------------------------------------------------------------------------------------------


def client_polymorphism(bench: Bench) -> None:
    bench.expect("issubclass(AIClient, Client)", True)
    bench.do("heard = []")
    bench.do('person = Client("Xida", heard.append, lambda: "play 7")')
    bench.do('person.send("turn")')
    bench.expect("heard", ["turn"])
    bench.expect("person.receive()", "play 7")
    bench.do('computer = AIClient("East", 1)')
    bench.do('for one in (person, computer): one.send("cards 3 7 11")')
    bench.expect("heard", ["turn", "cards 3 7 11"])
    bench.do('computer.send("turn")')
    bench.expect("computer.receive().split()[0]", "play")


STEPS: Final = (
    Step("Card: the index, from the three of diamonds to the two of spades", card_index, ("Card",)),
    Step("Card: equality, hash and order", card_equality, ("Card",)),
    Step("Hand: taking cards from a text of numbers", hand_cards, ("Card", "Hand")),
    Step(
        "Hand: selecting and putting back",
        hand_select,
        ("Card", "Hand"),
        ("Hand: taking cards from a text of numbers",),
    ),
    Step(
        "Hand: an illegal selection plays nothing",
        hand_illegal,
        ("Card", "Hand"),
        ("Hand: selecting and putting back",),
    ),
    Step(
        "Hand: the manual's examples of what beats what",
        hand_beats,
        ("Card", "Hand"),
        ("Hand: selecting and putting back",),
    ),
    Step("Hand: what is a combination", hand_rules, ("Card", "Hand"), ("Hand: selecting and putting back",)),
    Step("AI: it is a hand", ai_is_a_hand, ("Card", "Hand", "AI")),
    Step("AI: abilities of the king of spades", ai_abilities, ("Card", "AI"), ("AI: it is a hand",)),
    Step(
        "AI: a better combination is not broken", ai_spares_a_better_combination, ("Card", "AI"), ("AI: it is a hand",)
    ),
    Step("AI: it plays with a probability", ai_takes_chances, ("Card", "AI"), ("AI: it is a hand",)),
    Step("AI: every answer is legal", ai_plays_legally, ("Card", "AI"), ("AI: it is a hand",)),
    Step("Client: a computer is a client too", client_polymorphism, ("Client", "AIClient"), optional=True),
)
