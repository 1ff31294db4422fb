"""Players are members of an Enum, cells their values, and some names say nothing."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1

import random
from enum import Enum

import numpy as np

EMPTY = '.'

class Player(Enum):
    X = 'x'
    O = 'o'

    @property
    def opponent(self):
        return Player.O if self is Player.X else Player.X

class Outcome(Enum):
    X_WINS = 'x wins'
    O_WINS = 'o wins'
    DRAW = 'draw'

def make_grid(rows=6, columns=7):
    return np.full((rows, columns), EMPTY)

def legal_columns(grid):
    return [int(c) for c in np.nonzero(grid[0] == EMPTY)[0]]

def after(grid, column, player):
    new = grid.copy()
    new[np.nonzero(grid[:, column] == EMPTY)[0].max(), column] = player.value
    return new

def lines_of(grid):
    rows, columns = grid.shape
    yield from (''.join(row) for row in grid)
    yield from (''.join(column) for column in grid.T)
    for g in (grid, grid[::-1]):
        for k in range(4 - rows, columns - 3):
            yield ''.join(g.diagonal(k))

def outcome(grid):
    lines = list(lines_of(grid))
    if any('xxxx' in line for line in lines):
        return Outcome.X_WINS
    if any('oooo' in line for line in lines):
        return Outcome.O_WINS
    return None if legal_columns(grid) else Outcome.DRAW

def payoff(grid, player=Player.X):
    end = outcome(grid)
    if end in (None, Outcome.DRAW):
        return 0
    return 1 if (end is Outcome.X_WINS) == (player is Player.X) else -1

def show_grid(grid):
    for row in grid:
        print(' '.join(row))

def random_agent(grid, player=Player.X):
    return random.choice(legal_columns(grid))

def middle_first(grid):
    middle = grid.shape[1] // 2
    return sorted(legal_columns(grid), key=lambda c: abs(c - middle))

def alpha_beta(grid, player=Player.X, order=legal_columns):
    def best(grid, who, alpha, beta):
        if outcome(grid) is not None:
            return payoff(grid, who), None
        found = (-2, None)
        for c in order(grid):
            value = -best(after(grid, c, who), who.opponent, -beta, -max(alpha, found[0]))[0]
            if value > found[0]:
                found = (value, c)
            if found[0] >= beta:
                break
        return found
    return best(grid, player, -2, 2)

def ordered_search(grid, player=Player.X):
    return alpha_beta(grid, player, middle_first)

def estimate(grid, player=Player.X):
    def threats(p):
        n = 0
        for line in lines_of(grid):
            for i in range(len(line) - 3):
                four = line[i:i + 4]
                if four.count(p.value) + four.count(EMPTY) == 4:
                    n += (0, 1, 8, 64, 1000)[four.count(p.value)]
        return n
    return float(np.tanh((threats(player) - threats(player.opponent)) / 500))

def limited(grid, player, depth, moves):
    def go(grid, who, left, alpha, beta):
        if outcome(grid) is not None:
            return 2 * payoff(grid, who), None
        if left == 0:
            return estimate(grid, who), None
        found = (-3, None)
        for c in moves(grid, who):
            value = -go(after(grid, c, who), who.opponent, left - 1, -beta, -max(alpha, found[0]))[0]
            if value > found[0]:
                found = (value, c)
            if found[0] >= beta:
                break
        return found
    return go(grid, player, depth, -3, 3)

def look_ahead(grid, player=Player.X, depth=4):
    return limited(grid, player, depth, lambda grid, who: middle_first(grid))

def promising(grid, player):
    """Forward pruning: leaves out what a look at move and reply shows to be clearly worse."""
    value = {
        c: -limited(after(grid, c, player), player.opponent, 1, lambda g, who: middle_first(g))[0]
        for c in middle_first(grid)
    }
    return [c for c in value if value[c] >= max(value.values()) - 0.15]

def look_ahead_pruned(grid, player=Player.X, depth=4):
    return limited(grid, player, depth, promising)

def my_agent(grid, player=Player.X):
    return look_ahead(grid, player, 4)[1]

def sample_moves(grid, player=Player.X, games=50):
    def played_out(grid, who):
        while outcome(grid) is None:
            grid, who = after(grid, random_agent(grid), who), who.opponent
        return payoff(grid, player)
    mean = {
        c: sum(played_out(after(grid, c, player), player.opponent) for _ in range(games)) / games
        for c in legal_columns(grid)
    }
    return max(mean, key=mean.get)
