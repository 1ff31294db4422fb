"""at the left edge column -1 is read from the other end, and the pawn leaves the board"""
#: fails = 2.1
def generate_valid_moves(board, current_player):
    moves = []
    sym = "B" if current_player == breakthrough.Player.BLACK else "W"
    opp = "W" if sym == "B" else "B"
    step = 1 if sym == "B" else -1
    for x in range(6):
        for y in range(6):
            if board[x][y] != sym or not 0 <= x + step <= 5:
                continue
            if board[x + step][y] == "_":
                moves.append(((x, y), (x + step, y)))
            for side in (-1, 1):
                try:
                    if board[x + step][y + side] in ("_", opp):
                        moves.append(((x, y), (x + step, y + side)))
                except IndexError:
                    pass
    return moves
