"""What feeds the source of a run: outcomes that are told, chance for what comes after them, plain numbers, or a tape.

A run that follows tells of each choice its odds. One that is learnt reads its numbers off a tape of keys, and tells the
odds of picks alone. One with plain numbers has what generators give: code that looks at
types, casts, rounds, or remembers earlier calls then asks for other numbers, or ends elsewhere.
"""
import _random
import bisect
import hashlib
import itertools
import json
import os
import sys

from . import tapes
from .source import ENDLESS, MOST_NUMBERS, OF_MEMORY, NotFollowed, Source, refuse
from .uniform import Interval, Uniform

ROUNDING = 1e-12  # a run below this probability may be one of rounding, and lead off the end of a list
HERE = os.path.dirname(__file__)
NUMBERS = [os.path.join(HERE, name) for name in ("arrays.py", "uniform.py")]  # whose errors are not the function's
OF_A_LAW = ", which is not followed as random, uniform and others are; draw from a table by choice, and it is followed"
AN_ERROR = "an error, "  # begins the words of an error
MOST_BITS = 16  # of a number whose bits are choices, where it is learnt
OTHERS = "other random numbers, as of code that looks at their type or their digits"


class Chance:
    """Decides what nobody tells."""

    def __init__(self):
        self.dice = _random.Random(1)  # of no class that is replaced

    def outcome(self, possible):
        """Return one of some outcomes, all alike."""
        return possible[int(self.dice.random() * len(possible))]

    def shares(self, n):
        """Return where n plain numbers lie in their intervals: all near ends, or all anywhere."""
        ends = [1e-4, 1 - 1e-4]
        first = int(self.dice.random() * 4)
        return [ends[(first + i) % 2] if first < 2 else self.dice.random() for i in range(n)]


class Follow(Source):
    """A run whose first choices have told outcomes. Later ones fall by chance."""

    def __init__(self, outcomes, chance, marks=False):
        super().__init__()
        self.outcomes, self.chance, self.marks = outcomes, chance, marks
        self.choices = []  # of each the odds, after "<" if it was a comparison, and before its mark
        self.path = []  # their outcomes
        self.asked = []  # picks, as odds and outcome, and intervals of uniform numbers
        self.p = 1.0

    def choose(self, odds, compared=False):
        """Return the outcome of a choice."""
        at = len(self.path)
        if at >= MOST_NUMBERS:
            refuse(ENDLESS)
        outcome = self.outcomes[at] if at < len(self.outcomes) else None
        if outcome is None or outcome >= len(odds) or odds[outcome] <= 0:
            possible = [i for i, p in enumerate(odds) if p > 0]
            outcome = self.chance.outcome(possible) if outcome is None else possible[outcome % len(possible)]
        mark = [place(sys._getframe(1))] if self.marks else []
        self.choices.append([*["<"] * compared, *odds, *mark])
        self.path.append(outcome)
        self.p *= odds[outcome]
        return outcome

    def pick(self, odds):
        """Return the outcome of a choice that a generator makes."""
        self.asked.append((odds, self.choose(odds)))
        return self.asked[-1][1]

    def uniform(self):
        """Return a number of which only comparisons are known."""
        if len(self.asked) > MOST_NUMBERS:
            refuse(ENDLESS)
        self.asked.append(Interval(self))
        return Uniform(self.asked[-1])

    def between(self, law):
        """Refuse a number of a law, of which more is asked than comparisons."""
        refuse(law + OF_A_LAW)

    def bit_generator(self):
        """Refuse what draws by itself, or remembers."""
        refuse("bit_generator" + OF_MEMORY)

    def plain(self):
        """Return a run with plain numbers that lie where this one has them; None if no float may be there."""
        shares = self.chance.shares(len(self.asked))
        numbers = [n if isinstance(n, tuple) else n.inside(share) for n, share in zip(self.asked, shares)]
        return None if None in numbers else Plain(numbers)


class Learn(Source):
    """A run whose numbers are read off a tape of keys, each the first bits of a number; after them come fresh ones."""
    BITS = 53

    def __init__(self, keys, chance):
        super().__init__()
        self.keys, self.dice = keys, chance.dice
        self.choices, self.path = [], []

    def met(self, choice, outcome):
        """Take a choice with its outcome."""
        if len(self.path) >= MOST_NUMBERS:
            refuse(ENDLESS)
        self.choices.append(choice)
        self.path.append(outcome)
        return outcome

    def pick(self, odds):
        """Return the outcome of a choice that a generator makes."""
        at = len(self.path)
        possible = [i for i, p in enumerate(odds) if p > 0]
        if at >= len(self.keys):
            outcome = possible[bisect.bisect(cumulated(odds, possible), self.dice.random())]
        else:
            outcome = self.keys[at]
            if outcome >= len(odds) or odds[outcome] <= 0:
                outcome = possible[outcome % len(possible)]
        return self.met(odds, outcome)

    def key(self, bits=BITS):
        """Return the key of a number of some bits."""
        at = len(self.path)
        return self.met(["u", bits], self.keys[at] if at < len(self.keys) else self.dice.getrandbits(self.BITS))

    def bits(self, n):
        """Return a number of n bits, of which many are one number."""
        return self.word(n) if n > MOST_BITS else super().bits(n)

    def word(self, bits):
        """Return a whole number of some bits. Those below the last of a key are fresh."""
        if bits > self.BITS:
            return self.key() << bits - self.BITS | self.dice.getrandbits(bits - self.BITS)
        return self.key(bits) >> self.BITS - bits

    def bit_generator(self):
        """Return the bit generator of this run, for code in C."""
        return tapes.bit_generator()

    def uniform(self):
        """Return a number from 0 to 1."""
        return self.key() / (1 << self.BITS)

    def between(self, _):
        """Return a number between 0 and 1, without both: the largest would be rounded to 1."""
        return min((self.key() + 0.5) / (1 << self.BITS), 1 - 2 ** -self.BITS)


