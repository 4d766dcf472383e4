"""Bans and mutes, and the list of what the host has done."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """From sets of tables."""
    op.create_table(
        "sanctions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("until", sa.Double(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("n", sa.Integer(), autoincrement=True, primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
    )
