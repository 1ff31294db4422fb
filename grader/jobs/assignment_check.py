"""Checks an assignment's own files, for problems that would make every grading by it fail.

``python -m grader.jobs.assignment_check ID COURSE`` writes a list of sentences as JSON. It is a
program of its own because it imports hidden tests, of which nothing may stay in a server.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from grader.assignment import AssignmentError
from grader.assignment import course_assignments as courses
from grader.examine.test_collection import prepare_hidden_tests


def find_assignment_problems(assignment: str, course: Path) -> list[str]:
    """Return a sentence for each problem of an assignment that prevents grading."""
    try:
        chosen = courses.load_assignment(assignment, course)
        return prepare_hidden_tests(chosen).wrong(chosen)
    except AssignmentError as refusal:
        return str(refusal).splitlines()


if __name__ == "__main__":
    _assignment, _course = sys.argv[1:]
    sys.stdout.write(f"\n{json.dumps(find_assignment_problems(_assignment, Path(_course)))}")
