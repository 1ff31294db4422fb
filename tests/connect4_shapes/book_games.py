# # Connect 4 with the classes of a library for games
# %%
import random
from collections import namedtuple

GameState = namedtuple("GameState", "to_move, utility, board, moves")

class Game:
    def actions(self, state):
        raise NotImplementedError

    def result(self, state, move):
        raise NotImplementedError

    def utility(self, state, player):
        raise NotImplementedError

    def terminal_test(self, state):
        return not self.actions(state)

    def to_move(self, state):
        return state.to_move

    def display(self, state):
        print(state)

class FourInARow(Game):
    """Squares are (x, y) from 1, the lowest row is y = 1."""

    def __init__(self, h=7, v=6):
        self.h, self.v = h, v
        self.initial = GameState("X", 0, {}, [(x, 1) for x in range(1, h + 1)])

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        if move not in state.moves:
            return state
        x, y = move
        board = {**state.board, move: state.to_move}
        moves = list(state.moves)
        moves.remove(move)
        if y < self.v:
            moves.append((x, y + 1))
        worth = 0
        if any(self.connected(board, move, step) for step in ((1, 0), (0, 1), (1, 1), (1, -1))):
            worth = 1 if state.to_move == "X" else -1
        return GameState("O" if state.to_move == "X" else "X", worth, board, moves)

    def connected(self, board, move, step):
        count = -1
        for sign in (1, -1):
            x, y = move
            while board.get((x, y)) == board[move]:
                count += 1
                x, y = x + sign * step[0], y + sign * step[1]
        return count >= 4

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or not state.moves

    def display(self, state):
        for y in range(self.v, 0, -1):
            print(" ".join(state.board.get((x, y), ".") for x in range(1, self.h + 1)))

class OrderedFourInARow(FourInARow):
    def actions(self, state):
        return sorted(state.moves, key=lambda move: abs(2 * move[0] - self.h - 1))

game = FourInARow()
state = game.initial
for move in ((4, 1), (4, 2), (3, 1)):
    state = game.result(state, move)
game.display(state)
# %%
def random_player(game, state):
    return random.choice(game.actions(state))
# %%
def alpha_beta_search(state, game):
    player = game.to_move(state)

    def highest(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        best = -2
        for move in game.actions(state):
            best = max(best, lowest(game.result(state, move), alpha, beta))
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best

    def lowest(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        best = 2
        for move in game.actions(state):
            best = min(best, highest(game.result(state, move), alpha, beta))
            if best <= alpha:
                break
            beta = min(beta, best)
        return best

    found, chosen = -2, None
    for move in game.actions(state):
        worth = lowest(game.result(state, move), found, 2)
        if worth > found:
            found, chosen = worth, move
    return chosen

# %%
def lines_that_are_open(game, state, player):
    other = "O" if player == "X" else "X"
    total = 0
    for x in range(1, game.h + 1):
        for y in range(1, game.v + 1):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(x + i * dx, y + i * dy) for i in range(4)]
                if line[3][0] <= game.h and 1 <= line[3][1] <= game.v:
                    discs = [state.board.get(square) for square in line]
                    total += (other not in discs) - (player not in discs)
    return total / 100

def alpha_beta_cutoff_search(state, game, d=4, eval_fn=None):
    player = game.to_move(state)
    eval_fn = eval_fn or (lambda state: lines_that_are_open(game, state, player))

    def value(state, depth, alpha, beta):
        if game.terminal_test(state):
            return 10 * game.utility(state, player)
        if depth == d:
            return eval_fn(state)
        ours = game.to_move(state) == player
        best = -20 if ours else 20
        for move in game.actions(state):
            worth = value(game.result(state, move), depth + 1, alpha, beta)
            if ours:
                best = max(best, worth)
                alpha = max(alpha, best)
            else:
                best = min(best, worth)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    found, chosen = -20, None
    for move in game.actions(state):
        worth = value(game.result(state, move), 1, found, 20)
        if worth > found:
            found, chosen = worth, move
    return chosen

def cutoff_player(d):
    return lambda game, state: alpha_beta_cutoff_search(state, game, d)
