"""Reading a view of blackjack: the hands of each seat, and the hand whose turn it is."""

from __future__ import annotations

from dealt.game import Seat, View
from dealt.games.blackjack.rules import PlayerHand


def hands(view: View, seat: Seat) -> tuple[PlayerHand, ...]:
    """The hands of a seat in a view; none before the deal, and none for a seat that is out.

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
    """The seat whose turn it is and the index of its hand, from 0; None where no hand is being played."""
    if view.fact(".phase") != "play":
        return None
    seat = view.turn[0]
    return seat, max(0, fact_number(view, "playing", seat) - 1)


def fact_number(view: View, fact: str, seat: Seat | None) -> int:
    """The value of a numeric fact; 0 where the view has none of that name."""
    found = view.fact(fact, seat)
    return found if isinstance(found, int) else 0


def hand_code(hand: PlayerHand) -> str:
    """The word for a hand in the fact ".hands": its bet, then s if split, d if doubled, x if surrendered."""
    return f"{hand.bet}{'s' * hand.split}{'d' * hand.doubled}{'x' * hand.surrendered}"
