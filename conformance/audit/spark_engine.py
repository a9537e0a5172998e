"""Apache Spark, in this process or on a cluster: the engine for logs that outgrow one machine."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import Any

import ibis
import ibis.expr.types as ir
import pyarrow as pa
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as sf
from pyspark.sql.types import StringType, StructField, StructType

from a2a_lifecycle.conformance.audit.errors import EngineError, LogError
from a2a_lifecycle.conformance.audit.events import Log
from a2a_lifecycle.conformance.audit.recording import SCHEMA, Recording
from a2a_lifecycle.conformance.audit.source import Files, Source
from a2a_lifecycle.conformance.audit.text_files import TextColumns

LOCAL = "local[*]"
"""The master that runs Spark inside this process, on every core."""

_numbers = count()
"""Sets the views of one session apart."""


class SparkEngine:
    """Opens logs in, and runs expressions on, a Spark session.

    Parameters:
        master: the cluster's URL, such as `spark://host:7077` or `yarn`; None: inside this process. A session that
            runs already is used, and left running.
        memory: the memory of the driver, such as `4g`, where Spark runs inside this process.

    Attributes:
        session: the session.

    Raises:
        EngineError: Spark cannot be started, for want of Java or otherwise.
    """

    name = "Apache Spark"

    def __init__(self, master: str | None = None, memory: str | None = None) -> None:
        running = SparkSession.getActiveSession()
        self._owns = running is None
        self._kept, self._views = list[DataFrame](), list[str]()
        self.session = running or _started(master or LOCAL, memory)
        self._backend = ibis.pyspark.connect(self.session)

    def close(self) -> None:
        """Stop the session, if it was started here; else leave it as it was found."""
        if self._owns:
            self.session.stop()
            return
        self._let_go()

    def _let_go(self) -> None:
        for frame in self._kept:
            frame.unpersist()
        for view in self._views:
            self.session.catalog.dropTempView(view)
        self._kept.clear()
        self._views.clear()

    # --- reading ---

    def key(self, log: Log) -> Log:
        """`log` as it is: Spark sorts by the beginning of a text first."""
        return log

    def open(self, source: Source) -> ir.Table:
        """Parquet files; raises `LogError`."""
        if not isinstance(source, Files):
            raise LogError(
                source.name, "Spark reads files; audit a database table without --engine, or export it to Parquet"
            )
        with _errors_of(source.name):
            return self._view(self.session.read.parquet(*source.paths))

    def csv(self, files: Files, columns: TextColumns) -> ir.Table:
        """CSV files, all columns as text, all null where a row does not fit them; raises `LogError`."""
        options: dict[str, str | bool] = {
            "header": True,
            "sep": columns.delimiter,
            "quote": '"',
            "escape": '"',
            "mode": "PERMISSIVE",
            "columnPruning": False,  # else a row that does not fit is not seen where its columns are not wanted
        }
        broken = "broken" + "_" * max(map(len, columns.names))  # what no column of the file is called
        with _errors_of(files.name):
            reader = self.session.read.schema(_texts([*columns.names, broken])).options(**options)
            frame = reader.option("columnNameOfCorruptRecord", broken).csv(list(files.paths))
            fitting = [sf.when(_column(broken).isNull(), _column(name)).alias(name) for name in columns.names]
            return self._view(frame.select(*fitting))

    def json(self, files: Files, names: Sequence[str]) -> ir.Table:
        """JSON lines, the fields `names` as text, all null where a line is no object; raises `LogError`."""
        with _errors_of(files.name):
            lines = self.session.read.text(list(files.paths)).filter(sf.trim("value") != "")
            # Spark's own reader takes an array for as many rows as it has elements.
            one = sf.when(sf.ltrim("value").startswith("{"), sf.col("value"))
            row = lines.select(sf.from_json(one, _texts(names)).alias("row"))
            return self._view(row.select(*(sf.col("row").getField(name).alias(name) for name in names)))

    def recording(self, recording: Recording) -> ir.Table:
        """The events of a recording: read and recognised where the command runs, judged by Spark."""
        return self._view(self.session.createDataFrame(pa.Table.from_batches(recording.batches(), SCHEMA)))

    def sample(self, column: ir.Column, count: int) -> list[str]:
        """Some values of `column`, a text, that are not null."""
        name = column.get_name()
        return [str(text) for text in self.rows(column.as_table().filter(column.notnull()).limit(count))[name]]

    def rejected(self) -> int:
        """How many rows did not fit their columns and were left out: none, for they are null instead."""
        return 0

    def _view(self, frame: DataFrame, name: str = "log") -> ir.Table:
        """A table for ibis, by a name that is nobody else's in the session."""
        view = f"a2a_lifecycle_{next(_numbers)}_{name}"
        frame.createOrReplaceTempView(view)
        self._views.append(view)
        return self._backend.table(view)

    # --- running ---

    def view(self, expression: ir.Table, name: str) -> ir.Table:
        """`expression`, worked out whenever it is looked at."""
        return self._view(self.session.sql(self._backend.compile(expression)), name)

    def reading(self, log: str) -> AbstractContextManager[None]:
        """Within this, what Spark cannot read or do is a `LogError` about `log`."""
        self._let_go()  # what is kept of a log would be taken for the same log read again, though that has changed
        return _errors_of(log)

    def keep(self, expression: ir.Table, name: str) -> ir.Table:
        """The result of `expression`, kept as a table."""
        frame = self.session.sql(self._backend.compile(expression)).persist()
        self._kept.append(frame)
        frame.count()
        return self._view(frame, name)

    def rows(self, expression: ir.Table) -> dict[str, list[Any]]:
        """The result of `expression`: column → values."""
        frame = self.session.sql(self._backend.compile(expression))
        found: dict[str, list[Any]] = frame.toArrow().to_pydict()
        return found

    def progress(self) -> float | None:
        """How much of the stages that are running is done, from 0 to 1, or None. For another thread."""
        tracker = self.session.sparkContext.statusTracker()
        stages = [info for stage in tracker.getActiveStageIds() if (info := tracker.getStageInfo(stage)) is not None]
        wanted = sum(stage.numTasks for stage in stages)
        return sum(stage.numCompletedTasks for stage in stages) / wanted if wanted else None


