"""What a typed line means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealt.cards import cards, text
from dealt.game import Action, Fact, Pile, View
from dealt.tui.read import ChatText, Command, EmptyLine, IllegalCards, Invalid, LegalAction, Typed, read
from dealt.tui.words import Words

WORDS = Words("en").commands()
PASS = Action("pass")


def play(written: str) -> Action:
    return Action("play", cards(written))


def view(hand: str, *legal: Action, suits: bool = True) -> View:
    from dealt.cards import sequence

    return View(
        0,
        (0,),
        (Pile("hand", 0, sequence(hand), "fan", role="hand"), Pile("hand", 1, (None, None), "fan", role="hand")),
        (),
        legal,
        None,
        suits,
    )


PAIRS = view("9d 9s 9h Ks Kh 3c", play("9d 9s"), play("9s 9h"), play("Ks Kh"), PASS)


def meant(typed: str, seen: View = PAIRS, numbered: tuple[Action, ...] | None = None) -> Typed:
    return read(typed, seen, seen.legal if numbered is None else numbered, WORDS)


@pytest.mark.parametrize(
    "typed", ["Ks Kh", "kh,ks", "K♠K♥", " k♥️ k♠ ", "play KhKs", "PLAY khks", "KK", "k k", "3", "#3"]
)
def test_many_ways_to_say_one_play(typed: str) -> None:
    assert meant(typed) == LegalAction(play("Ks Kh"))


@pytest.mark.parametrize("typed", ["", "  ", "pass", "p", "PASS", "4", "#4"])
def test_ways_to_pass(typed: str) -> None:
    assert meant(typed) == LegalAction(PASS)


def test_enter_means_nothing_where_one_may_not_pass_or_may_do_several_things() -> None:
    assert meant("", view("3c", play("3c"))) == EmptyLine()
    assert meant("pass", view("3c", play("3c"))) == Invalid("no_pass", {})
    assert meant("", view("3c", Action("bid", amount=1), PASS)) == EmptyLine()
    assert read("", None) == EmptyLine()


def test_enter_never_gives_the_lead_away() -> None:
    leading = replace(PAIRS, facts=(Fact("lead", 0, 1, role="lead"),))
    assert meant("", leading) == EmptyLine()
    assert meant("pass", leading) == meant("4", leading) == LegalAction(PASS)
    assert meant("", replace(PAIRS, facts=(Fact("lead", 1, 1, role="lead"),))) == LegalAction(PASS)


def test_ranks_alone_are_enough_only_where_no_doubt_is_left() -> None:
    found = meant("99")
    assert isinstance(found, Invalid)
    assert found.key == "unclear"
    assert found.actions == (play("9d 9s"), play("9s 9h"))
    assert meant("44") == Invalid("no_cards", {"ranks": "44"})
    assert meant("333") == Invalid("no_cards", {"ranks": "333"})
    ten = view("Tc Jd Qh Kc As", play("Tc Jd Qh Kc As"))
    assert meant("10 J Q K A", ten) == meant("tjqka", ten) == LegalAction(play("Tc Jd Qh Kc As"))
    found = meant("9K")
    assert isinstance(found, IllegalCards)
    assert found.cards.bit_count() == 2


def test_a_number_that_is_a_card_too_must_be_told_apart() -> None:
    singles = view("2c 3c 4c", play("3c"), play("4c"), play("2c"))
    found = meant("3", singles)
    assert isinstance(found, Invalid)
    assert (found.key, found.actions) == ("both", (play("2c"), play("3c")))
    assert meant("#3", singles) == LegalAction(play("2c"))
    assert meant("3c", singles) == LegalAction(play("3c"))
    assert meant("1", singles) == LegalAction(play("3c"))
    assert meant("3", singles, ()) == LegalAction(play("3c"))
    # where number and card are the same action, there is no doubt
    assert meant("2", view("3c 2c", play("3c"), play("2c"))) == LegalAction(play("2c"))


def test_a_number_out_of_range_is_said() -> None:
    assert meant("17") == Invalid("number", {"n": 17, "last": 4})
    assert meant("#9") == Invalid("number", {"n": 9, "last": 4})
    assert meant("#1", PAIRS, ()) == Invalid("unknown", {"typed": "#1"})


def test_cards_that_fit_nothing_go_to_the_rules_and_cards_not_held_are_named() -> None:
    assert meant("9d 9h") == IllegalCards(cards("9d 9h"))
    assert meant("3c") == IllegalCards(cards("3c"))
    assert meant("As 3c") == Invalid("not_held", {"cards": "As"})
    assert meant("9d 9d") == Invalid("unknown", {"typed": "9d 9d"})


def test_where_suits_mean_nothing_the_cards_that_were_typed_are_played() -> None:
    three = view("9d 9s 9h", play("9d 9h"), PASS, suits=False)
    found = meant("9s 9h", three)
    assert isinstance(found, LegalAction)
    assert text(found.action.cards) == "9h9s"
    assert meant("99", three) == LegalAction(play("9d 9h"))


BETS = view("9d 9s 8h", Action("call", amount=4), Action("raise", amount=8, upto=200), Action("fold"))
TENS = view("", Action("bet", amount=10, upto=500, step=10))


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("call", "call 4"),
        ("c", "call 4"),
        ("call 4", "call 4"),
        ("f", "fold"),
        ("raise 40", "raise 40"),
        ("r 40", "raise 40"),
        ("RA 200", "raise 200"),
        ("40", "raise 40"),
        ("1", "call 4"),
    ],
)
def test_a_verb_may_be_cut_short_and_an_amount_stands_behind_it(typed: str, action: str) -> None:
    found = read(typed, BETS, BETS.legal, {**WORDS, "r": "rules"})
    assert isinstance(found, LegalAction)
    assert str(found.action) == action


def test_an_amount_that_cannot_be_is_said() -> None:
    low = {"name": "raise", "low": 8, "high": 200}
    raising = BETS.legal[1]
    assert meant("raise", BETS) == meant("raise 7", BETS) == meant("2", BETS) == Invalid("amount", low, (raising,))
    assert meant("call 9", BETS) == Invalid("unknown", {"typed": "call 9"})
    assert meant("b 20", TENS) == meant("20", TENS) == LegalAction(Action("bet", amount=20))
    assert meant("bet 25", TENS) == Invalid(
        "amount_steps", {"name": "bet", "low": 10, "high": 500, "step": 10}, TENS.legal
    )


def test_cards_or_ranks_stand_behind_a_verb() -> None:
    draws = [Action("draw", cards(each)) for each in ("9d", "9s", "8h", "9s 8h")]
    seen = view("9d 9s 8h", *draws, Action("stand pat"))
    assert (
        meant("draw 9s8h", seen, ())
        == meant("draw 9 8", seen, ())
        == meant("d 9s 8h", seen, ())
        == LegalAction(draws[3])
    )
    assert meant("stand", seen, ()) == meant("stand pat", seen, ()) == LegalAction(Action("stand pat"))
    assert meant("", seen, ()) == EmptyLine(), "cards are not kept by accident"
    assert meant("draw", seen, ()) == Invalid("which_cards", {"name": "draw"}, (draws[0],))
    found = meant("draw 9", seen, ())
    assert isinstance(found, Invalid)
    assert (found.key, found.actions) == ("unclear", (draws[0], draws[1]))
    assert meant("draw 9d 9s", seen, ()) == IllegalCards(cards("9d 9s"))


def board(*rows: str, legal: tuple[Action, ...]) -> View:
    from dealt.cards import sequence

    slots = tuple(Pile(f"board {n}", None, sequence(one), "slot") for n, one in enumerate(rows))
    return View(0, (0,), slots, (), legal)


ELEVEN = board("5d", "6c", "Kh", "", "6h", legal=(Action("remove", cards("5d6c")), Action("remove", cards("5d6h"))))


@pytest.mark.parametrize("typed", ["1 2", "2 1", "1,2", "1+2", "5d 6c", "remove 5d6c"])
def test_places_are_chosen_by_their_numbers(typed: str) -> None:
    assert meant(typed, ELEVEN, ()) == LegalAction(Action("remove", cards("5d6c")))


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("1 6", Invalid("place", {"n": 6, "last": 5})),
        ("1 4", Invalid("empty_place", {"n": 4})),
        ("1 1", Invalid("twice", {"n": 1})),
        ("0", Invalid("place", {"n": 0, "last": 5})),
    ],
)
def test_a_place_that_cannot_be_meant_is_said(typed: str, wrong: Invalid) -> None:
    assert meant(typed, ELEVEN, ()) == wrong


def test_places_that_hold_no_set_go_to_the_rules() -> None:
    assert meant("1 3", ELEVEN, ()) == IllegalCards(cards("5dKh"))
    assert meant("3", ELEVEN, ()) == IllegalCards(cards("Kh"))
    assert meant("Kh", ELEVEN, ()) == IllegalCards(cards("Kh"))


def test_numbers_that_are_places_and_ranks_mean_what_can_be_played() -> None:
    remove = Action("remove", cards("5d6c"))
    six = ("5d", "6c", "Kh", "Qh", "Jh", "Th")
    assert meant("5 6", board(*six, legal=(remove,)), ()) == LegalAction(remove)
    both = board(*six, legal=(remove, Action("remove", cards("JhTh"))))
    found = meant("5 6", both, ())
    assert isinstance(found, Invalid)
    assert (found.key, found.actions) == ("place_or_rank", (Action("remove", cards("JhTh")), remove))
    found = meant("56", ELEVEN, ())
    assert isinstance(found, Invalid)
    assert (found.key, len(found.actions)) == ("unclear", 2)


def test_a_listed_number_needs_its_sign_where_numbers_are_places() -> None:
    assert meant("#2", ELEVEN) == LegalAction(Action("remove", cards("5d6h")))
    assert meant("2", ELEVEN) == IllegalCards(cards("6c"))


def test_jokers_are_cards() -> None:
    rocket = view("BJ RJ 3c", play("BJ RJ"), PASS, suits=False)
    assert meant("bj rj", rocket) == meant("RJBJ", rocket) == LegalAction(play("BJ RJ"))


def test_an_action_is_found_by_its_name_and_an_amount_in_its_range() -> None:
    bids = view("3c", Action("bid", amount=10, upto=50), Action("double"), PASS)
    assert meant("bid 20", bids) == LegalAction(Action("bid", amount=20))
    assert meant("double", bids) == LegalAction(Action("double"))
    bid = {"name": "bid", "low": 10, "high": 50}
    assert meant("bid 60", bids) == meant("bid", bids) == Invalid("amount", bid, (bids.legal[0],))


def test_several_verbs_for_the_same_cards_are_told_apart_by_name() -> None:
    both = view("3c", Action("play", cards("3c")), Action("give", cards("3c")))
    found = meant("3c", both)
    assert isinstance(found, Invalid)
    assert found.key == "unclear"
    assert meant("give 3c", both) == LegalAction(Action("give", cards("3c")))


def test_commands_and_talk() -> None:
    assert meant("?") == meant("help") == Command("help")
    assert meant("sort suit") == Command("sort", "suit")
    assert meant("/hello  there ") == ChatText("hello  there")
    assert read("帮助", None, (), Words("zh").commands()) == Command("help")
    assert read("help", None, (), Words("zh").commands()) == Command("help")
    assert meant("nonsense") == Invalid("unknown", {"typed": "nonsense"})
    assert read("9s", None, (), WORDS) == Invalid("unknown", {"typed": "9s"})


@pytest.mark.parametrize("typed", ["q", "j", "t", "a", "k", "2"])
def test_no_command_hides_a_rank(typed: str) -> None:
    assert typed not in WORDS


def test_in_an_auction_a_mere_number_is_the_bid_of_that_number() -> None:
    bids = tuple(Action("bid", amount=n) for n in range(2, 5))
    auction = view("9d 9s 3c", *bids, Action("bid nil"))
    assert meant("3", auction) == LegalAction(bids[1])
    assert meant("2", auction) == LegalAction(bids[0]), "not the second of the list"


CLAIM = Action("claim 7", cards("3c 9d 9s 9h Kh Ks"), pick=(1, 3))
CLAIMS = view("3c 9d 9s 9h Kh Ks Qd", CLAIM, suits=False)


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("9d 3c", "3c 9d"), ("claim 7 9s", "9s"), ("KK", "Kh Ks"), ("3 k k", "3c Kh Ks"), ("9h9s9d", "9d 9s 9h")],
)
def test_cards_out_of_some_are_typed_as_they_are(typed: str, chosen: str) -> None:
    assert meant(typed, CLAIMS) == LegalAction(Action("claim 7", cards(chosen)))


@pytest.mark.parametrize("typed", ["9999", "3c 9d 9s 9h", "Qd", "Qd 9d"])
def test_too_many_or_others_do_not_fit(typed: str) -> None:
    assert isinstance(meant(typed, CLAIMS), IllegalCards | Invalid)


def test_ranks_may_mean_several_cards_where_suits_count() -> None:
    found = meant("9", replace(CLAIMS, suits=True))
    assert isinstance(found, Invalid)
    assert found.key == "unclear"
    assert meant("999", replace(CLAIMS, suits=True)) == LegalAction(Action("claim 7", cards("9d 9s 9h")))


@pytest.mark.parametrize("typed", ["1", "#1"])
def test_the_number_of_a_choice_asks_for_the_cards(typed: str) -> None:
    assert meant(typed, CLAIMS) == Invalid("which_of", {}, (Action("claim 7", cards("3c")),))
