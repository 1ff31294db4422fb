"""An assignment whose function may have any name, and submissions of which a role is open."""

from __future__ import annotations

from dataclasses import replace

from grader.model.report import Report
from grader.model.role_binding import BindingSource, RoleResult
from grader.service import course_editions
from tests.render import samples
from tests.service.scene import Scene

CONTRACT = '[contract]\nroles = "contract"\nadapter = "adapter"\n'
ROLES = """
from grader.testing import Contract, Known, Role


def known(number):
    return Known((number,), lambda answer: answer == 2 * number, answer=2 * number)


CONTRACT = Contract(
    roles=(
        Role("double", takes=("number",), names=("twice",), known=tuple(map(known, (1, 2, 5)))),
    ),
    words={"number": "n|number"},
)
"""
ADAPTER = """
def adapted(scope, how):
    def function(number):
        answer = scope.evaluate(how["call"], {"number": number})
        form = how.get("answer")
        if type(answer) is not int:
            raise ValueError(f"Expected {form}; {answer!r} came.")
        return answer if form else [["count", answer]]

    return function
"""
LISTS = b"def double(n):\n    return [2 * n]\n"
"""Answers with a list: nobody but a person can say that its first part is meant."""
LINE = "double(number)[0]"
EVIL = "<script>alert(1)</script>\u202e"


def with_roles(scene: Scene) -> None:
    """Let the assignment of a scene have a contract from now on."""
    course = scene.folder / "course"
    hidden, reference = course / "hidden_tests" / "demo", course / "reference" / "demo"
    toml = hidden / "assignment.toml"
    toml.write_text(toml.read_text() + CONTRACT)
    (hidden / "contract.py").write_text(ROLES)
    (reference / "adapter.py").write_text(ADAPTER)
    with scene.database.writing() as session:
        course_editions.register_course(session, "demo", course, "A course")


def open_report(reason: str = "double answers with a list.", *candidates: str) -> Report:
    """A report in which one role is open, and another one is settled."""
    roles = (
        RoleResult(
            "double",
            BindingSource.UNDECIDED,
            note=reason,
            candidates=candidates or ("double(number)",),
        ),
        RoleResult("show", BindingSource.NAME, "show", "show(number)", {"call": "show(number)"}),
    )  # fmt: skip
    return replace(samples.report(samples.RIGHT), roles=roles)
