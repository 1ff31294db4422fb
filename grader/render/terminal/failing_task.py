"""A failing task as a short block for the terminal: one example, and the other tests by title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.model.escape import escape_label
from grader.model.formatting import NOT_RUN_AFTER, format_count, verdict_colour, verdict_sign
from grader.model.report import CaseResult, TaskResult, TestResult
from grader.model.verdict import Verdict
from grader.render.example import absence, example
from grader.render.sentences import cost, lost, nothing_there
from grader.render.terminal import case as cases
from grader.render.terminal.quoted_text import Rail, quoted
from grader.render.terminal.task import absent, known_mistakes, owed, title

_UNWRITTEN = {Verdict.NOT_ATTEMPTED, Verdict.NOT_IMPLEMENTED}
_LONGEST = 300
"""Characters of a hint or a note that are shown."""


def draw(
    task: TaskResult, width: int, named: Mapping[str, str], *, as_list: bool
) -> Iterator[RenderableType]:
    """The block about ``task`` in ``width`` columns; nothing if there is nothing to read.

    Args:
        named: known mistakes that stand above already, and the task at which.
        as_list: whether the tests that are not shown have a line each. For students these are
            hints, to be read one by one.
    """
    losing = [test for test in task.tests if lost(test)]
    said = [*known_mistakes(task, named), *owed(task)]
    if not losing and not said:
        return
    yield title(task, width)
    if said:
        yield Rail(Group(*said))
    if nothing_there(losing):
        yield absent(losing)
        return
    failed = [test for test in losing if not test.verdict.passed and not test.not_run]
    chosen = example(failed, task.verdict)
    known = [each for each in task.diagnoses if each.sentence in named]
    if known and len(known) == len(task.diagnoses):
        chosen = None  # the example there shows the same
    if chosen is not None:
        test, case = chosen
        failed.remove(test)
        yield _named(test, case)
        yield Padding(cases.draw_brief(case, width - 3), (0, 0, 0, 3))
    yield from _others(failed, first=chosen is None, as_list=as_list)
    yield from _not_run([test for test in losing if test.not_run])
    yield from _withheld([test for test in losing if test.verdict.passed])


def is_absent(task: TaskResult) -> bool:
    """Whether all that there is to say about ``task`` is that its function is not written."""
    losing = [test for test in task.tests if lost(test)]
    said = task.note or task.diagnoses or owed(task)
    return bool(losing) and not said and all(test.verdict in _UNWRITTEN for test in losing)


def draw_absent(tasks: Sequence[TaskResult]) -> Iterator[RenderableType]:
    """A line for each of ``tasks``, whose functions are not written; nothing if there are none."""
    if tasks:
        yield Padding(Text("Not attempted or not implemented", "bold"), (1, 0, 0, 0))
        yield Rail(Group(*map(_absent_line, tasks)))


def _absent_line(task: TaskResult) -> Text:
    losing = [test for test in task.tests if lost(test)]
    message = absence(losing) or f"{task.function or task.title} is not there."
    line = Text(f"{escape_label(task.id)}: ", "cyan", overflow="fold")
    line.append_text(quoted(message, "default", first=3))
    return line.append(f"  {cost(*losing)}", "dim")


def _named(test: TestResult, case: CaseResult) -> Text:
    """What a failing test looks for, what it cost, and which of its cases is shown."""
    line = Text(f"{verdict_sign(test.verdict)} ", verdict_colour(test.verdict), overflow="fold")
    if case.call is None and test.title == test.hint:
        line.append("a hidden test", "bold default").append(f"  {cost(test)}", "not bold dim")
        return line.append(f"\n   Hint: {escape_label(test.hint, _LONGEST)}", "default not bold")
    line.append(escape_label(test.title, _LONGEST), "bold default")
    return line.append(f"  {cost(test)}, {escape_label(case.id)}", "not bold dim")


def _others(tests: Sequence[TestResult], *, first: bool, as_list: bool) -> Iterator[RenderableType]:
    """The failing tests that are not shown, by title, each title once."""
    if not tests:
        return
    hints = "; hints" if all(test.title == test.hint for test in tests) else ""
    # What nobody has decided does not fail; its cost says what it is.
    open_ = all(test.verdict is Verdict.UNDECIDED for test in tests)
    said = f"{'' if first else 'also '}{'' if open_ else 'failing, '}{cost(*tests)}{hints}:"
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
    """Tests of which nothing was run, and why."""
    if tests:
        notes = " ".join(dict.fromkeys(escape_label(test.note, _LONGEST) for test in tests))
        said = f"{format_count(len(tests), 'test')} not run, {cost(*tests)}: "
        line = Text(said, "dim", overflow="fold")
        yield Padding(line.append(notes, "not dim yellow"), (0, 0, 0, 3))


def _withheld(tests: Sequence[TestResult]) -> Iterator[RenderableType]:
    """Tests that were passed and still earn nothing."""
    if tests:
        those = "its points count" if len(tests) == 1 else "their points count"
        said = (
            f"{format_count(len(tests), 'test')} passed, but {those} only if these pass: "
            f"{cost(*tests)}"
        )
        yield Padding(Text(said, "dim", overflow="fold"), (0, 0, 0, 3))
