from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader.assignment import (
    Assignment,
    AssignmentError,
    Task,
    UnknownAssignment,
    UnknownTask,
    course_assignments,
)
from grader.model.match_rules import AfterProcessEnd, MatchRules
from grader.model.time_limits import CallLimits, LoadLimits
from tests.made_up import APPLY, DOUBLE, ESSAY, HEAD, made_up


@pytest.fixture
def demo(tmp_path: Path) -> Assignment:
    return made_up(tmp_path, tasks=DOUBLE + ESSAY + APPLY)


def refusal(folder: Path, *, tasks: str = DOUBLE, head: str = HEAD) -> str:
    """The sentence with which the file is refused; it is one line, and begins with file and line.

    All but what is no TOML, where the sentence itself says the line.
    """
    with pytest.raises(AssignmentError) as caught:
        made_up(folder, tasks=tasks, head=head)
    path = str(folder / "hidden_tests" / "demo" / "assignment.toml")
    found = re.fullmatch(f"{re.escape(path)}(:[0-9]+)?: (.*)", str(caught.value))
    assert found is not None, caught.value
    assert found[1] or "(at line" in found[2]
    return found[2]


def test_everything_in_the_file_is_read(demo: Assignment) -> None:
    assert (demo.id, demo.title) == ("demo", "Demonstration")
    assert [task.id for task in demo.tasks] == ["1", "2", "3"]
    assert [task.written for task in demo.tasks] == [False, True, False]
    assert demo.tasks[1].function is None
    assert demo.tasks[2].inject == ("add_one",)
    assert demo.tasks[2].stubs == ("noting",)
    assert demo.call == CallLimits(1.0, 20.0)
    assert demo.load.statement == CallLimits(1.0, 20.0)
    assert demo.load.total == CallLimits(3.0, 60.0)
    assert demo.memory_bytes == 256 << 20
    assert demo.overtime_seconds == 2


def test_an_assignment_is_frozen(demo: Assignment) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        demo.title = "Another"  # type: ignore[misc]


def test_sources_come_from_their_folders(demo: Assignment) -> None:
    assert demo.source("add_one").startswith("def add_one")
    assert demo.stub_source("noting").startswith("def make")


def test_limits_of_a_test_with_a_budget_of_its_own(demo: Assignment) -> None:
    assert demo.limits(None) == demo.call
    assert demo.limits(3.0) == CallLimits(3.0, 60.0)


def test_budgets_may_follow_from_what_the_reference_takes(tmp_path: Path) -> None:
    head = HEAD.replace("overtime", "reference_factor = 20\novertime")
    demo = made_up(tmp_path, head=head)
    assert (demo.reference_factor, demo.costs.cases) == (20.0, {})
    (demo.tests / "costs.json").write_text(
        '{"calibration": 0.04, "cases": {"1/doubles[2]": {"cpu": 0.3}}}'
    )
    demo = assignments.read_assignment(demo.tests, demo.reference)
    assert demo.limits(case="1/doubles[2]") == CallLimits(6.0, 120.0)
    assert demo.limits(8.0, case="1/doubles[2]") == CallLimits(8.0, 160.0)
    assert demo.limits(case="1/doubles[1]") == demo.call


def test_a_task_may_name_the_total_of_its_calls(tmp_path: Path) -> None:
    plain = made_up(tmp_path / "plain")
    assert plain.total_seconds(plain.tasks[0].id) == 5 * plain.overtime_seconds
    named = DOUBLE.replace("points", "total_cpu_seconds = 7.5\npoints", 1)
    demo = made_up(tmp_path / "named", tasks=named)
    assert demo.total_seconds(demo.tasks[0].id) == 7.5


def test_a_task_may_name_the_least_budget_of_its_calls(tmp_path: Path) -> None:
    named = DOUBLE.replace("points", "call_cpu_seconds = 0.25\npoints", 1)
    demo = made_up(tmp_path, tasks=named)
    assert demo.limits(case=f"{demo.tasks[0].id}/doubles[1]").cpu_seconds == 0.25
    assert demo.limits(8.0, case=f"{demo.tasks[0].id}/doubles[1]").cpu_seconds == 8.0
    assert demo.limits(case=f"{demo.tasks[0].id}1/doubles[1]") == demo.call


