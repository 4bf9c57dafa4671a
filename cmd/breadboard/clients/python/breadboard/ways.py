"""All ways in which the random numbers of a function can fall: it is run once for each.

A function that draws until something fits has ways without end. Where it behaves after some choices as it did before
them, it has come back: such a way ends there, and its probability is shared among the others from that place.
"""
import _random
import itertools
import math
import os
import sys

from . import fork

AN_ERROR = "an error, "  # begins the words of an error
MOST_WAYS = 100_000  # from one cell
LONG = 40  # choices of a way from which on a function may come back to where it was
MOST_CHOICES, MOST_NUMBERS = 250, 20_000  # of one way
ROUND, MOST_BACK = 12, 60  # choices that lead back at most, and before that
ROUNDS, TRIALS = 600, 60  # choices with which that is tried, and how often
KNOWN = 20  # times that a function has come back, after which fewer trials do
HERE = os.path.dirname(__file__)
NUMBERS = [os.path.join(HERE, name) for name in ("arrays.py", "uniform.py")]  # whose errors are not the function's
PROBES = 100  # runs that tell about how many ways there are
FEW = 1000  # ways that are run twice again
ROUNDING = 1e-12  # a way below this probability may be one of rounding, and lead off the end of a list


class NotFollowed(Exception):
    """Says which call cannot be followed."""


class Way:
    """One run: the outcomes that its first choices are to have, the choices that it made, and what it asked.

    Later choices fall at random. With numbers the run is a plain one: its generators then answer with these picks and
    floats, and nothing is left to choose. With places it keeps what the functions of the user hold at each choice.
    """

    now = None  # the run
    rounds = 0  # how often a function has come back to where it was
    refuse = None  # a function that ends all runs, with what cannot be followed
    dice = _random.Random(1)  # of no class that is replaced

    def __init__(self, outcomes=(), numbers=None, places=None):
        self.outcomes, self.numbers, self.places = outcomes, numbers, places
        self.choices = []  # of each its outcome, the odds of all, and whether it was a comparison
        self.asked = []  # picks, as odds and outcome, and intervals of uniform numbers
        self.p, self.end, self.error, self.back = 1.0, None, None, None

    def run(self, function):
        """Run a function this way."""
        Way.now = self
        try:
            self.end = function()
        except Exception as error:  # pylint: disable=broad-except
            self.error, self.end = error, type(error)
        return self

    def choose(self, odds, compared=False):
        """Return the outcome of a choice."""
        if len(self.choices) > MOST_NUMBERS:
            Way.refuse(ENDLESS)
        if self.places is not None:
            self.places.append(place(sys._getframe(1)))
        at = len(self.choices)
        outcome = self.outcomes[at] if at < len(self.outcomes) else None
        if outcome is None or outcome >= len(odds) or odds[outcome] <= 0:
            possible = [i for i, p in enumerate(odds) if p > 0]
            outcome = possible[int(Way.dice.random() * len(possible))]
        self.choices.append((outcome, odds, compared))
        self.p *= odds[outcome]
        return outcome

    def pick(self, odds):
        """Return the outcome of a choice that a generator makes."""
        if self.numbers is not None:
            return self.plain(lambda number: isinstance(number, tuple) and number[0] == odds)[1]
        self.asked.append((odds, self.choose(odds)))
        return self.asked[-1][1]

    def plain(self, fits):
        """Return the next number of a plain run."""
        if not self.numbers or not fits(self.numbers[-1]):
            Way.refuse(MEMORY)
        return self.numbers.pop()

    def path(self, first=0, last=None):
        """Return the outcomes of some choices."""
        return tuple(outcome for outcome, *_ in self.choices[first:last])

    def odds(self, first=0, last=None):
        """Return the odds of some choices."""
        return [odds for _, odds, _ in self.choices[first:last]]


ENDLESS = "random numbers that are asked for again and again"
MEMORY = ("a memory of earlier calls, or a look at the type or the digits of random numbers: the same ones led "
          "elsewhere; compute a step from its state and new random numbers alone")


