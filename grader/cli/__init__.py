"""The command line: ``grade SUBMISSION`` and its companions. Each file is one command, no logic."""

from __future__ import annotations

from grader.cli.main import main

__all__ = ["main"]
