"""Loading submissions whose top level does not end, or ends too soon."""

from __future__ import annotations

import pytest

from grader.model.submission import LoadNote
from grader.model.time_limits import CallLimits
from grader.sandbox.backend_interface import CallEnding
from tests.sandbox.scene import INJECTION, playing, program

pytestmark = pytest.mark.bubblewrap

HONEST = "\ndef honest(number):\n    return 2 * number\n"
QUICK = CallLimits(0.1, 30.0)


def loading_notes(source: str, *, statement: CallLimits = QUICK) -> list[tuple[int | None, str]]:
    """Line and text of each note; the function below the odd statements must work."""
    with playing(program(source + HONEST, statement=statement)) as scene:
        assert scene.value("honest", 21) == 42
        assert scene.value("honest", 21, fresh=False) == 42
        return [(note.line, note.message) for note in scene.loaded.notes]


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("while True: pass", "used more than 0.1 s of CPU time"),
        ("x = sum(range(10**13))", "used more than 0.1 s of CPU time"),
        ("os._exit(0)", "ended its process with status 0"),
        ("os._exit(3)", "ended its process with status 3"),
        ("ctypes.string_at(0)", "crashed (SIGSEGV)"),
        ("os.kill(os.getpid(), 9)", "was killed by the system (SIGKILL)"),
        ("os.closerange(0, 64)", "ended its process with status"),
        ("while True: print('x' * 1000)", "printed more than 1 MiB"),
        (
            "for fd in range(3, 64):\n with contextlib.suppress(OSError): os.write(fd, b'xxxx')",
            "disturbed the grader's connection",
        ),
    ],
)
def test_one_bad_statement_is_cut_and_the_rest_loads(statement: str, reason: str) -> None:
    source = f"import ctypes, os\nimport contextlib\n{statement}\n"
    limits = CallLimits(5.0, 30.0) if reason.startswith("printed") else QUICK
    notes = loading_notes(source, statement=limits)
    assert [line for line, _ in notes] == [3]
    assert reason in notes[0][1]


def test_a_sleeping_statement_is_cut() -> None:
    notes = loading_notes("import time\ntime.sleep(1000)\n", statement=CallLimits(1.0, 0.2))
    assert [line for line, _ in notes] == [2]
    assert "waited for more than 0.2 s" in notes[0][1]


def test_reading_a_text_is_no_statements_time() -> None:
    nested = f"x = {'(' * 100_000}{')' * 100_000}\n"  # 0.4 s to read, where a statement has 0.1
    assert [line for line, _ in loading_notes(nested)] == [1]


def test_a_text_that_takes_too_long_to_read_is_said_to() -> None:
    nested = program(f"x = {'(' * 100_000}{')' * 100_000}\n{HONEST}", total=QUICK)
    with playing(nested) as scene:
        (note,) = scene.loaded.notes
        assert note.message.startswith("Python itself used ")
        assert note.message.endswith(" when it read the submission")


def test_several_bad_statements_are_cut_one_by_one() -> None:
    notes = loading_notes("import os\nos._exit(1)\nx = 1\nos._exit(2)\nwhile True: pass\n")
    assert [line for line, _ in notes] == [2, 4, 5]


def test_after_many_cuts_only_definitions_are_executed() -> None:
    notes = loading_notes("import os\n" + "os._exit(1)\n" * 12)
    assert any("only definitions" in message for _, message in notes)


def test_after_too_many_cuts_nothing_is_loaded_and_that_is_said() -> None:
    deadly = "import os\n" + "".join(f"x{n} = os._exit(1)\n" for n in range(40))
    with playing(program(deadly + HONEST)) as scene:
        assert scene.call("honest", 1).ending is CallEnding.ABSENT
        assert ["nothing of it was loaded" in note.message for note in scene.loaded.notes] == [True]


def test_the_whole_of_loading_has_a_budget() -> None:
    """None of these takes much of it, and a function uses what each of them does."""
    slow = "import time\ndef work():\n    end = time.process_time() + 0.02\n"
    slow += "    while time.process_time() < end: pass\nseen = []\ndef look(): return seen\n"
    slow += "seen.append(work())\n" * 100
    submission = program(
        slow + HONEST, statement=CallLimits(0.4, 30.0), total=CallLimits(0.5, 60.0)
    )
    with playing(submission) as scene:
        assert scene.value("honest", 3) == 6
        assert any("only definitions" in note.message for note in scene.loaded.notes)


def test_what_takes_little_time_is_kept() -> None:
    """Five experiments take all there is, and a loop between them fills a table."""
    source = "import time\ndef work():\n    end = time.process_time() + 0.2\n"
    source += "    while time.process_time() < end: pass\ntable = {}\n"
    source += 2 * "work()\n" + "for n in range(9):\n    table[n] = 2 * n\n" + 3 * "work()\n"
    source += "def look_up(n):\n    return table[n]\n"
    submission = program(source, statement=CallLimits(0.8, 30.0), total=CallLimits(0.7, 60.0))
    with playing(submission) as scene:
        assert scene.value("look_up", 3) == 6
        assert [note.line for note in scene.loaded.notes] == [6, 7, 10, 11, 12]
        for note in scene.loaded.notes:
            assert "used more than its share of the time" in note.message


def test_cuts_are_remembered_for_the_next_load() -> None:
    with playing(program("import os\nos._exit(1)\n" + HONEST)) as scene:
        again = scene.session.load(INJECTION)
        assert again.notes == scene.loaded.notes
        assert scene.value("honest", 3) == 6


