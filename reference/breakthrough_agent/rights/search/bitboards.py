"""Two integers hold the pawns; the evaluation takes them, and no board."""

del evaluate

FULL = (1 << 36) - 1
NOT_FIRST = sum(0b111110 << 6 * row for row in range(6))
NOT_LAST = sum(0b011111 << 6 * row for row in range(6))
ROW_MASKS = [0b111111 << 6 * row for row in range(6)]


def turned(pawns):
    return sum((pawns >> 6 * row & 63) << 6 * (5 - row) for row in range(6))


def steps(own, enemy):
    """Moves as source and target bits of the side that goes up; captures first."""
    free = FULL & ~own
    found = []
    for shift, pawns, allowed in (
        (7, own & NOT_LAST, free & enemy),
        (5, own & NOT_FIRST, free & enemy),
        (6, own, free & ~enemy),
        (7, own & NOT_LAST, free & ~enemy),
        (5, own & NOT_FIRST, free & ~enemy),
    ):
        targets = pawns << shift & allowed
        while targets:
            target = 1 << targets.bit_length() - 1
            targets ^= target
            found.append((target >> shift, target))
    return found


def worth(own, enemy_turned):
    return sum(
        weight * ((own & mask).bit_count() - (enemy_turned & mask).bit_count())
        for weight, mask in zip(WEIGHTS, ROW_MASKS)
    )


def search(own, enemy, depth, alpha, beta):
    if enemy & ROW_MASKS[0] or not own:
        return -WIN - depth
    if depth == 0:
        return worth(own, turned(enemy))
    for source, target in steps(own, enemy):
        mine, theirs = own ^ source | target, enemy & ~target
        alpha = max(alpha, -search(turned(theirs), turned(mine), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


class PlayerAI:
    def make_move(self, board):
        own = enemy = 0
        for row, cells in enumerate(board):
            for col, cell in enumerate(cells):
                own |= (cell == "B") << 6 * row + col
                enemy |= (cell == "W") << 6 * row + col
        best, alpha = None, -INFINITY
        for source, target in steps(own, enemy):
            mine, theirs = own ^ source | target, enemy & ~target
            depth = depth_for(board) - 1
            value = -search(turned(theirs), turned(mine), depth, -INFINITY, -alpha)
            if best is None or value > alpha:
                best, alpha = (source, target), value
        return tuple([*divmod(bit.bit_length() - 1, 6)] for bit in best)
