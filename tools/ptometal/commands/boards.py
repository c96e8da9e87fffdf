# SPDX-License-Identifier: Apache-2.0
"""`ptometal boards`: the list of boards, and the check of one."""
from ptometal import boards
from ptometal.board import check
from ptometal.common import usage_error
from ptometal.options import Option

SUMMARY = """ptometal boards [--check FOLDER]

List the boards, or say what is wrong with the folder of one. Builds check a board too.
"""
OPTIONS = [Option("--check", "FOLDER", text="judge the board.cmake and the board.h of a board, given by name or folder")]


def main(values, words):
    if words:
        raise usage_error("boards takes no arguments")
    if values.check is not None:
        board = boards.load(values.check)
        check.demand(board)
        print(f"{values.check}: nothing is wrong with board {board.name}, as far as its text tells")
        return 0
    for name in boards.names():
        board = boards.load(name)
        vectors = "VLEN " + "/".join(map(str, board.vlens)) if board.vlens else "no vectors"
        harts = f"up to {board.max_harts} harts" if board.max_harts > 1 else "one hart"
        isa = board.word("MARCH").split("_", maxsplit=1)[0]
        console = board.word("CONSOLE", "semihosting")
        print(f"{name:26} {isa:10} {vectors:25} {harts:15} {console:12} {board.description}")
    return 0
