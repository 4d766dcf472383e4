"""Sees everything that is stored and everything that anybody is told, and says what must never be.

It makes each table's session from its committed events alone, as a room does after a crash, and compares what people
are told with the game's own view of that session's states.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import make_url

from dealt.cards import members, name
from dealt.game import Game, Listing, Seat, View
from dealt.server.store import archive
from dealt.server.store.stored_devices import token_hash
from dealt.session import events, fold
from dealt.session.erasing import Erasing
from dealt.session.events import Opened
from dealt.session.session import Session
from tests.simulation.clock import Loop
from tests.simulation.database import Database, address
from tests.simulation.database import Session as Connected
from tests.simulation.engine import Engine
from tests.simulation.referee import Referee

__all__ = ["Broken", "Witness"]


class Broken(Exception):  # noqa: N818 - it says what it is
    """Something has happened that must never be."""


@dataclass(slots=True)
class Place:
    """A position of a table."""

    state: Any
    dealt: int
    seats: set[tuple[str, Seat | None]] = field(default_factory=set)
    """Who sat where at this position, by name."""
    seen: dict[Seat | None, tuple[list[tuple[str, Seat | None, list[str | None]]], set[str]]] = field(
        default_factory=dict
    )


class Witness:
    """What is known from outside. ``trouble`` is the first thing that must never be."""

    def __init__(self, loop: Loop, games: Mapping[str, Listing]):
        self.loop, self.games = loop, games
        self.database: Database
        self.referee = Referee(self.fail, loop.time)
        self.trouble: Broken | None = None
        self.sessions: dict[str, Session] = {}
        self.deals_over: dict[str, int] = {}
        """The number of deals that have ended at each table."""
        self.trace = hashlib.sha256()
        self.frames = self.stored_events = 0
        self._places: dict[str, dict[int, Place]] = {}
        self._known: set[str] = set()
        self._at: dict[str, str] = {}
        """The table of which each person was told last, by name."""
        self.ids: dict[str, str] = {}
        """Those of people who may leave for good, by their names."""
        self._games: dict[Any, Game[Any]] = {}

    def fail(self, what: str) -> None:
        """Note what must never be."""
        if self.trouble is None:
            self.trouble = Broken(f"at {self.loop.time() - 1000:.3f} s: {what}")

    def note(self, *what: Any) -> None:
        """Something happened, which must happen again if the same seed is run again."""
        self.trace.update(f"{self.loop.time()!r} {what}\n".encode())

    # --- what is stored

    def stored(self, by: Connected, rows: Any) -> None:
        """Events are committed."""
        checked = None
        for row in rows:
            if "tournament_id" in row:
                self.note("stored", str(by.machine), *row.values())
                self.referee.stored(row)
            elif row["table_id"] != "-":
                self.note("stored", str(by.machine), *row.values())
                self.stored_events += 1
                if checked != (row["table_id"], row["term"]):  # nobody else writes within a transaction
                    checked = row["table_id"], row["term"]
                    self._check_owner(by, row)
                self._fold(row)

    def _check_owner(self, by: Connected, row: dict[str, Any]) -> None:
        owner, term = self.database.raw.execute(
            "select owner, term from tables where id = ?", (row["table_id"],)
        ).fetchone()
        number = by.machine.number if by.machine else None
        if (owner, term) != (number, row["term"]):
            self.fail(
                f"one owner: process {number} ({by.machine}) stored event {row['n']} of table {row['table_id']} under "
                f"term {row['term']}, and it is process {owner}'s, whose term is {term}"
            )

    def _fold(self, row: dict[str, Any]) -> None:
        id, event = row["table_id"], events.decode(row["payload"])  # noqa: A001
        session = self.sessions.get(id)
        if session is None:
            if not isinstance(event, Opened) or row["n"] != 1:
                self.fail(f"one owner: table {id} begins with event {row['n']}, {event}")
                return
            session = self.sessions[id] = Session(id, event, self._game(event), row["at"])
        elif row["n"] != session.n + 1:
            self.fail(f"one owner: event {row['n']} of table {id} follows event {session.n}")
            return
        else:
            before = session.phase
            try:
                fold.apply(session, self._unerased(id, event), row["at"])
            except Exception as error:  # noqa: BLE001 - whatever it is, the table can't be restored
                self.fail(f"one owner: event {row['n']} of table {id} does not follow from those before: {error!r}")
                return
            if before == "playing" and session.phase in ("over", "final"):
                self.deals_over[id] = self.deals_over.get(id, 0) + 1
        self._keep(session)
        self.referee.happened(session, event)

    def _unerased(self, table: str, event: events.Event) -> events.Event:
        """What a table tells of somebody who has left for good, under the id by which they came there."""
        for known, id in self.ids.items():  # noqa: A001
            if getattr(event, "person", None) == Erasing(table, id, frozenset([known])).instead:
                return msgspec.structs.replace(event, person=id)
        return event

    def _game(self, opened: Opened) -> Game[Any]:
        key = opened.game, tuple(opened.options.items())
        if key not in self._games:
            self._games[key] = self.games[opened.game].make(None, **opened.options)
        return self._games[key]

    def _keep(self, session: Session) -> None:
        places = self._places.setdefault(session.id, {})
        table = session.table
        state = None if table is None else table.state
        place = places.get(session.step)
        if place is None:
            place = places[session.step] = Place(state, session.dealt)
        place.seats |= {(guest.name, session.seat_of(each)) for each, guest in session.guests.items()}

    # --- what people are told

    def told(self, to: str, by: Any, frame: bytes) -> dict[str, Any]:
        """Somebody is told something by a process; returns it as plain data."""
        self.note("told", to, str(by))
        self.trace.update(frame)
        self.frames += 1
        message: dict[str, Any] = msgspec.json.decode(frame)
        op = message["op"]
        if op == "table":
            self._at[to] = message["id"]
            self._check_table(to, message)
        elif op == "talk":
            self._check_talk(to, message)
        elif op == "tournament":
            self.referee.told(to, str(by), message)
        elif op == "assignments":
            self.referee.counted(to, message)
        elif op == "you" and message["token"] not in self._known:
            self._known.add(message["token"])
            wanted = "select 1 from devices where token = ?"
            if not self.database.raw.execute(wanted, (token_hash(message["token"]),)).fetchone():
                self.fail(f"nothing told is lost: {to} was told a name that is not stored")
        return message

    def _check_talk(self, to: str, message: dict[str, Any]) -> None:
        """A line of the chat is stored before anybody reads it, at the table whose state they were told last."""
        for line in message["lines"]:
            if line["text"].startswith("#"):
                table = self._at.get(to, "")
                session = self.sessions.get(table)
                if session is None or session.talked < line["n"]:
                    self.fail(f"nothing told is lost: {to} read line {line['n']} of table {table}, which is not stored")

    def _check_table(self, to: str, message: dict[str, Any]) -> None:
        id, step, seat, view = message["id"], message["step"], message["seat"], message["view"]  # noqa: A001
        session = self.sessions.get(id)
        place = self._places.get(id, {}).get(step)
        if session is None or place is None:
            stored = "nothing" if session is None else f"step {session.step}"
            self.fail(f"nothing told is lost: {to} was told step {step} of table {id}, and {stored} is stored")
            return
        if view is None:
            return
        if (to, seat) not in place.seats and not (seat is None and all(each != to for each, _ in place.seats)):
            self.fail(f"no hidden card: {to} was shown what seat {seat} sees at step {step} of table {id}")
            return
        piles, visible = self._seen(session, place, seat)
        shown = [(each["name"], each["owner"], each["cards"]) for each in view["piles"]]
        if shown != piles:
            self.fail(f"no hidden card: at step {step} of {id}, {to} on seat {seat} was shown {shown}, not {piles}")
        mine = {card for each in view["legal"] for card in each["cards"]}
        before: set[str] = set()
        for line in message["log"]:
            before.update(line["cards"])
        if not before <= visible:
            for at, other in self._places[id].items():
                if other.dealt == place.dealt and at <= step:
                    visible = visible | self._seen(session, other, seat)[1]
        if not mine | before <= visible:
            self.fail(
                f"no hidden card: at step {step} of {id}, {to} on seat {seat} read of {(mine | before) - visible}"
            )

    def _seen(self, session: Session, place: Place, seat: Seat | None) -> Any:
        if seat not in place.seen:
            view: View = session.game.view(place.state, seat)
            piles = [
                (pile.name, pile.owner, [None if one is None else name(one) for one in pile.cards])
                for pile in view.piles
            ]
            visible = {one for _, _, cards in piles for one in cards if one is not None}
            visible.update(name(one) for each in view.legal for one in members(each.cards))
            place.seen[seat] = piles, visible
        return place.seen[seat]

    # --- at the end

    async def check_stored(self) -> None:
        """All that was ever stored is still there, in the rows of events or packed."""
        self.referee.check()
        async with Engine(make_url(address(self.database))).connect() as connection:
            for id, session in [*self.sessions.items()]:  # noqa: A001
                n = session.n  # more may come while they are read, and more tables
                there = [each.n for each in await connection.run_sync(archive.events_of, id)]
                if there[:n] != list(range(1, n + 1)):
                    self.fail(f"nothing told is lost: of {n} events of table {id} there are {there}")
