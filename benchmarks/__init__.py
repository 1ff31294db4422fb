"""What prints the tables of docs/measurements.md: ``python -m benchmarks``.

Each benchmark prints medians of several runs with their spread, next to the target.
"""
