"""Hidden tests of the Breakthrough mini project."""
