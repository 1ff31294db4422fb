"""What holds in bubblewrap holds in a container: `test_hostile`, on a Docker engine."""

from __future__ import annotations

import pytest

from tests.sandbox import test_hostile
from tests.sandbox.scene import in_containers
from tests.sandbox.test_hostile import *  # noqa: F403 - all tests and fixtures, for another backend

pytestmark = pytest.mark.docker

# A container has other folders and users, and its processes are no children of this one:
# test_docker.py has its own tests of these.
del test_the_top_of_the_file_system  # noqa: F821
del test_the_environment_is_empty  # noqa: F821
del test_the_identity_is_nobodys  # noqa: F821
del test_nothing_survives_closing  # noqa: F821
del test_nothing_survives_closing_while_flooded  # noqa: F821
del test_a_zygote_that_is_killed_from_outside_is_replaced  # noqa: F821
del test_a_zygote_that_is_killed_in_the_middle_of_a_call_is_replaced  # noqa: F821

_in_containers = in_containers(test_hostile)
