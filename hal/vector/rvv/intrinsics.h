// SPDX-License-Identifier: Apache-2.0
//
// Declares the vector intrinsics if the headers that use them come from a precompiled header. clang declares intrinsics
// on lookup after this pragma of <riscv_vector.h>, which a precompiled header does not record.
#if defined(__clang__) && defined(__riscv_v)
#pragma clang riscv intrinsic vector
#endif
