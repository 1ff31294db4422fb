from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.examine.fitting import UnknownRole
from grader.jobs.grading import grade
from grader.model.contract import Found, RoleResult
from grader.model.report import Report
from grader.model.verdict import Verdict
from grader.sandbox.bubblewrap import Bubblewrap
from tests.contracts import FREE, ROLES, TEMPLATE, heaps
from tests.made_up import submitted

ACCEPTED = Verdict.ACCEPTED


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return heaps(tmp_path_factory.mktemp("course"))


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
    assert not any(each.remarkable for each in report.roles)
    assert [each.function for each in report.roles] == ["take", "moves", "search", "show"]


def test_other_names_and_conventions_are_found_by_behaviour(
    assignment: Assignment, tmp_path: Path
) -> None:
    report = graded(assignment, tmp_path, FREE)
    assert (verdicts(report), report.errors) == ([ACCEPTED] * 2, ())
    take, search = role(report, "take"), role(report, "search")
    assert (take.function, take.found) == ("fewer", Found.BEHAVIOUR)
    assert take.words == "heaps as texts; the number first"
    assert (search.function, search.words) == ("solve", "heaps as texts; answers (value, number)")
    assert role(report, "show").found is Found.NOT_FOUND


@pytest.mark.slow
def test_a_hint_decides_among_functions(assignment: Assignment, tmp_path: Path) -> None:
    two = FREE + "\ndef another(heap):\n    return solve(heap)\n"
    report = graded(assignment, tmp_path, two)
    search = role(report, "search")
    assert (search.found, search.candidates) == (Found.UNDECIDED, ("solve", "another"))
    assert verdicts(report) == [ACCEPTED, Verdict.UNDECIDED]
    assert (report.score, report.complete, report.errors) == (2, False, ())

    hinted = graded(assignment, tmp_path, two + "# grade: search = another\n")
    search = role(hinted, "search")
    assert (search.found, search.function) == (Found.HINT, "another")
    assert (verdicts(hinted), hinted.complete) == ([ACCEPTED] * 2, True)


@pytest.mark.slow
def test_two_names_of_one_function_are_no_question(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, FREE + "\nplayer = solve\n")
    search = role(report, "search")
    assert (search.found, search.function) == (Found.BEHAVIOUR, "solve")
    named = graded(assignment, tmp_path, FREE + "\nsearch = solve\n")
    assert (role(named, "search").found, named.score) == (Found.NAME, 4)


@pytest.mark.slow
def test_the_own_name_of_a_role_counts_more_than_better_answers(tmp_path: Path) -> None:
    # As a notebook whose moves are wrong, and where take could pass for something else.
    like = ROLES.replace('Role("take", ("remove",)', 'Role("take", ("remove", "search")')
    assignment = heaps(tmp_path / "course", roles=like, id="like")
    text = (
        TEMPLATE.replace("return heap - number", "return 7")
        .replace("def search(heap)", "def search(heap, number=0)")
        .replace(
            "    for number in moves(heap)",
            "    if number:\n        return heap - number\n    for number in moves(heap)",
            1,
        )
    )
    report = graded(assignment, tmp_path, text)
    take = role(report, "take")
    assert (take.function, report.tasks[0].verdict) == ("take", Verdict.WRONG_ANSWER)
    without = text.replace("def take(", "def taken(").replace("take(heap, number)", "take")
    assert role(graded(assignment, tmp_path, without), "take").function == "search"


def test_a_person_answers_the_question(assignment: Assignment, tmp_path: Path) -> None:
    two = FREE + "\ndef another(heap):\n    return solve(heap)\n"
    report = graded(assignment, tmp_path, two, search="solve")
    assert role(report, "search").found is Found.MARKER
    assert verdicts(report) == [ACCEPTED] * 2


def test_a_person_overrules_a_hint_and_a_name(assignment: Assignment, tmp_path: Path) -> None:
    text = TEMPLATE + "def wrong(heap):\n    return 7\n# grade: search = search\n"
    report = graded(assignment, tmp_path, text, search="wrong")
    assert (role(report, "search").function, report.tasks[1].score) == ("wrong", 0)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"dig": "f"}, "'dig' is not a role of this assignment; its roles are take, moves, search"),
        ({"take": "a.b"}, "'a.b' cannot be the function of the role take."),
    ],
)
def test_what_a_person_says_has_to_make_sense(
    assignment: Assignment, tmp_path: Path, said: dict[str, str], sentence: str
) -> None:
    with pytest.raises(UnknownRole, match=re.escape(sentence)):
        graded(assignment, tmp_path, TEMPLATE, **said)


