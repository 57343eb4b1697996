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

from jourdain.kernels.tables import CALLS, TABLES, WORK

_SLOTS = 4  # words of a field in the table: address and up to three sizes
Schema = dict[str, tuple[np.dtype, int]]  # name -> dtype and number of dimensions; 0: a single record

SCHEMAS: dict[str, Schema] = {"system": TABLES | WORK | CALLS}


def declare(name: str, fields: Schema, base: str | None = None) -> Any:
    """Declare the fields of a kind of context, behind those of `base`; returns what makes one of an address in kernels."""
    SCHEMAS[name] = (SCHEMAS[base] if base else {}) | fields
    return _address_as(name)


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


class Context:
    """Named arrays of a schema, readable as attributes in Python and in kernels; a copy has memory of its own."""

    def __init__(self, schema: str, arrays: dict[str, np.ndarray]) -> None:
        self.schema = schema
        self._arrays = arrays  # keeps the memory alive
        self._records: dict[str, Any] = {}  # what stands for records in Python, made when they are asked for
        words: list[int] = []
        for name in SCHEMAS[schema]:
            words += self._words(name, arrays[name])
        self._table = np.array(words, np.int64)
        self.address = int(self._table.ctypes.data)
        self.parts: dict[str, Context] = {}  # other contexts that belong to this one

    def bind(self, name: str, array: np.ndarray) -> None:
        """Let a field stand for this array from now on."""
        at = _index(self.schema)[name]
        self._table[at : at + _SLOTS] = self._words(name, array)
        self._arrays[name] = array
        self._records.pop(name, None)

    def _words(self, name: str, array: np.ndarray) -> tuple[int, ...]:
        """What the table says of an array: address and sizes."""
        dtype, ndim = SCHEMAS[self.schema][name]
        if ndim >= _SLOTS:
            raise TypeError(f"{name}: {ndim} dimensions; a context holds arrays of at most {_SLOTS - 1}")
        ndim = ndim or 1
        if (array.dtype is not dtype and array.dtype != dtype) or array.ndim != ndim or not array.flags.c_contiguous:
            raise TypeError(f"{name}: {array.dtype}, {array.ndim} dimensions; expected contiguous {dtype}, {ndim}")
        return (_address(array), *array.shape, *_PADDING[ndim])

    def blocks(self) -> list[np.ndarray]:
        """The memory behind the arrays, each block once: of what shares one, the whole."""
        found = {}
        for array in self._arrays.values():
            owner = array if array.base is None else array.base
            found[id(owner)] = owner
        return [block for block in found.values() if isinstance(block, np.ndarray) and block.size]

    def array(self, name: str) -> np.ndarray:
        """A field as the array behind it, records too."""
        return self._arrays[name]

    def __getattr__(self, name: str) -> Any:
        try:
            array = self.__dict__["_arrays"][name]
        except KeyError:
            raise AttributeError(name) from None
        if SCHEMAS[self.schema][name][1]:
            return array
        if name not in self._records:
            self._records[name] = array.view(np.recarray)[0]
        return self._records[name]

    def __deepcopy__(self, memo: dict[int, Any]) -> Context:
        return _rebuilt(self.schema, *_unshared(self._arrays), deepcopy(self.parts, memo))

    __copy__ = lambda self: self.__deepcopy__({})  # noqa: E731 - two contexts never share memory

    def __reduce__(self) -> Any:
        return _rebuilt, (self.schema, *_unshared(self._arrays), self.parts)


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
