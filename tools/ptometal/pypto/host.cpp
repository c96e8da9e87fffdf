// SPDX-License-Identifier: Apache-2.0
//
// Runs an orchestration of pypto on the host. It is compiled together with the orchestration, against the headers of
// the user's simpler, and fills the table of functions that these call. Every task goes to the driver, which knows
// neither C++ nor the layouts of the headers; so does every read and write of a tensor.

#include <sys/mman.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#include "pto_orchestration_api.h"

// What the driver sees, declared once more in orchestration.py.
extern "C" {
struct ptometal_tensor_t {
    uint64_t base, base_bytes;    // the memory that it is a view of
    uint64_t offset, bytes;       // what the view spans of it
    int64_t owner;                // the task that has made the memory, or -1
    int32_t role;                 // TensorArgType
    uint32_t untracked, is_contiguous, filled;
    uint32_t shapes[5];
};

enum { TENSORS = 128, SCALARS = 128 };
enum { TASK, NO_WORK };  // ptometal_task_t.kind

struct ptometal_task_t {
    int32_t kernels[3];           // of the cube core and of the two vector cores, or -1
    int32_t block_num, kind, id, manual;
    int32_t tensor_num, scalar_num, after_num;
    ptometal_tensor_t tensors[TENSORS];
    uint64_t scalars[SCALARS];
    const int32_t *after;
};

// Each returns whether the orchestration shall stop.
struct ptometal_driver_t {
    int (*task)(const ptometal_task_t *);
    int (*fetch)(uint64_t base);   // makes the host's copy of a tensor's memory current
    int (*change)(uint64_t base);  // the same before the host changes it
};

struct ptometal_argument_t {
    uint64_t address, bytes;
    uint32_t dim_num, shapes[5];
    int32_t type;
};

void aicpu_orchestration_entry(const ChipTaskArgs &args);
PTO2Runtime *framework_current_runtime(void);
void framework_bind_runtime(PTO2Runtime *runtime);
}

