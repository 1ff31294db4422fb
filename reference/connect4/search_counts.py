"""Counts what searches of the submission look into. Runs in the sandbox.

A search calls itself, directly or in a circle of functions, however long. So what the submission's
own functions are given is watched while it runs, in all threads, and those that were called again
before they had returned are taken for the search. They are of its main file or of others that were
handed in. Boards are recognised by their size, in whatever container they come.

What it says is evidence: the submission could change it. It can be seen only in the source how a
search goes about it that is written without recursion, or keeps its board out of its arguments.
"""

from __future__ import annotations

import inspect
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FrameType
from typing import Any

Grid = tuple[tuple[Any, ...], ...]
Calls = frozenset[tuple[CodeType, int]]
"""Which functions one call of a function has called: once, or several times, which is 2 here."""
_LINE = 4
_FOLDER = "/submission/"
"""Where other files of the submission are. The main one is a module by one of these names:"""
_NAMES = ("submission", "submission_")
_NAMED = 100
"""Functions that are named at most."""
_BOARDS_IN_PAIRS = 8
"""Parts of a tuple, or attributes of an object, that are looked at for a board."""


def search_counts(
    search: Callable[..., Any], runs: Sequence[Sequence[Any]]
) -> list[tuple[Any, int | None, int, list[int], list[str], int] | None]:
    """What ``search`` answers, and what it looks into, for each of ``runs``.

    Args:
        search: takes a plain board first.
        runs: its arguments, one run after the other.

    Returns:
        for each run the answer; how many different positions in which the game goes on the search
        was called with, ``None`` if no board was recognised; how often it was called, without the
        functions of a circle that only hand on to the next one; for each
        first move that was looked at, how many plies ahead it was followed at most; which of the
        submission's functions were called, in the order of their first calls; and how many
        parameters of one function of the search were given different numbers, as bounds are.
        ``None`` for a run that ended with an exception; who asks ``search`` for the same sees
        which.
    """
    watched = [_watched(search, run) for run in runs]
    recursive = {code for _, watch in filter(None, watched) for code in watch.recursive}
    return [each and (each[0], *each[1].seen(recursive)) for each in watched]


def _watched(search: Callable[..., Any], run: Sequence[Any]) -> tuple[Any, _Watch] | None:
    """What ``search`` answers, and who watched it; ``None`` if the submission raised an exception.

    If its answer only cannot be read, as where it finds no column, it has searched all the same.
    """
    free = sum(row.count(" ") for row in run[0])
    watch = _Watch(len(run[0]), len(run[0][0]), free)
    threading.setprofile(watch.event)
    sys.setprofile(watch.event)
    try:
        answer = search(*run)
    except Exception as problem:  # noqa: BLE001 - who asks for the same again sees what it is
        if _is_of_submission(problem):
            return None
        answer = None
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return answer, watch


def _is_of_submission(problem: Exception) -> bool:
    frames = (frame for frame, _ in traceback.walk_tb(problem.__traceback__))
    return any(_is_own(frame) for frame in frames)


def _is_own(frame: FrameType) -> bool:
    """Whether a function of the submission runs in ``frame``."""
    namespace = frame.f_globals
    if any(namespace is vars(sys.modules[name]) for name in _NAMES if name in sys.modules):
        return True
    file = namespace.get("__file__")
    return type(file) is str and file.startswith(_FOLDER)


class _Thread:
    """What runs in one thread: the submission's functions, the innermost last, with their calls."""

    def __init__(self) -> None:
        self.stack: list[tuple[CodeType, dict[CodeType, int]]] = []
        self.move: Grid | None = None
        """The position after the first move that is followed at the moment."""


