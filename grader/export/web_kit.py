"""Writes the students' kit as a page for any static host: public tests, run in the browser.

The folder holds the page, Pyodide and the files of the kit. The page loads them, then forbids
itself every further request, and runs a student's program in a worker that a button ends.
``templates/kit_page.html`` lays it out, ``kit_page.js`` shows results, and ``kit_worker.js`` runs
Python.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from grader.assignment import Assignment
from grader.export.find_pyodide_files import PYODIDE_VERSION, PyodideFiles
from grader.export.package_files import PackageFile, write_folder
from grader.machine.atomic_write import WriteError
from grader.model.formatting import verdict_sign
from grader.model.verdict import Verdict
from grader.render.html.html_injection_safety import (
    hash_for_policy,
    make_environment,
    read_style_sheet,
    read_template_file,
)
from grader.render.html.report_page import verdict_tone

_GENERATOR = "grade export kit --web"
_PACKAGE = "grader.export"
_NEEDED = ("kit_checks.py", "kit.json")
_LEFT_OUT = {"sign": "–", "words": "left out", "tone": "meta"}


@dataclass(frozen=True, slots=True)
class WebKitPage:
    """The parts of which a page is made, beside Pyodide.

    Attributes:
        title: the assignment's.
        filename: what a program is called that was not a file: ``ps2.py``.
        tasks: titles of tasks by their ids.
        files: ``kit_checks.py``, ``kit.json``, and ``filename`` if there is a skeleton.
    """

    title: str
    filename: str
    tasks: Mapping[str, str]
    files: Mapping[str, bytes]


def make_web_kit(assignment: Assignment, kit: Mapping[str, PackageFile]) -> WebKitPage:
    """Return what a page takes of ``kit``, which ``student_kit.make_kit`` has made."""
    own = f"{assignment.id}.py"
    return WebKitPage(
        title=assignment.title,
        filename=own,
        tasks={task.id: task.title for task in assignment.tasks},
        files={name: kit[name].content for name in (*_NEEDED, own) if name in kit},
    )


def write_web_kit(target: Path, kit: WebKitPage, pyodide: PyodideFiles) -> None:
    """Write the page and all that it needs to the folder ``target``, whole or not at all.

    An earlier page of a kit there is replaced.

    Raises:
        WriteError: ``target`` holds something else, or cannot be written.
    """
    if target.exists() and not _may_be_replaced(target):
        raise WriteError(
            f"{target} holds something that is no earlier page of a kit: name a new folder."
        )
    files = {name: PackageFile(each) for name, each in web_kit_files(kit, pyodide).items()}
    write_folder(target, files, replaces=True)


def web_kit_files(kit: WebKitPage, pyodide: PyodideFiles) -> dict[str, bytes]:
    """Return the contents of all files of the folder by their paths in it."""
    beside = {
        **{f"pyodide/{name}": content for name, content in pyodide.files.items()},
        **{f"kit/{name}": content for name, content in kit.files.items()},
    }
    return {**beside, "index.html": _page(kit, pyodide, beside).encode()}


def _page(kit: WebKitPage, pyodide: PyodideFiles, beside: Mapping[str, bytes]) -> str:
    style = read_style_sheet() + read_template_file(_PACKAGE, "kit_page.css")
    script = read_template_file(_PACKAGE, "kit_page.js")
    known = {
        # After another export, no file of an earlier one that a browser kept may be taken.
        "version": hashlib.sha256(b"".join(beside.values())).hexdigest()[:16],
        "filename": kit.filename,
        "tasks": dict(kit.tasks),
        "files": [{"path": path, "size": len(content)} for path, content in beside.items()],
        "packages": pyodide.packages,
        "verdicts": {
            **{each.value: _verdict_appearance(each) for each in Verdict},
            "left_out": _LEFT_OUT,
        },
    }
    text = (
        make_environment(_PACKAGE)
        .get_template("kit_page.html")
        .render(
            policy=_policy(style, script),
            style=Markup(style),
            script=Markup(script),
            worker=Markup(read_template_file(_PACKAGE, "kit_worker.js")),
            # A text of JSON that no browser takes for the end of a script.
            kit=Markup(json.dumps(known).replace("<", "\\u003c")),
            generator=_GENERATOR,
            title=kit.title,
            missing=pyodide.missing,
            python=pyodide.python,
            pyodide=PYODIDE_VERSION,
        )
    )
    return f"{text}\n"


def _policy(style: str, script: str) -> str:
    """Return the page's content security policy, which its workers inherit as they are blobs.

    Files come from its own host alone, until ``kit_page.js`` forbids those as well.
    """
    return (
        f"default-src 'none'; script-src '{hash_for_policy(script)}' blob: 'wasm-unsafe-eval'; "
        f"worker-src blob:; style-src '{hash_for_policy(style)}'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _verdict_appearance(verdict: Verdict) -> dict[str, str]:
    """Return how a report shows ``verdict``."""
    return {
        "sign": verdict_sign(verdict),
        "words": verdict.words,
        "tone": verdict_tone(verdict),
    }


def _may_be_replaced(target: Path) -> bool:
    """Return whether ``target`` is an empty folder, or holds an earlier page of a kit."""
    if not target.is_dir() or target.is_symlink():
        return False
    names: Sequence[str] = sorted(each.name for each in target.iterdir())
    if not names:
        return True
    page = target / "index.html"
    return (
        names == ["index.html", "kit", "pyodide"]
        and page.is_file()
        and _GENERATOR in page.read_text("utf-8", errors="replace")
    )
