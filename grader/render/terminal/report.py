"""Renders the report for a terminal: a summary, what lost points and why, the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from grader.model.escape import escape_invisible, escape_line_for_ci
from grader.model.formatting import (
    format_count,
    format_number,
    format_percent_rounded_down,
    format_score,
    format_seconds,
    verdict_colour,
    verdict_phrase,
    verdict_sign,
)
from grader.model.report import Report, Selection, TaskResult, TestResult, View
from grader.model.report_views import redact_for_view
from grader.model.submission import LoadNote
from grader.model.verdict import OPEN_VERDICTS, Verdict
from grader.render.report_sentences import (
    describe_attempts,
    describe_open_points,
    describe_sandbox_gaps,
    is_worth_reading,
    list_doubts,
)
from grader.render.role_sentences import HEADING, role_sentences, sentence_with_backticks
from grader.render.terminal import task as tasks
from grader.render.terminal.failing_test import draw_whole_case
from grader.render.terminal.quoted_text import (
    BarBeforeLines,
    TerminalDocument,
    page_as_text,
    quote_text,
)

_NARROW = 72
"""Columns below which the summary leaves out how many tests of each task passed."""

_WIDE = 120
"""Columns from which the summary also names each task's function."""

_ALL_BY_HAND = "Nothing here is graded automatically"

_PAPER = 100
"""Columns of a report that no terminal shows."""


def render(report: Report, view: View, console: Console) -> None:
    """Prints what ``view`` may see of ``report``, fitted to the console's width.

    Nothing that a student wrote is interpreted: ``escape.escape_invisible`` escapes it, no markup
    is parsed and none of its lines begins a line of the output.
    """
    console.print(
        TerminalDocument(_parts(redact_for_view(report, view), console.width)), crop=False
    )


def render_brief(report: Report, view: View, console: Console) -> None:
    """Prints one example for each failing task, and its other tests by title."""
    console.print(
        TerminalDocument(_brief(redact_for_view(report, view), console.width)), crop=False
    )


def render_cases(report: Report, view: View, console: Console) -> None:
    """Prints every case of ``report`` in full, and little else."""
    console.print(
        TerminalDocument(_cases(redact_for_view(report, view), console.width)), crop=False
    )


def report_as_text(report: Report, view: View) -> str:
    """Return the text that :func:`render` prints, without colours."""
    return page_as_text(_parts(redact_for_view(report, view), _PAPER), _PAPER)


def _cases(report: Report, width: int) -> Iterator[RenderableType]:
    yield from _said(describe_sandbox_gaps(report.sandbox))
    for task in report.tasks:
        yield tasks.draw_title(task, width)
        for test in task.tests:
            for case in test.cases:
                yield draw_whole_case(test, case, width)


def _parts(report: Report, width: int) -> Iterator[RenderableType]:
    yield from _beginning(report, width)
    for task in report.tasks:
        if not is_by_hand_without_tests(task):
            yield from tasks.draw_task(task, width)
    yield from draw_tasks_by_hand(report.tasks)
    yield from _list_passed_stochastic_tests(report)
    yield from _ending(report)


def _brief(report: Report, width: int) -> Iterator[RenderableType]:
    yield from _beginning(report, width)
    named: dict[str, str] = {}
    absent = [task for task in report.tasks if tasks.is_function_unwritten(task)]
    together = {task.id for task in absent} if len(absent) > 1 else set()
    for task in report.tasks:
        if is_by_hand_without_tests(task) or task.id in together:
            continue
        yield from tasks.draw_failing_task(task, width, named, as_list=report.view is View.STUDENT)
        for diagnosis in task.diagnoses:
            named.setdefault(diagnosis.sentence, task.id)
    yield from tasks.draw_unwritten_functions([task for task in absent if task.id in together])
    yield from draw_tasks_by_hand(report.tasks)
    # Students do not see the cases of hidden tests.
    staff = report.view is View.STAFF
    shown = [task for task in report.tasks if task.id not in together]
    if staff and any(is_worth_reading(test) for task in shown for test in task.tests):
        yield Text()
        yield Text("All failing tests with their cases: --all", "dim")
    yield from _ending(report)


def _beginning(report: Report, width: int) -> Iterator[RenderableType]:
    yield _header(report, width)
    yield from _warnings(report)
    yield from draw_loading(report)
    yield Padding(_summary(report, width), (1, 0, 0, 0))
    yield from draw_roles(report)


