"""Defines the command line, ``grade`` and its commands: one per file, without other logic."""

from __future__ import annotations

from grader.cli.main import main

__all__ = ["main"]
