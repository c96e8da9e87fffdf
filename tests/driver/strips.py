# SPDX-License-Identifier: Apache-2.0
"""The note about loops over registers that PTO_FOR_LANES would speed up: loops that get it, and loops that must not."""
import sys

from harness import ROOT, test, write

sys.path.insert(0, str(ROOT / "tools"))

from ptometal.build import Config  # noqa: E402  (after the path is right)
from ptometal.compilers import strips  # noqa: E402

LONG = 1024    # bits
TURN = "vsts(vadds(vlds(in, i), 1.0f, mask), out, i, mask);"


def kernel(turn, head="int32_t i = 0, left = n; i < n; i += 64", before=""):
    turn = "pto_b32_t mask = pto_plt_b32(left, &left);" + turn.replace("v", "pto_v")
    return f"""#include <pto/pto.h>
// for (i = 0; i < n; i += 64) {{ pto_vsts(pto_vlds(in, i), out, i, mask); }}
PTO_VF(f, (const float *, in), (float *, out), (int32_t, n))
{{
    {before}
    for ({head}) {{
        {turn}
    }}
}}
"""


@test
def loop_over_lanes_is_named_with_its_line(folder):
    write(folder, "k.c", kernel(TURN))
    told = strips.note(str(folder / "k.c"), LONG)
    assert "k.c:6: " in told and "VLEN 1024, PTO_FOR_LANES" in told and "about 6 x" in told, told


@test
def other_registers_backends_and_languages_get_no_note(folder):
    assert Config(vlen=LONG).has_long_registers
    assert not Config(vlen=512).has_long_registers and not Config(vlen=LONG, backend="scalar").has_long_registers
    write(folder, "k.cpp", kernel(TURN))
    assert strips.note(str(folder / "k.cpp"), LONG) is None


@test
def what_is_not_certain_gets_no_note(_):
    assert strips.slow_loop(kernel(TURN))
    for turn in ("vsts(vlds(in, i, PTO_LD_UNPK_B16), out, i, mask);",       # lanes of another width
                 "vsts(vlds(in, 64 - i), out, i, mask);",                   # not at the loop index
                 "vsts(vlds(in, 2 * i), out, i, mask);",
                 "vsts(vcadd(vlds(in, i), mask), out, i, mask);",           # crosses lanes
                 "vsts(vexp(vlds(in, i), mask), out, i, mask);",            # dominates in either loop
                 "sum = vadd(sum, vlds(in, i), mask); vsts(sum, out, i, mask);",
                 "if (i == 64) { break; } " + TURN,
                 "vsts(helper(vlds(in, i)), out, i, mask);",
                 "sum = vadd(sum, vlds(in, i), mask);"):
        assert strips.slow_loop(kernel(turn)) is None, turn
    assert strips.slow_loop(kernel(TURN).replace("PTO_VF(f", "static void f(")) is None
    assert strips.slow_loop((ROOT / "firmware/apps/bench/lanes.c").read_text()) is None
