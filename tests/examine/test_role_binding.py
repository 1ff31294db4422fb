"""Which functions are bound to roles, and what a grading makes of that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.examine.check_bindings import UnknownRole
from grader.jobs.grading import grade
from grader.model.report import Report
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.verdict import Verdict
from grader.sandbox.bubblewrap import Bubblewrap
from tests.contracts import CONTRACT, FREE, TEMPLATE, heaps
from tests.made_up import submitted

pytestmark = pytest.mark.bubblewrap

ACCEPTED = Verdict.ACCEPTED
TWO = FREE + "\ndef another(heap):\n    return solve(heap)\n"


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return heaps(tmp_path_factory.mktemp("course"))


def changed(folder: Path, *pairs: tuple[str, str]) -> Assignment:
    """The assignment with another contract."""
    contract = CONTRACT
    for old, new in pairs:
        assert old in contract
        contract = contract.replace(old, new)
    return heaps(folder / "course", contract=contract, id="changed")


def graded(assignment: Assignment, folder: Path, text: str, **said: str) -> Report:
    return grade(
        submitted(folder, text), assignment, Bubblewrap.locate(), speed=1.0, explain=False,
        where=said,
    )  # fmt: skip


def role(report: Report, name: str) -> RoleResult:
    return next(each for each in report.roles if each.role == name)


def verdicts(report: Report) -> list[Verdict | None]:
    return [task.verdict for task in report.tasks]


def test_the_template_is_found_by_its_names(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, TEMPLATE)
    assert (verdicts(report), report.errors, report.complete) == ([ACCEPTED] * 2, (), True)
    assert [each.binding for each in report.roles] == [
        "take(heap, number) -> heap", "moves(heap) -> [number]", "search(heap) -> number",
        "show(heap)",
    ]  # fmt: skip
    assert {each.found for each in report.roles} == {BindingSource.NAME}


def test_other_names_and_forms_are_found_by_what_they_answer(
    assignment: Assignment, tmp_path: Path
) -> None:
    report = graded(assignment, tmp_path, FREE)
    assert (verdicts(report), report.errors) == ([ACCEPTED] * 2, ())
    take, search = role(report, "take"), role(report, "search")
    assert (take.binding, take.found) == ("fewer(number, heap) -> heap", BindingSource.BEHAVIOUR)
    assert take.how["heap"] == "text"
    assert (take.asked, take.right) == (2, 2)
    assert search.binding == "solve(heap) -> (value, number)"
    assert role(report, "show").found is BindingSource.NOT_FOUND


def test_a_role_without_known_answers_can_be_asked(tmp_path: Path) -> None:
    test = """
@task("1", points=2)
def test_shows(student):
    answer = student.show(3)
    if answer.value is not None:
        raise WrongAnswer("Not shown.", expected="None", actual=repr(answer.value))
"""
    tasks = '[[tasks]]\nid = "1"\ntitle = "Showing"\nfunction = "show"\npoints = 2\n'
    assignment = heaps(tmp_path / "course", test, tasks=tasks, id="showing")
    report = graded(assignment, tmp_path, TEMPLATE)
    assert (verdicts(report), report.errors) == ([ACCEPTED], ())


STATED = """
class Heap:
    def __init__(self, stones):
        self.stones = stones

    def take(self, number):
        self.stones -= number
        return self.stones

    def legal_moves(self):
        return [n for n in (1, 2, 3) if n <= self.stones]

class Player:
    def act(self, pile):
        return pile % 4 or 1
