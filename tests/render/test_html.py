from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.figures import Counterexample, Explanation
from grader.model.report import CaseResult, Report, SandboxInfo, View, Visibility
from grader.model.submission import LoadNote
from grader.model.verdict import Verdict
from grader.render.html import render
from grader.render.html.html_injection_safety import read_template_file
from tests.render import samples
from tests.render.html_page import Found, page, parse
from tests.render.samples import EVERYTHING, EVIL, RIGHT, WRITTEN, a_test, call, case, task
from tests.render.strategies import REPORTS as ANY_REPORT

REPORTS = {
    "everything": EVERYTHING,
    "hostile": samples.hostile(EVIL),
    "nothing": samples.report(),
    "right": samples.report(RIGHT),
    "for a person": samples.report(WRITTEN),
}

ELEMENTS = {
    "html", "head", "meta", "title", "style", "body", "a", "nav", "ol", "ul", "li", "div", "span",
    "p", "br", "b", "strong", "h1", "h2", "h3", "h4", "code", "pre", "header", "main", "section",
    "article", "footer", "details", "summary", "figure", "figcaption", "fieldset", "legend",
    "input", "label", "table", "caption", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd",
    "svg", "g", "path", "circle", "rect", "polygon", "text", "button", "script",
}  # fmt: skip
ATTRIBUTES = {
    "id", "class", "href", "lang", "charset", "http-equiv", "content", "name", "scope", "open",
    "type", "checked", "for", "role", "tabindex", "aria-label", "aria-labelledby", "aria-hidden",
    "width", "height", "viewBox", "preserveAspectRatio", "d", "points", "x", "y", "cx", "cy", "r",
    "hidden",
}  # fmt: skip
SCRIPT = read_template_file("grader.render.html", "report.js")


any_page = pytest.mark.parametrize(
    ("graded", "view"),
    [
        pytest.param(graded, view, id=f"{name}-{view.value}")
        for name, graded in REPORTS.items()
        for view in View
    ],
)


# Any page ------------------------------------------------------------------------------------


@any_page
def test_nothing_on_a_page_acts(graded: Report, view: View) -> None:
    for found in page(graded, view).all():
        assert found.tag in ELEMENTS
        assert set(found.element.keys()) <= ATTRIBUTES
        assert (found.get("href") or "#").startswith("#")
        assert found.tag != "input" or found.get("type") == "radio"
        if found.tag == "script":
            assert not found.element.keys()
            assert found.element.text == SCRIPT


@any_page
def test_ids_are_unique_and_references_lead_somewhere(graded: Report, view: View) -> None:
    found = page(graded, view).all()
    ids = Counter(each.get("id") for each in found if each.has("id"))
    assert not [name for name, times in ids.items() if times > 1 or not name or " " in name]
    for attribute in ("for", "aria-labelledby"):
        assert {each.get(attribute) for each in found if each.has(attribute)} <= set(ids)
    links = {unquote(each.get("href") or "")[1:] for each in found if each.has("href")}
    assert links <= set(ids)


@any_page
def test_every_character_shows_or_is_spelled_out(graded: Report, view: View) -> None:
    text = render(graded, view)
    text.encode()
    assert [char for char in set(text) if char != "\n" and not char.isprintable()] == []


@any_page
def test_no_line_is_a_command_to_a_runner(graded: Report, view: View) -> None:
    text = render(graded, view)
    assert not [line for line in text.splitlines() if line.lstrip().startswith("::")]
    assert "##[" not in text


@any_page
def test_a_page_allows_itself_nothing_but_its_own_style_and_script(
    graded: Report, view: View
) -> None:
    whole = page(graded, view)
    style = whole.one("style").element.text or ""
    script = whole.one("script").element.text or ""
    policy = whole.one("meta", **{"http-equiv": "Content-Security-Policy"}).get("content")
    assert policy == (
        f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert "url(" not in style
    assert "@import" not in style


def digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@any_page
def test_headings_leave_no_level_out(graded: Report, view: View) -> None:
    tags = [found.tag for found in page(graded, view).all()]
    levels = [int(tag[1]) for tag in tags if tag in {"h1", "h2", "h3", "h4"}]
    assert levels[0] == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))


@pytest.mark.slow
@given(ANY_REPORT, st.sampled_from(View))
def test_any_report_makes_a_sound_page(graded: Report, view: View) -> None:
    found = page(graded, view).all()
    assert {each.tag for each in found} <= ELEMENTS
    ids = [each.get("id") for each in found if each.has("id")]
    assert len(ids) == len(set(ids))


