"""Poker hand histories: deals survive being written and read; unusual files are read or clearly refused."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt.game import ExportedDeal
from dealt.games import make
from dealt.games.drawpoker.history import PHH, read, write
from dealt.players import computer
from dealt.table import Match, Record, import_deals

ABOUT = {"event": "Cup", "day": "3", "time": "12:30:00", "hand": "Final hand", "table": "7", "_room": "[1, 2]"}
HAND = """
variant = "N5C1D"
antes = [1, 1, 1]
blinds_or_straddles = [0, 0, 0]
min_bet = 2
starting_stacks = [100, 60, 200]
players = ["Ann", "Bob", "Čem"]
actions = [
  "d dh p1 2c2d7h8sKd", "d dh p2 ??????????", "d dh p3 AcAdAh5s9c",
  "p1 cbr 4 # as always", "p2 f", "p3 cc",
  "", "# the draw",
  "p1 sd 7h8sKd", "p3 sd 5s9c", "d dh p1 2h3c4d", "d dh p3 6d6h",
  "p1 cbr 20", "p3 cbr 96", "p1 cc",
  "p1 sm -", "p3 sm AcAdAh6d6h",
]
"""


def match(preset: str, deals: int, seed: int, name: str = "drawpoker", **options: Any) -> Record:
    """Deals played at random, up to the first after which a seat is out of chips."""
    game, rng = make(name, preset, **options), Random(seed)
    player, found = computer("random", game), Match(game)
    names = ("Ann", "Bob", "Čem", "戴", "Eve", "Flo", "Gus", "Hal")[: game.seats]
    while found.deals < deals and not found.final and not (found.table and 0 in found.table.state.stacks):
        table = found.deal(rng.randbytes(32), players=names, about=ABOUT)
        while table.turn:
            seat = table.turn[0]
            table.act(seat, player.choose(table.view(seat, log=False), rng))
        found.end()
    return found.record()


def kept(record: Record) -> list[Any]:
    """All that PHH holds of a record."""
    return [(each.actions, each.scores, each.players, dict(each.about)) for each in record.deals]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("limit", {}),
        ("limit", {"seats": 2, "ante": 3, "bet": 7}),
        ("nolimit", {"small_blind": 2, "big_blind": 5}),
        ("nolimit", {"seats": 2, "ace_four": True}),
        ("nolimit", {"seats": 2, "limit": "fixed", "small_blind": 3, "big_blind": 7}),
        ("jacks", {"limit": "pot", "stack": 50}),
        ("limit", {"seats": 6, "max_draw": 5, "wheel": False, "rebuy": True}),  # the stock runs out
    ],
)
def test_deals_come_back_as_they_went(preset: str, options: dict[str, Any], seed: int) -> None:
    record = match(preset, 4, seed, **options)
    written = write(record.exported(make))
    (again,) = import_deals("drawpoker", read(written.encode()), make)
    assert (kept(again), again.options) == (kept(record), record.options)
    assert write(again.exported(make)) == written
    assert [each.first.hands for each in again.exported(make)] == [each.first.hands for each in record.exported(make)]
    assert again.verify(make) == [""] * len(record.deals)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("preset", "options", "code"),
    [
        ("nolimit", {}, "NT"),
        ("nolimit", {"seats": 2, "stack": 20}, "NT"),  # all in before the flop
        ("limit", {"seats": 8, "rebuy": True}, "FT"),
        ("nolimit", {"limit": "pot", "seats": 3, "small_blind": 2, "big_blind": 5}, "PT"),
        ("omaha", {}, "PO"),
        ("omaha", {"limit": "fixed", "seats": 2}, "FO"),
        ("sitngo", {"rise": 1, "stack": 10_000}, "NT"),
        ("sitngo", {"rise": 2, "stack": 10_000, "limit": "fixed"}, "FT"),
    ],
)
def test_deals_with_a_board_come_back_as_they_went(preset: str, options: dict[str, Any], code: str, seed: int) -> None:
    record = match(preset, 6, seed, "holdem", **options)
    written = write(record.exported(make))
    deals = read(written.encode())
    (again,) = import_deals(deals[0].game, deals, make)
    assert (kept(again), again.options, again.game) == (kept(record), record.options, "holdem")
    assert write(again.exported(make)) == written
    assert f'variant = "{code}"' in written
    ours, theirs = record.exported(make), again.exported(make)
    assert [(each.first.hands, each.first.deal) for each in ours] == [(e.first.hands, e.first.deal) for e in theirs]
    assert again.verify(make) == [""] * len(record.deals)
    for told, deal in zip(ours, deals, strict=True):  # and each by itself
        (alone,) = import_deals("holdem", [deal._replace(match=None)], make)
        state = alone.exported(make)[0].first
        assert state._replace(stock=()) == told.first._replace(stock=())


def test_who_has_nothing_left_after_the_blinds_is_kept() -> None:
    """Then the deal is over as it begins: no action is needed for the board."""
    game = make("holdem", seats=2, stack=20, small_blind=5, big_blind=10)
    first = game.deal(Random(3))
    begun = game.started(1, (4, 10), (0, 0), first.hands, first.stock)
    assert not game.turn(begun)
    written = write([ExportedDeal(game, begun)])
    assert sum("d db" in line for line in written.splitlines()) == 3
    (record,) = import_deals("holdem", read(written.encode()), make)
    assert write(record.exported(make)) == written


def test_a_match_of_two_in_which_blinds_rise_comes_back_whole() -> None:
    """Also deals that the blinds decide: nobody has anything to do in them."""
    idle = 0
    for seed in range(30):
        record = match("sitngo", 200, seed, "holdem", rise=1, seats=2, stack=100)
        idle += sum(not each.actions for each in record.deals[1:])
        (again,) = import_deals("holdem", read(write(record.exported(make)).encode()), make)
        assert (kept(again), again.options) == (kept(record), record.options)
    assert idle


BOARD = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 60, 200]
actions = [
  "d dh p1 ????", "d dh p2 AcAd", "d dh p3 KhKs",
  "p3 cbr 6", "p1 f", "p2 cc",
  "d db 2c7hTs", "p2 cc", "p3 cbr 54", "p2 cc", "d db 3d", "d db 4d", "p2 sm AcAd", "p3 sm KhKs",
]
"""


