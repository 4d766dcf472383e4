"""A person has devices, each with a token of its own; codes for another one, and recovery words."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """The token that somebody had is that of their first device."""
    op.create_table(
        "devices",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False, server_default=""),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
    )
    op.create_index("ix_devices_person_id", "devices", ["person_id"])
    op.execute("insert into devices (token, person_id, since, seen) select token, id, created, seen from people")
    with op.batch_alter_table("people") as people:
        people.drop_constraint("uq_people_token", type_="unique")
        people.drop_column("token")
        people.add_column(sa.Column("code", sa.String(64), nullable=True))
        people.add_column(sa.Column("code_until", sa.Double(), nullable=True))
        people.add_column(sa.Column("words", sa.Text(), nullable=True))
        people.create_unique_constraint("uq_people_code", ["code"])
