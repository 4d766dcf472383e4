"""The tables of the database: people, tables, their events, how deals came out, sets, and what the host has done.

Events move twice: those of a table come into ``events`` one by one, and from there, many at a time, into ``archive``.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

REVISION = "0021"
"""The newest step of the migrations, which makes the tables below."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(32), nullable=False),
    Column("folded", String(32), nullable=False, unique=True),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("avatar", Integer, nullable=False, server_default="0"),  # the number of a picture; 0: drawn from the name
    Column("process", Integer, nullable=True),  # in a cluster: where their newest connection is
    Column("code", String(64), nullable=True, unique=True),  # the SHA-256 of what makes another device theirs, once
    Column("code_until", Double, nullable=True),
    Column("words", Text, nullable=True),  # their recovery words, hashed
    Index("ix_people_process", "process"),
)

devices = Table(  # what somebody comes back by
    "devices",
    metadata,
    Column("token", String(64), primary_key=True),  # its SHA-256: the token itself is nowhere
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(40), nullable=False, server_default=""),  # what it calls itself
    Column("since", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Column("push", Text, nullable=True),  # how it is told of what matters while no page is open, as JSON
    Column("pushed", Double, nullable=True),  # when that was done last
    Index("ix_devices_person_id", "person_id"),
)

passkeys = Table(  # what else somebody comes back by: the room has the public half
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),  # the SHA-256 of the credential's id
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("credential", Text, nullable=False),  # its id, as base64url
    Column("key", LargeBinary, nullable=False),  # as COSE
    Column("count", BigInteger, nullable=False),  # how often it was used, as far as it tells
    Column("name", String(40), nullable=False),  # the device by which it was made
    Column("since", Double, nullable=False),
    Column("used", Double, nullable=True),
    Index("ix_passkeys_person_id", "person_id"),
)

challenges = Table(  # what a passkey is still to sign, once
    "challenges",
    metadata,
    Column("challenge", String(64), primary_key=True),  # its SHA-256
    Column("person_id", String(32), nullable=False),  # whose passkey it is to make; empty: one is to be used
    Column("until", Double, nullable=False),
    Index("ix_challenges_until", "until"),
)

secrets = Table(  # keys of the room that all its processes share
    "secrets", metadata, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False)
)

successors = Table(  # tokens that are, were, or may become those of devices, besides the one that each has
    "successors",
    metadata,
    Column("token", String(64), primary_key=True),  # its SHA-256
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(64), nullable=False),  # the hash of the token that the device has
    Column("state", String(8), nullable=False),  # next, spent; ended: one of the spent ones was used
    Column("at", Double, nullable=False),  # when it came into that state
    Index("ix_successors_person_id", "person_id"),
    Index("ix_successors_device", "device"),
)

relations = Table(  # what somebody is to another person: friend (both have a row), asked, blocked
    "relations",
    metadata,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_relations_other_id", "other_id"),
)

