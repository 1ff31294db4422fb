"""Defines the values that all other packages use: submission, verdict, report, figures, limits.

Imports nothing else of the grader.
"""
