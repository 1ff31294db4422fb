"""Runs sandboxes by Docker: the backend as grading sees it."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass

from grader.model.report import SandboxInfo
from grader.runner.boot import SUBMISSION_FOLDER
from grader.sandbox import cgroups, seccomp, submission_files
from grader.sandbox.backend_interface import (
    SandboxFailure,
    SandboxProgram,
    SandboxUnavailable,
    Session,
)
from grader.sandbox.docker import engine_client, orphaned_containers
from grader.sandbox.docker.container import Container
from grader.sandbox.docker.container_options import container_configuration
from grader.sandbox.docker.engine_client import EngineAbilities
from grader.sandbox.session import ChannelSession
from grader.sandbox.zygote_client import BackendLimits

IMAGE = "search-autograder-sandbox"
"""Name of the image that ``make docker-image`` builds."""
RUNTIME = "AUTOGRADER_DOCKER_RUNTIME"
"""Environment variable that names the runtime of containers. Without it, gVisor's ``runsc`` is
taken where the engine has it, and the engine's default otherwise."""

_GVISOR = "runsc"
_GROUPS = "/sys/fs/cgroup"
_FORMAT = "1"
_LABEL = "search-autograder"
_HOW_TO_BUILD = "Build it with: make docker-image"


@dataclass(frozen=True, slots=True)
class Docker:
    """The backend that starts sandboxes as containers; see :meth:`locate`.

    Attributes:
        offer: what the engine can do.
        image: digest of the image.
        labels: what the image says of itself.
        runtime: what containers are run with; empty for the engine's default.
    """

    offer: EngineAbilities
    image: str
    labels: Mapping[str, str]
    runtime: str = ""

    @classmethod
    def locate(cls) -> Docker:
        """Return a backend for the engine with the image, after removing crashed runs' containers.

        The engine is the one that the ``docker`` command would use.

        Raises:
            SandboxUnavailable: if something is missing.
        """
        offer = engine_client.query_abilities()
        if offer.architecture != platform.machine():
            raise SandboxUnavailable(
                f"The Docker engine runs on {offer.architecture}, the grader on "
                f"{platform.machine()}; use an engine of the same architecture."
            )
        runtime = _choose_runtime(offer)
        try:
            found = engine_client.find_image(IMAGE)
            orphaned_containers.remove_orphaned_containers()
        except OSError as problem:
            raise SandboxUnavailable(f"Docker cannot be used: {problem}.") from None
        if found is None:
            raise SandboxUnavailable(
                f"The Docker engine does not have the image {IMAGE}. {_HOW_TO_BUILD}"
            )
        digest, labels = found
        if labels.get(f"{_LABEL}.image") != _FORMAT:
            raise SandboxUnavailable(
                f"The image {IMAGE} is not one for this version of the grader. {_HOW_TO_BUILD}"
            )
        return cls(offer, digest, labels, runtime)

    @property
    def info(self) -> SandboxInfo:
        """See :class:`grader.sandbox.backend_interface.Sandbox`."""
        filtered = seccomp.is_available()
        gaps = []
        if not filtered:
            gaps.append("no system-call filter exists for this architecture")
        if not self.offer.memory:
            gaps.append("memory in total is not limited, because the Docker engine cannot")
        elif not self.offer.swap:
            gaps.append("swap is not limited, because the Docker engine cannot")
        return SandboxInfo(
            backend="docker",
            enforced={
                "files": True,
                "network": True,
                "processes": True,
                "memory per process": True,
                "memory in total": self.offer.memory,
                "system calls": filtered,
                "cpu time": True,
                "output": True,
            },
            warning="; ".join(gaps),
        )

    def start(self, program: SandboxProgram) -> Session:
        """See :meth:`grader.sandbox.backend_interface.Sandbox.start`."""
        held = {word.partition("==")[0] for word in self.labels[f"{_LABEL}.packages"].split()}
        missing = [name for name in program.packages if name not in held]
        if missing:
            raise SandboxUnavailable(
                f"The assignment promises {', '.join(missing)} to submissions, but the image "
                f"{IMAGE} does not have it: add it to requirements/sandbox.in and run "
                "make lock docker-image."
            )
        inside = self.labels.get(f"{_LABEL}.python", "")
        if program.python not in {"", inside}:
            raise SandboxUnavailable(
                f"The assignment asks for Python {program.python}, and the image {IMAGE} holds "
                f"{inside or 'another'}: make docker-image FROM=python:{program.python}-slim."
            )
        memory = cgroups.total_memory(program.memory_bytes)
        try:
            return ChannelSession(lambda: self.container(memory, program), program)
        except (SandboxFailure, OSError) as failure:
            raise SandboxUnavailable(f"Docker could not start a sandbox: {failure}.") from None

    def container(self, memory_bytes: int, program: SandboxProgram | None = None) -> Container:
        """Start a new container that may take ``memory_bytes`` in all.

        It holds nothing yet but the files that were handed in beside ``program``.

        Raises:
            OSError: if the engine refuses.
        """
        files = {}
        if program is not None and program.main:
            files[SUBMISSION_FOLDER] = submission_files.as_archive(program)
        wanted = container_configuration(
            self.image, self.offer, self.runtime, memory_bytes, [*files]
        )
        return Container.start(wanted, self._confinement(), files)

    def _confinement(self) -> BackendLimits:
        return BackendLimits(
            limits_processes=self.offer.processes,
            # Version 1 of the kernel's interface, then version 2.
            memory_events=(f"{_GROUPS}/memory/memory.oom_control", f"{_GROUPS}/memory.events"),
            cpu_usage=(f"{_GROUPS}/cpuacct/cpuacct.usage", f"{_GROUPS}/cpu.stat"),
        )


def _choose_runtime(offer: EngineAbilities) -> str:
    """Return the name of the runtime for containers; empty for the engine's default.

    Raises:
        SandboxUnavailable: if the environment names one that the engine does not have.
    """
    wanted = os.environ.get(RUNTIME, "")
    if wanted and wanted not in offer.runtimes:
        raise SandboxUnavailable(
            f"{RUNTIME} names {wanted}, but the Docker engine has only "
            f"{', '.join(sorted(offer.runtimes))}."
        )
    return wanted or (_GVISOR if _GVISOR in offer.runtimes else "")
