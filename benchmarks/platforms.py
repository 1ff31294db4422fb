"""The same points through every door.

All samples, and right and known-wrong programs of Problem Set 2 evenly spread over both, are graded
by this checkout, and by the packages that ``grade export`` writes for Gradescope and PrairieLearn:
by the scripts and sources in these, in folders of those platforms' layout. Differences are listed.
That the packages also work in containers is what ``tests/export/test_containers.py`` shows.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader.assignment import Assignment, load_assignment
from grader.assignment.course_assignments import BUILT_IN
from grader.author.solution_variants import (
    read_mutants,
    read_right_solutions,
    variant_submission,
)
from grader.export.package_files import PackageFile
from grader.export.platform_packages import gradescope_files, prairielearn_files

_RUN = """
import sys
from pathlib import Path
sys.path.insert(0, {source!r})
from grader.export.{module} import main
main(Path(sys.argv[1]))
"""


def table(number: int) -> Iterator[str]:
    """Yield the programs whose points differ, and a line for each door."""
    assignment = load_assignment("ps2")
    programs = list(chosen_programs(assignment, number))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        gradescope = written(gradescope_files(assignment, 0), work / "gradescope")
        question = prairielearn_files(assignment, "grader", timeout=600)
        prairielearn = written(question, work / "prairielearn") / "tests" / "source"
        differing = {"Gradescope": 0, "PrairieLearn": 0}
        for count, (name, content) in enumerate(programs, start=1):
            program = content, "ps2.ipynb" if name.endswith(".ipynb") else "ps2.py"
            direct = points_of_run(*program, work)
            found = {
                "Gradescope": points_on_gradescope(*program, gradescope, work),
                "PrairieLearn": points_on_prairielearn(*program, prairielearn, work),
            }
            for door, points in found.items():
                if abs(points - direct) > 1e-6:
                    differing[door] += 1
                    yield f"{name}: {direct} by grade run, {points} on {door}"
            print(f"{count} of {len(programs)}: {name}", file=sys.stderr, flush=True)
    count = len(programs)
    for door, wrong in differing.items():
        yield f"{door}: {count - wrong} of {count} programs get the same points"


def written(files: dict[str, PackageFile], folder: Path) -> Path:
    """Write the files of a package to ``folder``, as the platform unpacks them."""
    for name, file in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return folder


def chosen_programs(assignment: Assignment, number: int) -> Iterator[tuple[str, bytes]]:
    """Yield the samples, and ``number`` of the other programs, each with its name."""
    for path in sorted((BUILT_IN / "submissions").iterdir()):
        if path.suffix not in {".py", ".ipynb"} or path.name == "never_ends.py":
            continue  # the latter takes minutes
        yield path.name, path.read_bytes()
    variants = [*read_right_solutions(assignment), *read_mutants(assignment)]
    for index in range(min(number, len(variants))):
        variant = variants[index * len(variants) // min(number, len(variants))]
        cells = variant_submission(assignment, variant).cells
        yield variant.name, "\n".join(cell.source for cell in cells).encode()


def points_of_run(content: bytes, filename: str, work: Path) -> float:
    """Return the points that ``grade run`` gives."""
    path = handed_in(content, work / "direct" / filename)
    ran = subprocess.run(
        [sys.executable, "-m", "grader", "run", path, "-a", "ps2", "-f", "json"],
        cwd=BUILT_IN, check=True, capture_output=True,
    )  # fmt: skip
    return float(json.loads(ran.stdout)["score"])


def points_on_gradescope(content: bytes, filename: str, source: Path, work: Path) -> float:
    """Return the points in the results that the package for Gradescope writes."""
    root = work / "autograder"
    handed_in(content, root / "submission" / filename)
    return float(run_package("grade_on_gradescope", source, root)["score"])


def points_on_prairielearn(content: bytes, filename: str, source: Path, work: Path) -> float:
    """Return the points in the results that the question for PrairieLearn writes.

    An attempt that does not count there has none.
    """
    root = work / "grade"
    handed_in(content, root / "student" / filename)
    results = run_package("grade_on_prairielearn", source, root)
    return float(sum(test.get("points", 0) for test in results.get("tests", ())))


def handed_in(content: bytes, path: Path) -> Path:
    """Write what a student hands in to ``path``, alone in its folder."""
    shutil.rmtree(path.parent, ignore_errors=True)
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    return path


def run_package(module: str, source: Path, root: Path) -> dict[str, Any]:
    """Run a package's script on what is below ``root``, and return its results."""
    results = root / "results" / "results.json"
    results.parent.mkdir(exist_ok=True)
    results.unlink(missing_ok=True)
    script = _RUN.format(source=str(source), module=module)
    subprocess.run(
        [sys.executable, "-P", "-c", script, str(root)], cwd=source, check=True, capture_output=True
    )
    found: dict[str, Any] = json.loads(results.read_text("utf-8"))
    return found
