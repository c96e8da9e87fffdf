# SPDX-License-Identifier: Apache-2.0
"""`python3 -m ptometal.pypto`, on a small orchestration and stand-ins for pypto, simpler and torch."""
import os
import shutil
import subprocess
import sys

from harness import ROOT, Outcome, numpy, test, test_with_numpy, write

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
try:
    import pypto.runtime.distributed_runner
    pypto.runtime.distributed_runner._construct_worker(1)
    raise AssertionError("several ranks")
except Exception as refused:
    assert "several ranks" in str(refused), refused
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


@test
def script_of_pypto_runs_on_the_board(folder):
    if not numpy or not shutil.which("c++"):
        return "numpy or c++ is not installed"
    prepare(folder)
    for words in "", "--policy random:3", "--harts 4":
        outcome = front(folder, "script.py", "-p", "a2a3sim", PTOMETAL_RUN=words).expect(0)
        assert outcome.stdout == "as expected\n", outcome.stdout


@test
def check_names_a_dependence_that_an_orchestration_lacks(folder):
    if not numpy or not shutil.which("c++"):
        return "numpy or c++ is not installed"
    prepare(folder)
    outcome = front(folder, "script.py", "-p", "a2a3sim", PTOMETAL_RUN="--check").expect(0)
    assert "check: " not in outcome.stderr, outcome.stderr
    prepare(folder, LACKING)
    front(folder, "script.py", "-p", "a2a3sim", PTOMETAL_RUN="--check").expect(
        None, r"check: race between tasks: argument 1 \+0x\w+: task 5, add, .*, task 7, add, .*, and neither waits")


WRONG = [
    (["absent.py"], {}, "absent.py: there is no such script"),
    (["script.py", "-p", "a2a3sim"], {"SIMPLER": ""}, "SIMPLER is not set"),
    (["script.py", "-p", "a2a3sim"], {"SIMPLER": "nowhere"}, "there is no pto_orchestration_api.h"),
    (["script.py", "-p", "a2a3sim"], {"PTOMETAL_RUN": "--fast"}, "PTOMETAL_RUN=--fast: --fast is not one of"),
]


@test_with_numpy
def wrong_use_of_the_front_end_is_one_line(folder):
    prepare(folder)
    for words, environment, text in WRONG:
        front(folder, *words, **environment).expect(2, text).expect_one_line()
