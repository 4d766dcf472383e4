"""Passkeys, keys of the room, and how a device is told of what matters."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """New tables and columns, which are empty."""
    op.add_column("devices", sa.Column("push", sa.Text(), nullable=True))
    op.add_column("devices", sa.Column("pushed", sa.Double(), nullable=True))
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("used", sa.Double(), nullable=True),
    )
    op.create_index("ix_passkeys_person_id", "passkeys", ["person_id"])
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_index("ix_challenges_until", "challenges", ["until"])
    op.create_table(
        "secrets", sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Text(), nullable=False)
    )
