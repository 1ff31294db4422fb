"""Finding modules that were handed in; what comes of importing them is in tests/sandbox."""

from __future__ import annotations

import sys
from types import ModuleType

from grader.runner.companion_modules import StudentModules, names_imported_from


def found(main: str, *paths: str) -> StudentModules:
    return StudentModules(ModuleType("submission"), main, dict.fromkeys(paths, ""))


def origin(modules: StudentModules, name: str, path: list[str] | None = None) -> str | None:
    spec = modules.find_spec(name, path)
    return None if spec is None else spec.origin or str(spec.submodule_search_locations)


def test_the_folder_of_the_program_comes_first_then_those_around_it() -> None:
    modules = found("a/b/ps2.py", "a/b/x.py", "a/x.py", "x.py", "a/y.py", "z.py")
    assert origin(modules, "x") == "/submission/a/b/x.py"
    assert origin(modules, "y") == "/submission/a/y.py"
    assert origin(modules, "z") == "/submission/z.py"
    assert origin(modules, "ps2") == "/submission/a/b/ps2.py"
    assert origin(modules, "nothing") is None


def test_a_package_comes_before_a_module_and_both_before_a_folder() -> None:
    modules = found("ps2.py", "x.py", "x/__init__.py", "y/a.py", "y.py", "z/a.py")
    assert origin(modules, "x") == "/submission/x/__init__.py"
    assert origin(modules, "y") == "/submission/y.py"
    assert origin(modules, "z") == "['/submission/z']"
    assert origin(modules, "z.a", ["/submission/z"]) == "/submission/z/a.py"
    assert origin(modules, "z.a", ["/elsewhere"]) is None


def test_only_packages_of_the_student_are_looked_into_early() -> None:
    modules = found("ps2.py", "json/tool.py", "x/a.py")
    assert modules.holds(["/submission/x"])
    assert not modules.holds(["/usr/lib/python3/json"])
    assert not modules.holds([])


def test_nothing_is_left_of_them() -> None:
    before = list(sys.meta_path), set(sys.modules)
    modules = found("ps2.py", "some_helper.py", "some_folder/a.py")
    modules.install()
    __import__("some_helper")
    __import__("some_folder.a")
    assert [module.__name__ for module in modules.modules] == ["some_helper", "some_folder.a"]
    modules.remove()
    assert (list(sys.meta_path), set(sys.modules)) == before


def test_names_that_were_imported_from_them() -> None:
    helper = ModuleType("helper")
    text = "def f(): ...\nclass C: ...\nclass M(type):\n    def __getattribute__(*_): 1 / 0\n"
    exec(text + "class D(metaclass=M): ...\nx = 1", helper.__dict__)  # noqa: S102
    namespace = {**helper.__dict__, "len": len, "g": test_names_that_were_imported_from_them}
    assert names_imported_from([helper], namespace) == ["f", "C", "M", "D"]
    assert names_imported_from([], namespace) == []
