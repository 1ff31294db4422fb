"""Only the number of pawns counts, not how far they have come."""
#: fails = 2.2

WEIGHTS = (20, 20, 20, 20, 20, 20)
