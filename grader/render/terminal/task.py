"""Draws one task for the terminal: its points, its notes, and the tests that failed.

A failing task may be drawn briefly: one example, and the other tests by title.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from grader.model.escape import escape_line_for_ci
from grader.model.formatting import (
    NOT_RUN_AFTER,
    format_count,
    format_score,
    verdict_colour,
    verdict_sign,
)
from grader.model.report import CaseResult, TaskResult, TestResult
from grader.model.verdict import Verdict
from grader.render.report_sentences import (
    KNOWN_MISTAKE,
    choose_example,
    describe_agreement,
    describe_dependency_effect,
    describe_lost_points,
    explain_missing_function,
    is_function_missing,
    is_worth_reading,
    relevant_dependencies,
)
from grader.render.terminal import case as cases
from grader.render.terminal.failing_test import draw_failing_test, draw_tests_not_run
from grader.render.terminal.quoted_text import BarBeforeLines, quote_text

_DIAGNOSES = 3
"""Known mistakes that are shown: one at most in today's reports, three in stored ones."""


def draw_task(task: TaskResult, width: int) -> Iterator[RenderableType]:
    """Yield the block about ``task`` in ``width`` columns; nothing if there is nothing to read."""
    failing = [test for test in task.tests if is_worth_reading(test)]
    said = list_task_remarks(task)
    if not failing and not said:
        return
    yield draw_title(task, width)
    if said:
        yield BarBeforeLines(Group(*said))
    if is_function_missing(failing):
        yield draw_missing_function(failing)
        return
    seen: set[str] = set()
    skipped = [test for test in failing if test.not_run]
    blocks = [draw_failing_test(test, seen, width) for test in failing if test not in skipped]
    if skipped:
        blocks.append(draw_tests_not_run(skipped))
    for n, block in enumerate(blocks):
        yield Padding(block, (1 if n else 0, 0, 0, 0))


def draw_title(task: TaskResult, width: int) -> RenderableType:
    """Return a line across ``width`` columns that names ``task`` and its points."""
    line = Text(f"{escape_line_for_ci(task.id)} {escape_line_for_ci(task.title)}", "bold")
    function = f"  {escape_line_for_ci(task.function)}" if task.function else ""
    earned = "" if task.score is None else f"  {format_score(task.score, task.max_score)}"
    if len(line) + len(function) + len(earned) < width - 2:
        line.append(function, "not bold dim")
    line.append(earned, "not bold")
    return Padding(Rule(line, align="left", style="dim"), (1, 0, 0, 0))


def list_task_remarks(task: TaskResult) -> list[Text]:
    """Return the task's note, its likely known mistakes, and its dependencies."""
    return [*describe_known_mistakes(task, {}), *describe_dependencies(task)]


def describe_known_mistakes(task: TaskResult, named: Mapping[str, str]) -> list[Text]:
    """Return the note of ``task``, and the known mistakes that may explain it.

    Args:
        named: those that stand above already, and the task at which.
    """
    lines = [quote_text(task.note)] if task.note else []
    for diagnosis in task.diagnoses[:_DIAGNOSES]:
        line = Text(f"{KNOWN_MISTAKE}: ", "yellow", overflow="fold")
        if diagnosis.sentence in named:
            line.append(
                f"the same as in {escape_line_for_ci(named[diagnosis.sentence])}", "default"
            )
            lines.append(line)
            continue
        line.append_text(quote_text(diagnosis.sentence, "default", first=3))
        if agreeing := describe_agreement(diagnosis):
            line.append(f" ({agreeing})", "dim")
        lines.append(line)
    return lines


def describe_dependencies(task: TaskResult) -> list[Text]:
    """Return a line for each function of another task that ``task`` builds on."""
    lines = []
    for each in relevant_dependencies(task.dependencies):
        line = Text("builds on ").append_text(quote_text(each.function, "bold", first=1))
        lines.append(line.append(f": {describe_dependency_effect(each)}"))
    return lines


def draw_missing_function(failing: Sequence[TestResult]) -> RenderableType:
    """Return one line for all tests of a missing function, as each would say the same."""
    verdict = Verdict.worst(test.verdict for test in failing)
    line = Text(f"{verdict_sign(verdict)} {verdict.words}", verdict_colour(verdict))
    line.append(
        f"  {format_count(len(failing), 'test')}, {describe_lost_points(*failing)}", "default"
    )
    message = explain_missing_function(failing)
    return (
        Group(line, Padding(BarBeforeLines(quote_text(message)), (0, 0, 0, 3))) if message else line
    )


_UNWRITTEN = {Verdict.NOT_ATTEMPTED, Verdict.NOT_IMPLEMENTED}
_LONGEST = 300
"""Characters of a hint or a note that are shown."""


