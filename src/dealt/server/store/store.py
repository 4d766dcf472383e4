"""The store of a room: an open database, and for each subject the repository that knows its rows."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncEngine

from dealt.server.store.assignments import Assignments
from dealt.server.store.clubs import Clubs
from dealt.server.store.core import Core
from dealt.server.store.erasures import Erasures
from dealt.server.store.lease import Hold
from dealt.server.store.personal import Personal
from dealt.server.store.ratings import Ratings
from dealt.server.store.relations import Relations
from dealt.server.store.sets import Sets
from dealt.server.store.stored_analyses import StoredAnalyses
from dealt.server.store.stored_devices import StoredDevices
from dealt.server.store.stored_pairs import StoredPairs
from dealt.server.store.stored_passkeys import StoredPasskeys
from dealt.server.store.stored_people import StoredPeople
from dealt.server.store.stored_tournaments import StoredTournaments
from dealt.server.store.tables import Tables
from dealt.server.store.tallies import Statistics


class Store(Core):
    """All that a room keeps. What its repositories do raises StoreError if it is not stored, or can't be read."""

    def __init__(self, engine: AsyncEngine, hold: Hold, window: float):
        super().__init__(engine, hold, window)
        self.people = StoredPeople(self)
        self.devices = StoredDevices(self)
        self.passkeys = StoredPasskeys(self)
        self.erasures, self.personal = Erasures(self), Personal(self)
        self.relations, self.clubs, self.assignments = Relations(self), Clubs(self), Assignments(self)
        self.tables = Tables(self)
        self.sets = Sets(self)
        self.statistics = Statistics(self)
        self.ratings = Ratings(self)
        self.analyses = StoredAnalyses(self)
        self.pairs = StoredPairs(self)
        self.tournaments = StoredTournaments(self)
