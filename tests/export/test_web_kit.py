from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.course_assignments import load_assignment
from grader.cli.main import main
from grader.export.find_pyodide_files import PYODIDE_VERSION, SNAPSHOT, read_pyodide
from grader.export.student_kit import make_kit
from grader.export.web_kit import make_web_kit, web_kit_files, write_web_kit
from grader.machine.atomic_write import WriteError
from grader.model.user_error import UsageError
from tests.export.web_kits import KIT, make_pyodide


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    return make_pyodide(tmp_path / "runtime", {"numpy": b"wheel"})


def written(folder: Path) -> dict[str, bytes]:
    files = (each for each in folder.rglob("*") if each.is_file())
    return {str(each.relative_to(folder)): each.read_bytes() for each in files}


def test_a_folder_holds_the_page_the_kit_and_the_runtime(tmp_path: Path, pyodide: Path) -> None:
    target = tmp_path / "page"
    write_web_kit(target, KIT, read_pyodide(pyodide, ()))
    found = written(target)
    assert found.pop("index.html").startswith(b"<!doctype html>")
    assert found == {
        "kit/kit_checks.py": KIT.files["kit_checks.py"],
        "kit/kit.json": KIT.files["kit.json"],
        "pyodide/pyodide-lock.json": (pyodide / "pyodide-lock.json").read_bytes(),
        "pyodide/pyodide.asm.mjs": b"pyodide.asm.mjs",
        "pyodide/pyodide.asm.wasm": b"pyodide.asm.wasm",
        "pyodide/pyodide.mjs": b"pyodide.mjs",
        "pyodide/python_stdlib.zip": b"python_stdlib.zip",
    }
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_the_page_names_no_other_host_and_says_that_it_is_no_grade(pyodide: Path) -> None:
    page = web_kit_files(KIT, read_pyodide(pyodide, ()))["index.html"].decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert "default-src &#39;none&#39;" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy.replace("wasm-unsafe-eval", "")
    hosts = set(re.findall(r"https?://([\w.]+)", page))
    assert hosts == {"pyodide.invalid"}
    assert "This is no grade" in page
    # What could set text as HTML is in no script.
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", page)


def test_a_title_ends_no_script_and_no_element(pyodide: Path) -> None:
    evil = "</script><script>alert(1)</script><img src=x>"
    kit = replace(KIT, title=evil, filename=f"{evil}.py", tasks={"1.1": evil})
    page = web_kit_files(kit, read_pyodide(pyodide, ()))["index.html"].decode()
    assert "<img" not in page
    assert page.count("</script>") == 3
    (data,) = re.findall(r'<script type="application/json" id="kit">(.*?)</script>', page)
    assert json.loads(data)["tasks"] == {"1.1": evil}


def test_files_of_another_export_have_other_addresses(pyodide: Path) -> None:
    def version(files: dict[str, bytes]) -> str:
        page = web_kit_files(replace(KIT, files=files), read_pyodide(pyodide, ()))["index.html"]
        (data,) = re.findall(r'id="kit">(.*?)</script>', page.decode())
        return str(json.loads(data)["version"])

    assert version({"kit.json": b"1"}) == version({"kit.json": b"1"})
    assert version({"kit.json": b"1"}) != version({"kit.json": b"2"})


def test_a_promised_package_is_brought_along_where_its_wheel_is(pyodide: Path) -> None:
    found = read_pyodide(pyodide, ("numpy", "scipy"))
    assert (found.packages, found.missing) == (("numpy",), ("scipy",))
    assert found.files["numpy-1.0-py3-none-any.whl"] == b"wheel"
    page = web_kit_files(KIT, found)["index.html"].decode()
    assert "This page has no <code>scipy</code>" in page
    assert "This page has no <code>numpy</code>" not in page
    assert "numpy-1.0-py3-none-any.whl" not in read_pyodide(pyodide, ()).files


def test_a_snapshot_goes_along_unless_packages_do(pyodide: Path) -> None:
    assert SNAPSHOT not in read_pyodide(pyodide, ()).files
    (pyodide / SNAPSHOT).write_bytes(b"memory")
    assert read_pyodide(pyodide, ("scipy",)).files[SNAPSHOT] == b"memory"
    assert SNAPSHOT not in read_pyodide(pyodide, ("numpy",)).files


