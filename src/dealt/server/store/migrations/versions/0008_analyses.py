"""Analyses of deals, and people's mistakes in them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """No deal has been analysed before."""
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("dealt", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "mistakes",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("dealt", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("step", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("unit", sa.String(16), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_index("ix_mistakes_table_id", "mistakes", ["table_id", "dealt"])
