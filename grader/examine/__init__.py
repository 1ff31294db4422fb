"""Calls become verdicts: hidden tests are found, run on a submission, and decided."""
