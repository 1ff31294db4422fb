"""Pawns are worth more the longer their way still is."""
#: fails = 4/values_advance, 2.2

WEIGHTS = (36, 26, 23, 21, 20, 0)
