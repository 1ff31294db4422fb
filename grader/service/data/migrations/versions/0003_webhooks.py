"""Webhooks, and what they are told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String, nullable=False)


def _number(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Float, nullable=False)


def _of(table: str, name: str = "") -> sa.Column[int]:
    return sa.Column(
        name or f"{table}_id", sa.Integer, sa.ForeignKey(f"{table}.id"), nullable=False
    )


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "webhook", _id(), _of("course"), _text("url"), _text("secret"),
        sa.Column("private", sa.Boolean, nullable=False), _number("removed_at"),
        _of("person", "by_id"), _number("at"),
    )  # fmt: skip
    op.create_table(
        "delivery", _id(), _of("webhook"), _text("event"), _text("body"), _number("at"),
        sa.Column("tries", sa.Integer, nullable=False), _number("next_at"),
        _number("delivered_at"), _text("problem"),
    )  # fmt: skip
    op.create_index("delivery_due", "delivery", ["delivered_at", "next_at"])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("delivery")
    op.drop_table("webhook")
