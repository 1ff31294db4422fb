"""What people say about single students' functions: read, checked and kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.batch.functions import NAME, Functions, FunctionsError, gathered
from tests.contracts import heaps
from tests.made_up import DOUBLE, made_up

Gather = Callable[..., Functions]


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    return heaps(tmp_path / "course")


@pytest.fixture
def gather(tmp_path: Path, assignment: Assignment) -> Gather:
    def gather(*tables: str) -> Functions:
        paths = []
        for number, text in enumerate(tables):
            path = tmp_path / f"functions-{number}.csv"
            path.write_text(text)
            paths.append(path)
        return gathered(tmp_path, paths, assignment, ["alice", "bob"], print)

    return gather


def test_they_are_kept_and_can_be_changed_and_taken_back(gather: Gather, tmp_path: Path) -> None:
    assert gather() == {}
    assert not (tmp_path / NAME).exists()
    first = gather("id,role,function\nalice,search,solve\nalice,take,grab\nbob,search,f\n")
    assert first == {"alice": {"search": "solve", "take": "grab"}, "bob": {"search": "f"}}
    assert gather() == first
    changed = gather("id,role,function\nalice,search,other\nbob,search,\n")
    assert changed == {"alice": {"search": "other", "take": "grab"}}
    assert gather() == changed
    assert (tmp_path / NAME).read_text() == (
        "id,role,function\nalice,search,other\nalice,take,grab\n"
    )


def test_a_student_of_an_earlier_run_may_be_missing(
    gather: Gather, tmp_path: Path, assignment: Assignment
) -> None:
    first = gather("id,role,function\nalice,search,solve\n")
    assert gathered(tmp_path, [], assignment, ["bob"], print) == first


def test_all_problems_are_named_at_once_and_nothing_is_kept(gather: Gather, tmp_path: Path) -> None:
    with pytest.raises(FunctionsError) as caught:
        gather(
            "id,role,function\nalice,dig,f\nalice,search,a b\ncarol,take,f\nalice,dig,g\n",
            "id,role\nalice,search\n",
        )
    lead, *said = str(caught.value).splitlines()
    assert lead == "5 problems in the tables, so nothing was changed; mend:"
    assert [line.partition(": ")[2] for line in said] == [
        "'a b' cannot be the function of the role search.",
        "nobody with the id 'carol' handed in",
        "the same student and role as in line 2; leave one",
        "'dig' is not a role of this assignment; its roles are take, moves, search, show.",
        "the columns have to be id, role, function; they are id, role",
    ]
    assert "functions-0.csv, line 3" in said[0]
    assert not (tmp_path / NAME).exists()


def test_an_assignment_without_a_contract_has_no_roles(tmp_path: Path) -> None:
    plain = made_up(tmp_path / "plain", tasks=DOUBLE)
    table = tmp_path / "functions.txt"
    table.write_text("id,role,function\nalice,double,f\n")
    with pytest.raises(FunctionsError, match="it has no contract"):
        gathered(tmp_path, [table], plain, ["alice"], print)
    assert gathered(tmp_path, [], plain, ["alice"], print) == {}
