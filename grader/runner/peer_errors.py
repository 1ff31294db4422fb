"""Defines the errors of the zygote where another process breaks the protocol or has ended."""

from __future__ import annotations


class Breach(Exception):
    """The error of a message that breaks the protocol of the untrusted side."""


class LentGone(Exception):
    """The error of a process of lent functions that ended before it told what was asked."""


class Gone(Exception):
    """The error of a template that has ended: its end of the socket was closed."""
