"""Connect 4, exported from Jupyter. x is 1, o is -1."""
import numpy as np


def empty_board(rows: int = 6, cols: int = 7) -> np.ndarray:
    return np.zeros((rows, cols), dtype=int)


def available_actions(board: np.ndarray) -> list:
    return [int(c) for c in np.flatnonzero(board[0] == 0)]


def check_column(board: np.ndarray, c) -> None:
    if type(c) is not int:
        raise TypeError(f"a column has to be an int, not {type(c)}")
    if not 0 <= c < board.shape[1]:
        raise ValueError("no such column")
    if board[0, c] != 0:
        raise ValueError("the column is full")


def to_move(board: np.ndarray, player: int, move: int) -> np.ndarray:
    check_column(board, move)
    board = board.copy()
    board[np.sum(board[:, move] == 0) - 1, move] = player
    return board


def has_four(mask: np.ndarray) -> bool:
    """Whether four neighbours are True in a row, a column or a diagonal."""
    rows, cols = mask.shape
    across = mask[:, 3:] & mask[:, 2:-1] & mask[:, 1:-2] & mask[:, :-3]
    if across.any():
        return True
    down = mask[3:] & mask[2:-1] & mask[1:-2] & mask[:-3]
    if down.any():
        return True
    for m in (mask, mask[:, ::-1]):
        if (m[3:, 3:] & m[2:-1, 2:-1] & m[1:-2, 1:-2] & m[:-3, :-3]).any():
            return True
    return False


def winner(board: np.ndarray) -> int:
    for player in (1, -1):
        if has_four(board == player):
            return player
    return 0


def terminal(board: np.ndarray) -> bool:
    return bool(winner(board) or np.all(board[0] != 0))


def utility(board: np.ndarray, player: int = 1):
    if not terminal(board):
        return None
    return winner(board) * player


def visualize(board: np.ndarray) -> None:
    letters = np.array(["o", ".", "x"])[board + 1]
    print("\n".join(" ".join(row) for row in letters))


def random_player(board: np.ndarray, player: int = 1) -> int:
    actions = available_actions(board)
    return actions[int(np.random.randint(len(actions)))]


def minimax_ab_no_order(board, player=1):
    return max_value(board, player, -np.inf, np.inf, False)


def minimax_ab_search(board, player=1):
    return max_value(board, player, -np.inf, np.inf, True)


def sorted_actions(board, ordering):
    actions = available_actions(board)
    if ordering:
        actions.sort(key=lambda c: abs(c - board.shape[1] // 2))
    return actions


def max_value(board, player, alpha, beta, ordering):
    value = utility(board, player)
    if value is not None:
        return value, None
    best_value, best_action = -np.inf, None
    for action in sorted_actions(board, ordering):
        value, _ = min_value(to_move(board, player, action), player, alpha, beta, ordering)
        if value > best_value:
            best_value, best_action = value, action
        alpha = max(alpha, best_value)
        if best_value >= beta:
            break
    return best_value, best_action


def min_value(board, player, alpha, beta, ordering):
    value = utility(board, player)
    if value is not None:
        return value, None
    best_value, best_action = np.inf, None
    for action in sorted_actions(board, ordering):
        value, _ = max_value(to_move(board, -player, action), player, alpha, beta, ordering)
        if value < best_value:
            best_value, best_action = value, action
        beta = min(beta, best_value)
        if best_value <= alpha:
            break
    return best_value, best_action


def heuristic_value(board, player=1):
    """Wins are 1000. Open threes count 10, the middle column 1 for each disc."""
    value = utility(board, player)
    if value is not None:
        return value * 1000
    score = int(board[:, board.shape[1] // 2].sum()) * player
    rows, cols = board.shape
    for who in (1, -1):
        for r in range(rows):
            for c in range(cols):
                if board[r, c] == 0:
                    board[r, c] = who
                    near = (board == who)[:, max(0, c - 3):c + 4]
                    if has_four(near):
                        score += 10 * who * player
                    board[r, c] = 0
    return score


def cutoff_search(board, player=1, max_depth=4, strategy="middle", check_below_4th=False):
    """With check_below_4th, moves that are not among the best four of a search of two plies are left out."""
    board = board.copy()

    def moves(board, mover):
        actions = sorted_actions(board, strategy == "middle")
        if not check_below_4th or len(actions) <= 4:
            return actions
        rated = {}
        for action in actions:
            after = to_move(board, mover, action)
            if terminal(after):
                rated[action] = heuristic_value(after, mover)
            else:
                rated[action] = min(heuristic_value(to_move(after, -mover, reply), mover) for reply in available_actions(after))
        return sorted(actions, key=lambda action: -rated[action])[:4]

    def search(board, mover, depth, alpha, beta):
        if depth == max_depth or terminal(board):
            return heuristic_value(board, mover), None
        best_value, best_action = -np.inf, None
        for action in moves(board, mover):
            value = -search(to_move(board, mover, action), -mover, depth + 1, -beta, -alpha)[0]
            if value > best_value:
                best_value, best_action = value, action
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best_value, best_action

    return search(board, player, 0, -np.inf, np.inf)


def agent(board, player=1):
    return cutoff_search(board, player, 2)[1]


if __name__ == "__main__":
    board, player = empty_board(), 1
    while not terminal(board):
        board = to_move(board, player, random_player(board, player))
        player = -player
    visualize(board)
    print("winner", winner(board))
