"""Collects versions and settings of this machine that matter to sandboxes, for people.

They decide nothing, and explain what was proved.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import grader
from grader.doctor.probe_results import BackendExamination, EnforcementState
from grader.machine import speed
from grader.sandbox import cgroups

_PATIENCE = 5
_NOBODY = 65534
_CLONE_NEWUSER = 0x10000000
_ALLOW_NAMESPACES = "Allow user namespaces, which bubblewrap needs: sysctl -w {}."
_APPARMOR = (
    "Give bwrap an AppArmor profile that allows user namespaces; docs/security.md shows the file."
)
_RESTRICTIONS = {
    # setting: the value that restricts, and what to do about it
    "/proc/sys/user/max_user_namespaces": (
        "0",
        _ALLOW_NAMESPACES.format("user.max_user_namespaces=15000"),
    ),
    "/proc/sys/kernel/unprivileged_userns_clone": (
        "0",
        _ALLOW_NAMESPACES.format("kernel.unprivileged_userns_clone=1"),
    ),
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns": ("1", _APPARMOR),
}
_GROUPS_NEEDED = (
    "For a limit on memory in total, run grade as root; or, where control groups are of version 2, "
    "in one of its own (systemd-run --user --scope -p Delegate=yes grade …); or use "
    "--sandbox docker."
)
_GROUPS_NEEDED_BY_ROOT = (
    "For a limit on memory in total, let grade write to the control groups that it is in, or use "
    "--sandbox docker; docs/security.md says more on containers."
)
_EXPECTED_IN_A_CONTAINER = (
    "In a container, an ordinary account cannot limit “memory in total”: the ✘ is expected there, "
    "as in the workers of examples/cluster, and so is the exit status 1. What follows: only the "
    "container's own limit (mem_limit) holds, for all its gradings together, so that a submission "
    "can end others beside it, which are tried again. Give a container few workers, and enough "
    "memory for each."
)
_IN_A_CONTAINER = (
    "This is a container, where bubblewrap needs more than usual: docker run --security-opt "
    "seccomp=unconfined --security-opt systempaths=unconfined, and where the host has AppArmor "
    "--security-opt apparmor=unconfined; or let grade use an engine (--sandbox docker, "
    "DOCKER_HOST)."
)
_CONTAINER_MARKS = ("/.dockerenv", "/run/.containerenv")
_ARCHITECTURE_NEEDED = (
    "Grade on x86-64 or aarch64: for other architectures there is no system-call filter."
)


def collect_machine_facts() -> dict[str, str]:
    """Return the facts that a report of a problem should state, by name."""
    return {
        "grader": grader.__version__,
        "Python": platform.python_version(),
        "speed": f"{1000 * speed.benchmark_seconds():.0f} ms for a fixed piece of work",
        "kernel": f"{platform.system()} {platform.release()} {platform.machine()}",
        "account": "root" if os.geteuid() == 0 else f"an ordinary one ({os.geteuid()})",
        "user namespaces": _describe_user_namespaces(),
        "control groups": _control_groups(),
        "bubblewrap": _bubblewrap(),
        "Docker": _describe_docker_version(),
    }


def _describe_user_namespaces() -> str:
    """Return whether an ordinary account can make a user namespace, or why not."""
    pid = os.fork()
    if pid == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(_NOBODY)
                os.setuid(_NOBODY)
            library = ctypes.CDLL(None, use_errno=True)
            status = library.unshare(_CLONE_NEWUSER)
            os._exit(ctypes.get_errno() if status else 0)
        finally:
            os._exit(errno.EPERM)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    said = f"refused ({os.strerror(abs(status))})" if status else "allowed"
    restricted = [setting for setting, (value, _) in _RESTRICTIONS.items() if _is(setting, value)]
    return f"{said}, restricted by {', '.join(restricted)}" if restricted else said


def _is(setting: str, value: str) -> bool:
    try:
        return Path(setting).read_text().strip() == value
    except OSError:  # a kernel need not have it
        return False


def _control_groups() -> str:
    try:
        return f"version {cgroups.find_control_groups().version}, usable"
    except cgroups.NoControlGroups as reason:
        return f"not usable: {reason}"


def _bubblewrap() -> str:
    executable = shutil.which("bwrap")
    if executable is None:
        return "not installed"
    try:
        said = subprocess.run(
            [executable, "--version"], capture_output=True, text=True, timeout=_PATIENCE, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError) as problem:
        return f"{executable} does not work: {problem}"
    return f"{said.split()[-1] if said.split() else 'of unknown version'} ({executable})"


def _describe_docker_version() -> str:
    """Return Docker's version, asked through the SDK that the backend uses."""
    try:
        # Not the package alone: beside this project's own folder of that name, that succeeds.
        import docker.errors
    except ImportError:
        return "Python SDK not installed"
    try:
        client = docker.from_env(timeout=_PATIENCE)
        try:
            version, info = client.version(), client.info()
        finally:
            client.close()
    except (docker.errors.DockerException, OSError):
        return f"SDK {docker.__version__}; no engine answers this account"
    # Beside the runtimes, an engine lists the names of the programs that drive them.
    offered = sorted(name for name in info.get("Runtimes") or () if "." not in name)
    runtimes = ", ".join(offered) or "none"
    if "runsc" not in offered:
        runtimes += "; gVisor (runsc) is not among them"
    return (
        f"{version.get('Version', '?')} (API {version.get('ApiVersion', '?')}, "
        f"SDK {docker.__version__}), runtimes {runtimes}"
    )


def give_advice(backends: Sequence[BackendExamination]) -> list[str]:
    """Return a sentence for each thing that would help; each backend has its own advice."""
    sentences = []
    for backend in backends:
        missing = {f.promise for f in backend.findings if f.state is EnforcementState.NOT_ENFORCED}
        if backend.disproved:
            sentences.append(
                f"Reports of runs in {backend.name} would claim what does not hold here "
                f"({', '.join(backend.disproved)}): do not use it, and report this as SECURITY.md "
                "says."
            )
        if backend.name == "bubblewrap":
            if backend.problem:
                sentences += [do for path, (value, do) in _RESTRICTIONS.items() if _is(path, value)]
                if shutil.which("bwrap") and _in_a_container():
                    sentences.append(_IN_A_CONTAINER)
            if "memory in total" in missing:
                sentences.append(_advise_on_control_groups())
        if "system calls" in missing and not backend.claimed.get("system calls"):
            sentences.append(_ARCHITECTURE_NEEDED)
    return list(dict.fromkeys(sentences))


def _in_a_container() -> bool:
    return any(Path(mark).exists() for mark in _CONTAINER_MARKS)


def _advise_on_control_groups() -> str:
    """Return a sentence on the missing control groups, and what to do about them."""
    if os.geteuid() == 0:
        return _GROUPS_NEEDED_BY_ROOT
    return _EXPECTED_IN_A_CONTAINER if _in_a_container() else _GROUPS_NEEDED
