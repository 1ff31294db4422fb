"""a pawn on the last row counts for points and does not win"""
#: fails = 5.1
def improved_evaluate(board):
    points = [10, 10, 20, 40, 50, 50]
    total = 0
    for r, row in enumerate(board):
        for tile in row:
            if tile == 'B':
                total += points[r]
            elif tile == 'W':
                total -= points[5 - r]
    return total
