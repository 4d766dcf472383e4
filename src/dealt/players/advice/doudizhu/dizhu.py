"""``dizhu``, the computer for Dou Dizhu: it splits its hand into the fewest plays, and tries each choice.

- In the auction it estimates the chance to win alone from the split of its hand, and bids what that chance is worth.
- If it can win by plays that nobody can beat, it makes them.
- Else it deals the cards that it does not see to the other seats at random: a layout. On many layouts it plays every
  sensible choice to the end (:class:`~dealt.players.advice.doudizhu.playout.Playout`). Every bomb doubles the stakes of
  a layout. So it lets a partner win, blocks a landlord and keeps its bombs, without a rule for each.

It tries a fixed number of layouts and not for a fixed time, so that equal views and equal random sources give equal
choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final

from dealt.cards import Cards, mask
from dealt.game import Action, Game, Player, Seat, View
from dealt.games.climbing import BOMB
from dealt.games.doudizhu import DouDizhu
from dealt.hidden import unseen
from dealt.players.advice.doudizhu.playout import Manners, Playing, Playout, Use, beating, bombs
from dealt.players.advice.doudizhu.splitting import BLACK, RANKS, RED, ROCKET, TWO, Group, Key, Splitter, is_bomb, key

__all__ = ["BIDS", "CHANCE", "ROUNDS", "Dizhu", "knows", "make", "strength"]

ROUNDS: Final = ((7, 5), (4, 6), (2, 8))
"""The rounds of trying: how many of the best choices so far, and on how many more layouts each."""

CHANCE: Final = (0.4878, -0.0927, 0.0567, 0.0485, -0.0031, 0.1386, -0.0299)
"""The chance to win alone: a constant, then the weight of each number of :func:`strength`. ``bench/doudizhu.py`` fits
them."""

BIDS: Final = (0.34, 0.34, 0.42)
"""The least chances with which it bids 1, 2 and 3; ``bench/doudizhu.py`` finds them."""

_PATIENCE: Final = 400
"""The number of hands that the search for a win by force looks at."""


def knows(game: Game[Any]) -> bool:
    """Is it Dou Dizhu?"""
    return isinstance(game, DouDizhu)


def make(game: Game[Any]) -> Player:
    """The computer for a seat at the game; ValueError if it isn't Dou Dizhu."""
    if not isinstance(game, DouDizhu):
        raise ValueError(f"dizhu plays Dou Dizhu, and {game.name} is none")
    return Dizhu(game)


def strength(hand: Key, splitter: Splitter) -> tuple[float, ...]:
    """The numbers from which the chance of a hand in the auction is estimated.

    They are the price of its split in turns, the number of its groups, of its twos, of black jokers (0 or 1), of red
    jokers (0 or 1), and of its bombs.
    """
    split = splitter.split(hand)
    return (
        split.price,
        len(split.groups),
        hand >> 4 * TWO & 15,
        hand >> 4 * BLACK & 1,
        hand >> 4 * RED & 1,
        sum(map(is_bomb, split.groups)),
    )


