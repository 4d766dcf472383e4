"""Sets of tables with the same deals, and how those came out."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """From people's results."""
    op.create_table(
        "sets",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.UniqueConstraint("name", "game", "version", "options", name="uq_sets_name"),
    )
    op.create_table(
        "set_results",
        sa.Column("set_id", sa.String(32), sa.ForeignKey("sets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("deal", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
