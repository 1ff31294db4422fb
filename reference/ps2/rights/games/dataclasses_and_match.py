"""Nodes are frozen dataclasses, answers are ordered ones, and ``match`` tells the cases apart."""

from __future__ import annotations

import dataclasses

import breakthrough
from breakthrough import Player


@dataclasses.dataclass(frozen=True)
class Node:
    rows: tuple[str, ...]
    left: int
    player: Player

    @property
    def board(self) -> list[list[str]]:
        return [list(row) for row in self.rows]

    def after(self, move) -> Node:
        board = breakthrough.make_move(self.board, *move, self.player)
        return Node(tuple(map("".join, board)), self.left - 1, self.player.get_opponent())


@dataclasses.dataclass(order=True)
class Answer:
    score: float
    move: tuple = dataclasses.field(compare=False, default=breakthrough.MOVE_NONE)


def solve(node, generate):
    match node:
        case Node(left=0):
            return Answer(evaluate(node.board))
        case Node() if breakthrough.is_game_over(node.board):
            return Answer(evaluate(node.board))
    answers = [
        Answer(solve(node.after(move), generate).score, move)
        for move in generate(node.board, node.player)
    ]
    match node.player:
        case Player.BLACK:
            return max(answers)
        case Player.WHITE:
            return min(answers)


def minimax(board, depth, max_depth, current_player, generate_valid_moves):
    node = Node(tuple("".join(row) for row in board), max_depth - depth, current_player)
    return dataclasses.astuple(solve(node, generate_valid_moves))
