"""The JSON form of figures, explanations and what belongs to them, written and read back."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum

from grader.model.figures import (
    Arrow,
    Bar,
    BoardFigure,
    Cell,
    ChartFigure,
    Counterexample,
    Dependency,
    Diagnosis,
    Excerpt,
    Explanation,
    Figure,
    Line,
    Mark,
    Tour,
    TourFigure,
)
from grader.render.document import Node

_KINDS: dict[type, str] = {BoardFigure: "board", TourFigure: "tours", ChartFigure: "chart"}


def plain(value: object) -> object:
    """``value``, made of this module's classes, as JSON knows it; figures say their kind."""
    if is_dataclass(value):
        kind = {"kind": _KINDS[type(value)]} if type(value) in _KINDS else {}
        return kind | {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def read_figure(node: Node) -> Figure:
    """Raises ReportError if it is none."""
    match node["kind"].text():
        case "board":
            return _board(node)
        case "tours":
            return TourFigure(
                points=tuple(_point(point) for point in node["points"].items()),
                tours=tuple(_tour(tour) for tour in node["tours"].items()),
                caption=node["caption"].text(),
            )
        case "chart":
            bars = tuple(
                Bar(bar["label"].text(), bar["value"].number()) for bar in node["bars"].items()
            )
            return ChartFigure(node["caption"].text(), bars)
    node["kind"].wrong("board, tours or chart")


def read_explanation(node: Node) -> Explanation:
    """Raises ReportError if it is none."""
    example = node["counterexample"]
    return Explanation(
        text=node["text"].text(),
        lines=tuple(
            Line(
                title=line["title"].text(),
                boards=tuple(_board(board) for board in line["boards"].items()),
                outcome=line["outcome"].text(),
            )
            for line in node["lines"].items()
        ),
        counterexample=None if example.absent else _counterexample(example),
    )


def read_diagnosis(node: Node) -> Diagnosis:
    """Raises ReportError if it is none."""
    return Diagnosis(node["sentence"].text(), node["agreeing"].whole(), node["failing"].whole())


def read_dependency(node: Node) -> Dependency:
    """Raises ReportError if it is none."""
    return Dependency(
        node["function"].text(),
        node["passed_with_own"].flag(),
        node["passed_with_reference"].flag(),
    )


def read_excerpt(node: Node) -> Excerpt:
    """Raises ReportError if it is none."""
    return Excerpt(
        node["file"].text(), node["line"].whole(), node["first"].whole(), node["lines"].texts()
    )


def _counterexample(node: Node) -> Counterexample:
    figure = node["figure"]
    return Counterexample(
        source=node["source"].text(),
        expected=node["expected"].text(),
        actual=node["actual"].text(),
        size=node["size"].text(),
        figure=None if figure.absent else read_figure(figure),
    )


def _board(node: Node) -> BoardFigure:
    if node["kind"].value != "board":
        node["kind"].wrong("board")
    return BoardFigure(
        rows=node["rows"].texts(),
        arrows=tuple(
            Arrow(_cell(arrow["start"]), _cell(arrow["end"]), arrow["mark"].choice(Mark))
            for arrow in node["arrows"].items()
        ),
        caption=node["caption"].text(),
    )


def _tour(node: Node) -> Tour:
    return Tour(
        mark=node["mark"].choice(Mark),
        label=node["label"].text(),
        route=tuple(city.whole() for city in node["route"].items()),
        length=node["length"].number(),
    )


def _cell(node: Node) -> Cell:
    row, column = _pair(node)
    return row.whole(), column.whole()


def _point(node: Node) -> tuple[float, float]:
    x, y = _pair(node)
    return x.number(), y.number()


def _pair(node: Node) -> tuple[Node, Node]:
    items = node.items()
    if len(items) != 2:
        node.wrong("an array of two")
    return items[0], items[1]
