# SPDX-License-Identifier: Apache-2.0
"""A board is verified before any build: `boards --check`, and the errors of `image` before it builds."""
import re
import shutil
import sys

from harness import ROOT, ptometal, test

HEADER = """#ifndef BOARD_H
#define BOARD_H
#define BOARD_HARTS_MAX  1
#define BOARD_RAM_BASE   0x80000000
#define BOARD_RAM_BYTES  0x08000000
#include <hal/layout.h>
#endif
"""
FACTS = """set(PTO_BOARD_DESCRIPTION "a board")
set(PTO_BOARD_MARCH rv64gc)
set(PTO_BOARD_ABI lp64d)
set(PTO_BOARD_WAKE none)
"""
# The change of the header, the change of the facts (or lines appended to them), and the error: one line each.
WRONG = (
    ("", "", "PTO_BOARD_CONSOL sifive_uart", r"board\.cmake:5: PTO_BOARD_CONSOL: nothing reads it; did you mean PTO_BOARD_CONSOLE\?"),
    ("", "", "PTO_BOARD_CONSOLE uart1650", r"board\.cmake:5: PTO_BOARD_CONSOLE uart1650: no such console; did you mean uart16550\?"),
    ("", "", "PTO_BOARD_LINK usb", r"PTO_BOARD_LINK usb: no such link; there are: embedded, gdb, semihosting, uart"),
    ("", "", "PTO_BOARD_MACHINE hots", r"board\.cmake:5: PTO_BOARD_MACHINE hots: no such machine; did you mean host\?"),
    ("", "", "PTO_BOARD_COPY libc", r"board\.cmake:5: PTO_BOARD_COPY libc: no such copy; there are: cpu, sifive_pdma"),
    ("", "", "PTO_BOARD_CONSOLE board", None),
    ("", "", "PTO_BOARD_CONSOLE sifive_uart", r"does not define BOARD_UART_BASE, which PTO_BOARD_CONSOLE sifive_uart needs"),
    ("RAM_BYTES  0", "RAM_BYTES  0x08000000\n#define BOARD_UART_BASE 0", "PTO_BOARD_CONSOLE uart16550",
     r"does not define BOARD_UART_REG_SHIFT, which PTO_BOARD_CONSOLE uart16550 needs"),
    ("", "", "PTO_BOARD_WAKE clint", r"does not define BOARD_CLINT_BASE, which PTO_BOARD_WAKE clint needs"),
    ("", "", "PTO_BOARD_EXIT sifive_test", r"does not define BOARD_FINISHER_BASE, which PTO_BOARD_EXIT sifive_test needs"),
    ("RAM_BYTES ", "RAM_SIZE  ", "", r"board\.h:5: BOARD_RAM_SIZE: nothing reads it; did you mean BOARD_RAM_BYTES"),
    ("0x08000000", "0x00800000", "", r"BOARD_RAM_BYTES: the image, the memories .* take 16 MiB for each of BOARD_CLUSTERS"),
    ("#define BOARD_RAM_BASE   0x80000000\n", "", "", r"does not define BOARD_RAM_BASE, which <hal/layout\.h> needs"),
    ("#include <hal/layout.h>\n", "", "", r"there is no memory map"),
    ("HARTS_MAX  1", "HARTS_MAX  4", "", r"BOARD_HARTS_MAX is 4, .* nobody to wake them"),
    ("HARTS_MAX  1", "HARTS_MAX  1\n#define BOARD_FLASH_BASE 0x20000000", "", r"defines BOARD_FLASH_BASE and not BOARD_FLASH_BYTES"),
)


def write_board(folder, header, facts):
    folder.mkdir(exist_ok=True)
    (folder / "board.h").write_text(header)
    (folder / "board.cmake").write_text(facts)


@test
def boards_are_judged_by_their_text(folder):
    board = folder / "mine"
    write_board(board, HEADER, FACTS)
    ptometal(folder, "boards", "--check", "./mine").expect(0)
    for old, new, fact, said in WRONG:
        facts = re.sub(rf"(?m)^set\({fact.split()[0]} .*\n", "", FACTS) + f"set({fact})\n" if fact else FACTS
        assert old in HEADER, old
        write_board(board, HEADER.replace(old, new, 1) if old else HEADER, facts)
        outcome = ptometal(folder, "boards", "--check", "./mine")
        if said is None:
            outcome.expect(0)
        else:
            outcome.expect(2, said).expect_one_line()
    write_board(board, HEADER, FACTS.replace("PTO_BOARD_MARCH", "PTO_BOARD_MARHC"))
    ptometal(folder, "boards", "--check", "./mine").expect(2, "did you mean PTO_BOARD_MARCH").expect_one_line()
    (board / "board.h").unlink()
    ptometal(folder, "boards", "--check", "./mine").expect(2, "there is no board.h").expect_one_line()


@test
def a_wrong_board_is_not_built(folder):
    write_board(folder / "mine", HEADER, FACTS + "set(PTO_BOARD_CONSOL sifive_uart)\n")
    shutil.copy(ROOT / "examples/add.c", folder)
    outcome = ptometal(folder, "image", "add.c", "--board", "./mine", "-o", "k.elf").expect(2, "did you mean PTO_BOARD_CONSOLE")
    outcome.expect_one_line()     # nothing is said of a build
    assert not (folder / "k.elf").exists()


@test
def boards_of_the_tree_are_right(folder):
    for path in sorted((ROOT / "boards").glob("*/board.cmake")):
        ptometal(folder, "boards", "--check", path.parent.name).expect(0)
    ptometal(folder, "boards", "--check", ROOT / "tests/board/small").expect(0)


@test
def porting_explains_every_fact_of_a_board(_):
    sys.path.insert(0, str(ROOT / "tools"))
    from ptometal.board import check  # pylint: disable=import-outside-toplevel
    text = (ROOT / "docs/porting.md").read_text()
    table = re.search(r"^## board\.cmake\n(.*?)\n## ", text + "\n## ", re.M | re.S)[1]
    missing = [fact for fact in check.FACTS if not re.search(rf"`(PTO_BOARD)?_{fact}`", table) and fact != "DESCRIPTION"]
    assert not missing, missing
    for part in ("console", "exit", "discovery", "wake", "protection", "copy", "peers"):
        unknown = [name for name in check.choices(part, of_host=False) if f"`{name}`" not in table and name not in table.split("`")]
        assert not [name for name in unknown if name not in table], (part, unknown)