def test_costs_that_cannot_be_used_are_refused(demo: Assignment) -> None:
    (demo.tests / "costs.json").write_text("[]")
    with pytest.raises(AssignmentError, match=r"costs\.json must hold"):
        assignments.read_assignment(demo.tests, demo.reference)


def test_limits_on_a_slow_machine() -> None:
    assert CallLimits(2.0, 16.0).times(1.5) == CallLimits(3.0, 24.0, speed=1.5)
    assert CallLimits(2.0, 16.0).times(1.5).times(2.0).patient().within(4.0).speed == 3.0
    assert CallLimits(2.0, 16.0).patience == 64.0
    assert CallLimits(2.0, 16.0).patient().patience == 256.0


def test_fractions_of_a_megabyte_count(tmp_path: Path) -> None:
    head = HEAD.replace("memory_mb = 256", "memory_mb = 0.5")
    assert made_up(tmp_path, head=head).memory_bytes == 1 << 19


def test_a_task_is_found_by_its_number(demo: Assignment) -> None:
    assert demo.task("2").title == "Why doubling matters"
    assert demo.coded_task("3").function == "apply"


def test_an_unknown_task_is_told_which_there_are(demo: Assignment) -> None:
    with pytest.raises(UnknownTask, match=r"^demo has no task '9'; its tasks are 1, 2, 3\.$"):
        demo.coded_task("9")


def test_written_parts_only_cannot_be_tested() -> None:
    with pytest.raises(UnknownTask, match=r"^Task 5 has written parts only: a person marks them"):
        assignments.load_assignment("breakthrough_agent").coded(["5"])


def test_a_written_task_cannot_be_tested(demo: Assignment) -> None:
    with pytest.raises(UnknownTask, match=r"^Task 2 \(Why doubling .* a person marks it\.$"):
        demo.coded_task("2")


@pytest.mark.parametrize("id", ["ps1", "", "..", "PS2", "ps2/", "\x1b[31m"])
def test_an_unknown_assignment_is_told_which_there_are(id: str) -> None:
    with pytest.raises(UnknownAssignment) as caught:
        assignments.load_assignment(id)
    assert str(caught.value) == (
        f"There is no assignment {id!r} in the course {course_assignments.BUILT_IN}; "
        "it has breakthrough_agent, connect4, ps2."
    )


def test_problem_set_2_is_as_announced() -> None:
    ps2 = assignments.load_assignment("ps2")
    points = {task.id: task.points for task in ps2.tasks}
    assert points == {
        "1.1": 1, "1.2": 1, "1.3": 2, "1.4": 2, "1.5": 1, "1.6": 4, "1.7": 3, "1.8": 1,
        "2.1": 3, "3.1": 4, "3.2": 4, "4.1": 5, "4.2": 5, "5.1": 2,
    }  # fmt: skip
    assert [task.id for task in ps2.tasks if task.written] == ["1.1", "1.2", "1.5", "1.8"]


def test_an_edition_replaces_what_it_has(tmp_path: Path) -> None:
    for folder, value in (("provided", 1), ("editions/spring", 2)):
        (tmp_path / "reference/demo" / folder).mkdir(parents=True)
        (tmp_path / "reference/demo" / folder / "first.py").write_text(f"value = {value}\n")
    (tmp_path / "reference/demo/provided/other.py").write_text("value = 3\n")
    demo = made_up(tmp_path, head='edition = "spring"\n' + HEAD)
    assert demo.provided_source("first") == "value = 2\n"
    assert demo.provided_source("other") == "value = 3\n"
    assert dataclasses.replace(demo, edition="").provided_source("first") == "value = 1\n"


def test_an_edition_that_is_not_there(tmp_path: Path) -> None:
    assert "edition is 'autumn'; expected a folder in" in refusal(
        tmp_path, head='edition = "autumn"\n' + HEAD
    )


