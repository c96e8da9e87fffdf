// SPDX-License-Identifier: Apache-2.0
//
// assert(), each time as NDEBUG says: what does not hold is a fault at its line, and no call of a C library.
#undef assert
#ifdef NDEBUG
#define assert(...) static_cast<void>(0)
#else
#define assert(...) ((__VA_ARGS__) ? static_cast<void>(0) : pto_fault_at(PTO_CPP_LOC, "%s", "assert: " #__VA_ARGS__))
#endif
