"""One case that was not accepted, as the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.model.figures import Bar, ChartFigure, Excerpt, Figure, GridFigure, Line
from grader.model.report import Budget, CallTrace, CaseResult, Measure
from grader.model.verdict import Verdict
from grader.model.wording import amount, seconds
from grader.render.html import chart, grid
from grader.render.html.anchors import Anchors
from grader.render.html.draw import draw
from grader.render.html.shorten import cut, digits
from grader.render.html.svg import Drawing
from grader.render.sentences import decided, fact, heading, short_call, shown_by, spent

_FIGURES = 8
_LINES = 4
_POSITIONS = 16
"""Positions of a line of play that are shown."""
_ATTEMPTS = 40
_FACTS = 10
"""Facts of an attempt that are shown."""
_SHORT = 16
"""Lines of a snippet that are shown without being asked for."""
_SOURCE = 40
"""Lines of a source excerpt that are shown."""


@dataclass(frozen=True, slots=True)
class Step:
    """One position of a line of play and the id of the button that shows it."""

    anchor: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of play to step through."""

    anchor: str
    line: Line
    steps: tuple[Step, ...]
    left: int
    """Positions that are left out."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a case should give (``right``) or gave."""

    label: str
    text: str
    right: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A case to try out; if it is a smaller one, with what it should give and gives."""

    title: str
    source: str
    size: str
    values: tuple[Value, ...] = ()
    pictures: tuple[Drawing, ...] = ()
    charts: tuple[Drawing, ...] = ()

    @property
    def length(self) -> int:
        """Lines of ``source``."""
        return self.source.count("\n") + 1

    @property
    def long(self) -> bool:
        """Whether ``source`` is folded at first."""
        return self.length > _SHORT


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the student's file; ``hit`` if it is the one that matters."""

    number: str
    text: str
    hit: bool


@dataclass(frozen=True, slots=True)
class Source:
    """An excerpt of the student's file."""

    title: str
    lines: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True)
