"""A natural bidding system as readable rules: five-card majors, 15-17 notrump, and what goes with them.

Stayman, transfers, Blackwood, weak twos, a strong two clubs, takeout and negative doubles, limit raises and overcalls.
After that both partners go by what is promised so far: how many points and trumps there are together.
"""

from __future__ import annotations

from dealt.players.advice.bridge.bidding import Reading, Rule
from dealt.players.advice.bridge.natural.answers import answer
from dealt.players.advice.bridge.natural.competition import advance_double, advances, defence
from dealt.players.advice.bridge.natural.openings import openings
from dealt.players.advice.bridge.natural.rebids import again, going_on
from dealt.players.advice.bridge.natural.responses import responses
from dealt.players.advice.bridge.natural.terms import acted, agreed, opened, spoke_since

__all__ = ["agreed", "natural"]


def natural(r: Reading) -> list[Rule]:
    """The rules of the seat that calls next."""
    if r.auction.bid < 0:
        return openings(r)
    asked = r.rule(2)
    if asked and not spoke_since(r) and (answers := answer(r, asked)):
        return answers
    partner, mine = acted(r, 2), acted(r, 0)
    if not partner and not mine:
        return defence(r)
    if partner and not mine and asked:
        if asked.name in ("takeout", "reopen"):
            return advance_double(r)
        return responses(r, asked) if opened(r) == 2 else advances(r, asked)
    if mine and not partner:
        return again(r)
    return going_on(r)
