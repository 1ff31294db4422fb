"""Makes the packages by which Gradescope and PrairieLearn grade with an assignment."""

from __future__ import annotations

import json
import uuid

from grader.assignment import Assignment
from grader.export.package_files import (
    PROMISED,
    REQUIREMENTS,
    PackageFile,
    collect_grading_files,
    read_lock,
    read_template,
)


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


ENTRYPOINT = "/grade/tests/run.sh"
_NAMESPACE = uuid.UUID("2f0d6b0e-5d0b-4c86-9a5c-0c1d4f6f7a51")
"""Of the questions' ids, so that a package made anew is the same question."""


def prairielearn_files(
    assignment: Assignment, image: str, timeout: int
) -> dict[str, PackageFile]:  # fmt: skip
    """Return the files of the question's folder by path.

    Args:
        image: name of the image that grades.
        timeout: seconds after which PrairieLearn ends the grading.

    Raises:
        PackageIncomplete: if a part of the package is not here.
    """
    grading = collect_grading_files(assignment, {})
    file = _file_name(assignment)
    page = read_template("prairielearn_question.html").replace(b"FILE_NAME", file.encode())
    info = {
        "uuid": str(uuid.uuid5(_NAMESPACE, assignment.id)),
        "title": assignment.title,
        "topic": "Programming",
        "tags": [],
        "type": "v3",
        "singleVariant": True,
        "gradingMethod": "External",
        "externalGradingOptions": {
            "enabled": True,
            "image": image,
            "entrypoint": ENTRYPOINT,
            "timeout": timeout,
            "enableNetworking": False,
        },
    }
    build = {
        "Dockerfile": read_template("prairielearn_Dockerfile"),
        "prepare_interpreter.sh": read_template("prepare_interpreter.sh"),
        "uv.txt": read_lock("uv.txt").encode(),
        REQUIREMENTS: grading.pop(REQUIREMENTS).content,
        PROMISED: grading.pop(PROMISED).content,
    }
    return {
        "info.json": PackageFile((json.dumps(info, indent=2) + "\n").encode()),
        "question.html": PackageFile(page),
        "server.py": PackageFile(_server_py_source(assignment, file).encode()),
        "tests/run.sh": PackageFile(read_template("prairielearn_run.sh"), executable=True),
        **{f"tests/source/{path}": each for path, each in grading.items()},
        **{f"image/{name}": PackageFile(content) for name, content in build.items()},
    }


def _file_name(assignment: Assignment) -> str:
    """Return the name of the file that students hand in: the usual one, or the assignment's."""
    return next((name for name in assignment.files if name.endswith(".py")), f"{assignment.id}.py")


def _server_py_source(assignment: Assignment, file: str) -> str:
    """Return the source of ``server.py``, which tells the page what is asked for."""
    tasks = [
        {
            "id": task.id,
            "title": task.title,
            "function": task.function,
            "points": f"{task.points:g}",
        }
        for task in assignment.tasks
        if not task.written
    ]
    listed = "".join(f"    {task!r},\n" for task in tasks)
    return (
        '"""Tells the question\'s page what is asked for."""\n\n'
        f"FILE = {file!r}\nTASKS = [\n{listed}]\n\n\n"
        "def generate(data):\n"
        '    data["params"]["file"] = FILE\n'
        '    data["params"]["tasks"] = TASKS\n'
    )
