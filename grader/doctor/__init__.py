"""Proves by trying what a sandbox really prevents: the work of ``grade doctor``.

1. A probe (:mod:`~grader.doctor.sandbox_escape_probe`) is started like a submission, through the
   same :class:`~grader.sandbox.backend_interface.Session`.
2. The trusted side sets up canaries, which the probe should not reach.
3. For each promise of ``SandboxInfo.enforced`` a judge has the probe try to break it, looks at the
   canaries, and reports what it saw (:mod:`~grader.doctor.probe_results`).

What could not be tried is not proved; it never counts as enforced.
"""

from __future__ import annotations

from collections.abc import Callable

from grader import sandbox as sandboxes
from grader.doctor import (
    limit_checks,
    machine_facts,
    probe_sandbox,
    sandbox_isolation_checks,
    system_call_checks,
)
from grader.doctor.doctor_report import dump_diagnosis
from grader.doctor.probe_results import (
    BackendExamination,
    BreakoutAttempt,
    Diagnosis,
    EnforcementState,
    PromiseResult,
    ProtectionLevel,
)
from grader.sandbox.backend_interface import Sandbox, SandboxFailure, SandboxUnavailable

__all__ = [
    "JUDGES",
    "BackendExamination",
    "BreakoutAttempt",
    "Diagnosis",
    "EnforcementState",
    "PromiseResult",
    "ProtectionLevel",
    "check_promise",
    "diagnose_machine",
    "dump_diagnosis",
    "examine_backend",
]

JUDGES: dict[str, Callable[[probe_sandbox.ProbeSetup], PromiseResult]] = {
    "files": sandbox_isolation_checks.check_files,
    "network": sandbox_isolation_checks.check_network,
    "processes": sandbox_isolation_checks.check_processes,
    "memory per process": limit_checks.check_memory_per_process,
    "memory in total": limit_checks.check_memory_in_total,
    "system calls": system_call_checks.check_system_calls,
    "cpu time": limit_checks.check_cpu_time,
    "output": limit_checks.check_output,
}
"""The judges, by the keys of ``SandboxInfo.enforced``."""


def diagnose_machine(only: str | None = None) -> Diagnosis:
    """Return a diagnosis of this machine, which takes a few seconds for each backend.

    Args:
        only: the one backend to probe; ``auto`` is the one that gradings use. All by default.
    """
    chosen = _choose_backend() if only in {None, "auto"} else only
    every = [name for name in sandboxes.BACKENDS if name not in {"auto", "none"}]
    # If none can be chosen, each has to say why.
    examined = [examine_backend(name) for name in ([chosen] if only and chosen else every)]
    return Diagnosis(
        machine_facts.collect_machine_facts(),
        examined,
        chosen or "",
        machine_facts.give_advice(examined),
    )


def _choose_backend() -> str:
    """Return the backend that ``auto`` stands for here; empty if there is none."""
    try:
        return sandboxes.choose_backend("auto").info.backend
    except SandboxUnavailable:
        return ""


def examine_backend(name: str) -> BackendExamination:
    """Return the results of probing the backend called ``name``."""
    try:
        return _probed(name, sandboxes.choose_backend(name))
    except SandboxUnavailable as problem:
        return BackendExamination(name, str(problem))
    except (SandboxFailure, probe_sandbox.AttemptNotCarriedOut, OSError) as problem:
        return BackendExamination(name, f"It could not be tried: {problem}.")


def _probed(name: str, sandbox: Sandbox) -> BackendExamination:
    with probe_sandbox.place_canaries() as placed:
        session = probe_sandbox.open_probe_session(sandbox)
        try:
            table = probe_sandbox.ProbeSetup(
                session, placed, lambda: probe_sandbox.open_probe_session(sandbox)
            )
            python = table.answer("describe_interpreter")["version"]
            findings = [check_promise(promise, table) for promise in JUDGES]
        finally:
            session.close()
    info = sandbox.info
    return BackendExamination(name, "", python, info.warning, dict(info.enforced), findings)


def check_promise(promise: str, table: probe_sandbox.ProbeSetup) -> PromiseResult:
    """Return the finding on one promise, by the judge for that promise."""
    try:
        return JUDGES[promise](table)
    except (
        probe_sandbox.AttemptNotCarriedOut,
        SandboxFailure,
        SandboxUnavailable,
        OSError,
    ) as reason:
        return PromiseResult(promise, [BreakoutAttempt("trying it", None, str(reason))])