def test_the_mini_project_can_be_given_in_all_editions() -> None:
    project = assignments.load_assignment("breakthrough_agent")
    sources = {
        dataclasses.replace(project, edition=edition).provided_source("utils")
        for edition in ("ay2223_s1", "ay2223_s2", "ay2324_s1", "ay2324_s2")
    }
    assert len(sources) == 4


def test_rules_of_a_match_are_read(tmp_path: Path) -> None:
    rules = '[match]\nagent = "Me"\nmethod = "move"\nseconds = 2\nmost_late = 3\n'
    tiny = made_up(tmp_path, head=HEAD + rules + 'after_end = "loss"\n')
    assert tiny.match == MatchRules("Me", "move", 2.0, 0.1, 20.0, 3, AfterProcessEnd.LOSS)
    assert made_up(tmp_path / "other").match is None
    rules = '[match]\nfunction = "move"\nseconds = 2\n'
    third = made_up(tmp_path / "third", head=HEAD + rules)
    assert third.match == MatchRules("move", "", 2.0, 0.1, 20.0)


def test_a_match_is_played_by_a_function_or_a_class(tmp_path: Path) -> None:
    rules = '[match]\nfunction = "move"\nagent = "Me"\nmethod = "move"\nseconds = 2\n'
    with pytest.raises(AssignmentError) as caught:
        made_up(tmp_path, head=HEAD + rules)
    assert "match.agent is not a known key" in str(caught.value)
    assert "match.method is not a known key" in str(caught.value)


def test_rules_of_a_match_that_are_wrong(tmp_path: Path) -> None:
    rules = '[match]\nagent = "Me"\nafter_end = "draw"\nlate = 1\n'
    with pytest.raises(AssignmentError) as caught:
        made_up(tmp_path, head=HEAD + rules)
    said = str(caught.value)
    assert "match.after_end is 'draw'; expected one of substitution, loss." in said
    assert "match.method is missing" in said
    assert "match.seconds is missing" in said
    assert "match.late is not a known key" in said


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssignmentError, match=r"assignment\.toml: .*No such file"):
        assignments.read_assignment(tmp_path, tmp_path)


def test_the_line_of_a_syntax_error_is_named(tmp_path: Path) -> None:
    assert "line 2" in refusal(tmp_path, head="\nid = \n", tasks="")


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "assignment.toml").write_bytes(b'id = "caf\xe9"')
    with pytest.raises(AssignmentError, match=r"assignment\.toml: .*utf-8"):
        assignments.read_assignment(tmp_path, tmp_path)


MINIMAL = """
id = "demo"
title = "Demonstration"

[[tasks]]
function = "double"
points = 2
"""


def test_the_least_that_a_file_may_say(tmp_path: Path) -> None:
    demo = made_up(tmp_path, head=MINIMAL, tasks="")
    assert demo.tasks == (Task("1", "double", 2.0, "double"),)
    assert demo.preamble_source() == ""
    assert (demo.provided, demo.given, demo.packages, demo.enums) == ((), frozenset(), (), ())
    assert demo.call == CallLimits(2.0, 16.0)
    assert demo.load == LoadLimits(CallLimits(2.0, 16.0), CallLimits(6.0, 48.0))
    assert (demo.memory_bytes, demo.overtime_seconds) == (768 << 20, 6.0)
    assert demo.reference_factor == 20.0


def test_files_that_every_student_is_given(tmp_path: Path) -> None:
    (tmp_path / "reference" / "demo" / "provided").mkdir(parents=True)
    (tmp_path / "reference" / "demo" / "provided" / "Game.py").touch()
    given = 'provided = ["Game"]\nhandout = ["Template.py", "notes.txt"]'
    demo = made_up(tmp_path, head=HEAD.replace("provided = []", given))
    assert demo.given == {"game.py", "template.py", "notes.txt"}


@pytest.mark.parametrize("line", ['id = "demo"', 'title = "Demonstration"'])
def test_a_missing_key_is_named(tmp_path: Path, line: str) -> None:
    assert HEAD.count(line) == 1
    key = line.partition(" ")[0]
    sentence = refusal(tmp_path, head=HEAD.replace(line, ""))
    assert sentence == f"{key} is missing; expected a string."


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("function", "the name of a function, or written = true"),
        ("points", "a positive number"),
    ],
)
def test_a_missing_key_of_a_task_is_named(tmp_path: Path, key: str, wanted: str) -> None:
    kept = "\n".join(line for line in DOUBLE.split("\n") if not line.startswith(key))
    sentence = refusal(tmp_path, tasks=ESSAY + kept)
    assert sentence == f"tasks[1].{key} is missing; expected {wanted}."


