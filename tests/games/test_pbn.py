"""Portable Bridge Notation: boards survive being written and read; unusual files are read or clearly refused."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt.game import OPEN, ExportedDeal
from dealt.games import GAMES, make
from dealt.games.bridge import pbn
from dealt.laid import lay_out
from dealt.players import computer
from dealt.table import Match, Record, import_deals

FILES = Path(__file__).parent / "pbn"
FULL = "board 1: dealer N, vulnerable None, 3NT by E, 10 tricks"
MADE = (-430, 430, -430, 430)

READ: dict[str, list[str]] = {
    "hands_only": ["board 1: dealer N, vulnerable None"],
    "missing_auction": [FULL],
    "notes": [FULL],
    "claimed": [FULL],
    "stopped": ["board 1: dealer N, vulnerable None, 3NT by E"],
    "passed_out": ["board 2: dealer E, vulnerable NS, passed out"],
    "redoubled": ["board 1: dealer N, vulnerable None, 1NTXX by E, 7 tricks"],
    "comments": [FULL],
    "escapes": [FULL],
    "inherited": [
        "board 1: dealer N, vulnerable None",
        "board 2: dealer E, vulnerable NS",
        "board 3: dealer S, vulnerable EW",
    ],
    "crlf": [FULL],
    "bom": [FULL],
    "lower_case": [FULL],
    "unknown_tags": [FULL],
    "several": [
        "board 1: dealer N, vulnerable None",
        "board 6: dealer E, vulnerable EW",
        "board 7: dealer W, vulnerable None",
    ],
    "no_empty_lines": [FULL, "board 2: dealer E, vulnerable NS", "board 3: dealer S, vulnerable EW"],
    "latin_1": ["board 1: dealer N, vulnerable None"],
    "south_first": ["board 1: dealer N, vulnerable None"],
    "no_number": ["a board: dealer W, vulnerable All"],
    "last_passes_missing": [FULL],
    "all_pass": [FULL],
    "no_play": [FULL],
    "own_vulnerability": ["board 1: dealer S, vulnerable EW, 1S by S, 2 tricks"],
    "tags_in_a_line": [FULL],
    "unfinished_auction": ["board 1: dealer N, vulnerable None"],
    "marks": [FULL],
}
REFUSED = {
    "incomplete": "board 1: W has 12 cards, not 13",
    "hand_missing": "board 1: the deal is incomplete: the hand of W is missing",
    "card_twice": "board 1: As is in the hands of N and W",
    "card_twice_in_hand": "board 1: the hand 'KK98.AK3.K32.KJ7' of W has a card twice",
    "five_suits": "board 1: the hand 'KJ98.AK3.K32.KJ.7' of W isn't four suits of AKQJT98765432 with dots between them",
    "three_hands": "board 1: Deal has 3 hands, not 4",
    "ten_written_out": (
        "board 1: the hand 'Q107.QT7.AQ98.QT9' of E isn't four suits of AKQJT98765432 with dots between them"
    ),
    "no_compass": "does not begin with N:, E:, S: or W:",
    "no_deal": "board 4: it has no deal",
    "empty": "there is no board in this file",
    "only_comments": "there is no board in this file",
    "not_pbn": """line 1: 'Dear Ann,' is no tag such as [Board "1"]""",
    "picture": "this is no PBN file: it isn't text",
    "illegal_auction": "board 1: call 6 of the auction, 1D by E, isn't possible",
    "call_that_is_none": "board 1: there is no call 9N",
    "calls_after_the_end": "board 1: the auction goes on after its end, with P",
    "another_contract": "board 1: the auction comes to 3NT by E, but Contract and Declarer say 4S by E",
    "no_declarer": "board 1: the contract has no declarer",
    "revoke": "board 1: W can't play Ks in trick 1",
    "wrong_leader": "board 1: N leads in Play, but S has the lead against 3NT by E",
    "card_of_another": "board 1: S can't play Qh in trick 1",
    "impossible_result": "board 1: Result says 2 tricks, which the cards played don't allow",
    "strange_result": "board 1: Result can't be 'made': it is the number of declarer's tricks",
    "strange_number": "board one: 'one' is no number of a board",
    "strange_dealer": "board 1: Dealer can't be 'Q': it is N, E, S or W",
    "two_dealers": "board 1: Dealer and Auction name different dealers",
    "strange_vulnerability": "board 1: Vulnerable can't be 'some': it is None, NS, EW or All",
    "nothing_to_inherit": "line 5: Event is taken from the board before, which has none",
    "open_comment": "the comment that begins in line 5 isn't closed",
    "half_a_tag": """line 5: '[Event "Club' is no tag such as [Board "1"]""",
    "play_without_contract": "board 1: cannot calculate play history without a contract",
}


def raw(name: str) -> bytes:
    return (FILES / f"{name}.pbn").read_bytes()


def records(written: bytes) -> tuple[Record, ...]:
    return import_deals("bridge", pbn.read(written), make)


def kept(found: tuple[Record, ...]) -> list[Any]:
    """All that PBN holds of some records; dealer and vulnerability are facts of a deal's first view."""
    return [
        (told.game.view(told.first, OPEN), each.laid, each.actions, each.scores, each.players, each.about)
        for record in found
        for each, told in zip(record.deals, record.exported(make), strict=True)
    ]


