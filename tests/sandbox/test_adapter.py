"""Calls through an adapter, by a session: what the wire carries, and what comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from grader.model.role_binding import Fit
from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding, Injection, Outcome
from grader.sandbox.call_request import Call
from grader.sandbox.in_process import InProcess
from grader.wire import Codec, InjectedFunction, OwnFunction
from tests.sandbox.scene import Scene, playing, program

SUBMISSION = """
calls = 0

def add(items):
    items.append(len(items))
    return items

def apply(function, number):
    return [function(number)]

def twice(n):
    return [2 * n[0]]

class Counting:
    def __init__(self, size=0):
        self.calls = 0

    def act(self, items):
        self.calls += 1
        return [self.calls]

class Refusing:
    def __init__(self):
        raise KeyError("no")

def nothing(items):
    answer = None
    return answer

def unfinished(items):
    raise NotImplementedError

def angry(items):
    raise ValueError("mine")
"""

ADAPTER = """
from __future__ import annotations

class Listed:
    def __init__(self, scope, how):
        self.scope, self.how = scope, how
        self.changed = ()

    def __call__(self, items, *more):
        own = list(items)
        size = {"size": len(own)}
        answer = self.scope.evaluate(self.how["call"], {"items": own, **size}, lasting=size)
        self.changed = (0,) if own != list(items) else ()
        if type(answer) is not list:
            raise ValueError("the answer has to be a list")
        return tuple(answer)

def adapted(scope, how):
    if how.get("function"):
        words = lambda function, number: {"given": function, "number": number}
        return lambda *args: scope.evaluate(how["call"], words(*args))[0]
    if how.get("boxed"):
        return lambda number: scope.evaluate(how["call"], {"box": [number]})[0]
    return Listed(scope, how)

def lent(function, scope, how):
    if how.get("never"):
        raise LookupError
    return lambda n: [function(n[0])]
"""

FITS = {"double": Fit("twice", {"boxed": True, "call": "twice(box)"})}
INJECTION = Injection(
    functions={"add_one": "def add_one(n):\n    return n + 1\n"},
    globals={"triple": "def triple(n):\n    return 3 * n\n", "own": "def own(n):\n    return n\n"},
    adapter={"": ADAPTER},
    fits={"triple": Fit("twice"), "own": Fit("add", {"never": True})},
)
LIMITS = CallLimits(1.0, 30.0)


@pytest.fixture(scope="module", params=["bubblewrap", "none"])
def scene(request: pytest.FixtureRequest) -> Iterator[Scene]:
    backend = InProcess() if request.param == "none" else None
    with playing(
        program(SUBMISSION), Injection(INJECTION.functions, adapter={"": ADAPTER}), backend
    ) as (opened):
        yield opened


def called(
    scene: Scene, call: str, *args: Any, name: str = "", how: Mapping[str, Any] | None = None,
    **more: Any,
) -> Outcome:  # fmt: skip
    fit = Fit(name or call.partition("(")[0], {"call": call, **(how or {})})
    return scene.session.fork().call(Call("role", args, {}, 1, LIMITS, fit=fit, **more))


def test_a_role_is_called_by_its_binding(scene: Scene) -> None:
    outcome = called(scene, "add(items)", (7, 8))
    assert (outcome.ending, outcome.value) == (CallEnding.ANSWER, (7, 8, 2))


def test_a_change_of_the_students_form_is_a_change_of_the_canonical_argument(scene: Scene) -> None:
    assert called(scene, "add(items)", (7, 8)).changed == (0,)
    assert called(scene, "nothing(items)", (7, 8)).changed == ()


def test_what_cannot_be_read_is_told_from_what_the_student_raises(scene: Scene) -> None:
    outcome = called(scene, "nothing(items)", (1,))
    assert (outcome.ending, outcome.detail) == (
        CallEnding.UNREADABLE,
        "the answer has to be a list",
    )
    outcome = called(scene, "angry(items)", (1,))
    assert (outcome.ending, outcome.detail) == (CallEnding.RAISED, "ValueError: mine")
    assert called(scene, "unfinished(items)", (1,)).ending is CallEnding.UNFINISHED
    assert called(scene, "no_such(items)", (1,)).ending is CallEnding.ABSENT


SEVERAL = {
    "": """
