"""What people do in notebooks: one each, what is defined afterwards, and what is said about it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from grader.model.submission import Cell
from grader.model.time_limits import CallLimits
from grader.sandbox.bubblewrap import Bubblewrap
from tests.sandbox.scene import INJECTION, Scene, playing, program

GOOD = "def good(number):\n    return 2 * number\n"
WORK = """
import time
def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return seconds
"""
LEFT_OUT = "used more than its share of the time while the file was loaded, and was left out"
EXPERIMENT = f"This statement, on which no definition depends, {LEFT_OUT}"

STATEMENT = CallLimits(0.4, 30.0)
TOTAL = CallLimits(1.2, 60.0)
"""Experiments have 0.2 seconds, and 0.01 where they are tried first."""


@contextlib.contextmanager
def notebook(
    *cells: str, statement: CallLimits = STATEMENT, total: CallLimits = TOTAL
) -> Iterator[Scene]:
    """These cells and a last one with a function that must work, loaded."""
    named = [Cell(text, f"a.ipynb cell {n}", True) for n, text in enumerate([*cells, GOOD], 1)]
    book = replace(program("", statement=statement, total=total), cells=named)
    with playing(book, INJECTION, Bubblewrap.locate()) as scene:
        assert scene.value("good", 21) == 42
        yield scene


def said(scene: Scene) -> list[str]:
    return [f"{note.file}:{note.line} {note.message}" for note in scene.loaded.notes]


DRAWS = """
import numpy as np
import matplotlib.pyplot as plt
from matplotlib.colors import ListedColormap
plt.rcParams["figure.figsize"] = 3, 4
plt.plot([1, 2])
def show(board):
    fig, axes = plt.subplots(1, 2)
    axes[0].imshow(board, cmap=ListedColormap(["w", "r"]))
    for (a, b), ax in zip([(0, 1)], axes):
        ax.text(a, b)
    plt.show()
