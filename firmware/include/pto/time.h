// SPDX-License-Identifier: Apache-2.0
//
// Reports of vector functions for `ptometal run --time`: each instruction with its row of isa/vector.def, its element
// type and its values. ptoc adds calls to the functions of .pto kernels, which also report their loops. In C the generic
// macros record the instructions.
#ifndef PTO_TIME_HOOKS_H
#define PTO_TIME_HOOKS_H

#include <pto/arguments.h>
#include <pto/elem.h>
#include <stdint.h>

// Non-zero in iterations that take as long as earlier ones: they are not reported.
extern uint32_t pto_time_left_out;
#define PTO_TIME(call)                  \
    do {                                \
        if (pto_time_left_out == 0) {   \
            call;                       \
        }                               \
    } while (0)

// An instruction: its row of isa/vector.def, its element type, and the numbers of its values within the function, 0 for
// none.
#define PTO_TIME_OP(row, elem, dst, dst2, src, src2, src3, src4) \
    PTO_TIME(pto_time_op((row), (elem), (dst) | (dst2) << 16, (src) | (src2) << 16, (src3) | (src4) << 16))
void pto_time_op(uint32_t row, uint32_t elem, uint32_t results, uint32_t sources, uint32_t more);
// The next load widens its elements.
void pto_time_widen(void);
void pto_time_bar(void);
// A loop-carried value replaces another one.
void pto_time_move(uint32_t dst, uint32_t src);
// Begin of a loop with this trip count if all iterations are alike, else 0; begin of an iteration; end of the loop.
#define PTO_TIME_TRIP_COUNT(from, to, step) ((to) > (from) ? (uint64_t)((to) - (from) + (step) - 1) / (uint64_t)(step) : 0)
void pto_time_loop(uint64_t trip_count);
void pto_time_iteration(void);
void pto_time_loop_end(void);
// Called if the timing of the function depends on more than its parameters.
void pto_time_varies(void);

/// Threads ///

// `times` instructions of the running thread, at a place of its code; see isa/time/threads.def.
void pto_time_thread_op(uint32_t place, uint32_t row, uint32_t elem, uint32_t times);
// An instruction of each warp that a mask has a thread of; the first of these is warp `first`.
void pto_time_exchange(uint32_t row, uint32_t elem, uint32_t first, const uint32_t *mask, uint32_t warps);

/// Vector functions in C ///

// An instruction that has run: `what` is its row | element type << 16 | flags << 24 | place << 32, `sources` four numbers
// of values of 16 bits, 0: none. A result has the number of its place in the code, which its register carries along to
// the instructions that read it; a second result has the next number.
typedef struct {
    uint64_t what, sources;
} pto_time_event_t;

enum {
    PTO_TIME_PLACES = 4094,  // from 1, in the order of the text
    PTO_TIME_RESULT = 1,     // flags: has a result, has two, is a load that widens, is a mem_bar
    PTO_TIME_RESULTS = 2,
    PTO_TIME_WIDENS = 4,
    PTO_TIME_BAR = 8,
};

// The next free event, and the end of the room for them.
extern pto_time_event_t *pto_time_event, *pto_time_events_end;
// Makes room.
void pto_time_events_full(void);
// The last value whose first lane has become a scalar.
extern uint32_t pto_time_scalar;

#if defined(PTO_TIMED) && !defined(PTO_TOLD)

#define PTO_TIME_PLACE (__COUNTER__ * 2 % PTO_TIME_PLACES + 1)

static inline __attribute__((always_inline)) void pto_time_record(uint64_t row, uint64_t elem, uint64_t flags,
                                                                  uint64_t place, uint64_t sources)
{
    if (__builtin_expect(pto_time_event == pto_time_events_end, 0)) {
        pto_time_events_full();
    }
    *pto_time_event++ = (pto_time_event_t){row | elem << 16 | flags << 24 | place << 32, sources};
}

#define PTO_OBSERVE_MEM_BAR(...) pto_time_record(0, PTO_ELEM_U8, PTO_TIME_BAR, PTO_TIME_PLACE, 0)

