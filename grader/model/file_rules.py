"""Defines which files of a hand-in an assignment looks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.model.submission import digest_texts


@dataclass(frozen=True, slots=True)
class FileRules:
    """The rules by which the file to grade is found among several.

    Attributes:
        given: names, lower case, of files that every student is given and often hands back, so
            that none of them is the one to grade.
        provided: those of them that the course provides to every submission, whatever is handed in:
            :func:`text_digest` of each, by its name in lower case.
        main: names, lower case, of files of which one is graded, if the assignment names any.
        asked: names of the functions and classes that the assignment asks for; empty if they are
            free.
    """

    given: frozenset[str] = frozenset()
    provided: Mapping[str, str] = field(default_factory=dict)
    main: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()


def text_digest(text: str) -> str:
    """Return a digest of a text that ignores blank lines around it and kinds of line ends."""
    return digest_texts(["\n".join(text.strip().splitlines())])
