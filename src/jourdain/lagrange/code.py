"""Expression graphs -> machine code: each task a straight line of LLVM instructions, all behind one C function.

The text of the LLVM code is written directly: the graph has shared equal parts and folded constants already, so there is
nothing left for LLVM's optimiser to find, and only its code generator runs, which keeps the time linear. Object code is
kept on disk, named by whatever it depends on; where that cannot be written everything works, only slower.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import hashlib
import os
import struct
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
from numba.core import codegen, config

from jourdain.functions import jets
from jourdain.functions.derive import needed
from jourdain.functions.graph import Graph
from jourdain.jit import cache_base

CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_double, ctypes.c_double, ctypes.c_int64)
"""The C function, for Python."""
ENTRY = "jourdain_lagrangian"
_POINTER = "ptr" if llvm.llvm_version_info[0] >= 17 else "double*"
_ARITHMETIC = {jets.ADD: "fadd", jets.SUB: "fsub", jets.MUL: "fmul", jets.DIV: "fdiv"}
_ARITHMETIC |= {jets.ADDC: "fadd", jets.MULC: "fmul"}
_INTRINSICS = {
    jets.SIN: "llvm.sin.f64", jets.COS: "llvm.cos.f64", jets.EXP: "llvm.exp.f64", jets.LOG: "llvm.log.f64",
    jets.SQRT: "llvm.sqrt.f64", jets.ABS: "llvm.fabs.f64", jets.FLOOR: "llvm.floor.f64", jets.POW: "llvm.pow.f64",
}  # fmt: skip
_LIBRARY = {
    jets.TAN: "tan", jets.ASIN: "asin", jets.ACOS: "acos", jets.ATAN: "atan", jets.SINH: "sinh", jets.COSH: "cosh",
    jets.TANH: "tanh", jets.HYPOT: "hypot", jets.ATAN2: "atan2",
}  # fmt: skip
_CALLS = {**_INTRINSICS, **_LIBRARY}
_COMPARISONS = {jets.LT: "olt", jets.LE: "ole", jets.EQ: "oeq", jets.NE: "une"}
_LARGE = 200_000  # lines: from here on the code is generated fast rather than to be fast
_TWO = (jets.POW, jets.HYPOT, jets.ATAN2)


def _number(value: float) -> str:
    """A double as LLVM reads it, to the last bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


_ZERO, _ONE = _number(0.0), _number(1.0)


def source(graph: Graph, answers: Sequence[Sequence[int]], offset: int) -> str:
    """LLVM code: answers[task] are the nodes written, one after the other, from `offset`; INPUT nodes read by index."""
    names = sorted(set(_CALLS.values()) | {"llvm.copysign.f64"})
    lines = [f"declare double @{name}({_arguments(name)}) nounwind willreturn memory(none)" for name in names]
    if llvm.llvm_version_info[0] < 16:  # the attribute had another name
        lines = [line.replace("memory(none)", "readnone") for line in lines]
    for task, roots in enumerate(answers):
        lines += [f"define internal void @task{task}({_POINTER} noalias %X, {_POINTER} noalias %Y) nounwind {{"]
        lines += _Writer(graph).function(roots, offset)
    cases = " ".join(f"i64 {task}, label %on{task}" for task in range(len(answers)))
    lines += [
        f"define i64 @{ENTRY}(i64 %task, double %t, double %h, i64 %address) nounwind {{",
        f"  %X = inttoptr i64 %address to {_POINTER}",
        f"  switch i64 %task, label %unknown [{cases}]",
        "unknown:",
        "  ret i64 1",
    ]
    for task in range(len(answers)):
        lines += [f"on{task}:", f"  call void @task{task}({_POINTER} %X, {_POINTER} %X)", "  ret i64 0"]
    return "\n".join([*lines, "}", ""])


def _arguments(name: str) -> str:
    two = name == "llvm.copysign.f64" or any(_CALLS[op] == name for op in _TWO)
    return "double, double" if two else "double"


