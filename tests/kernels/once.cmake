# SPDX-License-Identifier: Apache-2.0
#
# Examples that other tests run under several schedules, against the digests of all boards.

set(examples ${PTO_ROOT}/examples)
pto_add_kernel(kernels_once SOURCES ${examples}/embedding.pto ${examples}/attention_head.pto ${examples}/matmul_gelu.pto
    ${examples}/histogram.pto ${examples}/layernorm/double.c)
pto_add_script_test(kernels_once COMMAND ${PTO_PYTHON} ${PTO_ROOT}/tests/kernels/run.py --once $<TARGET_FILE:kernels_once>)
