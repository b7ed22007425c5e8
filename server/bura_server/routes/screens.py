"""The pages of whoever runs the table, and of those who only look."""

from __future__ import annotations

from bura_server.rights import Role
from bura_server.routes.pages import page, router

__all__ = ["router"]

page("/setup", "setup.html", Role.UMPIRE)
page("/desk", "desk.html", Role.UMPIRE)
page("/phone", "phone.html", Role.UMPIRE)
page("/camera", "camera.html", Role.CAMERA, Role.UMPIRE)
page("/watch", "watch.html", Role.SPECTATOR, Role.TABLE, Role.UMPIRE)
page("/overlay", "overlay.html", Role.SPECTATOR, Role.TABLE, Role.UMPIRE)