namespace {

// One orchestration. Several run at the same time, each on a thread of its own.
struct run_t {
    PTO2Runtime self = {};
    ptometal_driver_t driver = {};
    int32_t clusters = 0, task_num = 0;
    bool stopped = false;
    ptometal_task_t task = {};
    std::vector<bool> scopes;         // whether each is manual
    std::deque<ChipTensor> outputs;   // their addresses stay
    std::vector<std::pair<void *, size_t>> memory;
};

// Leaves an orchestration that has been stopped.
struct stopped_t {};

thread_local run_t *now;
thread_local PTO2Runtime *runtime;

void stop(const char *text)
{
    fprintf(stderr, "orchestration: %s\n", text);
    now->stopped = true;
}

// A2A3 says block_num, A5 core_num.
template <class Spec> auto blocks_of(const Spec &spec, int) -> decltype(spec.block_num())
{
    return spec.block_num();
}

template <class Spec> auto blocks_of(const Spec &spec, long) -> decltype(spec.core_num())
{
    return spec.core_num();
}

ptometal_tensor_t describe(const ChipTensor &tensor, TensorArgType role, bool filled)
{
    uint64_t element = get_element_size(tensor.dtype);
    ptometal_tensor_t seen = {};
    seen.base = tensor.buffer.addr;
    seen.base_bytes = tensor.buffer.size;
    seen.offset = tensor.start_offset * element;
    seen.bytes = tensor.extent_elem() * element;
    seen.owner = tensor.owner_task_id.is_valid() ? (int64_t)tensor.owner_task_id.local() : -1;
    seen.role = (int32_t)role;
    seen.untracked = tensor.manual_dep;
    seen.is_contiguous = tensor.is_contiguous;
    seen.filled = filled;
    for (uint32_t i = 0; i < tensor.ndims; i++) {
        seen.shapes[i] = tensor.shapes[i];
    }
    return seen;
}

// Memory of an output. Pages that nobody touches cost nothing.
const ChipTensor &make_output(const TensorCreateInfo &info, PTO2TaskId id)
{
    size_t bytes = info.buffer_size_bytes();
    void *at = mmap(nullptr, bytes + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        stop("there is no memory for an output");
        abort();
    }
    now->memory.emplace_back(at, bytes + 1);
    now->outputs.emplace_back();
    init_tensor_from_create_info(now->outputs.back(), info, at, bytes);
    now->outputs.back().owner_task_id = id;
    return now->outputs.back();
}

bool passes(const CoreTaskPredicate &predicate)
{
    const ChipTensor *tensor = predicate.operand.tensor;
    if (predicate.op == PredicateOp::NONE) {
        return true;
    }
    now->stopped = now->stopped || now->driver.fetch(tensor->buffer.addr) != 0;
    DispatchPredicate resolved;
    resolved.elem_size = (uint8_t)get_element_size(tensor->dtype);
    resolved.addr = tensor->buffer.addr +
                    tensor->compute_flat_offset(predicate.operand.indices, predicate.operand.ndims) * resolved.elem_size;
    resolved.target = predicate.target;
    resolved.op = predicate.op;
    return resolved.pass();
}

TaskOutputTensors submit(const MixedKernels &kernels, const CoreTaskArgs &args, int32_t kind)
{
    TaskOutputTensors result;
    if (args.has_error || args.tensor_count() > TENSORS || args.scalar_count() > SCALARS) {
        stop(args.has_error && args.error_msg != nullptr ? args.error_msg : "a task with arguments that it cannot have");
        return result;
    }
    ptometal_task_t &task = now->task;
    PTO2TaskId id = PTO2TaskId::make(0, (uint32_t)now->task_num);
    result.set_task_id(id);
    task.kernels[0] = kernels.aic_kernel_id;
    task.kernels[1] = kernels.aiv0_kernel_id;
    task.kernels[2] = kernels.aiv1_kernel_id;
    task.block_num = blocks_of(args.launch_spec, 0);
    task.kind = passes(args.predicate()) ? kind : NO_WORK;
    task.id = now->task_num++;
    task.manual = !now->scopes.empty() && now->scopes.back();
    task.tensor_num = args.tensor_count();
    for (int32_t i = 0; i < task.tensor_num; i++) {
        if (args.tag(i) == TensorArgType::OUTPUT) {
            const TensorCreateInfo &info = args.tensor(i).create_info();
            const ChipTensor &made = make_output(info, id);
            result.materialize_output(made);
            task.tensors[i] = describe(made, args.tag(i), info.has_initial_value);
        } else {
            task.tensors[i] = describe(args.tensor(i).ref(), args.tag(i), false);
        }
    }
    task.scalar_num = args.scalar_count();
    for (int32_t i = 0; i < task.scalar_num; i++) {
        task.scalars[i] = args.scalar(i);
    }
    std::vector<int32_t> after;
    for (uint32_t i = 0; i < args.explicit_dep_count(); i++) {
        after.push_back((int32_t)args.explicit_dep(i).local());
    }
    task.after = after.data();
    task.after_num = (int32_t)after.size();
    now->stopped = now->stopped || now->driver.task(&task) != 0;
    return result;
}

/// The table ///

TaskOutputTensors submit_task(PTO2Runtime *, const MixedKernels &kernels, const CoreTaskArgs &args)
{
    return submit(kernels, args, TASK);
}

TaskOutputTensors submit_nothing(PTO2Runtime *, const CoreTaskArgs &args)
{
    return submit(MixedKernels{}, args, NO_WORK);
}

void scope_begin(PTO2Runtime *self)
{
    bool manual = self->pending_scope_mode == PTO2ScopeMode::MANUAL;
    if (!manual && !now->scopes.empty() && now->scopes.back()) {
        stop("a scope with automatic dependences in a manual one");
    }
    now->scopes.push_back(manual);
    self->pending_scope_mode = PTO2ScopeMode::AUTO;
}

void scope_end(PTO2Runtime *)
{
    now->scopes.pop_back();
}

void done(PTO2Runtime *)
{
}

bool is_fatal(PTO2Runtime *)
{
    return now->stopped;
}

void report_fatal(PTO2Runtime *, int32_t code, const char *function, const char *format, ...)
{
    char text[512];
    int length = snprintf(text, sizeof text, "%s: error %d: ", function, code);
    va_list args;
    va_start(args, format);
    vsnprintf(text + length, sizeof text - (size_t)length, format, args);
    va_end(args);
    stop(text);
}

void say(const char *function, const char *format, ...)
{
    fprintf(stderr, "orchestration: %s: ", function);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

void say_nothing(const char *, const char *, ...)
{
}

char *element(const ChipTensor &tensor, uint32_t dim_num, const uint32_t indices[])
{
    return (char *)tensor.buffer.addr + tensor.compute_flat_offset(indices, dim_num) * get_element_size(tensor.dtype);
}

uint64_t get_data(PTO2Runtime *, const ChipTensor &tensor, uint32_t dim_num, const uint32_t indices[])
{
    uint64_t value = 0;
    now->stopped = now->stopped || now->driver.fetch(tensor.buffer.addr) != 0;
    memcpy(&value, element(tensor, dim_num, indices), get_element_size(tensor.dtype));
    return value;
}

void set_data(PTO2Runtime *, const ChipTensor &tensor, uint32_t dim_num, const uint32_t indices[], uint64_t value)
{
    now->stopped = now->stopped || now->driver.change(tensor.buffer.addr) != 0;
    memcpy(element(tensor, dim_num, indices), &value, get_element_size(tensor.dtype));
}

int32_t cluster_num(PTO2Runtime *)
{
    return now->clusters;
}

int32_t vector_core_num(PTO2Runtime *)
{
    return 2 * now->clusters;
}

void set_site(const char *, int)
{
}

const PTO2RuntimeOps table = {submit_task,  scope_begin, scope_end,   done,        is_fatal, report_fatal,
                              say,          say,         say_nothing, say_nothing, say_nothing, get_data,
                              set_data,     submit_nothing, submit_nothing, cluster_num, vector_core_num, set_site};

}  // namespace

extern "C" PTO2Runtime *framework_current_runtime(void)
{
    return runtime;
}

extern "C" void framework_bind_runtime(PTO2Runtime *bound)
{
    runtime = bound;
}

// Once an orchestration has been stopped, its tasks have no outputs, which it may not expect: the first error counts.
[[noreturn]] void assert_impl(const char *condition, const char *file, int line)
{
    if (now != nullptr && now->stopped) {
        throw stopped_t();
    }
    fprintf(stderr, "orchestration: %s:%d: %s does not hold\n", file, line, condition);
    exit(70);
}

extern "C" void *ptometal_begin(void)
{
    return new run_t();
}

// Runs the orchestration on this thread. Returns how many tasks there were, or -1 after an error.
extern "C" int ptometal_orchestrate(void *run, const ptometal_argument_t *tensors, int tensor_num,
                                    const uint64_t *scalars, int scalar_num, int cluster_num,
                                    const ptometal_driver_t *calls)
{
    now = static_cast<run_t *>(run);
    now->self.ops = &table;
    runtime = &now->self;
    now->driver = *calls;
    now->clusters = cluster_num;
    auto *storage = new ChipStorageTaskArgs();
    for (int i = 0; i < tensor_num; i++) {
        ChipTensor tensor = {};
        tensor.init_external((void *)tensors[i].address, tensors[i].bytes, tensors[i].shapes, tensors[i].dim_num,
                             (DataType)tensors[i].type, 0);
        storage->add_tensor(tensor);
    }
    for (int i = 0; i < scalar_num; i++) {
        storage->add_scalar(scalars[i]);
    }
    auto *args = new ChipTaskArgs();
    args->create_from_chip_args(*storage);
    try {
        aicpu_orchestration_entry(*args);
    } catch (const stopped_t &) {
    }
    return now->stopped ? -1 : now->task_num;
}

// Gives back the memory of outputs, once the driver has no use for it.
extern "C" void ptometal_end(void *run)
{
    auto *ended = static_cast<run_t *>(run);
    for (auto &[at, bytes] : ended->memory) {
        munmap(at, bytes);
    }
    delete ended;
}