def test_a_person_may_name_what_is_not_there(assignment: Assignment, tmp_path: Path) -> None:
    report = graded(assignment, tmp_path, TEMPLATE, take="gone")
    take = role(report, "take")
    assert (take.found, take.names) == (Found.NOT_FOUND, ("gone",))
    assert "--where names gone" in take.note
    assert report.tasks[0].verdict is Verdict.NOT_ATTEMPTED


def test_what_is_not_there_is_not_attempted_and_names_are_said(
    assignment: Assignment, tmp_path: Path
) -> None:
    report = graded(assignment, tmp_path, "def other(x):\n    return 'x'\n")
    assert verdicts(report) == [Verdict.NOT_ATTEMPTED] * 2
    message = report.tasks[0].tests[0].cases[0].message
    assert "Names that were looked for: take, remove." in message
    assert "# grade: take =" in message
    assert report.errors == ()


def test_an_unknown_name_is_no_reason_to_lose_points(
    assignment: Assignment, tmp_path: Path
) -> None:
    others = "def pile(heap):\n    return 1\ndef words(heap):\n    return 'x'\n"
    take = "def take(heap, number):\n    return heap - number\n"
    report = graded(assignment, tmp_path, take + others)
    search = role(report, "search")
    # It is wrong mostly, but it answers as a search does; the other one does not.
    assert (search.found, search.candidates) == (Found.UNDECIDED, ("pile",))
    assert verdicts(report) == [ACCEPTED, Verdict.UNDECIDED]
    assert (report.score, report.complete) == (2, False)
    message = report.tasks[1].tests[0].cases[0].message
    assert "No function with a known name for search was found. It may be pile, so" in message


def test_a_usual_name_of_another_role_may_be_found_by_behaviour(
    assignment: Assignment, tmp_path: Path
) -> None:
    text = TEMPLATE.replace("take(", "minimax(")
    assert "def search(" in text
    report = graded(assignment, tmp_path, text)
    take = role(report, "take")
    assert (take.function, take.found) == ("minimax", Found.BEHAVIOUR)
    assert verdicts(report) == [ACCEPTED] * 2


def test_what_could_not_be_loaded_is_said_to_be_lost(
    assignment: Assignment, tmp_path: Path
) -> None:
    report = graded(assignment, tmp_path, "def take(heap, number:\n    return 1\n")
    assert report.tasks[0].verdict is Verdict.LOAD_ERROR


def test_a_function_of_which_nothing_can_be_read_is_for_a_person(
    assignment: Assignment, tmp_path: Path
) -> None:
    text = (
        "def take(heap, number):\n    raise KeyError(heap)\ndef search(heap):\n    return 'left'\n"
    )
    report = graded(assignment, tmp_path, text)
    take = role(report, "take")
    assert (take.found, take.function) == (Found.NAME, "take")
    assert "No answer could be read" in take.note
    assert verdicts(report) == [Verdict.UNDECIDED, Verdict.UNDECIDED]
    assert not report.complete
    case = report.tasks[1].tests[0].cases[0]
    assert case.message.startswith("No known way to call this function leads to an answer")
    assert case.actual == "the number of stones has to be a whole number"


def test_what_may_be_part_of_another_function_is_for_a_person(tmp_path: Path) -> None:
    described = "number(6, right=2)), words,"
    assert described in ROLES
    parts = ROLES.replace(described, f'{described} part_of="take",')
    text = "def take(heap, number):\n    return heap - number\n"
    report = graded(heaps(tmp_path, roles=parts, id="parts"), tmp_path, text)
    assert verdicts(report) == [Verdict.ACCEPTED, Verdict.UNDECIDED]
    assert role(report, "search").candidates == ("take",)
    assert "take may do it as well" in report.tasks[1].tests[0].cases[0].message


