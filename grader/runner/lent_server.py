"""Runs the process that lent functions live in, and its child for each process of calls.

The zygote starts it before there is any student code. No process can read or trace another one
here, and what it answers are plain values: so a program can call what it is lent, and nothing more.
Messages are those of :mod:`grader.runner.lent_client`; those from there are hostile.

The process itself only hears the zygote, and forks. A child hears the zygote as well, by frames:
``{"series": …}`` says what the next calls are lent, ``{"next": …}`` that the next one begins, and
to ``{"notes": …}`` it replies with what stubs have written down.
"""

from __future__ import annotations

import builtins
import gc
import json
import os
import re
import select
import sys
from _socket import SCM_RIGHTS, socket
from array import array
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum
from marshal import dumps
from typing import Any, NoReturn

from grader import wire
from grader.runner import drop_privileges
from grader.runner.boot import MemoryModules, library_builtins
from grader.runner.build_lent_functions import NOTES, Function, LentFunctions
from grader.runner.lent_call_codec import (
    SCALARS,
    MalformedValue,
    ValueReader,
    ValueWriter,
)
from grader.runner.lent_call_counts import SharedCallCounters
from grader.runner.lent_client import (
    AGAIN,
    ANSWER,
    ANSWER_AHEAD,
    ANSWER_ROWS,
    ASK,
    KEPT,
    RAISED,
    STATE,
)
from grader.runner.lent_client_connection import ConnectionEnded, StudentConnection
from grader.runner.seeding import RandomSeeder
from grader.runner.template_process import find_provided_enums
from grader.wire import Untransferable

READY = b"!"
"""The process sends this once all lent functions are made, and the zygote to ask for a child."""
_CHUNK = 1 << 16  # as on the other side
_NEW_OBJECTS = 50_000
"""Objects that a child makes between two searches for garbage. One answer may be thousands of
lists, and a child lives no longer than the calls that it answers for."""
_DEEPEST = 50
"""Questions within each other: lent functions that ask the student's, which ask lent ones."""
_MOST_PEERS = 32
"""Processes that ask at a time: the student's, and those that it has forked."""
_ROWS_OF_INTEGERS = "list[list[int]]"
"""A lent function that answers with rows of integers has this annotation."""
_ROWS = {list, tuple}
_MAX_MESSAGE = 1_000
_SHORT = 1_000
"""Characters of a question whose answer is worth remembering,"""
_MOST_REPEATABLE = 4_000
"""and how many of these are remembered at a time."""
_SERIAL = re.compile(r"\[[0-9]{1,18}")
"""Matches the start of a question; a reply starts otherwise."""
_NAMES_SOMETHING = re.compile(r'\{"[clnk]":')
"""The tags of functions and of arguments that were sent before."""
_LIMITS = "CORE", "FSIZE", "NOFILE", "MEMLOCK", "STACK", "AS"


def fork_lent_servers(
    control: socket, tally: SharedCallCounters, seal: str, program: Mapping[str, Any]
) -> NoReturn:
    """Make the lent functions, then fork a child whenever the zygote asks for one.

    Args:
        control: connected to the zygote, which sends a child's sockets: where processes of the
            student's say at which socket they will ask, where the first of them asks, and where
            the zygote does. A message without sockets is answered by itself.
        tally: where calls are counted.
        seal: the filter of system calls to load; empty for none.
        program: ``limits``, ``provided``, ``packages``, ``enums`` and ``seed``; and, of what is
            lent, ``functions``, ``stubs`` and ``roles``.
    """
    drop_privileges.prefer_for_oom_kill()
    if seal and not drop_privileges.load_seccomp_filter(seal):
        os._exit(1)
    limits = program["limits"]
    drop_privileges.limit_resources({name: limits[name] for name in _LIMITS if name in limits})
    sys.meta_path.insert(0, MemoryModules(program["provided"], built_ins=vars(library_builtins())))
    if program["packages"]:
        sys.path.append(program["packages"])
    chance = RandomSeeder()
    sys.meta_path.insert(0, chance)
    chance.seed(program["seed"])
    known = find_provided_enums(program["enums"])
    functions = LentFunctions(
        program["functions"], program["stubs"], program["roles"], tally.counters(),
        wire.Codec(known), program["pure"],
    )  # fmt: skip
    gc.freeze()  # looking for garbage in what is there would have every fork copy it
    gc.set_threshold(_NEW_OBJECTS)
    control.sendall(READY)
    child = 0
    while True:
        data, sent = _receive_with_sockets(control)
        if not data:
            os._exit(0)
        if not sent:  # the zygote only asks whether this process lives
            control.sendall(READY)
            continue
        if child:
            os.waitpid(child, 0)  # the zygote has killed it
        child = os.fork()
        if child == 0:
            control.close()
            ends = [socket(fileno=descriptor) for descriptor in sent]
            _AnswerLoop(ends[0], ends[1], ends[2], functions, known, chance).serve()
        for descriptor in sent:
            os.close(descriptor)
        control.sendall(child.to_bytes(4, "big"))


