"""``utils`` in the editions that students were given.

Several semesters handed out the same ``template``, and a ``utils`` that grew: from AY2022/23 S2 on,
boards need not be changed in place, and from AY2023/24 on there are ``INF`` and ``WIN``.

The one in ``provided`` has whatever any edition has, so that files of all of them run.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

_REFERENCE = Path(__file__).parents[1]
UTILS: Mapping[str, Path] = {
    name: _REFERENCE / "editions" / name / "utils.py"
    for name in ("ay2223_s1", "ay2223_s2", "ay2324_s1", "ay2324_s2")
}
"""The file of ``utils`` in each edition, by its name; the first one first."""