def test_hostile_text_is_there_to_be_read() -> None:
    text = page(samples.hostile(EVIL)).one("body").text
    assert "<script>alert(1)</script><img src=x onerror=alert(1)>" in text
    assert r"\x1b[2J" in text
    assert r"\u202e" in text


def test_nothing_hidden_is_on_a_page_for_students() -> None:
    secret = "s3cret"
    bad = replace(samples.hostile(secret).tasks[0].tests[0].cases[0], visibility=Visibility.PRIVATE)
    hidden = a_test(
        bad, id=secret, title=secret, note=secret, hint="Think.", visibility=Visibility.PRIVATE
    )
    shown = a_test(case(verdict=Verdict.ACCEPTED), bad, id="test_mixed", note=secret)
    graded = samples.report(task(hidden, shown), errors=(secret,))
    assert secret in render(graded, View.STAFF)
    text = render(graded, View.STUDENT)
    assert secret not in text
    assert "Think." in text


def test_the_same_report_gives_the_same_page() -> None:
    assert render(EVERYTHING, View.STAFF) == render(EVERYTHING, View.STAFF)


# Size ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_thousands_of_cases_fit_on_a_page() -> None:
    board = samples.grid(["BW" * 10] * 20)
    lines = samples.EVERYTHING.tasks[3].tests[0].cases[0].explanation
    long = case(
        call=call(stdout="<\u202e" * 30_000, stderr="&\n" * 30_000, traceback="x" * 60_000),
        message="<" * 60_000,
        figures=(board,) * 20,
        explanation=lines,
    )
    tests = [
        a_test(*(replace(long, id=f"{n}-{m}") for m in range(80)), id=f"test_{n}")
        for n in range(60)
    ]
    text = render(samples.report(task(*tests)), View.STAFF)
    assert len(text.encode()) < 2_000_000
    whole = parse(text)
    assert len(whole.all("article", kind="test")) == 60
    assert whole.one("div", id="test_0").one(kind="others").all("summary")[0].text == (
        "79 more failing cases"
    )


def test_of_many_failing_cases_the_rest_is_named_and_counted() -> None:
    cases = [case(id=f"case-{n}", verdict=Verdict.WRONG_ANSWER) for n in range(50)]
    test = page(samples.report(task(a_test(*cases)))).one("article", kind="test")
    assert len(test.all("details", kind="case")) == 5
    assert [li.text.split()[0] for li in test.one("ul", kind="named").all("li")] == [
        f"case-{n}" for n in range(5, 25)
    ]
    assert "… and 25 more" in test.text


# What was graded -----------------------------------------------------------------------------


def test_the_top_says_what_was_graded_and_what_it_is_worth() -> None:
    whole = page(EVERYTHING)
    header = whole.one("header")
    assert header.one("h1").text == "Bob Ray"
    assert [found.text for found in header.all(kind="kicker")] == [
        "Problem Set 2", "Graded on 21 November 2026, 23:14 UTC",
    ]  # fmt: skip
    assert "2 of 9 points 22 % and 2 points to be graded by hand" in header.text
    assert whole.one("title").text == "Bob Ray, Problem Set 2, 21 November 2026"


def test_how_it_was_graded_stands_at_the_end() -> None:
    text = page(EVERYTHING).one("footer").text
    for fact in ("submissions/bob.py", "ps2, seed 5, took 3.46 s", "bubblewrap", EVERYTHING.digest):
        assert fact in text
    assert "as on the reference machine; this one takes 1.8 times as long, and limits allow" in text


def test_an_older_report_is_named_by_what_it_has() -> None:
    whole = page(samples.report(RIGHT, graded_at=""))
    assert whole.one("title").text == "bob, ps2"
    assert [found.text for found in whole.one("header").all(kind="kicker")] == ["ps2"]


@pytest.mark.parametrize("graded_at", ["yesterday", "2026-13-45T00:00:00Z"])
def test_a_date_that_is_none_stays_as_it_is(graded_at: str) -> None:
    assert graded_at in page(samples.report(RIGHT, graded_at=graded_at)).one("header").text


def test_doubts_about_the_score_come_first() -> None:
    sandbox = SandboxInfo("bubblewrap", {"files": True, "memory in total": False})
    graded = samples.report(RIGHT, complete=False, sandbox=sandbox)
    warnings = page(graded).one("header").all(kind="warning")
    assert [found.text for found in warnings] == [
        "Not final: some tasks were not graded.",
        "Not enforced while this code ran: memory in total.",
    ]
    alone = samples.report(RIGHT, sandbox=SandboxInfo("none", {"files": False}, "No sandbox!"))
    assert [found.text for found in page(alone).all(kind="warning")] == ["No sandbox!"]


