# SPDX-License-Identifier: Apache-2.0
"""Launch functions of kernels: aclrtlaunch_NAME.h for each, and one C file with all of them."""
import os
import re

# Types of scalar parameters in C; what is not here is passed as its bits.
SCALARS = {"int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "float", "double"}
BITS = {1: "uint8_t", 2: "uint16_t", 4: "uint32_t", 8: "uint64_t"}


def c_type(param):
    if param.spelling.endswith("*"):
        return "void *"
    return param.spelling if param.spelling in SCALARS else BITS[param.element_bytes]


def head(kernel):
    """The head of a launch function. A pointer has any type."""
    params = [f"{c_type(param)} {name(i, param)}" for i, param in enumerate(kernel.params)]
    return f"uint32_t aclrtlaunch_{kernel.name}({', '.join(['uint32_t blocks', 'aclrtStream stream', *params])})"


def name(number, param):
    """The name of a parameter: its own, unless that is a word of C or of the function."""
    return f"arg{number}_{re.sub(r'[^A-Za-z0-9_]', '_', param.name)}"


def body(kernel):
    pointers = sum(1 << i for i, param in enumerate(kernel.params) if c_type(param) == "void *")
    lines = [f"    uint64_t words[{max(len(kernel.params), 1)}] = {{0}};"]
    lines += [f"    memcpy(&words[{i}], &{name(i, param)}, sizeof {name(i, param)});" for i, param in enumerate(kernel.params)]
    lines += [f'    return ptometal_acl_launch("{kernel.name}", blocks, stream, {pointers}u, words, {len(kernel.params)});']
    return "\n".join(lines)


def write(kernels, folder):
    """Write the headers and the C file, whose path is returned, into a folder."""
    path = os.path.join(folder, "launches.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#include <acl/acl.h>\n#include <string.h>\n")
        for kernel in kernels:
            with open(os.path.join(folder, f"aclrtlaunch_{kernel.name}.h"), "w", encoding="utf-8") as header:
                header.write(f'#include <acl/acl.h>\n#ifdef __cplusplus\nextern "C"\n#endif\n{head(kernel)};\n')
            file.write(f"{head(kernel)}\n{{\n{body(kernel)}\n}}\n")
    return path
