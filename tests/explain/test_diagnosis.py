"""Known mistakes: when one is named, and when nothing is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from grader.explain import mistakes
from grader.explain.diagnosis import diagnosed, with_diagnoses
from grader.explain.mistakes import Mistake, Mistakes
from grader.explain.symptoms import symptoms
from grader.model.figures import Diagnosis
from grader.model.report import CaseResult, TaskResult
from grader.model.verdict import Verdict
from tests.made_up import made_up
from tests.render.samples import MEASURES, WRITTEN, a_test, case, task

VERDICTS = {".": Verdict.ACCEPTED, "!": Verdict.TIME_LIMIT_EXCEEDED, "_": Verdict.NOT_IMPLEMENTED}


def went(answers: str, *, margin: float | None = None) -> TaskResult:
    """A task whose cases gave these answers: right ones are dots, ``!`` was stopped."""
    return task(a_test(*_cases(answers, margin)))


def _cases(answers: str, margin: float | None) -> Iterator[CaseResult]:
    for number, answer in enumerate(answers):
        yield case(
            id=f"case-{number}",
            verdict=VERDICTS.get(answer, Verdict.WRONG_ANSWER),
            actual=answer,
            attempts=() if margin is None else ({"margin": margin},),
            measures=MEASURES,
        )


def mistake(
    *gradings: str,
    says: str = "Forgets the last ply.",
    by_chance: bool = False,
    also: Sequence[str] = (),
    margin: float | None = None,
) -> Mistake:
    """A mistake that gave these answers; a question mark is a case that nobody knows."""
    seen = [symptoms(went(answers)) for answers in gradings]
    unknown = {f"case-{number}" for number, answer in enumerate(gradings[0]) if answer == "?"}
    outcomes = {
        name: tuple(sorted({each[name].loose if by_chance else each[name].exact for each in seen}))
        for name in seen[0].keys() - unknown
    }
    margins = {} if margin is None else {"case-0": margin}
    return Mistake(says, says, by_chance, outcomes, margins, tuple(also))


def said(task: TaskResult, *known: Mistake) -> list[str]:
    return [found.sentence for found in diagnosed(task, known)]


FORGETS = mistake("aab......")
SAID = [FORGETS.sentence]


def test_the_same_answers_make_a_diagnosis() -> None:
    other = mistake("..ba.....", says="Another one.")
    assert diagnosed(went("aab......"), [other, FORGETS]) == (Diagnosis(SAID[0], 3, 3),)


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param("abb......", id="another answer"),
        pytest.param("aabb.....", id="fails more"),
        pytest.param("aa.......", id="fails less"),
        pytest.param("..aab....", id="in other cases"),
        pytest.param(".........", id="right"),
        pytest.param("!!!!!!!!!", id="stopped"),
        pytest.param("_________", id="not implemented"),
    ],
)
def test_other_answers_do_not(answers: str) -> None:
    assert said(went(answers), FORGETS) == []


def test_one_in_ten_cases_may_differ() -> None:
    known = mistake("abcabcabca.")
    assert diagnosed(went("abcabcabc.."), [known]) == (Diagnosis(SAID[0], 9, 9),)
    assert diagnosed(went("abcabcabcb."), [known]) == (Diagnosis(SAID[0], 9, 10),)
    assert said(went("abcabcabbb."), known) == []
    assert said(went("abcabcab..b"), known) == []


def test_cases_that_nobody_knows_count_neither_way() -> None:
    assert diagnosed(went("aabc....."), [mistake("aab?.....")]) == (Diagnosis(SAID[0], 3, 3),)
    assert diagnosed(went("aab"), [mistake("aabccccc")]) == (Diagnosis(SAID[0], 3, 3),)


def test_cases_that_were_drawn_count_neither_way() -> None:
    """No mistake has recorded them: there are more cases than it knows."""
    (found,) = diagnosed(went("ab..cd"), [mistake("ab..")])
    assert (found.agreeing, found.failing) == (2, 2)
    assert said(went("....cd"), mistake("ab..")) == []


def test_a_limit_is_no_evidence_by_itself() -> None:
    known = mistake("aa!......")
    assert said(went("aa!......"), known) == SAID
    assert said(went("!!!......"), mistake("!!!......")) == []


def test_neither_are_words_of_a_tests_own() -> None:
    changed = replace(
        went("aab......"), tests=(a_test(case(id="case-0", actual="a changed board")),)
    )
    known = replace(FORGETS, outcomes={"case-0": (symptoms(changed)["case-0"].exact,)})
    assert said(changed, known) == []


def test_the_mistake_that_fits_best_is_named() -> None:
    close = mistake("abcabcabcb", says="A close one.")
    exact = mistake("abcabcabca", says="The right one.")
    assert said(went("abcabcabca"), close, exact) == ["The right one."]


def test_a_few_that_fit_equally_well_are_all_named() -> None:
    alike = [replace(FORGETS, name=f"m{n}", sentence=f"Number {n}.") for n in range(4)]
    assert said(went("aab......"), *alike[:3]) == ["Number 0.", "Number 1.", "Number 2."]
    assert said(went("aab......"), *alike) == []


def test_a_sentence_is_said_once() -> None:
    alike = [replace(FORGETS, name=f"m{n}") for n in range(9)]
    assert said(went("aab......"), *alike) == SAID


def test_a_mistake_in_one_function_comes_before_one_in_many() -> None:
    many = mistake("aab......", says="All are wrong.", also=("3.2", "4.1"))
    assert said(went("aab......"), many, FORGETS) == SAID
    assert said(went("aab......"), many) == ["All are wrong."]


# By chance -----------------------------------------------------------------------------------


def test_where_chance_has_a_part_the_kind_of_answer_counts() -> None:
    known = mistake("12[......", "34[......", by_chance=True)
    assert said(went("77[......"), known) == SAID
    assert said(went("7[7......"), known) == []


def test_what_sometimes_fails_may_fail_or_not() -> None:
    known = mistake("123.....", "4567....", by_chance=True)
    assert said(went("111....."), known) == said(went("1111...."), known) == SAID
    assert said(went("111[...."), known) == said(went("11......"), known) == []


def test_chance_says_nothing_of_few_cases() -> None:
    """A game that was lost is like any other lost game, and there are only two of them."""
    assert said(went("77.."), mistake("12..", "34..", by_chance=True)) == []
    assert said(went("77.??"), mistake("12.??", "34.??", by_chance=True)) == []
    assert said(went("77..."), mistake("12...", "34...", by_chance=True)) == SAID


def test_what_is_always_the_same_says_more() -> None:
    known = mistake("12[......", "34[......", says="By chance.", by_chance=True)
    exact = mistake("77[......", says="Exactly.")
    assert said(went("77[......"), known, exact) == ["Exactly."]
    assert said(went("78[......"), known, exact) == ["By chance."]


@pytest.mark.parametrize(
    ("margin", "named"), [(-2.0, True), (-2.5, True), (-3.0, False), (0.1, False)]
)
def test_a_trial_speaks_for_many_attempts(margin: float, named: bool) -> None:
    known = mistake("123......", by_chance=True, margin=-2.1)
    assert said(went("123......", margin=margin), known) == (SAID if named else [])


# The file ------------------------------------------------------------------------------------


KNOWN = Mistakes(
    (0, 1),
    {
        "1": [FORGETS, mistake("12[?...", "3.[?...", by_chance=True, margin=-0.5)],
        "2": [mistake("....", says="Says “nothing”.", also=("1",))],
    },
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / mistakes.NAME


def test_what_was_written_is_read(path: Path) -> None:
    path.write_text(mistakes.dumps(KNOWN), "utf-8")
    assert mistakes.read(path) == KNOWN
    assert mistakes.read(path, only={"2"}).tasks == {"2": KNOWN.of("2")}


def test_it_is_written_a_mistake_to_a_line(path: Path) -> None:
    lines = mistakes.dumps(KNOWN).splitlines()
    assert sum("Forgets the last ply." in line for line in lines) == 2
    assert sum('"case-0"' in line and "outcomes" not in line for line in lines) == 2
    assert sum("outcomes" in line for line in lines) == 3


def test_without_a_file_nothing_is_known(path: Path) -> None:
    assert mistakes.read(path) == Mistakes()
    assert Mistakes().of("1") == ()


TASK = '{"seeds": [0], "tasks": {"1": {"cases": ["a"], "mistakes": [{"name": "x", %s}]}}}'


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        TASK % '"sentence": "y"',
        TASK % '"outcomes": "."',
        TASK % '"sentence": "y", "outcomes": ". ."',
        TASK % '"sentence": "y", "outcomes": ".*z"',
        TASK % '"sentence": "y", "outcomes": ".", "says": "z"',
    ],
)
def test_a_file_that_is_not_in_order_is_named(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"diagnoses.json (cannot be read|does not hold known)"):
        mistakes.read(path)


def test_it_is_read_only_if_something_is_to_be_explained(tmp_path: Path) -> None:
    assignment = made_up(tmp_path)
    (assignment.tests / mistakes.NAME).mkdir()  # code that opens it fails
    right, undecided = went("..."), replace(went("aab"), verdict=Verdict.INTERNAL_ERROR)
    assert with_diagnoses([WRITTEN, right, undecided], assignment) == (WRITTEN, right, undecided)


def test_only_tasks_that_fail_get_diagnoses(tmp_path: Path) -> None:
    assignment = made_up(tmp_path)
    known = Mistakes((0,), {"3.1": [FORGETS]})
    (assignment.tests / mistakes.NAME).write_text(mistakes.dumps(known), "utf-8")
    wrong, right = went("aab......"), went(".........")
    explained, same = with_diagnoses([wrong, right], assignment)
    assert explained == replace(wrong, diagnoses=(Diagnosis(SAID[0], 3, 3),))
    assert same == right
