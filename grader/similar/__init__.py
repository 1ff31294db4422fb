"""Lists submissions that look alike, for a person to look at, and never as a verdict.

Submissions are compared as data. They come through :mod:`grader.intake`, a tokeniser (Pygments)
splits them with regular expressions, and nothing is executed, compiled or parsed as Python.
"""

from __future__ import annotations

import importlib.util

from grader.model.user_error import UserError

CAUTION = (
    "This list is not a verdict: a small task has few solutions, and everybody may use what was "
    "taught in class."
)
"""What stands in every form of the outcome."""


class CopydetectUnavailable(UserError):
    """The package that compares submissions is missing; the message says how to install it."""


def require_copydetect() -> None:
    """Raise an error unless the package that compares submissions is installed.

    Raises:
        CopydetectUnavailable: if the optional package copydetect is not installed.
    """
    if importlib.util.find_spec("copydetect") is None:
        raise CopydetectUnavailable(
            "Comparing needs the Python package copydetect. Install what it takes: "
            "make similar, or pip install 'search-autograder[similar]'."
        )
