"""What must hold of a room, judged by code that shares nothing with the room's own.

:class:`Honesty` searches what a seat is sent for what the seat may not know. :func:`stands_for` and :func:`refolded`
judge what happened at a table by the game's list of legal actions alone.
"""

from __future__ import annotations

import base64
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random
from typing import Any, Final

import msgspec

from dealt.cards import mask, members, name, ranks, sequence
from dealt.game import Action, Listing, View
from dealt.session import events, fold, view
from dealt.session.session import Session
from dealt.table import commitment

__all__ = ["Broken", "Honesty", "cards_in", "refolded", "stands_for"]

CARD: Final = re.compile(r"(?<![A-Za-z0-9_])((?:(?:[2-9TJQKA][cdhs]|BJ|RJ)(?:'\d)?)+)(?![A-Za-z0-9_])")
ONE: Final = re.compile(r"(?:[2-9TJQKA][cdhs]|BJ|RJ)(?:'\d)?")


class Broken(AssertionError):  # noqa: N818 - the word of the laws
    """Something that must hold does not."""


def cards_in(value: Any, calls: Collection[str] = ()) -> set[str]:
    """Every card that is written anywhere in a message, however it is packed.

    ``calls`` are texts that only look like cards, such as a bid of two clubs.
    """
    if isinstance(value, dict):
        return set().union(*(cards_in(each, calls) for pair in value.items() for each in pair))
    if isinstance(value, list):
        return set().union(*(cards_in(each, calls) for each in value))
    if not isinstance(value, str) or len(value) < 2 or value in calls:
        return set()
    return {one for run in CARD.findall(value) for one in ONE.findall(run)}


def _up(seen: View) -> set[str]:
    return {name(one) for pile in seen.piles for one in pile.cards if one is not None}