def test_failures_of_the_grader_are_told_to_staff_in_full() -> None:
    assert "KeyError('board')" in page(EVERYTHING).one(kind="errors").text
    assert "KeyError" not in page(EVERYTHING, View.STUDENT).one(kind="errors").text


def test_the_summary_links_to_every_task() -> None:
    rows = page(EVERYTHING).one("table", kind="summary").one("tbody").all("tr")
    assert rows[0].text == "1.1 State representation ✎ by hand – of 2"
    assert rows[3].text == "3.1 Minimax search ◔ time limit exceeded passed: 1 of 4 0 of 3"
    assert [row.one("a").get("href") for row in rows] == [
        "#1.1", "#2.1", "#1.6", "#3.1", "#5.1", "#4.2", "#7.1",
    ]  # fmt: skip


def test_a_task_that_is_right_in_part_does_not_look_like_a_zero() -> None:
    tests = (
        a_test(case(), id="test_wrong"),
        a_test(case(verdict=Verdict.ACCEPTED, message=""), id="test_right"),
    )
    whole = page(samples.report(task(*tests), task(tests[0], id="4.1")))
    half, none = whole.one("table", kind="summary").one("tbody").all("tr")
    assert "◐ partly right" in half.text
    assert "✘ wrong answer" in none.text
    assert [row.one("svg", kind="bar").all("rect")[1].get("width") for row in (half, none)] == [
        "50", "0",
    ]  # fmt: skip
    assert "◐ partly right 1 of 2 points" in whole.one("section", id="3.1").all("summary")[0].text


def test_notes_about_loading_name_the_line() -> None:
    notes = page(EVERYTHING).one(id="loading").all("li")
    assert notes[0].text == "No module named 'turtle': this import was left out. bob.py, line 3"
    assert "all my tests passed" in page(EVERYTHING).one(id="loading").all("pre")[-1].text
    assert page(samples.report(RIGHT)).all(id="loading") == []


def test_what_python_cannot_read_is_shown_with_a_caret() -> None:
    place = page(EVERYTHING).one(id="loading").one("pre", kind="place")
    assert "".join(place.element.itertext()) == "9  return board +* 2\n                 ^"


def test_no_more_notes_than_anybody_reads() -> None:
    notes = tuple(LoadNote(f"note {n}") for n in range(60))
    items = page(samples.report(RIGHT, load_notes=notes)).one(id="loading").all("li")
    assert len(items) == 51
    assert items[-1].text == "… 10 more"


def test_tasks_for_a_person_are_listed_at_the_end() -> None:
    assert page(EVERYTHING).one(id="by-hand").one("li", id="1.1").text == (
        "1.1 State representation 2 points"
    )


# Tasks ---------------------------------------------------------------------------------------


def test_a_known_mistake_is_named_with_its_agreement() -> None:
    assert page(EVERYTHING).one("section", id="3.1").one(kind="diagnoses").all("li")[0].text == (
        "The leaf is evaluated without changing sign for White. "
        "2 of 2 failing cases fail in the same way"
    )


def test_what_a_task_owes_to_others_is_told() -> None:
    items = page(EVERYTHING).one("section", id="1.6").all("ul")[0].all("li")
    assert items[0].text == "transition ✘ fails , with a correct one ✔ passes"


def test_of_the_failing_tests_of_a_task_the_first_is_unfolded() -> None:
    shown = page(EVERYTHING).one("section", id="3.1")
    folds = [article.one("details", kind="fold") for article in shown.all("article")]
    assert [fold.has("open") for fold in folds] == [True, False, False]
    assert folds[0].all("summary")[0].text.startswith("◔ Searches four plies in time private")
    assert folds[1].all("summary")[0].text.startswith("✘ Finds a forced win public test,")


def test_the_test_with_an_example_comes_first() -> None:
    found = Counterexample("f(1)", expected="1", actual="2", size="size 1", shared=True)
    hidden = {"visibility": Visibility.PRIVATE}
    tests = [
        a_test(case(**hidden), id="a", **hidden),
        a_test(case(explanation=Explanation(counterexample=found), **hidden), id="b", **hidden),
    ]
    shown = page(samples.report(task(*tests)), View.STUDENT).one("section", kind="task")
    folds = [each.one("details", kind="fold") for each in shown.all("article")]
    assert [(fold.has("open"), "A smaller case" in fold.text) for fold in folds] == [
        (True, True), (False, False),
    ]  # fmt: skip


