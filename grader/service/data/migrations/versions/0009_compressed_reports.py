"""Reports are kept compressed: each has about 1.2 MB of JSON, and a fourteenth of that in zlib."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Compress all reports."""
    packed = sa.Column("text", sa.LargeBinary, nullable=False)
    _remake(packed, lambda text: zlib.compress(text.encode("utf-8")))


def downgrade() -> None:
    """Have all reports in full again."""
    text = sa.Column("text", sa.Text, nullable=False)
    _remake(text, lambda packed: zlib.decompress(packed).decode("utf-8"))


def _remake(column: sa.Column[Any], convert: Callable[..., str | bytes]) -> None:
    """Move each report into a new table, one at a time, so that few are in memory together."""
    op.create_table(
        "converted_report",
        sa.Column("grading_id", sa.Integer, sa.ForeignKey("grading.id"), primary_key=True),
        column,
    )
    connection = op.get_bind()
    ids = connection.execute(sa.text("SELECT grading_id FROM report")).scalars().all()
    for grading in ids:
        (text,) = connection.execute(
            sa.text("SELECT text FROM report WHERE grading_id = :id"), {"id": grading}
        ).one()
        connection.execute(
            sa.text("INSERT INTO converted_report (grading_id, text) VALUES (:id, :text)"),
            {"id": grading, "text": convert(text)},
        )
        # SQLite has the room of a deleted row for the next one.
        connection.execute(sa.text("DELETE FROM report WHERE grading_id = :id"), {"id": grading})
    op.drop_table("report")
    op.rename_table("converted_report", "report")
