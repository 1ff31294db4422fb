"""Draws a failing task briefly for the terminal: one example, and the other tests by title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.model.escape import escape_label
from grader.model.formatting import NOT_RUN_AFTER, format_count, verdict_colour, verdict_sign
from grader.model.report import CaseResult, TaskResult, TestResult
from grader.model.verdict import Verdict
from grader.render.failure_example import choose_example, explain_missing_function
from grader.render.report_sentences import (
    describe_lost_points,
    is_function_missing,
    is_worth_reading,
)
from grader.render.terminal import case as cases
from grader.render.terminal.quoted_text import BarBeforeLines, quote_text
from grader.render.terminal.task import (
    describe_dependencies,
    describe_known_mistakes,
    draw_absence,
    draw_title,
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
        yield draw_absence(losing)
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


def is_absent(task: TaskResult) -> bool:
    """Return whether the only thing to say about ``task`` is that its function is not written."""
    losing = [test for test in task.tests if is_worth_reading(test)]
    said = task.note or task.diagnoses or describe_dependencies(task)
    return bool(losing) and not said and all(test.verdict in _UNWRITTEN for test in losing)


def draw_absent(tasks: Sequence[TaskResult]) -> Iterator[RenderableType]:
    """Yield a line for each of ``tasks``, whose functions are not written."""
    if tasks:
        yield Padding(Text("Not attempted or not implemented", "bold"), (1, 0, 0, 0))
        yield BarBeforeLines(Group(*map(_absent_line, tasks)))


def _absent_line(task: TaskResult) -> Text:
    losing = [test for test in task.tests if is_worth_reading(test)]
    message = explain_missing_function(losing) or f"{task.function or task.title} is not there."
    line = Text(f"{escape_label(task.id)}: ", "cyan", overflow="fold")
    line.append_text(quote_text(message, "default", first=3))
    return line.append(f"  {describe_lost_points(*losing)}", "dim")


def _title_line(test: TestResult, case: CaseResult) -> Text:
    """Return a failing test's title, its lost points, and the name of the case that is shown."""
    line = Text(f"{verdict_sign(test.verdict)} ", verdict_colour(test.verdict), overflow="fold")
    if case.call is None and test.title == test.hint:
        line.append("a hidden test", "bold default").append(
            f"  {describe_lost_points(test)}", "not bold dim"
        )
        return line.append(f"\n   Hint: {escape_label(test.hint, _LONGEST)}", "default not bold")
    line.append(escape_label(test.title, _LONGEST), "bold default")
    return line.append(f"  {describe_lost_points(test)}, {escape_label(case.id)}", "not bold dim")


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
    titles = [escape_label(each, _LONGEST) for each in dict.fromkeys(test.title for test in tests)]
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
        yield Padding(Text(escape_label(note, _LONGEST), "yellow"), (0, 0, 0, 3))


def _not_run(tests: Sequence[TestResult]) -> Iterator[RenderableType]:
    """Yield a line on the tests that were not run, with the reason."""
    if tests:
        notes = " ".join(dict.fromkeys(escape_label(test.note, _LONGEST) for test in tests))
        said = f"{format_count(len(tests), 'test')} not run, {describe_lost_points(*tests)}: "
        line = Text(said, "dim", overflow="fold")
        yield Padding(line.append(notes, "not dim yellow"), (0, 0, 0, 3))


def _draw_withheld_points(tests: Sequence[TestResult]) -> Iterator[RenderableType]:
    """Yield a line on tests that passed and still earn no points."""
    if tests:
        those = "its points count" if len(tests) == 1 else "their points count"
        said = (
            f"{format_count(len(tests), 'test')} passed, but {those} only if these pass: "
            f"{describe_lost_points(*tests)}"
        )
        yield Padding(Text(said, "dim", overflow="fold"), (0, 0, 0, 3))
