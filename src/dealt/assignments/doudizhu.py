"""Dou Dizhu (欢乐斗地主) as the Dou Dizhu note describes its program: ordered cards, players, a console.

Thin objects over the house: which cards may be played is asked of :mod:`dealt.games.doudizhu`, and
:class:`~dealt.table.Table` keeps the deal. Neither knows these classes. The note leaves scoring out, and so do they.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Final

from dealt.cards import BLACK_JOKER, RANKS, RED_JOKER, Cards, Source, card, mask, members, name
from dealt.game import Action
from dealt.games.doudizhu import HIGHEST_BID, DouDizhu, landlord
from dealt.table import Table, seed_of

__all__ = ["AI", "FARMER", "LANDLORD", "Card", "CardArray", "Console", "MyPlay", "demo"]

LANDLORD: Final = "landlord"
FARMER: Final = "farmer"

_RULES: Final = DouDizhu(variant="note", scoring=False)


class Card:
    """A card of the pack of 54. Suits mean nothing: cards of one rank are equally strong, but they are different cards.

    >>> Card("RJ") > Card("BJ") > Card("2s") > Card("As") > Card("3d")
    True
    >>> str(Card("10h")), Card("10h") == Card("10c"), Card("10h") > Card("10c"), Card("BJ").rank
    ('10', False, False, 'BJ')
    """

    __slots__ = ("number",)

    def __init__(self, written: str | int) -> None:
        """A card by its text, such as ``3d``, ``10s``, ``BJ`` or ``RJ``, or by its number in :mod:`dealt.cards`."""
        self.number: Final = card(written) if isinstance(written, str) else written

    @property
    def rank(self) -> str:
        """What is printed on it, without the suit: ``3`` to ``10``, ``J`` to ``A``, ``2``, ``BJ`` or ``RJ``."""
        if self.number in (BLACK_JOKER, RED_JOKER):
            return name(self.number)
        return RANKS[self.number >> 2].replace("T", "10")

    @property
    def strength(self) -> int:
        """Equal for cards of one rank, higher for stronger ones: a three has 0."""
        return _RULES.order.strength(self.number) // 4

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.number == other.number

    def __lt__(self, other: Card) -> bool:
        return self.strength < other.strength

    def __gt__(self, other: Card) -> bool:
        return self.strength > other.strength

    def __hash__(self) -> int:
        return self.number

    def __str__(self) -> str:
        return self.rank

    def __repr__(self) -> str:
        return f"Card({name(self.number)!r})"


class CardArray(list[Card]):
    """Cards in the note's order, from the red joker down to the three.

    >>> print(CardArray(map(Card, ("3d", "RJ", "10s", "2c", "10h"))))
    RJ 2 10 10 3
    """

    def __init__(self, some: Iterable[Card] = ()) -> None:
        """ValueError if a card is there twice."""
        super().__init__(map(Card, _RULES.order.sort(members(mask(one.number for one in some)))))

    @property
    def held(self) -> Cards:
        """The cards as a set of :mod:`dealt.cards`."""
        return mask(one.number for one in self)

    def __str__(self) -> str:
        return " ".join(map(str, self))


class AI:
    """A computer player: an identity, an ordered array of cards, and a way to give cards, the smallest first.

    >>> ai = AI("East")
    >>> ai.take(map(Card, ("3d", "5c", "5h", "9s", "9h", "9d", "2s")))
    >>> print(ai.cards, ai.identity)
    2 9 9 9 5 5 3 farmer
    >>> ai.legal_play(CardArray(map(Card, ("5c", "5h"))), CardArray(map(Card, ("4d", "4s"))))
    True
    >>> print(ai.give_card(CardArray(map(Card, ("4d", "4s")))))
    5 5
    >>> ai.give_card(CardArray(map(Card, ("10d", "10s")))) is None
    True
    """

    def __init__(self, alias: str) -> None:
        self.alias = alias
        self.identity = FARMER
        self.cards = CardArray()

    def take(self, some: Iterable[Card]) -> None:
        """Put cards into the array, in order."""
        self.cards = CardArray([*self.cards, *some])

    def bid(self, highest: int) -> int:
        """1 to 3, more than the highest bid so far, or 0 to pass: a point for each two and joker, two for a bomb."""
        counts = Counter(one.rank for one in self.cards)
        points = counts["2"] + counts["BJ"] + counts["RJ"] + 2 * sum(count == 4 for count in counts.values())
        wanted = min(HIGHEST_BID, points - 1)
        return wanted if wanted > highest else 0

    def legal_play(self, some: Sequence[Card], current: Sequence[Card]) -> bool:
        """May these cards of the hand be played on those in the console, or led if there are none?"""
        if not all(one in self.cards for one in some) or len(set(some)) != len(some):
            return False
        chosen = mask(one.number for one in some)
        if not current:
            return _RULES.classify(chosen) is not None
        return _RULES.beats(chosen, mask(one.number for one in current))

    def give_card(self, current: Sequence[Card], by: str = LANDLORD) -> CardArray | None:
        """Give the smallest legal cards, which leave the hand; None for a pass. A hand that leads never passes.

        ``by`` is the identity of whoever played ``current``: a farmer leaves the other farmer's cards alone.
        """
        if current and by == self.identity == FARMER:
            return None
        book = _RULES.combinations
        for play in book.plays(self.cards.held, book.rows_in(self.cards.held)):
            some = CardArray(map(Card, members(play.cards)))
            if self.legal_play(some, current):
                return self.give(some)
        return None

    def give(self, some: Sequence[Card]) -> CardArray:
        """Take cards out of the hand."""
        self.cards = CardArray(one for one in self.cards if one not in some)
        return CardArray(some)


class MyPlay(AI):
    """A person's hand: it shows its cards and asks what to play, again until the answer is legal.

    >>> said, answers = [], iter(["7 7", "5 5"])
    >>> me = MyPlay("Li", lambda: next(answers), said.append)
    >>> me.take(map(Card, ("3d", "5c", "5h", "9s")))
    >>> print(me.give_card(CardArray(map(Card, ("4d", "4s")))))
    5 5
    >>> said
    ['Li (farmer): 9 5 5 3', 'You have no 7 7. Play ranks that you hold, such as 9, or nothing to pass.']
    """

    def __init__(self, alias: str, read: Callable[[], str] = input, write: Callable[[str], None] = print) -> None:
        super().__init__(alias)
        self._read, self._write = read, write

    def show(self) -> None:
        """Show the hand."""
        self._write(f"{self.alias} ({self.identity}): {self.cards}")

    def bid(self, highest: int) -> int:
        """Ask for a bid."""
        self.show()
        while True:
            self._write(f"Bid {highest + 1} to {HIGHEST_BID}, or 0 to pass:")
            answer = self._read().strip()
            if answer == "0" or (answer.isdecimal() and highest < int(answer) <= HIGHEST_BID):
                return int(answer)

    def give_card(self, current: Sequence[Card], by: str = LANDLORD) -> CardArray | None:
        """Ask for cards, written as ranks: ``5 5``; an empty line passes."""
        self.show()
        while True:
            ranks = self._read().upper().split()
            some = self._find(ranks)
            if not ranks and current:
                return None
            if some is None:
                held = self.cards[0]
                self._write(
                    f"You have no {' '.join(ranks)}. Play ranks that you hold, such as {held}, or nothing to pass."
                )
            elif self.legal_play(some, current):
                return self.give(some)
            elif current:
                self._write(f"{CardArray(some)} doesn't beat {CardArray(current)}.")
            else:
                self._write("You lead: play a combination of cards." if not ranks else "That is no combination.")

    def _find(self, ranks: Sequence[str]) -> list[Card] | None:
        """Cards of the hand with these ranks, None if it lacks one."""
        rest, found = list(self.cards), []
        for rank in ranks:
            one = next((each for each in rest if each.rank == rank), None)
            if one is None:
                return None
            rest.remove(one)
            found.append(one)
        return found


class Console:
    """The table: three players, the cards that lie in the console, the auction, the play, and ``main`` for all of it.

    >>> lines = []
    >>> console = Console([AI("South"), AI("East"), AI("North")], lines.append)
    >>> console.main(seed=7)
    >>> lines[-1] in ("The landlord has won.", "The farmers have won.")
    True
    """

    def __init__(self, players: Sequence[AI], write: Callable[[str], None] = print) -> None:
        """Players in the order of their seats, clockwise; ValueError unless there are three."""
        if len(players) != _RULES.seats:
            raise ValueError(f"Dou Dizhu is for {_RULES.seats}, not {len(players)}")
        self.players = tuple(players)
        self.current = CardArray()
        """The cards to beat: none for whoever leads."""
        self._write = write
        self._table = Table(_RULES, bytes(32))

    def deal(self, seed: bytes) -> None:
        """Deal from a seed of 32 bytes: 17 cards to each player, three to the kitty."""
        self._table = Table(_RULES, seed)
        self.current = CardArray()
        for seat, player in enumerate(self.players):
            player.cards, player.identity = CardArray(), FARMER
            player.take(map(Card, members(self._table.state.hands[seat])))

    def auction(self) -> bool:
        """Bid until somebody is the landlord and has the kitty; False if all pass, and then there is a new deal."""
        highest = 0
        while self._table.state.phase == "auction" and self._table.turn:
            (seat,) = self._table.turn
            bid = self.players[seat].bid(highest)
            highest = max(highest, bid)
            self._write(f"{self.players[seat].alias} {f'bids {bid}' if bid else 'passes'}.")
            self._table.act(seat, Action("bid", amount=bid))
        alone = landlord(self._table.state)
        if alone is None:
            return False
        player, held = self.players[alone], self._table.state.hands[alone]
        player.identity = LANDLORD
        player.take(map(Card, members(held & ~player.cards.held)))
        self._write(f"{player.alias} is the landlord.")
        return True

    def play(self) -> str:
        """Play until a hand is empty; the identity of the side that has won."""
        while self._table.turn:
            (seat,) = self._table.turn
            owner = self._table.state.owner
            self.current = CardArray(map(Card, members(0 if owner is None else self._table.state.trick[owner])))
            by = FARMER if owner is None else self.players[owner].identity
            given = self.players[seat].give_card(self.current, by)
            self._write(f"{self.players[seat].alias}: {given or 'pass'}")
            self._table.act(seat, Action("play", given.held) if given else Action("pass"))
        return next(player.identity for player in self.players if not player.cards)

    def main(self, seed: object = None) -> None:
        """Deal, bid and play; deal again as long as all pass. ``seed`` is any word or number; by default chance."""
        word = secrets.token_hex() if seed is None else seed
        for number in count():
            self.deal(seed_of(word, number))
            if self.auction():
                break
            self._write("All pass: a new deal.")
        side = self.play()
        self._write(f"The {side} has won." if side == LANDLORD else f"The {side}s have won.")


def demo(rng: Source) -> str:
    """What the note's console shows of a game between three computers."""
    lines: list[str] = []
    Console([AI("South"), AI("East"), AI("North")], lines.append).main(rng.randrange(2**64))
    return "\n".join(lines)
