"""Runs the template process: it loads the student's module once and is forked for every call."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib
import json
import os
import signal
import sys
from _socket import SO_RCVTIMEO, SO_SNDTIMEO, SOL_SOCKET, socket
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from types import ModuleType
from typing import Any, NoReturn

from grader import wire
from grader.runner import (
    load_environment,
    loader,
    role_calls,
    student_call,
    uncallable_definitions,
)
from grader.runner.boot import SUBMISSION_FOLDER, MemoryModules, library_builtins, student_builtins
from grader.runner.build_lent_functions import add_to_namespaces, define_functions
from grader.runner.companion_modules import StudentModules, enter_program_folder
from grader.runner.companion_modules import names_imported_from as imported
from grader.runner.definition_survey import survey_definitions
from grader.runner.drop_privileges import limit_resources
from grader.runner.lent_client import LentClient
from grader.runner.load_environment import NotebookStandIns, stop_timers
from grader.runner.seeding import RandomSeeder, preload_numpy_random
from grader.runner.statement import ALL_RUN, Statement
from grader.runner.statement_limits import InputAndSleepCounter, StatementTrial
from grader.runner.virtual_clock import VirtualClock

MODULE = "submission"
"""Name of the student's module; not ``__main__``, so guarded scripts do not run."""

_MOST_PROBLEMS = 200
"""Problems of loading that are passed on,"""
_MOST_NAMES = 1000
"""and names of functions and classes."""

ENDED = b'{"ended"'
"""How the message begins by which a template says that the process serving calls has ended."""


def run_template(
    control: socket,
    trace_fd: int,
    frozen: Sequence[int],
    program: Mapping[str, Any],
) -> NoReturn:
    """Load the student's module, report the result, then serve calls until killed.

    Args:
        control: connected to the zygote.
        trace_fd: where the Python stack is written when the zygote asks for it.
        frozen: of :class:`~grader.runner.virtual_clock.VirtualClock`.
        program: ``limits``, ``provided``, ``packages``, ``stand_ins``, ``enums``, ``preamble``,
            ``cells``, ``main``, ``modules``, ``seed`` and, for this template, ``lent``,
            ``globals``, ``adapter``, ``fits``, ``skip``, ``actions``, ``trial``, ``asleep``,
            ``speed``.
    """
    limit_resources(program["limits"])
    clock = VirtualClock(program["speed"], frozen)
    clock.install()
    # A C-level handler: it answers even from within a long loop that is not Python.
    faulthandler.register(signal.SIGXCPU, file=trace_fd, all_threads=False)
    sys.meta_path.insert(0, MemoryModules(program["provided"], built_ins=vars(library_builtins())))
    if program["packages"]:
        sys.path.append(program["packages"])
    known = find_provided_enums(program["enums"])
    codec = wire.Codec(known)
    chance = RandomSeeder()
    sys.meta_path.insert(0, chance)

    module, own = make_student_modules(program)
    surroundings = NotebookStandIns(module.__name__, program["cells"], program["stand_ins"])
    own.install()
    enter_program_folder(program["main"])
    waiting = InputAndSleepCounter(program["asleep"])
    # All of this is made before the student's code can stand in its way.
    adapter = role_calls.Adapter(program["adapter"])
    client = LentClient(program["lent"], known, chance)
    lender = student_call.FunctionLender(module, adapter, client.function)
    client.own = lender.own
    replacements = define_functions(program["globals"])
    add_to_namespaces(replacements.values(), replacements)
    replacements |= {role: client.function(role, role) for role in program["fits"]}
    _send(control, {"at": None})  # what this took is no time of the student's

    def announce(statement: Statement | None) -> None:
        if statement is None:
            waiting.end()
            _send(control, {"at": ALL_RUN})  # what happens from here on is no statement's fault
            return
        waiting.begin(statement)
        _send(control, {"at": [statement.index, statement.need]})

    need, seconds = program["trial"]
    trial = StatementTrial(need, seconds, waiting)
    names, problems, elsewhere = load_program(
        program, module, own, chance, surroundings, announce, trial
    )
    stop_timers()
    preload_numpy_random()
    # What NumPy's types are is found out here, once for all processes, unless it was tampered with.
    with contextlib.suppress(BaseException):
        codec.encode(None)
    unlent = replace_functions([module, *own.modules], replacements, program["fits"], adapter)
    gc.freeze()  # looking for garbage in what is there would have every fork copy it
    loaded = [list(problem) for problem in problems[:_MOST_PROBLEMS]]
    names = names[:_MOST_NAMES]
    said = {
        "loaded": loaded, "names": names, "aliases": loader.find_aliases(names, module.__dict__),
        "survey": survey_definitions(names, module.__dict__) if program["adapter"] else {},
        "unlent": unlent, "failed": trial.failed,
        "elsewhere": elsewhere,
    }  # fmt: skip
    _send(control, said)
    while True:
        _serve_in_child(control, lender, client, codec, clock, chance)


