"""Imports the Python files that were handed in beside the program, from memory.

It is asked last: a module of Python, of the course or of an installed package is never replaced by
a file of the same name. Like the program itself, a module is executed statement by statement, so
that one bad line costs only itself.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import accumulate
from types import FunctionType, ModuleType

from grader.runner import loader
from grader.runner.boot import SUBMISSION_FOLDER, student_builtins


class StudentModules:
    """A finder and loader of the student's modules, and the problems in them.

    Args:
        program: the program's own module, by whatever name these modules import it.
        main: its path within what was handed in; empty if there is nothing beside it.
        sources: of the modules, by path.
        root: where the files are.
        provided: names of the course's modules, which are found in the student's packages, too: in
            the place of the copies that were handed in there.

    Attributes:
        problems: of the statements in modules that were imported so far.
        before: called ahead of each statement of a module.
    """

    def __init__(
        self,
        program: ModuleType,
        main: str,
        sources: Mapping[str, str],
        root: str = SUBMISSION_FOLDER,
        provided: Collection[str] = (),
    ) -> None:
        self.problems: list[loader.LoadProblem] = []
        self.before: Callable[[], None] | None = None
        self._program = program
        self._main = main
        self._sources = sources
        self._root = root
        self._provided = frozenset(provided)
        self._found: list[ModuleType] = []
        self._names: set[str] = set()
        self._within = _StudentPackageFinder(self)
        self._packages = {
            folder for path in (*sources, main) for folder in _enclosing_folders(path)
        }

    @property
    def modules(self) -> list[ModuleType]:
        """Return the modules that were imported so far."""
        return list(self._found)

    def install(self) -> None:
        """Make these modules importable, and give the program its place among them."""
        sys.meta_path.insert(0, self._within)
        sys.meta_path.append(self)
        if not self._main:
            return
        folder = self._main.rpartition("/")[0]
        self._program.__package__ = folder.replace("/", ".")
        if not folder:
            # A relative import needs a package, which the program then is itself.
            self._program.__package__ = self._program.__name__
            self._program.__path__ = [self._root]

    def remove(self) -> None:
        """Remove the finders and all imported modules."""
        sys.meta_path.remove(self._within)
        sys.meta_path.remove(self)
        for name in {self._program.__name__, *self._names}:
            sys.modules.pop(name, None)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec of a student's module ``fullname``; ``None`` if there is no such file."""
        name = fullname.rpartition(".")[2]
        within = [f"{folder}/{name}" if folder else name for folder in self._searched(path)]
        for place in within:
            for file in (f"{place}/__init__.py", f"{place}.py"):
                if file in self._sources or (file == self._main and self._main.endswith(".py")):
                    return self._spec(fullname, file)
        if path is not None and name in self._provided:
            self._names.add(fullname)
            return importlib.machinery.ModuleSpec(fullname, _CourseModuleAliasLoader(name))  # type: ignore[arg-type]
        folders = [self._place(place) for place in within if place in self._packages]
        if not folders:
            return None
        self._names.add(fullname)
        spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = folders
        return spec

    def holds(self, path: Sequence[str]) -> bool:
        """Return whether a package with this search path is one of the student's."""
        places = {self._root, *map(self._place, self._packages)}
        return any(type(each) is str and each in places for each in path)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        """Return the program itself if it is imported, or ``None`` to have a new module made."""
        return self._program if self._path(spec.origin) == self._main else None

    def exec_module(self, module: ModuleType) -> None:
        """Execute the statements of ``module`` in its namespace, as far as they work."""
        if module is self._program:
            return
        assert module.__spec__ is not None
        path = self._path(module.__spec__.origin)
        self._found.append(module)
        module.__dict__["__builtins__"] = student_builtins()
        statements, problems = loader.plan_statements(
            [loader.Cell(self._sources[path], path, False)]
        )
        self.problems += problems
        self.problems += loader.execute_statements(
            statements, module.__dict__, before=self._announce
        )

    def get_source(self, fullname: str) -> str | None:
        """Return the source of the module ``fullname``, for tools that show it."""
        module = sys.modules.get(fullname)
        spec = getattr(module, "__spec__", None)
        return self._sources.get(self._path(spec.origin)) if spec is not None else None

    def _announce(self, _: loader.Statement) -> None:
        if self.before is not None:
            self.before()

    def _spec(self, fullname: str, file: str) -> importlib.machinery.ModuleSpec:
        self._names.add(fullname)
        is_package = file.endswith("/__init__.py")
        spec = importlib.machinery.ModuleSpec(
            fullname,
            self,  # type: ignore[arg-type]  # a loader in all but its base class
            origin=self._place(file),
            is_package=is_package,
        )
        spec.has_location = True
        if is_package:
            spec.submodule_search_locations = [self._place(file.rpartition("/")[0])]
        return spec

    def _searched(self, path: Sequence[str] | None) -> list[str]:
        """Return the folders in which a module is searched for, relative to the root."""
        if path is None:
            # As if the program had been started in its own folder, or in any one around it.
            return [*reversed(_enclosing_folders(self._main)), ""]
        return [self._path(each) for each in path if type(each) is str]

    def _place(self, path: str) -> str:
        return f"{self._root}/{path}"

    def _path(self, place: str | None) -> str:
        return "" if place is None or place == self._root else place.removeprefix(f"{self._root}/")


class _CourseModuleAliasLoader:
    """Loads a module of the course under a second name, as part of a student's package."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._spec: importlib.machinery.ModuleSpec | None = None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """Return the course's module itself, so that its classes are the same."""
        module = importlib.import_module(self._name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the spec of the module, which the import system has replaced."""
        module.__spec__ = self._spec


class _StudentPackageFinder:
    """A finder of modules in the student's own packages, before Python looks for files."""

    def __init__(self, modules: StudentModules) -> None:
        self._modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec of a module in a student's package; ``None`` for other modules."""
        if path is None or not self._modules.holds(path):
            return None
        return self._modules.find_spec(fullname, path, target)


def _enclosing_folders(path: str) -> list[str]:
    """Return the folders that contain a file, the outermost first."""
    return list(accumulate(path.split("/")[:-1], "{}/{}".format))


def enter_program_folder(main: str, root: str = SUBMISSION_FOLDER) -> None:
    """Make the folder of the program the working directory, if there are files beside it."""
    if main:
        os.chdir(os.path.join(root, *main.split("/")[:-1]))


def names_imported_from(
    modules: Iterable[ModuleType], namespace: Mapping[str, object]
) -> list[str]:
    """Return names in ``namespace`` of functions and classes imported from ``modules``."""
    names = {module.__name__ for module in modules}
    return [name for name, value in namespace.items() if _module_of(value) in names]


def _module_of(value: object) -> str:
    """Return the name of the module of a function or class; empty for other values.

    Nothing is asked that code of the student's could answer.
    """
    if type(value) is FunctionType:
        module = value.__module__
    elif issubclass(type(value), type):
        module = vars(type)["__module__"].__get__(value)
    else:
        return ""
    return module if type(module) is str else ""
