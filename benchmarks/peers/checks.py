"""Task 3.1 asked without any isolation, for every peer alike: copied beside the student's file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import breakthrough

GROUPS: dict[str, list[Any]] = json.loads(Path(__file__).with_name("positions.json").read_text())
"""Rows, player, depth, score and optimal moves of each position, by skill."""


def check(group: str, minimax: Callable[..., Any], moves: Callable[..., Any]) -> None:
    """Ask for the score and an optimal move on each position of ``group``."""
    for rows, player, depth, score, optimal in GROUPS[group]:
        board = [list(row) for row in rows]
        found, move = minimax(board, 0, depth, breakthrough.Player(player), moves)
        assert found == score
        assert [list(square) for square in move] in optimal
        assert board == [list(row) for row in rows]
