from __future__ import annotations

from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.assignment import Assignment
from grader.examine.binding_trial import format_argument_or_answer, try_binding
from grader.examine.run_hidden_tests import sandbox_program
from grader.model.role_binding import BindingTrial
from grader.sandbox.bubblewrap import Bubblewrap
from tests.made_up import made_up, submitted
from tests.service.roles import ADAPTER, CONTRACT, ROLES


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    folder = tmp_path_factory.mktemp("course")
    made_up(folder)
    hidden, reference = folder / "hidden_tests" / "demo", folder / "reference" / "demo"
    toml = hidden / "assignment.toml"
    toml.write_text(toml.read_text() + CONTRACT)
    (hidden / "contract.py").write_text(ROLES)
    (reference / "adapter.py").write_text(ADAPTER)
    return assignments.read_assignment(hidden, reference)


def trial(assignment: Assignment, folder: Path, text: str, line: str, **more: str) -> BindingTrial:
    submission = submitted(folder, text)
    session = Bubblewrap.locate().start(sandbox_program(submission, assignment))
    try:
        where = {"double": line, **more}
        return try_binding(session, submission, assignment, 0, 1.0, where, "double", {})
    finally:
        session.close()


@pytest.mark.parametrize(
    ("body", "came"),
    [
        ("return n + n", "2"),
        ("return n + 1", "2"),  # right for the first question alone
        ("return 10 ** 5000", "1" + "0" * 299 + "…"),
    ],
)
def test_what_can_be_called_shows_its_answers(
    assignment: Assignment, tmp_path: Path, body: str, came: str
) -> None:
    found = trial(assignment, tmp_path, f"def mine(n):\n    {body}\n", "mine(number)")
    assert (found.settled, found.binding, found.reason) == (True, "mine(number) -> count", "")
    assert found.answers[0].came == came
    assert [each.right for each in found.answers] == [
        came == "2", body == "return n + n", body == "return n + n",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "came"),
    [
        ("raise ValueError(n)", "It raised ValueError: 1"),
        ("while True: pass", "It was stopped: it took too long."),
        ("raise NotImplementedError", "It raised NotImplementedError."),
        ("return '<b>'", "'<b>' came."),
    ],
)
def test_what_does_not_settle_the_role_says_what_came(
    assignment: Assignment, tmp_path: Path, body: str, came: str
) -> None:
    found = trial(assignment, tmp_path, f"def mine(n):\n    {body}\n", "mine(number)")
    assert found.answers[0].came == came
    assert not any(each.right for each in found.answers)


def test_a_name_that_is_not_there_is_named(assignment: Assignment, tmp_path: Path) -> None:
    found = trial(assignment, tmp_path, "x = 1\n", "mine(number)", gone="f()")
    assert not found.settled
    assert found.reason == "The binding names mine, which the submission does not define."
    assert found.answers[0].came == "It could not be called."


def test_a_board_is_shown_in_rows() -> None:
    assert format_argument_or_answer(("x o", "   ")) == "x.o\n..."
    assert format_argument_or_answer([1, 2]) == "[1, 2]"
    assert format_argument_or_answer("a\nb") == "a b"
    assert format_argument_or_answer(("ab", "abc")) == "('ab', 'abc')"
