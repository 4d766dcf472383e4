"""How deals came out for people: what their statistics are made of."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """From the first schema."""
    op.create_table(
        "results",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("dealt", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
