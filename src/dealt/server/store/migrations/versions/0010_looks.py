"""How names look, anew: more of them look alike."""

import sqlalchemy as sa
from alembic import op

from dealt.server.base.names import looks

revision = "0010"
down_revision = "0009"

table = sa.table("looks", sa.column("look"), sa.column("person_id"))


def upgrade() -> None:
    """Names that were taken before may share a look: all keep their names, and the look is the oldest one's."""
    op.execute(sa.delete(table))
    owners: dict[str, str] = {}
    for person, name in op.get_bind().execute(sa.text("select id, name from people order by created, id")):
        for look in looks(name):
            owners.setdefault(look, person)
    if owners:
        op.bulk_insert(table, [{"look": look, "person_id": person} for look, person in owners.items()])
