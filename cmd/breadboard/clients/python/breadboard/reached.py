"""The states that a step reaches, found by following it."""
from . import following, generators
from .providers import Chance, Follow, Learn, in_words
from .source import NotFollowed

MOST = 100_000  # states
LEAST = 1e-12  # the probability of a run that is looked at, and that may not fail


def states(start, step, seconds=60):
    """Return all states that a step reaches from one, which is the first.

    >>> import random, breadboard
    >>> sorted(breadboard.states(0, lambda x: (x + random.choice((2, 4))) % 6))
    [0, 2, 4]

    Arguments:
        start: a state, which is hashable.
        step: step(state) returns the next one. It is followed.
        seconds: within which all are found.
    """
    process = following.begin(serve, {"start": start, "step": step}, seconds)
    try:
        found = process.ask(None, following.SLACK + seconds)
    except TimeoutError:
        raise TimeoutError(f"not all states were met in {seconds:g} seconds; use seconds= for more") from None
    finally:
        process.end()
    if isinstance(found, str):
        raise ValueError(f"the states cannot be found: {found}")
    return found


def serve(pipe, functions, _):
    """Find the states, in a process of its own."""
    try:
        generators.replace(functions)
        pipe.send(None)  # it has begun
        pipe.recv()
        pipe.send(reached(functions["start"], functions["step"]))
    except BaseException as error:  # pylint: disable=broad-except
        following.refuse(pipe, in_words(error))


def reached(start, step):
    """Return the states that are reached."""
    found, chance = {start: None}, Chance()
    Learn([], chance).run(lambda: step(start))  # what is done the first time alone
    for state in (order := [start]):
        for end in ends(step, state, chance):
            if end not in found:
                found[end] = None
                order.append(end)
        if len(order) > MOST:
            raise NotFollowed(f"there are more than {MOST:,}")
    return order


def ends(step, state, chance):
    """Yield where a step from a state ends, for each way in which its random numbers can fall."""
    open_runs = [[]]
    while open_runs:
        told = open_runs.pop()
        run = Follow(told, chance, False).run(lambda: step(state))
        if run.error is None:
            yield run.end
        elif run.p > LEAST:
            raise run.error
        p = 1.0
        for i, (choice, outcome) in enumerate(zip(run.choices, run.path)):
            odds = choice[1:] if choice[0] == "<" else choice
            if i >= len(told):
                open_runs += [[*run.path[:i], other] for other, share in enumerate(odds)
                              if other != outcome and p * share > LEAST]
            p *= odds[outcome]
