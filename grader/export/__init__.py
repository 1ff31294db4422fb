"""Packages of an assignment for other platforms, and for students' own machines.

Each module makes one kind of package and knows one platform's layout; what a package grades with is
this grader, so that verdicts are the same everywhere.
"""
