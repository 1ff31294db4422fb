from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import stat
import struct
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import intake
from grader.intake import IntakeError, handin_files, notebook_code
from grader.intake.accepted_files import MAX_ENTRIES, SIZE_LIMITS
from grader.intake.intake_errors import printable_name
from grader.intake.text_decoding import decode_with_doubt
from grader.model.submission import Cell, MainFileRules


def write(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def refusal(path: Path) -> str:
    with pytest.raises(IntakeError) as caught:
        intake.read_submission(path)
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert sentence.endswith(".")
    return sentence


def code(source: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": [], "metadata": {}}


def book(*cells: Any) -> str:
    return json.dumps({"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def zipped(path: Path, members: Mapping[str, bytes | str], **options: Any) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


# Python files and their encodings.


def test_a_python_file_is_one_cell(tmp_path: Path) -> None:
    path = write(tmp_path / "alice.py", "x = 1\n")
    read = intake.read_submission(path)
    assert read.cells == (Cell("x = 1\n", "alice.py", notebook=False),)
    assert read.path == str(path)
    assert read.notes == ()


def test_source_is_never_run_or_parsed(tmp_path: Path) -> None:
    text = "raise SystemExit\n" + "(" * 100_000
    assert intake.read_submission(write(tmp_path / "a.py", text)).cells[0].source == text


ENCODED = {
    "utf-8": ("é = '∑'\n".encode(), "é = '∑'\n"),
    "utf-8 with mark": (codecs.BOM_UTF8 + "é = 1\n".encode(), "é = 1\n"),
    "utf-16 little": (codecs.BOM_UTF16_LE + "é = 1\n".encode("utf-16-le"), "é = 1\n"),
    "utf-16 big": (codecs.BOM_UTF16_BE + "é = 1\n".encode("utf-16-be"), "é = 1\n"),
    "utf-32": (codecs.BOM_UTF32_LE + "é = 1\n".encode("utf-32-le"), "é = 1\n"),
    "declared": (
        "# -*- coding: cp1251 -*-\n# ж\n".encode("cp1251"),
        "# -*- coding: cp1251 -*-\n# ж\n",
    ),
    "declared below": (
        "#!/bin/python\n# coding=big5\n# 中\n".encode("big5"),
        "#!/bin/python\n# coding=big5\n# 中\n",
    ),
    "declared wrongly": ("# coding: ascii\n# é\n".encode(), "# coding: ascii\n# é\n"),
    "dangerous codec": (
        "# coding: unicode_escape\n# \\n é\n".encode(),
        "# coding: unicode_escape\n# \\n é\n",
    ),
    "unknown codec": ("# coding: klingon\n# é\n".encode(), "# coding: klingon\n# é\n"),
    "CRLF": (b"a\r\nb\r\n", "a\nb\n"),
    "CR": (b"a\rb\r", "a\nb\n"),
}


@pytest.mark.parametrize(("data", "text"), ENCODED.values(), ids=ENCODED)
def test_text_is_decoded(data: bytes, text: str) -> None:
    assert decode_with_doubt(data)[0] == text


def declarable() -> Iterator[str]:
    yield from ("utf8", "utf-8", "utf-8-sig", "ascii", "us-ascii", "latin1", "latin-1")
    for number in range(17):
        yield f"iso-8859-{number}"
        yield f"iso8859-{number}"
    for number in (*range(1250, 1260), 437, 850, 852, 949, 932, 1):
        yield f"cp{number}"
        yield f"windows-{number}"
    yield from ("koi8-r", "koi8-u", "gbk", "gb2312", "gb18030", "big5", "shiftjis", "shift_jis")
    yield from ("shift-jis", "euc-jp", "euc_kr", "mac-roman", "mac_roman", "utf8-sig", "utf8_sig")


@pytest.mark.parametrize("name", list(declarable()))
def test_any_name_of_a_codec_may_be_declared(name: str) -> None:
    text, doubt = decode_with_doubt(f"# coding: {name}\n".encode())
    assert text == f"# coding: {name}\n"
    assert bool(doubt) == (not _is_known(name))


def _is_known(name: str) -> bool:
    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True


def test_what_is_no_utf8_is_read_as_latin1_with_a_note(tmp_path: Path) -> None:
    read = intake.read_submission(write(tmp_path / "a.py", b"# caf\xe9\nx = 1\n"))
    assert read.cells[0].source == "# café\nx = 1\n"
    (note,) = read.notes
    assert note.file == "a.py"
    assert "Latin-1" in note.message


@given(st.binary(max_size=200))
def test_any_bytes_decode_to_text_without_carriage_returns(data: bytes) -> None:
    assert "\r" not in decode_with_doubt(data)[0]


def test_the_digest_follows_names_and_sources(tmp_path: Path) -> None:
    def digest(name: str, content: str) -> str:
        return intake.read_submission(write(tmp_path / name, content)).digest

    assert digest("a.py", "x = 1\r\n") == digest("a.py", "x = 1\n")
    different = {
        digest("a.py", "x = 1\n"),
        digest("b.py", "x = 1\n"),
        digest("a.py", "x = 2\n"),
        digest("a.ipynb", book(code("x = 1\n"))),
        digest("a.ipynb", book(code("x = "), code("1\n"))),
    }
    assert len(different) == 5
    assert all(len(found) == 64 for found in different)


# What is refused.

REFUSED: dict[str, tuple[str, bytes, str]] = {
    "empty": ("a.py", b"", "is empty"),
    "blank": ("a.py", b" \n\t\r\n", "is empty"),
    "only a mark": ("a.py", codecs.BOM_UTF8, "is empty"),
    "binary": ("a.py", b"x\0\0\0", "looks like a binary file"),
    "other kind": ("report.pdf", b"%PDF", "not a kind of file that is graded"),
    "no kind": ("Makefile", b"all:", "not a kind of file that is graded"),
    "no ending": ("ps2", b"x = 1\n", "If ps2 holds your Python program, rename it to ps2.py."),
    "a text": ("ps2.txt", "x = 'ü'\n".encode("latin-1"), "rename it to ps2.py."),
    "a copy": ("ps2.py.bak", b"x = 1\n", "rename it to ps2.py."),
    "not JSON": ("a.ipynb", b"x = 1\n", "not valid JSON"),
    "deep JSON": ("a.ipynb", b"[" * 200_000, "not valid JSON"),
    "JSON without cells": ("a.ipynb", b'{"cells": 3}', "no list of cells"),
    "JSON list": ("a.ipynb", b"[]", "no list of cells"),
    "no code": ("a.ipynb", book({"cell_type": "markdown", "source": "x"}).encode(), "no code"),
    "blank code": ("a.ipynb", book(code(" \n")).encode(), "no code"),
    "many cells": ("a.ipynb", book(*[code("x")] * 2001).encode(), "2001 cells"),
    "values": ("a.ipynb", b"[" + b"0," * 1_000_001 + b"0]", "clear its outputs"),
    "much code": ("a.ipynb", book(*[code("#" * 60_000)] * 20).encode(), "more than 1 MiB of code"),
    "not a zip": ("a.zip", b"PK\3\4 and so on", "not a readable zip"),
    "bad": ("a.zip", b"PK\5\6" + bytes([0, 0, 0, 0, 1, 0, 1, *[9] * 8, 0, 0]), "not a readable"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content", "said"), REFUSED.values(), ids=REFUSED)
def test_is_refused_with_a_sentence(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    sentence = refusal(write(tmp_path / name, content))
    assert said in sentence


def test_a_packed_text_is_to_be_renamed_if_there_is_one_only(tmp_path: Path) -> None:
    one = zipped(tmp_path / "one.zip", {"hw/ps2.txt": "x = 1\n", "plan.pdf": b"%PDF"})
    assert "If ps2.txt holds your Python program, rename it to ps2.py." in refusal(one)
    two = zipped(tmp_path / "two.zip", {"ps2.txt": "x = 1\n", "notes": "Hello"})
    assert "rename" not in refusal(two)


@pytest.mark.parametrize("content", [b"", b"x\0\0\0", b"%PDF-1.7\n", b"\x89\x01\xff", b"<html>"])
def test_what_is_no_text_is_not_to_be_renamed(tmp_path: Path, content: bytes) -> None:
    assert "rename" not in refusal(write(tmp_path / "ps2.txt", content))


def test_a_missing_file(tmp_path: Path) -> None:
    assert "There is no file" in refusal(tmp_path / "nobody.py")


def test_paths_that_cannot_be_opened(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(tmp_path / "a\0b.py")
    assert "cannot be read" in refusal(tmp_path / f"{'a' * 5000}.py")


@pytest.mark.parametrize("name", ["big.py", "big.ipynb", "big.zip"])
def test_large_files_are_refused_by_their_size(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, "")
    os.truncate(path, 100 << 20)
    assert "is larger than" in refusal(path)


def test_a_file_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    limit = SIZE_LIMITS[".py"]
    assert (
        len(intake.read_submission(write(tmp_path / "a.py", "x" * limit)).cells[0].source) == limit
    )
    assert "is larger than 1 MiB" in refusal(write(tmp_path / "a.py", "#" * (limit + 1)))


def test_pipes_devices_and_folders_are_neither_read_nor_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    assert "not a regular file" in refusal(tmp_path / "pipe.py")
    assert "is a folder" in refusal(tmp_path / "folder.py")


@pytest.mark.parametrize("target", ["real.py", "folder", "nowhere.py", "link.py", "/dev/zero"])
def test_a_link_is_not_followed_even_when_asked_for_by_name(tmp_path: Path, target: str) -> None:
    write(tmp_path / "real.py", "x = 1\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.py").symlink_to(target)
    assert "is a symbolic link" in refusal(tmp_path / "link.py")


def test_folders_on_the_way_may_be_links(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    write(tmp_path / "there/real.py", "x = 1\n")
    (tmp_path / "here").symlink_to("there")
    assert intake.read_submission(tmp_path / "here/real.py").cells[0].name == "real.py"


def test_names_are_shown_without_control_characters(tmp_path: Path) -> None:
    assert printable_name("a\x1b[31m\u202eb\n.py") == "a\\x1b[31m\\u202eb\\n.py"
    assert len(printable_name("x" * 5000)) <= 120
    read = intake.read_submission(write(tmp_path / "a\x1b[2J.py", "x = 1\n"))
    assert read.cells[0].name == "a\\x1b[2J.py"
    strange = os.fsdecode(b"\xff.py")
    read = intake.read_submission(write(tmp_path / strange, "x = 1\n"))
    assert read.path.endswith("\\udcff.py")
    assert read.cells[0].name.isascii()


# Notebooks.


def test_code_cells_are_numbered_and_joined(tmp_path: Path) -> None:
    text = book(
        {"cell_type": "markdown", "source": "# Task"},
        code(["x = 1\r\n", "y = 2"]),
        code("  "),
        {"cell_type": "raw", "source": "z = 3"},
        code("z = 3"),
    )
    read = intake.read_submission(write(tmp_path / "bob.ipynb", text))
    assert read.cells == (
        Cell("x = 1\ny = 2", "bob.ipynb cell 1", notebook=True),
        Cell("z = 3", "bob.ipynb cell 3", notebook=True),
    )


def test_the_old_format_keeps_cells_on_worksheets(tmp_path: Path) -> None:
    old = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}, 7]}
    read = intake.read_submission(write(tmp_path / "a.ipynb", json.dumps(old)))
    assert [cell.source for cell in read.cells] == ["x = 1"]


def test_malformed_cells_are_noted_and_the_rest_is_read(tmp_path: Path) -> None:
    text = book("text", None, code(5), code(["x", 5]), {"cell_type": "code"}, {}, code("x = 1"))
    read = intake.read_submission(write(tmp_path / "a.ipynb", text))
    assert [(cell.name, cell.source) for cell in read.cells] == [("a.ipynb cell 4", "x = 1")]
    assert len(read.notes) == 5


def test_cells_without_a_type_are_read_where_they_can_only_be_code(tmp_path: Path) -> None:
    work, prose, nothing = '{"source": "x = 1", "outputs": []}', '{"source": "Our state"}', "{}"
    text = book(*map(json.loads, (work, prose, nothing)), code("y = 2"))
    read = intake.read_submission(write(tmp_path / "a.ipynb", text))
    assert [cell.source for cell in read.cells] == ["x = 1", "y = 2"]
    assert [note.message for note in read.notes] == [
        "Cell 1 of the notebook has no type and was read as code",
        "Cell 2 of the notebook has no type and was left out",
    ]


def test_a_notebook_saved_on_windows_is_read_like_any_other(tmp_path: Path) -> None:
    text = json.dumps(json.loads(book(code(["x = 1\r\n", "y = 2"]))), indent=1)
    data = codecs.BOM_UTF8 + text.replace("\n", "\r\n").encode()
    path = tmp_path / "a.ipynb"
    path.write_bytes(data)
    read = intake.read_submission(path)
    assert ([cell.source for cell in read.cells], read.notes) == (["x = 1\ny = 2"], ())


def test_numbers_and_lone_surrogates_in_json_do_no_harm(tmp_path: Path) -> None:
    huge = "9" * 50_000
    text = f'{{"a": NaN, "b": {huge}, "c": 1e999, "cells": [{json.dumps(code("x = 0"))}]}}'
    assert len(intake.read_submission(write(tmp_path / "a.ipynb", text)).cells) == 1
    surrogate = intake.read_submission(write(tmp_path / "b.ipynb", book(code("x = '\ud800'"))))
    assert surrogate.cells[0].source == "x = '\ud800'"


def test_a_notebook_named_py_is_read_as_one_with_a_note(tmp_path: Path) -> None:
    read = intake.read_submission(write(tmp_path / "a.py", book(code("x = 1"))))
    assert read.cells == (Cell("x = 1", "a.py cell 1", notebook=True),)
    assert "despite its name" in read.notes[0].message
    plain = intake.read_submission(write(tmp_path / "b.py", '{"cells": 1}\n'))
    assert not plain.cells[0].notebook


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda s: (
            st.lists(s)
            | st.dictionaries(
                st.sampled_from(["cells", "worksheets", "cell_type", "source", "input"]),
                s | st.just("code"),
            )
        ),
    )
)
def test_any_json_is_read_or_refused(document: Any) -> None:
    try:
        sources, _ = notebook_code.code_cells(json.dumps(document), "a.ipynb")
    except IntakeError:
        return
    assert all(source.strip() for _, source in sources)


# Folders and archives.

GIVEN = MainFileRules(given=frozenset({"breakthrough.py", "utils.py"}))
CLUTTER = {
    "breakthrough.py": "x = 1",
    "utils.py": "x = 1",
    "hw/__init__.py": "x = 1",
    "hw/__pycache__/a.py": "x = 1",
    "hw/.ipynb_checkpoints/ps2-checkpoint.ipynb": "{}",
    "__MACOSX/hw/._ps2.py": "\0\5",
    ".hidden.py": "x = 1",
    "inner.zip": "PK",
    "notes.txt": "text",
}


def test_a_folder_with_one_file_of_the_student_s_own(tmp_path: Path) -> None:
    for name, content in CLUTTER.items():
        write(tmp_path / name, content)
    write(tmp_path / "hw/ps2.py", "own = 1\n")
    (tmp_path / "hw/linked.py").symlink_to("ps2.py")
    os.mkfifo(tmp_path / "hw/pipe.py")
    read = intake.read_submission(tmp_path, GIVEN)
    assert [(cell.name, cell.source) for cell in read.cells] == [("ps2.py", "own = 1\n")]


def test_an_archive_with_one_file_of_the_student_s_own(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {**CLUTTER, "../../hw/ps2.ipynb": book(code("own = 1"))})
    link = zipfile.ZipInfo("link.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "a") as file:
        file.writestr(link, "/etc/passwd")
        file.mkdir("folder.py")
    read = intake.read_submission(path, GIVEN)
    assert [(cell.name, cell.source) for cell in read.cells] == [("ps2.ipynb cell 1", "own = 1")]
    assert sorted(tmp_path.iterdir()) == [path]


def test_several_candidates_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "hw"
    for number in range(7):
        write(folder / f"try{number}.py", "x = 1\n")
    sentence = refusal(folder)
    assert "try0.py, try1.py, try2.py, try3.py, try4.py and 2 more" in sentence
    both = zipped(tmp_path / "a.zip", {"a.py": "x = 1", "a\x1b.ipynb": "{}"})
    assert "a.py, a\\x1b.ipynb" in refusal(both)


def test_no_candidate(tmp_path: Path) -> None:
    assert "no Python file or notebook of your own" in refusal(tmp_path)
    given = zipped(tmp_path / "a.zip", {"utils.py": "x = 1"})
    with pytest.raises(IntakeError, match="no Python file"):
        intake.read_submission(given, GIVEN)


def test_nothing_is_given_unless_the_assignment_says_so(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"utils.py": "x = 1"})
    assert intake.read_submission(path).cells[0].name == "utils.py"
    path = zipped(tmp_path / "b.zip", {"utils.py": "x = 1", "Game.PY": "x = 2"})
    assert (
        intake.read_submission(path, MainFileRules(given=frozenset({"game.py"}))).cells[0].name
        == "utils.py"
    )


def test_a_folder_may_be_deeper_than_python_may_call(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(1200):
        folder /= "d"
        folder.mkdir()
    (folder / "a.py").write_text("x = 1\n")
    assert intake.read_submission(tmp_path).cells[0].source == "x = 1\n"
    while folder != tmp_path:  # shutil, which pytest tidies up with, would call itself, too
        for entry in folder.iterdir():
            entry.unlink()
        folder.rmdir()
        folder = folder.parent


def test_a_folder_with_too_many_files(tmp_path: Path) -> None:
    for number in range(MAX_ENTRIES + 1):
        (tmp_path / f"{number}.txt").touch()
    assert "more than 2000 files" in refusal(tmp_path)


def test_an_archive_with_too_many_files(tmp_path: Path) -> None:
    many = {f"{number}.txt": "" for number in range(MAX_ENTRIES + 1)}
    assert "more than 2000 files" in refusal(zipped(tmp_path / "a.zip", many))


def test_a_bomb_is_refused_by_what_it_declares(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.py": bytes(20 << 20)})
    assert path.stat().st_size < 1 << 20
    assert "a.py is larger than 1 MiB" in refusal(path)


def test_a_bomb_that_lies_about_its_size_is_not_inflated(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.py": b"#" * (20 << 20)})
    data = bytearray(path.read_bytes())
    entry = data.rfind(b"PK\1\2")
    data[entry + 24 : entry + 28] = (100).to_bytes(4, "little")
    path.write_bytes(data)
    assert "not a readable zip" in refusal(path)


def changed(path: Path, offset: int, value: bytes) -> Path:
    """``path`` with a field of its first entry in the table of contents overwritten."""
    data = bytearray(path.read_bytes())
    at = data.find(b"PK\1\2") + offset
    data[at : at + len(value)] = value
    path.write_bytes(data)
    return path


def test_archives_of_unusual_kinds(tmp_path: Path) -> None:
    def plain() -> Path:
        return zipped(tmp_path / "a.zip", {"a.py": "x = 1\n"})

    assert "password" in refusal(changed(plain(), 8, b"\1\0"))
    assert "unusual way" in refusal(changed(plain(), 10, b"\x0c\0"))
    assert "unusual way" in refusal(changed(plain(), 10, b"\x63\0"))
    data = plain().read_bytes()
    end = data.rfind(b"PK\5\6")
    locator = b"PK\6\7" + bytes(16)
    sixty_four = write(tmp_path / "b.zip", data[:end] + locator + data[end:])
    assert "zip64" in refusal(sixty_four)
    assert "not a readable zip" in refusal(write(tmp_path / "c.zip", data[: end - 10] + data[end:]))


@pytest.mark.parametrize("name", ["a.py/.", "hw//a.py", "./a.py", "a.PY/./."])
def test_unusual_spellings_of_a_name_in_an_archive(tmp_path: Path, name: str) -> None:
    read = intake.read_submission(zipped(tmp_path / "a.zip", {name: "x = 1\n"}))
    assert read.cells[0].name.lower() == "a.py"


def test_an_archive_with_an_entry_without_a_name(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.py": "x = 1\n", "b": ""})
    data = path.read_bytes()
    end = data.rfind(b"PK\5\6")
    last = data.rfind(b"PK\1\2")
    nameless = data[:last] + data[last : last + 28] + b"\0\0" + data[last + 30 : last + 46]
    size = struct.pack("<L", len(nameless) - data.find(b"PK\1\2"))
    path.write_bytes(nameless + data[end : end + 12] + size + data[end + 16 :])
    assert "not a readable zip" in refusal(path)


def test_an_archive_with_an_offset_beyond_all_numbers(tmp_path: Path) -> None:
    data = zipped(tmp_path / "a.zip", {"a.py": "x = 1\n"}).read_bytes()
    start, end = data.find(b"PK\1\2"), data.rfind(b"PK\5\6")
    entry, record = bytearray(data[start:end]), bytearray(data[end:])
    extra = struct.pack("<HHQ", 1, 8, 2**64 - 1)
    entry[42:46] = b"\xff" * 4
    entry[30:32] = struct.pack("<H", len(extra))
    record[12:16] = struct.pack("<L", len(entry) + len(extra))
    path = write(tmp_path / "b.zip", data[:start] + entry + extra + record)
    assert "not a readable zip" in refusal(path)


def test_oddities_in_an_archive_are_not_warned_of(tmp_path: Path) -> None:
    odd = zipfile.ZipInfo("a.py")
    odd.extra = struct.pack("<HHBL", 0x7075, 5, 1, 0)  # a name in Unicode that is empty
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(odd, "x = 1\n")
    with warnings.catch_warnings(record=True, action="always") as warned:
        assert intake.read_submission(path).cells[0].source == "x = 1\n"
    assert warned == []


@given(st.binary(max_size=60), st.integers(0, 200))
def test_any_damage_to_an_archive_is_survived(noise: bytes, at: int) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.py", "x = 1\n" * 20)
    data = bytearray(buffer.getvalue())
    data[at : at + len(noise)] = noise
    with (
        contextlib.suppress(IntakeError),
        handin_files.open_archive(bytes(data), "a.zip") as members,
    ):
        for member in handin_files.list_regular_files(members):
            if member.endswith(".py"):
                assert (
                    len(handin_files.read_member(members, member, "a.zip", SIZE_LIMITS[".py"]))
                    <= SIZE_LIMITS[".py"]
                )


@pytest.mark.parametrize("form", ["file", "folder", "archive"])
@pytest.mark.parametrize("name", ["ps2.py.txt", "ps2.ipynb.json", "ps2.ipynb.txt"])
def test_a_name_with_an_ending_too_many_is_read_and_noted(
    tmp_path: Path, name: str, form: str
) -> None:
    content = book(code("x = 1")) if "ipynb" in name else "x = 1"
    path = tmp_path / ("all.zip" if form == "archive" else name if form == "file" else ".")
    if form == "archive":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(name, content)
    else:
        (tmp_path / name).write_text(content)
    read = intake.read_submission(path)
    assert [cell.source.strip() for cell in read.cells] == ["x = 1"]
    kind = ".ipynb" if "ipynb" in name else ".py"
    assert (f"The name has an unusual ending; the file was read as a {kind} file", name) in [
        (note.message, note.file) for note in read.notes
    ]
