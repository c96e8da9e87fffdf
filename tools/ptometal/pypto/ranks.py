# SPDX-License-Identifier: Apache-2.0
"""Orchestrations side by side: those of a rank run one after the other, those of several ranks at the same time.

Each rank has a thread. One runs at a time, and a switch is only where one waits, so that runs are the same each time. A
rank that reads a tensor waits until all others wait or are over: then the tasks of all are run, which may wait for each
other.
"""
import itertools
import threading

from ptometal.common import usage_error
from ptometal.pypto.orchestration import Orchestration
from ptometal.pypto.order import INOUT, INPUT, OUTPUT_EXISTING


class Dispatch:
    """A run of a program's orchestration on a rank, with TaskArgs."""

    def __init__(self, program, args, rank=0):
        self.program, self.args, self.rank = program, args, rank
        self.tensors = [tensor.argument for tensor in args.tensors]
        self.reads, self.writes = self.of_roles(INPUT, INOUT), self.of_roles(INOUT, OUTPUT_EXISTING)
        self.origin = ""     # in messages
        self.after = []      # dispatches
        self.orchestration = None
        self.is_submitted = False

    def of_roles(self, *roles):
        return [tensor for tensor, role in zip(self.tensors, self.args.roles) if role in roles]

    def waits_for(self, other):
        """Whether it begins after an earlier one: of its rank, or one that writes what it reads."""
        return self.rank == other.rank or any(one.address < two.end and two.address < one.end
                                              for one, two in itertools.product(self.reads, other.writes))

    def can_begin(self):
        return all(other.is_submitted for other in self.after)

    def run(self, board, fetch):
        before = set().union(*(other.orchestration.last for other in self.after))
        self.orchestration = Orchestration(self.program.library, self.program.entries, board, fetch, self.rank, self.origin,
                                           before)
        self.orchestration.run(self.tensors, self.args.scalars)
        self.is_submitted = True


class Ended(Exception):
    """The run has ended while this rank waited."""


class Rank:
    """The dispatches of a rank, on a thread that runs when it is resumed."""

    def __init__(self, dispatches, board):
        self.dispatches, self.board = dispatches, board
        self.may_run, self.has_paused = threading.Semaphore(0), threading.Semaphore(0)
        self.can_go_on = lambda: True
        self.wanted = None      # the buffer that it reads
        self.is_over = self.is_ended = False
        self.failure = None
        self.thread = threading.Thread(target=self.live, daemon=True)
        self.thread.start()

    def live(self):
        self.may_run.acquire()
        try:
            for dispatch in self.dispatches:
                if not dispatch.can_begin():
                    self.pause(dispatch.can_begin)
                dispatch.run(self.board, self.fetch)
        except BaseException as error:     # pylint: disable=broad-except
            self.failure = error
        self.is_over = True
        self.has_paused.release()

    def pause(self, can_go_on):
        self.can_go_on = can_go_on
        self.has_paused.release()
        self.may_run.acquire()
        if self.is_ended:
            raise Ended

    def fetch(self, buffer, for_write):
        """Make the host's copy current. Only what its launches write is waited for: other ranks may have to submit more
        before pending launches can end."""
        stream = self.board.stream
        if stream.must_run(buffer, for_write):
            self.wanted = buffer
            self.pause(lambda: self.wanted is None)
        elif buffer.newer == "board":
            stream.copy_back(buffer)

    def resume(self):
        """Let it run until it waits or is over."""
        self.may_run.release()
        self.has_paused.acquire()
        if self.failure and not self.is_ended:
            raise self.failure

    def end(self):
        self.is_ended = True
        if not self.is_over:
            self.resume()
        self.thread.join()


def order(dispatches):
    """Note what each dispatch waits for, and its name in messages."""
    several = len(dispatches) > 1
    for number, dispatch in enumerate(dispatches):
        dispatch.after = [other for other in dispatches[:number] if dispatch.waits_for(other)]
        if several:
            dispatch.origin = f"of {dispatch.program.name} on rank {dispatch.rank}"


def submit_all(board, ranks):
    while not all(rank.is_over for rank in ranks):
        next_one = next((rank for rank in ranks if not rank.is_over and rank.can_go_on()), None)
        if next_one:
            next_one.resume()
            continue
        reading = [rank for rank in ranks if not rank.is_over and rank.wanted is not None]
        board.flush(*(rank.wanted for rank in reading))
        for rank in reading:
            rank.wanted = None


def run(board, dispatches):
    """Run dispatches; results are in the memory of their tensors."""
    order(dispatches)
    if board.is_timed and len({dispatch.rank for dispatch in dispatches}) > 1:
        board.close()
        raise usage_error("--time: programs of several ranks are not timed")
    board.add_arguments([tensor for dispatch in dispatches for tensor in dispatch.tensors])
    numbers = sorted({dispatch.rank for dispatch in dispatches})
    ranks = [Rank([one for one in dispatches if one.rank == number], board) for number in numbers]
    try:
        submit_all(board, ranks)
        board.flush(*board.arguments)
    finally:
        for rank in ranks:
            rank.end()
        board.close()
        for dispatch in dispatches:
            if dispatch.orchestration:
                dispatch.orchestration.end()
    board.report()
