"""What takes the place of all random generators while a function is followed, wherever they are held.

The module random runs as it stands, on picks and uniform numbers of the run. NumPy's generators have methods here; a
twin of the original answers each question first, so that types, shapes and errors are the original's.
"""
import collections
import copy
import functools
import gc
import math
import os
import pickle
import random
import sys
import types

from . import arrays
from .arrays import numpy
from .uniform import Uniform, of_number, real, uniform
from .ways import MOST_WAYS, Way

MADE = "a generator that is made inside"
ADVICE = {  # on what is not followed, by the names of its calls; of laws it is to draw from a table
    "; make it once, outside of the function, and it is followed": (MADE,),
    ", which reads or sets what a generator remembers; leave it out, and the rest is followed": (
        "seed", "getstate", "setstate", "get_state", "set_state", "bit_generator", "spawn", "get_bit_generator",
        "set_bit_generator"),
    ", which is not followed; draw by the module random or by a generator of NumPy, and it is": ("urandom",),
    ", which is not followed; draw whole numbers by randrange or integers, and they are": (
        "bytes", "randbytes", "random_integers", "tomaxint"),
    ", which is not followed; use permutation, and it is": ("permuted",),
}
OF_A_LAW = ", which is not followed as random, uniform and others are; draw from a table by choice, and it is followed"
MOST_TRIALS = 1000  # of a binomial
PLAIN = {int, float, bool, str, type(None)}
OWN_MODULES = ("numpy.random._generator", "numpy.random.mtrand", "numpy.random._pickle")  # make generators themselves
AS_IT_STANDS = ("uniform", "randrange", "randint", "choice", "choices", "shuffle", "expovariate", "triangular")


def pick(n):
    """Return a number below n, all alike."""
    if n > MOST_WAYS:
        Way.refuse(f"a choice of more than {MOST_WAYS:,}")
    return Way.now.pick([1 / n] * n) if n > 0 else 0


def places(n, k, weights=None, again=False):
    """Return k of n places in random order, with odds by their weights; without again none twice."""
    if n * k > MOST_WAYS:
        Way.refuse(f"a choice of more than {MOST_WAYS:,}")
    weights, found = [1.0] * n if weights is None else [float(w) for w in weights], []
    for i in range(k):
        if i == 0 or not again:
            total = math.fsum(weights)
            odds = [w / total for w in weights]
        found.append(Way.now.pick(odds))
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


def exponential(scale):
    u = 1 - uniform()
    return (u.log() if type(u) is Uniform else real["log"](u)) * -scale


def binomial(n, p):
    if n > MOST_TRIALS:
        Way.refuse(f"binomial of more than {MOST_TRIALS} trials")
    return Way.now.pick([math.comb(n, k) * p ** k * (1 - p) ** (n - k) for k in range(n + 1)])


# The methods of NumPy's generators, with the answer of the twin and their parameters.

def numpy_random(like, size=None, dtype=float, out=None):
    if out is not None or numpy.dtype(dtype) != float:
        Way.refuse("random of another type, or into an array")
    return filled(like, uniform)


def numpy_integers(like, low, high=None, size=None, dtype=None, endpoint=False):
    low, high = (0, low) if high is None else (low, high)
    high = numpy.asarray(high) + 1 if endpoint else high
    return filled(like, lambda low, high: int(low) + pick(int(high) - int(low)), low, high)


def numpy_choice(like, a, size=None, replace=True, p=None, axis=0, shuffle=True):
    if not (replace or shuffle):
        Way.refuse("choice with shuffle=False")
    of = None if isinstance(a, (int, numpy.integer)) else numpy.arange(a) if numpy.ndim(a) == 0 else numpy.asarray(a)
    taken = places(a if of is None else of.shape[axis], 1 if size is None else int(numpy.prod(size)), p, replace)
    taken = taken[0] if size is None else numpy.array(taken, int).reshape(size)
    if of is None:
        return type(like)(taken) if size is None else taken
    return numpy.take(of, taken, axis)


