"""For authors: shows that hidden tests tell right solutions from wrong ones.

:mod:`~grader.validation.plan` says which checks there are, :mod:`~grader.validation.running` makes
them.
"""

from __future__ import annotations

CHECKS = (
    "assignment", "data", "costs", "reference", "skeleton", "rights", "mutants", "automatic",
)  # fmt: skip
"""All checks, in the order in which authors read them. The first is always made."""

OF_VARIANTS = ("rights", "mutants", "automatic")
"""Those of which a part can be chosen."""
