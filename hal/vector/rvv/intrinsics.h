// SPDX-License-Identifier: Apache-2.0
//
// Makes the vector intrinsics known where the headers that use them come out of a precompiled header: clang declares
// intrinsics when they are looked up, because <riscv_vector.h> says so by this pragma, which such a file does not keep.
#if defined(__clang__) && defined(__riscv_v)
#pragma clang riscv intrinsic vector
#endif
