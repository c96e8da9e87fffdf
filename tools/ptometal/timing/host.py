# SPDX-License-Identifier: Apache-2.0
"""Where `run --time` counts: in a second run on the host, which counts the cycles of the board.

Cycles follow from the kernel and its data, whatever runs it (docs/timing.md). So the kernel runs on the board as it does
without --time, and once more on the host with clocks, from the same inputs. That run's results are thrown away.
"""
from ptometal import boards, link
from ptometal.common import usage_error
from ptometal.options import Values

HOSTS = ("native", "native-8")
CORES = ("CLUSTERS", "VECTOR_CORES", "CUBE_CORES")
WHERE = ("host", "board")


def board_like(board):
    """The name of the host board with the cores of `board`, or None: blocks of a launch run in waves on them."""
    def cores(board):
        return [board.defines.get(name) for name in CORES]
    return next((name for name in HOSTS if cores(boards.load(name)) == cores(board)), None)


def board_of(values):
    """The name of the host board that counts for a run, or None if the board of the run does. Raises Stop."""
    where = getattr(values, "clocks", "board")      # commands without this option make one image
    board = boards.load(values.board)
    if where == "board" or board.is_host and where != "host":
        return None
    like = board_like(board)
    if where == "host" and not like:
        raise usage_error(f"--time: the host cannot count: none of its boards has the cores of {board.name}")
    return like


def options_of(values, options, board):
    """The options of the run that counts, on a host board, for those of a run."""
    own = Values(options)
    chosen = {name: value for name, value in vars(values).items() if hasattr(own, name)}
    libc = own.libc
    vars(own).update(chosen, time=True, clocks="board", board=board, libc=libc, vlen=None, backend=None, keep=None,
                     link=link.parse(boards.load(board).word("LINK")), count=False, harts=1, policy="eager",
                     json=None, trace=None, timeline=None, numbers=values.numbers)
    return own
