"""A phone with Chromium's made-up camera, and servers that let it in."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, BrowserType, sync_playwright
from tests.e2e.browser import ARGUMENTS, ROOT, chromium


@dataclass
class Server:
    """A running `bura serve`."""

    http: str
    """address of its pages"""
    https: str
    """address for phones; empty when the door is closed"""
    data: Path
    """its data folder"""
    process: subprocess.Popen[str]

    def trust(self) -> ssl.SSLContext:
        """A client that trusts its authority only."""
        return ssl.create_default_context(cafile=str(self.data / "tls" / "authority.crt"))


def public_key_pin(data: Path) -> str:
    """What Chromium calls the authority's key: only what it has signed is taken without a warning."""
    certificate = x509.load_pem_x509_certificate((data / "tls" / "authority.crt").read_bytes())
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(key).digest()).decode()


@contextmanager
def bura_serve(data: Path, *arguments: str, phones: bool = True) -> Iterator[Server]:
    """`bura serve` until the end; ended as a person does."""
    command = [
        sys.executable,
        "-m",
        "bura_server",
        "serve",
        "--data",
        str(data),
        "--port",
        "0",
        "--no-browser",
    ]
    process = subprocess.Popen(
        [*command, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        told, http, https = [], "", ""
        for line in process.stdout:
            told.append(line)
            if found := re.search(r"Phones: (https://\S+)", line):
                https = found[1]
            if found := re.search(r"(?:Scoreboard|Set-up): (http://[\d.:]+)", line):
                http = found[1]
                break
        if not http or bool(https) != phones:
            raise RuntimeError(f"the server did not start: {told}")
        yield Server(http, https, data, process)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0, process.stdout.read()
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def launch(kind: BrowserType, *more: str, camera: bool = True) -> Browser:
    """A browser with a made-up camera that nobody has to allow."""
    fake = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream") if camera else ()
    return kind.launch(executable_path=chromium(), args=[*ARGUMENTS, *fake, *more])


@contextmanager
def phone_browser(*more: str) -> Iterator[Browser]:
    """The same, until the end."""
    with sync_playwright() as playwright:
        running = launch(playwright.chromium, *more)
        try:
            yield running
        finally:
            running.close()
