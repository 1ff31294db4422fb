"""Watches where an agent's search ends, what it says there, and how often it calls itself.

It runs in the sandbox. A search calls itself, directly or in a circle of functions; which functions
do is seen during a first move.

Nothing is called that the agent does not call itself. So it does not matter how the agent keeps its
board, or whether it has a function that values one: what the search returns for a position where it
goes no further is the value of that position.

In the calls of the search a board is looked for that can come of the one on which the agent moves.
It may be rows of cells, a text, pawns as the bits of two numbers, or lists of cells, in a variable
or in an attribute of one. What is found in every call, and differs most, is the position.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from inspect import CO_GENERATOR
from itertools import permutations
from types import CellType, CodeType, FrameType, FunctionType
from typing import Any

MOST = 30_000
"""Calls of the search in a move whose boards are looked at. After them nobody looks any more."""
MOST_COUNTED = 60_000
"""Calls in a move that are counted, and among which it is found out what calls itself."""
_SOME = 20_000
"""Calls where any board may come."""
_SIDE = 6
_MOST_PARTS = 12
"""Attributes of one variable that are looked at."""

Leaf = tuple[int, bool, str, list[float]]
"""Level of a call, whether no call of the same search went deeper, the board, and its value."""
Watched = tuple[object, list[str], list[int], list[Leaf]]

_Path = tuple[str, ...]
_Reader = Callable[[Mapping[_Path, object]], str]
"""The text of a board among the values that a call can see; empty if it is not there."""


class _Enough(BaseException):
    """As much was seen of a move as is wanted."""


def watched_search(
    asked: Sequence[tuple[str, Sequence[str]]], counted: Sequence[str] = ()
) -> tuple[list[Watched], list[list[list[int]]]]:
    """How the search of a new agent goes on each board, and what it looks into on others.

    Args:
        asked: texts of 36 cells to move on, each with the boards that may come of it. By the first
            it is found out how the search holds its board. Others may come with none: then no move
            is awaited, but some thousand calls, and any board may come.
        counted: texts to move on, of which the first shows what calls itself.

    Returns:
        for each board of ``asked``: the move, the boards of the calls that the search begins with
        and how many levels each of these calls comes to, and the calls that call the search no
        more. There is nothing for a board on which none of those was found that may come.
        for each board of ``counted`` but the first, and for each depth that the search came to, how
        often its functions were entered at each level: at the first one from outside, at the next
        by themselves. Nothing if there is no such function, if a move ends in an exception, or
        after too many calls.
    """
    return _watched(asked), _counts(counted)


def _watched(asked: Sequence[tuple[str, Sequence[str]]]) -> list[Watched]:
    functions: dict[int, CodeType] = {}
    readers: dict[int, _Reader] = {}
    found: list[Watched] = []
    # Moves on the others may have been asked for before, in this very process.
    new = [board for board, coming in asked if not coming] or [board for board, _ in asked[1:]]
    memory = _Memory(new[0] if new else "")
    for number, (board, coming) in enumerate(asked):
        known = set(coming)
        memory.forget()
        if not number:
            circle = _Circle()
            _move(board, circle.event)
            functions = circle.functions
            memory.forget()
            choice = _Choice(functions, known)
            _move(board, choice.event)
            readers = choice.chosen()
            memory.forget()
        watch = _Watch(functions, readers, known, MOST if known else _SOME)
        move, whole = _move(board, watch.event)
        is_told = readers and not watch.is_lost and (whole or not known)
        found.append((move, *watch.told()) if is_told else (None, [], [], []))
    return found


def _counts(boards: Sequence[str]) -> list[list[list[int]]]:
    circle = _Circle()
    if not boards or not _move(boards[0], circle.event)[1]:
        return []
    found = []
    for board in boards[1:]:
        levels = _Levels(circle.functions)
        if not _move(board, levels.event)[1]:
            return []
        found.append(levels.by_depth())
    return found


def _move(board: str, event: Callable[[FrameType, str, Any], None] | None) -> tuple[object, bool]:
    """The move of a new agent that ``event`` watches, and whether there is one."""
    rows = [list(board[first : first + _SIDE]) for first in range(0, len(board), _SIDE)]
    try:
        agent = vars(sys.modules["submission"])["PlayerAI"]()
        sys.setprofile(event)
        move = agent.make_move(copy.deepcopy(rows))
    except (Exception, SystemExit, _Enough):  # noqa: BLE001 - other tests say what is wrong
        return None, False
    finally:
        sys.setprofile(None)
    return move, True


class _Memory:
    """Tables that outlive an agent: where a search remembers a position, it seems to end.

    They are in the module, in its classes or in objects of these, and grow with a move on a board
    on which nobody has moved before. The caches of functions are such, too.
    """

    def __init__(self, board: str) -> None:
        held = list(_held(vars(sys.modules["submission"])))
        self._caches = [clear for each in held if (clear := getattr(each, "cache_clear", None))]
        sizes = [(each, len(each)) for each in held if isinstance(each, dict | set)]
        if board:
            _move(board, None)
        self._tables = [each for each, size in sizes if len(each) > size]

    def forget(self) -> None:
        """Leave no trace of earlier moves."""
        for table in self._tables:
            table.clear()
        for clear in self._caches:
            clear()


def _held(namespace: Mapping[str, Any], deeper: bool = True) -> Iterator[Any]:
    """What the names of a module stand for, and those of its classes and their objects."""
    for name, value in list(namespace.items()):
        if name.startswith("__"):
            continue
        yield value
        cls = value if isinstance(value, type) else type(value)
        if deeper and cls.__module__ == namespace["__name__"]:
            yield from _held(getattr(value, "__dict__", {}), deeper=False)


class _Circle:
    """Finds the submission's functions that are called again before they have returned."""

    def __init__(self) -> None:
        self.functions: dict[int, CodeType] = {}
        """By where they are in memory: to compare them takes longer than to call them."""
        self._namespace = vars(sys.modules["submission"])
        self._active: list[CodeType] = []
        self._left = MOST_COUNTED

    def event(self, frame: FrameType, event: str, _: Any) -> None:
        """A function is called or returns, as :func:`sys.setprofile` says it."""
        code = frame.f_code
        if frame.f_globals is not self._namespace or not _may_search(code):
            return
        if event == "call":
            self._left -= 1
            if not self._left:
                sys.setprofile(None)
            before = [place for place, each in enumerate(self._active) if each is code]
            self._active.append(code)
            if before:
                self.functions |= {id(each): each for each in self._active[before[-1] :]}
        elif event == "return" and self._active:
            self._active.pop()


