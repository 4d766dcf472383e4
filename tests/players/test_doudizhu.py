"""``dizhu``: it wins when it can, holds together with its partner, keeps its bombs, and bids what its hand is worth."""

from __future__ import annotations

from random import Random

import pytest

from dealt import arena, players
from dealt.cards import WITH_JOKERS, Card, Cards, cards, mask, members, text
from dealt.game import View
from dealt.games import GAMES, make
from dealt.games.climbing import NONE, PASSED, ClimbingState
from dealt.games.doudizhu import Contract, DouDizhu
from dealt.players.advice.doudizhu.dizhu import Dizhu, Scene
from dealt.players.advice.doudizhu.playout import Playing, Playout, Use, beating
from dealt.players.advice.doudizhu.splitting import BODY, RANKS, ROCKET, Group, Key, Splitter, key
from dealt.table import Table, play
from tests.house import any_variant

GAME: DouDizhu = make("doudizhu")  # type: ignore[assignment]
ME, NEXT, LAST = 0, 2, 1
"""The seats in the order of play, from the one who is asked."""


def position(
    hand: str,
    after: str,
    before: str,
    alone: int,
    to_beat: str = "",
    owner: int | None = None,
    passed: int | None = None,
) -> View:
    """What seat 0 sees on its turn: its hand, those of the seats after and before it, and what lies on the table."""
    trick = [0, 0, 0]
    if owner is not None:
        trick[owner] = cards(to_beat)
    if passed is not None:
        trick[passed] = PASSED
    own = Contract(alone=alone, bid=3)
    hands = (cards(hand), cards(before), cards(after))
    assert sum(map(Cards.bit_count, (*hands, cards(to_beat)))) == (sum(hands) | cards(to_beat)).bit_count()
    return GAME.view(ClimbingState(hands, ME, owner, tuple(trick), own=own), ME)


def choices(*args: object, **more: object) -> set[str]:
    """What it does, whatever deals it tries."""
    found = {Dizhu(GAME).choose(position(*args, **more), Random(n)) for n in range(4)}  # type: ignore[arg-type]
    return {text(each.cards) or each.verb for each in found}


def choice(*args: object, **more: object) -> str:
    (found,) = choices(*args, **more)
    return found


def auction(hand: str, *calls: int) -> View:
    """What seat 0 sees when it has that hand and others before it have bid."""
    mine = cards(hand)
    rest = [one for one in WITH_JOKERS if not mine >> one & 1]
    hands = (mine, mask(rest[:17]), mask(rest[17:34]))
    first, second = (*calls, NONE, NONE)[:2]
    own, stock = Contract(bids=(NONE, first, second)), (mask(rest[34:]),)
    return GAME.view(ClimbingState(hands, ME, None, (0, 0, 0), stock, phase="auction", own=own), ME)


def bid(hand: str, *calls: int) -> int | None:
    return Dizhu(GAME).choose(auction(hand, *calls), Random(0)).amount


# --- splitting


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("3d 4c 5h 6s 7d 8c Ts", ["345678", "T"]),
        ("3d 3c 4c 5h 6s 7d 7c", ["34567", "3", "7"]),
        ("5d 5c 5h 6s 6d 6c 9d Jh", ["555666"]),
        ("5d 5c 5h 9d 9s Jh Jc Js 4d", ["555", "JJJ"]),
        ("3d 3s 4d 4s 5d 5s", ["334455"]),
        ("4c 4d 4h 4s Kd", ["4444", "K"]),
        ("BJ RJ 3c", ["BR", "3"]),
        ("", []),
    ],
)
def test_a_hand_is_split_into_the_fewest_plays(hand: str, plays: list[str]) -> None:
    split = Splitter().split(key(cards(hand)) if hand else 0)
    found = ["".join(letter * (BODY[each] >> 4 * n & 15) for n, letter in enumerate(RANKS)) for each in split.groups]
    assert sorted(found) == sorted(plays)


