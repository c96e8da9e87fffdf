# SPDX-License-Identifier: Apache-2.0
"""Stand-ins for simpler's Python modules: what pypto and the host code that it generates use of them."""
import ctypes
import enum
import importlib
import struct
import types
from importlib.machinery import ModuleSpec

from ptometal.common import usage_error
from ptometal.pypto.orchestration import Argument

SUBMODULES = ("torch_interop", "task_interface")
RUNTIME_MODULES = ("simpler", "simpler_setup", "_task_interface")


class ArgDirection(enum.Enum):
    """As in simpler; pypto writes its members into kernel_config.py."""
    IN, OUT, INOUT, SCALAR = range(4)


class TensorArgType(enum.IntEnum):
    """As in simpler, and in order.py."""
    INPUT, OUTPUT, INOUT, OUTPUT_EXISTING, NO_DEP = range(5)


class DataType(enum.IntEnum):
    """As in simpler."""
    (FLOAT32, FLOAT16, INT32, INT16, INT8, UINT8, BFLOAT16, INT64, UINT64, UINT16, UINT32, BOOL, FP8E4M3FN, FP8E8M0,
     FP4E2M1) = range(15)

    @property
    def bytes(self):
        return (4, 2, 4, 2, 1, 1, 2, 8, 8, 2, 4, 1, 1, 1, 1)[self]


# By the name of a torch type.
TYPES = dict(zip(("float32", "float16", "int32", "int16", "int8", "uint8", "bfloat16", "int64", "uint64", "uint16", "uint32",
                  "bool", "float8_e4m3fn", "float8_e8m0fnu", "float4_e2m1fn_x2"), DataType))


def torch_dtype_to_datatype(dtype):
    """Raises KeyError."""
    return TYPES[str(dtype).rpartition(".")[2]]


class Tensor:
    """A tensor of the host without gaps. `owner` keeps its memory."""

    def __init__(self, address, size, shape, kind, owner):
        self.argument, self.owner = Argument.of(address, size, tuple(shape), kind), owner


def tensor_of(torch_tensor):
    """The Tensor of one of torch."""
    kind = str(torch_tensor.dtype).rpartition(".")[2]
    if kind not in TYPES or not torch_tensor.is_contiguous():
        raise usage_error(f"an argument of the orchestration is a tensor of {kind}" +
                          (" that is not contiguous" if kind in TYPES else ""))
    size = torch_tensor.numel() * torch_tensor.element_size()
    return Tensor(torch_tensor.data_ptr(), size, torch_tensor.shape, TYPES[kind], torch_tensor)


def make_tensor_arg(_worker, torch_tensor):
    return tensor_of(torch_tensor)


def scalar_to_uint64(value):
    """A number as 64 bits: floats as those of f32, tensors of one element as their number."""
    if isinstance(value, ctypes._SimpleCData):     # pylint: disable=protected-access
        return int.from_bytes(bytes(value), "little")
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float):
        return int.from_bytes(struct.pack("<f", value), "little")
    return int(value) & (1 << 64) - 1


class TaskArgs:
    """The arguments of a dispatch."""

    def __init__(self):
        self.tensors, self.roles, self.scalars = [], [], []

    def add_tensor(self, tensor, role):
        self.tensors.append(tensor)
        self.roles.append(role)

    def add_scalar(self, value):
        self.scalars.append(scalar_to_uint64(value))


class CommBufferSpec:
    """A part of a window."""

    def __init__(self, name, dtype, count, nbytes):
        self.name, self.dtype, self.count, self.nbytes = name, dtype, count, nbytes


class CallConfig:
    """Settings of a dispatch, none of which matter here."""
    output_prefix = ""


PROVIDED = {one.__name__: one for one in (ArgDirection, TensorArgType, DataType, Tensor, TaskArgs, CommBufferSpec, CallConfig,
                                          make_tensor_arg, torch_dtype_to_datatype, scalar_to_uint64)}


class Absent(type):
    """A class with any attribute."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()


class Anything(metaclass=Absent):
    def __init__(self, *_, **__):
        pass

    def __call__(self, *_, **__):
        return Anything()

    def __getattr__(self, name):
        return getattr(type(self), name)


class Module(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in SUBMODULES:
            return importlib.import_module(f"{self.__name__}.{name}")
        made = PROVIDED.get(name) or type(name, (Anything,), {})
        setattr(self, name, made)
        return made


class Finder:
    """Finds the stand-ins, whether simpler is installed or not. pypto does use simpler's tools, if there are any."""

    def find_spec(self, name, _path=None, _target=None):
        if name.split(".")[0] not in RUNTIME_MODULES or name.startswith("simpler_setup.tools"):
            return None
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Module(spec.name)

    def exec_module(self, module):
        module.__path__ = []
