"""Opens a PostgreSQL database, for workers on several machines."""

from __future__ import annotations

from sqlalchemy import URL, Connection, Engine, create_engine, event

from grader.service import ServiceProblem
from grader.service.data.sqlite import CONNECTIONS, WRITING

DRIVER = "postgresql+psycopg"
_SETTINGS = {
    "lock_timeout": "60s",  # for which a writer waits for another one
    "idle_in_transaction_session_timeout": "60s",  # of one whose machine is gone
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "synchronous_commit": "on",  # what is acknowledged is on the disk
}
"""What the server has to keep to for the service, whatever its own configuration says."""
_ONE_WRITER = "SELECT pg_advisory_xact_lock(1, 1)"


def with_driver(url: URL) -> URL:
    """Return the URL with the driver that the service uses.

    Raises:
        ServiceProblem: if it names no database, or another driver.
    """
    if url.drivername not in {"postgresql", DRIVER} or not url.database:
        raise ServiceProblem(
            f"The database {url.render_as_string()} cannot be used; expected "
            f"{DRIVER}://USER@HOST/DATABASE."
        )
    return url.set(drivername=DRIVER)


def open_postgresql(url: URL) -> Engine:
    """Return an engine for the PostgreSQL database at ``url`` that allows one writer at a time.

    Whoever reads sees one state of it, and can change nothing.
    """
    settings = " ".join(f"-c {name}={value}" for name, value in _SETTINGS.items())
    engine = create_engine(
        url,
        connect_args={"options": settings, "connect_timeout": 10},
        isolation_level="READ COMMITTED",
        **CONNECTIONS,
    )

    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get(WRITING, False):
            # Every statement after this one sees what the writer before has committed.
            connection.exec_driver_sql(_ONE_WRITER)

    event.listen(engine, "begin", begin)
    return engine


def reading_engine(engine: Engine) -> Engine:
    """Return an engine for the same database whose transactions only read."""
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
