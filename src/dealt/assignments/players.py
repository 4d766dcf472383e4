"""Players of assignments at the house's tables: the AI of Deuce, that of Dou Dizhu, and the Player of Cards.

Each is given what its assignment tells it: its cards and what lies there. It is made anew for every turn, so it knows
nothing of earlier ones. What it plays is looked up among the legal actions, as of every player from a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Final

from dealt.assignments import cards as bridge
from dealt.assignments import deuce, doudizhu
from dealt.cards import Cards, mask, members, name
from dealt.game import Action, Game, Player, View
from dealt.games.bigtwo import BigTwo
from dealt.games.doudizhu import HIGHEST_BID, DouDizhu, landlord
from dealt.games.tricks import Tricks
from dealt.players.advice.tricks.robots import Robot
from dealt.players.simple import Lowest, take_face_down

__all__ = ["is_player", "seated"]


class _Seat:
    """A seat that asks a player of an assignment."""

    def __init__(self, kind: type[Any], names: Mapping[str, Any], game: Any) -> None:
        self.kind, self.names, self.game = kind, names, game
        self.card = names.get("Card")

    def played(self, view: View, some: Iterable[int]) -> Action:
        """The legal action with these cards, and a pass without any."""
        wanted = mask(some)
        return next((each for each in view.legal if each.cards == wanted), Action("play" if wanted else "pass", wanted))

    def lying(self, state: Any) -> Cards:
        """The cards to beat."""
        return 0 if state.owner is None else int(state.trick[state.owner])


class _Deuce(_Seat):
    """``AI(position)`` of the Deuce manual: ``get_cards`` and ``play``."""

    def choose(self, view: View, rng: Random) -> Action:
        if (cut := take_face_down(view)) is not None:
            return cut
        state, seat = self.game.sample(view, rng), view.seat or 0
        player = self.kind(-seat % self.game.seats)
        player.get_cards(" ".join(str(deuce.Card.numbered(one).index) for one in members(state.hands[seat])))
        card = self.card or deuce.Card
        came = player.play([card(deuce.Card.numbered(one).index) for one in members(self.lying(state))])
        return self.played(view, [deuce.Card(one.index).number for one in came or ()])


class _DouDizhu(_Seat):
    """``AI(alias)`` of the Dou Dizhu note: ``take``, ``bid`` and ``give_card``."""

    def choose(self, view: View, rng: Random) -> Action:
        state, seat = self.game.sample(view, rng), view.seat or 0
        alone = landlord(state)
        card = self.card or doudizhu.Card
        player = self.kind(f"seat {seat}")
        player.identity = doudizhu.LANDLORD if seat == alone else doudizhu.FARMER
        player.take([card(name(one).replace("T", "10")) for one in members(state.hands[seat])])
        bids = [each for each in view.legal if each.verb == "bid"]
        if bids:
            above = min((each.amount for each in bids if each.amount), default=HIGHEST_BID + 1)
            wanted = player.bid(above - 1)
            found = next((each for each in bids if each.amount == wanted), None)
            return found or (bids[0] if wanted == 0 else Action("bid", amount=wanted))  # somebody must bid
        if not any(each.verb in ("play", "pass") for each in view.legal):
            return Lowest(self.game.order).choose(view, rng)
        by = doudizhu.LANDLORD if state.owner == alone else doudizhu.FARMER
        came = player.give_card([card(name(one).replace("T", "10")) for one in members(self.lying(state))], by)
        return self.played(view, [self._number(one) for one in came or ()])

    @staticmethod
    def _number(one: Any) -> int:
        return doudizhu.Card(one.number if isinstance(one, doudizhu.Card) else one.name).number


class _Cards(_Seat):
    """``Player`` of the Cards assignment: ``accept_card`` and ``play``; before the play it says what a robot says."""

    def __init__(self, kind: type[Any], names: Mapping[str, Any], game: Tricks) -> None:
        super().__init__(kind, names, game)
        self._robot = Robot(game)

    def choose(self, view: View, rng: Random) -> Action:
        state = self.game.public(view)
        if state.phase != "play":
            return self._robot.choose(view, rng)
        seat = state.turn
        ours = issubclass(self.kind, bridge.Player)
        player = self.kind(seat, rules=self.game) if ours else self.kind()
        card: Callable[[int, int], Any] = bridge.Card if ours or self.card is None else self.card
        trick = (bridge.Trick if ours else self.names.get("Trick", bridge.Trick))(
            map(self._made(card), self.game.current_trick(state))
        )
        trick.trumps = self.game.trump(state)
        for one in members(state.hands[seat]):
            player.accept_card(self._made(card)(one))
        came = player.play(trick)
        return self.played(view, [4 * int(came.spot) + int(came.suit)])

    @staticmethod
    def _made(card: Callable[[int, int], Any]) -> Callable[[int], Any]:
        return lambda one: card(bridge.Suit(one & 3), bridge.Spot(one >> 2))


_SEATS: Final[tuple[tuple[tuple[str, ...], type[Game[Any]], type[_Seat]], ...]] = (
    (("get_cards", "play"), BigTwo, _Deuce),
    (("take", "give_card"), DouDizhu, _DouDizhu),
    (("accept_card", "play"), Tricks, _Cards),
)


def is_player(kind: type[Any]) -> bool:
    """Has a class the methods of an assignment's player?"""
    return any(all(callable(getattr(kind, each, None)) for each in methods) for methods, _, _ in _SEATS)


def seated(kind: type[Any], names: Mapping[str, Any], game: Game[Any]) -> Player:
    """A player of an assignment at a game; ``names`` are those of its file. ValueError if it is for another game."""
    for methods, of, seat in _SEATS:
        if all(callable(getattr(kind, each, None)) for each in methods) and isinstance(game, of):
            return seat(kind, names, game)  # type: ignore[return-value]
    raise ValueError("its methods are those of an assignment for another game")
