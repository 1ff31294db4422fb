"""Task 4: an evaluation that is good for one side where it is bad for the other.

It is called where it can be: what a comment names, what a search returns where it ends, or under a
name such as ``evaluate``. Where it cannot be called, what the agent does on quiet positions is
evidence for the person who has to look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.model.figures import Figure
from grader.testing import Agent, Student, Undecided, WrongAnswer, task
from hidden_tests.breakthrough_agent.evaluation_calls import (
    ADVICE,
    NOT_CALLED,
    evaluated,
    source_of,
)
from hidden_tests.breakthrough_agent.figures import board as figure
from hidden_tests.breakthrough_agent.moves import PACE, move_of
from hidden_tests.breakthrough_agent.observed_search import SURE, observed
from hidden_tests.breakthrough_agent.small_games import ENOUGH, small_games
from hidden_tests.breakthrough_agent.test_3_algorithm import proved

_NO_COUNT = "The evaluation does not rate the side with more pawns as better."
_NO_ADVANCE = "The evaluation does not rate pawns that are far ahead as better."

_CPU = 90.0
"""Seconds for a call: the agent may make some twenty moves in it, longer than they should take."""
_ONE_SIDE = "It tells the boards apart for one side only, as if the other side did not count."
_QUIET = (
    "quiet positions a move on which evaluations agree that count pawns and how far they have come"
)
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
_WATCHED = small_games("small")[::3]
"""Small games on which a search is watched whose evaluation cannot be called."""


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
ARRIVED = Pair(
    "a game that Black has won and one that White has won",
    ("______", "_B__B_", "______", "__W___", "W_____", "__B___"),
    ("___W__", "_B____", "___B__", "______", "_W__W_", "______"),
)
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


def orientation(
    student: Student,
    agent: Agent,
    pairs: Sequence[Pair],
    others: Sequence[Pair],
    instead: str,
) -> str:
    """Demand that an evaluation tells the boards of all pairs apart, for both sides.

    It may do without, as the handout names no feature: then it has to tell those of ``others``
    apart, and rate none of ``pairs`` the wrong way.

    More may be better for White: a search can do with either. Where it is, the agent's own moves
    have to show that less is what the search looks for, or a person has to look.

    Args:
        others: pairs of another feature. How many pawns there are shows best which way the
            evaluation is meant.
        instead: what is said of an evaluation that goes by these alone.
    """
    found = rated(student, [*others, *pairs, ARRIVED])
    if found is None:
        _judge_by_watching(student, agent, 2 if others is MATERIAL else 0)
        return ""
    name, values = found
    of_others, of_pairs = values[: 4 * len(others)], values[4 * len(others) : -4]
    counted = others is MATERIAL
    own, turned = _told(of_others[:4])
    way = own if own == -turned else 0
    by_wins = _way_of_wins(values, of_others[:4], of_pairs[:4])
    said = ""
    try:
        judge(name, of_pairs, pairs, by_wins or (way if counted else 0))
    except WrongAnswer:
        told = {_told(of_pairs[first : first + 4]) for first in range(0, len(of_pairs), 4)}
        if not way or not told <= {(0, 0), (way, -way)} or not _tells(name, of_others, others):
            raise
        said = f"{name}() {instead}"
    own_of_pairs, _ = _told(of_pairs[:4])
    if (by_wins or ((own or own_of_pairs) if counted else (own_of_pairs or own))) < 0:
        right, of = _quiet_moves(agent)
        if right < of / 2:
            raise Undecided(
                f"A person has to look whether the search looks for low values of {name}(), which "
                "is lower where Black is better.",
                actual=f"in {right} of {of} {_QUIET}",
                code="which_way",
            )
    return said


def _tells(name: str, values: Sequence[float], pairs: Sequence[Pair]) -> bool:
    """Whether ``values`` tell the boards of all pairs apart, for both sides."""
    try:
        judge(name, values, pairs)
    except WrongAnswer:
        return False
    return True


def rated(student: Student, pairs: Sequence[Pair]) -> tuple[str, list[float]] | None:
    """An evaluation's name and what it says of the boards of ``pairs``, if it can be called."""
    boards = [[list(row) for row in rows] for pair in pairs for rows in pair.boards()]
    return evaluated(student, boards, source_of(student))


