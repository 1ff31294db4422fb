"""Evaluation functions are found and called where they can be."""

from __future__ import annotations

import math
from collections.abc import Collection

import pytest

from tests.reference.breakthrough_agent.lent import lent

BOARDS = [[["B", "_"]], [["_", "W"]]]


def said(
    source: str, ends: Collection[str] = (), parts: Collection[str] = (), boards: object = BOARDS
) -> tuple[str, list[float]] | None:
    """What is found in a module with this source."""
    found = lent("evaluations", source, boards, [*ends], [*parts])
    return None if found is None else tuple(found)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("def evaluate(board): return board[0].count('B')", "evaluate"),
        ("score = lambda board: board[0].count('B')", "score"),
        (
            "class PlayerAI:\n    def heuristic(self, board): return board[0].count('B')",
            "PlayerAI.heuristic",
        ),
        (
            "def score(board): return 7\ndef board_eval(board): return board[0].count('B')",
            "board_eval",
        ),
    ],
)
def test_one_that_takes_a_board(source: str, name: str) -> None:
    assert said(source) == (name, [1.0, 0.0])


@pytest.mark.parametrize(
    "source",
    [
        "",
        "def evaluate(own, other): return own - other",
        "def evaluate(board): return str(board)",
        "def evaluate(board): return 0",
        "def evaluate(board): return float('nan')",
        "def evaluate(board): return 10 ** 400 * board[0].count('B')",
        "class PlayerAI:\n    def __init__(self): raise ValueError",
    ],
)
def test_none_that_takes_a_board(source: str) -> None:
    assert said(source) is None


def test_values_that_are_kept_by_where_a_board_is_in_memory_are_mixed_up() -> None:
    source = (
        "KEPT = {}\ndef evaluate(board): return KEPT.setdefault(id(board), board[0].count('B'))"
    )
    found = said(source)
    assert found is not None
    name, (first, second) = found
    assert name == "evaluate"
    assert first == second


OVER = [[["W", "B"], ["_", "_"]], [["B", "B"], ["_", "_"]], [["_", "B"], ["W", "_"]]]
"""The last one goes on."""


def test_infinity_counts_more_than_anything_else() -> None:
    source = "def evaluate(board): return float('-inf') if 'W' in board[0] else 5"
    assert said(source, boards=OVER[::2]) == ("evaluate", [-1e11, 5.0])


def test_an_exception_is_no_number_where_the_game_is_over() -> None:
    source = "def evaluate(board): return [5, 7][' W'.index(board[1][0])]"
    found = said(source, boards=[[["_", "B"], [" ", "_"]], OVER[1], OVER[2]])
    assert found is not None
    name, (first, second, last) = found
    assert (name, first, math.isnan(second), last) == ("evaluate", 5.0, True, 7.0)
    assert said(source, boards=[OVER[2], [["_", "B"], ["_", "W"]]]) is None


START = [["B"] * 6] * 2 + [["_"] * 6] * 2 + [["W"] * 6] * 2
FEWER = [["B"] * 6] * 3 + [["_"] * 6] * 2 + [["W"] * 6]
AGENT = """
def evaluate(board):
    return sum(row.count('B') - row.count('W') for row in board)

class PlayerAI:
    def make_move(self, board):
        for row in range(6):
            for column in range(6):
                after = [list(cells) for cells in board]
                after[row][column] = '_'
                evaluate(WHICH)
"""


def test_one_that_is_asked_about_many_boards() -> None:
    assert said(AGENT.replace("WHICH", "after"), boards=[START, FEWER]) == ("evaluate", [0.0, 12.0])


def test_none_that_is_asked_about_the_same_board_again_and_again() -> None:
    assert said(AGENT.replace("WHICH", "board"), boards=[START, FEWER]) is None
    assert said(AGENT.replace("WHICH", "board"), ["evaluate"], boards=[START, FEWER]) is None


@pytest.mark.parametrize(
    ("others", "found"),
    [
        ("'B',", ("evaluate", [0.0, 12.0])),
        ("1, None", None),
        ("12.5,", None),
    ],
    ids=["who is to move", "what may be worked out", "a value that is carried along"],
)
def test_one_that_takes_a_board_in_a_tuple(
    others: str, found: tuple[str, list[float]] | None
) -> None:
    source = AGENT.replace("WHICH", f"(after, {others})").replace("in board)", "in board[0])")
    assert said(source, ["evaluate"], boards=[START, FEWER]) == found


IN_TEXT = """
def evaluate(text):
    return sum(i * line.count("B") for i, line in enumerate(text.SPLIT))

class PlayerAI:
    def make_move(self, board):
        evaluate(JOIN)
"""


