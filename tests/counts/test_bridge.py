"""Published counts of bridge: results and scores (Law 77's table), bids and calls, and the number of auctions."""

from __future__ import annotations

from dealt.games import make
from dealt.games.bridge import BIDS, CALLS, Auction, Bridge, call_of
from dealt.games.bridge.scoring import duplicate
from dealt.table import Table, seed_of

AUCTIONS = 128745650347030683120231926111609371363122697557
"""All complete auctions, four passes among them, as the rules digest has it."""


def test_results_and_their_scores() -> None:
    found = [
        duplicate(level, strain, doubled, tricks, vulnerable)
        for level in range(1, 8)
        for strain in "CDHSN"
        for doubled in range(3)
        for tricks in range(14)
        for vulnerable in (False, True)
    ]
    assert len(found) == 2940
    assert len(set(found)) == 219
    assert (min(found), max(found)) == (-7600, 3160)


def test_bids_and_calls() -> None:
    assert (len(BIDS), len(CALLS)) == (35, 38)
    assert list(BIDS) == sorted(BIDS, key=lambda bid: (bid[0], "CDHSN".index(bid[1])))
    table = Table(make("bridge"), seed_of(1, 0))
    offered = [call_of(each) for each in table.view(0).legal]
    assert offered == [*BIDS, "P"]


def reachable() -> set[Auction]:
    """All that an auction can be like."""
    found, fresh = {Auction()}, [Auction()]
    while fresh:
        follow = {state.after(call) for state in fresh for call in state.legal()} - found
        found |= follow
        fresh = list(follow)
    return found


def test_the_number_of_auctions() -> None:
    ways: dict[Auction, int] = {}
    for state in sorted(reachable(), key=lambda each: (each.bid, each.doubled, each.passes), reverse=True):
        ways[state] = 1 if state.over else sum(ways[state.after(call)] for call in state.legal())
    assert ways[Auction()] == AUCTIONS


def test_the_game_goes_by_the_auction_that_was_counted() -> None:
    """What the game offers at a table is what was counted, along auctions of every kind."""
    game = make("bridge")
    assert isinstance(game, Bridge)
    for calls in ("P P P 1C X XX P P", "1S X P P XX P P", "1N P P X XX 2C X P P", "7N X XX P P", "P P P"):
        table = Table(game, seed_of(2, 0))
        auction = Auction()
        for call in calls.split():
            (seat,) = table.turn
            table.act(seat, next(each for each in table.view(seat).legal if call_of(each) == call))
            auction = auction.after(call)
            assert [call_of(each) for each in table.view(table.turn[0]).legal] == list(auction.legal())
