"""Of which kind mistakes were: the first word of the action, which stands in the analysis of the deal.

When boards began, and which rated deals were compared with others of the same cards.
"""

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

SOME = 50
"""The number of deals that are read at a time."""


def upgrade() -> None:
    """Mistakes whose analysis is kept get their kind. No board of before counts for ratings."""
    op.add_column("set_results", sa.Column("began", sa.Double(), nullable=False, server_default="0"))
    op.add_column("rated_deals", sa.Column("shared", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("mistakes", sa.Column("kind", sa.Text(), nullable=False, server_default=""))
    mistakes = sa.table("mistakes", *map(sa.column, ("table_id", "dealt", "step", "kind")))
    analyses = sa.table("analyses", *map(sa.column, ("table_id", "dealt", "packed")))
    here = [mistakes.c[each] == sa.bindparam(f"the_{each}") for each in ("table_id", "dealt", "step")]
    named = sa.update(mistakes).where(*here).values(kind=sa.bindparam("word"))
    steps: dict[tuple[str, int], set[int]] = {}
    for table, dealt, step, _ in op.get_bind().execute(sa.select(mistakes)):
        steps.setdefault((table, dealt), set()).add(step)
    deals = list(steps)
    for n in range(0, len(deals), SOME):
        some = sa.tuple_(analyses.c.table_id, analyses.c.dealt).in_(deals[n : n + SOME])
        rows = [
            {"the_table_id": table, "the_dealt": dealt, "the_step": each["step"], "word": _kind(each)}
            for table, dealt, packed in op.get_bind().execute(sa.select(analyses).where(some))
            for each in json.loads(zlib.decompress(packed))["judged"]
            if each["step"] in steps[table, dealt]
        ]
        if rows:
            op.get_bind().execute(named, rows)


def _kind(judged: dict[str, dict[str, str]]) -> str:
    return judged["taken"]["action"].split(" ", 1)[0]