def test_a_split_holds_each_card_once() -> None:
    splitter = Splitter()
    for number in range(200):
        hand = key(mask(Random(number).sample(WITH_JOKERS, 20)))
        split = splitter.split(hand)
        assert sum(BODY[each] for each in (*split.groups, *split.attached)) == hand
        assert split.price == pytest.approx(
            sum(splitter.price[each] for each in split.groups)
            + sum(0.02 * each.copies + 0.002 * each.top for each in split.attached)
        )


# --- the quick way to play


def in_ranks(hand: Key) -> Cards:
    """Cards of these ranks, as the table of the game writes them."""
    letters = "".join(letter * (hand >> 4 * n & 15) for n, letter in enumerate(RANKS))
    one = {letter: [each for each in WITH_JOKERS if key(1 << each) == 1 << 4 * n] for n, letter in enumerate(RANKS)}
    return mask(one[letter][letters[:at].count(letter)] for at, letter in enumerate(letters))


def shuffled(number: int, rough: bool) -> list[Card]:
    """A deck; ``rough``: by ranks with a few cards exchanged, so that hands hold many fours."""
    rng, pack = Random(number), list(WITH_JOKERS)
    if not rough:
        rng.shuffle(pack)
        return pack
    ranks = [pack[at : at + 4] for at in range(0, 54, 4)]
    rng.shuffle(ranks)
    pack = [one for rank in ranks for one in rank]
    for _ in range(5):
        one, other = rng.randrange(54), rng.randrange(54)
        pack[one], pack[other] = pack[other], pack[one]
    return pack


@pytest.mark.parametrize("rough", [False, True])
@pytest.mark.parametrize("number", range(30))
def test_a_playout_keeps_the_rules(number: int, rough: bool) -> None:
    pack = shuffled(number, rough)
    hands = tuple(key(mask(pack[start:end])) for start, end in ((0, 20), (20, 37), (37, 54)))
    at, playout = Playing(hands, (20, 17, 17), 0, 0), Playout(Splitter())
    while True:
        use = playout.choose(at.hands[at.turn], at)
        if use is None:
            assert at.newest is not None
        else:
            chosen = in_ranks(use.taken)
            assert GAME.classify(chosen)
            assert chosen.bit_count() == use.size
            assert at.newest is None or GAME.beats(chosen, in_ranks(at.newest.taken))
            if use.size == at.sizes[at.turn]:
                break
        at = at.after(use)
    assert playout.run(Playing(hands, (20, 17, 17), 0, 0))[0] == (at.turn == 0)


def test_cards_of_its_own_rank_are_never_attached_to_a_triplet() -> None:
    """Four of a rank are a bomb, and no triplet with a single of the same rank."""
    triplet = Use(Group(3, 1, 0), 1, key(cards("3c 3d 3h 5c")), 4)
    assert beating(key(cards("4c 4d 4h 4s")), triplet) == []
    (use,) = beating(key(cards("4c 4d 4h 4s 9c")), triplet)
    assert in_ranks(use.taken) == in_ranks(key(cards("4c 4d 4h 9c")))
    hand = key(cards("4c 4d 4h 4s 5c 5d 5h"))
    use = Playout(Splitter()).choose(hand, Playing((hand, 2, 2), (7, 2, 2), 0, 0)) or pytest.fail("it must lead")
    assert GAME.classify(in_ranks(use.taken))


@pytest.mark.parametrize("locks", [False, True])
def test_the_quick_way_goes_round_as_the_game_does(locks: bool) -> None:
    game: DouDizhu = make("doudizhu", pass_locks_out=locks)  # type: ignore[assignment]
    locked = 0
    for number in range(12):
        pack = shuffled(number, rough=False)
        hands = tuple(mask(pack[start:end]) for start, end in ((0, 20), (20, 37), (37, 54)))
        state = ClimbingState(hands, 0, None, (0, 0, 0), own=Contract(alone=0, bid=3))
        at, playout = (
            Playing(tuple(map(key, hands)), (20, 17, 17), 0, 0, locked=0 if locks else None),
            Playout(Splitter()),
        )
        while state.turn is not None:
            assert at.turn == state.turn
            view = game.view(state, at.turn)
            seen = Scene(view, Dizhu(game), state.hands[at.turn]).at
            assert (seen.owner, seen.newest, seen.locked) == (at.owner, at.newest, at.locked)
            use = playout.choose(at.hands[at.turn], at)
            wanted = 0 if use is None else in_ranks(use.taken)
            action = next(each for each in view.legal if GAME.combinations.canonical(each.cards) == wanted)
            locked += bool(at.locked)
            state, at = game.apply(state, at.turn, action), at.after(use)
    assert bool(locked) == locks