def _column(name: str) -> Column:
    return sf.col("`" + name.replace("`", "``") + "`")


def _texts(names: Sequence[str]) -> StructType:
    return StructType([StructField(name, StringType()) for name in names])


def _started(master: str, memory: str | None) -> SparkSession:
    builder = SparkSession.builder.master(master).appName("a2a-lifecycle audit")
    options = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
    }
    if master.startswith("local"):
        options |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
        # Spark's own default, 200, is for clusters: here each would be a task of next to nothing.
        options |= {"spark.sql.shuffle.partitions": str(4 * (os.cpu_count() or 1))}
        options |= {"spark.driver.memory": memory} if memory else {}
    for key, value in options.items():
        builder = builder.config(key, value)
    with _quiet() as said:
        try:
            session = builder.getOrCreate()
        except (PySparkException, OSError, RuntimeError) as error:
            raise EngineError(f"Spark cannot be started: {_why(error, said())}") from None
    session.sparkContext.setLogLevel("OFF")
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)  # which prints what is raised as well
    return session


@contextmanager
def _quiet() -> Iterator[Any]:
    """Java writes its greetings to the standard error of this process; within this they go to a file."""
    with tempfile.TemporaryFile() as file:
        sys.stderr.flush()
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield lambda: (file.seek(0), file.read().decode("utf-8", "replace"))[1]
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _why(error: Exception, said: str) -> str:
    if "JAVA_GATEWAY_EXITED" in str(error) or isinstance(error, FileNotFoundError):
        lines = [line for line in said.splitlines() if "JAVA_HOME" in line or "java" in line.lower()]
        return f"it needs Java 17 or later ({lines[0].strip()})" if lines else "it needs Java 17 or later"
    return _first_line(error)


@contextmanager
def _errors_of(log: str) -> Iterator[None]:
    try:
        yield
    except (PySparkException, Py4JJavaError) as error:
        raise LogError(log, _first_line(_cause(error))) from None


def _cause(error: Exception) -> object:
    """What is at the bottom of an error that came from Java as it was."""
    if not isinstance(error, Py4JJavaError):
        return error
    cause = error.java_exception
    while cause.getCause() is not None:
        cause = cause.getCause()
    return cause.getMessage() or cause


def _first_line(error: object) -> str:
    line = str(error).strip().split("\n")[0]
    return line if len(line) <= 300 else f"{line[:299]}…"
