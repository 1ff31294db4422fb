"""What known-wrong solutions come to: written down, known again, and noticed when out of date."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader import sandbox
from grader.assignment import Assignment
from grader.author import record_known_mistakes, solution_variants, validate_assignment
from grader.author.plan_checks import CheckRequest
from grader.author.record_known_mistakes import DiagnosesError, make_known_mistake
from grader.author.solution_variants import Variant
from grader.author.validation_check import CheckFinding, CheckResult
from grader.explain import known_mistakes
from grader.explain.known_mistakes import (
    LIMIT,
    CaseSignature,
    KnownMistake,
    KnownMistakes,
    case_signatures,
)
from grader.jobs import grading
from grader.jobs.grading_context import GradingContext
from grader.model.figures import Diagnosis
from grader.model.report import TaskResult
from grader.model.verdict import Verdict
from tests.author.conftest import SQUARES, Author
from tests.made_up import TEST_DOUBLE, submitted
from tests.render import samples
from tests.render.samples import a_test, case, task

PS2 = assignments.load_assignment("ps2")
MUTANTS = solution_variants.read_mutants(PS2)
KNOWN = known_mistakes.read_known_mistakes(PS2.tests / known_mistakes.NAME)

WRONG = Variant("doubling/odd", "Doubles odd numbers.", ("1", "3"), "")
FIVE = TEST_DOUBLE.replace("[1, 2, 3]", "[1, 2, 3, 4, 5]")
"""Squares differ in four of these."""
BY_CHANCE = (
    '"""Adds a random number."""\n#: fails = 1\n\nimport random\n\n'
    "def double(n):\n    return 2 * n + random.randrange(1, 10**9)\n"
)


def seen(**symptoms: str) -> dict[str, CaseSignature]:
    """Cases by name."""
    return {
        case: LIMIT if digest == "!" else CaseSignature(digest) for case, digest in symptoms.items()
    }


def test_what_is_the_same_twice_is_recorded() -> None:
    mistake = make_known_mistake(WRONG, [seen(a="x1", b="."), seen(a="x1", b=".")])
    assert mistake == KnownMistake("doubling/odd", "Doubles odd numbers.", {"a": "x1", "b": "."})


def test_of_what_differs_nothing_is_recorded_but_that_it_does() -> None:
    mistake = make_known_mistake(WRONG, [seen(a="x1", b="y1"), seen(a="x2", b="y1")])
    assert mistake == KnownMistake("doubling/odd", "Doubles odd numbers.", by_chance=True)


def test_a_limit_that_is_reached_once_is_no_chance() -> None:
    mistake = make_known_mistake(WRONG, [seen(a="x1", b="y1"), seen(a="x1", b="!")])
    assert mistake.outcomes == {"a": "x1", "b": "!"}


def test_cases_that_one_grading_left_out_are_unknown() -> None:
    assert make_known_mistake(WRONG, [seen(a="x1", b="y1"), seen(a="x1")]).outcomes == {"a": "x1"}


def went(answers: str) -> TaskResult:
    """A task whose cases gave these answers.

    Right ones are dots, ``!`` was stopped, and ``-`` is not written yet.
    """
    verdicts = {
        ".": Verdict.ACCEPTED, "!": Verdict.TIME_LIMIT_EXCEEDED, "-": Verdict.NOT_IMPLEMENTED,
    }  # fmt: skip
    cases = (
        case(id=str(number), verdict=verdicts.get(answer, Verdict.WRONG_ANSWER), actual=answer)
        for number, answer in enumerate(answers)
    )
    return task(a_test(*cases), id="1")


@pytest.mark.parametrize(
    ("then", "now", "holds"),
    [
        pytest.param("aa!", "aa!", True, id="stopped both times"),
        pytest.param("aa!", "aa.", True, id="went through"),
        pytest.param("aa.", "aa!", True, id="stopped now"),
        pytest.param("aab", "aa!", True, id="stopped before its wrong answer"),
        pytest.param("aa!", "ab!", False, id="another answer besides"),
        pytest.param("aaa", "!!!", True, id="nothing left to compare"),
        pytest.param("..a!", "..!!", True, id="stopped where it failed otherwise"),
        pytest.param("!!!", "!!!", True, id="nothing but limits, then as now"),
        pytest.param(".--", ".--", True, id="not written, then as now"),
        pytest.param(".aa", ".--", False, id="no longer written"),
        pytest.param(".--", ".aa", False, id="written by now"),
    ],
)
def test_a_limit_that_is_reached_now_and_then(then: str, now: str, holds: bool) -> None:
    mistake = make_known_mistake(WRONG, [case_signatures(went(then))])
    known = KnownMistakes((0,), {"1": [mistake]})
    assert record_known_mistakes.find_stale_tasks(known, WRONG, samples.report(went(now))) == (
        [] if holds else ["1"]
    )


@pytest.mark.parametrize(("now", "holds"), [("aab", True), ("aac", True), ("acb", False)])
def test_a_case_that_was_left_out_once_is_not_compared(now: str, holds: bool) -> None:
    whole = case_signatures(went("aab"))
    mistake = make_known_mistake(WRONG, [whole, dict(list(whole.items())[:2])])
    other = KnownMistake("doubling/even", "", {each: one.digest for each, one in whole.items()})
    known = KnownMistakes((0,), {"1": [mistake, other]})
    assert record_known_mistakes.find_stale_tasks(known, WRONG, samples.report(went(now))) == (
        [] if holds else ["1"]
    )


@pytest.mark.parametrize("task", [task.id for task in PS2.tasks if not task.written])
def test_every_mutant_of_problem_set_2_is_written_down(task: str) -> None:
    known = {each.name: each.sentence for each in KNOWN.of(task)}
    assert known == {each.name: each.diagnosis for each in MUTANTS if task in each.fails}


@pytest.fixture(scope="module")
def bubblewrap() -> sandbox.Sandbox:
    return sandbox.choose_backend("bubblewrap")


def written(chosen: Assignment, bubblewrap: sandbox.Sandbox) -> KnownMistakes:
    found = record_known_mistakes.record_mistakes(GradingContext(chosen, bubblewrap))
    (chosen.tests / known_mistakes.NAME).write_text(
        known_mistakes.dump_known_mistakes(found), "utf-8"
    )
    return found


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_mistake_is_known_again(
    author: Author, bubblewrap: sandbox.Sandbox, tmp_path: Path
) -> None:
    chosen = author(FIVE)
    written(chosen, bubblewrap)
    multiplies = submitted(tmp_path, "def double(n):\n    return n ** 2\n")
    for report, expected in (
        (grading.grade(multiplies, chosen, bubblewrap), (Diagnosis("Squares.", 4, 4),)),
        (grading.grade(multiplies, chosen, bubblewrap, explain=False), ()),
    ):
        assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
        assert report.tasks[0].diagnoses == expected


@pytest.mark.bubblewrap
def test_a_file_that_cannot_be_used_costs_nothing_else(
    author: Author, bubblewrap: sandbox.Sandbox, tmp_path: Path
) -> None:
    chosen = author()
    (chosen.tests / known_mistakes.NAME).write_text("{}", "utf-8")
    wrong = submitted(tmp_path, "def double(n):\n    return n ** 2\n")
    report = grading.grade(wrong, chosen, bubblewrap)
    assert report.complete
    assert report.tasks[0].diagnoses == ()


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_what_chance_has_a_part_in_is_found_out(
    author: Author, bubblewrap: sandbox.Sandbox
) -> None:
    chosen = author(files={"mutants/doubling/random.py": BY_CHANCE})
    found = written(chosen, bubblewrap)
    assert found.seeds == record_known_mistakes.SEEDS
    assert {each.name: each.by_chance for each in found.of("1")} == {
        "doubling/random": True,
        "doubling/squares": False,
    }
    assert known_mistakes.read_known_mistakes(chosen.tests / known_mistakes.NAME) == found


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_only_some_are_written_anew(author: Author, bubblewrap: sandbox.Sandbox) -> None:
    chosen = author(files={"mutants/doubling/also.py": SQUARES})
    context = GradingContext(chosen, bubblewrap)
    whole = record_known_mistakes.record_mistakes(context)
    old = replace(
        whole,
        tasks={"1": [replace(each, outcomes={"1/gone": "xyz"}) for each in whole.of("1")]},
    )
    meanwhile: list[KnownMistakes] = []
    found = record_known_mistakes.record_mistakes(
        context, kept=old, patterns=["*/squ*"], keep=meanwhile.append
    )
    assert meanwhile == [found]
    also, squares = found.of("1")
    assert (also, squares) == (old.of("1")[0], whole.of("1")[1])


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_what_is_not_written_down_yet_is_graded(
    author: Author, bubblewrap: sandbox.Sandbox
) -> None:
    context = GradingContext(author(files={"mutants/doubling/also.py": SQUARES}), bubblewrap)
    made: list[tuple[int, int]] = []
    found = record_known_mistakes.record_mistakes(
        context, patterns=["*/squ*"], progress=lambda done, total: made.append((done, total))
    )
    meanwhile: list[KnownMistakes] = []
    assert found == record_known_mistakes.record_mistakes(context, keep=meanwhile.append)
    assert sorted(len(each.of("1")) for each in meanwhile) == [1, 2]
    assert meanwhile[-1] == found
    assert made == [(each, 4) for each in (1, 2, 3, 4)]


@pytest.mark.bubblewrap
def test_a_pattern_that_is_no_name(author: Author, bubblewrap: sandbox.Sandbox) -> None:
    with pytest.raises(DiagnosesError, match=r"^No mutant is called 'round' or 'cubes'\.$"):
        record_known_mistakes.record_mistakes(
            GradingContext(author(), bubblewrap), patterns=["round", "cubes"]
        )


def test_the_file_is_the_same_when_it_is_written_again() -> None:
    path = PS2.tests / known_mistakes.NAME
    assert known_mistakes.dump_known_mistakes(
        known_mistakes.read_known_mistakes(path)
    ) == path.read_text("utf-8")


def validated(bubblewrap: sandbox.Sandbox, seed: int = 0) -> tuple[CheckResult, list[CheckFinding]]:
    """The check of mutants, and what it says of those that are not known again."""
    validation = validate_assignment.validate_assignment(
        "demo", bubblewrap, CheckRequest(["mutants"], seed=seed),
        finished=lambda _: None, progress=lambda *_: None, jobs=1,
    )  # fmt: skip
    result = validation.results[1]
    return result, list(result.tables[-1].findings)


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize("seed", [0, 5])
def test_a_file_that_holds(author: Author, bubblewrap: sandbox.Sandbox, seed: int) -> None:
    written(author(files={"mutants/doubling/random.py": BY_CHANCE}), bubblewrap)
    result, findings = validated(bubblewrap, seed)
    assert findings == []
    assert result.summary == "2 mutants, each failed what it should and nothing else"


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_it_holds_when_a_sentence_is_improved(
    author: Author, bubblewrap: sandbox.Sandbox, tmp_path: Path
) -> None:
    chosen = author(FIVE)
    written(chosen, bubblewrap)
    (test,) = chosen.tests.glob("test_*.py")
    test.write_text(test.read_text().replace("Not doubled.", "The answer is not twice the number."))
    _, findings = validated(bubblewrap)
    assert findings == []
    squares = submitted(tmp_path, "def double(n):\n    return n ** 2\n")
    (task, *_) = grading.grade(squares, chosen, bubblewrap).tasks
    assert task.cases[0].message == "The answer is not twice the number."
    assert task.diagnoses == (Diagnosis("Squares.", 4, 4),)


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize(("text", "known"), [(SQUARES, 1), (f"{SQUARES}\nimport time\n", 0)])
def test_what_the_clock_decides_cannot_be_compared(
    author: Author, bubblewrap: sandbox.Sandbox, text: str, known: int
) -> None:
    chosen = author(files={"mutants/doubling/squares.py": text})
    found = written(chosen, bubblewrap)
    otherwise = [
        replace(each, outcomes=dict.fromkeys(each.outcomes, "xyz")) for each in found.of("1")
    ]
    file = chosen.tests / known_mistakes.NAME
    file.write_text(
        known_mistakes.dump_known_mistakes(replace(found, tasks={"1": otherwise})), "utf-8"
    )
    _, findings = validated(bubblewrap)
    assert len(findings) == known


@pytest.mark.slow
@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("squares", SQUARES.replace("number * number", "number ** 3")),
        ("squares", SQUARES.replace("Squares.", "Multiplies by itself.")),
        ("forgotten", SQUARES),
    ],
)
def test_a_mutant_that_is_another_one_now(
    author: Author, bubblewrap: sandbox.Sandbox, name: str, text: str
) -> None:
    chosen = author()
    written(chosen, bubblewrap)
    (chosen.reference / "mutants" / "doubling" / f"{name}.py").write_text(text)
    result, (finding,) = validated(bubblewrap)
    assert (finding.name, finding.does) == (f"doubling/{name}", ["1"])
    assert result.summary.endswith("survived, 1 not as diagnoses.json says")


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_mutant_that_is_gone(author: Author, bubblewrap: sandbox.Sandbox) -> None:
    chosen = author(files={"mutants/doubling/also.py": SQUARES})
    written(chosen, bubblewrap)
    (chosen.reference / "mutants" / "doubling" / "also.py").unlink()
    _, (finding,) = validated(bubblewrap)
    assert (finding.name, finding.what) == ("doubling/also", "There is no such mutant any more.")


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_a_case_that_is_new(author: Author, bubblewrap: sandbox.Sandbox) -> None:
    chosen = author()
    written(chosen, bubblewrap)
    (test,) = chosen.tests.glob("test_*.py")
    test.write_text(test.read_text().replace("[1, 2, 3]", "[1, 2, 3, 4]"))
    _, (finding,) = validated(bubblewrap)
    assert (finding.name, finding.does) == ("doubling/squares", ["1"])


@pytest.mark.bubblewrap
def test_a_file_that_cannot_be_read(author: Author, bubblewrap: sandbox.Sandbox) -> None:
    chosen = author()
    (chosen.tests / known_mistakes.NAME).write_text("[]")
    result, _ = validated(bubblewrap)
    (finding,) = result.tables[0].findings
    assert "diagnoses.json does not hold known mistakes" in finding.name
