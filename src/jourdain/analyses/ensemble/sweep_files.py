"""Files of sweeps: a row for every run, written as it ends, so that a sweep which was killed can go on.

The first line of a .csv says what belongs to it: a digest of the model, the table and the settings. A row that was cut off by
a kill is run again; anything else that does not fit is refused. A .nc file has such a file beside it until the sweep is done.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from jourdain.analyses.ensemble.ensemble import Found, Job, dataset
from jourdain.analyses.ensemble.members import DONE, FAILED, NOT_RUN, STOPPED, Outcome
from jourdain.analyses.ensemble.table import Columns, rows_in
from jourdain.errors import FileFormatError, JourdainError
from jourdain.io.model_files.plain import to_plain
from jourdain.io.writing import replacing

SIGN = "# jourdain sweep "


class SweepFile:
    """The file of one sweep."""

    def __init__(self, path: str | Path, job: Job, columns: Columns) -> None:
        self.path, self.job, self.columns = Path(path), job, columns
        if self.path.suffix.lower() not in (".csv", ".nc"):
            raise FileFormatError(f"{str(path)!r}: a sweep is written to files that end in .csv or .nc.")
        self.rows = self.path if self.path.suffix.lower() == ".csv" else self.path.with_name(f"{self.path.name}.csv")
        self.metrics = job.texts
        self.n = rows_in(columns)

    # -- as it goes -------------------------------------------------------------------------------------------------

    def begin(self, resume: bool) -> Found:
        """Make the file; with resume, the rows that it has already."""
        found = self._read() if resume and self.rows.exists() else {}
        self._write_rows(found)
        return found

    def add(self, new: Found) -> None:
        """Append rows."""
        with open(self.rows, "a", encoding="utf-8", newline="") as file:
            file.write(self._text(new))

    def end(self, found: Found) -> None:
        """The whole table, in order."""
        self.write(found)
        if self.rows != self.path and len(found) == self.n:
            self.rows.unlink(missing_ok=True)

    def write(self, found: Found) -> None:
        """Write the whole table to the file that was asked for."""
        if self.rows == self.path:
            self._write_rows(found)
            return
        data = dataset(self.job, self.columns, found)
        for name in ("status", "reason"):
            data[name] = data[name].astype(str)
        data.attrs["digest"] = self.digest
        with replacing(self.path) as temporary:
            data.to_netcdf(temporary, engine="h5netcdf", invalid_netcdf=False)

    def _write_rows(self, found: Found) -> None:
        with replacing(self.rows) as temporary:
            head = json.dumps({"model": self.job.model.name, "runs": self.n, "digest": self.digest})
            names = _line(["run", *self.columns, *self.metrics, "status", "reason"])
            temporary.write_text(f"{SIGN}{head}\n{names}{self._text(found)}", encoding="utf-8")

    def _text(self, found: Found) -> str:
        return "".join(
            _line(
                [
                    i,
                    *(repr(float(x[i])) for x in self.columns.values()),
                    *(repr(float(x)) for x in (found[i].values or [np.nan] * len(self.metrics))),
                    found[i].status,
                    " ".join(found[i].reason.split()),
                ]
            )
            for i in sorted(found)
        )

    @property
    def digest(self) -> str:
        """What must be the same for rows to belong to one sweep."""
        job = self.job
        try:
            model: Any = to_plain(job.model)
        except JourdainError:  # functions that have no name elsewhere: known by the model's name alone
            model = job.model.name
        asked = [model, job.method.plain(), list(job.texts), job.times.tolist()]
        asked += [{name: x.tolist() for name, x in self.columns.items()}]
        return hashlib.sha256(json.dumps(asked, sort_keys=True, default=repr).encode()).hexdigest()[:32]

    # -- reading ----------------------------------------------------------------------------------------------------

    def _read(self) -> Found:
        try:
            text = self.rows.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise FileFormatError(f"{str(self.rows)!r} cannot be read: {problem}.") from None
        lines = text.splitlines(keepends=True)
        try:
            head = json.loads(lines[0].removeprefix(SIGN)) if lines and lines[0].startswith(SIGN) else None
        except ValueError:
            head = None
        if not isinstance(head, dict) or "digest" not in head:
            raise FileFormatError(
                f"{str(self.rows)!r}: this is no file of a sweep; its first line is damaged or missing."
            )
        if head["digest"] != self.digest:
            raise FileFormatError(
                f"{str(self.rows)!r}: it belongs to a sweep of {head.get('model')!r} with {head.get('runs')} runs that is not "
                "this one: the model, the table, the metrics or the settings differ. Take another file, or leave resume out."
            )
        found: Found = {}
        for number, line in enumerate(lines[2:], 3):
            if line.endswith("\n"):
                i, outcome = self._row(line, number)
                if outcome.status != NOT_RUN:
                    found[i] = outcome
        return found

    def _row(self, line: str, number: int) -> tuple[int, Outcome]:
        cells = next(csv.reader(io.StringIO(line)), [])
        k = 1 + len(self.columns)
        try:
            i, values = int(cells[0]), [float(x) for x in cells[k : k + len(self.metrics)]]
            status, reason = cells[k + len(self.metrics) :]
            known = all(float(x) == column[i] for x, column in zip(cells[1:k], self.columns.values(), strict=True))
            if not known or status not in (DONE, STOPPED, FAILED, NOT_RUN) or not 0 <= i < self.n:
                raise ValueError
        except (ValueError, IndexError):
            raise FileFormatError(f"{str(self.rows)!r}, line {number}: this row is damaged.") from None
        return i, Outcome(status, reason, values, float(self.job.times[-1]))


def _line(cells: list[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