"""


def test_packages_that_draw_are_stood_in_for() -> None:
    book = replace(program(DRAWS, packages=("numpy",), memory_bytes=1 << 30))
    with playing(replace(book, stand_ins=("matplotlib",))) as scene:
        one, same, other = (scene.call("show", board) for board in ([[1]], [[1]], [[2]]))
        assert scene.loaded.stdout == ""
        said = [note.message for note in scene.loaded.notes]
    assert said == [
        "matplotlib is not here. It accepts every call, and nothing is drawn or worked out"
    ]
    assert "imshow([[1]]" in one.stdout
    assert one.stdout == same.stdout != other.stdout
    with playing(book) as scene:
        assert "No module named 'matplotlib'" in scene.loaded.notes[0].message


# What only a notebook has, and what of it is left.

FINE = {
    "forms": "#@title Set up\nn = 5 #@param {type: 'integer'}\n",
    "semicolons": "x = 5;\nx;\n",
    "displayed": "from IPython.display import display, HTML, clear_output\n"
    "clear_output(wait=True)\ndisplay(HTML('<b>x</b>'), 1)\nimport IPython\n"
    "IPython.display.display(2)\n",
    "displayed without import": "display([1])\n",
    "shell": "get_ipython().run_line_magic('matplotlib', 'inline')\nget_ipython().system('ls')\n",
    "progress": "from tqdm.notebook import tqdm, trange\nfrom tqdm import tqdm as bar\n"
    "assert [n for n in tqdm([1, 2], desc='x')] == [1, 2] and len(bar([3])) == 1\n"
    "with tqdm(total=3) as pbar:\n    pbar.update(2)\n    pbar.set_postfix(a=1)\n"
    "assert list(trange(2)) == [0, 1]\n",
    "awaited": "import asyncio\nasync def three():\n    await asyncio.sleep(0)\n    return 3\n"
    "x = await three()\nassert x == 3\nasync with asyncio.Lock() as lock:\n    y = await three()\n",
    "warnings": "import warnings\nwarnings.filterwarnings('ignore')\nwarnings.warn('x')\n",
    "threads": "import threading, time\ndef run():\n    while True: time.sleep(0.01)\n"
    "threading.Thread(target=run).start()\n",
    "alarm": "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.2)\n",
    "prints": "for n in range(57_000):\n    print(end='x')\n",
}


@pytest.mark.parametrize("cell", FINE.values(), ids=FINE)
def test_of_what_works_nothing_is_said(cell: str) -> None:
    with notebook(cell) as scene:
        assert said(scene) == []


SAID = {
    "%%time": ("%%time\nx = 1\n", "left out, the rest of the cell was loaded: %%time"),
    "%%timeit": ("%%timeit -n 1\nx = 1\n", "the rest of the cell was loaded: %%timeit -n 1"),
    "%%capture": ("%%capture out\nx = 1\n", "the rest of the cell was loaded: %%capture out"),
    "%timeit": ("%timeit sum([1])\nx = 1\n", "left out: %timeit sum([1])"),
    "%time": ("%time x = 1\n", "left out, what it times was run: %time x = 1"),
    "%matplotlib": ("%matplotlib inline\nx = 1\n", "left out: %matplotlib inline"),
    "!": ("!pip install a \\\n    b\nx = 1\n", "left out: !pip install a \\ b"),
    "pip": ("pip install numpy\nx = 1\n", "left out: pip install numpy"),
    "?": ("?len\nx = 1\n", "left out: ?len"),
    "%run": ("%run other.ipynb\nx = 1\n", "left out: %run other.ipynb"),
    "in a block": ("if True:\n    %load_ext autoreload\n    x = 1\n", "left out: %load_ext"),
    "t = %": ("t = %timeit -o len('')\nx = 1\n", "left out: t = %timeit -o len('')"),
    "files = !": ("files = !ls\nx = 1\n", "left out: files = !ls"),
    "raise": ("x = 1\nraise SystemExit\n", "Stopped with SystemExit"),
    "exit": ("x = 1\nexit()\n", "Stopped with SystemExit"),
    "quit": ("x = 1\nquit(1)\n", "Stopped with SystemExit: 1"),
    "sys.exit": ("import sys\nx = 1\nsys.exit()\n", "Stopped with SystemExit"),
    "input": ("x = 1\nn = int(input('n? '))\n", "EOFError: input() has nothing to read here"),
    "chdir": ("import os\nx = 1\nos.chdir('/content/drive')\n", "FileNotFoundError"),
    "colab": ("from google.colab import drive\nx = 1\n", "No module named 'google'"),
    "plot": ("import matplotlib.pyplot as plt\nx = 1\n", "No module named 'matplotlib'"),
    "Out": ("x = 1\ny = Out[3]\n", "name 'Out' is not defined"),
    "prose": ("The board is a list (of rows\nIt's nice\n\nx = 1\n", "Lines 1 to 2 are not Python"),
}


@pytest.mark.parametrize(("cell", "message"), SAID.values(), ids=SAID)
def test_of_what_does_not_work_one_thing_is_said(cell: str, message: str) -> None:
    with notebook(cell, "def look():\n    return x\n") as scene:
        assert scene.value("look") == 1
        (only,) = said(scene)
        assert message in only


def test_a_cell_may_write_a_module_that_others_import() -> None:
    writes = "%%writefile helper.py\ndef three():\n    return 3\n"
    more = "%%writefile -a helper.py\ndef four():\n    return three() + 1\n"
    with notebook(writes, more, "from helper import *\nimport helper\n") as scene:
        assert scene.value("four") == 4
        assert [line.partition(" which")[0] for line in said(scene)] == [
            "a.ipynb cell 1:1 Cell kept as the module helper,",
            "a.ipynb cell 2:1 Cell kept as the module helper,",
        ]


def test_a_program_exported_from_a_notebook_runs_its_timed_cells() -> None:
    source = "get_ipython().run_cell_magic('time', '', 'def timed():\\n    return 1\\n')\n" + GOOD
    with playing(program(source)) as scene:
        assert scene.value("timed") == 1
        assert said(scene) == []


def test_what_is_displayed_is_printed() -> None:
    with notebook(
        "from IPython.display import display, Markdown\ndisplay([1], Markdown('# a'))"
    ) as s:
        assert s.loaded.stdout == "[1]\n# a\n"


def test_a_timer_that_was_set_does_not_ring_in_a_call() -> None:
    timer = "import signal, time\nsignal.setitimer(signal.ITIMER_REAL, 0.1)\n"
    with notebook(timer + "def sleeps():\n    time.sleep(0.3)\n    return 1\n") as scene:
        assert scene.value("sleeps") == 1


def test_decorators_that_cannot_be_imported_cost_no_class() -> None:
    cell = (
        "from overrides import overrides\nimport numba as nb\n"
        "class Agent:\n    @overrides\n    def act(self): return 1\n"
        "@nb.njit(cache=True)\ndef act():\n    return Agent().act()\n"
    )
    with notebook(cell) as scene:
        assert scene.value("act") == 1
        assert [line.partition(":")[2].partition(":")[0] for line in said(scene)] == [
            "1 Stopped with ModuleNotFoundError",
            "2 Stopped with ModuleNotFoundError",
            "3 Agent has decorators that could not be imported, and was loaded without them",
            "6 act has decorators that could not be imported, and was loaded without them",
        ]


def test_one_unclosed_bracket_costs_its_function_only() -> None:
    cell = "def a():\n    return 1\ndef b():\n    print((1)\n    return 2\ndef c():\n    return 3\n"
    with notebook(cell + "x = [1,\ndef d():\n    return 4\n") as scene:
        assert [scene.value(name) for name in "acd"] == [1, 3, 4]
        assert [line.partition(":")[2].partition(" could")[0] for line in said(scene)] == [
            "4 b",
            "8 This statement",
        ]


# What would be asked of a person.

ASKING = {
    "while": "done = False\nwhile not done:\n    try:\n        n = int(input('column? '))\n"
    "        done = 0 <= n < 7\n    except:\n        print('Invalid')\n",
    "function": "def ask():\n    while True:\n        try:\n            return int(input())\n"
    "        except Exception: pass\ncolumn = ask()\n",
}


@pytest.mark.parametrize("cell", ASKING.values(), ids=ASKING)
def test_a_loop_that_asks_until_it_is_answered_is_ended(cell: str) -> None:
    # No budget of time ends it within this test.
    patient = CallLimits(1000.0, 1000.0)
    with notebook(cell, statement=patient, total=patient) as scene:
        (only,) = said(scene)
        assert "asked again and again for input, which nobody gives here, while" in only


def test_a_statement_may_ask_some_times_and_a_call_often() -> None:
    cell = (
        "def ask(times):\n    for n in range(times):\n        try: input()\n"
        "        except EOFError: pass\n    return times\nask(900)\nask(900)\n"
    )
    with notebook(cell) as scene:
        assert scene.value("ask", 3000) == 3000
        assert said(scene) == []


# Experiments.


def test_a_cell_that_takes_an_hour_costs_itself_only() -> None:
    experiment = "x = 1\nprint(work(3000))\ny = [x]\n"
    with notebook(WORK, experiment, "def look():\n    return [x, y]\n") as scene:
        assert scene.value("look") == [1, [1]]
        assert said(scene) == [f"a.ipynb cell 2:2 {EXPERIMENT}"]


@pytest.mark.slow
def test_many_slow_experiments_cost_themselves_only() -> None:
    cells = [f"def f{n}():\n    return c{n}\nc{n} = {n}\nd = [c{n}]\nwork(1)\n" for n in range(28)]
    with notebook(
        WORK, *cells, statement=CallLimits(1.0, 30.0), total=CallLimits(3.0, 60.0)
    ) as scene:
        assert [scene.value(f"f{n}") for n in range(28)] == list(range(28))
        assert said(scene) == [f"a.ipynb cell {n}:5 {EXPERIMENT}" for n in range(2, 30)]


def test_experiments_that_take_little_are_done_even_where_others_are_left_out() -> None:
    with notebook(WORK, "work(3)\n", "print('a')\n", "for n in range(3):\n    print(n)\n") as scene:
        assert scene.loaded.stdout == "a\n0\n1\n2\n"


def test_what_a_definition_needs_is_no_experiment() -> None:
    """A loop that fills a table, for longer than all experiments have."""
    fills = "for n in range(3):\n    table[n] = work(0.1)\n"
    look = "def look():\n    return sorted(table)\n"
    with notebook(WORK, "table = {}\n", fills, look, "work(3)\n") as scene:
        assert scene.value("look") == [0, 1, 2]
        assert said(scene) == [f"a.ipynb cell 5:1 {EXPERIMENT}"]


@pytest.mark.slow
def test_of_assignments_those_are_left_out_first_that_no_definition_needs() -> None:
    slow = "".join(f"x{n} = work(0.3)\n" for n in range(5))
    look = "def look():\n    return table\n"
    with notebook(WORK, "table = [work(0.3)]\n", slow, look) as scene:
        assert scene.value("look") == [0.3]
        assert [each.partition(" This")[0] for each in said(scene)] == [
            f"a.ipynb cell 3:{line}" for line in range(1, 6)
        ]
        assert all(LEFT_OUT in each for each in said(scene))


def test_an_experiment_that_dies_where_it_is_tried_is_cut_with_its_reason() -> None:
    with notebook(WORK, "import os\nwork(3)\n", "for n in range(1):\n    os._exit(3)\n") as scene:
        slow, deadly = said(scene)
        assert slow == f"a.ipynb cell 2:2 {EXPERIMENT}"
        assert deadly == (
            "a.ipynb cell 3:1 This statement, on which no definition depends, ended its process "
            "with status 3 while the file was loaded, and was left out"
        )


def test_pictures_that_move_are_experiments_that_sleep() -> None:
    """Counted by the seconds that they ask for: no clock ends them within this test."""
    moves = "for n in range(100):\n    clear_output()\n    display(n)\n    time.sleep({})\n"
    start = "import time\nfrom IPython.display import clear_output, display\n"
    cells = start, moves.format(50), "print('a')\n", moves.format(1), moves.format(1e-5)
    with notebook(*cells) as scene:
        assert said(scene) == [f"a.ipynb cell {number}:1 {EXPERIMENT}" for number in (2, 4)]
        assert scene.loaded.stdout.split() == ["a", *map(str, range(100))]


def test_calls_may_sleep() -> None:
    nap = "from time import sleep\ndef nap():\n    sleep(0.5)\n    return 1\nprint(sleep(0.01))\n"
    with notebook(nap) as scene:
        assert scene.value("nap") == 1