def test_a_written_task_has_a_title_of_its_own(tmp_path: Path) -> None:
    tasks = ESSAY.replace('title = "Why doubling matters"', "")
    assert refusal(tmp_path, tasks=tasks) == "tasks[0].title is missing; expected a string."


@pytest.mark.parametrize("given", ["3.13", '"3.10"', '"3"', '"python3.13"'])
def test_a_python_that_is_no_version(tmp_path: Path, given: str) -> None:
    said = given.replace('"', "'")
    wanted = 'expected a version from 3.11 on as text, such as "3.13".'
    assert refusal(tmp_path, head=f"python = {given}\n{HEAD}") == f"python is {said}; {wanted}"


def test_an_assignment_without_tasks(tmp_path: Path) -> None:
    wanted = "tasks is missing; expected at least one table, [[tasks]]."
    assert refusal(tmp_path, tasks="") == wanted


@pytest.mark.parametrize(
    ("head", "key", "advice"),
    [
        ('titel = "x"\n' + HEAD, "titel", "did you mean title?"),
        (HEAD.replace("[limits.load]", "cpu_second = 2\n[limits.load]"), "limits.cpu_second",
         "did you mean cpu_seconds?"),
        (HEAD + "colour = 1\n", "limits.load.colour",
         "expected one of cpu_seconds, statement_cpu_seconds."),
    ],
)  # fmt: skip
def test_an_unknown_key_is_named(tmp_path: Path, head: str, key: str, advice: str) -> None:
    assert refusal(tmp_path, head=head) == f"{key} is not a known key; {advice}"


def test_an_unknown_key_of_a_task_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path, tasks=DOUBLE + 'inejct = "x"\n') == (
        "tasks[0].inejct is not a known key; did you mean inject?"
    )


def test_a_written_task_has_no_function(tmp_path: Path) -> None:
    assert refusal(tmp_path, tasks=ESSAY + 'function = "x"\n') == (
        "tasks[0].function is 'x'; expected no function in a written task."
    )


def test_all_problems_are_told_at_once_each_with_the_file(tmp_path: Path) -> None:
    wrong = """
        titel = "Demonstration"
        id = "demo"
        preamble = "prelude"
        [limits]
        memory_mb = -1
        [[tasks]]
        fucntion = "double"
        points = "two"
        [[tasks]]
        function = "no name"
        points = 1
        stubs = 3
    """
    with pytest.raises(AssignmentError) as caught:
        made_up(tmp_path, tasks="", head=wrong)
    path = tmp_path / "hidden_tests" / "demo" / "assignment.toml"
    problems = [
        "title is missing; expected a string.",
        "tasks[0].function is missing; expected the name of a function, or written = true.",
        "tasks[0].points is 'two'; expected a positive number.",
        "tasks[0].fucntion is not a known key; did you mean function?",
        "tasks[1].function is 'no name'; expected the name of a function, or written = true.",
        "tasks[1].stubs is 3; expected a list of strings.",
        "limits.memory_mb is -1; expected a positive number.",
        "titel is not a known key; did you mean title?",
        f"preamble is 'prelude'; expected the name of a Python file in {tmp_path}/reference/demo.",
    ]
    lines = [1, 7, 9, 8, 11, 13, 6, 2, 4]
    assert str(caught.value).splitlines() == [
        f"{path}:{line}: {problem}" for line, problem in zip(lines, problems, strict=True)
    ]


@pytest.mark.parametrize("written", ["0", "-1", "nan", "inf", "true", '"3"', "[3]"])
def test_a_limit_is_a_positive_number(tmp_path: Path, written: str) -> None:
    head = HEAD.replace("memory_mb = 256", f"memory_mb = {written}")
    sentence = refusal(tmp_path, head=head)
    assert sentence.startswith("limits.memory_mb is ")
    assert sentence.endswith("; expected a positive number.")


