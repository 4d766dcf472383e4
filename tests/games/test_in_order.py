"""A play lies in its own order, the top card of its run first: in views, sentences, logs and the terminal."""

from __future__ import annotations

import io
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from rich.console import Console

from dealt.cards import cards, mask, name, sequence
from dealt.game import Action, Move
from dealt.games import GAMES
from dealt.games.climbing import Climbing
from dealt.session.view import log_line, wire_action, wire_view
from dealt.tui.draw import Artist
from dealt.tui.paint import Paint
from dealt.tui.scene import Place, Scene
from dealt.tui.wire import describer, line_of
from dealt.tui.words import Words

PLAYS = [
    ("bigtwo", {}, "6h 5c 4d 3s 2d"),
    ("bigtwo", {}, "5h 4c 3d 2s Ad"),
    ("bigtwo", {}, "5h 4h 3h 2h Ah"),
    ("bigtwo", {}, "Ah Kc Qd Js Td"),
    ("bigtwo", {}, "2h Jh 8h 5h 3h"),
    ("bigtwo", {}, "7s 7h 7d Kc Kd"),
    ("bigtwo", {"straight_order": "two_high"}, "2d 6h 5c 4d 3s"),
    ("bigtwo", {"straight_order": "hongkong"}, "2s Ad 5h 4c 3d"),
    ("bigtwo", {"jqka2_straight": True}, "2s Ad Kh Qc Jd"),
    ("chinesepoker", {}, "6h 5c 4d 3s 2s"),
    ("chinesepoker", {}, "8h 7h 6h 5c 4d 3s 2s"),
    ("chinesepoker", {}, "4s 4h 4d 4c 8h"),
    ("chinesepoker", {}, "6h 6d 5d 5c 4d 4c"),
    ("doudizhu", {}, "8s 8h 8d 7s 7h 7d Ah 6c"),
]

every_play = pytest.mark.parametrize(("rules", "options", "written"), PLAYS, ids=[f"{p[0]}-{p[2]}" for p in PLAYS])


def made(rules: str, options: dict[str, Any]) -> Climbing:
    game = GAMES[rules].make(**options).among_computers()
    assert isinstance(game, Climbing)
    return game


def about_to(game: Climbing, play: int) -> Any:
    """A position of that game in which seat 0 is to lead and holds the cards of a play and one more."""
    state = game.deal(Random(1))
    low = next(one for one in game.deck if not play >> one & 1)
    gone = play | 1 << low
    hands = (gone, *(hand & ~gone for hand in state.hands[1:]))
    return replace(state, hands=hands, turn=0, owner=None, must=0, stock=(), phase="play")


@every_play
def test_a_play_lies_and_is_named_in_its_own_order(rules: str, options: dict[str, Any], written: str) -> None:
    game, wanted = made(rules, options), sequence(written)
    action = Action("play", mask(wanted))
    state = about_to(game, action.cards)
    names = tuple(map(name, wanted))
    assert game.describe(action).args["cards"] == names
    assert wire_action(game, action).cards == list(names)
    assert log_line(game, Move(0, action)).cards == list(names)
    assert line_of(log_line(game, Move(0, action))).cards == wanted
    after = game.apply(state, 0, action)
    for seat in (0, 1, None):
        assert game.view(after, seat).pile("trick", 0).cards == wanted
    assert next(each for each in wire_view(game, game.view(after, 1)).piles if each.name == "trick").cards == list(
        names
    )


@every_play
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_terminal_shows_it_so(rules: str, options: dict[str, Any], written: str, language: str) -> None:
    game, wanted = made(rules, options), sequence(written)
    action = Action("play", mask(wanted))
    view = game.view(game.apply(about_to(game, action.cards), 0, action), 1)
    words = Words(language, GAMES[rules].texts, names=("Ann", "Bob", "Cem", "Dan"))
    artist = Artist(words, Paint(4, paper=False))
    places = [Place(seat, words.names[seat]) for seat in range(game.seats)]
    log = [line_of(log_line(game, Move(0, action)))]
    scene = Scene(view, places, "Title", game.describe, 1, game.arrange(view, "rank"), ("deal 3",), log=log)
    out = io.StringIO()
    console = Console(file=out, width=100, highlight=False, markup=False, emoji=False)
    console.print(artist.picture(scene))
    console.print(artist.line(log[0]))
    shown = " ".join(name(one).replace("T", "10") for one in wanted)
    letters = out.getvalue().translate(str.maketrans("♣♦♥♠", "cdhs"))
    assert letters.count(shown) >= 2, letters


def test_who_is_refused_reads_the_play_to_beat_in_its_order() -> None:
    game = made("bigtwo", {})
    play = cards("2d3s4d5c6h")
    state = game.apply(about_to(game, play), 0, Action("play", play))
    lower = cards("Ad2s3d4c5h")
    others = mask(game.deck) & ~(play | lower | state.hands[0])
    state = replace(state, turn=1, hands=(state.hands[0], lower, others, 0))
    why = game.explain(game.view(state, 1), lower)
    assert why is not None
    assert why.args["cards"] == ("6h", "5c", "4d", "3s", "2d")


def test_equal_ranks_that_are_chosen_from_afar_keep_the_order_of_the_run() -> None:
    """The terminal of a room knows the names of legal actions only, which stand for all of their ranks."""
    game = made("chinesepoker", {})
    known = Action("play", game.combinations.canonical(cards("2s3s4d5c6h")))
    describe = describer({known: game.describe(known)})
    assert describe(Action("play", cards("2s3h4d5c6s"))).args["cards"] == ("6s", "5c", "4d", "3h", "2s")