def test_nobody_has_to_look_if_no_code_speaks_of_it(tmp_path: Path) -> None:
    described = "number(6, right=2)), words,"
    parts = ROLES.replace(described, f'{described} part_of="take", traces="best_?left",')
    assignment = heaps(tmp_path, roles=parts, id="traces")
    text = "def take(heap, number):\n    return heap - number\n"
    report = graded(assignment, tmp_path, text)
    assert verdicts(report) == [Verdict.ACCEPTED, Verdict.NOT_ATTEMPTED]
    assert role(report, "search").note == "Nothing in the code says that take does it as well."
    report = graded(assignment, tmp_path, f"{text}# BestLeft\n")
    assert verdicts(report) == [Verdict.ACCEPTED, Verdict.UNDECIDED]


def test_a_method_of_which_nothing_can_be_read_is_for_a_person(
    assignment: Assignment, tmp_path: Path
) -> None:
    text = "class Heap:\n    def remove(self, heap, number):\n        raise KeyError(heap)\n"
    report = graded(assignment, tmp_path, text)
    take = role(report, "take")
    assert (take.found, take.function) == (Found.NAME, "Heap")
    assert verdicts(report)[0] is Verdict.UNDECIDED


def test_a_class_is_not_looked_at_where_no_convention_is_of_one(tmp_path: Path) -> None:
    functions = ROLES.replace('return [\n        {"heap"', 'return [\n        {"call": "", "heap"')
    assert functions != ROLES
    text = "class Heap:\n    def remove(self, heap, number):\n        raise KeyError(heap)\n"
    report = graded(heaps(tmp_path, roles=functions, id="functions"), tmp_path, text)
    assert role(report, "take").found is Found.NOT_FOUND


def test_what_nothing_shows_the_form_of_is_for_a_person(tmp_path: Path) -> None:
    described = "number(6, right=2)), words,"
    shown = ROLES.replace(described, f'{described} shown_by=("take",),')
    assignment = heaps(tmp_path, roles=shown, id="shown")
    wrong = "def search(heap):\n    return 1\ndef take(heap, number):\n    "
    report = graded(assignment, tmp_path, wrong + "return (heap, number)\n")
    assert verdicts(report) == [Verdict.UNDECIDED] * 2
    said = {case.message for case in report.tasks[1].tests[0].cases if case.message}
    assert all(one.startswith("Nothing that take answers can be read, so this") for one in said)
    assert said
    report = graded(assignment, tmp_path, wrong + "return heap - number\n")
    assert verdicts(report) == [ACCEPTED, Verdict.WRONG_ANSWER]


def test_what_nothing_is_found_for_shows_no_form_either(tmp_path: Path) -> None:
    described = "number(6, right=2)), words,"
    shown = ROLES.replace(described, f'{described} shown_by=("take",),')
    assignment = heaps(tmp_path, roles=shown, id="unshown")
    wrong = "def search(heap):\n    return 1\n"
    report = graded(assignment, tmp_path, f"{wrong}def other(a, b, c):\n    return 'x'\n")
    assert verdicts(report) == [Verdict.UNDECIDED] * 2
    assert role(report, "take").candidates == ("other",)
    said = {case.message for case in report.tasks[1].tests[0].cases if case.message}
    assert said
    assert all(one.startswith("No function for take was found, so this") for one in said)
    # Without another function, none can be meant.
    report = graded(assignment, tmp_path, wrong)
    assert verdicts(report) == [Verdict.NOT_ATTEMPTED, Verdict.WRONG_ANSWER]


@pytest.mark.slow
def test_a_name_like_usual_ones_counts_if_it_convinces(tmp_path: Path) -> None:
    described = "number(9, 3, right=6)), words"
    assert described in ROLES
    like = ROLES.replace(described, f'{described}, by_behaviour=False, like=r"take\\w+"')
    assignment = heaps(tmp_path / "course", roles=like, id="like")
    text = TEMPLATE.replace("take(", "take_away(")
    report = graded(assignment, tmp_path, f"def take_all(heap, n):\n    return 0\n{text}")
    take = role(report, "take")
    assert (take.function, take.found) == ("take_away", Found.NAME)
    assert verdicts(report) == [ACCEPTED] * 2
    wrong = text.replace("return heap - number", "return 7")
    report = graded(assignment, tmp_path, wrong)
    assert (role(report, "take").found, verdicts(report)[0]) == (
        Found.UNDECIDED,
        Verdict.UNDECIDED,
    )
    assert role(report, "take").candidates == ("take_away",)


