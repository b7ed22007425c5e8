"""The two sockets."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, WebSocket

from bura_server.live import Screens
from bura_server.messages import TAIL, Tail
from bura_server.rights import AnyCaller, Caller, Role, need
from bura_server.routes.common import PREFIX, Eyes
from bura_server.sight import DELAY_MOST_S

router = APIRouter(prefix=PREFIX)


def _screens(socket: WebSocket) -> Screens:
    screens: Screens = socket.app.state.screens
    return screens


AllScreens = Annotated[Screens, Depends(_screens)]


@router.websocket("/live")
async def live(
    socket: WebSocket,
    screens: AllScreens,
    who: AnyCaller,
    eyes: Eyes,
    delay: Annotated[float | None, Query(ge=0, le=DELAY_MOST_S)] = None,
    tail: Tail = TAIL,
) -> None:
    """The caller's view, pushed."""
    await screens.view(socket, who, eyes, delay, tail)


@router.websocket("/picture")
async def pictures(
    socket: WebSocket,
    screens: AllScreens,
    who: Annotated[Caller, Depends(need(Role.UMPIRE, Role.TABLE))],
) -> None:
    """The annotated picture, each time it is asked for."""
    await screens.picture(socket, who)
