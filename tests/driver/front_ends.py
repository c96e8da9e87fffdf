# SPDX-License-Identifier: Apache-2.0
"""`python3 -m ptometal.pypto`, on a small orchestration and stand-ins for pypto, simpler and torch."""
import functools
import json
import os
import shutil
import subprocess
import sys

from harness import ROOT, Outcome, test_with_numpy, write


def test_with_orchestration(function):
    """Register a test that compiles an orchestration: it needs a compiler of the host too."""
    @functools.wraps(function)
    def checked(folder):
        return function(folder) if shutil.which("c++") else "c++ is not installed"
    return test_with_numpy(checked)


RUNTIME = "simpler/src/a2a3/runtime/tensormap_and_ringbuffer/orchestration"
# out[i] = x[i] + step for n elements; and out[block] = block + 10 * blocks
KERNELS = """module attributes {pto.target_arch = "a2a3", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @add(%x: !pto.ptr<i32, gm>, %out: !pto.ptr<i32, gm>, %step: i32, %n: index) attributes {pto.aicore} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %value = pto.load_scalar %x[%i] : !pto.ptr<i32, gm> -> i32
      %sum = arith.addi %value, %step : i32
      pto.store_scalar %sum, %out[%i] : !pto.ptr<i32, gm>, i32
    }
    return
  }
  func.func @tag(%out: !pto.ptr<i32, gm>, %workspace: !pto.ptr<i8, gm>, %block: i32, %blocks: i32) attributes {pto.aicore} {
    %ten = arith.constant 10 : i32
    %tens = arith.muli %blocks, %ten : i32
    %value = arith.addi %block, %tens : i32
    %at = arith.index_cast %block : i32 to index
    pto.store_scalar %value, %out[%at] : !pto.ptr<i32, gm>, i32
    return
  }
}
"""
# The function that pypto writes around a kernel, reduced to the parts read here.
WRAPPERS = {
    "add": """
extern "C" void kernel_entry(int64_t* args)
{
    // Unpack tensor: x
    // Unpack tensor: out
    // Unpack scalar: step
    // Extract dynamic dim: N
    int64_t N = static_cast<int64_t>(x_tensor->shapes[0]);

    add(x, out, step, N);
}
""",
    "tag": """
extern "C" void kernel_entry(int64_t* args)
{
    int32_t __pypto_spmd_block_idx = get_block_idx(args);
    // Unpack tensor: out
    tag(out, __pypto_sdma_workspace, __pypto_spmd_block_idx, __pypto_spmd_block_num);
}
"""}
ADD, TAG = 0, 1
# y = x + 3 in two halves through private memory; then the orchestration branches on a value it reads.
ORCHESTRATION = """#include "pto_orchestration_api.h"
static PTO2TaskId add(const ChipTensor &x, const ChipTensor &out, int32_t step, const PTO2TaskId *after = nullptr)
{
    CoreTaskArgs args;
    args.add_input(x);
    args.add_output(out);
    args.add_scalar(step);
    args.set_dependencies(after, after != nullptr);
    return rt_submit_aiv_task(0, args).task_id();
}
extern "C" void aicpu_orchestration_entry(const ChipTaskArgs &args)
{
    const ChipTensor &x = args.tensor(0).ref(), &y = args.tensor(1).ref(), &z = args.tensor(2).ref();
    uint32_t sizes[1] = {32}, begin[1] = {0}, middle[1] = {32}, at[1] = {5};
    for (uint32_t *half : {begin, middle}) {
        PTO2_SCOPE() {
            TensorCreateInfo info(sizes, 1, DataType::INT32);
            CoreTaskArgs first;
            ChipTensor part = x.view(sizes, half);
            first.add_input(part);
            first.add_output(info);
            first.add_scalar(1);
            TaskOutputTensors made = rt_submit_aiv_task(0, first);
            add(made.get_ref(0), y.view(sizes, half), (int32_t)args.scalar(0));
        }
    }
    if (get_tensor_data<int32_t>(y, 1, at) == 8) {
        set_tensor_data(y, 1, at, 100);
    }
    CoreTaskArgs tags;
    tags.add_output(z);
    tags.launch_spec.set_block_num(5);
    rt_submit_aiv_task(1, tags);
    PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
        PTO2TaskId one = add(y.view(sizes, begin), y.view(sizes, middle), 1000);
        CoreTaskArgs meeting;
        meeting.set_dependencies(&one, 1);
        PTO2TaskId met = rt_submit_dummy_task(meeting).task_id();
        ADD_LAST
    }
    CoreTaskArgs never;
    never.add_input(x);
    never.add_output(y);
    never.add_scalar(7);
    CoreTaskPredicate predicate;
    predicate.operand = {&y, 1, {5}};
    predicate.op = PredicateOp::GT;
    predicate.target = 5000;
    never.set_predicate(predicate);
    rt_submit_aiv_task(0, never);
}
"""
ORDERED = "add(y.view(sizes, middle), y.view(sizes, begin), 1, &met);"
# A task writes past z, and the orchestration reads what it has written. Later tasks have no outputs.
FAILING = """(void)met;
        add(x, z, 1);
        get_tensor_data<int32_t>(z, 1, at);
        TensorCreateInfo info(sizes, 1, DataType::INT32);
        CoreTaskArgs later;
        later.add_input(x);
        later.add_output(info);
        later.add_scalar(1);
        TaskOutputTensors made = rt_submit_aiv_task(0, later);
        made.get_ref(0);"""
