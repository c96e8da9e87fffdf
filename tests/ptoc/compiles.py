#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No .pto text reaches an error of the C compiler: TAP.

    compiles.py PTOC CC [--mutants N] [--seed N]

Names: every word of the C language and of the headers as a value, a parameter, a function and a kernel. File names that
could confuse C. Mutants: accepted files of this folder and a kernel for each row of the op table, with random edits of
names, types, operations, attributes and numbers. CC must accept all that ptoc accepts. CC only checks the syntax, on
this machine and with the vector instructions in plain C.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tap import Tap

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BATCH = 40  # mutants in one file of C
C_WORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof
_Bool _Complex _Generic _Static_assert _Alignas _Thread_local _Noreturn _Atomic main printf exp abs log sin malloc
__riscv __riscv_v __LINE__ __FILE__ __func__ __builtin_memcpy size_t ptrdiff_t wchar_t max_align_t int_fast8_t NULL""".split()
HEAD = 'module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {\n'
HEADERS = ("pto/arith.h", "pto/math.h", "pto/pto.h", "pto/tile.h", "pto/cube.h")


class Compiler:
    def __init__(self, ptoc, cc, folder):
        self.ptoc, self.folder = ptoc, folder
        self.cc = [cc, "-std=gnu17", "-ffreestanding", "-w", f"-I{ROOT}", f"-I{ROOT / 'firmware/include'}",
                   f"-I{ROOT / 'boards/qemu-virt'}", f"-I{folder / 'pto_headers'}"]
        subprocess.run([sys.executable, "-B", ROOT / "tools/headers.py", folder / "pto_headers"], check=True)

    def translate(self, text, name="kernel.pto"):
        """The C of a text, None if ptoc rejects it."""
        (self.folder / name).write_text(text, encoding="utf-8")
        done = subprocess.run([self.ptoc, "--emit=c", "-w", name], cwd=self.folder, capture_output=True, text=True,
                              errors="replace", timeout=20, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"ptoc ended with status {done.returncode}: {done.stderr[-300:]}")
        return done.stdout if done.returncode == 0 else None

    def complaint(self, code):
        """The C compiler's error for a text, empty if it accepts it."""
        (self.folder / "kernel.c").write_text(code, encoding="utf-8")
        done = subprocess.run([*self.cc, "-fsyntax-only", "kernel.c"], cwd=self.folder, capture_output=True, text=True,
                              errors="replace", timeout=300, check=False)
        return "" if done.returncode == 0 else done.stderr[:1500] or f"status {done.returncode}"

    def header_words(self):
        """Every word in the headers, and every macro."""
        (self.folder / "all.c").write_text("".join(f"#include <{name}>\n" for name in HEADERS), encoding="utf-8")
        words = set()
        for flag in ("-P", "-dM"):
            text = subprocess.run([*self.cc, "-E", flag, "all.c"], cwd=self.folder, capture_output=True, text=True,
                                  check=True).stdout
            text = re.sub(r'"(\\.|[^"\\])*"', "", text)
            words.update(re.findall(r"^#define (\w+)", text, re.M) if flag == "-dM" else
                         re.findall(r"(?<!\w)[A-Za-z_]\w*", text))
        # One function name for each form of a vector instruction is enough.
        vector = sorted(word for word in words if word.startswith("pto_v"))
        return sorted(words - set(vector)) + vector[::40]


# ---- names ------------------------------------------------------------------------------------------


def value_text(words):
    """A kernel that adds values with these names, half of them in a vector scope."""
    lines = ["func.func @kernel(%x: !pto.ptr<i64, gm>) attributes {pto.aicore} {", "%c0 = arith.constant 0 : index",
             "%base = arith.constant 0 : i64", "%ub = pto.castptr %base : i64 -> !pto.ptr<i64, ub>",
             "%first = pto.load_scalar %x[%c0] : !pto.ptr<i64, gm> -> i64"]
    last = "%first"
    taken = {"x", "c0", "base", "ub", "first"}
    for word in words:
        if word not in taken:
            lines.append(f"%{word} = arith.addi {last}, {last} : i64")
            last = f"%{word}"
    lines += [f"pto.store_scalar {last}, %x[%c0] : !pto.ptr<i64, gm>, i64",
              'pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]', 'pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]']
    for i in range(0, len(words), 8):
        some = [word for word in words[i:i + 8] if word not in taken]
        inner = [f"%w{k} = pto.load_scalar %ub[%c0] : !pto.ptr<i64, ub> -> i64\n"
                 f"%s{k} = arith.addi %w{k}, %{word} : i64\n"
                 f"pto.store_scalar %s{k}, %ub[%c0] : !pto.ptr<i64, ub>, i64" for k, word in enumerate(some)]
        lines += ["pto.vecscope {", *inner, "}"]
    return HEAD + "\n".join([*lines, "return", "}", "}"])


