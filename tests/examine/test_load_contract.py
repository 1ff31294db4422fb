"""Contracts that authors get wrong: every mistake is a sentence that names the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import AssignmentError, RoleModules, assignment_toml
from grader.examine.load_contract import load_contract
from grader.examine.test_collection import find_hidden_tests
from tests.contracts import ADAPTER, CONTRACT, TASKS, heaps


def test_the_roles_are_read_with_the_tests(tmp_path: Path) -> None:
    assignment = heaps(tmp_path)
    assert assignment.contract == RoleModules("contract", "adapter")
    found = find_hidden_tests(assignment)
    assert [role.name for role in found.contract.roles] == ["take", "moves", "search", "show"]
    assert found.wrong(assignment) == []


def test_without_a_contract_there_are_none(tmp_path: Path) -> None:
    assignment = heaps(tmp_path, section="")
    contract, problems = load_contract(assignment)
    assert (contract.roles, problems) == ((), [])
    assert assignment.adapter_sources() == {}


def test_all_problems_of_the_file_come_at_once(tmp_path: Path) -> None:
    with pytest.raises(AssignmentError) as caught:
        heaps(tmp_path, section='[contract]\nroles = "role"\nadapter = 3\nadaptor = "x"\n')
    lines = str(caught.value).splitlines()
    assert len(lines) == 3
    assert "adapter is 3; expected the name of a source of the reference." in lines[0]
    assert "contract.adaptor is not a known key; did you mean adapter?" in lines[1]
    assert "contract.roles is 'role'; expected the name of a Python file in" in lines[2]


MISTAKES = {
    "CONTRACT = 3": "CONTRACT has to be a contract (grader.testing.Contract)",
    "ROLES = ()": "CONTRACT has to be a contract (grader.testing.Contract)",
    "1 / 0": "cannot be imported: ZeroDivisionError",
    f"{CONTRACT}\nCONTRACT = Contract(CONTRACT.roles * 2)": "2 roles are called 'take'",
    f"{CONTRACT}\nCONTRACT = Contract([Role('a b')])": "'a b' cannot be the name of a function",
    f"{CONTRACT}\nCONTRACT = Contract([Role('é')])": "a name may only have ASCII letters",
    f"{CONTRACT}\nCONTRACT = Contract([Role('a', names=('1',))])": "'1' cannot be the name",
    f"{CONTRACT}\nCONTRACT = Contract([Role('a', known=(3,))])": "the class grader.testing.Known",
    f"{CONTRACT}\nCONTRACT = Contract([Role('a', like='(')])": "role a: '(' is not a regular",
    f"{CONTRACT}\nCONTRACT = Contract([Role('a', unlike='*')])": "role a: '*' is not a regular",
    f"{CONTRACT}\nCONTRACT = Contract([Role('a', first='+')])": "role a: '+' is not a regular",
    f"{CONTRACT}\nCONTRACT = Contract([Role('a', takes=('1',))])": "role a: '1' cannot be a word",
    f"{CONTRACT}\nCONTRACT = Contract([Role('a', traces='[')])": "role a: '[' is not a regular",
    f"{CONTRACT}\nCONTRACT = Contract([], words={{'heap': '('}})": "word heap: '(' is not a regul",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_the_roles(tmp_path: Path, text: str) -> None:
    problems = load_contract(heaps(tmp_path, contract=text))[1]
    file = str(tmp_path / "hidden_tests" / "heaps" / "contract.py")
    assert all(problem.startswith(file) for problem in problems)
    assert MISTAKES[text] in " ".join(problems)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def adapted(:\n", "line 1: "),
        ("x = 3\n", "has to define the function adapted(scope, how)"),
        (ADAPTER.replace("def lent", "def borrowed"), "has to define lent(function, scope, how)"),
    ],
)
def test_a_mistake_in_the_adapter(tmp_path: Path, text: str, sentence: str) -> None:
    problems = load_contract(heaps(tmp_path, adapter=text))[1]
    assert sentence in " ".join(problems)
    assert all(str(tmp_path / "reference/heaps/adapter.py") in problem for problem in problems)


def test_an_adapter_in_a_folder(tmp_path: Path) -> None:
    assignment = heaps(tmp_path)
    folder = tmp_path / "reference" / "heaps" / "adapter"
    folder.mkdir()
    folder.with_suffix(".py").rename(folder / "__init__.py")
    (folder / "words.py").write_text("x = (\n")
    assert assignment.adapter_sources() == {"": ADAPTER, "words": "x = (\n"}
    (problem,) = load_contract(assignment)[1]
    assert problem.startswith(f"{folder / 'words.py'}, line 1: ")
    (folder / "words.py").write_text("")
    assert load_contract(assignment)[1] == []
    assert (
        assignment_toml.read_assignment(assignment.tests, assignment.reference).contract
        == assignment.contract
    )


def test_no_task_is_lent_what_it_is_about(tmp_path: Path) -> None:
    tasks = TASKS.replace("points = 2\n", 'points = 2\nglobals = ["take"]\n', 1)
    (problem,) = load_contract(heaps(tmp_path, tasks=tasks))[1]
    assert problem.startswith(str(tmp_path / "hidden_tests" / "heaps" / "assignment.toml"))
    assert "the globals of task 1 lend take, which the task itself tests" in problem
