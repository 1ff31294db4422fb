"""What an agent that plays a whole game waits for: being frozen between moves, and a new game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from benchmarks.measure import Figure
from grader import assignment, sandbox
from grader.examine.run_hidden_tests import sandbox_program
from grader.model.submission import Cell, Submission
from grader.model.time_limits import CallLimits
from grader.sandbox import SandboxUnavailable
from grader.sandbox.backend_interface import Injection, Process, Session
from grader.sandbox.call_request import Call

_MOVES = 200
_SOURCE = """
class PlayerAI:
    def __init__(self):
        self.count = 0
    def make_move(self, board):
        self.count += 1
        return self.count
"""
_BOARD = [list("__B___")] * 6


def table(games: int) -> Iterator[str]:
    """Lines of a Markdown table over ``games`` new games, for each backend that can be had."""
    yield "| what | median | from | to | target |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name in ("bubblewrap", "docker"):
        try:
            backend = sandbox.choose_backend(name)
        except SandboxUnavailable as problem:
            yield f"\n{name} was not measured. {problem}"
            continue
        submission = Submission("agent.py", "", (Cell(_SOURCE, "agent.py", False),), ())
        session = backend.start(sandbox_program(submission, assignment.load_assignment("ps2")))
        try:
            yield from (figure.row() for figure in _figures(name, session, games))
        finally:
            session.close()


def _figures(name: str, session: Session, games: int) -> list[Figure]:
    loads = [_took(lambda: session.load(Injection())) for _ in range(games)]
    starts = [_took(lambda: _begun(session)) for _ in range(games)]
    process = _begun(session)
    return [
        Figure(f"{name}: a move", "ms", [_move(process) for _ in range(_MOVES)]),
        Figure("a move that is frozen afterwards", "ms", _frozen(process), 1.0),
        Figure("a new game: loading", "ms", loads),
        Figure("a new game: a process, and an object in it", "ms", starts),
    ]


def _frozen(process: Process) -> list[float]:
    """Of moves that thaw a process, and freeze it again."""
    _move(process, freeze=True)
    return [_move(process, freeze=True) for _ in range(_MOVES)]


def _begun(session: Session) -> Process:
    process = session.fork()
    process.call(Call("PlayerAI", (), {}, 0, CallLimits(1.0, 8.0), keep="agent"))
    return process


def _move(process: Process, *, freeze: bool = False) -> float:
    call = Call("make_move", (_BOARD,), {}, 0, CallLimits(1.0, 8.0), on="agent", freeze=freeze)
    return _took(lambda: process.call(call))


def _took(action: Callable[[], object]) -> float:
    """Milliseconds that ``action`` takes."""
    began = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - began)
