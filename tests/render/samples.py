"""Made-up reports, small enough to be read in the tests that use them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import StringIO

from rich.console import Console

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
from grader.render.terminal.report import render
from tests.render.games import CONNECT_FOUR

BOARD = ("___B__", "__BB__", "____BB", "WBW_B_", "____WW", "_WW___")
LEGEND = (
    Symbol("B", "Black", Look.FILLED),
    Symbol("W", "White", Look.HOLLOW),
    Symbol("_", "empty", Look.EMPTY),
)
SANDBOX = SandboxInfo("bubblewrap", {"files": True, "network": True})


def grid(rows: Sequence[str], *arrows: Arrow, caption: str = "") -> GridFigure:
    """A position, one character per cell."""
    return GridFigure(tuple(map(tuple, rows)), LEGEND, arrows, caption=caption)


def drawn(rows: Sequence[str]) -> DrawnArgument:
    """The first argument, which is drawn as a board."""
    return DrawnArgument(0, "board", grid(rows))


def call(**changes: object) -> CallTrace:
    values: dict[str, object] = {
        "function": "minimax",
        "arguments": ("[['_', '_', '_', 'B', …", "0", "3", "Player.BLACK", "generate_valid_moves"),
        "drawn": drawn(BOARD),
    }
    return CallTrace(**(values | changes))  # type: ignore[arg-type]


def case(**changes: object) -> CaseResult:
    values: dict[str, object] = {
        "id": "win_in_3-07",
        "verdict": Verdict.WRONG_ANSWER,
        "visibility": Visibility.PUBLIC,
        "points": 1.0,
        "message": "The score is wrong.",
        "expected": "21092109",
        "actual": "3",
        "cpu_seconds": 0.042,
        "wall_seconds": 0.05,
        "seed": 11,
        "call": call(),
    }
    return CaseResult(**(values | changes))  # type: ignore[arg-type]


def a_test(*cases: CaseResult, **changes: object) -> TestResult:
    verdict = Verdict.worst(each.verdict for each in cases)
    values: dict[str, object] = {
        "id": "test_forced_win",
        "title": "Finds a forced win",
        "hint": "Think about the last ply.",
        "visibility": Visibility.PUBLIC,
        "points": 1.0,
        "score": 1.0 if verdict.passed else 0.0,
        "verdict": verdict,
        "cases": cases,
    }
    return TestResult(**(values | changes))  # type: ignore[arg-type]


def task(*tests: TestResult, **changes: object) -> TaskResult:
    values: dict[str, object] = {
        "id": "3.1",
        "title": "Minimax search",
        "function": "minimax",
        "max_score": sum(test.points for test in tests),
        "score": sum(test.score for test in tests),
        "verdict": Verdict.worst(test.verdict for test in tests),
        "tests": tests,
    }
    return TaskResult(**(values | changes))  # type: ignore[arg-type]


WRITTEN = TaskResult("1.1", "State representation", None, 2.0, None, None)
RIGHT = task(a_test(case(verdict=Verdict.ACCEPTED, message="")), id="2.1", title="Moves")


def report(*tasks: TaskResult, **changes: object) -> Report:
    values: dict[str, object] = {
        "grader_version": "0.1.0",
        "path": "submissions/bob.py",
        "digest": "9f86d081884c7d659a2feaa0c55ad015" * 2,
        "assignment": "ps2",
        "seed": 5,
        "complete": True,
        "sandbox": SANDBOX,
        "duration": 3.456,
        "graded_at": "2026-11-21T23:14:59Z",
        "cpu_seconds": 2.345,
        "tasks": tasks,
    }
    return Report(**(values | changes))  # type: ignore[arg-type]


def shown(
    graded: Report, view: View = View.STAFF, width: int = 80, *, terminal: bool = False
) -> str:
    file = StringIO()
    console = Console(
        file=file,
        width=width,
        force_terminal=terminal,
        color_system="truecolor" if terminal else None,
        legacy_windows=False,
    )
    render(graded, view, console)
    return file.getvalue()


# A report that uses every part of the model ----------------------------------------------------

TRACEBACK = (
    "Traceback (most recent call last):\n"
    '  File "bob.py", line 214, in minimax\n'
    "    score = -negamax(child, depth + 1, max_depth, other)\n"
    "TypeError: negamax() missing 1 required positional argument"
)
EXCERPT = Excerpt(
    file="bob.py",
    line=214,
    first=212,
    lines=(
        "    for move in generate_valid_moves(board, player):",
        "        child = state_change(board, *move)",
        "        score = -negamax(child, depth + 1, max_depth, other)",
        "        best = max(best, score)",
    ),
)
SMALL = ("______", "_B____", "______", "__W___", "______", "______")
AFTER = ("______", "______", "_B____", "__W___", "______", "______")
TAKEN = ("______", "______", "_W____", "______", "______", "______")


def _missed_win() -> CaseResult:
    """A wrong move, with everything that can be said about one."""
    yours = Arrow((1, 1), (2, 1), Mark.YOURS)
    best = Arrow((1, 1), (2, 0), Mark.RIGHT)
    reply = Arrow((3, 2), (2, 1), Mark.PLAYED)
    return case(
        id="3.1/forced_win[win_in_3-07]",
        message="This move loses a piece; others keep the win.",
        expected="score 21092109 with one of the moves (1, 1) → (2, 0), (1, 1) → (2, 2)",
        actual="score 3 with the move (1, 1) → (2, 1)",
        call=call(drawn=drawn(SMALL), stdout="searching…\n", stderr="deprecated\n"),
        figures=(
            grid(SMALL, yours, best, caption="Black to move"),
            ChartFigure(
                "Positions looked into",
                (
                    Bar("yours", 1284.0),
                    Bar("minimax", 1290.0),
                    Bar("reference's alpha-beta", 212.0),
                ),
            ),
        ),
        explanation=Explanation(
            text="After your move White takes the piece that was about to win.",
            lines=(
                Line(
                    title="After your move",
                    positions=(
                        grid(SMALL, Arrow((1, 1), (2, 1), Mark.PLAYED), caption="Black moves"),
                        grid(AFTER, reply, caption="White takes"),
                        grid(TAKEN, caption="no black piece is left"),
                    ),
                    outcome="White wins: −21092109",
                ),
                Line(
                    title="After the best move",
                    positions=(grid(SMALL, Arrow((1, 1), (2, 0), Mark.PLAYED)),),
                    outcome="Black wins: 21092109",
                ),
            ),
            counterexample=Counterexample(
                source=(
                    "from breakthrough import Player, generate_valid_moves\n"
                    "from bob import minimax\n\n"
                    "board = [list(row) for row in\n"
                    '         ["______", "_B____", "______", "__W___", "______", "______"]]\n'
                    "print(minimax(board, 0, 1, Player.BLACK, generate_valid_moves))\n"
                ),
                expected="(2, [(1, 1), (2, 0)])",
                actual="(3, [(1, 1), (2, 1)])",
                size="2 pieces, depth 1",
                figure=grid(SMALL, best, caption="Black to move"),
            ),
        ),
    )


MEASURES = (Measure("margin", "margin", share=True, sums_up=True),)


def _lost_trial() -> CaseResult:
    """A stochastic test that was lost, with the tours to look at."""
    points = ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0), (2.0, 1.0))
    lost = {"length": 16.4, "greedy": 15.2, "best_known": 14.5, "margin": -0.079, "success": False}
    return case(
        id="1.6/beats_greedy[uniform-05]",
        message="The climb does not beat the greedy tour often enough.",
        expected="a tour shorter than 15.2",
        actual="16.4",
        attempts=tuple(lost | {"seed": 7_151 + n, "length": 16.4 + n / 10} for n in range(6)),
        measures=MEASURES,
        decision=StochasticDecision(
            False, wrong=0.005, right=0.8, alpha=1.7e-7, beta=8.9e-5, most=16
        ),
        call=call(function="hill_climbing", arguments=("<instance of 5 cities>",), drawn=None),
        figures=(
            RouteFigure(
                points,
                (
                    Route(Mark.YOURS, "yours", (0, 2, 1, 3, 4), 16.4),
                    Route(Mark.BASELINE, "greedy", (0, 4, 1, 2, 3), 15.2),
                    Route(Mark.RIGHT, "best known", (0, 1, 2, 3, 4), 14.5),
                ),
                "Five cities",
            ),
        ),
    )


def _won_trial() -> CaseResult:
    won = {"length": 15.0, "greedy": 15.2, "margin": 0.013, "success": True}
    return case(
        id="1.6/small[uniform-04]",
        verdict=Verdict.ACCEPTED,
        message="",
        expected=None,
        actual=None,
        attempts=tuple(won | {"seed": n} for n in range(3)),
        measures=MEASURES,
        decision=StochasticDecision(
            True, wrong=0.005, right=0.8, alpha=1.7e-7, beta=8.9e-5, most=16
        ),
        call=None,
    )


def _without_cases(verdict: Verdict, **changes: object) -> TestResult:
    """A test of a function that is not there."""
    absent = case(
        id=f"{changes['id']}[1]", verdict=verdict, expected=None, actual=None, call=None,
        message="There is no function improved_evaluate in bob.py.", cpu_seconds=0.0,
    )  # fmt: skip
    return a_test(absent, **changes)


KNOWN_TO_VERSION_1 = report(
    WRITTEN,
    RIGHT,
    task(
        a_test(_won_trial(), id="test_small", title="Climbs on a small instance"),
        a_test(_lost_trial(), id="test_beats_greedy", title="Beats the greedy tour", points=2.0),
        id="1.6",
        title="Hill climbing",
        function="hill_climbing",
        dependencies=(
            OwnFunctionOutcome("transition", passed_with_own=False, passed_with_reference=True),
            OwnFunctionOutcome("evaluation_func", passed_with_own=True, passed_with_reference=True),
        ),
    ),
    task(
        a_test(
            _missed_win(),
            case(id="3.1/forced_win[win_in_3-08]", verdict=Verdict.ACCEPTED, message=""),
        ),
        a_test(
            case(
                id="3.1/crashes[deep-1]",
                verdict=Verdict.RUNTIME_ERROR,
                message="TypeError: negamax() missing 1 required positional argument",
                expected=None,
                actual=None,
                call=call(traceback=TRACEBACK, excerpt=EXCERPT),
            ),
            id="test_crashes",
            title="Survives deep searches",
            note="2 cases were left out, because stopped calls had taken 30 s of CPU time.",
        ),
        a_test(
            case(
                id="3.1/deep[deep-2]",
                verdict=Verdict.TIME_LIMIT_EXCEEDED,
                visibility=Visibility.PRIVATE,
                message="Not done after 10 s of CPU time.",
                expected=None,
                actual=None,
                cpu_seconds=10.02,
                wall_seconds=31.5,
                call=call(traceback='  File "bob.py", line 214, in minimax', excerpt=EXCERPT),
                budget=StoppedCallBudget(
                    cpu_seconds=10.0,
                    reference_cpu_seconds=0.31,
                    calls={"generate_valid_moves": 48_211},
                    reference_calls={"generate_valid_moves": 1_290},
                ),
            ),
            id="test_deep",
            title="Searches four plies in time",
            hint="Every position is looked into once.",
            visibility=Visibility.PRIVATE,
            points=0.5,
        ),
        a_test(
            case(
                id="3.1/beside[1]", verdict=Verdict.ACCEPTED, visibility=Visibility.EVALUATION,
                message="", expected=None, actual=None, call=None,
            ),
            id="test_board_is_unchanged",
            title="Leaves the board alone",
            hint="The board that was passed stays as it was.",
            visibility=Visibility.EVALUATION,
            points=0.5,
            score=0.0,
            note="Counts only beside test_forced_win.",
        ),
        note="The cases after the third stopped call were left out.",
        diagnoses=(
            Diagnosis("The leaf is evaluated without changing sign for White.", 2, 2),
            Diagnosis("Depth is counted from 1.", 1, 2),
        ),
    ),
    task(
        _without_cases(Verdict.NOT_ATTEMPTED, id="test_not_there", title="Beats the old one"),
        id="5.1",
        title="Improved heuristic function",
        function="improved_evaluate",
    ),
    task(
        a_test(
            case(
                id="4.2/prunes[1]", verdict=Verdict.INTERNAL_ERROR, expected=None, actual=None,
                message="The hidden test itself failed.", call=None, seed=None,
            ),
            id="test_prunes",
            title="Prunes",
        ),
        id="4.2",
        title="Negamax with alpha-beta pruning",
        function="negamax_alpha_beta",
    ),
    complete=False,
    sandbox=SandboxInfo(
        "bubblewrap", {"files": True, "network": True, "memory in total": False},
        "Memory is limited per process only: there are no control groups here.",
    ),
    load_notes=(
        LoadNote("No module named 'turtle': this import was left out.", "bob.py", 3),
        LoadNote("The submission is a notebook of 12 cells."),
    ),
    load_stdout="all my tests passed\n",
    errors=("The hidden test prunes of task 4.2 failed: KeyError('board').",),
    speed=1.8,
)  # fmt: skip


ANOTHER_GAME = task(
    a_test(
        case(
            id="7.1/drops[early-1]",
            code="wrong_column",
            call=call(
                function="drop",
                arguments=("0", "[['.', '.', …"),
                drawn=DrawnArgument(1, "state", CONNECT_FOUR),
            ),
            attempts=({"depth": 4, "success": False},),
            measures=(Measure("depth", "depth", unit="plies"),),
        ),
        id="test_drops",
        title="Drops a disc",
        points=0.0,
        helpers=("winner", "drop"),
        unlent=("search",),
    ),
    id="7.1",
    title="Connect four",
    function="drop",
)
ROLES = (
    RoleResult("drop", BindingSource.NAME, "drop", "drop(column, board)", asked=4, right=4),
    RoleResult(
        "winner", BindingSource.BEHAVIOUR, "who_won", "who_won(board) -> winner",
        {"board": "numbers", "call": "who_won(board)", "answer": "winner"}, asked=8, right=5,
    ),
    RoleResult(
        "search", BindingSource.UNDECIDED, candidates=("mine(board, 'x')", "Other(3).best(board)"),
        note="mine answers with nothing that can be read as search asks.",
    ),
    RoleResult(
        "heuristic", BindingSource.NOT_FOUND, names=("heuristic", "value"),
        note="A comment names guess, which the submission does not define.",
    ),
    RoleResult("prune", BindingSource.NOT_FOUND, names=("prune",)),
)  # fmt: skip
CODE = "\n".join(
    [
        "import turtle",
        *("" for _ in range(6)),
        "def helper(board):",
        "    return board +* 2",
        *(f"# {number}" for number in range(10, 190)),
        "def hill_climbing(cities):",
        *("    pass" for _ in range(20)),
        "def minimax(board, depth):",
        *EXCERPT.lines,
        "    return best",
        "",
    ]
)
UNREADABLE = LoadNote(
    "helper could not be read and was left out: SyntaxError: invalid syntax", "bob.py", 9, 19
)
EVERYTHING = replace(
    KNOWN_TO_VERSION_1,
    tasks=(*KNOWN_TO_VERSION_1.tasks, ANOTHER_GAME),
    roles=ROLES,
    title="Problem Set 2",
    student="Bob Ray",
    cells=(Cell(CODE, "bob.py", notebook=False), Cell("x = 1", "notes.py", notebook=False)),
    load_notes=(*KNOWN_TO_VERSION_1.load_notes, UNREADABLE),
)


# A report that says something hostile wherever there is a text ---------------------------------

EVIL = (
    "\x1b[2J\x1b]8;;http://evil\x07click\u202e[bold red]hi[/bold red] :smile: \ud800\u200b\r\n"
    "::error file=x::pwned\n   ::add-mask::a\n##[error]x\n" + "x" * 70 + " ::warning::wrapped\n"
    "<script>alert(1)</script><img src=x onerror=alert(1)> <!-- ]]> ![a](http://evil/p.png)\n"
    "[link](javascript:alert(1)) https://evil.example www.evil.example @everyone #1 `code` ```\n"
    '~~~\n</details>\n=HYPERLINK("http://evil")\n|a|b|\n\x00\x0b\ufffe&amp;&lt;'
)


def hostile(evil: str, **changes: object) -> Report:
    """A report that says ``evil`` wherever a student could have a say, and in most other places."""
    excerpt = Excerpt(evil, 214, 213, (evil, evil, evil))
    position = GridFigure(
        ((evil, "x", *evil[:20]),) * 6,
        (Symbol(evil, f"the {evil}"), Symbol("x", evil, Look.FILLED), Symbol("<", evil)),
        (Arrow((0, 0), (1, 1), Mark.YOURS),), (Spot((0, 1), Mark.RIGHT),),
        evil, (evil,) * 6, (evil,) * 6,
    )  # fmt: skip
    trace = call(
        function=evil, arguments=(evil,), drawn=DrawnArgument(0, evil, position),
        stdout=evil, stderr=evil, traceback=evil, excerpt=excerpt,
    )  # fmt: skip
    bad = case(
        id=evil,
        message=evil,
        expected=evil,
        actual=evil,
        call=trace,
        attempts=({"length": evil, evil: evil, "n": 1.0},),
        measures=(Measure("n", evil, evil, sums_up=True),),
        figures=(
            position,
            ChartFigure(evil, (Bar(evil, 3.0), Bar(evil, 0.0))),
            RouteFigure(((0.0, 0.0), (1.0, 1.0)), (Route(Mark.YOURS, evil, (0, 1), 2.0),), evil),
        ),
        explanation=Explanation(
            evil,
            (Line(evil, (position, position), evil),),
            Counterexample(evil, evil, evil, evil, position),
        ),
    )
    values: dict[str, object] = {
        "path": evil,
        "digest": evil,
        "assignment": evil,
        "grader_version": evil,
        "title": evil,
        "student": evil,
        "cells": (Cell(evil, evil, notebook=False), Cell(evil * 30, "x", notebook=True)),
        "load_notes": (LoadNote(evil, evil, 1, 7), LoadNote(evil, "x", 20, 1)),
        "load_stdout": evil,
        "errors": (evil,),
        "roles": (
            RoleResult(evil, BindingSource.HINT, evil, evil, {evil: evil}, (), (), evil),
            RoleResult(evil, BindingSource.UNDECIDED, "", "", {}, (evil, evil)),
        ),
        "sandbox": SandboxInfo("none", {"files": False, evil: False}, evil),
    }
    return report(
        task(
            a_test(bad, id=evil, title=evil, hint=evil, note=evil, helpers=(evil,), unlent=(evil,)),
            id=evil,
            title=evil,
            function=evil,
            note=evil,
            diagnoses=(Diagnosis(evil, 1, 1),),
            dependencies=(
                OwnFunctionOutcome(evil, passed_with_own=False, passed_with_reference=True),
            ),
        ),
        **(values | changes),
    )
