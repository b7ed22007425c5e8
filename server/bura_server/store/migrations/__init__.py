"""The migrations, for alembic."""
