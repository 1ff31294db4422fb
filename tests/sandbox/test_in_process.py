from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.model.submission import Cell, DataFile
from grader.model.time_limits import CallLimits
from grader.sandbox import choose_backend
from grader.sandbox.backend_interface import CallAfterClose, CallEnding
from grader.sandbox.call_request import Call
from grader.sandbox.in_process import InProcess
from grader.wire import InjectedFunction
from reference.ps2.provided.breakthrough import Player
from tests.sandbox.scene import INJECTION, Scene, playing, program

SUBMISSION = """
from game import Player
count = 0
def counting():
    global count
    count += 1
    print("counted")
    return count
def opponent(player):
    return Player.WHITE if player is Player.BLACK else Player.BLACK
def use(function, board):
    board[0] = function(board[0])
    return board
def fail():
    raise SystemExit(2)
def slow():
    while True:
        pass
def strange():
    return object()
def evaluate(board):
    return None
def valued():
    return evaluate([])
class Walker:
    def __init__(self, at):
        self.at = at
    def walk(self):
        self.at += 1
        return self.at
print("loading")
undefined_name
"""


@pytest.fixture
def scene() -> Iterator[Scene]:
    with playing(program(SUBMISSION), sandbox=InProcess()) as opened:
        yield opened


def test_it_says_loudly_that_nothing_is_protected() -> None:
    info = choose_backend("none").info
    assert info.backend == "none"
    assert not any(info.enforced.values())
    assert "NO SANDBOX" in info.warning


def test_calls_and_answers_go_through_the_same_codec(scene: Scene) -> None:
    assert scene.value("opponent", Player.BLACK) is Player.WHITE
    outcome = scene.call("use", InjectedFunction("add_one"), [1])
    assert (outcome.value, outcome.calls, outcome.changed) == ([2], {"add_one": 1}, (1,))
    assert scene.call("strange").ending is CallEnding.OPAQUE
    assert scene.value("valued") == "the grader's"


def test_the_callers_own_argument_stays_as_it_was(scene: Scene) -> None:
    board = [1]
    scene.value("use", InjectedFunction("add_one"), board)
    assert board == [1]


def test_endings(scene: Scene) -> None:
    assert scene.call("fail").detail == "SystemExit: 2"
    assert scene.call("absent").ending is CallEnding.ABSENT


@pytest.mark.filterwarnings("ignore")
def test_a_call_that_lets_itself_be_interrupted_is(scene: Scene) -> None:
    assert scene.call("slow", cpu=0.1).ending is CallEnding.CPU


def test_output_is_captured(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    assert scene.loaded.stdout == "loading\n"
    assert scene.call("counting").stdout == "counted\n"
    assert capsys.readouterr().out == ""


def test_loading_notes(scene: Scene) -> None:
    assert ["NameError" in note.message for note in scene.loaded.notes] == [True]


def test_a_new_load_is_a_new_module(scene: Scene) -> None:
    assert [scene.value("counting") for _ in range(2)] == [1, 2]
    scene.session.load(INJECTION)
    assert scene.value("counting") == 1


def test_calls_together(scene: Scene) -> None:
    call = Call("counting", (), {}, 1, CallLimits(1.0, 5.0))
    outcomes = scene.session.fork().call_each([call, call])
    assert [outcome.value for outcome in outcomes] == [1, 2]


def test_objects_stay_in_their_process(scene: Scene) -> None:
    limits = CallLimits(1.0, 5.0)
    process = scene.session.fork()
    made = Call("Walker", (3,), {}, 1, limits, keep="walker")
    walk = Call("walk", (), {}, 1, limits, on="walker")
    assert [outcome.value for outcome in process.call_each([made, walk, walk])] == [None, 4, 5]
    assert process.call(replace(walk, function="run")).ending is CallEnding.ABSENT
    another = scene.session.fork()
    assert another.call(walk).ending is CallEnding.ABSENT
    with pytest.raises(CallAfterClose):
        process.call(walk)
    another.close()
    assert another.ended


def test_names_that_the_module_defines(scene: Scene) -> None:
    assert set(scene.loaded.names) == {
        "counting", "opponent", "use", "fail", "slow", "strange", "evaluate", "valued", "Walker",
    }  # fmt: skip


def test_nothing_stays_imported_when_it_is_closed() -> None:
    finders = list(sys.meta_path)
    with playing(program(SUBMISSION), sandbox=InProcess()) as scene:
        scene.value("opponent", Player.BLACK)
        assert "game" in sys.modules
    assert "game" not in sys.modules
    assert sys.meta_path == finders


def test_nothing_is_frozen(scene: Scene) -> None:
    process = scene.session.fork()
    for count in (1, 2):
        call = Call("counting", (), {}, 1, CallLimits(1.0, 30.0), freeze=True)
        assert process.call(call).value == count


def test_a_notebook_finds_what_jupyter_has_and_leaves_nothing_of_it() -> None:
    writes = "%%writefile helper.py\nthree = 3\n"
    reads = "from IPython.display import display\nfrom helper import three\ndisplay(three)\n"
    text = (writes, reads, "def look():\n    return three\n")
    cells = [Cell(source, f"cell {n}", True) for n, source in enumerate(text, 1)]
    with playing(replace(program(""), cells=cells), sandbox=InProcess()) as scene:
        assert scene.value("look") == 3
        assert scene.loaded.stdout == "3\n"
        assert [note.message for note in scene.loaded.notes] == [
            "Cell kept as the module helper, which import finds: %%writefile helper.py"
        ]
    assert not hasattr(builtins, "display")
    assert "helper" not in sys.modules


def test_what_was_handed_in_beside_it_is_there() -> None:
    source = (
        "from pathlib import Path\nfrom pkg.h import count\ntext = Path('a.txt').read_text()\n"
        "def f(): return [count(), text, Path('b/c.txt').read_text(), Path(__file__).name]\n"
    )
    made = replace(
        program(source),
        main="ps2.py",
        modules=[Cell("seen = []\ndef count():\n    seen.append(1)\n    return len(seen)",
                      "pkg/h.py", notebook=False)],
        data=[DataFile("a.txt", b"one"), DataFile("b/c.txt", b"two")],
    )  # fmt: skip
    before, here = list(sys.meta_path), Path.cwd()
    with playing(made, sandbox=InProcess()) as scene:
        assert scene.loaded.notes == ()
        assert scene.value("f") == [1, "one", "two", "ps2.py"]
        scene.session.load(INJECTION)
        assert scene.value("f") == [1, "one", "two", "ps2.py"]
    assert (sys.meta_path, Path.cwd()) == (before, here)
    assert not {"pkg", "pkg.h", "submission"} & set(sys.modules)
