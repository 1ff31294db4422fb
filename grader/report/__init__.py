"""Reports: the model, who may see what of it, and its forms.

The renderer for terminals is ``grader.report.text``. It is left out here because it imports
rich, which costs time that a run without a terminal need not spend.
"""

from grader.report.document import ReportError
from grader.report.figures import (
    Arrow,
    Bar,
    BoardFigure,
    ChartFigure,
    Counterexample,
    Dependency,
    Diagnosis,
    Excerpt,
    Explanation,
    Figure,
    Line,
    Mark,
    Tour,
    TourFigure,
)
from grader.report.jsonfile import dumps, loads
from grader.report.model import (
    SCHEMA,
    Budget,
    CallTrace,
    CaseResult,
    Decision,
    LoadNote,
    Report,
    SandboxInfo,
    TaskResult,
    TestResult,
    View,
    Visibility,
)
from grader.report.view import for_view
from grader.report.writer import WriteError, write_atomically

__all__ = [
    "SCHEMA",
    "Arrow",
    "Bar",
    "BoardFigure",
    "Budget",
    "CallTrace",
    "CaseResult",
    "ChartFigure",
    "Counterexample",
    "Decision",
    "Dependency",
    "Diagnosis",
    "Excerpt",
    "Explanation",
    "Figure",
    "Line",
    "LoadNote",
    "Mark",
    "Report",
    "ReportError",
    "SandboxInfo",
    "TaskResult",
    "TestResult",
    "Tour",
    "TourFigure",
    "View",
    "Visibility",
    "WriteError",
    "dumps",
    "for_view",
    "loads",
    "write_atomically",
]
