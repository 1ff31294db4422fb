"""Shows a diagnosis: on a terminal, a table per backend and what to do; as JSON, for scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import grader
from grader.doctor.probe_results import (
    BackendExamination,
    Diagnosis,
    EnforcementState,
    ProtectionLevel,
)
from grader.model.escape import escape_invisible
from grader.render.json_conversion import encode_json, to_plain_json
from grader.render.terminal.quoted_text import BarBeforeLines, TerminalDocument, quote_text

_STATES = {
    EnforcementState.ENFORCED: ("✔", "green"),
    EnforcementState.NOT_ENFORCED: ("✘", "red"),
    EnforcementState.NOT_PROVED: ("–", "yellow"),
}
_PROTECTIONS = {
    ProtectionLevel.FULL: ("✔", "green", "everything is enforced"),
    ProtectionLevel.PARTIAL: ("✘", "yellow", "not everything is enforced"),
    ProtectionLevel.NONE: ("–", "red", "cannot be used here"),
}

_LONGEST_PROBLEM = 4000


def render_diagnosis(diagnosis: Diagnosis, console: Console) -> None:
    """Print ``diagnosis``, fitted to the console's width."""
    console.print(TerminalDocument(_parts(diagnosis)), crop=False)


def _parts(diagnosis: Diagnosis) -> Iterator[RenderableType]:
    for backend in diagnosis.backends:
        yield from _backend(backend, chosen=backend.name == diagnosis.chosen)
    yield _line("–", "dim", "none", "protects nothing: for debugging only, never chosen by itself")
    yield Padding(Text("This machine", "bold"), (1, 0, 0, 0))
    yield _pairs(diagnosis.machine.items())
    if diagnosis.advice:
        yield Padding(Text("What to do", "bold"), (1, 0, 0, 0))
        yield _pairs(("→", sentence) for sentence in diagnosis.advice)
    yield Text()
    yield _ending(diagnosis)


def _backend(backend: BackendExamination, *, chosen: bool) -> Iterator[RenderableType]:
    sign, style, words = _PROTECTIONS[backend.protection]
    if backend.python:
        words += f" · Python {escape_invisible(backend.python)}"
    if chosen and backend.findings:
        words += " · gradings use this one"
    yield _line(sign, style, backend.name, words)
    if backend.problem:
        # Not quoted, which would cut a long line: what to do stands at its end.
        yield BarBeforeLines(
            Text(escape_invisible(backend.problem[:_LONGEST_PROBLEM]), overflow="fold")
        )
    if backend.findings:
        yield _findings(backend)
    if backend.warning:
        said = Text("Every report says: ").append_text(quote_text(backend.warning))
        yield Padding(said, (1, 0, 0, 2))
    yield Text()


def _line(sign: str, style: str, name: str, words: str) -> Text:
    line = Text(f"{sign} ", style)
    line.append(escape_invisible(name), "bold default not dim")
    return line.append(f"  {words}", style)


def _findings(backend: BackendExamination) -> RenderableType:
    table = Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", border_style="dim"
    )
    table.add_column("What", no_wrap=True)
    table.add_column("State", no_wrap=True)
    table.add_column("Why", overflow="fold")
    for finding in backend.findings:
        sign, style = _STATES[finding.state]
        state = Text(f"{sign} {finding.state.value}", style)
        table.add_row(Text(finding.promise), state, quote_text(finding.why))
    return Padding(table, (1, 0, 0, 2))


def _pairs(pairs: Iterable[tuple[str, str]]) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in pairs:
        table.add_row(Text(name), quote_text(value))
    return Padding(table, (0, 0, 0, 2))


def _ending(diagnosis: Diagnosis) -> Text:
    name = escape_invisible(diagnosis.chosen)
    match diagnosis.protection:
        case ProtectionLevel.NONE:
            return Text("No sandbox can be used here: gradings refuse to start.", "red")
        case ProtectionLevel.PARTIAL:
            text = f"Submissions run in {name}, where not everything is enforced."
            return Text(text, "yellow")
        case ProtectionLevel.FULL:
            return Text(f"Submissions run in {name}; every attempt to get out failed.", "green")


SCHEMA = "grade-doctor/1"
"""Changes when a key goes away or means something else; keys may be added."""


def dump_diagnosis(diagnosis: Diagnosis) -> str:
    """Return ``diagnosis`` as one JSON document: ASCII only, ends with a newline."""
    return encode_json({
        "schema": SCHEMA,
        "grader_version": grader.__version__,
        "protection": diagnosis.protection.value,
        **to_plain_json(diagnosis),
        "chosen": diagnosis.chosen or None,
        "backends": [_json_of_backend(backend) for backend in diagnosis.backends],
    })  # fmt: skip


def _json_of_backend(backend: BackendExamination) -> dict[str, Any]:
    fields = to_plain_json(backend)
    del fields["claimed"]
    return {
        **fields,
        "protection": backend.protection.value,
        "python": backend.python or None,
        "findings": [
            {
                "promise": finding.promise,
                "state": finding.state.value,
                "why": finding.why,
                "claimed": backend.claimed.get(finding.promise),
                "attempts": to_plain_json(finding.attempts),
            }
            for finding in backend.findings
        ],
    }
