"""One deal under way: Table checks every action, keeps the log, and gives each seat its own view."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Final, Generic, TypeVar

from dealt.cards import Cards, cards
from dealt.game import OPEN, Action, Game, Move, Opening, Past, Player, Say, Seat, View, find, named

S = TypeVar("S")
SEED_BYTES: Final = 32


class Illegal(ValueError):  # noqa: N818 - the field's word
    """An action that the rules don't allow now. ``say`` is for people, the message is its plain form."""

    def __init__(self, message: str, say: Say):
        super().__init__(message)
        self.say = say


def seed_of(seed: object, deal: int) -> bytes:
    """The 32-byte seed of deal number ``deal`` (from 0) in a match with a named seed, as in ``--seed 7``."""
    return sha256(f"{seed}:{deal}".encode()).digest()


def seed_in(secret: bytes, deal: int) -> bytes:
    """The seed of deal number ``deal``, from 1, of a set: by HMAC-SHA256 known seeds tell nothing of later ones."""
    return hmac.digest(secret, str(deal).encode(), "sha256")


class Table(Generic[S]):
    """One deal under way. It keeps every state, for the log, undo and replay."""

    def __init__(self, game: Game[S], seed: bytes, past: Past[S] | None = None, state: S | None = None):
        """Deal from the seed, or begin with ``state`` if it is given."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.game = game
        self.seed = seed
        self.past = past
        self._states: list[S] = [game.deal(Random(seed), past) if state is None else state]
        self._moves: list[tuple[Seat, Action]] = []
        self._logs: dict[Seat | None, list[Move]] = {}
        self._views: dict[Seat | None, View] = {}
        """What each viewer sees of the present state, and..."""
        self._views_before: dict[Seat | None, View] = {}
        """...what they saw before the last action: making a view is most of the work of an action."""
        self._public: list[Cards] = []
        """What lay face up for everybody before the first action and after each, as far as the log has asked."""
        self._found: tuple[Seat, Action | str, Action] | None = None
        """The action that was found last in the present state, for whom and by which name."""
        self._opening: Opening | None = None
        self._told = 0

    def __repr__(self) -> str:
        deal = 1 if self.past is None else self.past.deals + 1
        if self.over:
            how = f"over after {self.step} actions, score {self.score}"
        else:
            how = f"step {self.step}, {', '.join(f'seat {seat}' for seat in self.turn)} to act"
        return f"<Table of {self.game.name}: deal {deal}, {how}>"

    @property
    def state(self) -> S:
        """The state now, hidden cards included: for the table, records and laws, never for a player."""
        return self._states[-1]

    @property
    def first(self) -> S:
        """The state before the first action."""
        return self._states[0]

    @property
    def states(self) -> Sequence[S]:
        """Every state so far, the first and the present one included: for laws and records, never for a player."""
        return tuple(self._states)

    @property
    def step(self) -> int:
        """The number of actions so far."""
        return len(self._moves)

    @property
    def turn(self) -> tuple[Seat, ...]:
        """All seats that may act; empty when the deal is over."""
        return self.game.turn(self.state)

    @property
    def over(self) -> bool:
        """Is the deal over?"""
        return not self.turn

    @property
    def score(self) -> tuple[float, ...] | None:
        """What each seat adds to its total; None while play goes on."""
        return self.game.score(self.state)

    @property
    def moves(self) -> Sequence[tuple[Seat, Action]]:
        """All actions so far, with all their cards."""
        return tuple(self._moves)

    @property
    def lines(self) -> tuple[str, ...]:
        """The same as records and lessons write it, for :meth:`follow`."""
        return tuple(f"{seat} {action}" for seat, action in self._moves)

    def view(self, seat: Seat | None, *, log: bool = True) -> View:
        """What a seat may know now. A view without the log is cheaper, and enough for a player."""
        seen = self._seen(seat)
        return replace(seen, log=self.log(seat)) if log else seen

    def view_for(self, seat: Seat, player: Player) -> View:
        """The view with which a player is asked: with the log if it ``remembers``."""
        return self.view(seat, log=getattr(player, "remembers", False))

    def _seen(self, seat: Seat | None) -> View:
        """The view of the present state, made once for all who ask."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def _face_up(self, n: int, seat: Seat | None) -> Cards:
        """The cards that a viewer saw face up after ``n`` actions."""
        if n == len(self._moves):
            return self._seen(seat).face_up
        seen = self._views_before.get(seat) if n == len(self._moves) - 1 else None
        return (seen or self.game.view(self._states[n], seat)).face_up

    def _public_by(self, n: int) -> Cards:
        """The cards that everybody saw face up before or after action number ``n``, counted from 0."""
        for k in range(len(self._public), n + 2):
            self._public.append(self._face_up(k, None))
        return self._public[n] | self._public[n + 1]

    @property
    def began(self) -> int:
        """The number of actions before the cards were dealt, such as cuts; 0 if the game has no opening."""
        return self._told - 1 if self.opening is not None else 0

    @property
    def opening(self) -> Opening | None:
        """How the cards were dealt; None until they are, or if the game tells nothing."""
        for state in self._states[self._told :]:
            if self._opening is None:
                self._told += 1
                seen = self._seen(None) if state is self.state else self.game.view(state, None)
                self._opening = self.game.opening(seen)
        return self._opening

    def log(self, seat: Seat | None, since: int = 0) -> tuple[Move, ...]:
        """The actions as a seat may read them: a card is named only if the seat saw it face up before or after.

        What lies face up for a spectator does so for every seat.

        The first ``since`` of them are left out.
        """
        known = self._logs.setdefault(seat, [])
        for n in range(len(known), len(self._moves)):
            mover, action = self._moves[n]
            public = self._public_by(n)
            turned = self._public[n + 1] & ~self._public[n] & ~action.cards
            if seat == OPEN or not action.cards & ~public:
                known.append(Move(mover, action, turned=turned))
                continue
            up = self._face_up(n, seat) | self._face_up(n + 1, seat)
            hidden = action.cards & ~up
            shown = replace(action, cards=action.cards & up) if hidden else action
            known.append(Move(mover, shown, hidden.bit_count(), turned))
        return tuple(known[since:])

    def check(self, seat: Seat, wanted: Action | str) -> Action:
        """The exact action that is meant; raises Illegal, which says why, if it isn't legal."""
        if self.over:
            raise Illegal("the deal is over", Say("illegal.over"))
        if seat not in self.turn:
            raise Illegal("it isn't your turn", Say("illegal.turn"))
        if isinstance(wanted, Action) and wanted.exact:  # computers choose so; making a view would cost more
            for legal in self.game.legal(self.state, seat):
                if legal == wanted:
                    return legal
        if self._found is not None and self._found[:2] == (seat, wanted):
            return self._found[2]
        found = self._named(seat, wanted) if isinstance(wanted, str) and seat not in self._views else None
        if found is None:
            view = self._seen(seat)
            found = find(view, wanted)
            if found is None:
                why = self._why(view, wanted) or Say("illegal.action")
                raise Illegal(f"{str(wanted)[:80]!r} isn't possible now", why)
        self._found = seat, wanted, found
        return found

    def _named(self, seat: Seat, written: str) -> Action | None:
        """The legal action of exactly this name, found without a view, as long as nobody has asked for one."""
        for legal in self.game.legal(self.state, seat):
            if legal.exact and str(legal) == written:
                return legal
        return None

    def _why(self, view: View, wanted: Action | str) -> Say | None:
        """Why an action that wasn't found isn't legal; None if the game doesn't say."""
        meant = named(self.game.vocabulary, str(wanted))
        if meant is not None:
            return self.game.refuse(view, meant)
        chosen = wanted.cards if isinstance(wanted, Action) else _cards_in(wanted)
        return self.game.explain(view, chosen) if chosen else None

    def act(self, seat: Seat, wanted: Action | str) -> Action:
        """Carry out an action and return it in exact form; Illegal, with no change, if it isn't legal."""
        action = self.check(seat, wanted)
        self._states.append(self.game.apply(self.state, seat, action))
        self._moves.append((seat, action))
        self._views_before, self._views = self._views, {}
        self._found = None
        return action

    def follow(self, line: str) -> tuple[Seat, Action]:
        """Carry out an action as records and lessons write it, ``"SEAT ACTION"``; ValueError if it can't be."""
        seat, _, written = line.partition(" ")
        return int(seat), self.act(int(seat), written)

    def undo(self) -> None:
        """Undo the last action; ValueError if there is none."""
        if not self._moves:
            raise ValueError("there is nothing to take back")
        self._states.pop()
        self._moves.pop()
        self._opening, self._told = None, 0
        self._views, self._views_before = {}, {}
        self._found = None
        del self._public[len(self._moves) + 1 :]
        for known in self._logs.values():
            del known[len(self._moves) :]


def _cards_in(written: str) -> Cards:
    """The cards in the text of an action that wasn't found, so that the refusal can say why; none if unreadable."""
    try:
        return cards(written.partition(" ")[2])
    except ValueError:
        return 0


def play(
    game: Game[S],
    players: Sequence[Player],
    seed: bytes,
    past: Past[S] | None = None,
    rngs: Sequence[Random] | None = None,
) -> Table[S]:
    """Play one deal to its end and return its table. Each player has a random source of its own."""
    if len(players) != game.seats:
        raise ValueError(f"{game.name} has {game.seats} seats, not {len(players)}")
    sources = rngs or [Random(seed + bytes([seat])) for seat in range(game.seats)]
    table = Table(game, seed, past)
    while turn := table.turn:
        for seat in turn:
            if seat in table.turn:
                table.act(seat, players[seat].choose(table.view_for(seat, players[seat]), sources[seat]))
    return table
