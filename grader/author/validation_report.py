"""Shows a validation: on a terminal, a line per check and the findings; as JSON, for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

import grader
from grader.author.validation_check import (
    AssignmentValidation,
    CheckFinding,
    CheckResult,
    CheckState,
    FindingTable,
)
from grader.model.escape import escape_invisible
from grader.model.formatting import format_count, format_seconds, verdict_colour, verdict_phrase
from grader.render.json_conversion import encode_json, to_plain_json
from grader.render.terminal.quoted_text import BarBeforeLines, TerminalDocument, quote_text

_STATES = {
    CheckState.PASSED: ("✔", "green"),
    CheckState.FAILED: ("✘", "red"),
    CheckState.INCOMPLETE: ("!", "bold magenta"),
    CheckState.SKIPPED: ("–", "yellow"),
}

_WIDEST = 100
"""Columns of a line of figures, at most: the eye has to find its end."""

_NAME = 12
"""Columns for a sign and the longest name of a check."""

_MOST = 50
"""Findings or errors of one kind that are shown."""


def render_validation(validation: AssignmentValidation, console: Console) -> None:
    """Print the whole validation."""
    for result in validation.results:
        render_result(result, console)
    render_outcome(validation, console)


def render_result(result: CheckResult, console: Console) -> None:
    """Print one line about a check that has ended."""
    console.print(TerminalDocument([_line(result, console.width)]), crop=False)


def render_outcome(validation: AssignmentValidation, console: Console) -> None:
    """Print all findings and the outcome of the validation."""
    console.print(TerminalDocument(_ending(validation)), crop=False)


def _line(result: CheckResult, width: int) -> RenderableType:
    sign, colour = _STATES[result.state]
    grid = Grid.grid(
        Column(no_wrap=True, width=_NAME),
        Column(overflow="fold", ratio=1),
        Column(no_wrap=True, justify="right", style="dim"),
        padding=(0, 2, 0, 0),
        pad_edge=False,
    )
    grid.width = min(width, _WIDEST)
    took = "" if result.skipped else _format_minutes(result.seconds)
    name = Text(f"{sign} ", colour).append(result.name, "bold default")
    grid.add_row(name, quote_text(result.summary), Text(took))
    return grid


def _ending(validation: AssignmentValidation) -> Iterator[RenderableType]:
    for result in validation.results:
        for table in result.notes:
            yield from _titled(table, len(table.findings))
        for table in result.tables:
            yield from _titled(table, _MOST)
        if result.errors:
            yield Text()
            yield _errors(result)
    yield Text()
    if validation.sandbox.warning:
        yield BarBeforeLines(
            quote_text(validation.sandbox.warning, "bold yellow"), "! ", "bold yellow"
        )
    yield _outcome(validation)


def _titled(table: FindingTable, most: int) -> Iterator[RenderableType]:
    if table.findings:
        yield Padding(Text(table.title, "bold"), (1, 0, 0, 0))
        yield _table(table, most)


def _table(table: FindingTable, most: int) -> RenderableType:
    """Return a table of the first ``most`` findings: subject and message, then the columns."""
    headings = [heading for heading in (table.should, table.does) if heading]
    grid = Grid(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, leading=1,
        header_style="bold", border_style="dim", show_header=bool(headings),
    )  # fmt: skip
    grid.add_column("", overflow="fold")
    for heading in headings:
        grid.add_column(heading, overflow="fold", min_width=len(heading), max_width=20)
    for finding in table.findings[:most]:
        cells = [_about(finding)]
        if table.should:
            cells.append(_listed(finding.should))
        if table.does:
            cells.append(_listed(finding.does))
        grid.add_row(*cells)
    if len(table.findings) > most:
        grid.add_row(_left_out(len(table.findings)))
    return Padding(grid, (0, 0, 0, 2))


def _listed(names: Sequence[str]) -> RenderableType:
    return Text(escape_invisible(", ".join(names)) or "nothing")


def _about(finding: CheckFinding) -> RenderableType:
    # A sentence alone may be a traceback, of which the end tells most.
    parts: list[RenderableType] = [
        quote_text(finding.name, "bold" if finding.what else "", first=4, last=8)
    ]
    if finding.what:
        parts.append(quote_text(finding.what))
    if finding.verdict is not None:
        parts.append(Text(verdict_phrase(finding.verdict), verdict_colour(finding.verdict)))
    if finding.message:
        parts.append(BarBeforeLines(quote_text(finding.message, first=4)))
    return Group(*parts)


def _errors(result: CheckResult) -> RenderableType:
    shown = [quote_text(error, first=4) for error in result.errors[:_MOST]]
    if len(result.errors) > _MOST:
        shown.append(_left_out(len(result.errors)))
    return Panel(
        Text("\n").join(shown),
        title=Text(f" {result.name}: the grader itself failed "),
        title_align="left",
        border_style="red",
    )


def _left_out(amount: int) -> Text:
    return Text(f"… and {amount - _MOST} more; --format json has them all", "dim")


def _outcome(validation: AssignmentValidation) -> Text:
    results = validation.results
    states = [result.state for result in results]
    skipped = states.count(CheckState.SKIPPED)
    line = Text(style="bold", overflow="fold")
    match validation.state:
        case CheckState.PASSED:
            line.append(f"✔ {format_count(len(results) - skipped, 'check')} passed", "green")
        case CheckState.FAILED:
            failed = states.count(CheckState.FAILED)
            line.append(f"✘ {failed} of {format_count(len(results), 'check')} failed", "red")
        case _:
            line.append("! Not everything could be decided", "bold magenta")
    if skipped:
        line.append(f" · {skipped} skipped", "not bold yellow")
    facts = [
        _format_minutes(validation.seconds),
        f"seed {validation.seed}",
        f"sandbox {escape_invisible(validation.sandbox.backend)}",
    ]
    return line.append("".join(f" · {fact}" for fact in facts), "not bold dim")


def _format_minutes(value: float) -> str:
    """Return a duration in words: ``42 s``, ``6 min 40 s``."""
    if value < 100:
        return format_seconds(value)
    return f"{value // 60:.0f} min {value % 60:.0f} s"


SCHEMA = "grade-validation/1"
"""Changes when a key goes away or means something else; keys may be added."""


def dump_validation(validation: AssignmentValidation) -> str:
    """Return ``validation`` as one JSON document: ASCII only, ends with a newline."""
    fields = to_plain_json(validation)
    del fields["results"]
    return encode_json({
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        **fields,
        "state": validation.state.value,
        "checks": [_check(result) for result in validation.results],
    })  # fmt: skip


def _check(result: CheckResult) -> dict[str, Any]:
    fields = to_plain_json(result)
    del fields["skipped"]
    findings = [
        {"kind": table["title"], **finding}
        for table in fields.pop("tables")
        for finding in table["findings"]
    ]
    fields["notes"] = [
        {"kind": table["title"], **note} for table in fields["notes"] for note in table["findings"]
    ]
    return {**fields, "state": result.state.value, "findings": findings}
