"""MLIR programs with async regions, compiled and called from Python.

    import asyncir

    engine = asyncir.Engine(text, opt_level=3)
    engine.function("scale")(2.0, numbers)      # an array of NumPy, or anything else with a buffer
    numpy.asarray(engine.function("sums")(numbers))     # a tensor that the function returns
    asyncir.run_pipeline(text, "builtin.module(canonicalize,cse)")

This file wraps the library libasyncir_capi with ctypes, and needs nothing else. The library is the one that the environment
variable ASYNCIR_CAPI names, the one that was installed with this file, or one on the loader's path.
"""

import collections.abc
import ctypes
import functools
import math
import operator
import os
import re
import sys

__all__ = ["AsyncirError", "Engine", "Function", "run_pipeline", "version"]

_POINTER = ctypes.POINTER(ctypes.c_void_p)

# The types of numbers: how C calls them, and how a buffer calls them as elements. A float of 16 bits is its bits there, as nothing
# of Python's is a bf16 and memoryviews know no f16; a complex number is its two parts.
_NUMBERS = {
    "i1": (ctypes.c_bool, "?"),
    "i8": (ctypes.c_int8, "bB"),
    "i16": (ctypes.c_int16, "hH"),
    "i32": (ctypes.c_int32, "iIlL"),
    "i64": (ctypes.c_int64, "lLqQ"),
    "ui8": (ctypes.c_uint8, "B"),
    "ui16": (ctypes.c_uint16, "H"),
    "ui32": (ctypes.c_uint32, "IL"),
    "ui64": (ctypes.c_uint64, "LQ"),
    "index": (ctypes.c_ssize_t, "lLqQnN"),
    "f16": (ctypes.c_uint16, ("e", "H")),
    "bf16": (ctypes.c_uint16, ("H",)),
    "f32": (ctypes.c_float, "f"),
    "f64": (ctypes.c_double, "d"),
    "complex<f32>": (ctypes.c_float * 2, ("Zf", "F")),
    "complex<f64>": (ctypes.c_double * 2, ("Zd", "D")),
}

# The types of C whose arrays have elements of these formats.
_C_TYPES = {formats[0]: number for number, formats in reversed(_NUMBERS.values())}


class AsyncirError(Exception):
    """A program that is not valid, cannot be compiled, is called wrongly, or fails."""


def _path():
    """Where the library is. This file is installed as PREFIX/share/asyncir/python/asyncir.py."""
    name = "libasyncir_capi.so"
    installed = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../../lib", name)
    return os.environ.get("ASYNCIR_CAPI") or (installed if os.path.exists(installed) else name)


def _load():
    try:
        library = ctypes.CDLL(_path())
    except OSError as error:
        raise OSError(f"{error}; the environment variable ASYNCIR_CAPI names libasyncir_capi.so, which "
                      "'cargo xtask install-capi' installs") from error
    text, size, error, length = ctypes.c_char_p, ctypes.c_size_t, _POINTER, ctypes.POINTER(ctypes.c_int64)
    functions = {
        "asyncirVersion": (text, []),
        "asyncirFreeText": (None, [ctypes.c_void_p]),
        "asyncirEngineCreate": (ctypes.c_void_p, [text, size, text, ctypes.POINTER(text), error]),
        "asyncirEngineDestroy": (None, [ctypes.c_void_p]),
        "asyncirEngineBackend": (text, [ctypes.c_void_p]),
        "asyncirEngineFunction": (ctypes.c_void_p, [ctypes.c_void_p, text, error]),
        "asyncirFunctionSignature": (text, [ctypes.c_void_p]),
        "asyncirFunctionInvokePacked": (ctypes.c_bool, [ctypes.c_void_p, _POINTER, size, error]),
        "asyncirRunPipeline": (ctypes.c_void_p, [text, size, text, text, error]),
        "asyncirRuntimeQuiesce": (ctypes.c_bool, []),
        "mlirAsyncRuntimeAwaitToken": (None, [ctypes.c_void_p]),
        "mlirAsyncRuntimeAwaitValue": (None, [ctypes.c_void_p]),
        "mlirAsyncRuntimeIsTokenError": (ctypes.c_bool, [ctypes.c_void_p]),
        "mlirAsyncRuntimeIsValueError": (ctypes.c_bool, [ctypes.c_void_p]),
        "mlirAsyncRuntimeGetValueStorage": (ctypes.c_void_p, [ctypes.c_void_p]),
        "mlirAsyncRuntimeDropRef": (None, [ctypes.c_void_p, ctypes.c_int64]),
        "asyncirRuntimeErrorLocation": (ctypes.c_void_p, [ctypes.c_void_p, length]),
        "asyncirRuntimeErrorMessage": (ctypes.c_void_p, [ctypes.c_void_p, length]),
    }
    for name, (result, parameters) in functions.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, parameters
    return library


