"""Configures logging of programs that serve: a line for each event or, for programs, JSON.

A *trace* is an id that stands in every line about one piece of work. The service gives one to each
request; what is graded because of it carries the same id in the queue, in its worker, in the
process beside it, and where its sandbox begins.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextvars import ContextVar

FORMS = ("plain", "json")
VARIABLE = "GRADE_LOG"
"""Environment variable with the form, for the processes that a program starts."""

_trace: ContextVar[str] = ContextVar("trace", default="")
_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}
"""What every record has; what a record has besides stands in its line."""


def current_trace_id() -> str:
    """Return the id of the present piece of work; empty outside of any."""
    return _trace.get()


def new_trace_id() -> str:
    """Return a new random id, which no other piece of work has."""
    return secrets.token_hex(8)


@contextlib.contextmanager
def log_with_trace_id(id: str) -> Iterator[None]:
    """Put the trace id ``id`` into every line that is logged within the context."""
    before = _trace.set(id)
    try:
        yield
    finally:
        _trace.reset(before)


def configure_logging(form: str) -> None:
    """Set the form of the logs, in this process and in processes that it starts from now on.

    ``plain`` is warnings alone, as they are; ``json`` is all, in lines of JSON on standard error.
    """
    os.environ[VARIABLE] = form
    if form != "json":
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLineFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("grader").setLevel(logging.INFO)


class JsonLineFormatter(logging.Formatter):
    """A formatter that writes a record as one line of ASCII JSON, whatever text the record has."""

    def format(self, record: logging.LogRecord) -> str:
        """See :class:`logging.Formatter`."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "at": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "process": record.process,
            "trace": current_trace_id(),
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _USUAL}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)
