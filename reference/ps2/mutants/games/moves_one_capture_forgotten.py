"""The moves of each cell are written down by hand, and one capture is forgotten."""
#: fails = 2.1

import breakthrough

ASIDE = {(r, c): [d for d in (-1, 0, 1) if 0 <= c + d < 6] for r in range(6) for c in range(6)}
CAPTURES = {cell: [d for d in aside if d] for cell, aside in ASIDE.items()}
CAPTURES[4, 3] = [-1]


def generate_valid_moves(board, current_player):
    own, forward = ("B", 1) if current_player == breakthrough.Player.BLACK else ("W", -1)
    other = "W" if own == "B" else "B"
    moves = []
    for (r, c), asides in ASIDE.items():
        if board[r][c] != own or not 0 <= r + forward < 6:
            continue
        for d in asides:
            target = board[r + forward][c + d]
            captures = CAPTURES[r, c] if own == "B" else [-1, 1]
            if target == "_" or (target == other and d in captures):
                moves.append(((r, c), (r + forward, c + d)))
    return moves
