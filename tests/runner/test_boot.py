"""What the interpreter in a sandbox is started with: modules that arrive over the wire."""

from __future__ import annotations

import importlib
import importlib.util
import json
import marshal
import subprocess
import sys

import pytest

from grader import wire
from grader.runner import boot
from grader.sandbox.zygote_client import boot_program

SOURCES = {
    "grader": "",
    "grader.runner": "",
    "grader.runner.zygote": "import sys\ndef main(): print('compiled', sys._getframe())",
}
COMPILED = {
    name: boot.compile_module(name, source.replace("compiled", "brought along"))
    for name, source in SOURCES.items()
}

GAME = {"made_up_game": "import enum\nclass Player(enum.Enum): BLACK = 'black'\n"}


def started(frame: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-P", "-s", "-S", "-B", "-c", boot_program()],
        input=frame,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("bytecode", "way"),
    [(importlib.util.MAGIC_NUMBER.hex(), b"brought along"), ("0" * 8, b"compiled")],
    ids=["same-version", "another-version"],
)
def test_only_code_of_the_same_version_is_used(bytecode: str, way: bytes) -> None:
    sent = {"sources": SOURCES, "bytecode": bytecode, "code": marshal.dumps(COMPILED).hex()}
    done = started(wire.frame_bytes(json.dumps(sent).encode()))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(way)
    assert b"<grader.runner.zygote>" in done.stdout


@pytest.mark.parametrize("frame", [b"", b"\0\0", b"\0\0\0\5{"])
def test_who_leaves_early_is_told_so(frame: bytes) -> None:
    done = started(frame)
    assert done.returncode == 1
    assert done.stderr == b"the trusted side closed the wire before the runner had arrived\n"


def test_a_loader_that_tools_can_ask() -> None:
    modules = boot.MemoryModules({"made": "answer = 42\n", "made.up": ""})
    spec = modules.find_spec("made", None)
    assert spec is not None
    assert spec.submodule_search_locations == []
    module = importlib.util.module_from_spec(spec)
    modules.exec_module(module)
    assert module.__dict__["answer"] == 42
    assert modules.get_source("made") == "answer = 42\n"
    assert modules.find_spec("unmade", None) is None


def test_a_module_is_executed_once_however_often_it_is_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Members of its enumerations are on the wire; a second class would have others."""
    monkeypatch.setattr(sys, "meta_path", [boot.MemoryModules(GAME), *sys.meta_path])
    try:
        game = importlib.import_module("made_up_game")
        player = game.__dict__["Player"]
        assert importlib.reload(game).__dict__["Player"] is player
        del sys.modules["made_up_game"]
        assert importlib.import_module("made_up_game") is game
        assert game.__dict__["Player"] is player
    finally:
        sys.modules.pop("made_up_game", None)


def test_a_module_that_could_not_be_executed_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing = boot.MemoryModules({"made_up_game": "import made_up_part\n"})
    monkeypatch.setattr(sys, "meta_path", [failing, *sys.meta_path])
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("made_up_game")
    monkeypatch.setattr(
        sys, "meta_path", [boot.MemoryModules({"made_up_part": ""}), *sys.meta_path]
    )
    try:
        importlib.import_module("made_up_game")
    finally:
        for name in ("made_up_game", "made_up_part"):
            sys.modules.pop(name, None)