def test_a_hand_with_a_board_of_another_program_is_read() -> None:
    (deal,) = read(BOARD.encode())
    (record,) = import_deals(deal.game, [deal], make)
    assert (record.game, record.deals[0].scores) == ("holdem", (-1, 61, -60))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"d db 4d", ', "", "4 cards come to the board, but 5 should"),
        ('"d db 4d"', '"d db 4d6d"', "6 cards come to the board, but 5 should"),
        ("2c7hTs", "2c7hAc", "Ac is dealt twice"),
        ('"p2 cc", "d db 3d"', '"p2 sd", "d db 3d"', "action 6, 'p2 sd', isn't possible"),
        ("[0, 0, 0]", "[1, 1, 1]", "either all pay an ante, or the first two players pay blinds"),
        ("min_bet = 2", "min_bet = 4", "the least bet should be the big one"),
        (
            "min_bet = 2",
            "min_bet = 2\n_rise = 3\n_deal = 3",
            "in deal 4 blinds should be 2 times those of the first one",
        ),
        ("min_bet = 2", "min_bet = 2\n_rise = -1", "_rise can't be -1"),
        ("AcAd", "AcAd2s", "p2 gets 3 cards, not 2"),
    ],
)
def test_a_board_that_can_t_be_so_is_refused(old: str, new: str, said: str) -> None:
    assert old in BOARD
    with pytest.raises(ValueError, match=re.escape(said)):
        read(BOARD.replace(old, new).encode())


def test_a_file_has_deals_of_one_game() -> None:
    with pytest.raises(ValueError, match="the deals of a file should be of one game"):
        read(f"[1]{HAND}\n[2]{BOARD}".encode())


def test_a_deal_by_itself_is_set_up_as_it_was() -> None:
    """Seats, dealer and chips are those of the deal, whatever came before it."""
    record = match("limit", 3, 4)
    for told, deal in zip(record.exported(make), read(write(record.exported(make)).encode()), strict=True):
        (alone,) = import_deals("drawpoker", [deal._replace(match=None)], make)
        state = alone.exported(make)[0].first
        assert (state.hands, state.stacks, state.dealer, state.turn) == (
            told.first.hands,
            told.first.stacks,
            told.first.dealer,
            told.first.turn,
        )
        assert alone.deals[0].actions == deal.actions


