"""Test vectors: the table as JSON that a program in any language can hold itself against."""

from a2a_lifecycle.conformance.vectors.files import drift, files, write
from a2a_lifecycle.conformance.vectors.pairs import Pair, pairs
from a2a_lifecycle.conformance.vectors.schema import json_schema

__all__ = ["Pair", "drift", "files", "json_schema", "pairs", "write"]
