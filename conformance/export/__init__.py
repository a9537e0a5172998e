"""The table written for other tools, behind one registry."""

from a2a_lifecycle.conformance.export.exporter import Exporter, ExportError, Option
from a2a_lifecycle.conformance.export.registry import EXPORTERS, export

__all__ = ["EXPORTERS", "ExportError", "Exporter", "Option", "export"]
