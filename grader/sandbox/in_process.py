"""Runs student code in the grader's own process, with no sandbox at all. For debugging only.

What is lent to a task is there, too.
Arguments and answers take the same way through the codec as on the wire, so that verdicts agree
with those of a real backend wherever the submission behaves. Nothing is protected, limits hold
only for code that lets itself be interrupted, and every report says so.
"""

from __future__ import annotations

import contextlib
import io
import json
import pdb  # noqa: T100 - for people who ask for it
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import func_timeout

from grader import wire
from grader.model.report import SandboxInfo
from grader.model.submission import LoadNote
from grader.model.submission_survey import Survey
from grader.runner import build_lent_functions, loader, role_calls, template_process
from grader.runner import student_call as runner_call
from grader.runner.boot import MemoryModules
from grader.runner.build_lent_functions import LentFunctions
from grader.runner.definition_survey import survey_definitions
from grader.runner.lent_call_counts import SharedCallCounters
from grader.runner.load_environment import NotebookStandIns
from grader.runner.seeding import RandomSeeder
from grader.sandbox import submission_files
from grader.sandbox.backend_interface import (
    CallAfterClose,
    CallEnding,
    Injection,
    Loaded,
    Outcome,
    SandboxProgram,
    SandboxUnavailable,
)
from grader.sandbox.call_request import Call
from grader.sandbox.interpreter import OWN_VERSION
from grader.sandbox.reply_parsing import ReplyParser


class InProcess:
    """The backend of ``--sandbox none``.

    Args:
        debug: whether to stop at the first line of each call, in the debugger.
    """

    def __init__(self, *, debug: bool = False) -> None:
        self._debug = debug

    @property
    def info(self) -> SandboxInfo:
        """See :class:`grader.sandbox.backend_interface.Sandbox`."""
        nothing = ("files", "network", "processes", "memory per process", "memory in total",
                   "system calls", "cpu time", "output")  # fmt: skip
        return SandboxInfo(
            "none",
            dict.fromkeys(nothing, False),
            "NO SANDBOX: the submission ran with all rights of the person who graded it, in the "
            "process that holds what it is lent",
        )

    def start(self, program: SandboxProgram) -> InProcessSession:
        """See :meth:`grader.sandbox.backend_interface.Sandbox.start`."""
        if program.python not in {"", OWN_VERSION}:
            raise SandboxUnavailable(
                f"The assignment asks for Python {program.python}, and without a sandbox code runs "
                f"in the grader's own, {OWN_VERSION}; use --sandbox bubblewrap."
            )
        return InProcessSession(program, debug=self._debug)


