"""Finds hidden tests, runs them on a submission, and decides their verdicts."""