def test_every_file_is_listed_here() -> None:
    assert {each.stem for each in FILES.glob("*.pbn")} == READ.keys() | REFUSED.keys()
    assert len(READ) >= 20


@pytest.mark.parametrize("name", READ)
def test_an_odd_file_is_read_and_comes_back_whole(name: str) -> None:
    assert [each.title for each in pbn.read(raw(name))] == READ[name]
    found = records(raw(name))
    again = [pbn.write(each.exported(make)).encode() for each in found]
    assert [one for each in again for one in kept(records(each))] == kept(found)


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_can_t_be_played_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(ValueError) as refused:
        pbn.read(raw(name))
    assert REFUSED[name] in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", [name for name, titles in READ.items() if titles == [FULL]])
def test_the_same_board_in_any_spelling_scores_the_same(name: str) -> None:
    (record,) = records(raw(name))
    assert record.deals[0].scores == MADE
    assert record.deals[0].laid["hand 0"] == "2c2h3s4d4h5c6c6h6s8cTdJdAs"


def test_what_the_tags_say_is_kept() -> None:
    (notes,) = pbn.read(raw("notes"))
    assert notes.about == {"call 2": "at least three", "call 4": "forcing: four spades"}
    (other,) = pbn.read(raw("unknown_tags"))
    table = "Rank\\2R;Names;Score\\4R\n1 Ann-Bob 630\n2 Cem-Dee 600"
    assert other.about == {"Weather": "rain", "Room": "Open", "ScoreTable": table}
    (latin,) = pbn.read(raw("latin_1"))
    assert (latin.players[0], latin.about["Event"]) == ("Zoë Müller", "Championnat d'été")
    inherited = pbn.read(raw("inherited"))
    assert [each.about for each in inherited] == [{"Event": "Club evening"}] * 3
    assert [each.players[0] if each.players else "" for each in inherited] == ["Ann", "Ann", "Bob"]


def test_an_auction_that_is_not_known_is_not_written() -> None:
    (record,) = records(raw("missing_auction"))
    assert "[Auction" not in pbn.write(record.exported(make))
    assert [each for each in record.deals[0].actions if "bid" in each] == ["1 bid 3n"]


def test_a_board_under_way_says_no_result() -> None:
    (playing,) = records(raw("stopped"))
    written = pbn.write(playing.exported(make))
    assert '[Result "?"]' in written
    assert '[Contract "3NT"]' in written
    (bidding,) = records(raw("unfinished_auction"))
    assert '[Contract "?"]' in pbn.write(bidding.exported(make))


def test_a_huge_line_is_read() -> None:
    long = "x" * 200_000
    (found,) = pbn.read(raw("claimed") + f'[Remark "{long}"]\n'.encode())
    assert found.about["Remark"] == long


