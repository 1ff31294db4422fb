"""Defines the errors of the zygote where another process breaks the protocol or has ended."""

from __future__ import annotations


class Breach(Exception):
    """The untrusted side did not keep to the protocol."""


class LentGone(Exception):
    """What answers for lent functions was ended, before it could say what it was asked."""


class Gone(Exception):
    """The template's end of the socket was closed: the template has ended."""
