"""How gradings tell how far they are."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with the task at hand, the number of cases done and the number of all cases."""
