"""Runs the migrations for Alembic, on the connection that the service gives it."""

from __future__ import annotations

from alembic import context

from grader.service.data.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
