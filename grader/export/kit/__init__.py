"""Files of the student's kit that are copied as they are: they run on students' own machines.

They need nothing but the standard library of Python 3.10 or newer, and import what else they use
of the grader from texts in ``kit.json``.
"""
