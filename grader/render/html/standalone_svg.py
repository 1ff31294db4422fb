"""Makes pictures that stand alone, for platforms that show images and no style sheet of ours."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

from markupsafe import Markup

from grader.model.report import CaseResult
from grader.render.html.case_figures import draw_figure
from grader.render.html.svg_parts import SvgFigure

_FIGURES = 4
"""Figures of a case that are drawn."""
_VARIABLE = re.compile(r"var\((--[a-z]+)\)")
_DEFINED = re.compile(r"(--[a-z]+): ([^;]+);")
_PARTS = (
    "svg text",
    ".grid ",
    ".filled",
    ".hollow",
    ".halo",
    ".arrow",
    "circle",
    ".edge",
    ".point",
)
"""The beginnings of those rules of the style sheet that pictures need."""


def draw_case_data_urls(case: CaseResult) -> Iterator[tuple[str, str]]:
    """Yield the pictures of ``case``, each with its caption and legend in words, as data URLs."""
    figures = list(case.figures[:_FIGURES])
    if not figures and case.call is not None and case.call.drawn is not None:
        figures.append(case.call.drawn.figure)
    for figure in figures:
        for drawing in draw_figure(figure):
            if drawing.picture:
                yield _label(drawing), as_data_url(drawing.picture)


def as_data_url(picture: Markup) -> str:
    """Return an SVG picture with all that it needs as a ``data:`` URL."""
    head, _, rest = str(picture).partition(" ")
    whole = f'{head} xmlns="http://www.w3.org/2000/svg" {rest}'
    styled = whole.replace(">", f"><style>{_style()}</style>", 1)
    return "data:image/svg+xml;base64," + base64.b64encode(styled.encode()).decode("ascii")


def _label(drawing: SvgFigure) -> str:
    words = (drawing.caption, *(entry.words for entry in drawing.legend))
    return "; ".join(filter(None, words))


@cache
def _style() -> str:
    """Return the rules of the page's style sheet that pictures need, in its light colours."""
    sheet = resources.files("grader.render.html").joinpath("templates", "style.css")
    lines = sheet.read_text("utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if "}" in line)
    colours = dict(_DEFINED.findall("\n".join(lines[:first])))
    rules = [line for line in lines if line.startswith(_PARTS)]
    return "svg{background:#fff}" + _VARIABLE.sub(lambda found: colours[found[1]], "".join(rules))
