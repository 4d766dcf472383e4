"""The standard system: its rows bid, explain and constrain samples alike, and what used to go wrong goes right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dealt.cards import STANDARD, Cards, cards
from dealt.games import GAMES, make
from dealt.games.bridge import Bridge, call_of
from dealt.games.bridge.auction import PASS, Auction
from dealt.games.tricks import TrickState
from dealt.players.advice.bridge.bidding import Hand, Rule
from dealt.players.advice.bridge.plain import Plain
from dealt.players.advice.bridge.standard.conditions import Scene
from dealt.players.advice.bridge.standard.row import RowError, rows
from dealt.players.advice.bridge.standard.system import call_of_hand, meaning, reading, rules_at, system_rows
from dealt.table import Table, seed_of
from dealt.texts import LANGUAGES, find_text
from scripts.card import card

DOCS = Path(__file__).parents[2] / "docs"


def hand(written: str) -> Cards:
    """A hand of PBN: spades, hearts, diamonds and clubs with dots between."""
    suits = zip("shdc", written.split("."), strict=True)
    return cards(" ".join(rank + suit for suit, ranks in suits for rank in ranks))


def dealt_hands(seed: int) -> tuple[Cards, ...]:
    deck = list(STANDARD)
    Random(seed).shuffle(deck)
    return tuple(sum(1 << one for one in deck[13 * seat : 13 * seat + 13]) for seat in range(4))


def auctions(count: int) -> Iterator[tuple[tuple[Cards, ...], list[Rule]]]:
    """Random deals, the dealer's hand first, and the rules of all their calls."""
    for seed in range(count):
        hands, made, calls = dealt_hands(seed), list[Rule](), tuple[str, ...]()
        while not Auction.of(calls).over:
            made.append(call_of_hand(calls, hands[len(calls) % 4]))
            calls = (*calls, made[-1].call)
        yield hands, made


@pytest.mark.slow
def test_every_call_keeps_its_promise_and_is_read_as_it_was_made() -> None:
    for hands, made in auctions(100):
        calls = tuple(rule.call for rule in made)
        for n, rule in enumerate(made):
            held = Hand(hands[n % 4])
            assert rule.promise.fits(held)
            assert any(each.call == rule.call and each.promise.fits(held) for each in rules_at(calls[:n]))
            told = reading(calls[: n + 1]).promises[n % 4]
            assert told.hcp[0] <= held.hcp <= told.hcp[1], (calls[: n + 1], held.hcp, told)
            for (low, high), length in zip(told.lengths, held.lengths, strict=True):
                assert low <= length <= high, (calls[: n + 1], held.lengths, told)


def test_every_call_that_is_made_has_a_meaning() -> None:
    for _, made in auctions(100):
        read = reading([rule.call for rule in made]).rules
        assert all(rule is not None for rule in read)


def test_every_row_is_explained_in_both_languages() -> None:
    texts = GAMES["bridge"].texts
    names = {row.name for row in system_rows()} | {"any", "placed", "unknown"}
    for language in LANGUAGES:
        told = {key.removeprefix("meaning.") for key in texts[language] if key.startswith("meaning.")}
        assert told == names, "every name has a text, and no text is left of a name that is gone"
    for row in system_rows():
        for language in LANGUAGES:
            assert find_text(f"system.{row.section}", texts, language=language), row.section


def test_an_auction_ends_before_it_gets_absurd() -> None:
    """No two partners push each other to the seven level with a hand that can't make it."""
    for hands, made in auctions(150):
        bids = [rule.call for rule in made if rule.call[0].isdigit()]
        if bids and bids[-1][0] == "7":
            side = next(n for n in reversed(range(len(made))) if made[n].call == bids[-1]) % 2
            assert sum(Hand(hands[n]).points for n in (side, side + 2)) >= 30, bids
        assert len(made) < 30


