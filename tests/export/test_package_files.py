"""Packages: what is in their zip, and that it is the same each time."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from grader.export.package_files import PackageFile, write_package, zip_package

FILES = {
    "tests/run": PackageFile(b"#!/bin/sh\n", executable=True),
    "tests/deep/data.json": PackageFile(b"{}"),
    "info.json": PackageFile(b"[]"),
}


def test_each_folder_has_an_entry() -> None:
    with zipfile.ZipFile(io.BytesIO(zip_package(FILES))) as package:
        assert package.namelist() == [
            "info.json", "tests/", "tests/deep/", "tests/deep/data.json", "tests/run",
        ]  # fmt: skip
        modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in package.infolist()}
        assert package.read("tests/run") == b"#!/bin/sh\n"
    assert modes["tests/run"] == 0o755
    assert modes["info.json"] == 0o644


def test_the_same_files_make_the_same_bytes(tmp_path: Path) -> None:
    write_package(tmp_path / "a.zip", FILES)
    write_package(tmp_path / "b.zip", dict(reversed(FILES.items())))
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
