"""What holds in bubblewrap holds in a container: `test_loading`, on a Docker engine."""

from __future__ import annotations

import pytest

from tests.sandbox import test_submission_loading
from tests.sandbox.scene import in_containers
from tests.sandbox.test_submission_loading import *  # noqa: F403 - all tests and fixtures, for another backend

pytestmark = pytest.mark.docker

_in_containers = in_containers(test_submission_loading)
