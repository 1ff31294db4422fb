"""What a whole batch comes to: summary, gradebook, JUnit, page, changes. Names are hostile."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from junitparser import JUnitXml
from rich.console import Console

from grader.batch import batch_json as summaryjson
from grader.batch import batch_junit, batch_page, compare_batches, gradebook
from grader.batch import batch_result_tables as text
from grader.batch.batch_json import NoBatchResults
from grader.batch.batch_row import BatchRow
from grader.batch.summary import BatchSummary, summarise_batch
from grader.jobs.grading_answer import (
    OpenRole,
    ResultSummary,
    TaskScore,
    dump_summary_line,
    load_summary_line,
    summarise_report,
)
from grader.jobs.grading_key import GradingSetting
from grader.jobs.result_statistics import describe_change
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.verdict import Verdict
from grader.render.json_conversion import ReportError
from tests.render import samples
from tests.render.html_page import parse
from tests.render.samples import EVERYTHING, EVIL
from tests.render.test_junit import SCHEMA

SETTING = GradingSetting("demo", "t", "l", "r", "g", "p", "s", "0", "")
SETTINGS = {SETTING.digest: SETTING.parts}
ESSAY = TaskScore("2", "Essay", 1.0, None, None)


def row(
    id: str,
    score: float = 2.0,
    verdict: Verdict = Verdict.ACCEPTED,
    *mistakes: str,
    **changes: object,
) -> BatchRow:
    tasks = (TaskScore("1", "Doubling", 2.0, score, verdict, mistakes), ESSAY)
    short = ResultSummary(
        tasks, {verdict: 1}, complete=True, cpu_seconds=score, seconds=1.0,
        graded_at="2026-11-21T23:14:59Z",
    )  # fmt: skip
    made = BatchRow(
        id, f"n-{abs(hash(id))}", f"in/{id}", f"d-{id}", SETTING.digest, short, graded=True
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def refused(id: str) -> BatchRow:
    tasks = (TaskScore("1", "Doubling", 2.0, 0.0, Verdict.NOT_ATTEMPTED), ESSAY)
    return row(
        id, result=ResultSummary(tasks, {}, complete=True), refusal="a.py is empty.", digest=""
    )


def internal(id: str) -> BatchRow:
    tasks = (TaskScore("1", "Doubling", 2.0, 0.0, Verdict.INTERNAL_ERROR), ESSAY)
    return row(id, result=ResultSummary(tasks, {}, complete=False, errors=("It broke.",)))


ROWS = [
    row("bob", 0.0, Verdict.WRONG_ANSWER, "It adds."),
    row("alice"),
    row("carol", 1.5, Verdict.WRONG_ANSWER, "It adds.", "It forgets."),
    refused("dora"),
    internal("eve"),
]


def summary(*rows: BatchRow) -> BatchSummary:
    return summarise_batch("Demonstration", rows or ROWS, "demo", SETTINGS, 12.5)


HOSTILE = summary(
    *(replace(made, id=EVIL, path=EVIL, name=str(number)) for number, made in enumerate(ROWS)),
    replace(refused("x"), refusal=EVIL),
    row(EVIL, 0.0, Verdict.WRONG_ANSWER, EVIL, name="last"),
)


# Rows ---------------------------------------------------------------------------------------


def test_a_report_in_short() -> None:
    short = summarise_report(EVERYTHING)
    assert (short.score, short.max_score, short.undecided) == (
        EVERYTHING.score, EVERYTHING.max_score, EVERYTHING.undecided,
    )  # fmt: skip
    assert load_summary_line(dump_summary_line(short)) == short
    assert "\n" not in dump_summary_line(short)


def test_a_report_in_short_has_what_a_person_has_to_decide_and_how_long_calls_took() -> None:
    calls = replace(samples.case(verdict=Verdict.UNDECIDED), wall_seconds=1.25)
    asked = samples.a_test(calls, points=0.75, score=0.0)
    wrong = samples.a_test(samples.case(verdict=Verdict.WRONG_ANSWER), id="w", points=2.0)
    (task,) = summarise_report(samples.report(samples.task(asked, wrong))).tasks
    assert (task.to_decide, task.seconds >= 1.25) == (0.75, True)


@pytest.mark.parametrize("text", ["", "{}", "[]", "1", '{"tasks": 1}', "[" * 10_000])
def test_a_text_that_is_no_result(text: str) -> None:
    with pytest.raises(ReportError):
        load_summary_line(text)


def test_below() -> None:
    assert row("a", 0.5).below(25.01)
    assert not row("a", 0.5).below(25)
    assert refused("a").below(1)


# The whole ----------------------------------------------------------------------------------


def test_figures() -> None:
    lot = summary()
    assert [each.id for each in lot.rows] == ["alice", "bob", "carol", "dora", "eve"]
    assert lot.histogram == [3, 0, 0, 0, 0, 0, 0, 1, 0, 1]
    assert (lot.mean, lot.median, lot.full, lot.graded) == (0.35, 0.0, 1, 5)
    assert [each.id for each in lot.refused + lot.internal] == ["dora", "eve"]
    assert [each.id for each in lot.slowest] == ["alice", "carol"]
    doubling, essay = lot.tasks
    assert (doubling.accepted, doubling.mean, essay.mean) == (1, 0.7, None)
    assert [(common.sentence, common.students) for common in lot.diagnoses] == [
        ("It adds.", 2), ("It forgets.", 1),
    ]  # fmt: skip


def asked(id: str) -> BatchRow:
    tasks = (TaskScore("1", "Doubling", 2.0, 1.25, Verdict.UNDECIDED, to_decide=0.75), ESSAY)
    return row(id, result=ResultSummary(tasks, {Verdict.UNDECIDED: 1}, complete=False))


def test_what_a_person_has_to_decide_is_in_every_form_of_the_whole() -> None:
    lot = summary(asked("fay"), row("alice"))
    assert [each.id for each in lot.to_decide] == ["fay"]
    assert (lot.tasks[0].to_decide, json.loads(summaryjson.dump_summary(lot))["to_decide"]) == (
        1,
        1,
    )
    shown = drawn(lot)
    assert "A person has to decide, as the reports say: 1\n" in shown
    assert "fay: 0.75 points of task 1\n" in shown
    table = {
        each["id"]: each
        for each in csv.DictReader(StringIO(gradebook.dump_batch_gradebook(lot.rows)))
    }
    assert table["fay"]["note"] == "A person has to decide 0.75 points of task 1."
    assert table["alice"]["note"] == ""
    assert (table["fay"]["total"], table["fay"]["maximum"]) == ("1.25", "1.25")
    assert table["fay"]["by hand"] == f"{0.75 + ESSAY.max_score:g}"
    (document, _) = sorted(
        json.loads(summaryjson.dump_summary(lot))["submissions"],
        key=lambda each: str(each["id"] != "fay"),
    )
    assert document["undecided"] == 0.75 + ESSAY.max_score
    assert not asked("fay").full


def test_open_roles_are_listed_and_kept_in_the_summary(tmp_path: Path) -> None:
    role = OpenRole("search", "Nobody knows the depth.", ("best(board)",))
    made = replace(asked("fay"), result=replace(asked("fay").result, open=(role,)))
    lot = summary(made, row("alice"))
    assert "Roles that are open, to be settled in bindings.csv: 1\n" in drawn(lot)
    assert "fay: search\n" in drawn(lot)
    (tmp_path / summaryjson.NAME).write_text(summaryjson.dump_summary(lot))
    assert summaryjson.read_earlier_batch(tmp_path).rows[made.name].result.open == (role,)


def test_a_report_in_short_has_the_open_roles() -> None:
    evil = RoleResult(
        "search", BindingSource.UNDECIDED, candidates=("a\x1b",) * 9, note="b\nc" * 900
    )
    settled = RoleResult("take", BindingSource.NAME, "take", "take(heap)")
    (role,) = summarise_report(samples.report(samples.RIGHT, roles=(settled, evil))).open
    assert (role.role, role.candidates) == ("search", (r"a\x1b",) * 5)
    assert len(role.reason) < 600
    assert "\n" not in role.reason


def test_what_cannot_be_read_is_not_counted_as_not_attempted() -> None:
    lot = summary(row("alice"), refused("dora"), refused("eve"))
    doubling, essay = lot.tasks
    assert (doubling.verdicts, doubling.unreadable) == ({Verdict.ACCEPTED: 1}, 2)
    assert round(doubling.mean or 0, 6) == 0.666667
    assert essay.by_hand
    shown = drawn(lot)
    assert "not attempted" not in shown
    assert "2 unreadable" in shown
    assert drawn(summary(refused("dora"))).count("1 unreadable") == 1


def test_rare_verdicts_are_counted_too() -> None:
    rare = [Verdict.WRONG_ANSWER, Verdict.RUNTIME_ERROR, Verdict.LOAD_ERROR, Verdict.INVALID_RETURN]
    lot = summary(*(row(verdict.value, 0.0, verdict) for verdict in rare))
    assert "1 otherwise" in drawn(lot, width=160)


def test_nobody() -> None:
    lot = summarise_batch("Demonstration", [], "demo", SETTINGS, 0.0)
    assert (lot.mean, lot.median, lot.histogram) == (0.0, 0.0, [0] * 10)
    assert batch_page.render_batch_page(lot)
    assert batch_junit.dump_junit("demo", [])


def test_students_with_one_id_are_named() -> None:
    lot = summary(row("a", name="a-1"), row("a", name="a-2"), row("b"))
    assert lot.shared == ["a"]
    assert "same id: a" in drawn(lot)


def test_json_is_read_back(tmp_path: Path) -> None:
    (tmp_path / "summary.json").write_text(summaryjson.dump_summary(summary()))
    past = summaryjson.read_earlier_batch(tmp_path)
    assert past.rows == {each.name: each for each in ROWS}
    assert not any(each.graded for each in past.rows.values())
    assert past.settings == {SETTING.digest: SETTING.parts}
    assert past.assignment == "demo"


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"schema": "grade-report/1"}', "[" * 10_000])
def test_a_folder_without_a_summary(tmp_path: Path, content: str) -> None:
    with pytest.raises(NoBatchResults, match=r"cannot be read .*earlier"):
        summaryjson.read_earlier_batch(tmp_path)
    (tmp_path / "summary.json").write_text(content)
    with pytest.raises(NoBatchResults, match="is not the summary of a batch"):
        summaryjson.read_earlier_batch(tmp_path)


# Forms --------------------------------------------------------------------------------------


def drawn(lot: BatchSummary, encoding: str = "utf-8", width: int = 100) -> str:
    out = TextIOWrapper(BytesIO(), encoding=encoding)
    text.render_batch(lot, Console(file=out, width=width, color_system=None))
    out.seek(0)
    return out.read()


def test_text_for_a_poor_encoding() -> None:
    shown = drawn(summary(), "ascii")
    assert "?" not in shown
    assert "######" in shown


def test_text_has_no_blanks_at_the_end_of_a_line() -> None:
    assert not [line for line in drawn(HOSTILE).splitlines() if line != line.rstrip()]


def test_a_sentence_goes_on_below_its_beginning() -> None:
    lot = summary(row("carol", 1.5, Verdict.WRONG_ANSWER, "It adds " + 9 * "up and down "))
    first, second = drawn(lot, width=60).partition("known mistakes\n")[2].splitlines()[:2]
    assert first.index("It adds") == len(second) - len(second.lstrip()) > 0


def test_gradebook() -> None:
    table = {
        each["id"]: each for each in csv.DictReader(StringIO(gradebook.dump_batch_gradebook(ROWS)))
    }
    assert (table["carol"]["total"], table["carol"]["task 1"], table["carol"]["task 2"]) == (
        "1.5", "1.5", "",
    )  # fmt: skip
    assert table["carol"]["report"] == f"json/{ROWS[2].name}.json"
    assert (table["dora"]["total"], table["dora"]["note"]) == ("0", "a.py is empty.")
    assert table["dora"]["report"] == ""
    assert (table["eve"]["complete"], table["eve"]["note"]) == ("no", "It broke.")


@pytest.mark.parametrize("lot", [summary(), HOSTILE], ids=["usual", "hostile"])
def test_junit_fits_the_schema_and_another_reader(lot: BatchSummary) -> None:
    text = batch_junit.dump_junit("demo", lot.rows)
    SCHEMA.validate(text)
    suites = list(JUnitXml.fromstring(text.encode()))
    assert len(suites) == len(lot.rows)
    assert {suite.timestamp for suite in suites} == {None, "2026-11-21T23:14:59"}


def test_junit() -> None:
    root = ET.fromstring(batch_junit.dump_junit("demo", ROWS))
    suites = {suite.get("name", ""): suite for suite in root}
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("10", "3", "2")
    (failure,) = suites[f"carol ({ROWS[2].name})"].iter("failure")
    assert (failure.get("type"), failure.get("message")) == (
        "wrong_answer", "1.5 of 2 points, wrong answer",
    )  # fmt: skip
    assert failure.text == "It adds.\nIt forgets."
    (failure,) = suites[f"dora ({ROWS[3].name})"].iter("failure")
    assert failure.get("message") == "a.py is empty."
    assert len(list(suites[f"eve ({ROWS[4].name})"].iter("error"))) == 2


def test_junit_has_the_seconds_of_each_task_and_of_each_grading() -> None:
    tasks = (TaskScore("1", "Doubling", 2.0, 2.0, Verdict.ACCEPTED, seconds=1.5), ESSAY)
    short = ResultSummary(tasks, {}, complete=True, seconds=2.25)
    root = ET.fromstring(
        batch_junit.dump_junit("demo", [row("a", result=short), row("b", result=short)])
    )
    assert [case.get("time") for case in root.iter("testcase")] == ["1.500", "0.000"] * 2
    assert [suite.get("time") for suite in root] == ["2.250", "2.250"]
    assert root.get("time") == "4.500"


def test_the_page_links_to_what_is_there() -> None:
    html = batch_page.render_batch_page(summary())
    assert f'href="html/{ROWS[1].name}.html"' in html
    assert f"{ROWS[3].name}" not in html
    assert "json/" not in html


def test_the_page_says_what_a_person_has_to_decide_and_what_cannot_be_read() -> None:
    found = parse(
        batch_page.render_batch_page(summary(asked("fay"), row("alice"), refused("dora")))
    )
    header = found.one("header")
    assert "A person has to decide points of 1 hand-in fay : 0.75 points of task 1" in header.text
    assert header.all("a")[0].get("href") == f"html/{asked('fay').name}.html"
    doubling = found.one("section", id="tasks").all("tr")[1]
    assert "1 to decide" in doubling.text
    assert "1 unreadable" in doubling.text
    students = found.one("table", id="matrix").all("tr")
    noted = next(each.text for each in students if each.text.startswith("fay"))
    assert noted.endswith("a person has to decide 0.75 points of task 1")


def test_the_page_says_so_only_where_it_is_so() -> None:
    text = batch_page.render_batch_page(summary(row("alice"), row("bob")))
    assert "has to decide" not in text
    assert "unreadable" not in text


def test_long_lists_on_the_page_are_folded_and_counted() -> None:
    every = [refused(f"dora{number}") for number in range(60)]
    header = parse(batch_page.render_batch_page(summary(*every, row("alice")))).one("header")
    assert "60 hand-ins cannot be read" in header.text
    assert "… 10 more" in header.text
    assert not header.one("details").has("open")


def test_the_terminal_says_what_to_look_at() -> None:
    shown = drawn(summary())
    assert "Cannot be read: 1" in shown
    assert "dora: a.py is empty." in shown
    assert "The grader itself failed: 1" in shown
    assert "2 × 1  It adds." in shown


def test_hostile_names_do_nothing_anywhere() -> None:
    html = batch_page.render_batch_page(HOSTILE, [])
    parse(html)
    assert html.count("<script") == 1  # ours
    for shown in (html, drawn(HOSTILE), batch_junit.dump_junit("demo", HOSTILE.rows)):
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert not any(line.lstrip().startswith("::") for line in shown.splitlines())
    ET.fromstring(batch_junit.dump_junit("demo", HOSTILE.rows))
    for cells in csv.reader(StringIO(gradebook.dump_batch_gradebook(HOSTILE.rows))):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in cells)
    assert summaryjson.dump_summary(HOSTILE).isascii()


# Changes ------------------------------------------------------------------------------------


def changes(
    before: list[BatchRow], after: list[BatchRow], setting: GradingSetting = SETTING
) -> list[str]:
    past = summaryjson.EarlierBatch(
        "demo", {each.name: each for each in before}, {SETTING.digest: SETTING.parts}
    )
    lot = summarise_batch("Demonstration", after, "demo", {setting.digest: setting.parts}, 0.0)
    found = compare_batches.find_changes(past, lot)
    json.loads(compare_batches.changes_as_json(past, found, lot.settings))
    assert len(list(csv.reader(StringIO(compare_batches.changes_as_csv(found))))) == len(found) + 1
    return [
        f"{change.id} {change.difference:+g} {'; '.join(map(describe_change, change.tasks))}"
        f" because of {', '.join(change.causes)}"
        for change in found
    ]


def test_nothing_changed() -> None:
    assert changes(ROWS, ROWS) == []


def test_a_hidden_test_was_mended() -> None:
    after = replace(SETTING, tests="mended", limits="wider")
    mended = replace(row("bob"), setting=after.digest)
    others = [replace(each, setting=after.digest) for each in ROWS[1:]]
    assert changes(ROWS, [mended, *others], after) == [
        "bob +2 1: wrong answer 0 → accepted 2 because of hidden tests, limits"
    ]


def test_somebody_handed_in_anew() -> None:
    anew = replace(row("bob", 1.0, Verdict.WRONG_ANSWER), digest="another")
    assert changes(ROWS, [anew, *ROWS[1:]]) == [
        "bob +1 1: wrong answer 0 → wrong answer 1 because of submission"
    ]


def test_somebody_came_and_somebody_went() -> None:
    assert changes(ROWS[:2], ROWS[1:3]) == [
        "bob +0  because of no longer there",
        "carol +1.5  because of not handed in before",
    ]


def test_a_person_gave_a_mark() -> None:
    written = TaskScore("2", "Explain it", 3.0, None, None)
    before, after = row("bob"), row("bob")
    after = replace(after, result=replace(after.result, tasks=(*after.result.tasks, written)))
    before = replace(
        before,
        result=replace(before.result, tasks=(*before.result.tasks, replace(written, score=2.5))),
    )
    assert changes([before], [after]) == [
        "bob -2.5 2: by hand 2.5 → by hand because of marks that people gave"
    ]


def test_what_has_no_cause_on_record_is_not_made_up() -> None:
    (described,) = changes([row("bob", 0.0, Verdict.WRONG_ANSWER)], [row("bob")])
    assert described.endswith("because of nothing on record")


def test_what_cannot_be_read_may_move() -> None:
    moved = replace(refused("dora"), path="elsewhere/a.py", refusal="elsewhere/a.py is empty.")
    assert changes([refused("dora")], [moved]) == []


def test_trouble_that_is_over() -> None:
    (described,) = changes([internal("eve")], [row("eve")])
    assert described.endswith("1: internal error 0 → accepted 2 because of internal error before")
    (described,) = changes([row("eve")], [refused("eve")])
    assert "because of submission" in described
