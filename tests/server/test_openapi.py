"""The interface against its own description: made-up requests never break it, and answers are what is promised."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance
from tests.e2e.browser import serving

pytestmark = pytest.mark.slow

#: opens cameras and files of this machine, and stops the table, which made-up requests must not
LEFT_OUT = "/api/v1/(setup|table|camera|phone)"


@pytest.fixture(scope="module")
def api_schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    log = str(tmp_path_factory.mktemp("data") / "t.jsonl")
    command = ("tests.server.support.scripted_server", "--log", log, "--speed", "0", "--until", "24")
    with serving(*command) as (address, _):
        yield schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json").exclude(path_regex=LEFT_OUT)


def test_made_up_requests(api_schema: Any) -> None:
    operations = [found.ok() for found in api_schema.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:

        @settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def ask(case: schemathesis.Case[Any]) -> None:
            answer = case.call()
            case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])
            if answer.status_code >= 400:
                assert set(answer.json()["error"]) >= {"code", "message"}

        ask()
