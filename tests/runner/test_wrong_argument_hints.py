from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from grader.runner.error_hints import add_signature

PROVIDED = """
def state_change(board, from_, to_, in_place=True, other=object()):
    return board

def calls_itself_wrongly():
    return state_change(1)
"""


def provided() -> ModuleType:
    module = ModuleType("utils")
    exec(compile(PROVIDED, "<utils>", "exec"), vars(module))  # noqa: S102 - as modules held in memory
    return module


def said(line: str, **names: Any) -> str:
    """What is said of the exception that ``line`` of a program ends in."""
    source = f"def program():\n    return {line}\n"
    namespace: dict[str, Any] = {"utils": provided(), **names}
    exec(compile(source, "agent.py", "exec"), namespace)  # noqa: S102 - as a submission
    try:
        namespace["program"]()
    except Exception as problem:  # noqa: BLE001 - of any kind
        return add_signature(problem, str(problem), sys.exc_info()[2])
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("utils.state_change(1, 2, 3, inplace=False)", "state_change() got an unexpected keyword"),
        ("utils.state_change(1, 2, 3, 4, 5, 6)", "state_change() takes from 3 to 5 positional"),
        ("utils.state_change(1)", "state_change() missing 2 required positional arguments"),
        ("utils.state_change(1, 2, 3, board=4)", "state_change() got multiple values"),
    ],
)
def test_a_miscalled_function_of_the_course_is_named_with_its_parameters(
    line: str, begins: str
) -> None:
    message = said(line)
    assert message.startswith(begins)
    assert message.endswith(
        ". utils.state_change takes (board, from_, to_, in_place=True, other=…)"
    )


def test_names_that_were_imported_by_themselves() -> None:
    own = provided().state_change
    assert "utils.state_change takes" in said("state_change(1)", state_change=own)


def test_a_function_of_the_program_s_own_is_not_explained() -> None:
    def state_change(board: object, move: object) -> None:
        """Not the course's."""

    assert "takes (" not in said("state_change(1)", state_change=state_change)

    class Board:
        def state_change(self, move: object) -> None:
            """A method of that name."""

    assert "takes (" not in said("board.state_change()", board=Board())


@pytest.mark.parametrize("line", ["1 + 'a'", "len(1)", "{}[1]"])
def test_other_exceptions_say_what_they_say(line: str) -> None:
    assert "takes (" not in said(line)


def test_what_is_no_module_is_not_asked() -> None:
    class Hostile:
        def __getattr__(self, name: str) -> object:
            raise SystemExit

    def state_change() -> None:
        """Called under another name."""

    assert "takes (" not in said("called(1, state_change=2)", utils=Hostile(), called=state_change)
