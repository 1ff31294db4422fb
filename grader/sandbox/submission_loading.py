"""Loads a submission in a sandbox: whole, or without the statements that a load failed at.

A zygote ends a load that runs on or breaks down. The next one leaves out the statement it was at.
Where the time is too short for all, it is experiments that are left out first, on which nothing
depends, and definitions never: ``docs/decisions/0023-experiments-are-left-out-first.md``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader.machine.process_locks import hold_exclusive_lock
from grader.machine.speed import limit_factor_now
from grader.model.submission import MAX_MESSAGE, LoadNote
from grader.model.submission_survey import Survey
from grader.model.time_limits import CallLimits, LoadLimits
from grader.runner.statement import ALL_RUN, Importance
from grader.runner.statement_limits import ASLEEP, TOOK_LONG, UNANSWERED
from grader.sandbox.backend_interface import Injection, Loaded, SandboxFailure
from grader.sandbox.lent_function_signatures import extract_lent_signatures
from grader.sandbox.reply_parsing import describe_exit_status
from grader.sandbox.zygote_client import GRACE, ZygoteConnection, encode_limits

MAX_REPEATED_LOADS = 3
"""Loads that are repeated because the machine was too busy for them; no more for one submission."""
MAX_PROBLEMS = 200
"""Problems of one load that are looked at; a template has no reason to send more."""
MAX_NAMES = 1000
"""Names of functions and classes, likewise."""
MAX_CUTS = 8
"""Top-level statements that are cut before only definitions are executed; one that ran on, which
cost its whole budget, counts twice."""
_RUNNING_ON = 2
"""Statements that may run on before all others that are needed as little are tried first."""
_EXPERIMENTS = 1 / 6
"""Share of the time for loading that experiments have, on which nothing else depends;"""
_TRIAL = 1 / 120
"""and a statement that is tried first, because the time is too short for all."""
_OUT_OF_CPU_TIME = frozenset({"cpu", "total", "experiments"})
"""Why a load was ended that may do with more CPU time, where all is slow at this moment."""
_SPARE_OTHERS = "remove what kills them, such as os.kill(-1, …)"
_STILL_AT_WORK = "see which thread, timer or hook it leaves at work, and remove it"
_ALL = -1
"""Less than any need: all statements are executed without being tried first."""


class SubmissionLoader:
    """A loader of one submission, which remembers the statements to be left out."""

    def __init__(self, connection: ZygoteConnection) -> None:
        self._connection = connection
        self._skipped: dict[int, str] = {}
        self._actions = True
        self._without_actions = ""
        """Why only definitions are executed."""
        self._cuts = 0
        self._ran_on = 0
        self._tried: int = _ALL
        self._settled = False
        self._repeated_loads = 0
        self._unreadable: LoadNote | None = None

    def load(self, injection: Injection) -> Loaded:
        """Load the submission with ``injection``.

        Raises:
            SandboxFailure: if the sandbox does not work, or the machine is too busy.
        """
        limits = self._connection.program.load
        while True:
            reply = self._load_once(injection, limits)
            if _may_blame_machine(reply) and self._repeated_loads < MAX_REPEATED_LOADS:
                self._repeated_loads += 1
                with hold_exclusive_lock():
                    reply = self._load_once(injection, limits.patient())
            if reply.get("why") in _OUT_OF_CPU_TIME:
                slower = limit_factor_now(
                    self._connection.program.calibration, limits.statement.speed
                )
                if slower > 1:
                    reply = self._load_once(injection, limits.times(slower))
            if "loaded" in reply:
                self._settle(reply.get("failed"))
                return self._loaded(reply, injection)
            if reply["why"] == "starved":
                raise SandboxFailure("this machine is too busy to load the submission")
            self._cut(reply)

    def _load_once(self, injection: Injection, limits: LoadLimits) -> dict[str, Any]:
        """Have the zygote load once, and return its reply, which may be that it ended the load."""
        program = self._connection.program
        total = limits.total.cpu_seconds
        share = _EXPERIMENTS * total
        hurried = self._settled or self._tried >= Importance.NONE
        message = {
            "op": "load",
            "limits": encode_limits(limits.statement, program),
            "total": encode_limits(limits.total, program),
            "experiments": None if hurried else share,
            "lends": injection.lends,
        }
        roles = {name: injection.globals[name] for name in injection.fits}
        lent = {
            "functions": dict(injection.functions),
            "stubs": dict(injection.stubs),
            "roles": roles,
            "pure": list(injection.pure),
        }
        # What a task is lent is not for the process that it is lent to.
        own = {
            "lent": extract_lent_signatures(injection),
            "globals": {n: text for n, text in injection.globals.items() if n not in roles},
            "adapter": dict(injection.adapter),
            "fits": {role: fit.sent for role, fit in injection.fits.items()},
            "skip": self._skipped,
            "actions": self._actions,
            "trial": [_ALL if self._settled else self._tried, _TRIAL * total],
            "asleep": total if hurried else share,
            "speed": limits.statement.speed,
        }
        patience = limits.total.patience + limits.statement.patience + GRACE
        frames = [lent, own] if injection.lends else [own]
        bodies = [json.dumps(each).encode("ascii") for each in frames]
        return self._connection.request(message, patience, *bodies)

    def _cut(self, reply: Mapping[str, Any]) -> None:
        """Decide from a load that had to be ended which statements the next load leaves out.

        Raises:
            SandboxFailure: if nothing is left that could be left out.
        """
        why = reply["why"]
        index = _read_statement_index(reply["cut"])
        limits = self._connection.program.load
        reading = reply["cut"] is None
        reason = self._reason(
            why, reply.get("status"), limits.total if reading else limits.statement
        )
        if not self._connection.program.cells:
            raise SandboxFailure(f"loading {reason}, even without the submission")
        if why == "killed":
            self._cut_all_actions(f"the submission {reason}", _SPARE_OTHERS)
            return
        if reply["cut"] == ALL_RUN:
            self._cut_after_all(reply, reason)
            return
        if index is None:
            self._give_up(f"Python itself {reason} when it read the submission")
            return
        self._settled = False
        slept = why == "died" and reply.get("status") == ASLEEP << 8
        if self._tried < Importance.NONE and (why == "experiments" or slept):
            self._tried = (
                Importance.NONE
            )  # so that this comes once: any statement may end like this
            self._skipped[index] = TOOK_LONG
            return
        self._cuts += 1
        if why == "total" and self._leave_out_costly(reply["costly"]):
            return
        self._skipped[index] = reason
        if why == "cpu":
            self._ran_on += 1
            if self._ran_on > _RUNNING_ON:
                self._tried = max(
                    self._tried,
                    min(_read_statement_importance(reply["cut"]), Importance.DEFINITIONS),
                )
        cuts = self._cuts + self._ran_on
        if why == "total" or cuts > MAX_CUTS:
            long = why == "total"
            self._leave_out_actions(
                "loading took too long" if long else "too many of its statements had to be cut"
            )
        if cuts > 2 * MAX_CUTS:
            self._give_up("too many of its statements had to be cut, so nothing of it was loaded")

    def _cut_after_all(self, reply: Mapping[str, Any], reason: str) -> None:
        """Decide what to leave out after a load that had to be ended after its last statement.

        What goes on then was begun by an action, most likely: a thread, a timer or a hook.
        """
        if reply["why"] == "total" and self._leave_out_costly(reply["costly"]):
            self._settled = False
            return
        self._cut_all_actions(f"the submission {reason} after its last statement", _STILL_AT_WORK)

    def _cut_all_actions(self, what: str, remedy: str) -> None:
        """Execute definitions alone from now on; nothing at all if that was tried before."""
        if not self._actions:
            self._give_up(f"{what}, so nothing of it was loaded: {remedy}")
            return
        self._settled = False
        self._leave_out_actions(f"{what} ({remedy})")

    def _leave_out_actions(self, why: str) -> None:
        """Execute only definitions in further loads."""
        self._tried = Importance.DEFINITIONS
        self._actions = False
        self._without_actions = self._without_actions or why

    def _leave_out_costly(self, costly: Sequence[object]) -> bool:
        """Leave out statements that took much of the time, the least needed ones first.

        What takes little may be what functions need: a loop that fills a table. And what they need
        is kept if that is enough.

        Returns:
            whether there is such a statement, and this has not been done before.
        """
        known = {
            index: _read_statement_importance(at)
            for at in costly
            if (index := _read_statement_index(at)) is not None
        }
        for need in (Importance.UNKNOWN, Importance.DEFINITIONS):
            least = [index for index, its in known.items() if its <= need]
            if least and need > self._tried:
                self._tried = need
                self._skipped |= dict.fromkeys(least, TOOK_LONG)
                return True
        return False

    def _settle(self, failed: object) -> None:
        """Make the choice of left-out statements final, once the submission has loaded."""
        if not self._settled and isinstance(failed, list):
            self._skipped |= dict.fromkeys(
                filter(_is_small_integer, failed[:MAX_PROBLEMS]), TOOK_LONG
            )
        self._settled = True

    def _give_up(self, reason: str) -> None:
        """Go on without the submission, of which nothing can be loaded."""
        self._unreadable = LoadNote(reason)
        self._connection.program = replace(self._connection.program, cells=())
        self._skipped.clear()
        self._actions = True
        self._connection.close()

    def _reason(self, why: str, status: int | None, limits: CallLimits) -> str:
        """Return what happened, for a sentence; ``limits`` are those that were exceeded."""
        match why:
            case "cpu":
                return f"used more than {limits.cpu_words}"
            case "wall":
                return f"waited for more than {limits.wall_words}"
            case "output":
                return f"printed more than {self._connection.program.output_bytes >> 20} MiB"
            case "total":
                return "used up what was left of the time for loading"
            case "memory":
                return "took more memory than is allowed"
            case "killed":
                return "killed processes that it had not started, while it was loaded"
            case "died" if status == UNANSWERED << 8:
                return "asked again and again for input, which nobody gives here,"
            case "died" if status == ASLEEP << 8:
                return TOOK_LONG
            case "died":
                return describe_exit_status(status)
        return "disturbed the grader's connection"

    def _loaded(self, reply: Mapping[str, Any], injection: Injection) -> Loaded:
        notes = [] if self._unreadable is None else [self._unreadable]
        if not self._actions:
            notes.append(LoadNote(f"{self._without_actions}; only definitions were executed"))
        lost: dict[str, str] = {}
        for note, names in _read_problems(reply["loaded"]):
            notes.append(note)
            lost |= dict.fromkeys(names, f"{note.file}, line {note.line}: {note.message}")
        output = str(reply["stdout"]) + str(reply["stderr"])
        return Loaded(
            tuple(notes),
            lost,
            output,
            float(reply["cpu"]),
            _read_identifiers(reply.get("names")),
            _read_identifiers(reply.get("aliases")),
            Survey.read(reply.get("survey")),
            tuple(
                role for role in _read_identifiers(reply.get("unlent")) if role in injection.fits
            ),
            _read_uncallable_places(reply.get("elsewhere")),
        )


def _may_blame_machine(reply: Mapping[str, Any]) -> bool:
    """Return whether the machine may be to blame for a load that was ended."""
    why = reply.get("why")
    return why == "starved" or (why in {"wall", "total"} and reply.get("pressed") is True)


def _read_statement_index(at: object) -> int | None:
    """Return the index of a statement that a template named; ``None`` for nonsense."""
    match at:
        case [int(index), *_] if _is_small_integer(index):
            return index
    return None


def _read_statement_importance(at: object) -> int:
    """Return the importance of a statement that a template named, or ``Importance.NONE``."""
    match at:
        case [_, int(need)]:
            return need
    return Importance.NONE


def _is_small_integer(value: object) -> bool:
    """Return whether ``value`` is an integer of plausible size, and no ``bool``."""
    return type(value) is int and 0 <= value < 1 << 20


def _read_identifiers(said: object) -> tuple[str, ...]:
    """Return the names that a template reported, if they are valid identifiers."""
    names = said[:MAX_NAMES] if isinstance(said, list) else []
    return tuple(
        name for name in names if isinstance(name, str) and len(name) <= 200 and name.isidentifier()
    )


def _read_uncallable_places(said: object) -> dict[str, str]:
    """Return the places of uncallable functions that a template reported, if they are texts."""
    names = _read_identifiers(list(said)) if isinstance(said, dict) else ()
    texts = {name: said[name] for name in names} if isinstance(said, dict) else {}
    return {name: text[:MAX_MESSAGE] for name, text in texts.items() if isinstance(text, str)}


def _read_problems(said: object) -> Iterator[tuple[LoadNote, list[str]]]:
    """Yield the problems of loading that a template reported, if they have the right shape."""
    if not isinstance(said, list):
        return
    for entry in said[:MAX_PROBLEMS]:
        match entry:
            case [str(message), str(cell), line, [*names], column] if (
                line is None or _is_small_integer(line)
            ) and (column is None or _is_small_integer(column)):
                note = LoadNote(message[:MAX_MESSAGE], cell[:200], line, column)
                yield note, [n for n in names if isinstance(n, str)]
