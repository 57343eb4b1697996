"""Context: all arrays of one run behind one pointer.

Kernels read `s.rows`, `s.J`, ... as arrays. Passing some sixty arrays by value through every call costs both compile time
and run time (each array is seven or more words); a Context is one word: the address of a table of (address, shape), and
an array is built from it, without reference counting, where it is used. Bind what an inner loop needs to local names.
"""

from __future__ import annotations

import ctypes
import functools
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

from jourdain.kernels.tables import SCHEMAS

_SLOTS = 4  # words of a field in the table: address and up to three sizes


_EMPTY = np.zeros(4096)  # where arrays without numbers are: what looks past their end finds memory all the same
_NOWHERE = int(_EMPTY.ctypes.data)
_PADDING = [(0,) * (_SLOTS - 1 - ndim) for ndim in range(_SLOTS)]


def _address(array: np.ndarray) -> int:
    """Where the numbers are; by the buffer, which is found three times as fast as array.ctypes."""
    if not array.size:
        return _NOWHERE
    if array.flags.writeable:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type]
    return int(array.ctypes.data)


@functools.cache
def _index(schema: str) -> dict[str, int]:
    """Place of each field in the table."""
    return {name: _SLOTS * i for i, name in enumerate(SCHEMAS[schema])}


class Context:
    """Named arrays of a schema (see tables.SCHEMAS), readable as attributes in Python and in kernels."""

    def __init__(self, schema: str, arrays: dict[str, np.ndarray]) -> None:
        self.schema = schema
        self._arrays = arrays  # keeps the memory alive
        words: list[int] = []
        for name in SCHEMAS[schema]:
            words += self._words(name, arrays[name])
        self._table = np.array(words, np.int64)
        self.address = int(self._table.ctypes.data)

    def bind(self, name: str, array: np.ndarray) -> None:
        """Let a field stand for this array from now on."""
        at = _index(self.schema)[name]
        self._table[at : at + _SLOTS] = self._words(name, array)
        self._arrays[name] = array

    def _words(self, name: str, array: np.ndarray) -> tuple[int, ...]:
        """What the table says of an array: address and sizes."""
        dtype, ndim = SCHEMAS[self.schema][name]
        if (array.dtype is not dtype and array.dtype != dtype) or array.ndim != ndim or not array.flags.c_contiguous:
            raise TypeError(f"{name}: {array.dtype}, {array.ndim} dimensions; expected contiguous {dtype}, {ndim}")
        return (_address(array), *array.shape, *_PADDING[ndim])

    def __getattr__(self, name: str) -> np.ndarray:
        try:
            return self.__dict__["_arrays"][name]
        except KeyError:
            raise AttributeError(name) from None


class ContextType(types.Type):
    """The type of a Context in compiled code."""

    def __init__(self, schema: str) -> None:
        self.schema = schema
        super().__init__(name=f"jourdain.Context({schema})")


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
def _array_type(schema: str, name: str) -> types.Array:
    dtype, ndim = SCHEMAS[schema][name]
    return types.Array(from_dtype(dtype), ndim, "C")


@infer_getattr
class _Attributes(AttributeTemplate):
    key = ContextType

    def generic_resolve(self, typ: Any, attr: str) -> Any:
        return _array_type(typ.schema, attr) if attr in SCHEMAS[typ.schema] else None


@lower_getattr_generic(ContextType)
def _lower(context: Any, builder: Any, typ: Any, value: Any, attr: str) -> Any:
    """The array struct of a field: data pointer and sizes from the table, strides from the sizes (C order)."""
    array_type = _array_type(typ.schema, attr)
    word = ir.IntType(64)
    table = builder.inttoptr(value, word.as_pointer())

    def load(k: int) -> Any:
        return builder.load(builder.gep(table, [ir.Constant(word, _index(typ.schema)[attr] + k)]))

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
motion_at = _address_as("motion")


@intrinsic
def call(typing: Any, function: Any, task: Any, t: Any, h: Any, motion: Any) -> Any:
    """function(task, t, h, motion): a C function by its address; see integrators.port."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, real = ir.IntType(64), ir.DoubleType()
        kind = ir.FunctionType(word, [word, real, real, word])
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return types.int64(types.int64, types.int64, types.float64, types.float64, motion), code
