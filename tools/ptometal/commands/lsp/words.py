# SPDX-License-Identifier: Apache-2.0
"""What the server knows of operations, from the tables of isa/: names, pages, attributes."""
import functools
import os
import re
import sys

from ptometal.common import ROOT

PIPES = ("PIPE_S", "PIPE_V", "PIPE_M", "PIPE_MTE1", "PIPE_MTE2", "PIPE_MTE3", "PIPE_FIX", "PIPE_ALL")
EVENTS = tuple(f"EVENT_ID{number}" for number in range(8))
TYPES = ("!pto.ptr", "!pto.vreg", "!pto.mask", "!pto.align", "!pto.tile_buf", "!pto.tensor_view", "!pto.partition_tensor_view")


@functools.cache
def modules():
    sys.path.insert(0, os.path.join(ROOT, "tools"))
    import language_index
    import optable
    import reference
    return reference, optable, language_index


@functools.cache
def operations():
    """The names of all operations as a text has them."""
    reference, _, index = modules()
    names = {f"pto.{name}" for found in reference.groups().values() for name in found}
    names |= {f"pto.{name}" for name in reference.tile_reference.groups()}
    names |= {name for name in reference.system_reference.names() if "." in name}
    names |= {f"pto.{name}" for name in reference.vmi_reference.names() if name.startswith("vmi.")}
    for line in index.operations():
        names |= {name for name in re.findall(r"`([a-z]\w*(?:\.\w+)+)`", line)}
    return sorted(names)


@functools.cache
def page(name):
    """The page of an operation up to its example, or None."""
    if not re.fullmatch(r"[\w.]+", name):
        return None
    text = modules()[0].find(name)
    return text and re.split(r"^## Example", text, flags=re.M)[0].strip()


@functools.cache
def attributes():
    """For each operation the keys of its attributes, each with the values that it may have."""
    reference, optable, _ = modules()
    keys, values = optable.load_keys(), optable.load_attributes()
    return {f"pto.{name}": {keys[item.attribute]: tuple(spelling for _, spelling in values[item.attribute])
                            for op in ops for item in op.attributes}
            for found in reference.groups().values() for name, ops in found.items()}
