"""Agents for Breakthrough on 6 by 6, each as one source that can be graded like a submission.

``NAMES`` lists them from the weakest idea to the best. Their modules import each other, the
standard library and nothing else; ``source_of`` joins what an agent needs into one text that
defines ``PlayerAI``.
"""

from __future__ import annotations

from reference.breakthrough_agent.agents.sources import NAMES, load, source_of

__all__ = ["NAMES", "load", "source_of"]