def test_where_somebody_is_out_the_others_go_on_as_a_smaller_match() -> None:
    game = make("drawpoker", "nolimit", seats=3, stack=20)
    found: Match[Any] = Match(game)
    rng, player, fewer = Random(2), computer("random", game), 0
    while fewer < 3 and not found.final:
        table = found.deal(rng.randbytes(32), players=("Ann", "Bob", "Čem"))
        fewer += any(not hand for hand in table.first.hands)
        while table.turn:
            (seat,) = table.turn
            table.act(
                seat,
                "fold"
                if fewer and "fold" in map(str, table.view(seat).legal)
                else player.choose(table.view(seat), rng),
            )
        found.end()
    told = found.record().exported(make)
    out = next(seat for seat, hand in enumerate(told[-1].first.hands) if not hand)
    fields = tomllib.loads(write(told[-1:]))
    assert (fields["seat_count"], out + 1 in fields["seats"], len(fields["seats"])) == (3, False, 2)
    whole, small = import_deals("drawpoker", read(write(told).encode()), make)
    assert (whole.options["seats"], small.options["seats"]) == (3, 2)
    assert [len(whole.deals), len(small.deals)] == [len(told) - 3, 3]
    assert small.deals[0].players == tuple(name for seat, name in enumerate(("Ann", "Bob", "Čem")) if seat != out)
    stacks = [tuple(chips for seat, chips in enumerate(each.first.stacks) if seat != out) for each in told[-3:]]
    assert [each.first.stacks for each in small.exported(make)] == stacks


HEADS_UP = """
variant = "N5C1D"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 60]
players = ["Ann", "Ben"]
actions = [
  "d dh p1 2c2d7h8sKd", "d dh p2 AcAdAh5s9c",
  "p2 cbr 6", "p1 cc",
  "p1 sd 7h8s", "p2 sd 5s9c", "d dh p1 2h3c", "d dh p2 6d6h",
  "p1 cc", "p2 cbr 10", "p1 f",
]
"""


def test_of_two_the_second_player_deals_and_has_the_small_blind() -> None:
    """PHH tells the blinds of two by their order of play, small blind first; its second player is the dealer."""
    (deal,) = read(HEADS_UP.encode())
    assert deal.actions[:3] == ("1 raise 6", "0 call 4", "0 draw 7h8s")
    (record,) = import_deals("drawpoker", [deal], make)
    (told,) = record.exported(make)
    assert (told.first.dealer, told.first.bets, told.first.turn) == (1, (2, 1), 1)
    assert record.deals[0].scores == (-6, 6)
    fields = tomllib.loads(write([told]))
    assert (fields["blinds_or_straddles"], fields["starting_stacks"]) == ([1, 2], [100, 60])
    with pytest.raises(ValueError, match="small_blind can't be 2 with a big_blind of 1"):
        read(HEADS_UP.replace("[1, 2]", "[2, 1]").encode())


def test_deals_that_do_not_go_on_are_each_by_themselves() -> None:
    one, other = match("limit", 1, 3), match("limit", 1, 4)
    deals = read(write([*one.exported(make), *other.exported(make)]).encode())
    assert [each.match for each in deals] == [None, None]
    assert len(import_deals("drawpoker", deals, make)) == 2


def test_chips_that_are_bought_again_are_kept() -> None:
    """PHH has no notation for it: purchases after a deal stand in a field of our own, in order."""
    record = bought = None
    for seed in range(40):
        record = match("nolimit", 6, seed, rebuy=True, stack=20, seats=3)
        bought = [each for each in record.deals if each.actions[-1].endswith("buy 20")]
        if bought and bought[0] is not record.deals[-1]:
            break
    assert record
    assert bought
    told = record.exported(make)
    at = record.deals.index(bought[0])
    fields = tomllib.loads(write(told[at : at + 1]))
    assert fields["_bought"][-1].endswith(" buy")
    assert not any("buy" in each for each in fields["actions"])
    assert sum(fields["finishing_stacks"]) == sum(fields["starting_stacks"])
    (again, *_) = import_deals("drawpoker", read(write(told[: at + 2]).encode()), make)
    assert kept(again) == kept(record)[: len(again.deals)]
    without = "\n".join(line for line in write(told[at : at + 1]).splitlines() if not line.startswith("_bought"))
    (deal,) = read(without.encode())
    assert all(each.endswith("buy 20") for each in deal.actions if "buy" in each or "sit" in each)
    for wrong, said in (
        ('["p9 buy"]', "_bought, 'p9 buy', isn't possible"),
        ("7", "_bought can't be 7: it is a list of texts, such as 'p1 buy' or 'p2 watch'"),
    ):
        with pytest.raises(ValueError, match=re.escape(said)):
            read(f"_bought = {wrong}\n{without}".encode())


