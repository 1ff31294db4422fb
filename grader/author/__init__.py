"""Validates assignments: checks that hidden tests tell right solutions from wrong ones.

:mod:`~grader.author.plan_checks` says which checks there are,
:mod:`~grader.author.validate_assignment` makes them.
"""

from __future__ import annotations

CHECKS = ("assignment", "data", "costs", "reference", "skeleton", "rights", "mutants", "limits")
"""All checks, in the order in which authors read them. The first is always made."""

OF_VARIANTS = ("rights", "mutants", "limits")
"""Those of which a part can be chosen."""