def every(run, no=()):
    """Return all ways of run(), with their ends and probabilities, and the probability that is left out. There are
    none to return if they are more than can be followed.

    Places in no are those where it only seemed to come back.
    """
    found, left, back = [], 0.0, Way.rounds > 0
    rest = [((), [])]
    while rest:
        outcomes, before = rest.pop()
        way = Way(outcomes).run(run)
        if way.odds(0, len(outcomes)) != before or way.path(0, len(outcomes)) != outcomes:
            Way.refuse(MEMORY)
        for at in range(len(outcomes), len(way.choices)):
            way.back = comes_back(run, way, at, no) if back else None
            if way.back is not None:
                del way.choices[at:]
                way.p = math.prod(odds[outcome] for outcome, odds, _ in way.choices)
                break
            here, (outcome, odds, _) = way.path(0, at), way.choices[at]
            rest += [(here + (i,), way.odds(0, at + 1)) for i, p in enumerate(odds) if p > 0 and i != outcome]
        if way.back is None and way.error is not None:  # as unlikely as rounding it may be one off the end of a list
            if way.p > ROUNDING:
                Way.refuse(in_words(way.error))
            left += way.p
        else:
            found.append(way)
        if not back and len(way.choices) > LONG:
            found, left, back, rest = [], 0.0, True, [((), [])]
        if len(found) + len(rest) > MOST_WAYS:
            return None, 0
        if len(way.choices) > MOST_CHOICES:
            Way.refuse(ENDLESS)
    wrong = look_again(run, found)
    return every(run, (*no, wrong)) if wrong else (shared(found), left)


def forecast(run):
    """Return whether a function surely has more ways than can be followed, and the log of about how many.

    Knuth's estimate is the product of the numbers of outcomes along a random run: its mean is the number of ways. It is
    surely too large if it is so by four standard errors. A function that draws until something fits has runs of all
    lengths, and fewer ways than that: each of its runs is asked.
    """
    runs = [Way().run(run) for _ in range(PROBES)]
    logs = [math.fsum(math.log(sum(p > 0 for p in odds)) for odds in way.odds()) for way in runs]
    by_length = sorted(runs, key=lambda way: len(way.choices))
    short, long = by_length[0], by_length[-1]
    loops = len(long.choices) > max(LONG, 1.5 * len(short.choices)) and any(
        comes_back(run, long, at, ()) is not None for at in range(len(long.choices)))
    shares = [math.exp(log - max(logs)) for log in logs]
    mean = math.fsum(shares) / PROBES
    error = math.sqrt(math.fsum((share - mean) ** 2 for share in shares)) / PROBES
    if len(long.choices) <= LONG:
        vast = mean - 4 * error > math.exp(math.log(MOST_WAYS) - max(logs))
    else:
        vast = min(logs) > math.log(MOST_WAYS) and not loops
    return vast, max(logs) + math.log(mean)


