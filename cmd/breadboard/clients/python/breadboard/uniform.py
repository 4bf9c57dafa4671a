"""Random numbers of which only comparisons are known. Each comparison is a choice with two outcomes."""
import math
import numbers
from fractions import Fraction

from . import arrays
from .source import current, refuse

MOST_PIECES = 10_000  # whole numbers to which one random number may be rounded
MOST_STEPS = 50  # in which a random number is computed from a uniform one
LOSS = 1e-11  # of a random number, by rounding of a sum
NARROW = 64  # steps between floats from a bound on, on which rounding may decide
real = {name: getattr(math, name) for name in ("log", "log1p", "exp", "sqrt")}  # before they are replaced


class Interval:
    """Where in [0, 1] a uniform number lies. Its ends are fractions: no digit is lost near 0 and near 1."""

    def __init__(self, source):
        self.source, self.low, self.high = source, Fraction(0), Fraction(1)

    def cut(self, at, rising, compared=False):
        """Choose the piece between cuts where the number lies, and return its place among them."""
        self.of_now()
        first, last = (self.low, self.high) if rising else (self.high, self.low)
        ends = [first, *(min(max(cut, self.low), self.high) for cut in at), last]
        width = self.high - self.low
        piece = self.source.choose([float(abs(b - a) / width) for a, b in zip(ends, ends[1:])], compared)
        self.low, self.high = sorted(ends[piece:piece + 2])
        return piece

    def of_now(self):
        """Return its least and its greatest number. Refuse one of another run."""
        if self.source is not current():
            refuse("a random number that is kept from an earlier call")
        return self.low, self.high

    def inside(self, share):
        """Return a float at this share of the interval; None if no float is surely inside."""
        low, high = float(self.low), float(self.high)
        value = low + (high - low) * share
        return value if min(value - low, high - value) > NARROW * ulp(value) else None


class Uniform:
    """A rising or falling function of a uniform number: forth computes it, and back is its inverse."""

    __class__ = property(lambda self: float)  # for who asks

    def __init__(self, interval, forth=lambda u: u, back=lambda y: y, rising=True, steps=0):
        self.interval, self.forth, self.back, self.rising, self.steps = interval, forth, back, rising, steps
        if steps > MOST_STEPS:
            refuse("a random number that is changed again and again")

    def map(self, forth, back, rising=True):
        """Return a function of this one."""
        inner, outer = self.forth, self.back
        return Uniform(self.interval, lambda u: forth(inner(u)), lambda y: outer(back(y)), self.rising == rising,
                       self.steps + 1)

    def ends(self):
        """Return the least and the greatest value that it may still have."""
        return sorted(map(self.forth, self.interval.of_now()))

    def below(self, value, itself, otherwise=False):
        """Decide whether it is below a number, or otherwise above. That it is equal has no probability."""
        if value is self:
            return itself
        if type(value) is Uniform:
            mine, its = self.ends(), value.ends()
            if mine[1] <= its[0] or its[1] <= mine[0]:  # wherever the two lie
                return (mine[1] <= its[0]) != otherwise
        value = constant(value)
        if value is None:
            return NotImplemented  # an array compares number by number
        if value != value:
            return False  # with NaN no comparison holds
        return (self.interval.cut([self.back(value)], self.rising, True) == 0) != otherwise

    def __lt__(self, value):
        return self.below(value, False)

    def __le__(self, value):
        return self.below(value, True)

    def __gt__(self, value):
        return self.below(value, False, True)

    def __ge__(self, value):
        return self.below(value, True, True)

    def __eq__(self, value):
        return value is self or constant(value) is not None and False

    def __neg__(self):
        return self.map(lambda v: -v, lambda y: -y, False)

    def __abs__(self):
        return -self if self < 0 else self

    def __add__(self, c):
        c = constant(c)
        if c is None:
            return NotImplemented
        if not math.isfinite(c):
            return c
        moved = self.map(lambda v: v + c, lambda y: y - c)
        ends = [float(end) for end in (moved.forth(0), moved.forth(1)) if math.isfinite(end)]
        width = abs(ends[0] - ends[1]) if len(ends) == 2 else 1
        if any(math.ulp(end) > LOSS * width for end in ends):
            refuse(f"a random number that loses digits beside {float(c):.6g}")
        return moved

    def __mul__(self, c):
        c = constant(c)
        if c is None:
            return NotImplemented
        if not math.isfinite(c):
            refuse(f"a random number is multiplied by {c}")
        return self.map(lambda v: v * c, lambda y: y / c, c > 0) if c else 0.0

    def __truediv__(self, c):
        c = constant(c)
        return NotImplemented if c is None else self * (1 / c)

    def __sub__(self, c):
        return self + -c

    def __rsub__(self, c):
        return -self + c

    def __floordiv__(self, c):
        return float(math.floor(self / c))

    def __mod__(self, c):
        return self - math.floor(self / c) * c

    def __deepcopy__(self, memo=None):
        return self  # a copy is the same number

    __radd__, __rmul__, __copy__, item = __add__, __mul__, __deepcopy__, __deepcopy__

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        """Answer a function of NumPy number by number, by the methods here."""
        for v in inputs:
            if type(v) is not Uniform and getattr(v, "size", 0):
                constant(v.flat[0])
        boxes = [arrays.boxed(v) if type(v) is Uniform else v for v in inputs]
        return arrays.applied(ufunc, method, boxes, options)

    def log(self):
        return self.from_on(0, "log").map(log, exp)

    def log1p(self):
        return (self + 1).log()

    def exp(self):
        return self.map(exp, log)

    def sqrt(self):
        return self.from_on(0, "sqrt").map(lambda v: exact(math.sqrt(v)), lambda y: y * abs(y))

    def from_on(self, least, name):
        """Return the number, if a function is defined wherever it may lie."""
        return self if self.ends()[0] >= least else refuse(f"{name} of a random number that may be below {least}")

    def __floor__(self):
        low, high = self.ends()
        if not high - low <= MOST_PIECES:
            refuse(f"a random number that is rounded to more than {MOST_PIECES:,} whole numbers")
        whole = range(math.floor(low) + 1, math.ceil(high))
        return whole.start - 1 + self.interval.cut([self.back(Fraction(n)) for n in whole], self.rising)

    def __ceil__(self):
        return -math.floor(-self)

    def __int__(self):
        low, high = self.ends()
        return math.ceil(self) if high <= 0 or low < 0 and self < 0 else math.floor(self)

    __trunc__ = __int__

    def __round__(self, digits=None):  # a number half way between two has no probability
        return math.floor(self + 0.5) if digits is None else refused("round to digits")(self)

    def floor(self):  # NumPy's, which returns a float
        return float(math.floor(self))

    def ceil(self):
        return float(math.ceil(self))

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return refused(name)(self)


