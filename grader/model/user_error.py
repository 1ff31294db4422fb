"""Defines the errors that a person can mend, and that are no mistakes of the grader's."""

from __future__ import annotations


class UserError(Exception):
    """Something that people can mend. ``str()`` says in a sentence what is wrong and what to do.

    Attributes:
        misplaced: whether other files or arguments would do; otherwise the machine, the course or
            its surroundings are in trouble.
    """

    misplaced = False


class UsageError(UserError):
    """The command line asks for something that is not there, or that cannot be used."""

    misplaced = True