@pytest.mark.parametrize(
    ("calls", "held", "expected"),
    [
        ("1S P", "KQ85.A4.KJ72.Q83", "2N"),  # a forcing raise
        ("1S P", "KQ85.4.KJ72.Q832", "4H"),  # a splinter
        ("1H P", "854.KQ84.A72.983", "2H"),
        ("1D P", "A4.Q3.KQ965.J842", "2D"),  # a forcing raise of a minor
        ("1S P 2N P", "AQ964.KJ5.3.KQ82", "3D"),  # opener is short
        ("1S P 1N P 2D P", "J4.Q973.J85.KT64", "2S"),  # preference to the first suit
        ("1H P 1S P 2C P", "KJ842.J5.Q873.92", "2H"),
        ("1S 2D", "K984.A5.853.KQ64", "3D"),  # a cue raise
        ("1C 1S P", "Q85.KQ92.AJ74.83", "2C"),  # and one opposite an overcall
        ("1D", "KQT85.AJ962.4.85", "2D"),  # both majors
        ("1S", "4.KQT85.82.AJ962", "2S"),  # hearts and a minor
        ("1H", "4.85.KQT85.AJ962", "2N"),  # both minors
        ("1D X P 1H P", "AKQ4.K3.A5.AQ852", "2C"),  # a strong doubler bids again
        ("1D X P 1S P", "AQ84.AKJ5.5.AK52", "4S"),
        ("1D X P 1S P", "AQ84.KJ5.85.A852", "P"),
        ("1D", "4.85.K63.QT97642", "3C"),  # a seven-card suit is bid
        ("1D P 1S", "4.KJT9642.82.Q83", "3H"),
        ("1S P 2S P P", "84.AQ85.KJ74.Q83", "X"),  # not sold out at the two level
        ("1N P", "K8542.Q3.A84.J83", "2H"),  # a transfer
        ("1N P 2H P", "A84.K93.KQ72.AJ4", "2S"),
        ("1N P", "KJ84.Q3.A842.J83", "2C"),  # Stayman
        ("1N P 2C P", "A84.KQ93.K72.AJ4", "2H"),
        ("2S P", "A8.AK842.AQ84.83", "4S"),
        ("1H P 3H P 4N P", "KJ84.QT83.A84.83", "5D"),  # one ace
        ("1H P 3H P 4N P 5C P", "KQ5.KQJ965.KQ.KQ", "6H"),  # partner has all four
        ("1H P 3H P 4N P 5C P", "AQ5.AKJ965.KQ.KQ", "5H"),  # or none
        ("P P", "KQT973.83.85.J83", "2S"),
        ("P", "83.85.J83.KQT973", "P"),  # two clubs would be strong
        ("1C 1H P", "43.KJ854.Q652.76", "4H"),  # game in partner's suit, not in the other major
        ("1S P 2H P", "AJ532.KJ85.AQ6.6", "4H"),
        ("1H P 2H P", "K4.AQJ73.K.KQJ74", "4H"),  # a raise tells of points
        ("1S P 1N P", "AKJ843.K5.AQ6.84", "4S"),  # no new suit
        ("1C 2H X P", "A42.A96.97.K7432", "3C"),  # a negative double is answered
        ("1C 1S X P", "Q95.K953.T7.AKQ2", "2H"),
        ("1D 1H X P", "K4.AJ2.KJT93.Q84", "1N"),
        ("1D 1H P 2C P 2H P P X P", "Q654.32.QT9.T974", "2S"),  # and so is one that keeps the auction open
        ("1D 1S P 2D X", "KQJ32.K86.T3.Q54", "3S"),  # who has asked does not play there
        ("2N P 3D P 3H P 3S P", "AQ9.KT87.AK76.A6", "4H"),  # a new suit was forcing
        ("", "K7.AKJ764..AKQJ8", "1H"),  # no hand is too good for all openings
        ("1N P 2H P 2S P", "QJ7543.A9.A9.K94", "4S"),
        ("2N P", "653.KJ.52.AKT765", "3N"),
        ("2N P 3H P 3S P", "A7643.T.A3.A7632", "3N"),
        ("1C P 1H P 2N P", "986.A874.A4.9432", "3N"),  # what was bid for want of better doesn't lower the promise
        ("1D P 1S P 1N P", "KT96543.94.AKT.K", "4S"),
        ("1H P 1N P", "9.AKT9743.AKQJ.2", "4H"),
        ("1H P 3H P 4N P 5D P 6H P", "K82.9753.QJ.AT87", "P"),  # a slam in the suit stays there
        ("1D P 1S P 1N 2C P", "AT85.T43.QJ953.6", "P"),  # both majors only against an opening
        ("1C 1N P P", "9.J82.A842.AQ853", "P"),  # a strong notrump is not doubled to keep the auction open
        ("1S 1N X P", "AQJ63.K3.A52.Q42", "P"),  # nor is the double taken out
        ("1N X P", "T72.T752.9643.A8", "P"),
        ("1S X 3S", "T4.Q963.6.AKJ872", "4C"),  # no cue bid without a way back
        ("1C P 1S P 2D P 3N", "KJ9542.KJ9.K3.Q6", "P"),  # nobody bids game in the opponents' suit
        ("1D 1H 3D", "K53.AT87..Q97632", "4H"),  # partner's overcall is raised over a raise
        ("1S 2D P", "965.AKQ84.J.Q975", "2H"),  # and answered at the two level
        ("1D 1H X 1N", "AK85.6.KQJ84.KT2", "3S"),  # a negative double is answered when opponents bid on
        ("1C P P X", "J4.A5.K72.AQT963", "2C"),
        ("2H X P 3S P", "T987.8.KQJ8.AKQ7", "4S"),
        ("1D P 1S 2H P P", "9863.T.A95.AK985", "X"),  # with most of the points, and no trumps of theirs
        ("1D P 1S 2H P P X P", "KQ4.62.KJT72.Q42", "2S"),
    ],
)
def test_hands_that_were_bid_badly_are_bid_well(calls: str, held: str, expected: str) -> None:
    so_far = tuple(calls.split())
    assert Auction.of(so_far).after(expected) is not None
    assert call_of_hand(so_far, hand(held)).call == expected


