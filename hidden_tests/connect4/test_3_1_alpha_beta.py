"""Tasks 3.1 and 3.2: minimax search with alpha-beta pruning, and with moves in a better order.

Positions are small enough for any search to reach the end of the game. Any column that keeps the
value of the position is right, however long it takes. Values are compared with each other only: a
win has to be worth more than a draw, and a draw more than a loss, from the mover's point of view or
from that of one player.

Mistakes in mind: signs mixed, o not considered, a search that ends early, the best value without
its column, values of one player taken for the other's, no pruning at all, pruning that leaves out
what counts, bounds that are exchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
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
from hidden_tests.connect4 import both_sides, figures
from hidden_tests.connect4.checks import Count, found_by_search, shown, total
from hidden_tests.connect4.data import (
    Position,
    Series,
    by_size,
    everywhere,
    pool,
    positions,
    size,
    suits,
    suits_alone,
)
from hidden_tests.connect4.lost import LOST_IN_THE_END
from hidden_tests.connect4.searching import (
    asked,
    check_finds_a_column,
    check_leaves_board,
    check_search,
    check_seen,
    counted,
    finds_columns,
    is_called_by,
    left_to_right,
)

PRUNING = positions("pruning")
DRAWN = positions("pruning_drawn")
BOUNDS = 2
"""Numbers at least that a search with bounds is given beside its board."""
ORDERING = positions("ordering")
ORDERED = 0.5
"""Share of positions at most that alpha-beta looks into with the middle first, instead of from left
to right: it is 0.3 here."""
MOST = 0.9
"""Share of positions that a search with pruning looks into at most. Alpha-beta needs 75 % here at
most, in whatever order, and even if it does not cut off at equal values."""
BETTER = "Another column leads to a better result."


def search(ask: Ask, case: Position) -> Question:
    """What the search finds."""
    return ask.alpha_beta_search(case.board, case.player)


def searches(ask: Ask, case: Series) -> list[Question]:
    """What the search finds in each position."""
    return asked(ask, "alpha_beta_search", case)


def ordered(ask: Ask, case: Position) -> Question:
    """What the search with move ordering finds."""
    return ask.ordered_search(case.board, case.player)


def ordered_searches(ask: Ask, case: Series) -> list[Question]:
    """What the search with move ordering finds in each position."""
    return asked(ask, "ordered_search", case)


@task("3.1", points=0.25, hint="If a move wins, or keeps a forced win, play it.")
@cases(
    (*positions("win_in_1"), *positions("wide_win_in_1")),
    pool=pool("win_in_1"),
    draw=2,
    suits=suits,
)
@asks(search)
def test_wins_at_once(answer: Answer, case: Position) -> None:
    """Wins in one move, or keeps a forced win."""
    check_search(answer, case, "There is a forced win, and this column gives it away.")


@task(
    "3.1", points=0.25, hint="Block the line that the opponent could complete with the next move."
)
@cases(positions("block"), pool=pool("block"), draw=2, suits=suits)
@asks(search)
def test_blocks(answer: Answer, case: Position) -> None:
    """Blocks a line that the opponent could complete with the next move."""
    check_search(answer, case, "After this column, the opponent wins with the next move.")


@task("3.1", points=0.25, hint="A win can take three plies: a move, a reply and a second move.")
@cases(positions("win_in_3"), pool=pool("win_in_3"), draw=2, suits=suits)
@asks(search)
def test_forces_a_win_in_three_plies(answer: Answer, case: Position) -> None:
    """Forces a win in three plies."""
    check_search(answer, case, "There is a forced win, and this column gives it away.")


@task("3.1", points=0.25, hint="The search has to go on to the end of the game.")
@cases(positions("win_in_5"), pool=pool("win_in_5"), draw=2, suits=suits)
@asks(search)
def test_forces_a_win_in_five_plies(answer: Answer, case: Position) -> None:
    """Forces a win in five plies."""
    check_search(answer, case, "There is a forced win, and this column gives it away.")


@task("3.1", points=0.25, hint="Where nobody can force a win, a loss has to be avoided.")
@cases(positions("draw"), pool=pool("draw"), draw=2, suits=suits)
@asks(search)
def test_holds_a_draw(answer: Answer, case: Position) -> None:
    """Avoids a loss where there is nothing to win."""
    check_search(answer, case, "Another column holds a draw, and this one loses.")


@task(
    "3.1",
    points=0.25,
    hint="A win is worth more than a draw, and a draw more than a loss, for either player.",
    beside=("test_wins_at_once",),
)
@cases(by_size(positions("value")), suits=suits)
@asks(searches)
def test_values(answers: Iterable[Answer], case: Series) -> None:
    """Values positions by how they end. Accepted if the search returns no value."""
    _check_values(answers, case)


@task(
    "3.1",
    points=0.1,
    hint="What your search remembers must say for which player: what is good for x is bad for o.",
    beside=("test_wins_at_once",),
    in_turn=True,
)
@cases(both_sides.POSITIONS, suits=suits)
@asks(search)
def test_both_sides_of_a_game(answer: Answer, case: Position) -> None:
    """Plays either side of the same game, one after the other."""
    check_search(answer, case, BETTER)


# Worth no points: an agent may make its move on the board that it is given.
@task(
    "3.1",
    points=0,
    hint="Do not change the given board: it is still needed after the search.",
    beside=("test_wins_at_once", "test_forces_a_win_in_three_plies"),
)
@cases(by_size(positions("win_in_3")), suits=suits)
@asks(searches)
def test_board_unchanged(answers: Iterable[Answer], case: Series) -> None:
    """Does not change the board that it is given."""
    check_leaves_board(list(answers), "the search")


# Public, as nothing but the number of positions is asked of these boards.
@task(
    "3.1",
    points=0.4,
    visibility="public",
    hint="Leave out moves that cannot change the result.",
    beside=("test_wins_at_once", "test_blocks", "test_forces_a_win_in_three_plies"),
    isolated=True,
)
@cases([*PRUNING, *DRAWN], suits=suits)
def test_prunes(student: Student, own: Own, case: Position) -> None:
    """Searches fewer positions than minimax without pruning."""
    count = _counted(student, own, case)
    found, plain = _looked_into(count, case)
    if found > MOST * plain:
        if case in DRAWN and count.varied >= BOUNDS:
            _check_where_somebody_wins(student, own, case)
        raise WrongAnswer(
            "The search prunes nothing, or hardly anything.",
            expected=f"at most {MOST * plain:.0f} of {plain} positions",
            actual=f"{found} positions",
            figures=[
                figures.board(case.board),
                ChartFigure(
                    "Positions searched", (Bar("yours", found), Bar("without pruning", plain))
                ),
            ],
            code="too_many_positions",
        )


def _counted(student: Student, own: Own, case: Position) -> Count:
    counts = counted(student, own, "alpha_beta_search", [case])
    check_seen(counts)
    return counts[0]


def _looked_into(count: Count, case: Position) -> tuple[int, int]:
    """Positions that the search looks into, and that minimax without pruning does."""
    if count.positions:
        return count.positions, case.plain
    return count.entered, case.entered


def _check_where_somebody_wins(student: Student, own: Own, case: Position) -> None:
    """Let a person judge a search that prunes nothing in a draw, and something where one side wins.

    A search that only leaves out what comes after a winning move does so, and alpha-beta, too, if
    it does not cut off where a value equals a bound. Only the latter is given bounds.
    """
    for other in PRUNING:
        if size(other.board) == size(case.board):
            found, plain = _looked_into(_counted(student, own, other), other)
            if found <= MOST * plain:
                raise Undecided(
                    "Where the best result is a draw, the search prunes hardly anything; where one "
                    "side wins, it does. It may only stop at a move that wins, or not cut off "
                    "where a value equals a bound: a person has to look at the source.",
                    expected=f"at most {MOST * case.plain:.0f} of {case.plain} positions",
                    actual="more of them",
                    figures=[figures.board(case.board)],
                    code="prunes_wins_only",
                )


@task(
    "3.2",
    points=0.1,
    hint="The order of moves changes how long a search takes, not what it finds.",
)
@cases([*positions("block"), *positions("win_in_3"), *positions("draw")], suits=suits)
@asks(ordered)
def test_ordered_search_is_right(answer: Answer, case: Position) -> None:
    """Finds a best column with move ordering, too."""
    check_search(answer, case, BETTER)


@task(
    "3.2",
    points=0.05,
    hint="Where every move loses, your search still has to return one of them.",
    beside=("test_ordered_search_is_right",),
)
@cases(LOST_IN_THE_END, suits=suits)
@asks(ordered)
def test_ordered_search_plays_on(answer: Answer, case: Position) -> None:
    """Finds a column with move ordering where every column loses, too."""
    check_finds_a_column(answer, case)


@task(
    "3.2",
    points=0.05,
    hint="In whatever order moves are searched, the value stays the same.",
    beside=("test_ordered_search_is_right",),
)
@cases(by_size(positions("value")), suits=suits)
@asks(ordered_searches)
def test_ordered_values(answers: Iterable[Answer], case: Series) -> None:
    """Values positions by how they end with move ordering, too. Accepted without a value."""
    _check_values(answers, case)


@task(
    "3.2",
    points=0.05,
    hint="What your search remembers must say for which player, and for which columns.",
    beside=("test_ordered_search_is_right",),
    in_turn=True,
)
@cases(both_sides.POSITIONS, suits=suits)
@asks(ordered)
def test_ordered_search_of_both_sides(answer: Answer, case: Position) -> None:
    """Plays either side of the same game with move ordering, too, one after the other."""
    check_search(answer, case, BETTER)


@task(
    "3.2",
    points=0.25,
    visibility="public",
    hint="Search the moves first that are good most often, such as those in the middle.",
    beside=("test_ordered_search_is_right",),
    isolated=True,
)
@cases(everywhere(ORDERING), suits=suits_alone)
def test_ordering_saves_positions(student: Student, own: Own, case: Series) -> None:
    """Searches fewer positions than the search without move ordering."""
    found = counted(student, own, "ordered_search", case.positions)  # first: it is often not there
    plain = counted(student, own, "alpha_beta_search", case.positions)
    check_seen(plain)
    check_seen(found)
    (positions_before, entered_before), (positions_now, entered_now) = total(plain), total(found)
    before, now = entered_before, entered_now
    if positions_before and positions_now:
        before, now = positions_before, positions_now
    if now >= before and is_called_by(found, plain):
        _check_orders(entered_now, case, "uses the function with it, too")
        return
    if now >= before and not finds_columns(plain, case):
        _check_orders(entered_now, case, "finds wrong columns, so that it is none to compare with")
        return
    if now >= before:
        raise WrongAnswer(
            f"From {len(case.positions)} boards together, the search with move ordering searches "
            "no fewer positions than the one without.",
            expected=f"fewer than {before}",
            actual=str(now),
            figures=[
                ChartFigure(
                    "Positions searched",
                    (Bar("without move ordering", before), Bar("with move ordering", now)),
                )
            ],
            code="too_many_positions",
        )


def _check_orders(entered: int, case: Series, why: str) -> None:
    """Accepts the only right search of a submission if it looks into few positions.

    Args:
        why: the other one says nothing.

    Raises:
        Undecided: if that may come of other things than the order of moves.
    """
    plain = sum(left_to_right(each.board) for each in case.positions)
    if entered > ORDERED * plain:
        raise Undecided(
            f"What was taken for the search without move ordering {why}, and the one with it looks "
            "into about as many positions as a search without would. A person should look at the "
            "source. If there is another search without, say so in a comment: "
            "# grade: alpha_beta_search = name_of_your_function",
            expected=f"at most {ORDERED:.0%} of {plain} positions, which alpha-beta looks into "
            "from left to right",
            actual=str(entered),
        )


def _check_values(answers: Iterable[Answer], case: Series) -> None:
    """Accepts values that fit how positions end, and searches that return none."""
    found = [found_by_search(answer.value)[1] for answer in answers]
    worth = [value for value in found if value is not None]
    if len(worth) < len(found):
        return
    for_mover = [each.value for each in case.positions]
    for_x = [each.value * (1 if each.player == "x" else -1) for each in case.positions]
    for_o = [-value for value in for_x]  # as where o is the program, and x a person
    if any(_agree(worth, right) for right in (for_mover, for_x, for_o)):
        return
    raise WrongAnswer(
        "These values do not fit how the positions end, neither for the side to move nor for one "
        "of the players.",
        expected=f"in the order of {for_mover}, or of {for_x}",
        actual=shown(worth),
        figures=[figures.board(each.board) for each in case.positions],
        code="wrong_value",
    )


def _agree(worth: list[int | float], right: list[int]) -> bool:
    """Whether what is worth more according to ``right`` is worth more in ``worth``, too."""
    groups = [
        [value for value, true in zip(worth, right, strict=True) if true == outcome]
        for outcome in (-1, 0, 1)
    ]
    known = [group for group in groups if group]
    return all(max(low) < min(high) for low, high in pairwise(known))
