"""Results by table: who finished the same deals."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Find the results of a deal without looking at those of all deals."""
    op.create_index("ix_results_table_id", "results", ["table_id", "dealt"])
