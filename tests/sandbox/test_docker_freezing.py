"""What holds in bubblewrap holds in a container: `test_freezing`, on a Docker engine."""

from __future__ import annotations

import pytest

from tests.sandbox import test_freezing
from tests.sandbox.scene import in_containers
from tests.sandbox.test_freezing import *  # noqa: F403 - all tests and fixtures, for another backend

pytestmark = pytest.mark.docker

# The processes of a container are no children of this one.
del test_closing_ends_those_who_are_frozen  # noqa: F821
del test_nobody_frozen_survives_the_session  # noqa: F821
del test_nobody_frozen_survives_the_grader  # noqa: F821
del test_whoever_was_continued_by_somebody_else_has_died  # noqa: F821

_in_containers = in_containers(test_freezing)
