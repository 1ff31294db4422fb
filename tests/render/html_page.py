"""Reading a page with a parser that knows nothing of ours and forgives nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

import html5lib

from grader.model.report import Report, View
from grader.render.html import render

_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Found:
    """An element of a page, and what can be asked about it."""

    element: Element

    @property
    def tag(self) -> str:
        return str(self.element.tag).removeprefix(_SVG)

    @property
    def text(self) -> str:
        """All text inside, with single blanks, as if each element stood apart."""
        return " ".join(" ".join(self.element.itertext()).split())

    @property
    def classes(self) -> list[str]:
        return (self.get("class") or "").split()

    def get(self, attribute: str) -> str | None:
        return self.element.get(attribute)

    def has(self, attribute: str) -> bool:
        return self.get(attribute) is not None

    def all(self, tag: str = "", **attributes: str) -> list[Found]:
        """Elements inside, in order; ``kind`` is one of their classes."""
        return [found for found in self._inside() if _fits(found, tag, attributes)]

    def one(self, tag: str = "", **attributes: str) -> Found:
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} of {tag} {attributes}"
        return found[0]

    def _inside(self) -> Iterator[Found]:
        for element in self.element.iter():
            if element is not self.element and isinstance(element.tag, str):
                yield Found(element)


def _fits(found: Found, tag: str, attributes: dict[str, str]) -> bool:
    if tag not in {"", found.tag}:
        return False
    kind = attributes.get("kind")
    if kind is not None and kind not in found.classes:
        return False
    return all(found.get(name) == value for name, value in attributes.items() if name != "kind")


def parse(text: str) -> Found:
    """Raises an exception if ``text`` breaks any of HTML's rules of syntax."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return Found(parser.parse(text))


def page(report: Report, view: View = View.STAFF) -> Found:
    return parse(render(report, view))
