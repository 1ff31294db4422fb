"""Finds interpreters of other versions of Python on this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path


def find_python(version: str) -> str | None:
    """Finds a Python of this version that runs, also among those that pyenv has but does not offer.

    The shim of such a version lies on the path, starts nothing and ends with 127.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = [shutil.which(f"python{version}"), *pyenv.glob(f"versions/{version}.*/bin/python")]
    for path in map(str, filter(None, found)):
        if subprocess.run([path, "-c", ""], check=False, capture_output=True).returncode == 0:
            return path
    return None
