"""Checks and normalises texts that people send by forms and programs."""

from __future__ import annotations

import unicodedata

from grader.service import ServiceProblem

LONGEST = 2000
"""Characters of most texts."""


def unix_newlines(text: str) -> str:
    """Return a text with LF at the end of each line; forms send CR LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_length(text: str, what: str, longest: int = LONGEST) -> str:
    """Return ``text`` stripped and with LF line ends, if it is not too long.

    Args:
        what: begins the sentence about a text that is too long.

    Raises:
        ServiceProblem: if it has more characters than ``longest``.
    """
    text = unix_newlines(text).strip()
    if len(text) > longest:
        raise ServiceProblem(f"{what} has at most {longest} characters; this one has {len(text)}.")
    return text


def contains_all_words(wanted: str, *texts: str) -> bool:
    """Return whether each word of ``wanted`` is in one of these texts.

    Upper and lower case are the same, and so are all ways in which Unicode writes a letter.
    """
    whole = "\n".join(map(_casefold, texts))
    return all(word in whole for word in _casefold(wanted).split())


def _casefold(text: str) -> str:
    """Return a text folded for caseless comparison (Unicode 15, section 3.13, D146)."""
    if text.isascii():  # as most names are, of which a list may look at thousands
        return text.lower()
    once = unicodedata.normalize("NFKD", unicodedata.normalize("NFD", text).casefold())
    return unicodedata.normalize("NFKC", once.casefold())
