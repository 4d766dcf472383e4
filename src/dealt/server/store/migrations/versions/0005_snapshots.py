"""Snapshots, deals in rows of their own, packed events, who is at a table, and the lease of a room."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """From the host's doings. No event is touched: a table's snapshot is made when the table is next restored."""
    op.add_column("tables", sa.Column("summary", sa.Text(), nullable=True))
    _of_tables(
        "archive",
        sa.Column("first", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
    )
    _of_tables(
        "snapshots",
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("written", sa.LargeBinary(), nullable=False),
    )
    _of_tables(
        "deals",
        sa.Column("dealt", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
    )
    _of_tables("guests", sa.Column("person_id", sa.String(32), primary_key=True))
    op.create_table(
        "lease",
        sa.Column("id", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.Column("started", sa.Text(), nullable=False),
    )
    _seat_guests()


def _of_tables(name: str, *columns: "sa.Column[Any]") -> None:
    owner = sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    op.create_table(name, owner, *columns)


def _seat_guests() -> None:
    """Find out who is at the tables that have not ended."""
    connection = op.get_bind()
    moves = connection.execute(
        sa.text(
            "select e.table_id, e.payload from events e join tables t on t.id = e.table_id where t.ended is null"
            """ and (e.payload like '{"event":"came"%' or e.payload like '{"event":"went"%') order by e.table_id, e.n"""
        )
    )
    there: dict[tuple[str, str], None] = {}
    for table, payload in moves:
        event = json.loads(payload)
        if event["event"] == "came":
            there[table, event["person"]] = None
        else:
            there.pop((table, event["person"]), None)
    guests = sa.table("guests", sa.column("table_id"), sa.column("person_id"))
    op.bulk_insert(guests, [{"table_id": table, "person_id": person} for table, person in there])
