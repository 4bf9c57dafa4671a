"""The source of the random numbers of a run: whoever draws asks current() for it. What feeds it is a provider."""
MOST_OUTCOMES = 100_000  # of a choice
MOST_NUMBERS = 20_000  # of a run
OF_MEMORY = ", which reads or sets what a generator remembers; leave it out, and the rest is followed"
ENDLESS = "random numbers that are asked for again and again"

_now = None  # the source of the run that is made, which Source.run alone sets


class NotFollowed(BaseException):
    """Says what cannot be followed. What the person's code does about exceptions does not stop it."""


class Source:
    """A run, and what its random numbers come from. A provider has pick(odds), which returns an outcome of a choice,
    and uniform(), which returns a number from 0 to 1."""

    def __init__(self):
        self.end, self.error, self.refused = None, None, None

    def bits(self, n):
        """Return a number of n bits: bit by bit, as some may never be looked at."""
        return sum(self.pick([0.5, 0.5]) << bit for bit in reversed(range(n)))

    def run(self, function):
        """Run a function, which draws from here. Keep where it ends, or its error. Return this source."""
        global _now  # pylint: disable=global-statement
        _now = self
        try:
            self.end = function()
        except BaseException as error:  # pylint: disable=broad-except
            self.error = error
        finally:
            _now = None
        if self.refused is not None:  # it may have gone on
            self.error = NotFollowed(self.refused)
        return self


def current():
    """Return the source of the run that is made."""
    if _now is None:
        raise NotFollowed("random numbers that are drawn beside a call")
    return _now


def refuse(what):
    """End the run, with what cannot be followed."""
    if _now is not None:
        _now.refused = _now.refused or what
    raise NotFollowed(what)
