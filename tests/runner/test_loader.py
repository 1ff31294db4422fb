from __future__ import annotations

import ast
import importlib.util
import linecache
import sys
import traceback
import tracemalloc
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.runner import loader
from grader.runner.loader import LoadProblem, Statement

NAME = "submission_under_test"


@pytest.fixture(autouse=True)
def module() -> Iterator[ModuleType]:
    found = ModuleType(NAME)
    sys.modules[NAME] = found
    yield found
    del sys.modules[NAME]
    for name in [name for name in linecache.cache if name.startswith("s.")]:
        del linecache.cache[name]


def cell(source: str, number: int = 1) -> loader.Cell:
    return loader.Cell(source, f"s.ipynb cell {number}", notebook=True)


def load(*sources: str, notebook: bool = False) -> tuple[dict[str, Any], list[LoadProblem]]:
    """Plan and execute; the namespace and every problem."""
    if notebook:
        cells = [cell(source, number) for number, source in enumerate(sources, 1)]
    else:
        cells = [loader.Cell(source, "s.py", notebook=False) for source in sources]
    statements, problems = loader.plan_statements(cells)
    namespace = sys.modules[NAME].__dict__
    return namespace, problems + loader.execute_statements(statements, namespace)


def only(problems: list[LoadProblem]) -> LoadProblem:
    (problem,) = problems
    return problem


# Well-formed files behave as in plain Python.

PLAIN = '''"""What the file is about."""
from __future__ import annotations
import math, os.path as paths
from typing import List

LIMIT: int = 3
total = 0

def add(n: NoSuchType = LIMIT) -> Missing:
    """Adds."""
    global total
    total += n
    return total

"""A remark in the shape of a string."""

class Box:
    """A box."""
    side = LIMIT * 2
    sides = [n for n in [side, side]]

    def grow(self): return lambda: self.side + total

for i in range(3):
    add(i)
else:
    after = True
where = __name__
if __name__ == "__main__":
    total = "run as a script"
'''


def test_a_well_formed_file_gives_the_globals_that_importing_it_would() -> None:
    expected: dict[str, Any] = {"__name__": NAME}
    exec(compile(PLAIN, "s.py", "exec", dont_inherit=True), expected)  # noqa: S102
    namespace, problems = load(PLAIN)
    assert problems == []
    for name in ("__doc__", "__annotations__", "LIMIT", "total", "i", "after", "where"):
        assert namespace[name] == expected[name]
    mine, theirs = namespace["add"].__code__, expected["add"].__code__
    assert mine.co_code == theirs.co_code
    assert list(mine.co_positions()) == list(theirs.co_positions())
    assert namespace["add"].__annotations__ == expected["add"].__annotations__
    assert namespace["Box"]().grow()() == expected["Box"]().grow()()
    assert namespace["Box"].__module__ == NAME


def test_our_own_future_import_is_not_the_student_s() -> None:
    namespace, _ = load("def f(a: 1 + 1): pass")
    assert namespace["f"].__annotations__ == {"a": 2}


def test_future_imports_carry_over_to_later_cells() -> None:
    namespace, problems = load(
        "from __future__ import annotations", "def f(a: Missing): pass", notebook=True
    )
    assert problems == []
    assert namespace["f"].__annotations__ == {"a": "Missing"}


def test_tracebacks_show_the_student_s_lines() -> None:
    namespace, _ = load("x = 1\n\n\ndef f():\n    # a remark\n    return 1 / 0  # here\n")
    with pytest.raises(ZeroDivisionError) as caught:
        namespace["f"]()
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (frame.filename, frame.lineno, frame.line) == ("s.py", 6, "return 1 / 0  # here")


SNIPPETS = [
    "x = 1",
    "def f():\n    return 1",
    "@str\n@repr\ndef g(): pass",
    "if True:\n    y = 1\n    z = 2",
    "a = 1; b = 2",
    "import ast, re",
    "'text'",
    "c = (1,\n  2)",
]


@given(st.lists(st.sampled_from(SNIPPETS), max_size=8))
def test_a_plan_covers_each_statement_once_in_order(snippets: list[str]) -> None:
    text = "\n\n".join(snippets)
    statements, problems = loader.plan_statements(
        [{"source": text, "name": "s.py", "notebook": False}]
    )
    body = ast.parse(text).body
    assert [statement.index for statement in statements] == list(range(len(body)))
    first_lines = [
        min([n.lineno, *(d.lineno for d in getattr(n, "decorator_list", []))]) for n in body
    ]
    assert [statement.line for statement in statements] == first_lines
    assert all("the last one counts" in problem.message for problem in problems)


