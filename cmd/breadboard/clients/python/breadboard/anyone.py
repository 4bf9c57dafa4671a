"""A generator for whoever asks for one: rng, seed or random_state."""
import random

from .arrays import numpy

OF_RANDOM = ("choices", "getrandbits", "gauss", "randrange", "randbytes")  # methods of the module random alone
OF_BITS = ("capsule", "cffi", "ctypes", "lock", "state")  # attributes of a bit generator, as which default_rng takes it


def methods(generator):
    """Return the methods that a RandomState has not: those of a Generator, which generator(self) returns, and some of
    the module random."""
    modern = {*dir(numpy.random.Generator)} - {*dir(numpy.random.RandomState)} - {"bit_generator"}
    return {
        **{name: lambda self, *given, name=name, **named: getattr(generator(self), name)(*given, **named)
           for name in modern if not name.startswith("_")},
        **{name: lambda _, *given, name=name, **named: getattr(random, name)(*given, **named) for name in OF_RANDOM}}


def of_both():
    """Return a RandomState that is a Generator too."""
    bits = {name: property(lambda self, name=name: getattr(self._bit_generator, name)) for name in OF_BITS}
    return type("Rng", (numpy.random.RandomState,), {
        **methods(lambda self: numpy.random.Generator(self._bit_generator)), **bits,
        "bit_generator": property(lambda self: self._bit_generator),
        "__class__": property(lambda _: numpy.random.Generator)})


Rng = None if numpy is None else of_both()
rng = random.Random() if numpy is None else Rng()
