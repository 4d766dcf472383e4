"""Reading a view of blackjack back into hands: those of each seat, and which of them is played."""

from __future__ import annotations

from dealt.game import Seat, View
from dealt.games.blackjack.rules import PlayerHand

__all__ = ["fact_number", "hand_code", "hands", "playing"]


def hands(view: View, seat: Seat) -> tuple[PlayerHand, ...]:
    """The hands of a seat as a view shows them; none before the deal, and none of a seat that is out.

    >>> from random import Random
    >>> from dealt.game import Action
    >>> from dealt.games.blackjack.play import Blackjack
    >>> game = Blackjack(seats=1)
    >>> state = game.apply(game.deal(Random(1)), 0, Action("bet", amount=20))
    >>> [hand.bet for hand in hands(game.view(state, 0), 0)]
    [20]
    """
    told = view.fact(".hands", seat)
    if told is None:
        return ()
    return tuple(
        PlayerHand(
            tuple(one for one in view.pile(f"box {n}", seat).cards if one is not None),
            int(word.rstrip("sdx")),
            split="s" in word,
            doubled="d" in word,
            surrendered="x" in word,
        )
        for n, word in enumerate(str(told).split(), 1)
    )


def playing(view: View) -> tuple[Seat, int] | None:
    """The seat whose turn it is and the number of its hand, from 0; None where it is nobody's turn to play one."""
    if view.fact(".phase") != "play":
        return None
    seat = view.turn[0]
    return seat, max(0, fact_number(view, "playing", seat) - 1)


def fact_number(view: View, fact: str, seat: Seat | None) -> int:
    """The value of a fact that is a number; 0 where there is none."""
    found = view.fact(fact, seat)
    return found if isinstance(found, int) else 0


def hand_code(hand: PlayerHand) -> str:
    """What a view tells of a hand beside its cards: the bet, and whether it was split, doubled or surrendered (x)."""
    return f"{hand.bet}{'s' * hand.split}{'d' * hand.doubled}{'x' * hand.surrendered}"