def _header(report: Report, width: int) -> Panel:
    nothing = "Nothing is decided yet" if report.questions else _ALL_BY_HAND
    score = Text(nothing, "bold")
    if report.max_score:
        filled = int(20 * min(max(report.score / report.max_score, 0.0), 1.0) + 1e-9)
        score = Text(f"{format_score(report.score, report.max_score)}  ", "bold")
        score.append("█" * filled, "green").append("░" * (20 - filled), "dim")
        score.append(f"  {format_percent_rounded_down(report.score, report.max_score)}")
    if left := describe_open_points(report):
        score.append(f"   {left}", "cyan")
    if report.view is View.STUDENT:
        score.append("   student view", "dim")
    title = Text(
        f" {escape_line_for_ci(report.assignment)}  {escape_line_for_ci(report.path)} ", "bold"
    )
    title.truncate(max(width - 6, 10), overflow="ellipsis")
    return Panel(
        score,
        title=title,
        title_align="left",
        padding=(0, 1),
        border_style="dim",
    )


def _warnings(report: Report) -> Iterator[RenderableType]:
    if report.errors:
        yield Panel(
            Text("\n").join([quote_text(error) for error in report.errors]),
            title=Text(" The grader itself failed "),
            title_align="left",
            border_style="red",
        )
    yield from _said(list_doubts(report))


def _said(sentences: Iterable[str]) -> Iterator[RenderableType]:
    for sentence in sentences:
        yield BarBeforeLines(quote_text(sentence, "bold yellow"), "! ", "bold yellow")


def _summary(report: Report, width: int) -> Table:
    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", border_style="dim"
    )
    table.add_column("Task", no_wrap=True)
    table.add_column("", overflow="fold")
    if wide := width >= _WIDE:
        table.add_column("Function", style="dim", no_wrap=True)
    table.add_column("Points", justify="right", no_wrap=True)
    if roomy := width >= _NARROW:
        table.add_column("Tests", justify="right", no_wrap=True)
    table.add_column("Verdict")
    for task in report.tasks:
        passed = sum(test.verdict.passed for test in task.tests)
        cells: list[Text] = [
            Text(escape_line_for_ci(task.id)),
            Text(escape_line_for_ci(task.title)),
        ]
        if wide:
            cells.append(Text(escape_line_for_ci(task.function or "")))
        cells.append(_earned(task))
        if roomy:
            cells.append(Text(f"{passed}/{len(task.tests)}" if task.tests else "", "dim"))
        cells.append(
            Text(
                f"{verdict_sign(task.verdict)} {verdict_phrase(task.verdict)}",
                verdict_colour(task.verdict),
            )
        )
        table.add_row(*cells)
    return table


def _earned(task: TaskResult) -> Text:
    if task.score is None:
        return Text(f"– / {format_number(task.max_score)}", "cyan")
    colour = "green" if task.score >= task.max_score else "yellow" if task.score > 0 else "red"
    return Text(f"{format_number(task.score)} / {format_number(task.max_score)}", colour)


def _list_passed_stochastic_tests(report: Report) -> Iterator[RenderableType]:
    """List the outcomes of stochastic tests that passed: otherwise their luck would not show."""
    lines = [
        _trial(task, test, story)
        for task in report.tasks
        for test in task.tests
        if not is_worth_reading(test) and (story := describe_attempts(test))
    ]
    if lines:
        yield Padding(Text("Random trials", "bold"), (1, 0, 0, 0))
        yield from lines


def _trial(task: TaskResult, test: TestResult, story: str) -> Text:
    line = Text(f"{verdict_sign(test.verdict)} ", verdict_colour(test.verdict), overflow="fold")
    line.append(f"{escape_line_for_ci(task.id)} {escape_line_for_ci(test.title)}", "default")
    return line.append(f"  {escape_line_for_ci(story)}", "default dim")


