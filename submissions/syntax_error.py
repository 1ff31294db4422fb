# Sample submission: right except that a bracket is never closed in negamax.

import copy
import random
import time

from typing import List, Tuple, Callable, Union

import breakthrough

Score = Union[int, float]
Move = tuple[tuple[int, int], tuple[int, int]]
Board = list[list[str]]

def evaluate(board: Board) -> Score:
    blacks, whites = 0, 0
    for r in range(6):
        for c in range(6):
            if board[r][c] == "B":
                if r == 5:
                    return breakthrough.WIN
                blacks += 1
            if board[r][c] == "W":
                if r == 0:
                    return -breakthrough.WIN
                whites += 1
    if whites == 0:
        return breakthrough.WIN
    if blacks == 0:
        return -breakthrough.WIN
    return blacks - whites


def transition(route: List[int]) -> List[List[int]]:
    new_routes = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            new_route = route[:]
            new_route[i], new_route[j] = new_route[j], new_route[i]
            new_routes.append(new_route)
    return new_routes


def evaluation_func(
    cities: int,
    distances: List[Tuple[int]],
    route: List[int]
) -> float:
    total = 0
    for i in range(len(route)):
        a, b = route[i], route[(i + 1) % len(route)]
        for c1, c2, d in distances:
            if (c1, c2) == (a, b) or (c2, c1) == (a, b):
                total += d
                break
    return -total


def hill_climbing(
    cities: int,
    distances: List[Tuple[int]],
    transition: Callable,
    evaluation_func: Callable
) -> List[int]:
    current = list(range(cities))
    random.shuffle(current)
    current_score = evaluation_func(cities, distances, current)
    while True:
        best, best_score = None, current_score
        for route in transition(current):
            score = evaluation_func(cities, distances, route)
            if score > best_score:
                best, best_score = route, score
        if best is None:
            return current
        current, current_score = best, best_score


def hill_climbing_with_random_restarts(
    cities: int,
    distances: List[Tuple[int]],
    transition: Callable,
    evaluation_func: Callable,
    hill_climbing: Callable,
    repeats: int = 10
) -> List[int]:
    best, best_score = None, None
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = evaluation_func(cities, distances, route)
        if best is None or score > best_score:
            best, best_score = route, score
    return best


def generate_valid_moves(
    board: Board,
    current_player: breakthrough.Player
) -> list[Move]:
    moves = []
    step = 1 if current_player == breakthrough.Player.BLACK else -1
    piece = "B" if step == 1 else "W"
    for r in range(breakthrough.ROW):
        for c in range(breakthrough.COL):
            if board[r][c] == piece:
                for dc in (-1, 0, 1):
                    if breakthrough.is_valid_move(board, (r, c), (r + step, c + dc), current_player):
                        moves.append(((r, c), (r + step, c + dc)))
    return moves


def minimax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best_move = breakthrough.MOVE_NONE
    if current_player == breakthrough.Player.BLACK:
        best = -breakthrough.INF
        for src, dst in generate_valid_moves(board, current_player):
            child = breakthrough.make_move([row[:] for row in board], src, dst, current_player)
            score, _ = minimax(child, depth + 1, max_depth, breakthrough.Player.WHITE, generate_valid_moves)
            if score > best:
                best, best_move = score, (src, dst)
    else:
        best = breakthrough.INF
        for src, dst in generate_valid_moves(board, current_player):
            child = breakthrough.make_move([row[:] for row in board], src, dst, current_player)
            score, _ = minimax(child, depth + 1, max_depth, breakthrough.Player.BLACK, generate_valid_moves)
            if score < best:
                best, best_move = score, (src, dst)
    return best, best_move


def negamax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    if depth == max_depth or breakthrough.is_game_over(board):
        return (evaluate(board) if depth == 0 else sign * evaluate(board)), breakthrough.MOVE_NONE
    best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move([row[:] for row in board], src, dst, current_player)
        score, _ = negamax(child, depth + 1, max_depth, current_player.get_opponent(), generate_valid_moves)
        if -score > best:
            best, best_move = -score, (src, dst
    if depth == 0:
        best *= sign
    return best, best_move


def minimax_alpha_beta(
    board: Board,
    depth: int,
    max_depth: int,
    alpha: Score,
    beta: Score,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    if depth == max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    best_move = breakthrough.MOVE_NONE
    if current_player == breakthrough.Player.BLACK:
        best = -breakthrough.INF
        for src, dst in generate_valid_moves(board, current_player):
            child = breakthrough.make_move([row[:] for row in board], src, dst, current_player)
            score, _ = minimax_alpha_beta(
                child, depth + 1, max_depth, alpha, beta, breakthrough.Player.WHITE, generate_valid_moves)
            if score > best:
                best, best_move = score, (src, dst)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = breakthrough.INF
        for src, dst in generate_valid_moves(board, current_player):
            child = breakthrough.make_move([row[:] for row in board], src, dst, current_player)
            score, _ = minimax_alpha_beta(
                child, depth + 1, max_depth, alpha, beta, breakthrough.Player.BLACK, generate_valid_moves)
            if score < best:
                best, best_move = score, (src, dst)
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, best_move


def negamax_alpha_beta(
    board: Board,
    depth: int,
    max_depth: int,
    alpha: Score,
    beta: Score,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    if depth == max_depth or breakthrough.is_game_over(board):
        return (evaluate(board) if depth == 0 else sign * evaluate(board)), breakthrough.MOVE_NONE
    best, best_move = -breakthrough.INF, breakthrough.MOVE_NONE
    for src, dst in generate_valid_moves(board, current_player):
        child = breakthrough.make_move([row[:] for row in board], src, dst, current_player)
        score, _ = negamax_alpha_beta(
            child, depth + 1, max_depth, -beta, -alpha, current_player.get_opponent(), generate_valid_moves)
        if -score > best:
            best, best_move = -score, (src, dst)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if depth == 0:
        best *= sign
    return best, best_move


def improved_evaluate(board: Board) -> Score:
    simple = evaluate(board)
    if simple in (breakthrough.WIN, -breakthrough.WIN):
        return simple
    points = [10, 10, 20, 40, 50, 0]
    total = 0
    for r in range(6):
        for c in range(6):
            if board[r][c] == "B":
                total += points[r]
            if board[r][c] == "W":
                total -= points[5 - r]
    return total