_library = _load()

_free = ctypes.CDLL(None).free
_free.restype, _free.argtypes = None, [ctypes.c_void_p]


def _take_text(pointer):
    """The text at a pointer, which is freed."""
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        _library.asyncirFreeText(pointer)


def _checked(call, *arguments):
    """Calls a function whose last parameter is a place for a message, and raises what it says."""
    error = ctypes.c_void_p()
    result = call(*arguments, ctypes.byref(error))
    if not result:
        raise AsyncirError(_take_text(error) if error else "no memory for a message")
    return result


def _encoded(what, text):
    """Text for a function of C."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a string, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError(f"{what} contains a null character")
    return text.encode()


def _program(program):
    """The text or bytecode of a program."""
    if isinstance(program, str):
        return program.encode()
    if not isinstance(program, bytes):
        raise TypeError(f"a program must be a string or bytes, not {type(program).__name__}")
    return program


def version():
    """The version of the library."""
    return _library.asyncirVersion().decode()


def run_pipeline(program, pipeline, name="<python>"):
    """Runs a pipeline of passes on a program, and gives its text then."""
    program, name, pipeline = _program(program), _encoded("a name", name), _encoded("a pipeline", pipeline)
    return _take_text(_checked(_library.asyncirRunPipeline, program, len(program), name, pipeline))


class Engine:
    """A compiled program. Options are those of asyncir.h, such as opt_level=3 or runtime_verification=True. Names of functions
    and libraries are given as lists, as in entry_points=["f", "g"] and shared_lib=["a.so", "b.so"].

    The program has all rights of the process: compile only what you trust.
    """

    def __init__(self, program, name="<python>", **options):
        texts = [_encoded("an option", text) for key, value in options.items() for text in _options(key, value)]
        texts = (ctypes.c_char_p * (len(texts) + 1))(*texts, None)
        program = _program(program)
        call = _library.asyncirEngineCreate
        self._engine = _checked(call, program, len(program), _encoded("a name", name), texts)

    def function(self, name):
        """A function of the program, which can be called."""
        name = _encoded("the name of a function", name)
        return Function(self, _checked(_library.asyncirEngineFunction, self._engine, name))

    @property
    def backend(self):
        """The code generator that compiled the program: "llvm" or "cranelift". If no libLLVM was found, it is "cranelift", and the
        code is slower.
        """
        if self._engine is None:
            raise AsyncirError("the engine was destroyed")
        return _library.asyncirEngineBackend(self._engine).decode()

    def __reduce__(self):
        raise TypeError("an engine cannot be copied or pickled: its code is in this process")

    def __del__(self):
        # An engine that was not made has none. When Python ends, functions may be called after this.
        engine, self._engine = getattr(self, "_engine", None), None
        _library.asyncirEngineDestroy(engine)


class Function:
    """A function of an engine. Numbers are passed as numbers, memrefs and tensors as objects with a buffer, which may be only for
    reading for a tensor. Elements of a buffer are contiguous, in row-major order, unless the memref has a layout, such as
    strided<[?, ?], offset: ?>.

    Calling it gives its result, a tuple of several, or None. Tokens and values among them are awaited. Tensors are memoryviews,
    which numpy.asarray takes without a copy, and which can be passed on. A complex number in them is its two parts, in one more
    dimension; a float of 16 bits is its bits, an unsigned integer.
    """

    def __init__(self, engine, function):
        self._engine, self._function = engine, function
        self.signature = _library.asyncirFunctionSignature(function).decode()
        parameters, results = map(_types, self.signature.split(" -> "))
        # What depends on types alone is done once, so that calls are short.
        self._types, self._passes = parameters, [_passes(ty) for ty in parameters]
        self._places, self._reads = [_place(ty) for ty in results], [_reads(ty) for ty in results]
        self._owners = [_owner(ty) for ty in results]
        self._gives_numbers = all(owner is None for owner in self._owners)
        self._pointers = ctypes.c_void_p * (len(parameters) + len(results))
        takes_memory = any(ty.startswith(("memref<", "tensor<")) for ty in parameters)
        self._may_leave_tasks = takes_memory and any(ty.startswith("!async.") for ty in results)

    def __call__(self, *arguments):
        if len(arguments) != len(self._passes):
            raise TypeError(f"the function is {self.signature}, but was called with {len(arguments)} arguments")
        if self._engine._engine is None:
            raise AsyncirError("the engine of the function was destroyed")
        passed = []
        try:
            for convert, value in zip(self._passes, arguments):
                passed.append(convert(value))
        except (TypeError, OverflowError, ValueError) as error:
            # An object's own error may be of a class that takes other arguments.
            kind = next(kind for kind in (TypeError, OverflowError, ValueError) if isinstance(error, kind))
            number, cause = len(passed), None if type(error) is kind else error
            raise kind(f"argument {number} ({self._types[number]}): {error}") from cause
        places = [place() for place in self._places]
        pointers = self._pointers(*map(ctypes.addressof, passed), *map(ctypes.addressof, places))
        try:
            _checked(_library.asyncirFunctionInvokePacked, self._function, pointers, len(pointers))
            if not self._gives_numbers:
                # Whatever interrupts an await, all results have an owner by then.
                places = [owner(place) if owner else place for owner, place in zip(self._owners, places)]
            # All are awaited before one that failed is raised.
            results = [read(place) for read, place in zip(self._reads, places)]
        finally:
            if self._may_leave_tasks:
                # Tasks that nobody awaits, or whose await was interrupted, use the arguments' memory until they have ended.
                _library.asyncirRuntimeQuiesce()
        for result in results:
            if isinstance(result, AsyncirError):
                raise result
        return tuple(results) if len(results) > 1 else results[0] if results else None

    def __reduce__(self):
        raise TypeError("a function cannot be copied or pickled: its code is in this process")

    def __repr__(self):
        return f"<asyncir function {self.signature}>"


def _options(key, value):
    """The texts of an option."""
    name = key.replace("_", "-")
    if value is None:
        return []
    if _is_boolean(value):
        return [f"{name}={'true' if value else 'false'}"]
    if isinstance(value, (str, bytes, os.PathLike)):
        return [f"{name}={os.fsdecode(value)}"]
    if not isinstance(value, collections.abc.Iterable):
        return [f"{name}={value}"]
    names = [*value]
    if not all(isinstance(each, (str, bytes, os.PathLike)) for each in names):
        raise TypeError(f"{key} must be one value or a list of names, not {value!r}")
    names = [os.fsdecode(each) for each in names]
    names = sorted(names) if isinstance(value, collections.abc.Set) else names
    # Paths may contain commas.
    return [f"{name}={path}" for path in names] if name == "shared-lib" else [f"{name}={','.join(names)}"]


def _types(text):
    """The types in a list such as "(f32, memref<?xf32, strided<[2]>>)"."""
    types, depth, start = [], 0, 1
    for end, character in enumerate(text):
        depth += (character in "(<[") - (character in ")>]")
        if character == "," and depth == 1 or depth == 0:
            types.append(text[start:end].strip())
            start = end + 1
    return [ty for ty in types if ty]


def _passes(ty):
    """What makes of an argument what is passed for it."""
    return _Buffers(ty) if ty.startswith(("memref<", "tensor<")) else functools.partial(_number, ty)


@functools.cache
def _memory(ty):
    """The number of dimensions, the elements and the layout of a memref or tensor."""
    sizes, element, layout = re.fullmatch(r"(?:memref|tensor)<((?:[?\d]+x)*)([^,]*?)(?:, (strided<.*>))?>", ty).groups()
    return sizes.count("x"), element, layout


class _Buffers:
    """Makes descriptors of objects with a buffer, for a memref or tensor."""

    def __init__(self, ty):
        self._rank, element, layout = _memory(ty)
        self._kind, self._formats = _NUMBERS.get(element, (None, ()))
        self._is_complex, self._is_written, self._has_layout = element.startswith("complex<"), ty.startswith("memref<"), layout
        # A layout may say how far behind the aligned pointer the first element is.
        known = re.search(r"offset: (-?\d+)", layout or "")
        self._offset = int(known.group(1)) if known else 0
        self._size = ctypes.sizeof(self._kind) if self._kind else 0
        self._alignment = ctypes.alignment(self._kind) if self._kind else 1
        self._descriptor = _descriptor_class(self._rank)

    def __call__(self, value):
        if not self._kind:
            raise TypeError("no object of Python is passed as such memory")
        view = memoryview(value)
        format, size, shape, strides = view.format.lstrip("@=<"), view.itemsize, view.shape, view.strides
        rank, formats = self._rank, self._formats
        if self._is_complex and format == formats[0][1:] and shape[rank:] == (2,) and strides[rank:] == (size,):
            # The last dimension is that of the two parts, as it is in results.
            format, size, shape, strides = formats[0], 2 * size, shape[:rank], strides[:rank]
        if format not in formats or size != self._size or len(shape) != rank:
            given = f"{view.ndim} dimensions with elements of format '{view.format}'"
            raise TypeError(f"a buffer of {rank} dimensions with elements of format '{formats[0]}' is needed, not of {given}")
        if self._is_written and view.readonly:
            raise TypeError("the buffer is only for reading")
        is_contiguous = view.c_contiguous
        if not is_contiguous:
            self._check_strides(strides)
        first = _address(view, is_contiguous)
        if first % self._alignment and view.nbytes:
            raise TypeError(f"the elements of the buffer are not at multiples of {self._alignment} bytes")
        start = first - self._offset * size
        descriptor = self._descriptor(start, start, self._offset, *shape, *[stride // size for stride in strides])
        descriptor.memory = view  # keeps it as long as the descriptor
        return descriptor

    def _check_strides(self, strides):
        if not self._has_layout:
            raise TypeError("the elements of a buffer must be contiguous, in row-major order")
        if any(stride % self._size for stride in strides):
            raise TypeError(f"strides of {strides} bytes are no multiples of {self._size}, the size of an element")


def _number(ty, value):
    """A number, of which the type says how many bits it has; whether there is a sign is said by few."""
    if ty not in _NUMBERS:
        raise TypeError("no object of Python is passed as such an argument")
    kind = _NUMBERS[ty][0]
    if ty.startswith("complex<"):
        if isinstance(value, str):
            raise TypeError("must be a complex number, not str")
        value = complex(value)
        return kind(*(_float(kind._type_, part) for part in (value.real, value.imag)))
    if ty in _SIGNIFICANDS:
        return kind(_bits(ty, ctypes.c_double(value).value))
    if ty.startswith("f"):
        return _float(kind, value)
    value = int(value) if _is_boolean(value) else operator.index(value)
    bits = 1 if ty == "i1" else 8 * ctypes.sizeof(kind)
    least = 0 if ty.startswith("u") or bits == 1 else -(1 << (bits - 1))
    if not least <= value < 1 << bits:
        raise OverflowError(f"{value} does not fit")
    return kind(value)


def _is_boolean(value):
    """Whether it is a bool of Python or of NumPy."""
    return isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool"


def _float(kind, value):
    """A float of C."""
    number = kind(value)
    if math.isinf(number.value) and not math.isinf(value):
        raise OverflowError(f"{value} does not fit")
    return number


# How many bits the significand of a float of 16 bits has, without the first one.
_SIGNIFICANDS = {"f16": 10, "bf16": 7}


def _bits(ty, value):
    """The bits of a float of 16 bits: the nearest one, of two the even one."""
    width = _SIGNIFICANDS[ty]
    bias = (1 << (14 - width)) - 1
    sign, infinity = 0x8000 if math.copysign(1, value) < 0 else 0, (2 * bias + 1) << width
    if math.isnan(value):
        return sign | infinity | 1 << (width - 1)
    if math.isinf(value) or value == 0:
        return sign | infinity if value else sign
    # Numbers below the least normal one have its exponent.
    exponent = max(math.frexp(value)[1] - 1, 1 - bias)
    # A number that is rounded up to the next power of two carries into the exponent.
    bits = ((exponent + bias - 1) << width) + round(math.ldexp(abs(value), width - exponent))
    if bits >= infinity:
        raise OverflowError(f"{value} does not fit")
    return sign | bits


def _float_of_bits(ty, bits):
    """The number that a float of 16 bits is."""
    width = _SIGNIFICANDS[ty]
    bias = (1 << (14 - width)) - 1
    exponent, significand = bits >> width & (2 * bias + 1), bits & ((1 << width) - 1)
    if exponent == 2 * bias + 1:
        number = math.nan if significand else math.inf
    elif exponent:
        number = math.ldexp(significand + (1 << width), exponent - bias - width)
    else:
        number = math.ldexp(significand, 1 - bias - width)
    return math.copysign(number, -1 if bits & 0x8000 else 1)


@functools.cache
def _descriptor_class(rank):
    """MLIR's descriptors of memrefs of so many dimensions: the pointers allocated and aligned, offset, sizes and strides."""
    return ctypes.c_int64 * (3 + 2 * rank)


