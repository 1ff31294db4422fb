"""Families of almost-right programs, and the limits up to which hidden tests notice them."""

from __future__ import annotations

import json
import re

import pytest

from grader.author import read_mutant_families, validation_report
from grader.author.mutant_detection_limits import find_first_accepted
from grader.author.validation_check import (
    AssignmentValidation,
    CheckFinding,
    CheckResult,
    CheckState,
    FindingTable,
)
from grader.cli.output import render_to_text
from grader.model.report import SandboxInfo
from tests.author.conftest import Author
from tests.author.test_validate import findings, result, validated
from tests.made_up import APPLY, DOUBLE, TEST_APPLY, TEST_DOUBLE

CAPPED = '''"""Numbers above SIZE are not doubled."""
#: tasks = 1
#: sizes = 0, 1, 2, 3, 4
#: accepted = from 3
#: because = the tests double small numbers


def double(number):
    return 2 * number if number <= SIZE else number
'''
"""The tests double 1, 2 and 3."""

FILE = "families/doubling/capped.py"


def with_line(line: str, text: str = CAPPED) -> str:
    """``text`` with another ``line`` of its head: ``accepted = never``; or without it."""
    key = line.partition(" = ")[0]
    new = f"#: {line}\n" if " = " in line else ""
    return re.sub(rf"#: {key} = .*\n", new, text)


@pytest.mark.parametrize("declared", range(6))
@pytest.mark.parametrize("limit", range(6))
def test_the_first_accepted_is_found_wherever_it_is_declared(limit: int, declared: int) -> None:
    asked: list[int] = []

    def accepted(index: int) -> bool:
        asked.append(index)
        return index >= limit

    assert find_first_accepted(5, declared, accepted) == limit
    assert len(asked) == len(set(asked)) <= 4
    if declared == limit:
        assert set(asked) == {limit - 1, limit} & set(range(5))


@pytest.mark.bubblewrap
def test_a_limit_that_is_as_declared(author: Author) -> None:
    author(files={FILE: CAPPED})
    validation = validated("limits")
    limits = result(validation, "limits")
    assert (limits.state, limits.summary) == (
        CheckState.PASSED,
        "1 family, 0 noticed at every size",
    )
    (table,) = limits.notes
    assert table.findings == [
        CheckFinding("doubling/capped", "Numbers above SIZE are not doubled. (1)",
                should=["from 3"], does=["from 3"], message="the tests double small numbers")
    ]  # fmt: skip


@pytest.mark.bubblewrap
def test_a_limit_that_is_worse_than_declared(author: Author) -> None:
    author(files={FILE: with_line("accepted = never")})
    validation = validated("limits")
    (finding,) = findings(validation, "limits")
    assert (finding.should, finding.does) == (["never"], ["from 3"])
    assert finding.message == "Full marks in 1."
    assert result(validation, "limits").state is CheckState.FAILED


@pytest.mark.bubblewrap
def test_a_limit_that_is_better_than_declared(author: Author) -> None:
    author(files={FILE: with_line("accepted = from 1")})
    validation = validated("limits")
    limits = result(validation, "limits")
    assert (limits.state, limits.figures["better"]) == (CheckState.PASSED, 1)
    assert limits.notes[0].findings[0].message == (
        "Better than declared: write `#: accepted = from 3`."
    )


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_size_is_noticed_only_if_each_of_the_tasks_notices_it(author: Author) -> None:
    both = CAPPED.replace("tasks = 1", "tasks = 1, 3") + "\n\ndef apply(f, n):\n    return f(n)\n"
    author(
        TEST_DOUBLE, TEST_APPLY, tasks=DOUBLE + APPLY,
        files={FILE: both, "apply.py": "def apply(f, n):\n    return f(n)\n"},
    )  # fmt: skip
    (finding,) = findings(validated("limits"), "limits")
    assert (finding.does, finding.message) == (["from 0"], "Full marks in 3.")


@pytest.mark.bubblewrap
def test_mistakes_without_a_size(author: Author) -> None:
    plain = with_line("sizes", with_line("accepted = never")).replace(" <= SIZE", " != 2")
    lucky = plain.replace("!= 2", "!= 7").replace("never", "always")
    author(files={FILE: plain, "families/doubling/lucky.py": lucky})
    validation = validated("limits")
    assert result(validation, "limits").state is CheckState.PASSED
    assert [note.does for note in result(validation, "limits").notes[0].findings] == [
        ["never"], ["always"],
    ]  # fmt: skip


@pytest.mark.bubblewrap
def test_only_some_families(author: Author) -> None:
    author(files={FILE: CAPPED, "families/doubling/other.py": CAPPED})
    validation = validated("limits", variants=["*/oth*"])
    assert result(validation, "limits").figures["families"] == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x = 1\n", "it does not begin with a sentence in three double quotes"),
        (with_line("tasks"), "it does not say which tasks it is about; write `#: tasks = 1`"),
        (with_line("tasks = 9"), "demo has no task '9'; its tasks are 1, 2. Mend `#: tasks =`."),
        (with_line("sizes"), "it uses SIZE and lists no sizes; write `#: sizes = 4, 8, 16`"),
        (CAPPED.replace("<= SIZE", "<= 7"), "it lists sizes and does not use SIZE"),
        (with_line("sizes = 1, two"), "the size two is not a number"),
        (with_line("sizes = 1, nan"), "the size nan is not a number"),
        (with_line("sizes = 3, 4, 3"), "a size is listed twice"),
        (with_line("accepted"), "it does not say what the hidden tests accept; write "),
        (with_line("accepted = from 7"), "it does not say what the hidden tests accept; write "),
        (with_line("because"), "it does not say why some sizes are accepted; write `#: because"),
        (CAPPED.replace("#: tasks", "#: sizes = 1\n#: tasks"), "a line of its head is there twice"),
    ],
)
def test_a_file_that_is_no_family(author: Author, text: str, problem: str) -> None:
    chosen = author(files={FILE: text, "families/doubling/right.py": CAPPED})
    found, (said,) = read_mutant_families.read_families(chosen)
    assert said.startswith(f"reference/demo/{FILE}: ")
    assert problem in said
    assert [family.name for family in found] == ["doubling/right"]


@pytest.mark.bubblewrap
def test_files_that_are_no_families_fail_the_check(author: Author) -> None:
    author(files={FILE: "x = 1\n"})
    validation = validated("limits")
    assert result(validation, "limits").state is CheckState.FAILED
    assert findings(validation, "limits")[0].name.startswith(f"reference/demo/{FILE}: ")


def test_limits_are_shown_and_written_although_nothing_is_wrong() -> None:
    row = CheckFinding("doubling/capped", "Stops doubling.", ["from 3"], ["from 3"])
    table = FindingTable("Detection limits", [row] * 60, "Declared", "Accepted")
    validation = AssignmentValidation(
        "demo",
        0,
        SandboxInfo("none", {}),
        [CheckResult("limits", "60 families", notes=[table])],
        1.0,
    )
    assert validation.state is CheckState.PASSED
    shown = render_to_text(
        lambda page: validation_report.render_validation(validation, page), for_file=True
    )
    assert shown.count("doubling/capped") == 60
    (check,) = json.loads(validation_report.dump_validation(validation))["checks"]
    assert (check["findings"], len(check["notes"])) == ([], 60)
    assert check["notes"][0]["kind"] == "Detection limits"
    assert check["notes"][0]["does"] == ["from 3"]
