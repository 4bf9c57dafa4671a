"""The state of a Mersenne Twister is a tape: what compiled code draws from it next can be told, and is counted after.

Numba has such a state, from which functions that it compiled draw. A number of 53 bits is of two words, whose spare
bits are fresh in each run: code that looks at these does not go as its numbers say, and is not learnt.
"""
import sys

WORDS = 624  # of a state
BITS = 53
BESIDE = "numbers of numba beside others; draw all of them inside, or none"
MANY = "a run that draws more than 256 numbers of numba"
INSIDE = "numbers that numba draws, whose odds it does not tell"


class Tape:
    """The state of numba in this thread."""

    def __init__(self, of_numba):
        self.of, self.state = of_numba, of_numba.rnd_get_np_state_ptr()

    def at(self):
        """Return the place of the next word."""
        return self.of.rnd_get_state(self.state)[0]

    def put(self, keys, dice):
        """Let the next numbers have these keys."""
        words = []
        for key in keys:
            words += [(key >> 26) << 5 | dice.getrandbits(5), (key & (1 << 26) - 1) << 6 | dice.getrandbits(6)]
        words += [0] * (WORDS - len(words))
        self.of.rnd_set_state(self.state, (0, [*map(untempered, words)]))


def tape():
    """Return the tape; None where numba is not loaded."""
    if "numba" not in sys.modules:
        return None
    from numba import _helperlib
    return Tape(_helperlib)


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
