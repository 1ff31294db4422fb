"""What a student's process is told of the functions that it is lent."""

from __future__ import annotations

import pytest

from grader.sandbox.backend_interface import Injection
from grader.sandbox.lent_function_signatures import extract_lent_signatures


@pytest.mark.parametrize(
    ("source", "draws"),
    [
        ("import random\ndef f():\n    return random.random()\n", True),
        ("import random as chance\ndef f():\n    return chance.random()\n", True),
        ("from random import random\ndef f():\n    return random()\n", True),
        ("import random\nchosen = random\ndef f():\n    return chosen.Random\n", True),
        ("import random\nown = random.Random(7)\ndef f():\n    return own.random()\n", False),
        ("def f():\n    return 4\n", False),
    ],
)
def test_only_what_draws_from_the_shared_generator_takes_its_state_along(
    source: str, draws: bool
) -> None:
    assert extract_lent_signatures(Injection({"f": source}))["f"]["draws"] is draws
