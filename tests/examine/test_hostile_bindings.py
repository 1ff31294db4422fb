"""Submissions that pretend to be what they are not, or keep the grader from binding roles."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import Assignment
from grader.examine import binding_score
from grader.examine.role_binding import bind_roles
from grader.jobs.grading import grade
from grader.model.report import Report
from grader.model.role_binding import BindingSource, RoleResult
from grader.model.submission_survey import Definition, Parameter, Survey
from grader.model.time_limits import CallLimits
from grader.model.verdict import Verdict
from grader.sandbox.backend_interface import Loaded
from grader.sandbox.bubblewrap import Bubblewrap
from grader.testing import Contract, Known, Role
from grader.wire import Codec
from tests.contracts import FREE, TEMPLATE, heaps
from tests.examine.fakes import FakeSession, always
from tests.made_up import submitted

ACCEPTED = Verdict.ACCEPTED


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    return heaps(tmp_path_factory.mktemp("course"))


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding_score, "LIMITS", CallLimits(0.3, 2.4))


def graded(assignment: Assignment, folder: Path, text: str) -> Report:
    return grade(submitted(folder, text), assignment, Bubblewrap.locate(), speed=1.0, explain=False)


def role(report: Report, name: str) -> RoleResult:
    return next(each for each in report.roles if each.role == name)


HOSTILE = {
    "hangs": "def h(*a):\n    while True:\n        pass\n",
    "sleeps": "import time\ndef h(*a):\n    time.sleep(1000)\n",
    "exits": "import os\ndef h(*a):\n    os._exit(0)\n",
    "crashes": "import ctypes\ndef h(*a):\n    ctypes.string_at(0)\n",
    "prints": "def h(*a):\n    while True:\n        print('x' * 100000)\n",
    "forks": "import os\ndef h(*a):\n    os.fork()\n    return 1\n",
    "fills the memory": "def h(*a):\n    return [0] * 10 ** 12\n",
    "raises at once": "class h:\n    def __init__(self, *a):\n        raise SystemExit(3)\n",
    "has every attribute": (
        "class H:\n    def __getattr__(self, name):\n        return self\n"
        "    def __call__(self, *a):\n        return self\nh = H()\n"
    ),
    "answers itself": "def h(*a):\n    return h\n",
    "answers nonsense": (
        "import itertools\nkinds = itertools.cycle([None, b'x', {}, {1: {2}}, object(), 1e999, "
        "..., 'o' * 99, (1, 2, 3), [[]], True])\ndef h(*a):\n    return next(kinds)\n"
    ),
    "is a liar": (
        "class L(int):\n    __eq__ = lambda s, o: True\n    __hash__ = int.__hash__\n"
        "def h(*a):\n    return L(4)\n"
    ),
    "speaks on the wire": (
        "import os\ndef h(*a):\n    for fd in range(3, 30):\n        try:\n"
        "            os.write(fd, b'\\0\\0\\0\\2{}')\n        except OSError:\n            pass\n"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_candidate_costs_only_itself(
    assignment: Assignment, tmp_path: Path, name: str
) -> None:
    report = graded(assignment, tmp_path, HOSTILE[name] + FREE)
    assert [task.verdict for task in report.tasks] == [ACCEPTED] * 2
    assert role(report, "take").function == "fewer"
    assert report.errors == ()
    assert "h" not in [each.function for each in report.roles]


def test_of_many_that_hang_only_a_few_are_waited_for(
    assignment: Assignment, tmp_path: Path
) -> None:
    names = (
        "take",
        "remove",
        "Take",
        "Remove",
        "TAKE",
        "REMOVE",
        "take_",
        "t_ake",
        "_take",
        "tak_e",
    )
    hanging = "".join(
        f"def {name}(heap, number):\n    while True:\n        pass\n" for name in names
    )
    report = graded(assignment, tmp_path, hanging + TEMPLATE.replace("take(", "fewer("))
    take = role(report, "take")
    # Five calls are stopped for it, and what is called like it is judged.
    assert (take.found, take.function) == (BindingSource.BEHAVIOUR, "fewer")
    assert [task.verdict for task in report.tasks] == [ACCEPTED] * 2
    assert report.errors == ()


def test_whoever_answers_the_known_questions_only_is_found_and_fails(
    assignment: Assignment, tmp_path: Path
) -> None:
    pretends = "def h(heap, number):\n    return {(5, 2): 3, (9, 3): 6}.get((heap, number), 0)\n"
    report = graded(assignment, tmp_path, pretends)
    assert (role(report, "take").function, report.tasks[0].verdict) == ("h", Verdict.WRONG_ANSWER)


NAMES = ["a b", "x\n# grade: take = y", "\x1b[31m", "__import__('os')", "é", "<script>", "1", ""]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_none_is_no_candidate(
    assignment: Assignment, tmp_path: Path, name: str
) -> None:
    takes = f"globals()[{name!r}] = lambda heap, number: heap - number\n"
    report = graded(assignment, tmp_path, takes)
    assert role(report, "take").found is BindingSource.NOT_FOUND
    assert report.errors == ()


PARAMETERS = {
    "no names": "h = 3",
    "hostile names": "h=[Hostile('a b'), Hostile('__class__')]",
    "too many": "h = [P(f'p{n}', P.POSITIONAL_OR_KEYWORD) for n in range(100_000)]",
}
SIGNED = """
import inspect
P = inspect.Parameter