class Dizhu:
    """The computer at one seat. It keeps splits of hands between its choices, and nothing that it saw."""

    def __init__(
        self,
        game: DouDizhu,
        rounds: tuple[tuple[int, int], ...] = ROUNDS,
        manners: Manners | None = None,
        bids: tuple[float, ...] = BIDS,
    ) -> None:
        self.game = game
        self.book = game.combinations
        self.rounds = rounds
        self.bids = bids
        self.splitter = _splitter()
        self.playout = Playout(self.splitter, manners)
        self._uses: dict[int, Use] = {}

    def choose(self, view: View, rng: Random) -> Action:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        hand = mask(one for one in view.pile("hand", view.seat).cards if one is not None)
        if not any(each.cards for each in legal):
            return self.bid(legal, key(hand))
        whole = next((each for each in legal if each.cards == hand), None)
        scene = Scene(view, self, hand)
        return whole or self.surely(legal, scene) or self.likely(legal, scene, rng)

    # --- the auction

    def chance(self, hand: Key) -> float:
        """The estimated chance to win alone with a hand and a kitty not seen yet."""
        return CHANCE[0] + sum(a * b for a, b in zip(CHANCE[1:], strength(hand, self.splitter), strict=True))

    def bid(self, legal: Sequence[Action], hand: Key) -> Action:
        """The highest bid that the hand is worth, else a pass, else the lowest bid."""
        chance = self.chance(hand)
        worth = sum(chance >= least for least in self.bids)
        fitting = [each for each in legal if (each.amount or 0) <= worth]
        return max(fitting, key=lambda each: each.amount or 0) if fitting else legal[0]

    # --- the play

    def use(self, row: int) -> Use:
        """A row of the game's table as a play of ranks."""
        known = self._uses.get(row)
        if known is None:
            kind, size = self.book.kinds[self.book.kind[row]], self.book.size[row]
            if kind.power > BOMB:
                body = ROCKET
            elif kind.copies == 4 and kind.kicker:
                body = Group(4, 2, RANKS.index(self.book.top[row]))
            else:
                length = size // (kind.copies + kind.kicker * kind.kickers)
                body = Group(kind.copies, length, RANKS.index(self.book.top[row]))
            known = self._uses[row] = Use(body, kind.kicker, key(self.book.cards[row]), size)
        return known

    def uses(self, action: Action) -> Use | None:
        """An action as a play of ranks; None if it is a pass."""
        row = self.book.row(action.cards) if action.cards else None
        return None if row is None else self.use(row)

    def surely(self, legal: Sequence[Action], scene: Scene) -> Action | None:
        """An action that wins by force: no enemy can beat it, nor any further play but the last; None if there is none.

        Bombs are tried first, because they double what is won.
        """
        book, level = self.book, self.book.canonical(scene.hand)
        safe = [row for row in reversed(book.rows_in(level)) if scene.stands(self.use(row))]
        lost: set[Cards] = set()

        def wins(hand: Cards) -> bool:
            if book.row(hand) is not None:
                return True
            if hand in lost or len(lost) >= _PATIENCE:
                return False
            lost.add(hand)
            return any(not book.cards[row] & ~hand and wins(hand & ~book.cards[row]) for row in safe)

        now = {book.canonical(each.cards): each for each in legal if each.cards} if safe else {}
        for row in safe:
            if (action := now.get(book.cards[row])) and wins(level & ~book.cards[row]):
                return action
        return None

    def likely(self, legal: Sequence[Action], scene: Scene, rng: Random) -> Action:
        """The action that does best on layouts of the unseen cards, each played to the end."""
        habit = self.playout.choose(scene.at.hands[scene.me], scene.at)
        tried = self._sensible(legal, scene, habit)
        totals = [0.1 if each[1] == habit else 0.0 for each in tried]
        order = list(range(len(tried)))
        for most, deals in self.rounds:
            order = sorted(order, key=lambda n: -totals[n])[:most]
            if len(order) == 1:
                break
            for _ in range(deals):
                at = scene.deal(rng)
                for n in order:
                    totals[n] += self._outcome(at, tried[n][1], scene)
        return tried[max(order, key=totals.__getitem__)][0]

    def _outcome(self, at: Playing, use: Use | None, scene: Scene) -> float:
        """What one's own side wins after an action where all hands are known, in units of the stakes so far."""
        won, doubled = self.playout.run(at.after(use))
        doubled += use is not None and is_bomb(use.body)
        return scene.stakes(doubled) * (1 if won == (scene.me == at.alone) else -1)

    def _sensible(self, legal: Sequence[Action], scene: Scene, habit: Use | None) -> list[tuple[Action, Use | None]]:
        """The actions worth trying, each with its play of ranks.

        For every body only the attached cards that leave the best hand, of these plays the best, and a pass if legal.
        """
        hand = scene.at.hands[scene.me]
        best: dict[tuple[Group, int], tuple[float, int, Use]] = {}
        for number, each in enumerate(legal):
            use = self.uses(each)
            if use is not None:
                price = -9.0 if use == habit else self.splitter.split(hand - use.taken).price
                known = best.get(use[:2])
                if known is None or price < known[0]:
                    best[use[:2]] = price, number, use
        passing: list[tuple[Action, Use | None]] = [] if legal[-1].cards else [(legal[-1], None)]
        ordered = sorted(best.values(), key=lambda each: each[:2])[: self.rounds[0][0]]
        return passing + [(legal[number], use) for _, number, use in ordered]


