"""Where logs, links and the index of deals are kept: SQLite by default, PostgreSQL by URL."""
