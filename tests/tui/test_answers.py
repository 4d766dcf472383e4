"""What the terminal answers to names and numbers: it plays them, or says why not and what is possible."""

from __future__ import annotations

import pytest

from dealt.game import Action, View
from dealt.games import GAMES
from dealt.table import commitment
from dealt.tui.lesson import Lesson
from dealt.tui.paint import Paint
from dealt.tui.read import IllegalAction, Invalid, LegalAction, read
from tests.tui.scripts import Script, local, table_of


async def typed(game: str, *lines: str, lang: str = "en", **more: object) -> tuple[str, list[str]]:
    """What was said to these lines, and the actions of the person that they led to."""
    screen = Script([*lines, "quit"])
    face = local(game, screen, lang=lang, **more)
    await face.play()
    return screen.said, [str(action) for seat, action in table_of(face.match).moves if seat == 0]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1c", "Insufficient bid: bid more than"),
        ("1♥", "Insufficient bid"),
        ("bid 1h", "Insufficient bid"),
        ("redouble", "an opponent has doubled"),
        ("redou", "an opponent has doubled"),
        ("claim", "claimed once the auction is over"),
        ("claim 3", "claimed once the auction is over"),
    ],
)
async def test_a_call_that_is_not_possible_is_explained(line: str, why: str) -> None:
    said, mine = await typed("bridge", "1n", line)
    assert mine == ["bid 1n"]
    assert why in said
    assert "neither a card nor a command" not in said


async def test_a_call_is_explained_in_chinese_too() -> None:
    said, _ = await typed("bridge", "1n", "再加倍", "1♥", "叫 1♥", lang="zh")
    assert said.count("叫品不够") == 2
    assert "只有本方叫品被对方加倍后才能再加倍" in said


async def test_calls_are_explained_once_the_auction_is_over() -> None:
    said, _ = await typed("bridge", "7n", "pass", "x", "bid 1c", "double", computer="random")
    assert said.count("The auction is over: the contract is 7NT") == 3


@pytest.mark.parametrize(
    ("game", "preset", "line", "action"),
    [
        ("blackjack", None, "50", "bet 50"),
        ("blackjack", None, "bet 50", "bet 50"),
        ("spades", None, "4", "bid 4"),
        ("spades", None, "bid 4", "bid 4"),
        ("doudizhu", None, "3", "bid 3"),
    ],
)
async def test_an_amount_in_range_is_played(game: str, preset: str | None, line: str, action: str) -> None:
    _, mine = await typed(game, line, preset=preset)
    assert mine[:1] == [action]


@pytest.mark.parametrize(
    ("game", "line", "why"),
    [
        ("blackjack", "7", "from 10 to 500 in steps of 10"),
        ("blackjack", "0", "from 10 to 500 in steps of 10"),
        ("blackjack", "bet 7", "from 10 to 500 in steps of 10"),
        ("blackjack", "9999", "from 10 to 500 in steps of 10"),
        ("blackjack", "double", "Bet first"),
        ("spades", "14", "from 1 to 13"),
        ("spades", "bid 14", "from 1 to 13"),
        ("spades", "0", "from 1 to 13"),
        ("doudizhu", "7", "Bid 3 at most"),
        ("doudizhu", "bid 7", "Bid 3 at most"),
    ],
)
async def test_an_amount_out_of_range_is_told_the_range(game: str, line: str, why: str) -> None:
    said, mine = await typed(game, line)
    assert mine == []
    assert why in said


@pytest.mark.parametrize(
    ("game", "lang", "line", "action"),
    [
        ("ginrummy", "en", "stock", "draw stock"),
        ("ginrummy", "en", "Discards", "draw discard"),
        ("ginrummy", "zh", "牌堆", "draw stock"),
        ("klondike", "zh", "牌堆", "stock"),
    ],
)
async def test_a_pile_by_its_name_does_what_a_press_on_it_does(game: str, lang: str, line: str, action: str) -> None:
    _, mine = await typed(game, line, lang=lang)
    assert mine == [action]


async def test_a_card_that_lies_face_down_where_nobody_holds_one_is_not_said_to_be_held() -> None:
    said, _ = await typed("klondike", *(f"{rank}{suit}" for rank in "KQ" for suit in "cdhs"))
    assert "does not lie open" in said
    assert "You don't have" not in said


