"""Tests of samplers for pytest and unittest, by the program breadboard.

    from breadboard import assert_kernel

    def test_my_kernel():
        assert_kernel(step, lambda i, j: -(i - j) ** 2, (3, 4))

The program is what the argument binary says, or the variable BREADBOARD, or breadboard in the PATH. It asks for
moves. The step runs here, so that closures, debuggers and coverage work, and what it raises ends the test.
"""
import itertools, json, math, os, random, shutil, struct, subprocess, sys, tempfile, warnings


def assert_kernel(step, logf, shape, *, levels=None, seed=1, **options):
    """Fail unless step leaves exp(logf) invariant, as far as moves can tell. Return the verdict.

    shape has the lengths of the axes. A cell is a tuple of as many whole numbers, from 0; on one axis, as with
    shape=5, it is a number. logf is a function of these coordinates, or nested lists or an array. It need not be
    normalised, and -inf is a wall. step takes a cell and returns the next one. With levels=11 it takes a cell and a
    beta, and leaves exp(beta logf) invariant, at 11 betas from 0 to 1. seed is for the program, and for the module
    random.

    Other options are those of `breadboard validate`: time="30s", after which the moves so far are judged; fault=0.05,
    the smallest fault to find; kernel="metropolis", which step claims to be; redraws=2, the axis that a Gibbs step
    redraws. If the moves are too few to tell, there is a warning.
    """
    __tracebackhide__ = True  # pytest then shows the line of the test
    space, beta = Space(shape), 1.0

    def answer(told):
        nonlocal beta
        beta = told.get("beta", beta)
        more = () if levels is None else (beta,)
        if "states" in told:
            return [space.number(step(space.cells[x], *more)) for x in told["states"]]

    level = {"beta": 1} if levels is None else {"levels": levels}
    return converse(answer, space.values(logf), space, "validate", {**level, "mc_seed": seed, **options})


def assert_program(forward, reverse, logf, shape, *, seed=1, **options):
    """Fail unless forward and reverse runs of an inference program fit together, as their weights say.

    forward() returns a cell and the log weight of its run; reverse(cell) returns the log weight of a run that might
    have returned this cell. A weight of 0 is log w = -inf, and a run that forward never makes has +inf. A
    forward weight of +inf, a reverse weight of -inf, and nan raise ValueError: a weight overflowed. The README of the
    clients says what a weight must mean. Other options are those of `breadboard aide`, such as runs=10000.
    """
    __tracebackhide__ = True
    space = Space(shape)

    def weight(logw, way, null):  # JSON has no infinity: null stands for one of them, and the other is no log weight
        if logw == null:
            return None
        if not math.isfinite(logw):
            raise ValueError(f"{way} returned the log weight {logw}; a finite number or {null} would do")
        return float(logw)

    def answer(told):
        if "forward" in told:
            runs = (forward() for _ in range(told["forward"]))
            return [[space.number(x), weight(logw, "forward", -math.inf)] for x, logw in runs]
        if "reverse" in told:
            return [weight(reverse(space.cells[x]), "reverse", math.inf) for x in told["reverse"]]

    flags = {"gold": "posterior", "skip_exact": True, "mc_seed": seed, **options}
    return converse(answer, space.values(logf), space, "aide", flags)


class Space:
    """The cells of a grid in the order of their numbers: the last axis runs fastest."""

    def __init__(self, shape):
        self.shape = tuple(shape) if hasattr(shape, "__len__") else (shape,)
        self.cells = list(itertools.product(*map(range, self.shape)))
        if not hasattr(shape, "__len__"):
            self.cells = list(range(shape))
        self.numbers = {cell: x for x, cell in enumerate(self.cells)}

    def number(self, cell):
        try:
            return self.numbers[tuple(cell) if hasattr(cell, "__len__") else cell]
        except (KeyError, TypeError):
            raise ValueError(f"the sampler returned {cell!r}, which is no cell of shape {self.shape}") from None

    def values(self, logf):
        def flat(part, shape):
            if shape and len(part) != shape[0]:
                raise ValueError(f"logf has not the shape {self.shape}")
            return [v for row in part for v in flat(row, shape[1:])] if shape else [float(part)]

        if not callable(logf):
            return flat(logf, self.shape)
        return [float(logf(*cell) if isinstance(cell, tuple) else logf(cell)) for cell in self.cells]


def converse(answer, values, space, command, options):
    """Answer what the program asks, and return its verdict, or raise it."""
    __tracebackhide__ = True
    binary = options.pop("binary", None) or os.environ.get("BREADBOARD") or "breadboard"
    if shutil.which(binary) is None:
        raise FileNotFoundError(f"no program {binary}; the argument binary, BREADBOARD or the PATH may name it")
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    report, said = "", ""
    with tempfile.TemporaryDirectory() as folder:
        write_array(os.path.join(folder, "logf.npy"), values, space.shape)
        args = [os.path.abspath(shutil.which(binary)), command, "--exec=-", "--target=logf.npy", "--timeout=24h", *flags]
        with subprocess.Popen(args, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8") as program:
            for line in program.stdout:
                if line.startswith('{"'):  # a question; the report comes after the last
                    told = json.loads(line)
                    if "seed" in told:
                        random.seed(told["seed"])
                    replies = answer(told)
                    if replies is not None:
                        print(json.dumps(replies), file=program.stdin, flush=True)
                elif line.startswith("breadboard: "):  # how far it is, or what is wrong
                    said = line
                    sys.stderr.write(line)
                else:
                    report += line
    verdict = report.partition("exec: -. ")[2].split("\nWarning")[0] or report.split("\n\n")[0]
    if program.returncode == 1 and report:
        raise AssertionError(verdict)
    if program.returncode != 0:
        raise RuntimeError(said or f"{binary} ended with exit code {program.returncode}")
    if "not enough data to tell" in verdict or "Stopped before" in verdict or "cannot be told" in verdict:
        warnings.warn(verdict, stacklevel=3)
    return verdict


def write_array(path, values, shape):
    """Write float64 as NumPy does, so that a target may have any number of axes."""
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        file.write(struct.pack(f"<{len(values)}d", *values))
