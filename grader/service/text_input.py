"""Checks and normalises texts that people enter in forms or send to the API."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from urllib.parse import SplitResult, urlsplit

from grader.service import ServiceProblem

LONGEST = 2000
"""Characters of most texts."""
LONGEST_ADDRESS = 500
"""Characters of the address of a page or a server."""


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


def split_web_address(text: str, schemes: Collection[str]) -> SplitResult | None:
    """Return the parts of a web address; ``None`` if a text is none with one of ``schemes``."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    plain = text.isascii() and text.isprintable() and " " not in text
    fits = plain and len(text) <= LONGEST_ADDRESS and parts.scheme in schemes
    return parts if fits and parts.hostname and port != 0 else None


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
