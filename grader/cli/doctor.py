"""``grade doctor``: what the sandboxes of this machine really prevent."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from grader.cli.ending import BELOW, INTERNAL
from grader.cli.stdout import drawn, show
from grader.sandbox import BACKENDS

if TYPE_CHECKING:
    from grader.doctor import Diagnosis

_PROBED = [name for name in BACKENDS if name != "none"]


@click.command()
@click.option(
    "--sandbox",
    "only",
    type=click.Choice(_PROBED),
    help="Probe only this one; auto is the one that gradings use.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON, with every single attempt.")
def doctor(only: str | None, as_json: bool) -> None:
    """Find out what sandboxes prevent on this machine, by trying it.

    A probe is started like a submission and tries to read and write files, to reach the network
    and other processes, to make system calls that attacks need, and to take too much memory, CPU
    time and output. What it could not try is never called enforced.

    Exit status: 0 if the sandbox that gradings use (or the one named) enforces everything, 1 if
    not everything, 3 if it cannot be used, 2 usage error.
    """
    # Imported late, so that --help and usage errors answer at once.
    from grader import doctor as probing
    from grader.cli.progress import Line

    with Line("trying the sandboxes of this machine"):
        diagnosis = probing.diagnose(only)
    show(probing.dumps(diagnosis) if as_json else _as_text(diagnosis))
    sys.exit(_STATUS[diagnosis.protection.value])


_STATUS = {"full": 0, "partial": BELOW, "none": INTERNAL}


def _as_text(diagnosis: Diagnosis) -> str:
    from grader.doctor.terminal import render

    return drawn(lambda page: render(diagnosis, page))
