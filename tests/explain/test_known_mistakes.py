from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader import wire
from grader.explain import known_mistakes
from grader.explain.known_mistakes import (
    ACCEPTED,
    LIMIT,
    CaseSignature,
    KnownMistake,
    KnownMistakes,
    add_diagnoses,
    case_signatures,
    diagnose_cases,
)
from grader.model.figures import Diagnosis
from grader.model.report import TaskResult, Visibility
from grader.model.time_limits import CallLimits
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import CallEnding, Outcome
from grader.testing.case_failures import failure_of_call
from tests.made_up import DOUBLE, made_up
from tests.render.samples import WRITTEN, a_test, call, case, task

LIMITS = [
    Verdict.TIME_LIMIT_EXCEEDED,
    Verdict.MEMORY_LIMIT_EXCEEDED,
    Verdict.OUTPUT_LIMIT_EXCEEDED,
]


def symptom(**changes: object) -> CaseSignature:
    (found,) = case_signatures(task(a_test(case(**changes)))).values()
    return found


def digest(**changes: object) -> str:
    return symptom(**changes).digest


def test_an_accepted_case_has_nothing_to_tell() -> None:
    assert symptom(verdict=Verdict.ACCEPTED, message="") == ACCEPTED
    assert not ACCEPTED.failed


def test_verdict_code_and_answer_make_a_symptom() -> None:
    known = digest()
    assert symptom().failed
    assert known == digest(cpu_seconds=7.0, seed=99, visibility=Visibility.PRIVATE)
    assert known != digest(actual="4")
    assert known != digest(code="wrong_move")
    assert known != digest(verdict=Verdict.INVALID_RETURN)


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_sentence_can_be_improved(verdict: Verdict) -> None:
    before, after = (
        case_signatures(task(a_test(case(verdict=verdict, message=message))))
        for message in ("Route 3 is wrong.", "This route leaves out a city: look at its end.")
    )
    assert before == after


def test_names_that_a_student_chose_do_not_matter() -> None:
    best, top = (
        digest(verdict=Verdict.RUNTIME_ERROR, actual=f"NameError: name '{name}' is not defined")
        for name in ("best", "top_2")
    )
    assert best == top
    assert best != digest(verdict=Verdict.RUNTIME_ERROR, actual="TypeError: not callable")


@pytest.mark.parametrize("verdict", LIMITS)
def test_all_limits_are_alike(verdict: Verdict) -> None:
    one = symptom(verdict=verdict, message="It used more than 2 s.", actual=None)
    assert one == symptom(verdict=verdict, message="It used more than 3 s; that is far too much.")
    assert one == LIMIT
    assert one.vague


def test_an_answer_too_large_to_be_passed_on_is_one_of_them() -> None:
    with pytest.raises(wire.Untransferable) as refused:
        wire.Codec({}).encode([0] * (wire.MAX_NODES + 1))
    actual = f"list holding {refused.value}"
    failure = failure_of_call("f", Outcome(CallEnding.OPAQUE, detail=actual), CallLimits(1.0, 8.0))
    assert symptom(verdict=failure.verdict, code=failure.code, actual=actual) == LIMIT
    assert symptom(verdict=Verdict.WRONG_ANSWER, actual=actual) != LIMIT
    failure = failure_of_call(
        "f", Outcome(CallEnding.OPAQUE, detail="generator"), CallLimits(1.0, 8.0)
    )
    assert symptom(verdict=failure.verdict, code=failure.code, actual="generator") != LIMIT


@pytest.mark.parametrize("actual", ["a changed board", "distances changed", "it is gone, too"])
def test_words_of_the_tests_own_tell_little(actual: str) -> None:
    assert symptom(actual=actual) == replace(symptom(actual=""), vague=True)
    assert not symptom(actual=actual, verdict=Verdict.RUNTIME_ERROR).vague


@pytest.mark.parametrize(
    "actual", ["3", "none", "MOVE_NONE", "[0, 1]", "'a b'", "(2, None)", "4 calls", "inf", None]
)
def test_values_tell_more(actual: str | None) -> None:
    assert not symptom(actual=actual).vague


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict.INTERNAL_ERROR,
        Verdict.LOAD_ERROR,
        Verdict.NOT_ATTEMPTED,
        Verdict.NOT_IMPLEMENTED,
    ],
)
def test_what_never_ran_tells_nothing(verdict: Verdict) -> None:
    assert case_signatures(task(a_test(case(verdict=verdict)))) == {}


@pytest.mark.parametrize("verdict", LIMITS)
def test_what_was_left_out_tells_nothing(verdict: Verdict) -> None:
    cases = case(id="run", verdict=verdict), case(id="left out", verdict=verdict, call=None)
    assert list(case_signatures(task(a_test(*cases)))) == ["run"]


