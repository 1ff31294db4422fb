"""Three discs of the opponent's in a line count for the player, though less than their own."""
#: fails = 4.1

def evaluate(board, player="x"):
    rows, columns = board.shape
    total = 0
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * down < rows and 0 <= column + 3 * right < columns:
                    line = [board[row + i * down, column + i * right] for i in range(4)]
                    if line.count(" ") == 1 and line.count(player) in {0, 3}:
                        total += 5 if player in line else 4
    return total
