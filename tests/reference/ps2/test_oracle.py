"""The oracle against a brute force that has nothing in common with it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from reference.ps2.oracle import move_values, solve
from reference.ps2.provided.breakthrough import MOVE_NONE, WIN, Player

Grid = tuple[str, ...]

START: Grid = ("BBBBBB", "BBBBBB", "______", "______", "WWWWWW", "WWWWWW")


def flipped(grid: Grid) -> Grid:
    """The board as the other side sees it."""
    return tuple(row.translate(str.maketrans("BW", "WB")) for row in reversed(grid))


def value_for_black(grid: Grid) -> tuple[bool, int]:
    """Whether the game is over, and the course's evaluation."""
    cells = "".join(grid)
    if "W" in grid[0]:
        return True, -WIN
    if "B" in grid[5] or "W" not in cells:
        return True, WIN
    if "B" not in cells:
        return True, -WIN
    return False, cells.count("B") - cells.count("W")


def children_for_black(grid: Grid) -> Iterator[tuple[tuple[int, ...], Grid]]:
    """Black's moves as (row, column, row, column), and the boards after them."""
    for r in range(5):
        for c in range(6):
            for d in (c - 1, c, c + 1):
                if grid[r][c] != "B" or not 0 <= d < 6:
                    continue
                if grid[r + 1][d] in ("B", "W" if d == c else "B"):
                    continue
                rows = [list(row) for row in grid]
                rows[r][c], rows[r + 1][d] = "_", "B"
                yield (r, c, r + 1, d), tuple("".join(row) for row in rows)


def brute_force(grid: Grid, depth: int) -> tuple[int, set[tuple[int, ...]]]:
    """Score and optimal moves for Black, who is to move: every line is played out.

    For the opponent the board is turned over, so White's rules are never written down.
    """
    over, value = value_for_black(grid)
    if over or depth == 0:
        return value, set()
    scores = {move: -seen_by_white(child, depth - 1) for move, child in children_for_black(grid)}
    best = max(scores.values())
    return best, {move for move, score in scores.items() if score == best}


def seen_by_white(grid: Grid, depth: int) -> int:
    over, value = value_for_black(grid)
    if over or depth == 0:
        return -value
    return brute_force(flipped(grid), depth)[0]


def expected(grid: Grid, depth: int, player: Player) -> tuple[int, set[tuple[int, ...]]]:
    """Score for Black and optimal moves, each (row, column, row, column)."""
    over, value = value_for_black(grid)
    if over:
        return value, set()
    if player is Player.BLACK:
        return brute_force(grid, depth)
    score, moves = brute_force(flipped(grid), depth)
    return -score, {(5 - r, c, 5 - s, d) for r, c, s, d in moves}


def reachable(count: int, seed: int) -> Iterator[tuple[Grid, Player]]:
    """Positions of random games, finished ones included, with the side to move."""
    rng = random.Random(seed)
    while True:
        grid, player = START, Player.BLACK
        line = [(grid, player)]
        while not value_for_black(grid)[0]:
            turned = grid if player is Player.BLACK else flipped(grid)
            child = rng.choice([child for _, child in children_for_black(turned)])
            grid = child if player is Player.BLACK else flipped(child)
            player = player.get_opponent()
            line.append((grid, player))
        for position in rng.sample(line, min(5, len(line))):
            yield position
            count -= 1
            if not count:
                return


def check(grid: Grid, depth: int, player: Player) -> None:
    score, moves = expected(grid, depth, player)
    solution = solve(grid, depth, player)
    found = {(*src, *dst) for src, dst in solution.moves}
    assert (solution.score, found) == (score, moves or {(-1, -1, -1, -1)})


def affordable_depth(grid: Grid, rng: random.Random, most: int) -> int:
    pawns = sum(tile != "_" for row in grid for tile in row)
    return rng.randint(1, most if pawns <= 8 else 3 if pawns <= 14 else 2)


def test_agrees_with_brute_force() -> None:
    rng = random.Random(1)
    for grid, player in reachable(250, seed=2):
        check(grid, affordable_depth(grid, rng, 3), player)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_brute_force_on_thousands(seed: int) -> None:
    rng = random.Random(seed)
    for grid, player in reachable(1250, seed=100 + seed):
        check(grid, affordable_depth(grid, rng, 4), player)


def test_a_finished_game_has_a_score_and_no_move() -> None:
    home = ("______", "______", "W_____", "______", "______", "_____B")
    for player in Player:
        assert solve(home, 3, player).score == WIN
        assert solve(home, 3, player).moves == {MOVE_NONE}
        assert move_values(home, 3, player) == {}


def test_an_empty_board_and_a_double_arrival_follow_the_evaluation() -> None:
    assert solve(("______",) * 6, 1, Player.WHITE).score == WIN
    both = ("W_____", "______", "______", "______", "______", "_____B")
    assert solve(both, 1, Player.BLACK).score == -WIN


def test_no_plies_mean_the_evaluation() -> None:
    assert solve(START, 0, Player.WHITE).score == 0
    assert solve(START, 0, Player.WHITE).moves == {MOVE_NONE}


def test_wins_count_the_same_however_late_they_come() -> None:
    grid = ("______", "______", "_____B", "______", "B_____", "W_____")
    values = move_values(grid, 5, Player.BLACK)
    assert values[(4, 0), (5, 1)] == WIN
    assert set(values.values()) <= {WIN, -WIN, 0, 1, -1}


def test_searches_beyond_the_end_of_every_game() -> None:
    grid = ("______", "____B_", "______", "______", "W_____", "______")
    assert solve(grid, 40, Player.BLACK) == solve(grid, 12, Player.BLACK)


@pytest.mark.parametrize(
    "grid",
    [
        ("______",) * 5,
        ("______",) * 5 + ("_______",),
        ("______",) * 5 + ("_____x",),
    ],
    ids=["five rows", "seven cells", "unknown cell"],
)
def test_refuses_what_is_no_board(grid: Grid) -> None:
    with pytest.raises(ValueError, match=r"board|cell"):
        solve(grid, 1, Player.BLACK)


def test_refuses_a_negative_depth() -> None:
    with pytest.raises(ValueError, match="-1"):
        solve(START, -1, Player.BLACK)
