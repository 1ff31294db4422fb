"""Prints the tables of docs/detection-limits.md: ``python -m benchmarks.limits``.

They hold the limits that are declared. Whether the hidden tests keep to them is what
``grade author validate --only limits`` finds out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from grader import assignment as assignments
from grader.assignment.course_assignments import BUILT_IN
from grader.author.read_mutant_families import MutantFamily, list_families


def tables() -> str:
    """A table in Markdown for each assignment that has families, under its title."""
    parts: list[str] = []
    for file in sorted(BUILT_IN.glob("hidden_tests/*/assignment.toml")):
        chosen = assignments.load_assignment(file.parent.name)
        if found := list_families(chosen):
            parts.append(f"## {chosen.title}\n\n" + "\n".join(_table(found)) + "\n")
    return "\n".join(parts)


def _table(found: list[MutantFamily]) -> Iterator[str]:
    yield "| family | tasks | the mistake | sizes tried | accepted | why that remains |"
    yield "|---|---|---|---|---|---|"
    for family in found:
        cells = (
            f"`{family.name}`",
            ", ".join(family.tasks),
            family.sentence,
            ", ".join(filter(None, family.sizes)) or "–",
            family.limit(family.declared),
            family.because or "–",
        )
        yield f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


if __name__ == "__main__":
    sys.stdout.write(tables())