def in_words(error):
    """Return an error of the function in words, with the notes on where it was; where it is one of random numbers, that
    these are not followed there."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    if isinstance(error, MemoryError):
        return f"it takes more than {fork.MEMORY >> 30} GiB of memory"
    if where is not None and where.tb_frame.f_code.co_filename in NUMBERS:
        return f"random numbers that are used otherwise than in comparisons ({type(error).__name__}: {error})"
    return "; ".join([f"{AN_ERROR}{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])


def too_many(kind, log):
    """Return that there are more ways than can be followed; of a program whose number of ways has this log how many,
    and how much smaller it would have to be: that log goes by its size."""
    if kind == "step":
        return f"more than {MOST_WAYS:,} ways from one cell"
    times = max(log / math.log(MOST_WAYS), 1.001)
    number = times * math.log10(MOST_WAYS)
    size = f"{float(f'{10 ** number:.2g}'):,.0f}" if number < 7 else f"10^{number:.0f}"
    parts = ("a half", "a third", "a quarter", "a fifth", "a sixth", "a seventh", "an eighth", "a ninth", "a tenth")
    share = f"{int(10 / times)}0%" if times < 2 else parts[math.ceil(times) - 2] if times <= 10 else (
        f"1/{math.ceil(times)}")
    return (f"its runs have some {size} ways, and {MOST_WAYS:,} can be followed: with {share} of its particles or "
            "levels it would be exact")


def comes_back(run, way, at, no):
    """Return the number of an earlier choice after which all goes on as after this one; None if there is none."""
    for first in reversed(range(max(0, at - ROUND), at)) if at < MOST_BACK else ():
        if way.choices[first][1] == way.choices[at][1] and (first, way.path(0, at)) not in no:
            if goes_round(run, way, first, at):
                return first
    return None


def goes_round(run, way, first, last):
    """Report whether a function goes on after some choices as it did before them, any number of times."""
    if not stands(run, way, first, last, 4):  # most counters show soon
        return False
    known = Way.rounds >= KNOWN
    for trial in range(TRIALS // 8 if known else TRIALS):
        one = Way(way.path(0, last)).run(run)
        times = 0 if trial % 2 == 0 else trial // 2 or ROUNDS // (last - first) // (8 if known else 1)
        if not goes_on(run, one, last, way, first, last, times):
            return False
    if not stands(run, way, first, last, ROUNDS // (last - first)):
        return False
    Way.rounds += 1
    return True


def stands(run, way, first, last, times):
    """Report whether nothing that the functions of the user hold changes from round to round, as a counter does."""
    length = last - first
    one = Way(way.path(0, first) + way.path(first, last) * times, places=[]).run(run)
    at = one.places[last:first + length * times:length]
    return at[1:] == at[:-1]


def place(frame):
    """Return where the functions of the user are, in the innermost call of each, and the numbers that they hold."""
    found = {}
    while frame.f_code is not Way.run.__code__:
        if frame.f_code not in found and os.path.dirname(frame.f_code.co_filename) != HERE:
            found[frame.f_code] = frame.f_lasti, held(frame.f_locals)
        frame = frame.f_back
    return found


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


def goes_on(run, one, begin, way, first, last, times):
    """Report whether the choices of one way from begin on fall as well after a part of another, made some times."""
    known = way.odds(0, first) + way.odds(first, last) * times + one.odds(begin)
    again = Way(way.path(0, first) + way.path(first, last) * times + one.path(begin)).run(run)
    return again.odds(0, len(known)) == known and (
        one.back is not None or again.end == one.end and len(again.choices) == len(known))


def look_again(run, ways):
    """Return a place from which a way does not go on after it came back as it did before; None if there is none."""
    loops = [way for way in ways if way.back is not None]
    for loop, one, times in itertools.product(loops, ways, (1, 2, 3, 7) if Way.rounds < KNOWN else (1, 2)):
        first, last = loop.back, len(loop.choices)
        if one.path(0, first) == loop.path(0, first):
            if not goes_on(run, one, first, loop, first, last, times):
                return first, loop.path()
    return None


def shared(ways):
    """Return the ways that end, with the probability of those that came back shared among the ways from there."""
    backs = {way.path(0, way.back): way for way in ways if way.back is not None}
    for place in sorted(backs, key=len, reverse=True):  # the innermost first
        here = [way for way in ways if way.path(0, len(place)) == place]
        on = [way for way in here if way.back != len(place)]
        ended, all_of = math.fsum(way.p for way in on), math.fsum(way.p for way in here)
        longest = max(len(way.choices) - len(place) for way in here if way.back == len(place))
        if ended <= 0 or (1 - ended / all_of) ** (ROUNDS // longest) > ROUNDING:
            Way.refuse(ENDLESS)
        for way in on:
            way.p *= all_of / ended
        ways = [way for way in ways if way.back != len(place) or way.path(0, len(place)) != place]
    return ways


def check(run, ways, trials):
    """Run every way again with plain numbers, drawn where the way has them, in another order, some number of times."""
    for turn in range(1 if len(ways) > FEW else max(2, -(-trials // len(ways)))):
        for place, way in enumerate(sorted(ways, key=lambda _: Way.dice.random())):
            numbers = [number if isinstance(number, tuple) else number.inside(share(turn, at + place))
                       for at, number in enumerate(way.asked)]
            if None not in numbers:  # no float may be there
                again = Way(numbers=numbers[::-1]).run(run)
                if again.error is not None or again.end != way.end or again.numbers or again.choices:
                    Way.refuse(MEMORY)


def share(turn, at):
    """Return where a plain number lies in its interval: first near its ends."""
    return (1e-4, 1 - 1e-4)[(turn + at) % 2] if turn < 2 else Way.dice.random()


def proposals(ways, start):
    """Return the probability that each way proposes its end: that of all its choices but the last comparison, if the
    function stays at the start on its other side. A way of another form has None, as one that tries again instead."""
    under = {}
    for way in ways:
        for length in range(1, len(way.choices) + 1):
            under.setdefault(way.path(0, length), set()).add(way.end)
    found = []
    for way in ways:
        last = [at for at, (_, odds, compared) in enumerate(way.choices) if compared and len(odds) == 2][-1:]
        if not last:
            found.append(None)
            continue
        outcome, odds, _ = way.choices[last[0]]
        never = {start} if odds[1 - outcome] == 0 else None
        other = under.get(way.path(0, last[0]) + (1 - outcome,), never)
        found.append(way.p / odds[outcome] if other == {start} else None)
    return found