def _may_search(code: CodeType) -> bool:
    """Whether it is a function; comprehensions and generators are entered again and again."""
    inner = code.co_name.startswith("<") and code.co_name != "<lambda>"
    return not inner and not code.co_flags & CO_GENERATOR


class _Levels:
    """Counts at each level how often functions of a search are entered."""

    def __init__(self, functions: Mapping[int, CodeType]) -> None:
        self._functions = functions
        self._now: list[int] = []
        self._depth = 0
        self._calls = 0
        self._found: dict[int, list[int]] = {}

    def event(self, frame: FrameType, event: str, _: Any) -> None:
        """A function is called or returns, as :func:`sys.setprofile` says it."""
        if id(frame.f_code) not in self._functions:
            return
        if event == "call":
            if self._depth == len(self._now):
                self._now.append(0)
            self._now[self._depth] += 1
            self._depth += 1
            self._calls += 1
            if self._calls > MOST_COUNTED:
                raise _Enough
        elif event == "return" and self._depth:
            self._depth -= 1
            if not self._depth:
                known = self._found.setdefault(len(self._now), [0] * len(self._now))
                known[:] = [one + other for one, other in zip(known, self._now, strict=True)]
                self._now = []

    def by_depth(self) -> list[list[int]]:
        """The numbers of each level, for each depth that calls from outside came to."""
        return [self._found[depth] for depth in sorted(self._found)]


class _Choice:
    """Finds out how each function of a search holds its board."""

    def __init__(self, functions: Mapping[int, CodeType], known: Collection[str]) -> None:
        self._functions = functions
        self._known = known
        self._left = MOST // 10
        self._readers: dict[int, list[tuple[_Reader, set[str]]]] = {}

    def event(self, frame: FrameType, event: str, _: Any) -> None:
        """A function is called or returns, as :func:`sys.setprofile` says it."""
        key = id(frame.f_code)
        if event != "call" or key not in self._functions:
            return
        self._left -= 1
        if not self._left:
            sys.setprofile(None)
        seen = _seen(frame)
        if key not in self._readers:
            made = ((reader, set[str]()) for reader in _readers(seen))
            self._readers[key] = [each for each in made if each[0](seen) in self._known]
        kept = []
        for reader, texts in self._readers[key]:
            text = reader(seen)
            if text in self._known:
                texts.add(text)
                kept.append((reader, texts))
        self._readers[key] = kept

    def chosen(self) -> dict[int, _Reader]:
        """The reader of each function whose boards differ most; none if one function has none."""
        if not all(self._readers.get(key) for key in self._functions):
            return {}
        return {
            key: max(readers, key=lambda each: len(each[1]))[0]
            for key, readers in self._readers.items()
        }


