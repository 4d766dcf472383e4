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
from functools import lru_cache
from random import Random
from typing import Final

from dealt.cards import Cards, mask
from dealt.game import Action, Seat, View
from dealt.games.climbing import NONE
from dealt.games.doudizhu import DouDizhu, multiplied
from dealt.hidden import unseen
from dealt.players.advice.doudizhu.playout import Manners, Playing, Playout
from dealt.players.advice.doudizhu.rows import Key, Play, Rows, rows_of
from dealt.players.advice.doudizhu.splitting import Splitter
from dealt.players.simple import own_hand

ROUNDS: Final = ((7, 5), (4, 6), (2, 8))
"""The rounds of trying: how many of the best choices so far, and on how many more layouts each."""

CHANCE: Final = (0.4878, -0.0927, 0.0567, 0.0485, -0.0031, 0.1386, -0.0299)
"""The chance to win alone: a constant, then the weight of each number of :func:`strength`. ``tune/doudizhu.py`` fits
them."""

BIDS: Final = (0.34, 0.34, 0.42)
"""The least chances with which it bids 1, 2 and 3; ``tune/doudizhu.py`` finds them."""

_PATIENCE: Final = 400
"""The number of hands that the search for a win by force looks at."""


def strength(hand: Key, splitter: Splitter) -> tuple[float, ...]:
    """The numbers from which the chance of a hand in the auction is estimated.

    They are the price of its split in turns, the number of its groups, of its twos, of black jokers (0 or 1), of red
    jokers (0 or 1), and of its bombs.
    """
    split, rows = splitter.split(hand), splitter.rows
    return (
        split.price,
        len(split.groups),
        *(_count(rows, hand, letter) for letter in "2BR"),
        sum(each in rows.bombs for each in split.groups),
    )


def _count(rows: Rows, hand: Key, letter: str) -> int:
    """The number of cards of a rank."""
    place = rows.book.order.ranks.find(letter)
    return hand >> 4 * place & 15 if place >= 0 else 0


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
        self.rows = rows_of(self.book)
        self.splitter = _splitter(self.rows)
        self.playout = Playout(self.splitter, manners)

    def choose(self, view: View, rng: Random) -> Action:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        hand = own_hand(view)
        if not any(each.cards for each in legal):
            return self.bid(legal, self.rows.key(hand))
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

    def play(self, action: Action) -> Play | None:
        """An action as a player sees it; None if it is a pass."""
        row = self.book.row(action.cards) if action.cards else None
        return None if row is None else self.rows.play(row)

    def surely(self, legal: Sequence[Action], scene: Scene) -> Action | None:
        """An action that wins by force: no enemy can beat it, nor any further play but the last; None if there is none.

        Bombs are tried first, because they double what is won.
        """
        book, level = self.book, self.book.canonical(scene.hand)
        safe = [row for row in reversed(book.rows_in(level)) if scene.stands(self.rows.play(row))]
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
        tried, totals, _, order = self._tried(legal, scene, rng)
        return tried[max(order, key=totals.__getitem__)][0]

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each sensible action wins on a layout on average, in units of the stakes.

        Empty outside of the play, and where the whole hand can be played.
        """
        hand = own_hand(view)
        some = {each.cards for each in view.legal}
        if len(some) == 1 or not any(some) or hand in some:
            return {}
        tried, totals, times, _ = self._tried(view.legal, Scene(view, self, hand), rng)
        return {each[0]: totals[n] / max(1, times[n]) for n, each in enumerate(tried)}

    def _tried(
        self, legal: Sequence[Action], scene: Scene, rng: Random
    ) -> tuple[list[tuple[Action, Play | None]], list[float], list[int], list[int]]:
        """The sensible actions, what each won on its layouts, their number, and those tried to the end."""
        habit = self.playout.choose(scene.at.hands[scene.me], scene.at)
        tried = self._sensible(legal, scene, habit)
        totals = [0.1 if each[1] == habit else 0.0 for each in tried]
        order, times = list(range(len(tried))), [0] * len(tried)
        for most, deals in self.rounds:
            order = sorted(order, key=lambda n: -totals[n])[:most]
            if len(order) == 1:
                break
            for _ in range(deals):
                at = scene.deal(rng)
                for n in order:
                    times[n] += 1
                    totals[n] += self._outcome(at, tried[n][1], scene)
        return tried, totals, times, order

    def _outcome(self, at: Playing, play: Play | None, scene: Scene) -> float:
        """What one's own side wins after an action where all hands are known, in units of the stakes so far."""
        won, doubled = self.playout.run(at.after(play))
        doubled += play is not None and play.bomb
        return scene.stakes(doubled) * (1 if won == (scene.me == at.alone) else -1)

    def _sensible(self, legal: Sequence[Action], scene: Scene, habit: Play | None) -> list[tuple[Action, Play | None]]:
        """The actions worth trying, each as the rows have it.

        For every figure only the attached cards that leave the best hand, of these plays the best, and a pass if legal.
        """
        hand = scene.at.hands[scene.me]
        best: dict[int, tuple[float, int, Play]] = {}
        for number, each in enumerate(legal):
            play = self.play(each)
            if play is not None:
                price = -9.0 if play == habit else self.splitter.split(hand - play.taken).price
                known = best.get(play.figure.number)
                if known is None or price < known[0]:
                    best[play.figure.number] = price, number, play
        passing: list[tuple[Action, Play | None]] = [] if legal[-1].cards else [(legal[-1], None)]
        ordered = sorted(best.values(), key=lambda each: each[:2])[: self.rounds[0][0]]
        return passing + [(legal[number], play) for _, number, play in ordered]


