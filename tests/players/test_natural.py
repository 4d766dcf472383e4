"""Bidding by the natural system: whole auctions of four hands, the dealer's first, written as PBN writes hands."""

from __future__ import annotations

import pytest

from dealt.cards import Cards, cards
from dealt.games.bridge.auction import Auction
from dealt.players.advice.bridge.bidding import choose, read
from dealt.players.advice.bridge.natural import agreed, natural


def hand(written: str) -> Cards:
    """A hand of PBN: spades, hearts, diamonds and clubs with dots between."""
    suits = zip("shdc", written.split("."), strict=True)
    return cards(" ".join(rank + suit for suit, ranks in suits for rank in ranks))


def auction(hands: str) -> str:
    """The calls of four hands until the auction is over, the dealer's first."""
    held, calls = [hand(each) for each in hands.split()], []
    assert sum(each.bit_count() for each in held) == sum(held).bit_count() == 52
    while not Auction.of(calls).over:
        calls.append(choose(natural, calls, held[len(calls) % 4]).call)
    return " ".join(calls)


@pytest.mark.parametrize(
    ("hands", "calls"),
    [
        # four clubs for partner's six, three spades for partner's four
        ("K9742..64.AK7654 JT.QJ84.K98532.Q 653.A765.QJ.J832 AQ8.KT932.AT7.T9", "1C P 1H P 1S P 1N P 2C P P P"),
        # two clubs for partner's six, three spades for partner's four
        ("AK83.654..KQ8543 J75.KQ8.A9853.T7 Q92.AT932.KT7.96 T64.J7.QJ642.AJ2", "1C P 1H P 1S P 1N P 2C P P P"),
        # four clubs and three spades for partner's four of each
        ("AKT4.A.QJ96.Q764 87652.T76.AT4.T9 J93.9542.K3.K853 Q.KQJ83.8752.AJ2", "1D P 1H P 1S P 1N P 2C P P P"),
    ],
)
def test_no_preference_leaves_the_longer_clubs(hands: str, calls: str) -> None:
    assert auction(hands) == calls


def test_a_preference_goes_to_the_suit_that_is_longer_in_both_hands_together() -> None:
    calls = ["1D", "P", "1H", "P", "1S", "P", "1N", "P", "2C", "P"]  # four spades and four clubs
    assert choose(natural, calls, hand("J93.9542.K73.K85")).call == "P"
    assert choose(natural, calls, hand("J93.95432.K73.K5")).call == "2S"


def test_where_the_opponents_bid_last_there_is_no_suit_of_partners_to_leave() -> None:
    """Partner's double shows hearts; the four small spades are the opponents' suit and stop nothing."""
    calls = ["1D", "1S", "X", "P"]
    assert choose(natural, calls, hand("7532.AQ4.AQ654.K")).call == "2H"


@pytest.mark.parametrize(
    ("hands", "calls"),
    [
        (
            "964.Q98.JT94.983 .KT7654.K8765.AJ QT875.J.Q.T76542 AKJ32.A32.A32.KQ",
            "P 1H P 1S P 2D P 4N P 5D P 6H P P P",
        ),
        (
            "AQ652.QJ832.JT7. KT974.4.852.J975 .AK97.Q643.AKQT3 J83.T65.AK9.8642",
            "1S P 2C P 2H P 4N P 5D P 6H P P P",
        ),
    ],
)
def test_who_asks_for_aces_plays_in_the_suit_it_meant(hands: str, calls: str) -> None:
    """Partner has bid two suits, so the others can't tell for which one it asked."""
    assert auction(hands) == calls


def test_five_clubs_shows_no_ace_or_four() -> None:
    calls = ["1S", "P", "4N", "P", "5C", "P"]
    assert choose(natural, calls, hand("KQJ5.KQ4.KQ4.KQJ")).call == "6S"  # partner has all four
    assert choose(natural, calls, hand("KQJ5.AKQ.AKQ.KQJ")).call == "5S"


def test_a_suit_is_agreed_with_eight_cards_together() -> None:
    assert (
        agreed(read(natural, ["1H", "P", "1S", "P", "2D", "P"])) is None
    )  # five hearts and none, four spades and none
    assert agreed(read(natural, ["1H", "P", "2H", "P"])) == 2
    assert agreed(read(natural, ["3D", "P"])) is None  # seven, so far
