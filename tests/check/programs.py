# SPDX-License-Identifier: Apache-2.0
"""The kernels of the mutation study, and their arguments."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES, DATA = ROOT / "examples", ROOT / "examples" / "data"
IN = f"in:{DATA}/"
SMALL = (r"(BUFFER_BYTES\s*=?\s*)[^,;\n}/]+", r"\g<1>4096 ")      # three tiles of few rows and a remainder


class Program:
    """A file, the kernel of it to run, its arguments, and what makes it small.

    `{inout}` among the arguments is a file with `size` bytes, `{out}` one that is written.
    """

    def __init__(self, file, *arguments, entry=None, size=8192, small=None, blocks=1, arch="a5"):
        self.path, self.arguments, self.entry = ROOT / file, arguments, entry
        self.size, self.small, self.blocks, self.arch = size, small, blocks, arch

    @property
    def name(self):
        return self.path.name + (f" {self.entry}" if self.entry else "")


ADD = (f"{IN}gain.f32", f"{IN}gain.f32", "out:{out}=1000", "250")
FLASH = (f"{IN}q.f16", f"{IN}k.f16", f"{IN}v.f16", "out:{out}=33024", "1", "129", "0.5")
GEMM = (f"{IN}hidden.f16", f"{IN}weights.f16", f"{IN}bias.f32")
PROGRAMS = [
    Program("examples/add.c", *ADD),
    Program("examples/softmax.c", f"{IN}scores.f32", "out:{out}=12000", "10", "300", small=SMALL),
    Program("examples/rmsnorm.c", f"{IN}hidden.f32", f"{IN}gain.f32", "out:{out}=14000", "14", "250", "1e-5", small=SMALL),
    Program("examples/gemm.c", *GEMM, "out:{out}=21600", "40", "135", "250", small=(r"(define TILE )128", r"\g<1>64")),
    Program("examples/add.pto", *ADD),
    Program("examples/softmax.pto", f"{IN}scores.f32", "out:{out}=180000", "150", "300"),
    Program("examples/rmsnorm.pto", f"{IN}hidden.f32", f"{IN}gain.f32", "out:{out}=200000", "200", "250", "1e-5"),
    Program("examples/gemm.pto", *GEMM, "out:{out}=70200", "130", "135", "250")]
PROGRAMS += [Program(path, "inout:{inout}", entry="fixed", arch="a2a3" if "--arch a2a3" in path.read_text() else "a5")
             for path in sorted((EXAMPLES / "bugs").glob("*.c"))]
# Kernels of the checker's own tests without findings. Excluded are those whose loads to L0 or L1 are never stored,
# `added`, which adds floats in any order, and `met_often`, whose blocks all store the same.
UNSEEN = ("cube_ordered", "slots", "told_twice", "added", "met_often")
PROGRAMS += [Program(f"tests/check/{file}", "inout:{inout}", entry=name, blocks=int(blocks))
             for file in ("kernels.c", "styles.c", "blocks.c")
             for blocks, name in re.findall(r"// silent: (\d+) blocks?\nPTO_\w*KERNEL\((\w+),",
                                            (ROOT / "tests" / "check" / file).read_text()) if name not in UNSEEN]
PROGRAMS += [Program("examples/flash_attention.c", *FLASH), Program("examples/flash_attention.pto", *FLASH)]
# Tile kernels; the order in the .pto is planned.
GELU = (f"{IN}hidden.f16", f"{IN}weights.f16", f"{IN}bias.f32", "out:{out}=16384")
PROGRAMS += [Program("examples/matmul_gelu.c", *GELU), Program("examples/matmul_gelu.pto", *GELU, entry="matmul_gelu"),
             Program("examples/attention_head.pto", f"{IN}q.f16", f"{IN}k.f16", f"{IN}v.f16", "out:{out}=16384", "0.5",
                     entry="attention_head"),
             Program("examples/embedding.pto", "inout:{inout}", f"{IN}words.i32", f"{IN}hidden.f32", "100", "-0.125",
                     size=135000)]
# CI runs every fourth mutant of each.
SHARE = ("add.c", "softmax.c", "rmsnorm.c", "gemm.c", "kernels.c passed_on")
