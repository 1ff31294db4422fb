"""How soon the oracle of Connect 4 knows who wins, and how many nodes that takes.

With a file for a picture, what empty boards took is drawn as well.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.plot import Panel, Point, drawn
from reference.connect4 import rules
from reference.connect4.oracle import OutOfReachError, Solver
from reference.connect4.oracle.plain import plain
from reference.connect4.rules import Board

_MOST_NODES = 2_000_000
"""Of a plain search, which is given up then."""
_MOST_NODES_EMPTY = 20_000_000
"""The same, from an empty board."""
_POSITIONS = {16: 100, 20: 100}
"""Of the usual board, by the number of discs."""
_SEED = 7
_SIZES = ((4, 4), (4, 5), (5, 4), (5, 5), (4, 6))
_TRUTHS = {(4, 4): 0, (4, 5): 0, (5, 4): 0, (5, 5): 0, (4, 6): -1}
_PLIES = {(4, 4): (2, 6), (4, 5): (6,), (5, 4): (6,), (5, 5): (6, 13), (4, 6): (6,)}
"""Discs of the random positions, in which no player can win at once."""
_EACH = 5
_AS_HARD = {
    3_122: ("     ", "x  x ", "x  xo", "o  oo", "xoxox"),
    1_127_129: ("     ", "     ", "ox   ", "xo   ", "ox   "),
}
"""Of 5 × 5, by what the runs in students' material took for a position after as many moves. Those
positions are not known: these are the ones, of some hundred random ones, that a plain search finds
most nearly as hard."""
_WORDS = {1: "first player's", 0: "draw", -1: "second player's"}


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search took. ``seconds`` are of CPU time; ``value`` is ``None`` if it was given up."""

    value: int | None
    nodes: int
    seconds: float


def table(picture: Path | None = None) -> Iterator[str]:
    """Markdown tables: from the empty board, from positions on it, and on the usual board.

    Args:
        picture: where what empty boards took is drawn.
    """
    empty: list[tuple[Effort, Effort]] = []
    yield "| rows × columns | discs | value | oracle, nodes | seconds | plain, nodes | seconds |"
    yield "| --- | ---: | --- | ---: | ---: | ---: | ---: |"
    for size in _SIZES:
        board = rules.start(*size)
        solved, searched = by_oracle(board), by_plain(board, _MOST_NODES_EMPTY)
        empty.append((solved, searched))
        assert solved.value == _TRUTHS[size], f"the oracle is wrong about {size}"
        yield row(size, 0, [solved], [searched])
        for plies in _PLIES[size]:
            boards = positions(*size, plies, _EACH, quiet=True)
            yield row(size, plies, list(map(by_oracle, boards)), list(map(by_plain, boards)))
    if picture is not None:
        picture.write_text(picture_of(empty), "utf-8")
    yield ""
    yield "| 5 × 5, as hard as | discs | plain, nodes | oracle, nodes | oracle |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for nodes, board in _AS_HARD.items():
        solved, searched = by_oracle(board), by_plain(board)
        assert solved.value == searched.value, board
        discs = sum(len(cells) - cells.count(" ") for cells in board)
        yield (
            f"| {nodes:,} nodes | {discs} | {searched.nodes:,} | {solved.nodes:,} "
            f"| {1000 * solved.seconds:.3g} ms |"
        )
    yield ""
    yield "| random positions of 6 × 7 | number | median | 95 % within | slowest | most nodes |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for plies, number in _POSITIONS.items():
        found = [by_oracle(board) for board in positions(6, 7, plies, number)]
        yield quantiles(f"with {plies} discs", found)
        found = [by_oracle(board) for board in positions(6, 7, plies, number, quiet=True)]
        yield quantiles(f"with {plies} discs, no win at once", found)


def by_oracle(board: Board) -> Effort:
    """What a solver takes that has seen nothing yet."""
    began = time.process_time()
    solver = Solver(len(board), len(board[0]))
    value = solver.value(board)
    return Effort(value, solver.nodes, time.process_time() - began)


def by_plain(board: Board, at_most: int = _MOST_NODES) -> Effort:
    """What alpha-beta takes without table, order and threats, until it is given up."""
    began = time.process_time()
    try:
        found = plain(board, at_most=at_most)
    except OutOfReachError:
        return Effort(None, at_most, time.process_time() - began)
    return Effort(found.value, found.nodes, time.process_time() - began)


def positions(
    rows: int, columns: int, plies: int, number: int, *, quiet: bool = False
) -> list[Board]:
    """Positions after random moves, which go on; ``quiet``: and cannot be won at once by a side."""
    chance = random.Random(f"{_SEED} {rows} {columns} {plies} {quiet}")
    found: list[Board] = []
    while len(found) < number:
        board = rules.start(rows, columns)
        for _ in range(plies):
            legal = rules.moves(board)
            if not legal:
                break
            board = rules.drop(board, rules.to_move(board), chance.choice(legal))
        if rules.moves(board) and not (quiet and _won_at_once(board)):
            found.append(board)
    return found


def _won_at_once(board: Board) -> bool:
    return any(
        rules.winner(rules.drop(board, player, column)) == player
        for player in ("x", "o")
        for column in rules.moves(board)
    )


def row(
    size: tuple[int, int], discs: int, solved: Sequence[Effort], searched: Sequence[Effort]
) -> str:
    """A line for one size; medians, where there are several positions.

    Raises:
        ValueError: if the two searches do not agree.
    """
    for one, other in zip(solved, searched, strict=True):
        if other.value not in {None, one.value}:
            raise ValueError(
                f"On {size} the oracle finds {one.value}, a plain search {other.value}."
            )
    value = _WORDS[solved[0].value or 0] if discs == 0 else ""
    more = "" if all(one.value is not None for one in searched) else "> "
    cells = [
        f"{statistics.median(one.nodes for one in solved):,.0f}",
        f"{statistics.median(one.seconds for one in solved):.2g}",
        f"{more}{statistics.median(one.nodes for one in searched):,.0f}",
        f"{more}{statistics.median(one.seconds for one in searched):.2g}",
    ]
    return f"| {size[0]} × {size[1]} | {discs} | {value} | " + " | ".join(cells) + " |"


def picture_of(empty: Sequence[tuple[Effort, Effort]]) -> str:
    """What empty boards took the oracle and a plain search, by size, as an SVG document."""

    def panel(title: str, quantity: Callable[[Effort], float]) -> Panel:
        points = [[Point(quantity(effort), effort.value is None) for effort in efforts]
                  for efforts in zip(*empty, strict=True)]  # fmt: skip
        return Panel(title, list(zip(("oracle", "plain alpha-beta"), points, strict=True)))

    panels = (panel("nodes from the empty board", lambda effort: effort.nodes),
              panel("seconds of CPU time", lambda effort: max(effort.seconds, 1e-6)))  # fmt: skip
    return drawn(panels, [f"{rows} × {columns}" for rows, columns in _SIZES[: len(empty)]])


def quantiles(name: str, found: Sequence[Effort]) -> str:
    """A line of quantiles."""
    seconds = sorted(one.seconds for one in found)
    most = seconds[-(-95 * len(seconds) // 100) - 1]
    figures = " | ".join(f"{1000 * each:.3g} ms" for each in (statistics.median(seconds), most))
    nodes = max(one.nodes for one in found)
    return f"| {name} | {len(found)} | {figures} | {1000 * seconds[-1]:.3g} ms | {nodes:,} |"
