"""A mark that is looked at and saved once more stays what it is."""

from __future__ import annotations

from sqlalchemy import select, update

from grader.service.data.decision_tables import Mark, RubricItem
from grader.service.data.tables import AuditEntry
from tests.service.scene import Scene
from tests.service.site import Browser, words
from tests.service.test_marking import assistant, elements, failing, rubric


def _as_shown(staff: Browser, page: str) -> dict[str, object]:
    """What the first form of a page sends if nothing is changed in it."""
    fields = [each for tag, each in elements(staff.get(page).text) if tag == "input"]
    ticked = [each["value"] for each in fields if each.get("name") == "items" and "checked" in each]
    texts = {each.get("name"): each.get("value") or "" for each in fields if each["type"] == "text"}
    return {"csrf": staff.csrf, "task": "1.1", "then": "next", "items": ticked,
            "points": texts["points"], "reason": texts["reason"]}  # fmt: skip


def _marks(scene: Scene) -> list[tuple[float | None, str]]:
    with scene.database.reading() as session:
        return [(each.points, each.items) for each in session.scalars(select(Mark))]


def test_points_that_differ_from_the_items_stay_when_a_mark_is_saved_again(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    items, staff = rubric(scene, 1.0, 0.5), assistant(scene)
    page, address = f"/s/{submission}/answer/1.1", f"/s/{submission}/mark"
    given = {"csrf": staff.csrf, "task": "1.1", "items": items, "points": "0.3333"}
    assert staff.post(address, data={**given, "reason": "Copied."}).status_code == 303
    assert staff.post(address, data=_as_shown(staff, page)).status_code == 303
    assert _marks(scene) == [(0.3333, f"{items[0]} {items[1]}")]


def test_an_item_that_was_retired_stays_in_a_mark_that_is_saved_again(scene: Scene) -> None:
    submission = scene.graded(scene.person("ada"), failing("Wrong."))
    items, staff = rubric(scene, 1.0, 0.5), assistant(scene)
    page, address = f"/s/{submission}/answer/1.1", f"/s/{submission}/mark"
    staff.post(address, data={"csrf": staff.csrf, "task": "1.1", "items": items})
    with scene.database.writing() as session:
        session.get_one(RubricItem, items[1]).retired = True
    assert "Item 2. (0.5), retired" in words(staff.get(page).text)
    assert staff.post(address, data=_as_shown(staff, page)).status_code == 303
    assert _marks(scene) == [(1.5, f"{items[0]} {items[1]}")]
    # Whoever has not given it is not offered it.
    assert "Item 2." not in words(assistant(scene, "omar").get(page).text)


def test_two_people_who_mark_at_a_time_are_led_to_different_answers(scene: Scene) -> None:
    first, second, third = (
        scene.graded(scene.person(name), failing("Wrong.")) for name in ("ada", "ben", "cem")
    )
    ines, omar = assistant(scene), assistant(scene, "omar")

    def opened(staff: Browser, after: int = 0) -> str:
        page = staff.get(f"/c/demo/demo/next?task=1.1&after={after}").headers["location"]
        assert staff.get(page).status_code == 200
        return page

    pages = [f"/s/{each}/answer/1.1" for each in (first, second, third)]
    assert [opened(ines), opened(omar)] == pages[:2]
    assert opened(ines, first) == pages[2]
    # What others look at comes last, and it comes.
    assert opened(omar, second) == pages[0]
    with scene.database.writing() as session:
        session.execute(update(AuditEntry).values(at=AuditEntry.at - 3600))
    assert opened(omar, second) == pages[2]