from .listing import listed

def adapted(scope, how):
    return listed(lambda items: scope.evaluate(how["call"], {"items": items}))
""",
    "listing": """
from .reading import plain

def listed(target):
    return lambda items: plain(target(list(items)))
""",
    "reading": """
def plain(answer):
    if type(answer) is not list:
        raise ValueError("the answer has to be a list")
    return tuple(answer)
""",
}


@pytest.mark.parametrize("backend", [None, InProcess()])
def test_an_adapter_of_several_modules(backend: InProcess | None) -> None:
    with playing(program(SUBMISSION), Injection(adapter=SEVERAL), backend) as scene:
        assert called(scene, "add(items)", (7, 8)).value == (7, 8, 2)
        outcome = called(scene, "nothing(items)", (1,))
        assert (outcome.ending, outcome.detail) == (
            CallEnding.UNREADABLE,
            "the answer has to be a list",
        )
        angry = called(scene, "angry(items)", (1,))
        assert (angry.ending, angry.detail) == (CallEnding.RAISED, "ValueError: mine")


@pytest.mark.parametrize(
    ("call", "counts"),
    [
        ("Counting().act(items)", [1, 2, 3, 4]),
        ("Counting(size).act(items)", [1, 2, 1, 3]),
        ("Counting(items).act(items)", [1, 1, 1, 1]),
    ],
)
def test_an_object_lasts_as_long_as_what_it_is_made_of(
    scene: Scene, call: str, counts: list[int]
) -> None:
    asked = Call("role", ((1,),), {}, 1, LIMITS, fit=Fit("Counting", {"call": call}))
    calls = [asked, asked, replace(asked, args=((1, 2),)), asked]
    process = scene.session.fork()
    assert [process.call(each).value for each in calls] == [(count,) for count in counts]


def test_an_object_that_cannot_be_made_is_what_its_class_raises(scene: Scene) -> None:
    outcome = called(scene, "Refusing().act(items)", (1,))
    assert (outcome.ending, outcome.detail) == (CallEnding.RAISED, "KeyError: 'no'")


def test_a_call_may_name_what_is_not_there(scene: Scene) -> None:
    outcome = called(scene, "add(gone)", (1,))
    assert (outcome.ending, outcome.detail) == (
        CallEnding.RAISED, "NameError: name 'gone' is not defined",
    )  # fmt: skip


def test_functions_are_lent_to_adapted_ones(scene: Scene) -> None:
    how, call = {"function": True}, "apply(given, number)"
    lent = called(scene, call, InjectedFunction("add_one"), 4, how=how)
    assert (lent.value, lent.calls) == (5, {"add_one": 1})
    own = called(scene, call, OwnFunction("double"), 4, how=how, own=FITS)
    assert (own.value, own.calls) == (8, {"double": 1})


def test_only_what_differs_between_submissions_is_outside_what_is_encoded_once() -> None:
    call = Call("role", (OwnFunction("double"), '{"own":"other"}'), {}, 1, LIMITS)
    fits = {**FITS, "other": Fit("x")}
    fitted = Call("role", call.args, {}, 1, LIMITS, fit=Fit("f"), own=fits)
    codec = Codec()
    assert fitted.encoded(codec) == call.encoded(codec)
    described = fitted.described(codec, "word")
    assert '"fit":{"name": "f", "how": {}}' in described
    how = '{"boxed": true, "call": "twice(box)"}'
    assert f'"own":{{"double": {{"name": "twice", "how": {how}}}}},"function"' in described


@pytest.mark.parametrize("backend", [None, InProcess()])
def test_globals_that_are_roles_are_replaced_under_the_students_names(
    backend: InProcess | None,
) -> None:
    with playing(program(SUBMISSION), INJECTION, backend) as scene:
        assert scene.value("twice", [5]) == [15]
        assert scene.value("add", [5]) == [5, 1]
        assert tuple(scene.loaded.unlent) == ("own",)
        assert scene.call("triple", 1).ending is CallEnding.ABSENT