def refused(name):
    """Return a method that says what cannot be followed."""
    return lambda *_: refuse(f"{name} of a random number, which is not followed as comparisons are")


for _name in ("float", "complex", "pow", "rpow", "rtruediv", "rfloordiv", "rmod", "divmod", "hash", "format",
              "str", "repr", "reduce_ex", "bool"):
    setattr(Uniform, f"__{_name}__", refused(_name))


def constant(value):
    """Return a number as a fraction, infinities as they are; None if it is no number."""
    if type(value) is Uniform:
        refuse("two random numbers that are compared, added or multiplied")
    if getattr(value, "dtype", float) in ("float16", "float32", "longdouble"):
        refuse("a random number beside numbers of another precision")
    return exact(value) if isinstance(value, numbers.Real) else None


def ulp(value):
    """Return the step from a float to the next one, as math.ulp does from Python 3.9 on."""
    return math.ldexp(1.0, max(math.frexp(value)[1] - 53, -1074)) if value else 5e-324


def exact(value):
    """Return a number as a fraction; infinities and NaN as they are."""
    if not isinstance(value, numbers.Rational):
        value = float(value)
    return Fraction(value) if math.isfinite(value) else value


def exp(y):
    """Return exp(y) with relative precision, also of exp(y) - 1. Below all floats it is 0."""
    if abs(y) < 0.5:
        return 1 + exact(math.expm1(y))
    return exact(real["exp"](y)) if y < 709 else math.inf


def log(v):
    """Return log(v) with relative precision, also near 1."""
    if v <= 0 or v == math.inf:
        return math.inf if v > 0 else -math.inf
    near = abs(v - 1) < 0.5
    return exact(real["log1p"](v - 1) if near else real["log"](v.numerator) - real["log"](v.denominator))


def of_number(name):
    """Return a function of the module math that also takes numbers that are followed."""
    def call(value, *base):
        if type(value) is not Uniform:
            return real[name](value, *base)
        number = getattr(value, name)()
        return number / real[name](*base) if base else number
    return call