class _PyBuffer(ctypes.Structure):
    """CPython's Py_buffer."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)),
        ("internal", ctypes.c_void_p),
    ]


# PyBUF_STRIDES and PyBUF_FORMAT: how each dimension is walked along, and what elements are.
_WITH_STRIDES = 0x18 | 0x4


def _address(view, is_contiguous):
    """The address of the first element of a buffer, wherever the others are."""
    if is_contiguous and view.nbytes and not view.readonly:
        return ctypes.addressof(ctypes.c_char.from_buffer(view))
    buffer = _PyBuffer()
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(view), ctypes.byref(buffer), _WITH_STRIDES)
    start = buffer.buf or 0
    ctypes.pythonapi.PyBuffer_Release(ctypes.byref(buffer))
    return start


def _failure(failed):
    """The place and the message of the assertion that made a token or value an error, as far as they are known."""
    texts = []
    for get in (_library.asyncirRuntimeErrorLocation, _library.asyncirRuntimeErrorMessage):
        length = ctypes.c_int64()
        start = get(failed, ctypes.byref(length))
        texts.append(ctypes.string_at(start, length.value).decode() if start else "")
    return ": ".join(text for text in texts if text)


def _place(ty):
    """The type of a place for a result."""
    if ty.startswith("tensor<"):
        return _descriptor_class(_memory(ty)[0])
    return _NUMBERS[ty][0] if ty in _NUMBERS else ctypes.c_void_p


def _reads(ty):
    """What gives the result that is in a place."""
    if ty in _NUMBERS:
        return _reads_number(ty)
    if ty.startswith("tensor<"):
        rank, element, _ = _memory(ty)
        return functools.partial(_tensor, rank, element)
    return functools.partial(_awaited, ty)


def _owner(ty):
    """What keeps a result that is not a number until it is read, and frees it after that."""
    return None if ty in _NUMBERS else _Tensor if ty.startswith("tensor<") else _Handle


class _Handle:
    """A reference to a token or value."""

    def __init__(self, place):
        self.place = place

    def __del__(self, drop=_library.mlirAsyncRuntimeDropRef):
        drop(self.place, 1)


class _Tensor:
    """The descriptor of a tensor, and its memory."""

    def __init__(self, descriptor):
        self.descriptor, self.memory = descriptor, _Memory(descriptor[0])


def _awaited(ty, handle):
    """The result of a token or value, or the error of one that failed."""
    kind, place = "Token" if ty == "!async.token" else "Value", handle.place
    getattr(_library, f"mlirAsyncRuntimeAwait{kind}")(place)
    if getattr(_library, f"mlirAsyncRuntimeIs{kind}Error")(place):
        return AsyncirError(_failure(place) or f"the {kind.lower()} is in error state")
    if kind == "Token":
        return None
    payload = ty[len("!async.value<") : -1]
    storage = _library.mlirAsyncRuntimeGetValueStorage(place)
    return _reads_number(payload)(_NUMBERS[payload][0].from_address(storage))


def _reads_number(ty):
    """What gives the number in a place."""
    if ty.startswith("complex<"):
        return lambda place: complex(*place)
    if ty in _SIGNIFICANDS:
        return lambda place: _float_of_bits(ty, place.value)
    return operator.attrgetter("value")


class _Memory:
    """Memory that a function has given away, which is freed when nothing uses it any more."""

    def __init__(self, start):
        self._start = start

    def __del__(self, free=_free):
        free(self._start)


def _tensor(rank, element, tensor):
    """The elements of a tensor that a function has returned, or an error."""
    kind, formats = _NUMBERS[element]
    _, aligned, offset, *shape = tensor.descriptor[: 3 + rank]
    size, code, sizes = ctypes.sizeof(kind), formats[0], shape
    if code[0] == "Z":
        size, code, shape = size // 2, code[1], [*shape, 2]
    code = "H" if code == "e" else code
    count = math.prod(shape)
    bytes = size * math.prod(filter(None, shape))
    if min(sizes, default=0) < 0 or bytes > sys.maxsize or count and not aligned:
        return AsyncirError(f"the function gives a tensor of sizes {sizes}, which no memory holds")
    if shape == [0]:
        return memoryview(bytearray()).cast(code)
    if count == 0:
        # Views with sizes of zero among several come of arrays of C alone.
        return memoryview(functools.reduce(operator.mul, reversed(shape), _C_TYPES[code])())
    elements = (ctypes.c_char * (count * size)).from_address(aligned + offset * size)
    elements.memory = tensor.memory  # keeps it as long as there are views of the elements
    return memoryview(elements).cast("B").cast(code, shape)