@pytest.mark.parametrize(
    ("split", "join"),
    [
        ("split('|')", "'|'.join(map(''.join, board))"),
        ("splitlines()", "''.join(''.join(row) + '\\n' for row in board)"),
        ("strip().split()", "' ' + ' '.join(map(''.join, board))"),
        ("split('|')", "'|'.join(map(''.join, board)) + '|to move'"),
    ],
    ids=["bars", "lines", "blanks", "more behind"],
)
def test_a_text_with_separators_is_like_the_one_that_the_agent_passes(
    split: str, join: str
) -> None:
    source = IN_TEXT.replace("SPLIT", split).replace("JOIN", join)
    assert said(source, boards=[START, FEWER]) == ("evaluate", [6.0, 18.0])


@pytest.mark.parametrize(
    "passed",
    [
        "[['#'] * 8, *(['#', *row, '#'] for row in board), ['#'] * 8]",
        "'|'.join(map(''.join, board)) + '|B'",
        "'|'.join(map(''.join, board)).replace('_', '.')",
    ],
    ids=["a border", "the side to move behind", "other letters"],
)
def test_none_that_takes_boards_of_another_form(passed: str) -> None:
    source = IN_TEXT.replace("JOIN", passed).replace("text.SPLIT", "text")
    assert said(source, ["evaluate"], boards=[START, FEWER]) is None


@pytest.mark.parametrize(
    ("passed", "found"),
    [
        ("after", ("evaluate", [0.0, 0.0])),
        ("[[{'B': 1, 'W': -1}.get(cell, 0) for cell in row] for row in after]", None),
        ("[[{'B': 1, 'W': -1}.get(cell, 0) for cell in row] + [7] for row in after]", None),
        ("[row + ['#'] for row in after]", None),
    ],
    ids=["these boards", "other cells", "more cells", "other boards"],
)
def test_one_that_says_the_same_of_all_boards(
    passed: str, found: tuple[str, list[float]] | None
) -> None:
    source = AGENT.replace("WHICH", passed).replace(
        "row.count('B') - row.count('W')", "0 * len(row)"
    )
    assert said(source, boards=[START, FEWER]) == found


def test_what_it_does_to_a_board_stays_with_it() -> None:
    source = "def evaluate(board): return len(board[0].pop())+board[0].count('B')"
    assert said(source) == ("evaluate", [2.0, 1.0])
    assert BOARDS == [[["B", "_"]], [["_", "W"]]]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        pytest.param("def leaf(board): return board[0].count('B')", "leaf", id="any name"),
        pytest.param(
            "def evaluate(board): return board[0].count('W')\n"
            "def leaf(board): return board[0].count('B')",
            "leaf",
            id="before others",
        ),
        pytest.param(
            "class Features:\n    @staticmethod\n    def leaf(b): return b[0].count('B')",
            "Features.leaf",
            id="of another class",
        ),
        pytest.param(
            "class Features:\n    def __init__(self, n): pass\n"
            "    @classmethod\n    def leaf(cls, b): return b[0].count('B')",
            "Features.leaf",
            id="of a class that wants arguments",
        ),
        pytest.param("def leaf(board, player): return board[0].count(player)", "leaf", id="a side"),
        pytest.param(
            "def leaf(b, depth, top): return b[0].count('B') * (1 if top is True else 0 / 0)",
            "leaf",
            id="a truth and a depth",
        ),
        pytest.param(
            "def leaf(board): return {'B_': 1, '_W': 0}[board[0]]", "leaf", id="texts as rows"
        ),
        pytest.param(
            "def leaf(board): return {('B', '_'): 1}.get(board[0], 0)", "leaf", id="tuples"
        ),
        pytest.param("def leaf(board): return board.count('B')", "leaf", id="flat"),
    ],
)
def test_one_that_a_search_ends_with(source: str, name: str) -> None:
    assert said(source, ends=["leaf"]) == (name, [1.0, 0.0])
    if "evaluate" not in source:
        assert said(source) is None


def test_a_part_of_an_evaluation_is_none() -> None:
    source = "def score_black(board): return board[0].count('B')"
    assert said(source) is not None
    assert said(source, parts=["score_black"]) is None


def test_numbers_of_numpy_are_numbers() -> None:
    source = "import numpy as np\ndef evaluate(board): return np.int64(board[0].count('B'))"
    assert said(source) == ("evaluate", [1.0, 0.0])
    assert said("def evaluate(board): return str(board[0].count('B'))") is None


MOVES = """
class PlayerAI:
    def make_move(self, board):
        return {called}(board)

def value(board):
    return 1

def evaluate(board):
    return board[0].count("B")
"""


def test_what_the_agent_does_not_call_is_none_of_its_own() -> None:
    assert said(MOVES.format(called="value")) is None
    assert said(MOVES.format(called="evaluate")) == ("evaluate", [1.0, 0.0])
    assert said(MOVES.format(called="value"), ends=["evaluate"]) is not None


