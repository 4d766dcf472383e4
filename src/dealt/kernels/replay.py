"""A simulated deal played again by the game itself, action by action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, singledispatch
from typing import Any, Final

from dealt.cards import COPY, Cards, members
from dealt.game import Action, Game, Shuffled
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.core import STEP
from dealt.games.blackjack.play import BlackjackState
from dealt.games.climbing import NONE, PASS, SHOW, Climbing, ClimbingState
from dealt.games.doudizhu import DouDizhu
from dealt.games.drawpoker.play import DrawPokerPlay
from dealt.games.guandan import Guandan
from dealt.games.matching import Matching
from dealt.games.melds import Melding, core
from dealt.games.melds.play import BIG, WORDS
from dealt.games.tableau import Tableau
from dealt.games.tricks import Tricks
from dealt.kernels.blackjack import DECLINE
from dealt.kernels.blackjack import VERBS as DECISIONS
from dealt.kernels.poker import VERBS


class Untold(Exception):  # noqa: N818 - it says what is missing
    """A simulated deal does not tell enough to be played again."""


Tell = Callable[[Any], Action]
"""What is done in a state of the deal, which must be the one that it was done in."""
CALLS: Final = {"P": Action("pass"), "X": Action("double"), "XX": Action("redouble"), "nil": Action("bid nil")}


def replayed(game: Game[Any], deals: Any, n: int) -> Iterator[tuple[Any, Action | None]]:
    """Each state of deal ``n`` with the action that its seat takes there, the last with None.

    ``deals`` are what ``simulate`` returned for the game, with ``moves``. Nothing is checked: whether the actions are
    legal, and lead to the same score, is what one may want to know. Untold for a deal of draw poker whose discards were
    shuffled into the stock: by which seed, nobody can tell afterwards. Untold too where more was done than is kept.
    """
    state, told = _begun(game, deals, n)
    for tell in told:
        action = tell(state)
        yield state, action
        state = game.apply(state, game.turn(state)[0], action)
    yield state, None


def _always(action: Action) -> Tell:
    return lambda _: action


@singledispatch
def _begun(game: Any, deals: Any, n: int) -> tuple[Any, list[Tell]]:
    """The first state of a deal, and what tells its actions."""
    raise ValueError(f"there is no kernel for {game.name}")


@_begun.register
def _(game: Tricks, deals: Any, n: int) -> tuple[Any, list[Tell]]:
    state = game.begin(tuple(map(int, deals.hands[n])), int(deals.dealers[n]))
    state = game.turned_up(state, int(deals.turned[n])) if game.turns_up else state
    given = [Action("give", int(some)) for some in deals.given[n] if some]
    words = [game.words[each] for each in deals.calls[n] if each >= 0]
    calls = [game.spoken.get(word) or _call(word) for word in words]
    cards = [Action("play", 1 << int(one)) for one in deals.cards[n] if one >= 0]
    return state, [_always(each) for each in (*calls, *given, *cards)]


def _call(word: str) -> Action:
    if word in CALLS:
        return CALLS[word]
    return Action("bid", amount=int(word)) if word.isdecimal() else Action(f"bid {word.lower()}")


@_begun.register
def _(game: Climbing, deals: Any, n: int) -> tuple[Any, list[Tell]]:
    verb = "bid" if isinstance(game, DouDizhu) else "take"
    calls = [Action(verb, amount=int(each)) for each in deals.calls[n] if each >= 0]
    plays = [partial(_played, game, int(row)) for row in deals.rows[n] if row != -2]
    return _dealt(game, deals, n), [*map(_always, calls), *plays]


def _dealt(game: Climbing, deals: Any, n: int) -> ClimbingState:
    hands, stock, dealer = tuple(map(int, deals.hands[n])), int(deals.stock[n]), int(deals.dealers[n])
    if not isinstance(game, DouDizhu):
        return game.begin(hands, (stock,) if stock else (), dealer)
    piles = [list(members(hands[(dealer + game.numbers.step * k) % 3])) for k in range(3)]
    pack = [pile[k] for k in range(game.hand) for pile in piles] + list(members(stock))
    return game.deal_in_order(dealer, pack, pack.index(int(deals.face_up[n])))


def _played(game: Climbing, row: int, state: ClimbingState) -> Action:
    if row < 0:
        return SHOW if row < -2 else PASS
    return game.combinations.plays(state.hands[state.turn or 0], [row])[0]


@_begun.register
def _(game: Guandan, deals: Any, n: int) -> tuple[Any, list[Tell]]:
    hands = tuple(int(one) | int(other) << COPY for one, other in zip(deals.hands[n], deals.copies[n], strict=True))
    some = [int(one) | int(other) << COPY for one, other in zip(deals.cards[n], deals.more[n], strict=True)]
    plays = zip(map(int, deals.rows[n]), some, strict=True)
    told: list[Tell] = [partial(_read_as, game, row, some) for row, some in plays if row >= NONE]
    return game.begin(hands, (), int(deals.leaders[n])), told


def _read_as(game: Guandan, row: int, some: Cards, state: ClimbingState) -> Action:
    """A play of these cards, which are read as a row of the level."""
    book = game.book(state)
    plain = Action("play", some) if some else PASS
    return plain if not some or book.read(plain, game.newest(state)) == row else Action(book.verb(row), some)


@_begun.register
def _(game: Matching, deals: Any, n: int) -> tuple[Any, list[Tell]]:
    removed = [Action("remove", int(some)) for some in deals.moves[n] if some]
    return game.begin(tuple(map(int, deals.packs[n]))), [_always(each) for each in removed]


@_begun.register
def _(game: Melding, deals: Any, n: int) -> tuple[Any, list[Tell]]:
    first = game.hand_out(Shuffled(tuple(map(int, deals.packs[n])), (int(deals.dealers[n]),)))
    moves = [int(each) for each in deals.moves[n] if each >= 0]
    if len(moves) < deals.made[n]:
        raise Untold("not all moves of this deal were kept")
    words = {code - core.FROM_STOCK + core.KNOCK_WITH: each for code, each in WORDS.items()}
    some = [words.get(each, BIG) if each >= core.KNOCK_WITH else Action("discard", 1 << each) for each in moves]
    if deals.ways[n] in (core.KNOCKED, core.GIN):
        some[-1] = Action("knock" if deals.ways[n] == core.KNOCKED else "gin", some[-1].cards)
    return first, [_always(each) for each in some]


@_begun.register
def _(game: Tableau, deals: Any, n: int) -> tuple[Any, list[Tell]]:
    if deals.played[n] > deals.moves.shape[1]:
        raise Untold("this deal has more actions than were kept")
    done = [game.action(int(code)) for code in deals.moves[n] if code >= 0]
    return game.begin(tuple(map(int, deals.packs[n]))), [_always(each) for each in done]


@_begun.register
def _(game: Blackjack, deals: Any, n: int) -> tuple[Any, list[Tell]]:
    seats, chips = game.seats, int(game.options["bankroll"] or 0)
    pack = tuple(map(int, deals.packs[n]))
    state = BlackjackState(pack, len(game.deck), 0, (chips,) * seats, (None,) * seats, (0,) * seats)
    bets = [Action("bet", amount=int(game.options["min_bet"] or 0))] * seats
    return state, [_always(each) for each in (*bets, *(_decision(int(move)) for move in deals.moves[n] if move >= 0))]


def _decision(move: int) -> Action:
    if move > DECLINE:
        return Action("insure", amount=STEP * (move - DECLINE))
    return Action("decline" if move == DECLINE else DECISIONS[move])


@_begun.register
def _(game: DrawPokerPlay, deals: Any, n: int) -> tuple[Any, list[Tell]]:
    seats, size, dealer = game.seats, len(game.deck), int(deals.dealers[n])
    pack = [int(one) for one in deals.packs[n] if one >= 0]
    if len(pack) > size and type(game).shuffled is DrawPokerPlay.shuffled:
        raise Untold("the discards of this deal were shuffled into the stock")
    hands = [0] * seats
    for place in range(seats * game.hand):
        hands[(dealer + 1 + place) % seats] |= 1 << pack[place]
    zero, chips = (0,) * seats, (int(game.rules["stack"] or 0),) * seats
    state = game.started(dealer, chips, zero, hands, pack[seats * game.hand : size])
    some = [
        Action(VERBS[deals.verbs[n, at]], int(deals.thrown[n, at]), int(deals.amounts[n, at]) or None)
        for at in range(int(deals.moves[n]))
    ]
    return state, [_always(each) for each in some]
