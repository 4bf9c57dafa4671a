"""What takes the place of the random generators that a function can name, while it is followed.

The module random runs as it stands, on picks and uniform numbers of the run. NumPy's generators have methods here; a
twin of the original answers each question first, so that types, shapes and errors are the original's.
"""
import _random
import copy
import inspect
import math
import os
import pickle
import random
import tempfile
import types

from . import anyone, arrays, laws, tapes
from .arrays import numpy
from .named import Named
from .providers import OF_A_LAW
from .source import MOST_OUTCOMES, OF_MEMORY, current, refuse
from .uniform import Uniform, of_number, real

MADE = "a generator that is made inside with a seed; make it once, outside of the function, and it is followed"
ADVICE = {  # on what is not followed, by the names of its calls; of laws it is to draw from a table
    OF_MEMORY: ("seed", "spawn", "get_bit_generator", "set_bit_generator"),
    ", which is not followed; draw whole numbers by randrange or integers, and they are": (
        "random_integers", "tomaxint"),
    ", which is not followed; use permutation, and it is": ("permuted",),
}
ALIKE = "two generators are in one state, as of one seed, and draw the same numbers; give each a seed of its own"
AS_IT_STANDS = ("uniform", "randrange", "randint", "randbytes", "choice", "choices", "shuffle", "expovariate",
                "triangular")


def pick(n):
    """Return a number below n, all alike."""
    if n >= 1 << 8 and n & (n - 1) == 0:
        return current().bits(n.bit_length() - 1)
    if n > MOST_OUTCOMES:
        refuse(f"a choice of more than {MOST_OUTCOMES:,}")
    return current().pick([1 / n] * n) if n > 0 else 0


def places(n, k, weights=None, again=False):
    """Return k of n places in random order, with odds by their weights; without again none twice."""
    if n * k > MOST_OUTCOMES:
        refuse(f"a choice of more than {MOST_OUTCOMES:,}")
    weights, found = [1.0] * n if weights is None else [float(w) for w in weights], []
    for i in range(k):
        if i == 0 or not again:
            total = math.fsum(weights)
            odds = [w / total for w in weights]
        found.append(current().pick(odds))
        weights[found[-1]] *= again
    return found


def filled(like, number, *parameters):
    """Return an answer like the twin's, each number of it by number(parameters...), which are broadcast."""
    parameters = [numpy.asarray(p) if isinstance(p, (list, tuple)) else p for p in parameters]
    if not hasattr(like, "dtype"):
        return number(*(p.item() if hasattr(p, "item") else p for p in parameters))
    if any(getattr(p, "ndim", 0) for p in parameters):
        parts = [part.ravel().tolist() for part in numpy.broadcast_arrays(like, *parameters)[1:]]
    else:
        parts = [[p.item() if hasattr(p, "item") else p] * like.size for p in parameters]
    values = [*map(number, *parts)] if parts else [number() for _ in range(like.size)]
    followed = any(type(v) is Uniform for v in values)
    answer = numpy.empty(like.shape, object if followed else like.dtype)
    answer.reshape(-1)[:] = values
    if not isinstance(like, numpy.ndarray):
        return answer[()]
    return arrays.floats(answer)


def uniform():
    """Return a number between 0 and 1."""
    return current().uniform()


def of_bytes(n):
    """Return random bytes."""
    return pick(1 << 8 * n).to_bytes(n, "little")


def exponential(scale=1.0):
    u = 1 - uniform()
    return (u.log() if type(u) is Uniform else real["log"](u)) * -scale


def standard_exponential():
    return exponential()


# The methods of NumPy's generators, with the answer of the twin and their parameters.

def numpy_random(like, size=None, dtype=float, out=None):
    if out is not None or numpy.dtype(dtype) != float:
        refuse("random of another type, or into an array")
    return filled(like, uniform)


def numpy_integers(like, low, high=None, size=None, dtype=None, endpoint=False):
    low, high = (0, low) if high is None else (low, high)
    high = numpy.asarray(high) + 1 if endpoint else high
    return filled(like, lambda low, high: int(low) + pick(int(high) - int(low)), low, high)


def numpy_choice(like, a, size=None, replace=True, p=None, axis=0, shuffle=True):
    if not (replace or shuffle):
        refuse("choice with shuffle=False")
    of = None if isinstance(a, (int, numpy.integer)) else numpy.arange(a) if numpy.ndim(a) == 0 else numpy.asarray(a)
    taken = places(a if of is None else of.shape[axis], 1 if size is None else int(numpy.prod(size)), p, replace)
    taken = taken[0] if size is None else numpy.array(taken, int).reshape(size)
    if of is None:
        return type(like)(taken) if size is None else taken
    return numpy.take(of, taken, axis)


