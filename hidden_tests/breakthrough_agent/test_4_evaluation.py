"""Task 4: an evaluation that is good for one side where it is bad for the other.

It is called where it can be: what a comment names, what a search returns where it ends, or under a
name such as ``evaluate``. Where it cannot be called, what the agent does on quiet positions may
speak for it, and never against it, since the search may be what is wrong: a person has to look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.figures import Figure
from grader.testing import Agent, Student, Undecided, WrongAnswer, task
from hidden_tests.breakthrough_agent.evaluation_calls import ADVICE, evaluated, source_of
from hidden_tests.breakthrough_agent.figures import board as figure
from hidden_tests.breakthrough_agent.moves import drawn, move_of, words
from hidden_tests.breakthrough_agent.test_3_algorithm import proved

_NO_COUNT = "The evaluation does not rate the side with more pawns as better."
_NO_ADVANCE = "The evaluation does not rate pawns that are far ahead as better."

_INDIRECT = (
    "No evaluation function was found that the agent uses and that can be called with a board "
    "alone. The agent plays as a sensible one makes it play. That is indirect evidence: a person "
    "should look at the source."
)
_CPU = 12.0
"""Seconds for a call: the agent makes a move in it, and may take longer than it should."""
_ENOUGH = 8
"""Of the quiet positions, those in which an agent makes a move that a sensible evaluation leads to.
Right agents make 11 or 12 of 12. Without an evaluation it is four at most, or nine with captures
first and a deep search: such programs are left to the person who looks."""
_ONE_SIDE = "It tells the boards apart for one side only, as if the other side did not count."
_ALIKE = "It rises, or falls, with what is good for Black and with what is good for White alike."

Rows = tuple[str, ...]


@dataclass(frozen=True)
class Pair:
    """Two boards of which the first one is better for Black, clearly.

    Attributes:
        message: what an evaluation does not do that does not see it.
    """

    name: str
    better: Rows
    worse: Rows
    message: str = _NO_COUNT

    def __str__(self) -> str:
        return self.name

    def boards(self) -> list[Rows]:
        """Both, and then both as White sees them."""
        return [self.better, self.worse, inverted(self.better), inverted(self.worse)]


def inverted(rows: Rows) -> Rows:
    """A board with the sides exchanged."""
    return tuple(row.translate(str.maketrans("BW", "WB")) for row in reversed(rows))


_COLUMNS = range(6)


def _with_pawns(column: int, *rows: int) -> Rows:
    """A quiet board with black pawns on these rows of ``column``, which the others are not near."""
    far = (4, 5) if column < 3 else (0, 1)
    board = [["_"] * 6 for _ in range(6)]
    for each in far:
        board[0][each], board[5][each] = "B", "W"
    board[4][far[0]] = "W"
    for row in rows:
        board[row][column] = "B"
    return tuple(map("".join, board))


MATERIAL = [
    Pair(
        "two more black pawns",
        ("BBBBBB", "BBBBBB", "______", "______", "WWWWWW", "WWWWWW"),
        ("BBBBBB", "B__BBB", "______", "______", "WWWWWW", "WWWWWW"),
    ),
    Pair(
        "two fewer white pawns",
        ("BBBB__", "_B__B_", "______", "_W____", "__W___", "WW__WW"),
        ("BBBB__", "_B__B_", "______", "_W____", "__W___", "WWWWWW"),
    ),
    Pair(
        "four pawns against two",
        ("_B_B__", "B___B_", "______", "______", "__W___", "___W__"),
        ("_B____", "____B_", "______", "______", "W_W___", "_W_W__"),
    ),
    *(
        Pair(
            f"two more black pawns in column {column}",
            _with_pawns(column, 1, 2),
            _with_pawns(column),
        )
        for column in _COLUMNS
    ),
]
EXAMPLES = [
    Pair(
        "one more black pawn",
        ("______", "_B__B_", "__B___", "______", "_W__W_", "______"),
        ("______", "_B__B_", "______", "______", "_W__W_", "______"),
    ),
    Pair(
        "two more white pawns on the worse board",
        ("______", "_B__B_", "______", "______", "_W__W_", "______"),
        ("______", "_B__B_", "______", "______", "_W__W_", "__WW__"),
    ),
    Pair(
        "a black pawn two steps from the last row",
        ("_B____", "______", "______", "____B_", "______", "WW____"),
        ("_B____", "____B_", "______", "______", "______", "WW____"),
        _NO_ADVANCE,
    ),
]
"""For everybody to see."""
ADVANCE = [
    Pair(
        "a pawn far ahead on a free way",
        ("BB____", "______", "______", "____B_", "W_____", "WWW___"),
        ("BB____", "____B_", "______", "______", "W_____", "WWW___"),
        _NO_ADVANCE,
    ),
    Pair(
        "White far behind",
        ("BBB___", "B_____", "______", "______", "____W_", "WW____"),
        ("BBB___", "B_____", "____W_", "______", "______", "WW____"),
        _NO_ADVANCE,
    ),
    *(
        Pair(
            f"a pawn far ahead in column {column}",
            _with_pawns(column, 3),
            _with_pawns(column, 1),
            _NO_ADVANCE,
        )
        for column in _COLUMNS
    ),
]


def orientation(student: Student, agent: Agent, pairs: Sequence[Pair]) -> str:
    """Demand that an evaluation tells the boards of all pairs apart, for both sides.

    Whether more is better for Black or for White is not asked: a search can do with either.

    Returns:
        what a person should confirm, if there is anything.
    """
    values = rated(student, pairs)
    if values is not None:
        judge(*values, pairs)
        return ""
    _by_behaviour(agent)
    return _INDIRECT


def rated(student: Student, pairs: Sequence[Pair]) -> tuple[str, list[float]] | None:
    """An evaluation's name and what it says of the boards of ``pairs``, if it can be called."""
    boards = [[list(row) for row in rows] for pair in pairs for rows in pair.boards()]
    return evaluated(student, boards, source_of(student))