def draw_failing_task(
    task: TaskResult, width: int, named: Mapping[str, str], *, as_list: bool
) -> Iterator[RenderableType]:
    """Yield the block about ``task`` in ``width`` columns; nothing if there is nothing to read.

    Args:
        named: known mistakes that stand above already, and the task at which.
        as_list: whether the tests that are not shown have a line each. For students these are
            hints, to be read one by one.
    """
    losing = [test for test in task.tests if is_worth_reading(test)]
    said = [*describe_known_mistakes(task, named), *describe_dependencies(task)]
    if not losing and not said:
        return
    yield draw_title(task, width)
    if said:
        yield BarBeforeLines(Group(*said))
    if is_function_missing(losing):
        yield draw_missing_function(losing)
        return
    failed = [test for test in losing if not test.verdict.passed and not test.not_run]
    chosen = choose_example(failed, task.verdict)
    known = [each for each in task.diagnoses if each.sentence in named]
    if known and len(known) == len(task.diagnoses):
        chosen = None  # the example there shows the same
    if chosen is not None:
        test, case = chosen
        failed.remove(test)
        yield _title_line(test, case)
        yield Padding(cases.draw_case_briefly(case, width - 3), (0, 0, 0, 3))
    yield from _other_failing_tests(failed, first=chosen is None, as_list=as_list)
    yield from _not_run([test for test in losing if test.not_run])
    yield from _draw_withheld_points([test for test in losing if test.verdict.passed])


def is_function_unwritten(task: TaskResult) -> bool:
    """Return whether the only thing to say about ``task`` is that its function is not written."""
    losing = [test for test in task.tests if is_worth_reading(test)]
    said = task.note or task.diagnoses or describe_dependencies(task)
    return bool(losing) and not said and all(test.verdict in _UNWRITTEN for test in losing)


def draw_unwritten_functions(tasks: Sequence[TaskResult]) -> Iterator[RenderableType]:
    """Yield a line for each of ``tasks``, whose functions are not written."""
    if tasks:
        yield Padding(Text("Not attempted or not implemented", "bold"), (1, 0, 0, 0))
        yield BarBeforeLines(Group(*map(_absent_line, tasks)))


def _absent_line(task: TaskResult) -> Text:
    losing = [test for test in task.tests if is_worth_reading(test)]
    message = explain_missing_function(losing) or f"{task.function or task.title} is not there."
    line = Text(f"{escape_line_for_ci(task.id)}: ", "cyan", overflow="fold")
    line.append_text(quote_text(message, "default", first=3))
    return line.append(f"  {describe_lost_points(*losing)}", "dim")


def _title_line(test: TestResult, case: CaseResult) -> Text:
    """Return a failing test's title, its lost points, and the name of the case that is shown."""
    line = Text(f"{verdict_sign(test.verdict)} ", verdict_colour(test.verdict), overflow="fold")
    if case.call is None and test.title == test.hint:
        line.append("a hidden test", "bold default").append(
            f"  {describe_lost_points(test)}", "not bold dim"
        )
        return line.append(
            f"\n   Hint: {escape_line_for_ci(test.hint, _LONGEST)}", "default not bold"
        )
    line.append(escape_line_for_ci(test.title, _LONGEST), "bold default")
    return line.append(
        f"  {describe_lost_points(test)}, {escape_line_for_ci(case.id)}", "not bold dim"
    )


def _other_failing_tests(
    tests: Sequence[TestResult], *, first: bool, as_list: bool
) -> Iterator[RenderableType]:
    """Yield the failing tests that are not shown, by title, each title once."""
    if not tests:
        return
    hints = "; hints" if all(test.title == test.hint for test in tests) else ""
    # What nobody has decided does not fail; its cost says what it is.
    open_ = all(test.verdict is Verdict.UNDECIDED for test in tests)
    kind = f"{'' if first else 'also '}{'' if open_ else 'failing, '}"
    said = f"{kind}{describe_lost_points(*tests)}{hints}:"
    titles = [
        escape_line_for_ci(each, _LONGEST) for each in dict.fromkeys(test.title for test in tests)
    ]
    if as_list:
        lines = [f"· {each}" for each in titles]
        body: RenderableType = Group(
            Text(said, "dim"), *(Text(line, overflow="fold") for line in lines)
        )
    else:
        body = Text(f"{said} ", "dim", overflow="fold").append("  ·  ".join(titles), "not dim")
    yield Padding(body, (0, 0, 0, 3))
    # How many cases are left after one that is not shown, and why, is of no use to anybody.
    notes = (test.note for test in tests if NOT_RUN_AFTER not in test.note)
    for note in dict.fromkeys(filter(None, notes)):
        yield Padding(Text(escape_line_for_ci(note, _LONGEST), "yellow"), (0, 0, 0, 3))


def _not_run(tests: Sequence[TestResult]) -> Iterator[RenderableType]:
    """Yield a line on the tests that were not run, with the reason."""
    if tests:
        notes = " ".join(dict.fromkeys(escape_line_for_ci(test.note, _LONGEST) for test in tests))
        said = f"{format_count(len(tests), 'test')} not run, {describe_lost_points(*tests)}: "
        line = Text(said, "dim", overflow="fold")
        yield Padding(line.append(notes, "not dim yellow"), (0, 0, 0, 3))


def _draw_withheld_points(tests: Sequence[TestResult]) -> Iterator[RenderableType]:
    """Yield a line on passed tests whose points count only if the failing tests pass, too."""
    if tests:
        those = "its points count" if len(tests) == 1 else "their points count"
        said = (
            f"{format_count(len(tests), 'test')} passed, but {those} only if these pass: "
            f"{describe_lost_points(*tests)}"
        )
        yield Padding(Text(said, "dim", overflow="fold"), (0, 0, 0, 3))