@given(st.text(max_size=80), st.booleans())
def test_planning_any_text_never_raises(text: str, notebook: bool) -> None:
    statements, problems = loader.plan_statements([(text, "s.py", notebook)])
    assert all(isinstance(problem.message, str) for problem in problems)
    assert [statement.index for statement in statements] == list(range(len(statements)))


def test_statements_say_what_they_are_and_bind() -> None:
    text = (
        "import a.b, c as d\n"
        "from e import *\n"
        "x, (y, *z) = w\n"
        "def f(p): q = 1\n"
        "if x:\n    def g(): pass\n"
        "try:\n    import h\nexcept ImportError:\n    h = None\n"
        "for i in [k for k in x]: print(i)\n"
        "n: int = 1\n"
    )
    statements, _ = loader.plan_statements([(text, "s.py", False)])
    assert [(statement.kind, statement.names) for statement in statements] == [
        ("import", ("a", "d")),
        ("import", ()),
        ("assignment", ("x", "y", "z")),
        ("definition", ("f",)),
        ("definition", ("g",)),
        ("import", ("h",)),
        ("action", ("i",)),
        ("assignment", ("n",)),
    ]


# Imports.


def test_modules_that_do_not_exist_are_noted() -> None:
    namespace, problems = load("import no_such_module\nfrom no_such_module import new\nx = 1")
    assert namespace["x"] == 1
    assert [problem.line for problem in problems] == [1, 2]
    assert "No module named 'no_such_module'" in problems[0].message


