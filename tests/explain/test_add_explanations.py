"""Explanations of whole submissions: what is found, and that no verdict ever depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from grader import assignment as assignments
from grader import sandbox
from grader.author import solution_variants
from grader.explain import add_explanations
from grader.explain.add_explanations import ShrinkableCase, shrink_case
from grader.explain.call_snippet import describe_call_ending
from grader.jobs import grading
from grader.model.figures import Counterexample, Explanation
from grader.model.formatting import LEFT_OVER
from grader.model.report import Report
from grader.model.time_limits import CallLimits
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.sandbox.call_request import Call
from grader.sandbox.session import ZygoteProcess
from tests.explain.behind import kept, printed, promised
from tests.made_up import APPLY, DOUBLE, HEAD, TEST_DOUBLE, made_up, submitted

pytestmark = pytest.mark.bubblewrap

PS2 = assignments.load_assignment("ps2")
MUTANTS = {variant.name: variant for variant in solution_variants.read_mutants(PS2)}

SUMS = """
from dataclasses import dataclass
from grader.model.figures import Explanation

@dataclass(frozen=True)
class Numbers:
    numbers: tuple[int, ...]

    def __str__(self):
        return "-".join(map(str, self.numbers)) or "none"

    @property
    def size(self):
        return f"{len(self.numbers)} numbers"

    def smaller(self):
        return (Numbers(self.numbers[:i] + self.numbers[i + 1:]) for i in range(len(self.numbers)))

@task("1", points=2)
@cases([Numbers((1, 2)), Numbers((5, 3, 7, 0, 7))])
def test_sums(student, case):
    answer = student.double(list(case.numbers))
    if answer.value != sum(case.numbers):
        raise WrongAnswer(
            "Another sum.", expected=str(sum(case.numbers)), actual=repr(answer.value),
            explain=EXPLAIN,
        )
"""
FORGETS_SEVEN = "def double(numbers):\n    return sum(set(numbers))\n"

Graded = Callable[..., Report]


@pytest.fixture(scope="module")
def bubblewrap() -> sandbox.Sandbox:
    return sandbox.choose_backend("bubblewrap")


@pytest.fixture
def graded(tmp_path: Path, bubblewrap: sandbox.Sandbox) -> Graded:
    def grade(text: str, *tests: str, tasks: str = DOUBLE, explain: bool = True) -> Report:
        demo = made_up(tmp_path, *tests, tasks=tasks, head=HEAD)
        return grading.grade(submitted(tmp_path, text), demo, bubblewrap, explain=explain)

    return grade


def explanations(report: Report) -> list[Explanation]:
    assert report.errors == ()
    found = (case.explanation for task in report.tasks for case in task.cases)
    return [explanation for explanation in found if explanation is not None]


def counterexample(report: Report) -> Counterexample:
    (found,) = (each.counterexample for each in explanations(report) if each.counterexample)
    return found


def test_the_smallest_version_that_fails_is_shown(graded: Graded) -> None:
    report = graded(FORGETS_SEVEN, SUMS.replace("EXPLAIN", "None"))
    example = counterexample(report)
    assert example.source == "print(double([7, 7]))\n# prints 7\n# right: 14\n"
    assert (example.size, example.expected, example.actual) == ("2 numbers", "14", "7")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("def double(n):\n    return 5\n", ["double(1)", "double(2)"]),
        (
            "import random\n\ndef double(n):\n    return random.random()\n",
            ["double(1)", "double(1)", "double(1)", "double(2)"],
        ),
    ],
    ids=["the same again", "drawn anew"],
)
def test_calls_that_come_to_the_same_are_made_once(
    graded: Graded, text: str, made: list[str]
) -> None:
    often = SUMS.replace("EXPLAIN", "None").replace(
        "student.double(list(case.numbers))",
        "[student.double(number) for number in (1, 1, 1, 2)][0]",
    )
    source = counterexample(graded(text, often)).source
    assert [line for line in source.splitlines() if line.startswith("print")] == [
        f"print({call})" for call in made
    ]
    assert source.count("# prints ") == len(made)


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("time.perf_counter()", False),
        ("float('nan')", True),
        ("random.random()", True),
    ],
)
def test_what_is_not_the_same_every_time_is_no_example(
    graded: Graded, answer: str, shown: bool
) -> None:
    text = f"import random\nimport time\n\ndef double(numbers):\n    return {answer}\n"
    report = graded(text, SUMS.replace("EXPLAIN", "None"))
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    assert any(each.counterexample for each in explanations(report)) is shown


def test_smaller_cases_fail_for_the_same_reason(graded: Graded) -> None:
    """Of no numbers at all the answer is wrong as well, but for another reason."""
    text = SUMS.replace("EXPLAIN", "None").replace(
        "    if answer",
        "    if answer.value == 'nothing':\n        raise WrongAnswer('No.')\n    if answer",
        1,
    )
    wrong = "def double(numbers):\n    return -1 if numbers else 'nothing'\n"
    assert counterexample(graded(wrong, text)).size == "1 numbers"


def test_calls_that_are_stopped_make_no_example(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows what they asked, and who tried them would wait for ever."""
    stopped = Outcome(CallEnding.CPU)
    monkeypatch.setattr("grader.examine.examiner.Examiner.repeat_calls", lambda *_: [stopped])
    report = graded(FORGETS_SEVEN, SUMS.replace("EXPLAIN", "None"))
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    assert explanations(report) == []


