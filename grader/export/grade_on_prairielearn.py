"""Grades one attempt on PrairieLearn: reads below ``/grade``, and writes ``results.json``.

That file is written whatever happens. An attempt that could not be graded does not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from grader.assignment import load_assignment
from grader.export.grade_in_container import (
    GRADER_FAILED,
    NO_SANDBOX,
    choose_sandbox,
    describe_sandbox,
    grade_folder,
    print_for_staff,
    read_settings,
)
from grader.intake.intake_errors import IntakeError
from grader.machine.atomic_write import write_atomically
from grader.model.report import View
from grader.render.json_conversion import encode_json
from grader.render.prairielearn_results import render_ungradable
from grader.render.report_formats import write_report
from grader.sandbox import Sandbox
from grader.sandbox.backend_interface import SandboxUnavailable


def grade_attempt(root: Path, source: Path, sandbox: Callable[[Path], Sandbox]) -> str:
    """Return the text of ``results.json`` for the attempt below ``root``, whatever happens.

    Args:
        root: ``/grade``.
        source: the package's files.
        sandbox: finds the sandbox in a container of the platform.
    """
    try:
        settings = read_settings(source)
        assignment = load_assignment(settings.assignment, source)
        report = grade_folder(assignment, root / "student", sandbox(root))
        results = json.loads(write_report("prairielearn", report, View.STUDENT))
        results["output"] += f"\n\n{describe_sandbox(report.sandbox)}"
        return encode_json(results)
    except IntakeError as problem:
        return render_ungradable([str(problem)])
    except SandboxUnavailable as problem:
        print_for_staff(problem)
        return render_ungradable([NO_SANDBOX])
    except Exception as bug:  # noqa: BLE001 - students are to read a sentence whatever happens
        print_for_staff(bug)
        return render_ungradable([GRADER_FAILED])


def main(root: Path = Path("/grade")) -> None:
    """Grade what is below ``root``, and write its results."""
    text = grade_attempt(root, Path.cwd(), choose_sandbox)
    (root / "results").mkdir(exist_ok=True)
    write_atomically(root / "results" / "results.json", text)


if __name__ == "__main__":
    main()
