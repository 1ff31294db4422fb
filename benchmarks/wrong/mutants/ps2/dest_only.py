"""it lists destinations without where the pawn comes from"""
#: fails = 2.1
def generate_valid_moves(board, current_player):
    d = 1 if current_player == breakthrough.Player.BLACK else -1
    found = []
    for r in range(6):
        for c in range(6):
            for t in (c - 1, c, c + 1):
                if breakthrough.is_valid_move(board, (r, c), (r + d, t), current_player):
                    found.append((r + d, t))
    return found