def test_a_lost_definition_is_reported_with_its_reason() -> None:
    source = "import os\n@os._exit\ndef lost():\n    pass\n" + HONEST
    with playing(program(source)) as scene:
        assert scene.call("lost").ending is CallEnding.ABSENT
        assert "lost" in scene.loaded.lost


def test_processes_started_at_the_top_level_do_not_reach_into_calls() -> None:
    source = (
        "import os, time\nif os.fork() == 0:\n    while True: time.sleep(0.001)\n"
        "def living():\n"
        "    pids = [name for name in os.listdir('/proc') if name.isdigit()]\n"
        "    states = [open(f'/proc/{pid}/stat').read() for pid in pids]\n"
        "    return len([state for state in states if ') Z ' not in state])\n"
    )
    with playing(program(source)) as scene:
        assert scene.value("living") == 5  # with the two that answer for what is lent


@pytest.mark.parametrize(
    "statement",
    [
        "sys.stdout = None",
        "sys.stdout = object()",
        "sys.stdout.close()",
        "sys.stderr = sys.stdout = open('/dev/null', 'w')",
        "sys.stdin.close()",
        "sys.setrecursionlimit(100)",
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)",
        "signal.signal(signal.SIGXCPU, signal.SIG_IGN)",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "sys.path.clear()",
        "sys.meta_path.clear()",
        "sys.modules.clear()",
        "random.seed(1)",
        "gc.disable()",
        "threading.Thread(target=print).start()",
        "input()",
        "exit()",
        "raise KeyboardInterrupt",
        "atexit.register(time.sleep, 1000)",
    ],
)
def test_odd_things_done_at_the_top_level(statement: str) -> None:
    source = f"import atexit, gc, random, signal, sys, threading, time\n{statement}\n"
    with playing(program(source + HONEST)) as scene:
        assert [scene.value("honest", number) for number in (1, 2)] == [2, 4]
        assert scene.value("honest", 3, fresh=False) == 6


@pytest.mark.slow
def test_forged_messages_while_loading_harm_nobody_else() -> None:
    source = (
        "import json, os, struct\n"
        "def say(message):\n"
        "    body = json.dumps(message).encode()\n"
        "    for fd in range(3, 64):\n"
        "        try: os.write(fd, struct.pack('>I', len(body)) + body)\n"
        "        except OSError: pass\n"
    )
    for message in (
        "{'loaded': []}",
        "{'loaded': 5, 'cut': 3, 'cpu': 'x'}",
        "{'loaded': [['m', 'c', 1, ['honest', 3], 2], ['m', 'c', 'x', 3, 1], 7]}",
        "{'at': [10**9, 1, 'x']}",
        "{'at': 'nonsense'}",
        "[]",
        "{'at': [0, 1, 'alice.py']}",
    ):
        forged = f"{source}say({message})\n"
        with playing(program(forged + HONEST)) as scene:
            ending = scene.call("honest", 1).ending
            assert ending in {CallEnding.ANSWER, CallEnding.BREACH, CallEnding.ABSENT}, message


HOOK = """
import os, sys
table = {}
def hook(frame, event, argument):
    if frame.f_code.co_name == "stop_timers":
        os._exit(9)
table["one"] = 1
def look_up(name):
    return table.get(name, 0)
"""
ENDED = "the submission ended its process with status 9 after its last statement"
REMEDY = "see which thread, timer or hook it leaves at work, and remove it"


def test_what_ends_after_the_last_statement_is_no_statements_fault() -> None:
    with playing(program(f"{HOOK}sys.setprofile(hook)\n{HONEST}")) as scene:
        assert scene.value("honest", 4) == 8
        assert scene.value("look_up", "two") == 0
        assert scene.loaded.notes == (
            LoadNote(f"{ENDED} ({REMEDY}); only definitions were executed"),
        )


def test_where_a_definition_does_it_nothing_is_loaded_and_that_is_said() -> None:
    with playing(program(f"{HOOK}answer = sys.setprofile(hook)\n{HONEST}")) as scene:
        assert scene.call("honest", 4).ending is CallEnding.ABSENT
        assert scene.loaded.notes == (LoadNote(f"{ENDED}, so nothing of it was loaded: {REMEDY}"),)


def test_who_kills_the_lent_functions_while_loading_keeps_their_definitions() -> None:
    source = f"import os\ntry: os.kill(-1, 9)\nexcept OSError: pass\n{HONEST}"
    with playing(program(source), INJECTION) as scene:
        assert scene.value("honest", 4) == 8
        (note,) = scene.loaded.notes
        assert note.message == (
            "the submission killed processes that it had not started, while it was loaded (remove "
            "what kills them, such as os.kill(-1, …)); only definitions were executed"
        )


def test_an_object_that_lies_of_its_class_harms_nobody() -> None:
    source = "class Odd:\n    __class__ = property(lambda self: 1 // 0)\n"
    source += "    def __call__(self): return 3\nodd = Odd()\n"
    assert loading_notes(source) == []


def test_a_notebooks_cells_share_one_module() -> None:
    with playing(program("a = 1\nwhile True: pass\n", "def add(b):\n    return a + b\n")) as scene:
        assert scene.value("add", 2) == 3
        assert [note.file for note in scene.loaded.notes] == ["cell 1"]


def test_what_is_printed_while_loading_is_kept() -> None:
    with playing(program("print('hello')\n" + HONEST)) as scene:
        assert scene.loaded.stdout == "hello\n"


def test_an_empty_submission() -> None:
    with playing(program("")) as scene:
        assert scene.call("honest", 1).ending is CallEnding.ABSENT
