"""Only the number of pawns counts, not how far they have come."""
#: fails = 4/values_advance, 2.2

WEIGHTS = (20, 20, 20, 20, 20, 20)
