"""The steps of the Elevens assignment's tester, and those for Thirteens and Tens.

Boards deal at random, so the boards are tested with what lies on them: what may be removed there is asked of the
house's rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise, permutations
from typing import Any, Final

from dealt import cards
from dealt.assignments.elevens import NUMBERS
from dealt.assignments.steps import Bench, Step
from dealt.assignments.written import script
from dealt.games.matching import Matching, elevens, tens, thirteens

__all__ = ["ELEVENS_STEPS", "TENS_STEPS", "THIRTEENS_STEPS"]

FAR_OFF: Final = {5: 41.0, 23: 77.0}
"""Chi-square by degrees of freedom: a uniform shuffle goes beyond once in ten million times."""
EACH: Final = 250
"""How often each order is expected when a shuffle is tried."""

ANIMALS: Final = 'Deck(["A", "B", "C"], ["Giraffes", "Lions"], [2, 1, 6])'


# --- shuffles -------------------------------------------------------------------------------------------------------


def selection_shuffle(bench: Bench) -> None:
    bench.do("values = list(range(52))")
    bench.expect("Shuffler.selection_shuffle(values)", None)
    bench.expect("sorted(values) == list(range(52))", True)
    bench.expect("values == list(range(52))", False)
    for short in ([], [5]):
        bench.do(f"values = {short}")
        bench.do("Shuffler.selection_shuffle(values)")
        bench.expect("values", short)
    for size in (3, 4):
        with bench.doing(f"{_times(size)} times: values = {list(range(size))}; Shuffler.selection_shuffle(values)"):
            bench.set_up("def shuffled(n): values = list(range(n)); Shuffler.selection_shuffle(values); return values")
            orders = _orders(bench, "shuffled", [size], size)
        _uniform(bench, Counter(orders), size)


def deck_shuffle(bench: Bench) -> None:
    bench.do(f"deck = {ANIMALS}")
    bench.do("for _ in range(4): deck.deal()")
    bench.do("deck.shuffle()")
    bench.expect("deck.size", 6)
    bench.expect("len({(one.rank, one.suit) for one in [deck.deal() for _ in range(6)]})", 6)
    size = 4
    bench.do('deck = Deck(["0", "1", "2", "3"], ["suns"], [0, 1, 2, 3])')
    names = '["0", "1", "2", "3"], ["suns"], [0, 1, 2, 3]'
    bench.set_up(
        f"def dealt(deck): return [deck.deal().value for _ in range({size})]",
        "def shuffled(): deck.shuffle(); return dealt(deck)",
        f"def new(): return dealt(Deck({names}))",
    )
    with bench.doing(f"{_times(size)} times: deck.shuffle(), and all cards are dealt"):
        orders = _orders(bench, "shuffled", [], size)
    _uniform(bench, Counter(orders), size)
    moves = (tuple(map(one.index, other)) for one, other in pairwise([tuple(range(size)), *orders]))
    _uniform(bench, Counter(moves), size, "moves from one order to the next")
    with bench.doing(f"{_times(size)} times: a new Deck of these, and all cards are dealt"):
        orders = _orders(bench, "new", [], size)
    _uniform(bench, Counter(orders), size)


def _orders(bench: Bench, call: str, row: Sequence[Any], size: int) -> list[tuple[int, ...]]:
    """What many shuffles make of ``size`` numbers; an order that is none is wrong."""
    every = set(permutations(range(size)))
    found = [tuple(came) for came in bench.each(call, [row] * _times(size))]
    strange = next((each for each in found if each not in every), None)
    bench.right(strange is None, f"the numbers 0 to {size - 1} in some order", repr(strange))
    return found


def _times(size: int) -> int:
    return EACH * len(list(permutations(range(size))))


def _uniform(bench: Bench, orders: Counter[tuple[int, ...]], size: int, what: str = "orders") -> None:
    """Are all orders of ``size`` things equally frequent, as far as chance allows?"""
    every = list(permutations(range(size)))
    lost = [each for each in every if not orders[each]]
    came = f"{len(every) - len(lost)}; {lost[0]} never" if lost else str(len(every))
    bench.right(not lost, f"each of the {len(every)} {what} comes", came)
    off = sum((orders[each] - EACH) ** 2 / EACH for each in every)
    rare, often = min(every, key=orders.__getitem__), max(every, key=orders.__getitem__)
    told = f"{rare} {orders[rare]} times and {often} {orders[often]} times"
    bench.right(off < FAR_OFF[len(every) - 1], f"each of the {len(every)} {what} about {EACH} times", told)


# --- boards ---------------------------------------------------------------------------------------------------------

BOARDS: Final = 40
"""How many boards are dealt to try selections on."""
LARGE: Final = 8
"""How many of them if they have many selections: twelve places or more."""
GAMES: Final = {"elevens": 120, "thirteens": 30, "tens": 30}
"""How many games are played to their end: enough for some to be won, of Elevens one in nine."""


def board_deals(bench: Bench, name: str, rules: Matching) -> None:
    bench.do(f"board = {name}()")
    bench.expect("board.size", rules.places)
    bench.expect("board.deck_size", 52 - rules.places)
    bench.expect("board.is_won()", False)
    bench.expect("board.card_indexes()", list(range(rules.places)))
    for held in _boards(bench, name, rules, 5):
        bench.right(len(set(held)) == rules.places, "different cards", f"one lies there twice: {_told(held)}")
    one, other = _boards(bench, name, rules, 2)
    bench.right(one != other, "two boards with different cards", f"twice {_told(one)}")


def board_is_abstract(bench: Bench, name: str) -> None:
    bench.set_up("from inspect import isabstract")
    bench.right(
        _is(bench, "isabstract(Board)"), "an abstract class: from abc import ABC, abstractmethod", "one that is not"
    )
    kept = bench.get("list(Board.__abstractmethods__)")
    for method in ("is_legal", "another_play_is_possible"):
        bench.right(method in kept, f"{method} is abstract", "it is not")
    bench.right(_is(bench, f"issubclass({name}, Board)"), f"{name} is derived from Board", "it is not")
    bench.right(not _is(bench, f"isabstract({name})"), f"{name} gives every abstract method", "one is missing")


def _is(bench: Bench, question: str) -> bool:
    return bench.get(question) is True


def contains(bench: Bench, name: str, rules: Matching, method: str, rows: Sequence[str]) -> None:
    """A question that asks whether rows lie among some places, over all small and some large selections."""
    everything = list(range(rules.places))
    some = [list(each) for size in (0, 1, 2, 3) for each in combinations(everything, size)]
    some += [everything[n:] for n in range(len(everything))] + [everything[::-1]]
    for number, held in enumerate(_boards(bench, name, rules)):
        wanted = [rules.contains([held[place] for place in places], rows) for places in some]
        _asked(bench, held, number, method, some, wanted)


def another_play(bench: Bench, name: str, rules: Matching) -> None:
    made = _boards(bench, name, rules, 300)
    bench.set_up("def possible(number): return boards[number].another_play_is_possible()")
    answers = bench.each("possible", [[number] for number in range(len(made))])
    for held in made:
        _judged(bench, held, "board.another_play_is_possible()", answers, rules.contains(held, rules.rows))


def is_legal(bench: Bench, name: str, rules: Matching) -> None:
    some = [list(each) for size in range(longest(rules) + 1) for each in combinations(range(rules.places), size)]
    some = [places[::-1] if places and places[0] % 2 else places for places in some]
    for number, held in enumerate(_boards(bench, name, rules, BOARDS if rules.places < 12 else LARGE)):
        wanted = [rules.is_row([held[place] for place in places]) for places in some]
        _asked(bench, held, number, LEGAL, some, wanted)
    by_size = {len(row): row for row in rules.rows}
    for row in by_size.values():  # an extra card spoils every row
        _spoiled(bench, name, rules, row)


def longest(rules: Matching) -> int:
    """The number of cards of the longest row."""
    return max(map(len, rules.rows))


def _spoiled(bench: Bench, name: str, rules: Matching, row: str) -> None:
    """A board with a row on it: all selections of the row and one card more."""
    for number, held in enumerate(_boards(bench, name, rules, 200)):
        found = next((places for places in rules.removals(held) if len(places) == len(row)), None)
        if found is not None:
            some = [[*found, extra] for extra in set(range(rules.places)) - set(found)]
            _asked(bench, held, number, LEGAL, some, [False] * len(some))
            return


@dataclass(slots=True)
class Playing:
    """A game as the tester follows it: the cards that lie there, all that were seen, and how many are left."""

    held: list[cards.Card | None]
    seen: set[cards.Card | None]
    left: int
    done: list[str]


def whole_games(bench: Bench, name: str, rules: Matching) -> None:
    """Games played to the end with the first removal each time: what is refilled, who has won.

    All are played side by side, so that one request moves each of them.
    """
    made = _boards(bench, name, rules, GAMES[rules.name])
    games = [Playing([*held], {*held}, 52 - rules.places, [f"board = {name}()"]) for held in made]
    bench.set_up(
        "def looked(board): return held(board), board.deck_size, board.is_won(), board.another_play_is_possible()",
        "def removed(number, places): boards[number].replace(places); return looked(boards[number])",
    )
    under_way = dict(enumerate(games))
    while under_way:
        moves = {number: rules.removals(game.held) for number, game in under_way.items()}
        under_way = {number: game for number, game in under_way.items() if moves[number]}
        answers = bench.each("removed", [[number, list(moves[number][0])] for number in under_way])
        for number, game in under_way.items():
            bench.done = [*game.done, f"board.replace({list(moves[number][0])})"]
            _removed(bench, game, moves[number][0], rules, next(answers))
            game.done = bench.done


def _removed(bench: Bench, game: Playing, places: tuple[int, ...], rules: Matching, came: Any) -> None:
    """See that the places of a row that was removed alone have new cards while there are any, and if it is over."""
    lying, deck_size, won, possible = came
    for place, one in enumerate(_numbers(bench, rules, lying)):
        if place not in places:
            same = _told([game.held[place]])
            bench.right(one == game.held[place], f"place {place} keeps {same}", _told([one]))
            continue
        bench.right(one is None or one not in game.seen, f"a new card at place {place}", f"{_told([one])} once more")
        game.seen.add(one)
        game.held[place] = one
    game.seen.discard(None)
    filled = sum(game.held[place] is not None for place in places)
    most = min(game.left, len(places))
    bench.right(filled == most, f"{most} places are refilled", str(filled))
    game.left -= filled
    empty = all(one is None for one in game.held)
    more = bool(rules.removals(game.held))
    for expression, value, each in (
        ("board.deck_size", game.left, deck_size),
        ("board.is_won()", empty and len(game.seen) == 52, won),
        ("board.another_play_is_possible()", more, possible),
    ):
        bench.done.append(expression)
        bench.same(expression, value, each)


def _looks(rules: Matching) -> tuple[str, ...]:
    """How a board is read: rank and suit at each place."""
    return (
        "def words(one): return None if one is None else (one.rank, one.suit)",
        f"def held(board): return [words(board.card_at(place)) for place in range({rules.places})]",
    )


def _boards(bench: Bench, name: str, rules: Matching, count: int = BOARDS) -> list[list[cards.Card]]:
    """The cards of new boards as numbers of the house; the boards are ``boards`` there."""
    bench.set_up(*_looks(rules))
    with bench.doing(f"board = {name}()"):
        bench.set_up(f"boards = [{name}() for _ in range({count})]")
        return _read(bench, rules, bench.get("[held(board) for board in boards]"))


def _read(bench: Bench, rules: Matching, came: list[Any]) -> list[list[cards.Card]]:
    found = [_numbers(bench, rules, each) for each in came]
    for held in found:
        place = held.index(None) if None in held else None
        bench.right(place is None, "a card at each place of a new board", f"none at place {place}")
    return [[one for one in held if one is not None] for held in found]


def _numbers(bench: Bench, rules: Matching, came: list[Any]) -> list[cards.Card | None]:
    """The cards that lie on a board as numbers of the house."""
    words = "the words ace, 2 ... 10, jack, queen, king and spades, hearts, diamonds, clubs"
    for place, one in enumerate(came):
        if one is not None and one not in NUMBERS:
            bench.right(False, words, f"{one[0]} of {one[1]} at place {place}")
    bench.right(len(came) == rules.places, f"{rules.places} places", str(len(came)))
    return [None if one is None else NUMBERS[one] for one in came]


def _asked(
    bench: Bench,
    held: Sequence[cards.Card],
    number: int,
    method: str,
    some: Sequence[Sequence[int]],
    wanted: Sequence[bool],
) -> None:
    """What a board answers of each of some selections; its cards are told if an answer is wrong."""
    answers = bench.each(f"boards[{number}].{method}", [[places] for places in some])
    for places, right in zip(some, wanted, strict=True):
        _judged(bench, held, f"board.{method}({places})", answers, right)


def _judged(bench: Bench, held: Sequence[cards.Card], question: str, answers: Iterator[object], wanted: bool) -> None:
    lines = len(bench.done)
    bench.done += [f"the board: {_told(held)}", question]
    came = next(answers)
    bench.right(came is wanted, str(wanted), repr(came))
    del bench.done[lines:]


def _told(held: Sequence[cards.Card | None]) -> str:
    return " ".join("-" if one is None else cards.pretty(one) for one in held)


# --- the testers ----------------------------------------------------------------------------------------------------

DEALS: Final = "the cards that are dealt"
LEGAL: Final = "is_legal"


def _of(name: str, run: Callable[..., None], **given: Any) -> Callable[[Bench], None]:
    return partial(run, name=name, **given)


def _board_steps(name: str, rules: Matching, questions: Sequence[tuple[str, Sequence[str]]] = ()) -> list[Step]:
    deals = f"{name}: {DEALS}"
    steps = [
        Step(f"{name}: derived from the abstract class Board", _of(name, board_is_abstract), ("Board", name)),
        Step(deals, _of(name, board_deals, rules=rules), (name,)),
    ]
    for method, rows in questions:
        run = _of(name, contains, rules=rules, method=method, rows=rows)
        steps.append(Step(f"{name}: {method}", run, (name,), (deals,)))
    steps += [
        Step(f"{name}: another_play_is_possible", _of(name, another_play, rules=rules), (name,), (deals,)),
        Step(f"{name}: {LEGAL}", _of(name, is_legal, rules=rules), (name,), (deals,), seconds=20),
        Step(
            f"{name}: whole games",
            _of(name, whole_games, rules=rules),
            (name,),
            (deals, f"{name}: {LEGAL}"),
            seconds=20,
        ),
    ]
    return steps


_ELEVENS: Final = elevens()

ELEVENS_STEPS: Final = (
    *script("elevens", selection_shuffle, deck_shuffle),
    *_board_steps(
        "ElevensBoard", _ELEVENS, (("contains_jqk", _ELEVENS.sets), ("contains_pair_sum_11", _ELEVENS.pairs))
    ),
)
THIRTEENS_STEPS: Final = tuple(_board_steps("ThirteensBoard", thirteens()))
TENS_STEPS: Final = tuple(_board_steps("TensBoard", tens()))
