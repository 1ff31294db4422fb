"""Who wins a position of Breakthrough with perfect play, proved.

Shares no code with the agents, so that agreement between the two means something.
"""

from __future__ import annotations

from reference.breakthrough_agent.oracle.proof import Proof, Prover, prove

__all__ = ["Proof", "Prover", "prove"]
