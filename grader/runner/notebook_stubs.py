"""Provides stand-ins for modules that only show something in a notebook: `IPython` and `tqdm`.

Packages that an assignment declares are stood in for as well (:mod:`grader.runner.plotting_stubs`).
Functions that show something while they work would otherwise fail here, right or wrong. What is
displayed is printed; progress is not shown. Modules that are installed go before these.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

from grader.runner.ipython_syntax import RUNS_THE_CELL
from grader.runner.plotting_stubs import StubbedPackages


def display(*shown: object, **_: object) -> None:
    """Print the objects that a notebook would show."""
    for each in shown:
        print(each if isinstance(each, _DisplayObject) else repr(each))  # noqa: T201 - as asked


def do_nothing(*_: object, **__: object) -> None:
    """Do nothing, in place of functions that need a screen."""


class _DisplayObject:
    """A text, a picture or the like, made to be displayed."""

    def __init__(self, data: object = None, *_: object, **__: object) -> None:
        self.data = data

    def __str__(self) -> str:
        return self.data if isinstance(self.data, str) else f"<{type(self).__name__}>"


_SHOWN = (
    "HTML", "Image", "Markdown", "Math", "Latex", "SVG", "JSON", "Javascript", "Pretty", "Code",
    "Audio", "Video", "IFrame", "YouTubeVideo", "FileLink",
)  # fmt: skip


class StubShell:
    """A shell whose commands do nothing, as ``get_ipython()`` returns it.

    Args:
        module: name of the program's module, in which a cell is run that a magic would run.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    @property
    def user_ns(self) -> dict[str, Any]:
        """Return the globals of the program."""
        return vars(sys.modules[self._module])

    def run_cell_magic(self, magic: str, _: str, cell: str) -> None:
        """Run ``cell`` if its magic runs cells, as ``%%time`` does."""
        if magic in RUNS_THE_CELL:
            exec(compile(cell, f"<%%{magic}>", "exec"), self.user_ns)

    def getoutput(self, *_: object, **__: object) -> list[str]:
        """Return no lines, as shell commands are not run."""
        return []

    run_line_magic = magic = system = do_nothing

    def __getattr__(self, _: str) -> Any:
        return do_nothing


class SilentProgressBar:
    """A progress bar that shows nothing."""

    def __init__(self, iterable: Iterable[Any] = (), *_: object, **__: object) -> None:
        self._iterable = iterable
        self.n = 0

    def __iter__(self) -> Iterator[Any]:
        return iter(self._iterable)

    def __len__(self) -> int:
        return len(self._iterable)  # type: ignore[arg-type]  # fails where it has to

    def __enter__(self) -> SilentProgressBar:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, by: int = 1) -> None:
        """Add ``by`` to the count of the bar."""
        self.n += by

    @staticmethod
    def write(text: str, *_: object, **__: object) -> None:
        """Print a line."""
        print(text)  # noqa: T201 - as asked

    def __getattr__(self, _: str) -> Any:
        return do_nothing


def _range(*bounds: int, **_: object) -> SilentProgressBar:
    return SilentProgressBar(range(*bounds))


class StandInFinder:
    """A finder and loader of stand-ins, which ``sys.meta_path`` asks last.

    Args:
        shell: what ``IPython.get_ipython()`` returns.
        drawings: of packages of which everything works, and nothing is done.
    """

    def __init__(self, shell: StubShell, drawings: StubbedPackages) -> None:
        self._drawings = drawings
        showing: dict[str, Any] = {name: type(name, (_DisplayObject,), {}) for name in _SHOWN}
        showing |= {"display": display, "clear_output": do_nothing, "update_display": do_nothing}
        bar = {
            "tqdm": SilentProgressBar,
            "trange": _range,
            "tqdm_notebook": SilentProgressBar,
            "tnrange": _range,
        }
        ipython = {"get_ipython": lambda: shell, "display": SimpleNamespace(**showing)}
        self._modules: dict[str, dict[str, Any]] = {
            "IPython": ipython,
            "IPython.display": showing,
            "IPython.core": {},
            "IPython.core.display": showing,
            "tqdm": bar,
            **{f"tqdm.{part}": bar for part in ("auto", "notebook", "autonotebook", "std")},
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a stand-in for ``fullname``; ``None`` if there is none."""
        if fullname.partition(".")[0] in self._drawings.packages:
            return ModuleSpec(fullname, self, is_package=True)  # type: ignore[arg-type]
        if fullname not in self._modules:
            return None
        package = any(name.startswith(f"{fullname}.") for name in self._modules)
        return ModuleSpec(fullname, self, is_package=package)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return a module of a declared package, or ``None`` to have a new module made."""
        return None if spec.name in self._modules else self._drawings.module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Put the contents of the stand-in into ``module``."""
        module.__dict__.update(self._modules.get(module.__name__, {}))
