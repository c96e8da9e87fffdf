# SPDX-License-Identifier: Apache-2.0
"""Kernels and programs from Python, with arrays of numpy.

    import ptometal
    softmax = ptometal.load("examples/softmax.pto")
    y = softmax(x, 300, 300, out=x.shape)

    p = ptometal.Program()
    a, b = p.buffer(x), p.buffer(shape=(64,), dtype="float32")
    p.launch(softmax, a, b, 8, 8, blocks=4)
    p.run()
    b.array()
"""
import numpy

from ptometal import program
from ptometal.binary import npy
from ptometal.common import usage_error
from ptometal.program import image, session


def array_of(data):
    """A contiguous array: of numpy, or of any object with DLPack or the buffer protocol."""
    if isinstance(data, numpy.ndarray):
        return numpy.ascontiguousarray(data).reshape(data.shape)
    if not hasattr(data, "__dlpack__"):
        return array_of(numpy.asarray(data))
    try:
        return array_of(numpy.from_dlpack(data))
    except (BufferError, RuntimeError, TypeError) as error:     # on another device, or of a type that numpy lacks
        raise usage_error(f"numpy cannot read a {type(data).__name__}: {' '.join(str(error).split())}") from None


def is_array(argument):
    """Whether an argument of a kernel is an array, not a number; a tensor without dimensions is a number."""
    if isinstance(argument, numpy.ndarray):
        return True
    return getattr(argument, "ndim", 1) > 0 if hasattr(argument, "__dlpack__") else numpy.ndim(argument) > 0


class Array(program.Buffer):
    """A buffer of a program with the shape and type of an array."""

    def __init__(self, name, shape, dtype, data=None):
        self.shape, self.dtype = shape, numpy.dtype(dtype)
        size = int(numpy.prod(shape, dtype=numpy.int64)) * self.dtype.itemsize
        super().__init__(name, size, data=None if data is None else data.tobytes(),
                         element_bytes=self.dtype.itemsize)
        self.stores = True

    def array(self):
        """The contents after the last run, else the initial ones."""
        data = self.output if self.output is not None else self.data or bytes(self.size)
        return numpy.frombuffer(data, self.dtype).reshape(self.shape).copy()

    def __getitem__(self, rows):
        """Some of the rows: x[3], x[16:32]."""
        count = self.shape[0]
        first, end, step = (rows if isinstance(rows, slice) else slice(rows, rows + 1)).indices(count)
        if step != 1 or (not isinstance(rows, slice) and not 0 <= rows < count):
            raise usage_error(f"buffer {self.name}: it has {count} rows, a view takes some one after the other")
        row = self.size // count
        return self.part(first * row, max(end - first, 0) * row)


class Program(program.Program):
    """Buffers and launches; after `run` the buffers have the results."""

    def __init__(self, arch=None, gm=None, **configuration):
        super().__init__(image.options(**configuration), arch, gm)

    def buffer(self, data=None, shape=None, dtype="float32", name=None):
        """A buffer with the contents of an array, or zeros of a shape."""
        array = None if data is None else array_of(data)
        if array is None and shape is None:
            raise usage_error("a buffer has data or a shape")
        if array is not None:
            shape, dtype = array.shape, array.dtype
        else:
            shape = tuple(numpy.atleast_1d(shape))
        return self.add(Array(name or f"buffer {len(self.buffers)}", shape, dtype, array))

    def run(self, **settings):
        """Run it in the open Session, else in a boot of its own, with harts, policy, timeout and count."""
        return session.run(self, **settings)


class Kernel(image.Kernel):
    """A kernel, callable with arrays."""

    def match(self, args, out):
        """Sort the arguments of a call into arrays, outs and numbers; rejects wrong counts."""
        pointers = [param for param in self.params if param.kind == 0]
        arrays, numbers = [], []
        for arg in args:
            (arrays if is_array(arg) else numbers).append(arg)
        outs = [] if out is None else out if isinstance(out, list) else [out]
        if len(arrays) + len(outs) != len(pointers) or len(numbers) + len(pointers) != len(self.params):
            raise usage_error(f"kernel {self.name} takes ({program.signature(self)}): {len(arrays)} arrays, "
                              f"{len(outs)} in out and {len(numbers)} numbers are given")
        return pointers, arrays, outs, [plain(number) for number in numbers]

    def arranged(self, pointers, numbers):
        """Arguments in the order of the parameters."""
        pointers, numbers = iter(pointers), iter(numbers)
        return [next(pointers) if param.kind == 0 else next(numbers) for param in self.params]

    def __call__(self, *args, out=None, blocks=1, **settings):
        """Run it on arrays and numbers; returns the written arrays.

        Arrays are for its pointers and numbers for its other parameters, each in their order. `out` is for the
        remaining pointers: a shape, an array with initial contents, or a list of them.
        """
        pointers, arrays, outs, numbers = self.match(args, out)
        one = Program(self.arch)
        one.config = self.config
        bound = [program.reads(bind(one, param, data)) for param, data in zip(pointers, arrays)]
        results = [bind(one, param, data) for param, data in zip(pointers[len(arrays):], outs)]
        for view in bound:
            view.buffer.stores = False
        bound += [program.updates(result) for result in results]
        one.launch(self, *self.arranged(bound, numbers), blocks=blocks, place=self.source)
        one.run(**settings)
        written = [result.array() for result in results]
        return None if not written else written[0] if len(written) == 1 else tuple(written)

    def arguments(self, args, out):
        """The arguments of a call for a separate run: numbers, and arrays with their binding."""
        pointers, arrays, outs, numbers = self.match(args, out)
        bound = [("in", array_of(data)) for data in arrays]
        for param, data in zip(pointers[len(arrays):], outs):
            array = numpy.zeros(data, npy.describe(param)) if is_shape(data) else array_of(data)
            bound.append(("inout", array))
        return self.arranged(bound, numbers)

    def check(self, *args, out=None, **settings):
        """The findings of `run --check` for a call: a list of findings with kind, text, places and count.

        `settings` are options of `ptometal run`: blocks, policy, harts, explore, suppress, timeout.
        """
        from ptometal.program import judged
        return judged.check(self, self.arguments(args, out), **settings)

    def explore(self, *args, out=None, orders=20, **settings):
        """The findings of `run --explore`: as check, with runs in other orders."""
        return self.check(*args, out=out, explore=orders, **settings)

    def time(self, *args, out=None, **settings):
        """The times of a call from `run --time`: cycles, microseconds, pipes and the whole table."""
        from ptometal.program import judged
        return judged.time(self, self.arguments(args, out), **settings)


def plain(number):
    """A plain Python number."""
    return number.item() if hasattr(number, "item") else number


def is_shape(what):
    return isinstance(what, (int, tuple)) and all(isinstance(n, (int, numpy.integer)) for n in numpy.atleast_1d(what))


def bind(one, param, data):
    """The buffer of a parameter: an array, or zeros of a shape with the parameter's element type."""
    if is_shape(data):
        return one.buffer(shape=data, dtype=npy.describe(param), name=param.name)
    array = array_of(data)
    if not npy.fits(npy.Array(array.dtype.str, array.shape), param):
        raise usage_error(f"{param.name}: the elements are {array.dtype}, the parameter is {param.spelling} "
                          f"({npy.describe(param)})")
    return one.buffer(array, name=param.name)


def load(source, entry=None, arch=None, flags=(), **configuration):
    """A kernel of a .pto or .c file, compiled now. `configuration`: board, vlen, cc, backend, libc."""
    return Kernel(str(source), entry, image.options(**configuration), arch, flags).compile()
