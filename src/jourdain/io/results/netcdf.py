"""NetCDF4 files: named arrays with dimensions, units and labels, and texts as attributes. Atomic to write, exact to read.

Any NetCDF tool (ncdump, xarray, MATLAB, Octave) opens these files. A variable that has the name of its only dimension
labels that dimension: "body" with the names of the bodies, "t" with the times. A checksum of each part tells damaged data
from good ones, which HDF5 by itself does not; what other programs add to a file is left alone.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jourdain._version import __version__
from jourdain.errors import FileFormatError
from jourdain.io.writing import replacing
from jourdain.reading import regular

FORMAT = 1  # raised when files change so that older versions cannot read them
RESULT = "result"
_SIGNATURE = b"\x89HDF\r\n\x1a\n"  # first bytes of every HDF5 file, and so of every NetCDF4 file
_FORMAT, _VERSION, _KIND, _SUMS = _OWN = ("jourdain_format", "jourdain_version", "kind", "jourdain_checksums")
_TEXT = "jourdain_text"  # on texts: "plain", or "json" for those that NetCDF cannot hold as they are


@dataclass(frozen=True)
class Variable:
    """An array with the names of its dimensions, its unit ("m", "rad/s", "-") and what it means.

    data: floats, integers, booleans or texts. Texts are read back as an object array of str.
    """

    data: Any
    dimensions: tuple[str, ...] = ()
    unit: str = ""
    meaning: str = ""


def write(
    path: str | Path, variables: Mapping[str, Variable], attributes: Mapping[str, str], *, kind: str = RESULT
) -> None:
    """Write a file, or leave what is there as it was: the file appears under its name only when it is complete."""
    taken = [name for name in attributes if name in _OWN]
    if taken:
        raise ValueError(f"attributes {taken} are written by this function itself")
    for name, text in attributes.items():
        if not isinstance(text, str) or not _storable(text):
            raise ValueError(f"attribute {name!r} is no text that NetCDF can hold; write it as JSON")
    own = {_FORMAT: FORMAT, _VERSION: __version__, _KIND: kind, _SUMS: json.dumps(_checksums(variables, attributes))}
    image = _image(_dataset(variables, own | dict(attributes)))
    with replacing(path) as temporary:
        temporary.write_bytes(image)


def _image(dataset: Any) -> bytes:
    """The bytes of the file. HDF5 makes them in memory: on a disk that gets full it would end the process."""
    import h5netcdf
    from xarray.backends import H5NetCDFStore

    found = io.BytesIO()
    with h5netcdf.File(found, "w") as file:
        dataset.dump_to_store(H5NetCDFStore(file))
    return found.getvalue()


def _dataset(variables: Mapping[str, Variable], attributes: Mapping[str, Any]) -> Any:
    import xarray

    arrays = {}
    for name, variable in variables.items():
        if not name or "/" in name:
            raise ValueError(f"variable {name!r}: the name is empty or has a '/', which makes groups in NetCDF")
        about = {"units": variable.unit, "long_name": variable.meaning}
        data = np.asarray(variable.data)
        if data.dtype.kind in "UO":
            data, about[_TEXT] = _texts(variable.data, name)
        elif data.dtype.kind not in "biuf":
            raise ValueError(f"variable {name!r}: an array of {data.dtype} cannot be stored")
        about = {key: text for key, text in about.items() if text}
        # no fill value: NaN is a value here, not a gap
        arrays[name] = xarray.Variable(variable.dimensions, data, about, encoding={"_FillValue": None})
    return xarray.Dataset(arrays, attrs=dict(attributes))


def _texts(data: Any, name: str) -> tuple[np.ndarray, str]:
    """An object array of str that NetCDF can hold, and how the texts are written for that."""
    texts = np.array(data, dtype=object)
    flat = texts.ravel().tolist()
    if not all(isinstance(text, str) for text in flat):
        raise ValueError(f"variable {name!r}: a mixture of texts and other values cannot be stored")
    if all(map(_storable, flat)):
        return texts, "plain"
    escaped = np.empty(texts.shape, dtype=object)
    escaped.ravel()[:] = [json.dumps(text) for text in flat]
    return escaped, "json"


def _storable(text: str) -> bool:
    """HDF5 ends texts at a NUL, and UTF-8 has no halves of surrogate pairs."""
    return "\0" not in text and not any("\ud800" <= c <= "\udfff" for c in text)


def _checksums(variables: Mapping[str, Variable], attributes: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """CRC-32 of the content of each part."""
    return {
        "variables": {name: _checksum(variable) for name, variable in variables.items()},
        "attributes": {name: _crc(text) for name, text in attributes.items()},
    }


def _checksum(variable: Variable) -> int:
    array = np.asarray(variable.data)
    about = _crc(json.dumps([variable.dimensions, variable.unit, variable.meaning]))
    if array.dtype.kind in "UO":
        return _crc(json.dumps(np.array(variable.data, dtype=object).tolist()), about)
    return zlib.crc32(np.ascontiguousarray(array).tobytes(), about)


def _crc(text: str, start: int = 0) -> int:
    return zlib.crc32(text.encode(errors="surrogatepass"), start)  # what a damaged file gives may be no proper text


def read(path: str | Path, *, kind: str = RESULT) -> tuple[dict[str, Variable], dict[str, str]]:
    """Variables and attributes of a file of this kind, all in memory. FileFormatError, with the file's name, otherwise."""
    source = Path(path)
    _check_signature(source)
    try:
        variables, attributes = _load(source)
    except (OSError, RuntimeError, ValueError, KeyError) as problem:
        raise _damaged(source, str(problem).splitlines()[0][:200]) from problem
    _check_own(source, attributes, kind)
    _check_sums(source, variables, attributes)
    return variables, {name: text for name, text in attributes.items() if name not in _OWN}


