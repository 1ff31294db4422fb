# Sample submission: everything is right, in a style of its own (first-improvement climbing over
# insertions and reversals, moves worked out from the geometry, one search core per algorithm).

import copy
import random
import time

from typing import Callable, List, Tuple, Union

import breakthrough

Score = Union[int, float]
Move = tuple[tuple[int, int], tuple[int, int]]
Board = list[list[str]]


# ---------------------------------------------------------------- Travelling salesman


def transition(route: List[int]) -> List[List[int]]:
    """Neighbours by moving one city elsewhere, or by driving a stretch the other way round.

    A round trip has no real beginning, so the first city stays where it is.
    """
    home, rest = route[0], route[1:]
    if len(rest) < 2:
        return [rest + [home]]

    found = set()
    for i in range(len(rest)):
        without = rest[:i] + rest[i + 1:]
        for j in range(len(rest)):
            found.add(tuple(without[:j] + [rest[i]] + without[j:]))
    for i in range(len(rest)):
        for j in range(i + 2, len(rest) + 1):
            found.add(tuple(rest[:i] + rest[i:j][::-1] + rest[j:]))
    found.discard(tuple(rest))
    return [[home, *order] for order in sorted(found)]


def evaluation_func(
    cities: int,
    distances: List[Tuple[int]],
    route: List[int]
) -> float:
    """The negative length of the round trip: shorter is higher."""
    on_the_way = {frozenset((a, b)): [] for a, b in zip(route, route[1:] + route[:1])}
    for a, b, d in distances:
        key = frozenset((a, b))
        if key in on_the_way:
            on_the_way[key].append(d)
    legs = [on_the_way[frozenset((a, b))][0] for a, b in zip(route, route[1:] + route[:1])]
    # Summed in order of size, so that a rotated trip rounds in the same way.
    return -sum(sorted(legs))


class Climber:
    """Stands on a route and steps to any better one it comes across."""

    def __init__(self, cities, distances, evaluation_func):
        self.judge = lambda route: evaluation_func(cities, distances, route)
        self.route = random.sample(range(cities), cities)
        self.height = self.judge(self.route)

    def step(self, neighbours):
        for route in random.sample(neighbours, len(neighbours)):
            height = self.judge(route)
            if height > self.height:
                self.route, self.height = list(route), height
                return True
        return False


def hill_climbing(
    cities: int,
    distances: List[Tuple[int]],
    transition: Callable,
    evaluation_func: Callable
) -> List[int]:
    """Climbs from a random route until no neighbour is better."""
    climber = Climber(cities, distances, evaluation_func)
    while climber.step(transition(climber.route)):
        pass
    return climber.route


def hill_climbing_with_random_restarts(
    cities: int,
    distances: List[Tuple[int]],
    transition: Callable,
    evaluation_func: Callable,
    hill_climbing: Callable,
    repeats: int = 10
) -> List[int]:
    """The best of several climbs."""
    peaks = [
        hill_climbing(cities, distances, transition, evaluation_func) for _ in range(repeats)
    ]
    return max(peaks, key=lambda route: evaluation_func(cities, distances, route))


# ---------------------------------------------------------------- Breakthrough


def evaluate(board: Board) -> Score:
    """The simple heuristic that the problem set gives us."""
    if "B" in board[5] or not any("W" in row for row in board):
        if "W" not in board[0]:
            return breakthrough.WIN
    if "W" in board[0] or not any("B" in row for row in board):
        return -breakthrough.WIN
    return sum(row.count("B") - row.count("W") for row in board)


def generate_valid_moves(
    board: Board,
    current_player: breakthrough.Player
) -> list[Move]:
    """All moves of one side."""
    own, forward = ("B", 1) if current_player == breakthrough.Player.BLACK else ("W", -1)
    moves = []
    for r, row in enumerate(board):
        if not 0 <= r + forward < breakthrough.ROW:
            continue
        ahead = board[r + forward]
        for c, tile in enumerate(row):
            if tile != own:
                continue
            for to in (c - 1, c, c + 1):
                if not 0 <= to < breakthrough.COL or ahead[to] == own:
                    continue
                if to == c and ahead[to] != "_":
                    continue
                moves.append(((r, c), (r + forward, to)))
    return moves


