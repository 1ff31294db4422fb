"""Serves pages and API of a database that is filled, without workers and without its courses."""

from __future__ import annotations

import os
import sys

from grader.service.data.database import Database
from grader.service.server_process import DATABASE, collect_garbage_rarely, make_server
from grader.service.web.server_settings import ServerSettings


def main() -> None:
    """Serve at the port that the command line says."""
    port = int(sys.argv[1])
    settings = ServerSettings.at(f"http://127.0.0.1:{port}")
    server = make_server(Database(os.environ[DATABASE]), settings, "127.0.0.1", port)
    collect_garbage_rarely()
    server.run()


if __name__ == "__main__":
    main()