def numpy_multinomial(like, n, pvals, size=None):
    if like.ndim > 1 or numpy.ndim(n):
        Way.refuse("multinomial of several rows")
    counts, rest = [], 1.0
    for p in pvals[:-1]:  # one after the other, among the trials that are left
        counts.append(binomial(int(n) - sum(counts), min(1.0, float(p) / rest) if rest > 0 else 0.0))
        rest -= float(p)
    return numpy.array([*counts, int(n) - sum(counts)], like.dtype)


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
         "uniform": lambda like, low=0.0, high=1.0, size=None: filled(
             like, lambda low, high: uniform() * (high - low) + low, low, high),
         "exponential": lambda like, scale=1.0, size=None: filled(like, exponential, scale),
         "standard_exponential": lambda like, size=None: filled(like, exponential, 1),
         "binomial": lambda like, n, p, size=None: filled(like, binomial, n, p),
         "multinomial": numpy_multinomial}
GENERATOR = {**NUMPY, "integers": numpy_integers}
LEGACY = {**NUMPY, **dict.fromkeys(("random_sample", "sample", "ranf"), numpy_random), "randint": numpy_integers,
          "rand": lambda like, *shape: filled(like, uniform)}


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


def refused(name):
    """Return a function that says which call is not followed, and what is in its place."""
    advice = next((advice for advice, names in ADVICE.items() if name in names), OF_A_LAW)
    return lambda *_, **__: Way.refuse(name + advice)


def known_by(args, options):
    """Return all that the type, the shape and the errors of an answer depend on; None if the twin is to tell."""
    key = []
    for name, value in (*enumerate(args), *options.items()):
        kind = type(value)
        if kind is numpy.ndarray and name == "p":
            odds = value.tolist()
            right = value.ndim == 1 and abs(math.fsum(odds) - 1) < 1e-9 and min(odds) >= 0
            key.append((kind, value.dtype, len(odds)) if right else None)
        elif kind is numpy.ndarray and value.dtype != object:
            key.append((kind, value.dtype, value.shape, value.tobytes()))
        else:
            key.append((kind, value) if kind in PLAIN else None)
    return None if None in key else (*options, *key)


def answering(name, method, twin):
    """Return a method of a stand-in."""
    known = {}

    def call(_, *args, **options):
        key = None if name == "shuffle" else known_by(args, options)
        like = known.get(key)
        if like is None:
            like = getattr(twin, name)(*(copy.copy(args[0]), *args[1:]) if name == "shuffle" else args, **options)
            known.update({} if key is None else {key: like})
        answer = method(like, *args, **options)
        if name != "shuffle" and not same_kind(answer, like):
            Way.refuse(f"{name} with these arguments")
        return answer
    return call


def standing_in(kind, methods):
    """Return a generator of NumPy with these methods, which a twin answers first. Its other methods are refused."""
    made = {name: refused(name) for name in dir(kind) if not name.startswith("_")}
    twin = type("Twin", (kind,), {})(numpy.random.MT19937(0))
    made.update({name: answering(name, method, twin) for name, method in methods.items() if hasattr(kind, name)})
    made["bit_generator"] = property(refused("bit_generator"))
    instead = type(kind.__name__, (kind,), made)
    standing = instead(numpy.random.MT19937(1))
    instead.__init__ = refused(MADE)
    return standing


def sample(self, population, k, *, counts=None):
    """Stand in for random.sample, which draws until a place is new."""
    real_sample(self, population, 0)  # its errors
    if counts is not None or not 0 <= k <= len(population):
        Way.refuse("sample with these arguments")
    return [population[i] for i in places(len(population), k)]


STATES = (random.Random,) if numpy is None else (random.Random, numpy.random.BitGenerator)
GENERATORS = STATES if numpy is None else (*STATES, numpy.random.Generator, numpy.random.RandomState)
real_state, real_sample = random.Random.getstate, random.Random.sample


