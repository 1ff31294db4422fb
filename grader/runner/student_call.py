"""Carries out one call of a student's function or method, in the process that was forked for it."""

from __future__ import annotations

import errno
import json
import marshal
import os
import re
import resource
import sys
import traceback
from collections.abc import Callable, Collection, Mapping
from time import process_time  # the student's code may see others
from types import ModuleType, TracebackType
from typing import Any

from grader.runner import call_arguments, load_environment, role_calls
from grader.runner.boot import SUBMISSION_FOLDER
from grader.runner.call_arguments import ReusedArguments
from grader.runner.error_hints import add_cache_hint, add_missing_module_hint, add_signature
from grader.wire import (
    MAX_FRAME,
    TOO_LONG,
    Array,
    Codec,
    LentFunctionHandle,
    OwnFunction,
    Untransferable,
    describe_type,
)

MAX_TRACEBACK = 20_000
MAX_MESSAGE = 2_000


class FunctionLender:
    """Finds the function that a call names, and the functions and arrays among its arguments.

    Args:
        module: the student's module, whose own functions may be arguments too.
        adapter: by which functions are called that fit a role of the assignment's contract.
        lent: what stands here for a lent function, by its name and number in this process.
    """

    def __init__(
        self,
        module: ModuleType,
        adapter: role_calls.Adapter,
        lent: Callable[[str, int], Callable[..., Any]],
    ) -> None:
        self.module = module
        self.adapter = adapter
        self._lent = lent
        self._first = 0
        """Functions that calls before this one were lent."""
        self.objects: dict[str, Any] = {}
        """What calls in this process have returned and kept, by its handle."""
        self.calls: dict[str, int] = {}
        """How often each of the student's own functions was called that were arguments."""
        self._own: Mapping[str, Any] = {}
        """How the student's functions that are arguments fit their roles."""
        self.made_arrays = False
        """Whether this call was given any."""
        self._refilling = ReusedArguments()
        self.returned: list[Any] | dict[Any, Any] | None = None
        """What the call before has returned, if others may fill it anew."""

    def begin(self, request: Mapping[str, Any]) -> None:
        """Forget the arguments of earlier calls, before ``request`` is carried out."""
        self.calls = {}
        self._first = request.get("first", 0)
        self._own = request.get("own", {})
        self.made_arrays = False

    def target(self, request: Mapping[str, Any]) -> Any:
        """Return the function or method that ``request`` names; ``None`` if there is none.

        Raises whatever a ``__getattr__`` of the student's raises.
        """
        holder = self.objects.get(request["on"]) if "on" in request else self.module
        name = request["fit"]["name"] if "fit" in request else request["function"]
        return None if holder is None else getattr(holder, name, None)

    def passed(self, request: Mapping[str, Any], args: list[Any]) -> list[Any]:
        """Return ``args``; for a function, in the lists and dictionaries of the previous call."""
        return args if _is_object_request(request) else self._refilling.refill_containers(args)

    def kept(self, request: Mapping[str, Any], value: Any) -> Any:
        """Return the answer for a call that returned ``value``: ``None`` if the value is kept."""
        if "keep" not in request:
            return value
        self.objects[request["keep"]] = value
        return None

    def spoiled(self) -> dict[str, Any]:
        """Describe that a call has changed what the previous call returned.

        That may be a list that both were passed.
        """
        return {"kind": "spoiled", "given_back": self._refilling.holds(self.returned)}

    def remember(self, request: Mapping[str, Any], value: Any) -> None:
        """Remember ``value``, which a call returned, to find out whether later calls change it."""
        # Not whether its class is in a set: a metaclass of the student's says what its hash is.
        holds = type(value) is list or type(value) is dict
        self.returned = value if holds and not _is_object_request(request) else None

    def lend(self, reference: LentFunctionHandle | OwnFunction | Array) -> Any:
        """Return the array or function that ``reference`` names; count calls of student functions.

        Raises:
            NameError: if the student wrote no function of that name.
            ImportError: if there is no NumPy to make the array.
        """
        if isinstance(reference, Array):
            self.made_arrays = True
            return call_arguments.make_numpy_array(reference)
        if isinstance(reference, OwnFunction):
            fit = self._own.get(reference.name)
            own = getattr(self.module, fit["name"] if fit else reference.name, None)
            if own is None:
                raise NameError(f"name {reference.name!r} is not defined")
            own = self.adapter.adapted(self.module, fit) if fit else own
            return self._counted(reference.name, own)
        return self._lent(reference.name, self._first + reference.number)

    def own(self, name: str) -> Callable[..., Any]:
        """Return the student's function ``name``, which a lent function has as an argument."""
        function: Callable[..., Any] = self.lend(OwnFunction(name))
        return function

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        calls = self.calls
        calls.setdefault(name, 0)

        def counted(*args: Any, **kwargs: Any) -> Any:
            calls[name] += 1
            return function(*args, **kwargs)

        counted.__name__ = counted.__qualname__ = name
        return counted


