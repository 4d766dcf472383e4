"""Worlds by what the others have done: they fit the view, are drawn evenly, and count by how likely that was."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from dealt import players
from dealt.game import View
from dealt.games import make
from dealt.games.climbing import Climbing, ClimbingState
from dealt.kernels.climbing_pasts import drawn_worlds
from dealt.kernels.climbing_values import FEATURES
from dealt.players.search.budget import Budget
from dealt.players.search.climbing import Search, net_of
from dealt.players.search.nets import Weights, packed, read
from dealt.players.search.pasts import Worlds, past_of, resampled
from dealt.table import Table, seed_of

HIDDEN = 3
"""The place of what is hidden among what the kernel takes."""
GAMES = (("bigtwo", 4), ("bigtwo", 3), ("bigtwo", 2), ("doudizhu", 3))


def game_of(name: str, seats: int) -> Climbing:
    game = make(name, **({} if name == "doudizhu" or seats == 4 else {"variant": "daidi", "seats": seats}))
    assert isinstance(game, Climbing)
    return game


def weights(seed: int = 1, wide: int = 8, narrow: int = 4) -> Weights:
    """A net and a rival of no use, with weights at random."""
    some = np.random.default_rng(seed)

    def net() -> list[Any]:
        shapes = ((FEATURES, wide), wide, (wide, narrow), narrow, narrow, 1)
        return [some.normal(0, 0.3, shape).tolist() for shape in shapes]

    return read(packed(net(), {"scale": 13.0}, net()))


def tables(game: Climbing, number: int, least: int = 8) -> list[Table[ClimbingState]]:
    """Random deals in the middle of the play, with a choice to make."""
    found: list[Table[ClimbingState]] = []
    for seed in range(99):
        table, rng = Table(game, seed_of("past", seed)), Random(seed)
        plays = 0
        while table.turn and (plays < least or len(table.view(table.turn[0]).legal) < 2):
            plays += table.state.phase == "play"
            action = rng.choice(table.view(table.turn[0]).legal)
            table.act(table.turn[0], action if action.exact else action.drawn(rng))
        found += [table] if table.turn else []
        if len(found) == number:
            break
    return found


def worlds_of(
    game: Climbing, view: View, many: int, net: Weights | None = None, *, bare: bool = False,
    true: ClimbingState | None = None,
) -> tuple[list[list[int]], Sequence[float]]:  # fmt: skip
    """Worlds as they are drawn, or those of the true hands, and how well they fit the past."""
    worlds = Worlds(game, net or weights(), view, Random(1), Budget(rivals=0.75 if net is None else 1.0))
    about = worlds.about
    if true is not None:
        hidden = about[HIDDEN]
        fixed = [-1] * len(hidden.fixed)
        about = *about[:HIDDEN], hidden._replace(bases=[[*true.hands, *true.stock]], fixed=fixed), *about[HIDDEN + 1 :]
    found, logs = [[0] * len(worlds.about[HIDDEN].may) for _ in range(many)], [0.0] * many
    kernel = drawn_worlds.bare if bare else drawn_worlds
    kernel(*about, 7, *worlds.thinking(), worlds.pace, [0.0] * len(worlds.pace), found, logs)
    return found, logs


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_plain_python_and_compiled_code_draw_alike(name: str, seats: int) -> None:
    game = game_of(name, seats)
    for table in tables(game, 2):
        view = table.view(table.turn[0])
        fast, logs = worlds_of(game, view, 5)
        plain, again = worlds_of(game, view, 5, bare=True)
        assert fast == plain
        assert all(math.isclose(one, other, rel_tol=1e-9) for one, other in zip(logs, again, strict=True))
        assert min(logs) < 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_world_fits_the_view(name: str, seats: int) -> None:
    game = game_of(name, seats)
    for table in tables(game, 3):
        seat = table.turn[0]
        view = table.view(seat, log=False)
        found, _ = worlds_of(game, table.view(seat), 40)
        for world in found:
            hands = tuple(world[:seats])
            lying = (1 << 54) - 1 if name == "doudizhu" else (1 << 52) - 1
            gone = sum(table.state.hands) | sum(table.state.stock)
            rest = lying & gone & ~sum(hands)
            stock = []
            for packet in table.state.stock:
                stock.append(sum(1 << one for one in [k for k in range(54) if rest >> k & 1][: packet.bit_count()]))
                rest &= ~stock[-1]
            assert game.view(replace(table.state, hands=hands, stock=tuple(stock)), seat) == view
        assert len({tuple(each) for each in found}) > 20


@pytest.mark.slow
def test_worlds_are_drawn_evenly() -> None:
    """Each hidden card lies in each other hand as often as that hand has room for it."""
    game, many = game_of("bigtwo", 4), 4000
    table = tables(game, 1)[0]
    seat = table.turn[0]
    found, _ = worlds_of(game, table.view(seat), many)
    hidden = sum(hand for other, hand in enumerate(table.state.hands) if other != seat)
    for other in range(4):
        if other == seat:
            continue
        share = table.state.hands[other].bit_count() / hidden.bit_count()
        often = Counter(one for world in found for one in range(52) if world[other] >> one & 1)
        spread = math.sqrt(many * share * (1 - share))
        assert all(abs(often[one] - many * share) < 5 * spread for one in range(52) if hidden >> one & 1)


@pytest.mark.slow
def test_what_the_others_really_hold_is_thought_more_likely_than_what_is_drawn() -> None:
    game = make("bigtwo", scoring="flat")
    assert isinstance(game, Climbing)
    net, deuce, gains = net_of(game), players.computer("deuce", game), []
    for number in range(8):
        table, rng = Table(game, seed_of("likely", number)), Random(number)
        while table.turn and (table.step < 20 or len(table.view(table.turn[0]).legal) < 2):
            table.act(table.turn[0], deuce.choose(table.view_for(table.turn[0], deuce), rng))
        if table.turn:
            view = table.view(table.turn[0])
            _, logs = worlds_of(game, view, 200, net)
            _, (true, *_) = worlds_of(game, view, 1, net, true=table.state)
            gains.append(true - math.log(sum(math.exp(each) for each in logs) / len(logs)))
    assert sum(gains) / len(gains) > 1


def test_a_log_that_does_not_tell_the_whole_play_is_left_out() -> None:
    game = game_of("bigtwo", 4)
    table = tables(game, 1)[0]
    view = table.view(table.turn[0])
    past = past_of(game, view)
    assert [seat for seat, _ in past.moves] == [seat for seat, _ in table.moves]
    assert sum(gone.bit_count() for gone in past.gone) + sum(each.bit_count() for each in table.state.hands) == 52
    cut = next(n for n, move in enumerate(view.log) if move.action.cards)
    assert past_of(game, replace(view, log=())).moves == ()
    assert past_of(game, replace(view, log=view.log[cut + 1 :])).moves == ()


def test_worlds_are_taken_as_often_as_their_chance_demands() -> None:
    found = resampled([0.0, math.log(3), -50.0, math.log(4)], 80, Random(1))
    assert len(found) == 80
    assert [found.count(place) for place in range(4)] == [10, 30, 0, 40]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_choice_depends_on_the_view_and_its_log_alone(name: str, seats: int) -> None:
    """Whatever the others hold."""
    game = game_of(name, seats)
    player = Search(game, weights(), Budget(worlds=8, round=4))
    for table in tables(game, 2):
        seat = table.turn[0]
        view = table.view_for(seat, player)
        assert view.log
        other = replace(game.view(game.sample(view, Random(9)), seat), log=view.log)
        chosen = {player.choose(seen, Random(5)) for seen in (view, other)}
        assert len(chosen) == 1


@pytest.mark.slow
def test_only_who_remembers_is_given_the_log() -> None:
    game = game_of("bigtwo", 4)
    table = tables(game, 1)[0]
    seat = table.turn[0]
    search = Search(game, weights())
    assert table.view_for(seat, search) == table.view(seat)
    assert table.view_for(seat, search.plain) == table.view(seat, log=False)
