from __future__ import annotations

import ast
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.runner import ipython_syntax, statement_boundaries, tolerant_parser

STATEMENTS = [
    "x = 1",
    "x = (1,\n2,\n  3)",
    "def f(a, b=2):\n    '''doc'''\n    return a",
    "def g():\n    x = '''\ndef not_a_function():\n  pass\n'''\n    return x",
    "@decorate\n# a remark between\n@decorate(1,\n2)\nclass C:\n    y = 1\n\n    def m(self): ...",
    "if x:\n    y = 1\nelif y:\n    y = 2\nelse:\n    y = 3",
    "try:\n    import a\nexcept ImportError:\n    a = None\nfinally:\n    pass",
    "for i in range(3):\n    print(i)\n# a remark at the margin\n    print(-i)",
    "'a string'",
    '"""several\nlines"""',
    "z = 1 + \\\n    2",
    "value = (a\n% b)",
    "a = 1; b = 2",
    "# only a remark",
    "",
    "\x0cw = 1",
    "async def h():\n\tawait x",
    "assert x, 'why (not'",
    "s = 'it''s' # don't (",
    "matrix = [\n[1, 2],\n[3, 4],\n]",
]


def dump(statements: list[ast.stmt]) -> list[str]:
    return [ast.dump(statement, include_attributes=True) for statement in statements]


def parsed_text(*parts: str) -> tolerant_parser.ParsedProgram:
    return tolerant_parser.parse_tolerantly("\n".join(parts))


@given(st.lists(st.sampled_from(STATEMENTS)))
def test_well_formed_text_is_what_python_says(parts: list[str]) -> None:
    text = "\n".join(parts)
    assert dump(tolerant_parser.parse_tolerantly(text).statements) == dump(ast.parse(text).body)
    assert tolerant_parser.parse_tolerantly(text).troubles == []


@given(st.lists(st.sampled_from(STATEMENTS)), st.lists(st.sampled_from(STATEMENTS)))
def test_recovery_finds_exactly_the_statements_around_a_bad_line(
    before: list[str], after: list[str]
) -> None:
    good = "\n".join([*before, "pass", *after])
    bad = "\n".join([*before, "what is this?!", *after])
    recovered = tolerant_parser.parse_tolerantly(bad)
    expected = [node for node in ast.parse(good).body if not isinstance(node, ast.Pass)]
    assert dump(recovered.statements) == dump(expected)
    assert [trouble.line for trouble in recovered.troubles] == [
        next(n.lineno for n in ast.parse(good).body if isinstance(n, ast.Pass))
    ]


@given(st.text(alphabet="()[]{}'\"\\#\n \t\x0c\x00:@%!?=.,ax1\ud800é") | st.text())
def test_any_text_at_all_is_survived(text: str) -> None:
    recovered = tolerant_parser.parse_tolerantly(text)
    assert all(1 <= trouble.line <= text.count("\n") + 1 for trouble in recovered.troubles)