def _is_object_request(request: Mapping[str, Any]) -> bool:
    """Return whether ``request`` makes an object or calls a method of one."""
    return "on" in request or "keep" in request


_UNWRITTEN = {
    "kind": "raised", "type": "NotImplementedError", "message": "", "unfinished": True,
    "memory": False, "traceback": "",
}  # fmt: skip
"""As if a function whose body is empty said that it is not written yet."""


def carry_out_call(
    request: Mapping[str, Any],
    lender: FunctionLender,
    codec: Codec,
    around: Callable[[Callable[..., Any]], Callable[..., Any]] | None = None,
    held: Collection[int] = (),
) -> dict[str, Any]:
    """Carry out ``request`` and describe what happened as a JSON tree.

    It names a ``function`` of the module, or a method of the object kept as ``on``. With a ``fit``,
    the function of that name is called through the adapter. What it returns is kept in this
    process as ``keep`` if the request says so; the answer is then ``None``.

    The keys: ``nonce`` echoed; ``kind`` one of ``answer``, ``opaque``, ``raised``, ``absent``,
    ``unreadable``, ``spoiled``; what belongs to that kind; the CPU microseconds used; ``changed``
    and ``calls``, if there is anything to say of them.

    Args:
        around: makes of the function what is called in its stead.
        held: signals that are held back but for the time in which it runs.
    """
    lender.begin(request)
    lending = codec.resolving(lender.lend)  # type: ignore[arg-type]
    fit: Mapping[str, Any] | None = request.get("fit")
    name = fit["name"] if fit else request["function"]
    function: Any = None
    called: Any = None
    args: list[Any] = []
    images: list[bytes | None] = []
    reply: dict[str, Any] = {"nonce": request["nonce"]}
    # To be able to say that memory ran out; made now, because then there is none to make it.
    reserve = (resource.getrlimit(resource.RLIMIT_AS)[1],) * 2
    began = process_time()
    try:
        function = lender.target(request)
        # A binding may ask a method of an object, or an item of a list of agents.
        if function is None or not (fit or callable(function)):
            found = None if function is None else describe_type(function)
            return reply | {"kind": "absent", "found": found}
        if issubclass(type(function), type):
            name = f"{type.__getattribute__(function, '__qualname__')}."
            name += "" if fit else "__init__"
        if fit and role_calls.does_nothing(function):
            return reply | _UNWRITTEN
        if fit:
            function = lender.adapter.adapted(lender.module, fit)
        called = function if around is None else around(function)
        args = lender.passed(request, lending.revive(request["args"]))
        # The bytes of an array do not tell its shape and type.
        images = [None] * len(args) if lender.made_arrays else list(map(_fingerprint_value, args))
        earlier = None if lender.returned is None else _fingerprint_value(lender.returned)
        kwargs = lending.revive(request["kwargs"])
        load_environment.unblock_signals(held)
        value = lender.kept(request, called(*args, **kwargs))
        load_environment.block_signals(held)
        spoiled = earlier is not None and _fingerprint_value(lender.returned) != earlier
        reply |= lender.spoiled() if spoiled else _returned(value, codec)
        lender.remember(request, value)
    except BaseException as problem:  # noqa: BLE001 - sys.exit() is the student's, too
        load_environment.block_signals(held)
        if _out_of_memory(problem):
            resource.setrlimit(resource.RLIMIT_AS, reserve)
        reply |= describe_exception(problem, name, called=function, adapted=fit is not None)
    reply["cpu_us"] = int((process_time() - began) * 1e6)
    sent = codec.resolving(lambda reference: reference)
    changed = [
        position
        for position, (now, image, before) in enumerate(
            zip(args, images, request["args"][1:], strict=False)
        )
        if (image is None or image != _fingerprint_value(now)) and _differ(now, sent.revive(before))
    ]
    if fit:
        changed += role_calls.changed_arguments(called, len(args))
    # Most often there is nothing to say of these, and nothing takes time to be read, too.
    if changed:
        reply["changed"] = changed
    if calls := lender.calls:
        reply["calls"] = calls
    flush_output()
    return reply


def encode_reply(request: Mapping[str, Any], reply: Mapping[str, Any]) -> str:
    """Return ``reply`` as JSON; a note that it is too long, if it does not fit into a frame."""
    text = json.dumps(reply)
    if len(text) <= MAX_FRAME:
        return text
    found = f"an answer of {len(text)} {TOO_LONG}"
    return json.dumps({"nonce": request["nonce"], "kind": "opaque", "found": found})


