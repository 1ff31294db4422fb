from __future__ import annotations

import pytest

from grader.testing.student import Inject, Own
from grader.wire import InjectedFunction
from grader.wire import OwnFunction as OwnReference


def test_only_what_the_assignment_names_can_be_injected() -> None:
    inject = Inject(["transition"], ["noting"])
    assert inject.transition == InjectedFunction("transition")
    assert inject.stub("noting", by=2) == InjectedFunction("noting", {"by": 2})
    with pytest.raises(AttributeError, match="injects no 'minimax'"):
        _ = inject.minimax
    with pytest.raises(AttributeError, match="no stub 'transition'"):
        inject.stub("transition")


def test_own_functions_are_named() -> None:
    assert Own().evaluate == OwnReference("evaluate")
