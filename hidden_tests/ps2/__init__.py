"""Hidden tests of Problem Set 2."""
