"""What every form of a report owes its readers."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from grader.model.report import Report, View
from grader.render.report_formats import FORMS, write_report
from grader.render.report_json import dumps, loads
from tests.render.samples import EVERYTHING, EVIL, hostile
from tests.render.strategies import REPORTS

ALL_FORMS = pytest.mark.parametrize("form", FORMS)


@ALL_FORMS
@pytest.mark.parametrize("view", list(View))
def test_a_report_with_everything_in_it_can_be_written(form: str, view: View) -> None:
    text = write_report(form, EVERYTHING, view)
    assert text.endswith("\n")
    assert text == write_report(form, loads(dumps(EVERYTHING, View.STAFF)), view)


def test_there_is_a_report_with_everything_in_it() -> None:
    """A field that is added to the model has to be added there, so that every form meets it."""
    assert not [name for name, used in _uses(EVERYTHING).items() if not used]


def _uses(value: object) -> dict[str, bool]:
    """Every field of every class in ``value``, and whether one of them holds anything."""
    found: dict[str, bool] = {}
    for name, inner in _members(value):
        found[name] = found.get(name, False) or isinstance(inner, bool) or bool(inner)
        for key, used in _uses(inner).items():
            found[key] = found.get(key, False) or used
    return found


def _members(value: object) -> Iterator[tuple[str, object]]:
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield f"{type(value).__name__}.{field.name}", getattr(value, field.name)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield f"{type(value).__name__}.{name}", getattr(value, name)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _members(item)


@pytest.mark.slow
@ALL_FORMS
@given(graded=REPORTS)
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_any_report_whatever_can_be_written(form: str, graded: Report) -> None:
    for view in View:
        assert_harmless(form, write_report(form, graded, view))


@ALL_FORMS
@pytest.mark.parametrize("view", list(View))
def test_hostile_text_is_inert(form: str, view: View) -> None:
    assert_harmless(form, write_report(form, hostile(EVIL), view))


def assert_harmless(form: str, text: str) -> None:
    """Nothing that a terminal, an editor or the log of a CI runner would act upon."""
    text.encode()
    shown = re.sub(r"[\n\t]", "", text)
    assert shown.isprintable(), {char for char in shown if not char.isprintable()}
    assert not re.search(r"##\w*\[", text)
    announced = re.split(r"(?m)^::stop-commands::", text)[0] if form == "github" else ""
    for line in text.removeprefix(announced).removeprefix("::stop-commands::").splitlines():
        assert not line.lstrip().startswith("::") or (form == "github" and _ends(line, text))


def _ends(line: str, text: str) -> bool:
    """Whether ``line`` is the one that ends what is not obeyed: the last."""
    return text.endswith(f"\n{line}\n") and text.count(line) == 1


@pytest.mark.parametrize("form", ["json", "csv", "junit"])
def test_forms_for_machines_do_without_what_draws(form: str) -> None:
    code = """
import sys
from grader.model.report import View
from grader.render.report_json import loads
from grader.render.report_formats import write_report
write_report(sys.argv[1], loads(sys.stdin.read()), View.STAFF)
sys.exit(any(name in sys.modules for name in ("rich", "jinja2")))
"""
    stored = dumps(EVERYTHING, View.STAFF)
    subprocess.run([sys.executable, "-c", code, form], input=stored, text=True, check=True)
