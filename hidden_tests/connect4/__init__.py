"""Hidden tests of the Connect 4 notebook."""
