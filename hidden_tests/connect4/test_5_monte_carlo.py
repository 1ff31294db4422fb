"""Tasks 5.1 and 5.2: pure Monte Carlo search, and the best first move.

In the positions asked about, random games say clearly which column is the best: a hundred of them
hardly ever say otherwise, whether their mean result is compared or how many are won; or else they
win after it and are drawn after any other. That was worked out exactly. Chance may
still mislead a few playouts, so that a sequential test decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.testing import (
    Answer,
    Ask,
    InvalidReturn,
    Question,
    Student,
    Trial,
    Undecided,
    asks,
    cases,
    task,
)
from grader.testing.stochastic_trial import Plan
from hidden_tests.connect4 import figures
from hidden_tests.connect4.checks import check_playable, column_of, drawn, shown
from hidden_tests.connect4.data import USUAL, Position, Series, positions, suits, suits_alone
from hidden_tests.connect4.lost import NEVER_WON
from reference.connect4 import rules

_EACH = 4
"""Positions of a case."""


def _cases(family: str) -> list[Series]:
    """Positions on boards of two sizes, and as many on the usual board."""
    found = positions(family)
    usual = [each for each in found if each.usual]
    return [Series("all sizes", tuple(found[::2])), Series("6x7", tuple(usual[:_EACH]))]


BESIDE_DRAWS = tuple(
    Position(f"win beside draws {number}", board, (column,))
    for number, (board, column) in enumerate(
        (
            (("  oxo", "o xxo", "o xxx", "oxxoo"), 1),
            ((" xxx ", "xooo ", "oxoox", "oxxxo"), 4),
            (("ox x ox", "xxox oo", "oxox oo", "xoooxxx", "oxxoxox", "oooxoxx"), 4),
            (("xxox x ", "xoxoox ", "ooxoxoo", "ooxoxoo", "oxoxxxo", "xoxxoxx"), 6),
            ((" ooxxo ", "xoxxxo ", "oooxxx ", "xxoooxo", "oooxxoo", "xxxoxox"), 6),
            (("oxo  xx", "xoxx ox", "oooxoxo", "xooxoxx", "oxxooox", "oxoxxox"), 4),
        ),
        start=1,
    )
)
"""Boards on which one column, not the first, wins at once, and however the game goes on after any
other, it is drawn: who counts games that are not lost sees no difference."""
WINS = [
    *_cases("chance_win"),
    Series("beside draws, all sizes", BESIDE_DRAWS[:_EACH]),
    Series("beside draws, 6x7", BESIDE_DRAWS[-_EACH:]),
]
BLOCKS = _cases("chance_block")
TURNS = _cases("chance_turns")
EXAMPLES = (
    Position(
        "win in one move",
        ("  o o x", "  x xxx", "  o oxo", "oooxoxx", "ooxxoox", "xoxoxxo"),
        (5,),
    ),
    Position(
        "threat in a row",
        ("x  o o ", "o  o x ", "x xooo ", "xoxxxox", "xxoooxx", "oooxxxo"),
        (6,),
    ),
)
"""For everybody to see: x is to move."""
PLAYOUTS = 100
PLAN = Plan(wrong=0.02, right=0.85, alpha=1e-4, beta=1e-4, most=24)
"""An attempt is right if all of its positions are. Of four columns in four positions, random ones
are in 0.4 % of attempts."""
MIDDLE = 3
ONE_OF_FOUR = Plan(wrong=1e-6, right=0.9, alpha=2e-3, beta=5e-4, most=4)
"""One answer that is right is enough, and four that are wrong are asked for."""


def search(student: Student) -> Callable[[Position], int]:
    """The student's search as a function of positions."""
    return lambda each: column_of(
        student.monte_carlo_search(each.board, each.player, PLAYOUTS).value
    )


def once(ask: Ask, case: Position) -> Question:
    """What the search finds in one attempt."""
    return ask.monte_carlo_search(case.board, case.player, PLAYOUTS)


# Worth no points: these boards are here to be looked at, since those of other tests stay hidden.
@task("5.1", points=0, visibility="public", hint="One column is far better in random games.")
@cases([Series(each.name, (each,)) for each in EXAMPLES])
def test_examples(student: Student, trial: Trial, case: Series) -> None:
    """Wins at once, or blocks, on a board to be looked at. This is worth no points."""
    _decide(trial, search(student), case.positions, "The only good column is missed too often.")