LACKING = "(void)met; add(y.view(sizes, middle), y.view(sizes, begin), 1);"
STAND_INS = {
    "pypto/__init__.py": "", "pypto/jit/__init__.py": "", "pypto/jit/decorator.py": "", "pypto/backend/__init__.py": "",
    "pypto/backend/pto_backend.py": "", "pypto/runtime/__init__.py": "",
    "pypto/runtime/distributed_runner.py": "",
    "pypto/runtime/device_runner.py": "from simpler.task_interface import ChipCallable\n"}
SCRIPT = """import sys
import numpy
from pypto.backend import pto_backend
from pypto.jit import decorator
from pypto.runtime import device_runner
class Tensor:
    def __init__(self, array):
        self.array, self.shape, self.dtype = array, array.shape, f"torch.{array.dtype}"
        self.data_ptr, self.numel = lambda: array.ctypes.data, lambda: array.size
        self.element_size, self.is_contiguous = lambda: array.itemsize, lambda: True
assert decorator._ptoas_available()
pto_backend._run_ptoas("work/ptoas/kernels.pto", "work/none.cpp", ptoas_flags=[])
try:
    from simpler_setup.tools.swimlane_converter import load_kernel_config
    raise AssertionError("a stand-in for a tool of simpler")
except ModuleNotFoundError:
    pass
import ctypes
x, y, z = numpy.arange(64, dtype="i4"), numpy.zeros(64, "i4"), numpy.zeros(8, "i4")
program, runtime, _ = device_runner.compile_and_assemble("work", sys.argv[2])
device_runner.execute_on_device(program, [Tensor(x), Tensor(y), ctypes.c_int32(2), Tensor(z)], sys.argv[2], runtime, 0, level=2)
want = x + 3
want[5] = 100
want[32:] = want[:32] + 1000
want[:32] = want[32:] + 1
assert (y == want).all(), y
assert list(z) == [50, 51, 52, 53, 54, 0, 0, 0], z
print("as expected")
"""


def prepare(folder, last=ORDERED):
    for name, content in STAND_INS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write(folder, name, content)
    for name in RUNTIME, "work/ptoas":
        (folder / name).mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "tests/pypto/pto_orchestration_api.h", folder / RUNTIME)
    write(folder, "work/ptoas/kernels.pto", KERNELS)
    for name, wrapper in WRAPPERS.items():
        write(folder, f"work/{name}.cpp", wrapper)
    write(folder, "work/orchestration.cpp", ORCHESTRATION.replace("ADD_LAST", last))
    write(folder, "work/kernel_config.py", f"""KERNELS = [{{"func_id": {ADD}, "name": "add", "source": "work/add.cpp"}},
           {{"func_id": {TAG}, "name": "tag", "source": "work/tag.cpp"}}]
ORCHESTRATION = {{"source": "work/orchestration.cpp", "function_name": "aicpu_orchestration_entry"}}
""")
    write(folder, "script.py", SCRIPT)