def test_tasks_with_nothing_to_read_are_folded() -> None:
    folds = [
        (shown.get("id"), shown.all("details", kind="fold")[0].has("open"))
        for shown in page(EVERYTHING).all("section", kind="task")
    ]
    assert folds == [
        ("2.1", False), ("1.6", True), ("3.1", True), ("5.1", False), ("4.2", True), ("7.1", True),
    ]  # fmt: skip


def test_tests_of_a_function_that_is_not_there_are_told_about_once() -> None:
    shown = page(EVERYTHING).one("section", id="5.1")
    assert shown.text.count("There is no function improved_evaluate in bob.py.") == 1
    assert shown.all("article") == []
    assert shown.one("details", kind="listed").one("li").text == (
        "Beats the old one public test, not attempted, 1 point lost"
    )


def test_tests_that_were_passed_are_folded_and_tell_their_luck() -> None:
    listed = page(EVERYTHING).one("section", id="1.6").one("details", kind="listed")
    assert not listed.has("open")
    assert listed.one("li").text == (
        "Climbs on a small instance public test, 1 case, 1 point, "
        "3 of 3 attempts succeeded, margins +1.3 %, +1.3 %, +1.3 %; "
        "1 in 5,900,000 wrong solutions would pass by luck"
    )


def test_withheld_points_are_told_with_their_reason() -> None:
    listed = page(EVERYTHING).one("section", id="3.1").one("details", kind="listed")
    assert listed.one("summary").text == "✔ accepted in 1 test, points withheld"
    assert "0.5 points withheld Counts only beside test_forced_win." in listed.one("li").text


# Tests and cases -----------------------------------------------------------------------------


def failing(*cases: CaseResult, **changes: object) -> Found:
    """The only test of a page, which failed."""
    return page(samples.report(task(a_test(*cases, **changes)))).one("article", kind="test")


def test_a_failing_test_says_what_it_cost_and_what_to_think_about() -> None:
    test = failing(case(), note="2 cases were left out.", id="3.1/forced_win")
    assert len(test.all("div", kind="body", id="3.1/forced_win")) == 1
    assert test.one("span", id="3.1/forced_win~title").text == "✘ Finds a forced win"
    assert test.all("span", kind="meta")[0].text == "public test, wrong answer, 1 point lost"
    assert test.one(kind="note").text == "2 cases were left out."
    assert test.one(kind="hint").text == "Hint: Think about the last ply."


def test_a_hint_that_stands_in_for_the_title_is_not_said_twice() -> None:
    assert failing(case(), title="Think.", hint="Think.").all(kind="hint") == []


def test_a_case_shows_call_message_position_and_values() -> None:
    shown = failing(case()).one("details", kind="case")
    assert shown.get("id") == "win_in_3-07"
    assert shown.has("open")
    assert shown.one(kind="message").text == "The score is wrong."
    assert shown.one(kind="call").text == "minimax(board, 0, 3, Player.BLACK, generate_valid_moves)"
    assert shown.one("dl", kind="values").text == "expected 21092109 got 3"
    assert (shown.one("svg", kind="grid").get("aria-label") or "").startswith(
        "Grid. Row 0: Black at 3. Row 1: Black at 2, 3."
    )
    again = shown.one(kind="again")
    assert "Seed 11" in again.text
    assert "minimax([['_', '_'" in again.text


def test_a_position_that_a_figure_shows_is_not_drawn_again() -> None:
    figure = samples.grid(samples.BOARD, caption="Black to move")
    assert len(failing(case(figures=(figure,))).all("svg", kind="grid")) == 1


def test_the_case_with_an_explanation_is_the_one_unfolded() -> None:
    explained = case(id="second", explanation=Explanation("White takes the piece."))
    cases = failing(case(id="first"), explained).all("details", kind="case")
    assert [(each.get("id"), each.has("open")) for each in cases] == [
        ("second", True),
        ("first", False),
    ]
    assert "White takes the piece." in cases[0].text


def test_a_crash_that_was_shown_stays_folded_elsewhere() -> None:
    crash = call(traceback=samples.TRACEBACK)
    tests = [a_test(case(id=f"case-{n}", call=crash), id=f"test_{n}") for n in range(2)]
    cases = page(samples.report(task(*tests))).all("details", kind="case")
    assert [each.has("open") for each in cases] == [True, False]