@lru_cache(maxsize=8)
def _splitter(rows: Rows) -> Splitter:
    """The splitter that all computers of this process share for these rows: a split depends on the hand alone."""
    return Splitter(rows)


class Scene:
    """What a seat sees of the play, in ranks; it deals the cards that the seat does not see."""

    def __init__(self, view: View, player: Dizhu, hand: Cards) -> None:
        game = player.game
        roles = next(fact for fact in view.facts if fact.name == "landlord")
        self.me = view.turn[0]
        self.hand = hand
        alone = roles.owner if roles.owner is not None else self.me
        self.enemies = tuple(seat for seat in range(3) if (seat == alone) != (self.me == alone))
        rows = self.rows = player.rows
        sizes, hands = [0, 0, 0], [0, 0, 0]
        for seat in range(3):
            pile = view.pile("hand", seat)
            sizes[seat] = len(pile.cards)
            hands[seat] = rows.key(mask(one for one in pile.cards if one is not None))
        self._loose = [rows.key(1 << one) for one in unseen(view, game.deck)]
        self._other = (self.me - 1) % 3
        self._room = sum(one is None for one in view.pile("hand", self._other).cards)
        lead = next((fact.owner for fact in view.facts if fact.name == "lead"), None)
        lying = 0 if lead is None else mask(one for one in view.pile("trick", lead).cards if one is not None)
        row = player.book.row(lying) if lying and lead != self.me else None
        owner, newest = (NONE, None) if row is None or lead is None else (lead, rows.play(row))
        passed = sum(1 << seat for seat in range(3) if newest is not None and view.fact("passed", seat))
        self.at = Playing(game.numbers, tuple(hands), tuple(sizes), alone, self.me, owner, newest, passed)
        """The position; the hands of the other seats hold only the cards that are known."""
        self._stands: dict[int, bool] = {}
        self._most = [hands[seat] + sum(self._loose) for seat in range(3)]
        self._limit = game.limit
        self._multiplier = int(view.fact("multiplier") or 1)
        self._scored = bool(game.rules["scoring"])

    def stakes(self, doubled: int) -> float:
        """The factor by which that number of bombs raises the stakes; at most 8, so that rare layouts don't decide."""
        if not self._scored:
            return 1.0
        return min(8.0, multiplied(self._multiplier, doubled, self._limit) / self._multiplier)

    def stands(self, play: Play) -> bool:
        """Is it certain that no enemy can beat a play?"""
        known = self._stands.get(play.figure.number)
        if known is None:
            known = not any(self._may_beat(seat, play) for seat in self.enemies)
            self._stands[play.figure.number] = known
        return known

    def _may_beat(self, seat: Seat, play: Play) -> bool:
        """Could a seat beat a play if it held whichever unseen cards it likes?"""
        return any(each.size <= self.at.sizes[seat] for each in self.rows.beating(self._most[seat], play.row))

    def deal(self, rng: Random) -> Playing:
        """The position with the unseen cards dealt at random."""
        rng.shuffle(self._loose)
        hands = list(self.at.hands)
        hands[self._other] += sum(self._loose[: self._room])
        hands[(self.me - 2) % 3] += sum(self._loose[self._room :])
        return self.at._replace(hands=tuple(hands))