def front(folder, *words, **environment):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'tools'}:{folder}", "PYTHONDONTWRITEBYTECODE": "1",
                   "SIMPLER": "simpler", **environment}
    done = subprocess.run([sys.executable, "-m", "ptometal.pypto", *words], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return Outcome(done, 0, 0)


@test_with_orchestration
def script_of_pypto_runs_on_the_board(folder):
    prepare(folder)
    for words in "", "--policy random:3", "--harts 4":
        outcome = front(folder, "script.py", "-p", "a2a3sim", PTOMETAL_RUN=words).expect(0)
        assert outcome.stdout == "as expected\n", outcome.stdout


@test_with_orchestration
def all_pieces_of_a_script_are_timed_as_one_program(folder):
    prepare(folder)
    outcome = front(folder, "script.py", "-p", "a2a3sim", PTOMETAL_RUN="--time --trace t.json").expect(0, r"time: \d+ cycles, .*, 7 tasks\n")
    assert outcome.stdout == "as expected\n", outcome.stdout
    events = [event for event in json.loads((folder / "t.json").read_text())["traceEvents"] if event.get("cat") == "command"]
    assert len({event["args"]["block"] for event in events}) == 7, events
    assert f"time: {max(event['ts'] + event['dur'] for event in events)} cycles" in outcome.stderr, events
    prepare(folder, FAILING)
    front(folder, "script.py", "-p", "a2a3sim", PTOMETAL_RUN="--trace failed.json").expect(3)
    assert not (folder / "failed.json").exists()


@test_with_orchestration
def check_names_a_dependence_that_an_orchestration_lacks(folder):
    prepare(folder)
    outcome = front(folder, "script.py", "-p", "a2a3sim", PTOMETAL_RUN="--check").expect(0)
    assert "check: " not in outcome.stderr, outcome.stderr
    prepare(folder, LACKING)
    front(folder, "script.py", "-p", "a2a3sim", PTOMETAL_RUN="--check").expect(
        None, r"check: race between tasks: argument 1 \+0x\w+: task 5, add, .*, task 7, add, .*, and neither waits")


@test_with_orchestration
def orchestration_ends_with_its_first_error(folder):
    prepare(folder, FAILING)
    outcome = front(folder, "script.py", "-p", "a2a3sim").expect(3, "offset 32 of GM buffer argument 2, which has 32 bytes; .*task 2, add")
    assert "does not hold" not in outcome.stderr, outcome.stderr


WRONG = [
    (["absent.py"], {}, "absent.py: there is no such script"),
    (["script.py", "-p", "a2a3sim"], {"SIMPLER": ""}, "SIMPLER is not set"),
    (["script.py", "-p", "a2a3sim"], {"SIMPLER": "nowhere"}, "there is no pto_orchestration_api.h"),
    (["script.py", "-p", "a2a3sim"], {"PTOMETAL_RUN": "--fast"}, "PTOMETAL_RUN=--fast: --fast is not one of"),
    (["script.py", "-p", "a2a3sim"], {"PTOMETAL_RUN": "--time --trace"}, "PTOMETAL_RUN=--time --trace: --trace is not one of"),
    (["script.py", "-p", "a2a3sim"], {"PTOMETAL_RUN": "--time --check"}, "time: not with check"),
]


@test_with_numpy
def wrong_use_of_the_front_end_is_one_line(folder):
    prepare(folder)
    for words, environment, text in WRONG:
        front(folder, *words, **environment).expect(2, text).expect_one_line()


# Each of two ranks writes x[0] into the window of the other, tells it, and waits for what the other writes.
EXCHANGE = """module attributes {pto.target_arch = "a2a3", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @exchange(%x: !pto.ptr<i32>, %out: !pto.ptr<i32>, %data: !pto.ptr<i32>, %signal: !pto.ptr<i32>, %ctx: !pto.ptr<i64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c4_i64 = arith.constant 4 : i64
    %one = arith.constant 1 : i32
    %pair = pto.load_scalar %ctx[%c2] : !pto.ptr<i64> -> i64
    %rank32 = arith.trunci %pair : i64 to i32
    %rank = arith.index_cast %rank32 : i32 to index
    %peer = arith.subi %c1, %rank : index
    %at = arith.addi %c4, %rank : index
    %base = pto.load_scalar %ctx[%at] : !pto.ptr<i64> -> i64
    %peer_at = arith.addi %c4, %peer : index
    %peer_base = pto.load_scalar %ctx[%peer_at] : !pto.ptr<i64> -> i64
    %bytes = arith.subi %peer_base, %base : i64
    %elements = arith.divsi %bytes, %c4_i64 : i64
    %distance = arith.index_cast %elements : i64 to index
    %value = pto.load_scalar %x[%c0] : !pto.ptr<i32> -> i32
    %peer_data = pto.addptr %data, %distance : !pto.ptr<i32> -> !pto.ptr<i32>
    pto.store_scalar %value, %peer_data[%c0] : !pto.ptr<i32>, i32
    %peer_signal = pto.addptr %signal, %distance : !pto.ptr<i32> -> !pto.ptr<i32>
    %view = pto.make_tensor_view %peer_signal, shape = [%c1], strides = [%c1] : !pto.tensor_view<?xi32>
    %part = pto.partition_view %view, offsets = [%c0], sizes = [%c1] : !pto.tensor_view<?xi32> -> !pto.partition_tensor_view<1xi32>
    pto.comm.tnotify(%part, %one : !pto.partition_tensor_view<1xi32>, i32) {notifyOp = #pto<notify_op set>}
    %own_view = pto.make_tensor_view %signal, shape = [%c1], strides = [%c1] : !pto.tensor_view<?xi32>
    %own_part = pto.partition_view %own_view, offsets = [%c0], sizes = [%c1] : !pto.tensor_view<?xi32> -> !pto.partition_tensor_view<1xi32>
    pto.comm.twait(%own_part, %one : !pto.partition_tensor_view<1xi32>, i32) {cmp = #pto<wait_cmp eq>}
    %got = pto.load_scalar %data[%c0] : !pto.ptr<i32> -> i32
    pto.store_scalar %got, %out[%c0] : !pto.ptr<i32>, i32
    return
  }
}
"""
EXCHANGE_WRAPPER = """
    // Unpack tensor: x
    // Unpack tensor: out
    // Unpack tensor: data
    // Unpack tensor: signal
    // Unpack CommContext: ctx
    exchange(x, out, data, signal, ctx);
}
"""
# y = what the other rank has sent, and 100 times that; or y = x + 1. The second rank reads its x while a task of the first
# waits for it.
RANK_ORCHESTRATION = """#include "pto_orchestration_api.h"
static void add(const ChipTensor &x, const ChipTensor &out, int32_t step)
{
    CoreTaskArgs args;
    args.add_input(x);
    args.add_output(out);
    args.add_scalar(step);
    rt_submit_aiv_task(0, args);
}
extern "C" void aicpu_orchestration_entry(const ChipTaskArgs &args)
{
    const ChipTensor &x = args.tensor(0).ref(), &y = args.tensor(1).ref();
    if (args.tensor_count() == 2) {
        add(x, y, 1);
        return;
    }
    uint32_t sizes[1] = {8}, at[1] = {0};
    if (get_tensor_data<int32_t>(x, 1, at) == 0) {
        return;
    }
    TensorCreateInfo info(sizes, 1, DataType::INT32);
    CoreTaskArgs sent;
    sent.add_input(x);
    sent.add_output(info);
    sent.add_inout(args.tensor(2).ref());
    sent.add_inout(args.tensor(3).ref());
    sent.add_scalar(args.scalar(0));
    TaskOutputTensors got = rt_submit_aiv_task(2, sent);
    int32_t value = get_tensor_data<int32_t>(got.get_ref(0), 1, at);
    add(got.get_ref(0), y, 100 * value);
}
"""
# What pypto's host code does: two dispatches that exchange, and one of rank 0 that reads what rank 1 has written. Its program
# is another one, whose kernel "add" adds one more.
RANKS_SCRIPT = """import ctypes
import sys
import numpy
from pypto.runtime import device_runner, distributed_runner
TENSOR_CLASS
x, y, z = numpy.array([[5] * 8, [7] * 8], "i4"), numpy.zeros((2, 8), "i4"), numpy.zeros(8, "i4")
def host(orch, _args, _config):
    from simpler.task_interface import CallConfig, CommBufferSpec, DataType, TaskArgs, TensorArgType
    from simpler_setup import torch_interop
    make_tensor_arg = torch_interop.make_tensor_arg
    with orch.allocate_domain(name="d0", workers=[0, 1], window_size=64, buffers=[
            CommBufferSpec(name="data", dtype="opaque", count=4, nbytes=32),
            CommBufferSpec(name="signal", dtype="opaque", count=4, nbytes=32)]) as domain:
        for rank in RANKS:
            args = TaskArgs()
            args.add_tensor(make_tensor_arg(orch._worker, Tensor(x[0])) if rank == 0 else
                            resident.tensor(shapes=(8,), dtype=DataType.INT32), TensorArgType.INPUT)
            args.add_tensor(make_tensor_arg(orch._worker, Tensor(y[rank])), TensorArgType.OUTPUT_EXISTING)
            for name in "data", "signal":
                tensor = domain[rank].buffers[name].tensor(shapes=(1,), dtype=DataType.INT32)
                args.add_tensor(tensor, TensorArgType.INOUT)
            args.add_scalar(domain[rank].device_ctx)
            orch.submit_next_level(program, args, CallConfig(), worker=rank)
        args = TaskArgs()
        args.add_tensor(make_tensor_arg(orch._worker, Tensor(y[1])), TensorArgType.INPUT)
        args.add_tensor(make_tensor_arg(orch._worker, Tensor(z)), TensorArgType.OUTPUT_EXISTING)
        orch.submit_next_level(other, args, CallConfig(), worker=0)
worker = distributed_runner._construct_worker(None, sys.argv[2], "tensormap_and_ringbuffer", 0)
program, other = (worker.register(device_runner.compile_and_assemble(name, sys.argv[2])[0]) for name in ("work", "other"))
worker.init(prewarm_config=None)
from simpler.task_interface import DataType
resident, staged = worker.alloc_child_tensor(1, (32,), DataType.UINT8), worker.create_buffer(32)
ctypes.memmove(staged.base, x[1].ctypes.data, 32)
worker.copy_to(resident, staged)
worker.release_buffer(staged)
worker.submit(host).result()
worker.close()
assert list(y[:, 0]) == [707, 505] and z[0] == 507, (y, z)
print("as expected")
"""


def prepare_ranks(folder, ranks):
    prepare(folder)
    write(folder, "work/ptoas/exchange.pto", EXCHANGE)
    write(folder, "work/exchange.cpp", EXCHANGE_WRAPPER)
    write(folder, "work/orchestration.cpp", RANK_ORCHESTRATION)
    kernels = (folder / "work/kernel_config.py").read_text(encoding="utf-8")
    write(folder, "work/kernel_config.py", kernels.replace(
        "]\n", ', {"func_id": 2, "name": "exchange", "source": "work/exchange.cpp"}]\n', 1))
    tensor = SCRIPT[SCRIPT.index("class Tensor:"):SCRIPT.index("assert decorator")]
    shutil.copytree(folder / "work", folder / "other")
    write(folder, "other/ptoas/kernels.pto", KERNELS.replace(
        "addi %value, %step : i32", "addi %value, %step : i32\n      %more = arith.addi %sum, %one : i32").replace(
            "store_scalar %sum", "store_scalar %more").replace("    scf.for", "    %one = arith.constant 1 : i32\n    scf.for", 1))
    config = (folder / "other/kernel_config.py").read_text(encoding="utf-8")
    write(folder, "other/kernel_config.py", config.replace("work/", "other/"))
    write(folder, "ranks.py", RANKS_SCRIPT.replace("TENSOR_CLASS", tensor).replace("RANKS", str(ranks)))


@test_with_orchestration
def orchestrations_of_ranks_run_side_by_side(folder):
    prepare_ranks(folder, (0, 1))
    for words in "", "--policy random:3", "--board native --harts 4", "--check":
        outcome = front(folder, "ranks.py", "-p", "a2a3sim", PTOMETAL_RUN=words).expect(0)
        assert outcome.stdout == "as expected\n" and "check: " not in outcome.stderr, outcome
    front(folder, "ranks.py", "-p", "a2a3sim", PTOMETAL_RUN="--time").expect(2, "programs of several ranks are not timed").expect_one_line()


@test_with_numpy
def functions_between_dispatches_are_refused(folder):
    prepare(folder)
    write(folder, "between.py", """from pypto.runtime import distributed_runner
worker = distributed_runner._construct_worker(None, "a2a3sim", "tensormap_and_ringbuffer", 1)
function = worker.register(lambda args: None)
worker.init()
worker.submit(lambda orch, args, config: orch.submit_sub(function))
""")
    front(folder, "between.py", "-p", "a2a3sim").expect(2, "functions of Python between its dispatches").expect_one_line()


@test_with_orchestration
def rank_that_nobody_notifies_is_a_fault(folder):
    prepare_ranks(folder, (0,))
    front(folder, "ranks.py", "-p", "a2a3sim", PTOMETAL_RUN="--board native").expect(
        3, "deadlock", "task 0 is task 0 of work on rank 0: exchange")
