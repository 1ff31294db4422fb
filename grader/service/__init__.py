"""The service: people hand in by browser or by program, workers grade, all see what is theirs.

1. ``data`` is what is kept, in one database. ``courses`` and ``people`` fill it.
2. ``handing_in`` accepts a file: the submission and its grading are committed together before
   anything is acknowledged.
3. ``queue`` says what is graded next, and which workers live.
4. ``worker`` grades through :mod:`grader.jobs`, as the command line does.
5. ``auth`` says who somebody is and, in one place, what they may do.
6. ``web`` has the pages, ``api`` the same for programs.
"""

from __future__ import annotations

import importlib.util

from grader.model.user_error import UsageError

_NEEDED = ("alembic", "fastapi", "multipart", "pwdlib", "sqlalchemy", "uvicorn")


class ServiceProblem(UsageError):
    """The service cannot do what is asked for; the message is one sentence with the remedy."""


def require_service_packages() -> None:
    """Make sure that the service can run here.

    Raises:
        ServiceProblem: if one of the optional packages is not installed.
    """
    lacking = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if lacking:
        raise ServiceProblem(
            f"The service needs Python packages that are not installed ({', '.join(lacking)}). "
            "Install what it takes: make service, or pip install 'search-autograder[service]'."
        )
