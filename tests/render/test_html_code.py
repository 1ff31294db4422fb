from __future__ import annotations

from dataclasses import replace

from grader.model.figures import Excerpt
from grader.model.report import View
from grader.model.role_binding import BindingSource as FoundBy
from grader.model.role_binding import RoleResult
from grader.model.submission import Cell, LoadNote
from grader.model.verdict import Verdict
from tests.render import samples
from tests.render.html_page import Found, page
from tests.render.samples import EVERYTHING, a_test, call, case, task

LONG = "\n".join(["def minimax(board):", *(f"    x{number} = 0" for number in range(2, 101))])


def code(source: str = LONG, *tasks: object, **changes: object) -> Found:
    cells = (Cell(source, "a.py", notebook=False),)
    made = samples.report(*tasks or (task(a_test(case())),), cells=cells, **changes)  # type: ignore[arg-type]
    return page(made).one("section", id="code")


def crash(line: int, words: str = "IndexError: no such row", file: str = "a.py") -> object:
    shown = call(excerpt=Excerpt(file, line, line, ("x",)), traceback=f"  File\n{words}")
    return case(id=f"at-{line}", verdict=Verdict.RUNTIME_ERROR, actual=None, call=shown)


def hits(found: Found) -> list[tuple[str, list[str]]]:
    """Each marked line, with the remarks below it."""
    marked: list[tuple[str, list[str]]] = []
    for row in found.all("tr"):
        if "hit" in row.classes:
            marked.append((row.one("th").text, []))
        elif "remark" in row.classes:
            marked[-1][1].append(row.text)
    return marked


def test_a_line_at_which_calls_broke_off_is_marked() -> None:
    test = a_test(crash(50), crash(50), crash(7, "KeyError: 3"))  # type: ignore[arg-type]
    found = code(LONG, task(test))
    assert hits(found) == [
        ("7", ["3.1 KeyError: 3, in 1 case"]),
        ("50", ["3.1 IndexError: no such row, in 2 cases"]),
    ]
    assert {link.get("href") for link in found.all("a")} == {"#test_forced_win"}


def test_lines_far_from_any_remark_are_folded() -> None:
    gaps = code(LONG, task(a_test(crash(50)))).all("details", kind="gap")  # type: ignore[arg-type]
    assert [gap.one("summary").text for gap in gaps] == [
        "46 lines, 1 to 46", "47 lines, 54 to 100",
    ]  # fmt: skip
    assert not any(gap.has("open") for gap in gaps)
    assert gaps[0].all("tr")[1].text == "2 x2 = 0"


def test_a_wrong_answer_is_remarked_at_the_definition() -> None:
    source = "def minimax(a):\n    pass\n\n@cached\nasync def minimax(b):\n    pass\n"
    assert hits(code(source)) == [("5", ["3.1 wrong answer: 1 of 1 test failed"])]


def test_a_definition_is_found_by_the_students_own_name() -> None:
    role = RoleResult("minimax", FoundBy.BEHAVIOUR, "my_search")
    found = code("import x\ndef my_search(b): pass", roles=(role,))
    assert [line for line, _ in hits(found)] == ["2"]


def test_what_happened_while_loading_is_remarked() -> None:
    notes = (LoadNote("This import was left out.", "a.py", 3), LoadNote("elsewhere", "b.py", 4))
    found = code(LONG, samples.RIGHT, load_notes=notes)
    assert hits(found) == [("3", ["This import was left out."])]


def test_code_without_remarks_is_whole_and_code_that_is_not_there_is_nothing() -> None:
    found = code(LONG, samples.RIGHT)
    assert len(found.all("tr")) == 100
    assert found.all("details", kind="gap") == []
    assert page(samples.report(samples.RIGHT)).all("section", id="code") == []


def test_more_lines_than_the_page_has_room_for_are_counted() -> None:
    found = code("x\n" * 5000, samples.RIGHT)
    assert len(found.all("tr")) == 4000
    assert found.one(kind="more").text == "… 1000 more lines that do not fit on this page"
    wide = code(f"{'x' * 150_000}\n" * 3, samples.RIGHT)
    assert wide.one(kind="more").text == "… 2 more lines that do not fit on this page"


def test_students_see_no_line_of_a_hidden_case() -> None:
    whole = page(replace(EVERYTHING, load_notes=()), View.STUDENT).one("section", id="code")
    assert [line for line, _ in hits(whole)] == ["190", "214"]
    assert all("time" not in remark for _, remarks in hits(whole) for remark in remarks)
