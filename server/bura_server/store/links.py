"""Links, kept in the database."""

from __future__ import annotations

from sqlalchemy import Row, func, insert, select, update

from bura_server.links import Link
from bura_server.rights import Role
from bura_server.store.database import Database
from bura_server.store.schema import links


class DatabaseLinks:
    """A `bura_server.links.LinkStore` that outlasts the program."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[Link, ...]:
        """See `LinkStore`."""
        with self._database.begin() as connection:
            return tuple(_link(row) for row in connection.execute(select(links).order_by(links.c.number)))

    def find(self, name: str) -> Link | None:
        """See `LinkStore`."""
        with self._database.begin() as connection:
            row = connection.execute(select(links).where(links.c.id == name)).one_or_none()
        return None if row is None else _link(row)

    def put(self, link: Link) -> None:
        """See `LinkStore`."""
        values = {
            "role": link.role.value,
            "seat": link.seat,
            "label": link.label,
            "expires_at": link.expires_at,
            "revoked": link.revoked,
            "match_key": link.match,
        }
        with self._database.begin() as connection:
            if connection.execute(update(links).where(links.c.id == link.id).values(**values)).rowcount:
                return
            number = (connection.scalar(select(func.max(links.c.number))) or 0) + 1
            connection.execute(insert(links).values(id=link.id, number=number, **values))


def _link(row: Row[tuple[object, ...]]) -> Link:
    values = row._mapping
    return Link(
        id=str(values["id"]),
        role=Role(str(values["role"])),
        seat=values["seat"],
        expires_at=float(values["expires_at"]),
        revoked=bool(values["revoked"]),
        label=str(values["label"]),
        match=values["match_key"],
    )