def judge(name: str, values: Sequence[float], pairs: Sequence[Pair], way: int = 0) -> None:
    """Demand that ``values`` of the boards of ``pairs`` tell these apart, for both sides.

    Args:
        way: 1 if more is known to be better for Black, -1 if less is, 0 if nobody knows.
    """
    for number, pair in enumerate(pairs):
        of_pair = values[4 * number : 4 * number + 4]
        own, turned = _told(of_pair)
        way = way or own
        if own and own == way == -turned:
            continue
        message, code = pair.message, "not_better"
        if bool(own) != bool(turned):
            message, code = f"{message} {_ONE_SIDE}", "one_side_only"
        elif own and own == turned:
            message, code = f"{message} {_ALIKE}", "sides_alike"
        more, less = ("higher", "lower") if way >= 0 else ("lower", "higher")
        better, worse, better_inverted, worse_inverted = of_pair
        raise WrongAnswer(
            message,
            expected=f"{name}() is {more} for the first board than for the second ({pair}), and "
            f"{less} where the sides are exchanged",
            actual=f"{better:g} and {worse:g}; {better_inverted:g} and {worse_inverted:g} where "
            "the sides are exchanged",
            figures=_figures(pair),
            code=code,
        )


def _told(values: Sequence[float]) -> tuple[int, int]:
    """How an evaluation tells the boards of a pair apart, and those with the sides exchanged."""
    better, worse, better_inverted, worse_inverted = values
    return _sign(better - worse), _sign(better_inverted - worse_inverted)


def _way_of_wins(
    values: Sequence[float], material: Sequence[float], advance: Sequence[float]
) -> int:
    """1 if won boards are worth most and lost ones least, -1 the other way round, else 0.

    That is of interest where pawns and how far they have come show opposite ways.

    Args:
        values: the last four are those of :data:`ARRIVED`.
    """
    way, turned = _told(material)
    if not way or turned != -way or _told(advance) != (-way, way):
        return 0
    others, (won, lost, lost_inverted, won_inverted) = values[:-4], values[-4:]
    for way in (1, -1):
        highest, lowest = max(way * each for each in others), min(way * each for each in others)
        if (
            min(way * won, way * won_inverted) > highest
            and max(way * lost, way * lost_inverted) < lowest
        ):
            return way
    return 0


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _figures(pair: Pair) -> list[Figure]:
    return [figure([list(row) for row in rows]) for rows in (pair.better, pair.worse)]


def _judge_by_watching(student: Student, agent: Agent, first: int) -> None:
    """Demand that what the search says where it ends shows two merits, from ``first`` on.

    That is not shown where an evaluation has other features that come along with these. Then, and
    where a search cannot be watched, a person has to look.
    """
    seen = observed(student, _WATCHED)
    if seen is None:
        raise _indirect(agent)
    if min(seen.merits()[first : first + 2]) < SURE:
        raise _indirect(agent)
    # Most of its moves have to show, too, for whom more is meant.
    fit = seen.fit([board.move for board in seen.boards])
    if seen.takes_losses_for_wins or fit.told < ENOUGH:
        right, of = _quiet_moves(agent)
        if right < of / 2:
            raise _indirect(agent)


def _indirect(agent: Agent) -> Undecided:
    """Where no evaluation can be called: what the agent does, for a person."""
    right, of = _quiet_moves(agent)
    return Undecided(
        f"A person has to look at the evaluation. {NOT_CALLED}. {ADVICE}.",
        actual=f"in {right} of {of} {_QUIET}",
        code="evaluation_not_found",
    )


def _quiet_moves(agent: Agent) -> tuple[int, int]:
    """In how many quiet positions the agent makes the expected move, and how many there are."""
    quiet = proved("quiet")
    return sum(move_of(agent, case.rows) in case.right for case in quiet), len(quiet)


# Worth no points: these boards are here to be looked at, since those of the others stay hidden.
@task(
    "4",
    points=0,
    visibility="public",
    pace=PACE,
    hint="The board with more of your pawns, or with pawns further ahead, is the better one.",
)
def test_examples(student: Student) -> None:
    """Tells better boards from worse ones. This is worth no points."""
    found = rated(student, [*EXAMPLES, ARRIVED])
    if found is not None:
        name, values = found
        judge(name, values, EXAMPLES, _way_of_wins(values, values[:4], values[8:12]))


@task(
    "4",
    points=5,
    moves=12,
    pace=PACE,
    cpu_seconds=_CPU,
    hint="More pawns of your own are better, and fewer of the opponent's.",
)
def test_counts_pawns(student: Student, agent: Agent) -> str:
    """Values pawns, for both sides, or goes by how far they have come instead."""
    return orientation(
        student,
        agent,
        MATERIAL,
        ADVANCE,
        "does not count pawns, or not all of them. It goes by how far they have come, for both "
        "sides; the handout names no feature that an evaluation has to have.",
    )


@task(
    "4",
    points=5,
    moves=12,
    pace=PACE,
    cpu_seconds=_CPU,
    hint="Pawns that are far ahead are worth more, on either side.",
)
def test_values_advance(student: Student, agent: Agent) -> str:
    """Values how far pawns have come, for both sides, or counts them instead."""
    return orientation(
        student,
        agent,
        ADVANCE,
        MATERIAL,
        "takes no account of how far pawns have come. It counts them, for both sides; the handout "
        "names no feature that an evaluation has to have.",
    )