class _Watch:
    """What the submission's functions are given during one run.

    Args:
        rows, columns: of the board.
        free: how many cells are free at the beginning, by which a free cell is recognised. So it
            has to be another number than that of either player's discs.
    """

    def __init__(self, rows: int, columns: int, free: int) -> None:
        self.recursive: set[CodeType] = set()
        self._sizes = {(rows, columns), (columns, rows)}
        self._free = free
        self._is_watched: dict[CodeType, bool] = {}
        self._threads: dict[int, _Thread] = {}
        self._called: dict[CodeType, set[Calls]] = {}
        self._numbers: dict[CodeType, dict[str, set[float]]] = {}
        self._calls: dict[CodeType, int] = {}
        self._grids: dict[CodeType, set[Grid]] = {}
        self._empty: tuple[Any] | None = None
        self._first: Grid | None = None
        self._plies: dict[Grid, int] = {}

    def event(self, frame: FrameType, event: str, _: Any) -> None:
        """A function is called or returns, as :func:`sys.setprofile` says it."""
        code = frame.f_code
        watched = self._is_watched.get(code)
        if watched is None:
            watched = self._is_watched[code] = _is_own(frame) and not _is_inner(code)
        if not watched:
            return
        thread = self._threads.setdefault(threading.get_ident(), _Thread())
        if event == "call":
            self._enter(frame, code, thread)
        elif event == "return" and thread.stack:
            _, calls = thread.stack.pop()
            self._called.setdefault(code, set()).add(frozenset(calls.items()))

    def _enter(self, frame: FrameType, code: CodeType, thread: _Thread) -> None:
        if thread.stack:
            calls = thread.stack[-1][1]
            calls[code] = 2 if code in calls else 1
        if any(code is active for active, _ in thread.stack):
            self.recursive.add(code)
        thread.stack.append((code, {}))
        self._calls[code] = self._calls.get(code, 0) + 1
        self._note_numbers(frame, code)
        grid = self._grid_in(frame)
        if grid is not None and self._follows(grid, thread):
            self._grids.setdefault(code, set()).add(grid)

    def seen(self, recursive: set[CodeType]) -> tuple[int | None, int, list[int], list[str], int]:
        """What is said of the run, if the search consists of the functions ``recursive``."""
        # Objects are made for any search: what makes them does not tell one from another.
        names = [code.co_qualname for code in self._calls if code.co_name != "__init__"]
        called = names[:_NAMED]
        positions, entered = self.undecided(recursive), self.entered(recursive)
        return positions, entered, self.followed(), called, self.varied(recursive)

    def entered(self, recursive: set[CodeType]) -> int:
        """How often functions among ``recursive`` were called.

        One that calls another of them once at most, and so decides nothing, is left out.
        """
        circle = recursive & self._calls.keys()
        choosing = {code for code in circle if not self._hands_on(code, recursive)}
        return sum(self._calls[code] for code in choosing or circle)

    def _hands_on(self, code: CodeType, recursive: set[CodeType]) -> bool:
        return all(
            sum(times for callee, times in calls if callee in recursive) <= 1
            for calls in self._called.get(code, ())
        )

    def undecided(self, recursive: set[CodeType]) -> int | None:
        """How many positions in which the game goes on these functions were given."""
        grids = set().union(*(self._grids.get(code, set()) for code in recursive))
        if not grids or self._empty is None:
            return None
        return sum(_goes_on(grid, self._empty[0]) for grid in grids)

    def varied(self, recursive: set[CodeType]) -> int:
        """How many parameters of one of these functions were given different numbers, at most."""
        numbers = [self._numbers.get(code, {}).values() for code in recursive]
        return max((sum(len(given) > 1 for given in each) for each in numbers), default=0)

    def followed(self) -> list[int]:
        """Plies that first moves were followed, these included, in no order."""
        return sorted(self._plies.values())

    def _follows(self, grid: Grid, thread: _Thread) -> bool:
        """Whether ``grid`` is a position that can come of the first one; then it is noted."""
        if self._first is None:
            self._first, self._empty = grid, _free_cell(grid, self._free)
        if self._empty is None:
            return True
        if (len(grid), len(grid[0])) != (len(self._first), len(self._first[0])):
            return False  # a list of full columns beside a board of rows
        empty = self._empty[0]
        for line, before in zip(grid, self._first, strict=True):
            for cell, was in zip(line, before, strict=True):
                if was not in {empty, cell} or not _may_replace(was, cell):
                    return False
        plies = self._free - _count(grid, empty)
        if plies == 1:
            thread.move = grid
        if plies > 0 and thread.move is not None:
            self._plies[thread.move] = max(plies, self._plies.get(thread.move, 0))
        return True

    def _note_numbers(self, frame: FrameType, code: CodeType) -> None:
        known, values = self._numbers.setdefault(code, {}), frame.f_locals
        for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            value = values.get(name)
            given = known.setdefault(name, set())
            if len(given) < 2 and _is_a_number(value):
                given.add(value if isinstance(value, int | float) else float(str(value)))

    def _grid_in(self, frame: FrameType) -> Grid | None:
        code, values = frame.f_code, frame.f_locals
        count = code.co_argcount + code.co_kwonlyargcount
        for name in code.co_varnames[:count]:
            grid = self._grid(values.get(name))
            if grid is not None:
                return grid
        for name in code.co_varnames[:count]:
            for part in _parts(values.get(name)):
                grid = self._grid(part)
                if grid is not None:
                    return grid
        return None

    def _grid(self, value: Any) -> Grid | None:
        if getattr(value, "ndim", None) == 2:
            return _frozen(value.tolist()) if value.shape in self._sizes else None
        if not isinstance(value, list | tuple) or not value:
            return None
        if any(not isinstance(line, list | tuple | str) for line in value):
            return None
        sizes = {(len(value), len(line)) for line in value}
        return _frozen(value) if len(sizes) == 1 and sizes <= self._sizes else None