# In turn, as results of random games that outlive a search spoil the next one.
@task("5.1", points=0.15, hint="A move that wins at once wins every playout.", in_turn=True)
@cases(WINS, suits=suits_alone)
def test_wins_at_once(student: Student, trial: Trial, case: Series) -> None:
    """Wins in one move, in nearly all attempts."""
    _decide(trial, search(student), case.positions, "Wins in one move are missed too often.")


@task("5.1", points=0.2, hint="If a threat is not blocked, many playouts are lost.")
@cases(BLOCKS, suits=suits_alone)
def test_blocks(student: Student, trial: Trial, case: Series) -> None:
    """Blocks a line that the opponent could complete, in nearly all attempts."""
    _decide(trial, search(student), case.positions, "Threats of the opponent are missed too often.")


@task("5.1", points=0.1, hint="After the move that is tried, the opponent moves first.")
@cases(TURNS, suits=suits_alone)
def test_turns(student: Student, trial: Trial, case: Series) -> None:
    """Finds the column after which random games go best, if both sides take turns in them."""
    _decide(trial, search(student), case.positions, "The best column is missed too often.")


@task(
    "5.1",
    points=0.05,
    hint="Where no playout is won, your search still has to return a column.",
    beside=("test_wins_at_once", "test_blocks"),
)
@cases(NEVER_WON, suits=suits)
@asks(once)
def test_plays_on(answer: Answer, case: Position) -> None:
    """Finds a column where no game can be won, too."""
    check_playable(column_of(answer.value), case.board)


# A search that plays few random games is right, and still finds another column now and then.
@task("5.2", points=0.25, hint="Which column do most lines go through?", cpu_seconds=60)
def test_best_first_move(student: Student, trial: Trial) -> None:
    """Finds the only first move with which the first player can force a win."""
    columns: list[int] = []
    for attempt in trial.attempts(ONE_OF_FOUR):
        column, size = _first_move(student.best_first_move().value)
        if size not in {None, USUAL}:
            raise Undecided(
                "The move was looked for on a board of another size, as the handout allows for "
                "experiments. A person has to judge whether it is the best one there.",
                expected="a board of 6 rows and 7 columns",
                actual=f"column {column} on a board of {size[0]} rows and {size[1]} columns",
                code="another_board",
            )
        columns.append(column)
        attempt.record(columns[-1] == MIDDLE, column=columns[-1])
    if len({*columns}) > 1:
        raise Undecided(
            f"Asked {len(columns)} times, it answered {_listed(columns)}. Column {MIDDLE} is "
            "right. Chance has a part in this, so a person has to judge how the move is found."
        )
    trial.verify(
        "On the board of 6 rows and 7 columns, the first player can force a win only by "
        "starting in the middle column. This has been known since 1988.",
        expected=f"column {MIDDLE}",
        actual=f"column {columns[0]}, each of {len(columns)} times",
        figures=[drawn(rules.start(), [MIDDLE], columns[0])],
        code="wrong_column",
    )


def _first_move(value: object) -> tuple[int, tuple[int, int] | None]:
    """Return a column, and the rows and columns of the board if these were seen."""
    match value:
        case [column, [int(rows), int(columns)]]:
            return column_of(column), (rows, columns)
        case [column, None]:
            return column_of(column), None
    raise InvalidReturn("A column has to be returned.", actual=shown(value), code="not_a_column")


def _listed(columns: Sequence[int]) -> str:
    *others, last = map(str, columns)
    return f"columns {', '.join(others)} and {last}"


def _decide(
    trial: Trial,
    column: Callable[[Position], int],
    asked: Sequence[Position],
    message: str,
) -> None:
    missed: list[Position] = []
    for attempt in trial.attempts(PLAN):
        wrong = [each for each in asked if column(each) not in each.right]
        missed += wrong
        attempt.record(not wrong, right=len(asked) - len(wrong))
    trial.verify(
        message,
        expected=f"all of {len(asked)} positions in {PLAN.right:.0%} of attempts or more",
        actual=f"in {trial.successes} of {len(trial.made)} attempts",
        figures=[figures.board(each.board) for each in missed[:1]],
        code="missed_too_often",
    )
