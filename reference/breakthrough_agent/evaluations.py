"""Calls the evaluation function of the module that it is lent to. Runs in the sandbox."""

from __future__ import annotations

import copy
import functools
import inspect
import linecache
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import Enum
from itertools import permutations
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any

_NAMES = re.compile(r"eval|heuristic|utility|score|value|static", re.IGNORECASE)
_FIRST = re.compile(r"eval|heuristic", re.IGNORECASE)
_DEPTH = re.compile(r"depth|ply|plies|level|^d$", re.IGNORECASE)
_SIDES: tuple[tuple[object, object], ...] = (("B", "W"), (True, False), (1, -1))
"""What Black and White may be called where a function wants to know for whom, or who is to move."""
_MOST_BESIDE = 3
"""Arguments beside the board."""
_LOOKED_AT = 500_000
"""Calls and returns at the beginning of a move, those of built-in functions included."""
_SURELY = 20
"""Calls in a move, all about one board, after which a function values no ends of a search."""
_SIZE = 6
"""Cells in a row: what holds fewer is no board."""
_LOOKED_FOR = 20
"""Calls of a function at which it is looked for among what its caller knows."""
_LAMBDA = "<lambda>"
_UNKNOWN = "BB__B__B__B____W___B______W__W_W__WW"
"""A board that no opening book has, for agents that do not search on the first one."""
_REFILLED = 100
"""Boards that are asked about once more, in the same lists."""
_HIGHEST = 1e11
"""Instead of infinity, which cannot be added up."""
_HINT = re.compile(
    r"^[ \t]*#+[ \t]*grade:[ \t]*evaluation[ \t]*=[ \t]*([A-Za-z_][\w.]*)[ \t]*$", re.MULTILINE
)

Board = list[list[str]]

_FORMS: tuple[Callable[[Board], object], ...] = (
    copy.deepcopy,
    lambda board: tuple(map(tuple, board)),
    lambda board: ["".join(row) for row in board],
    lambda board: tuple("".join(row) for row in board),
    lambda board: [cell for row in board for cell in row],
    lambda board: tuple(cell for row in board for cell in row),
    lambda board: "".join(cell for row in board for cell in row),
)
"""How students keep boards, the handout's way first. For texts with separators see ``_forms``."""

_NO_TEXTS = (_FORMS[0], _FORMS[1], _FORMS[4], _FORMS[5])
"""Those for cells that are no letters."""

_CELL = re.compile("[BW_]")


class _Array(list[Any]):
    """The cells of an array, which is no list."""

    dtype: object = None


def evaluations(
    boards: Sequence[Board | str], ends: Collection[str] = (), parts: Collection[str] = ()
) -> tuple[str, list[float]] | None:
    """What an evaluation function says of each of ``boards``, under its name.

    It is a function of the module, a method of a class whose objects are made without arguments, or
    a function or method that the agent calls when it moves on the first board, wherever it stands.
    It can be called with a board. One that the submission names in a comment,
    ``# grade: evaluation = name``, comes first; then one that ``ends`` names. Both are given a side
    and a depth where they ask for them. Others need a name such as ``evaluate``, get the board
    alone, and count only if the agent calls them during that move. None counts that is asked about
    the same board again and again during it, or not at all while another of ``ends`` is.

    Args:
        boards: lists of rows, or texts of 36 cells.
        ends: functions, by name, that value the positions where a search ends.
        parts: functions that value something of a position only, whatever their names.

    Returns:
        its name and values, which are no numbers where it raises an exception as the game is over.
        ``None`` if there is none that tells any boards apart; unless its name leaves no doubt, and
        the agent calls it with boards like these: then it is known to say the same of all.
    """
    lists = [_in_rows(board) for board in boards]
    hinted = _hinted()
    named = {*ends, *([_own_name(hinted)] if hinted else [])}
    constant = None

    def is_hinted(name: str) -> bool:
        return name == hinted or (bool(hinted) and name.endswith(f".{hinted}"))

    def rank(found: tuple[str, Callable[..., Any]]) -> tuple[bool, bool, bool]:
        name = _own_name(found[0])
        return not is_hinted(found[0]), name not in ends, not _FIRST.search(name)

    candidates = list(_candidates(named))
    seen = _Seen({_code(function) for _, function in candidates}, named)
    moved, example = _moved(lists[0], seen), lists[0]
    if not seen.has_found():
        example = _in_rows(_UNKNOWN)
        moved |= _moved(example, seen)
    candidates += seen.captured
    ends_called = any(
        _own_name(name) in named and seen.has_called(_code(function))
        for name, function in candidates
    )
    for name, function in sorted(candidates, key=rank):
        own, code = _own_name(name), _code(function)
        asked = own in named
        if not is_hinted(name):
            is_needed = seen.has_called(code) or not moved or (asked and not ends_called)
            if own in parts or not is_needed:
                continue
            if moved and seen.always_alike(code):
                continue
        passed = seen.passed(code)
        forms = _forms(passed, example)
        on_boards = seen.on_boards(function)
        for more in _beside(on_boards) if asked else [()]:
            values = _values(on_boards, lists, more, forms)
            if values is not None:
                return name, values
        if constant is None and _FIRST.search(own) and _knows(passed):
            values = _said(
                function, lists, (form(each) for form in forms[:1] for each in lists), ()
            )
            constant = (name, values) if values else None
    return constant


