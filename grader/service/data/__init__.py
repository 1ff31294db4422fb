"""Stores the service's data: the tables, the database, and its migrations."""

from __future__ import annotations

# Whoever asks ``tables.Base`` for all tables finds all of them there.
from grader.service.data import (
    decision_tables,
    group_tables,
    ladder_tables,
    lti_tables,
    mail_tables,
)

__all__ = ["decision_tables", "group_tables", "ladder_tables", "lti_tables", "mail_tables"]
