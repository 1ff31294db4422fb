"""Stands for lent functions in the student's process, and asks the lent server for answers.

A function of the same name, parameters and description as the lent one sends its arguments to
:mod:`grader.runner.lent_server` and waits for the answer. Functions among the arguments answer from
here; lent ones only need to be named.

Messages of this side are JSON, because this side may be anybody's by now: ``[serial, handle,
arguments, names, values, state of the random numbers]`` with the last three left out if they are
not needed, or, while the other side waits for a function of this one, ``["=",
serial, value]`` and ``["!", serial, number, type]``. The other side sends Python's own form
(``marshal``), which is faster.
"""

from __future__ import annotations

import builtins
from _socket import SCM_RIGHTS, SOL_SOCKET, socket, socketpair
from _thread import RLock
from array import array
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from itertools import chain
from marshal import loads
from posix import getpid
from typing import Any

from grader.runner.lent_answer_prefetch import PrefetchedAnswers
from grader.runner.lent_call_codec import MAX_BYTES, SCALARS, ValueReader, ValueWriter
from grader.runner.seeding import RandomSeeder
from grader.wire import Untransferable

ANSWER, ANSWER_TEXT, ANSWER_ROWS, ANSWER_AHEAD, RAISED, AGAIN, STATE, ASK, ASK_TEXT = range(9)
"""Kinds of messages of the other side: an answer, in Python's own form, as text, as rows of bytes,
or with those to the next questions; an exception of the lent function, or again one of a function
of this side; the state of the random numbers before an answer; and a question to such a
function."""
KEPT = 8
"""Large arguments that both sides remember at a time."""
_LARGE = 24
"""Rows of an argument that is worth remembering."""
_GONE = "the process that answers for {} has ended"
_CHUNK = 1 << 16
"""Bytes to receive at a time: the allocator maps and unmaps memory anew for each larger piece."""

_ROWS = {list, tuple}

Function = Callable[..., Any]
Rows = list[Any] | tuple[Any, ...]


