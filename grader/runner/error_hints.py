"""Explains errors of a student's code: missing modules, wrong arguments, caches given lists."""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from os import stat as _stat  # the student's code may see another
from types import CodeType, FrameType, FunctionType, ModuleType, TracebackType
from typing import Any

_PACKAGES = frozenset({
    "altair", "bokeh", "bs4", "cv2", "cython", "dask", "flask", "google", "gym", "gymnasium",
    "IPython", "ipywidgets", "jax", "joblib", "jupyter", "keras", "lightgbm", "line_profiler",
    "llvmlite", "matplotlib", "memory_profiler", "more_itertools", "msgspec", "mypy", "nbformat",
    "networkx", "nltk", "numba", "numpy", "ortools", "pandas", "PIL", "pip", "pkg_resources",
    "plotly", "polars", "psutil", "pulp", "pydantic", "pygame", "pytest", "requests", "scipy",
    "seaborn", "selenium", "setuptools", "simplejson", "skimage", "sklearn", "sortedcontainers",
    "statsmodels", "streamlit", "sympy", "tabulate", "tensorflow", "termcolor", "torch",
    "torchvision", "tqdm", "typing_extensions", "ujson", "xgboost", "yaml",
})  # fmt: skip
"""Packages that students install most often: nobody writes a file of such a name."""


def add_missing_module_hint(error: BaseException, message: str) -> str:
    """Return ``message`` of ``error``, with advice if it says that a module was not found.

    Of what cannot be imported, the path of the module is left out: it says nothing to the student.
    """
    if not issubclass(type(error), ImportError):
        return message
    if message.endswith(")"):
        message = message.rpartition(" (")[0]
    name = vars(ImportError)["name"].__get__(error)  # what a subclass says may be a lie
    if type(name) is not str or message != f"No module named {name!r}":
        return message
    return f"{message}: {_reason(name)}"


def _is_there(file: str) -> bool:
    try:
        _stat(file)
    except Exception:  # noqa: BLE001 - names can be of any kind
        return False
    return True


def _reason(name: str) -> str:
    top, _, below = name.partition(".")
    if top in sys.stdlib_module_names:
        return "this part of Python is not there while code is graded"
    if top in _PACKAGES:
        return f"the course does not offer the package {top} to submissions; do without it"
    if below and top in sys.modules:
        return f"{name.replace('.', '/')}.py was not handed in, nor is it a part of a package here"
    file = f"{name.replace('.', '/')}.py"
    if _is_there(file):
        return f"{file} was handed in, but holds no text that Python could read"
    return (
        f"{file} was not handed in, and the course offers no package of that name; hand in all of "
        "your files together, in a .zip archive"
    )


_MISCALLED = re.compile(
    r"([A-Za-z_]\w*)\(\) (?:got an unexpected keyword argument |got multiple values for argument "
    r"|got some positional-only |takes |missing )",
    re.ASCII,
)
"""What Python says of a call whose arguments do not fit."""
_PLAIN = (bool, int, float, str, type(None))
_LONGEST = 40
"""Characters of a default value that are shown."""


def add_signature(problem: BaseException, message: str, trace: TracebackType | None) -> str:
    """Return ``message`` of ``problem``, with the parameters of the function that was called.

    That is said of functions of provided modules only, whose files the student did not write.

    Args:
        trace: of the exception: its last frame is that of the call.
    """
    miscalled = _MISCALLED.match(message)
    if not issubclass(type(problem), TypeError) or miscalled is None or trace is None:
        return message
    while trace.tb_next is not None:
        trace = trace.tb_next
    found = _find_provided_function(trace.tb_frame, miscalled[1])
    if found is None:
        return message
    return f"{message}. {found[0]}.{miscalled[1]} takes {_parameters(found[1])}"


def _find_provided_function(frame: FrameType, name: str) -> tuple[str, FunctionType] | None:
    """Return the module and the provided function ``name`` that ``frame`` calls."""
    names = frame.f_globals
    if type(names) is not dict:
        return None
    if name in names:
        return _as_provided_function(names[name])
    if name not in frame.f_code.co_names:
        return None
    for used in frame.f_code.co_names:
        module = names.get(used)
        if type(module) is ModuleType and (found := _as_provided_function(vars(module).get(name))):
            return found
    return None


def _as_provided_function(value: Any) -> tuple[str, FunctionType] | None:
    """Return ``value`` with its module's name, if it is a function of a provided module."""
    if type(value) is not FunctionType:
        return None
    file = value.__code__.co_filename
    if not re.fullmatch(r"<[A-Za-z_][\w.]*>", file, re.ASCII) or file == "<string>":
        return None
    return file[1:-1], value


_CACHED: type = type(lru_cache(len))
_UNHASHABLE = re.compile(r"unhashable type: '[\w.]{1,100}'", re.ASCII)


def add_cache_hint(
    problem: BaseException, message: str, trace: TracebackType | None, called: object
) -> str:
    """Return ``message`` of ``problem``, with advice if a cache was given what has no hash.

    ``functools.lru_cache`` and ``cache`` look arguments up in a dictionary, where no list can be.

    Args:
        trace: of the exception: in its last frame, a function of the student's is called.
        called: the student's function that the grader called.
    """
    if not issubclass(type(problem), TypeError) or not _UNHASHABLE.fullmatch(message):
        return message
    if type(called) is not _CACHED and (trace is None or not _calls_cached_function(trace)):
        return message
    kind = message.partition("'")[2][:-1]
    return (
        f"{message}. A function with functools.lru_cache or cache cannot be given a {kind}: "
        "take the cache away, or turn what you pass into tuples"
    )


def _calls_cached_function(trace: TracebackType) -> bool:
    """Return whether the last frame of ``trace`` uses a global function that has a cache."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    names = trace.tb_frame.f_globals
    used = trace.tb_frame.f_code.co_names
    return type(names) is dict and any(type(names.get(name)) is _CACHED for name in used)


def _parameters(function: FunctionType) -> str:
    code: CodeType = function.__code__
    names = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    required = len(names) - len(defaults)
    shown = [
        name if number < required else f"{name}={_default(defaults[number - required])}"
        for number, name in enumerate(names)
    ]
    return f"({', '.join(shown)})"


def _default(value: object) -> str:
    text = repr(value) if type(value) in _PLAIN else "…"
    return text if len(text) <= _LONGEST else "…"
