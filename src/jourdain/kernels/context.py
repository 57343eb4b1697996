"""Context: all arrays of one run behind one pointer.

Kernels read `s.rows`, `s.J`, ... as arrays, and `mo.clock.t`, `mo.counts.steps`, .. as fields of records (ndim 0).
Passing some sixty arrays by value through every call costs both compile time
and run time (each array is seven or more words); a Context is one word: the address of a table of (address, shape), and
an array is built from it, without reference counting, where it is used. Bind what an inner loop needs to local names.
Theory: docs/architecture.md.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import NativeValue, intrinsic, register_model, typeof_impl, unbox
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

from jourdain.kernels.tables import CALLS, TABLES, WORK, places

_SLOTS = 4  # words of a field in the table: address and up to three sizes
Schema = dict[str, tuple[np.dtype, int]]  # name -> dtype and number of dimensions; 0: a single record

SCHEMAS: dict[str, Schema] = {"system": TABLES | WORK | CALLS}


def declare(name: str, fields: Schema, base: str | None = None) -> Any:
    """Declare the fields of a kind of context, behind those of `base`; returns what makes one of an address in kernels."""
    SCHEMAS[name] = (SCHEMAS[base] if base else {}) | fields
    return _address_as(name)


_NOTHING: Mapping[str, Any] = {}
_PADDING = [(0,) * (_SLOTS - 1 - ndim) for ndim in range(_SLOTS)]


def _address(array: np.ndarray) -> int:
    """Where the numbers are, nowhere if there are none; by the buffer, which is found three times as fast as array.ctypes."""
    if not array.size:
        return 0
    if array.flags.writeable:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type]
    return int(array.ctypes.data)


@functools.cache
def _index(schema: str) -> dict[str, int]:
    """Place of each field in the table."""
    return {name: _SLOTS * i for i, name in enumerate(SCHEMAS[schema])}


def words_of(schema: str, name: str, array: np.ndarray) -> tuple[int, ...]:
    """What the table says of an array: address and sizes."""
    dtype, ndim = SCHEMAS[schema][name]
    if ndim >= _SLOTS:
        raise TypeError(f"{name}: {ndim} dimensions; a context holds arrays of at most {_SLOTS - 1}")
    ndim = ndim or 1
    if (array.dtype is not dtype and array.dtype != dtype) or array.ndim != ndim or not array.flags.c_contiguous:
        raise TypeError(f"{name}: {array.dtype}, {array.ndim} dimensions; expected contiguous {dtype}, {ndim}")
    return (_address(array), *array.shape, *_PADDING[ndim])


class Record:
    """A record in Python, its fields as attributes: those of NumPy take several microseconds each."""

    __slots__ = ("_array", "_floats", "_integers")

    def __init__(self, array: np.ndarray) -> None:
        self._array, self._floats, self._integers = array, array.view(np.float64), array.view(np.int64)


@functools.cache
def _record_class(schema: str, name: str) -> type[Record]:
    """The class of a field that is a record."""
    fields: Mapping[str, Any] = SCHEMAS[schema][name][0].fields or {}
    own = {key: _property(key, dtype, byte // 8) for key, (dtype, byte, *_) in fields.items()}
    return type("Record", (Record,), {"__slots__": (), **own})


def _property(key: str, dtype: np.dtype, at: int) -> property:
    def get_all(record: Record) -> Any:
        return record._array[key][0]

    def set_all(record: Record, value: Any) -> None:
        record._array[key][0] = value

    def get_float(record: Record) -> Any:
        return record._floats[at]

    def set_float(record: Record, value: Any) -> None:
        record._floats[at] = value

    def get_integer(record: Record) -> Any:
        return record._integers[at]

    def set_integer(record: Record, value: Any) -> None:
        record._integers[at] = value

    if dtype.shape:
        return property(get_all, set_all)
    return property(get_float, set_float) if dtype.kind == "f" else property(get_integer, set_integer)


class Plan:
    """Where the arrays of contexts of one schema and the same sizes stand, found once for all of them.

    Most are parts of one block of memory; others are shared by all, or are given when a context is made.
    """

    def __init__(
        self,
        schema: str,
        shapes: Mapping[str, Any],
        *,
        views: Mapping[str, tuple[str, int, int]] | None = None,
        shared: Mapping[str, np.ndarray] | None = None,
    ) -> None:
        """shapes: of what stands in the block, "name" or "name name ..". views: (whose part, first number, how many)."""
        fields = SCHEMAS[schema]
        self.places, self.size = places(fields, shapes)
        for name, (owner, first, n) in (views or {}).items():
            self.places[name] = n, fields[name][0], self.places[owner][2] + 8 * first
        self.shared = {name: array for name, array in (shared or {}).items() if name in fields}
        self.given = [name for name in fields if name not in self.places and name not in self.shared]
        self.table = np.zeros(_SLOTS * len(fields), np.int64)
        inside, at = [], _index(schema)
        for name, (shape, _, byte) in self.places.items():
            sizes = (shape,) if isinstance(shape, (int, np.integer)) else shape
            self.table[at[name] : at[name] + 1 + len(sizes)] = (byte, *sizes)
            if all(sizes):
                inside.append(at[name])
            else:
                self.table[at[name]] = 0
        for name, array in self.shared.items():
            self.table[at[name] : at[name] + _SLOTS] = words_of(schema, name, array)
        self.inside = np.array(inside, np.int64)
        self.first = np.zeros(0, np.int64), np.zeros(0)

    def begin_as(self, context: Context) -> None:
        """From now on contexts of this plan begin with the numbers that this one has."""
        at = np.flatnonzero(context.block.view(np.int64))
        self.first = at, context.block[at]

    def array(self, name: str, block: np.ndarray) -> np.ndarray:
        """An array that stands in this block, or is shared; KeyError for one that is given."""
        if name in self.shared:
            return self.shared[name]
        shape, dtype, byte = self.places[name]
        return np.ndarray(shape, dtype, block, byte)


@functools.cache
def _nothing_planned(schema: str) -> Plan:
    return Plan(schema, {})


class Context:
    """Named arrays of a schema, readable as attributes in Python and in kernels; a copy has memory of its own."""

    def __init__(self, schema: str, arrays: dict[str, np.ndarray], plan: Plan | None = None) -> None:
        """arrays: all of them, or those that a plan leaves to be given."""
        plan = plan or _nothing_planned(schema)
        self.schema = schema
        self.block = np.zeros(plan.size)
        at, values = plan.first
        self.block[at] = values
        self._plan, self._arrays = plan, arrays  # keep the memory alive; of the block those that have been asked for
        self._seen: dict[str, Any] = {}  # what Python sees of them, made when it is asked for
        self._table = plan.table.copy()
        self._table[plan.inside] += _address(self.block)
        self.address = _address(self._table)
        for name in plan.given:
            self.bind(name, arrays[name])
        self.parts: dict[str, Context] = {}  # other contexts that belong to this one

    def bind(self, name: str, array: np.ndarray) -> None:
        """Let a field stand for this array from now on."""
        at = _index(self.schema)[name]
        self._table[at : at + _SLOTS] = words_of(self.schema, name, array)
        self._arrays[name] = array
        self._seen.pop(name, None)

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """All of them by name."""
        return {name: self.array(name) for name in SCHEMAS[self.schema]}

    def blocks(self) -> list[np.ndarray]:
        """The memory behind the arrays, each block once: of what shares one, the whole."""
        found = {}
        for array in self.arrays.values():
            owner = array if array.base is None else array.base
            found[id(owner)] = owner
        return [block for block in found.values() if isinstance(block, np.ndarray) and block.size]

    def array(self, name: str) -> np.ndarray:
        """A field as the array behind it, records too."""
        found = self._arrays.get(name)
        if found is None:
            found = self._arrays[name] = self._plan.array(name, self.block)
        return found

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__.get("_seen", _NOTHING).get(name)
        if found is not None:
            return found
        fields = SCHEMAS.get(self.__dict__.get("schema", ""), _NOTHING)
        if name not in fields:
            raise AttributeError(name)
        array = self.array(name)
        self._seen[name] = array if fields[name][1] else _record_class(self.schema, name)(array)
        return self._seen[name]

    def __deepcopy__(self, memo: dict[int, Any]) -> Context:
        return _rebuilt(self.schema, *_unshared(self.arrays), deepcopy(self.parts, memo))

    __copy__ = lambda self: self.__deepcopy__({})  # noqa: E731 - two contexts never share memory

    def __reduce__(self) -> Any:
        return _rebuilt, (self.schema, *_unshared(self.arrays), self.parts)


def _unshared(arrays: dict[str, np.ndarray]) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Arrays that own their memory, copied, and (owner, first byte, shape, dtype) of those that are views of others."""
    whole: dict[str, np.ndarray] = {}
    views: dict[str, Any] = {}
    for name, array in sorted(arrays.items(), key=lambda item: -item[1].nbytes):
        at = array.ctypes.data
        for other, owner in whole.items():
            start = owner.ctypes.data
            if array.nbytes and start <= at < start + owner.nbytes:
                views[name] = (other, at - start, array.shape, array.dtype)
                break
        else:
            whole[name] = array
    return {name: array.copy() for name, array in whole.items()}, views