def numpy_multinomial(like, n, pvals, size=None):
    if like.ndim > 1 or numpy.ndim(n):
        refuse("multinomial of several rows")
    counts, rest = [], 1.0
    for p in pvals[:-1]:  # one after the other, among the trials that are left
        counts.append(laws.binomial(int(n) - sum(counts), min(1.0, float(p) / rest) if rest > 0 else 0.0))
        rest -= float(p)
    return numpy.array([*counts, int(n) - sum(counts)], like.dtype)


def numpy_law(law):
    """Return the method of a law."""
    parameters = [*inspect.signature(law).parameters.values()]

    def method(like, *given, out=None, **named):
        if out is not None:
            refuse(f"{law.__name__} into an array")
        values = [named.get(p.name, p.default) for p in parameters[len(given):]]
        return filled(like, law, *given[:len(parameters)], *values)
    return method


def numpy_dirichlet(like, alpha, size=None):
    if like.ndim > 1:
        refuse("dirichlet of several rows")
    parts = [laws.gamma(float(a)) for a in alpha]
    return numpy.array(parts) / math.fsum(parts)


def numpy_permutation(like, x, axis=0):
    of = numpy.arange(x) if numpy.ndim(x) == 0 else numpy.asarray(x)
    return numpy.take(of, places(of.shape[axis], of.shape[axis]), axis)


def numpy_shuffle(like, x, axis=0):
    if isinstance(x, numpy.ndarray):
        x[...] = numpy.take(x, places(x.shape[axis], x.shape[axis]), axis)
        return
    for i in reversed(range(1, len(x))):
        j = pick(i + 1)
        x[i], x[j] = x[j], x[i]


NUMPY = {"random": numpy_random, "choice": numpy_choice, "permutation": numpy_permutation, "shuffle": numpy_shuffle,
         "bytes": lambda like, length: of_bytes(length),
         "uniform": lambda like, low=0.0, high=1.0, size=None: filled(
             like, lambda low, high: uniform() * (high - low) + low, low, high),
         "multinomial": numpy_multinomial, "dirichlet": numpy_dirichlet,
         **{law.__name__: numpy_law(law) for law in (exponential, standard_exponential, *laws.OF_NUMPY)}}
GENERATOR = {**NUMPY, "integers": numpy_integers}
LEGACY = {**NUMPY, **dict.fromkeys(("random_sample", "sample", "ranf"), numpy_random), "randint": numpy_integers,
          "rand": lambda like, *shape: filled(like, uniform),
          "randn": lambda like, *shape: filled(like, laws.normal)}


def same_kind(answer, like):
    """Report whether an answer has the twin's type and shape. Uniform numbers stand for floats."""
    if type(answer) is Uniform:
        return isinstance(like, float)
    if not hasattr(like, "dtype"):
        return type(answer) is type(like) or not isinstance(like, (int, float))
    alike = answer.dtype == like.dtype or answer.dtype == object and like.dtype == float
    words = answer.dtype.kind == like.dtype.kind == "U"  # as long as the longest of them
    same = type(answer) is type(like) or type(like) is numpy.ndarray and isinstance(answer, numpy.ndarray)
    return same and (alike or words) and answer.shape == like.shape


METHODS = (types.MethodType, types.BuiltinMethodType)


def refused(name):
    """Return a function that says which call is not followed, and what is in its place."""
    advice = next((advice for advice, names in ADVICE.items() if name in names), OF_A_LAW)
    return lambda *_, **__: refuse(name + advice)


class State:
    """What a generator remembers: it may be given back, and no more."""
    __getattr__ = __getitem__ = __iter__ = __len__ = lambda *_: refuse("getstate" + OF_MEMORY)


STATE = State()


def give_back(_, state):
    """Stand in for what sets a state."""
    if state is not STATE:
        refuse("setstate" + OF_MEMORY)


def made_inside(self, seed=None, *_):
    """Stand in for the making of a generator. Without a seed it draws new numbers."""
    self.is_seeded = seed is not None and not isinstance(seed, tapes.Bits)


def unless_seeded(method):
    """Return a method of a generator that is refused of one that is made inside with a seed."""
    def call(self, *given, **named):
        return refuse(MADE) if getattr(self, "is_seeded", False) else method(self, *given, **named)
    return call


def answering(name, method, twin):
    """Return a method of a stand-in."""
    def call(_, *args, **options):
        like = getattr(twin, name)(*(copy.copy(args[0]), *args[1:]) if name == "shuffle" else args, **options)
        answer = method(like, *args, **options)
        if name != "shuffle" and not same_kind(answer, like):
            refuse(f"{name} with these arguments")
        return answer
    return call


