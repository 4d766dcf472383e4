"""Assignments of classes, and which deals were played by the standard rules of their game."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """A new table, and a column. No deal of before counts for an assignment."""
    op.add_column("results", sa.Column("standard", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "assignments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("club_id", sa.String(32), sa.ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_index("ix_assignments_club_id", "assignments", ["club_id"])
