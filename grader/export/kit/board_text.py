"""Draws boards as lines of text, for the kit, in whose ``kit.json`` this text travels."""

from __future__ import annotations

from typing import Any

from grader.model.figures import Look, Mark
from grader.render.grid_preparation import MOST_MOVES, prepare_grid


def draw_board(figure: Any) -> str:
    """Return a grid as lines of text, as the grader's reports draw it on a terminal."""
    signs = {
        Look.FILLED: "●", Look.HOLLOW: "○", Look.FILLED_SQUARE: "■", Look.HOLLOW_SQUARE: "□",
        Look.EMPTY: "·",
    }  # fmt: skip
    ends = {Mark.YOURS: "✗", Mark.RIGHT: "✓", Mark.PLAYED: "»", Mark.BASELINE: "»"}
    order = [Mark.BASELINE, Mark.PLAYED, Mark.YOURS, Mark.RIGHT]
    part = prepare_grid(figure)
    texts = [cell.text for row in part.cells for cell in row if cell.look is Look.LETTER]
    labels = part.column_labels if figure.column_labels else ()
    width = max(1, *map(len, texts), *map(len, labels), 0)
    most = 64 // (1 + width)
    part = part if len(part.column_labels) <= most else prepare_grid(figure, most)
    marked = [(each.end, each.mark) for each in figure.arrows[:MOST_MOVES]]
    marked += [(each.cell, each.mark) for each in figure.spots[:MOST_MOVES]]
    marked.sort(key=lambda each: order.index(each[1]))
    before = {each.start: "›" for each in figure.arrows[:MOST_MOVES]}
    before.update({cell: ends[mark] for cell, mark in marked})
    margin = max(2, *map(len, part.row_labels), 0)
    heads = " ".join(label[-width:].rjust(width) for label in part.column_labels)
    lines = [f"{'':{margin + 2}}{heads}"]
    for number, (label, row) in enumerate(zip(part.row_labels, part.cells)):  # noqa: B905
        drawn = (
            before.get((number, column), " ") + signs.get(cell.look, cell.text).rjust(width)
            for column, cell in enumerate(row)
        )
        lines.append(f" {label:>{margin}}{''.join(drawn)}")
    known = {mark for _, mark in marked}
    legend = []
    for symbol in part.legend:
        sign = signs.get(symbol.look, "")
        if symbol.look is not Look.LETTER and symbol.name.startswith(symbol.text):
            legend.append(f"{sign} {symbol.text}")
        else:
            legend.append(f"{sign} {symbol.text} {symbol.name}".strip())
    meanings = {Mark.YOURS: "yours", Mark.RIGHT: "best"}
    legend += [f"{ends[mark]} {word}" for mark, word in meanings.items() if mark in known]
    lines += [f"    {line}" for line in ("   ".join(legend), part.note) if line]
    return "\n".join(lines)
