// SPDX-License-Identifier: Apache-2.0
//
// The loop over strips. Loops of ptoc, PTO_FOR_LANES and tile routines run in it.
//
// It has stages: whole strips, single strips, and the tail. Both compilers need the length of full strips as a
// constant. Whole strips come in several copies, as RVV loads have no offset: a loop of one strip pays an addition for
// each pointer and one for the count. Compilers unroll the loop over stages, which leaves one loop for each stage with
// constant bounds. Trip counts are known at the start of a stage.
#ifndef PTO_VECTOR_RVV_STRIP_LOOP_H
#define PTO_VECTOR_RVV_STRIP_LOOP_H

#include "../core.h"

// Hides the value of a variable from the compiler.
#define PTO_OPAQUE(x) __asm__("" : "+r"(x))

#ifdef __clang__
#define PTO_UNROLL_ALL         _Pragma("clang loop unroll(full)")
#define PTO_STRIP_ROLL         _Pragma("clang loop unroll(disable)")
#define PTO_STRIP_ASSUME(cond) __builtin_assume(cond)
#else
#define PTO_UNROLL_ALL         _Pragma("GCC unroll 64")
#define PTO_STRIP_ROLL         _Pragma("GCC unroll 1")
#define PTO_STRIP_ASSUME(cond) (void)0
#endif

// The vl of a full strip: like that of a whole register, PTO_VL().
#ifdef __clang__
#define PTO_STRIP_FULL_(max) ((size_t)-1)
#else
#define PTO_STRIP_FULL_(max) ((size_t)(max))
#endif

// The offset of the first strip after whole ones.
PTO_VFN ptrdiff_t pto_strips_at(ptrdiff_t at, ptrdiff_t max)
{
    PTO_STRIP_ASSUME(at % max == 0);
    return at;
}

// Returns the number of lanes, 0 if n is negative. Hoist it out of a loop over rows. Hides n >= 0 from the compiler:
// otherwise masks of the count stop being immediates.
PTO_VFN ptrdiff_t pto_strips_num(ptrdiff_t n)
{
    if (__builtin_constant_p(n)) {
        return n > 0 ? n : 0;
    }
    __asm__("bgtz %0, 1f\n\tli %0, 0\n1:" : "+r"(n));
    return n;
}

// Returns a trip count: how often `many` fit into the rest. Loops count it down, so that their end is found by a shift.
PTO_VFN ptrdiff_t pto_strips_trip_count(ptrdiff_t left, ptrdiff_t many)
{
    return (ptrdiff_t)((size_t)left / (size_t)many);
}

// Returns the trip count of the first loop. Hidden, so that compilers derive the trip test and the end from it:
// deriving them from `left` takes one instruction more each.
PTO_VFN ptrdiff_t pto_strips_first_trip_count(ptrdiff_t left, ptrdiff_t many)
{
    ptrdiff_t trip_count = pto_strips_trip_count(left, many);
    if (!__builtin_constant_p(trip_count)) {
        PTO_OPAQUE(trip_count);
    }
    return trip_count;
}

// Runs a body four times in each iteration, until the pointer that it advances is at `end`: for the whole strips of a
// packed run. Steps of pointers are opaque: else compilers add offsets for each copy and once more for the iteration.
#define PTO_STRIP_FOURS(pointer, end, ...)              \
    do {                                                \
        __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ \
    } while ((pointer) != (end));

// Returns the number of lanes of a strip of at most `max`.
PTO_VFN size_t pto_strips_vl(size_t left, size_t max)
{
    return left < max ? left : max;
}

// Copies of the body in an iteration, unless it needs others.
#define PTO_STRIP_PAIR 2

// The stages. Single strips and the tail exist twice up to ONLY_TAIL: the copies after whole strips need not check
// their addresses again.
enum { PTO_STAGE_WHOLE, PTO_STAGE_SINGLE, PTO_STAGE_TAIL, PTO_STAGE_ONLY_SINGLE, PTO_STAGE_ONLY_TAIL };
#define PTO_STAGE_IS_TAIL(stage) ((stage) == PTO_STAGE_TAIL || (stage) == PTO_STAGE_ONLY_TAIL)
#define PTO_STAGE_IS_SKIPPED(stage, last, whole) \
    ((last) == PTO_STAGE_ONLY_TAIL && ((stage) >= PTO_STAGE_ONLY_SINGLE) != ((whole) == 0))
// The lanes of an iteration, and which bits of the lane count belong to this stage and later ones.
#define PTO_STAGE_STEP(stage, copies, max) \
    ((stage) == PTO_STAGE_WHOLE ? (copies) * (max) : PTO_STAGE_IS_TAIL(stage) ? 1 : (max))
#define PTO_STAGE_LEFT(stage, copies, max) \
    ((stage) == PTO_STAGE_WHOLE ? -1 : PTO_STAGE_IS_TAIL(stage) ? (max) - 1 : (copies) * (max) - 1)
