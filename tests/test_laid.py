"""Deals laid out by hand: where the cards are, which layouts are refused, and what a record keeps."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from dealt.cards import mask, name, text
from dealt.game import OPEN
from dealt.games import GAMES, make
from dealt.laid import LaidError, lay_out, lay_out_exactly, parse_piles
from dealt.players import computer
from dealt.table import Match, Record, RecordError, seed_of

HEARTS = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"


@pytest.mark.parametrize("by", [lay_out, lay_out_exactly])
def test_given_cards_lie_as_given_and_the_others_fill_the_rest(by: Any) -> None:
    game = make("bigtwo")
    view = game.view(by(game, bytes(32), {"hand 2": HEARTS}), OPEN)
    assert {name(one) for one in view.pile("hand", 2).cards if one is not None} == set(HEARTS.split())
    held = [one for each in view.piles for one in each.cards]
    assert sorted(held, key=lambda one: -1 if one is None else one) == sorted(game.deck)


@pytest.mark.parametrize("seat", range(4))
def test_whoever_holds_the_lowest_card_leads(seat: int) -> None:
    game = make("bigtwo")
    state = lay_out(game, bytes(32), {f"hand {seat}": "3d 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"})
    assert game.turn(state) == (seat,)


ACES = "2s 2h As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd"
FULL = {
    "hand 0": ACES,
    "hand 1": "3d 3c 3h 3s 4d 4c 4h 4s 5d 5c 5h 5s 6d",
    "hand 2": "6c 6h 6s 7d 7c 7h 7s 8d 8c 8h 8s 9d 9c",
}


@pytest.mark.parametrize("preset", ["deuce", "daidi", "hongkong"])
@pytest.mark.parametrize("laid", [{"hand 0": ACES}, FULL])
def test_the_leader_of_any_seed_is_whoever_holds_the_lowest_card(preset: str, laid: dict[str, str]) -> None:
    """The leader follows from the cards laid out, whoever deals or led by the seed."""
    game = GAMES["bigtwo"].make(preset)
    for number in range(40):
        state = lay_out(game, seed_of(number, 0), laid)
        (leader,) = game.turn(state)
        lowest = min(
            (one for pile in game.view(state, OPEN).piles for one in pile.cards if one is not None),
            key=game.order.strength,
        )
        assert lowest in game.view(state, OPEN).pile("hand", leader).cards
        assert all(action.cards >> lowest & 1 for action in game.legal(state, leader))
        assert game.legal(state, leader)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_laid_out_as_another_seed_deals_it(name: str) -> None:
    """All piles of one deal, laid out over the deal of another seed, make the same position."""
    game = make(name).among_computers()  # a cut is skipped
    wanted = game.view(game.deal(Random(bytes(32))), OPEN)
    laid = {
        each.name if each.owner is None else f"{each.name} {each.owner}": text(
            mask(o for o in each.cards if o is not None)
        )
        for each in wanted.piles
        if each.cards
    }
    state = lay_out(game, bytes([1]) * 32, laid)
    found = game.view(state, OPEN)
    for pile in wanted.piles:
        assert set(found.pile(pile.name, pile.owner).cards) == set(pile.cards)
    assert game.turn(state)
    assert all(game.legal(state, seat) for seat in game.turn(state))


@pytest.mark.parametrize(
    ("laid", "said"),
    [
        ({"hand 4": HEARTS}, "there is no pile hand 4: there are hand 0, hand 1"),
        ({"hand 0": "2h 3h"}, "hand 0 takes 13 cards, not 2"),
        ({"hand 0": HEARTS.replace("Ah", "Kh")}, "hand 0: Kh is there twice"),
        ({"hand 0": HEARTS, "hand 1": HEARTS.replace("h", "s").replace("As", "Ah")}, "Ah is in hand 0 and in hand 1"),
        ({"hand 0": HEARTS.replace("Ah", "BJ")}, "hand 0: BJ isn't in the deck of bigtwo"),
        ({"hand 0": "1h"}, "hand 0: not a card: '1h'"),
    ],
)
def test_what_can_t_lie_so_is_refused(laid: dict[str, str], said: str) -> None:
    with pytest.raises(LaidError) as refused:
        lay_out(make("bigtwo"), bytes(32), laid)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hand 0", "'hand 0' is no pile"),
        ("hand 0=3c;hand  0=4c", "hand 0 is given twice"),
        (" ; ", "no pile is given"),
        ("=3c", "'=3c' is no pile"),
    ],
)
def test_a_line_that_lays_nothing_out_is_refused(text: str, said: str) -> None:
    with pytest.raises(LaidError) as refused:
        parse_piles(text)
    assert str(refused.value).startswith(said)


def finished(laid: dict[str, str]) -> Record:
    """Two deals, the second one laid out."""
    game, rng = make("bigtwo"), Random(4)
    match: Match[Any] = Match(game)
    for n in range(2):
        table = match.deal(bytes([n]) * 32, players=("a", "b", "c", "d"), laid=laid if n else {})
        while table.turn:
            seat = table.turn[0]
            table.act(seat, computer("lowest", game).choose(table.view(seat), rng))
        match.end()
    return match.record()


def test_a_record_keeps_what_was_laid_out_and_replays_it() -> None:
    record = finished({"hand 2": HEARTS})
    again = Record.from_json(record.to_json())
    assert again == record
    assert again.replay(make).totals == record.replay(make).totals
    seen = again.exported(make)[1]
    assert {name(one) for one in seen.game.view(seen.first, OPEN).pile("hand", 2).cards if one is not None} == set(
        HEARTS.split()
    )
    assert again.verify(make) == [record.commitments[0], ""]


def test_a_record_without_it_reads_as_it_always_did() -> None:
    raw = json.loads(finished({}).to_json())
    assert set(raw["deals"][1]) == {"seed", "joined", "actions", "scores", "players"}
    assert raw["format"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda raw: raw["deals"][1].pop("laid"), "isn't the one that was promised"),
        (lambda raw: raw["commitments"].__setitem__(1, raw["commitments"][0]), "deal 2 was laid out by hand"),
        (lambda raw: raw["deals"][1]["laid"].update({"hand 2": "3c"}), "deal 2 doesn't replay: hand 2 takes 13"),
        (lambda raw: raw["deals"][1].update(laid=["hand 2"]), "malformed"),
        (lambda raw: raw["deals"][1].update(about={"Event": 3}), "malformed"),
    ],
)
def test_a_laid_deal_can_t_pass_for_a_promised_one(change: Any, said: str) -> None:
    raw = json.loads(finished({"hand 2": HEARTS}).to_json())
    change(raw)
    with pytest.raises(RecordError, match=said):
        Record.from_json(json.dumps(raw)).verify(make)


@pytest.mark.parametrize(("rules", "fact"), [("spades", ".carried"), ("bridge", ".notes")])
def test_facts_that_no_deal_has_are_refused(rules: str, fact: str) -> None:
    with pytest.raises(LaidError):
        lay_out(make(rules), bytes(32), {fact: ""})
