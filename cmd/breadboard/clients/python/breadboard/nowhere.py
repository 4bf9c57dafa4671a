"""Nothing that a copy of this process does gets out of it.

What is open for writing leads nowhere, and what is read has a place of its own. Memory that is shared with others is
the copy's own. What open() and os.open() open for writing is nothing, and a wall holds the rest. Where the system has
none, what would be seen from outside is refused by name.
"""
import builtins
import contextlib
import ctypes
import functools
import gc
import io
import logging
import mmap
import os
import signal
import stat
import sys
from multiprocessing import util

from . import wall

try:
    import fcntl
    import resource
except ImportError:
    fcntl = resource = None  # Windows, where there are no copies

OF_SYSTEM = ("os.", "pty.", "socket.", "sqlite3.", "subprocess.")  # events of calls of the system
INSIDE = ("os.add_dll_directory", "os.chdir", "os.fwalk", "os.getxattr", "os.listdir", "os.listxattr", "os.putenv",
          "os.scandir", "os.unsetenv", "os.walk", "socket.__new__")  # those that nobody outside sees
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FILES = (io.FileIO, io.BufferedWriter, io.BufferedRandom, io.TextIOWrapper)  # that write
FIXED, FAILED = 0x10, ctypes.c_void_p(-1).value  # of mmap: at this place and no other; its answer where it fails
MOST_SHARED = 1 << 28  # bytes of shared memory without a name that are copied
real_open, real_os_open = open, os.open


class Outside:
    """What this process has outside of itself. Made before the process is copied: to look at an object is to count
    references to it, and in a copy the first write to a page of memory copies the page."""

    def __init__(self):
        """Find files, and write out the buffers of files: in a copy they would be written again."""
        self.written = set()
        for value in gc.get_objects():
            if type(value) in FILES:
                with contextlib.suppress(OSError, ValueError):  # it is closed, or full
                    self.found(value)
        self.library = None if os.name == "nt" else ctypes.CDLL(None)

    def found(self, file):
        """Keep the descriptor of a file that is written, and flush it; a pipe may wait for its reader."""
        raw = getattr(file, "buffer", file)
        raw = getattr(raw, "raw", raw)
        if type(raw) is io.FileIO and file.writable():
            self.written.add(file.fileno())
            if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                file.flush()

    def lead_nowhere(self, kept, refuse):
        """Let all that this process does lead nowhere, but for the descriptors kept. What cannot is refused by name."""
        gc.freeze()  # or what is collected here is unmapped while its memory is copied
        unshare(self.library)
        for descriptor in descriptors():
            if descriptor not in kept:
                redirect(descriptor, descriptor in self.written)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # what a library opens by itself stays empty
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # and says so
        stand_in(refuse, wall.there(self.library) and wall.build(self.library))


def descriptors():
    """Return the descriptors that may be open."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        with contextlib.suppress(OSError):
            return [*map(int, os.listdir(folder))]
    return range(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def redirect(descriptor, written):
    """Let a descriptor lead nowhere. A file that is read is opened again at the same place, where the system can: also
    one that is open for both, as a database is, unless Python writes to it."""
    try:
        mode, flags = os.fstat(descriptor).st_mode, fcntl.fcntl(descriptor, fcntl.F_GETFL)
    except OSError:
        return  # it is closed
    reads = flags & os.O_ACCMODE == os.O_RDONLY
    device = stat.S_ISCHR(mode) and not os.isatty(descriptor)
    if stat.S_ISDIR(mode) or flags & getattr(os, "O_PATH", 0) or reads and device:
        return  # nobody's place is in it
    other = None
    if stat.S_ISREG(mode) and (reads or flags & os.O_ACCMODE == os.O_RDWR and not written):
        with contextlib.suppress(OSError):
            other = real_os_open(f"/proc/self/fd/{descriptor}", os.O_RDONLY)
            os.lseek(other, os.lseek(descriptor, 0, os.SEEK_CUR), os.SEEK_SET)
    if other is None and reads and stat.S_ISREG(mode):
        return
    other = real_os_open(os.devnull, os.O_RDWR) if other is None else other
    os.dup2(other, descriptor)
    os.close(other)


def unshare(library):
    """Make memory that others see too the copy's own: of files by their pages, and else by copying it.

    A database keeps the state of its log there, and an array may be a file's. What is more can be read alone.
    """
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long)
    library.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    with contextlib.suppress(OSError), real_open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps.readlines():
            span, rights, offset, _, inode, *path = line.rstrip("\n").split(None, 5)
            path = path[0] if path else ""
            if rights[1] != "w" or rights[3] != "s" or path.startswith("/dev/") and not (
                    path.startswith("/dev/shm/") or path == "/dev/zero (deleted)"):
                continue  # it is its own, or a device's
            begin, end = (int(place, 16) for place in span.split("-"))
            place = functools.partial(library.mmap, begin, end - begin, mmap.PROT_READ | mmap.PROT_WRITE)
            if not private(place, path, int(inode), int(offset, 16)) and not copied(place, begin, end):
                library.mprotect(begin, end - begin, mmap.PROT_READ)


def private(place, path, inode, offset):
    """Map a file again, so that its pages are the copy's own when they are written. Report whether it is there."""
    with contextlib.suppress(OSError), real_open(path, "rb") as file:
        if os.fstat(file.fileno()).st_ino == inode:
            return place(mmap.MAP_PRIVATE | FIXED, file.fileno(), offset) != FAILED
    return False


def copied(place, begin, end):
    """Copy memory, and report whether it is little enough."""
    if end - begin > MOST_SHARED:
        return False
    values = ctypes.string_at(begin, end - begin)
    if place(mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | FIXED, -1, 0) == FAILED:
        return False
    ctypes.memmove(begin, values, len(values))
    return True


def stand_in(refuse, walled):
    """Let what this process opens for writing lead nowhere. What cannot is refused by name, and without a wall all that
    would be seen from outside."""
    sys.dont_write_bytecode = True
    modes = ("r", "w", "w")
    sys.stdin, sys.stdout, sys.stderr = (real_open(os.devnull, mode, encoding="utf-8") for mode in modes)
    builtins.open = io.open = open_nowhere
    os.open = os_open_nowhere
    logging.FileHandler._open = lambda self: open_nowhere(self.baseFilename, "w", encoding="utf-8")
    if not walled:
        util.spawnv_passfds = lambda path, *_: refuse(f"{path}, which is started")
    sys.addaudithook(lambda event, values: heard(event, values, refuse, walled))


def open_nowhere(file, mode="r", *more, **options):
    """Open a file for reading; in place of one for writing what leads nowhere."""
    if isinstance(mode, str) and {*mode} & {*"wax+"} and not isinstance(file, int):
        file, mode = os.devnull, mode.replace("x", "w")
    return real_open(file, mode, *more, **options)


def os_open_nowhere(path, flags, *more, **options):
    """Stand in for os.open, as open_nowhere does for open."""
    if flags & WRITING:
        return real_os_open(os.devnull, flags & os.O_ACCMODE)
    return real_os_open(path, flags, *more, **options)


def heard(event, values, refuse, walled):
    """Refuse what is about to happen, if it would be seen from outside."""
    if event == "open":
        path, _, flags = values
        if not isinstance(path, int) and (flags or 0) & WRITING and os.fsdecode(path) != os.devnull:
            refuse(f"a file that is opened for writing ({os.fsdecode(path)}), by a function that is held")
    elif not walled and event.startswith(OF_SYSTEM) and event not in INSIDE and (event, *values[:1]) != (
            "os.kill", os.getpid()):
        refuse(f"{event}, which is seen outside of it")
