"""How deals came out for people: what their statistics are made of."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """From the first schema."""
    op.create_table(
        "results",
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("dealt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("person_id", "table_id", "dealt", name="pk_results"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_results_person_id", ondelete="CASCADE"),
    )
