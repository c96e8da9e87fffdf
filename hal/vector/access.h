// SPDX-License-Identifier: Apache-2.0
//
// Both backends: checks of vector accesses. Where they may start, and the alignment and extent of each distribution.
#ifndef PTO_VECTOR_ACCESS_H
#define PTO_VECTOR_ACCESS_H

#include <isa/limits.h>

// A fault's source location follows from its caller's address, so calls of different accesses must not be merged.
#if defined(__clang__)
#define PTO_NOMERGE __attribute__((nomerge))
#else
#define PTO_NOMERGE
#endif

// Handler of an illegal access. tests/kernels/checks.py compiles kernels with an empty one, to measure what the checks
// cost.
#ifndef PTO_VECTOR_FAULT
#define PTO_VECTOR_FAULT(...) pto_illegal_access(__VA_ARGS__)
#endif

// Each access compares its address with UB: if no hardware confines vector functions (hal_confine()), for the checker,
// and in plain C, where it costs almost nothing.
#if defined(PTO_CHECK_BOUNDS) || defined(PTO_CHECKED) || !defined(PTO_VECTOR_RVV)
#define PTO_CHECK_EACH 1
#endif

// Reports an illegal access. The call is hidden from the compiler: a function without other calls would get a frame.
#if defined(PTO_VECTOR_RVV) && !defined(PTO_CHECK_EACH)
_Noreturn PTO_VFN void pto_illegal_access(pto_vector_fault_kind_t kind, uintptr_t at, unsigned bytes)
{
    register uintptr_t a0 __asm__("a0") = kind;
    register uintptr_t a1 __asm__("a1") = at;
    register uintptr_t a2 __asm__("a2") = bytes;
    __asm__ volatile("call pto_vector_fault" : : "r"(a0), "r"(a1), "r"(a2) : "memory");
    __builtin_unreachable();
}
#else
#define pto_illegal_access PTO_NOMERGE pto_vector_fault
#endif

// Checks that an access starts inside UB and is aligned, by at most PTO_REACH_ALIGNMENT, in one test.
PTO_VFN void pto_check_within(pto_reach_t reach, uintptr_t at, unsigned alignment, pto_vector_fault_kind_t kind)
{
    if (__builtin_expect((at & reach.mask & ~(uintptr_t)(PTO_REACH_ALIGNMENT - alignment)) != reach.base, 0)) {
        PTO_VECTOR_FAULT(kind, at, alignment);
    }
}

PTO_VFN void pto_check_start(uintptr_t at, unsigned alignment, pto_vector_fault_kind_t kind)
{
    pto_check_within(pto_reach(), at, alignment, kind);
}

// Whether an access that starts inside UB ends there.
PTO_VFN bool pto_ends_within(const void *p, size_t bytes)
{
    const pto_reach_t reach = pto_reach();
    return (((uintptr_t)p + bytes - 1) & reach.mask & ~(uintptr_t)(PTO_REACH_ALIGNMENT - 1)) == reach.base;
}

// Checks the last byte of an access.
PTO_VFN void pto_check_last(const void *p, size_t bytes, pto_vector_fault_kind_t kind)
{
#ifdef PTO_CHECK_EACH
    pto_check_start((uintptr_t)p + bytes - 1, 1, kind);
#else
    (void)p, (void)bytes, (void)kind;
#endif
}

// Checks the access at element `offset` of p, for elements of this size; `alignment` is a power of two. Loops advance
// the offset, or p. So only p is checked against UB, and the alignment test has a form that is loop-invariant if they
// advance by multiples of it. The address at the offset is confined by hardware; only without it is it checked here.
PTO_VFN void pto_check_access(const void *p, ptrdiff_t offset, unsigned bytes, unsigned alignment,
                              pto_vector_fault_kind_t kind)
{
#ifdef PTO_CHECK_EACH
    pto_check_start((uintptr_t)p + (uintptr_t)offset * bytes, alignment, kind);
#else
    const uintptr_t at = (uintptr_t)p + ((uint32_t)offset * bytes & (alignment - 1));
    if (bytes % alignment == 0) { // whatever the offset
        pto_check_start((uintptr_t)p, alignment, kind);
        return;
    }
    pto_check_start((uintptr_t)p, 1, kind);
    if (__builtin_expect((at & (alignment - 1)) != 0, 0)) {
        PTO_VECTOR_FAULT(kind, at, alignment);
    }
#endif
}

PTO_VFN void pto_check_load(const void *p, ptrdiff_t offset, unsigned bytes, unsigned alignment, size_t extent)
{
    pto_check_access(p, offset, bytes, alignment, PTO_VECTOR_LOAD);
    pto_check_last((const uint8_t *)p + offset * (ptrdiff_t)bytes, extent, PTO_VECTOR_LOAD);
}

// The mask may keep the end of a store inside, so callers that know the mask use pto_check_last().
PTO_VFN void pto_check_store(const void *p, ptrdiff_t offset, unsigned bytes, unsigned alignment)
{
    pto_check_access(p, offset, bytes, alignment, PTO_VECTOR_STORE);
}

// Returns the bytes that a distribution accesses from its address on, or those of an element of a stride.
PTO_VFN size_t pto_attr_bytes(pto_attr_t dist)
{
    switch (dist) {
#define PTO_ATTR(class, key, VALUE, spelling)
#define PTO_SIZED(class, key, VALUE, spelling, bytes) \
    case PTO_##VALUE:                                 \
        return bytes;
#include <isa/attrs.def>
        default:
            return PTO_VREG_BYTES;
    }
}

PTO_VFN unsigned pto_dist_alignment(pto_attr_t dist)
{
    const size_t bytes = pto_attr_bytes(dist);
    return bytes < 32 ? (unsigned)bytes : 32;
}

// Strided loads and stores: the distance in elements.
PTO_VFN unsigned pto_stride_step(pto_attr_t stride)
{
    return stride == PTO_STRIDE_S2_B64 ? 2 : stride == PTO_STRIDE_S3_B16 ? 3 : stride == PTO_STRIDE_S4_B64 ? 4 : 8;
}

PTO_VFN unsigned pto_check_stride(const void *p, pto_attr_t stride, pto_vector_fault_kind_t kind)
{
    const unsigned bytes = (unsigned)pto_attr_bytes(stride);
    if (stride < PTO_STRIDE_S3_B16 || stride > PTO_STRIDE_VSST_S8_B16) {
        pto_vector_fault(PTO_VECTOR_BAD_ATTRIBUTE, (uintptr_t)p, stride);
    }
    pto_check_start((uintptr_t)p, bytes, kind);
    pto_check_last(p, (PTO_VREG_BYTES - bytes) * pto_stride_step(stride) + bytes, kind);
    return bytes;
}

// Gathers and scatters: checks an element of this size, `offset` bytes after p.
PTO_VFN void pto_check_element(const void *p, uint32_t offset, unsigned bytes, pto_vector_fault_kind_t kind)
{
#ifdef PTO_CHECK_EACH
    pto_check_start((uintptr_t)p + offset, 1, kind);
#endif
    pto_check_last((const uint8_t *)p + offset, bytes, kind);
}

#endif
