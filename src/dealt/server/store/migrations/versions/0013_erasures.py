"""Where people have been, so that they can be taken out there; tokens that are changed; friends and reports."""

import json
import zlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

SOME = 20
"""The number of tables that are read at a time."""
CAME = '{"event":"came"'


def upgrade() -> None:
    """From people with devices. Where somebody has been, the events say."""
    op.create_table(
        "visits",
        sa.Column("person_id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String(32), primary_key=True),
    )
    op.create_index("ix_visits_table_id", "visits", ["table_id"])
    op.create_table("erasures", sa.Column("person_id", sa.String(32), primary_key=True))
    op.create_table(
        "successors",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_index("ix_successors_person_id", "successors", ["person_id"])
    op.create_index("ix_successors_device", "successors", ["device"])
    _friends()
    visits = sa.table("visits", sa.column("person_id"), sa.column("table_id"), sa.column("name"))
    every = [*op.get_bind().scalars(sa.text("select id from tables order by id"))]
    for n in range(0, len(every), SOME):
        there = {(table, event["person"], event["name"]) for table, event in _came(every[n : n + SOME])}
        rows = [{"person_id": person, "table_id": table, "name": name} for table, person, name in sorted(there)]
        if rows:
            op.get_bind().execute(sa.insert(visits), rows)


def _friends() -> None:
    op.create_table(
        "relations",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_index("ix_relations_other_id", "relations", ["other_id"])
    op.create_table(
        "reports",
        sa.Column("n", sa.Integer(), autoincrement=True, primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("by_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
    )
    op.create_index("ix_reports_person_id", "reports", ["person_id"])
    op.create_index("ix_reports_by_id", "reports", ["by_id"])


def _came(tables: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """The arrivals at some tables, one row each."""
    events = sa.table("events", sa.column("table_id"), sa.column("payload"))
    archive = sa.table("archive", sa.column("table_id"), sa.column("packed"))

    def read(some: sa.TableClause) -> Any:
        return op.get_bind().execute(sa.select(some).where(some.c.table_id.between(tables[0], tables[-1])))

    written = [(table, payload) for table, payload in read(events)]
    for table, packed in read(archive):
        unpacked = zlib.decompress(packed)
        if b"came" in unpacked:  # somebody comes in few of them
            written += [(table, row[2]) for row in json.loads(unpacked)]
    yield from ((table, json.loads(each)) for table, each in written if each.startswith(CAME))
