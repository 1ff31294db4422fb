"""What the four search tasks are tested on alike: one test per skill, made for each task.

A skill is a family of positions, or two that belong together. Its test asks for the exact score
and an optimal move on each of them, so one wrong habit costs the skills it touches and no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

import pytest

from grader.testing import Answer, Ask, Inject, Lent, Question, asks, cases, task
from hidden_tests.ps2 import pools
from hidden_tests.ps2.positions import Position, handout, positions, pruning_cases
from hidden_tests.ps2.pruning_counts import Pruned, check_asked, check_pruned, grow_trees
from hidden_tests.ps2.reordered import ORDERS, Reordered
from hidden_tests.ps2.search_checks import check_score, check_search, check_unchanged

Test = Callable[..., None]

_ALIKE = 4
"""Boards about which more than one question is asked."""
_DRAWN = 2
"""Positions of a skill's pool that are drawn for each submission: one for either side to move."""

EARNED_BY_SEARCHING = ("test_handout_searches",)
"""Beside what tests count that an answer without any search could pass."""


@dataclass(frozen=True, slots=True)
class Search:
    """The search of one task: its name, and what it takes of a position and a move generator."""

    function: str
    arguments: Callable[[Position, Lent], tuple[Any, ...]]

    def question(self, ask: Ask, position: Position, moves: Lent) -> Question:
        """A search of one position."""
        function: Callable[..., Question] = getattr(ask, self.function)
        return function(*self.arguments(position, moves))

    def usual(self, ask: Ask, inject: Inject, case: Position) -> Question:
        """A search of one position, with the reference's moves."""
        return self.question(ask, case, inject.generate_valid_moves)


@dataclass(frozen=True, slots=True)
class Skill:
    """What a test draws on, and what is said of it.

    Attributes:
        hint: the sentence that students may read.
        families: of positions.
        in_turn: whether other questions are asked about some of the boards as well, and all answers
            have to be right one after another: a table of positions that outlives a search must
            not confuse them.
    """

    title: str
    hint: str
    families: tuple[str, ...]
    in_turn: bool = False


ONE_PLY = Skill(
    "Finds the best move one ply ahead.",
    "With a depth of 1, evaluate the positions after each move, and nothing else.",
    ("one_ply",),
)
FORCED_WIN = Skill(
    "Finds a forced win.",
    "A win counts if it comes within the depth, whatever the opponent replies.",
    ("forced_win",),
)
DEFENCE = Skill(
    "Finds the best defence where most or all moves lose.",
    "A lost position still has legal moves: return one of them.",
    ("forced_loss", "defence"),
)
HORIZON = Skill(
    "Looks exactly as deep as the depth limit says.",
    "A win that needs one more ply than the depth allows does not count.",
    ("horizon", "alike"),
    in_turn=True,
)
MATERIAL = Skill(
    "Counts captures up to the last ply.",
    "At the depth limit the board is evaluated: for Black in minimax, for the side to move in "
    "negamax.",
    ("material", "crowded", "retaken"),
)
RACE = Skill(
    "Counts the steps of a race correctly.",
    "The sides take turns, and the game ends with the first pawn that arrives.",
    ("race",),
)
BLOCKED = Skill(
    "Searches correctly where pawns block one another.",
    "Try each move on the original board: earlier moves must not leave traces on it.",
    ("blocked", "home_rows"),
)
SPARSE = Skill(
    "Looks far ahead where few pawns are left.",
    "With few pawns the game often ends before the depth limit is reached.",
    ("sparse",),
)
SUDDEN_END = Skill(
    "Sees every way in which the next move can end the game.",
    "Either side may be about to reach the far row, or about to lose its last pawn.",
    ("both_can_win", "last_pawn"),
)
DEEP = Skill(
    "Finds the right answer up to six plies deep.",
    "A cut-off must never change the result.",
    ("deep", "transposed", "cut_short"),
)


def skill_test(task_id: str, search: Search, skill: Skill, *, points: float) -> Test:
    """The test of ``skill`` for one task."""
    mark = task(task_id, points=points, hint=skill.hint, in_turn=skill.in_turn)
    boards = positions(*skill.families)
    if skill.in_turn:
        boards = [*_alike(boards), *boards]
    return _answers(mark, search, skill.title, boards, pools.searches(*skill.families))