def _fingerprint_value(value: Any) -> bytes | None:
    """Return bytes by which to see whether ``value`` has changed; ``None`` if there are none.

    Many times as fast as to read an argument once more, only to see that nothing has changed.
    """
    try:
        return marshal.dumps(value, 2)
    except (ValueError, MemoryError):  # no plain data, or by now a great deal of it
        return None


def _differ(now: object, before: object) -> bool:
    try:
        return call_arguments.have_changed(now, before)
    except Exception:  # noqa: BLE001 - something of the student's was put in, with a method of its own
        return True


def _returned(value: Any, codec: Codec) -> dict[str, Any]:
    try:
        return {"kind": "answer", "value": codec.tree(value)}
    except Untransferable as refusal:
        offender, whole = str(refusal), describe_type(value)
        found = offender if offender == whole else f"{whole} holding {offender}"
        return {"kind": "opaque", "found": found}


def flush_output() -> None:
    """Empty the buffers of stdout and stderr, even if the student has replaced these."""
    for name in ("stdout", "stderr"):
        try:
            import sys as theirs

            getattr(theirs, name).flush()
        except Exception:  # noqa: BLE001 - a student may have put anything in their place
            continue


def describe_exception(
    problem: BaseException, function: str, *, called: object = None, adapted: bool = False
) -> dict[str, Any]:
    """Return ``problem``, which is being handled, as texts: type, message, student's frames.

    The object ``called``, named ``function``, was called. It is unfinished if it says so itself,
    and not some other function that it relies on. A class, of which any method may be what was
    called, ends with a dot.
    If it was ``adapted``, the problem may be that its answer cannot be read.

    Nothing here may fail or run on, whatever the exception's own methods do; what they spend is
    on the call's budget.
    """
    name = describe_type(problem)
    try:
        message = str(problem)[:MAX_MESSAGE]
    except BaseException:  # noqa: BLE001 - str() of an exception is the student's code
        message = "(its message could not be printed)"
    trace = sys.exc_info()[2]  # not problem.__traceback__, which a subclass can make anything
    if adapted and role_calls.is_raised_by_adapter(problem, trace):
        return {"kind": "unreadable", "found": message if type(message) is str else ""}
    return {
        "kind": "raised",
        "type": name,
        "message": _told(problem, message, trace, called) if type(message) is str else "",
        # Not isinstance, which would ask a __class__ of the student's.
        "unfinished": issubclass(type(problem), NotImplementedError)
        and _is_of(function, _find_raising_function(trace)),
        "memory": _out_of_memory(problem),
        "traceback": student_frames(trace),
    }


def _told(problem: BaseException, message: str, trace: TracebackType | None, called: object) -> str:
    """Return ``message`` with what explains it."""
    message = add_missing_module_hint(problem, message)
    return add_cache_hint(problem, add_signature(problem, message, trace), trace, called)


def _out_of_memory(problem: BaseException) -> bool:
    """Return whether ``problem`` says that Python or the system has refused memory."""
    if issubclass(type(problem), OSError):
        number = vars(OSError)["errno"].__get__(problem)  # what a subclass says may be a lie
        return type(number) is int and number == errno.ENOMEM
    return issubclass(type(problem), MemoryError)


def _is_of(function: str, names: tuple[str, str]) -> bool:
    return function in names or (function.endswith(".") and names[1].startswith(function))


def _find_raising_function(trace: TracebackType | None) -> tuple[str, str]:
    """Return the name and qualified name of the function that raised the exception of ``trace``."""
    names = "", ""
    for frame, _ in traceback.walk_tb(trace):
        names = frame.f_code.co_name, frame.f_code.co_qualname
    return names


def student_frames(trace: TracebackType | None) -> str:
    """Return the frames of ``trace`` in the student's code or deeper, as Python prints them.

    Frames of the runner and of in-memory modules, whose file names stand in angle brackets,
    are left out.
    """
    summary = traceback.StackSummary.extract(traceback.walk_tb(trace), limit=-400)
    kept = [frame for frame in summary if not frame.filename.startswith("<")]
    return strip_folders("".join(traceback.StackSummary.from_list(kept).format()))[-MAX_TRACEBACK:]


_PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}/"
_FOLDERS = {
    re.compile(f'(?<=  File "){re.escape(folder)}/'): short
    for folder, short in {
        os.path.dirname(os.__file__): _PYTHON, "/packages": "packages/", SUBMISSION_FOLDER: "",
    }.items()
}  # fmt: skip


def strip_folders(lines: str) -> str:
    """Return frames of a traceback with the folders of Python and packages left out.

    Python itself is where it is on the grader's machine, which says nothing to the student.
    """
    for folder, short in _FOLDERS.items():
        lines = folder.sub(short, lines)
    return lines
