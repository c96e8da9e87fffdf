# SPDX-License-Identifier: Apache-2.0
"""gdb command `pto`: the agents of the running cores and the commands that their pipes hold.

`ptometal debug` loads it. In gdb: `pto` for all cores, `pto 1` for one.
"""
import gdb


def text(value):
    """A C string, or its replacement where there is none."""
    return value.string() if int(value) else "?"


def place(loc):
    return f"{text(loc['file'])}:{int(loc['line'])}" if int(loc) else "?"


def command(cmd):
    """One command record in a line."""
    if not int(cmd["op"]):
        return "?"
    return f"{text(cmd['op']['name']):16} {place(cmd['loc'])}"


def show_unit(core):
    unit = core["su"]
    state = str(unit["state"]).replace("PTO_SU_", "").lower()
    print(f"  {'S':6} block {int(unit['block'])}, {state}")
    if int(unit["wait"]):
        print(f"         waits for {command(unit['wait'].dereference())}")


def show_pipe(queue, name):
    head, tail = int(queue["head"]), int(queue["tail"])
    print(f"  {name:6} {head} retired, {tail - head} waiting")
    if not int(queue["ring"]):
        return
    depth = queue_depth()
    for index in range(head, tail):
        print(f"         {command(queue['ring'][index % depth])}")


def queue_depth():
    """PTO_QUEUE_DEPTH: a macro, which debug information has only with -g3."""
    try:
        return int(gdb.parse_and_eval("PTO_QUEUE_DEPTH"))
    except gdb.error:
        return 32


class Pto(gdb.Command):
    """Show the cores of the current run: their scalar units and the commands queued on their pipes."""

    def __init__(self):
        super().__init__("pto", gdb.COMMAND_STATUS)

    def invoke(self, argument, _):
        run = gdb.parse_and_eval("pto_run_state")
        count = int(run["core_num"])
        if not int(run["kernel"]) or not count:
            print("no kernel is running")
            return
        print(f"kernel {text(run['kernel']['name'])}, {count} core(s), {int(run['hart_num'])} hart(s)")
        cores = gdb.parse_and_eval("pto_cores")
        for index in range(count):
            if argument and index != int(argument, 0):
                continue
            self.show_core(cores[index], index)

    @staticmethod
    def show_core(core, index):
        kind = core["kind"]
        print(f"core {index}: {text(kind['name'])}")
        show_unit(core)
        names = gdb.parse_and_eval("pto_pipe_names")
        for i in range(int(kind["pipe_num"])):
            pipe = int(kind["pipes"][i])
            show_pipe(core["pipe"][pipe], text(names[pipe]).replace("PIPE_", ""))


Pto()