@pytest.mark.slow
def test_what_is_switched_on_in_another_function_is_found_there(tmp_path: Path) -> None:
    described = "number(6, right=2)), words,"
    within = ROLES.replace(
        described, f'{described} False, part_of="take", within=lambda how: how["answer"] == "pair",'
    )
    assignment = heaps(tmp_path / "course", roles=within, id="within")
    text = "def take(heap, number=None):\n    {}\n    return heap - number\n"
    search = "if number is None:\n        return 0, {}"
    report = graded(assignment, tmp_path, text.format(search.format("heap % 4 or 1")))
    found = role(report, "search")
    assert (found.function, found.found) == ("take", Found.BEHAVIOUR)
    assert (found.words, verdicts(report)) == ("answers (value, number)", [ACCEPTED] * 2)
    report = graded(assignment, tmp_path, text.format(search.format("heap % 3")))
    assert role(report, "search").found is Found.UNDECIDED


@pytest.mark.slow
def test_what_cannot_be_asked_as_tests_do_is_for_a_person(tmp_path: Path) -> None:
    described = "number(9, 3, right=6)), words"
    suits = ROLES.replace(
        described, f'{described}, prefers=lambda how: how["order"] == "heap first"'
    )
    assignment = heaps(tmp_path / "course", roles=suits, id="suits")
    text = TEMPLATE.replace("take(heap, number)", "take(number, heap)")
    wrong = text.replace("return heap - number", "return heap - number if number > 1 else 7")
    report = graded(assignment, tmp_path, wrong)
    assert report.tasks[0].verdict is Verdict.UNDECIDED
    case = report.tasks[0].tests[0].cases[-1]
    assert case.message.startswith("This function lacks a parameter that the test needs")
    assert graded(assignment, tmp_path, text).tasks[0].verdict is ACCEPTED


def test_a_stub_is_not_replaced_by_a_wrong_function_of_another_role(tmp_path: Path) -> None:
    like = ROLES.replace('Role("take", ("remove",)', 'Role("take", ("remove", "search")')
    text = (
        "def take(heap, number):\n    raise NotImplementedError\n"
        "def search(heap, number=0):\n    return 7\n"
    )
    report = graded(heaps(tmp_path / "course", roles=like, id="like"), tmp_path, text)
    assert role(report, "take").function == "take"
    assert report.tasks[0].verdict is Verdict.NOT_IMPLEMENTED


def test_what_is_unfinished_is_not_implemented(assignment: Assignment, tmp_path: Path) -> None:
    text = "def take(heap, number):\n    raise NotImplementedError\n"
    assert graded(assignment, tmp_path, text).tasks[0].verdict is Verdict.NOT_IMPLEMENTED


@pytest.mark.parametrize("body", ["pass", '"""To be done."""', "return None", "...  # here"])
def test_so_is_what_has_no_body(assignment: Assignment, tmp_path: Path, body: str) -> None:
    report = graded(assignment, tmp_path, f"def take(heap, number):\n    {body}\n")
    assert report.tasks[0].verdict is Verdict.NOT_IMPLEMENTED
    assert role(report, "take").note == "It is not written yet."
    assert report.complete


@pytest.mark.slow
def test_an_object_answers_for_its_class(assignment: Assignment, tmp_path: Path) -> None:
    text = TEMPLATE.replace("def search", "def find") + (
        "class Player:\n"
        "    def act(self, heap):\n        return find(heap)\n"
    )  # fmt: skip
    report = graded(assignment, tmp_path, text + "# grade: search = Player\n")
    search = role(report, "search")
    assert (search.function, search.words) == ("Player", "a class with act(heap)")
    assert verdicts(report) == [ACCEPTED] * 2
    unfinished = text.replace("return find(heap)", "raise NotImplementedError")
    report = graded(assignment, tmp_path, unfinished + "# grade: search = Player\n")
    assert report.tasks[1].verdict is not ACCEPTED


def test_a_name_like_usual_ones_comes_first_if_it_suits_the_tests_better(tmp_path: Path) -> None:
    text = TEMPLATE.replace("def search(", "def minimax(") + (
        "\ndef solve_it(heap):\n    return 1, minimax(heap)\n"
    )
    usual = '"search", ("minimax",), shaped'
    suiting = 'prefers=lambda how: int(how["answer"] == "pair"), like="solve.*")'
    roles = ROLES.replace("(6, right=2)), words,\n    )", f"(6, right=2)), words, {suiting}")
    assert usual in roles
    assert suiting in roles
    report = graded(heaps(tmp_path / "course", roles=roles, id="suiting"), tmp_path, text)
    assert (role(report, "search").function, report.score) == ("solve_it", 4)


