"""All submissions of a student, links between them, searches, and lists in pages."""

from __future__ import annotations

import re
import unicodedata

import pytest

from grader.service.data.tables import Role
from grader.service.text_input import contains_all_words
from grader.service.web.pagination import AT_ONCE, make_list_page
from tests.render import samples
from tests.service.scene import WRONG, Scene
from tests.service.site import Browser, words
from tests.service.test_deadlines import set_terms

FULL = samples.report(samples.RIGHT)


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ("", "anybody"), ("ADA", "Ada Lovelace"), ("love ada", "Ada Lovelace"), ("ö", "Örsted"),
        (unicodedata.normalize("NFD", "örst"), "Örsted"), ("STRASSE", "straße"),
        ("θεσ", "ΘΕΣΣΑΛΟΝΊΚΗ"), ("иван", "Иван"), ("ﬁ", "Fiona"), ("山田", "山田太郎"),
        ("ağ", unicodedata.normalize("NFD", "Ağaoğlu")), ("안", "안녕"),
    ],
)  # fmt: skip
def test_names_are_found_in_any_case_and_form(wanted: str, text: str) -> None:
    assert contains_all_words(wanted, text)
    assert contains_all_words(wanted, "", text)


@pytest.mark.parametrize(("wanted", "text"), [("b", "Ada"), ("ada x", "Ada"), ("adal", "Ada L")])
def test_others_are_not(wanted: str, text: str) -> None:
    assert not contains_all_words(wanted, text)


def test_a_list_has_pages_and_keeps_the_search() -> None:
    assert AT_ONCE == 100
    every = range(2 * AT_ONCE + 1)
    page = make_list_page(every, 2, name="ö & b", task="")
    assert (next(iter(page)), len(page.rows)) == (AT_ONCE, AT_ONCE)
    assert (page.number, page.pages, page.total) == (2, 3, len(every))
    assert page.query == "name=%C3%B6+%26+b"
    assert list(make_list_page(every, 99)) == [2 * AT_ONCE]
    assert make_list_page(every, -5).number == 1
    assert make_list_page([], 7).pages == 1


def _three(scene: Scene) -> list[int]:
    ada = scene.person("ada")
    scene.graded(scene.person("ben"), FULL)
    found = [scene.graded(ada, FULL), scene.graded(ada, FULL)]
    scene.graded(scene.person("ben"), FULL)
    return [*found, scene.graded(ada, FULL)]


@pytest.mark.parametrize("staff", [False, True])
def test_links_lead_to_the_older_and_the_newer_one_and_to_what_counts(
    scene: Scene, *, staff: bool
) -> None:
    first, second, third = _three(scene)
    who = scene.person("ines", Role.ASSISTANT) if staff else scene.person("ada")
    browser = Browser(scene, who)
    for tail in ["", "/marking"] if staff else [""]:
        page = browser.get(f"/s/{second}{tail}").text
        assert f'<a href="/s/{first}{tail}" rel="prev">' in page
        assert f'<a href="/s/{third}{tail}" rel="next">' in page
        assert f'<a href="/s/{third}{tail}">Number {third}</a> does: it is the newest.' in page
        assert f'href="/s/{second}/history"' in page
        assert 'rel="prev"' not in browser.get(f"/s/{first}{tail}").text
        assert 'rel="next"' not in browser.get(f"/s/{third}{tail}").text
    history = browser.get(f"/s/{second}/history").text
    rows = re.findall(r'<td class="figure"><a href="/s/(\d+)">', history)
    assert [int(each) for each in rows] == [third, second, first], "Nobody else's are there."
    assert "counts : it is the newest" in words(history)
    assert ("/marking" in history) == staff


def test_a_blind_history_has_numbers_and_no_names(scene: Scene) -> None:
    first, *_ = _three(scene)
    set_terms(scene, due_at=0.0, blind=True)
    assistant = Browser(scene, scene.person("ines", Role.ASSISTANT))
    page = assistant.get(f"/s/{first}/history").text
    assert "Ada" not in page
    assert "student.py" not in page
    found = words(assistant.get("/c/demo/demo/submissions?name=ada").text)
    assert "0 of 2" in found, "Who marks blind cannot find out by a search whose they are."
    assert "0 of 2" in words(assistant.get("/c/demo/demo/marking?name=ada").text)


def test_a_page_of_a_course_shows_the_newest_and_links_to_all(scene: Scene) -> None:
    ada = scene.person("ada")
    first = scene.graded(ada, FULL)
    set_terms(scene, due_at=0.0, counts="best")
    for _ in range(12):
        scene.hand_in(ada, WRONG)
    page = Browser(scene, ada).get("/c/demo").text
    assert page.count("does not count") == 10
    assert f'href="/s/{first}"' in page, "What counts is there, however old it is."
    assert "All 13 submissions" in page
    history = Browser(scene, ada).get(f"/s/{first}/history").text
    assert "13 submissions, the newest first" in words(history)


LISTS = ("/c/demo/demo/submissions", "/c/demo/demo/marking", "/c/demo/demo/gradebook",
         "/c/demo/matrix", "/c/demo/people")  # fmt: skip


@pytest.mark.parametrize("where", LISTS)
def test_people_are_found_by_name_and_login(scene: Scene, where: str) -> None:
    for login in ("öz", "ben"):
        scene.graded(scene.person(login), FULL)
    leader = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    for wanted in ("ÖZ", unicodedata.normalize("NFD", "öz")):
        page = leader.get(where, params={"name": wanted}).text
        assert 'value="' + wanted in page
        assert "Öz" in page
        assert "Ben" not in page


@pytest.mark.parametrize("where", LISTS)
def test_lists_have_a_hundred_rows_a_page(
    scene: Scene, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.service.web.pagination.AT_ONCE", 2)
    for login in ("ada", "ben", "chiara"):
        scene.graded(scene.person(login), FULL)
    leader = Browser(scene, scene.person("jonas", Role.INSTRUCTOR))
    pages = [leader.get(where, params={"name": "a", "page": each}).text for each in (1, 2)]
    names = [set(re.findall(r">(Ada|Ben|Chiara|Jonas)</(?:a|th|td)>", page)) for page in pages]
    if where.endswith("people"):
        assert [len(each) for each in names] == [2, 1]
        assert set.union(*names) == {"Ada", "Chiara", "Jonas"}
    else:
        assert names == [{"Ada", "Chiara"}] * 2, "There is one page, which is the nearest."
    whole = leader.get(where, params={"page": 2}).text
    assert 'page=1" aria-label="Page 1"' in whole
    assert "page=2" not in whole
