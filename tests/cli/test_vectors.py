"""The command `a2a-lifecycle vectors`."""

import io
import json

from a2a_lifecycle.cli.main import main


def call(*argv):
    out, err = io.StringIO(), io.StringIO()
    return main(["vectors", *map(str, argv)], out, err), out.getvalue(), err.getvalue()


def test_writes_and_then_checks(tmp_path):
    assert call("-o", tmp_path)[0] == 0
    status, out, err = call("-o", tmp_path, "--check")
    assert (status, err) == (0, "")
    assert "as generated" in out


def test_check_fails_on_a_file_that_drifted(tmp_path):
    call("-o", tmp_path)
    file = tmp_path / "guide-v1.0" / "pairs.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    content["vectors"][0]["verdict"] = "legal"
    file.write_text(json.dumps(content), encoding="utf-8")
    status, _, err = call("-o", tmp_path, "--check")
    assert status == 1
    assert err.splitlines()[0] == f"{file}: differs from the table"


def test_check_of_a_folder_that_is_not_there_fails(tmp_path):
    status, _, err = call("-o", tmp_path / "nowhere", "--check")
    assert status == 1
    assert "is missing" in err


def test_a_folder_that_cannot_be_written_is_a_usage_error(tmp_path):
    (tmp_path / "file").write_text("")
    status, _, err = call("-o", tmp_path / "file")
    assert status == 2
    assert len(err.splitlines()) == 1


LEAST = """\
format = 1
[[edition]]
id = "review"
protocol = "v1"
source = "own"
[[state]]
id = "draft"
class = "active"
initial = true
[[state]]
id = "published"
class = "terminal"
[[transition]]
trigger = "publish"
from = "draft"
to = "published"
"""


def test_a_table_without_names_on_the_wire_has_vectors_too(tmp_path):
    table, folder = tmp_path / "least.toml", tmp_path / "vectors"
    table.write_text(LEAST, encoding="utf-8")
    assert call("--table", table, "-o", folder)[::2] == (0, "")
    assert call("--table", table, "-o", folder, "--check")[0] == 0
    views = json.loads((folder / "review" / "views.json").read_text(encoding="utf-8"))["vectors"]
    assert views
