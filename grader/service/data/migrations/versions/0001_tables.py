"""Creates all tables as the code defines them: nothing was released, so that they may still change.

With the first release they are written out here (``alembic revision --autogenerate``). After that,
what is released stays as it is, and a change gets a migration of its own. Tests hold what they
make, and frozen databases of each release, against the tables of the code.
"""

from __future__ import annotations

from alembic import op

from grader.service.data.tables import Base

revision = "0001"
down_revision = None

_REFUSE = """
CREATE FUNCTION refuse_to_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a submission never changes' USING ERRCODE = 'restrict_violation';
END $$
"""
_IMMUTABLE = {
    "sqlite": """
CREATE TRIGGER submission_is_immutable BEFORE UPDATE ON submission
BEGIN SELECT RAISE(ABORT, 'a submission never changes'); END
""",
    "postgresql": """
CREATE TRIGGER submission_is_immutable BEFORE UPDATE ON submission
FOR EACH ROW EXECUTE FUNCTION refuse_to_change()
""",
}


def upgrade() -> None:
    """Create all tables, and have the database refuse to change a submission."""
    Base.metadata.create_all(op.get_bind())
    dialect = op.get_bind().dialect.name
    if dialect == "postgresql":
        op.execute(_REFUSE)
    op.execute(_IMMUTABLE[dialect])
