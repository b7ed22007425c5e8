"""``python -m bura_server`` is ``bura``."""

from bura_server.cli import main

main()