def _is_a_number(value: Any) -> bool:
    """Whether it is one, of NumPy's or not."""
    if isinstance(value, bool):
        return False
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    return isinstance(value, int | float) or (getattr(value, "ndim", None) == 0 and kind in "iuf")


def _may_replace(was: Any, cell: Any) -> bool:
    """Whether ``cell`` may stand where ``was`` stood.

    A disc may be of another type than a free cell, which may be ``None``. What a mask or a table of
    weights has in its place is no disc.
    """
    return type(cell) is type(was) or not isinstance(cell, bool | float)


def _is_inner(code: CodeType) -> bool:
    """Whether it is a comprehension or a generator, which stops and goes on in between."""
    inner = code.co_name.startswith("<") and code.co_name != "<lambda>"
    return inner or bool(code.co_flags & inspect.CO_GENERATOR)


def _parts(value: Any) -> Iterator[Any]:
    """What a state may hold beside a player."""
    held: Any = ()
    if isinstance(value, tuple | list):
        held = value
    elif isinstance(value, Mapping):
        held = list(value.values())
    elif hasattr(value, "__dict__") and not isinstance(value, type):
        held = list(vars(value).values())
    yield from held[:_BOARDS_IN_PAIRS]


def _frozen(lines: Any) -> Grid | None:
    grid = tuple(map(tuple, lines))
    try:
        hash(grid)
    except TypeError:  # something else than cells
        return None
    return grid


def _free_cell(grid: Grid, free: int) -> tuple[Any] | None:
    """What stands for a free cell on a board of which ``free`` cells are free."""
    found = {cell for line in grid for cell in line if _count(grid, cell) == free}
    return (found.pop(),) if len(found) == 1 else None


def _count(grid: Grid, cell: Any) -> int:
    return sum(line.count(cell) for line in grid)


def _goes_on(grid: Grid, empty: Any) -> bool:
    rows, columns = len(grid), len(grid[0])
    if not _count(grid, empty):
        return False
    for row in range(rows):
        for column in range(columns):
            disc = grid[row][column]
            if disc == empty:
                continue
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last = row + (_LINE - 1) * down, column + (_LINE - 1) * right
                if (
                    last_row < rows
                    and 0 <= last < columns
                    and all(
                        grid[row + i * down][column + i * right] == disc for i in range(1, _LINE)
                    )
                ):
                    return False
    return True