def test_any_text_whatever_has_a_symptom() -> None:
    assert digest(actual="\ud800\0", call=call()) != digest(actual="\ud801\0")


VERDICTS = {".": Verdict.ACCEPTED, "!": Verdict.TIME_LIMIT_EXCEEDED, "_": Verdict.NOT_IMPLEMENTED}


def went(answers: str) -> TaskResult:
    """A task whose cases gave these answers: right ones are dots, ``!`` was stopped."""
    cases = (
        case(
            id=f"case-{number}",
            verdict=VERDICTS.get(answer, Verdict.WRONG_ANSWER),
            actual=answer,
        )
        for number, answer in enumerate(answers)
    )
    return task(a_test(*cases))


def mistake(answers: str, says: str = "Forgets the last ply.") -> KnownMistake:
    """A mistake that gave these answers; a question mark is a case that nobody knows."""
    outcomes = {
        name: symptom.digest
        for (name, symptom), answer in zip(
            case_signatures(went(answers)).items(), answers, strict=True
        )
        if answer != "?"
    }
    return KnownMistake(says, says, outcomes)


def said(task: TaskResult, *known: KnownMistake) -> list[str]:
    return [found.sentence for found in diagnose_cases(case_signatures(task), known)]


FORGETS = mistake("abc......")
SAID = [FORGETS.sentence]


def test_the_same_answers_make_a_diagnosis() -> None:
    other = mistake("..cba....", says="Another one.")
    assert diagnose_cases(case_signatures(went("abc......")), [other, FORGETS]) == (
        Diagnosis(SAID[0], 3, 3),
    )


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param("abb......", id="another answer"),
        pytest.param("abcd.....", id="fails more"),
        pytest.param("ab.......", id="fails less"),
        pytest.param("..abc....", id="in other cases"),
        pytest.param(".........", id="right"),
        pytest.param("!!!!!!!!!", id="stopped"),
        pytest.param("_________", id="not implemented"),
    ],
)
def test_other_answers_do_not(answers: str) -> None:
    assert said(went(answers), FORGETS) == []


@pytest.mark.parametrize("answers", ["abcdefghijklmnopqrsx", "abcdefghijklmnopqrs."])
def test_one_case_of_twenty_that_differs_shows_another_mistake(answers: str) -> None:
    known = mistake("abcdefghijklmnopqrst")
    assert said(went(answers), known) == []
    assert said(went("abcdefghijklmnopqrst"), known) == SAID


def test_every_failing_case_has_to_be_known() -> None:
    assert said(went("abcd....."), mistake("abc?....."), mistake("....xyzab", "Other.")) == []
    assert said(went("abc......"), mistake("abc?.....")) == SAID
    assert diagnose_cases(case_signatures(went("abc")), [mistake("abcddddd")]) == (
        Diagnosis(SAID[0], 3, 3),
    )


def test_cases_that_were_drawn_count_neither_way() -> None:
    """No mistake has recorded them: there are more cases than it knows."""
    (found,) = diagnose_cases(case_signatures(went("abc.de")), [mistake("abc.")])
    assert (found.agreeing, found.failing) == (3, 3)
    assert said(went("....de"), mistake("abc.")) == []


@pytest.mark.parametrize(
    ("answers", "named"),
    [
        pytest.param("abc!.....", True, id="stopped as well"),
        pytest.param("abcd.....", False, id="wrong where the mistake was stopped"),
        pytest.param("abc......", True, id="right where the mistake was stopped"),
        pytest.param("abc!!....", True, id="stopped in more cases"),
        pytest.param("ab!......", False, id="stopped where it would tell"),
    ],
)
def test_a_limit_says_nothing_either_way(answers: str, named: bool) -> None:
    """Which cases are stopped depends on the machine, and must not change what is said."""
    assert said(went(answers), mistake("abc!.....")) == (SAID if named else [])
    assert said(went("!!!......"), mistake("!!!......")) == []


@pytest.mark.parametrize(
    ("answers", "named"), [("aaaaaaa", False), ("ababab.", False), ("aabc...", True)]
)
def test_a_mistake_is_known_by_three_different_symptoms(answers: str, named: bool) -> None:
    assert said(went(answers), mistake(answers)) == (SAID if named else [])


def test_words_of_a_tests_own_are_none_of_them() -> None:
    cases = (
        case(id=f"case-{number}", actual="a changed board", code=f"code_{number}")
        for number in range(5)
    )
    changed = replace(went("....."), tests=(a_test(*cases),))
    outcomes = {name: symptom.digest for name, symptom in case_signatures(changed).items()}
    assert len({*outcomes.values()}) == 5
    assert said(changed, replace(FORGETS, outcomes=outcomes)) == []


