"""A copy of this process, in which functions of the user may do what they like: nothing gets out but its answers.

It ends with this process, however that ends, and no wait on it is without a limit.
"""
import contextlib
import os
import signal
import socket
import threading
import time
import warnings
import weakref
from multiprocessing.connection import Pipe

from . import nowhere
from .nowhere import fcntl, resource

MEMORY = 2 << 30  # bytes that a copy may take beside those of this process
BEGIN = 60  # seconds in which a copy begins
TICK, SOON = 0.5, 0.005  # seconds after which a copy is looked at, and one that is to end
PATIENCE = 5  # seconds for the end of a copy that has been killed


class Copy:
    """A copy of this process that answers messages by serve(pipe).

    It has a process group of its own, so that what it starts ends with it.
    """

    def __init__(self, serve, refuse):
        outside = nowhere.Outside()
        self.pipe, its = Pipe()
        life, self.life = os.pipe()  # nothing is written to it, and it is closed when this process ends
        with warnings.catch_warnings():  # a thread reads what breadboard says, and is not needed there
            warnings.simplefilter("ignore", DeprecationWarning)
            self.child = os.fork()
        if self.child == 0:
            try:
                self.pipe.close()
                os.close(self.life)
                begin(its, life)
                outside.lead_nowhere((its.fileno(), life), lambda what: refuse(its, what))
                bound()
                serve(its)
            except Exception as error:  # pylint: disable=broad-except
                refuse(its, f"its copy does not begin: {type(error).__name__}: {error}")
            finally:
                os._exit(1)
        with contextlib.suppress(OSError):  # it has done so itself
            os.setpgid(self.child, self.child)
        its.close()
        os.close(life)
        self.error, self.left = EOFError("it ended the process"), None  # how it ends; seconds for its next word
        self.first = BEGIN  # seconds for its first word
        over = threading.Event()
        self.guard = threading.Thread(target=watch, args=(weakref.ref(self), self.child, over), daemon=True)
        self.guard.start()
        self.end = weakref.finalize(self, end, self.pipe, self.life, self.child, self.guard, over)

    def ask(self, message, seconds):
        """Return the answer to a message. The copy has some seconds for each word: an answer, or None, which says that
        it goes on. Raise TimeoutError if it takes longer, and EOFError if it ends."""
        self.left, self.first = max(seconds, self.first), 0
        try:
            self.pipe.send(message)
            while True:
                word = self.pipe.recv()
                if word is not None:
                    return word
                self.left = seconds
        except (EOFError, OSError):
            self.guard.join(PATIENCE)
            raise self.error from None
        finally:
            self.left = None

    def seen(self, ended, status):
        """Keep how the copy ends, as its parent sees it. Report whether it is to be ended."""
        if ended and os.WIFSTOPPED(status):
            self.error = EOFError("it stopped the process")
            return True
        if not ended and self.left is not None:
            self.left -= TICK  # by ticks, as this process may have been stopped itself
            if self.left <= 0:
                self.error = TimeoutError()
        return isinstance(self.error, TimeoutError)


def begin(pipe, life):
    """Let this process lead a group that ends with its parent, and with the other end of life."""
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


def bound():
    """Bound the memory of this process, where the system says how much it has."""
    with contextlib.suppress(OSError, ValueError), nowhere.real_open("/proc/self/statm", encoding="ascii") as file:
        most = int(file.read().split()[0]) * resource.getpagesize() + MEMORY
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def watch(of, child, over):
    """Look at a copy again and again, until it has ended; end it if it is stopped, or late."""
    while True:
        if over.wait(TICK):
            time.sleep(SOON)
        try:
            ended, status = os.waitpid(child, os.WNOHANG | os.WUNTRACED)
        except ChildProcessError:
            return  # somebody else has waited for it
        copy = of()
        if copy is not None and copy.seen(ended, status):
            kill(child)
            with contextlib.suppress(OSError), socket.socket(fileno=os.dup(copy.pipe.fileno())) as pipe:
                pipe.shutdown(socket.SHUT_RDWR)  # though another process has its other end
        del copy
        if ended and not os.WIFSTOPPED(status):
            with contextlib.suppress(OSError):
                os.killpg(child, signal.SIGKILL)  # what it started may go on
            return


def kill(child):
    """End a copy and all that it started."""
    for ends in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            ends(child, signal.SIGKILL)


def end(pipe, life, child, guard, over):
    """End a copy, and wait for a while until it has ended."""
    over.set()
    if guard.is_alive():
        kill(child)
    pipe.close()
    os.close(life)
    guard.join(PATIENCE)
