"""Values that everything else speaks in: submission, verdict, report, figures, limits.

Imports nothing else of the grader.
"""