@pytest.mark.slow
def test_it_knows_every_row_of_the_table_as_a_play_of_ranks() -> None:
    for preset in ("note", "common"):
        player = Dizhu(make("doudizhu", preset))  # type: ignore[arg-type]
        for row in range(0, len(player.book.cards), 7):
            use = player.use(row)
            body = BODY[use.body]
            attached = [use.taken - body >> 4 * n & 15 for n in range(15)]
            assert use.size == sum(use.taken >> 4 * n & 15 for n in range(15)) == player.book.size[row]
            assert all(count % max(1, use.kicker) == 0 for count in attached)
    assert isinstance(player.use(len(player.book.cards) - 1), Use)
    assert player.use(len(player.book.cards) - 1).body == ROCKET


# --- the play


def test_it_goes_out_when_it_can() -> None:
    assert choice("9d 9s", "3c 4c 5d", "Kd Kc", NEXT, to_beat="8d 8s", owner=NEXT) == "9d9s"
    assert choice("5d 5c 5h 3d", "3c 4c 5s", "Kd Kc", ME) == "3d5c5d5h"


def test_it_wins_by_force() -> None:
    # the jokers and twos are gone but for its own: an ace and a pair of kings hold, and the low card goes out
    assert choice("3d Kc Kd As Ah", "5c 7d 9d Jc Qd Qh", "6c 8d 8h Tc Jd 4d", ME) in ("KcKd", "AhAs")
    # the straight loses the lead for good, the bomb takes it back from whatever was played
    assert choice("3d 4d 5d 6d 7d 9c 9d 9h 9s", "Jc Jd 2c", "5c 6c Ad", ME, to_beat="2d", owner=NEXT) == "9c9d9h9s"


def test_it_lets_a_partner_win_who_is_about_to_go_out() -> None:
    others = {"alone": LAST, "owner": NEXT, "passed": LAST}
    assert choice("4d 5c 8h 8s Ad", "6c", "3c 3d 7c 9d 9c Jd", to_beat="Kd", **others) == "pass"
    assert choice("4d 5c 8h 8s Ad Ac", "6c", "3c 3d 7c 9d 9c Jd", to_beat="Qd Qh", **others) == "pass"


def test_it_leads_a_low_card_to_a_partner_with_one() -> None:
    assert choice("3d 9c 9h Qd Qs", "Jc", "4c 4d 6c 7d 8c Td Th 2c", alone=LAST) == "3d"


def test_it_leads_no_low_card_to_a_landlord_with_one() -> None:
    assert choice("3d 7c 7h Qd", "Kd", "4c 5d 6h Tc Td", alone=NEXT) == "7c7h"
    assert choice("3d 7c Ad", "Kd", "4c 5d 6h Tc Td", alone=NEXT) == "Ad"


def test_it_blocks_a_landlord_with_one_card_by_its_highest() -> None:
    assert choice("6d Jc Ah 4s 4h", "Kd", "Qc Qs Qh Kc Kh", alone=NEXT, to_beat="5c", owner=LAST) == "Ah"


LONG = ("3c 4c 6c 7c 8c 8s Td Th Jc Jd Qd Qs Kd Kc As", "3d 3h 5c 6d 6h 7d 9c 9d Tc Ts Jh Qc Kh Ac 2c 2d")


def test_it_keeps_its_bomb_as_long_as_nothing_hangs_on_it() -> None:
    hand, bomb = "3s 4h 4s 6s 7h 7s 9h 9s Js Ks 8d 8h 5d 5h 5s 5c", "5c5d5h5s"
    after, before = LONG[0], LONG[1].replace("5c ", "")
    assert bomb not in choices(hand, after, before, alone=NEXT, to_beat="4d", owner=NEXT)
    assert bomb not in choices(hand, after, before, alone=NEXT, to_beat="2s", owner=NEXT)