@pytest.mark.parametrize("ending", ["1 / 0", "raise SystemExit"])
def test_an_agent_that_cannot_move_may_have_called_it(ending: str) -> None:
    source = MOVES.format(called="value").replace("return 1", ending)
    assert said(source) == ("evaluate", [1.0, 0.0])


RATING = """
class Rating:
    def __call__(self, board):
        return board[0].count("B")

evaluate = Rating()
"""


@pytest.mark.parametrize(
    "wrapping",
    ["evaluate = functools.lru_cache(evaluate)", "evaluate = functools.partial(evaluate)", RATING],
)
def test_it_may_be_wrapped(wrapping: str) -> None:
    source = f"import functools\n{MOVES.format(called='evaluate')}\n{wrapping}\n"
    assert said(source, boards=["B_", "_W"]) == ("evaluate", [1.0, 0.0])


def test_two_sides_are_those_of_both_players() -> None:
    source = """
def rated(board, me, enemy):
    return 2 * board[0].count(me) - board[0].count(enemy)
"""
    assert said(source, ends=["rated"]) == ("rated", [2.0, -1.0])


OTHER_CELLS = """
import numpy as np

NUMBERS = {"B": 1, "W": 2, "_": 0}


def evaluate(own):
    return EVALUATED


class PlayerAI:
    def make_move(self, board):
        numbers = [[NUMBERS[cell] for cell in row] for row in board]
        numbers[0][0] = 0
        evaluate(PASSED)
"""


@pytest.mark.parametrize(
    ("passed", "evaluated"),
    [
        ("numbers", "sum(row.count(1) * i for i, row in enumerate(own))"),
        ("tuple(map(tuple, numbers))", "sum(row.count(1) * i for i, row in enumerate(own))"),
        ("sum(numbers, [])", "sum(i // 6 for i, cell in enumerate(own) if cell == 1)"),
        ("np.array(numbers)", "((own == 1) * np.arange(6)[:, None]).sum()"),
        (
            "''.join(' XO'[cell] for row in numbers for cell in row)",
            "sum(i // 6 for i, cell in enumerate(own) if cell == 'X')",
        ),
    ],
    ids=["lists", "tuples", "flat", "array", "text"],
)
def test_cells_may_be_written_in_another_way(passed: str, evaluated: str) -> None:
    source = OTHER_CELLS.replace("PASSED", passed).replace("EVALUATED", evaluated)
    assert said(source, boards=[START, FEWER]) == ("evaluate", [6.0, 18.0])


def test_a_board_may_come_as_a_text_of_its_cells() -> None:
    source = "def evaluate(board): return board[2].count('B') + len(board)"
    texts = ["".join(map("".join, board)) for board in (START, FEWER)]
    assert said(source, boards=texts) == ("evaluate", [6.0, 12.0])


NESTED = """
class PlayerAI:
    def make_move(self, board):
        weight = 3

        def NAME(position):
            return weight * position[2].count("B")

        def search(position, depth):
            return NAME(position) if depth == 0 else search(position, depth - 1)

        search(board, 2)
"""
METHOD = """
class Rater:
    def __init__(self, weight):
        self.weight = weight

    def NAME(self, position):
        return self.weight * position[2].count("B")


class PlayerAI:
    def make_move(self, board):
        Rater(3).NAME(board)
"""


@pytest.mark.parametrize("source", [NESTED, METHOD], ids=["a closure", "of an object"])
def test_one_that_only_a_move_makes(source: str) -> None:
    evaluate = source.replace("NAME", "evaluate")
    assert said(evaluate, boards=[START, FEWER]) == ("evaluate", [0.0, 18.0])
    other = source.replace("NAME", "leaf")
    assert said(other, boards=[START, FEWER]) is None
    assert said(other, ["leaf"], boards=[START, FEWER]) is not None
    hinted = f"{other}\n# grade: evaluation = leaf\n"
    found = said(hinted, boards=[START, FEWER])
    assert found is not None
    assert found[1] == [0.0, 18.0]


OF_A_BOARD = """
class Position:
    def __init__(self, rows, turn="B"):
        self.rows = [list(row) for row in rows]

    def rate(self):
        return self.rows[2].count("B")

class PlayerAI:
    def make_move(self, board):
        Position(board).rate()
"""
IN_THE_MODULE = """
WEIGHTS = [1, 2, 3, 4, 5, 6]
position = None

def rate():
    return sum(weight * row.count("B") for weight, row in zip(WEIGHTS, position))

class PlayerAI:
    def make_move(self, board):
        global position
        position = [list(row) for row in board]
        rate()
"""