class InProcessSession:
    """A session whose submission is loaded into this very interpreter."""

    def __init__(self, program: SandboxProgram, *, debug: bool = False) -> None:
        self._program = program
        self._debug = debug
        self._provided = MemoryModules(program.provided)
        self._chance = RandomSeeder()
        self._folder = tempfile.TemporaryDirectory(prefix="grader-")
        submission_files.write_files(program, Path(self._folder.name))
        nothing, self._own = template_process.make_student_modules(
            self._described(), self._folder.name
        )
        self._own.install()
        self._lent = self._made_of(Injection())
        self._lender = self._lending(nothing, role_calls.Adapter({}))
        self._process: InProcessProcess | None = None
        self._lent_names: tuple[str, ...] = ()
        self._lent_before = 0
        self.cpu_seconds = self.idle_seconds = 0.0
        sys.meta_path[:0] = [self._provided, self._chance]
        cells = self._described()["cells"]
        self._surroundings = NotebookStandIns(nothing.__name__, cells, program.stand_ins)

    def load(self, injection: Injection) -> Loaded:
        """See :meth:`grader.sandbox.backend_interface.Session.load`."""
        self._close_process()
        self._forget()
        began = time.process_time()
        module, self._own = template_process.make_student_modules(
            self._described(), self._folder.name
        )
        self._own.install()
        with _captured() as (out, err), self._entered():
            adapter = role_calls.Adapter(injection.adapter)
            self._lent = self._made_of(injection)
            self._lent_names = (*injection.functions, *injection.stubs)
            self._lender = self._lending(module, adapter)
            replacements = build_lent_functions.define_functions(injection.globals)
            build_lent_functions.add_to_namespaces(replacements.values(), replacements)
            names, problems, elsewhere = template_process.load_program(
                self._described(), module, self._own, self._chance, self._surroundings
            )
        fits = {role: fit.sent for role, fit in injection.fits.items()}
        modules = [module, *self._own.modules]
        unlent = template_process.replace_functions(modules, replacements, fits, adapter)
        aliases = loader.find_aliases(names, module.__dict__)
        notes = tuple(LoadNote(p.message, p.cell, p.line, p.column) for p in problems)
        lost = {name: f"{p.cell}, line {p.line}: {p.message}" for p in problems for name in p.names}
        output = out.getvalue() + err.getvalue()
        used = time.process_time() - began
        self.cpu_seconds += used
        listed = Survey.read(
            survey_definitions(names, module.__dict__) if injection.adapter else {}
        )
        return Loaded(notes, lost, output, used, names, aliases, listed, unlent, elsewhere)

    def allow_reloads(self) -> None:
        """Do nothing; see :meth:`~grader.sandbox.backend_interface.Session.allow_reloads`."""

    def freeze(self) -> None:
        """See :meth:`~grader.sandbox.backend_interface.Session.freeze`. Nothing is frozen here."""

    def fork(self) -> InProcessProcess:
        """See :meth:`~grader.sandbox.backend_interface.Session.fork`. Globals of the module stay.

        Only objects that were kept are gone: there is just this one process.
        """
        self._close_process()
        self._lender.objects.clear()
        self._lent.clear()
        self._lent_before = 0
        self._process = InProcessProcess(self)
        return self._process

    def carry_out(self, call: Call) -> Outcome:
        """Carry out one call in this interpreter, and return its outcome."""
        codec = wire.Codec(template_process.find_provided_enums(self._program.enums))
        ours = wire.Codec(self._program.enums, packages=self._program.packages)
        request = json.loads(call.described(ours, "", self._lent_before))
        lent = json.loads(call.lending(ours))["lent"]
        self._lent_before += len(lent)
        self._lent.begin(lent)
        counted = self._lent.counts()
        began, cpu = time.monotonic(), time.process_time()
        reply: dict[str, Any] = {"outcome": "answered", "answers": []}
        self._chance.seed(call.seed)
        with self._entered():
            if self._debug:
                answer = runner_call.carry_out_call(
                    request, self._lender, codec, _break_at_first_line
                )
                reply["answers"] = [runner_call.encode_reply(request, answer)]
            else:
                reply |= self._within_limits(call, request, codec)
        used = time.process_time() - cpu
        self.cpu_seconds += used
        reply |= {"wall": time.monotonic() - began, "cpu": used}
        now = zip(self._lent.counts(), counted, strict=True)
        reply |= {"counts": [[after - before for after, before in now]]}
        reply |= {"notes": [codec.encode(self._lent.log).encode("ascii")]}
        return ReplyParser(ours, "", self._lent_names).outcomes(reply, [call])[0]

    def _made_of(self, injection: Injection) -> LentFunctions:
        codec = wire.Codec(self._program.enums)
        functions, stubs = injection.functions, injection.stubs
        return LentFunctions(functions, stubs, {}, SharedCallCounters().counters(), codec)

    def _lending(
        self, module: ModuleType, adapter: role_calls.Adapter
    ) -> runner_call.FunctionLender:
        """Return a lender that hands out lent functions directly: no other process has them."""
        lender = runner_call.FunctionLender(
            module, adapter, lambda _, handle: self._lent.find(handle)
        )

        def own(name: str) -> Callable[..., Any]:
            def function(*args: Any, **kwargs: Any) -> Any:
                return lender.own(name)(*args, **kwargs)

            return function

        self._lent.own = own
        return lender

    def _within_limits(
        self, call: Call, request: Mapping[str, Any], codec: wire.Codec
    ) -> dict[str, Any]:
        """Return the answer to ``call`` unless it takes too long, and what the call printed."""
        reply: dict[str, Any] = {}
        with _captured() as (out, err):
            try:
                answer = func_timeout.func_timeout(
                    call.limits.cpu_seconds,
                    runner_call.carry_out_call,
                    (request, self._lender, codec),
                )
                reply["answers"] = [runner_call.encode_reply(request, answer)]
            except func_timeout.FunctionTimedOut:
                reply["outcome"] = CallEnding.CPU.value
        return reply | {"stdout": out.getvalue(), "stderr": err.getvalue()}

    def close(self) -> None:
        """See :meth:`grader.sandbox.backend_interface.Session.close`."""
        self._close_process()
        self._forget()
        sys.meta_path.remove(self._provided)
        sys.meta_path.remove(self._chance)
        self._surroundings.remove()
        self._folder.cleanup()

    def _close_process(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    def _forget(self) -> None:
        self._own.remove()
        for name in self._program.provided:
            sys.modules.pop(name, None)

    @contextlib.contextmanager
    def _entered(self) -> Iterator[None]:
        """Make the program's folder the working directory, if it was written to disk."""
        if not self._program.main:
            yield
            return
        with contextlib.chdir(Path(self._folder.name, self._program.main).parent):
            yield

    def _described(self) -> Mapping[str, Any]:
        cells = [[cell.source, cell.name, cell.notebook] for cell in self._program.cells]
        return {
            "preamble": self._program.preamble,
            "cells": cells,
            "main": self._program.main,
            "provided": self._program.provided,
            "modules": {module.name: module.source for module in self._program.modules},
            "seed": self._program.seed,
            "skip": {},
            "actions": True,
        }


class InProcessProcess:
    """A stand-in for a process: calls follow each other in the grader's own process.

    Attributes:
        ended: whether it was closed.
    """

    def __init__(self, session: InProcessSession) -> None:
        self.ended = False
        self._session = session

    def call(self, call: Call) -> Outcome:
        """See :meth:`grader.sandbox.backend_interface.Process.call`."""
        if self.ended:
            raise CallAfterClose
        return self._session.carry_out(call)

    def call_each(self, calls: Sequence[Call]) -> list[Outcome]:
        """See :meth:`grader.sandbox.backend_interface.Process.call_each`."""
        return [self.call(call) for call in calls]

    def close(self) -> None:
        """See :meth:`grader.sandbox.backend_interface.Process.close`."""
        self.ended = True


def _break_at_first_line(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``function`` wrapped so that the debugger stops at its first line."""
    return partial(pdb.runcall, function)


@contextlib.contextmanager
def _captured() -> Iterator[tuple[io.StringIO, io.StringIO]]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield out, err
