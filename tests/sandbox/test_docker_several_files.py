"""What holds in bubblewrap holds in a container: `test_several_files`, on a Docker engine."""

from __future__ import annotations

import pytest

from tests.sandbox import test_several_files
from tests.sandbox.scene import in_containers
from tests.sandbox.test_several_files import *  # noqa: F403 - all tests, for another backend

pytestmark = pytest.mark.docker

_in_containers = in_containers(test_several_files)