@pytest.mark.parametrize(
    ("line", "changed", "sentence"),
    [
        ("points = 2", "points = 0", "tasks[0].points is 0; expected a positive number."),
        ('title = "Doubling"', "title = 7", "tasks[0].title is 7; expected a string."),
        ('title = "Doubling"', 'title = ""', "tasks[0].title is ''; expected a string."),
        (
            "points = 2",
            'points = 2\nwritten = "yes"',
            "tasks[0].written is 'yes'; expected true or false.",
        ),
        (
            "points = 2",
            'points = 2\ninject = "add_one"',
            "tasks[0].inject is 'add_one'; expected a list of strings.",
        ),
        (
            "points = 2",
            "points = 2\nstubs = [1]",
            "tasks[0].stubs is [1]; expected a list of strings.",
        ),
    ],
)
def test_a_wrong_value_of_a_task_is_shown(
    tmp_path: Path, line: str, changed: str, sentence: str
) -> None:
    assert refusal(tmp_path, tasks=DOUBLE.replace(line, changed)) == sentence


@pytest.mark.parametrize("tasks", ["tasks = 3", "tasks = []", "tasks = [1]", "[tasks]\nid = 1"])
def test_tasks_are_a_list_of_tables(tmp_path: Path, tasks: str) -> None:
    top, limits, rest = HEAD.partition("[limits]")
    sentence = refusal(tmp_path, head=f"{top}\n{tasks}\n{limits}{rest}", tasks="")
    assert sentence.startswith("tasks is ")
    assert sentence.endswith("; expected at least one table, [[tasks]].")


def test_limits_are_a_table(tmp_path: Path) -> None:
    head = HEAD.partition("[limits]")[0] + "limits = 3\n"
    assert refusal(tmp_path, head=head) == "limits is 3; expected a table, [limits]."


def test_the_id_is_the_name_of_the_folder(tmp_path: Path) -> None:
    sentence = refusal(tmp_path, head=HEAD.replace('id = "demo"', 'id = "ps9"'))
    assert sentence == "id is 'ps9'; expected the name of its folder, 'demo'."


def test_two_tasks_of_one_id(tmp_path: Path) -> None:
    sentence = refusal(tmp_path, tasks=DOUBLE + ESSAY + DOUBLE)
    assert sentence == "tasks[2].id is '1'; expected an id that no other task has."


@pytest.mark.parametrize("key", ["inject", "globals", "stubs"])
def test_a_lent_function_without_a_file(tmp_path: Path, key: str) -> None:
    sentence = refusal(tmp_path, tasks=DOUBLE + f'{key} = ["missing"]\n')
    folder = "hidden_tests/demo/stubs" if key == "stubs" else "reference/demo"
    assert sentence.startswith(
        f"tasks[0].{key} is 'missing'; expected the name of a Python file in "
    )
    assert sentence.endswith(f"{folder}.")


def test_a_reference_function_and_a_stub_of_one_name(demo: Assignment) -> None:
    (demo.tests / "stubs" / "add_one.py").touch()
    (demo.tests / "assignment.toml").write_text(HEAD + APPLY.replace("noting", "add_one"))
    with pytest.raises(AssignmentError, match=r"tasks\[0\]\.stubs is 'add_one'; expected a "):
        assignments.read_assignment(demo.tests, demo.reference)


@pytest.mark.parametrize(
    ("line", "changed", "sentence"),
    [
        (
            'preamble = "preamble"',
            'preamble = "prelude"',
            "preamble is 'prelude'; expected the name of a Python file in ",
        ),
        (
            "provided = []",
            'provided = ["chess"]',
            "provided is 'chess'; expected the name of a Python file in ",
        ),
        (
            "enums = []",
            'enums = ["chess.Player"]',
            "enums is 'chess.Player'; expected a class of a provided module, as module.Class.",
        ),
    ],
)
def test_sources_that_are_not_there(tmp_path: Path, line: str, changed: str, sentence: str) -> None:
    assert refusal(tmp_path, head=HEAD.replace(line, changed)).startswith(sentence)
