"""The service on this machine: a submission when nobody else is there, and a whole course at once.

For the course, Locust plays students in a browser (``students.py``), in an environment of its own
under ``build/`` that is made once (``requirements/crowd.txt``).
"""
