"""Compiles all kernels to WebAssembly: ``scripts/kernels`` writes them anew where their source has changed.

numba makes LLVM's code of the Python source, llvmlite that of WebAssembly, and the linker of the wheel ``ziglang``,
which adds ``exp`` and the like, puts it into a module for each file of kernels. The manifest beside them says what each
kernel takes, and of which source a module is made.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dis import get_instructions
from functools import cache
from hashlib import sha256
from importlib import import_module
from inspect import getsource, signature
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from pkgutil import walk_packages
from textwrap import dedent
from types import CellType, FunctionType, ModuleType
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

# Nothing may depend on the processor of who compiles.
os.environ.update(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")

from dealt import bits
from dealt.kernels.machine import FOLDER, HEAD, SIZES, Kernel, leaves
from dealt.shapes import Array

PACKAGES: Final = ("kernels", "players")
"""Where kernels are declared."""
TRIPLE: Final = "wasm32-unknown-unknown"
LAYOUT: Final = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES: Final = "-bulk-memory,-bulk-memory-opt,+sign-ext,+simd128,+nontrapping-fptoint"
"""Engines fill memory by a call out of the module, which takes as long as a hundred stores."""
CODES: Final = {"q": "int64", "i": "int32", "h": "int16", "b": "int8", "d": "float64", "f": "float32"}
STACK: Final = 1 << 16
POW: Final = """
const std = @import("std");
export fn pow(x: f64, y: f64) f64 { return std.math.pow(f64, x, y); }
"""
"""Of the functions that numba calls the one that the linker does not bring."""
NUMBERS: Final = {int: "int64", float: "float64", bool: "boolean"}


@cache
def declared() -> dict[str, list[Kernel[..., Any]]]:
    """All kernels of the package, by the module where each is declared."""
    found: dict[str, list[Kernel[..., Any]]] = {}
    for package in PACKAGES:
        home = import_module(f"dealt.{package}")
        for each in walk_packages(home.__path__, f"{home.__name__}."):
            module = import_module(each.name)
            some = [one for value in vars(module).values() for one in (value if isinstance(value, tuple) else (value,))]
            for one in some:
                if isinstance(one, Kernel) and one.__module__ == each.name:
                    found.setdefault(one.home, []).append(one)
    return found


# --- what a kernel takes ----------------------------------------------------------------------------------------------


def form(hint: Any) -> Any:
    """An annotation as the manifest has it: ``"int"``, the type and dimensions of a row, or a list of such."""
    if get_origin(hint) is Annotated:
        row = next(each for each in get_args(hint)[1:] if isinstance(each, Array))
        return f"{row.code}{row.dimensions}"
    if hint in NUMBERS:
        return hint.__name__
    if hint is type(None):
        return None
    if get_origin(hint) is tuple:
        return [form(each) for each in get_args(hint)]
    if isinstance(hint, type) and issubclass(hint, tuple):
        return [form(each) for each in get_type_hints(hint, include_extras=True).values()]
    raise TypeError(f"a kernel takes numbers, rows of them (dealt.shapes) and tuples of these, not {hint}")


def numba_type(hint: Any) -> Any:
    """An annotation as numba has it."""
    from numba import types

    if get_origin(hint) is Annotated:
        row = next(each for each in get_args(hint)[1:] if isinstance(each, Array))
        return types.Array(getattr(types, CODES[row.code]), row.dimensions, "C")
    if hint in NUMBERS:
        return getattr(types, NUMBERS[hint])
    if get_origin(hint) is tuple:
        return types.Tuple(tuple(numba_type(each) for each in get_args(hint)))
    some = [numba_type(each) for each in get_type_hints(hint, include_extras=True).values()]
    return types.NamedUniTuple(some[0], len(some), hint) if len(set(some)) == 1 else types.NamedTuple(some, hint)


def hints(function: FunctionType) -> tuple[list[tuple[str, Any]], Any]:
    """The annotations of a function's parameters, by name, and that of what it returns."""
    found = get_type_hints(function, include_extras=True)
    return [(name, found[name]) for name in signature(function).parameters], found["return"]