def scope_text(words):
    """Vector values of these names, and block arguments."""
    lines = ["func.func @kernel(%x: !pto.ptr<i32, gm>) attributes {pto.aicore} {", "%c0 = arith.constant 0 : index",
             "%base = arith.constant 0 : i64", "%ub = pto.castptr %base : i64 -> !pto.ptr<i32, ub>"]
    for word in words:
        if word in ("x", "c0", "base", "ub"):
            continue
        lines += [f"pto.strict_vecscope(%ub) {{ ^bb0(%{word}: !pto.ptr<i32, ub>):", "%the_zero = arith.constant 0 : index",
                  f"%the_vector = pto.vlds %{word}[%the_zero] : !pto.ptr<i32, ub> -> !pto.vreg<64xi32>",
                  f"pto.vsts %the_vector, %{word}[%the_zero] : !pto.vreg<64xi32>, !pto.ptr<i32, ub>",
                  "} : (!pto.ptr<i32, ub>) -> ()"]
    return HEAD + "\n".join([*lines, "return", "}", "}"])


def function_text(words):
    """Functions of these names, with parameters and locals of the same names, called by kernels of these names."""
    lines = []
    for word in words:
        lines += [f"func.func private @{word}(%{word}: i64) -> i64 {{", f"%the_sum = arith.addi %{word}, %{word} : i64",
                  "return %the_sum : i64", "}"]
    lines += ["func.func @caller(%x: !pto.ptr<i64, gm>, %n: i64) attributes {pto.aicore} {", "%c0 = arith.constant 0 : index",
              "%v0 = arith.addi %n, %n : i64"]
    for i, word in enumerate(words):
        lines += [f"%v{i + 1} = func.call @{word}(%v{i}) : (i64) -> i64"]
    lines += [f"pto.store_scalar %v{len(words)}, %x[%c0] : !pto.ptr<i64, gm>, i64", "return", "}"]
    return HEAD + "\n".join([*lines, "}"])


def kernel_text(words):
    lines = []
    for word in words:
        lines += [f"func.func @{word}(%{word}: i64) attributes {{pto.aicore}} {{", "return", "}"]
    return HEAD + "\n".join([*lines, "}"])


def check_names(compiler, tap):
    words = sorted({*C_WORDS, *compiler.header_words()})
    for title, make, size in (("values", value_text, 400), ("block arguments", scope_text, 300),
                              ("functions", function_text, 2000), ("kernels", kernel_text, 2000)):
        for i in range(0, len(words), size):
            part = words[i:i + size]
            code = compiler.translate(make(part))
            what = "ptoc refuses it" if code is None else compiler.complaint(code)
            tap.result(not what, f"{title} named {part[0]} to {part[-1]}", what)


def check_file_names(compiler, tap):
    for name in ("line\nbreak.pto", "back\\", 'quote".pto', "trigraph??!.pto", "comment*.pto", "percent%s.pto", "\x07bell.pto"):
        code = compiler.translate(value_text(["a"]), name)
        what = "ptoc refuses it" if code is None else compiler.complaint(code)
        tap.result(not what, f"a file named {name!r}", what)


# ---- mutants ----------------------------------------------------------------------------------------

TOKEN = re.compile(r'%[\w#]+|![\w.]+(?:<[^<>]*>)?|"[^"]*"|\b(?:pto|arith|scf|func)\.[\w.]+|\b(?:index|[su]?i\d+|b?f\d+)\b'
                   r'|-?\b\d[\w.]*\b')
