"""Drawings of tables, differences and traces, by Graphviz and in Mermaid."""

from a2a_lifecycle.diagrams.draw import Format, draw_difference, draw_edition, draw_trace
from a2a_lifecycle.diagrams.readback import edges_of_dot, edges_of_mermaid
from a2a_lifecycle.diagrams.render import Engine, RenderError
from a2a_lifecycle.diagrams.sequence import Message, SequenceChart, mermaid_sequence
from a2a_lifecycle.diagrams.trace import Step, steps_along, steps_of

__all__ = [
    "Engine",
    "Format",
    "Message",
    "RenderError",
    "SequenceChart",
    "Step",
    "draw_difference",
    "draw_edition",
    "draw_trace",
    "edges_of_dot",
    "edges_of_mermaid",
    "mermaid_sequence",
    "steps_along",
    "steps_of",
]
