"""The printed form of a game in the Cards assignment: hands by suits, tricks in order, and the tricks of each team."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from dealt.cards import Card, Cards
from dealt.game import Seat

SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES: Final = (*"23456789", "10", "Jack", "Queen", "King", "Ace")
_SHORT: Final = (*"23456789", "10", *"JQKA")


def in_words(one: Card) -> str:
    """A card as the assignment prints it in a trick.

    >>> in_words(51), in_words(0)
    ('Ace of Spades', '2 of Clubs')
    """
    return f"{RANK_NAMES[one >> 2]} of {SUITS[one & 3].capitalize()}"


def short(one: Card) -> str:
    """A card as the assignment prints it in a poker hand.

    >>> short(51), short(32)
    ('AS', '10C')
    """
    return f"{_SHORT[one >> 2]}{SUITS[one & 3][0].upper()}"


def hand_in_words(hand: Cards) -> str:
    """A hand by suits, clubs first, high cards first in each suit; a void is left out.

    >>> from dealt.cards import cards
    >>> hand_in_words(cards("2c 6c 5c Ts As 6h"))
    '6 5 2 of clubs, 6 of hearts, A 10 of spades'
    """
    suits: list[str] = []
    for suit, name in enumerate(SUITS):
        held = [_SHORT[rank] for rank in range(12, -1, -1) if hand >> (4 * rank + suit) & 1]
        suits += [f"{' '.join(held)} of {name}"] if held else []
    return ", ".join(suits)


def trick_in_words(leader: Seat, trick: Iterable[Card]) -> str:
    """A trick: who led, and the cards in the order played."""
    return f"Player {leader} leads ... {', '.join(map(in_words, trick))}"


def printed_game(hands: Sequence[Cards], tricks: Iterable[tuple[Seat, Sequence[Card]]], won: Sequence[int]) -> str:
    """A whole game: the deal, the tricks with their leaders, and the number of tricks of both teams."""

    def lines() -> Iterator[str]:
        yield "The deal:"
        yield from (f"Player {seat}: {hand_in_words(hand)}" for seat, hand in enumerate(hands))
        yield from (trick_in_words(leader, trick) for leader, trick in tricks)
        yield from (f"Team {team + 1} won {won[team] + won[team + 2]} tricks." for team in (0, 1))

    return "\n".join(lines())