def _receive_with_sockets(end: socket) -> tuple[bytes, list[int]]:
    """Return the bytes that were sent to ``end``, and the descriptors sent with them."""
    descriptors = array("i")
    data, ancillary, _, _ = end.recvmsg(len(READY), 64)
    for _, kind, held in ancillary:
        if kind == SCM_RIGHTS:
            descriptors.frombytes(held[: len(held) // descriptors.itemsize * descriptors.itemsize])
    return data, list(descriptors)


class _StudentError(Exception):
    """The exception of a student's function that a lent function has called."""

    number = -1


class _AnswerLoop:
    """The loop of a child: it answers student processes and the zygote, each at its own socket."""

    def __init__(
        self,
        door: socket,
        first: socket,
        control: socket,
        functions: LentFunctions,
        enums: Mapping[str, type[Enum]],
        chance: RandomSeeder,
    ) -> None:
        self._door: socket | None = door
        self._control = control
        self._functions = functions
        self._counters = functions.counters
        self._chance = chance
        self._codec = wire.Codec(enums)
        self._writer = ValueWriter(enums, self._named)
        self._reader = ValueReader(enums, self._found)
        self._series: deque[Any] = deque()
        self._repeatable: dict[str, tuple[int | str, Any]] = {}
        """Functions and answers, by the text of the question without its serial."""
        functions.own = self._named_own
        self._answered: list[StudentConnection] = []
        """Processes whose questions are being answered, the innermost last."""
        self._serial = 0
        self._lent: dict[int, int | str] = {}
        """Handles of lent functions that a process has passed, by identity."""
        self._peers: dict[int, StudentConnection] = {}
        self._peer = StudentConnection(first)
        """The process whose message is read, or whose question is answered."""
        self._unread: StudentConnection | None = None
        """One that has said more than was read so far."""
        self._told, self._knocked = control.fileno(), door.fileno()
        self._poll = select.poll()
        self._poll.register(self._told, select.POLLIN)
        self._poll.register(self._knocked, select.POLLIN)
        self._let_in(first)

    def serve(self) -> NoReturn:
        """Answer until the zygote is gone, or ends this process."""
        while True:
            try:
                self._answer_next()
            except ConnectionEnded as end:
                self._leave(end.peer)

    def _let_in(self, end: socket) -> None:
        self._peers[end.fileno()] = StudentConnection(end)
        self._poll.register(end.fileno(), select.POLLIN)

    def _leave(self, peer: StudentConnection) -> None:
        """Close the connection to a process that is gone or broke the protocol."""
        descriptor = peer.socket.fileno()
        if self._unread is peer:
            self._unread = None
        if self._peers.pop(descriptor, None) is not None:
            self._poll.unregister(descriptor)
            peer.socket.close()

    def _answer_next(self) -> None:
        peer, text = self._next()
        if self._answer_again(peer, text):
            return
        try:
            message = self._reader.value(text)
        except (MalformedValue, MemoryError):
            raise ConnectionEnded(peer) from None
        made = len(peer.made)
        self._answer(peer, message, text)
        for each in peer.made[made:]:
            del peer.own[id(each)]
        del peer.made[made:]

    def _next(self) -> tuple[StudentConnection, str]:
        """Return the text of a process's next message; obey the zygote first.

        Raises:
            ConnectionEnded: if there is none in what one says.
        """
        while True:
            peer = self._unread or self._ready()
            if peer is not None:
                try:
                    text = peer.message()
                    self._unread = peer if text is not None and peer.buffer else None
                    if text is not None:
                        self._peer = peer
                        return peer, text
                except (MalformedValue, MemoryError):
                    raise ConnectionEnded(peer) from None

    def _ready(self) -> StudentConnection | None:
        """Wait for a message of a process, and obey the zygote meanwhile."""
        for descriptor, _ in self._poll.poll():
            if descriptor == self._told:
                self._obey()
                return None
        return self._heard(descriptor)

    def _heard(self, descriptor: int) -> StudentConnection | None:
        """Read from a process, or accept the connection of a new one."""
        if descriptor == self._knocked:
            self._open()
            return None
        peer = self._peers[descriptor]
        try:
            data = peer.socket.recv(_CHUNK)
        except OSError:
            data = b""
        if not data:
            raise ConnectionEnded(peer)
        peer.buffer += data
        return peer

    def _open(self) -> None:
        """Accept the socket of a process that the student's process has forked."""
        assert self._door is not None
        data, sent = _receive_with_sockets(self._door)
        for number, descriptor in enumerate(sent):
            try:
                if number or len(self._peers) >= _MOST_PEERS:
                    raise OSError
                self._let_in(socket(fileno=descriptor))
            except OSError:
                os.close(descriptor)
        if not data:
            self._poll.unregister(self._knocked)

    def _obey(self) -> None:
        body = wire.read_frame(self._told)
        if body is None:
            os._exit(0)
        command = json.loads(body)
        if "series" in command:
            self._series.extend(command["series"])
        elif "next" in command:
            call = self._series.popleft()
            self._functions.begin(call["lent"])
            self._chance.seed(call["seed"])
        else:
            wire.write_frames(self._told, self._notes().encode("ascii"))

    def _notes(self) -> str:
        try:
            text = self._codec.encode(self._functions.log)
        except Untransferable as refusal:
            return self._codec.encode([f"not recorded: {refusal}"])
        if len(text) > wire.MAX_FRAME:
            return self._codec.encode([f"not recorded: {len(text)} bytes"])
        return text

    def _answer_again(self, peer: StudentConnection, text: str) -> bool:
        """Answer a question that was asked before; return whether it was.

        It is counted as any other.
        """
        start, _, question = text.partition(",")
        known = self._repeatable.get(question)
        if known is None or not _SERIAL.fullmatch(start):
            return False
        handle, value = known
        self._functions.count_repeated(handle)
        peer.send(self._packed(ANSWER, int(start[1:]), value))
        return True

    def _remember(self, text: str, handle: int | str, value: Any) -> None:
        """Remember the list that answered a question, should the same be asked again.

        Only where the text says it all, and names nothing that differs from call to call.
        """
        if len(text) > _SHORT or _NAMES_SOMETHING.search(text):
            return
        if len(self._repeatable) >= _MOST_REPEATABLE:
            self._repeatable.clear()
        self._repeatable[text.partition(",")[2]] = handle, value

    def _answer(self, peer: StudentConnection, message: Any, text: str) -> None:
        """Answer one question, or store the reply to a question of this side.

        Raises:
            ConnectionEnded: if it is neither.
        """
        match message:
            case ["=", int(serial), _] | ["!", int(serial), int(_), str(_)]:
                peer.replies[serial] = message
                return
            case [int(serial), int(handle) | str(handle), list(args), *named]:
                function, kwargs, drawing = self._asked(peer, handle, named)
            case _:
                raise ConnectionEnded(peer)
        self._answered.append(peer)
        peer.asking.append(serial)
        try:
            if len(self._answered) > _DEEPEST:
                raise RecursionError("lent functions and functions of the program ask each other")
            value = function(*args, **kwargs)
            ahead = handle in self._functions.pure and not kwargs
            if type(value) is list and not named and self._functions.is_repeatable(handle):
                self._remember(text, handle, value)
            reply = (
                self._listed(peer, serial, function, value)
                or (ahead and self._ahead(peer, serial, handle, function, args, value))
                or self._packed(ANSWER, serial, value)
            )
        except _StudentError as problem:
            reply = dumps((AGAIN, serial, problem.number))
        except Exception as problem:  # noqa: BLE001 - whatever a lent function raises
            reply = _exception_message(serial, problem)
        finally:
            self._answered.pop()
            peer.asking.pop()
            self._counters[NOTES] = len(self._functions.log)
        if drawing:
            peer.send(dumps((STATE, serial, self._chance.state()), 2))
        peer.send(reply)

    def _asked(
        self, peer: StudentConnection, handle: int | str, named: list[Any]
    ) -> tuple[Function, dict[str, Any], bool]:
        """Return the function asked, its keyword arguments, and whether it may draw at random.

        Random numbers then go on from the student's, as they would in one process.

        Raises:
            ConnectionEnded: if there is no such function, or the message has another form.
        """
        try:
            function = self._functions.find(handle)
            kwargs = dict(zip(*named[:2], strict=True)) if named else {}
            if states := named[2:]:
                self._chance.restore(*states)
        except (KeyError, TypeError, ValueError, OverflowError):
            raise ConnectionEnded(peer) from None
        return function, kwargs, bool(states)

    def _listed(
        self, peer: StudentConnection, serial: int, function: Function, value: Any
    ) -> bytes:
        """Return an answer of rows of small integers as bytes; empty for other answers."""
        returns = getattr(function, "__annotations__", {}).get("return")
        if type(value) is not list or returns != _ROWS_OF_INTEGERS:
            return b""
        rows = peer.prefetch.keep_rows(value)
        return dumps((ANSWER_ROWS, serial, rows), 2) if rows else b""

    def _ahead(
        self,
        peer: StudentConnection,
        serial: int,
        handle: int | str,
        function: Function,
        args: list[Any],
        value: Any,
    ) -> bytes:
        """Return an answer with those to the questions that follow; empty if none are known."""
        more = peer.prefetch.answer_ahead(handle, function, args, value)
        return b"" if more is None else dumps((ANSWER_AHEAD, serial, value, *more), 2)

    def _packed(self, kind: int, serial: int, *values: Any) -> bytes:
        """Return a message that ends with a value, by ``marshal`` if that keeps all of the value.

        Raises:
            TypeError: if no form does.
        """
        value = values[-1]
        try:
            # It takes an array for bytes.
            if "numpy" not in sys.modules or type(value) in SCALARS:
                return dumps((kind, serial, *values), 2)
        except ValueError:
            pass
        try:
            text = self._writer.text(self._writer.tree(value))
        except (Untransferable, ValueError) as problem:
            raise TypeError(f"what is no plain value cannot be passed on: {problem}") from None
        return dumps((kind + 1, serial, *values[:-1], text), 2)

    def _named_own(self, name: str) -> Function:
        """Return a function that asks for the student's function ``name``."""

        def function(*args: Any, **kwargs: Any) -> Any:
            return self._ask(self._answered[-1], name, args, kwargs)

        function.__name__ = function.__qualname__ = name
        return function

    def _ask(
        self,
        peer: StudentConnection,
        number: int | str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        """Ask for a student's function's answer, and answer questions meanwhile."""
        self._serial = serial = self._serial + 1
        asked = peer.asking[-1] if peer.asking else 0
        self._peer = peer
        given = [*args]
        names = []
        for place, value in enumerate(args):
            if type(value) in _ROWS and (kept := peer.name_of(value)) is not None:
                given[place] = None
                names.append((place, kept))
        peer.send(self._packed(ASK, serial, asked, number, names, (given, kwargs)))
        while serial not in peer.replies:
            try:
                self._answer_next()
            except ConnectionEnded as end:
                self._leave(end.peer)
                if end.peer is peer:
                    raise
        match peer.replies.pop(serial):
            case ["!", _, raised, kind]:
                raise _student_error(raised, kind)
            case reply:
                return reply[2]

    def _named(self, value: Any) -> dict[str, Any] | None:
        if id(value) in self._peer.own:
            return {"c": self._peer.own[id(value)][1]}
        if id(value) in self._lent:
            return {"l": self._lent[id(value)]}
        return None

    def _found(self, tag: str, body: Any) -> Any:
        """Return the function or argument that a process names."""
        peer = self._peer
        match tag:
            case "l" if type(body) in {int, str}:
                function = self._functions.find(body)
                self._lent[id(function)] = body
                return function
            case "c":
                number, name = body
                if type(number) is int and type(name) is str:
                    return self._asking_function(peer, number, name)
            case "n" if type(body) is int and 0 <= body < KEPT:
                return peer.kept[body]
            case "k":
                number, value = body
                if type(number) is int and 0 <= number < KEPT:
                    peer.kept[number] = value
                    return value
        raise MalformedValue(tag[:8])

    def _asking_function(self, peer: StudentConnection, number: int, name: str) -> Function:
        def function(*args: Any, **kwargs: Any) -> Any:
            return self._ask(peer, number, args, kwargs)

        function.__name__ = function.__qualname__ = name
        peer.own[id(function)] = function, number
        peer.made.append(function)
        return function


def _exception_message(serial: int, problem: Exception) -> bytes:
    """Return the message about an exception: its type, its short argument, and its text.

    No more of its arguments than the message shows. That of a ``UnicodeError`` holds all of the
    text, of which its message shows one character.
    """
    name, message = type(problem).__name__, str(problem)[:_MAX_MESSAGE]
    match problem.args:
        case [shown] if _is_simple_key(shown) and message == repr(shown):
            return dumps((RAISED, serial, name, shown, message), 2)  # as that of a KeyError
    return dumps((RAISED, serial, name, message, message), 2)


def _is_simple_key(value: object) -> bool:
    """Return whether ``value`` is a plain key: a text, an integer or a tuple of these."""
    return all(type(each) in {str, int} for each in (value if type(value) is tuple else (value,)))


_STUDENT_ERRORS: dict[str, type[_StudentError]] = {}


def _student_error(number: int, name: str) -> Exception:
    """Return an exception of the student's, as a subclass of the built-in one called ``name``."""
    if name not in _STUDENT_ERRORS:
        base: Any = getattr(builtins, name, None)
        if not isinstance(base, type) or not issubclass(base, Exception):
            base = Exception
        made: Callable[[str, tuple[type, ...], dict[str, Any]], Any] = type
        try:
            _STUDENT_ERRORS[name] = made(name, (_StudentError, base), {})
        except TypeError:  # layouts that do not go together
            _STUDENT_ERRORS[name] = _StudentError
    problem = _STUDENT_ERRORS[name]()
    problem.number = number
    return problem
