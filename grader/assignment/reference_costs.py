"""Reads and writes the CPU time that the reference solution took for each case (``costs.json``).

``costs.json`` stands beside the hidden tests and is written by ``grade author costs``. Without it,
or for a case that it does not name, nothing is known, and budgets are the assignment's least ones.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeGuard

NAME = "costs.json"


@dataclass(frozen=True, slots=True)
class MaxCallCost:
    """The highest cost of one call of the reference solution in one case.

    Attributes:
        cpu_seconds: where it was measured; ``None`` if it was next to nothing.
        calls: how often it called each lent function, where that is the same at each run.
    """

    cpu_seconds: float | None = None
    calls: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceCosts:
    """The costs of an assignment's cases, as far as they are known.

    Attributes:
        calibration: seconds that :func:`grader.machine.speed.measure_shortest_benchmark` gave where
            costs were measured; ``None`` if nothing was measured.
        cases: by the case's id.
    """

    calibration: float | None = None
    cases: Mapping[str, MaxCallCost] = field(default_factory=dict)

    def of(self, case: str) -> MaxCallCost:
        """Return the cost of the case with the id ``case``; an empty cost if none is known."""
        return self.cases.get(case, _UNKNOWN)


_UNKNOWN = MaxCallCost()
_REMEDY = "delete it and write it anew with `grade author costs`."


def read_costs(path: Path) -> ReferenceCosts:
    """Return the costs in the file ``path``; none if there is no such file.

    Raises:
        ValueError: if it cannot be used. The message is a sentence that names the file.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return ReferenceCosts()
    except (OSError, ValueError, RecursionError) as problem:
        raise ValueError(f"{path} cannot be read: {problem}.") from None
    match document:
        case {"calibration": float(calibration), "cases": dict(cases), **rest} if not rest:
            if _is_seconds(calibration):
                return ReferenceCosts(
                    calibration, {name: _cost(path, name, entry) for name, entry in cases.items()}
                )
    raise ValueError(f"{path} must hold a calibration in seconds, and cases; {_REMEDY}")


def _cost(path: Path, case: str, entry: object) -> MaxCallCost:
    if isinstance(entry, dict) and entry and entry.keys() <= {"cpu", "calls"}:
        cpu, calls = entry.get("cpu"), entry.get("calls", {})
        if (cpu is None or _is_seconds(cpu)) and _are_calls(calls):
            return MaxCallCost(cpu, calls)
    raise ValueError(f"{path}: {entry!r} is no cost of the case {case}; {_REMEDY}")


def _is_seconds(value: object) -> TypeGuard[float]:
    return type(value) is float and math.isfinite(value) and value > 0


def _are_calls(value: object) -> TypeGuard[dict[str, int]]:
    return isinstance(value, dict) and all(type(n) is int and n >= 0 for n in value.values())


def dump_costs(costs: ReferenceCosts) -> str:
    """Return ``costs`` as the text of a file, one case to a line, so that changes can be read."""
    lines: list[str] = []
    for case, cost in costs.cases.items():
        facts = {"cpu": cost.cpu_seconds, "calls": dict(cost.calls)}
        known = {key: value for key, value in facts.items() if value}
        lines.append(f"  {json.dumps(case)}: {json.dumps(known)}")
    cases = ",\n".join(lines)
    return f'{{\n "calibration": {costs.calibration},\n "cases": {{\n{cases}\n }}\n}}\n'