class _Writer:
    """Writes one task."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.lines: list[str] = []
        self._temporaries = 0

    def function(self, roots: Sequence[int], offset: int) -> list[str]:
        for node in needed(self.graph, roots):
            what = self.graph.nodes[node]
            if what.op != jets.CONST:
                last = self.instruction(what.op, [self.value(part) for part in what.parts], what.number)
                self.lines.append(f"  %n{node} = {last}")
        for i, root in enumerate(roots):
            place = self.temporary(f"getelementptr double, {_POINTER} %Y, i64 {offset + i}")
            self.lines.append(f"  store double {self.value(root)}, {_POINTER} {place}")
        return [*self.lines, "  ret void", "}"]

    def value(self, node: int) -> str:
        """A number, or the name of a node's value."""
        known = self.graph.value(node)
        return f"%n{node}" if known is None else _number(known)

    def temporary(self, instruction: str) -> str:
        self._temporaries += 1
        self.lines.append(f"  %t{self._temporaries} = {instruction}")
        return f"%t{self._temporaries}"

    def instruction(self, op: int, x: list[str], number: float) -> str:
        """The last instruction of an operation on x, after those for its temporaries."""
        if op == jets.INPUT:
            place = self.temporary(f"getelementptr double, {_POINTER} %X, i64 {int(number)}")
            return f"load double, {_POINTER} {place}"
        if op in _ARITHMETIC:
            return f"{_ARITHMETIC[op]} contract double {x[0]}, {x[1] if len(x) > 1 else _number(number)}"
        if op in _CALLS:
            return f"call double @{_CALLS[op]}({', '.join(f'double {one}' for one in x)})"
        if op == jets.NEG:
            return f"fneg double {x[0]}"
        if op == jets.SELECT:
            return f"select i1 {self.test('une', x[0], _ZERO)}, double {x[1]}, double {x[2]}"
        if op in (jets.MIN, jets.MAX):  # a NaN on either side comes through
            first = self.test("ole" if op == jets.MIN else "oge", x[0], x[1])
            first = self.temporary(f"or i1 {first}, {self.test('uno', x[0], x[0])}")
            return f"select i1 {first}, double {x[0]}, double {x[1]}"
        if op == jets.SIGN:
            one = self.temporary(f"call double @llvm.copysign.f64(double {_ONE}, double {x[0]})")
            return f"select i1 {self.test('one', x[0], _ZERO)}, double {one}, double {x[0]}"
        if op == jets.MOD:
            return self.remainder(*x)
        if op in (jets.RAMP3, jets.RAMP5):
            return self.ramp(op, x[0])
        return self.logic(op, x)

    def test(self, how: str, x: str, y: str) -> str:
        return self.temporary(f"fcmp {how} double {x}, {y}")

    def logic(self, op: int, x: list[str]) -> str:
        if op in _COMPARISONS:
            true = self.test(_COMPARISONS[op], *x)
        elif op == jets.NOT:
            true = self.test("oeq", x[0], _ZERO)
        else:
            sides = [self.test("une", one, _ZERO) for one in x]
            true = self.temporary(f"{'and' if op == jets.AND else 'or'} i1 {sides[0]}, {sides[1]}")
        return f"uitofp i1 {true} to double"

    def remainder(self, x: str, y: str) -> str:
        """x modulo y, with the sign of y."""
        rest = self.temporary(f"frem double {x}, {y}")
        signs = [self.test("olt", one, _ZERO) for one in (rest, y)]
        other = self.temporary(f"xor i1 {signs[0]}, {signs[1]}")
        move = self.temporary(f"and i1 {other}, {self.test('one', rest, _ZERO)}")
        moved = self.temporary(f"fadd double {rest}, {y}")
        return f"select i1 {move}, double {moved}, double {rest}"

    def ramp(self, op: int, x: str) -> str:
        """The cubic or quintic polynomial between 0 and 1; a NaN comes through."""
        low = self.temporary(f"select i1 {self.test('ole', x, _ZERO)}, double {_ZERO}, double {x}")
        u = self.temporary(f"select i1 {self.test('oge', low, _ONE)}, double {_ONE}, double {low}")
        square = self.temporary(f"fmul double {u}, {u}")
        power = square if op == jets.RAMP3 else self.temporary(f"fmul double {square}, {u}")
        first, *others = (-2.0, 3.0) if op == jets.RAMP3 else (6.0, -15.0, 10.0)  # Horner's scheme
        inside = _number(first)
        for one in others:
            inside = self.temporary(f"fmul double {inside}, {u}")
            inside = self.temporary(f"fadd double {inside}, {_number(one)}")
        return f"fmul double {power}, {inside}"


# -- from LLVM code to an address --------------------------------------------------------------------------------------


def machine() -> str:
    """What object code depends on besides its source."""
    return f"{llvmlite.__version__} {numba.__version__} {llvm.get_process_triple()} {_cpu()} {_features()}"


def _cpu() -> str:
    return config.CPU_NAME or llvm.get_host_cpu_name()


def _features() -> str:
    return config.CPU_FEATURES if config.CPU_FEATURES is not None else codegen.get_host_cpu_features()


def _target(opt: int = 1) -> Any:
    """A target machine like Numba's own. opt 1 gives code as fast as 2 and 3 do here, in less time."""
    codegen.initialize_llvm()
    reloc = "static" if llvm.Target.from_default_triple().name.startswith("x86") else "default"
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(
        cpu=_cpu(), features=_features(), opt=opt, reloc=reloc, codemodel="jitdefault", jit=True
    )


def compile_object(text: str) -> bytes:
    """Object code of LLVM code."""
    target = _target(0 if text.count("\n") > _LARGE else 1)
    module = llvm.parse_assembly(text)
    module.triple = llvm.get_process_triple()
    module.data_layout = str(target.target_data)
    module.verify()
    return target.emit_object(module)


def load(code: bytes) -> tuple[int, Any]:
    """The address of the C function in object code, and what has to be kept as long as it is called."""
    _link_library()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine.get_function_address(ENTRY), engine


def _link_library() -> None:
    """Functions of the C library, where the process does not offer them by name."""
    missing = [one for one in (*_LIBRARY.values(), *_NAMED) if not llvm.address_of_symbol(one)]
    if missing:
        library = ctypes.CDLL(ctypes.util.find_library("m") or ctypes.util.find_library("msvcrt"))
        for name in missing:
            if hasattr(library, name):
                llvm.add_symbol(name, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)


_NAMED = ("sin", "cos", "exp", "log", "pow", "fmod", "sincos")  # what intrinsics and frem become


_CHECK = hashlib.sha256().digest_size


def folder() -> Path:
    """Where object code is kept, beside the kernels."""
    return cache_base() / "lagrangian"


def kept(name: str) -> bytes | None:
    """Object code kept under a name."""
    try:
        content = (folder() / f"{name}.o").read_bytes()
    except OSError:
        return None
    check, code = content[:_CHECK], content[_CHECK:]
    return code if hashlib.sha256(code).digest() == check else None  # a damaged file would bring the process down


def keep(name: str, code: bytes) -> None:
    """Keep object code for other processes; a folder that cannot be written is no error."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handle, path = tempfile.mkstemp(dir=folder(), suffix=".tmp")  # renamed when complete: others may be reading
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(code).digest() + code)
        os.replace(path, folder() / f"{name}.o")
    except OSError:
        return