class Honesty:
    """Searches every frame that somebody at a table is sent, at the moment when it is sent.

    The truth comes from the table's state: the game says which cards the seat may see, and all others are looked for
    anywhere in the frame, as are seeds in any writing and what others may do. With ``resampled`` that part of the
    views of the table is also compared with the view of another deal that looks the same to the seat.
    """

    def __init__(self, rng: Random | None = None, resampled: float = 0.0):
        self._rng = rng or Random(0)
        self._resampled = resampled
        self._shown: dict[tuple[str, str], tuple[int, int, set[str]]] = {}
        self._fresh: dict[tuple[str, str], str | None] = {}
        self._calls: dict[int, tuple[Any, frozenset[str]]] = {}
        self._forms: dict[bytes, tuple[str, ...]] = {}
        self.searched = self.compared = 0

    def search(
        self,
        session: Session,
        person: str,
        message: dict[str, Any],
        frame: str,
        secret: bytes = b"",
        wrote: Collection[str] = (),
    ) -> None:
        """Broken if a frame tells a person more than their seat may know.

        ``secret`` is that of the table's set; ``wrote`` are cards that they wrote themselves, which a refusal repeats.
        """
        table, seat, op = session.table, session.seat_of(person), message["op"]
        self.searched += 1
        again = op in ("record", "replay") and session.game.undoable  # whoever deals the same cards again knows them
        now = table.seed if table and not self._told(session) and not again else None
        mixed = session.mix.server if now and session.mix else None
        for seed in filter(None, (session.promised, secret, now, mixed)):
            if any(each in frame for each in self._written(seed)):
                raise Broken(f"seat {seat} reads the seed in {op}")
        if table is None or op in ("record", "replay"):
            return
        key = (session.id, person)
        if op == "table":
            self._fresh[key] = message["commitment"]
            if message["seat"] != seat:
                raise Broken(f"seat {seat} reads what seat {message['seat']} may know")
        elif self._fresh.get(key) != commitment(table.seed):
            return  # it was on its way when the next deal began
        allowed = self._known(session, person)
        if op in ("error", "answer"):
            allowed = allowed | set(wrote)
        if cards_in(frame) - allowed and (foreign := self._read(session, message) - allowed):  # the first is quick
            raise Broken(f"seat {seat} reads {foreign} in {op} of {session.game.name}")
        if op == "table" and message["view"]:
            mine = {str(each) for each in session.game.legal(table.state, seat)} if seat in table.turn else set()  # type: ignore[arg-type]
            if strange := {each["name"] for each in message["view"]["legal"]} - mine:
                raise Broken(f"seat {seat} reads others' actions: {strange}")
            if self._resampled and self._rng.random() < self._resampled:
                self._compare(session, seat, message)

    def _read(self, session: Session, message: dict[str, Any]) -> set[str]:
        """The cards of the game that a message tells, not those that somebody there wrote."""
        if message["op"] == "talk":
            return set()
        found = cards_in(message["say"] if message["op"] == "answer" else message, self._calls_of(session))
        return found & {name(one) for one in session.game.deck}  # a refusal may explain how cards are written

    def _calls_of(self, session: Session) -> frozenset[str]:
        """The names of the game's actions without cards."""
        game = session.game
        if id(game) not in self._calls:
            some = [*game.vocabulary, *(each for box in game.boxes for each in box.actions)]
            self._calls[id(game)] = game, frozenset({*map(str, some), *(each.verb for each in some)})
        return self._calls[id(game)][1]

    def _told(self, session: Session) -> bool:
        return session.phase in ("over", "final")

    def _written(self, seed: bytes) -> tuple[str, ...]:
        if seed not in self._forms:
            if len(self._forms) > 5000:
                self._forms.clear()
            whole = base64.b64encode(seed).decode()
            self._forms[seed] = (seed.hex(), seed.hex().upper(), whole, str(int.from_bytes(seed, "big")))
        return self._forms[seed]

    def _known(self, session: Session, person: str) -> set[str]:
        """Every card that this person may have seen in the deal so far."""
        table, key = session.table, (session.id, person)
        if table is None:
            return set()
        dealt, step, known = self._shown.get(key, (0, 0, set()))
        if dealt != session.dealt:
            step, known = 0, set()
        seat, states = session.seat_of(person), table.states
        if step > len(states):  # something was taken back
            step = 0
        for state in states[max(0, step - 1) :]:
            known |= _up(session.game.view(state, seat))
        known |= cards_in([fact.value for fact in session.game.view(table.state, None).facts])
        self._shown[key] = session.dealt, len(states), known
        return known

    def _compare(self, session: Session, seat: int | None, message: dict[str, Any]) -> None:
        """The law of samples, over the wire: another deal that looks the same to the seat makes the same frame."""
        table, game = session.table, session.game
        if table is None:
            return
        other = game.view(game.sample(game.view(table.state, seat), self._rng), seat)
        wanted: dict[str, Any] = msgspec.to_builtins(view.wire_view(game, other))
        for each, value in wanted.items():
            if message["view"].get(each) != value:
                raise Broken(f"seat {seat} reads more than it may know, in {each} of its view")
        if seat is not None and message["sorts"] != view.sorts(game, other):
            raise Broken(f"seat {seat} reads more than it may know, in its sorted hand")
        self.compared += 1


# --- what happened


def stands_for(legal: Action, seen: View, seat: int, written: str) -> bool:
    """Is what is written one of the exact actions that a legal action stands for?"""
    if legal.exact and str(legal) == written:
        return True
    if not (written == legal.verb or written.startswith(legal.verb + " ")):
        return False
    operands = written[len(legal.verb) :].split()
    cards = 0
    if operands and (legal.cards or legal.pick is not None):
        try:
            cards = mask(sequence(operands[0]))
        except ValueError:
            return False
        operands = operands[1:]
    if legal.amount is not None:
        if len(operands) != 1 or not operands[0].lstrip("-").isdigit() or int(operands[0]) not in legal.amounts:
            return False
    elif operands:
        return False
    if legal.pick is not None:
        least, most = legal.pick
        return not cards & ~legal.cards and least <= cards.bit_count() <= most
    if cards == legal.cards:
        return True
    held = {one for pile in seen.piles if pile.owner == seat for one in pile.cards if one is not None}
    return not seen.suits and ranks(cards) == ranks(legal.cards) and set(members(cards)) <= held