def _rebuilt(schema: str, whole: dict[str, np.ndarray], views: dict[str, Any], parts: dict[str, Context]) -> Context:
    arrays = dict(whole)
    for name, (owner, first, shape, dtype) in views.items():
        arrays[name] = np.ndarray(shape, dtype, whole[owner], first)
    found = Context(schema, arrays)
    found.parts = parts
    return found


class ContextType(types.Type):
    """The type of a Context in compiled code; bound: the kind of system that is asked by direct calls, see port.py."""

    def __init__(self, schema: str, bound: Any = None) -> None:
        self.schema, self.bound = schema, bound
        super().__init__(name=f"jourdain.Context({schema}{'' if bound is None else ', ' + bound.__name__})")


@typeof_impl.register(Context)
def _typeof(value: Any, c: Any) -> ContextType:
    return _type_of(value.schema)


@functools.cache
def _type_of(schema: str) -> ContextType:
    return ContextType(schema)


@register_model(ContextType)
class _Model(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, ir.IntType(64))


@unbox(ContextType)
def _unbox(typ: Any, obj: Any, c: Any) -> NativeValue:
    address = c.pyapi.object_getattr_string(obj, "address")
    value = c.pyapi.long_as_longlong(address)
    c.pyapi.decref(address)
    return NativeValue(value)


