"""Ids of actions: there and back, for every game, in any position."""

from __future__ import annotations

from random import Random

import pytest

from dealt.cards import cards
from dealt.env import Actions
from dealt.env.actions import Chosen
from dealt.env.table import Deal, Shape
from dealt.game import Action
from dealt.games import GAMES, make
from tests.house import any_variant


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_ids_and_actions_lead_to_each_other(name: str) -> None:
    rng = Random(8)
    for game in (make(name), any_variant(name, 12)):
        shape = Shape(game)
        deal = Deal(shape, rng)
        for _ in range(120):
            if deal.seat is None:
                break
            view, begun = deal.view(deal.seat), not deal.chosen.verb
            legal = deal.legal()
            for each in rng.sample(sorted(legal), min(5, len(legal))):
                if begun and isinstance(found := legal[each], Action):
                    assert shape.actions.ids_of(found, view) == (each,)
                    assert shape.actions.action_of(each, view=view) == found
            deal.step(rng.choice(sorted(legal)))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_legal_action_can_be_taken(name: str) -> None:
    rng = Random(9)
    shape = Shape(make(name))
    deal = Deal(shape, rng)
    for _ in range(150):
        if deal.seat is None:
            break
        view = deal.view(deal.seat)
        for each in rng.sample(view.legal, min(4, len(view.legal))):
            if each.exact:
                assert shape.actions.action_of(*shape.actions.ids_of(each, view), view=view) == each
        action = rng.choice(view.legal).drawn(rng)
        for each in shape.actions.ids_of(action, view):
            deal.step(each)
        assert not deal.chosen.verb


@pytest.mark.parametrize("name", sorted(GAMES))
def test_ids_without_a_view_are_those_of_their_names(name: str) -> None:
    actions = Actions(make(name))
    assert len(actions) == len(set(actions.names))
    for number in range(0, len(actions), max(1, len(actions) // 40)):
        try:
            found = actions.action_of(number)
        except ValueError as error:
            assert "depends on the view" in str(error)  # noqa: PT017
        else:
            assert actions.ids_of(found)[0] == number


@pytest.mark.slow
def test_ids_are_the_same_in_every_process_and_for_every_deal() -> None:
    found = Actions(make("bigtwo"))
    assert len(found) == 19_899
    assert [found.names[0], found.names[1], found.names[-1]] == ["pass", "play 3d", "play TsJsQsKsAs"]
    assert Actions(make("doudizhu")).id_of("play BJRJ") == len(Actions(make("doudizhu"))) - 1


def test_where_suits_mean_nothing_an_id_stands_for_all_plays_of_its_ranks() -> None:
    actions = Actions(make("doudizhu"))

    def id_of(written: str) -> int:
        return actions.id_of(Action("play", cards(written)))

    assert id_of("4c") == id_of("4s") != id_of("5c")
    assert id_of("4c4d4h7s7h") == id_of("4s4d4h7c7d") != id_of("4s4d7h7c7d")
    assert id_of("BJ") != id_of("RJ")


def test_amounts_in_buckets_go_from_the_least_to_the_most() -> None:
    shape = Shape(make("drawpoker", limit="no"))
    deal = Deal(shape, Random(3))
    assert deal.seat is not None
    view = deal.view(deal.seat)
    (bet,) = [each for each in view.legal if each.upto is not None]
    some = [each for each in deal.legal().values() if isinstance(each, Action) and each.verb == bet.verb]
    amounts = [each.amount for each in some]
    assert len(amounts) == 8
    assert amounts == sorted({each for each in amounts if each is not None})
    assert (amounts[0], amounts[-1]) == (bet.amount, bet.upto)
    middle = bet.of((amounts[3] or 0) + 1)
    assert shape.actions.ids_of(middle, view) == shape.actions.ids_of(some[3], view)


def test_what_takes_steps_can_be_taken_in_any_order() -> None:
    shape = Shape(make("hearts"))
    deal = Deal(shape, Random(5))
    view = deal.view(0)
    wanted = view.legal[100]
    ids = shape.actions.ids_of(wanted, view)
    assert len(ids) == 3
    for each in (ids[2], ids[0], ids[1]):
        assert deal.seat == 0
        deal.step(each)
    assert deal.seat == 1
    assert deal.game.view(deal.state, 0).fact(".phase") == "give"
    with pytest.raises(ValueError, match="takes 3 steps"):
        shape.actions.id_of(wanted, view)
    with pytest.raises(ValueError, match="takes more steps"):
        shape.actions.action_of(*ids[:2], view=view)
    assert isinstance(shape.actions.legal(view)[ids[0]], Chosen)