reports = Table(  # what people have reported to the host, with the last lines of talk
    "reports",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("by_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("at", Double, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("note", Text, nullable=False),
    Column("lines", Text, nullable=False),  # as JSON: time, name and text of each
    Index("ix_reports_person_id", "person_id"),
    Index("ix_reports_by_id", "by_id"),
)

looks = Table(  # how names look: no two people may share one
    "looks",
    metadata,
    Column("look", Text, primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Index("ix_looks_person_id", "person_id"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Double, nullable=False),
    Column("ended", Double, nullable=True),
    Column("summary", Text, nullable=True),  # what the lobby shows; it may be behind by a moment
    Column("owner", Integer, nullable=True),  # in a cluster: the process that may append to it
    Column("term", Integer, nullable=False, server_default="0"),  # in a cluster: the number of owners so far
    Index("ix_tables_ended", "ended"),
)

terms = Table(  # in a cluster: who has owned a table, one after the other
    "terms",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("term", Integer, primary_key=True, autoincrement=False),
    Column("owner", Integer, nullable=False),
    Column("at", Double, nullable=False),  # by the clock of the database
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("payload", Text, nullable=False),
    Column("term", Integer, nullable=True),  # in a cluster: under which owner of the table it was stored
)

archive = Table(  # events that need not be read again unless there is no snapshot
    "archive",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("last", Integer, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)

snapshots = Table(  # the session after event number n
    "snapshots",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("written", LargeBinary, nullable=False),
)

deals = Table(  # deals that are over, for records and replays
    "deals",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("dealt", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)

analyses = Table(  # what a deal that is over was worth, action by action
    "analyses",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("dealt", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),  # of the analysis: one of another version is made again
    Column("packed", LargeBinary, nullable=False),
)

guests = Table(  # who is at a table that has not ended
    "guests",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", String(32), primary_key=True),
    Index("uq_guests_person_id", "person_id", unique=True),  # nobody is at two tables
)

visits = Table(  # where people have been, and under which names: as long as the table is kept
    "visits",
    metadata,
    Column("person_id", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("name", String(32), primary_key=True),
    Index("ix_visits_table_id", "table_id"),
)

erasures = Table(  # people who were deleted, and are still to be taken out of tables
    "erasures", metadata, Column("person_id", String(32), primary_key=True)
)

processes = Table(  # in a cluster: the processes that live, as far as is known
    "processes",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),  # grows, and is never used twice
    Column("label", String(255), nullable=False),  # for people: where it runs
    Column("protocol", Integer, nullable=False),  # of the notes that processes send each other
    Column("draining", Boolean, nullable=False),
    Column("expires", Double, nullable=False),  # by the clock of the database
)

lease = Table(  # one row: which room may store, by its number
    "lease",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("expires", Double, nullable=False),  # by the clock of the database
    Column("started", Text, nullable=False),  # when the database was started under which the room holds its lock
)

results = Table(
    "results",
    metadata,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), primary_key=True),  # the table itself may be forgotten long before
    Column("dealt", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("score", Double, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    Column("standard", Boolean, nullable=False, server_default=false()),  # by the standard rules of the game
    Index("ix_results_table_id", "table_id", "dealt"),
)

ratings = Table(  # how well people play, as far as is known
    "ratings",
    metadata,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("deals", Integer, nullable=False),
    Index("ix_ratings_game", "game", "mu"),
)

rated_deals = Table(  # what each rated deal made of it
    "rated_deals",
    metadata,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), primary_key=True),  # without a foreign key, as results
    Column("dealt", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("gain", Double, nullable=False),  # of mu
    Column("at", Double, nullable=False),
    Column("shared", Boolean, nullable=False, server_default=false()),  # against others with the same cards
    Index("ix_rated_deals_game", "game", "at"),
)

mistakes = Table(  # costly decisions of people, for practice
    "mistakes",
    metadata,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), primary_key=True),  # without a foreign key, as results
    Column("dealt", Integer, primary_key=True, autoincrement=False),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("cost", Double, nullable=False),
    Column("unit", String(16), nullable=False),
    Column("at", Double, nullable=False),  # when the deal was over
    Column("kind", Text, nullable=False, server_default=""),  # the first word of the action
    Index("ix_mistakes_table_id", "table_id", "dealt"),
)

foresights = Table(  # how much somebody's choices in a rated deal fit their partner's cards, which they didn't see
    "foresights",
    metadata,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("dealt", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("partner_id", String(32), ForeignKey("people.id", ondelete="SET NULL"), nullable=True),  # null: a computer
    Column("figure", Double, nullable=True),  # null: the deal says nothing of it
    Index("ix_foresights_table_id", "table_id"),
    Index("ix_foresights_partner_id", "partner_id"),
)

pairs = Table(  # how likely two people's foresights are if they play independently
    "pairs",
    metadata,
    Column("one_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("deals", Integer, nullable=False),  # together
    Column("others", Integer, nullable=False),  # of both with other partners
    Column("chance", Double, nullable=False),
    Column("at", Double, nullable=False),
    Column("dismissed", Double, nullable=True),  # when the host had looked at them
    Index("ix_pairs_other_id", "other_id"),
)

sets = Table(
    "sets",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(32), nullable=False),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False),  # of the game's rules: another one may deal otherwise
    Column("options", Text, nullable=False),
    Column("secret", String(64), nullable=False),  # the seeds of all deals follow from it
    Column("seen", Double, nullable=False),  # when it last had a table
    UniqueConstraint("name", "game", "version", "options"),
)

set_results = Table(
    "set_results",
    metadata,
    Column("set_id", String(32), ForeignKey("sets.id", ondelete="CASCADE"), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(32), primary_key=True),  # the table itself may be forgotten long before
    Column("names", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("began", Double, nullable=False, server_default="0"),  # 0: not played alone to its end by who sat there
    Index("ix_set_results_table_id", "table_id"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Double, nullable=False),
    Column("ended", Double, nullable=True),
    Index("ix_tournaments_ended", "ended"),
)

tournament_events = Table(
    "tournament_events",
    metadata,
    Column("tournament_id", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("payload", Text, nullable=False),
)

clubs = Table(
    "clubs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("kind", String(8), nullable=False),  # club or class
    Column("code", String(32), nullable=False, unique=True),  # by which others come in
    Column("created", Double, nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("club_id", String(32), ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("leads", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_members_person_id", "person_id"),
)

assignments = Table(  # what the members of a class are to play; how far they are follows from their results
    "assignments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("club_id", String(32), ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False),
    Column("title", String(60), nullable=False),
    Column("game", String(64), nullable=False),
    Column("deals", Integer, nullable=False),
    Column("won", Integer, nullable=False),  # how many of them
    Column("day", String(10), nullable=False),  # whose boards are meant; empty: deals by the standard rules
    Column("since", Double, nullable=False),
    Column("until", Double, nullable=False),
    Index("ix_assignments_club_id", "club_id"),
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),  # name, address or mute
    Column("target", String(64), nullable=False),  # a name, or a network such as 192.0.2.7/32
    Column("person", String(32), nullable=False),  # the id of who had the name, empty for an address
    Column("note", Text, nullable=False),
    Column("until", Double, nullable=True),  # null: until it is lifted
    Column("at", Double, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    Column("at", Double, nullable=False),
    Column("address", String(64), nullable=False),  # from which the host asked for it
    Column("action", String(32), nullable=False),
    Column("target", Text, nullable=False),
    Column("detail", Text, nullable=False),
)
