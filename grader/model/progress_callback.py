"""Defines the function that a grading calls to tell its progress."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with the task at hand, the number of cases done and the number of all cases."""
