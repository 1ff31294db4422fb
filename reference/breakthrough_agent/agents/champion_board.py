"""What the champion knows of the board: moves, worth, and wins that need no search.

A position is four integers: the mover's pawns and the opponent's, in the mover's view, and both
once more upside down, in the opponent's view. Each side goes towards higher bits in its own view,
so one set of tables serves both, and a position and its mirror image are the same.
"""

from __future__ import annotations

Position = tuple[int, int, int, int]

SIDE = 6
ROW = (1 << SIDE) - 1
ROWS = [ROW << SIDE * row for row in range(SIDE)]
LEFT = sum(1 << SIDE * row for row in range(SIDE))
RIGHT = LEFT << SIDE - 1
NOT_LEFT, NOT_RIGHT = ~LEFT, ~RIGHT
BOARD = (1 << SIDE * SIDE) - 1
BITS = [1 << cell for cell in range(SIDE * SIDE)]

PAWN = 100
WORTH = [
    worth + PAWN
    for row in (
        (8, 14, 10, 10, 14, 8),
        (2, 4, 6, 6, 4, 2),
        (8, 10, 12, 12, 10, 8),
        (22, 26, 28, 28, 26, 22),
        (60, 60, 60, 60, 60, 60),
        (0, 0, 0, 0, 0, 0),
    )
    for worth in row
]
"""What a pawn in a cell is worth to its owner, in its owner's view."""
PROTECTED = 5


def mirrored(pawns: int) -> int:
    """The rows upside down."""
    return sum((pawns >> SIDE * row & ROW) << SIDE * (SIDE - 1 - row) for row in range(SIDE))


# A move is a number: the cell it goes to, and 36 times its kind (straight, left, right).
STRAIGHT = {BITS[cell]: cell for cell in range(36)}
TO_LEFT = {BITS[cell]: 36 + cell for cell in range(36)}
TO_RIGHT = {BITS[cell]: 72 + cell for cell in range(36)}
STEPS = (SIDE, SIDE - 1, SIDE + 1)


def _changes(move: int) -> tuple[int, int, int, int, int]:
    """What a move changes, whatever else is on the board.

    The source and target as one mask, and what the opponent's pawns keep of theirs, in both views;
    and what the mover's pawn gains.
    """
    kind, cell = divmod(move, 36)
    source = cell - STEPS[kind]
    if source < 0:
        return 0, 0, 0, 0, 0
    mask = BITS[source] | BITS[cell]
    return (
        mask,
        ~BITS[cell],
        mirrored(mask),
        ~mirrored(BITS[cell]),
        WORTH[cell] - WORTH[source],
    )


CHANGES = [_changes(move) for move in range(108)]
TARGET = [BITS[move % 36] for move in range(108)]
TAKEN = [WORTH[STRAIGHT[mirrored(BITS[move % 36])]] for move in range(108)]
"""What the opponent loses with a pawn in the cell that a move goes to."""


def _ahead(cell: int, reach: tuple[int, ...]) -> int:
    """The cells ahead of one, at most ``reach[rows ahead]`` columns away."""
    row, col = divmod(cell, SIDE)
    return sum(
        BITS[SIDE * far + aside]
        for far in range(row + 1, SIDE)
        for aside in range(SIDE)
        if abs(aside - col) <= reach[far - row]
    )


# A pawn of whose path and neighbourhood the other side is too far away cannot be stopped: with
# half the rows between them, rounded up if the other side moves first, they meet.
PATH = {BITS[cell]: _ahead(cell, (0,) * 6) for cell in range(36)}
NEAR = {BITS[cell]: _ahead(cell, (0, 0, 1, 1, 2, 2)) for cell in range(36)}
NEAR_WAITING = {BITS[cell]: _ahead(cell, (0, 1, 1, 2, 2, 3)) for cell in range(36)}


def seen(own: int, opp: int, own_back: int, opp_back: int) -> int:
    """A won or lost position that needs no search: plies to the end, negative if lost, else 0.

    Nobody has arrived. A threat that can be captured is not a loss.
    """
    if not own:
        return -1
    if own & ROWS[4]:
        return 1
    threats = opp & ROWS[1]
    if threats:
        if threats & (threats - 1):
            return -2
        if not own & ((threats & NOT_LEFT) >> 7 | (threats & NOT_RIGHT) >> 5):
            return -2
        return 0
    steps = SIDE - 1 - (own.bit_length() - 1) // SIDE
    opp_steps = SIDE - 1 - (opp_back.bit_length() - 1) // SIDE
    if steps <= opp_steps:
        runners = own >> SIDE * (SIDE - 1 - opp_steps) << SIDE * (SIDE - 1 - opp_steps)
        while runners:
            runner = runners & -runners
            runners ^= runner
            if not opp & NEAR[runner] and not own & PATH[runner]:
                return 2 * (SIDE - 1 - STRAIGHT[runner] // SIDE) - 1
    if opp_steps < steps:
        runners = opp_back >> SIDE * (SIDE - steps) << SIDE * (SIDE - steps)
        while runners:
            runner = runners & -runners
            runners ^= runner
            if not own_back & NEAR_WAITING[runner] and not opp_back & PATH[runner]:
                return -2 * (SIDE - 1 - STRAIGHT[runner] // SIDE)
    return 0


def structure(own: int, opp_back: int) -> int:
    """What the mover's protected pawns are worth, less those of the opponent."""
    mine = own & ((own & NOT_LEFT) << 5 | (own & NOT_RIGHT) << 7)
    theirs = opp_back & ((opp_back & NOT_LEFT) << 5 | (opp_back & NOT_RIGHT) << 7)
    return PROTECTED * (mine.bit_count() - theirs.bit_count())


def captures(own: int, opp: int) -> list[int]:
    """The moves that capture, those of the farthest pawns first."""
    found = []
    rest = (own & NOT_LEFT) << 5 & opp
    while rest:
        bit = rest & -rest
        rest ^= bit
        found.append(TO_LEFT[bit])
    rest = (own & NOT_RIGHT) << 7 & opp
    while rest:
        bit = rest & -rest
        rest ^= bit
        found.append(TO_RIGHT[bit])
    return found


def quiet_moves(own: int, opp: int) -> list[int]:
    """The moves onto empty cells."""
    empty = BOARD & ~(own | opp)
    found = []
    rest = own << 6 & empty
    while rest:
        bit = rest & -rest
        rest ^= bit
        found.append(STRAIGHT[bit])
    rest = (own & NOT_LEFT) << 5 & empty
    while rest:
        bit = rest & -rest
        rest ^= bit
        found.append(TO_LEFT[bit])
    rest = (own & NOT_RIGHT) << 7 & empty
    while rest:
        bit = rest & -rest
        rest ^= bit
        found.append(TO_RIGHT[bit])
    return found


def played(position: Position, move: int) -> tuple[Position, int]:
    """The position after a move, in the opponent's view first, and what the mover gains."""
    own, opp, own_back, opp_back = position
    mask, keep, mask_back, keep_back, gain = CHANGES[move]
    if opp & TARGET[move]:
        gain += TAKEN[move]
    return (opp_back & keep_back, own_back ^ mask_back, opp & keep, own ^ mask), gain
