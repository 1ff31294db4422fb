"""Stores the service's data: the tables, the database, and its migrations."""

from __future__ import annotations

# A table is known to ``tables.Base`` once its module is imported: so that it knows all of them.
from grader.service.data import (
    decision_tables,
    group_tables,
    ladder_tables,
    lti_tables,
    mail_tables,
)

__all__ = ["decision_tables", "group_tables", "ladder_tables", "lti_tables", "mail_tables"]
