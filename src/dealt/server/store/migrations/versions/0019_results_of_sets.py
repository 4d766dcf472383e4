"""Results of sets by table: who follows a link to a board, or is taken out of a table."""

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Find the results of a table without looking at those of all tables."""
    op.create_index("ix_set_results_table_id", "set_results", ["table_id"])