IN_THE_AGENT = """
class PlayerAI:
    def __init__(self):
        self.weights = [1, 2, 3, 4, 5, 6]
        self.seen = 0

    def make_move(self, board):
        self.position = [list(row) for row in board]
        for _ in range(3):
            self.position[1], self.position[2] = self.position[2], self.position[1]
            self.seen += 1
            self.rate()

    def black(self):
        return [row.count("B") for row in self.position]

    def rate(self):
        return sum(weight * each for weight, each in zip(self.weights, self.black()))
"""
IN_AN_ARRAY = (
    IN_THE_AGENT.replace("class", "import numpy as np\n\nclass", 1)
    .replace("[list(row) for row in board]", "np.array(board)")
    .replace("self.position[1], self.position[2] = self.position[2], self.position[1]", "pass")
    .replace('row.count("B")', 'int((row == "B").sum())')
)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (IN_THE_AGENT, ("PlayerAI.rate", [18.0, 36.0])),
        (IN_AN_ARRAY, ("PlayerAI.rate", [18.0, 36.0])),
        (
            IN_THE_AGENT.replace("rate(self)", "rate(self, depth)").replace("rate()", "rate(2)"),
            ("PlayerAI.rate", [18.0, 36.0]),
        ),
        (IN_THE_AGENT.replace("rate", "side_score"), None),  # a part of what ends the search
        # What was counted move by move does not fit another board.
        (IN_THE_AGENT.replace("return sum(", "return self.seen + sum("), None),
        (IN_THE_AGENT.replace("return [row", "return [self.seen + row"), None),
        (IN_THE_AGENT.replace("return sum(", "return self.other + sum("), None),
        (IN_THE_AGENT.replace("def __init__(self)", "def __init__(self, _)"), None),
    ],
    ids=[
        "lists",
        "array",
        "depth",
        "another",
        "counted",
        "counted in a helper",
        "not there",
        "made of something",
    ],
)
def test_one_that_finds_the_board_in_the_agent(
    source: str, found: tuple[str, list[float]] | None
) -> None:
    assert said(source, ["rate"], boards=[START, FEWER]) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (OF_A_BOARD, ("Position.rate", [0.0, 6.0])),
        (OF_A_BOARD.replace("rate", "static"), ("Position.static", [0.0, 6.0])),
        (IN_THE_MODULE, ("rate", [18.0, 36.0])),
        (IN_THE_MODULE.replace("(row) for", "(row) + ['#'] for"), None),
    ],
    ids=["an object of the board", "as in chess", "a variable", "a variable with other boards"],
)
def test_one_without_arguments(source: str, found: tuple[str, list[float]] | None) -> None:
    assert said(source, ["rate"], boards=[START, FEWER]) == found


BOOK = """
BOOK = {"BBBBBBBBBBBB____________WWWWWWWWWWWW"}

def old(board):
    return board[2].count("W")

def new(board):
    return board[2].count("B")

class PlayerAI:
    def make_move(self, board):
        return "".join(map("".join, board)) in BOOK or new(board)
"""


def test_one_that_no_move_calls_is_an_old_one_also_behind_an_opening_book() -> None:
    assert said(BOOK, ["old", "new"], boards=[START, FEWER]) == ("new", [0.0, 6.0])


def test_a_comment_names_one_that_the_agent_does_not_call_by_itself() -> None:
    source = (
        "class Position:\n    def __init__(self, rows, own): self.rows = rows\n"
        "    def evaluate(self): return self.rows[2].count('B')\n"
        "def of_rows(board): return Position(board, 'B').evaluate()\n"
        "class PlayerAI:\n    def make_move(self, board): Position(board, 'B').evaluate()\n"
    )
    assert said(source, boards=[START, FEWER]) is None
    hinted = f"{source}# grade: evaluation = of_rows\n"
    assert said(hinted, boards=[START, FEWER]) == ("of_rows", [0.0, 6.0])


IN_A_LAMBDA = """
class PlayerAI:
    def make_move(self, board):
        evaluate = lambda cells: sum(row.count('B') - row.count('W') for row in cells)
        for row in range(6):
            evaluate([*board[:row], *board[row:]][::1 if row else -1])
"""
PASSED_ON = """
def search(board, depth, score):
    # The first position in which the search ends has no white pawn left.
    cells = [{"B": 1, "W": -1, "_": 0}[cell] for row in board for cell in row]
    return [score(tuple(max(cell, least) for cell in cells)) for least in (0, -1)]

class PlayerAI:
    def make_move(self, board):
        search(board, 3, lambda cells: sum(cells))
"""


@pytest.mark.parametrize(
    ("source", "name"), [(IN_A_LAMBDA, "evaluate"), (PASSED_ON, "score")], ids=["nested", "passed"]
)
def test_a_lambda_has_the_name_of_what_holds_it(source: str, name: str) -> None:
    assert said(source, boards=[START, FEWER]) == (name, [0.0, 12.0])