def match(preset: str, deals: int, seed: int) -> Record:
    """Boards that computers play at random, with claims that are accepted now and then."""
    game, rng = make("bridge", preset), Random(seed)
    player, found = computer("random", game), Match(game)
    while found.deals < deals and not found.final:
        number = found.deals
        about = {"Event": "Cup", "Site": "Club", "Date": "2026.01.02", "Room": "Open", "call 1": "weak {or so}; 6-9"}
        table = found.deal(rng.randbytes(32), players=("Ann", "Bob", "Čem", "戴"), about=about)
        while table.turn:
            seat = table.turn[0]
            legal = table.view(seat).legal
            if any(each.verb == "accept" for each in legal):
                table.act(seat, "accept")
            elif legal[-1].verb == "claim" and number % 2 and table.step > 20:
                table.act(seat, f"claim {rng.randint(0, legal[-1].upto or 0)}")
            else:
                action = player.choose(table.view(seat), rng)
                table.act(seat, legal[0] if action.verb == "claim" else action)
        found.end()
    return found.record()


@pytest.mark.parametrize("seed", range(3))
def test_deals_come_back_from_pbn_as_they_went(seed: int) -> None:
    record = match("duplicate", 4, seed)
    written = pbn.write(record.exported(make))
    (again,) = records(written.encode())
    assert again.options == record.options
    for one, other in zip(record.deals, again.deals, strict=True):
        assert (other.actions, other.scores, other.players, other.about) == (
            one.actions,
            one.scores,
            one.players,
            one.about,
        )
    assert [each.first.hands for each in again.exported(make)] == [each.first.hands for each in record.exported(make)]
    assert again.verify(make) == [""] * 4
    assert pbn.write(again.exported(make)) == written


def test_each_board_of_a_match_is_dealt_by_its_own_dealer() -> None:
    record = match("duplicate", 3, 9)
    for told, board in zip(record.exported(make), pbn.read(pbn.write(record.exported(make)).encode()), strict=True):
        game = make("bridge", **board.options)
        alone = game.view(lay_out(game, bytes(32), board.laid), OPEN)
        whole = told.game.view(told.first, OPEN)
        assert (alone.piles, alone.turn) == (whole.piles, whole.turn)
        assert set(alone.facts) == set(whole.facts)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*READ, *REFUSED])
def test_a_damaged_file_is_read_or_refused_and_nothing_else(name: str) -> None:
    rng = Random(name)
    for _ in range(60):
        damaged = bytearray(raw(name) or b"[")
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(damaged))
            some = rng.choice(
                [b"", b"\n", b'"', b"{", b"}", b"-", b"*", b"=9=", b"#", b"\xff", b"X", b"[Deal", b"\n\n"]
            )
            damaged[at : at + rng.randint(0, 3)] = some
            damaged = damaged or bytearray(b"[")
        said = ""
        try:
            records(bytes(damaged))
        except ValueError as error:
            said = str(error)
        assert "\n" not in said


def test_a_rubber_is_written_with_its_vulnerability() -> None:
    record = match("rubber", 6, 5)
    boards = pbn.read(pbn.write(record.exported(make)).encode())
    assert len(boards) == len(record.deals)
    for told, board in zip(record.exported(make), boards, strict=True):
        facts = told.game.view(told.first, None).facts
        seats = {each.owner for each in facts if each.name == "vulnerable"}
        sides = {0: "none", 2: "ns" if 0 in seats else "ew", 4: "both"}[len(seats)]
        assert board.options.get("vulnerability") == sides
        assert board.about["Scoring"] == "Rubber"


def test_the_game_without_an_auction_is_not_written() -> None:
    game = make("bridge", "mini")
    with pytest.raises(ValueError, match="this mode has none"):
        pbn.write([ExportedDeal(game, game.deal(Random(1)))])


def test_a_line_of_hands_may_leave_some_open() -> None:
    line = "N:A63.642.JT4.8652 - 542.J985.765.A43 -"
    assert pbn.cards(line) == {"hand 0": "2c2h3s4d4h5c6c6h6s8cTdJdAs", "hand 2": "2s3c4c4s5d5h5s6d7d8h9hJhAc"}
    assert pbn.cards("hand 0=As") is None
    with pytest.raises(ValueError, match="no hand is given"):
        pbn.cards("N:- - - -")


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.partition(".")[0] == "endplay"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "endplay", None)
    (offered,) = GAMES["bridge"].formats
    for use in (lambda: offered.read(raw("claimed")), lambda: offered.write(()), lambda: offered.cards("N:- - - -")):
        with pytest.raises(ImportError, match=r'pip install "dealt\[bridge\]"'):
            use()