def test_a_hand_of_another_program_is_read() -> None:
    (deal,) = read(HAND.encode())
    assert deal.title == "deal 1: 3 players, no limit, pot 202"
    assert deal.players == ("Ann", "Bob", "Čem")
    assert deal.actions == (
        "0 bet 4",
        "1 fold",
        "2 call 4",
        "0 draw 7h8sKd",
        "2 draw 5s9c",
        "0 bet 20",
        "2 raise 96",
        "0 call 75",
    )
    (record,) = import_deals("drawpoker", [deal], make)
    assert record.deals[0].scores == (-100, -1, 101)
    first = record.exported(make)[0].first
    assert (first.stacks, first.dealer) == ((99, 59, 199), 2)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"p2 f"', '"p3 f"', "action 2 is 'p3 f', but it is the turn of p2"),
        ('"p1 cbr 4 # as always"', '"p1 f"', "action 1, 'p1 f', isn't possible"),
        ("cbr 20", "cbr 1", "action 6, 'p1 cbr 1', isn't possible"),
        ("cbr 20", "cbr much", "could not convert string to float: 'much'"),
        ("cbr 20", "pb", "action 6, 'p1 pb', isn't possible"),
        ("2c2d7h8sKd", "2c2d7h8s", "p1 gets 4 cards, not 5"),
        ("2c2d7h8sKd", "2c2dAh8sKd", "Ah is dealt twice"),
        ("2c2d7h8sKd", "2c2d1h8sKd", "not a card: '1h'"),
        ("d dh p2 ??????????", "d db 2s3s4s", "'d db 2s3s4s' has no place in draw poker"),
        ('"d dh p1 2h3c4d"', '"d dh p1 2h3c"', "p1 throws 3 cards: as many known ones should come"),
        ('"p1 sd 7h8sKd"', '"p1 sd 7h8sQd"', "action 4, 'p1 sd 7h8sQd', isn't possible"),
        ('"p1 sm -"', '"p1 cc"', "'p1 cc' comes after the end"),
        ('"N5C1D"', '"NS"', "variant 'NS' isn't played here: there are F5C1D, P5C1D, N5C1D for draw poker; FT, PT"),
        ('"N5C1D"', '"NT"', "the first two players should pay blinds, and the least bet should be the big one"),
        ("[1, 1, 1]", "[1, 1, 2]", "antes should be the same for all"),
        ("[1, 1, 1]", "[0, 0, 0]", "these rules aren't played here: ante can't be 0: it takes 1 to 100"),
        ("[1, 1, 1]", "[1, 1]", "antes has 2 numbers for 3 players"),
        ("[1, 1, 1]", '"one"', "antes is missing: it is a list with a number for each player"),
        ("[0, 0, 0]", "[1, 2, 4]", "either all pay an ante, or the first two players pay blinds"),
        ("[100, 60, 200]", "[100, 60.5, 200]", "starting_stacks can't hold 60.5: chips are whole numbers here"),
        ("[100, 60, 200]", "[100, inf, 200]", "starting_stacks can't hold inf: chips are whole numbers here"),
        ("[100, 60, 200]", "[100, 0, 200]", "starting_stacks should all be above 0"),
        ("[100, 60, 200]", "[100]", "draw poker is for 2 to 6 players, and starting_stacks has 1"),
        ("min_bet = 2", "small_bet = 2", "min_bet is missing: it is a whole number"),
        ("min_bet = 2", "min_bet = 2\nseats = [1, 3, 2]", "seats should go round the table from the dealer's left"),
        ("min_bet = 2", "min_bet = 2\nseats = [1, 1, 2]", "seats should be 3 different numbers"),
        ("min_bet = 2", "min_bet = 2\n_max_draw = 2", "these rules aren't played here: max_draw can't be 2"),
        ("min_bet = 2", "min_bet = ", "this is no PHH file: Invalid value (at line 5, column 11)"),
        ("actions = [", "moves = [", "actions is missing: it is a list of texts, such as 'p1 cc'"),
        ('"p3 cc"', '"p3"', "'p3' is no action"),
        (
            "min_bet = 2",
            "min_bet = 2\nfinishing_stacks = [1, 2, 3]",
            "finishing_stacks should be [0, 59, 301], by the rules",
        ),
    ],
)
def test_a_file_that_can_t_be_played_is_refused_in_one_line(old: str, new: str, said: str) -> None:
    assert old in HAND
    with pytest.raises(ValueError) as refused:
        read(HAND.replace(old, new).encode())
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_deal_of_the_documentation_is_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "phh.md").read_text(encoding="utf-8")
    written = page.split("```toml\n")[1].split("```")[0]
    (record,) = import_deals("drawpoker", read(written.encode()), make)
    assert write(record.exported(make)).splitlines()[:10] == written.splitlines()[:10]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "there is no deal in this file"),
        (b"\xff\xfe", "this is no PHH file: it isn't text in UTF-8"),
        (b'a = "b"', "deal a: this is no PHH file: a deal has fields"),
        (b"[1]\n" + HAND.encode() + b"[2]\nvariant = 1", "deal 2: starting_stacks is missing"),
    ],
)
def test_other_files_are_refused(raw: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(raw)


def test_a_damaged_file_is_read_or_refused_and_nothing_else() -> None:
    rng = Random(5)
    for _ in range(150):
        damaged = bytearray(HAND.encode())
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(damaged))
            damaged[at : at + rng.randint(0, 3)] = rng.choice([b"", b"\n", b'"', b"[", b"?", b"p9", b"sd", b"=", b"99"])
        said = ""
        try:
            import_deals("drawpoker", read(bytes(damaged)), make)
        except ValueError as error:
            said = str(error)
        assert "\n" not in said


