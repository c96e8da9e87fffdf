# SPDX-License-Identifier: Apache-2.0
"""`ptometal flash`: write an image to a board, for boards that are hardware."""
from ptometal import boards
from ptometal.common import DONE, usage_error
from ptometal.options import Option, parse

OPTIONS = [Option("--board", "NAME", text="the board"), Option("--help", text="this help")]


def main(argv):
    values, _ = parse(argv, OPTIONS)
    emulated = [name for name in boards.names() if boards.load(name).has_emulator]
    if values.help:
        print("ptometal flash --board NAME IMAGE: write an image to a board")
        print(f"No board of this version is hardware. Emulated boards need no flashing: {', '.join(emulated)}.")
        return DONE
    if values.board:
        boards.load(values.board)
        raise usage_error(f"{values.board} is emulated and has nothing to flash: `ptometal run` boots the image")
    raise usage_error(f"no board of this version can be flashed; emulated boards: {', '.join(emulated)}")
