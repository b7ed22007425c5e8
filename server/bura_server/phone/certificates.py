"""The server's certificate, and the small authority that signs it; both are made here, on the first run.

Browsers give a page the camera only over HTTPS, and no public authority signs for an address in somebody's home. So
the data folder holds an authority of its own. Its certificate can be installed on a phone, after which the phone
takes the server's without a warning. It may only sign for private addresses and this machine's own names and addresses
(name constraints, RFC 5280, 4.2.1.10): who steals its key cannot pose as a bank.

    tls/authority.crt  to be installed on phones         tls/server.crt  for this machine's names and addresses
    tls/authority.key  mode 0600                         tls/server.key  mode 0600
"""

from __future__ import annotations

import ipaddress
import logging
import os
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from bura.errors import BuraError
from bura_server.phone.settings import CertificateSettings

log = logging.getLogger(__name__)

FOLDER = "tls"
"""folder of the data folder that holds keys and certificates"""

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Key: TypeAlias = ec.EllipticCurvePrivateKey

#: what the authority may sign for: this machine itself, and addresses that only a local network has
#: (RFC 1918, RFC 3927, RFC 6598, RFC 4193, RFC 4291)
NETWORKS = tuple(
    ipaddress.ip_network(text)
    for text in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
#: … and names of this machine or of local networks (RFC 6762, RFC 8375, ICANN's .internal)
DOMAINS = ("localhost", "local", "home.arpa", "internal", "lan")


class CertificateError(BuraError):
    """Keys or certificates that can neither be read nor made."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a server certificate is for."""

    dns: frozenset[str]
    """host names, lower case"""
    addresses: frozenset[Address]
    """addresses"""

    @classmethod
    def of(cls, names: Iterable[str], addresses: Iterable[str] = ()) -> Names:
        """From texts; a name that is an address counts as one, and what is neither is left out."""
        dns, found = set(), set()
        for text in (*names, *addresses):
            plain = text.lower().rstrip(".").split("%")[0]
            try:
                address = ipaddress.ip_address(plain)
            except ValueError:
                if _is_host_name(plain):
                    dns.add(plain)
            else:
                if not address.is_unspecified:
                    found.add(address)
        return cls(frozenset(dns), frozenset(found))


@dataclass(frozen=True, slots=True)
class Pair:
    """Files of a certificate and its key."""

    certificate: Path
    """PEM; the server's with the authority's behind it"""
    key: Path
    """PEM, mode 0600"""


class Certificates:
    """The certificates of one data folder. Not for several threads at once.

    :param now: gives the time of day (aware, UTC).
    """

    def __init__(
        self,
        folder: Path,
        settings: CertificateSettings | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        base = folder / FOLDER
        self.settings = settings or CertificateSettings()
        self._now = now
        self._authority = Pair(base / "authority.crt", base / "authority.key")
        self.server = Pair(base / "server.crt", base / "server.key")

    def ensure(self, names: Names) -> bool:
        """Make what is missing, broken, about to expire or for other names; True when anything is new.

        A name or public address that the authority may not sign for makes a new authority, which phones must be
        told of. Public IPv6 addresses are left out, because they change every day.

        :raises CertificateError: when the files cannot be read or written.
        """
        kept = Names(names.dns, frozenset(a for a in names.addresses if _is_kept(a)))
        try:
            self.server.certificate.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            authority = self._read_authority(kept)
            fresh = authority is None
            if authority is None:
                authority = self._make_authority(kept)
            certificate, key = authority
            if fresh or not self._server_holds(kept, certificate):
                self._make_server(kept, certificate, key)
                return True
        except OSError as error:
            raise CertificateError(
                f"the certificates in {self.server.certificate.parent} cannot be kept ({error.strerror or error}):"
                " choose another folder with --data"
            ) from error
        return False

    @property
    def authority_pem(self) -> bytes:
        """The authority's certificate, to be installed on a phone (PEM).

        :raises CertificateError: when there is none yet.
        """
        try:
            return self._authority.certificate.read_bytes()
        except OSError as error:
            raise CertificateError("there is no certificate yet: open the page for phones first") from error

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the authority's certificate, as phones and browsers show it: ``AB:CD:…``."""
        return _colons(x509.load_pem_x509_certificate(self.authority_pem).fingerprint(hashes.SHA256()))

    # --- the authority ------------------------------------------------------------------------------------

    def _read_authority(self, names: Names) -> tuple[x509.Certificate, Key] | None:
        certificate, key = _read(self._authority)
        if certificate is None or key is None:
            return None
        left = certificate.not_valid_after_utc - self._now()
        if left < timedelta(days=self.settings.authority_least_days):
            log.warning(
                "the certificate authority is about to expire: a new one is made, install it on phones"
            )
            return None
        allowed = certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        permitted = allowed.permitted_subtrees or []
        domains = [name.value for name in permitted if isinstance(name, x509.DNSName)]
        networks = [name.value for name in permitted if isinstance(name, x509.IPAddress)]
        if not all(_under(name, domains) for name in names.dns) or not all(
            any(address in network for network in networks if isinstance(network, _NETWORK))
            for address in names.addresses
        ):
            log.warning(
                "this machine has a name or address that its certificate authority may not sign for:"
                " a new one is made, install it on phones"
            )
            return None
        return certificate, key

    def _make_authority(self, names: Names) -> tuple[x509.Certificate, Key]:
        key = ec.generate_private_key(ec.SECP256R1())
        made = self._now()
        # The name tells authorities apart that were made one after the other.
        title = f"Bura on {_short(socket.gethostname())}, {made:%Y-%m-%d %H:%M}"
        subject = x509.Name(
            [
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Bura"),
                x509.NameAttribute(NameOID.COMMON_NAME, title),
            ]
        )
        domains = {*DOMAINS, *(name for name in names.dns if not _under(name, DOMAINS))}
        permitted: list[x509.GeneralName] = [x509.DNSName(domain) for domain in sorted(domains)]
        public = sorted(
            a for a in names.addresses if isinstance(a, ipaddress.IPv4Address) and not _is_private(a)
        )
        permitted += [x509.IPAddress(network) for network in (*NETWORKS, *map(ipaddress.ip_network, public))]
        certificate = (
            self._builder(subject, subject, key, made, self.settings.authority_days)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(sign_certificates=True), critical=True)
            .add_extension(x509.NameConstraints(permitted, None), critical=True)
            .sign(key, hashes.SHA256())
        )
        _write(self._authority, key, [certificate])
        return certificate, key

    # --- the server ---------------------------------------------------------------------------------------

    def _server_holds(self, names: Names, authority: x509.Certificate) -> bool:
        certificate, key = _read(self.server)
        if certificate is None or key is None:
            return False
        try:
            certificate.verify_directly_issued_by(authority)
        except (ValueError, TypeError, InvalidSignature):
            return False
        if certificate.not_valid_after_utc - self._now() < timedelta(days=self.settings.server_least_days):
            return False
        told = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return names == Names(
            frozenset(told.get_values_for_type(x509.DNSName)),
            frozenset(a for a in told.get_values_for_type(x509.IPAddress) if not isinstance(a, _NETWORK)),
        )

    def _make_server(self, names: Names, authority: x509.Certificate, authority_key: Key) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        alternatives: list[x509.GeneralName] = [x509.DNSName(name) for name in sorted(names.dns)]
        alternatives += [x509.IPAddress(address) for address in sorted(names.addresses, key=str)]
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Bura, this table's server")])
        certificate = (
            self._builder(subject, authority.subject, key, self._now(), self.settings.server_days)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(sign_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
            .add_extension(_issuer(authority), critical=False)
            .sign(authority_key, hashes.SHA256())
        )
        _write(self.server, key, [certificate, authority])

    def _builder(
        self, subject: x509.Name, issuer: x509.Name, key: Key, made: datetime, days: int
    ) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(made - timedelta(days=self.settings.backdate_days))
            .not_valid_after(made + timedelta(days=days - self.settings.backdate_days))
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        )


_NETWORK = (ipaddress.IPv4Network, ipaddress.IPv6Network)


def _usage(*, sign_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not sign_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=sign_certificates,
        crl_sign=sign_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _issuer(authority: x509.Certificate) -> x509.AuthorityKeyIdentifier:
    own = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(own)


def _read(pair: Pair) -> tuple[x509.Certificate | None, Key | None]:
    """A certificate and its key; None for what is missing, broken, or does not belong to the other."""
    try:
        certificate = x509.load_pem_x509_certificate(pair.certificate.read_bytes())
        key = serialization.load_pem_private_key(pair.key.read_bytes(), None)
    except FileNotFoundError:
        return None, None
    except (ValueError, TypeError):
        log.warning("%s or its key is damaged and is made anew", pair.certificate)
        return None, None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        log.warning("%s and its key do not belong together and are made anew", pair.certificate)
        return None, None
    return certificate, key


def _write(pair: Pair, key: Key, chain: list[x509.Certificate]) -> None:
    """Put both in place; a program that reads them meanwhile finds the old or the new ones, whole."""
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    for path, data, mode in (
        (pair.key, secret, 0o600),
        (pair.certificate, b"".join(c.public_bytes(serialization.Encoding.PEM) for c in chain), 0o644),
    ):
        fresh = path.with_name(f".{path.name}.new")
        fresh.unlink(missing_ok=True)
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        fresh.replace(path)


def _is_private(address: Address) -> bool:
    return any(address in network for network in NETWORKS if network.version == address.version)


def _is_kept(address: Address) -> bool:
    return isinstance(address, ipaddress.IPv4Address) or _is_private(address)


def _under(name: str, domains: Iterable[str]) -> bool:
    return any(name == domain or name.endswith(f".{domain}") for domain in domains)


def _is_host_name(text: str) -> bool:
    parts = text.split(".")
    return (
        0 < len(text) <= 253
        and text.isascii()
        and all(0 < len(p) <= 63 and p.replace("-", "").replace("_", "").isalnum() for p in parts)
    )


def _short(name: str) -> str:
    return name.split(".")[0][:30] or "this machine"


def _colons(digest: bytes) -> str:
    return ":".join(f"{byte:02X}" for byte in digest)
