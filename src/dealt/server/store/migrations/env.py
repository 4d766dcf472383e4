"""What Alembic runs: the store hands its connection over, nothing is configured by file."""

from alembic import context

from dealt.server.store.database import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
