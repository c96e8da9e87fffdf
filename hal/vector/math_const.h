// SPDX-License-Identifier: Apache-2.0
//
// Constants of the elementary functions. Both backends evaluate the same expressions in the same
// order with these, so that their results agree to the bit; docs/spec-decisions.md states the bounds.
//
//   exp   x = n ln 2 + r, |r| <= ln 2 / 2, e^x = 2^n (1 + r + r^2 w(r)) with w of degree 4
//   ln    x = 2^e m, sqrt(1/2) <= m < sqrt(2), s = (m - 1) / (m + 1),
//         ln m = f - (f^2/2 - s (f^2/2 + z R(z))) with f = m - 1, z = s^2 and R of degree 2
#ifndef PTO_VECTOR_MATH_CONST_H
#define PTO_VECTOR_MATH_CONST_H

#define PTO_LOG2E  0x1.715476p+0f
#define PTO_LN2_HI 0x1.62e430p-1f
#define PTO_LN2_LO (-0x1.05c610p-29f)

// Added to a float of small magnitude, this rounds it to an integer n and leaves n + 127 in the low bits of the sum.
#define PTO_EXP_ROUND 0x1.8000fep+23f
#define PTO_EXP_C2    0x1.fffffep-2f
#define PTO_EXP_C3    0x1.555488p-3f
#define PTO_EXP_C4    0x1.5559b4p-5f
#define PTO_EXP_C5    0x1.123df8p-7f
#define PTO_EXP_C6    0x1.6876e8p-10f
// Up to this magnitude e^x is a normal number; below EXP_MIN it rounds to 0, above EXP_MAX to infinity.
#define PTO_EXP_NORMAL 87.0f
#define PTO_EXP_MIN    (-104.0f)
#define PTO_EXP_MAX    89.0f

// The bits of sqrt(1/2); ln 2 split into two parts such that n * HI is exact for |n| < 256.
#define PTO_LN_SQRT_HALF 0x3f3504f3
#define PTO_LN_2_HI      0x1.62e300p-1f
#define PTO_LN_2_LO      0x1.2fefa4p-17f
#define PTO_LN_R1        0x1.55557ap-1f
#define PTO_LN_R2        0x1.995f04p-2f
#define PTO_LN_R3        0x1.31dc52p-2f

// Below this, and for arguments that are not positive and finite, 1 / sqrt(x) takes the slow path.
#define PTO_RSQRT_MIN 0x1p-100f

#endif