// A register, mask or stream ends in its number, and is larger than any other operand.
#define PTO_VALUE_NUMBER          uint32_t number __attribute__((aligned(8)));
#define PTO_KEEP_NUMBER(to, from) (to).number = (from).number;
#define PTO_NO_NUMBER(v)          (v).number = 0;
#define PTO_TIME_HAS_NUMBER(x)    (sizeof(x) > 8)
#define PTO_TIME_NUMBER(x)        (*(uint32_t *)(void *)((char *)&(x) + (sizeof(x) - 8) % sizeof(x)))
#define PTO_TIME_IS_FLOAT(x) \
    (__builtin_types_compatible_p(__typeof__(x), pto_f32_t) || __builtin_types_compatible_p(__typeof__(x), pto_f16_t))
#define PTO_TIME_ATTRIBUTE(x) _Generic((x), int: (x), unsigned: (x), default: 0)
#define PTO_TIME_ELEM_OF(x)                                                                                         \
    _Generic((x), pto_vi8_t: PTO_ELEM_I8, pto_vu8_t: PTO_ELEM_U8, pto_vi16_t: PTO_ELEM_I16, pto_vu16_t: PTO_ELEM_U16, \
        pto_vi32_t: PTO_ELEM_I32, pto_vu32_t: PTO_ELEM_U32, pto_vi64_t: PTO_ELEM_I64, pto_vu64_t: PTO_ELEM_U64,     \
        pto_vf16_t: PTO_ELEM_F16, pto_vbf16_t: PTO_ELEM_BF16, pto_vf32_t: PTO_ELEM_F32, default: PTO_ELEM_U8)

// A source of the instruction: the number of an argument. A float that is no constant may be the last value that was read.
#define PTO_TIME_SOURCE(x)                                                                 \
    if (PTO_TIME_HAS_NUMBER(x)) {                                                          \
        sources_ = sources_ << 16 | PTO_TIME_NUMBER(x);                                    \
    } else if (PTO_TIME_IS_FLOAT(x) && !__builtin_constant_p(x) && pto_time_scalar != 0) { \
        sources_ = sources_ << 16 | pto_time_scalar;                                       \
    }

#define PTO_TIME_IS_WIDENING(dist) ((dist) == PTO_LD_UNPK || ((dist) >= PTO_LD_UNPK_B8 && (dist) <= PTO_LD_UNPK4))

