from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from grader.sandbox import python_runtime
from grader.sandbox.interpreter import PythonMissing


def test_the_interpreter_and_its_library_keep_their_paths() -> None:
    found = python_runtime.find_runtime((), private=False)
    assert found.executable == os.path.realpath(sys.executable)
    mounted = {inside: source for source, inside in found.mounts}
    for path in (found.executable, str(Path(os.__file__).resolve().parent)):
        assert mounted[path] == path


def test_installed_packages_are_hidden() -> None:
    found = python_runtime.find_runtime((), private=False)
    library = Path(os.__file__).resolve().parent
    assert set(found.hidden) <= {str(library / "site-packages"), str(library / "dist-packages")}
    packages = library / "site-packages"
    assert (str(packages) in found.hidden) is packages.is_dir()


def test_a_package_appears_alone() -> None:
    found = python_runtime.find_runtime(("pytest",), private=False)
    inside = [destination for _, destination in found.mounts]
    assert [path for path in inside if path.startswith(python_runtime.PACKAGES)] == [
        "/packages/pytest"
    ]


def test_a_package_that_is_missing_is_named() -> None:
    with pytest.raises(PythonMissing, match="no_such_package"):
        python_runtime.find_runtime(("no_such_package",), private=False)


@pytest.mark.parametrize(
    ("folder", "file", "readable"),
    [(0o755, 0o644, True), (0o755, 0o600, False), (0o700, 0o644, False), (0o711, 0o644, True)],
)
def test_what_everybody_may_read(folder: int, file: int, readable: bool, tmp_path: Path) -> None:
    above = [parent for parent in (tmp_path, *tmp_path.parents) if parent.stat().st_mode & 1 == 0]
    for parent in above:
        if not parent.is_relative_to(tempfile.gettempdir()):
            pytest.skip("temporary folders are private here")
        parent.chmod(0o755)
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "file").write_text("")
    (inside / "file").chmod(file)
    inside.chmod(folder)
    assert python_runtime._readable_by_all(inside / "file") is readable
    inside.chmod(0o755)
