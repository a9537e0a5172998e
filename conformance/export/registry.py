"""The exporters there are, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a2a_lifecycle.conformance.export import json_table, scxml, sql, tla, xstate
from a2a_lifecycle.conformance.export.exporter import Exporter, ExportError
from a2a_lifecycle.spec import Edition

EXPORTERS: Mapping[str, Exporter] = MappingProxyType(
    {
        "sql": Exporter(sql.DESCRIPTION, sql.export, sql.OPTIONS, sql.default_edition),
        "json": Exporter("the table as plain JSON", json_table.export),
        "xstate": Exporter("a machine for XState v5, in JSON", xstate.export),
        "scxml": Exporter("an SCXML document", scxml.export),
        "tla": Exporter("a TLA+ module", tla.export),
    }
)
"""Name → exporter. To add one, write its module and give it a line here."""


def export(name: str, edition: Edition, **options: str | None) -> str:
    """`edition` as the exporter `name` writes it.

    Parameters:
        name: one of `EXPORTERS`.
        edition: what to write.
        options: the exporter's options, with underscores for hyphens; those not given have their defaults.

    Raises:
        ExportError: no such exporter or option, a required option is missing, or a value cannot be used.
    """
    if name not in EXPORTERS:
        raise ExportError(f"no export {name!r}; there are: {', '.join(EXPORTERS)}")
    known = {option.name.replace("-", "_"): option for option in EXPORTERS[name].options}
    for given in options:
        if given not in known:
            raise ExportError(f"{name} takes no option {given!r}; it takes: {', '.join(known) or 'none'}")
    values: dict[str, str | None] = {}
    for key, option in known.items():
        value = values[option.name] = option.default if options.get(key) is None else options[key]
        if option.required and value is None:
            raise ExportError(f"{name} needs the option --{option.name}")
        if option.choices and value is not None and value not in option.choices:
            raise ExportError(f"--{option.name} {value!r} is none of: {', '.join(option.choices)}")
    return EXPORTERS[name].function(edition, values)