class Watch:
    """Replaces all generators of a copy of this process, and watches those that are left.

    Made before the process is copied: to look at an object is to count references to it, and in a copy the first write
    to a page of memory copies the page.
    """

    def __init__(self):
        found = objects()
        self.held = of_kinds(found, *GENERATORS)
        self.methods = [method for method in found[types.BuiltinMethodType] + found[types.MethodType]
                        if issubclass(type(method.__self__), GENERATORS)]
        self.defaults = [function for function in found[types.FunctionType]
                         if function.__defaults__ and not PLAIN.issuperset(map(type, function.__defaults__))]
        self.classes = {id(names): kind for kind in of_kinds(found, type)
                        for names in gc.get_referents(kind) if type(names) is dict}

    def begin(self):
        """Replace all generators."""
        if gc.get_freeze_count():
            gc.unfreeze()  # so that all objects are found
            self.__init__()
        stand_ins, instead = {}, {}
        if numpy is not None:
            for kind, methods in (numpy.random.Generator, GENERATOR), (numpy.random.RandomState, LEGACY):
                stand_ins[kind] = standing_in(kind, methods)
                instead[id(kind)] = kind, type(stand_ins[kind])  # for who compares types
            make = numpy.random.default_rng
            instead[id(make)] = make, lambda seed=None: seed if seed in stand_ins.values() else refused(MADE)(seed)
        for name in real:
            instead[id(real[name])] = real[name], of_number(name)
        instead[id(os.urandom)] = os.urandom, refused("urandom")
        methods = {name: refused(name) for name in dir(random.Random)
                   if not name.startswith("_") and name not in (*AS_IT_STANDS, "VERSION")}
        methods.update(random=lambda _: uniform(), sample=sample, getrandbits=lambda _, k: pick(1 << k))
        for value in self.held:
            if type(value) in stand_ins:  # one of another class may do anything, and is watched
                instead[id(value)] = value, stand_ins[type(value)]
        for value in self.methods:
            of, name = value.__self__, getattr(value, "__name__", None)
            if type(of) in stand_ins:
                instead[id(value)] = value, getattr(stand_ins[type(of)], name)
            elif name in methods and issubclass(type(of), random.Random):
                if getattr(value, "__func__", None) in (None, vars(random.Random).get(name)):
                    instead[id(value)] = value, types.MethodType(methods[name], of)
        self.replace(instead)
        for name, method in methods.items():
            setattr(random.Random, name, method)
        random.Random._randbelow = lambda _, n: pick(n)
        random.Random.__init__ = refused(MADE)
        self.before = [(g, state(g)) for g in self.held if issubclass(type(g), STATES)]
        gc.freeze()  # later objects are new ones

    def replace(self, instead):
        """Put other values in the place of some, in all dicts, lists, objects, closures and defaults that hold them."""
        for function in self.defaults:
            function.__defaults__ = tuple(instead.get(id(v), (v, v))[1] for v in function.__defaults__)
        for module in (random,) if numpy is None else (random, numpy.random, numpy.random.mtrand):
            for name, method in vars(module).items():
                if isinstance(method, (types.MethodType, types.BuiltinMethodType)) and id(method) in instead:
                    vars(module)[name] = instead[id(method)][1]
        counts = [sys.getrefcount(value) for value, _ in (*instead.values(), (object(), None))]
        unheld = counts.pop() + 1  # lists here have the methods
        held = [value for (value, _), count in zip(instead.values(), counts) if count > unheld]  # each takes its time
        for holder in gc.get_referrers(*held):
            if holder is real or isinstance(holder, dict) and holder.get("__name__") in OWN_MODULES:
                continue
            holder = self.classes.get(id(holder), holder)
            if isinstance(holder, types.CellType):
                holder.cell_contents = instead[id(holder.cell_contents)][1]
                continue
            if isinstance(holder, (dict, list)):
                names = [*holder] if isinstance(holder, dict) else range(len(holder))
                get, put = holder.__getitem__, holder.__setitem__
            else:
                names = [*getattr(holder, "__dict__", ()), *getattr(type(holder), "__slots__", ())]
                put = type.__setattr__ if isinstance(holder, type) else object.__setattr__  # though it is frozen
                get, put = lambda name, of=holder: getattr(of, name, None), functools.partial(put, holder)
            for name in names:
                if id(get(name)) in instead:
                    put(name, instead[id(get(name))][1])

    def look(self, again):
        """Refuse if a generator that was not replaced has been asked, or there is a new one."""
        if any(state(g) != was for g, was in self.before):
            Way.refuse("a generator, or its method, that is held where it cannot be replaced; make it global")
        if again and of_kinds(objects(), *STATES):
            Way.refuse("a generator that is made inside and kept for later calls")


def objects():
    """Return all objects of this process by their type."""
    values, found = gc.get_objects(), collections.defaultdict(list)  # which is not among them, or it would hold itself
    for value in values:
        found[type(value)].append(value)
    return found


def of_kinds(found, *kinds):
    """Return the objects whose types are of some kinds."""
    return [value for kind in found if issubclass(kind, kinds) for value in found[kind]]


def state(generator):
    """Return the state of a generator, for a comparison. The system's has none."""
    if isinstance(generator, random.Random):
        return None if isinstance(generator, random.SystemRandom) else real_state(generator)
    return pickle.dumps(generator.state)
