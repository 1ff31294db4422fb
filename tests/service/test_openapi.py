from __future__ import annotations

import importlib.util
import os

import pytest

from tests.service.cast import Cast
from tests.service.openapi import send

pytestmark = pytest.mark.deep


@pytest.mark.parametrize("seed", range(8))
def test_no_request_ends_in_an_internal_error(cast: Cast, seed: int) -> None:
    if importlib.util.find_spec("schemathesis") is None:
        assert not os.environ.get("CI"), "Schemathesis has to be there (make openapi)."
        pytest.skip("Schemathesis is not installed (make openapi).")
    found, failed = send(cast, 400, seed)
    assert failed == []
    assert found.total() > 100
    assert found[404] > 0, "Wrong requests were sent as well."
