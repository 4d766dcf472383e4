"""Every action that a game knows but doesn't allow now is refused with a reason, in both languages."""

from __future__ import annotations

from random import Random

import pytest

from dealt.game import Action, View, find, named
from dealt.games import GAMES, make
from dealt.table import Illegal, Table, seed_of
from dealt.texts import LANGUAGES, find_text, sentence
from tests.house import start_deal, variants, walk

RULE_BOOKS = {label: game for label, game in variants().items() if "=" not in label or "preset=" in label}


@pytest.mark.parametrize("label", RULE_BOOKS)
def test_every_name_of_an_action_is_possible_or_answered(label: str) -> None:
    game = RULE_BOOKS[label]
    texts = GAMES[label.partition(":")[0]].texts
    rng = Random(label)
    for steps in (0, 1, 2, 3, 5, 9, 30):
        table = start_deal(game, rng, later=bool(steps % 2))
        walk(table, rng, steps)
        for seat in table.turn:
            view = table.view(seat)
            for each in view.legal:
                if not each.cards:
                    assert named(game.vocabulary, str(each.of(each.amount) if each.amount is not None else each)), each
            for each in game.vocabulary:
                for action in {each, *(each.of(n) for n in (each.amounts[:1] and (0, each.amounts[0], 10**6)) or ())}:
                    if action.upto is not None:
                        continue
                    why = game.refuse(view, action)
                    assert (why is None) == (find(view, action) is not None), action
                    if why is not None:
                        assert why.key != "illegal.action", f"nobody says why {action} isn't possible"
                        for language in LANGUAGES:
                            assert find_text(why.key, texts, language=language), why
                            assert "{" not in sentence(why, texts, language=language), why


def refused(game: str, actions: str, wanted: str, **options: object) -> str:
    """What the table says to an action that isn't possible after others, in English."""
    table: Table = Table(make(game, **options).among_computers(), seed_of("refusals", 0))
    for each in filter(None, actions.split(", ")):
        table.act(table.turn[0], each)
    with pytest.raises(Illegal) as error:
        table.act(table.turn[0], wanted)
    return sentence(error.value.say, GAMES[game].texts)


AUCTION = "bid 1n, pass"


@pytest.mark.parametrize(
    ("actions", "wanted", "why"),
    [
        ("bid 1n", "bid 1h", "Insufficient bid: bid more than 1NT"),
        ("bid 1n", "redouble", "Only a bid of your side that an opponent has doubled can be redoubled"),
        ("bid 1n, pass", "double", "1NT is your own side's bid: only an opponent's bid can be doubled"),
        ("", "double", "Nobody has bid yet, so there is nothing to double"),
        ("bid 1n, double, pass", "double", "1NT is doubled already"),
        ("bid 1n, pass, pass, pass", "bid 2c", "The auction is over: the contract is 1NT"),
        ("bid 1n, pass, pass, pass", "pass", "The auction is over: the contract is 1NT"),
        ("bid 1n", "claim 3", "Tricks can be claimed once the auction is over"),
        ("bid 1n", "accept", "Nobody has claimed tricks"),
        ("bid 1n, pass, pass, pass", "claim 14", "Choose an amount from 0 to 13"),
    ],
)
def test_bridge_says_why_a_call_is_not_possible(actions: str, wanted: str, why: str) -> None:
    assert refused("bridge", actions, wanted) == why


def test_a_claim_that_was_refused_waits_for_the_next_trick() -> None:
    said = refused("bridge", "bid 1n, pass, pass, pass, claim 13, refuse, refuse", "claim 12")
    assert said == "Your claim was refused: you may claim again after this trick"
    assert refused("bridge", "", "bid 1c", mode="mini") == "This game has no auction: play a card"


@pytest.mark.parametrize(
    ("actions", "wanted", "why", "options"),
    [
        ("", "bid 14", "Choose an amount from 1 to 13", {}),
        ("bid 3, bid 3, bid 3, bid 3", "bid 4", "The bids are made: play a card", {}),
        ("", "look", "You see your cards already", {}),
        ("", "bid blind", "Blind nil is not played at this table", {}),
        ("", "bid blind", "Blind nil is for a side that is 100 points behind", {"blind_nil": True}),
        ("bid 3, bid 3", "bid nil", "Your partner has bid 3, and your side must bid 5 together: bid 2 or more",
         {"board_minimum": 5}),
        ("", "bid 3", "Nobody bids in this game: play a card", {"mode": "simple"}),
    ],
)  # fmt: skip
def test_spades_says_why_a_bid_is_not_possible(actions: str, wanted: str, why: str, options: dict[str, object]) -> None:
    assert refused("spades", actions, wanted, **options) == why