class LentClient:
    """The connection to the lent server; made before student code runs, connected for its calls.

    Args:
        described: of each function, by name, its ``parameters`` and how they are ``passed`` on, as
            Python writes them, its description, ``doc``, and whether it ``draws`` random numbers.
        enums: enumerations whose members may travel, by name.
    """

    def __init__(
        self,
        described: Mapping[str, Mapping[str, Any]],
        enums: Mapping[str, type[Enum]],
        chance: RandomSeeder,
    ) -> None:
        self._described = described
        self._chance = chance
        self._writer = ValueWriter(enums, self._named)
        self._reader = ValueReader(enums, self._found)
        self.own: Callable[[str], Function] = _unknown
        """Returns a function of the student's by its name."""
        self._socket: socket | None = None
        self._knocker: socket | None = None
        self._process = 0
        self._lock = RLock()
        self._buffer = b""
        self._serial = 0
        self._waiting: set[int] = set()
        """Questions whose answers are waited for."""
        self._handles: dict[int, int | str] = {}
        """Of functions that stand for lent ones, by identity; all of them are in ``_made``."""
        self._made: list[Function] = []
        self._own: list[Any] = []
        """Functions of this process that the other side may ask."""
        self._raised: list[BaseException] = []
        self._kept: list[tuple[Rows, Rows]] = [([], [])] * KEPT
        """Large arguments that the other side has, each with what it was then."""
        self._rows: list[bytes] = []
        """The list of lists that was answered last, as it came."""
        self._ahead: PrefetchedAnswers | None = None
        self._next_kept = 0

    def connect(self, knocker: int, asking: int) -> None:
        """Ask over the socket ``asking`` from now on; ``knocker`` connects later processes."""
        self._knocker = socket(fileno=knocker)
        self._use(socket(fileno=asking))

    def _use(self, asking: socket) -> None:
        asking.setblocking(True)
        self._socket = asking
        self._process = getpid()

    def _connect_anew(self, name: str) -> None:
        """Connect a process that was forked by a socket of its own."""
        if self._knocker is None:
            raise RuntimeError(f"{name} answers only to the call that it is lent to")
        self._lock = RLock()  # which a thread may have held that is not here
        self._buffer, self._waiting, self._kept = b"", set(), [([], [])] * KEPT
        self._rows, self._ahead = [], None
        ours, theirs = socketpair()
        rights = [(SOL_SOCKET, SCM_RIGHTS, array("i", [theirs.fileno()]))]
        try:
            self._knocker.sendmsg([b"!"], rights)
        except OSError:
            raise RuntimeError(_GONE.format(name)) from None
        theirs.close()
        self._use(ours)

    def function(self, name: str, handle: int | str) -> Function:
        """Return a function that asks for ``handle``, and looks like the lent function ``name``."""
        described = self._described[name]
        parameters, passed = described["parameters"], described["passed"]
        namespace: dict[str, Any] = {
            "__name__": "lent", "__builtins__": {}, "ask": self._ask, "about": (name, handle),
        }  # fmt: skip
        # A function of these parameters: whoever looks at it, or passes too few, sees a usual one.
        text = f"def {name}({parameters}):\n    return ask(about, {passed})"
        exec(compile(text, "<lent>", "exec", dont_inherit=True), namespace)
        function: Function = namespace[name]
        function.__doc__ = described["doc"]
        self._handles[id(function)] = handle
        self._made.append(function)
        return function

    def _ask(
        self, about: tuple[str, int | str], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        name, handle = about
        if getpid() != self._process:
            self._connect_anew(name)
        with self._lock:
            ahead = self._ahead
            if ahead is not None and ahead.handle == handle and not kwargs:
                answer = ahead.find(args)
                if answer is not None:
                    return answer
            own, raised = len(self._own), len(self._raised)
            self._serial = serial = self._serial + 1
            try:
                message = [serial, handle, [*map(self._argument, args)]]
                draws = self._described[name]["draws"]
                if kwargs or draws:
                    message.append([*kwargs])
                    message.append([*map(self._argument, kwargs.values())])
                if draws:  # one stream of random numbers, as in one process
                    message.append(self._chance.state())
                text = self._writer.text(message)
            except RecursionError:  # the program's own: what it was doing here says nothing
                raise RecursionError("maximum recursion depth exceeded") from None
            except (Untransferable, ValueError) as problem:
                raise TypeError(f"{name}() cannot be given {problem}") from None
            if len(text) > MAX_BYTES:
                raise ValueError(f"{name}() cannot be given arguments of {len(text)} bytes")
            self._waiting.add(serial)
            try:
                self._send(name, text)
                return self._answer(about, serial, args)
            finally:
                self._waiting.discard(serial)
                del self._own[own:], self._raised[raised:]

    def _others(self, args: tuple[Any, ...], position: int) -> list[tuple[int, Any]]:
        """Return positions and values of all arguments but one, as they were when sent."""
        copies = {id(known): copy for known, copy in self._kept}
        return [(n, copies.get(id(arg), arg)) for n, arg in enumerate(args) if n != position]

    def _answer(self, about: tuple[str, int | str], serial: int, args: tuple[Any, ...]) -> Any:
        """Wait for the answer to the question ``serial``, and answer questions meanwhile."""
        name, handle = about
        while True:
            message = loads(self._received(name))
            kind, asked = message[0], message[1]
            if kind >= ASK:
                self._be_asked(name, message)
            elif asked != serial:
                continue  # to a question that a signal of the student's has made an end of
            elif kind == ANSWER:
                return message[2]
            elif kind == STATE:
                self._chance.restore(message[2])
            elif kind == ANSWER_ROWS:
                self._rows = message[2]
                return list(map(list, self._rows))
            elif kind == ANSWER_AHEAD:
                _, _, value, position, first, values = message
                rows = self._rows[first : first + len(values)]
                answers = dict(zip(rows, values, strict=True))
                self._ahead = PrefetchedAnswers(
                    handle, position, self._others(args, position), answers
                )
                return value
            elif kind == ANSWER_TEXT:
                return self._reader.value(message[2])
            elif kind == AGAIN:
                raise self._raised[message[2]]
            else:
                raise _rebuild_exception(*message[2:]) from None

    def _be_asked(self, name: str, message: Sequence[Any]) -> None:
        kind, serial, asking, number, names, asked = message
        reply: list[Any]
        try:
            if asking not in self._waiting:
                raise RuntimeError("nobody waits for this any more")
            args, kwargs = self._reader.value(asked) if kind == ASK_TEXT else asked
            for place, kept in names:
                args[place] = self._known(kept)
            function = self.own(number) if type(number) is str else self._own[number]
            value = function(*args, **kwargs)
            reply = ["=", serial, self._argument(value)]
            text = self._writer.text(reply)
        except Exception as problem:  # noqa: BLE001 - the student's
            text = self._failed(serial, problem)
        except BaseException as problem:
            self._send(name, self._failed(serial, problem))
            raise
        if len(text) > MAX_BYTES:
            text = self._failed(serial, ValueError(f"an answer of {len(text)} bytes"))
        self._send(name, text)

    def _known(self, number: int) -> Rows:
        """Return a large argument as it was passed: the same object, unless that has changed."""
        known, copy = self._kept[number]
        return known if known == copy else copy[:]

    def _failed(self, serial: int, problem: BaseException) -> str:
        self._raised.append(problem)
        kinds = [kind.__name__ for kind in type(problem).__mro__ if kind.__module__ == "builtins"]
        number = len(self._raised) - 1
        return self._writer.text(["!", serial, number, kinds[0] if kinds else "Exception"])

    def _argument(self, value: Any) -> Any:
        """Return the JSON tree of an argument, or of the answer of a student's function."""
        kind = type(value)
        if (kind is list or kind is tuple) and len(value) >= _LARGE and type(value[0]) in _ROWS:
            return self._large(value)
        return self._writer.tree(value)

    def _large(self, value: Rows) -> Any:
        """Return a reference to rows that were sent before, or their JSON tree with a new number.

        Rows that are tuples of plain items cannot change, but what they are in can: most often
        these are the very same, which is fast to see.
        """
        for number, (known, copy) in enumerate(self._kept):
            if len(copy) == len(value) and copy == value:
                if known is not value:
                    self._kept[number] = value, copy
                return {"n": number}
        tree = self._writer.tree(value)
        kinds = set(map(type, value))
        if len(kinds) > 1 or not set(map(type, chain.from_iterable(value))) <= SCALARS:
            return tree
        number = self._next_kept
        self._kept[number] = value, [*map(list, value)] if kinds == {list} else value[:]
        self._next_kept = (number + 1) % KEPT
        return {"k": [number, tree]}

    def _named(self, value: Any) -> dict[str, Any] | None:
        """Return the JSON tree of a function of either side; ``None`` if it is no function."""
        handle = self._handles.get(id(value))
        if handle is not None:
            return {"l": handle}
        if not callable(value):
            return None
        self._own.append(value)
        return {"c": [len(self._own) - 1, _name(value)]}

    def _found(self, tag: str, body: Any) -> Any:
        """Return the function that the other side names: the student's own, or a lent one."""
        if tag == "c":
            return self._own[body]
        return next(each for each in self._made if self._handles[id(each)] == body and tag == "l")

    def _send(self, name: str, text: str) -> None:
        assert self._socket is not None
        data = text.encode("ascii")
        try:
            self._socket.sendall(len(data).to_bytes(4, "big") + data)
        except OSError:
            raise RuntimeError(_GONE.format(name)) from None

    def _received(self, name: str) -> bytes:
        assert self._socket is not None
        receive = self._socket.recv
        try:
            # What has arrived is kept, should a signal's handler raise an exception here.
            while len(self._buffer) < 4:
                self._buffer += self._some(receive(_CHUNK), name)
            end = 4 + int.from_bytes(self._buffer[:4], "big")
            if len(self._buffer) < end and end > _CHUNK:
                self._buffer = bytearray(self._buffer)  # type: ignore[assignment]
            while len(self._buffer) < end:
                self._buffer += self._some(receive(_CHUNK), name)
        except OSError:
            raise RuntimeError(_GONE.format(name)) from None
        message, self._buffer = bytes(self._buffer[4:end]), bytes(self._buffer[end:])
        return message

    def _some(self, data: bytes, name: str) -> bytes:
        if not data:
            raise RuntimeError(_GONE.format(name))
        return data


def _unknown(name: str) -> Function:
    raise NameError(f"name {name!r} is not defined")


def _name(function: Any) -> str:
    name = getattr(function, "__name__", "")
    return name[:100] if type(name) is str else ""


def _rebuild_exception(kind: str, arg: object, message: str) -> BaseException:
    """Return the exception that a lent function raised, of its built-in type if it has one."""
    found = getattr(builtins, kind, None)
    if isinstance(found, type) and issubclass(found, Exception):
        try:
            return found(arg) if arg or message else found()
        except TypeError:  # some take more than a message
            pass
    return RuntimeError(f"{kind}: {message}" if message else kind)
