"""What can go wrong, in the program's own sentences."""


class BreadboardError(RuntimeError):
    """The program ended without an answer."""


class BadInput(BreadboardError, ValueError):
    """What was asked has no answer. The sentence says what would do."""
