"""Which submissions look alike: a list for a person to look at, never a verdict.

Submissions are compared as data. They come through :mod:`grader.intake`, a tokeniser (Pygments)
splits them with regular expressions, and nothing is executed, compiled or parsed as Python.
"""

from __future__ import annotations

import importlib.util

from grader.model.user_error import UsageError

CAUTION = (
    "A list to look at, never a verdict: a small task has few solutions, and what was read, heard "
    "or shown in class is everybody's."
)
"""What stands in every form of the outcome."""


class CopydetectUnavailable(UsageError):
    """What comparing takes is not installed; the message is one sentence with the remedy."""


def require_copydetect() -> None:
    """Make sure that submissions can be compared here.

    Raises:
        Unavailable: if the optional package that does it is not installed.
    """
    if importlib.util.find_spec("copydetect") is None:
        raise CopydetectUnavailable(
            "Comparing needs the Python package copydetect. Install what it takes: "
            "make similar, or pip install 'search-autograder[similar]'."
        )