@pytest.mark.parametrize(
    ("hands", "expected"),
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
def test_who_asks_for_aces_plays_in_the_suit_it_meant(hands: str, expected: str) -> None:
    """Partner has bid two suits, so the others can't tell for which one it asked."""
    held, calls = [hand(each) for each in hands.split()], tuple[str, ...]()
    while not Auction.of(calls).over:
        calls = (*calls, call_of_hand(calls, held[len(calls) % 4]).call)
    assert " ".join(calls) == expected


@pytest.mark.slow
def test_plain_bids_explains_and_weighs_layouts_by_the_rows() -> None:
    game = make("bridge", dealer="n", claims=False)
    assert isinstance(game, Bridge)
    plain, fitting = Plain(game), 0
    for number in range(30):
        table: Table[TrickState] = Table(game, seed_of("plain", number))
        while table.state.phase == "auction" and table.turn:
            (seat,) = table.turn
            wanted = call_of_hand(table.state.calls, table.state.hands[seat]).call
            action = plain.choose(table.view(seat), Random(1))
            assert call_of(action) == wanted
            table.act(seat, str(action))
            calls = table.state.calls
            told = plain.meaning(table.view(seat), len(calls) - 1)
            assert told == meaning(calls)
            assert told.key in {f"meaning.{rule.name}" for rule in rules_at(calls[:-1]) if rule.call == wanted}
        fitting += sum(plain.misfit(table.view(seat), table.state) == 0 for seat in range(4))
    assert fitting > 0.9 * 4 * 30  # points as dummy may be a point more than those that a reading counts


def test_a_layout_fits_the_worse_the_further_hands_lie_outside_their_promises() -> None:
    game = make("bridge", dealer="n", claims=False)
    assert isinstance(game, Bridge)
    table: Table[TrickState] = Table(game, seed_of("plain", 0))
    for call in ("bid 1n", "pass"):
        table.act(table.turn[0], call)
    view, state = table.view(2), table.state
    openers = ("AQ64.KJ5.K32.Q82", "AQ64.KJ5.K32.982", "AQ64.KJ54.K932.2")
    away = [Plain(game).misfit(view, state.changed(hands=(hand(each), 0, 0, 0))) for each in openers]
    assert away[0] == 0 < away[1] < away[2]


@pytest.mark.slow
def test_no_game_is_missed_that_the_promises_make_sure() -> None:
    """Nobody passes partner's bid below game with 26 high-card points together."""
    for hands, made in auctions(1000):
        calls = tuple(rule.call for rule in made)
        for n, call in enumerate(calls):
            scene = Scene(reading(calls[:n]))
            if call == PASS and scene.r.ours and scene.bid and scene.unanswered and not scene.gamed():
                assert scene.partner.hcp[0] + Hand(hands[n % 4]).hcp < 26, calls[:n]


def test_the_forcing_raise_may_not_be_passed() -> None:
    for n in range(200):
        held = dealt_hands(n)[0]
        if call_of_hand((), held).call == "1S":
            assert call_of_hand(("1S", PASS, "2N", PASS), held).call != PASS


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1S (P) | 2S | raise", "four columns"),
        ("1S (P) | 8S | raise | any", "'8S' is no call"),
        ("1S (P) | 2S | Raise | any", "no name"),
        ("1S [P] | 2S | raise | any", "no call of an auction"),
        ("1S (P) | 2S | raise | nice hand", "'nice hand' says nothing"),
        ("... {maybe} | P | pass | any", "'maybe' says nothing"),
    ],
)
def test_a_row_that_says_nothing_is_refused(line: str, why: str) -> None:
    with pytest.raises(RowError, match=why):
        rows(f"[later]\n{line}\n")


@pytest.mark.parametrize(("language", "name"), [("en", "bridge-system.md"), ("zh", "bridge-system.zh.md")])
def test_the_convention_card_is_printed_from_the_rows(language: str, name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == card(language)
