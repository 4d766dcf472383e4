"""The examples of the guide: games in a file of their own that obey the laws, and that computers and people play."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from dealt import arena, games, players
from dealt.cards import cards, mask, members, name, pretty
from dealt.game import Action, Listing, Say
from dealt.laws import Examination
from dealt.laws.walks import walk
from dealt.session.view import wire_view
from dealt.table import Match, Record, Table
from dealt.tui.wire import describer, view_of
from dealt.wire.protocol import WireView
from tests.tui.scripts import Script, first_things, local

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(scope="module")
def examples() -> Iterator[dict[str, Listing]]:
    """Both games, known as long as these tests run."""
    computers = dict(players.REGISTERED)
    names = [name for file in ("crazy_eights", "cheat") for name in games.load(EXAMPLES / f"{file}.py")]
    yield {name: games.GAMES[name] for name in names}
    for each in names:
        del games.GAMES[each]
    for each in set(players.REGISTERED) - set(computers):
        del players.REGISTERED[each]


@pytest.fixture(params=["crazyeights", "cheat"])
def listing(request: pytest.FixtureRequest, examples: dict[str, Listing]) -> Listing:
    return examples[request.param]


@pytest.mark.slow
def test_the_laws_hold(listing: Listing) -> None:
    looked = Examination(listing, deals=6)
    assert list(looked.run())
    assert {key: each.broken for key, each in looked.findings.items() if each.broken} == {}
    left_out = {each.law.key: each.left_out for each in looked.findings.values() if not each.checked}
    assert left_out == {"kernel": "no kernel", "computers": "no computers given"}


@pytest.mark.slow
def test_computers_play_it_and_the_better_one_wins(listing: Listing) -> None:
    game = listing.make()
    best = players.names(listing, game)[0]
    found = arena.run(game, [best, "random"], deals=8, seed=7, jobs=1)
    assert found.standings[0].player == best
    assert abs(found.pair(best, "random").errors) > 5


@pytest.mark.slow
def test_a_person_plays_a_deal_in_the_terminal(listing: Listing) -> None:
    screen = Script()
    face = local(listing.name, screen, deals=1)
    screen.answer = first_things(face)
    asyncio.run(face.play())
    assert "deal" in screen.said
    assert "can't" not in screen.said
    assert face.match.deals == 1


def test_a_match_is_kept_and_played_again(listing: Listing) -> None:
    match, rng = Match(listing.make()), Random(3)
    for number in range(2):
        walk(match.deal(bytes([number]) * 32), rng)
        if match.end():
            break
    record = Record.from_json(match.record().to_json())
    assert record.replay(games.make).totals == match.totals


def test_every_text_is_there_in_both_languages(listing: Listing) -> None:
    extra = {f"rank.{letter}" for letter in "A23456789TJQK"} | {"computer.careful"}
    assert set(listing.texts["en"]) - extra == set(listing.texts["zh"]) - extra
    assert set(listing.rules) == {"en", "zh"}


# --- the rules of Crazy Eights ---------------------------------------------------------------------------------------


def test_an_eight_fits_anything_and_names_a_suit(examples: dict[str, Listing]) -> None:
    game = examples["crazyeights"].make(seats=2)
    state = game.deal(Random(1))
    state = type(state)((cards("8d Kc 2s"), cards("3s 9s 8c 3c")), (name_of("4h"),), (name_of("3c"),), 0, 1)
    assert [str(each) for each in game.legal(state, 0)] == ["play Kc", "play 8d", "draw"]
    state = game.apply(state, 0, Action("play", cards("8d")))
    assert game.turn(state) == (0,)
    assert [str(each) for each in game.legal(state, 0)] == [f"name {suit}" for suit in SUITS]
    state = game.apply(state, 0, Action("name spades"))
    assert [str(each) for each in game.legal(state, 1)] == ["play 9s", "play 3s", "play 8c", "draw"]
    state = game.apply(state, 1, Action("play", cards("3s")))
    assert {str(each) for each in game.legal(state, 0)} == {"play 2s", "draw"}


def test_the_winner_gets_what_the_others_hold(examples: dict[str, Listing]) -> None:
    game = examples["crazyeights"].make(seats=3)
    state = type(game.deal(Random(1)))
    over = state((0, cards("8d Kc"), cards("Ac 9d")), (), (name_of("3c"),), 0, 1)
    assert game.score(over) == (70, 0, 0)
    blocked = state((cards("2d"), cards("2c"), cards("Ac 9d")), (), (name_of("3c"),), 0, 1, passes=3)
    assert game.score(blocked) == (4, 4, 0)


SUITS = ("clubs", "diamonds", "hearts", "spades")


def name_of(written: str) -> int:
    """A card as the states of games hold it."""
    one = cards(written).bit_length() - 1
    assert name(one) == written
    return one


# --- the rules of Cheat ----------------------------------------------------------------------------------------------


def lie(examples: dict[str, Listing], played: str, answers: list[str]) -> tuple[Any, Any]:
    """Three seats; seat 0 plays these cards as aces, and the others answer."""
    game = examples["cheat"].make(seats=3)
    state = type(game.deal(Random(1)))(
        (cards("As Ad 5c 6c"), cards("Ac 7c"), cards("8c 9c")), seat=0, dealer=2, pile=cards("Kc Kd")
    )
    state = game.apply(state, 0, Action("claim A", cards(played)))
    for seat, answer in enumerate(answers, 1):
        assert seat in game.turn(state)
        state = game.apply(state, seat, Action(answer))
    return game, state


def test_a_liar_takes_the_pile_and_the_cards_are_turned_up(examples: dict[str, Listing]) -> None:
    game, state = lie(examples, "As 5c", ["believe", "doubt"])
    assert state.hands[0] == cards("As Ad 5c 6c Kc Kd")
    assert (state.pile, state.seat, game.called(state)) == (0, 1, "2")
    assert game.view(state, 1).fact("shown") == "5cAs"
    assert set(game.view(state, 1).pile("hand", 0).cards) == {None, name_of("5c"), name_of("As")}


def test_the_first_after_an_honest_player_who_doubts_takes_the_pile(examples: dict[str, Listing]) -> None:
    game, state = lie(examples, "As Ad", ["doubt", "doubt"])
    assert state.hands == (cards("5c 6c"), cards("Ac 7c As Ad Kc Kd"), cards("8c 9c"))
    assert game.turn(state) == (1,)


def test_a_lie_that_is_believed_lies_in_the_pile(examples: dict[str, Listing]) -> None:
    game, state = lie(examples, "5c 6c", ["believe", "believe"])
    assert state.pile == cards("Kc Kd 5c 6c")
    assert state.hands[0] == cards("As Ad")
    assert all(one is None for one in game.view(state, 2).pile("pile").cards)


def test_any_one_to_four_cards_are_offered_as_one_choice(examples: dict[str, Listing]) -> None:
    game = examples["cheat"].make()
    table: Table[Any] = Match(game).deal(bytes(32))
    (seat,) = table.turn
    (offered,) = table.view(seat).legal
    assert offered.cards.bit_count() == 13
    assert offered.pick == (1, 4)
    assert len(list(offered.choices())) == 13 + 78 + 286 + 715


def test_a_choice_travels_to_the_terminal_of_a_room_and_what_is_chosen_is_named(examples: dict[str, Listing]) -> None:
    game = examples["cheat"].make()
    table: Table[Any] = Match(game).deal(bytes(32))
    (seat,) = table.turn
    sent = msgspec.json.decode(msgspec.json.encode(wire_view(game, table.view(seat))), type=WireView)
    view, says = view_of(sent)
    assert view.legal == table.view(seat).legal
    (offered,) = view.legal
    chosen = offered.of(cards=mask(list(members(offered.cards))[:2]))
    said = describer(says)(chosen)
    assert said == Say("claim", {"count": 2, "cards": tuple(map(name, members(chosen.cards))), "rank": "@rank.A"})


def test_the_terminal_shows_the_top_card_of_an_open_pile(examples: dict[str, Listing]) -> None:
    screen = Script(["quit"])
    face = local("crazyeights", screen, deals=1)
    asyncio.run(face.play())
    assert face.scene is not None
    discard = face.scene.view.pile("discard").cards
    assert f"discard pile  {pretty(discard[-1] or 0)} ({len(discard)})" in screen.said


def test_the_terminal_asks_for_the_cards_of_a_choice(examples: dict[str, Listing]) -> None:
    screen = Script()
    face, asked = local("cheat", screen, deals=1), iter(["1", "9999", "quit"])
    screen.answer = lambda _: next(asked) if face.scene and face.scene.view.legal[0].pick else "believe"
    asyncio.run(face.play())
    assert "1 Play 1–4 " in screen.said
    assert re.search("Type the cards that you choose, such as [A2-9TJQK][cdhs]", screen.said)
