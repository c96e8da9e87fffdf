// SPDX-License-Identifier: Apache-2.0
//
// Aliases: other names of operations, written by front ends.

#include "ptoc.h"

#include "parse.h"

#include <string.h>

const char *parse_own_name(const parser_t *p, const char *name)
{
    static const struct {
        const char *name, *own;
        bool a2a3;  // only on A2A3
    } names[] = {
        {"pto.tfillpad_expand", "pto.tfillpad", false},
        {"pto.tfillpad_inplace", "pto.tfillpad", false},
        {"pto.tmov.fp", "pto.tmov", false},
        {"pto.tmov_fp", "pto.tmov", false},
        {"pto.tstore.fp", "pto.tstore", false},
        {"pto.tstore_fp", "pto.tstore", false},
        {"pto.tinsert_fp", "pto.tinsert", false},
        {"pto.textract_fp", "pto.textract", false},
        {"pto.get_scale_addr", "pto.tget_scale_addr", false},
        {"pto.tput", "pto.comm.tput", false},  // the ISA's names; plain tgather and tscatter are tile operations
        {"pto.tget", "pto.comm.tget", false},
        {"pto.tput_async", "pto.comm.tput_async", false},
        {"pto.tget_async", "pto.comm.tget_async", false},
        {"pto.tnotify", "pto.comm.tnotify", false},
        {"pto.twait", "pto.comm.twait", false},
        {"pto.ttest", "pto.comm.ttest", false},
        {"pto.tbroadcast", "pto.comm.tbroadcast", false},
        {"pto.treduce", "pto.comm.treduce", false},
        {"tsync", "pto.tsync", false},
        {"tsync.op", "pto.tsync.op", false},
        {"memref.alloca", "pto.declare_local_array", false},
        {"memref.load", "pto.local_array_get", false},
        {"memref.store", "pto.local_array_set", false},
        {"pto.set_intra_block", "pto.sync.set", true},  // the flags between the cores of a cluster
        {"pto.wait_intra_block", "pto.sync.wait", true},
    };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(names[i].name, name) == 0 && (!names[i].a2a3 || p->arch == ARCH_A2A3)) {
            return names[i].own;
        }
    }
    return name;
}
