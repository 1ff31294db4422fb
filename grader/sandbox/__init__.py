"""Runs student code: one protocol, several backends.

:func:`choose_backend` gives a :class:`~grader.sandbox.backend_interface.Sandbox` by name. A sandbox
starts one :class:`~grader.sandbox.backend_interface.Session` per submission; a session loads the
submission and carries out calls. Neither knows of tests, expected values or points.
"""

from __future__ import annotations

from grader.sandbox.backend_interface import Sandbox, SandboxUnavailable

BACKENDS = ("auto", "bubblewrap", "docker", "none")
"""What ``--sandbox`` accepts."""

__all__ = ["BACKENDS", "Sandbox", "SandboxUnavailable", "choose_backend", "debugging_backend"]


def choose_backend(name: str) -> Sandbox:
    """Return the backend called ``name``.

    ``auto`` is bubblewrap where it works, because it needs no daemon and starts fastest; otherwise
    a Docker engine. It is never ``none``.

    Raises:
        SandboxUnavailable: if it cannot be had here; the message says how to get it.
        ValueError: if no backend is called so.
    """
    if name == "none":
        from grader.sandbox.in_process import InProcess

        return InProcess()
    if name == "docker":
        from grader.sandbox.docker import Docker

        return Docker.locate()
    if name not in {"auto", "bubblewrap"}:
        raise ValueError(f"There is no sandbox backend {name!r}; there are {', '.join(BACKENDS)}.")
    from grader.sandbox.bubblewrap import Bubblewrap

    try:
        return Bubblewrap.locate()
    except SandboxUnavailable as first:
        if name != "auto":
            raise
        try:
            return choose_backend("docker")
        except SandboxUnavailable as second:
            raise SandboxUnavailable(f"No sandbox can be had. {first} {second}") from None


def debugging_backend() -> Sandbox:
    """Return the backend ``none``, stopping at the first line of each call of student functions."""
    from grader.sandbox.in_process import InProcess

    return InProcess(debug=True)
