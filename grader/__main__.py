"""``python -m grader`` is ``grade``."""

from __future__ import annotations

from grader.cli import main

main()
