"""``search`` in Spades: it bids what it takes, helps a partner's nil, hunts an opponent's, and sees bags coming."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from dealt import arena, players
from dealt.cards import STANDARD, cards, mask, members, sequence, text
from dealt.game import Action
from dealt.games import make
from dealt.games.spades import Spades
from dealt.games.tricks import OF_SUIT, TrickState
from dealt.players.advice.spades.rollout import nil_danger, strength
from dealt.players.advice.tricks.playout import HiddenHands
from dealt.table import Table


def spades(preset: str | None = None, **options: Any) -> Spades:
    game = make("spades", preset, **options)
    assert isinstance(game, Spades)
    return game


GAME = spades()


def ending(hand: str, bids: str, won: tuple[int, int, int, int], *, trick: str = "", lacks: str = "") -> TrickState:
    """Seat 0 is to play to a trick late in the deal; the others hold any of the cards that are not named here.

    ``bids`` begin with seat 0. ``lacks``: suits that all others are known to be out of.
    """
    left = len(sequence(hand))
    table = sequence(trick)
    rng = Random(5)
    out = sum(OF_SUIT["cdhs".index(suit)] for suit in lacks)
    loose = [one for one in STANDARD if not (cards(hand) | mask(table)) >> one & 1]
    rng.shuffle(loose)
    fitting = [one for one in loose if not out >> one & 1]
    hands = [cards(hand)]
    for seat in (1, 2, 3):
        size = left - (1 if 4 - seat <= len(table) else 0)
        hands.append(mask(fitting[:size]))
        fitting = fitting[size:]
    gone = iter(one for one in STANDARD if not (sum(hands) | mask(table)) >> one & 1)
    played = [mask(next(gone) for _ in range(13 - left)) for _ in range(4)]
    for place, one in enumerate(table):
        played[4 - len(table) + place] |= 1 << one
    return TrickState(
        hands=tuple(hands),
        turn=0,
        leader=(4 - len(table)) % 4,
        dealer=3,
        trick=table,
        won=won,
        lacks=(0, out, out, out),
        played=tuple(played),
        calls=tuple(bids.split()),
        match_data=(0, 0, 0, 0),
        deal_data=(1, 1, 1, 1),
    )


def choices(state: TrickState, game: Spades = GAME, times: int = 6) -> set[str]:
    """What it plays, with other chances each time."""
    view = game.view(state, 0)
    return {str(players.computer("search", game).choose(view, Random(n))).removeprefix("play ") for n in range(times)}


def bid(hand: str, *said: str, game: Spades = GAME, match_data: tuple[int, ...] = (0, 0, 0, 0)) -> str:
    """What seat 0 bids when these bids were made before."""
    rest = [one for one in STANDARD if not cards(hand) >> one & 1]
    Random(3).shuffle(rest)
    hands = (cards(hand), *(mask(rest[at : at + 13]) for at in (0, 13, 26)))
    state = replace(game.begin(hands, (3 - sum(name.startswith("bid") for name in said)) % 4), match_data=match_data)
    for name in said:
        state = game.apply(
            state, game.turn(state)[0], next(a for a in game.legal(state, game.turn(state)[0]) if str(a) == name)
        )
    assert game.turn(state) == (0,)
    return str(players.computer("search", game).choose(game.view(state, 0), Random(1)))


# --- bids

STRONG = "As Ks Qs Js 9s Ah Kh Ad Kd 4d Ac 3c 2c"
WEAK = "3s 2s 7h 5h 3h 2h 8d 6d 4d 2d 6c 4c 2c"
MIDDLING = "Ks 8s 5s 2s Ah 9h 4h Kd 7d 3d Qc 8c 2c"


def test_it_bids_what_the_hand_is_worth() -> None:
    assert bid(STRONG) in ("bid 8", "bid 9", "bid 10")
    assert bid(MIDDLING) in ("bid 3", "bid 4")
    assert strength(cards(STRONG)) > 800 > strength(cards(MIDDLING)) + 400


def test_it_bids_nil_with_low_cards_only() -> None:
    assert bid(WEAK) == "bid nil"
    assert bid(WEAK.replace("3s", "As")) != "bid nil"
    assert nil_danger(cards(WEAK)) < 20 < 150 < nil_danger(cards(MIDDLING))


def test_a_bid_makes_up_for_what_partner_bid_too_high_or_low() -> None:
    high, low = (int(bid(MIDDLING, "bid 3", first, "bid 3").split()[1]) for first in ("bid 8", "bid 1"))
    assert high <= low


def test_it_looks_unless_the_match_is_all_but_lost() -> None:
    game = spades(blind_nil=True)
    assert bid(WEAK, game=game, match_data=(100, 300, 0, 0)) == "look"
    assert bid(WEAK, game=game, match_data=(150, 480, 0, 0)) == "bid blind"
    assert bid(WEAK, "bid 2", "look", "bid nil", "bid 3", game=game, match_data=(150, 480, 0, 0)) == "look", (
        "one nil is enough"
    )


def test_it_keeps_the_least_that_a_side_must_bid() -> None:
    game = spades(board_minimum=5)
    assert bid(WEAK, "bid 3", "bid nil", "bid 3", game=game) == "bid 5"


def test_it_bids_for_a_ten_that_counts_twice() -> None:
    hand = "As Ks Qs 9s 8s Ah 3h Ad Qd 4d Ac 3c 2c"
    assert bid(hand, "bid 2", "bid 3", "bid 1") == "bid 6"
    assert bid(hand, "bid 2", "bid 3", "bid 1", game=spades(ten_for_two=True)) == "bid 7"


# --- the play


def test_it_takes_over_when_partner_bid_nil_and_would_win() -> None:
    state = ending("Ah 2h 5c 4c 3d", "3 4 nil 4", (3, 2, 0, 3), trick="5h 9h 4h")
    assert choices(state) == {"Ah"}
    plain = replace(state, calls=("3", "3", "4", "3"), won=(3, 2, 1, 2))
    assert choices(plain) == {"2h"}, "the trick of a partner who wants it stays partner's"


def test_it_stays_under_when_an_opponent_who_bid_nil_is_winning() -> None:
    state = ending("Ah 2h 5c 4c 3d", "3 4 3 nil", (3, 3, 2, 0), trick="6h 4h 9h")
    assert choices(state) == {"2h"}
    failed = replace(state, calls=("3", "4", "3", "3"), won=(2, 3, 2, 1))
    assert choices(failed) == {"Ah"}, "an ordinary trick it takes"


def test_it_keeps_its_own_nil() -> None:
    state = ending("Ah 2h 5c 4c 3d", "nil 4 4 4", (0, 2, 4, 2), trick="6h 4h 9h")
    assert choices(state) == {"2h"}
    void = ending("Qs 2s 5c 4c 3d", "nil 4 4 4", (0, 2, 4, 2), trick="6h 4h 9h")
    assert not choices(void) & {"Qs", "2s"}


def test_it_takes_no_bag_once_its_contract_is_made() -> None:
    state = ending("Ah 2h 5c", "3 4 3 3", (3, 4, 3, 0), trick="6h 4h 9h")
    assert choices(replace(state, won=(3, 4, 3, 0), calls=("3", "2", "3", "2"))) == {"2h"}
    assert choices(replace(state, calls=("5", "2", "4", "2"))) == {"Ah"}, "a trick that the contract lacks it takes"


def test_it_takes_a_bag_where_that_sets_the_others() -> None:
    state = ending("Ah 2h", "4 4 3 3", (4, 3, 3, 1), trick="6h 4h 9h")
    assert choices(replace(state, calls=("4", "3", "3", "3"))) == {"Ah"}, "they lack two, and two are left"
    assert choices(replace(state, calls=("4", "2", "3", "2"))) == {"2h"}


def test_without_bids_it_takes_what_it_can() -> None:
    game = spades("simple")
    state = replace(ending("Ah 2h 5c", "", (3, 4, 3, 0), trick="6h 4h 9h"), match_data=(), deal_data=())
    assert choices(state, game) == {"Ah"}


# --- what it thinks with


@pytest.mark.slow
def test_its_layouts_are_dealt_as_the_game_samples_them() -> None:
    """Every hidden card lies where it may, in each place as often as by the game's own sampler."""
    state = ending("Ah 2h 5c", "3 4 3 3", (3, 4, 3, 0), lacks="h")
    view = GAME.view(state, 0)
    hidden, rng = HiddenHands(GAME, view), Random(1)
    one = next(members(state.hands[1]))
    drawn = {name: [0, 0, 0, 0] for name in ("layouts", "game")}
    for _ in range(1500):
        for name, deal in (("layouts", hidden.deal(rng)), ("game", GAME.sample(view, rng))):
            assert GAME.view(deal, 0) == view
            assert not any("h" in text(deal.hands[seat]) for seat in (1, 2, 3))
            drawn[name][next(seat for seat in range(4) if deal.hands[seat] >> one & 1)] += 1
    assert all(400 < each < 600 for counts in drawn.values() for each in counts[1:])


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    table = Table(GAME, bytes(32))
    view = table.view(table.turn[0])
    player = players.computer("search", GAME)
    assert player.choose(view, Random(5)) == player.choose(view, Random(5))
    assert isinstance(player.choose(view, Random(5)), Action)


@pytest.mark.slow
@pytest.mark.turns(3, always=True)
def test_it_beats_random_and_the_assignments_player() -> None:
    """A short form of the comparison over 1,000 deals. So few deals against ``robot`` tell no more than who is ahead.

    Both pairs sit both ways on the same deals: in four rotations of two names each has every place twice.
    """
    found = arena.run(GAME, ["search", "random"], deals=6, seed="quick", jobs=1).pair("search", "random")
    assert found.errors is not None
    assert found.errors > 5
    assert arena.run(GAME, ["search", "robot"], deals=8, seed="quick", jobs=1).pair("search", "robot").difference > 0
