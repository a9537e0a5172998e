"""Parses one JSON text, and says in half a sentence why it is none."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from msgspec import MsgspecError
from msgspec.json import decode

TOO_DEEP = "is nested too deep"


class Unreadable:
    """What stands in the place of a document that could not be read.

    Attributes:
        reason: why, as the end of a sentence that begins with the place.
    """

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


def parse_whole(text: bytes) -> Any:
    """The document in `text`; None where it is none, or null, or one that takes a closer look: never raises."""
    try:
        return decode(text)
    except (MsgspecError, RecursionError):
        return None


def parse(text: bytes) -> Any:
    """The document in `text`, or `Unreadable`: never raises. A key that is given twice counts as given last."""
    try:
        return decode(text)
    except (MsgspecError, RecursionError):
        return _second_opinion(text)


def _second_opinion(text: bytes) -> Any:
    # The fast parser refuses some texts that the JSON grammar allows: huge numbers, halves of surrogate pairs. Agents
    # that cut a message in the middle of an emoji send the latter, and the event it is in is good.
    try:
        return json.loads(text.decode(), parse_constant=_no_json, parse_int=_number)
    except UnicodeDecodeError as error:
        return Unreadable(f"is not UTF-8 (byte {error.start + 1})")
    except RecursionError:
        return Unreadable(f"{TOO_DEEP} to be an A2A object")
    except json.JSONDecodeError as error:
        return Unreadable(_reason(text, error))
    except ValueError as error:
        return Unreadable(f"is no JSON: {error}")


def _reason(text: bytes, error: json.JSONDecodeError) -> str:
    if b"\x00" in text[:1000]:
        return "is no JSON: it has NUL bytes; a recording is UTF-8 text"
    if error.msg.startswith("Unterminated string") or error.pos >= len(error.doc.rstrip()):
        return "is cut off: the JSON ends early"
    said = error.msg[0].lower() + error.msg[1:]
    return f"is no JSON: {said} at column {error.colno}"


def _no_json(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) < 20 else float(digits)
