"""Pawns are worth more the longer their way still is."""
#: fails = 2.2, 4/values_advance

WEIGHTS = (36, 26, 23, 21, 20, 0)