class Output:
    """What was printed, or where it broke off."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of short texts under headings; ``left`` rows are not shown."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 0


@dataclass(frozen=True, slots=True)
class CaseView:
    """Everything that there is to see of a case. Empty parts are left out of the page."""

    anchor: str
    case: CaseResult
    spent: str
    seed: str
    call: str
    full_call: str
    """The call with nothing shortened; empty if ``call`` is that already."""
    message: str
    values: tuple[Value, ...]
    pictures: tuple[Drawing, ...]
    charts: tuple[Drawing, ...]
    explanation: str
    lines: tuple[LineView, ...]
    example: Example | None
    calls: Table | None
    attempts: Table | None
    decision: str
    source: Source | None
    outputs: tuple[Output, ...]


def view(case: CaseResult, anchors: Anchors) -> CaseView:
    """Brings ``case`` into the form of the page; its ids are taken from ``anchors``."""
    anchor = anchors.name(case.id)
    call, explanation, budget = case.call, case.explanation, case.budget
    pictures, charts = _apart(_drawings(case))
    short = "" if call is None else short_call(call)
    return CaseView(
        anchor=anchor,
        case=case,
        spent=spent(case),
        seed="" if case.seed is None else digits(case.seed),
        call=cut(short, 4) if short else "",
        full_call=_full(call, short),
        message=cut(case.message),
        values=_values(case),
        pictures=pictures,
        charts=charts,
        explanation="" if explanation is None else cut(explanation.text),
        lines=()
        if explanation is None
        else _lines(explanation.lines, anchor, anchors, symbols=not pictures),
        example=_example(case),
        calls=None if budget is None else _calls(budget),
        attempts=_attempts(case) if case.attempts else None,
        decision="" if case.decision is None else decided(case.decision, case.attempts),
        source=None if call is None or call.excerpt is None else _source(call.excerpt),
        outputs=() if call is None else _outputs(call, case.verdict),
    )


def _full(call: CallTrace | None, short: str) -> str:
    if call is None:
        return ""
    full = f"{call.function}({', '.join(call.arguments)})"
    return "" if full == short else cut(full, 40)


def _values(case: CaseResult) -> tuple[Value, ...]:
    known = (("expected", case.expected, True), ("got", case.actual, False))
    return tuple(
        Value(label, cut(text, 12), right) for label, text, right in known if text is not None
    )


def _apart(drawings: Sequence[Drawing]) -> tuple[tuple[Drawing, ...], tuple[Drawing, ...]]:
    """Pictures, which stand beside words, and charts, which stand below them."""
    pictures = tuple(drawing for drawing in drawings if not drawing.rows)
    charts = tuple(drawing for drawing in drawings if drawing.rows)
    return pictures, charts


def _drawings(case: CaseResult) -> list[Drawing]:
    figures = list(case.figures[:_FIGURES])
    argument = None if case.call is None or case.call.drawn is None else case.call.drawn.figure
    if argument is not None and not any(_shows(figure, argument) for figure in figures):
        figures.insert(0, argument)
    drawings = [drawing for figure in figures for drawing in draw(figure)]
    if case.budget is not None:
        drawings.append(_time(case, case.budget))
    return drawings


def _shows(figure: Figure, other: Figure) -> bool:
    """Whether all that ``other`` shows can be seen in ``figure``, which may show more."""
    if isinstance(figure, GridFigure) and isinstance(other, GridFigure):
        return figure.cells == other.cells
    return figure == other


def _time(case: CaseResult, budget: Budget) -> Drawing:
    bars = [Bar("this call", case.cpu_seconds), Bar("allowed", budget.cpu_seconds)]
    if budget.reference_cpu_seconds is not None:
        bars.append(Bar("reference solution", budget.reference_cpu_seconds))
    return chart.draw(ChartFigure("CPU time", tuple(bars)), seconds)


def _lines(
    lines: Sequence[Line], case: str, anchors: Anchors, *, symbols: bool
) -> tuple[LineView, ...]:
    """The lines of play; ``symbols`` if it has to be said what the pieces are."""
    return tuple(
        _line(line, anchors.name(f"{case}/line-{n}"), anchors, symbols=symbols)
        for n, line in enumerate(lines[:_LINES], start=1)
    )


def _line(line: Line, anchor: str, anchors: Anchors, *, symbols: bool) -> LineView:
    drawings = [grid.draw(figure) for figure in line.positions[:_POSITIONS]]
    steps = [
        Step(anchors.name(f"{anchor}/{n}"), drawing if symbols else replace(drawing, symbols=()))
        for n, drawing in enumerate(drawings, start=1)
    ]
    return LineView(anchor, line, tuple(steps), len(line.positions) - len(steps))


def _example(case: CaseResult) -> Example | None:
    found = None if case.explanation is None else case.explanation.counterexample
    if found is None:
        return None
    title, source = shown_by(found), cut(found.source, 200)
    if not found.smaller:
        return Example(title, source, found.size)
    pictures, charts = _apart([] if found.figure is None else draw(found.figure))
    gives = Value("gives", cut(found.actual, 12), right=False)
    should = Value("should give", cut(found.expected, 12), right=True)
    values = (should, gives) if found.expected else (gives,)
    return Example(title, source, found.size, values, pictures, charts)


def _calls(budget: Budget) -> Table | None:
    """How far a call had come when it was stopped, beside how far the reference has to go."""
    names = list(dict.fromkeys((*budget.reference_calls, *budget.calls)))
    if not names:
        return None
    counts = (budget.calls, budget.reference_calls)
    rows = [
        (name, *(amount(known[name]) if name in known else "–" for known in counts))
        for name in names[:_FACTS]
    ]
    return Table(("calls of", "yours so far", "reference"), tuple(rows), len(names) - len(rows))


def _attempts(case: CaseResult) -> Table:
    attempts, measures = case.attempts, case.measures
    keys = list(dict.fromkeys(key for attempt in attempts for key in attempt))[:_FACTS]
    rows = [
        (str(n), *(_fact(key, attempt.get(key, ""), measures) for key in keys))
        for n, attempt in enumerate(attempts[:_ATTEMPTS], start=1)
    ]
    headings = ("attempt", *(cut(heading(key, measures), 1) for key in keys))
    return Table(headings, tuple(rows), len(attempts) - len(rows))


def _fact(key: str, value: object, measures: Sequence[Measure]) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "✔ yes", False: "✘ no", None: "–"}[value]
    if isinstance(value, int) and key == "seed":
        return digits(value)
    if isinstance(value, int | float):
        return cut(fact(key, value, measures), 1)
    return cut(str(value), 1)


def _source(excerpt: Excerpt) -> Source:
    title = f"{excerpt.file}, line {digits(excerpt.line)}"
    numbered = enumerate(excerpt.lines[:_SOURCE], start=excerpt.first)
    return Source(
        title, tuple(SourceLine(digits(n), cut(text, 1), n == excerpt.line) for n, text in numbered)
    )


def _outputs(call: CallTrace, verdict: Verdict) -> tuple[Output, ...]:
    late = verdict is Verdict.TIME_LIMIT_EXCEEDED
    texts = (
        ("Where it was" if late else "Traceback", cut(call.traceback, 4, 20), call.traceback),
        ("Printed", cut(call.stdout, 40, 10), call.stdout),
        ("Printed to stderr", cut(call.stderr, 40, 10), call.stderr),
    )
    return tuple(Output(title, shown) for title, shown, text in texts if text.strip())