def numbers_alone(path: str | Path) -> str:
    """How to read a NetCDF4 file that is not, or not fully, ours."""
    return f"Its numbers can be read by xarray.open_dataset({str(path)!r}, engine='h5netcdf')."


def _damaged(source: Path, what: str) -> FileFormatError:
    return FileFormatError(
        f"{str(source)!r} is cut off or damaged ({what}); write it anew, or take a copy made before."
    )


def _check_signature(source: Path) -> None:
    try:
        with open(regular(source), "rb") as file:
            start = file.read(len(_SIGNATURE))
    except FileNotFoundError:
        raise FileFormatError(f"there is no file {str(source)!r}; check its name and folder.") from None
    except OSError as problem:
        raise FileFormatError(f"cannot read {str(source)!r}: {problem.strerror or problem}.") from problem
    if not start:
        raise FileFormatError(f"{str(source)!r} is empty.")
    if not _SIGNATURE.startswith(start):
        raise FileFormatError(f"{str(source)!r} is no NetCDF4 file; give one that Jourdain has written.")


def _load(source: Path) -> tuple[dict[str, Variable], dict[str, Any]]:
    import h5py
    import xarray

    with h5py.File(source, "r") as file:  # finds most damages; h5netcdf would print warnings of its own besides
        file.visititems(lambda name, part: None)
    # nothing is decoded: units such as "days" or values such as NaN stay what they are
    options: dict[str, Any] = dict(mask_and_scale=False, decode_times=False, decode_timedelta=False)
    with xarray.open_dataset(source, engine="h5netcdf", **options) as dataset:
        dataset.load()
    variables = {}
    for name, array in dataset.variables.items():
        data = np.array(array.values)
        if _TEXT in array.attrs:  # not by dtype: an empty list of texts comes as floats
            decode = json.loads if array.attrs[_TEXT] == "json" else str
            flat = [decode(text) for text in data.ravel().tolist()]
            data = np.empty(data.shape, dtype=object)
            data.ravel()[:] = flat
        about = [str(array.attrs.get(key, "")) for key in ("units", "long_name")]
        variables[str(name)] = Variable(data, tuple(map(str, array.dims)), *about)
    return variables, dict(dataset.attrs)


def _check_own(source: Path, attributes: Mapping[str, Any], kind: str) -> None:
    if _FORMAT not in attributes or _KIND not in attributes:
        raise FileFormatError(
            f"{str(source)!r} was not written by Jourdain: it has no attribute {_FORMAT!r}. {numbers_alone(source)}"
        )
    found, version = attributes[_FORMAT], attributes.get(_VERSION, "?")
    if not np.array_equal(found, FORMAT):
        newer = isinstance(found, (int, np.integer)) and found > FORMAT
        remedy = "update Jourdain" if newer else "read it with the version that wrote it"
        raise FileFormatError(
            f"{str(source)!r} was written by Jourdain {version} with format {found}; this version ({__version__}) reads "
            f"format {FORMAT}: {remedy}."
        )
    if attributes[_KIND] != kind:
        raise FileFormatError(
            f"{str(source)!r} holds a {attributes[_KIND]}, not a {kind}; give a file that was written as a {kind}."
        )


def _check_sums(source: Path, variables: Mapping[str, Variable], attributes: Mapping[str, Any]) -> None:
    """Refuse a file in which a part that was written is missing or has another content."""
    try:
        expected = json.loads(attributes[_SUMS])
        parts = {"variables": expected["variables"], "attributes": expected["attributes"]}
    except (KeyError, TypeError, ValueError):
        raise _damaged(source, f"its {_SUMS!r} cannot be read") from None
    present = _checksums(
        {name: variables[name] for name in parts["variables"] if name in variables},
        {name: str(attributes[name]) for name in parts["attributes"] if name in attributes},
    )
    for group, sums in parts.items():
        for name, value in sums.items():
            if present[group].get(name) != value:
                raise _damaged(source, f"{name!r} is not what was written")