def cumulated(odds, possible):
    """Return where the outcomes that are possible end but the last, which ends at 1."""
    return [*itertools.accumulate(odds[i] for i in possible)][:-1]


class Others(BaseException):
    """Says that other random numbers are asked for."""


class Plain(Source):
    """A run with numbers as generators give them: floats, and the outcomes of picks with these odds."""

    def __init__(self, numbers):
        super().__init__()
        self.numbers = numbers[::-1]

    def next(self, fits):
        """Return the next number."""
        if not self.numbers or not fits(self.numbers[-1]):
            raise Others
        return self.numbers.pop()

    def pick(self, odds):
        """Return the outcome of a pick."""
        return self.next(lambda number: isinstance(number, tuple) and number[0] == odds)[1]

    def uniform(self):
        """Return a float."""
        return self.next(lambda number: isinstance(number, float))


def follow(function, outcomes, chance, again=False, marks=False):
    """Make a run whose first choices have told outcomes, and again with plain numbers. Return as JSON its choices,
    their outcomes and its end, and whether that is an error that is no rounding. Raise what cannot be followed."""
    of_c = tapes.tapes()
    before = [tape.at() for tape in of_c]
    run = Follow(outcomes, chance, marks).run(function)
    for tape, at in zip(of_c, before):
        if tape.at() != at:
            raise NotFollowed(tapes.INSIDE.format(tape.NAME, tape.CURE))
    if run.error is not None:
        words = in_words(run.error)
        if run.p > ROUNDING and not words.startswith(AN_ERROR):
            raise NotFollowed(words)
        return as_json(run, words), run.p > ROUNDING
    plain = run.plain() if again else None
    return as_json(run, run.end if plain is None else end_by(plain, function)), False


def learn(function, keys, chance):
    """Make a run whose numbers are told, and return it as follow does."""
    run = on_tapes(tapes.tapes(), function, keys, chance)
    if run.error is None:
        return as_json(run, run.end), False
    words = in_words(run.error)
    if not words.startswith(AN_ERROR):
        raise NotFollowed(words)
    return as_json(run, words), False


def on_tapes(of_c, function, keys, chance):
    """Make a run that may draw from one of some tapes, with as many keys there as it draws."""
    told, n = [*keys], 16
    while True:
        told += [chance.dice.getrandbits(Learn.BITS) for _ in range(n - len(told))]
        for tape in of_c:
            tape.put(told[:n], chance.dice)
        run = Learn(keys, chance).run(function)
        drawn = [(tape, -(-tape.at() // tape.EACH)) for tape in of_c if tape.at()]
        if all(many <= n for _, many in drawn):
            break
        n = 2 * n
        if n > tapes.WORDS // 2:
            raise NotFollowed(tapes.MANY)
    if len(drawn) + bool(run.path) > 1:
        raise NotFollowed(tapes.BESIDE)
    for tape, many in drawn:
        for key in told[:many]:
            run.met(["u", tape.BITS], key)
    return run


def end_by(plain, function):
    """Return where a run with plain numbers ends."""
    plain.run(function)
    if isinstance(plain.error, NotFollowed):
        raise plain.error
    if isinstance(plain.error, Others) or plain.error is None and plain.numbers:
        return OTHERS
    return plain.end if plain.error is None else in_words(plain.error)


def as_json(run, end):
    """Return a run as breadboard reads it."""
    return json.dumps([run.choices, run.path, end], separators=(",", ":"))


def in_words(error):
    """Return an error of the function in words, with the notes on where it was; where it is one of random numbers, that
    these are not followed there."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    if isinstance(error, NotFollowed):
        return str(error)
    if isinstance(error, MemoryError):
        return "it takes more than 2 GiB of memory"
    if where is not None and where.tb_frame.f_code.co_filename in NUMBERS:
        return f"random numbers that are used otherwise than in comparisons ({type(error).__name__}: {error})"
    return "; ".join([f"{AN_ERROR}{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])


def place(frame):
    """Return a mark of the lines where the functions of the user are, in the innermost call of each, and of the numbers
    that they hold."""
    found = {}
    while frame.f_code is not Source.run.__code__:
        code = frame.f_code
        if code not in found and os.path.dirname(code.co_filename) != HERE:
            found[code] = frame.f_lineno, held(frame.f_locals)
        frame = frame.f_back
    lines = [(code.co_filename, code.co_firstlineno, where) for code, where in found.items()]
    return "@" + hashlib.blake2b(repr(lines).encode(), digest_size=8).hexdigest()


def held(value, depth=3):
    """Return the numbers and words of a value, and of what it holds."""
    kind = type(value)
    if kind.__module__.startswith(__package__):
        return None
    if kind in (bool, int, float, str):
        return value
    if getattr(value, "dtype", object) != object:
        return value.tolist()
    if depth and kind in (list, tuple, dict):
        return [held(v, depth - 1) for v in (value.values() if kind is dict else value)]
    if depth and kind.__module__ != "builtins" and type(getattr(value, "__dict__", None)) is dict:
        return held(vars(value), depth)
    return None
