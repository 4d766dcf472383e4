"""Pairs who play as if they saw each other's cards: what each deal says of it, and the chance of each pair."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """New tables. Rated deals that are kept are read from now on."""
    op.create_table(
        "foresights",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("dealt", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("partner_id", sa.String(32), sa.ForeignKey("people.id", ondelete="SET NULL"), nullable=True),
        sa.Column("figure", sa.Double(), nullable=True),
    )
    op.create_index("ix_foresights_table_id", "foresights", ["table_id"])
    op.create_index("ix_foresights_partner_id", "foresights", ["partner_id"])
    op.create_table(
        "pairs",
        sa.Column("one_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("others", sa.Integer(), nullable=False),
        sa.Column("chance", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_index("ix_pairs_other_id", "pairs", ["other_id"])
