"""What the tests of this room have in common."""

from datetime import UTC, datetime, timedelta

from a2a_lifecycle.model import Task
from a2a_lifecycle.spec import Edition, load

EDITIONS = list(load().editions.values())

MINUTE = timedelta(minutes=1)


class StoppedClock:
    """Moves a minute at each reading, from the same moment on."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 31, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        now, self._now = self._now, self._now + MINUTE
        return now


OWN_TABLE = """
format = 1
[[edition]]
id = "review"
protocol = "v1.0"
source = "mine"
[[state]]
id = "draft"
class = "active"
initial = true
wire = { "v1.0" = "DRAFT" }
[[state]]
id = "in_review"
class = "interrupted"
wire = { "v1.0" = "IN_REVIEW" }
[[state]]
id = "published"
class = "terminal"
wire = { "v1.0" = "PUBLISHED" }
[[transition]]
trigger = "%s"
from = "draft"
to = "in_review"
[[transition]]
trigger = "approve"
from = "in_review"
to = "published"
"""


def at(edition: str | Edition | None, state: str, **options: object) -> Task:
    """A task led to `state` by a shortest path."""
    task = Task(edition, **options)
    if state != task.state:
        for edge in task.edition.path(task.state, state):
            task.fire(edge.trigger)
    return task
