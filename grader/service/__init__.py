"""Runs the service: students submit by browser or program, and workers grade submissions.

1. ``data`` stores everything in one database. ``courses`` and ``people`` fill it.
2. ``accept_submission`` accepts a file: the submission and its grading are committed together
   before anything is acknowledged.
3. ``queue`` decides which grading is next, and knows which workers live.
4. ``worker`` grades through :mod:`grader.jobs`, as the command line does.
5. ``auth`` authenticates people and decides, in one place, what they may do.
6. ``web`` has the pages, and ``api`` the routes for programs.
7. ``lti`` takes people from Canvas, Moodle and others, and sends scores back to them.
"""

from __future__ import annotations

import importlib.util

from grader.model.user_error import UsageError, UserError

_NEEDED = ("aiosmtplib", "alembic", "fastapi", "multipart", "pwdlib", "sqlalchemy", "uvicorn")


class ServiceProblem(UsageError):
    """An error of the service; its message is one sentence that names the remedy."""


class ServicePackagesMissing(UserError):
    """The error that packages of the service are not installed; it says how to install them."""


def require_service_packages() -> None:
    """Check that the optional packages that the service needs are installed.

    Raises:
        ServicePackagesMissing: if one of the optional packages is not installed.
    """
    lacking = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if lacking:
        raise ServicePackagesMissing(
            f"The service needs Python packages that are not installed ({', '.join(lacking)}). "
            "Install what it takes: make service, or pip install 'search-autograder[service]'."
        )