// Whether it may have more than one iteration.
#define PTO_STAGE_REPEATS(stage, copies) \
    ((stage) == PTO_STAGE_WHOLE || (!PTO_STAGE_IS_TAIL(stage) && (copies) > PTO_STRIP_PAIR))

// PTO_STRIP_LOOP(last, copies, max, i, n, vl) runs its body for strips of `max` of n >= 0 lanes, in stages to `last`.
// An iteration over whole strips has `copies` of the body, at least as many as a strip has phases. i is the offset of a
// strip, vl its length for intrinsics, pto_strip_num_ its number modulo the copies.
// clang-format off
#ifdef PTO_CHECKED
// For a checker each copy of an access is a site of its own, so there is only one copy, which also handles the tail.
#define PTO_STRIP_LOOP(last, copies, max, i, n, vl)                                                                \
    PTO_STRIP_ROLL                                                                                                 \
    for (ptrdiff_t i = 0, pto_n_ = (n); i < pto_n_; i += (max))                                                    \
        for (size_t vl = pto_strips_vl((size_t)(pto_n_ - i), (size_t)(max)), pto_strip_num_ = (size_t)(i / (max)), \
                    pto_go_ = 1; pto_go_ != 0; pto_go_ = 0, (void)pto_strip_num_)
#else
// Where the first trip count is found. In its stage clang shares its shifts with the addresses that follow; there, GCC
// would leave the checks of addresses in the loop, a quarter more instructions.
#ifdef __clang__
#define PTO_TRIPS_IN_FRONT(trip_count)        0
#define PTO_TRIPS_IN_STAGE(first, trip_count) ((first) = (trip_count))
#else
#define PTO_TRIPS_IN_FRONT(trip_count)        (trip_count)
#define PTO_TRIPS_IN_STAGE(first, trip_count) (first)
#endif
#define PTO_STRIP_TRIPS(copies, max)          pto_strips_first_trip_count(pto_n_, (copies) * (max))
#define PTO_STRIP_LOOP(last, copies, max, i, n, vl)                                                                \
    for (ptrdiff_t pto_n_ = (n), pto_first_ = PTO_TRIPS_IN_FRONT(PTO_STRIP_TRIPS(copies, max)), pto_loop_ = 1;     \
         pto_loop_ != 0; pto_loop_ = 0)                                                                            \
        PTO_UNROLL_ALL                                                                                             \
        for (ptrdiff_t pto_stage_ = PTO_STAGE_WHOLE; pto_stage_ <= (last); pto_stage_++)                           \
            PTO_STRIP_STAGE(last, copies, max) PTO_STRIP_COPIES(max, i, vl)
#define PTO_STRIP_STAGE(last, copies, max)                                                                         \
    for (ptrdiff_t pto_step_ = PTO_STAGE_STEP(pto_stage_, copies, max),                                            \
                   pto_left_ = pto_n_ & PTO_STAGE_LEFT(pto_stage_, copies, max),                                   \
                   pto_at_ = pto_stage_ == PTO_STAGE_WHOLE || pto_stage_ == PTO_STAGE_ONLY_SINGLE ? 0              \
                           : pto_stage_ == PTO_STAGE_SINGLE ? pto_first_ * (copies) * (max)                        \
                                                            : pto_strips_at(pto_n_ - pto_left_, max),              \
                   pto_more_ = pto_stage_ == PTO_STAGE_WHOLE                                                       \
                                 ? PTO_TRIPS_IN_STAGE(pto_first_, PTO_STRIP_TRIPS(copies, max))                    \
                             : PTO_STAGE_IS_SKIPPED(pto_stage_, last, pto_first_) ? 0                              \
                             : PTO_STAGE_IS_TAIL(pto_stage_) ? pto_left_ != 0                                      \
                                                             : pto_strips_trip_count(pto_left_, pto_step_);        \
         pto_more_ != 0;                                                                                           \
         pto_at_ += pto_step_, pto_more_ = PTO_STAGE_REPEATS(pto_stage_, copies) ? pto_more_ - 1 : 0)
#define PTO_STRIP_COPIES(max, i, vl)                                                                               \
    PTO_UNROLL_ALL                                                                                                 \
    for (ptrdiff_t pto_copy_ = 0, i = pto_at_;                                                                     \
         pto_copy_ < (pto_stage_ == PTO_STAGE_WHOLE ? pto_step_ / (max) : 1); pto_copy_++, i += (max))             \
        for (size_t vl = PTO_STAGE_IS_TAIL(pto_stage_) ? (size_t)pto_left_ : PTO_STRIP_FULL_(max),                 \
                    pto_strip_num_ = (size_t)(pto_stage_ == PTO_STAGE_WHOLE ? pto_copy_ : pto_at_ / (max)),        \
                    pto_go_ = 1; pto_go_ != 0; pto_go_ = 0, (void)pto_strip_num_)
#endif
// clang-format on

#endif