@cache
def _splitter() -> Splitter:
    """The splitter that all computers of this process share: a split depends on the hand alone."""
    return Splitter()


class Scene:
    """What a seat sees of the play, in ranks; it deals the cards that the seat does not see."""

    def __init__(self, view: View, player: Dizhu, hand: Cards) -> None:
        game = player.game
        roles = next(fact for fact in view.facts if fact.name == "landlord")
        self.me = view.turn[0]
        self.hand = hand
        alone = roles.owner if roles.owner is not None else self.me
        self.enemies = tuple(seat for seat in range(3) if (seat == alone) != (self.me == alone))
        sizes, hands = [0, 0, 0], [0, 0, 0]
        for seat in range(3):
            pile = view.pile("hand", seat)
            sizes[seat] = len(pile.cards)
            hands[seat] = key(mask(one for one in pile.cards if one is not None))
        self._loose = [key(1 << one) for one in unseen(view, game.deck)]
        self._other = (self.me - 1) % 3
        self._room = sum(one is None for one in view.pile("hand", self._other).cards)
        lead = next((fact.owner for fact in view.facts if fact.name == "lead"), None)
        lying = 0 if lead is None else mask(one for one in view.pile("trick", lead).cards if one is not None)
        row = player.book.row(lying) if lying and lead != self.me else None
        owner, newest = (None, None) if row is None else (lead, player.use(row))
        passed = sum(1 << seat for seat in range(3) if newest is not None and view.fact("passed", seat))
        locked = passed if game.numbers.locks else None
        self.at = Playing(tuple(hands), tuple(sizes), alone, self.me, owner, newest, locked)
        """The position; the hands of the other seats hold only the cards that are known."""
        self._stands: dict[tuple[Group, int], bool] = {}
        self._most = [hands[seat] + sum(self._loose) for seat in range(3)]
        multiplier, limit = int(view.fact("multiplier") or 1), game.rules["max_multiplier"]
        self._limit = 1.0 if not game.rules["scoring"] else 8.0 if limit is None else max(1.0, limit / multiplier)

    def stakes(self, doubled: int) -> float:
        """The factor by which that number of bombs raises the stakes; at most 8, so that rare layouts don't decide."""
        return min(self._limit, 8.0, float(1 << doubled))

    def stands(self, use: Use) -> bool:
        """Is it certain that no enemy can beat a play?"""
        known = self._stands.get(use[:2])
        if known is None:
            known = self._stands[use[:2]] = not any(self._may_beat(seat, use) for seat in self.enemies)
        return known

    def _may_beat(self, seat: Seat, use: Use) -> bool:
        """Could a seat beat a play if it held whichever unseen cards it likes? Attached cards don't count."""
        most, size = self._most[seat], self.at.sizes[seat]
        if use.body == ROCKET:
            return False
        above = (each for each in bombs(most) if not is_bomb(use.body) or each.body == ROCKET)
        return any(each.size <= size for each in (*above, *beating(most, use._replace(kicker=0))))

    def deal(self, rng: Random) -> Playing:
        """The position with the unseen cards dealt at random."""
        rng.shuffle(self._loose)
        hands = list(self.at.hands)
        hands[self._other] += sum(self._loose[: self._room])
        hands[(self.me - 2) % 3] += sum(self._loose[self._room :])
        return self.at._replace(hands=tuple(hands))
