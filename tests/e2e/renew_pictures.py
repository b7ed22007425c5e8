"""Write the pictures of the pages anew after a change that is meant.

Run ``python -m tests.e2e.renew_pictures [VIEW ...]``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.e2e.browser import browser
from tests.e2e.likeness import LikenessSettings, compare
from tests.e2e.pictures_of import kept, load, path_of
from tests.e2e.views import SIZES, VIEWS, opened, places, sized


def main() -> None:
    """Take all pictures, or those of the views named; keep an old one that still holds."""
    wanted = sys.argv[1:] or list(VIEWS)
    settings = LikenessSettings()
    with tempfile.TemporaryDirectory() as folder, places(Path(folder)) as there, browser() as chrome:
        for name in wanted:
            with opened(chrome, there, name, boxed=True) as page:
                for size in SIZES:
                    sized(page, size)
                    ours, path = kept(page, settings), path_of(name, size)
                    if path.exists() and not compare(ours, load(path), settings).problem:
                        continue
                    ours.save(path, quality=60, method=6)
                    sys.stdout.write(f"{path.name}: {path.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