def _alike(boards: Iterable[Position]) -> Iterator[Position]:
    """Other questions about some of these boards: one ply ahead, and with the other side to move.

    Of boards on which it makes a difference how far one looks.
    """
    deep = (board for board in boards if board.depth > 1)
    both = ((board, board.at_depth(1)) for board in deep)
    telling = ((board, near) for board, near in both if near.score != board.score)
    for board, near in islice(telling, _ALIKE):
        yield near
        yield board.other_side()


_of_the_handout = partial(task, visibility="public", in_turn=True)
"""Its cells are run one after another in one notebook."""


def handout_searches_test(task_id: str, search: Search, *boards: str, points: float) -> Test:
    """The handout's searches on ``boards``."""
    mark = _of_the_handout(
        task_id, points=points, hint="The handout has these boards and their answers."
    )
    return _answers(mark, search, "The handout's own searches.", handout(*boards))


def handout_six_plies_test(task_id: str, search: Search, *, points: float) -> Test:
    """The handout's one search of six plies.

    A full-width search looks at 371,642 positions for it and earns these points as well, so it
    is given time for that. Black is lost, which can be guessed.
    """
    mark = _of_the_handout(
        task_id,
        points=points,
        hint="The handout has this board and its answer.",
        beside=EARNED_BY_SEARCHING,
        cpu_seconds=20,
    )
    return _answers(mark, search, "The handout's search of six plies.", handout("42"))


def handout_depth_test(task_id: str, search: Search, *, points: float) -> Test:
    """The handout's boards for the depth limit."""
    mark = _of_the_handout(
        task_id,
        points=points,
        hint="With a depth of 1, evaluate the positions after each move.",
        beside=EARNED_BY_SEARCHING,
    )
    boards = handout("max_depth_1", "max_depth_2")
    return _answers(mark, search, "The handout's boards for the depth limit.", boards)


def handout_turns_test(task_id: str, search: Search, *, points: float) -> Test:
    """The handout's boards for taking turns. As there, any move will do."""

    def check(answer: Answer, case: Position) -> None:
        check_score(answer.value, case)

    mark = _of_the_handout(
        task_id,
        points=points,
        hint="After each move it is the other side's turn.",
        beside=EARNED_BY_SEARCHING,
    )
    boards = handout("switching_black", "switching_white")
    title = "The handout's boards for taking turns."
    return _made(search.usual, check, title, mark, cases(boards))


def handout_game_over_test(task_id: str, search: Search, *, points: float) -> Test:
    """The handout's finished games."""
    mark = _of_the_handout(
        task_id,
        points=points,
        hint="When the game is over, return the evaluation of the board together with MOVE_NONE.",
        beside=EARNED_BY_SEARCHING,
    )
    boards = handout("game_over_1", "game_over_2")
    return _answers(mark, search, "The handout's finished games.", boards)


def handout_board_unchanged_test(task_id: str, search: Search, *, points: float) -> Test:
    """The handout's board that has to stay as it is."""
    mark = _of_the_handout(
        task_id,
        points=points,
        hint="Make moves on a copy, or take them back completely.",
        beside=EARNED_BY_SEARCHING,
    )
    boards = handout("preservation")
    return _unchanged(mark, search, "The handout's board is not changed.", boards)


def finished_test(task_id: str, search: Search, *, points: float) -> Test:
    """Finished games, for both sides to move and every depth, after two that go on.

    The searches before them find moves, and a finished game must not be answered with one of those.
    """
    mark = task(
        task_id,
        points=points,
        hint="In a finished game, the answer is WIN or -WIN together with MOVE_NONE, whichever "
        "side is to move. The first two games are not finished: a move is asked for.",
        beside=EARNED_BY_SEARCHING,
        in_turn=True,
    )
    title = "A finished game has a score and no move; other games still have moves."
    boards = [*handout("max_depth_1", "max_depth_2"), *positions("finished")]

    def check(answer: Answer, case: Position) -> None:
        check_search(answer.value, case)
        check_unchanged(answer)

    return _made(search.usual, check, title, mark, cases(boards))