BROKEN = {
    "unclosed bracket": "def bad():\n    print(1\n    return 1",
    "unterminated string": 'def bad():\n    """ no end\n    return 1',
    "indentation": "def bad():\n    x = 1\n   y = 2\n    return x",
    "no indentation": "def bad():\nreturn 1",
    "tabs and spaces": "def bad():\n    if 1:\n        x = 1\n\treturn x",
    "no colon": "def bad()\n    return 1",
    "python 2": "def bad():\n    print 'x'",
    "NUL": "def bad():\n    return '\x00'",
    "deep brackets": f"def bad():\n    return {'(' * 300}1{')' * 300}",
    "deeper brackets": f"def bad():\n    return {'[' * 100_000}",
    "deep operators": f"def bad():\n    return {'-' * 100_000}1",
    "lone surrogate": "def bad():\n    return '\ud800'",
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("good", ['def good():\n    """doc"""\n    return [1]', "good = (1,\n2)"])
def test_one_broken_function_costs_no_other(broken: str, good: str) -> None:
    recovered = parsed_text("first = 1", broken, "", good, "@decorator\ndef last(): pass")
    kept = [ast.unparse(node) for node in recovered.statements]
    assert kept[0] == "first = 1"
    assert ast.unparse(ast.parse(good)) in kept
    assert kept[-1] == "@decorator\ndef last():\n    pass"
    lost = [trouble for trouble in recovered.troubles if trouble.names]
    assert [trouble.names for trouble in lost] == [("bad",)]


def test_python_s_own_message_and_the_line_of_the_file_are_kept() -> None:
    recovered = parsed_text("a = 1", "", "def f():", "    return 1", "def g(:", "    pass", "b = 2")
    (trouble,) = recovered.troubles
    assert (trouble.line, trouble.column) == (5, 7)
    assert trouble.names == ("g",)
    assert "SyntaxError: invalid syntax" in trouble.message
    assert [node.lineno for node in recovered.statements] == [1, 3, 7]


def test_only_the_outermost_names_count_as_lost() -> None:
    text = "class A:\n    def inner(self): pass\n    def other(self:\n        pass"
    assert tolerant_parser.seemingly_defined_names(text) == ("A",)
    assert tolerant_parser.seemingly_defined_names("  def a(): pass\n  async def b(): pass") == (
        "a",
        "b",
    )


def test_what_is_quoted_in_a_string_is_not_mistaken_for_code() -> None:
    old = '"""\ndef minimax():\n    return "old"\n"""'
    recovered = parsed_text(old, "def minimax():\n    return 'new'", "oh no!")
    assert [type(node).__name__ for node in recovered.statements] == ["Expr", "FunctionDef"]


def test_a_page_of_prose_is_one_note() -> None:
    prose = "Our state is a list (of cities), isn't it?\nAnd the goal: the shortest one.\n" * 20
    recovered = tolerant_parser.parse_tolerantly(f"x = 1\n{prose}y = 2\n")
    assert [ast.unparse(node) for node in recovered.statements] == ["x = 1", "y = 2"]
    assert [trouble.message for trouble in recovered.troubles] == [
        "Lines 2 to 41 are not Python and were left out"
    ]


def test_text_that_exhausts_patience_still_yields_its_functions() -> None:
    hopeless = "he said (\n" * 3000 + '"""\n'
    text = f"{hopeless}def good():\n    return 1\n" * 3
    assert [getattr(n, "name", "") for n in tolerant_parser.parse_tolerantly(text).statements] == [
        "good"
    ] * 3


def test_a_cell_indented_as_a_whole_is_read() -> None:
    recovered = tolerant_parser.parse_tolerantly(
        "    x = 1\n    def f():\n        return '''\n    x'''\n"
    )
    assert [node.lineno for node in recovered.statements] == [1, 2]
    assert "'\\n    x'" in ast.unparse(recovered.statements[1])


COMMANDS = [
    "%matplotlib inline",
    "%timeit f(1)",
    "!pip install numpy (oh",
    "?help",
    "help?",
    "str.split??",
    "files = !ls -l",
    "t = %timeit -o f()",
    "a, b = !ls",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_neutralised_where_they_stand(command: str) -> None:
    text = f"x = 1\n{command}\ndef f():\n    {command}\n    return 1\ny = 2\n"
    recovered = tolerant_parser.parse_tolerantly(text)
    passes = "x = 1\npass\ndef f():\n    pass\n    return 1\ny = 2\n"
    assert dump(recovered.statements) == dump(ast.parse(passes).body)
    assert [trouble.line for trouble in recovered.troubles] == [2, 4]
    assert command in recovered.troubles[0].message


@pytest.mark.parametrize("indentation", ["", "    "])
def test_what_a_command_times_is_kept_where_it_stands(indentation: str) -> None:
    head = "if x:\n" if indentation else "x = 1\n"
    recovered = tolerant_parser.parse_tolerantly(f"{head}{indentation}%time y = f(1)\nz = 2\n")
    lines = dump(ast.parse(f"{head}{indentation}y = f(1)\nz = 2\n").body)
    assert dump(recovered.statements) == lines
    assert [trouble.message for trouble in recovered.troubles] == [
        "IPython command left out, what it times was run: %time y = f(1)"
    ]


@pytest.mark.parametrize("words", ["", " ", " f(", " -o f()", " x = !ls"])
def test_what_is_timed_and_no_python_is_left_out(words: str) -> None:
    recovered = tolerant_parser.parse_tolerantly(f"%time{words}\nz = 2\n")
    assert [ast.unparse(node) for node in recovered.statements] == ["pass", "z = 2"]


def test_a_command_may_be_continued_and_lines_stay_where_they_are() -> None:
    recovered = tolerant_parser.parse_tolerantly("!pip install a \\\n   b \\\n   c\nz = 2\n")
    assert [(ast.unparse(n), n.lineno) for n in recovered.statements] == [("pass", 1), ("z = 2", 4)]
    assert recovered.troubles[0].message.endswith(r"!pip install a \ b \ c")


@pytest.mark.parametrize(
    "innocent",
    [
        "x = (a\n% b)",
        "x = a \\\n% b",
        "x = a != b",
        "x = '''\n%time\n!ls\n'''",
        "y = d['k'] % 3",
        "if x == '%a':\n    pass",
        "def f():\n    return 'a=%s' % b",
        "elif_ = x in '=!'",
    ],
)
def test_python_is_not_mistaken_for_commands(innocent: str) -> None:
    recovered = parsed_text(innocent, "%matplotlib inline")
    assert [trouble.message for trouble in recovered.troubles] == [
        "IPython command left out: %matplotlib inline"
    ]
    assert dump(recovered.statements[:-1]) == dump(ast.parse(innocent).body)


def test_cell_magic_is_found_only_at_the_head() -> None:
    found = ipython_syntax.parse_cell_magic("\n# why\n%%time\nx = 1")
    assert found is not None
    assert (found.words, found.line, found.runs_cell) == ("%%time", 3, True)
    bash = ipython_syntax.parse_cell_magic("%%bash\nls")
    assert bash is not None
    assert not bash.runs_cell
    assert ipython_syntax.parse_cell_magic("x = 1\n%%time") is None


def test_statement_ends_follow_brackets_strings_and_continuations() -> None:
    text = textwrap.dedent("""\
        x = [1,
        2]
        y = \\
        3
        if x:
            pass

        else:
            pass
        z = 1
    """)
    ends = []
    end = 0
    while end < len(text):
        end, commands = statement_boundaries.statement_end(text, end)
        assert commands == []
        ends.append(text.count("\n", 0, end))
    assert ends == [2, 4, 9, 10]
