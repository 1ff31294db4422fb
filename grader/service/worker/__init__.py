"""Runs workers, each of which takes one grading at a time from the queue."""
