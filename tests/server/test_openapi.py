"""The interface against its own description: made-up requests never break it, and answers are what is promised."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance
from tests.e2e.browser import serving

pytestmark = pytest.mark.slow

#: what belongs to cameras, which the second server has made up, so that nothing of this machine is opened
DEVICES = "/api/v1/(setup|table|camera|phone)"
PATIENCE_S = 60.0
TABLE = "/api/v1/table"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table in the middle of a deal, with evidence."""
    log = str(tmp_path_factory.mktemp("data") / "t.jsonl")
    command = ("tests.server.support.scripted_server", "--log", log, "--speed", "0", "--until", "24")
    with serving(*command, "--evidence") as (address, _):
        yield address


@pytest.fixture(scope="module")
def devices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server that sets tables up, whatever the camera, and lets phones in; its data folder."""
    data = tmp_path_factory.mktemp("data")
    with serving("tests.server.support.made_up_devices", "--data", str(data)) as (address, _):
        yield address, data


def ask_all(schema: Any, most: int) -> list[str]:
    """Ask everything of a description; which operations there were."""
    operations = [found.ok() for found in schema.get_all_operations()]
    for operation in operations:

        @settings(max_examples=most, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def ask(case: schemathesis.Case[Any]) -> None:
            answer = case.call(timeout=PATIENCE_S)
            case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])
            if answer.status_code >= 400:
                assert set(answer.json()["error"]) >= {"code", "message"}

        ask()
    return [f"{operation.method.upper()} {operation.path}" for operation in operations]


def test_made_up_requests(running: str) -> None:
    schema = schemathesis.openapi.from_url(f"{running}/api/v1/openapi.json").exclude(path_regex=DEVICES)
    assert len(ask_all(schema, 6)) > 20


def test_made_up_requests_for_devices(devices: tuple[str, Path]) -> None:
    address, _ = devices
    schema = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json").include(path_regex=DEVICES)
    asked = ask_all(schema, 8)
    assert {"POST /api/v1/table", "POST /api/v1/setup/camera", "DELETE /api/v1/phone"} <= set(asked)
    # with and without a table the same answers hold
    httpx.delete(address + TABLE, timeout=PATIENCE_S)
    start = {"camera": "0", "rules": {"preset": "classic31"}, "names": ["Ann", "Boris"]}
    assert httpx.post(address + TABLE, json=start, timeout=PATIENCE_S).status_code == 201
    schema = schema.exclude(path_regex=TABLE)
    assert len(ask_all(schema, 4)) > 8


def test_nothing_of_the_interface_is_left_out(running: str, devices: tuple[str, Path]) -> None:
    whole = schemathesis.openapi.from_url(f"{running}/api/v1/openapi.json")
    parts = [whole.exclude(path_regex=DEVICES), whole.include(path_regex=DEVICES)]
    counts = [sum(1 for _ in part.get_all_operations()) for part in parts]
    assert sum(counts) == sum(1 for _ in whole.get_all_operations())


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    camera=st.one_of(
        st.text(min_size=1, max_size=60),
        st.sampled_from(
            [
                "../../etc/passwd",
                "/etc/passwd",
                "C:\\x",
                "a\x00b",
                "404",
                "~nobody-here/x",
                "-1",
                "9" * 400,
                "rtsp://u:p@h/../x",
                "phone",
            ]
        ),
    ),
    names=st.lists(st.text(max_size=30), min_size=2, max_size=4),
    new=st.booleans(),
)
def test_made_up_cameras_and_names(
    devices: tuple[str, Path], camera: str, names: list[str], new: bool
) -> None:
    address, data = devices
    httpx.delete(address + TABLE, timeout=PATIENCE_S)
    wish = {"camera": camera, "rules": {"preset": "classic31"}, "names": names, "new": new}
    outside = {path.name for path in data.parent.iterdir()}
    answer = httpx.post(address + TABLE, json=wish, timeout=PATIENCE_S)
    assert answer.status_code in (201, 404, 409, 422), answer.text
    if answer.status_code >= 400:
        assert set(answer.json()["error"]) >= {"code", "message"}
        assert "Traceback" not in answer.text
    else:
        shown = httpx.get(address + "/api/v1/view?tail=0", timeout=PATIENCE_S).json()
        assert [seat["name"] for seat in shown["view"]["seats"].values()] == [n.strip() for n in names]
    assert {path.name for path in data.parent.iterdir()} == outside  # no name leads out of the data folder
