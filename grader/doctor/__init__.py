"""What a sandbox really prevents, proved by trying: the substance of ``grade doctor``.

1. A probe (:mod:`~grader.doctor.probe_submission`) is started like a submission, through the same
   :class:`~grader.sandbox.protocol.Session`.
2. The trusted side sets up canaries, which the probe should not reach.
3. For each promise of ``SandboxInfo.enforced`` a judge has the probe try to break it, looks at the
   canaries, and reports what it saw (:mod:`~grader.doctor.probe_results`).

What could not be tried is not proved; it never counts as enforced.
"""

from __future__ import annotations

from collections.abc import Callable

from grader import sandbox as sandboxes
from grader.doctor import (
    forbidden_targets,
    limit_checks,
    machine_facts,
    probe_sandbox,
    reachability_checks,
    system_call_checks,
)
from grader.doctor.doctor_json import dumps
from grader.doctor.probe_results import Attempt, Diagnosis, Examined, Finding, Protection, State
from grader.sandbox.protocol import Sandbox, SandboxFailure, SandboxUnavailable

__all__ = [
    "JUDGES",
    "Attempt",
    "Diagnosis",
    "Examined",
    "Finding",
    "Protection",
    "State",
    "diagnose",
    "dumps",
    "examine",
    "proved",
]

JUDGES: dict[str, Callable[[probe_sandbox.Bench], Finding]] = {
    "files": reachability_checks.files,
    "network": reachability_checks.network,
    "processes": reachability_checks.processes,
    "memory per process": limit_checks.memory_per_process,
    "memory in total": limit_checks.memory_in_total,
    "system calls": system_call_checks.system_calls,
    "cpu time": limit_checks.cpu_time,
    "output": limit_checks.output,
}
"""The judges, by the keys of ``SandboxInfo.enforced``."""


def diagnose(only: str | None = None) -> Diagnosis:
    """Examine this machine, which takes a few seconds for each backend.

    Args:
        only: the one backend to probe; ``auto`` is the one that gradings use. All by default.
    """
    chosen = _auto() if only in {None, "auto"} else only
    every = [name for name in sandboxes.BACKENDS if name not in {"auto", "none"}]
    # If none can be chosen, each has to say why.
    examined = [examine(name) for name in ([chosen] if only and chosen else every)]
    return Diagnosis(machine_facts.facts(), examined, chosen or "", machine_facts.advice(examined))


def _auto() -> str:
    """The backend that ``auto`` stands for here; empty if there is none."""
    try:
        return sandboxes.choose("auto").info.backend
    except SandboxUnavailable:
        return ""


def examine(name: str) -> Examined:
    """Probe the backend called ``name``."""
    try:
        return _probed(name, sandboxes.choose(name))
    except SandboxUnavailable as problem:
        return Examined(name, str(problem))
    except (SandboxFailure, probe_sandbox.NotCarriedOut, OSError) as problem:
        return Examined(name, f"It could not be tried: {problem}.")


def _probed(name: str, sandbox: Sandbox) -> Examined:
    with forbidden_targets.placed() as placed:
        session = probe_sandbox.opened(sandbox)
        try:
            table = probe_sandbox.Bench(session, placed, lambda: probe_sandbox.opened(sandbox))
            python = table.answer("interpreter")["version"]
            findings = [proved(promise, table) for promise in JUDGES]
        finally:
            session.close()
    info = sandbox.info
    return Examined(name, "", python, info.warning, dict(info.enforced), findings)


def proved(promise: str, table: probe_sandbox.Bench) -> Finding:
    """The finding of the judge of one promise."""
    try:
        return JUDGES[promise](table)
    except (probe_sandbox.NotCarriedOut, SandboxFailure, SandboxUnavailable, OSError) as reason:
        return Finding(promise, [Attempt("trying it", None, str(reason))])