"""


def test_students_may_write_classes(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, STATED)
    assert (verdicts(report), report.errors) == ([ACCEPTED] * 2, ())
    assert [each.binding for each in report.roles] == [
        "Heap(heap).take(number) -> heap", "Heap(heap).legal_moves() -> [number]",
        "Player().act(heap) -> number", "",
    ]  # fmt: skip


def test_what_makes_agents_is_called_and_so_is_what_it_makes(
    assignment: Assignment, tmp_path: Path
) -> None:
    text = TEMPLATE.replace("def search(", "def best(") + "\ndef search():\n    return best\n"
    report = graded(assignment, tmp_path, text)
    assert role(report, "search").binding == "search()(heap) -> number"
    assert verdicts(report) == [ACCEPTED] * 2


@pytest.mark.slow
def test_a_hint_decides_among_functions(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, TWO)
    search = role(report, "search")
    assert (search.found, search.function) == (
        BindingSource.BEHAVIOUR,
        "solve",
    )  # the first of equals
    hinted = graded(assignment, tmp_path, TWO + "# grade: search = another\n")
    search = role(hinted, "search")
    assert (search.found, search.function) == (BindingSource.HINT, "another")
    assert (verdicts(hinted), hinted.complete) == ([ACCEPTED] * 2, True)


@pytest.mark.slow
def test_two_names_of_one_function(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, FREE + "\nsolver = solve\n")
    search = role(report, "search")
    assert (search.found, search.function) == (BindingSource.BEHAVIOUR, "solve")
    named = graded(assignment, tmp_path, FREE + "\nsearch = solve\n")
    assert (role(named, "search").found, named.score) == (BindingSource.NAME, 4)


def test_the_last_definition_of_a_name_counts(assignment: Assignment, tmp_path: Path) -> None:
    first = "def take(heap):\n    return [heap]\n"
    report = graded(assignment, tmp_path, first + TEMPLATE)
    assert role(report, "take").binding == "take(heap, number) -> heap"
    assert verdicts(report) == [ACCEPTED] * 2
    report = graded(assignment, tmp_path, TEMPLATE + first)
    assert verdicts(report)[0] is Verdict.UNDECIDED
    assert role(report, "take").candidates == ("take(heap)",)


def test_a_person_says_the_binding(assignment: Assignment, tmp_path: Path) -> None:
    said = "another(heap) -> (value, number)"
    report = graded(assignment, tmp_path, TWO, search=said)
    search = role(report, "search")
    assert (search.found, search.function, search.binding) == (
        BindingSource.MARKER,
        "another",
        said,
    )
    assert verdicts(report) == [ACCEPTED] * 2


def test_the_form_that_a_person_says_counts(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, FREE, search="solve(heap) -> (number, value)")
    assert role(report, "search").binding == "solve(heap) -> (number, value)"
    assert verdicts(report)[1] is Verdict.WRONG_ANSWER


def test_a_person_overrules_a_hint_and_a_name(assignment: Assignment, tmp_path: Path) -> None:
    text = TEMPLATE + "def wrong(heap):\n    return 7\n# grade: search = search\n"
    report = graded(assignment, tmp_path, text, search="wrong")
    assert (role(report, "search").function, report.tasks[1].score) == ("wrong", 0)


def test_a_hint_overrules_a_name(assignment: Assignment, tmp_path: Path) -> None:
    text = TEMPLATE + "def wrong(heap):\n    return 7\n# grade: search = wrong(heap)\n"
    report = graded(assignment, tmp_path, text)
    search = role(report, "search")
    assert (search.found, search.binding) == (BindingSource.HINT, "wrong(heap) -> number")
    assert report.tasks[1].score == 0


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"dig": "f"}, "'dig' is not a role of this assignment; its roles are take, moves, search"),
        ({"take": "a b"}, "The binding of take: the binding should end here.\n  a b\n    ^"),
        ({"take": "f().__class__"}, "names that begin with two underscores cannot be used.\n"),
    ],
)
def test_what_a_person_says_has_to_make_sense(
    assignment: Assignment, tmp_path: Path, said: dict[str, str], sentence: str
) -> None:
    with pytest.raises(UnknownRole, match=re.escape(sentence)):
        graded(assignment, tmp_path, TEMPLATE, **said)


def test_what_a_person_names_in_vain_stays_open(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, TEMPLATE, take="gone")
    take = role(report, "take")
    assert take.open
    assert take.note == "The binding names gone, which the submission does not define."
    assert report.tasks[0].verdict is Verdict.UNDECIDED


def test_what_is_not_there_is_not_attempted_and_names_are_said(
    assignment: Assignment, tmp_path: Path
) -> None:
    report = graded(assignment, tmp_path, "def other(x):\n    return 'x'\n")
    assert verdicts(report) == [Verdict.NOT_ATTEMPTED] * 2
    message = report.tasks[0].tests[0].cases[0].message
    assert "Names that were looked for: take, remove." in message
    assert "# grade: take =" in message
    assert report.errors == ()


def test_a_function_with_a_usual_name_of_another_role_may_be_found_by_its_answers(
    assignment: Assignment, tmp_path: Path
) -> None:
    text = TEMPLATE.replace("take(", "minimax(")
    report = graded(assignment, tmp_path, text)
    take = role(report, "take")
    assert (take.function, take.found) == ("minimax", BindingSource.BEHAVIOUR)
    assert verdicts(report) == [ACCEPTED] * 2


def test_what_could_not_be_loaded_is_said_to_be_lost(
    assignment: Assignment, tmp_path: Path
) -> None:
    report = graded(assignment, tmp_path, "def take(heap, number:\n    return 1\n")
    assert report.tasks[0].verdict is Verdict.LOAD_ERROR


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ("raise KeyError(heap)", "It raised KeyError: 5."),
        ("return [heap]", "It answered: a list."),
    ],
)
def test_a_function_of_which_nothing_can_be_read_is_for_a_person(
    assignment: Assignment, tmp_path: Path, body: str, seen: str
) -> None:
    text = f"def take(heap, number):\n    {body}\n"
    report = graded(assignment, tmp_path, text)
    take = role(report, "take")
    assert (take.found, take.candidates) == (BindingSource.UNDECIDED, ("take(heap, number)",))
    assert take.note == f"take answers with nothing that can be read as take asks. {seen}"
    assert (verdicts(report)[0], report.complete) == (Verdict.UNDECIDED, False)
    message = report.tasks[0].tests[0].cases[0].message
    assert take.note in message
    assert "# grade: take = take(heap, number)" in message


def test_a_parameter_that_nobody_knows_is_named(assignment: Assignment, tmp_path: Path) -> None:
    text = "def take(heap, number, mood):\n    return heap - number\n"
    report = graded(assignment, tmp_path, text)
    take = role(report, "take")
    assert (take.found, take.candidates) == (BindingSource.UNDECIDED, ("take",))
    assert take.note == (
        "take(heap, number, mood) cannot be called: "
        "nobody knows what to pass for its parameter mood."
    )
    assert verdicts(report)[0] is Verdict.UNDECIDED
    settled = graded(assignment, tmp_path, text, take="take(heap, number, 'good')")
    assert verdicts(settled)[0] is ACCEPTED


def test_a_method_of_which_nothing_can_be_read_is_for_a_person(
    assignment: Assignment, tmp_path: Path
) -> None:
    text = "class Heap:\n    def remove(self, heap, number):\n        raise KeyError(heap)\n"
    report = graded(assignment, tmp_path, text)
    take = role(report, "take")
    assert (take.found, take.candidates) == (
        BindingSource.UNDECIDED,
        ("Heap().remove(heap, number)",),
    )
    assert verdicts(report)[0] is Verdict.UNDECIDED


CAUTIOUS = """
from grader.testing.case_failures import CallFailure