def _in_rows(board: Board | str) -> Board:
    """``board`` as the handout has it, if it came as a text of all cells."""
    if not isinstance(board, str) or len(board) != _SIZE * _SIZE:
        return board  # type: ignore[return-value]
    return [list(board[first : first + _SIZE]) for first in range(0, _SIZE * _SIZE, _SIZE)]


def _hinted() -> str:
    """The name that a comment of the submission gives its evaluation; empty if there is none."""
    files: dict[str, None] = {}
    for value in list(vars(sys.modules["submission"]).values()):
        held = vars(value).values() if isinstance(value, type) else [value]
        codes = [getattr(getattr(each, "__func__", each), "__code__", None) for each in held]
        files.update(dict.fromkeys(code.co_filename for code in codes if type(code) is CodeType))
    for file in files:
        if found := _HINT.search("".join(linecache.getlines(file))):
            return found[1]
    return ""


class _Seen:
    """What the submission calls during a move, and with which boards what may be its evaluation.

    Any search comes to its leaves soon. After that nobody looks, so that it takes no longer.
    """

    def __init__(self, evaluating: Collection[CodeType | None], named: Collection[str]) -> None:
        self.captured: list[tuple[str, Callable[..., Any]]] = []
        """What may be the evaluation, and is no part of the module or its classes by itself."""
        self._named = named
        self._looked_for: Counter[int] = Counter()
        self._called: dict[int, CodeType] = {}
        """By where they are in memory: to compare them takes longer than to call them."""
        self._boards: dict[int, set[str]] = {id(code): set() for code in evaluating}
        self._passed: dict[int, list[object]] = {}
        self._kept_boards: dict[int, _KeptBoard] = {}
        self._calls: Counter[int] = Counter()
        self._left = _LOOKED_AT
        self._module = vars(sys.modules["submission"])

    def event(self, frame: FrameType, event: str, _: Any) -> None:
        """A function is called or returns, as :func:`sys.setprofile` says it."""
        self._left -= 1
        if not self._left:
            sys.setprofile(None)
        if event != "call" or frame.f_globals is not self._module:
            return
        code = frame.f_code
        key = id(code)
        if key not in self._called:
            self._called[key] = code
        boards = self._boards.get(key)
        if boards is None and self._looked_for[key] < _LOOKED_FOR:
            self._looked_for[key] += 1
            if code.co_name == _LAMBDA or _may_be(code.co_name, self._named):
                name, function = _called_here(frame)
                if function is not None and _may_be(name, self._named):
                    self.captured.append((name, function))
                    boards = self._boards[key] = set()
        if boards is not None and (len(boards) < 2 or self._calls[key] < _SURELY):
            self._calls[key] += 1
            passed = _boards_passed(frame)
            surely = code.co_name in self._named or _FIRST.search(code.co_name)
            if not passed and surely and (kept := self._kept_board(frame)) is not None:
                self._kept_boards[key] = kept
                passed = [_without_array(kept.board)]
            boards.add(" ".join(map(repr, passed)))
            # A board with pawns of both sides tells more than one without.
            self._passed[key] = max(self._passed.get(key, passed), passed, key=_number_of_cells)

    def _kept_board(self, frame: FrameType) -> _KeptBoard | None:
        known = self._kept_boards.get(id(frame.f_code))
        return _kept_board(frame) if known is None else known.of(frame)

    def has_found(self) -> bool:
        """Whether anything was called that may be the evaluation."""
        return bool(self.captured) or any(key in self._called for key in self._boards)

    def has_called(self, code: CodeType | None) -> bool:
        """Whether ``code`` was called."""
        return id(code) in self._called

    def passed(self, code: CodeType | None) -> list[object]:
        """Arguments of a call of ``code``, one of the first, that may hold a board."""
        return self._passed.get(id(code), [])

    def on_boards(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """``function``, or what calls it on a board that it finds where the agent keeps it."""
        kept = self._kept_boards.get(id(_code(function)))
        return function if kept is None else kept.called(function)

    def always_alike(self, code: CodeType | None) -> bool:
        """Whether ``code`` was asked often, and about one board only."""
        boards = self._boards[id(code)]
        return self._calls[id(code)] >= _SURELY and len(boards) == 1 and boards != {""}


def _called_here(frame: FrameType) -> tuple[str, Callable[..., Any] | None]:
    """The function or method that ``frame`` has just been made for, as its caller calls it.

    A lambda has the name of the variable that holds it, an argument that of the parameter.
    """
    code = frame.f_code
    known = {} if frame.f_back is None else frame.f_back.f_locals
    for name, function in known.items():
        if type(function) is FunctionType and function.__code__ is code:
            return name, function
    if code.co_argcount:
        holder = frame.f_locals.get(code.co_varnames[0])
        method = getattr(type(holder), code.co_name, None)
        if type(method) is FunctionType and method.__code__ is code:
            return code.co_name, MethodType(method, holder)
    return code.co_name, None


def _moved(board: Board, seen: _Seen) -> bool:
    """Whether the agent has moved on ``board`` under the eyes of ``seen``."""
    try:
        agent = vars(sys.modules["submission"])["PlayerAI"]()
        sys.setprofile(seen.event)
        agent.make_move(copy.deepcopy(board))
    except (Exception, SystemExit):  # noqa: BLE001 - other tests say what is wrong with it
        return False
    finally:
        sys.setprofile(None)
    return True


def _boards_passed(frame: FrameType) -> list[object]:
    """The arguments of a call that may hold a board."""
    found: list[object] = []
    for name in frame.f_code.co_varnames[: frame.f_code.co_argcount]:
        value = _without_array(frame.f_locals[name])
        if _holds_cells(value) or _place_in_state(value) is not None:
            found.append(value)
    return found


class _KeptBoard:
    """The board that a function finds in a variable of the module or an attribute of its object."""

    def __init__(self, holder: object, name: str) -> None:
        self._holder, self._name = holder, name

    @property
    def board(self) -> object:
        """The board as it stands."""
        return vars(self._holder)[self._name]

    def of(self, frame: FrameType) -> _KeptBoard:
        """The board that the same function finds when it is called in ``frame``."""
        return _KeptBoard(_holder(frame), self._name)

    def called(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """``function``, or the same method of this object, with a board as its first argument."""
        if isinstance(function, MethodType):
            function = MethodType(function.__func__, self._holder)

        def called(board: object, *more: object) -> object:
            setattr(self._holder, self._name, board)
            return function(*more)

        first = inspect.Parameter("board", inspect.Parameter.POSITIONAL_ONLY)
        own = inspect.signature(function).parameters.values()
        called.__signature__ = inspect.Signature([first, *own])  # type: ignore[attr-defined]
        return called


def _holder(frame: FrameType) -> object:
    """The object whose method is called in ``frame``; the module if nothing is passed."""
    code = frame.f_code
    first = code.co_varnames[0] if code.co_argcount else ""
    return frame.f_locals.get(first) if first else sys.modules["submission"]


def _kept_board(frame: FrameType) -> _KeptBoard | None:
    """The one board that a function names which is passed none, if it depends on nothing else.

    What else a method finds in its object may have been worked out from that board.
    """
    code, held = frame.f_code, _holder(frame)
    kept: dict[str, Any] = getattr(held, "__dict__", {})
    if not code.co_argcount:
        boards = [name for name in code.co_names if _is_board(kept.get(name))]
        return _KeptBoard(held, boards[0]) if len(boards) == 1 else None
    if type(getattr(type(held), code.co_name, None)) is not FunctionType:
        return None
    read = [name for name in _names_read(code, type(held)) if name in kept]
    boards = [name for name in read if _is_board(kept[name])]
    if len(boards) != 1:
        return None
    try:
        new = vars(type(held)())
        alike = all(new[name] == kept[name] for name in read if name not in boards)
    except Exception:  # noqa: BLE001 - the student's: then nobody knows what it depends on
        return None
    return _KeptBoard(held, boards[0]) if alike else None


def _names_read(code: CodeType, cls: type) -> set[str]:
    """The names in a method, and in methods of its class that it names."""
    names: set[str] = set()
    left = [code]
    while left:
        read = left.pop()
        new = {*read.co_names} - names
        names |= new
        methods = (getattr(cls, name, None) for name in new)
        left += [each.__code__ for each in methods if type(each) is FunctionType]
        left += [each for each in read.co_consts if type(each) is CodeType]
    return names


def _without_array(value: Any) -> Any:
    """``value``, or the cells of an array."""
    if type(value).__name__ != "ndarray":
        return value
    cells = _Array(value.tolist())
    cells.dtype = value.dtype
    return cells


def _is_board(value: object) -> bool:
    value = _without_array(value)
    cells = list(_cells(value)) if _holds_cells(value) else []
    return len(cells) == _SIZE * _SIZE and len({*map(repr, cells)}) <= len("BW_")


def _called_on_new(cls: type, name: str) -> Callable[..., Any]:
    """A method for a board that an object is made of."""

    @functools.wraps(getattr(cls, name))
    def called(board: object) -> object:
        return getattr(cls(board), name)()

    return called


def _holds_cells(value: object) -> bool:
    return isinstance(value, list | tuple | str | bytes) and len(value) >= _SIZE


def _place_in_state(value: object) -> int | None:
    """Where the board is in a tuple such as of a board and who is to move; else nothing.

    What else counts in one could be worked out from its board, and not fit another.
    """
    if not isinstance(value, tuple) or not 2 <= len(value) < _SIZE:
        return None
    places = [place for place, part in enumerate(value) if _holds_cells(part)]
    others = [part for part in value if not _holds_cells(part)]
    plain = all(
        isinstance(part, str | Enum) or (isinstance(part, int) and abs(part) <= 1)
        for part in others
    )
    return places[0] if len(places) == 1 and plain else None


def _forms(passed: Sequence[object], example: Board) -> list[Callable[[Board], object]]:
    """In which forms boards such as ``example`` go to a function that the agent gives ``passed``.

    In any other form it may answer, too, and mean something else.
    """
    if not passed:
        return list(_FORMS)
    first = passed[0]
    place = _place_in_state(first)
    if isinstance(first, tuple) and place is not None:
        return _in_states(_forms([first[place]], example), first, place)
    if isinstance(first, _Array):
        return _as_arrays(_forms([list(first)], example), first.dtype)
    cells = list(_cells(first))
    if len(cells) == _SIZE * _SIZE and not set(cells) <= {"B", "W", "_"}:
        return _forms_of_other_cells(first, cells, example)
    if isinstance(first, str) and len(first) > len(_CELL.findall(first)) == _SIZE * _SIZE:
        return [lambda board: _filled(first, board)]
    return [form for form in _FORMS if _shape(form(example)) == _shape(first)]


def _forms_of_other_cells(
    passed: object, cells: Sequence[object], example: Board
) -> list[Callable[[Board], object]]:
    """Forms for a function that was passed a board whose cells are written in another way.

    It was ``example``, or a board a few moves later, so that most cells are where they were.
    """
    values = sorted(set(cells), key=repr)
    letters = [cell for row in example for cell in row]
    if len(values) != len("BW_") or "_" in values:
        return []
    written = max(
        (dict(zip("BW_", order, strict=True)) for order in permutations(values)),
        key=lambda order: sum(
            order[letter] == cell for letter, cell in zip(letters, cells, strict=True)
        ),
    )

    def rewritten(form: Callable[[Board], object]) -> Callable[[Board], object]:
        return lambda board: form([[written[cell] for cell in row] for row in board])  # type: ignore[misc]

    texts = all(isinstance(value, str) and len(value) == 1 for value in values)
    forms = [form for form in (_FORMS if texts else _NO_TEXTS) if _fits(form(example), passed)]
    return [rewritten(form) for form in forms]


def _fits(formed: object, passed: object) -> bool:
    return type(formed) is type(passed) and _shape(formed) == _shape(passed)


def _as_arrays(
    forms: Iterable[Callable[[Board], object]], dtype: object
) -> list[Callable[[Board], object]]:
    """``forms`` that make arrays of NumPy of this type of cells."""
    numpy = sys.modules["numpy"]

    def made(form: Callable[[Board], object]) -> Callable[[Board], object]:
        return lambda board: numpy.array(form(board), dtype=dtype)

    return [made(form) for form in forms]


def _in_states(
    forms: Iterable[Callable[[Board], object]], state: tuple[object, ...], place: int
) -> list[Callable[[Board], object]]:
    """``forms`` that make tuples such as ``state``, with the board at this place."""
    make = getattr(state, "_make", tuple)  # of a named one

    def made(form: Callable[[Board], object]) -> Callable[[Board], object]:
        return lambda board: make([*state[:place], form(board), *state[place + 1 :]])

    return [made(form) for form in forms]


def _knows(passed: Sequence[object]) -> bool:
    """Whether a function that is called with ``passed`` knows the cells of the handout's boards."""
    return bool(passed) and set(_cells(passed[0])) <= {"B", "W", "_"}


def _number_of_cells(passed: Sequence[object]) -> int:
    """How many different cells the board has that a function was given."""
    return len({*map(repr, _cells(passed[0]))}) if passed else 0


def _cells(value: object) -> Iterator[object]:
    if isinstance(value, list | tuple) or (isinstance(value, str) and len(value) > 1):
        for part in value:
            yield from _cells(part)
    else:
        yield value


def _filled(text: str, board: Board) -> str:
    """``text`` with the cells of ``board`` instead of its own."""
    cells = (cell for row in board for cell in row)
    return _CELL.sub(lambda _: next(cells), text)


def _shape(value: object) -> tuple[int, ...]:
    """How many parts ``value`` has, how many the first of them has, and so on."""
    if not isinstance(value, list | tuple | str) or len(value) < 2:
        return ()
    return (len(value), *_shape(value[0]))


def _code(function: Callable[..., Any]) -> CodeType | None:
    """The code that a call of ``function`` executes, as far as that can be known."""
    function = inspect.unwrap(function)
    if not hasattr(function, "__code__"):
        function = getattr(function, "func", type(function).__call__)  # a partial, or an object
    return getattr(function, "__code__", None)


def _own_name(name: str) -> str:
    return name.rpartition(".")[2]


def _candidates(ends: Collection[str]) -> Iterator[tuple[str, Callable[..., Any]]]:
    module = sys.modules["submission"]
    classes = []
    for name, value in list(vars(module).items()):
        if isinstance(value, type):
            classes += [value] if value.__module__ == module.__name__ else []
        elif callable(value) and name != "evaluations" and _may_be(name, ends):
            yield name, value
    for each in sorted(classes, key=lambda each: each.__name__ != "PlayerAI"):
        if not any(_may_be(name, ends) for name in dir(each)):
            continue
        try:
            holder = each()
        except Exception:  # noqa: BLE001 - the student's; other tests say what is wrong with it
            holder = each
        for name in dir(holder):
            if holder is each and type(inspect.getattr_static(each, name)) is FunctionType:
                # A method needs an object: of the board, or one is seen when the agent moves.
                if _may_be(name, ends) and _takes_one(each) and _takes_one(getattr(each, name)):
                    yield f"{each.__name__}.{name}", _called_on_new(each, name)
                continue
            if _may_be(name, ends) and callable(getattr(holder, name, None)):
                yield f"{each.__name__}.{name}", getattr(holder, name)


def _takes_one(function: Callable[..., Any]) -> bool:
    """Whether ``function`` can be called with one argument."""
    try:
        inspect.signature(function).bind(None)
    except (TypeError, ValueError):
        return False
    return True


def _may_be(name: str, ends: Collection[str]) -> bool:
    return name in ends or _NAMES.search(name) is not None


def _beside(function: Callable[..., Any]) -> list[tuple[object, ...]]:
    """What to call ``function`` with beside a board, in turn."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [()]
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    more = [each for each in parameters[1:] if each.kind in plain and each.default is each.empty]
    if not more or len(more) > _MOST_BESIDE:
        return [()]
    sides = [each.name for each in more if not _DEPTH.search(each.name)]
    found = []
    for black, white in _SIDES:
        given = (
            {sides[0]: black, sides[1]: white} if len(sides) == 2 else dict.fromkeys(sides, black)
        )
        found.append(tuple(given.get(each.name, 0) for each in more))
    return found


def _values(
    function: Callable[..., Any],
    boards: list[Board],
    more: tuple[object, ...],
    forms: Iterable[Callable[[Board], object]],
) -> list[float] | None:
    """What ``function`` says, in the first form of the boards in which it tells some apart.

    Boards in lists come in the same lists then, filled anew, as where moves are made on the very
    board: what is kept by where a board is in memory shows.
    """
    for form in forms:
        own = _said(function, boards, map(form, boards), more)
        if len({value for value in own if not math.isnan(value)}) > 1:
            first = boards[:_REFILLED]
            again = _said(function, first, _in_one(map(form, first)), more)
            if again == own[:_REFILLED] or not again:
                return own
            return _said(function, boards, _in_one(map(form, boards)), more) or own
    return None


def _said(
    function: Callable[..., Any],
    boards: Iterable[Board],
    passed: Iterable[object],
    more: tuple[object, ...],
) -> list[float]:
    """What ``function`` says; nothing if it does not say a number of each board.

    No number of games that are over, where it raises an exception: a search may never ask.

    Args:
        passed: the boards in the form in which they are passed.
    """
    values = []
    for board, given in zip(boards, passed, strict=False):
        try:
            value = function(given, *more)
            # Numbers of NumPy are numbers, too; a text is none, even if it reads like one.
            number = math.nan if isinstance(value, str | bytes) else float(value)
        except Exception:  # noqa: BLE001 - it is not to be called like this
            if not _is_over(board):
                return []
            values.append(math.nan)
            continue
        if math.isnan(number):
            return []
        values.append(max(-_HIGHEST, min(number, _HIGHEST)))
    return values


def _is_over(board: Board) -> bool:
    """Whether a pawn has arrived, or a side has none."""
    cells = {cell for row in board for cell in row}
    return "B" in board[-1] or "W" in board[0] or not {"B", "W"} <= cells


def _in_one(boards: Iterable[object]) -> Iterator[object]:
    """``boards``, one after the other in the lists of the first one."""
    passed: object = None
    for board in boards:
        passed = _refilled(passed, board)
        yield passed


def _refilled(kept: object, board: object) -> object:
    """``board`` in the lists of ``kept``, as far as these are lists of the same length."""
    if not isinstance(kept, list) or not isinstance(board, list) or len(kept) != len(board):
        return board
    kept[:] = map(_refilled, kept, board)
    return kept