@functools.cache
def _field_type(schema: str, name: str) -> Any:
    dtype, ndim = SCHEMAS[schema][name]
    return types.Array(from_dtype(dtype), ndim, "C") if ndim else from_dtype(dtype)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = ContextType

    def generic_resolve(self, typ: Any, attr: str) -> Any:
        return _field_type(typ.schema, attr) if attr in SCHEMAS[typ.schema] else None


@lower_getattr_generic(ContextType)
def _lower(context: Any, builder: Any, typ: Any, value: Any, attr: str) -> Any:
    """The array struct of a field: data pointer and sizes from the table, strides from the sizes (C order)."""
    array_type = _field_type(typ.schema, attr)
    word = ir.IntType(64)
    table = builder.inttoptr(value, word.as_pointer())

    def load(k: int) -> Any:
        return builder.load(builder.gep(table, [ir.Constant(word, _index(typ.schema)[attr] + k)]))

    if isinstance(array_type, types.Record):
        return builder.inttoptr(load(0), context.get_value_type(array_type))
    array = make_array(array_type)(context, builder)
    element = context.get_data_type(array_type.dtype)
    data = builder.inttoptr(load(0), element.as_pointer())
    itemsize = ir.Constant(word, SCHEMAS[typ.schema][attr][0].itemsize)
    shape = [load(1 + d) for d in range(array_type.ndim)]
    strides: list[Any] = []
    step = itemsize
    for size in reversed(shape):
        strides.insert(0, step)
        step = builder.mul(step, size)
    populate_array(
        array,
        data=data,
        shape=cgutils.pack_array(builder, shape),
        strides=cgutils.pack_array(builder, strides),
        itemsize=itemsize,
        meminfo=None,
    )
    return array._getvalue()


# -- functions by address ----------------------------------------------------------------------------------------


def _address_as(schema: str) -> Any:
    @intrinsic
    def context_at(typing: Any, address: Any) -> Any:
        """The context whose table stands at an address."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return arguments[0]

        return ContextType(schema)(types.int64), code

    return context_at


system_at = _address_as("system")


@intrinsic
def bound_to(typing: Any, motion: Any, kind: Any) -> Any:
    """The same motion, whose system of this kind is asked by direct calls instead of by address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return arguments[0]

    return ContextType(motion.schema, kind.instance_class)(motion, kind), code


@intrinsic
def call(typing: Any, function: Any, task: Any, t: Any, h: Any, motion: Any) -> Any:
    """function(task, t, h, motion): a C function by its address; see port.py."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, real = ir.IntType(64), ir.DoubleType()
        kind = ir.FunctionType(word, [word, real, real, word])
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return types.int64(types.int64, types.int64, types.float64, types.float64, motion), code
