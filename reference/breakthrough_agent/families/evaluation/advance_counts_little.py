"""A pawn on each further row counts more by one part in SIZE."""
#: tasks = 4
#: sizes = 1000000, 1000, 100, 50, 20, 10, 5, 3
#: accepted = from 1000000
#: because = by how much an evaluation rates a pawn is the student's choice

WEIGHTS = tuple(20 + 20 * row / SIZE for row in range(5)) + (0,)
