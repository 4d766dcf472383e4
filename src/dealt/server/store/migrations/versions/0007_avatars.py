"""The picture that a person has chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Those who have chosen none keep the picture that follows from their name."""
    op.add_column("people", sa.Column("avatar", sa.Integer(), nullable=False, server_default="0"))
