"""Copies what a sandbox needs out of this image, into a new folder: ``collect.py TARGET``.

That is the interpreter with its standard library, the system's shared libraries and the packages
of assignments: no shell, no account, no tool. It is run by the image's own Python, while the image
is being built.
"""

from __future__ import annotations

import compileall
import shutil
import sys
import sysconfig
from pathlib import Path

PACKAGES = Path("/packages")

_LEFT_OUT = shutil.ignore_patterns(
    "site-packages", "dist-packages", "test", "idlelib", "turtledemo", "ensurepip", "lib2to3",
    "config-*", "gconv", "perl*",
)  # fmt: skip


def main(target: Path) -> None:
    """Make ``target``, which is to become the root of an image of its own."""
    executable = Path(sys.executable)
    library = Path(sysconfig.get_path("stdlib"))
    triplet = sysconfig.get_config_var("MULTIARCH")
    # Containers cannot write: what is not compiled now would be compiled at every start.
    for folder in (library, PACKAGES):
        compileall.compile_dir(folder, quiet=2, workers=0)
    target.mkdir()
    for name in ("bin", "lib", "lib64"):
        link = Path("/", name)
        if link.is_symlink():  # into /usr, as in every newer system
            (target / name).symlink_to(link.readlink())
    wanted = {
        *(library, Path("/lib64"), Path("/lib", triplet), Path("/usr/lib", triplet)),
        *Path("/lib").glob("ld-linux*"),
        *Path(sysconfig.get_config_var("LIBDIR")).glob("libpython*.so*"),
        *(executable, executable.resolve(), executable.with_name("python3")),
        Path("/etc/ld.so.cache"),
    }
    # Where things really are: /lib is often /usr/lib.
    for path in sorted(wanted):
        place = path.resolve() if path.is_dir() else path.parent.resolve() / path.name
        _copy(place, target / place.relative_to("/"))
    shutil.copytree(PACKAGES, target / "packages", symlinks=True)


def _copy(place: Path, copied: Path) -> None:
    """Copy a file, a link or a folder, if it is there and has not come along already."""
    copied.parent.mkdir(parents=True, exist_ok=True)
    if copied.exists() or copied.is_symlink():
        return
    if place.is_symlink():
        copied.symlink_to(place.readlink())
    elif place.is_dir():
        shutil.copytree(place, copied, symlinks=True, ignore=_LEFT_OUT)
    elif place.is_file():
        shutil.copy2(place, copied)


main(Path(sys.argv[1]))
