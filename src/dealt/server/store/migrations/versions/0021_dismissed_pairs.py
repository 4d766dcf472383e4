"""Pairs at which the host has looked."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Nobody has dismissed a pair before."""
    op.add_column("pairs", sa.Column("dismissed", sa.Double(), nullable=True))
