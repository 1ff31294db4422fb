"""The source of an agent: its module, behind the reference's functions that it calls.

Modules of the reference import each other for types only: where they are lent to students, what
they call is the student's. Here it comes along.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

NAMES = (
    "random", "greedy", "monte_carlo", "alpha_beta", "cutoff", "forward_pruning", "champion",
)  # fmt: skip
_FOLDER = Path(__file__).parent
_PACKAGE = "reference.connect4."


def source_of(name: str) -> str:
    """The text of a module that defines ``agent``, for the sandbox or anywhere else.

    Raises:
        ValueError: if there is no such agent.
    """
    if name not in NAMES:
        raise ValueError(f"An agent is one of {', '.join(NAMES)}; got {name!r}.")
    texts = _joined(_FOLDER / f"{name}.py", set())
    return "\n\n".join(["from __future__ import annotations\n", *texts])


def load(name: str) -> Any:
    """The function ``agent(board, player)`` of a new module, in this process."""
    namespace: dict[str, Any] = {"__name__": f"agent_{name}"}
    exec(compile(source_of(name), f"<{name}>", "exec"), namespace)  # noqa: S102 -- our own
    return namespace["agent"]


def _joined(path: Path, done: set[Path]) -> list[str]:
    """The text of a module without what it imports from here, behind the text of that."""
    done.add(path)
    text = path.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    before = []
    for node in ast.parse(text).body:
        needed = _needed(node)
        if needed is not None:
            last = node.end_lineno or node.lineno
            lines[node.lineno - 1 : last] = [""] * (last - node.lineno + 1)
        for each in needed or ():
            if each not in done:
                before += _joined(each, done)
    return [*before, "".join(lines)]


def _needed(node: ast.stmt) -> list[Path] | None:
    """The modules that a statement imports from here; ``None`` if it is to stay."""
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return []
    if not isinstance(node, ast.If) or ast.unparse(node.test) != "TYPE_CHECKING":
        return None
    names = [each.module or "" for each in node.body if isinstance(each, ast.ImportFrom)]
    return [
        _FOLDER.parent / f"{name.removeprefix(_PACKAGE)}.py"
        for name in names
        if name.startswith(_PACKAGE)
    ]
