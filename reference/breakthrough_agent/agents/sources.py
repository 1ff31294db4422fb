"""The source of an agent: its module, behind the modules that it imports from here."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
_PACKAGE = "reference.breakthrough_agent.agents."
_CLASSES = {
    "naive": ("one_ply", "Naive"),
    "random": ("one_ply", "Random"),
    "killer": ("one_ply", "Killer"),
    "position": ("one_ply", "Position"),
    "reckless": ("one_ply", "Reckless"),
    "defensive": ("one_ply", "Defensive"),
    "cautious": ("one_ply", "Cautious"),
    "mobility": ("one_ply", "Mobility"),
    "comprehensive": ("one_ply", "Comprehensive"),
    "fixed_depth": ("fixed_depth", "FixedDepth"),
    "zobrist": ("zobrist", "Zobrist"),
    "iterative_deepening": ("iterative_deepening", "IterativeDeepening"),
    "champion": ("champion", "Champion"),
}
NAMES = tuple(name if name != "fixed_depth" else "fixed_depth_3" for name in _CLASSES)
"""All agents; beside ``fixed_depth_3`` there is one for every other number of plies."""
TIMED = frozenset({"iterative_deepening", "champion"})
"""Those that think as long as they may."""


def source_of(name: str, *, seconds: float | None = None) -> str:
    """The text of a module that defines ``PlayerAI``, for the sandbox or anywhere else.

    Args:
        name: one of ``NAMES``, or ``fixed_depth_<plies>``.
        seconds: that a move may take, for those in ``TIMED``; 3 by default.

    Raises:
        ValueError: if there is no such agent, or it does not look at the clock.
    """
    family, plies = name, None
    if found := re.fullmatch(r"fixed_depth_([1-9][0-9]?)", name):
        family, plies = "fixed_depth", int(found[1])
    if family not in _CLASSES or (family == "fixed_depth" and plies is None):
        raise ValueError(f"An agent is one of {', '.join(NAMES)}; got {name!r}.")
    if seconds is not None and name not in TIMED:
        raise ValueError(f"The agent {name} does not look at the clock.")
    module, cls = _CLASSES[family]
    body = [f'"""The agent ``{name}``."""']
    if plies is not None:
        body.append(f"plies = {plies}")
    if seconds is not None:
        body.append(f"seconds = {seconds!r}")
    last = f"class PlayerAI({cls}):\n    " + "\n\n    ".join(body) + "\n"
    return "\n\n".join(["from __future__ import annotations\n", *_joined(module), last])


def load(name: str, *, seconds: float | None = None) -> Any:
    """A new agent, in this process: an object with ``make_move(board)``."""
    namespace: dict[str, Any] = {"__name__": f"agent_{name}"}
    exec(compile(source_of(name, seconds=seconds), f"<{name}>", "exec"), namespace)  # noqa: S102 -- our own
    return namespace["PlayerAI"]()


def _joined(module: str, done: set[str] | None = None) -> list[str]:
    """The text of a module without what it imports from here, behind the text of that."""
    done = set() if done is None else done
    done.add(module)
    text = (_FOLDER / f"{module}.py").read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    before = []
    for node in ast.parse(text).body:
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        ours = node.module.startswith(_PACKAGE)
        if ours or node.module == "__future__":
            last = node.end_lineno or node.lineno
            lines[node.lineno - 1 : last] = [""] * (last - node.lineno + 1)
        if ours and (needed := node.module.removeprefix(_PACKAGE)) not in done:
            before += _joined(needed, done)
    return [*before, "".join(lines)]
