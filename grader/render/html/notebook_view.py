"""Prepares a notebook for the page: no markup of the student's own, and not too much.

Markdown is set without the HTML in it, without links and without pictures from elsewhere. HTML that
a cell has put out keeps what makes a table, and no attribute but how many cells one spans. The
policy of the page stands behind both.
"""

from __future__ import annotations

import base64
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

from grader.model.escape import escape_invisible, neutralise_ci_commands
from grader.model.notebook_texts_and_outputs import (
    HtmlOutput,
    MarkdownText,
    NotebookByTask,
    NotebookCell,
    NotebookPiece,
    NotebookSection,
    OmittedOutput,
    Picture,
    PlainOutput,
)
from grader.render.html.html_injection_safety import cut_lines

ROOM = 2_000_000
"""Characters of a page that all of a notebook may fill."""
_MOST_TRIES = 5
"""Pieces without room after which no other is tried."""
_MOST_NAMES = 12
"""Cells that are named where something of them is left out."""
_LINES = 30, 10
"""First and last lines of plain output."""

_INLINE = {"b", "strong", "i", "em", "s", "code", "sub", "sup", "br"}
_TABLE = {"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"}
_OF_OUTPUT = _INLINE | _TABLE | {"p", "div", "pre"}
_SPANS = {"colspan", "rowspan"}
_OF_PROSE = _INLINE | _TABLE | {"p", "pre", "ul", "ol", "li", "blockquote", "hr"}
_MOST_SPANNED = 50
_EMPTY_HEADER = re.compile(r"<th>(?:\s|&nbsp;)*</th>")
"""pandas leaves corners empty, which is no header to who listens."""
_UNSEEN = str.maketrans({"\xa0": " ", "\ufe0f": None})
"""A space that is common in prose, and what asks for a symbol in colour."""


@dataclass(frozen=True, slots=True)
class CellView:
    """A notebook cell as the page shows it."""

    name: str
    pieces: Sequence[Markup]


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of a notebook as the page shows it.

    Attributes:
        left_out: which cells have more than is shown, in words; empty if none has.
    """

    heading: str
    cells: Sequence[CellView]
    left_out: str


@dataclass(slots=True)
class SectionViewBuilder:
    """A builder of notebook sections for a page, while the page has room."""

    written: NotebookByTask
    room: int = ROOM
    left_out: bool = False
    _tries: int = _MOST_TRIES
    _tables: int = 0
    _shown: dict[int, str] = field(default_factory=dict)

    def part(self, task: str) -> list[SectionView]:
        """Return the sections of a task; a section that another task showed becomes a link."""
        return [self._section(section, task) for section in self.written.parts.get(task, ())]

    def rest(self) -> list[SectionView]:
        """Return the sections that belong to no task that a person marks."""
        return [self._section(section, "") for section in self.written.rest]

    def _section(self, section: NotebookSection, task: str) -> SectionView:
        if (shown := self._shown.setdefault(id(section), task)) != task:
            said = Markup("<p>See task {}, which this belongs to, too.</p>").format(_seen(shown))
            return SectionView(section.heading, [CellView("", [said])], "")
        cells: list[CellView] = []
        lacking: list[str] = []
        for cell in section.cells:
            pieces = [self._fitted(piece, cell) for piece in cell.pieces]
            found = [piece for piece in pieces if piece is not None]
            if len(found) < len(pieces):
                lacking.append(cell.name)
            if found:
                cells.append(CellView(cell.name, found))
        self.left_out = self.left_out or bool(lacking)
        return SectionView(section.heading, cells, _named(lacking))

    def _fitted(self, piece: NotebookPiece, cell: NotebookCell) -> Markup | None:
        """Return the piece as markup; ``None`` if the page has no room for it."""
        if not self._tries:
            return None
        made = self._markup(piece, cell)
        # What takes long to be read and leaves nothing takes up room, too.
        size = max(len(made), len(piece.html) if isinstance(piece, HtmlOutput) else 0)
        if size > self.room:
            self._tries -= 1
            return None
        self.room -= size
        return made

    def _markup(self, piece: NotebookPiece, cell: NotebookCell) -> Markup:
        match piece:
            case MarkdownText(text):
                return self._scrolled(render_markdown(text), "prose", cell)
            case HtmlOutput(html, plain):
                table = _sanitised(html, _OF_OUTPUT)
                if plain and "<table" not in table:
                    return _printed(plain)
                return self._scrolled(table, "output", cell)
            case PlainOutput(text):
                return _printed(text)
            case Picture(kind, data, width, height):
                return Markup(
                    '<img class="plot" src="data:image/{};base64,{}" width="{}" height="{}" '
                    'alt="Picture, {}">'
                ).format(kind, base64.b64encode(data).decode(), width, height, cell.name)
            case OmittedOutput(sentence):
                return Markup('<p class="more">{}</p>').format(_seen(sentence))

    def _scrolled(self, html: str, kind: str, cell: NotebookCell) -> Markup:
        """Return ``html`` in a frame; a table can be scrolled alone, also by keyboard."""
        if "<table" not in html:
            return Markup(f'<div class="{kind}">{html}</div>')
        self._tables += 1
        return Markup(
            f'<div class="{kind} wide" role="region" tabindex="0" '
            f'aria-label="Table {self._tables}, {cell.name}">{html}</div>'
        )


def _printed(text: str) -> Markup:
    return Markup("<pre>{}</pre>").format(_seen(cut_lines(text, *_LINES)))


def render_markdown(text: str, *, links: bool = False) -> str:
    """Return a safe subset of Markdown as HTML: no pictures, and no HTML that the text brings.

    Args:
        links: whether addresses become links, which texts of students must not.
    """
    markdown = _markdown(links=links)
    tokens = markdown.parse(escape_invisible(text.translate(_UNSEEN)))
    for token in tokens:
        # The page has headings of its own, and these are on no level of theirs.
        if token.type in {"heading_open", "heading_close"}:
            token.tag = "p"
            token.attrSet("class", "heading")
    rendered = markdown.renderer.render(tokens, markdown.options, {})
    return _sanitised(rendered, _OF_PROSE, links=links)


@functools.cache
def _markdown(*, links: bool) -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    made.disable(["image", "html_inline", "html_block"])
    return made if links else made.disable(["link", "autolink", "reference"])


def _sanitised(html: str, tags: set[str], *, links: bool = False) -> str:
    cleaned = nh3.clean(
        html,
        tags={*tags, "a"} if links else tags,
        clean_content_tags={"script", "style", "template", "title", "noscript"},
        attributes={"th": _SPANS, "td": _SPANS, **({"a": {"href"}} if links else {})},
        url_schemes={"https", "http", "mailto"},
        attribute_filter=_span,
        tag_attribute_values={"p": {"class": {"heading"}}},
        strip_comments=True,
        link_rel="noopener noreferrer" if links else None,
    )
    return neutralise_ci_commands(escape_invisible(_EMPTY_HEADER.sub("<td></td>", cleaned)))


def _span(_tag: str, attribute: str, value: str) -> str | None:
    if attribute in {"class", "href", "rel"}:
        return value
    return value if re.fullmatch("[1-9][0-9]?", value) and int(value) <= _MOST_SPANNED else None


def _named(cells: Sequence[str]) -> str:
    if not cells:
        return ""
    more = f" and {len(cells) - _MOST_NAMES} more cells" if len(cells) > _MOST_NAMES else ""
    return f"{', '.join(cells[:_MOST_NAMES])}{more}"


def _seen(text: str) -> str:
    return neutralise_ci_commands(escape_invisible(text))