def after(board, move, player):
    """The board after a move; the one before stays as it is."""
    return breakthrough.make_move([row[:] for row in board], *move, player)


def captures_first(board, moves):
    """Moves ordered so that the promising ones come first and cut-offs come early."""
    return sorted(moves, key=lambda move: board[move[1][0]][move[1][1]] == "_")


def minimax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Black takes the highest score, White the lowest."""
    if depth >= max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    choose = max if current_player == breakthrough.Player.BLACK else min
    outcomes = [
        (
            minimax(
                after(board, move, current_player),
                depth + 1,
                max_depth,
                current_player.get_opponent(),
                generate_valid_moves,
            )[0],
            move,
        )
        for move in generate_valid_moves(board, current_player)
    ]
    return choose(outcomes, key=lambda outcome: outcome[0])


def negamax(
    board: Board,
    depth: int,
    max_depth: int,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Everybody takes the highest score, seen from where he sits; the answer is Black's view."""

    def best(board, plies, player, sign):
        if plies == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        top = None
        for move in generate_valid_moves(board, player):
            score = -best(after(board, move, player), plies - 1, player.get_opponent(), -sign)[0]
            if top is None or score > top[0]:
                top = score, move
        return top

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    score, move = best(board, max_depth - depth, current_player, sign)
    return sign * score, move


def minimax_alpha_beta(
    board: Board,
    depth: int,
    max_depth: int,
    alpha: Score,
    beta: Score,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Minimax that stops looking at a position as soon as it cannot matter any more."""
    if depth >= max_depth or breakthrough.is_game_over(board):
        return evaluate(board), breakthrough.MOVE_NONE
    black = current_player == breakthrough.Player.BLACK
    top = None
    for move in captures_first(board, generate_valid_moves(board, current_player)):
        score, _ = minimax_alpha_beta(
            after(board, move, current_player),
            depth + 1,
            max_depth,
            alpha,
            beta,
            current_player.get_opponent(),
            generate_valid_moves,
        )
        if top is None or (score > top[0] if black else score < top[0]):
            top = score, move
        if black:
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if alpha >= beta:
            break
    return top


def negamax_alpha_beta(
    board: Board,
    depth: int,
    max_depth: int,
    alpha: Score,
    beta: Score,
    current_player: breakthrough.Player,
    generate_valid_moves: Callable
) -> tuple[Score, Move]:
    """Negamax with a window; the answer is Black's view."""

    def best(board, plies, low, high, player, sign):
        if plies == 0 or breakthrough.is_game_over(board):
            return sign * evaluate(board), breakthrough.MOVE_NONE
        top = None
        for move in captures_first(board, generate_valid_moves(board, player)):
            child = after(board, move, player)
            score = -best(child, plies - 1, -high, -low, player.get_opponent(), -sign)[0]
            if top is None or score > top[0]:
                top = score, move
            low = max(low, score)
            if low >= high:
                break
        return top

    sign = 1 if current_player == breakthrough.Player.BLACK else -1
    low, high = (alpha, beta) if sign == 1 else (-beta, -alpha)
    score, move = best(board, max_depth - depth, low, high, current_player, sign)
    return sign * score, move


WORTH = [10, 10, 20, 40, 50]  # of a pawn that has come this many rows from home


def improved_evaluate(board: Board) -> Score:
    """Pawns are worth more the further they have come."""
    plain = evaluate(board)
    if abs(plain) == breakthrough.WIN:
        return plain
    total = 0
    for r, row in enumerate(board):
        for tile in row:
            if tile == "B":
                total += WORTH[r]
            elif tile == "W":
                total -= WORTH[5 - r]
    return total


if __name__ == "__main__":
    start = time.time()
    print(transition([1, 3, 2, 0]))
    print("seconds:", time.time() - start)