def test_two_that_explain_all_are_named_as_two_and_three_as_none() -> None:
    alike = [replace(FORGETS, name=f"m{n}", sentence=f"Number {n}.") for n in range(3)]
    assert said(went("abc......"), *alike[:2]) == ["Either: Number 0. Or: Number 1."]
    assert said(went("abc......"), *alike) == []


def test_a_sentence_is_said_once() -> None:
    alike = [replace(FORGETS, name=f"m{n}") for n in range(9)]
    assert said(went("abc......"), *alike) == SAID


def test_what_chance_has_a_part_in_is_never_named() -> None:
    by_chance = KnownMistake("by chance", "By chance.", by_chance=True)
    assert said(went("abc......"), by_chance) == []
    assert said(went("abc......"), by_chance, FORGETS) == SAID


def test_who_makes_no_mistake_on_record_is_told_of_none() -> None:
    """Nothing is cut off; the mistake on record fails some of the same cases."""
    turned = mistake("abc...d..", says="The board is turned.")
    assert said(went("abcef.d.."), turned) == []


# The file ------------------------------------------------------------------------------------


KNOWN = KnownMistakes(
    (0, 1),
    {
        "1": [FORGETS, mistake("12[?..."), KnownMistake("chance", "By chance.", by_chance=True)],
        "2": [mistake("....", says="Says “nothing”.")],
    },
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / known_mistakes.NAME


def test_what_was_written_is_read(path: Path) -> None:
    path.write_text(known_mistakes.dump_known_mistakes(KNOWN), "utf-8")
    assert known_mistakes.read_known_mistakes(path) == KNOWN


def test_it_is_written_a_mistake_to_a_line(path: Path) -> None:
    lines = known_mistakes.dump_known_mistakes(KNOWN).splitlines()
    assert sum("Forgets the last ply." in line for line in lines) == 2
    assert sum("By chance." in line for line in lines) == 1
    assert sum('"case-0"' in line and "outcomes" not in line for line in lines) == 2
    assert sum("outcomes" in line for line in lines) == 3


def test_without_a_file_nothing_is_known(path: Path) -> None:
    assert known_mistakes.read_known_mistakes(path) == KnownMistakes()
    assert KnownMistakes().of("1") == ()


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
        known_mistakes.read_known_mistakes(path)


def test_it_is_read_only_if_something_is_to_be_explained(tmp_path: Path) -> None:
    assignment = made_up(tmp_path)
    (assignment.tests / known_mistakes.NAME).mkdir()  # code that opens it fails
    right, undecided = went("..."), replace(went("aab"), verdict=Verdict.INTERNAL_ERROR)
    assert add_diagnoses([WRITTEN, right, undecided], assignment) == (WRITTEN, right, undecided)


def test_only_tasks_that_fail_get_diagnoses(tmp_path: Path) -> None:
    assignment = made_up(tmp_path)
    known = KnownMistakes((0,), {"3.1": [FORGETS]})
    (assignment.tests / known_mistakes.NAME).write_text(
        known_mistakes.dump_known_mistakes(known), "utf-8"
    )
    wrong, right = went("abc......"), went(".........")
    explained, same = add_diagnoses([wrong, right], assignment)
    assert explained == replace(wrong, diagnoses=(Diagnosis(SAID[0], 3, 3),))
    assert same == right


@pytest.mark.parametrize(
    ("other", "recorded", "named"),
    [
        pytest.param("......", None, True, id="both right"),
        pytest.param("......", "..ab..", False, id="fails only in the record"),
        pytest.param("..a...", None, False, id="fails only here"),
        pytest.param("..ab..", "..ab..", True, id="fails as recorded"),
        pytest.param("..ac..", "..ab..", False, id="fails otherwise"),
    ],
)
def test_tasks_on_one_function_have_to_agree(
    tmp_path: Path, other: str, recorded: str | None, named: bool
) -> None:
    tasks = DOUBLE + DOUBLE.replace('"1"', '"2"')
    assignment = made_up(tmp_path, tasks=tasks)
    there = [replace(mistake(recorded), name=FORGETS.name)] if recorded else []
    known = KnownMistakes((0,), {"1": [FORGETS], "2": there})
    (assignment.tests / known_mistakes.NAME).write_text(
        known_mistakes.dump_known_mistakes(known), "utf-8"
    )
    verdict = Verdict.ACCEPTED if set(other) == {"."} else Verdict.WRONG_ANSWER
    graded = [
        replace(went("abc......"), id="1", verdict=Verdict.WRONG_ANSWER),
        replace(went(other), id="2", verdict=verdict),
    ]
    assert [each.sentence for each in add_diagnoses(graded, assignment)[0].diagnoses] == (
        SAID if named else []
    )
