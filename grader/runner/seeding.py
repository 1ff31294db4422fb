"""Seeds random numbers, so that they are the same in each grading with the same seed.

Python's and NumPy's global generators are seeded, which is all that coursework needs. Generators
that a submission makes itself, such as ``random.Random()`` and ``numpy.random.default_rng()``, ask
the system for their seed unless they are given one, and cannot be repeated.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
from _random import Random
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import Any

_NUMPY = "numpy.random"


class RandomSeeder:
    """A seeder of the global generators, which seeds NumPy's as soon as that is imported.

    A finder for ``sys.meta_path``: NumPy's generator is otherwise seeded by the system when it
    comes into being, which may be in the very statement that draws from it.
    """

    def __init__(self) -> None:
        import random

        # Taken here, because a submission may put something else in their places.
        self._python: random.Random = random._inst  # noqa: SLF001
        numpy = sys.modules.get(_NUMPY)
        self._seed_numpy: Callable[[int], None] | None = numpy.seed if numpy else None
        self._seed = 0

    def seed(self, seed: int) -> None:
        """Seed the generators with ``seed``."""
        self._seed = seed
        # As random.seed() does with a number, in C.
        Random.seed(self._python, seed)
        self._python.gauss_next = None  # type: ignore[attr-defined]
        if self._seed_numpy is not None:
            self._seed_numpy(seed % 2**32)

    def state(self) -> list[Any]:
        """Return the state of Python's generator, in a form that :meth:`restore` takes."""
        return [[*Random.getstate(self._python)], self._python.gauss_next]  # type: ignore[attr-defined]

    def restore(self, state: Sequence[Any]) -> None:
        """Go on from ``state``.

        Raises:
            TypeError, ValueError, OverflowError: if it is not the state of a generator.
        """
        numbers, gauss = state
        if type(gauss) not in {float, type(None)}:
            raise TypeError("the second number of a pair is a float")
        Random.setstate(self._python, tuple(numbers))
        self._python.gauss_next = gauss  # type: ignore[attr-defined]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec of NumPy's generators that seeds them; ``None`` for other modules."""
        if fullname != _NUMPY:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _SeedingLoader(spec.loader.name, spec.loader.path, self._imported)
        return spec

    def _imported(self, numpy: ModuleType) -> None:
        # Not all generators: drawing from Python's may have begun.
        self._seed_numpy = numpy.seed
        numpy.seed(self._seed % 2**32)


class _SeedingLoader(SourceFileLoader):
    """A loader that calls a function with the module after loading."""

    def __init__(self, name: str, path: str, loaded: Callable[[ModuleType], None]) -> None:
        super().__init__(name, path)
        self._loaded = loaded

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        self._loaded(module)


def preload_numpy_random() -> None:
    """Import NumPy's generators if NumPy is there, so that not every call has to.

    NumPy itself puts that off until they are used, and it takes longer than many a call.
    """
    if "numpy" in sys.modules:
        # What a submission has made of NumPy is what its calls will find.
        with contextlib.suppress(BaseException):
            importlib.import_module(_NUMPY)
