"""Moves on two integers of 36 bits, shifted as wholes."""

import breakthrough

CELLS = 36
ALL = (1 << CELLS) - 1
LEFT = sum(1 << 6 * row for row in range(6))
RIGHT = LEFT << 5


def read(board, letter):
    return sum(1 << 6 * r + c for r in range(6) for c in range(6) if board[r][c] == letter)


def bits(number):
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def cell(bit):
    return divmod(bit, 6)


def generate_valid_moves(board, current_player):
    black, white = read(board, "B"), read(board, "W")
    free = ALL & ~(black | white)
    if current_player == breakthrough.Player.BLACK:
        found = [(to - 6, to) for to in bits(black << 6 & free)]
        found += [(to - 5, to) for to in bits((black & ~LEFT) << 5 & ALL & ~black)]
        found += [(to - 7, to) for to in bits((black & ~RIGHT) << 7 & ALL & ~black)]
    else:
        found = [(to + 6, to) for to in bits(white >> 6 & free)]
        found += [(to + 5, to) for to in bits((white & ~RIGHT) >> 5 & ~white)]
        found += [(to + 7, to) for to in bits((white & ~LEFT) >> 7 & ~white)]
    return [(cell(src), cell(dst)) for src, dst in found]


def improved_evaluate(board):
    black, white = read(board, "B"), read(board, "W")
    if black >> 30 or not white:
        return breakthrough.WIN
    if white & 63 or not black:
        return -breakthrough.WIN
    worth = (10, 10, 20, 40, 50)
    return sum(worth[bit // 6] for bit in bits(black)) - sum(
        worth[5 - bit // 6] for bit in bits(white)
    )
