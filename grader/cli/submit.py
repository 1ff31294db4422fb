"""Defines ``grade submit``, which hands in to a service, as a browser would."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from grader.cli.exit_status import GRADED, INTERNAL, note, say, stop
from grader.intake.accepted_files import SIZE_LIMITS, suffix_of
from grader.intake.intake_errors import IntakeError, too_large_error
from grader.model.escape import escape_to_one_line
from grader.model.formatting import format_score
from grader.model.user_error import UsageError, UserError

_TRIES = 5
_WAIT = 2.0
"""Seconds between two tries, and between two looks at what becomes of it."""


class NotSubmitted(UsageError):
    """The service does not take the submission; the message says why."""


class Unreachable(UserError):
    """The service does not answer."""


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--to",
    required=True,
    metavar="URL",
    help="The assignment: https://HOST/c/COURSE/ASSIGNMENT.",
)
@click.option(
    "--token",
    envvar="GRADE_TOKEN",
    required=True,
    metavar="TOKEN",
    help="Your token, from the page Account. The environment variable GRADE_TOKEN is safer: other "
    "users of the machine cannot see it.",
)
@click.option(
    "--key",
    default="",
    metavar="TEXT",
    help="The same key twice makes only one submission.  [default: a new key]",
)
def submit(file: Path, to: str, token: str, key: str) -> None:
    """Hand in FILE to a service, wait until it is graded, and show the score.

    Exit status: 0 graded, 2 usage error, or it was refused, 3 the service failed, or cannot be
    reached.
    """
    server, course, assignment = _address(to)
    if (
        suffix_of(file.name) in SIZE_LIMITS
        and file.stat().st_size > SIZE_LIMITS[suffix_of(file.name)]
    ):
        raise too_large_error(file.name)
    where = f"{server}/api/v1/courses/{course}/assignments/{assignment}/submissions"
    content = file.read_bytes()
    boundary = hashlib.sha256(content).hexdigest()
    headers = {
        "Content-Type": f"multipart/form-data; boundary={boundary}",
        "Idempotency-Key": key or secrets.token_urlsafe(16),
    }
    status = _request_json(where, token, headers, _form(boundary, file.name, content))
    say(f"accepted as number {status['id']}: {escape_to_one_line(str(status['page']))}")
    here = f"{server}/api/v1/submissions/{int(status['id'])}"
    over = status["over"]
    while not over:
        time.sleep(_WAIT)
        over = _request_json(f"{here}/progress", token, {})["over"]
    _end(_request_json(here, token, {}))


def _end(status: dict[str, Any]) -> None:
    match status["state"]:
        case "done":
            note(format_score(float(status["score"]), float(status["max_score"])))
            sys.exit(GRADED)
        case "refused":
            raise IntakeError(escape_to_one_line(str(status["reason"]), 1000))
        case _:
            stop(INTERNAL, "the grader failed; the staff of the course will see that.")


def _address(to: str) -> tuple[str, str, str]:
    parts = urlsplit(to)
    path = re.fullmatch(r"/c/([\w-]+)/(\w+)(?:/submissions)?/?", parts.path)
    if parts.scheme not in {"http", "https"} or not parts.netloc or path is None:
        raise click.BadParameter(
            f"{to!r} is not the address of an assignment; expected "
            "https://HOST/c/COURSE/ASSIGNMENT.",
            param_hint="--to",
        )
    local = parts.hostname in {"127.0.0.1", "localhost"}
    if parts.scheme == "http" and not local:
        raise click.BadParameter(
            f"{to!r} would send the token without encryption; use https://.",
            param_hint="--to",
        )
    return f"{parts.scheme}://{parts.netloc}", path[1], path[2]


def _form(boundary: str, name: str, content: bytes) -> bytes:
    # As browsers do: bytes of the name in UTF-8, and of what would end it, the code.
    escaped = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{escaped}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return head.encode("utf-8", "replace") + content + f"\r\n--{boundary}--\r\n".encode()


class _NoRedirection(urllib.request.HTTPRedirectHandler):
    """A handler that follows no redirection, as the token is for one server."""

    def redirect_request(self, *_: object) -> None:
        """Return no request, so that the redirection is not followed."""


def _request_json(
    url: str, token: str, headers: dict[str, str], body: bytes | None = None
) -> dict[str, Any]:
    """Return the service's answer; retry on failures, which the key of a request makes safe."""
    opener = urllib.request.build_opener(_NoRedirection)
    request = urllib.request.Request(
        url, body, {**headers, "Authorization": f"Bearer {token}", "Accept": "application/json"}
    )
    problem = ""
    for attempt in range(_TRIES):
        if attempt:
            say(f"the service does not answer ({problem}); trying again …")
            time.sleep(_WAIT * attempt)
        try:
            with opener.open(request, timeout=60) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as refusal:
            with refusal:
                said = _detail(refusal.read(1 << 16)) or f"status {refusal.code}"
            if refusal.code == 401:
                raise NotSubmitted(
                    "The service does not know the token, or it was revoked; make one on its page "
                    "Account."
                ) from None
            if refusal.code < 500:
                raise NotSubmitted(f"The service does not accept it: {said}") from None
            problem = said
        except (OSError, ValueError) as trouble:
            # What urllib wraps says more than its own name for it.
            problem = str(getattr(trouble, "reason", None) or trouble)
        problem = escape_to_one_line(problem)
    raise Unreachable(
        f"The service at {urlsplit(url).netloc} does not answer ({problem}); try the "
        "same command later."
    )


def _detail(body: bytes) -> str:
    try:
        return escape_to_one_line(str(json.loads(body)["detail"]), 1000)
    except (ValueError, KeyError, TypeError):
        return ""
