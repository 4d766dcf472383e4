"""Processes of a cluster, owners of tables, looks of names; nobody is at two tables."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """From rooms of one process. No event is touched: what was stored before a cluster has no term."""
    op.create_table(
        "processes",
        sa.Column("number", sa.Integer(), autoincrement=True, primary_key=True),
        sa.Column("label", sa.String(255), nullable=False),
        sa.Column("protocol", sa.Integer(), nullable=False),
        sa.Column("draining", sa.Boolean(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("term", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("events", sa.Column("term", sa.Integer(), nullable=True))
    op.add_column("people", sa.Column("process", sa.Integer(), nullable=True))
    op.create_index("ix_people_process", "people", ["process"])
    op.create_table(
        "terms",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("term", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("owner", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
    _one_table_each()
    _looks()


def _one_table_each() -> None:
    """Whoever is at several tables stays at the one that was opened last, as a room saw it when it opened."""
    connection = op.get_bind()
    connection.execute(sa.text("delete from guests where table_id in (select id from tables where ended is not null)"))
    rows = connection.execute(
        sa.text(
            "select g.person_id, g.table_id from guests g join tables t on t.id = g.table_id"
            " order by t.created desc, t.id desc"
        )
    )
    kept: dict[str, str] = {}
    more = [{"person": person, "one": table} for person, table in rows if kept.setdefault(person, table) != table]
    if more:
        connection.execute(sa.text("delete from guests where person_id = :person and table_id = :one"), more)
    op.create_index("uq_guests_person_id", "guests", ["person_id"], unique=True)


def _looks() -> None:
    """The looks of names. They are empty: the newest migration that knows how names look fills them."""
    op.create_table(
        "looks",
        sa.Column("look", sa.Text(), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_looks_person_id", "looks", ["person_id"])
