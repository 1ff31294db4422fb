"""What holds in bubblewrap holds in a container: `test_processes`, on a Docker engine."""

from __future__ import annotations

import pytest

from tests.sandbox import test_processes
from tests.sandbox.scene import in_containers
from tests.sandbox.test_processes import *  # noqa: F403 - all tests and fixtures

pytestmark = pytest.mark.docker

# The processes of a container are no children of this one.
del test_closing_ends_whoever_is_left  # noqa: F821
del test_closing_what_never_began_costs_nothing  # noqa: F821
del test_a_process_that_ends_between_calls_is_not_replaced  # noqa: F821
del test_a_sandbox_that_fails_takes_its_process_along  # noqa: F821
del test_a_sandbox_that_fails_when_its_process_is_closed  # noqa: F821

_in_containers = in_containers(test_processes)