def test_a_line_of_play_has_a_button_for_each_position() -> None:
    first, second = page(EVERYTHING).all("fieldset", kind="play")
    assert first.one("legend").text == "After your move"
    buttons = first.all("input")
    assert [each.has("checked") for each in buttons] == [True, False, False]
    assert len({each.get("name") for each in buttons}) == 1
    assert [each.get("for") for each in first.all("label")] == [each.get("id") for each in buttons]
    assert [each.text for each in first.all("label")] == [f"position {n} of 3" for n in range(1, 4)]
    assert first.one(kind="outcome").text == "White wins: −21092109"
    assert len(first.all("svg", kind="grid")) == 3
    assert second.all("input") == []
    assert "only" in second.one(kind="step").classes


def test_a_smaller_case_comes_with_a_snippet() -> None:
    shown = page(EVERYTHING).one(id="3.1/forced_win[win_in_3-07]")
    assert "A smaller case that fails, too 2 pieces, depth 1" in [
        heading.text for heading in shown.all("h4")
    ]
    snippet = "".join(shown.one("pre", kind="snippet").element.itertext())
    found = samples._missed_win().explanation
    assert found is not None
    assert found.counterexample is not None
    assert snippet.strip() == found.counterexample.source.strip()


def test_a_long_snippet_is_folded() -> None:
    found = Counterexample("x = 1\n" * 20, expected="1", actual="2", size="3 pieces")
    shown = failing(case(explanation=Explanation(counterexample=found)))
    folded = shown.one("details", kind="long")
    assert folded.one("summary").text == "Python to see it happen, 20 lines"
    assert folded.one("pre", kind="snippet").text == " ".join(["x = 1"] * 20)


def test_of_an_exception_nothing_is_said_that_should_be() -> None:
    example = Counterexample("print(f())", "", "KeyError: 3", "size 1")
    text = failing(case(explanation=Explanation(counterexample=example))).text
    assert "gives" in text
    assert "should give" not in text


def test_time_is_drawn_beside_what_was_allowed_and_what_is_needed() -> None:
    shown = page(EVERYTHING).one(id="3.1/deep[deep-2]")
    assert "10 s CPU, 32 s by the clock" in shown.all("summary")[0].text
    assert [row.text for row in shown.one("table", kind="chart").one("tbody").all("tr")] == [
        "this call 10 s", "allowed 10 s", "reference solution 0.31 s",
    ]  # fmt: skip
    counts = shown.one("table", kind="data")
    assert [cell.text for cell in counts.one("tbody").all("td")] == [
        "generate_valid_moves", "48,211", "1,290",
    ]  # fmt: skip


def test_attempts_are_listed_with_margins_and_seeds() -> None:
    shown = page(EVERYTHING).one(id="1.6/beats_greedy[uniform-05]")
    table = shown.one("table", kind="data")
    assert [cell.text for cell in table.all("th")] == [
        "attempt", "length", "greedy", "best known", "margin", "success", "seed",
    ]  # fmt: skip
    assert [cell.text for cell in table.one("tbody").all("tr")[1].all("td")] == [
        "2", "16.5", "15.2", "14.5", "−7.9 %", "✘ no", "7152",
    ]  # fmt: skip
    assert (
        "0 of 6 attempts succeeded. 1 in 11,000 right solutions (with 80 % successes)" in shown.text
    )
    assert len(shown.all("svg", kind="map")) == 2


def test_the_line_where_it_broke_off_is_marked() -> None:
    source = page(EVERYTHING).one(id="3.1/crashes[deep-1]").one("table", kind="source")
    assert len(source.all("tr")) == 4
    assert source.one("tr", kind="hit").text == (
        "here: 214 score = -negamax(child, depth + 1, max_depth, other)"
    )


def test_output_keeps_its_lines() -> None:
    shown = failing(case(call=call(stdout="a\n  b\n", traceback="trace\n")))
    assert [pre.element.text for pre in shown.all("pre")[1:3]] == ["trace", "a\n  b"]
    titles = [heading.text for heading in shown.all("h4")]
    assert titles == ["Traceback", "Printed"]


def test_output_that_is_too_long_is_cut_and_says_so() -> None:
    text = "\n".join(f"line {n}" for n in range(1000))
    shown = failing(case(call=call(stdout=text)))
    assert re.search(
        r"line 39\n… 950 more lines\nline 990\n", shown.all("pre")[1].element.text or ""
    )


def test_numbers_of_any_size_can_be_shown() -> None:
    huge = 10**400
    shown = failing(
        case(
            seed=huge,
            attempts=({"seed": huge, "length": huge, "margin": float("inf"), "at": (1, huge)},),
            measures=samples.MEASURES,
            call=call(excerpt=replace(samples.EXCERPT, line=huge, first=huge)),
        )
    )
    assert "Seed a huge number" in shown.text
