"""Nothing that a copy of this process does gets out of it.

What is open for writing leads nowhere, what is read has a place of its own, and memory that is shared is copied. A file
that is opened for writing leads nowhere; what else would be seen from outside is refused.
"""
import builtins
import contextlib
import ctypes
import io
import mmap
import os
import signal
import stat
import sys

from .source import refuse

try:
    import fcntl
    import resource
except ImportError:
    fcntl = resource = None  # Windows, where there are no copies

SEEN = ("os.chmod", "os.chown", "os.kill", "os.killpg", "os.link", "os.mkdir", "os.remove", "os.removexattr",
        "os.rename", "os.rmdir", "os.setxattr", "os.symlink", "os.truncate", "os.utime", "socket.bind",
        "socket.connect", "socket.sendmsg", "socket.sendto", "sqlite3.connect")  # events that others see
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
real_open = open


def lead_nowhere(kept):
    """Let all that this process does lead nowhere, but for the descriptors kept."""
    if fcntl is not None:
        copy_memory()
        for descriptor in descriptors():
            if descriptor not in kept:
                redirect(descriptor)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # what a library opens by itself stays empty
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # and says so
    sys.dont_write_bytecode = True
    modes = ("r", "w", "w")
    sys.stdin, sys.stdout, sys.stderr = (real_open(os.devnull, mode, encoding="utf-8") for mode in modes)
    builtins.open = io.open = open_nowhere
    sys.addaudithook(heard)


def descriptors():
    """Return the descriptors that may be open."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        with contextlib.suppress(OSError):
            return [*map(int, os.listdir(folder))]
    return range(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def redirect(descriptor):
    """Let a descriptor lead nowhere. A file that can be read is opened again for that, at the same place, where the
    system can: its place is seen from outside too."""
    try:
        mode, flags = os.fstat(descriptor).st_mode, fcntl.fcntl(descriptor, fcntl.F_GETFL)
    except OSError:
        return  # it is closed
    way = flags & os.O_ACCMODE
    if stat.S_ISDIR(mode) or flags & getattr(os, "O_PATH", 0) or way == os.O_RDONLY and stat.S_ISCHR(mode):
        return  # nobody's place is in it
    path, how = os.devnull, os.O_RDWR
    if stat.S_ISREG(mode) and way != os.O_WRONLY and descriptor > 2 and os.path.exists(f"/proc/self/fd/{descriptor}"):
        path, how = f"/proc/self/fd/{descriptor}", os.O_RDONLY
    other = os.open(path, how)
    if how == os.O_RDONLY:
        os.lseek(other, os.lseek(descriptor, 0, os.SEEK_CUR), os.SEEK_SET)
    os.dup2(other, descriptor)
    os.close(other)


def copy_memory():
    """Let memory that others see too, as that of a file or of a lock, be this process's own."""
    library = ctypes.CDLL(None)
    library.mmap.restype = ctypes.c_void_p
    library.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long)
    kind = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x10  # MAP_FIXED, which Python does not name
    with contextlib.suppress(OSError), open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps.readlines():
            span, access, _, _, inode, *path = line.rstrip("\n").split(None, 5)
            device = "".join(path).startswith("/dev/") and not path[0].startswith(("/dev/shm/", "/dev/zero"))
            if access[1] == "w" and access[3] == "s" and inode != "0" and not device:
                begin, end = (int(place, 16) for place in span.split("-"))
                values = ctypes.string_at(begin, end - begin)
                library.mmap(begin, end - begin, mmap.PROT_READ | mmap.PROT_WRITE, kind, -1, 0)
                ctypes.memmove(begin, values, len(values))


def open_nowhere(file, mode="r", *more, **options):
    """Open a file for reading; in place of one for writing what leads nowhere."""
    if isinstance(mode, str) and {*mode} & {*"wax+"} and not isinstance(file, int):
        file, mode = os.devnull, mode.replace("x", "w")
    return real_open(file, mode, *more, **options)


def heard(event, values):
    """Refuse what is about to happen, if it would be seen from outside."""
    if event == "open":
        path, _, flags = values
        if not isinstance(path, int) and (flags or 0) & WRITING and os.fsdecode(path) != os.devnull:
            refuse(f"a file that is opened for writing ({os.fsdecode(path)}); use open, which leads nowhere there")
    elif event in SEEN and values[:1] != (os.getpid(),):
        refuse(f"{event}, which would be seen outside of the copy in which it is followed; leave it out")