def judge(name: str, values: Sequence[float], pairs: Sequence[Pair]) -> None:
    """Demand that ``values`` of the boards of ``pairs`` tell these apart, for both sides."""
    way = 0
    for number, pair in enumerate(pairs):
        better, worse, better_inverted, worse_inverted = values[4 * number : 4 * number + 4]
        own, turned = _sign(better - worse), _sign(better_inverted - worse_inverted)
        way = way or own
        if own and own == way == -turned:
            continue
        message, code = pair.message, "not_better"
        if bool(own) != bool(turned):
            message, code = f"{message} {_ONE_SIDE}", "one_side_only"
        elif own and own == turned:
            message, code = f"{message} {_ALIKE}", "sides_alike"
        raise WrongAnswer(
            message,
            expected=f"{name} tells the two boards apart, and the other way round where "
            "the sides are exchanged",
            actual=f"{better:g} and {worse:g}, with the sides exchanged "
            f"{better_inverted:g} and {worse_inverted:g} ({pair})",
            figures=_figures(pair),
            code=code,
        )


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _figures(pair: Pair) -> list[Figure]:
    return [figure([list(row) for row in rows]) for rows in (pair.better, pair.worse)]


def _by_behaviour(agent: Agent) -> None:
    """Where no evaluation can be called: what an agent without a sensible one hardly ever does."""
    quiet = proved("quiet")
    moves = [(case, move_of(agent, case.rows)) for case in quiet]
    others = [(case, move) for case, move in moves if move not in case.right]
    right = len(quiet) - len(others)
    if right < _ENOUGH:
        case, move = others[0]
        raise Undecided(
            "A person has to look at the evaluation. None was found that the agent uses and that "
            "can be called with a board alone; and in positions in which evaluations that count "
            "pawns and how far they have come agree on the move, the agent makes other moves. "
            f"{ADVICE}.",
            expected=f"such a move in {_ENOUGH} of {len(quiet)} positions",
            actual=f"in {right}; here {words(move)} instead of "
            f"{' or '.join(map(words, case.right))}",
            figures=drawn(case.rows, case.right, move),
            code="moves_of_no_evaluation",
        )


# Worth no points: these boards are here to be looked at, since those of the others stay hidden.
@task(
    "4",
    points=0,
    visibility="public",
    hint="The board with more of your pawns, or with pawns further ahead, is the better one.",
)
def test_examples(student: Student) -> None:
    """Tells better boards from worse ones. This is worth no points."""
    values = rated(student, EXAMPLES)
    if values is not None:
        judge(*values, EXAMPLES)


@task(
    "4",
    points=5,
    moves=12,
    cpu_seconds=_CPU,
    hint="More pawns of your own are better, and fewer of the opponent's.",
)
def test_counts_pawns(student: Student, agent: Agent) -> str:
    """Values pawns, for both sides."""
    return orientation(student, agent, MATERIAL)


@task(
    "4",
    points=5,
    moves=12,
    cpu_seconds=_CPU,
    hint="Pawns that are far ahead are worth more, on either side.",
)
def test_values_advance(student: Student, agent: Agent) -> str:
    """Values how far pawns have come, for both sides."""
    # More pawns say which way the evaluation is meant.
    return orientation(student, agent, [MATERIAL[0], *ADVANCE])