def make_student_modules(
    program: Mapping[str, Any], root: str = SUBMISSION_FOLDER
) -> tuple[ModuleType, StudentModules]:
    """Return the student's module, which is still empty, and the modules beside it.

    Args:
        program: of :func:`run_template`, the keys ``cells``, ``main``, ``modules``, ``provided``.
        root: where the files are that were handed in.
    """
    main, sources = program["main"], program["modules"]
    taken = {path.rpartition("/")[2].removesuffix(".py") for path in sources}
    module = ModuleType(MODULE + "_" * (MODULE in taken))
    module.__dict__["__builtins__"] = student_builtins()
    match program["cells"]:
        case [[_, name, False], *_]:
            module.__file__ = f"{root}/{main or name}"
    return module, StudentModules(module, main, sources, root, program["provided"])


def load_program(
    program: Mapping[str, Any],
    module: ModuleType,
    own: StudentModules,
    chance: RandomSeeder,
    surroundings: NotebookStandIns,
    announce: Callable[[Statement | None], None] | None = None,
    trial: StatementTrial | None = None,
) -> tuple[list[str], list[loader.LoadProblem], dict[str, str]]:
    """Execute preamble and cells in a new module.

    Returns:
        the functions and classes that the cells define in it by name, or import from the student's
        own modules, what went wrong, and where functions are defined that nobody can call.

    Args:
        program: of :func:`run_template`, the keys ``preamble``, ``cells``, ``seed``, ``skip`` and
            ``actions``.
        module: the new module.
        own: the modules beside it.
        chance: what random numbers it draws.
        surroundings: what the program finds around it.
        announce: called with each statement before it is executed; with ``None`` after the last.
        trial: of statements for which time may be too short.
    """
    sys.modules[module.__name__] = module
    chance.seed(program["seed"])
    exec(compile(program["preamble"], "<preamble>", "exec"), module.__dict__)
    statements, problems = loader.plan_statements(program["cells"])
    skip = {int(index): reason for index, reason in program["skip"].items()}
    if not program["actions"]:
        actions = (statement.index for statement in statements if statement.kind == "action")
        skip = dict.fromkeys(actions, "") | skip
    surroundings.drawings.printing = False

    def begin(statement: Statement) -> None:
        # Each statement of a module that this one imports has its time, too.
        if announce is not None:
            own.before = partial(announce, statement)
            own.before()

    problems += loader.execute_statements(
        statements, module.__dict__, skip=skip, before=begin, trial=trial
    )
    own.before = None
    if announce is not None:
        announce(None)
    problems += own.problems
    surroundings.drawings.printing = True
    if note := surroundings.drawings.note():
        problems.insert(0, loader.LoadProblem(note, "", None, ()))
    student_call.flush_output()
    names = [
        *loader.list_callables(statements, module.__dict__),
        *imported(own.modules, module.__dict__),
    ]
    elsewhere = uncallable_definitions.unreachable_functions(statements, module.__dict__)
    return list(dict.fromkeys(names)), problems, elsewhere


