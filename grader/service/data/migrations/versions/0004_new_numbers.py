"""Numbers of submissions and deliveries are never given again, on SQLite as on PostgreSQL."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"

_IMMUTABLE = """
CREATE TRIGGER submission_is_immutable BEFORE UPDATE ON submission
BEGIN SELECT RAISE(ABORT, 'a submission never changes'); END
"""


def upgrade() -> None:
    """Make them anew: SQLite keeps in the table itself how it counts."""
    _remake(never_again=True)


def downgrade() -> None:
    """Give numbers at the end again once they are free."""
    _remake(never_again=False)


def _remake(*, never_again: bool) -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for table in ("submission", "delivery"):
        with op.batch_alter_table(
            table, recreate="always", table_kwargs={"sqlite_autoincrement": never_again}
        ):
            pass
    op.execute(_IMMUTABLE)  # it went with the old table
