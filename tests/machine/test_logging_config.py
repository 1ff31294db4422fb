"""Lines of JSON about what happens, each with the id of the work that it belongs to."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading

from grader.machine import logging_config


def _line(message: str, *arguments: object, **extra: object) -> dict[str, object]:
    record = logging.getLogger("grader.test").makeRecord(
        "grader.test", logging.INFO, __file__, 1, message, arguments, None, extra=extra
    )
    text = logging_config.JsonLineFormatter().format(record)
    assert text.isascii()
    assert "\n" not in text
    found: dict[str, object] = json.loads(text)
    return found


def test_a_line_says_when_what_and_about_what() -> None:
    found = _line("graded %s", "it", submission=7)
    assert found["message"] == "graded it"
    assert found["submission"] == 7
    assert found["level"] == "info"
    assert found["from"] == "grader.test"
    assert found["process"] == os.getpid()
    assert str(found["at"]).endswith("Z")


def test_no_text_begins_another_line() -> None:
    hostile = '\n{"message": "forged"}\r\x1b[2J\u2028'
    assert _line("%s", hostile)["message"] == hostile


def test_a_failure_has_its_traceback_in_the_same_line() -> None:
    try:
        raise ValueError("no such thing")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "failed", (), sys.exc_info())
    text = logging_config.JsonLineFormatter().format(record)
    assert "ValueError: no such thing" in json.loads(text)["exception"]
    assert "\n" not in text


def test_a_trace_is_that_of_the_context_alone() -> None:
    seen: list[str] = []
    with logging_config.log_with_trace_id("outer"):
        with logging_config.log_with_trace_id("inner"):
            assert _line("x")["trace"] == "inner"
            thread = threading.Thread(target=lambda: seen.append(logging_config.current_trace_id()))
            thread.start()
            thread.join()
        assert _line("x")["trace"] == "outer"
    assert logging_config.current_trace_id() == ""
    assert seen == [""]
    assert logging_config.new_trace_id() != logging_config.new_trace_id()


def test_plain_is_warnings_alone_and_json_is_all() -> None:
    program = (
        "import logging, sys; from grader.machine import logging_config;"
        "logging_config.configure_logging(sys.argv[1]);"
        "log = logging.getLogger('grader.x'); log.info('begun'); log.warning('late');"
        "logging.getLogger('alembic').info('noise')"
    )
    said = {
        form: subprocess.run(
            [sys.executable, "-c", program, form], capture_output=True, text=True, check=True
        ).stderr.splitlines()
        for form in logging_config.FORMS
    }
    assert said["plain"] == ["late"]
    assert [json.loads(line)["message"] for line in said["json"]] == ["begun", "late"]
