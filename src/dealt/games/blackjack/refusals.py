"""Sentences that say why a typed action isn't possible in a round of blackjack."""

from __future__ import annotations

from collections.abc import Sequence

from dealt.game import Action, Say
from dealt.games.blackjack.rules import ACE, TEN, TWENTY_ONE, PlayerHand, Rules, total, value


def refused(rules: Rules, phase: str, own: Sequence[PlayerHand], at: int, free: int, action: Action) -> Say | None:
    """Why an action isn't possible for the seat whose turn it is; None where only the amount is wrong.

    ``own`` are the seat's hands, ``at`` the index of the one being played, and ``free`` its chips that are not staked.
    """
    if phase == "bet":
        if action.verb == "buy":
            return Say("why.no_buy")
        return None if action.verb == "bet" else Say("why.bet_first")
    if phase == "insure":
        return None if action.verb == "insure" else Say("why.insure_first")
    if action.verb in ("bet", "buy", "sit out"):
        return Say("why.bet_made")
    if action.verb in ("insure", "decline"):
        return Say("why.insured" if rules.insurance else "why.no_insurance")
    hand = own[at]
    why = _by_rules(rules, hand, len(own), action.verb)
    if why is None and action.verb in ("double", "split") and free < hand.bet:
        return Say("why.chips", {"bet": hand.bet})
    return why or Say("why.no_cards")


def _by_rules(rules: Rules, hand: PlayerHand, hands: int, verb: str) -> Say | None:
    """Why the rules of the table don't allow an action; None if they do."""
    two, worths = len(hand.cards) == 2, [value(one) for one in hand.cards]
    if verb == "surrender":
        return Say("why.surrender" if rules.late_surrender else "why.no_surrender")
    if verb == "split":
        if not two or worths[0] != worths[1]:
            return Say("why.pair")
        if hands >= rules.max_hands:
            return Say("why.hands", {"most": rules.max_hands})
        if worths[0] == ACE and hand.split and not rules.resplit_aces:
            return Say("why.aces")
        mixed = worths[0] == TEN and not rules.may_split(hand, hands)
        return Say("why.mixed") if mixed else None
    if total(hand.cards)[0] >= TWENTY_ONE:
        return Say("why.best")
    if not rules.may_draw(hand):
        return Say("why.split_aces")
    if verb != "double" or rules.may_double(hand):
        return None
    if not two:
        return Say("why.two")
    return Say("why.das") if hand.split and not rules.das else Say(f"why.double_on.{rules.double_on}")
