// SPDX-License-Identifier: Apache-2.0
//
// The header that orchestrations of pypto include, as far as a small one needs it: written for the tests, with the
// names of simpler. It does not run tasks; tools/ptometal/pypto/host.cpp does.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>

constexpr int MAX_TENSOR_DIMS = 5;

enum class DataType : uint8_t { FLOAT32, FLOAT16, INT32 };

inline uint64_t get_element_size(DataType type)
{
    return type == DataType::FLOAT16 ? 2 : 4;
}

struct PTO2TaskId {
    uint64_t raw;
    static PTO2TaskId make(uint8_t, uint32_t number) { return {number}; }
    static PTO2TaskId invalid() { return {UINT64_MAX}; }
    bool is_valid() const { return raw != UINT64_MAX; }
    uint32_t local() const { return (uint32_t)raw; }
};

enum class TensorArgType : int32_t { INPUT, OUTPUT, INOUT, OUTPUT_EXISTING, NO_DEP };

struct ChipTensor {
    struct {
        uint64_t addr, size;
    } buffer;
    PTO2TaskId owner_task_id;
    uint64_t start_offset;
    uint32_t ndims;
    DataType dtype;
    bool manual_dep, is_contiguous;
    uint32_t shapes[MAX_TENSOR_DIMS], strides[MAX_TENSOR_DIMS];

    uint64_t extent_elem() const
    {
        uint64_t last = 0;
        for (uint32_t i = 0; i < ndims; i++) {
            last += (uint64_t)(shapes[i] - 1) * strides[i];
        }
        return last + 1;
    }

    uint64_t compute_flat_offset(const uint32_t indices[], uint32_t num) const
    {
        uint64_t offset = start_offset;
        for (uint32_t i = 0; i < num; i++) {
            offset += (uint64_t)indices[i] * strides[i];
        }
        return offset;
    }

    void lay_out(void *addr, uint64_t bytes, const uint32_t *sizes, uint32_t num, DataType type)
    {
        *this = {};
        buffer = {(uint64_t)addr, bytes};
        owner_task_id = PTO2TaskId::invalid();
        ndims = num;
        dtype = type;
        is_contiguous = true;
        uint32_t stride = 1;
        for (uint32_t i = num; i-- > 0; stride *= sizes[i]) {
            shapes[i] = sizes[i];
            strides[i] = stride;
        }
    }

    void init_external(void *addr, uint64_t bytes, const uint32_t *sizes, uint32_t num, DataType type, int32_t)
    {
        lay_out(addr, bytes, sizes, num, type);
    }

    ChipTensor view(const uint32_t *sizes, const uint32_t *offsets) const
    {
        ChipTensor part = *this;
        part.start_offset = compute_flat_offset(offsets, ndims);
        for (uint32_t i = 0; i < ndims; i++) {
            part.shapes[i] = sizes[i];
            part.is_contiguous = part.is_contiguous && (i == 0 || sizes[i] == shapes[i]);
        }
        return part;
    }
};

struct TensorCreateInfo {
    uint32_t shapes[MAX_TENSOR_DIMS], ndims;
    DataType dtype;
    bool has_initial_value = false;
    uint32_t initial_value = 0;

    TensorCreateInfo(const uint32_t *sizes, uint32_t num, DataType type = DataType::FLOAT32) : ndims(num), dtype(type)
    {
        memcpy(shapes, sizes, num * sizeof shapes[0]);
    }

    void set_initial_value(int32_t value)
    {
        has_initial_value = true;
        initial_value = (uint32_t)value;
    }

    uint64_t buffer_size_bytes() const
    {
        uint64_t bytes = get_element_size(dtype);
        for (uint32_t i = 0; i < ndims; i++) {
            bytes *= shapes[i];
        }
        return bytes;
    }
};

inline void init_tensor_from_create_info(ChipTensor &tensor, const TensorCreateInfo &info, void *addr, uint64_t bytes)
{
    tensor.lay_out(addr, bytes, info.shapes, info.ndims, info.dtype);
    for (uint64_t i = 0; info.has_initial_value && i < bytes / 4; i++) {
        ((uint32_t *)addr)[i] = info.initial_value;
    }
}

