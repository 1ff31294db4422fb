"""Quotes text of unknown origin on a terminal: bounded, escaped and never at a line's start."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from grader.model.escape import escape_invisible

_WIDEST = 400
"""Characters of one line that are shown: five lines of a usual terminal."""

_NARROW = 62
"""Columns below which values stand under a picture instead of beside it."""

_ASCII = str.maketrans(
    {"✔": "+", "✘": "x", "◔": "o", "✎": "~", "○": "O", "●": "@", "█": "#", "░": ".", "·": "."}
    | {"│": "|", "┆": ":", "─": "-", "…": "...", "–": "-", "−": "-", "×": "x", "→": "->"}
    | {"✓": "+", "✗": "x", "›": ">", "»": "*", "■": "#", "□": "="}
    | dict.fromkeys("▏▎▍▌▋▊▉", "#")
)


def quote_text(
    text: str, style: str = "", *, first: int = 15, last: int = 0, widest: int = _WIDEST
) -> Text:
    """Returns ``text`` escaped and shortened to its ``first`` and ``last`` lines.

    Lines of more than ``widest`` characters are cut, too. A dim marker says how much was left out.
    """
    lines = text.strip("\n").split("\n")
    left_out = len(lines) - first - last
    result = Text(style=style, tab_size=4, overflow="fold")
    for n, line in enumerate(lines):
        if left_out > 0 and first <= n < first + left_out:
            if n == first:
                result.append(f"… {left_out} more {'line' if left_out == 1 else 'lines'}\n", "dim")
            continue
        result.append(escape_invisible(line[:widest]))
        if len(line) > widest:
            result.append(f"… {len(line) - widest} more characters", "dim")
        result.append("\n")
    result.right_crop(1)
    return result


def put_side_by_side(
    picture: RenderableType | None,
    values: Iterable[tuple[str, str | None, str]],
    width: int,
    *,
    first: int,
) -> list[RenderableType]:
    """Return ``picture`` with ``values`` to its right, or below it on a narrow screen.

    Args:
        values: what each is called, its text if there is one, its style.
        first: lines of each text that are shown.
    """
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, text, style in values:
        if text is not None:
            table.add_row(Text(name, "dim"), quote_text(text, style, first=first))
    if picture is None or not table.row_count or width < _NARROW:
        blocks: list[RenderableType] = [] if picture is None else [picture]
        return [*blocks, table] if table.row_count else blocks
    grid = Table.grid(padding=(0, 4, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(vertical="middle")
    grid.add_row(picture, table)
    return [grid]


class BarBeforeLines:
    """A block that draws a bar before every line of ``body``, wrapped lines included.

    Runners of continuous integration obey commands that begin a line of their log (``::error``),
    leading blanks or not. With something visible in front, no student can give them one.
    """

    def __init__(self, body: RenderableType, bar: str = "│ ", style: str = "dim") -> None:
        self.body = body
        self.bar = bar
        self.style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        bar = Segment(self.bar, console.get_style(self.style))
        inner = options.update(width=max(options.max_width - len(self.bar), 1))
        for line in console.render_lines(self.body, inner, pad=False):
            yield bar
            yield from line
            yield Segment.line()


def page_as_text(parts: Iterable[RenderableType], width: int) -> str:
    """Return a page of ``parts`` as text of at most ``width`` columns, without any colours."""
    text = StringIO()
    console = Console(file=text, width=width, color_system=None, force_terminal=False)
    console.print(TerminalDocument(parts), crop=False)
    return text.getvalue()


class TerminalDocument:
    """A document for the terminal: ``parts`` below each other, in ASCII where it needs that.

    A report must not be lost because the terminal's encoding lacks a tick. Blanks that only
    fill a line are left out, so that a report in a file has no trailing ones.
    """

    def __init__(self, parts: Iterable[RenderableType]) -> None:
        self.parts = tuple(parts)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for part in self.parts:
            for line in console.render_lines(part, options, pad=False):
                yield from _trimmed(line, ascii_only=options.ascii_only)
                yield Segment.line()


def _trimmed(line: list[Segment], *, ascii_only: bool) -> Iterable[Segment]:
    segments = [(text, style or Style.null()) for text, style, control in line if not control]
    while segments and not segments[-1][0].rstrip():
        segments.pop()
    for n, (text, style) in enumerate(segments):
        shown = text.rstrip() if n == len(segments) - 1 else text
        if ascii_only:
            shown = shown.translate(_ASCII).encode("ascii", "backslashreplace").decode()
        yield Segment(shown, style)