@pytest.mark.parametrize("name", ["imp", "asynchat", "smtpd"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Pythons that still have them
def test_modules_that_newer_pythons_lack_cost_nothing_else(name: str) -> None:
    namespace, problems = load(f"import {name}\nx = 1")
    assert namespace["x"] == 1
    gone = importlib.util.find_spec(name) is None
    assert [problem.names for problem in problems] == ([(name,)] if gone else [])


def test_functions_may_rely_on_a_global_board() -> None:
    """As notebooks do that were tried out cell by cell."""
    namespace, problems = load(
        "board = [list('BB'), list('__')]\ndef height(): return len(board)\nheight()"
    )
    assert (problems, namespace["height"]()) == ([], 2)


def test_one_bad_name_does_not_cost_the_good_ones_of_an_import() -> None:
    namespace, problems = load(
        "from typing import List, int, Tuple\nimport re, no_such_module, ast"
    )
    assert {"List", "Tuple", "re", "ast"} <= namespace.keys()
    assert problems[0].message.endswith("ImportError: cannot import name 'int' from 'typing'")
    assert [problem.names for problem in problems] == [("int",), ("no_such_module",)]


def test_functions_without_imports_find_what_the_caller_put_there(module: ModuleType) -> None:
    exec("import random\nfrom typing import List", module.__dict__)  # noqa: S102
    namespace, problems = load("def f(route: List[int]): return random.choice(route)")
    assert problems == []
    assert namespace["f"]([4]) == 4


# Whatever a statement does, loading goes on.

STOPS = {
    "assert": ("assert 1 == 2, 'no'", "AssertionError: no"),
    "name": ("print(undefined_name)", "NameError"),
    "exit": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "recursion": ("def r(): return r()\nr()", "RecursionError"),
    "memory": ("raise MemoryError", "MemoryError"),
    "not implemented": ("raise NotImplementedError", "NotImplementedError"),
    "base exception": ("class E(BaseException): pass\nraise E('x')", "E: x"),
    "mute exception": (
        "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E",
        "E (its message cannot be shown)",
    ),
    "lying exception": (
        "class M(type): __name__ = property(len)\nclass E(Exception, metaclass=M): 0\nraise E",
        "an exception that cannot be described",
    ),
    "display": ("display(1)", "NameError"),
    "nbconvert": ("get_ipython().run_line_magic('matplotlib', 'inline')", "NameError"),
    "return": ("return 1", "'return' outside function"),
    "await": ("await something()", "'await' outside function"),
}


@pytest.mark.parametrize(("text", "said"), STOPS.values(), ids=STOPS)
def test_loading_goes_on_after(text: str, said: str) -> None:
    namespace, problems = load(f"x = 1\n{text}\ndef good(): return 7")
    assert namespace["good"]() == 7
    problem = only(problems)
    assert said in problem.message
    assert problem.line == 1 + text.count("\n") + 1


def test_input_at_top_level_meets_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(prompt: str = "") -> str:
        raise EOFError("EOF when reading a line")

    monkeypatch.setattr("builtins.input", closed)
    namespace, problems = load("n = int(input('n? '))\ndef good(): return 7")
    assert namespace["good"]() == 7
    assert "EOFError" in only(problems).message


def test_the_line_of_a_problem_is_the_one_that_ran() -> None:
    _, problems = load("def f():\n    return 1 / 0\nfor i in [1]:\n    pass\n    f()\n")
    assert only(problems).line == 5


def test_a_definition_that_fails_is_lost_by_name() -> None:
    namespace, problems = load("@no_such_decorator\ndef minimax(): pass\ndef good(): return 7")
    assert namespace["good"]() == 7
    assert only(problems).names == ("minimax",)
    assert "minimax could not be defined: NameError" in only(problems).message


def test_a_main_guard_does_not_run_and_is_not_noted() -> None:
    namespace, problems = load("if __name__ == '__main__':\n    x = 1\n    main()")
    assert "x" not in namespace
    assert problems == []


def test_skipped_statements_are_named_and_the_rest_is_announced() -> None:
    statements, _ = loader.plan_statements([("x = 1\nwhile True: pass\ny = x", "s.py", False)])
    announced: list[Statement] = []
    namespace = sys.modules[NAME].__dict__
    skip = {1: "used more than 2 s"}
    problems = loader.execute_statements(statements, namespace, skip=skip, before=announced.append)
    assert namespace["y"] == 1
    assert [statement.index for statement in announced] == [0, 2]
    assert only(problems).line == 2
    assert "used more than 2 s" in only(problems).message


def test_a_statement_may_be_skipped_without_a_word() -> None:
    statements, _ = loader.plan_statements([("print(1)", "s.py", False)])
    assert loader.execute_statements(statements, sys.modules[NAME].__dict__, skip={0: ""}) == []


# What is named before it is there.

EAGER = pytest.mark.skipif(
    sys.version_info >= (3, 14), reason="annotations are evaluated when they are asked for"
)


@EAGER
def test_a_definition_above_its_import_is_loaded_last() -> None:
    namespace, problems = load(
        "def f(n: Optional[int] = None) -> List[int]: return [n]",
        "from typing import List, Optional",
        notebook=True,
    )
    assert namespace["f"](4) == [4]
    assert namespace["f"].__annotations__["return"] == namespace["List"][int]
    assert only(problems) == LoadProblem(
        "f uses a name that is defined further down, and was therefore loaded last: "
        "NameError: name 'Optional' is not defined",
        "s.ipynb cell 1",
        1,
        (),
    )


def test_defaults_and_decorators_may_come_later() -> None:
    text = (
        "@memoised\ndef f(n=LIMIT): return n\n"
        "class B(A): pass\n"
        "async def g(n=LIMIT): pass\n"
        "def memoised(function): return function\nLIMIT = 3\nclass A: side = 4\n"
    )
    namespace, problems = load(text)
    assert (namespace["f"](), namespace["B"].side, "g" in namespace) == (3, 4, True)
    assert [(problem.line, problem.names) for problem in problems] == [(1, ()), (3, ()), (4, ())]


@EAGER
def test_annotations_that_name_nothing_cost_nothing() -> None:
    namespace, problems = load(
        "def f(n: Optional[int] = None) -> np.ndarray:\n    return n\n"
        "class Node:\n    side: Side\n    def grow(self) -> np.ndarray: return 5\n"
        "class Leaf(Node):\n    upper: Optional[Node] = None\n"
    )
    assert (namespace["f"](4), namespace["Leaf"]().grow()) == (4, 5)
    assert [problem.names for problem in problems] == [()] * 3
    assert problems[0].message == (
        "f has annotations with names that are not defined, and was loaded without them: "
        "NameError: name 'Optional' is not defined"
    )


@EAGER
@pytest.mark.parametrize(
    "lost",
    [
        "@no_such_decorator\ndef f(n: Missing): pass",
        "def f(n: Missing = MISSING): pass",
        "def f(n: Missing = 1 / ZERO): pass",
        "def f(n: (m := Missing)): pass",
        "class f(Missing): pass",
    ],
)
def test_only_annotations_are_forgiven(lost: str) -> None:
    namespace, problems = load(f"{lost}\nZERO = 0\ndef good(): return 7")
    assert namespace["good"]() == 7
    assert "f" not in namespace
    assert only(problems).names == ("f",)
    assert "f could not be defined: NameError" in only(problems).message


def test_what_a_later_definition_replaces_is_not_tried_again() -> None:
    namespace, _ = load("def f(n=LIMIT): return 1\nLIMIT = 3\nf = abs\n")
    assert namespace["f"] is abs


def test_a_definition_that_failed_replaces_an_earlier_one_all_the_same() -> None:
    """The handout's stub, for example, which stands in a cell above."""
    text = "def f():\n    raise NotImplementedError\ndef f(n: Optional[int] = 7): return n\n"
    namespace, problems = load(text)
    assert namespace["f"]() == 7
    assert any("was loaded without them" in problem.message for problem in problems)


def test_only_definitions_that_lacked_a_name_are_tried_again() -> None:
    text = "tries = []\ndef f(n=tries.append(1) or 1 / 0): pass\ny = x\nx = 1\n"
    namespace, _ = load(text)
    assert namespace["tries"] == [1]
    assert "y" not in namespace


def test_what_is_tried_again_is_announced_and_can_be_skipped() -> None:
    text = "def f(n=LIMIT): pass\ndef g(n=LIMIT): pass\nLIMIT = 3\n"
    statements, _ = loader.plan_statements([(text, "s.py", False)])
    announced: list[int] = []
    namespace = sys.modules[NAME].__dict__
    problems = loader.execute_statements(
        statements, namespace, skip={1: "died"}, before=lambda s: announced.append(s.index)
    )
    assert announced == [0, 2, 0]
    assert [problem.names for problem in problems] == [(), ("g",)]
    assert "g" not in namespace


# Broken source.


def test_a_syntax_error_costs_its_function_only_and_names_it() -> None:
    namespace, problems = load("def a(): return 1\ndef b(:\n    return 2\ndef c(): return 3")
    assert (namespace["a"](), namespace["c"]()) == (1, 3)
    problem = only(problems)
    assert (problem.cell, problem.line, problem.names) == ("s.py", 2, ("b",))


def test_what_only_the_compiler_refuses_costs_its_function_only() -> None:
    text = "def a():\n    x = 1\n    global x\ndef b(): return 2\nfrom __future__ import braces\n"
    namespace, problems = load(text)
    assert namespace["b"]() == 2
    assert problems[0].names == ("a",)
    assert problems[0].line == 3
    assert "not a chance" in problems[1].message


@pytest.mark.filterwarnings("error")
def test_warnings_about_syntax_are_nobody_s_business() -> None:
    namespace, problems = load("a = '\\d'\nb = 1 is 1\n")
    assert namespace["a"] == "\\d"
    assert problems == []


def test_trailing_semicolons_and_tabs_are_fine() -> None:
    namespace, problems = load("x = 1;\ndef f():\n\tif x:\n\t\treturn 2;\n")
    assert namespace["f"]() == 2
    assert problems == []


# Notebooks.


def test_a_timed_cell_is_run_without_the_magic_on_its_own_lines() -> None:
    namespace, problems = load("%%time\ndef f():\n    return 1 / 0\n", notebook=True)
    assert namespace["f"].__code__.co_firstlineno == 2
    assert only(problems).line == 1
    assert "%%time" in only(problems).message


@pytest.mark.parametrize("magic", ["%%bash", "%%html", "%%writefile s.py", "%%javascript"])
def test_a_foreign_cell_is_left_out(magic: str) -> None:
    namespace, problems = load(f"{magic}\ndef f(): pass", "x = 1", notebook=True)
    assert "f" not in namespace
    assert namespace["x"] == 1
    assert (only(problems).cell, only(problems).names) == ("s.ipynb cell 1", ("f",))


def test_a_cell_of_prose_costs_nothing_else() -> None:
    namespace, problems = load(
        "def f(): return 1",
        "The state is a route.\nIt's a list (of cities",
        "x = f()",
        notebook=True,
    )
    assert namespace["x"] == 1
    assert only(problems).cell == "s.ipynb cell 2"


def test_cells_run_in_the_order_given_and_missing_names_are_noted() -> None:
    namespace, problems = load("y = x + 1", "x = 1", "z = x", notebook=True)
    assert "y" not in namespace
    assert namespace["z"] == 1
    assert (only(problems).cell, only(problems).names) == ("s.ipynb cell 1", ("y",))


def test_the_last_of_several_definitions_counts_and_is_noted() -> None:
    namespace, problems = load("def f(): return 1", "def f(): return 2", "f()", notebook=True)
    assert namespace["f"]() == 2
    problem = only(problems)
    assert problem.message == "f is defined 2 times; the last one counts"
    assert (problem.cell, problem.line, problem.names) == ("s.ipynb cell 2", 1, ())


# Scripts ---------------------------------------------------------------------------------------

SCRIPT = """
def f(x):
    return x.board + DEPTH

if __name__ == "__main__":
    DEPTH = 4
    board = DEPTH
"""


LOOP = """
def first(board):
    return 0

def second(board):
    return 1

for agent in (first, second):
    for board in ("", "x"):
        agent(board)
"""


@pytest.mark.parametrize(
    ("source", "more"),
    [
        (LOOP, []),
        (f"{LOOP}\nagent = second\n", ["agent"]),
        (LOOP.replace("(first, second)", "(first, lambda board: 2)"), ["agent"]),
        (LOOP.replace("for agent in (first, second)", "if agent := second"), []),
    ],
    ids=["loop", "assigned as well", "defined there", "condition"],
)
def test_what_a_loop_runs_over_is_not_defined_by_it(source: str, more: list[str]) -> None:
    statements, _ = loader.plan_statements([cell(source)])
    namespace: dict[str, Any] = {"__name__": NAME}
    loader.execute_statements(statements, namespace)
    assert list(loader.list_callables(statements, namespace)) == ["first", "second", *more]


def test_names_that_only_a_script_defines_are_told() -> None:
    namespace, problems = load(SCRIPT)
    assert "DEPTH" not in namespace
    problem = only(problems)
    assert problem.message == (
        'DEPTH would be defined here, but code under if __name__ == "__main__" is not run; '
        "other code needs it"
    )
    assert (problem.line, problem.names) == (5, ())


@pytest.mark.parametrize(
    "source",
    [
        SCRIPT.replace("DEPTH\n\nif", "1\n\nif"),
        f"DEPTH = 3\n{SCRIPT}",
        SCRIPT.replace("==", "!="),
        SCRIPT.replace("DEPTH", "len"),
    ],
    ids=["unused", "defined elsewhere", "another guard", "built in"],
)
def test_of_other_scripts_nothing_is_told(source: str) -> None:
    _, problems = load(source)
    assert problems == []


def test_a_late_import_from_the_future_is_followed_and_named() -> None:
    source = '"""About."""\ndef f(x: Missing):\n    pass\n\nfrom __future__ import annotations\n'
    statements, (problem,) = loader.plan_statements([(source, "x.py", False)])
    assert len(statements) == 3
    assert "Python itself refuses this" in problem.message
    assert problem.line == 5


@pytest.mark.parametrize("notebook", [False, True])
def test_an_import_from_the_future_in_its_place(notebook: bool) -> None:
    first = "from __future__ import annotations\nfrom __future__ import division\n"
    cells = [(f'"""About."""\n{first}', "cell 1", notebook), ("x = 1\n", "cell 2", notebook)]
    _, problems = loader.plan_statements([*cells, (first, "cell 3", notebook)])
    assert problems == []


def test_long_tables_take_little_memory() -> None:
    """A tree of so many numbers would take more than a program may use."""
    numbers = ",".join(str(number % 10) for number in range(150_000))
    rows = "".join(f"    [{number}, -1.5, 'a (', None],\n" for number in range(2_000))
    source = (
        f"def before():\n    return 1\nFLAT = [{numbers}]\nROWS = (\n{rows}) + ((1, 2),)\n"
        f"def within(i):\n    return {{'a': [{numbers}]}}['a'][i]\n"
        "def last():\n    raise ValueError\n"
    )
    tracemalloc.start()
    try:
        statements, problems = loader.plan_statements([(source, "x.py", False)])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    namespace: dict[str, Any] = {"__name__": "x"}
    assert problems == loader.execute_statements(statements, namespace) == []
    assert (len(namespace["FLAT"]), len(namespace["ROWS"])) == (150_000, 2_001)
    assert namespace["ROWS"][1] == [1, -1.5, "a (", None]
    assert namespace["within"](149_999) == 9
    assert statements[-1].line == source.count("\n") - 1
    assert peak < 200 << 20
