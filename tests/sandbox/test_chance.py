"""Random numbers: the same whenever the same file is graded with the same seed."""

from __future__ import annotations

from typing import Any

import pytest

from grader.sandbox.backend_interface import Sandbox
from grader.sandbox.in_process import InProcess
from tests.sandbox.scene import INJECTION, playing, program

DRAWING = """
import random
table = [random.random() for _ in range(3)]
def drawn():
    return [*table, random.random()]
"""
WITH_NUMPY = """
import numpy as np
table = np.random.rand(3).tolist()
def drawn():
    return [*table, np.random.rand()]
"""
IMPORTED_AND_DRAWN_IN_ONE = """
table = __import__("numpy").random.rand(4).tolist()
def drawn():
    return table
"""
SEEDING_OTHERWISE = f"""
import random
def replaced(*_, _seed=random.seed):
    _seed(1)
random.seed = replaced
{DRAWING}
"""


def drawn(source: str, *, load: int, call: int = 1, sandbox: Sandbox | None = None) -> Any:
    """What a submission draws that is loaded with one seed and called with another."""
    submission = program(source, packages=("numpy",), memory_bytes=1 << 30, seed=load)
    with playing(submission, sandbox=sandbox) as scene:
        assert not scene.loaded.notes
        return scene.value("drawn", seed=call)


@pytest.mark.parametrize(
    "source", [DRAWING, WITH_NUMPY, IMPORTED_AND_DRAWN_IN_ONE, SEEDING_OTHERWISE]
)
def test_what_is_drawn_while_a_file_is_loaded_is_seeded(source: str) -> None:
    first = drawn(source, load=1)
    assert drawn(source, load=1) == first
    assert not set(drawn(source, load=2)[:3]) & set(first[:3])


def test_it_is_seeded_without_a_sandbox_as_in_one() -> None:
    assert drawn(DRAWING, load=1, sandbox=InProcess()) == drawn(DRAWING, load=1)


def test_it_does_not_change_what_calls_draw() -> None:
    assert drawn(DRAWING, load=1)[3] == drawn(DRAWING, load=2)[3]
    assert drawn(WITH_NUMPY, load=1)[3] == drawn(WITH_NUMPY, load=2)[3]
    assert drawn(DRAWING, load=1)[3] != drawn(DRAWING, load=1, call=2)[3]


def test_loading_again_draws_the_same() -> None:
    with playing(program(DRAWING)) as scene:
        first = scene.value("drawn")
        scene.session.load(INJECTION)
        assert scene.value("drawn") == first


def test_a_call_may_be_the_first_to_import_what_it_draws_from() -> None:
    source = "def drawn():\n    from numpy import random\n    return random.rand(3).tolist()\n"
    first = drawn(source, load=1, call=5)
    assert drawn(source, load=2, call=5) == first
    assert drawn(source, load=1, call=6) != first


def test_numpy_that_was_tampered_with_is_the_submissions_own_affair() -> None:
    source = "import sys\nsys.modules['numpy'] = None\ndef drawn():\n    return [1.5]\n"
    assert drawn(source, load=1) == [1.5]
