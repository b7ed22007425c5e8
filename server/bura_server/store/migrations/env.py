"""Alembic's entrance: runs the migrations on the connection that `bura_server.store.database` gives."""

from alembic import context

from bura_server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot change a column in place
)
with context.begin_transaction():
    context.run_migrations()
