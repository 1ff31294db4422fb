"""A course that hands in within minutes, all of it, against a service on this machine.

1. Make an environment with Locust (``requirements/crowd.txt``) under ``build/``, once.
2. Make a course of the built-in assignments and its students, each with a session.
3. Start ``grade serve`` with its workers, and let Locust play the students (``students.py``).
4. Meanwhile, note the memory of server and workers.
5. Read from the database what was accepted, graded, and in which order.
"""
