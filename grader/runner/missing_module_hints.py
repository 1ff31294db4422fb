"""Explains of a module that was not found whether it should have been handed in."""

from __future__ import annotations

import sys
from os import stat as _stat  # the student's code may see another

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


def explained(error: BaseException, message: str) -> str:
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
