"""Reports as hypothesis makes them up: any values that the model can hold."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from grader.model.figures import (
    Arrow,
    Bar,
    ChartFigure,
    Counterexample,
    Diagnosis,
    DrawnArgument,
    Excerpt,
    Explanation,
    GridFigure,
    Line,
    Look,
    Mark,
    OwnFunctionOutcome,
    Route,
    RouteFigure,
    Spot,
    Symbol,
)
from grader.model.report import (
    CallTrace,
    CaseResult,
    Measure,
    Report,
    SandboxInfo,
    Selection,
    StochasticDecision,
    StoppedCallBudget,
    TaskResult,
    TestResult,
    View,
    Visibility,
)
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.submission import Cell, LoadNote
from grader.model.verdict import Verdict


def _joined(text: str) -> str:
    """``text`` with surrogate pairs joined, which JSON cannot tell from what they encode."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


TEXT = st.text(st.characters(codec=None), max_size=12).map(_joined)
FINITE = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e9, max_value=1e9)
SECONDS = st.floats(0, 1e6)
ANY_INT = st.integers(-(2**70), 2**70)
RECORDED = st.recursive(
    st.none() | st.booleans() | ANY_INT | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=4,
)


def tuples(values: st.SearchStrategy[Any], **kwargs: Any) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(values, max_size=2, **kwargs).map(tuple)


VERDICTS = st.sampled_from(Verdict)
CELLS = st.tuples(st.integers(0, 9), st.integers(0, 9))
MARKS = st.sampled_from(Mark)
GRIDS = st.builds(
    GridFigure,
    cells=tuples(tuples(TEXT)),
    legend=tuples(st.builds(Symbol, TEXT, TEXT, st.sampled_from(Look))),
    arrows=tuples(st.builds(Arrow, CELLS, CELLS, MARKS)),
    spots=tuples(st.builds(Spot, CELLS, MARKS)),
    caption=TEXT,
    row_labels=tuples(TEXT),
    column_labels=tuples(TEXT),
)
ROUTES = st.builds(
    Route,
    mark=MARKS,
    label=TEXT,
    stops=tuples(st.integers(0, 99)),
    length=FINITE,
    closed=st.booleans(),
)
FIGURES = st.one_of(
    GRIDS,
    st.builds(
        RouteFigure, points=tuples(st.tuples(FINITE, FINITE)), routes=tuples(ROUTES), caption=TEXT
    ),
    st.builds(ChartFigure, caption=TEXT, bars=tuples(st.builds(Bar, TEXT, FINITE))),
)
EXPLANATIONS = st.builds(
    Explanation,
    text=TEXT,
    lines=tuples(st.builds(Line, title=TEXT, positions=tuples(GRIDS), outcome=TEXT)),
    counterexample=st.none()
    | st.builds(
        Counterexample,
        source=TEXT,
        expected=TEXT,
        actual=TEXT,
        size=TEXT,
        figure=st.none() | FIGURES,
    ),
)
EXCERPTS = st.builds(
    Excerpt, file=TEXT, line=st.integers(1, 999), first=st.integers(1, 999), lines=tuples(TEXT)
)
CALLS = st.builds(
    CallTrace,
    function=TEXT,
    arguments=tuples(TEXT),
    drawn=st.none() | st.builds(DrawnArgument, st.integers(0, 9), TEXT, FIGURES),
    stdout=TEXT,
    stderr=TEXT,
    traceback=TEXT,
    excerpt=st.none() | EXCERPTS,
)
CHANCES = st.floats(0, 1)
DECISIONS = st.builds(
    StochasticDecision,
    passed=st.none() | st.booleans(),
    wrong=CHANCES,
    right=CHANCES,
    alpha=CHANCES,
    beta=CHANCES,
    most=st.integers(1, 1000),
)
COUNTS = st.dictionaries(TEXT, st.integers(0, 2**53), max_size=2)
BUDGETS = st.builds(
    StoppedCallBudget,
    cpu_seconds=SECONDS,
    reference_cpu_seconds=st.none() | SECONDS,
    calls=COUNTS,
    reference_calls=COUNTS,
)
CASES = st.builds(
    CaseResult,
    id=TEXT,
    verdict=VERDICTS,
    visibility=st.sampled_from(Visibility),
    points=FINITE,
    message=TEXT,
    code=TEXT,
    expected=st.none() | TEXT,
    actual=st.none() | TEXT,
    cpu_seconds=SECONDS,
    wall_seconds=SECONDS,
    seed=st.none() | ANY_INT,
    attempts=tuples(st.dictionaries(TEXT, RECORDED, max_size=3)),
    measures=tuples(st.builds(Measure, TEXT, TEXT, TEXT, st.booleans(), st.booleans())),
    decision=st.none() | DECISIONS,
    budget=st.none() | BUDGETS,
    call=st.none() | CALLS,
    figures=tuples(FIGURES),
    explanation=st.none() | EXPLANATIONS,
)
TESTS = st.builds(
    TestResult,
    id=TEXT,
    title=TEXT,
    hint=TEXT,
    visibility=st.sampled_from(Visibility),
    points=FINITE,
    score=FINITE,
    verdict=VERDICTS,
    cases=tuples(CASES),
    note=TEXT,
    helpers=tuples(TEXT),
    unlent=tuples(TEXT),
)
ROLES = st.builds(
    RoleResult,
    role=TEXT,
    found=st.sampled_from(BindingSource),
    function=TEXT,
    binding=TEXT,
    how=st.dictionaries(TEXT, TEXT | st.booleans() | st.integers(-9, 9), max_size=2),
    candidates=tuples(TEXT),
    names=tuples(TEXT),
    note=TEXT,
)
DIAGNOSES = st.builds(Diagnosis, TEXT, st.integers(0, 99), st.integers(0, 99))
DEPENDENCIES = st.builds(OwnFunctionOutcome, TEXT, st.booleans(), st.booleans())
CODED = st.builds(
    TaskResult,
    id=TEXT,
    title=TEXT,
    function=st.none() | TEXT,
    max_score=FINITE,
    score=FINITE,
    verdict=VERDICTS,
    tests=tuples(TESTS, unique_by=lambda test: test.id),
    note=TEXT,
    diagnoses=tuples(DIAGNOSES),
    dependencies=tuples(DEPENDENCIES),
)
BY_HAND = st.builds(
    TaskResult,
    id=TEXT,
    title=TEXT,
    function=st.none(),
    max_score=FINITE,
    score=st.none(),
    verdict=st.none(),
)
REPORTS = st.builds(
    Report,
    grader_version=TEXT,
    path=TEXT,
    digest=TEXT,
    assignment=TEXT,
    seed=ANY_INT,
    complete=st.booleans(),
    selection=st.sampled_from(Selection),
    sandbox=st.builds(
        SandboxInfo,
        backend=TEXT,
        enforced=st.dictionaries(TEXT, st.booleans(), max_size=3),
        warning=TEXT,
    ),
    duration=SECONDS,
    tasks=tuples(CODED | BY_HAND),
    load_notes=tuples(st.builds(LoadNote, TEXT, TEXT, *(st.none() | st.integers(0),) * 2)),
    load_stdout=TEXT,
    errors=tuples(TEXT),
    roles=tuples(ROLES),
    view=st.sampled_from(View),
    cpu_seconds=SECONDS,
    graded_at=TEXT | st.just("2026-11-21T23:14:59Z"),
    title=TEXT,
    student=TEXT,
    cells=tuples(st.builds(Cell, TEXT, TEXT, st.booleans())),
)