#define PTO_TIME_RECORD(fn, of, has, num)                                                                            \
    enum { place_ = PTO_TIME_PLACE };                                                                                \
    uint64_t sources_ = 0, flags_ = (has);                                                                           \
    PTO_TIME_EACH_##num(PTO_TIME_SOURCE)                                                                             \
    if (PTO_ROW_##fn == PTO_ROW_vlds || PTO_ROW_##fn == PTO_ROW_vlds_post) {                                         \
        flags_ |= PTO_TIME_IS_WIDENING(PTO_TIME_THIRD_OF(PTO_TIME_NAMES_##num)) ? PTO_TIME_WIDENS : 0;               \
    }                                                                                                                \
    pto_time_record(PTO_ROW_##fn, PTO_TIME_ELEM_OF(a##of##_), flags_, place_, sources_);

// As in hal/vector/vector.h, for `num` arguments, which become a1_, a2_, ...; a0_ is the result.
#define PTO_TIME_CALL(num, fn, of, also, function, ...)                            \
    (__extension__({                                                               \
        PTO_TIME_BIND_##num(__VA_ARGS__)                                           \
        __auto_type a0_ = function(PTO_TIME_NAMES_##num);                          \
        PTO_TIME_RECORD(fn, of, PTO_TIME_HAS(a0_, also), num)                      \
        PTO_TIME_GIVE_##also                                                       \
        if (PTO_TIME_HAS_NUMBER(a0_)) {                                            \
            PTO_TIME_NUMBER(a0_) = place_;                                         \
        }                                                                          \
        a0_;                                                                       \
    }))
#define PTO_TIME_DO(num, fn, of, function, ...)    \
    (__extension__({                               \
        PTO_TIME_BIND_##num(__VA_ARGS__)           \
        function(PTO_TIME_NAMES_##num);            \
        const int a0_ = 0;                         \
        (void)a0_;                                 \
        PTO_TIME_RECORD(fn, of, 0, num)            \
    }))
#define PTO_VECTOR_CALL(fn, of, also, function, ...) \
    PTO_TIME_WITH(PTO_TIME_CALL, PTO_TIME_NUM(__VA_ARGS__), fn, of, also, function, ##__VA_ARGS__)
#define PTO_VECTOR_DO(fn, of, function, ...) \
    PTO_TIME_WITH(PTO_TIME_DO, PTO_TIME_NUM(__VA_ARGS__), fn, of, function, ##__VA_ARGS__)
#define PTO_TIME_WITH(X, num, ...)                         X(num, __VA_ARGS__)
#define PTO_TIME_NUM(...)                                  PTO_TIME_NUM_(0, ##__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define PTO_TIME_NUM_(z, a, b, c, d, e, f, g, h, num, ...) num

// The distribution of a load is its third argument.
#define PTO_TIME_THIRD(a, b, c, ...) PTO_TIME_ATTRIBUTE(c)
#define PTO_TIME_THIRD_OF(...)       PTO_TIME_THIRD(__VA_ARGS__, 0, 0, 0)
// A further result, through the argument `also`; 0: none.
#define PTO_TIME_HAS(result, also) \
    ((PTO_TIME_HAS_NUMBER(result) ? PTO_TIME_RESULT : 0) | ((also) != 0 ? PTO_TIME_RESULTS : 0))

// Folds of strips (hal/vector/lanes.h): an operation whose inactive lanes keep the accumulator.
#define PTO_VECTOR_FOLD(fn, name, into, x, ...)                                                              \
    (__extension__({                                                                                      \
        PTO_TIME_WITH(PTO_TIME_FOLD, PTO_TIME_NUM(__VA_ARGS__), fn, name, into, x, __VA_ARGS__)              \
    }))
#define PTO_TIME_FOLD(num, fn, name, into, x, ...)                                        \
    __auto_type x_ = (x);                                                              \
    PTO_TIME_BIND_##num(__VA_ARGS__)                                                   \
    uint64_t old_ = (into).v.number, sources_ = old_ << 16 | x_.number;                   \
    enum { place_ = PTO_TIME_PLACE, kept_ = PTO_TIME_PLACE };                          \
    PTO_TIME_EACH_##num(PTO_TIME_SOURCE)                                               \
    pto_time_record(PTO_ROW_##fn, PTO_TIME_ELEM_OF(x_), PTO_TIME_RESULT, place_, sources_);  \
    sources_ = place_ << 16 | old_;                                                    \
    PTO_TIME_SOURCE(a##num##_)                                                         \
    pto_time_record(PTO_ROW_vsel, PTO_TIME_ELEM_OF(x_), PTO_TIME_RESULT, kept_, sources_);   \
    (into) = PTO_FOLD_OF(name, x_)(into, x_, PTO_TIME_NAMES_##num, pto_lanes_phase);         \
    (into).v.number = kept_;
// A fold over the lanes of a register to a scalar, and the first lane.
#define PTO_VECTOR_FOLDED(fn, register, scalar)                                                          \
    (__extension__({                                                                                     \
        __auto_type v_ = (register);                                                                     \
        pto_time_scalar = PTO_TIME_PLACE;                                                                \
        pto_time_record(PTO_ROW_##fn, PTO_TIME_ELEM_OF(v_), PTO_TIME_RESULT, pto_time_scalar, v_.number); \
        (scalar);                                                                                        \
    }))
#define PTO_VECTOR_FIRST(register, function)     \
    (__extension__({                             \
        __auto_type v_ = (register);             \
        pto_time_scalar = v_.number;             \
        function(v_);                            \
    }))

#endif

#endif
