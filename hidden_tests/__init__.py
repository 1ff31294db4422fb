"""Hidden tests: one folder per assignment."""