NUMBERS = ["0", "1", "-1", "2", "64", "255", "1.0", "-0.0", "0x7F800000", "2147483648", "9223372036854775807", "1.0e400"]
TYPES = ["i1", "i8", "i16", "i32", "i64", "si32", "ui8", "ui64", "index", "f16", "bf16", "f32", "f64", "f8E4M3FN", "!pto.ptr",
         "!pto.ptr<f32, ub>", "!pto.ptr<f32, gm>", "!pto.ptr<i1, ub>", "!pto.ptr<bf16, ub>", "!pto.ptr<i32, l1>", "!pto.align",
         "!pto.mask<b8>", "!pto.mask<b16>", "!pto.mask<b32>", "!pto.mask<G>", "!pto.vreg<64xf32>", "!pto.vreg<128xf16>",
         "!pto.vreg<64xi32>", "!pto.vreg<256xui8>", "!pto.vreg<32xi64>", "!pto.local_array<2xi64>"]


def kind_of(token):
    return {"%": "value", "!": "type", '"': "string"}.get(token[0]) or (
        "op" if "." in token and token[0].isalpha() else "type" if token[0].isalpha() else "number")


def mutate(rng, text, pools):
    """A text with one to three tokens replaced by others of their kind, or a line removed, duplicated or moved."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if rng.random() < 0.15:
            lines = text.split("\n")
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[i:i + 1] = rng.choice(([], [lines[i]] * 2, [lines[j]]))
            text = "\n".join(lines)
            continue
        tokens = list(TOKEN.finditer(text))
        token = rng.choice(tokens)
        kind = kind_of(token[0])
        own = [other[0] for other in tokens if kind_of(other[0]) == kind]
        new = rng.choice(own if kind == "value" or rng.random() < 0.4 else pools[kind])
        if kind == "type" and rng.random() < 0.4:  # rename a value everywhere: consistent texts reach later stages
            text = text.replace(token[0], new)
        else:
            text = text[:token.start()] + new + text[token.end():]
    return text


def rename(text, number):
    """Renames all functions of a text to unique names."""
    return re.sub(r"@(\w+)", rf"@\1_{number}", text)


def body_of(code):
    return re.sub(r"^#include .*$", "", code, flags=re.M)


def check_batch(compiler, tap, batch, number):
    """One C file for many mutants. If it does not compile, as declarations may clash, each is tried alone."""
    head = "".join(f"#include <{name}>\n" for name in HEADERS)
    what = compiler.complaint(head + "".join(body_of(code) for _, code in batch))
    if what:
        alone = ((compiler.complaint(code), text) for text, code in batch)
        what = next((f"{complaint}\n{text}" for complaint, text in alone if complaint), "")
    tap.result(not what, f"mutants that ptoc accepts, part {number}: {len(batch)} compile", what)


def check_mutants(compiler, tap, options):
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        subprocess.run([sys.executable, str(ROOT / "tools/opkernels.py"), "--out", folder], check=True, timeout=60)
        seeds = [path.read_text(encoding="utf-8") for path in sorted(Path(folder).glob("*.pto"))]
    wide = [path.read_text(encoding="utf-8") for folder in ("accepted", "run") for path in sorted((HERE / folder).rglob("*.pto"))]
    pools = {"type": TYPES, "number": NUMBERS, "value": ["%undefined"]}
    pools["op"] = sorted({token for text in seeds + wide for token in TOKEN.findall(text) if kind_of(token) == "op"})
    pools["string"] = sorted({token for text in seeds + wide for token in TOKEN.findall(text) if kind_of(token) == "string"})
    rng = random.Random(options.seed)
    batch, parts = [], 0
    for number in range(options.mutants):
        text = rename(mutate(rng, rng.choice(seeds if rng.random() < 0.5 else wide), pools), number)
        code = compiler.translate(text)
        if code is not None:
            batch.append((text, code))
        if batch and (len(batch) == BATCH or number + 1 == options.mutants):
            parts += 1
            check_batch(compiler, tap, batch, parts)
            batch = []
    tap.result(parts > 0, "some mutants are accepted")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("ptoc", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("cc")
    parser.add_argument("--mutants", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="ptoc-") as folder:
        compiler = Compiler(options.ptoc, options.cc, Path(folder))
        check_names(compiler, tap)
        check_file_names(compiler, tap)
        check_mutants(compiler, tap, options)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