async def test_a_pile_that_does_nothing_now_says_why() -> None:
    said, mine = await typed("ginrummy", "stock", "stock", "discard")
    assert mine == ["draw stock"], "nothing is discarded without a card, and discard is not what the pile is called"
    assert "You have drawn: discard a card now" in said


def view(*legal: Action) -> View:
    return View(0, (0,), (), legal=legal)


def test_a_number_of_the_list_is_no_amount_of_another_choice() -> None:
    legal = (Action("call", amount=2), Action("raise", amount=4), Action("fold"))
    assert read("2", view(*legal), legal) == LegalAction(legal[1])
    assert read("3", view(*legal), legal) == LegalAction(legal[2])


def test_a_number_is_an_amount_where_amounts_are_all_there_is_to_choose() -> None:
    legal = (Action("bid", amount=2), Action("bid", amount=3), Action("bid", amount=0))
    assert read("3", view(*legal), legal) == LegalAction(legal[1])
    assert read("1", view(*legal), legal) == IllegalAction(Action("bid", amount=1))
    assert read("#3", view(*legal), legal) == LegalAction(legal[2])


def test_a_number_is_no_claim_where_cards_can_be_played() -> None:
    legal = (Action("play", 1 << 20), Action("claim", amount=0, upto=9))
    assert isinstance(read("9", view(*legal), legal), Invalid)
    assert read("7", view(*legal), legal) == LegalAction(legal[0])


def test_a_number_out_of_range_is_told_the_range() -> None:
    legal = (Action("check"), Action("bet", amount=4, upto=90))
    found = read("95", view(*legal), legal)
    assert isinstance(found, Invalid)
    assert (found.key, found.args["low"], found.args["high"]) == ("amount", 4, 90)
    assert read("7", view(*legal), legal) == LegalAction(Action("bet", amount=7))


@pytest.mark.parametrize(("game", "point"), [("bridge", "S lowest 2"), ("spades", "S lowest 2")])
async def test_seats_have_points_of_the_compass_and_a_partner(game: str, point: str) -> None:
    said, _ = await typed(game)
    line = next(line for line in said.split("\n") if point in line)
    assert "your partner" in line
    assert said.count("your partner") == 1
    assert "N You" in said
    chinese, _ = await typed(game, lang="zh")
    assert "南 lowest 2" in chinese
    assert "你的同伴" in chinese


async def test_nobody_is_a_partner_where_all_play_alone() -> None:
    said, _ = await typed("hearts")
    assert "partner" not in said


async def test_the_lesson_of_an_auction_shows_its_box() -> None:
    screen = Script(lambda prompt: "" if "Enter" in prompt else "7d" if "7d" not in screen.said else None)
    await Lesson.of(GAMES["bridge"], screen, "en", Paint(4, paper=False), 0).run()
    assert "7♣   7♦   7♥   7♠   7NT" in screen.said
    assert "your partner" in screen.said


async def test_the_commitment_is_one_line_and_all_of_it_is_shown_when_asked_for() -> None:
    for lang, commands in (("en", ("fair",)), ("zh", ("公平",))):
        screen = Script([*commands, "auto", "fair", "quit"])
        face = local("elevens", screen, lang=lang)
        await face.play()
        seed = table_of(face.match).seed
        assert screen.said.count(commitment(seed)) == 2
        assert screen.said.count(seed.hex()) == 1
        short = [line for line in screen.said.split("\n") if commitment(seed)[:16] in line]
        assert "SHA-256" in short[0]
        assert commitment(seed) not in short[0]


async def test_a_command_with_a_slip_is_asked_back() -> None:
    said, _ = await typed("bigtwo", "hnt", "rulse", "zzz")
    assert "hnt is neither a card nor a command: did you mean hint?" in said
    assert "did you mean rules?" in said
    assert "zzz is neither a card nor a command: ? shows" in said


async def test_a_pass_of_the_auction_is_explained_in_the_play() -> None:
    said, mine = await typed("doudizhu", "叫 3 分", "不叫", lang="zh")
    assert mine == ["bid 3"]
    assert "叫分已经结束" in said
