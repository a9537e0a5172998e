"""Tables to ask theorems of: the bundled one with an edit, and small ones."""

from importlib.resources import files

from a2a_lifecycle.spec import Table, loads

BUNDLED = files("a2a_lifecycle.spec").joinpath("task.toml").read_text(encoding="utf-8")


def transition(trigger: str, source: str, target: str, *editions: str, actor: str = "agent") -> str:
    """A transition row in TOML."""
    where = f"editions = {list(editions)!r}\n" if editions else ""
    return f'\n[[transition]]\ntrigger = "{trigger}"\nfrom = "{source}"\nto = "{target}"\nactor = "{actor}"\n{where}'


def state(name: str, state_class: str, *editions: str) -> str:
    """A state row in TOML."""
    where = f"editions = {list(editions)!r}\n" if editions else ""
    return f'\n[[state]]\nid = "{name}"\nclass = "{state_class}"\n{where}'


def row(trigger: str, source: str, target: str) -> str:
    """The bundled row that begins so, whole."""
    start = BUNDLED.index(f'[[transition]]\ntrigger = "{trigger}"\nfrom = "{source}"\nto = "{target}"\n')
    end = BUNDLED.find("[[transition]]", start + 1)
    return BUNDLED[start:end] if end > 0 else BUNDLED[start:]


def bundled_with(*edits: tuple[str, str], more: str = "") -> Table:
    """The bundled table with `edits`, each a text and its replacement, and `more` rows; the guide's claims too."""
    text = BUNDLED
    for old, new in edits:
        assert old in text, f"the edit's text is not in the table: {old}"
        text = text.replace(old, new)
    return loads(text + more, file="edited.toml", bundled=True)