def replace_functions(
    modules: Sequence[ModuleType],
    functions: Mapping[str, Callable[..., Any]],
    fits: Mapping[str, Mapping[str, Any]],
    adapter: role_calls.Adapter,
) -> list[str]:
    """Replace the student's functions in ``modules`` by ``functions``.

    Args:
        modules: the student's, those after the first as far as they have something of that name.
        fits: how the student's own fit their roles, for those functions that are roles. These are
            replaced under the student's name and in their convention.

    Returns:
        the roles whose convention the adapter cannot imitate, so that the student's own stay.
    """
    unlent: list[str] = []
    for name, function in functions.items():
        if name not in fits:
            for module in modules:
                if module is modules[0] or name in module.__dict__:
                    setattr(module, name, function)
        elif adapter.lend(modules[0], function, fits[name]):
            theirs = fits[name]["name"]
            for module in modules[1:]:
                if theirs in module.__dict__:
                    setattr(module, theirs, modules[0].__dict__[theirs])
        else:
            unlent.append(name)
    return unlent


def find_provided_enums(names: Iterable[str]) -> dict[str, type[Enum]]:
    """Return the enumerations ``module.Class`` of provided modules, by these names."""
    found = {}
    for name in names:
        module, _, attribute = name.rpartition(".")
        found[name] = getattr(importlib.import_module(module), attribute)
    return found


def _serve_in_child(
    control: socket,
    lender: student_call.FunctionLender,
    client: LentClient,
    codec: wire.Codec,
    clock: VirtualClock,
    chance: RandomSeeder,
) -> None:
    """Fork at the next request; the child answers that one and all that follow."""
    request, asking = _receive_with_sockets(control)
    if "ping" in request:
        _send(control, {"pong": request["ping"]})
        return
    pid = os.fork()
    if pid == 0:
        load_environment.block_signals(load_environment.TIMERS)
        os.setpgid(0, 0)  # so that a signal to its own group does not reach its parent
        if asking:
            client.connect(*asking)
        while True:
            for one in request["calls"]:
                clock.speed = one["speed"]
                chance.seed(one["seed"])
                reply = student_call.carry_out_call(
                    one, lender, codec, held=load_environment.TIMERS
                )
                control.sendall(wire.frame_text(student_call.encode_reply(one, reply)))
            request = _receive(control)
    for descriptor in asking:
        os.close(descriptor)
    try:
        _, status = os.waitpid(pid, 0)
    except ChildProcessError:  # a student can have the system collect it: signal(SIGCHLD, SIG_IGN)
        status = None
    _send(control, {"ended": status})


def _send(control: socket, message: Mapping[str, Any]) -> None:
    data = memoryview(wire.frame_text(json.dumps(message)))
    while data:
        try:
            data = data[control.send(data) :]
        except BlockingIOError:
            _reset_socket_blocking(control)


def _receive(control: socket) -> Any:
    length = int.from_bytes(_exactly(control, 4), "big")
    return json.loads(_exactly(control, length))


def _receive_with_sockets(control: socket) -> tuple[Any, Sequence[int]]:
    """Return the next message, and the descriptors that were sent with it."""
    header, ancillary = b"", list[tuple[int, int, bytes]]()
    while True:
        try:
            # It travels with the first byte.
            header, ancillary, _, _ = control.recvmsg(4, 64)
            break
        except BlockingIOError:
            _reset_socket_blocking(control)
    if not header:
        os._exit(0)
    descriptors = array("i")
    for _, _, held in ancillary:
        descriptors.frombytes(held)
    header += _exactly(control, 4 - len(header))
    request = json.loads(_exactly(control, int.from_bytes(header, "big")))
    return request, descriptors


def _exactly(control: socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        try:
            chunk = control.recv(size - len(data))
        except BlockingIOError:
            _reset_socket_blocking(control)
            continue
        if not chunk:
            os._exit(0)
        data += chunk
    return bytes(data)


def _reset_socket_blocking(control: socket) -> None:
    """Reset blocking and time-outs of the socket, which a call may have changed."""
    os.set_blocking(control.fileno(), True)
    for option in (SO_RCVTIMEO, SO_SNDTIMEO):
        control.setsockopt(SOL_SOCKET, option, bytes(16))
