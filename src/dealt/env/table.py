"""A deal as environments play it: one seat at a time, one step at a time."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from dealt.env.actions import NOTHING, Actions, Chosen
from dealt.env.forms import Form, form_of
from dealt.env.layout import Layout
from dealt.game import Action, Game, Seat, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def sign(game: Game[Any]) -> int:
    """What a score is multiplied by to make a reward: -1 where few points are good."""
    return -1 if game.low else 1


class Shape:
    """The actions and the observations of a game with its options."""

    def __init__(self, game: Game[Any], form: Form | None = None) -> None:
        form = form_of(game) if form is None else form
        self.game = game
        self.actions = Actions(game, form)
        self.layout = Layout(game, form.readers, steps=bool(form.steps))


class Shaped:
    """What every environment has: the numbers of its actions and observations."""

    shape: Shape

    @property
    def actions(self) -> Actions:
        """The ids of the actions."""
        return self.shape.actions

    @property
    def layout(self) -> Layout:
        """The fields of the observations."""
        return self.shape.layout


class Deal:
    """One deal under way.

    Where several seats may act at once they act in rising order of seats, and none of them sees what those before it
    did: its view is the one that it had when the first of them was in turn, as long as it still allows the same.
    """

    def __init__(self, shape: Shape, rng: Random, state: Any = None) -> None:
        """Deal, or begin with ``state`` if it is given."""
        self.shape = shape
        self.game = shape.game
        self.state = self.game.deal(rng) if state is None else state
        while state is None and not self.game.turn(self.state):  # nothing to decide, such as a board without a pair
            self.state = self.game.deal(rng)
        self.chosen = NOTHING
        self._before = self.state
        self._legal: dict[int, Action | Chosen] | None = None
        self._views: dict[Seat, View] = {}

    @property
    def seat(self) -> Seat | None:
        """The seat that acts next; None when the deal is over."""
        return min(self.game.turn(self.state), default=None)

    @property
    def rewards(self) -> tuple[float, ...]:
        """The score of the deal by seat, so that more is better; zeros while play goes on."""
        score = self.game.score(self.state) if self.seat is None else None
        return tuple(sign(self.game) * each for each in score) if score else (0.0,) * self.game.seats

    def view(self, seat: Seat) -> View:
        """What a seat may know when it decides."""
        if seat not in self._views:
            self._views[seat] = self._seen(seat)
        return self._views[seat]

    def _seen(self, seat: Seat) -> View:
        now = self.game.view(self.state, seat)
        if self._before is self.state or seat not in now.turn:
            return now
        before = self.game.view(self._before, seat)
        return before if before.legal == now.legal else now

    def observe(self, seat: Seat) -> NDArray[np.float32]:
        """The observation of a seat."""
        chosen = self.chosen.cards if seat == self.seat else 0
        return self.shape.layout.observe(self.view(seat), chosen)

    def legal(self) -> dict[int, Action | Chosen]:
        """The ids that the seat in turn may take."""
        if self._legal is None:
            seat = self.seat
            self._legal = {} if seat is None else self.shape.actions.legal(self.view(seat), self.chosen)
        return self._legal

    def step(self, action: Any) -> None:
        """Carry out an id; ValueError, with no change, if it is not legal."""
        legal = self.legal()
        if not isinstance(action, int) or action not in legal:
            raise ValueError(self.shape.actions.refusal(action, legal))
        found, self._legal = legal[action], None
        if isinstance(found, Chosen):
            self.chosen = found
            return
        self.act(found)

    def act(self, action: Action) -> None:
        """Carry out a whole action of the seat in turn. Trusts its caller."""
        seat, turn = self.seat, self.game.turn(self.state)
        assert seat is not None  # noqa: S101 - nobody acts once the deal is over
        self.state = self.game.apply(self.state, seat, action)
        self.chosen, self._legal, self._views = NOTHING, None, {}
        if not set(self.game.turn(self.state)) < set(turn):
            self._before = self.state