class Hostile:
    kind = P.POSITIONAL_OR_KEYWORD
    empty = P.empty
    default = 3

    def __init__(self, name):
        self.name = name

{}

class Signature:
    parameters = property(lambda self: dict(enumerate(h)))

def remove(heap, number):
    return heap - number

remove.__signature__ = Signature()
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", PARAMETERS)
def test_a_signature_that_is_none_costs_only_its_function(
    assignment: Assignment, tmp_path: Path, name: str
) -> None:
    report = graded(assignment, tmp_path, SIGNED.format(PARAMETERS[name]) + TEMPLATE)
    assert [task.verdict for task in report.tasks] == [ACCEPTED] * 2
    assert role(report, "take").function == "take"
    assert report.errors == ()


HINTS = {
    "# grade: take = nothing_of_that_name": "names nothing_of_that_name, which",
    "# grade: take = a..b": "The hint for take is no binding: expected the name of an attribute",
    "# grade: take = __import__('os').system('x')": "A comment names __import__, which the",
    "# grade: take = take.__globals__": "names that begin with two underscores cannot be used",
    "# grade: fly = take": "names the role fly, which this assignment does not have.",
    "# grade: take = take\n# grade: take = moves": "Neither was followed",
}


@pytest.mark.parametrize("hint", HINTS)
def test_a_hint_that_cannot_be_followed_is_answered(
    assignment: Assignment, tmp_path: Path, hint: str
) -> None:
    report = graded(assignment, tmp_path, f"{TEMPLATE}{hint}\n")
    said = [note.message for note in report.load_notes] + [role(report, "take").note]
    assert HINTS[hint] in " ".join(said)
    assert report.errors == ()


REPLACED = """
import sys

class Everything:
    def __getattr__(self, name):
        return self
    def __call__(self, *arguments):
        return self

def nothing(*arguments):
    return None

for module in list(sys.modules.values()):
    if getattr(module, "__name__", "") == "<adapter>":
        module.adapted = lambda scope, how: nothing
        module.lent = nothing
        vars(module).update(int=Everything(), len=Everything(), type=Everything())
sys.modules["dataclasses"] = Everything()
"""


def test_who_replaces_the_adapter_changes_only_their_own_answers(
    assignment: Assignment, tmp_path: Path
) -> None:
    report = graded(assignment, tmp_path, TEMPLATE + REPLACED)
    assert [task.score for task in report.tasks] == [0, 0]
    assert report.errors == ()


def test_an_adapter_that_answers_from_a_table_gains_what_the_table_could_anyway(
    assignment: Assignment, tmp_path: Path
) -> None:
    table = """
import sys
def take(heap, number):
    return [].clear()
sys.modules["<adapter>"].adapted = lambda scope, how: lambda heap, *rest: [["heap", heap]]
"""
    report = graded(assignment, tmp_path, table)
    assert report.tasks[0].verdict is Verdict.WRONG_ANSWER
    assert report.score == 0


def test_no_expected_value_travels_with_a_question() -> None:
    """What is sent of a question is the same whatever would be right.

    How many are asked differs: no other call is tried once one is right.
    """
    sent = []
    for right in (3, 4):
        session = FakeSession(always([["heap", 3]]))
        known = Known((5, 2), lambda answer, right=right: answer == right)  # type: ignore[misc]
        contract = Contract((Role("take", ("heap", "number"), known=(known,)),))
        survey = Survey({"take": Definition("function", (Parameter("heap"), Parameter("number")))})
        loaded = Loaded((), {}, "", 0.0, ("take",), survey=survey)
        found = bind_roles(session, loaded, contract, (), {}, "origin", 1.0)
        assert found.roles[0].right == (right == 3)
        sent.append([call.described(Codec(), "word") for call in session.calls])
    assert sent[0] == sent[1][: len(sent[0])]
    assert sent[0]
