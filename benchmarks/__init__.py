"""What the README's performance table is produced by: ``python -m benchmarks``.

Each benchmark prints medians of several runs with their spread, next to the target.
"""
