"""Sentences that say why a typed call or claim isn't possible."""

from __future__ import annotations

from collections.abc import Callable

from dealt.game import Say, Seat
from dealt.games.bridge.auction import BIDS, DOUBLE, PASS, REDOUBLE, Auction
from dealt.games.tricks import TrickState


def call_refused(state: TrickState, call: str, contract: str | None, shown: Callable[[str], str]) -> Say | None:
    """Why a call isn't possible; None if it is.

    ``contract`` is the final contract, None in a game without an auction. ``shown`` writes a bid as people do.
    """
    if state.phase == "claim":
        return Say("why.claim")
    if state.phase != "auction":
        return Say("why.no_auction") if contract is None else Say("why.auction_over", {"contract": contract})
    auction = Auction.of(state.calls)
    highest = "" if auction.bid < 0 else shown(BIDS[auction.bid])
    if call == REDOUBLE:
        return Say("why.redouble")
    if call == DOUBLE:
        key = "nothing_to_double" if not highest else "double_own" if auction.ours else "doubled"
        return Say(f"why.{key}", {"bid": highest})
    return None if call == PASS else Say("why.insufficient", {"bid": highest})


def claim_refused(state: TrickState, seat: Seat, verb: str, *, claims: bool, barred: bool) -> Say | None:
    """Why tricks can't be claimed, or a claim can't be answered; None where only the amount is wrong."""
    if not claims:
        return Say("why.no_claims")
    if verb != "claim":
        return Say("why.nothing_claimed")
    if state.phase != "play":
        return Say("why.claim" if state.phase == "claim" else "why.claim_early")
    return Say("why.claim_again") if barred else None