# --- from Python to LLVM ----------------------------------------------------------------------------------------------


def named(function: FunctionType) -> dict[str, Any]:
    """What a function reads from its module, and from the function that it was made in.

    ``module.name`` is what it reads from another module that it names.
    """
    around = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    found = dict[str, Any]()
    for step, after in pairwise(get_instructions(function)):
        if step.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(step.argval)
            if isinstance(value, ModuleType):
                found[f"{step.argval}.{after.argval}"] = getattr(value, after.argval)
            else:
                found[step.argval] = value
    return found | {name: cell.cell_contents for name, cell in around}


def calls(function: FunctionType) -> dict[str, FunctionType]:
    """The functions of this package that a function names."""
    bare = ((name, each.bare if isinstance(each, Kernel) else each) for name, each in named(function).items())
    return {
        name: each for name, each in bare if isinstance(each, FunctionType) and each.__module__.startswith("dealt.")
    }


def reached(function: FunctionType, seen: set[FunctionType]) -> set[FunctionType]:
    """A function, and all that it calls."""
    seen.add(function)
    for each in calls(function).values():
        if each not in seen:
            reached(each, seen)
    return seen


def meaning(source: str) -> str:
    """Python's text without comments, docstrings and layout."""
    tree = ast.parse(dedent(source))
    for each in ast.walk(tree):
        if isinstance(each, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(each) is not None:
            each.body = each.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def constants(function: FunctionType) -> list[str]:
    """The numbers and types that a function reads from its module."""
    found = []
    for name, value in sorted(named(function).items()):
        if isinstance(value, int | float | tuple):
            found.append(f"{name} = {value!r}")
        elif isinstance(value, type) and issubclass(value, tuple):
            found.append(f"{name} = {form(value)} {getattr(value, '_fields', ())}")
    return found


_made: dict[FunctionType, Any] = {}


def instructions() -> dict[Any, Any]:
    """The functions of :mod:`dealt.bits` as machine instructions."""
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    def instruction(build: Callable[[Any, Any], Any]) -> Any:
        def typed(context: Any, some: Any) -> Any:
            return types.int64(types.int64), lambda context, builder, signature, args: build(builder, args[0])

        return intrinsic(typed)

    def typed_part(context: Any, row: Any, begin: Any, size: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            whole, found = (context.make_array(row)(context, builder, *some) for some in (args[:1], ()))
            data, step = builder.gep(whole.data, [args[1]]), whole.itemsize
            populate_array(found, data, [args[2]], [step], step, meminfo=None)
            return found._getvalue()

        return row(row, types.int64, types.int64), build

    word = ir.IntType(32)

    def mixing(builder: Any, some: Any) -> Any:
        """In 32 bits, of which four fit into a vector."""
        some = builder.trunc(some, word)
        for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
            some = builder.mul(builder.xor(some, builder.lshr(some, word(shift))), word(factor))
        return builder.zext(builder.xor(some, builder.lshr(some, word(16))), ir.IntType(64))

    def typed_turn(context: Any, some: Any, n: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            turn = builder.module.declare_intrinsic("llvm.fshl", [word], ir.FunctionType(word, [word] * 3))
            some, n = (builder.trunc(each, word) for each in args)
            return builder.zext(builder.call(turn, [some, some, n]), ir.IntType(64))

        return types.int64(types.int64, types.int64), build

    part, turn, mix = intrinsic(typed_part), intrinsic(typed_turn), instruction(mixing)
    zero_too = ir.Constant(ir.IntType(1), 0)
    ones = instruction(lambda builder, some: builder.ctpop(some))
    trailing = instruction(lambda builder, some: builder.cttz(some, zero_too))
    leading = instruction(lambda builder, some: builder.ctlz(some, zero_too))
    inlined = njit(nogil=True)

    def typed_nth(context: Any, some: Any, n: Any) -> Any:
        return types.int64(types.int64, types.int64), lambda context, builder, signature, args: nth(builder, *args)

    select = intrinsic(typed_nth)

    return {
        bits.at: inlined(lambda place: types.uint64(place)),
        bits.count: inlined(lambda some: ones(some)),
        bits.lowest: inlined(lambda some: trailing(some)),
        bits.highest: inlined(lambda some: 63 - leading(some)),
        bits.nth: inlined(lambda some, n: select(some, n)),
        bits.mixed: inlined(lambda word: mix(word)),
        bits.part: part,
        bits.turned: inlined(lambda word, n: turn(word, n)),
    }


def nth(builder: Any, some: Any, n: Any) -> Any:
    """The member of a set that has ``n`` lower ones: the byte is found in which it is, and then the bit.

    All bytes are counted at once, and no branch depends on the number.
    """
    from llvmlite import ir

    long = ir.IntType(64)

    def every(byte: int) -> Any:
        return long(byte * 0x0101010101010101)

    def lower(counts: Any, n: Any) -> tuple[Any, Any]:
        """The number of bytes up to which no more than ``n`` are counted; and the counts up to each."""
        sums = builder.mul(counts, every(1))
        room = builder.sub(builder.or_(builder.mul(n, every(1)), every(0x80)), sums)
        return builder.ctpop(builder.and_(room, every(0x80))), sums

    def shifted(some: Any, by: int) -> Any:
        return builder.lshr(some, long(by))

    twos = builder.sub(some, builder.and_(shifted(some, 1), every(0x55)))
    fours = builder.add(builder.and_(twos, every(0x33)), builder.and_(shifted(twos, 2), every(0x33)))
    place, sums = lower(builder.and_(builder.add(fours, shifted(fours, 4)), every(0x0F)), n)
    begin = builder.shl(place, long(3))
    before = builder.and_(builder.lshr(builder.shl(sums, long(8)), begin), long(0xFF))
    byte = builder.and_(builder.lshr(some, begin), long(0xFF))
    spread = builder.and_(builder.mul(byte, every(1)), long(0x8040201008040201))  # each bit in a byte of its own
    single = builder.and_(shifted(builder.add(spread, every(0x7F)), 7), every(1))
    return builder.add(begin, lower(single, builder.sub(n, before))[0])


def compiled(function: FunctionType, *, inner: bool) -> Any:
    """A function as numba compiles it, with all that it calls in the place of the calls."""
    from numba import njit

    if not _made:
        _made.update(instructions())
    if function not in _made or not inner:
        names = named(function) | {name: compiled(each, inner=True) for name, each in calls(function).items()}
        around = tuple(CellType(names[name]) for name in function.__code__.co_freevars)
        read = dict(function.__globals__)
        for name, value in names.items():
            module, _, inside = name.rpartition(".")
            if module:
                if read[module] is function.__globals__[module]:
                    read[module] = ModuleType(module)
                setattr(read[module], inside, value)
            elif value is not None:  # not a name of Python's own
                read[name] = value
        twin = FunctionType(function.__code__, read, function.__name__, function.__defaults__, around)
        made = njit(
            nogil=True, forceinline=inner, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False,
            error_model="numpy",
        )(twin)  # fmt: skip
        if not inner:
            return made
        _made[function] = made
    return _made[function]


def code_of(kernel: Kernel[..., Any]) -> tuple[str, str]:
    """A kernel as LLVM's code, and the name of the function in it."""
    parameters, _ = hints(kernel.bare)
    made = compiled(kernel.bare, inner=False)
    took = tuple(numba_type(hint) for _, hint in parameters)
    made.compile(took)
    code = made.inspect_llvm(made.signatures[0])
    return code, made.overloads[made.signatures[0]].fndesc.llvm_func_name


# --- from LLVM to WebAssembly -----------------------------------------------------------------------------------------


def object_of(kernel: Kernel[..., Any], name: str) -> bytes:
    """A kernel for the linker. ``name`` takes the address of a block with what the kernel takes; see ``door``."""
    from llvmlite import binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    binding.set_option("", "--disable-loop-idiom-memset")
    code, inside = code_of(kernel)
    lines = [
        f'target datalayout = "{LAYOUT}"' if line.startswith("target datalayout")
        else f'target triple = "{TRIPLE}"' if line.startswith("target triple") else line
        for line in code.splitlines()
    ]  # fmt: skip
    module = binding.parse_assembly("\n".join(lines).replace(" = common ", " = internal "))  # numba's own, for errors
    entry = module.get_function(inside)
    took = [str(each.type) for each in entry.arguments]
    module.link_in(binding.parse_assembly(door(name, inside, took, form_of(kernel))))
    for each in module.functions:
        if not each.is_declaration and each.name != name:
            each.linkage = binding.Linkage.internal
    module.verify()
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(
        opt=3, features=FEATURES, reloc="static", codemodel="default"
    )
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    passes = binding.create_pass_builder(machine, options)
    for _ in range(2):  # the second time nets gain another twentieth
        passes.getModulePassManager().run(module, passes)
    return bytes(machine.emit_object(binding.parse_assembly(without_fills(str(module)))))


def without_fills(code: str) -> str:
    """LLVM's code with stores where a known number of bytes is filled."""
    inline = "@llvm.memset.inline.p0.i64("
    found, many = re.subn(r"@llvm\.memset\.p0\.i64\((?=[^()]*(?:\([^()]*\)[^()]*)*, i64 \d+, i1)", inline, code)
    return f"{found}\ndeclare void {inline}ptr, i8, i64 immarg, i1 immarg)\n" if many else found


def form_of(kernel: Kernel[..., Any]) -> list[Any]:
    """What a kernel takes."""
    return [form(hint) for _, hint in hints(kernel.bare)[0]]


def door(name: str, inside: str, took: Sequence[str], forms: list[Any]) -> str:
    """The function that others call: it reads from a block what numba's function takes.

    The block has eight bytes for each number, and for a row those of its address and of each dimension. Its first
    ``HEAD`` bytes are for what is returned.
    """
    lines, args, count = list[str](), [f"{took[0]} %block", f"{took[1]} %none"], 0
    place, of = HEAD, iter(took[2:])

    def load(kind: str) -> str:
        nonlocal place, count
        count += 1
        lines.append(f"%p{count} = getelementptr i8, ptr %block, i32 {place}")
        lines.append(f"%v{count} = load {kind}, ptr %p{count}, align 8")
        place += 8
        return f"%v{count}"

    for leaf in leaves(forms):
        if leaf in ("int", "float"):
            kind = next(of)
            args.append(f"{kind} {load(kind)}")
        elif leaf == "bool":
            kind, found = next(of), load("i64")
            lines.append(f"%b{count} = trunc i64 {found} to {kind}")
            args.append(f"{kind} %b{count}")
        else:
            size, dimensions = SIZES[leaf[0]], int(leaf[1:])
            address = load("i64")
            lines.append(f"%a{count} = inttoptr i64 {address} to ptr")
            pointer = f"%a{count}"
            shape = [load("i64") for _ in range(dimensions)]
            strides, whole = [str(size)], shape[-1]
            step = str(size)
            for each in reversed(shape[1:]):
                count += 1
                lines.append(f"%s{count} = mul i64 {each}, {step}")
                step = f"%s{count}"
                strides.insert(0, step)
            for each in shape[:-1]:
                count += 1
                lines.append(f"%n{count} = mul i64 {whole}, {each}")
                whole = f"%n{count}"
            values = ["null", "null", whole, str(size), pointer, *shape, *strides]
            args += [f"{next(of)} {value}" for value in values]
    body = "\n".join(f"  {line}" for line in lines)
    return f"""
declare i32 @{inside}({", ".join(took)})
define i32 @{name}(ptr %block) {{
  %none = alloca ptr, align 8
{body}
  %status = call i32 @{inside}({", ".join(args)})
  ret i32 %status
}}
"""


def linked(objects: Sequence[bytes], names: Sequence[str]) -> bytes:
    """The module of some kernels."""
    with tempfile.TemporaryDirectory(prefix="dealt-kernels-") as folder:
        files = [Path(folder, f"{n}.o") for n in range(len(objects))]
        for file, content in zip(files, objects, strict=True):
            file.write_bytes(content)
        powers, to = Path(folder, "pow.zig"), Path(folder, "module.wasm")
        powers.write_text(POW, encoding="utf-8")
        subprocess.run(
            [
                sys.executable, "-m", "ziglang", "build-exe", str(powers), *map(str, files),
                "-target", "wasm32-freestanding", "-O", "ReleaseFast", "-fstrip", "-fno-entry", "--gc-sections",
                "--stack", str(STACK), "--export-memory",
                "--export=__heap_base", *(f"--export={name}" for name in names),
                f"-femit-bin={to}",
            ],
            check=True, cwd=folder,
        )  # fmt: skip
        return to.read_bytes()


# --- the files --------------------------------------------------------------------------------------------------------


def short(module: str) -> str:
    """The name of the file of a module's kernels."""
    return module.removeprefix("dealt.").replace(".", "-") + ".wasm"


def made_of(kernels: Sequence[Kernel[..., Any]]) -> str:
    """What changes when the source of some kernels does, or how they are compiled."""
    parts = [meaning(Path(__file__).read_text("utf-8")), *(f"{each.__name__}{form_of(each)}" for each in kernels)]
    some = set[FunctionType]().union(*(reached(each.bare, set()) for each in kernels))
    for function in sorted(some, key=lambda each: (each.__module__, each.__qualname__)):
        parts += [function.__module__, meaning(getsource(function)), *constants(function)]
    return sha256("\n".join(parts).encode()).hexdigest()[:32]


def stale(known: dict[str, Any]) -> list[str]:
    """The modules whose sources are not those that their file was made of."""
    now = {name: made_of(kernels) for name, kernels in declared().items()}
    gone = [name for name in known if name not in now]
    return gone + [name for name, each in now.items() if known.get(name, {}).get("sources") != each]


def module_of(name: str) -> bytes:
    """The kernels of one module, compiled."""
    kernels = declared()[name]
    return linked([object_of(each, each.__name__) for each in kernels], [each.__name__ for each in kernels])


def about(name: str, module: bytes) -> dict[str, Any]:
    """What the manifest says of a module."""
    kernels = declared()[name]
    return {
        "sources": made_of(kernels), "module": sha256(module).hexdigest()[:32],
        "kernels": {each.__name__: [form_of(each), form(hints(each.bare)[1])] for each in kernels},
    }  # fmt: skip


def main(argv: Sequence[str]) -> int:
    """Write what is stale, or everything; with ``--check`` only say what is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="end with 1 if a module is older than its source")
    parser.add_argument("--all", action="store_true", help="compile what is not stale, too")
    parser.add_argument("--to", type=Path, default=FOLDER, help="where the modules are written")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args(argv)
    index = arguments.to / "manifest.json"
    known = json.loads(index.read_text("utf-8")) if index.exists() else {}
    todo = stale(known)
    if arguments.check:
        for name in todo:
            print(f"{name} has changed since {short(name)} was made: run scripts/kernels")
        return 1 if todo else 0
    arguments.to.mkdir(parents=True, exist_ok=True)
    wanted = list(declared()) if arguments.all else [name for name in todo if name in declared()]
    with ProcessPoolExecutor(arguments.jobs, get_context("spawn")) as pool:
        for name, module in zip(wanted, pool.map(module_of, wanted), strict=True):
            (arguments.to / short(name)).write_bytes(module)
            known[name] = about(name, module)
            index.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
            print(f"{short(name)}: {len(module):,} bytes, {', '.join(known[name]['kernels'])}", flush=True)
    for name in set(known) - set(declared()):
        (arguments.to / short(name)).unlink(missing_ok=True)
        del known[name]
    index.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