def test_it_spends_its_bomb_on_a_landlord_who_is_about_to_go_out() -> None:
    assert (
        choice("3s 3h 5d 5h 5s 5c 9c Ts", "Jd", "4c 4d 7c 8d Tc Kd", alone=NEXT, to_beat="As", owner=NEXT) == "5c5d5h5s"
    )


# --- the auction


GREAT = "3d 4c 5h 6s 7d 9c 9h Kd Ks Kh Ad As 2c 2d 2s BJ RJ"
RUBBISH = "3d 3s 4c 4d 5h 6s 6d 8d 8h 9c Tc Jh Jd Qc Kd Ks As"


def test_it_bids_what_its_hand_is_worth() -> None:
    assert bid(GREAT) == 3
    assert bid(GREAT, 1, 2) == 3
    assert bid(RUBBISH, 0, 1) == 0
    player = Dizhu(GAME)
    assert player.chance(key(cards(RUBBISH))) < 0.45 < 0.75 < player.chance(key(cards(GREAT))) <= 1.1


def test_the_better_the_hand_the_more_it_hopes_for() -> None:
    player = Dizhu(GAME)
    chances = [player.chance(key(cards(RUBBISH.replace("3d", each)))) for each in ("3d", "2d", "RJ")]
    assert chances == sorted(chances)


def test_it_bids_the_least_where_it_has_to() -> None:
    game: DouDizhu = make("doudizhu", forced_after_redeals=1)  # type: ignore[assignment]
    own = Contract(redeals=1)
    state = ClimbingState((cards(RUBBISH), 0, 0), ME, None, (0, 0, 0), phase="auction", dealer=0, own=own)
    legal = tuple(game.legal(state, ME))
    assert Dizhu(game).bid(legal, key(cards(RUBBISH))).amount == 1


# --- everywhere


def whole_deal(game: DouDizhu, seed: int, *first: str) -> None:
    names = [*first, *["dizhu"] * (3 - len(first))]
    sitting = [players.computer(name, game) for name in names]
    table = play(game, sitting, Random(seed).randbytes(32))
    assert table.score is not None


@pytest.mark.slow
@pytest.mark.parametrize("number", range(8))
def test_it_plays_under_any_house_rules(number: int) -> None:
    whole_deal(any_variant("doudizhu", number), number, "random")  # type: ignore[arg-type]


def test_it_plays_a_small_deck() -> None:
    deck = tuple(members(cards("3c 3d 3h 4c 4d 4h 5c 5d 5h 2s BJ RJ")))
    for seed in range(8):
        whole_deal(DouDizhu(deck=deck, hand=3), seed)


def test_it_plays_no_other_game() -> None:
    assert "dizhu" not in players.possible(make("bigtwo"))
    assert players.names(GAMES["doudizhu"])[0] == "dizhu"
    with pytest.raises(ValueError, match="dizhu"):
        players.computer("dizhu", make("bigtwo"))


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    table = Table(GAME, bytes(32))
    while table.view(table.turn[0]).fact(".phase"):
        table.act(table.turn[0], f"bid {3 if table.turn[0] == 1 else 0}")
    view = table.view(1)
    first = Dizhu(GAME).choose(view, Random(5))
    Dizhu(GAME).choose(table.view(1, log=False), Random(6))
    assert Dizhu(GAME).choose(view, Random(5)) == first


@pytest.mark.slow
def test_it_beats_lowest_in_either_role() -> None:
    pair = arena.run(GAME, ["dizhu", "lowest", "lowest"], deals=8, seed="strength", jobs=1).pair("dizhu", "lowest")
    assert pair.errors is not None
    assert pair.errors > 3


@pytest.mark.slow
def test_lowest_beats_random() -> None:
    pair = arena.run(GAME, ["lowest", "random", "random"], deals=60, seed="strength", jobs=1).pair("lowest", "random")
    assert pair.errors is not None
    assert pair.errors > 5
