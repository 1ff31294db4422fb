"""What a clone knows about the change at hand, and what CI runs for it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.deep.__main__ import choice
from tests.deep.change import HOURS, Change, change, head
from tests.deep.suites import SUITES

NOON = 1_700_000_000


class Repository:
    """A repository with one file per commit."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str, at: int = NOON) -> str:
        people = {
            f"GIT_{who}_{what}": value
            for who in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "A"), ("EMAIL", "a@b"), ("DATE", f"{at} +0000"))
        }
        return subprocess.run(
            ["git", "-C", str(self.root), *arguments],
            env={**os.environ, **people, "GIT_CONFIG_GLOBAL": "/dev/null"},
            capture_output=True, encoding="utf-8", check=True,
        ).stdout.strip()  # fmt: skip

    def commit(self, name: str, at: float = 0.0) -> str:
        """Add a file; the time is in hours."""
        (self.root / name).write_text(name)
        self.git("add", name)
        self.git("commit", "--quiet", "-m", name, at=NOON + int(3600 * at))
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.delenv("CI_BASE", raising=False)
    return Repository(tmp_path)


def test_on_main_it_is_the_work_of_some_hours(repository: Repository) -> None:
    repository.commit("a", at=-2 * HOURS)
    base = repository.commit("b", at=-HOURS - 0.1)
    repository.commit("c", at=-HOURS + 0.1)
    repository.commit("d")
    assert change(repository.root) == Change(base, ("c", "d"))


def test_a_merge_brings_everything_that_came_with_it(repository: Repository) -> None:
    base = repository.commit("a", at=-30)
    repository.git("checkout", "--quiet", "-b", "other")
    repository.commit("b", at=-20)
    repository.git("checkout", "--quiet", "main")
    repository.git("merge", "--quiet", "--no-ff", "other", "-m", "merge")
    assert change(repository.root) == Change(base, ("b",))


def test_on_a_branch_it_is_all_since_main(repository: Repository) -> None:
    base = repository.commit("a")
    repository.git("update-ref", "refs/remotes/origin/main", base)
    repository.commit("b", at=1)
    repository.commit("c", at=2)
    assert change(repository.root) == Change(base, ("b", "c"))


def test_a_base_can_be_named(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.commit("a", at=-30)
    base = repository.commit("b")
    repository.commit("c")
    monkeypatch.setenv("CI_BASE", "HEAD~1")
    assert change(repository.root) == Change(base, ("c",))


def test_a_file_that_moves_counts_twice(repository: Repository) -> None:
    repository.commit("a", at=-30)
    repository.git("mv", "a", "b")
    repository.commit("c")
    found = change(repository.root)
    assert found is not None
    assert found.paths == ("a", "b", "c")


def test_what_cannot_be_known(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    assert head(repository.root) is None
    assert change(repository.root) is None
    repository.commit("a")
    assert head(repository.root) is not None
    assert change(repository.root) is None
    monkeypatch.setenv("CI_BASE", "nowhere")
    assert change(repository.root) is None


def test_a_sixteenth_by_the_hash() -> None:
    options, sentences = choice("4cdff22e", None)
    assert options == ["--shard", "15/16"]
    assert sentences == [
        "Of each long suite: 15/16, by the hash of 4cdff22e.",
        "What has changed is not known, so that is all.",
    ]


def test_more_of_what_guards_the_change() -> None:
    options, sentences = choice("f0", Change("b" * 40, ("grader/tournament/x.py",)))
    assert options == ["--shard", "1/16", "--shares", "tournament=16"]
    assert sentences[1:] == [
        "The change since bbbbbbbbbbbb has 1 files.",
        "It touches what these guard, so all of them runs: tournament.",
    ]


def test_what_there_is_no_time_for_is_said() -> None:
    paths = tuple(path for suite in SUITES.values() for path in suite.tests)
    options, sentences = choice("f0", Change("b" * 40, paths))
    assert "load=1" in options
    assert sentences[-1].startswith(
        "It touches what these guard as well, and there is time for a part: "
    )
    assert sentences[-1].endswith("load 1/16. `make deep` runs all.")
