"""Texts that people put into forms arrive as they were typed, however often they go to and fro."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from grader.service.data.decision_tables import AssignmentTerms, Mark, RegradeRequest
from grader.service.data.tables import Membership, Person, Role, Submission
from grader.service.web import page_rendering
from tests.render.samples import EVERYTHING
from tests.service.cast import Cast, routes, rows
from tests.service.forms import Form, forms
from tests.service.scene import Scene
from tests.service.site import Browser, words
from tests.service.test_access import GET

TEXTS = {
    "lf": "first line\nsecond line",
    "crlf": "first line\r\nsecond line\r\n",
    "cr": "first line\rsecond line",
    "leading newline": "\n\nfirst line",
    "tabs": "\tfirst\tline",
    "quotes": "she said \"it's\" & 'that's' &amp; &#13; <b>",
    "end of the area": "a </textarea></form><b> c <!-- d",
    "unusual": "no\u00a0break, a family \U0001f469\u200d\U0001f469, \u202eright to left",
    "backslashes": r"\r\n \x0d \u00a0",
}
_TEMPLATES = Path(page_rendering.__file__).with_name("templates")
_NAMES = {
    name
    for file in _TEMPLATES.glob("*.html")
    for name in re.findall(r'<textarea[^>]*? name="(\w+)"', file.read_text("utf-8"))
}
"""Those of all text areas that there are."""


def _areas(cast: Cast, path: str, browser: Browser) -> dict[tuple[str, ...], Form]:
    """The forms with text areas on a page, the first of each kind, ready to be sent."""
    found: dict[tuple[str, ...], Form] = {}
    for form in forms(browser.get(cast.path(path)).text):
        if form.texts:
            if form.values.get("points") == "":
                form.values["points"] = "0.5"
            if form.values.get("title") == "":
                form.values["title"] = "A title"
            found.setdefault((re.sub(r"\d+", "N", form.action), *form.texts), form)
    return found


@pytest.mark.slow
def test_every_text_area_takes_every_text(scene: Scene) -> None:
    cast = _full(scene)
    browsers = {who: cast.browser(who) for who in ("owner", "assistant", "instructor")}
    seen: set[str] = set()
    for method, path in routes(cast.app):
        for who in browsers if method == "GET" and not path.endswith("/events") else ():
            for key in _areas(cast, path, browsers[who]) if who in GET.get(path, ()) else ():
                seen |= set(key[1:])
                if key[1] != "lines":  # a table, see below
                    _takes_every_text(cast, path, browsers[who], key)
    assert seen == _NAMES


def _takes_every_text(cast: Cast, path: str, browser: Browser, key: tuple[str, ...]) -> None:
    for number, (kind, text) in enumerate(TEXTS.items()):
        form = _areas(cast, path, browser)[key]
        where = f"{path} {key} double"  # code has to name the function that is asked for
        said = f"{text} {where}" if kind == "leading newline" else f"{number} {where} {text}"
        form.texts = dict.fromkeys(form.texts, said)
        before = rows(cast.scene.database)
        answer = form.send(browser)
        assert answer.status_code in {200, 303}, (path, key, kind, words(answer.text))
        wanted = said.replace("\r\n", "\n").replace("\r", "\n")
        kept = {cell for row in rows(cast.scene.database) - before for cell in row}
        assert kept & {wanted.strip(), wanted.encode()}, (path, key, kind)


@pytest.mark.parametrize("kind", TEXTS)
def test_a_reason_in_a_field_comes_back_as_it_was(scene: Scene, kind: str) -> None:
    """A mark is changed by a form that has its reason already."""
    cast = _full(scene)
    browser = cast.browser("assistant")
    page = cast.path("/s/{id}/answer/{task}")
    kept: set[str] = {TEXTS[kind].split("\n")[0].split("\r")[0]}
    for _ in range(3):
        form = next(
            each
            for each in forms(browser.get(page).text)
            if each.action.endswith("/mark") and "reason" in each.values
        )
        form.values |= {"points": "0.25"}
        if form.values["reason"] not in kept:
            form.values["reason"] = next(iter(kept))
        assert form.send(browser).status_code == 303
    with scene.database.reading() as session:
        marks = session.scalars(select(Mark.reason).where(Mark.at > 1.0)).all()
    assert {each.strip() for each in kept} == set(marks[1:])


def _full(scene: Scene) -> Cast:
    """A course in which there is something to do with every form, often."""
    cast = Cast.made(scene, EVERYTHING)
    about: dict[str, Any] = {"submission_id": cast.submission, "task": "1.1"}
    with scene.database.writing() as session:
        for who, points in (("assistant", 1.0), ("instructor", 0.5)):  # who differ
            session.add(Mark(**about, points=points, by_id=cast.person(who).id, at=1.0))
        session.add_all(RegradeRequest(**about, reason="x", at=1.0) for _ in range(99))
        by = cast.person("instructor").id
        own: dict[str, Any] = {"course_id": scene.course.id, "assignment": "demo", "by_id": by}
        session.add(AssignmentTerms(**own, requests=99_999, at=1.0))
    return cast


_LISTS = {
    "lf": "x1,One,student\nx2,Two,assistant\n",
    "crlf": "x1,One,student\r\nx2,Two,assistant\r\n",
    "cr": "x1,One,student\rx2,Two,assistant",
    "leading newlines": "\n\nx1,One,student\nx2,Two,assistant",
    "tabs": "x1\tOne\tstudent\nx2\tTwo\tassistant\n",
    "quotes": 'x1,"One ""1"" & \'a\', b",student\nx2,Two,assistant\n',
    "end of the area": "x1,One </textarea><b>,student\nx2,Two,assistant\n",
    "unusual": "x1,One\u200d\u00a01 \u202e,student\nx2,Two,assistant\n",
}


@pytest.mark.parametrize("kind", _LISTS)
@pytest.mark.parametrize("by_file", [False, True])
def test_a_list_goes_to_and_fro_and_is_added(scene: Scene, kind: str, *, by_file: bool) -> None:
    staff = Browser(scene, scene.person("ines", Role.INSTRUCTOR))
    page = staff.get("/c/demo/people").text
    (form,) = (each for each in forms(page) if each.texts)
    text = _LISTS[kind]
    if by_file:
        files = {"file": ("people.csv", text.encode())}
        answer = staff.post(form.action, data={**form.values, "look": "yes"}, files=files)
    else:
        form.texts["lines"] = text
        answer = form.send(staff, button=0)
    for _ in range(3):
        assert answer.status_code == 200
        (form,) = (each for each in forms(answer.text) if each.texts)
        assert form.texts["lines"] == text.replace("\r\n", "\n").replace("\r", "\n")
        answer = form.send(staff, button=0)
    assert form.send(staff, button=1).status_code == 200
    with scene.database.reading() as session:
        members = session.execute(select(Person.login, Membership.role).join(Membership)).all()
        assert session.scalars(select(Submission.id)).all() == []
    assert {("x1", "student"), ("x2", "assistant")} <= {tuple(each) for each in members}
