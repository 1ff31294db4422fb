"""Agents with type hints, made of an environment; a switch orders moves, and a width prunes them."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1

import math
import random
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum
from typing import List, Optional, Tuple

import numpy as np

class Connect4Environment:
    """Encapsulates the rules of Connect 4 for arbitrary board sizes."""

    EMPTY: str = ' '

    def __init__(self, rows: int = 6, cols: int = 7, win_length: int = 4) -> None:
        self.rows = rows
        self.cols = cols
        self.win_length = win_length

    def create_board(self) -> np.ndarray:
        return np.full((self.rows, self.cols), self.EMPTY, dtype='<U1')

    @staticmethod
    def get_valid_moves(board: np.ndarray) -> List[int]:
        """Return a list of the columns that are not full."""
        return [c for c in range(board.shape[1]) if board[0, c] == ' ']

    @staticmethod
    def result(board: np.ndarray, action: int, player: str) -> np.ndarray:
        """Return a new board; raises ValueError for a full column."""
        new_board = board.copy()
        for row in reversed(range(board.shape[0])):
            if new_board[row, action] == ' ':
                new_board[row, action] = player
                return new_board
        raise ValueError(f"Column {action} is full")

    def check_winner(self, board: np.ndarray) -> Optional[str]:
        rows, cols = board.shape
        for r in range(rows):
            for c in range(cols):
                piece = board[r, c]
                if piece == ' ':
                    continue
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    end_r, end_c = r + (self.win_length - 1) * dr, c + (self.win_length - 1) * dc
                    if not (0 <= end_r < rows and 0 <= end_c < cols):
                        continue
                    if all(board[r + i * dr, c + i * dc] == piece for i in range(self.win_length)):
                        return str(piece)
        return None

    def is_terminal(self, board: np.ndarray) -> bool:
        return self.check_winner(board) is not None or not self.get_valid_moves(board)

    def utility(self, board: np.ndarray, player: str) -> int:
        winner = self.check_winner(board)
        if winner is None:
            return 0
        return 1 if winner == player else -1

    def visualize(self, board: np.ndarray) -> None:
        for row in board:
            print('| ' + ' | '.join(row) + ' |')
        print('  ' + '   '.join(str(i) for i in range(board.shape[1])))


def get_opponent(player: str) -> str:
    return 'o' if player == 'x' else 'x'


env = Connect4Environment()

class Agent(ABC):
    def __init__(self, env: Connect4Environment, name: str = "Agent") -> None:
        self.env = env
        self.name = name

    @abstractmethod
    def select_action(self, board: np.ndarray, player: str = 'x') -> int:
        raise NotImplementedError


class RandomAgent(Agent):
    def __init__(self, env: Connect4Environment) -> None:
        super().__init__(env, "Random")

    def select_action(self, board: np.ndarray, player: str = 'x') -> int:
        return random.choice(self.env.get_valid_moves(board))

@dataclass
class GameResult:
    winner: Optional[str]
    moves: int
    history: List[int] = field(default_factory=list)


class GameRunner:
    def __init__(self, env: Connect4Environment) -> None:
        self.env = env

    def play(self, agent_x: Agent, agent_o: Agent) -> GameResult:
        board, player, history = self.env.create_board(), 'x', []
        agents = {'x': agent_x, 'o': agent_o}
        while not self.env.is_terminal(board):
            action = agents[player].select_action(board, player)
            history.append(action)
            board = self.env.result(board, action, player)
            player = get_opponent(player)
        return GameResult(self.env.check_winner(board), len(history), history)


runner = GameRunner(env)
stats = {'x': 0, 'o': 0, None: 0}
for _ in range(50):
    stats[runner.play(RandomAgent(env), RandomAgent(env)).winner] += 1
print(stats)

@dataclass
class SearchStatistics:
    nodes: int = 0
    cutoffs: int = 0
    elapsed: float = 0.0


class AlphaBetaAgent(Agent):
    """Minimax search with alpha-beta pruning (complete search)."""

    def __init__(self, env: Connect4Environment, use_move_ordering: bool = False) -> None:
        super().__init__(env, "AlphaBeta")
        self.use_move_ordering = use_move_ordering
        self.stats = SearchStatistics()

    def order_moves(self, board: np.ndarray, moves: List[int]) -> List[int]:
        if not self.use_move_ordering:
            return moves
        center = board.shape[1] // 2
        return sorted(moves, key=lambda m: abs(m - center))

    def select_action(self, board: np.ndarray, player: str = 'x') -> int:
        self.stats = SearchStatistics()
        start = time.perf_counter()
        _, move = self._max_value(board, player, -math.inf, math.inf)
        self.stats.elapsed = time.perf_counter() - start
        return move

    def _max_value(self, board, player, alpha, beta) -> Tuple[float, Optional[int]]:
        self.stats.nodes += 1
        if self.env.is_terminal(board):
            return self.env.utility(board, player), None
        best_value, best_move = -math.inf, None
        for move in self.order_moves(board, self.env.get_valid_moves(board)):
            value, _ = self._min_value(self.env.result(board, move, player), player, alpha, beta)
            if value > best_value:
                best_value, best_move = value, move
            alpha = max(alpha, best_value)
            if alpha >= beta:
                self.stats.cutoffs += 1
                break
        return best_value, best_move

    def _min_value(self, board, player, alpha, beta) -> Tuple[float, Optional[int]]:
        self.stats.nodes += 1
        if self.env.is_terminal(board):
            return self.env.utility(board, player), None
        best_value, best_move = math.inf, None
        for move in self.order_moves(board, self.env.get_valid_moves(board)):
            value, _ = self._max_value(self.env.result(board, move, get_opponent(player)), player, alpha, beta)
            if value < best_value:
                best_value, best_move = value, move
            beta = min(beta, best_value)
            if alpha >= beta:
                self.stats.cutoffs += 1
                break
        return best_value, best_move

small_env = Connect4Environment(4, 4)
board = small_env.create_board()
for i, m in enumerate([0, 1, 0, 1, 2, 2, 3, 3]):
    board = small_env.result(board, m, 'xo'[i % 2])
small_env.visualize(board)
agent = AlphaBetaAgent(small_env)
print(agent.select_action(board, 'x'), agent.stats)


class HeuristicEvaluator:
    WEIGHTS = {0: 0, 1: 1, 2: 10, 3: 100, 4: 10000}

    def __call__(self, board: np.ndarray, player: str) -> float:
        return self.evaluate(board, player)

    def evaluate(self, board: np.ndarray, player: str) -> float:
        score = 0.0
        opponent = get_opponent(player)
        rows, cols = board.shape
        for r in range(rows):
            for c in range(cols):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if 0 <= r + 3 * dr < rows and 0 <= c + 3 * dc < cols:
                        window = [board[r + i * dr, c + i * dc] for i in range(4)]
                        mine, theirs = window.count(player), window.count(opponent)
                        if theirs == 0:
                            score += self.WEIGHTS[mine]
                        elif mine == 0:
                            score -= self.WEIGHTS[theirs]
        return score

class HeuristicAlphaBetaAgent(Agent):
    def __init__(self, env: Connect4Environment, max_depth: int = 4,
                 evaluator: Optional[HeuristicEvaluator] = None,
                 beam_width: Optional[int] = None) -> None:
        super().__init__(env, f"H-AlphaBeta(d={max_depth})")
        self.max_depth = max_depth
        self.evaluator = evaluator or HeuristicEvaluator()
        self.beam_width = beam_width

    def select_action(self, board: np.ndarray, player: str = 'x') -> int:
        return self._search(board, player, player, self.max_depth, -math.inf, math.inf)[1]

    def _candidate_moves(self, board, root_player, to_move):
        moves = self.env.get_valid_moves(board)
        if self.beam_width is None or len(moves) <= self.beam_width:
            return moves
        scored = sorted(moves, key=lambda m: self.evaluator(self.env.result(board, m, to_move), to_move), reverse=True)
        return scored[:self.beam_width]

    def _search(self, board, root_player, to_move, depth, alpha, beta):
        if self.env.is_terminal(board):
            return self.env.utility(board, root_player) * 1_000_000, None
        if depth == 0:
            return self.evaluator(board, root_player), None
        maximizing = to_move == root_player
        best_value = -math.inf if maximizing else math.inf
        best_move = None
        for move in self._candidate_moves(board, root_player, to_move):
            child = self.env.result(board, move, to_move)
            value, _ = self._search(child, root_player, get_opponent(to_move), depth - 1, alpha, beta)
            if maximizing and value > best_value:
                best_value, best_move = value, move
                alpha = max(alpha, value)
            elif not maximizing and value < best_value:
                best_value, best_move = value, move
                beta = min(beta, value)
            if alpha >= beta:
                break
        return best_value, best_move

class ForwardPruningAgent(HeuristicAlphaBetaAgent):
    def __init__(self, env, max_depth: int = 4, beam_width: int = 4):
        super().__init__(env, max_depth, None, beam_width)

class MonteCarloAgent(Agent):
    def __init__(self, env: Connect4Environment, n_simulations: int = 100) -> None:
        super().__init__(env, "PMCS")
        self.n_simulations = n_simulations

    def _playout(self, board, player, root_player) -> int:
        while not self.env.is_terminal(board):
            board = self.env.result(board, random.choice(self.env.get_valid_moves(board)), player)
            player = get_opponent(player)
        return self.env.utility(board, root_player)

    def select_action(self, board: np.ndarray, player: str = 'x') -> int:
        moves = self.env.get_valid_moves(board)
        per_move = max(1, self.n_simulations // len(moves))
        def mean(m):
            child = self.env.result(board, m, player)
            return sum(self._playout(child, get_opponent(player), player) for _ in range(per_move)) / per_move
        return max(moves, key=mean)
