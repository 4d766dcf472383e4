"""Sentences that say why a typed bet, call or fold isn't possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealt.game import Action, Say, View
from dealt.games.drawpoker.core import BUY, DRAW, FIRST, SECOND
from dealt.games.drawpoker.play import PHASES, RAISES


def refused(rules: Mapping[str, Any], view: View, action: Action) -> Say | None:
    """Why an action isn't possible for the seat whose turn it is; None where only the amount is wrong."""
    phase = view.fact("phase")
    if phase == PHASES[BUY]:
        return None if action.verb == "buy" else Say("why.buy")
    if action.verb in ("buy", "watch"):
        return Say("why.no_buy")
    if phase == PHASES[DRAW]:
        return Say("why.draw")
    if action.verb == "stand pat":
        return Say("why.drawn" if phase == PHASES[SECOND] else "why.bet")
    call = next((each.amount or 0 for each in view.legal if each.verb == "call"), 0)
    match action.verb:
        case "check":
            return Say("why.check", {"amount": call})
        case "fold":
            return Say("why.fold")
        case "call" if not call:
            return Say("why.call")
        case "call":
            return None
    bets = any(fact.name == "bet" for fact in view.facts)
    if (action.verb == "bet") == bets:
        return Say("why.raise" if bets else "why.no_bet")
    if any(each.verb == action.verb for each in view.legal):
        return None
    if phase == PHASES[FIRST] and rules["jacks_or_better"] and not any(fact.name == "opener" for fact in view.facts):
        return Say("why.openers")
    if rules["limit"] == "fixed" and int(view.fact(".raises") or 0) >= RAISES:
        return Say("why.capped")
    stack = int(view.fact("stack", view.seat) or 0)
    return Say("why.chips" if stack <= call else "why.all_in")
