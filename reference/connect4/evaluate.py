"""A heuristic: lines that are still open, the more discs in them the better."""


def evaluate(board, player="x"):
    """How good ``board`` looks for ``player``, between -1 and 1.

    Each line of four without a disc of the opponent counts by the square of the discs in it.
    """
    mine = board == player
    theirs = ~mine & (board != " ")
    worth = 0
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        own, other = counted(mine, down, right), counted(theirs, down, right)
        worth += (own[other == 0] ** 2).sum() - (other[own == 0] ** 2).sum()
    return float(worth / (abs(worth) + 100))


def counted(discs, down, right):
    """How many of ``discs`` there are in each line of four of one direction."""
    rows, columns = discs.shape
    height, width = rows - 3 * down, columns - 3 * abs(right)
    start = 3 if right < 0 else 0
    return sum(
        discs[i * down : i * down + height, start + i * right : start + i * right + width].astype(
            int
        )
        for i in range(4)
    )