def board_unchanged_test(task_id: str, search: Search, *, points: float) -> Test:
    """Boards with captures, for both sides, that have to stay as they are."""
    mark = task(
        task_id,
        points=points,
        hint="Make moves on a copy, or take them back completely, captured pawns included.",
        beside=EARNED_BY_SEARCHING,
    )
    boards = positions("material", "forced_win")[::6]
    return _unchanged(mark, search, "The board is not changed.", boards)


def order_test(task_id: str, search: Search, *, points: float) -> Test:
    """The answer stays right when moves are listed in another order."""

    def reordered(ask: Ask, inject: Inject, case: Reordered) -> Question:
        moves = inject.stub("reordered_moves", moves=inject.generate_valid_moves, order=case.order)
        return search.question(ask, case.position, moves)

    def check(answer: Answer, case: Reordered) -> None:
        check_search(answer.value, case.position)

    chosen = [*positions("deep", "material", "horizon")[::4], *positions("reordered")]
    mark = task(
        task_id,
        points=points,
        hint="Moves can be listed in any order: pruning must not depend on it.",
    )
    title = "Finds the right answer for any order of the moves."
    asked = [Reordered(position, order) for position in chosen for order in ORDERS]
    return _made(reordered, check, title, mark, cases(asked))


def pruning_test(
    task_id: str, search: Search, *ids: str, deeper: str, side: str, points: float
) -> Test:
    """The searches of these pruning cases look at few enough positions.

    The answers have to be right as well, and the root's and its children's moves have to come from
    the given generator: neither a guess nor a generator of the student's own, used instead by
    mistake, looks like pruning. Who asks it at the root alone is for a person. A search that takes
    turns between the two on purpose passes.

    Args:
        ids: of the cases; in the first one, a search that looks into more can still be accepted,
        deeper: for the cut-offs that it makes in the searches of this case.
    """

    def noted(ask: Ask, inject: Inject, case: Pruned) -> list[Question]:
        moves = inject.stub("noted_positions", moves=inject.generate_valid_moves)
        return [search.question(ask, root, moves) for root in case.roots]

    def check(answers: Iterable[Answer], case: Pruned) -> None:
        counts: list[int] = []
        logs: list[Sequence[object]] = []
        for root, answer in zip(case.roots, answers, strict=True):
            check_search(answer.value, root)
            counts.append(check_asked(answer.log, root))
            logs.append(answer.log)
        deeper = len(case.roots) - len(case.case.roots)
        check_pruned(sum(counts[deeper:]), case, logs[:deeper])

    mark = task(
        task_id,
        points=points,
        hint="Cut off at the nodes of both sides, and pass the bounds down the whole tree.",
        isolated=True,
    )
    title = f"Prunes when {side} moves first."
    shallow, *rest = pruning_cases(*ids)
    asked = [Pruned(shallow, *pruning_cases(deeper)), *map(Pruned, rest)]
    return _made(noted, check, title, mark, cases(asked, prepare=grow_trees))


def _answers(
    mark: pytest.MarkDecorator,
    search: Search,
    title: str,
    boards: Iterable[Position],
    pool: Sequence[Position] = (),
) -> Test:
    def check(answer: Answer, case: Position) -> None:
        check_search(answer.value, case)

    asked = cases(boards, pool=pool, draw=_DRAWN if pool else 0)
    return _made(search.usual, check, title, mark, asked)


def _unchanged(
    mark: pytest.MarkDecorator, search: Search, title: str, boards: Iterable[Position]
) -> Test:
    def check(answer: Answer) -> None:
        check_unchanged(answer)

    return _made(search.usual, check, title, mark, cases(boards))


def _made(
    ask: Callable[..., Question | Iterable[Question]],
    check: Test,
    title: str,
    mark: pytest.MarkDecorator,
    asked: pytest.MarkDecorator,
) -> Test:
    """``check`` as a test of what ``ask`` asks. The title is the first line of a docstring."""
    check.__doc__ = title
    test: Test = mark(asked(asks(ask)(check)))
    return test
