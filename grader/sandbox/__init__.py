"""Where student code runs: one protocol, several backends.

:func:`choose` gives a :class:`~grader.sandbox.protocol.Sandbox` by name. A sandbox starts one
:class:`~grader.sandbox.protocol.Session` per submission; a session loads the submission and
carries out calls. Neither knows of tests, expected values or points.
"""

from __future__ import annotations

from grader.sandbox.protocol import Sandbox, SandboxUnavailable

BACKENDS = ("auto", "bubblewrap", "none")
"""What ``--sandbox`` accepts."""

__all__ = ["BACKENDS", "Sandbox", "SandboxUnavailable", "choose"]


def choose(name: str) -> Sandbox:
    """The backend called ``name``; ``auto`` is the best isolation that can be had.

    Raises:
        SandboxUnavailable: if it cannot be had here; the message says how to get it.
    """
    if name == "none":
        from grader.sandbox.in_process import InProcess

        return InProcess()
    from grader.sandbox.bubblewrap import Bubblewrap

    return Bubblewrap.locate()