class _Open:
    """A call that has not returned.

    Attributes:
        goes_on: whether it has called the search for another position.
    """

    def __init__(self, board: str, level: int) -> None:
        self.board = board
        self.level = level
        self.goes_on = False


class _Watch:
    """Follows the calls of a search."""

    def __init__(
        self,
        functions: Mapping[int, CodeType],
        readers: Mapping[int, _Reader],
        known: Collection[str],
        most: int,
    ) -> None:
        self.is_lost = False
        self._functions = functions
        self._readers = readers
        self._known = known
        self._left = most
        self._now: list[_Open] = []
        self._deepest = 0
        self._ends: list[tuple[int, str, list[float]]] = []
        self._firsts: list[str] = []
        self._levels: list[int] = []
        self._leaves: dict[tuple[int, bool, str, tuple[float, ...]], None] = {}

    def event(self, frame: FrameType, event: str, value: Any) -> None:
        """A function is called or returns, as :func:`sys.setprofile` says it."""
        key = id(frame.f_code)
        if key not in self._functions or self.is_lost:
            return
        if event == "call":
            text = self._readers[key](_seen(frame)) if self._readers else ""
            self._left -= 1
            if not self._left and not self._known:
                self._close()
                raise _Enough
            if not self._left and self._levels:
                # What it has searched before counts, such as a smaller depth.
                sys.setprofile(None)
                return
            if not self._left or not text or (self._known and text not in self._known):
                self.is_lost = True
                raise _Enough
            before = self._now[-1] if self._now else None
            if before is None:
                self._firsts.append(text)
            # One that passes its board on stands for the same position.
            level = 1 if before is None else before.level + (before.board != text)
            self._now.append(_Open(text, level))
            self._deepest = max(self._deepest, level)
        elif event == "return" and self._now:
            ended = self._now.pop()
            before = self._now[-1] if self._now else None
            is_part = before is not None and before.level == ended.level
            if before is not None:
                before.goes_on |= ended.goes_on or not is_part
            if not ended.goes_on and not is_part:
                # Nothing is returned where an exception ends a search whose time is up.
                self._ends.append((ended.level, ended.board, _numbers(value)))
            if before is None and value is None:
                # An exception ends it: what it found is of no use to the agent.
                self._firsts.pop()
                self._deepest, self._ends = 0, []
            elif before is None:
                self._close()

    def _close(self) -> None:
        """A search is over that was called from outside."""
        self._levels.append(self._deepest)
        for level, board, value in self._ends:
            if value:
                self._leaves[level, level == self._deepest, board, tuple(value)] = None
        self._deepest, self._ends = 0, []

    def told(self) -> tuple[list[str], list[int], list[Leaf]]:
        """What is known of the searches of a move."""
        leaves = [(level, deep, board, list(value)) for level, deep, board, value in self._leaves]
        return self._firsts[: len(self._levels)], self._levels, leaves


def _numbers(value: object) -> list[float]:
    """The value of a position in what a search returns, perhaps beside a move; else nothing."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int | float):
        return [float(value)]
    if isinstance(value, list | tuple) and value:
        parts = [_numbers(part) if not isinstance(part, list | tuple) else [] for part in value]
        if all(parts):  # a value that has parts
            return [number for part in parts for number in part]
        # One that has parts stands beside a move, which has cells.
        several = (_numbers(part) for part in value if isinstance(part, list | tuple))
        return next((part for part in parts if part), next((part for part in several if part), []))
    try:
        return [float(value)]  # type: ignore[arg-type] # numbers of NumPy are numbers, too
    except (TypeError, ValueError):
        return []


def _seen(frame: FrameType) -> dict[_Path, object]:
    """What a call can see when it begins: its variables, and the attributes of these.

    A function among them stands for what it has from where it was made: a search inside of
    ``make_move`` may hold the board in a variable that only its helpers name.
    """
    found: dict[_Path, object] = {}
    for name, value in (*_globals(frame), *frame.f_locals.items()):
        found[name,] = value
        parts = value if isinstance(value, dict) else getattr(value, "__dict__", None)
        if isinstance(value, FunctionType):
            found |= {(name, part): held for part, held in _enclosed_by(value)}
        elif isinstance(parts, dict) and not isinstance(value, type):
            for part, held in list(parts.items())[:_MOST_PARTS]:
                found[name, str(part)] = held
        elif isinstance(value, tuple) and 2 <= len(value) < _SIDE:
            found |= {(name, str(number)): held for number, held in enumerate(value)}
        for slot in getattr(type(value), "__slots__", ())[:_MOST_PARTS]:
            found[name, slot] = getattr(value, slot, None)
    return found


def _enclosed_by(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Return the variables that a function has from where it was made and that may hold a board."""
    names = function.__code__.co_freevars[:_MOST_PARTS]
    for name, cell in zip(names, function.__closure__ or (), strict=False):
        held = None if cell == CellType() else cell.cell_contents
        if isinstance(held, _HOLDERS) or type(held).__name__ == "ndarray":
            yield name, held