def standing_in(kind, methods):
    """Return a generator of NumPy with these methods, which a twin answers first. Its other methods are refused."""
    made = {name: refused(name) for name in dir(kind) if not name.startswith("_")}
    twin = type("Twin", (kind,), {})(numpy.random.MT19937(0))
    made.update({name: unless_seeded(answering(name, method, twin)) for name, method in methods.items()
                 if hasattr(kind, name)})
    made.update({"get_state": lambda *_, **__: STATE, "set_state": give_back})
    made["bit_generator"] = property(lambda _: current().bit_generator())
    instead = type(kind.__name__, (kind,), made)
    standing = instead(numpy.random.MT19937(1))
    instead.__init__ = made_inside
    return standing


def sample(self, population, k, *, counts=None):
    """Stand in for random.sample, which draws until a place is new."""
    real_sample(self, population, 0)  # its errors
    if counts is not None or not 0 <= k <= len(population):
        refuse("sample with these arguments")
    return [population[i] for i in places(len(population), k)]


original, real_sample = {**vars(random.Random)}, random.Random.sample
GENERATORS = (random.Random,) if numpy is None else (random.Random, numpy.random.Generator, numpy.random.RandomState)


def alike(functions):
    """Return in words that two generators that functions can name draw the same numbers; "" if there are none."""
    found = {}

    def look(value):
        if issubclass(type(value), GENERATORS) and not issubclass(type(value), random.SystemRandom):
            of = getattr(value, "_bit_generator", getattr(value, "bit_generator", value))
            found[id(of)] = of
        return value

    Named(functions, look)
    states = [of.getstate() if isinstance(of, random.Random) else pickle.dumps(of.state) for of in found.values()]
    return ALIKE if any(states.count(state) > 1 for state in states) else ""


def leave_alone():
    """Let the names of temporary files be drawn as they are: no step depends on them."""
    own = type("Random", (random.Random,), {
        **original, "random": _random.Random.random, "getrandbits": _random.Random.getrandbits})
    tempfile._Random = own
    tempfile._name_sequence = None


def for_anyone(legacy, modern):
    """Return what stands for a generator that is of both kinds of NumPy."""
    made = {**anyone.methods(lambda _: modern), "__class__": property(lambda _: type(modern))}
    return type("Rng", (type(legacy),), made)()


def replace(functions):
    """Let all that functions draw from ask the source of the run."""
    instead, stand_ins = {}, {}
    methods = {name: refused(name) for name in original
               if not name.startswith("_") and name not in (*AS_IT_STANDS, "VERSION")}
    methods.update(laws.OF_RANDOM)
    methods.update(random=lambda _: uniform(), sample=sample, getrandbits=lambda _, k: pick(1 << k))
    methods = {name: unless_seeded(method) for name, method in methods.items()}
    methods.update(getstate=lambda _: STATE, setstate=give_back)
    leave_alone()

    def other(value):
        if id(value) in instead:
            return instead[id(value)][1]
        of = getattr(value, "__self__", None) if isinstance(value, METHODS) else value
        if type(of) in stand_ins:
            return stand_ins[type(of)] if of is value else getattr(stand_ins[type(of)], value.__name__)
        name = getattr(value, "__name__", None)
        if of is not value and issubclass(type(of), random.Random) and name in methods:
            if getattr(value, "__func__", None) in (None, original.get(name)):
                return types.MethodType(methods[name], of)
        return value

    def put(module, name, value):
        instead[id(getattr(module, name))] = getattr(module, name), value
        setattr(module, name, value)

    modules = [random]
    for name in real:
        put(math, name, of_number(name))
    put(os, "urandom", of_bytes)
    if numpy is not None:
        modules += [numpy.random, numpy.random.mtrand]
        for kind, answers in (GENERATORS[1], GENERATOR), (GENERATORS[2], LEGACY):
            stand_ins[kind] = standing_in(kind, answers)
            put(numpy.random, kind.__name__, type(stand_ins[kind]))  # for who compares types
        made = stand_ins[GENERATORS[1]]
        both = stand_ins[anyone.Rng] = for_anyone(stand_ins[GENERATORS[2]], made)
        put(numpy.random, "default_rng", lambda seed=None: made if seed is both else
            seed if type(seed) is type(made) else type(made)(seed))
    for module in modules:
        for name, value in [*vars(module).items()]:
            if isinstance(value, METHODS) or name == "_rand":  # the generator of numpy.random itself
                vars(module)[name] = other(value)
    for name, method in {**methods, "_randbelow": unless_seeded(lambda _, n: pick(n))}.items():
        for kind in (random.Random, random.SystemRandom):
            setattr(kind, name, method)
    random.Random.__init__ = made_inside
    Named(functions, other)
