"""The certificates of the HTTPS door: what they vouch for, when they are made anew, who may read them."""

from __future__ import annotations

import shutil
import socket
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from hypothesis import given
from hypothesis import strategies as st

from bura_server.phone.certificates import CertificateError, Certificates, Names

NAMES = Names.of(["localhost", "Table.local", "laptop"], ["127.0.0.1", "::1", "192.168.1.7", "fe80::1%eth0"])


class Day:
    """A calendar that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now


def shake_hands(certificates: Certificates, name: str, trusted: bytes | None = None) -> None:
    """A TLS handshake with a client that trusts the authority only.

    :raises ssl.SSLError: when the client refuses the server.
    """
    pair = certificates.server
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(pair.certificate, pair.key)
    pem = (trusted or certificates.authority_pem).decode()
    client_side = ssl.create_default_context(cadata=pem)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(20)
        theirs.settimeout(20)

        def serve() -> None:
            try:
                server_side.wrap_socket(theirs, server_side=True).close()
            except OSError:
                theirs.close()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            client_side.wrap_socket(ours, server_hostname=name).close()
        finally:
            ours.close()
            thread.join()


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.fixture
def made(tmp_path: Path, day: Day) -> Certificates:
    certificates = Certificates(tmp_path, now=day)
    assert certificates.ensure(NAMES)
    return certificates


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("localhost", True),
        ("table.local", True),
        ("laptop", True),
        ("127.0.0.1", True),
        ("::1", True),
        ("192.168.1.7", True),
        ("fe80::1", True),
        ("192.168.1.8", False),
        ("bank.example", False),
        ("other.local", False),
    ],
)
def test_a_browser_that_has_the_authority_takes_the_server_by_its_own_names_only(
    made: Certificates, name: str, holds: bool
) -> None:
    if holds:
        shake_hands(made, name)
        return
    with pytest.raises(ssl.SSLCertVerificationError, match="match"):
        shake_hands(made, name)


def test_a_browser_without_the_authority_refuses(made: Certificates, tmp_path: Path) -> None:
    other = Certificates(tmp_path / "other")
    other.ensure(NAMES)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(made, "localhost", trusted=other.authority_pem)


def test_the_authority_may_not_sign_for_a_bank(made: Certificates) -> None:
    authority = x509.load_pem_x509_certificate(made.authority_pem)
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = load_pem_private_key((made.server.key.parent / "authority.key").read_bytes(), None)
    for stolen in (
        Names.of(["bank.example"]),
        Names.of(["local.bank.example"]),
        Names.of([], ["203.0.113.5"]),
    ):
        made._make_server(stolen, authority, key)  # type: ignore[arg-type]
        name = next(iter(stolen.dns), None) or str(next(iter(stolen.addresses)))
        with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
            shake_hands(made, name)


def test_keys_are_readable_by_this_user_only(made: Certificates) -> None:
    folder = made.server.key.parent
    for key in ("authority.key", "server.key"):
        assert stat.S_IMODE((folder / key).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert b"PRIVATE" not in made.authority_pem + made.server.certificate.read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == [
        "authority.crt",
        "authority.key",
        "server.crt",
        "server.key",
    ]


def test_what_holds_is_kept(made: Certificates, tmp_path: Path, day: Day) -> None:
    before = (made.server.certificate.read_bytes(), made.fingerprint)
    day.now += timedelta(days=300)
    again = Certificates(tmp_path, now=day)
    assert not again.ensure(NAMES)
    assert (again.server.certificate.read_bytes(), again.fingerprint) == before


@pytest.mark.parametrize(
    ("days", "names", "authority_stays"),
    [
        pytest.param(0, Names.of(["localhost"], ["192.168.1.8"]), True, id="another address"),
        pytest.param(0, Names.of(["localhost", "new.local"]), True, id="another local name"),
        pytest.param(0, Names.of(["localhost", "table.example"]), False, id="a name of the wide world"),
        pytest.param(0, Names.of(["localhost"], ["203.0.113.5"]), False, id="an address of the wide world"),
        pytest.param(370, NAMES, True, id="it soon expires"),
        pytest.param(1000, NAMES, True, id="it has expired"),
        pytest.param(3300, NAMES, False, id="the authority soon expires"),
    ],
)
def test_certificates_are_made_anew(
    made: Certificates, day: Day, days: int, names: Names, authority_stays: bool
) -> None:
    authority, server = made.authority_pem, made.server.certificate.read_bytes()
    day.now += timedelta(days=days)
    assert made.ensure(names)
    assert made.server.certificate.read_bytes() != server
    assert (made.authority_pem == authority) == authority_stays
    assert not made.ensure(names)
    ends = x509.load_pem_x509_certificate(made.server.certificate.read_bytes()).not_valid_after_utc
    assert timedelta(days=390) < ends - day.now < timedelta(days=398)
    if not days:
        for name in (*names.dns, *map(str, names.addresses)):
            shake_hands(made, name)


@pytest.mark.parametrize("damaged", ["authority.crt", "authority.key", "server.crt", "server.key"])
@pytest.mark.parametrize("how", ["gone", "empty", "rubbish", "of another"])
def test_damaged_files_are_made_anew(made: Certificates, tmp_path: Path, damaged: str, how: str) -> None:
    folder = made.server.key.parent
    authority = made.authority_pem
    path = folder / damaged
    if how == "gone":
        path.unlink()
    elif how == "of another":
        Certificates(tmp_path / "other").ensure(NAMES)
        shutil.copy(tmp_path / "other" / "tls" / damaged, path)
    else:
        path.write_bytes(b"" if how == "empty" else b"-----BEGIN CERTIFICATE-----\nxx\n")
    assert made.ensure(NAMES)
    shake_hands(made, "localhost")
    assert (made.authority_pem == authority) == damaged.startswith("server")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "tls").write_text("in the way")
    with pytest.raises(CertificateError, match="--data"):
        Certificates(tmp_path).ensure(NAMES)


def test_before_the_first_run_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="page for phones"):
        _ = Certificates(tmp_path).authority_pem


def test_the_fingerprint_is_what_phones_show(made: Certificates) -> None:
    parts = made.fingerprint.split(":")
    assert len(parts) == 32
    der = ssl.PEM_cert_to_DER_cert(made.authority_pem.decode())
    import hashlib

    assert "".join(parts).lower() == hashlib.sha256(der).hexdigest()


@given(st.lists(st.text(max_size=30)), st.lists(st.ip_addresses().map(str), max_size=5))
def test_names_of_anything_are_names_and_addresses(texts: list[str], addresses: list[str]) -> None:
    names = Names.of(texts, addresses)
    assert {ip_address(a) for a in addresses if not ip_address(a).is_unspecified} <= names.addresses
    assert all(name.isascii() and " " not in name for name in names.dns)
