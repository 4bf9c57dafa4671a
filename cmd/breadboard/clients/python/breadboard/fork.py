"""A copy of this process. It ends with this process, however that ends, and no wait on it is without a limit."""
import contextlib
import fcntl
import multiprocessing
import os
import resource
import signal
import socket
import struct
import time
import warnings

MEMORY = 2 << 30  # bytes that a copy may take beside those of this process
LATE = 60  # seconds after which a copy that should begin, read, or end is given up


def copy(serve, *given):
    """Return the pipe of a copy of this process that runs serve(pipe, ...), and what ends it. The copy leads a process
    group, so that what it starts ends with it."""
    pipe, its = multiprocessing.Pipe()
    life, held = os.pipe()  # nothing is written to it, and it is closed when this process ends
    with warnings.catch_warnings():  # a thread reads what breadboard says, and is not needed there
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            pipe.close()
            os.close(held)
            begin(life)
            serve(its, *given, life)
        finally:
            os._exit(1)
    with contextlib.suppress(OSError):  # it has done so itself
        os.setpgid(child, child)
    its.close()
    os.close(life)
    with socket.socket(fileno=os.dup(pipe.fileno())) as wait:
        for limit in (socket.SO_SNDTIMEO, socket.SO_RCVTIMEO):
            wait.setsockopt(socket.SOL_SOCKET, limit, struct.pack("ll", LATE, 0))
    return pipe, lambda: end(pipe, held, child)


def begin(life):
    """Let this process lead a group that ends with its parent, and with the other end of life, and bound its memory."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    fcntl.fcntl(life, fcntl.F_SETOWN, -os.getpid())
    if hasattr(fcntl, "F_SETSIG"):
        fcntl.fcntl(life, fcntl.F_SETSIG, signal.SIGKILL)
    else:
        signal.signal(signal.SIGIO, lambda *_: os._exit(1))
    fcntl.fcntl(life, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    with contextlib.suppress(BlockingIOError):
        os.read(life, 1)
        os._exit(1)  # the parent had ended before
    with contextlib.suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as file:
        most = int(file.read().split()[0]) * resource.getpagesize() + MEMORY
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def end(pipe, held, child):
    """End a copy and all that it started, and wait for a while until it has ended."""
    pipe.close()
    os.close(held)
    for ends in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            ends(child, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):  # somebody else has waited for it
        until = time.monotonic() + LATE
        while os.waitpid(child, os.WNOHANG) == (0, 0) and time.monotonic() < until:
            time.sleep(0.001)
