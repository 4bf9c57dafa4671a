"""What compiled code draws can be told, and is counted after: a state that it draws from is a tape.

Numba and torch have the state of a Mersenne Twister. Code that is given a generator of NumPy draws by the functions in
C of its bit generator, which are those of Bits here. Spare bits of a word are fresh in each run: code that looks at
these does not go as its numbers say, and is not learnt.
"""
import collections
import ctypes
import functools
import sys

from .source import OF_MEMORY, current, refuse

WORDS = 624  # of a state
BESIDE = "numbers of numba or torch beside others; draw all of them by one, or none"
MANY = "a run that draws more than 256 numbers of numba or torch"
INSIDE = "numbers that {} draws, whose odds it does not tell; {}"


class Numba:
    """The state of numba in this thread, whose numbers are of 53 bits in two words."""
    BITS, EACH = 53, 2
    NAME, CURE = "numba", "with NUMBA_DISABLE_JIT=1 in the environment what it compiles is Python, and is followed"

    def __init__(self):
        from numba import _helperlib
        self.of, self.state = _helperlib, _helperlib.rnd_get_np_state_ptr()

    def at(self):
        """Return the place of the next word."""
        return self.of.rnd_get_state(self.state)[0]

    def put(self, keys, dice):
        """Let the next numbers have these keys."""
        words = []
        for key in keys:
            words += [(key >> 26) << 5 | dice.getrandbits(5), (key & (1 << 26) - 1) << 6 | dice.getrandbits(6)]
        self.of.rnd_set_state(self.state, (0, state_of(words, dice)))


class Torch:
    """The state of torch, whose numbers of single precision are the last 24 bits of a word."""
    BITS, EACH = 24, 1
    NAME, CURE = "torch", "draw torch.rand alone, which is learnt, or by the module random"
    NEXT, FIRST = 16, 24  # where the place of the next word and the words begin; of each 8 bytes

    def __init__(self):
        import torch
        self.of = torch

    def bytes(self):
        """Return the bytes of the state, which are its own."""
        return bytearray(self.of.get_rng_state().numpy().tobytes())

    def at(self):
        return int.from_bytes(self.bytes()[self.NEXT:self.FIRST], "little")

    def put(self, keys, dice):
        state = self.bytes()
        state[8:self.FIRST] = WORDS.to_bytes(4, "little") + (1).to_bytes(4, "little") + bytes(8)  # left, seeded, next
        words = state_of([dice.getrandbits(8) << 24 | key >> 29 for key in keys], dice)
        last = self.FIRST + 8 * WORDS
        state[self.FIRST:last] = b"".join(word.to_bytes(8, "little") for word in words)
        state[last:] = bytes(len(state) - last)  # a normal number that is kept
        self.of.set_rng_state(self.of.frombuffer(state, dtype=self.of.uint8))


def tapes():
    """Return the tapes of what is loaded."""
    return [kind() for name, kind in (("numba", Numba), ("torch", Torch)) if name in sys.modules]


class Bits:
    """A bit generator of NumPy for code in C, whose functions draw from the run."""

    def __init__(self):
        kinds = ctypes.c_uint64, ctypes.c_uint32, ctypes.c_double, ctypes.c_uint64
        draws = (lambda _: number(64), lambda _: number(32), lambda _: number(53) / (1 << 53), lambda _: number(64))
        functions = [ctypes.CFUNCTYPE(kind, ctypes.c_void_p)(draw) for kind, draw in zip(kinds, draws)]
        self.table = (ctypes.c_void_p * 5)(None, *(ctypes.cast(f, ctypes.c_void_p).value for f in functions))
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        at = ctypes.addressof(self.table)  # of a state too, as numba takes no address 0
        self.capsule = new(at, b"BitGenerator", None)
        self.ctypes = Interface(at, ctypes.c_void_p(at), *functions[:3], ctypes.c_void_p(at))

    def __getattr__(self, name):
        refuse(f"bit_generator.{name}{OF_MEMORY}")


Interface = collections.namedtuple("Interface", "state_address state next_uint64 next_uint32 next_double bit_generator")


def number(bits):
    """Return the first bits of a number of the run as a whole number."""
    return current().word(bits)


@functools.lru_cache(maxsize=None)
def bit_generator():
    """Return the bit generator for code in C."""
    return Bits()


def state_of(words, dice):
    """Return the state of a Mersenne Twister that gives these words, and then fresh ones."""
    return [*map(untempered, words), *(dice.getrandbits(32) for _ in range(WORDS - len(words)))]


def untempered(word):
    """Return the word of a state that is tempered to this one (Matsumoto and Nishimura 1998)."""
    word ^= word >> 18
    word ^= word << 15 & 0xefc60000
    found = word
    for _ in range(5):
        found = word ^ (found << 7 & 0x9d2c5680)
    word = found = found & 0xffffffff
    for _ in range(3):
        found = word ^ found >> 11
    return found
