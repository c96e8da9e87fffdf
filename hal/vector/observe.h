// SPDX-License-Identifier: Apache-2.0
//
// Reports of the memory accesses of vector functions to a checker: one call for each access, with its bytes. Only
// kernels compiled with PTO_CHECKED make these calls (`ptometal run --check`); in others the macros are empty, also in
// those that report their instructions (PTO_TIMED).
#ifndef PTO_VECTOR_OBSERVE_H
#define PTO_VECTOR_OBSERVE_H

#include "element.h"

#if defined(PTO_CHECKED) && !defined(PTO_TIMED)

#include "observe_site.h"

// Accesses without a site of their own, as they follow no fixed pattern in memory.
void pto_observe_load(const void *p, size_t bytes);
void pto_observe_store(const void *p, size_t bytes);
// Element i is accessed if bit i * step of `image` is set: of a predicate of 256 bits, or of a strip's mask. NULL: all
// are.
void pto_observe_blocks(const void *p, uint32_t first, uint32_t stride, unsigned step, const uint64_t *image,
                        int stores);
void pto_observe_indexed(const void *p, unsigned element_bytes, const void *index, unsigned index_bytes, unsigned lanes,
                         unsigned step, const uint64_t *image, int stores);

// A stream of unaligned stores moves from one address to another; NULL: its pending bytes are flushed.
void pto_observe_stream(uintptr_t from, const void *to);

PTO_VFN void pto_observe_at(pto_site_t *site, const void *p, size_t bytes, bool stores)
{
    uintptr_t at = (uintptr_t)p;
    if (__builtin_expect(at == site->end && (!stores || at + bytes <= site->limit), 1)) {
        site->end = at + bytes;
    } else {
        pto_observe_at_site(site, at, bytes, stores);
    }
}

// Reports the elements of a register that a predicate selects; all of them without one.
PTO_VFN void pto_observe_store_if(pto_site_t *site, const void *p, unsigned element_bytes, unsigned step,
                                  const uint64_t *image)
{
    if (image == NULL) {
        pto_observe_at(site, p, 256 / step * element_bytes, true);
    } else {
        pto_observe_run_at_site(site, (uintptr_t)p, element_bytes, step, image);
    }
}

#define PTO_OBSERVE_LOAD(p, bytes)    pto_observe_at(PTO_SITE, (p), (bytes), false)
#define PTO_OBSERVE_STORE(p, bytes)   pto_observe_at(PTO_SITE, (p), (bytes), true)
#define PTO_OBSERVE_STREAM(align, to) pto_observe_stream((align).at, (to))
#define PTO_OBSERVE_MEM_BAR(of_stores, of_loads) \
    ((void)(pto_observed_bars += (of_stores), pto_observed_load_bars += (of_loads)))
// Code for the checker only; it may use PTO_IMAGE_OF(G, m), the 256 bits of a predicate.
#define PTO_OBSERVED_ONLY(...)                          \
    {                                                   \
        uint64_t pto_image_[4] __attribute__((unused)); \
        __VA_ARGS__                                     \
    }
#ifdef PTO_VECTOR_RVV
#define PTO_IMAGE_OF(G, m) \
    (pto_store_bits(pto_pack_images((m).image), (uint8_t *)pto_image_, PTO_PST_NORM), (const uint64_t *)pto_image_)
// A predicate that is known to be all ones needs no image.
#define PTO_IMAGE_IF_NEEDED(G, m) ((m).all ? (const uint64_t *)NULL : PTO_IMAGE_OF(G, m))
#else
#define PTO_IMAGE_OF(G, m)        ((m).image)
#define PTO_IMAGE_IF_NEEDED(G, m) PTO_IMAGE_OF(G, m)
#endif

PTO_VFN size_t pto_at_most_vreg(size_t bytes)
{
    return bytes < PTO_VREG_BYTES ? bytes : PTO_VREG_BYTES;
}

// Reports the elements of a strided access one by one.
PTO_VFN void pto_observe_strided(const void *p, pto_attr_t stride, int stores)
{
    const unsigned bytes = (unsigned)pto_attr_bytes(stride), step = pto_stride_step(stride);
    for (unsigned i = 0; i < PTO_VREG_BYTES / bytes; i++) {
        const uint8_t *at = (const uint8_t *)p + (size_t)i * step * bytes;
        if (stores) {
            pto_observe_store(at, bytes);
        } else {
            pto_observe_load(at, bytes);
        }
    }
}

// Resolves NORM for elements of a width.
PTO_VFN pto_attr_t pto_observed_dist(pto_attr_t dist, unsigned bits)
{
    dist = pto_dist_for(dist, bits);
    return dist != PTO_ST_NORM ? dist : bits == 8 ? PTO_ST_NORM_B8 : bits == 16 ? PTO_ST_NORM_B16 : PTO_ST_NORM_B32;
}

// Reports a store in a distribution: the bytes of each element in memory, and the mask bits that govern them.
PTO_VFN void pto_observe_store_dist(pto_site_t *site, const void *p, pto_attr_t dist, const uint64_t *image)
{
    switch (dist) {
        case PTO_ST_1PT_B8:
            pto_observe_at(site, p, 1, true);
            return;
        case PTO_ST_1PT_B16:
            pto_observe_at(site, p, 2, true);
            return;
        case PTO_ST_1PT_B32:
            pto_observe_at(site, p, 4, true);
            return;
        case PTO_ST_NORM_B8:
            pto_observe_store_if(site, p, 1, 1, image);
            return;
        case PTO_ST_NORM_B16:
        case PTO_ST_MRG2CHN_B8:
            pto_observe_store_if(site, p, 2, 2, image);
            return;
        case PTO_ST_PK_B16:
            pto_observe_store_if(site, p, 1, 2, image);
            return;
        case PTO_ST_PK_B32:
            pto_observe_store_if(site, p, 2, 4, image);
            return;
        case PTO_ST_PK_B64:
            pto_observe_store_if(site, p, 4, 8, image);
            return;
        case PTO_ST_PK4_B32:
            pto_observe_store_if(site, p, 1, 4, image);
            return;
        default:
            pto_observe_store_if(site, p, 4, 4, image);
            return;
    }
}

#else

#define PTO_OBSERVE_LOAD(p, bytes)               ((void)0)
#define PTO_OBSERVE_STORE(p, bytes)              ((void)0)
#define PTO_OBSERVE_STREAM(align, to)            ((void)0)
#ifndef PTO_OBSERVE_MEM_BAR
#define PTO_OBSERVE_MEM_BAR(of_stores, of_loads) ((void)0)
#endif
#define PTO_OBSERVED_ONLY(...)

#endif
#endif
