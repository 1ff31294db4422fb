"""Calls of functions that are lent to a submission, in a process of their own.

They watch what the submission calls (:func:`sys.setprofile`). In a process that has run thousands
of tests, Python 3.11 may wait for ever then: at the beginning of a function that is watched, it
looks again and again at something that is pending and never done.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]

_CALLS = """
import json, linecache, sys, types
from importlib import import_module

name, source, arguments = json.load(sys.stdin)
module = types.ModuleType("submission")
lines = source.splitlines(keepends=True)
linecache.cache["agent.py"] = len(source), None, lines, "agent.py"  # as where it is graded
exec(compile(source, "agent.py", "exec"), module.__dict__)
sys.modules["submission"] = module
lent = getattr(import_module(f"reference.breakthrough_agent.{name}"), name)
json.dump(lent(*arguments), sys.stdout)
"""


def lent(name: str, source: str, *arguments: object) -> Any:
    """What the reference's function ``name`` answers beside a submission with this ``source``."""
    asked = json.dumps([name, source, arguments])
    done = subprocess.run(
        [sys.executable, "-c", _CALLS], input=asked, cwd=ROOT, capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    return json.loads(done.stdout)
