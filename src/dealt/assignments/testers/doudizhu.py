"""The steps of a tester for the classes of the Dou Dizhu note: what it says of them, asked of the house's rules."""

from __future__ import annotations

from random import Random
from typing import Final

from dealt.assignments.doudizhu import AI as OUR_AI
from dealt.assignments.doudizhu import Card as Known
from dealt.assignments.doudizhu import CardArray as KnownArray
from dealt.assignments.steps import Bench, Step
from dealt.cards import WITH_JOKERS, name

__all__ = ["STEPS"]

ORDER: Final = ["RJ", "BJ", "2", "A", "K", "Q", "J", *map(str, range(10, 2, -1))]


def listed(written: str) -> str:
    """Cards as Python writes a list of the student's own cards."""
    return f"[{', '.join(f'Card({each!r})' for each in written.split())}]"


def card_ranks(bench: Bench) -> None:
    bench.expect("[Card(each).rank for each in ('3d', '10h', 'Ks', 'BJ', 'RJ')]", ["3", "10", "K", "BJ", "RJ"])
    bench.expect("Card('RJ') > Card('BJ') > Card('2c') > Card('Ad') > Card('3s')", True)
    bench.expect("Card('10h') > Card('10c')", False)
    bench.expect("Card('10c') > Card('10h')", False)
    bench.expect("Card('10c') == Card('10c')", True)


def array_order(bench: Bench) -> None:
    bench.do(f"array = CardArray({listed('3d RJ 10s 2c 10h BJ As')})")
    bench.expect("[one.rank for one in array]", ["RJ", "BJ", "2", "A", "10", "10", "3"])
    every = [name(one) for one in WITH_JOKERS]
    Random(3).shuffle(every)
    bench.let(every=every)
    bench.do("array = CardArray(Card(each) for each in every)  # all 54, shuffled")
    bench.expect("list(dict.fromkeys(one.rank for one in array))", ORDER)
    bench.expect("len(array)", 54)


def identity(bench: Bench) -> None:
    bench.do('ai = AI("East")')
    bench.expect("ai.identity", "farmer")
    bench.do('ai.identity = "landlord"')
    bench.do(f"ai.take({listed('3d Kc')}); ai.take({listed('9s 2d 5h')})  # the kitty comes later")
    bench.expect("[one.rank for one in ai.cards]", ["2", "K", "9", "5", "3"])


def smallest_first(bench: Bench) -> None:
    bench.do('ai = AI("East")')
    bench.do(f"ai.take({listed('3d 5c 5h 9s 9h 9d 2s')})")
    bench.expect("[one.rank for one in ai.give_card([])]", ["3"])
    bench.expect(f"[one.rank for one in ai.give_card({listed('4d 4s')})]", ["5", "5"])
    bench.expect(f"[one.rank for one in ai.give_card({listed('8d')})]", ["9"])
    bench.expect("[one.rank for one in ai.cards]", ["2", "9", "9"])
    bench.expect(f"ai.give_card({listed('Kd Ks')})", None)
    bench.expect("len(ai.cards)", 3)


def bombs(bench: Bench) -> None:
    bench.do('ai = AI("East")')
    bench.do(f"ai.take({listed('6c 6d 6h 6s BJ RJ')})")
    bench.expect(f"[one.rank for one in ai.give_card({listed('2d 2s')})]", ["6", "6", "6", "6"])
    bench.expect(f"sorted(one.rank for one in ai.give_card({listed('7c 7d 7h 7s')}))", ["BJ", "RJ"])


def examples(bench: Bench) -> None:
    bench.do('ai = AI("East")')
    bench.do(f"ai.take({listed('5c 5d 5h 7s Kc Kd Kh Js Ac Ad Ah 3s 4c')})")
    bench.expect(f"ai.legal_play({listed('5c 5d 5h 7s')}, {listed('3c 3d 3h 9s')})", True)
    bench.expect(f"ai.legal_play({listed('Kc Kd Kh Js')}, {listed('5c 5d 5h 7d')})", True)
    bench.expect(f"ai.legal_play({listed('5c 5d 5h 7s')}, {listed('Kc Kd Kh Js')})", False)
    bench.expect(f"ai.legal_play({listed('4c')}, [])", True)
    bench.expect(f"ai.legal_play({listed('4c 5c')}, [])", False)
    bench.expect(f"ai.legal_play({listed('2c')}, [])", False, "it isn't in the hand")


def legal_play(bench: Bench) -> None:
    rng = Random(8)
    every = [name(one) for one in WITH_JOKERS]
    for _ in range(200):
        hand = rng.sample(every, 20)
        few = sorted(hand, key=lambda each: Known(each).strength)[rng.randrange(10) :][: rng.choice((1, 2, 3, 4, 5, 6))]
        on = rng.sample(every, 1) if rng.random() < 0.5 else []
        with bench.doing(f"AI with {' '.join(hand)}: legal_play of {' '.join(few)} on {on[0] if on else 'nothing'}"):
            bench.set_up('ai = AI("East")', f"ai.take({listed(' '.join(hand))})")
            came = bench.get(f"ai.legal_play({listed(' '.join(few))}, {listed(' '.join(on))})")
        ours = OUR_AI("East")
        ours.take(map(Known, hand))
        wanted = ours.legal_play(KnownArray(map(Known, few)), KnownArray(map(Known, on)))
        bench.right(came is wanted, str(wanted), repr(came))


def my_play(bench: Bench) -> None:
    bench.expect("issubclass(MyPlay, AI)", True)
    bench.do('answers, said = iter(["7 7", "5 5"]), []')
    bench.do('me = MyPlay("Li", lambda: next(answers), said.append)')
    bench.do(f"me.take({listed('3d 5c 5h 9s')})")
    bench.expect(f"[one.rank for one in me.give_card({listed('4d 4s')})]", ["5", "5"])
    bench.expect("any('9 5 5 3' in line for line in said)", True, "the hand is shown before the question")


def console(bench: Bench) -> None:
    for seed in range(5):
        bench.do("said = []")
        bench.do('console = Console([AI("South"), AI("East"), AI("North")], said.append)')
        bench.do(f"console.main({seed})")
        bench.expect("sorted(player.identity for player in console.players)", ["farmer", "farmer", "landlord"])
        bench.expect("sum(not player.cards for player in console.players)", 1)
        bench.expect("len(said) > 3", True)


_IN_ORDER: Final = "CardArray: the note's order"
_TAKES: Final = "AI: an identity and cards"
STEPS: Final = (
    Step("Card: ranks, and no suits in the order", card_ranks, ("Card",)),
    Step(_IN_ORDER, array_order, ("Card", "CardArray")),
    Step(_TAKES, identity, ("Card", "AI"), (_IN_ORDER,)),
    Step("AI: the smallest cards first", smallest_first, ("Card", "AI"), (_TAKES,)),
    Step("AI: bombs and the rocket", bombs, ("Card", "AI"), (_TAKES,)),
    Step("AI: the plays of the note's example", examples, ("Card", "AI"), (_TAKES,)),
    Step("AI: what may be played", legal_play, ("Card", "AI"), (_TAKES,)),
    Step("MyPlay: a person is asked", my_play, ("Card", "AI", "MyPlay"), (_TAKES,)),
    Step("Console: auction and play to the end", console, ("Card", "AI", "Console"), (_TAKES,)),
)
