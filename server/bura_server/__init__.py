"""Sessions, pages, API and the command line."""
