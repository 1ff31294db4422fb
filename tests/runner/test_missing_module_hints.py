from __future__ import annotations

import pytest

from grader.runner.error_hints import add_missing_module_hint


def said(error: BaseException) -> str:
    return add_missing_module_hint(error, str(error))


def missing(name: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"No module named {name!r}", name=name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("helpers", "helpers.py was not handed in, and the course offers no package of that name"),
        ("a.b", "a/b.py was not handed in"),
        ("pandas", "the course does not offer the package pandas"),
        ("google.colab", "the course does not offer the package google"),
        ("tkinter", "this part of Python is not there"),
        ("os.nothing", "this part of Python is not there"),
    ],
)
def test_what_is_not_there(name: str, reason: str) -> None:
    assert said(missing(name)).startswith(f"No module named {name!r}: {reason}")


def test_a_file_that_no_import_can_use(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    with open("helpers.py", "wb") as file:  # noqa: PTH123 - in the working directory
        file.write(b"\0")
    assert "helpers.py was handed in, but holds no text" in said(missing("helpers"))


def test_other_exceptions_say_what_they_say() -> None:
    assert said(ValueError("No module named 'x'")) == "No module named 'x'"
    assert said(ModuleNotFoundError("my own words", name="x")) == "my own words"
    assert said(ModuleNotFoundError("No module named 'x'")) == "No module named 'x'"


def test_the_path_of_a_module_is_left_out() -> None:
    error = ImportError("cannot import name 'x' from 'random' (/usr/lib/python3/random.py)")
    assert said(error) == "cannot import name 'x' from 'random'"


def test_a_lying_exception_tells_nothing_it_should_not() -> None:
    class Lying(ModuleNotFoundError):
        name = property(lambda _: 1 / 0)

        def __str__(self) -> str:
            return "No module named 'x'"

    assert add_missing_module_hint(Lying(), "No module named 'x'") == "No module named 'x'"