def test_a_wheel_that_another_needs_has_to_be_there(tmp_path: Path, pyodide: Path) -> None:
    lock = pyodide / "pyodide-lock.json"
    known = json.loads(lock.read_text("utf-8"))
    known["packages"]["numpy"]["depends"] = ["openblas"]
    lock.write_text(json.dumps(known), "utf-8")
    assert read_pyodide(pyodide, ("numpy",)).missing == ("numpy",)


def test_a_wheel_of_another_release_is_refused(pyodide: Path) -> None:
    (pyodide / "numpy-1.0-py3-none-any.whl").write_bytes(b"other")
    with pytest.raises(UsageError, match=r"numpy-1\.0.* is not the file that"):
        read_pyodide(pyodide, ("numpy",))


def test_without_pyodide_one_sentence_says_what_to_do(
    tmp_path: Path, pyodide: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(UsageError, match=r"is not installed: run scripts/install-pyodide"):
        read_pyodide(None, ())
    with pytest.raises(UsageError, match=r"is not at .*nowhere, which is no folder"):
        read_pyodide(tmp_path / "nowhere", ())
    (pyodide / "pyodide.asm.wasm").unlink()
    with pytest.raises(UsageError, match=r"pyodide\.asm\.wasm cannot be read"):
        read_pyodide(pyodide, ())
    (pyodide / "pyodide.asm.wasm").write_bytes(b"")
    (pyodide / "pyodide-lock.json").write_text("[]", "utf-8")
    with pytest.raises(UsageError, match=r"its pyodide-lock\.json is none"):
        read_pyodide(pyodide, ())


def test_pyodide_is_found_where_the_script_puts_it(
    tmp_path: Path, pyodide: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = tmp_path / "cache" / "search-autograder" / f"pyodide-{PYODIDE_VERSION}"
    place.parent.mkdir(parents=True)
    pyodide.rename(place)
    assert read_pyodide(None, ()).python == "3.14.2"


def test_an_earlier_page_is_replaced_and_nothing_else(tmp_path: Path, pyodide: Path) -> None:
    target, files = tmp_path / "page", read_pyodide(pyodide, ())
    target.mkdir()
    write_web_kit(target, KIT, files)
    write_web_kit(target, replace(KIT, title="Other"), files)
    assert b"<title>Public tests, Other</title>" in (target / "index.html").read_bytes()
    (target / "notes.txt").write_text("mine", "utf-8")
    before = written(target)
    with pytest.raises(WriteError, match="holds something that is no earlier page of a kit"):
        write_web_kit(target, KIT, files)
    assert written(target) == before


def test_a_folder_that_cannot_be_made_leaves_nothing(tmp_path: Path, pyodide: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(WriteError, match="Cannot write"):
        write_web_kit(tmp_path / "file" / "page", KIT, read_pyodide(pyodide, ()))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "runtime"]


def test_the_page_of_an_assignment_holds_nothing_that_its_kit_does_not(
    tmp_path: Path, pyodide: Path
) -> None:
    assignment = load_assignment("ps2")
    files, _ = make_kit(assignment)
    kit = make_web_kit(assignment, files)
    assert {name: files[name].content for name in kit.files} == kit.files
    assert sorted(kit.files) == ["kit.json", "kit_checks.py", "ps2.py"]
    assert kit.tasks["1.3"] == "State transitions"


def test_the_command_writes_a_folder(
    tmp_path: Path, pyodide: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "page"
    command = ["export", "kit", "ps2", "--web", "-o", str(target), "--pyodide", str(pyodide)]
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code == 0
    assert "web server" in capsys.readouterr().out
    assert (target / "kit" / "kit.json").is_file()
    assert (target / "pyodide" / "numpy-1.0-py3-none-any.whl").is_file()


def test_pyodide_without_a_page_is_a_mistake(
    tmp_path: Path, pyodide: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["export", "kit", "ps2", "-o", str(tmp_path / "kit.zip"), "--pyodide", str(pyodide)])
    assert ended.value.code == 2
    assert "--pyodide is for the page" in capsys.readouterr().err