def test_a_name_like_usual_ones_comes_before_what_cannot_be_read(tmp_path: Path) -> None:
    # As where a usual name is that of what a search calls, with more than anybody can pass.
    described = "(6, right=2)), words,\n    )"
    assert described in ROLES
    like = ROLES.replace(described, described.replace("words,", 'words, like="minimax.*",'))
    assignment = heaps(tmp_path / "course", roles=like, id="helper")
    text = TEMPLATE.replace("def search(", "def minimax_agent(") + (
        "\ndef minimax(heap, who, depth, low):\n    return 0\n"
    )
    broken = text.replace(
        "def minimax_agent(heap):", "def minimax_agent(heap):\n    if heap == 5: return ''"
    )
    assert broken != text
    assert role(graded(assignment, tmp_path, text), "search").function == "minimax_agent"
    assert role(graded(assignment, tmp_path, broken), "search").function == "minimax_agent"


LATER = ROLES.replace(
    'def editions(found):\n    for name in found.values():\n        return [name["heap"]]\n',
    "def agreed(how, found):\n"
    '    shown = found["moves"]["heap"] if "moves" in found else how["heap"]\n'
    '    return [{**how, "heap": shown}] if shown != how["heap"] else []\n\n\n'
    "def editions(found):\n",
).replace("number(9, 3, right=6)), words)", "number(9, 3, right=6)), words, shown_later=agreed)")
"""What a heap is, the role ``moves`` shows, where ``take`` takes heaps of any kind."""
EITHER = "heap[number:] if isinstance(heap, str) else heap - number"


@pytest.mark.parametrize(
    ("taken", "words"),
    [
        (EITHER, "heaps as texts"),
        ("heap - number", ""),
    ],
    ids=["as well", "not so"],
)
def test_what_later_roles_show_is_followed_if_it_is_answered_as_well(
    tmp_path: Path, taken: str, words: str
) -> None:
    text = (
        f"def take(heap, number):\n    return {taken}\n"
        "def moves(heap):\n    return [each for each in (1, 2, 3) if each <= len(heap)]\n"
        "def search(heap):\n    return len(heap) % 4 or 1\n"
    )
    report = graded(heaps(tmp_path / "course", roles=LATER, id="later"), tmp_path, text)
    assert role(report, "moves").words == "heaps as texts"
    assert (role(report, "take").words, report.tasks[0].verdict) == (words, ACCEPTED)


@pytest.mark.parametrize(
    ("comment", "taken", "words"),
    [
        ("# Heaps are TEXTS.", EITHER, "texts"),
        ("# Heaps are heaps.", EITHER, ""),
        ("# Heaps are texts.", "heap - number", ""),
    ],
    ids=["as well", "not said", "not so"],
)
def test_what_the_code_says_is_followed_if_it_is_answered_as_well(
    tmp_path: Path, comment: str, taken: str, words: str
) -> None:
    agreed = "shown_later=agreed)"
    saying = LATER.replace(agreed, 'written=lambda how: {r"\\btexts\\b": {**how, "heap": "text"}})')
    assert agreed not in saying
    text = f"{comment}\ndef take(heap, number):\n    return {taken}\n"
    report = graded(heaps(tmp_path / "course", roles=saying, id="saying"), tmp_path, text)
    expected = f"heaps as {words}" if words else ""
    assert (role(report, "take").words, report.tasks[0].verdict) == (expected, ACCEPTED)


def test_what_fills_another_role_is_no_part_of_it_unless_switched_on(tmp_path: Path) -> None:
    described = "number(6, right=2)), words,"
    part = ROLES.replace('"search", ("minimax",)', '"search", ("take",)').replace(
        described, f'{described} False, part_of="take",'
    )
    text = "def take(heap, number=None):\n    return heap - number if number else heap % 4 or 1\n"
    report = graded(heaps(tmp_path / "course", roles=part, id="part"), tmp_path, text)
    assert role(report, "take").function == "take"
    found = role(report, "search")
    assert (found.found, found.candidates) == (Found.UNDECIDED, ("take",))
