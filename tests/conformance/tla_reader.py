"""Reads back what the TLA+ export wrote: once by its lines, once by the tree of a real TLA+ parser."""

import re
import warnings

DISJUNCT = re.compile(r"""^  \\/ state = "(\w+)" /\\ state' = "(\w+)"  \\\*.*$""")


def by_lines(text):
    """The edges of the module: {(source, trigger, target)}."""
    edges, trigger = set(), None
    for line in text.splitlines():
        head = re.fullmatch(r"Trigger_(\w+) ==", line)
        trigger = head[1] if head else trigger if line.startswith("  ") else None
        found = DISJUNCT.fullmatch(line)
        if found and trigger:
            edges.add((found[1], trigger, found[2]))
    return edges


class Module:
    """A module as tree-sitter's grammar of TLA+ reads it."""

    def __init__(self, text, tree_sitter, grammar):
        self.text = text.encode()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the grammar's binding is older than the parser
            language = tree_sitter.Language(grammar.language())
        self.root = tree_sitter.Parser(language).parse(self.text).root_node
        self.definitions = {
            self._text(node.child_by_field_name("name")): node.child_by_field_name("definition")
            for node in self._walk(self.root)
            if node.type == "operator_definition"
        }

    @property
    def has_error(self):
        return self.root.has_error

    def strings(self, name):
        """The strings in the definition of `name`, in order."""
        return [self._text(node)[1:-1] for node in self._walk(self.definitions[name]) if node.type == "string"]

    def references(self, name):
        return [self._text(node) for node in self._walk(self.definitions[name]) if node.type == "identifier_ref"]

    def edges(self):
        """The edges of the module, from the equations on the variable and on the variable primed."""
        edges = set()
        for name in self.definitions:
            if name.startswith("Trigger_"):
                for item in self._walk(self.definitions[name]):
                    if item.type == "disj_item":
                        now, after = self._equations(item)
                        edges.add((now, name.removeprefix("Trigger_"), after))
        return edges

    def _equations(self, item):
        found = {}
        for node in self._walk(item):
            if node.type == "bound_infix_op" and node.child_by_field_name("symbol").type == "eq":
                left = node.child_by_field_name("lhs")
                found[self._text(left)] = self._text(node.child_by_field_name("rhs"))[1:-1]
        assert found.keys() == {"state", "state'"}
        return found["state"], found["state'"]

    def _text(self, node):
        return self.text[node.start_byte : node.end_byte].decode()

    def _walk(self, node):
        yield node
        for child in node.children:
            yield from self._walk(child)
