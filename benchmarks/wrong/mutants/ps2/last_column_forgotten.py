"""range(5): pawns in the last column never move"""
#: fails = 2.1
def generate_valid_moves(board, current_player):
    moves = []
    for r in range(6):
        for c in range(5):
            for dc in range(-1, 2):
                dr = 1 if current_player is breakthrough.Player.BLACK else -1
                if breakthrough.is_valid_move(board, (r, c), (r + dr, c + dc), current_player):
                    moves.append(((r, c), (r + dr, c + dc)))
    return moves