def _globals(frame: FrameType) -> Iterator[tuple[str, object]]:
    """What a call finds in the module that may hold a board."""
    own = frame.f_globals["__name__"]
    for name in frame.f_code.co_names:
        value = frame.f_globals.get(name)
        if isinstance(value, _HOLDERS) or type(value).__module__ == own:
            yield name, value


def _readers(seen: Mapping[_Path, object]) -> Iterator[_Reader]:
    """All ways in which a call that sees this may hold a board."""
    for path, value in seen.items():
        cells = _cells(value)
        for places in _layouts(len(cells)):
            kinds = {cells[place] for place in places}
            if len(kinds) == len("BW_"):
                for black, white, _ in permutations(kinds):
                    yield _reader_of_cells(path, places, black, white)
    pawns = [path for path, value in seen.items() if _pawns(value) is not None]
    for black_path, white_path in permutations(pawns, 2):
        for places in _PLACES:
            yield _reader_of_pawns(black_path, white_path, places)


def _layouts(size: int) -> Iterator[list[int]]:
    """Where the cells may be among so many, which may have a border or stand between others."""
    for width in _WIDTHS:
        last = width * (_SIDE - 1) + _SIDE
        for first in range(size - last + 1):
            yield [first + width * row + column for row, column in _CELLS]


def _reader_of_cells(path: _Path, places: Sequence[int], black: object, white: object) -> _Reader:
    def read(seen: Mapping[_Path, object]) -> str:
        letters = {black: "B", white: "W"}
        cells = _cells(seen.get(path))
        if len(cells) <= places[-1]:
            return ""
        return "".join(letters.get(cells[place], "_") for place in places)

    return read


def _reader_of_pawns(black_path: _Path, white_path: _Path, places: Sequence[int]) -> _Reader:
    def read(seen: Mapping[_Path, object]) -> str:
        black, white = _pawns(seen.get(black_path)), _pawns(seen.get(white_path))
        if black is None or white is None:
            return ""
        return "".join(
            "B" if black >> place & 1 else "W" if white >> place & 1 else "_" for place in places
        )

    return read


_SEQUENCES = (list, tuple, str, bytes, bytearray)
_HOLDERS = (*_SEQUENCES, set, frozenset, dict)
_MOST_CELLS = (_SIDE + 2) ** 2
_CELLS = [(row, column) for row in range(_SIDE) for column in range(_SIDE)]
_WIDTHS = (_SIDE, _SIDE + 1, _SIDE + 2)
"""Of a row, perhaps with a border."""
_PLACES = [[width * row + column for row, column in _CELLS] for width in _WIDTHS]
_PLACES += [
    [_SIDE * (_SIDE - 1 - row) + column for row, column in _CELLS],
    [_SIDE * row + _SIDE - 1 - column for row, column in _CELLS],
    [_SIDE * _SIDE - 1 - (_SIDE * row + column) for row, column in _CELLS],
]
"""Which bit stands for each cell."""


def _cells(value: object) -> list[Any]:
    """The cells that ``value`` holds, row by row; nothing if it holds something else."""
    if type(value).__name__ == "ndarray":
        value = value.tolist()  # type: ignore[attr-defined]
    if isinstance(value, dict) and all(isinstance(key, tuple) for key in value):
        return [value.get(cell, "_") for cell in _CELLS] if value else []
    if not isinstance(value, _SEQUENCES) or not _SIDE <= len(value) <= _MOST_CELLS:
        return []
    if len(value) < _SIDE * _SIDE:
        rows = [row for row in value if isinstance(row, _SEQUENCES)]
        if len(rows) < len(value) or len({*map(len, rows)}) > 1:
            return []
        value = [cell for row in rows for cell in row]
    return list(value) if all(isinstance(cell, str | int | None) for cell in value) else []


def _pawns(value: object) -> int | None:
    """Pawns as the bits of a number: ``value`` itself, or the cells that it lists."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if value >= 0 else None
    if not isinstance(value, list | tuple | set | frozenset | dict) or len(value) > 2 * _SIDE:
        return None
    bits = 0
    for each in value:
        match each:
            case int(place) if 0 <= place < _SIDE * _SIDE:
                bits |= 1 << place
            case (int(row), int(column)) if 0 <= row < _SIDE and 0 <= column < _SIDE:
                bits |= 1 << _SIDE * row + column
            case _:
                return None
    return bits
