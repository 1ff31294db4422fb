"""Makes the zip that Gradescope builds an autograder from.

Gradescope unpacks it to ``/autograder/source``, runs ``setup.sh`` there when it builds the image,
and ``run_autograder`` for each submission, which starts :mod:`grader.export.grade_on_gradescope`.
"""

from __future__ import annotations

from grader.assignment import Assignment
from grader.export.grading_files import collect_grading_files, read_lock, read_template
from grader.export.package_files import PackageFile


def gradescope_files(assignment: Assignment, per_day: int = 0) -> dict[str, PackageFile]:
    """Return the files of the zip by path.

    Args:
        per_day: how many submissions of a student are graded within a day; 0 for any number.

    Raises:
        PackageIncomplete: if a part of the package is not here.
    """
    return {
        **collect_grading_files(assignment, {"per_day": per_day}),
        "setup.sh": PackageFile(read_template("gradescope_setup.sh"), executable=True),
        "run_autograder": PackageFile(read_template("gradescope_run.sh"), executable=True),
        "prepare_interpreter.sh": PackageFile(
            read_template("prepare_interpreter.sh"), executable=True
        ),
        "uv.txt": PackageFile(read_lock("uv.txt").encode()),
    }