@pytest.mark.parametrize(
    ("actions", "wanted", "why"),
    [
        ("bid 2", "bid 1", "2 is bid already: bid more, or pass"),
        ("bid 2", "bid 4", "Bid 3 at most"),
        ("bid 3", "bid 2", "The auction is over: play cards"),
        ("bid 3", "pass", "You lead: choose cards to play"),
    ],
)
def test_dou_dizhu_says_why_a_bid_is_not_possible(actions: str, wanted: str, why: str) -> None:
    assert refused("doudizhu", actions, wanted) == why


@pytest.mark.parametrize(
    ("actions", "wanted", "why", "options"),
    [
        ("bet 2", "check", "There is a bet: call 2, raise or fold", {}),
        ("bet 2", "bet 4", "There is a bet already: raise it", {}),
        ("", "raise 4", "Nobody has bet yet: bet instead of raising", {}),
        ("", "call 2", "There is no bet to call: check, or bet", {}),
        ("", "fold", "There is no bet to answer: check, which costs nothing", {}),
        ("bet 2", "raise 5", "Only 4 is possible now", {}),
        ("bet 5", "raise 6", "Choose an amount from 10 to 199", {"limit": "no"}),
        ("bet 2, raise 4, raise 6, raise 8", "raise 10", "A bet and three raises are the most in a round: call or fold",
         {}),
        ("", "stand pat", "Cards are changed in the draw: first come the bets", {}),
        ("check, check, check, check", "bet 2", "It is the draw: throw cards away, or stand pat", {}),
    ],
)  # fmt: skip
def test_poker_says_why_a_bet_is_not_possible(actions: str, wanted: str, why: str, options: dict[str, object]) -> None:
    assert refused("drawpoker", actions, wanted, **options) == why


def blackjack(hand: str, *, free: int = 100, **options: object) -> View:
    """A round of one seat in which the dealer shows a six and the person holds these cards."""
    from dealt.cards import sequence
    from dealt.games.blackjack.play import Blackjack
    from dealt.games.blackjack.rules import PlayerHand

    game = Blackjack(seats=1, **options)  # type: ignore[arg-type]
    held, up = sequence(hand), sequence("6c 9d")
    rest = tuple(one for one in game.deck if one not in {*held, *up})
    state = game.deal(Random(1))._replace(
        pack=(*held, *up, *rest),
        drawn=len(held) + 2,
        stacks=(100 + free,),
        bets=(100,),
        phase="play",
        hands=((PlayerHand(held, 100),),),
        dealer=up,
        insured=(0,),
        active=0,
    )
    return game.view(state, 0)


@pytest.mark.parametrize(
    ("hand", "wanted", "why", "options"),
    [
        ("2c 3c 4c", "double", "Only a hand of two cards can be doubled", {}),
        ("2c 3c", "double", "Only 9, 10 or 11 can be doubled at this table", {"double_on": "9-11"}),
        ("6c 4d", "double", "Your free chips don't cover another bet of 100", {"free": 50}),
        ("2c 3c", "split", "Only two cards of equal value can be split", {}),
        ("2c 3c", "surrender", "Nobody may surrender at this table", {}),
        ("2c 3c 4c", "surrender", "Only the first two cards can be surrendered", {"late_surrender": True}),
        ("2c 3c", "bet 10", "Your bet is made: play your hand", {}),
        ("2c 3c", "insure 10", "Insurance is offered only while the dealer shows an ace and nobody has played", {}),
    ],
)
def test_blackjack_says_why_a_choice_is_not_possible(
    hand: str, wanted: str, why: str, options: dict[str, object]
) -> None:
    view = blackjack(hand, **options)  # type: ignore[arg-type]
    from dealt.games.blackjack.play import Blackjack

    game = Blackjack(seats=1, **{key: each for key, each in options.items() if key != "free"})  # type: ignore[arg-type]
    action = named(game.vocabulary, wanted)
    assert action is not None
    said = game.refuse(view, action)
    assert said is not None
    assert sentence(said, GAMES["blackjack"].texts) == why


def test_a_stake_out_of_range_says_the_range() -> None:
    assert refused("blackjack", "", "bet 7") == "Choose an amount from 10 to 500 in steps of 10"
    assert refused("blackjack", "", "hit") == "Bet first: then the cards are dealt"


def test_two_choose_packets_once() -> None:
    assert refused("chinesepoker", "take 1", "take 1", seats=2) == "This packet is taken: choose another one"
    assert refused("chinesepoker", "take 1, take 2", "take 3", seats=2) == "Both hands are chosen: play cards"


def test_names_are_found_whatever_the_case() -> None:
    some = [Action("stand pat"), Action("bet", amount=1, upto=9)]
    assert named(some, "Stand  Pat") == some[0]
    assert named(some, "bet 70") == Action("bet", amount=70)
    assert named(some, "bet") is None
    assert named(some, "bet x") is None
