"""Draws for the terminal how the submission is called for each role."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from grader.model.report import Report
from grader.render.role_sentences import HEADING, role_sentences, sentence_with_backticks
from grader.render.terminal.quoted_text import BarBeforeLines, quote_text

_WIDEST = 1200
"""Characters of a sentence: reasons and suggestions have up to three bindings in them."""


def draw_roles(report: Report) -> Iterator[RenderableType]:
    """Yield a heading and a sentence for each role that needs one."""
    if said := role_sentences(report):
        yield Padding(Text(HEADING, "bold"), (1, 0, 0, 0))
        yield BarBeforeLines(
            Group(
                *(
                    quote_text(sentence_with_backticks(each), first=3, widest=_WIDEST)
                    for each in said
                )
            )
        )
