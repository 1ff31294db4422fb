"""Bindings of single students: read, checked, kept, and asked for where a role is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.batch.batch_row import BatchRow
from grader.batch.bindings_csv import (
    NAME,
    Bindings,
    BindingsTable,
    BindingsTableError,
    gather_and_save_bindings,
    save_bindings,
)
from grader.jobs.grading_answer import OpenRole, ResultSummary
from tests.made_up import DOUBLE, made_up
from tests.stones import stones

_COLUMNS_ARE = (
    "the columns have to be id, role, binding, and may be reason and candidates; they are id, role"
)
Gather = Callable[..., Bindings]


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    return stones(tmp_path / "course")


@pytest.fixture
def gather(tmp_path: Path, assignment: Assignment) -> Gather:
    def gather(*tables: str) -> Bindings:
        paths = []
        for number, text in enumerate(tables):
            path = tmp_path / f"table-{number}.csv"
            path.write_text(text)
            paths.append(path)
        return gather_and_save_bindings(
            tmp_path, paths, assignment, ["alice", "bob"], print
        ).bindings

    return gather


def row(id: str, *open_roles: OpenRole) -> BatchRow:
    return BatchRow(
        id, id, f"in/{id}.py", "", "", ResultSummary((), {}, complete=False, open=open_roles)
    )


SEARCH = OpenRole("search", "Nobody knows the depth.", ("Player(3).best(heap)", "best(heap)"))


def test_they_are_kept_and_can_be_changed_and_taken_back(gather: Gather, tmp_path: Path) -> None:
    assert gather() == {}
    assert not (tmp_path / NAME).exists()
    first = gather(
        'id,role,binding\nalice,search,"best(heap, 3) -> (value, number)"\nalice,take,grab\n'
        "bob,search,f\n"
    )
    assert first == {
        "alice": {"search": "best(heap, 3) -> (value, number)", "take": "grab"},
        "bob": {"search": "f"},
    }
    assert gather() == first
    changed = gather("id,role,binding\nalice,search,other(heap)\nbob,search,\n")
    assert changed == {"alice": {"search": "other(heap)", "take": "grab"}}
    assert gather() == changed
    assert (tmp_path / NAME).read_text() == (
        "id,role,binding,reason,candidates\nalice,search,other(heap),,\nalice,take,grab,,\n"
    )


def test_open_roles_wait_to_be_completed(
    gather: Gather, tmp_path: Path, assignment: Assignment
) -> None:
    gather("id,role,binding\nbob,take,grab\n")
    table = gather_and_save_bindings(tmp_path, [], assignment, ["alice", "bob"], print)
    save_bindings(tmp_path, table.after([row("alice", SEARCH), row("bob", OpenRole("search"))]))
    kept = (tmp_path / NAME).read_text()
    assert kept == (
        "id,role,binding,reason,candidates\n"
        "alice,search,,Nobody knows the depth.,Player(3).best(heap) | best(heap)\n"
        "bob,search,,,\n"
        "bob,take,grab,,\n"
    )
    assert gather() == {"bob": {"take": "grab"}}
    (tmp_path / NAME).write_text(kept.replace("alice,search,,", "alice,search,best(heap),"))
    assert gather() == {"alice": {"search": "best(heap)"}, "bob": {"take": "grab"}}


def test_what_was_settled_waits_no_longer_and_others_keep_their_rows(tmp_path: Path) -> None:
    first = BindingsTable().after([row("alice", SEARCH), row("carol", SEARCH)])
    second = BindingsTable({"alice": {"search": "best(heap)"}}, first.open).after([row("alice")])
    assert sorted(second.open) == [("carol", "search")]
    assert "alice,search,best(heap),,\n" in second.text()


def test_an_answer_that_settles_nothing_stands_beside_the_reason() -> None:
    table = BindingsTable({"alice": {"search": "best"}}).after([row("alice", SEARCH)])
    assert "alice,search,best,Nobody knows the depth.," in table.text()


def test_nothing_is_written_where_nothing_is_open(tmp_path: Path) -> None:
    save_bindings(tmp_path, BindingsTable().after([row("alice")]))
    assert not (tmp_path / NAME).exists()


def test_what_students_wrote_is_no_formula(tmp_path: Path) -> None:
    evil = OpenRole("search", "=HYPERLINK(1)\x1b[2J", ("=1+1",))
    text = BindingsTable().after([row("=cmd", evil)]).text()
    assert text.splitlines()[1] == r"'=cmd,search,,'=HYPERLINK(1)\x1b[2J,'=1+1"


def test_a_student_of_an_earlier_run_may_be_missing(
    gather: Gather, tmp_path: Path, assignment: Assignment
) -> None:
    first = gather("id,role,binding\nalice,search,solve\n")
    assert gather_and_save_bindings(tmp_path, [], assignment, ["bob"], print).bindings == first


def test_all_problems_are_named_at_once_and_nothing_is_kept(gather: Gather, tmp_path: Path) -> None:
    with pytest.raises(BindingsTableError) as caught:
        gather(
            "id,role,binding\nalice,dig,f\nalice,search,a b\ncarol,take,f\nalice,dig,g\n",
            "id,role\nalice,search\n",
        )
    lead, *said = str(caught.value).splitlines()
    assert lead == "5 problems in the tables, so nothing was changed. Mend:"
    assert [line.partition(": ")[2] for line in said] == [
        "The binding of search: the binding should end here (character 3).",
        "nobody with the id 'carol' handed in",
        "the same student and role as in line 2; leave one",
        "'dig' is not a role of this assignment; its roles are take, search.",
        _COLUMNS_ARE,
    ]
    assert "table-0.csv, line 3" in said[0]
    assert not (tmp_path / NAME).exists()


def test_tables_that_contradict_each_other_are_refused(gather: Gather) -> None:
    with pytest.raises(BindingsTableError, match="with another binding; leave the row that counts"):
        gather("id,role,binding\nbob,take,f\n", "id,role,binding\nbob,take,g\n")


def test_an_assignment_without_a_contract_has_no_roles(tmp_path: Path) -> None:
    plain = made_up(tmp_path / "plain", tasks=DOUBLE)
    table = tmp_path / "table.txt"
    table.write_text("id,role,binding\nalice,double,f\n")
    with pytest.raises(BindingsTableError, match="it has no contract"):
        gather_and_save_bindings(tmp_path, [table], plain, ["alice"], print)
    assert gather_and_save_bindings(tmp_path, [], plain, ["alice"], print) == BindingsTable()
