"""Task 4: an evaluation that is good for one side where it is bad for the other.

It is called where it can be: under a name such as ``evaluate``, with a board alone. Where it cannot
be, what the agent does on proved positions is all that can be seen, and a person should look.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.figures import Figure
from grader.testing import Agent, Student, WrongAnswer, task
from hidden_tests.breakthrough_agent.figures import board as figure
from hidden_tests.breakthrough_agent.test_3_algorithm import found, proved

_NO_ADVANCE = "The evaluation does not rate pawns that are far ahead as better."

Rows = tuple[str, ...]


@dataclass(frozen=True)
class Pair:
    """Two boards of which the first one is better for Black, clearly."""

    name: str
    better: Rows
    worse: Rows

    def __str__(self) -> str:
        return self.name

    def boards(self) -> list[Rows]:
        """Both, and then both as White sees them."""
        return [self.better, self.worse, inverted(self.better), inverted(self.worse)]


def inverted(rows: Rows) -> Rows:
    """A board with the sides exchanged."""
    return tuple(row.translate(str.maketrans("BW", "WB")) for row in reversed(rows))


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
        ("_B__B_", "______", "______", "______", "______", "WW____"),
    ),
]
"""For everybody to see."""
ADVANCE = [
    Pair(
        "a pawn far ahead on a free way",
        ("BB____", "______", "______", "____B_", "W_____", "WWW___"),
        ("BB__B_", "______", "______", "______", "W_____", "WWW___"),
    ),
    Pair(
        "White far behind",
        ("BBB___", "B_____", "______", "______", "____W_", "WW____"),
        ("BBB___", "B_____", "____W_", "______", "______", "WW____"),
    ),
]


def orientation(student: Student, agent: Agent, pairs: Sequence[Pair], message: str) -> None:
    """Demand that an evaluation tells the boards of all pairs apart, for both sides.

    Whether more is better for Black or for White is not asked: a search can do with either.
    """
    values = evaluated(student, pairs)
    if values is None:
        _by_behaviour(agent)
    else:
        judge(*values, pairs, message)


def evaluated(student: Student, pairs: Sequence[Pair]) -> tuple[str, list[float]] | None:
    """An evaluation's name and what it says of the boards of ``pairs``, if it can be called."""
    boards = [[list(row) for row in rows] for pair in pairs for rows in pair.boards()]
    match student.evaluations(boards).value:
        case (str(name), [*values]) if len(values) == len(boards) and all(
            isinstance(value, float) and math.isfinite(value) for value in values
        ):
            return name, values
    return None


def judge(name: str, values: Sequence[float], pairs: Sequence[Pair], message: str) -> None:
    """Demand that ``values`` of the boards of ``pairs`` tell these apart, for both sides."""
    signs = set()
    for number, pair in enumerate(pairs):
        better, worse, better_inverted, worse_inverted = values[4 * number : 4 * number + 4]
        signs.add(math.copysign(1, better - worse) if better != worse else 0.0)
        turned = better_inverted - worse_inverted
        signs.add(-math.copysign(1, turned) if turned else 0.0)
        if len(signs) > 1 or 0.0 in signs:
            raise WrongAnswer(
                message,
                expected=f"{name} tells the two boards apart, and the other way round where "
                "the sides are exchanged",
                actual=f"{better:g} and {worse:g}, with the sides exchanged "
                f"{better_inverted:g} and {worse_inverted:g} ({pair})",
                figures=_figures(pair),
            )


def _figures(pair: Pair) -> list[Figure]:
    return [figure([list(row) for row in rows]) for rows in (pair.better, pair.worse)]


def _by_behaviour(agent: Agent) -> None:
    """Where no evaluation can be called: what a search without a sensible one does not find."""
    message = (
        "No evaluation function was found that can be called with a board alone, and this move is "
        "not one that a good evaluation leads to. A person should look at the source."
    )
    for case in (*proved("win_in_3")[:2], *proved("loss_in_2")[:2]):
        found(agent, case, message)


# Worth no points: these boards are here to be looked at, since those of the others stay hidden.
@task(
    "4",
    points=0,
    visibility="public",
    hint="The board with more of your pawns, or with pawns further ahead, is the better one.",
)
def test_examples(student: Student) -> None:
    """Tells better boards from worse ones. This is worth no points."""
    values = evaluated(student, EXAMPLES)
    if values is not None:
        judge(
            *values, EXAMPLES, "The evaluation does not rate the better of these boards as better."
        )


@task(
    "4", points=5, moves=4, hint="More pawns of your own are better, and fewer of the opponent's."
)
def test_counts_pawns(student: Student, agent: Agent) -> None:
    """Values pawns, for both sides."""
    orientation(
        student, agent, MATERIAL, "The evaluation does not rate the side with more pawns as better."
    )


@task("4", points=5, moves=4, hint="Pawns that are far ahead are worth more, on either side.")
def test_values_advance(student: Student, agent: Agent) -> None:
    """Values how far pawns have come, for both sides."""
    # More pawns say which way the evaluation is meant.
    orientation(student, agent, [MATERIAL[0], *ADVANCE], _NO_ADVANCE)