def test_a_deal_under_way_is_written_and_goes_on() -> None:
    game = make("drawpoker", "limit")
    table: Any = Match(game).deal(bytes(32))
    table.act(table.turn[0], "bet 2")
    written = write([ExportedDeal(game, table.first, table.moves)])
    assert "finishing_stacks" not in written
    (deal,) = read(written.encode())
    assert deal.title == "deal 1: 4 players, fixed limit, pot 6, not over"
    assert len(deal.actions) == 1


def test_the_demonstration_for_one_is_not_written() -> None:
    game = make("drawpoker", "assignment")
    with pytest.raises(ValueError, match="one who plays alone makes none"):
        write([ExportedDeal(game, game.deal(Random(1)))])
    assert PHH.cards("2c 3c 4c 5c 6c") is None


# --- as another program plays it ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("blinds", [False, True])
@pytest.mark.parametrize(("limit", "seats"), [("no", 2), ("no", 4), ("fixed", 3), ("fixed", 2)])
def test_pokerkit_comes_to_the_same_chips(limit: str, seats: int, blinds: bool) -> None:
    """PokerKit plays the actions of our files after its own rules of betting, side pots and hands."""
    kit = pytest.importorskip("pokerkit")
    for seed in range(6):
        record = match("limit", 1, seed, limit=limit, seats=seats, stack=30, blinds=blinds)
        fields = tomllib.loads(write(record.exported(make)))
        state = _kit_state(kit, fields)
        for action in fields["actions"]:
            kit.parse_action(state, action)
        assert state.stacks == fields["finishing_stacks"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("nolimit", {"stack": 40}),
        ("nolimit", {"seats": 2, "stack": 20}),
        ("limit", {"seats": 6}),
        ("omaha", {"stack": 50}),
        ("sitngo", {"rise": 1, "stack": 100}),
    ],
)
def test_pokerkit_reads_our_files_with_a_board(preset: str, options: dict[str, Any]) -> None:
    """And comes to the same chips, also in side pots and where blinds take the last ones."""
    kit = pytest.importorskip("pokerkit")
    for seed in range(12):
        for told in match(preset, 4, seed, "holdem", **options).exported(make):
            written = write([told])
            *_, state = kit.HandHistory.loads(written)
            assert state.stacks == tomllib.loads(written)["finishing_stacks"]


def _kit_state(kit: Any, fields: dict[str, Any]) -> Any:
    """Five-card draw in PokerKit, which has no class of that name: two streets, a draw before the second."""
    fixed = fields["variant"] == "F5C1D"
    bets = (fields["small_bet"], fields["big_bet"]) if fixed else (fields["min_bet"],) * 2
    streets = tuple(
        kit.Street(False, (False,) * 5 * (not n), 0, bool(n), kit.Opening.POSITION, bet, 4 if fixed else None)
        for n, bet in enumerate(bets)
    )
    automations = (
        kit.Automation.ANTE_POSTING,
        kit.Automation.BET_COLLECTION,
        kit.Automation.BLIND_OR_STRADDLE_POSTING,
        kit.Automation.HAND_KILLING,
        kit.Automation.CHIPS_PUSHING,
        kit.Automation.CHIPS_PULLING,
    )
    return kit.State(
        automations,
        kit.Deck.STANDARD,
        (kit.StandardHighHand,),
        streets,
        kit.BettingStructure.FIXED_LIMIT if fixed else kit.BettingStructure.NO_LIMIT,
        True,
        tuple(fields["antes"]),
        tuple(fields["blinds_or_straddles"]),
        0,
        tuple(fields["starting_stacks"]),
        len(fields["starting_stacks"]),
    )