@task("1", points=2)
@cases([(5, 2)])
def test_takes(student, case):
    "Takes stones, and asks for more where it can."
    student.take(*case)
    try:
        student.search(5)
    except CallFailure:
        return
"""


def test_what_a_test_cannot_ask_yet_is_not_accepted(tmp_path: Path) -> None:
    cautious = heaps(tmp_path / "course", CAUTIOUS, id="cautious")
    taking = TEMPLATE.split("def moves")[0]
    assert verdicts(graded(cautious, tmp_path, taking))[0] is ACCEPTED
    unread = "class Player:\n    def act(self, heap):\n        raise KeyError(heap)\n"
    assert verdicts(graded(cautious, tmp_path, taking + unread))[0] is Verdict.UNDECIDED


def test_what_is_wrong_and_can_be_read_is_judged(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, "def take(heap, number):\n    return 7\n")
    take = role(report, "take")
    assert (take.found, take.function, take.right) == (BindingSource.NAME, "take", 0)
    assert verdicts(report) == [Verdict.WRONG_ANSWER, Verdict.NOT_ATTEMPTED]


def test_a_person_chooses_between_the_usual_name_and_all_right_answers(
    assignment: Assignment, tmp_path: Path
) -> None:
    guesses = "\ndef minimax(heap):\n    return 2\n"  # two of the three known answers
    text = TEMPLATE.replace("def search(", "def best(") + guesses
    report = graded(assignment, tmp_path, text)
    search = role(report, "search")
    assert search.open
    assert [line.partition("(")[0] for line in search.candidates] == ["best", "minimax"]
    alone = graded(assignment, tmp_path, guesses)
    search = role(alone, "search")
    assert (search.function, search.right) == ("minimax", 2)
    assert verdicts(alone)[1] is Verdict.WRONG_ANSWER


def test_a_name_like_usual_ones_comes_after_these(tmp_path: Path) -> None:
    like = changed(tmp_path, ('names=("remove",),', 'names=("remove",), like=r"take\\w+",'))
    text = TEMPLATE.replace("take(", "take_away(")
    report = graded(like, tmp_path, text)
    take = role(report, "take")
    assert (take.function, take.found) == ("take_away", BindingSource.NAME)
    report = graded(like, tmp_path, f"{text}\ndef remove(heap, n):\n    return heap - n\n")
    assert role(report, "take").function == "remove"


PART = (
    'names=("minimax", "Player"),',
    'names=("minimax", "Player"), part_of="take", traces="bestleft", sets={"switch"},',
)
_SWITCHED = """expressed=lambda word, parameter, reading: (
        [str(reading.role.name == "search")] if word == "switch" else [word]
    ),
    words={"switch": "best", "heap\""""
SWITCH = ('words={"heap"', _SWITCHED)
"""What ``best`` switches on is the search."""


def test_what_is_switched_on_in_another_function_is_found_there(tmp_path: Path) -> None:
    part = changed(tmp_path, PART, SWITCH)
    text = (
        "def take(heap, number=0, best=False):\n"
        "    return heap % 4 or 1 if best else heap - number\n"
    )
    settled = graded(part, tmp_path, text, take="take(heap, number)")
    assert role(settled, "search").binding == "take(heap, best=True) -> number"
    assert verdicts(settled) == [ACCEPTED] * 2


def test_what_may_be_part_of_another_function_is_for_a_person(tmp_path: Path) -> None:
    part = changed(tmp_path, PART)
    text = "def take(heap, number):\n    return heap - number\n"
    report = graded(part, tmp_path, text)
    assert verdicts(report) == [ACCEPTED, Verdict.NOT_ATTEMPTED]  # nothing speaks of it
    report = graded(part, tmp_path, f"{text}def best_left(a, b):\n    return a\n")
    search = role(report, "search")
    assert verdicts(report) == [ACCEPTED, Verdict.UNDECIDED]
    assert search.note == "best_left may do this, but take does not use it."
    assert search.candidates == ("take(heap, number) -> heap",)


def test_a_stub_hides_no_function_that_is_written(assignment: Assignment, tmp_path: Path) -> None:
    text = TEMPLATE.replace("take(", "remove(")
    stub = "def take(heap, number):\n    raise NotImplementedError\n"
    report = graded(assignment, tmp_path, f"{stub}{text}")
    assert role(report, "take").binding == "remove(heap, number) -> heap"
    assert verdicts(report) == [ACCEPTED] * 2


@pytest.mark.parametrize(
    "body", ["raise NotImplementedError", "pass", '"""To be done."""', "return None", "...  # here"]
)
def test_what_is_not_written_yet_is_not_implemented(
    assignment: Assignment, tmp_path: Path, body: str
) -> None:
    report = graded(assignment, tmp_path, f"def take(heap, number):\n    {body}\n")
    assert role(report, "take").function == "take"
    assert report.tasks[0].verdict is Verdict.NOT_IMPLEMENTED
    assert report.complete


def test_a_class_alone_says_which_methods_are_asked(assignment: Assignment, tmp_path: Path) -> None:
    text = TEMPLATE.replace("def search", "def find") + (
        "class Finder:\n"
        "    def act(self, heap):\n        return find(heap)\n"
        "    def other(self, heap):\n        return 9\n"
        "# grade: search = Finder\n"
    )  # fmt: skip
    report = graded(assignment, tmp_path, text)
    search = role(report, "search")
    assert (search.found, search.binding) == (BindingSource.HINT, "Finder().act(heap) -> number")
    assert verdicts(report) == [ACCEPTED] * 2
    unfinished = text.replace("return find(heap)", "raise NotImplementedError")
    report = graded(assignment, tmp_path, unfinished)
    assert report.tasks[1].verdict is Verdict.NOT_IMPLEMENTED


def test_what_answers_wrong_is_open_where_values_can_only_be_guessed(tmp_path: Path) -> None:
    guess = "editions=lambda *_: [{'heap': 'number'}, {'heap': 'text', 'doubt': 'No.'}]"
    guessing = changed(tmp_path, ("editions=editions", guess))
    report = graded(guessing, tmp_path, "def take(heap, number):\n    return 7\n")
    take = role(report, "take")
    assert (take.found, take.note) == (BindingSource.UNDECIDED, "No.")
    assert verdicts(report)[0] is Verdict.UNDECIDED
    right = graded(guessing, tmp_path, "def take(heap, number):\n    return heap - number\n")
    assert verdicts(right)[0] is ACCEPTED


GUESSED = (
    "editions=editions",
    "editions=lambda *_: [{'heap': 'number', 'doubt': 'No heap was seen.'}]",
)


def test_nothing_is_judged_by_values_that_no_answer_confirms(tmp_path: Path) -> None:
    guessing = changed(tmp_path, GUESSED)
    report = graded(guessing, tmp_path, "def take(heap, number):\n    return 7\n")
    take = role(report, "take")
    assert (take.found, take.note) == (BindingSource.UNDECIDED, "No heap was seen.")
    assert take.candidates == ("take(heap, number)",)
    assert verdicts(report)[0] is Verdict.UNDECIDED


def test_what_no_name_speaks_of_is_open_where_values_are_guessed(tmp_path: Path) -> None:
    guessing = changed(tmp_path, GUESSED)
    report = graded(guessing, tmp_path, "def lower(heap, number):\n    return 7\n")
    assert role(report, "take").candidates == ("lower(heap, number)",)
    known = changed(tmp_path / "known")
    without = graded(known, tmp_path, "def lower(heap, number):\n    return 7\n")
    assert role(without, "take").found is BindingSource.NOT_FOUND


def test_a_wrong_function_is_judged_once_another_confirms_the_values(tmp_path: Path) -> None:
    guessing = changed(tmp_path, GUESSED)
    text = "def take(heap, number):\n    return heap - number\n\ndef moves(heap):\n    return [7]\n"
    report = graded(guessing, tmp_path, text)
    assert role(report, "moves").binding == "moves(heap) -> [number]"
    assert verdicts(report)[0] is ACCEPTED


TAKES = "def take(heap, number):\n    return heap - number\n\n"


def test_a_function_that_answers_most_right_is_open_whatever_its_name(tmp_path: Path) -> None:
    more = changed(
        tmp_path,
        ("known=(number(5, 2, right=3), ", "known=(number(5, 2, right=3), number(7, 1, right=6), "),
    )
    text = "def lower(heap, number):\n    return heap - number if heap < 9 else 0\n"
    take = role(graded(more, tmp_path, text), "take")
    assert (take.found, take.candidates) == (
        BindingSource.UNDECIDED,
        ("lower(heap, number) -> heap",),
    )
    assert "answers 2 of 3 questions with known answers right" in take.note


@pytest.mark.parametrize(
    ("text", "called"),
    [
        (f"{TAKES}print(take(9, 1))  # the opening\n", "take"),
        (f"{TAKES}class Opening:\n    pass\ngame = take (9, 1)\n", "take"),
        (f"{TAKES}def best(heap):\n    return take(heap, 1)\nprint(best(9))  # opening\n", "take"),
        (f"{TAKES}print(take(9, 1))\n", ""),  # for anything else
        (f"{TAKES}# the opening: take(9, 1)\n", ""),  # nothing is called
        ("def nothing():\n    return 1\nopening = nothing()\n", ""),
    ],
)
def test_what_a_cell_answers_is_for_a_person(tmp_path: Path, text: str, called: str) -> None:
    in_cells = changed(tmp_path, ('"show",', '"show", calls=("take",), in_cells="opening",'))
    show = role(graded(in_cells, tmp_path, text), "show")
    found = BindingSource.UNDECIDED if called else BindingSource.NOT_FOUND
    assert show.found is found
    assert (f".py calls {called} and may do it; a person has to look." in show.note) is bool(called)