def refolded(
    id: str,  # noqa: A002
    happened: Iterable[tuple[events.Event, float]],
    games: Mapping[str, Listing],
    watch: Callable[[Session, events.Event], None] = lambda *_: None,
) -> Session:
    """The table as its stored events make it; Broken if an action was not among the legal ones. ``watch`` sees each."""
    rows = iter(happened)
    opened, at = next(rows)
    if not isinstance(opened, events.Opened):
        raise Broken("a table begins with something else than its opening")
    game = games[opened.game].make(None, **opened.options)
    session = Session(id, opened, game, at)
    for event, when in rows:
        if isinstance(event, events.Acted):
            table = session.table
            if table is None:
                raise Broken("an action before the first deal")
            if event.seat not in table.turn:
                raise Broken(f"seat {event.seat} acted out of turn")
            seen = game.view(table.state, event.seat)
            legal = game.legal(table.state, event.seat)
            if not any(stands_for(each, seen, event.seat, event.action) for each in legal):
                raise Broken(f"{event.action!r} was carried out and is not legal")
        watch(session, event)
        fold.apply(session, event, when)
    return session


def same_state(one: Session, other: Session) -> None:
    """Broken if the room's table is not what its stored events make."""
    pairs: dict[str, tuple[Any, Any]] = {
        "step": (one.step, other.step),
        "phase": (one.phase, other.phase),
        "talk": ([(each.name, each.text) for each in one.talk], [(each.name, each.text) for each in other.talk]),
        "people": (list(one.guests), list(other.guests)),
        "seats": (one.chairs, other.chairs),
        "state": (one.table and one.table.state, other.table and other.table.state),
        "totals": (one.match and one.match.totals, other.match and other.match.totals),
    }
    for what, (was, now) in pairs.items():
        if was != now:
            raise Broken(f"the table in the room has another {what} than the stored one")


class Witness:
    """Whether everything that was stored in somebody's name was really asked for by them."""

    def __init__(self) -> None:
        self.acts: dict[str, Counter[str]] = {}
        """The actions that each honest person was told to be done, by person and action."""
        self.said: dict[str, Counter[str]] = {}
        """What each honest person said."""

    def judge(self, session: Session, event: events.Event) -> None:
        """Broken if an honest person did, by the stored events, what they never asked for."""
        match event:
            case events.Acted(by="person"):
                person = session.chairs[event.seat].person
                if person in self.acts and not self._take(self.acts[person], event.action):
                    raise Broken(f"{event.action!r} is stored for somebody who never did it")
            case events.Spoke():
                if event.person in self.said and not self._take(self.said[event.person], event.text):
                    raise Broken(f"{event.text!r} is stored for somebody who never said it")
            case events.Went():
                if event.person in self.acts:
                    raise Broken("somebody lost the seat that they never left")
            case _:
                pass

    @staticmethod
    def _take(left: Counter[str], what: str) -> bool:
        left[what] -= 1
        return left[what] >= 0


def checked(decoder: msgspec.json.Decoder[Any], frame: str | bytes) -> dict[str, Any]:
    """A frame of the room as plain data; Broken if the protocol knows no such message, or it speaks of a failure."""
    try:
        decoder.decode(frame)
    except msgspec.DecodeError as error:
        raise Broken(f"a frame that the protocol does not know: {error}") from None
    message: dict[str, Any] = json.loads(frame)
    if message["op"] == "error" and message["code"] in ("internal", "storage", "table_broken"):
        raise Broken(f"an answer to {message['re']}: {message['text']}")
    return message