/// Arguments of tasks ///

class TensorRef {
    const void *what = nullptr;

public:
    TensorRef &operator=(const ChipTensor *tensor) { what = tensor; return *this; }
    TensorRef &operator=(const TensorCreateInfo *info) { what = info; return *this; }
    const ChipTensor &ref() const { return *(const ChipTensor *)what; }
    const TensorCreateInfo &create_info() const { return *(const TensorCreateInfo *)what; }
};

enum class PredicateOp : uint8_t { NONE, EQ, NE, GT, LT, GE, LE };

struct CoreTaskPredicate {
    struct {
        const ChipTensor *tensor;
        uint32_t ndims, indices[MAX_TENSOR_DIMS];
    } operand = {};
    PredicateOp op = PredicateOp::NONE;
    int64_t target = 0;
};

struct DispatchPredicate {
    uint64_t addr;
    int64_t target;
    uint8_t elem_size;
    PredicateOp op;

    bool pass() const
    {
        int32_t value = *(const int32_t *)addr;
        return op == PredicateOp::GT ? value > target : op == PredicateOp::EQ ? value == target : true;
    }
};

struct PTO2LaunchSpec {
    int16_t number = 1;
    int16_t block_num() const { return number; }
    void set_block_num(int16_t n) { number = n; }
};

struct CoreTaskArgs {
    TensorRef tensors[16];
    TensorArgType tags[16];
    uint64_t scalars[16];
    int32_t tensor_num = 0, scalar_num = 0;
    const PTO2TaskId *deps = nullptr;
    uint32_t dep_num = 0;
    CoreTaskPredicate condition;
    bool has_error = false;
    const char *error_msg = nullptr;
    PTO2LaunchSpec launch_spec;

    template <class T> void add(const T &tensor, TensorArgType tag)
    {
        tensors[tensor_num] = &tensor;
        tags[tensor_num++] = tag;
    }
    void add_input(const ChipTensor &tensor) { add(tensor, TensorArgType::INPUT); }
    void add_inout(const ChipTensor &tensor) { add(tensor, TensorArgType::INOUT); }
    void add_output(const ChipTensor &tensor) { add(tensor, TensorArgType::OUTPUT_EXISTING); }
    void add_output(const TensorCreateInfo &info) { add(info, TensorArgType::OUTPUT); }
    void add_scalar(int32_t value) { scalars[scalar_num++] = (uint32_t)value; }
    void add_scalar(uint64_t value) { scalars[scalar_num++] = value; }
    void set_dependencies(const PTO2TaskId *ids, uint32_t num) { deps = ids; dep_num = num; }
    void set_predicate(const CoreTaskPredicate &predicate) { condition = predicate; }

    int32_t tensor_count() const { return tensor_num; }
    int32_t scalar_count() const { return scalar_num; }
    TensorArgType tag(int32_t i) const { return tags[i]; }
    const TensorRef &tensor(int32_t i) const { return tensors[i]; }
    uint64_t scalar(int32_t i) const { return scalars[i]; }
    uint32_t explicit_dep_count() const { return dep_num; }
    PTO2TaskId explicit_dep(uint32_t i) const { return deps[i]; }
    const CoreTaskPredicate &predicate() const { return condition; }
};

struct ChipStorageTaskArgs {
    ChipTensor tensors[16];
    uint64_t scalars[16];
    int32_t tensor_num = 0, scalar_num = 0;
    void add_tensor(const ChipTensor &tensor) { tensors[tensor_num++] = tensor; }
    void add_scalar(uint64_t value) { scalars[scalar_num++] = value; }
};

struct ChipTaskArgs : CoreTaskArgs {
    void create_from_chip_args(const ChipStorageTaskArgs &from)
    {
        for (int32_t i = 0; i < from.tensor_num; i++) {
            add_input(from.tensors[i]);
        }
        memcpy(scalars, from.scalars, sizeof scalars);
        scalar_num = from.scalar_num;
    }
};

[[noreturn]] void assert_impl(const char *condition, const char *file, int line);

