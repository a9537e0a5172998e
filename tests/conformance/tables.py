"""Tables of one's own, sound or not, with texts that try to break out of whatever they are written into."""

import re

from hypothesis import strategies as st

from a2a_lifecycle import spec

QUOTES = ('"', "'", "\\", "`", "${x}")
MARKS = ("<b>", "</final>", "]]>", "-->", "&amp;", "\\*", "*)", "====", "{}")
SIGNS = ("\n", "\t", "\u00a0", "\u202e", "\U0001f600", "状", "é", "a")
UNPRINTED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
"""What a table refuses, wherever it stands."""
HOSTILE = st.lists(st.sampled_from(QUOTES + MARKS + SIGNS), min_size=1, max_size=6)
PROSE = st.one_of(
    HOSTILE.map(lambda parts: "x" + "".join(parts)),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=12).map(lambda text: f"x{UNPRINTED.sub('', text)}"),
)
TEXTS = PROSE.map(lambda text: re.sub("[\n\t]", " ", text))
EDITIONS = st.text("aZ9._+- é状", max_size=8).map(lambda text: f"e{text}".strip())
CLASSES = st.sampled_from(["active", "interrupted", "terminal", "indeterminate"])


def toml(text):
    """`text` as a TOML string."""
    return '"' + "".join(c if c.isalnum() or c == " " else f"\\U{ord(c):08x}" for c in text) + '"'


@st.composite
def tables(draw, single_targets=True):
    """A table of one edition, whose triggers lead from a state to one target only, unless told otherwise."""
    count = draw(st.integers(2, 5))
    lines = ["format = 1", "[[edition]]", f"id = {toml(draw(EDITIONS))}", 'protocol = "v9"', 'source = "mine"']
    lines.append(f"title = {toml(draw(TEXTS))}")
    for number in range(count):
        lines += ["[[state]]", f'id = "s{number}"', f'class = "{draw(CLASSES)}"', f"label = {toml(draw(TEXTS))}"]
        lines += [f"meaning = {toml(draw(PROSE))}", f"clause = {toml(draw(TEXTS))}"]
        lines += [f"wire = {{ v9 = {toml(f'{number}{draw(TEXTS)}')} }}"]
        lines += ["initial = true"] if number == 0 else []
        lines += ["fallback = true"] if number == count - 1 and draw(st.booleans()) else []
    ends = st.integers(0, count - 1)
    key = (lambda row: row[:2]) if single_targets else None
    rows = draw(st.lists(st.tuples(ends, st.integers(0, 3), ends), min_size=1, max_size=10, unique_by=key))
    for source, trigger, target in dict.fromkeys(rows):
        lines += ["[[transition]]", f'trigger = "t{trigger}"', f'from = "s{source}"', f'to = "s{target}"']
        lines += [f"when = {toml(draw(PROSE))}", f"clause = {toml(draw(TEXTS))}"]
    return spec.loads("\n".join(lines))
