"""Analyses of deals, and people's mistakes in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No deal has been analysed before."""
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("dealt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "dealt", name="pk_analyses"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_analyses_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "mistakes",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("dealt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("step", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("unit", sa.String(16), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "table_id", "dealt", "step", name="pk_mistakes"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_mistakes_person_id", ondelete="CASCADE"),
    )
    op.create_index("ix_mistakes_table_id", "mistakes", ["table_id", "dealt"])
