"""What holds in bubblewrap holds in a container: `test_lent`, on a Docker engine."""

from __future__ import annotations

import pytest

from tests.sandbox import test_lent
from tests.sandbox.scene import in_containers
from tests.sandbox.test_lent import *  # noqa: F403 - all tests and fixtures, for another backend

pytestmark = pytest.mark.docker

_in_containers = in_containers(test_lent)
