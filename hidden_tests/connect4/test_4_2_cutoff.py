"""Tasks 4.2 and 4.3: searches that are cut off at a depth, without and with forward pruning.

The depth may be counted in any sensible way: what a search is to see lies a ply before its end, and
it may look two plies further than asked, one for the way of counting and one for the evaluation. It
may count full moves, or let the opponent reply before it ends: then two depths are as deep.

Mistakes in mind: the depth ignored or never reached, values that are
remembered without the depth, an evaluation worth more than a win, the evaluation for the wrong
player, forward pruning of what wins, or of nothing. Where it leaves out what prevents a loss, a
person judges: who rates moves by the evaluation alone does as the handout says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from grader.model.figures import Bar, ChartFigure
from grader.testing import (
    Answer,
    Ask,
    Own,
    Question,
    Student,
    Undecided,
    WrongAnswer,
    asks,
    cases,
    task,
)
from hidden_tests.connect4 import figures
from hidden_tests.connect4.checks import (
    Count,
    alternatives,
    check_playable,
    drawn,
    found_by_search,
    total,
)
from hidden_tests.connect4.data import (
    Position,
    Series,
    everywhere,
    numbered,
    pool,
    positions,
    size,
    suits,
    suits_alone,
)
from hidden_tests.connect4.evaluated import check_leaves
from hidden_tests.connect4.lost import LOST_AT_ONCE
from hidden_tests.connect4.searching import (
    check_finds_a_column,
    check_leaves_board,
    check_search,
    check_seen,
    counted,
    counted_at,
)
from reference.connect4 import rules
from reference.connect4.rules import Board

_MARGIN = 2
_GLANCE = 2


@dataclass(frozen=True)
class Looking:
    """A position in which a search looks so many plies ahead."""

    position: Position
    cutoff: int

    def __str__(self) -> str:
        return f"{self.position}, cutoff {self.cutoff}"

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return f"{self.position.size}, cutoff {self.cutoff}"

    def smaller(self) -> Iterator[Looking]:
        """The same search in smaller positions."""
        return (replace(self, position=each) for each in self.position.smaller())

    @property
    def usual(self) -> bool:
        """Whether the board has 6 rows and 7 columns."""
        return self.position.usual


def looking(found: Iterable[Position], *cutoffs: int) -> list[Looking]:
    """Positions, each with each cutoff."""
    return [Looking(each, cutoff) for each in found for cutoff in cutoffs]


WINS = looking(positions("seen_win_in_1"), 2, 3)
TEMPTED = numbered(
    "tempting",
    [
        ((" " * 6, "o     ", "o     ", "o o x ", "x x x "), (0,)),
        ((" " * 6, "  x   ", "o x x ", "xox o ", "oooxx "), (2,)),
    ],
)
"""A ply ahead another column looks better than the block does three plies ahead: evaluated by open
lines, by lines of two and three or by the middle. Forward pruning may well leave the block out. Who
looks two plies further than asked sees no loss after it, either."""
BLOCKS = looking(positions("seen_block"), 3, 4)
LONGER_WINS = looking(positions("seen_win_in_3"), 4)
LOST = looking(LOST_AT_ONCE, 3)
QUIET: tuple[Board, ...] = (
    (*[" " * 7] * 4, "   o   ", "  ox x "),
    (*[" " * 6] * 3, "  o   ", " xxo x"),
)
"""Boards with many moves, of which none wins or loses soon."""
DEPTHS = (1, 2, 3, 4)
ENOUGH_TO_PRUNE = [
    each
    for each in (*positions("seen_block"), *positions("seen_win_in_1"))
    if rules.to_move(each.board) == "o" or "".join(each.board).count(" ") % 3 == 0
]
PRUNED_DEPTH = 4


def cut(ask: Ask, case: Looking) -> Question:
    """What the search finds."""
    return ask.cutoff_search(case.position.board, case.position.player, case.cutoff)


def cut_after_a_glance(ask: Ask, case: Looking) -> list[Question]:
    """What the search finds, after one of the same board that ends before there is much to see."""
    return [cut(ask, replace(case, cutoff=_GLANCE)), cut(ask, case)]


def cut_each(ask: Ask, case: Looking) -> list[Question]:
    """What the search finds, in a list."""
    return [cut(ask, case)]


def pruned(ask: Ask, case: Looking) -> Question:
    """What the search with forward pruning finds."""
    return ask.forward_pruning_search(case.position.board, case.position.player, case.cutoff)


@task("4.2", points=0.15, hint="Play a move that wins at once, whatever the evaluation says.")
@cases(WINS, pool=looking(pool("seen_win_in_1"), 3), draw=2, suits=suits)
@asks(cut)
def test_wins_at_once(answer: Answer, case: Looking) -> None:
    """Wins in one move."""
    check_search(answer, case.position, "Another column wins at once.")


@task("4.2", points=0.1, hint="Block the line that the opponent could complete with the next move.")
@cases([*BLOCKS, *looking(TEMPTED, 3)], pool=looking(pool("seen_block"), 3), draw=2, suits=suits)
@asks(cut)
def test_blocks(answer: Answer, case: Looking) -> None:
    """Blocks a line that the opponent could complete with the next move."""
    check_search(answer, case.position, "After this column, the opponent wins with the next move.")


@task(
    "4.2",
    points=0.05,
    hint="Where every move loses, your search still has to return one of them.",
    beside=("test_wins_at_once", "test_blocks"),
)
@cases(LOST, suits=suits)
@asks(cut)
def test_plays_on(answer: Answer, case: Looking) -> None:
    """Finds a column where every column loses, too."""
    check_finds_a_column(answer, case.position)


# What a search remembers must say how far it looked.
@task(
    "4.2",
    points=0.15,
    hint="The search has to see everything that can happen before the cutoff.",
    in_turn=True,
)
@cases(LONGER_WINS, pool=looking(pool("seen_win_in_3"), 4), draw=2, suits=suits)
@asks(cut_after_a_glance)
def test_forces_a_win_in_three_plies(answers: Iterable[Answer], case: Looking) -> None:
    """Forces a win in three plies when it looks four plies ahead."""
    *_, answer = answers
    check_search(answer, case.position, "There is a forced win, and this column gives it away.")


# Public, as nothing but how far it looks is asked of these boards.
@task(
    "4.2",
    points=0.2,
    visibility="public",
    hint="Cut off the search at the depth that is asked for.",
    beside=("test_wins_at_once",),
    isolated=True,
)
@cases([Position(size(board), board) for board in QUIET], suits=suits)
def test_respects_the_depth(student: Student, own: Own, case: Position) -> None:
    """Looks as many plies ahead as it is asked to, and further with a larger cutoff."""
    counts = [counted(student, own, "cutoff_search", [case], depth)[0] for depth in DEPTHS]
    check_seen(counts)
    plies = [max(count.followed, default=0) for count in counts]
    if not any(plies):  # no board was recognised; then the number of calls has to do
        counts = counted_at(student, own, "cutoff_search", case, DEPTHS)
        plies, most = [count.entered for count in counts], None
    else:
        most = [max(depth + _MARGIN, 2 * depth) for depth in DEPTHS]
    too_far = most is not None and any(a > b for a, b in zip(plies, most, strict=True))
    if too_far or not go_further(plies, in_pairs=most is not None):
        raise WrongAnswer(
            "The search is not cut off at the depth that is asked for.",
            expected=f"with cutoffs of {list(DEPTHS)}, further each time"
            + ("" if most is None else f", and at most {most} plies"),
            actual=f"{plies} {'calls of the search' if most is None else 'plies'}",
            figures=[figures.board(case.board)],
            code="depth_ignored",
        )


# Public, as what is right depends on the student's own evaluation, which no other can stand in for.
@task(
    "4.2",
    points=0.1,
    visibility="public",
    hint="Evaluate the board where the search ends for the player whose move it looks for.",
    beside=("test_wins_at_once",),
    lend=False,
)
def test_evaluates_for_the_right_side(student: Student) -> None:
    """Where it is cut off, it takes the evaluation for the right side."""
    check_leaves(student)


# Worth no points: an agent may make its move on the board that it is given.
@task(
    "4.2",
    points=0,
    hint="Do not change the given board: it is still needed after the search.",
    beside=("test_wins_at_once", "test_forces_a_win_in_three_plies"),
)
@cases(LONGER_WINS, suits=suits)
@asks(cut_each)
def test_board_unchanged(answers: Iterable[Answer], case: Looking) -> None:
    """Does not change the board that it is given."""
    check_leaves_board(list(answers), "the search")


@task("4.3", points=0.15, hint="Do not leave out a move that wins.")
@cases(WINS, suits=suits)
@asks(pruned)
def test_pruned_search_wins_at_once(answer: Answer, case: Looking) -> None:
    """Still wins in one move."""
    check_search(answer, case.position, "Another column wins at once.")


@task("4.3", points=0.1, hint="Do not leave out a move that prevents a loss.")
@cases(BLOCKS, suits=suits)
@asks(pruned)
def test_pruned_search_blocks(answer: Answer, case: Looking) -> None:
    """Still blocks a line that the opponent could complete with the next move."""
    column, _ = found_by_search(answer.value)
    check_playable(column, case.position.board)
    if column in case.position.right:
        return
    # An evaluation right after the move is a shallow search as well, and does not see the reply.
    raise Undecided(
        "After this column, the opponent wins with the next move. Forward pruning may have left "
        "out the move that prevents it, because moves are rated before the opponent replies: a "
        "person has to judge whether that is shallow search enough.",
        expected=alternatives(case.position.right),
        actual=f"column {column}",
        figures=[drawn(case.position.board, case.position.right, column)],
        code="block_left_out",
    )


@task(
    "4.3",
    points=0.05,
    hint="Never leave out all moves, even where they look equally bad.",
    beside=("test_pruned_search_wins_at_once", "test_pruned_search_blocks"),
)
@cases(LOST, suits=suits)
@asks(pruned)
def test_pruned_search_plays_on(answer: Answer, case: Looking) -> None:
    """Finds a column where every column loses, too."""
    check_finds_a_column(answer, case.position)


@task(
    "4.3",
    points=0.2,
    visibility="public",
    hint="Leave out moves that look bad in a shallow search.",
    beside=("test_pruned_search_wins_at_once", "test_pruned_search_blocks"),
    isolated=True,
)
@cases(everywhere(ENOUGH_TO_PRUNE), suits=suits_alone)
def test_leaves_moves_out(student: Student, own: Own, case: Series) -> None:
    """Searches some moves less deeply than the search without forward pruning."""
    runs = case.positions
    found = counted(student, own, "forward_pruning_search", runs, PRUNED_DEPTH)  # seldom there
    plain = counted(student, own, "cutoff_search", runs, PRUNED_DEPTH)
    check_seen(plain)
    check_seen(found)
    followed = _followed_to_the_end(plain, plain), _followed_to_the_end(found, plain)
    (positions_before, entered_before), (positions_now, entered_now) = total(plain), total(found)
    fewer = (positions_now or 0) < (positions_before or 0)
    if followed[1] < followed[0] or fewer or entered_now < entered_before:
        return
    if entered_now > entered_before:  # a shallow search, by which moves are chosen, is counted, too
        raise Undecided(
            "The search with forward pruning calls itself more often than the one without. It may "
            "choose moves by a shallow search first, or leave nothing out: a person has to look at "
            "the source.",
            expected=f"fewer than {entered_before} calls of the search",
            actual=f"{entered_now} calls",
            code="calls_more",
        )
    raise WrongAnswer(
        f"From {len(runs)} boards together, the search with forward pruning leaves out "
        "nothing that the one without looks at.",
        expected=f"fewer than {followed[0]} first moves followed to the end, or fewer than "
        f"{entered_before} calls of the search",
        actual=f"{followed[1]} first moves, and {entered_now} calls",
        figures=[
            ChartFigure(
                "Calls of the search",
                (
                    Bar("without forward pruning", entered_before),
                    Bar("with forward pruning", entered_now),
                ),
            )
        ],
        code="nothing_left_out",
    )


def go_further(plies: Sequence[int], *, in_pairs: bool) -> bool:
    """Whether a search looks further with each cutoff.

    Args:
        in_pairs: whether these are plies. Where the cutoff is tested for one side only, the other
            one finishes the move: the numbers are all even or all odd, and two of them the same.
            Of calls, those of two functions that call each other count as those of one where the
            second one goes no further.
    """
    if all(a < b for a, b in pairwise(plies)):
        return True
    if not in_pairs:
        return plies[0] == plies[1] and all(a < b for a, b in pairwise(plies[1:]))
    finishes_moves = len({each % 2 for each in plies}) == 1
    grows = all(a < b for a, b in zip(plies, plies[2:], strict=False))
    return finishes_moves and grows and all(a <= b for a, b in pairwise(plies))


def _followed_to_the_end(counts: Sequence[Count], plain: Sequence[Count]) -> int:
    """First moves that are followed as far as the search without forward pruning goes at most."""
    ends = [max(count.followed, default=0) for count in plain]
    return sum(
        plies >= end > 0
        for count, end in zip(counts, ends, strict=True)
        for plies in count.followed
    )