struct TaskOutputTensors {
    PTO2TaskId id = PTO2TaskId::invalid();
    const ChipTensor *tensors[16];
    uint32_t num = 0;
    void set_task_id(PTO2TaskId task) { id = task; }
    PTO2TaskId task_id() const { return id; }
    void materialize_output(const ChipTensor &tensor) { tensors[num++] = &tensor; }
    const ChipTensor &get_ref(uint32_t i) const
    {
        if (i >= num) {
            assert_impl("i < num", __FILE__, __LINE__);
        }
        return *tensors[i];
    }
};

struct MixedKernels {
    int32_t aic_kernel_id = -1, aiv0_kernel_id = -1, aiv1_kernel_id = -1;
};

/// The table ///

enum class PTO2ScopeMode : uint8_t { AUTO, MANUAL };
struct PTO2Runtime;

struct PTO2RuntimeOps {
    TaskOutputTensors (*submit_task)(PTO2Runtime *, const MixedKernels &, const CoreTaskArgs &);
    void (*scope_begin)(PTO2Runtime *);
    void (*scope_end)(PTO2Runtime *);
    void (*orchestration_done)(PTO2Runtime *);
    bool (*is_fatal)(PTO2Runtime *);
    void (*report_fatal)(PTO2Runtime *, int32_t, const char *, const char *, ...);
    void (*log_error)(const char *, const char *, ...);
    void (*log_warn)(const char *, const char *, ...);
    void (*log_timing)(const char *, const char *, ...);
    void (*log_info)(const char *, const char *, ...);
    void (*log_debug)(const char *, const char *, ...);
    uint64_t (*get_tensor_data)(PTO2Runtime *, const ChipTensor &, uint32_t, const uint32_t[]);
    void (*set_tensor_data)(PTO2Runtime *, const ChipTensor &, uint32_t, const uint32_t[], uint64_t);
    TaskOutputTensors (*alloc_tensors)(PTO2Runtime *, const CoreTaskArgs &);
    TaskOutputTensors (*submit_dummy_task)(PTO2Runtime *, const CoreTaskArgs &);
    int32_t (*available_cluster_count)(PTO2Runtime *);
    int32_t (*available_aiv_count)(PTO2Runtime *);
    void (*scope_set_site)(const char *, int);
};

struct PTO2Runtime {
    const PTO2RuntimeOps *ops;
    PTO2ScopeMode pending_scope_mode;
};

extern "C" PTO2Runtime *framework_current_runtime(void);

inline TaskOutputTensors rt_submit_aiv_task(int32_t kernel, const CoreTaskArgs &args)
{
    PTO2Runtime *runtime = framework_current_runtime();
    MixedKernels kernels;
    kernels.aiv0_kernel_id = kernel;
    return runtime->ops->is_fatal(runtime) ? TaskOutputTensors() : runtime->ops->submit_task(runtime, kernels, args);
}

inline TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs &args)
{
    return framework_current_runtime()->ops->submit_dummy_task(framework_current_runtime(), args);
}

template <class T> T get_tensor_data(const ChipTensor &tensor, uint32_t num, const uint32_t indices[])
{
    uint64_t bits = framework_current_runtime()->ops->get_tensor_data(framework_current_runtime(), tensor, num, indices);
    T value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

inline void set_tensor_data(const ChipTensor &tensor, uint32_t num, const uint32_t indices[], int32_t value)
{
    framework_current_runtime()->ops->set_tensor_data(framework_current_runtime(), tensor, num, indices, (uint32_t)value);
}

struct PTO2ScopeGuard {
    explicit PTO2ScopeGuard(PTO2ScopeMode mode = PTO2ScopeMode::AUTO)
    {
        framework_current_runtime()->pending_scope_mode = mode;
        framework_current_runtime()->ops->scope_begin(framework_current_runtime());
    }
    ~PTO2ScopeGuard() { framework_current_runtime()->ops->scope_end(framework_current_runtime()); }
};

#define PTO2_SCOPE(...) if (PTO2ScopeGuard scope_guard{__VA_ARGS__}; true)