def _ending(report: Report) -> Iterator[RenderableType]:
    losing = [test for task in report.tasks for test in task.tests if test.score < test.points]
    absent = sum(test.verdict is Verdict.NOT_ATTEMPTED for test in losing)
    failed = len(losing) - absent - sum(test.verdict in OPEN_VERDICTS for test in losing)
    unsaid = sum(test.verdict is Verdict.INTERNAL_ERROR for test in losing)
    full = bool(report.max_score) and report.score >= report.max_score
    line = Text("Score ", "bold", overflow="fold")
    line.append(f"{format_number(report.score)} / {format_number(report.max_score)}")
    if report.max_score:
        line.append(f" ({format_percent_rounded_down(report.score, report.max_score)})")
    if failed:
        line.append(f" · {format_count(failed, 'test')} lost points", "not bold")
    if absent:
        line.append(f" · {format_count(absent, 'test')} not attempted", "not bold")
    if unsaid:
        line.append(f" · {format_count(unsaid, 'test')} undecided", "not bold cyan")
    if left := describe_open_points(report):
        line.append(f" · {left}", "not bold cyan")
    if not report.complete:
        line.append(" · not final", "not bold yellow")
    if report.sandbox.warning or not all(report.sandbox.enforced.values()):
        line.append(" · not fully sandboxed", "not bold yellow")
    yield Text()
    yield from _list_reproduction_facts(report)
    works = not any(is_worth_reading(test) for task in report.tasks for test in task.tests)
    if full and works and report.complete and report.selection is Selection.WHOLE:
        yield Text("✔ Everything that was tested works. Well done!", "green")
    yield line


def _list_reproduction_facts(report: Report) -> Iterator[Text]:
    """Yield the facts needed to repeat the grading, such as versions and seed."""
    facts = [
        f"digest {escape_invisible(report.digest[:12])}",
        f"seed {report.seed}",
        f"sandbox {escape_invisible(report.sandbox.backend)}",
        f"took {format_seconds(report.duration)}",
    ]
    yield Text(" · ".join(facts), "dim", overflow="fold")
    if report.speed > 1:
        yield Text(
            (
                "CPU times are as on the reference machine; this one takes "
                f"{format_number(report.speed)} times as long, and limits allow for it"
            ),
            "dim",
        )


def is_by_hand_without_tests(task: TaskResult) -> bool:
    """Return whether a person marks ``task`` and no test does."""
    return task.by_hand and not task.tests


def draw_tasks_by_hand(tasks: Iterable[TaskResult]) -> Iterator[RenderableType]:
    """Yield a line for each note on tasks marked by hand, with the tasks' numbers."""
    noted: dict[str, list[str]] = {}
    for task in tasks:
        if is_by_hand_without_tests(task) and task.note:
            noted.setdefault(task.note, []).append(task.id)
    if noted:
        yield Padding(Text("To be graded by hand", "bold"), (1, 0, 0, 0))
        yield BarBeforeLines(Group(*(_line(ids, note) for note, ids in noted.items())))


def _line(ids: Iterable[str], note: str) -> Text:
    line = Text(f"{', '.join(map(escape_line_for_ci, ids))}: ", "cyan", overflow="fold")
    return line.append_text(quote_text(note, "default", first=3))


_NOTES = 10
"""Notes that are shown."""
_NUMBERED = "  cell 1 is the first cell of code; cells of text do not count"


def draw_loading(report: Report) -> Iterator[RenderableType]:
    """Yield the notes on loading and the output printed during it, if there are any."""
    if report.load_notes:
        notes = [_note(note) for note in report.load_notes[:_NOTES]]
        if left := len(report.load_notes) - len(notes):
            said = f"… and {format_count(left, 'more note')}, in the JSON report: -o a.json"
            notes.append(Text(said, "dim", overflow="fold"))
        heading = Text("While loading", "bold")
        if any(" cell " in note.file for note in report.load_notes[:_NOTES]):
            heading.append(_NUMBERED, "not bold dim")
        yield Padding(heading, (1, 0, 0, 0))
        yield BarBeforeLines(Group(*notes))
    if report.load_stdout.strip():
        yield Padding(Text("Printed while loading", "bold"), (1, 0, 0, 0))
        yield BarBeforeLines(quote_text(report.load_stdout))


def _note(note: LoadNote) -> Text:
    where = note.file if note.line is None else f"{note.file}, line {note.line}"
    text = Text(overflow="fold")
    if where:
        text.append(f"{escape_invisible(where)}: ", "cyan")
    return text.append_text(quote_text(note.message, first=4))


_WIDEST = 1200
"""Characters of a sentence: reasons and suggestions have up to three bindings in them."""


def draw_roles(report: Report) -> Iterator[RenderableType]:
    """Yield a heading and a sentence for each role that needs one."""
    if said := role_sentences(report):
        yield Padding(Text(HEADING, "bold"), (1, 0, 0, 0))
        yield BarBeforeLines(
            Group(
                *(
                    quote_text(sentence_with_backticks(each), first=3, widest=_WIDEST)
                    for each in said
                )
            )
        )
