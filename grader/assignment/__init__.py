"""Finds, reads and checks assignments and courses, and reads the costs of reference solutions.

A course is a folder with ``hidden_tests/<id>`` and ``reference/<id>`` for each of its assignments.
"""

from __future__ import annotations

from grader.assignment.assignment_toml import read_assignment
from grader.assignment.course_assignments import load_assignment
from grader.assignment.model import (
    Assignment,
    AssignmentError,
    RoleModules,
    Task,
    UnknownAssignment,
    UnknownTask,
)

__all__ = [
    "Assignment", "AssignmentError", "RoleModules", "Task", "UnknownAssignment", "UnknownTask",
    "load_assignment", "read_assignment",
]  # fmt: skip
