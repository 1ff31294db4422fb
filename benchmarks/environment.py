"""Environments of their own for programs that benchmarks need and this project does without."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def python_with(name: str) -> Path:
    """The Python of an environment that holds what ``requirements/NAME.txt`` locks.

    It is made under ``build/`` if need be, which takes a minute.
    """
    lock, folder = Path("requirements", f"{name}.txt"), Path("build", name)
    python = (folder / "bin" / "python").absolute()
    mark = folder / "installed"
    if not mark.exists() or mark.read_text("utf-8") != lock.read_text("utf-8"):
        print(f"Installing the packages of {lock} …", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run(
            [python, "-m", "pip", "install", "-qqq", "--require-hashes", "--no-deps", "-r", lock],
            check=True,
        )
        mark.write_text(lock.read_text("utf-8"), "utf-8")
    return python