@pytest.mark.slow
def test_what_was_answered_is_explained_beside_what_was_stopped(graded: Graded) -> None:
    stuck = "def double(numbers):\n    while len(numbers) > 2:\n        pass\n    return 0\n"
    report = graded(stuck, SUMS.replace("EXPLAIN", "None"))
    assert report.tasks[0].verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert counterexample(report).size == "1 numbers"


def test_what_a_test_has_to_say_is_told(graded: Graded) -> None:
    text = SUMS.replace("EXPLAIN", 'lambda: Explanation(f"{sum(case.numbers)} it is.")')
    (explanation,) = explanations(graded(FORGETS_SEVEN, text))
    assert explanation.text == "22 it is."
    assert explanation.counterexample is not None


def test_an_explanation_that_fails_costs_nothing_else(graded: Graded) -> None:
    text = SUMS.replace("EXPLAIN", "lambda: 1 / 0")
    report = graded(FORGETS_SEVEN, text)
    (explanation,) = explanations(report)
    assert (
        explanation.text
        == "The grader could not make the explanation (ZeroDivisionError: division by zero)."
    )
    assert report.complete
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER


def test_a_counterexample_that_fails_costs_nothing_else(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("by mistake")

    monkeypatch.setattr(add_explanations, "make_snippet", fails)
    report = graded(FORGETS_SEVEN, SUMS.replace("EXPLAIN", "None"))
    (explanation,) = explanations(report)
    assert (
        explanation.text
        == "The grader could not make the smallest case (ZeroDivisionError: by mistake)."
    )
    assert report.complete
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER


def test_integers_of_thousands_of_digits_are_explained(graded: Graded) -> None:
    report = graded("def double(numbers):\n    return 10**5000\n", SUMS.replace("EXPLAIN", "None"))
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    assert counterexample(report).source.startswith("print(double([]))\n# prints 10000")


@pytest.mark.slow
def test_no_call_outlasts_the_time_for_explanations(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong answer that takes its time must not make its explanation take many times that."""
    monkeypatch.setattr(add_explanations, "SECONDS", 0.5)
    limits: list[CallLimits] = []
    call_each = ZygoteProcess.call_each

    def noted(process: ZygoteProcess, asked: Sequence[Call]) -> list[Outcome]:
        if len(asked) == 1:
            limits.append(asked[0].limits)
        return call_each(process, asked)

    monkeypatch.setattr(ZygoteProcess, "call_each", noted)
    text = f"import time\n{FORGETS_SEVEN.replace('return', 'time.sleep(0.2); return')}"
    report = graded(text, SUMS.replace("EXPLAIN", "None"))
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    deciding = [each for each in limits if each.wall_seconds > 0.5]
    explaining = limits[len(deciding) :]
    assert explaining
    assert all(each.wall_seconds <= 0.5 and each.cpu_seconds <= 0.5 for each in explaining)


def test_a_submission_that_is_right_is_loaded_once_and_left_alone(
    tmp_path: Path, bubblewrap: sandbox.Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unwanted(*_: object) -> None:
        raise AssertionError("nothing is to be explained")

    monkeypatch.setattr("grader.examine.examiner.Examiner.again", unwanted)
    monkeypatch.setattr("grader.examine.examiner.Examiner.repeat_calls", unwanted)
    demo = made_up(tmp_path, TEST_DOUBLE)
    right = submitted(tmp_path, "def double(n):\n    return 2 * n\n")
    report = grading.grade(right, demo, bubblewrap)
    assert report.score == report.max_score
    assert explanations(report) == []


def test_where_in_the_file_it_broke_off(graded: Graded) -> None:
    report = graded("import sys\n\ndef double(n):\n    return n.twice\n")
    call = report.tasks[0].cases[0].call
    assert call is not None
    assert call.excerpt is not None
    assert (call.excerpt.file, call.excerpt.line) == ("student.py", 4)
    assert call.excerpt.lines[-1] == "    return n.twice"


@pytest.mark.slow
def test_verdicts_are_the_same_without(graded: Graded, tmp_path: Path) -> None:
    text = SUMS.replace("EXPLAIN", "None")
    reports = []
    for explain in (True, False):
        folder = tmp_path / str(explain)
        folder.mkdir()
        demo = made_up(folder, text)
        submission = submitted(folder, FORGETS_SEVEN)
        reports.append(
            grading.grade(submission, demo, sandbox.choose_backend("bubblewrap"), explain=explain)
        )
    explained, plain = reports
    assert explanations(plain) == []
    assert [case.verdict for case in explained.tasks[0].cases] == [
        case.verdict for case in plain.tasks[0].cases
    ]


def test_code_that_only_fails_in_the_hidden_case_has_no_smaller_one(graded: Graded) -> None:
    text = "def double(numbers):\n    return 0 if len(numbers) == 5 else sum(numbers)\n"
    example = counterexample(graded(text, SUMS.replace("EXPLAIN", "None")))
    assert (example.smaller, example.size) == (False, "5 numbers")


@pytest.mark.slow
def test_a_hidden_test_that_cannot_stand_smaller_cases_does_no_harm(graded: Graded) -> None:
    text = SUMS.replace("EXPLAIN", "None").replace(
        "    answer = student", "    assert len(case.numbers) in (2, 5)\n    answer = student", 1
    )
    report = graded(FORGETS_SEVEN, text)
    assert report.errors == ()
    assert not counterexample(report).smaller


def test_what_is_wrong_in_turn_only_has_no_case_that_shows_it(graded: Graded) -> None:
    adds_up = (
        "total = []\n\ndef double(numbers):\n    total.extend(numbers)\n    return sum(total)\n"
    )
    in_turn = SUMS.replace("EXPLAIN", "None").replace("points=2", "points=2, in_turn=True")
    report = graded(adds_up, in_turn)
    first, second = report.tasks[0].cases
    assert (first.verdict, second.verdict) == (Verdict.ACCEPTED, Verdict.WRONG_ANSWER)
    assert second.message == f"Another sum. {LEFT_OVER}"
    assert (second.expected, second.actual) == ("22", "25")
    assert second.explanation is None


def test_lent_functions_are_recorded(graded: Graded) -> None:
    shrinkable = """
class One:
    size = "one"
    def smaller(self):
        return iter(())

@task("3", points=1)
@cases([One()])
def test_applies(student, inject, case):
    answer = student.apply(inject.add_one, inject.stub("noting", by=5))
    if answer.value != 30:
        raise WrongAnswer("Another number.", expected="30", actual=repr(answer.value))
"""
    text = "def apply(f, g):\n    return f(f(10)) + g(2)\n"
    example = counterexample(graded(text, shrinkable, tasks=APPLY))
    assert "given_add_one = given([(10, 11), (11, 12)], place=0)" in example.source
    assert "given_noting = given([((2,), 7)])" in example.source
    assert "print(apply(given_add_one, given_noting))\n# prints 19\n# right: 30\n" in example.source


@pytest.mark.slow
@pytest.mark.parametrize("question", ["10 ** 300 + i", "i % 2"], ids=["long", "many"])
def test_a_flood_of_questions_makes_no_example(graded: Graded, question: str) -> None:
    """Nobody could run it: not all of them can be shown."""
    shrinkable = """
class One:
    size = "one"
    def smaller(self):
        return iter(())

@task("3", points=1)
@cases([One()])
def test_applies(student, inject, case):
    if student.apply(inject.add_one, 1).value != 30:
        raise WrongAnswer("Another number.")
"""
    text = f"def apply(f, n):\n    return [f({question}) for i in range(400)][-1] and 1\n"
    report = graded(text, shrinkable, tasks=APPLY)
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    assert explanations(report) == []


@pytest.mark.slow
def test_the_students_own_functions_stand_in_where_they_are_right(
    bubblewrap: sandbox.Sandbox,
) -> None:
    mutant = MUTANTS["games/capture_not_undone_alpha_beta"]
    submission = solution_variants.variant_submission(PS2, mutant)
    report = grading.grade(submission, PS2, bubblewrap, tasks=["4.1"])
    example = counterexample(report)
    assert "    generate_valid_moves,\n))\n" in example.source
    assert "given" not in example.source


@pytest.mark.slow
def test_what_is_lent_stays_where_the_students_own_is_wrong(bubblewrap: sandbox.Sandbox) -> None:
    mutant = MUTANTS["games/capture_not_undone_alpha_beta"]
    wrong = "\n\ndef generate_valid_moves(board, player):\n    return iter(())\n"
    submission = solution_variants.variant_submission(
        PS2, replace(mutant, source=mutant.source + wrong)
    )
    report = grading.grade(submission, PS2, bubblewrap, tasks=["4.1"])
    example = counterexample(report)
    assert "given_generate_valid_moves = given([" in example.source


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome(CallEnding.ANSWER, [1, "a"]), "prints [1, 'a']"),
        (Outcome(CallEnding.ANSWER, "a\nb"), r"returns 'a\nb'"),
        (Outcome(CallEnding.OPAQUE, detail="a generator"), "returns a generator"),
        (
            Outcome(CallEnding.UNFINISHED, detail="NotImplementedError"),
            "raises NotImplementedError",
        ),
        (Outcome(CallEnding.CPU), "does not end within its CPU time"),
        (
            Outcome(CallEnding.DIED, detail="exit status 3"),
            "ends the whole process (exit status 3)",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_how_a_call_ended_is_told(outcome: Outcome, line: str) -> None:
    assert describe_call_ending(outcome, returns="prints") == line
    assert describe_call_ending(outcome, returns="returned") == line.replace(
        "prints", "returned"
    ).replace("returns", "returned")


@pytest.mark.parametrize(
    "name",
    [
        "tsp/evaluation_prints_score",
        "tsp/transition_swaps_in_place",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in (
                "games/capture_not_undone_alpha_beta",
                "games/moves_of_first_pawn_only",
                "games/one_pawn_per_row_counted",
                "tsp/climb_best_of_all_greedy_routes",
                "tsp/climb_one_step_early",
                "tsp/climb_scores_cut_to_integers",
                "tsp/climb_minus_infinity_without_route",
                "tsp/climb_single_step",
                "tsp/restarts_greedy_route",
                "tsp/climb_arguments_in_wrong_order",
                "tsp/climb_best_score_begins_at_minus_a_billion",
                "tsp/climb_cities_counted_from_one",
                "tsp/evaluation_returns_text",
                "tsp/restarts_five_by_default",
                "tsp/restarts_ignore_repeats",
                "tsp/restarts_stop_without_improvement",
                "tsp/transition_all_permutations",
                "tsp/transition_ignores_given_route",
                "tsp/transition_shuffles",
            )
        ),
    ],
)
def test_snippets_do_what_they_say_and_right_solutions_do_better(
    name: str, bubblewrap: sandbox.Sandbox
) -> None:
    submission = solution_variants.variant_submission(PS2, MUTANTS[name])
    report = grading.grade(submission, PS2, bubblewrap, tasks=MUTANTS[name].fails)
    example = counterexample(report)
    explained = promised(example.source)
    assert explained
    assert kept(explained, printed(submission, example.source, PS2, bubblewrap))
    right = printed(
        solution_variants.whole_reference_submission(PS2), example.source, PS2, bubblewrap
    )
    assert "raises" not in right
    assert not kept(explained, right)


NEVER_SMALLER = """
class One:
    size = "one"
    def smaller(self):
        return iter(())
"""


def right_apply(folder: Path) -> None:
    """Writes a reference solution beside the assignment that is made up there."""
    (folder / "reference" / "demo").mkdir(parents=True, exist_ok=True)
    (folder / "reference" / "demo" / "apply.py").write_text("def apply(f, n):\n    return f(n)\n")


@pytest.mark.slow
def test_how_often_lent_functions_are_called_is_printed_where_that_is_the_difference(
    graded: Graded, tmp_path: Path
) -> None:
    right_apply(tmp_path)
    once = f"""{NEVER_SMALLER}
@task("3", points=1)
@cases([One()])
def test_applies(student, inject, case):
    answer = student.apply(inject.stub("noting", by=5), 1)
    if answer.calls["noting"] != 1:
        raise WrongAnswer("Called too often.", expected="1 call", actual="2 calls")
"""
    text = "def apply(f, n):\n    return [f(n), f(n)][0]\n"
    source = counterexample(graded(text, once, tasks=APPLY)).source
    assert 'print("noting", given_noting.calls)\n' in source
    assert source.endswith("# prints 6\n# prints noting 2\n# right: 1 call\n")


def test_what_does_not_show_in_a_snippet_is_no_example(graded: Graded, tmp_path: Path) -> None:
    right_apply(tmp_path)
    logged = f"""{NEVER_SMALLER}
@task("3", points=1)
@cases([One()])
def test_applies(student, inject, case):
    student.apply(inject.stub("noting", by=5), 1)
    raise WrongAnswer("Whatever else may be wrong with it.")
"""
    report = graded("def apply(f, n):\n    return f(n)\n", logged, tasks=APPLY)
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    assert explanations(report) == []


def test_the_same_example_is_found_however_busy_the_machine_is(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search ends after so many tries: the third version has been tried by then."""
    monkeypatch.setattr(add_explanations, "_TRIES", 3)
    report = graded(FORGETS_SEVEN, SUMS.replace("EXPLAIN", "None"))
    assert counterexample(report).size == "3 numbers"


@dataclass(frozen=True, slots=True)
class Numbers:
    """A case that gets smaller by losing one of its numbers."""

    numbers: tuple[int, ...]

    @property
    def size(self) -> str:
        return f"{len(self.numbers)} numbers"

    def smaller(self) -> Iterator[Numbers]:
        for place in range(len(self.numbers)):
            yield Numbers(self.numbers[:place] + self.numbers[place + 1 :])


def holds(*wanted: int) -> Callable[[ShrinkableCase], str | None]:
    def fails(case: ShrinkableCase) -> str | None:
        assert isinstance(case, Numbers)
        return f"fails with {case.size}" if set(wanted) <= set(case.numbers) else None

    return fails


def never() -> bool:
    return False


def test_only_what_matters_is_left() -> None:
    found = shrink_case(Numbers(tuple(range(12))), holds(3, 8), never)
    assert found == (Numbers((3, 8)), "fails with 2 numbers")


def test_a_case_that_does_not_fail_has_no_smallest_version() -> None:
    assert shrink_case(Numbers((1, 2)), holds(7), never) is None


def test_a_case_may_have_no_smaller_versions() -> None:
    assert shrink_case(Numbers(()), holds(), never) == (Numbers(()), "fails with 0 numbers")


def test_it_ends_when_there_has_been_enough_and_keeps_what_was_found() -> None:
    tries = 0

    def enough() -> bool:
        nonlocal tries
        tries += 1
        return tries > 6

    found = shrink_case(Numbers(tuple(range(12))), holds(11), enough)
    assert found is not None
    assert 1 < len(found[0].numbers) < 12  # type: ignore[attr-defined]
    assert shrink_case(Numbers((1,)), holds(1), lambda: True) is None
