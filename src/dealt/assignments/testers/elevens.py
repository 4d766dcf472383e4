"""The steps of the Elevens assignment's tester, and those for Thirteens and Tens.

Boards deal at random, so the boards are tested with what lies on them: what may be removed there is asked of the
house's rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from inspect import isabstract
from itertools import combinations, permutations
from typing import Any, Final

from dealt import cards
from dealt.assignments.elevens import RANKS, SUITS
from dealt.assignments.steps import Bench, Step
from dealt.games.matching import Matching, elevens, tens, thirteens

__all__ = ["ELEVENS_STEPS", "TENS_STEPS", "THIRTEENS_STEPS"]

FAR_OFF: Final = {5: 41.0, 23: 77.0}
"""Chi-square by degrees of freedom: a uniform shuffle goes beyond once in ten million times."""
EACH: Final = 250
"""How often each order is expected when a shuffle is tried."""

ANIMALS: Final = 'Deck(["A", "B", "C"], ["Giraffes", "Lions"], [2, 1, 6])'


# --- Card and Deck --------------------------------------------------------------------------------------------------


def card_values(bench: Bench) -> None:
    bench.do('card = Card("ace", "diamonds", 1)')
    bench.expect("card.rank", "ace")
    bench.expect("card.suit", "diamonds")
    bench.expect("card.value", 1)
    bench.do('other = Card("10", "clubs", 10)')
    bench.expect("(other.rank, other.suit, other.value)", ("10", "clubs", 10))
    bench.expect("(card.rank, card.suit, card.value)", ("ace", "diamonds", 1))


def card_equality(bench: Bench) -> None:
    bench.do('ace = Card("ace", "clubs", 1000)')
    bench.expect('ace == Card("ace", "clubs", 1000)', True)
    bench.do('rank, suit, value = "".join(["a", "ce"]), "".join(["clu", "bs"]), int("1000")')  # equal, not identical
    bench.expect("ace == Card(rank, suit, value)", True)
    bench.expect('ace == Card("two", "clubs", 1000)', False)
    bench.expect('ace == Card("ace", "hearts", 1000)', False)
    bench.expect('ace == Card("ace", "clubs", 1)', False)
    bench.expect('ace != Card("ace", "clubs", 1)', True)
    bench.expect('ace == "ace"', False)


def card_text(bench: Bench) -> None:
    bench.do('card = Card("ace", "clubs", 1)')
    bench.expect("str(card)", "ace of clubs (point value = 1)")


def deck_constructor(bench: Bench) -> None:
    bench.do(f"deck = {ANIMALS}")
    bench.expect("deck.size", 6)
    bench.do("dealt = [deck.deal() for _ in range(6)]")
    wanted = [(r, s, v) for s in ("Giraffes", "Lions") for r, v in (("A", 2), ("B", 1), ("C", 6))]
    bench.expect("sorted((one.rank, one.suit, one.value) for one in dealt)", sorted(wanted))
    bench.do('deck = Deck(["jack"], ["red", "green", "blue"], [11])')
    bench.expect("deck.size", 3)
    bench.expect("sorted(deck.deal().suit for _ in range(3))", ["blue", "green", "red"])


def deck_deal(bench: Bench) -> None:
    bench.do('deck = Deck(["jack", "queen"], ["blue", "red"], [11, 12])')
    bench.expect("deck.is_empty", False)
    for left in (3, 2, 1, 0):
        bench.expect("deck.deal() is None", False)
        bench.expect("deck.size", left)
    bench.expect("deck.is_empty", True)
    bench.expect("deck.deal()", None)
    bench.expect("deck.size", 0)
    bench.do(f"one, two = {ANIMALS}, {ANIMALS}")
    bench.do("one.deal()")
    bench.expect("two.size", 6)


# --- shuffles -------------------------------------------------------------------------------------------------------


def perfect_shuffle(bench: Bench) -> None:
    bench.do("values = [0, 1, 2, 3, 4, 5, 6, 7]")
    bench.expect("Shuffler.perfect_shuffle(values)", [0, 4, 1, 5, 2, 6, 3, 7])
    bench.expect("values", [0, 1, 2, 3, 4, 5, 6, 7])
    bench.expect("Shuffler.perfect_shuffle([30, 10, 20, 10])", [30, 20, 10, 10])
    bench.expect("Shuffler.perfect_shuffle([0, 1, 2, 3, 4, 5, 6])", [0, 4, 1, 5, 2, 6, 3])
    bench.expect("Shuffler.perfect_shuffle([7])", [7])
    bench.expect("Shuffler.perfect_shuffle([])", [])
    bench.do("cards = list(range(52))")
    bench.do("for _ in range(8): cards = Shuffler.perfect_shuffle(cards)")
    bench.expect("cards == list(range(52))", True)


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
        orders: Counter[tuple[int, ...]] = Counter()
        times = _times(size)
        with bench.doing(f"{times} times: values = {list(range(size))}; Shuffler.selection_shuffle(values)"):
            for _ in range(times):
                values = list(range(size))
                bench.names["Shuffler"].selection_shuffle(values)
                orders[tuple(values)] += 1
        _uniform(bench, orders, size)


def deck_shuffle(bench: Bench) -> None:
    bench.do(f"deck = {ANIMALS}")
    bench.do("for _ in range(4): deck.deal()")
    bench.do("deck.shuffle()")
    bench.expect("deck.size", 6)
    bench.expect("len({(one.rank, one.suit) for one in [deck.deal() for _ in range(6)]})", 6)
    size = 4
    bench.do('deck = Deck(["0", "1", "2", "3"], ["suns"], [0, 1, 2, 3])')
    orders: Counter[tuple[int, ...]] = Counter()
    moves: Counter[tuple[int, ...]] = Counter()
    times, before = _times(size), tuple(range(size))
    with bench.doing(f"{times} times: deck.shuffle(), and all cards are dealt"):
        deck = bench.names["deck"]
        for _ in range(times):
            deck.shuffle()
            order = tuple(deck.deal().value for _ in range(size))
            orders[order] += 1
            moves[tuple(before.index(each) for each in order)] += 1
            before = order
    _uniform(bench, orders, size)
    _uniform(bench, moves, size, "moves from one order to the next")
    first: Counter[tuple[int, ...]] = Counter()
    with bench.doing(f"{times} times: a new Deck of these, and all cards are dealt"):
        for _ in range(times):
            deck = bench.names["Deck"](["0", "1", "2", "3"], ["suns"], [0, 1, 2, 3])
            first[tuple(deck.deal().value for _ in range(size))] += 1
    _uniform(bench, first, size)


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

_NUMBERS: Final = {
    (word, suit): cards.card(letter + suit[0])
    for letter, word in zip("A23456789TJQK", RANKS, strict=True)
    for suit in SUITS
}


def board_deals(bench: Bench, name: str, rules: Matching) -> None:
    bench.do(f"board = {name}()")
    bench.expect("board.size", rules.places)
    bench.expect("board.deck_size", 52 - rules.places)
    bench.expect("board.is_won()", False)
    bench.expect("board.card_indexes()", list(range(rules.places)))
    for _ in range(5):
        bench.do(f"board = {name}()")
        held = _held(bench, bench.names["board"], rules)
        bench.right(len(set(held)) == rules.places, "different cards", f"one lies there twice: {_told(held)}")
    with bench.doing(f"one, other = {name}(), {name}()"):
        one, other = (_held(bench, bench.names[name](), rules) for _ in range(2))
    bench.right(one != other, "two boards with different cards", f"twice {_told(one)}")


def board_is_abstract(bench: Bench, name: str) -> None:
    board = bench.get("Board")
    bench.right(isabstract(board), "an abstract class: from abc import ABC, abstractmethod", "one that is not")
    kept = set(getattr(board, "__abstractmethods__", ()))
    for method in ("is_legal", "another_play_is_possible"):
        bench.right(method in kept, f"{method} is abstract", "it is not")
    bench.get(name)
    bench.right(issubclass(bench.names[name], board), f"{name} is derived from Board", "it is not")
    bench.right(not isabstract(bench.names[name]), f"{name} gives every abstract method", "one is missing")


def contains(bench: Bench, name: str, rules: Matching, method: str, rows: Sequence[str]) -> None:
    """A question that asks whether rows lie among some places, over all small and some large selections."""
    for board, held in _boards(bench, name, rules):
        ask = getattr(board, method)
        everything = list(range(rules.places))
        some = [list(each) for size in (0, 1, 2, 3) for each in combinations(everything, size)]
        some += [everything[n:] for n in range(len(everything))] + [everything[::-1]]
        for places in some:
            wanted = rules.contains([held[place] for place in places], rows)
            _asked(bench, held, f"board.{method}({places})", partial(ask, places), wanted)


def another_play(bench: Bench, name: str, rules: Matching) -> None:
    for board, held in _boards(bench, name, rules, 300):
        wanted = rules.contains(held, rules.rows)
        _asked(bench, held, "board.another_play_is_possible()", board.another_play_is_possible, wanted)


def is_legal(bench: Bench, name: str, rules: Matching) -> None:
    longest = max(map(len, rules.rows))
    for board, held in _boards(bench, name, rules, BOARDS if rules.places < 12 else LARGE):
        for size in range(longest + 1):
            for places in combinations(range(rules.places), size):
                given = list(places[::-1] if places and places[0] % 2 else places)
                wanted = rules.is_row([held[place] for place in places])
                _asked(bench, held, f"board.is_legal({given})", partial(board.is_legal, given), wanted)
    by_size = {len(row): row for row in rules.rows}
    for row in by_size.values():  # an extra card spoils every row
        _spoiled(bench, name, rules, row)


def _spoiled(bench: Bench, name: str, rules: Matching, row: str) -> None:
    """A board with a row on it: all selections of the row and one card more."""
    for board, held in _boards(bench, name, rules, 200):
        found = next((places for places in rules.removals(held) if len(places) == len(row)), None)
        if found is not None:
            for extra in set(range(rules.places)) - set(found):
                places = [*found, extra]
                _asked(bench, held, f"board.is_legal({places})", partial(board.is_legal, places), False)
            return


def whole_games(bench: Bench, name: str, rules: Matching) -> None:
    """Games played to the end with the first removal each time: what is refilled, who has won."""
    for _ in range(GAMES[rules.name]):
        bench.done.clear()
        bench.do(f"board = {name}()")
        board = bench.names["board"]
        held: list[cards.Card | None] = [*_held(bench, board, rules)]
        seen = set(held)
        while removals := rules.removals(held):
            _step(bench, board, held, removals[0], rules, seen)
        bench.expect("board.another_play_is_possible()", False)
        bench.expect("board.is_won()", len(seen) == 52 and not any(each is not None for each in held))


def _step(
    bench: Bench,
    board: Any,
    held: list[cards.Card | None],
    places: tuple[int, ...],
    rules: Matching,
    seen: set[cards.Card | None],
) -> None:
    """Remove a row, and see that its places alone have new cards while there are any."""
    left = board.deck_size
    bench.do(f"board.replace({list(places)})")
    for place in range(rules.places):
        one = _number(bench, board, place)
        if place not in places:
            same = _told([held[place]])
            bench.right(one == held[place], f"place {place} keeps {same}", _told([one]))
            continue
        bench.right(one is None or one not in seen, f"a new card at place {place}", f"{_told([one])} once more")
        seen.add(one)
        held[place] = one
    seen.discard(None)
    filled = sum(held[place] is not None for place in places)
    bench.right(filled == min(left, len(places)), f"{min(left, len(places))} places are refilled", str(filled))
    bench.expect("board.deck_size", left - filled)
    empty = all(one is None for one in held)
    if not empty:
        bench.expect("board.is_won()", False)


def _boards(bench: Bench, name: str, rules: Matching, count: int = BOARDS) -> list[tuple[Any, list[cards.Card]]]:
    """New boards, each with its cards as numbers of the house."""
    with bench.doing(f"board = {name}()"):
        made = [bench.names[name]() for _ in range(count)]
        return [(board, _held(bench, board, rules)) for board in made]


def _held(bench: Bench, board: Any, rules: Matching) -> list[cards.Card]:
    found = [_number(bench, board, place) for place in range(rules.places)]
    bench.right(None not in found, "a card at each place of a new board", f"none at place {_first(found)}")
    return [one for one in found if one is not None]


def _first(found: Sequence[object]) -> int | None:
    return next((place for place, one in enumerate(found) if one is None), None)


def _number(bench: Bench, board: Any, place: int) -> cards.Card | None:
    """The card at a place as a number of the house."""
    one = board.card_at(place)
    if one is None:
        return None
    known = (one.rank, one.suit) in _NUMBERS
    words = "the words ace, 2 ... 10, jack, queen, king and spades, hearts, diamonds, clubs"
    bench.right(known, words, f"{one.rank} of {one.suit} at place {place}")
    return _NUMBERS[one.rank, one.suit]


def _asked(bench: Bench, held: Sequence[cards.Card], question: str, ask: Callable[[], object], wanted: bool) -> None:
    """What a board answers; its cards are told if the answer is wrong."""
    lines = len(bench.done)
    bench.done += [f"the board: {_told(held)}", question]
    came = ask()
    bench.right(came is wanted, str(wanted), repr(came))
    del bench.done[lines:]


def _told(held: Sequence[cards.Card | None]) -> str:
    return " ".join("-" if one is None else cards.pretty(one) for one in held)


# --- the testers ----------------------------------------------------------------------------------------------------

VALUES: Final = "Card: rank, suit and value"
EQUALITY: Final = "Card: equality"
CONSTRUCTOR: Final = "Deck: constructor"
DEAL: Final = "Deck: size, is_empty and deal"
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
    Step(VALUES, card_values, ("Card",)),
    Step(EQUALITY, card_equality, ("Card",), (VALUES,)),
    Step("Card: text", card_text, ("Card",), (VALUES,)),
    Step(CONSTRUCTOR, deck_constructor, ("Deck",), (VALUES,)),
    Step(DEAL, deck_deal, ("Deck",), (VALUES, CONSTRUCTOR)),
    Step("Shuffler: perfect_shuffle", perfect_shuffle, ("Shuffler",)),
    Step("Shuffler: selection_shuffle", selection_shuffle, ("Shuffler",)),
    Step("Deck: shuffle", deck_shuffle, ("Deck",), (VALUES, CONSTRUCTOR, DEAL)),
    *_board_steps(
        "ElevensBoard", _ELEVENS, (("contains_jqk", _ELEVENS.sets), ("contains_pair_sum_11", _ELEVENS.pairs))
    ),
)
THIRTEENS_STEPS: Final = tuple(_board_steps("ThirteensBoard", thirteens()))
TENS_STEPS: Final = tuple(_board_steps("TensBoard", tens()))
