"""A wall around this process and all that it starts, which the system holds: behind it nothing outside changes.

Landlock takes the right to open a file for writing, to make or remove one, and to signal or trace who is outside. What
it leaves open a filter of system calls has.
"""
import ctypes
import errno
import os
import struct
import sys

ABI = 6  # the version of Landlock that knows signals, of Linux 6.12
CREATE, ADD, RESTRICT = 444, 445, 446  # the calls of Landlock, on all machines
WRITE, CHANGE = 1 << 1, 0xFFF2  # rights on files: to write to one, and all but those to read and to run one
OF_ROOT = 0b110  # capabilities that are kept: to look at what others own
NEW_PRIVILEGES, FILTER = 38, 22  # what prctl sets
LOAD, SHIFT, EQUAL, LEAST, RETURN = 0x20, 0x74, 0x15, 0x35, 0x06  # instructions of a filter
CALL, MACHINE, FIRST, SECOND = 0, 4, 16, 24  # where it finds a call, the machine, and two arguments
ALLOW, FAIL = 0x7FFF0000, 0x50000  # answers; FAIL with the number of an error, and with 0 the call does nothing
NEWER = 424  # the first call after Linux 5.0: libraries do without them
LOCKS = 6, 7, 37, 38, 1024  # commands of fcntl that take locks and leases
TERMINAL = 0x54  # commands of ioctl begin so that ask about a stream; those that set a terminal are Landlock's
MACHINES = {"x86_64": (0xC000003E, 16, 72, 302), "aarch64": (0xC00000B7, 29, 25, 261)}  # ioctl, fcntl, prlimit64

# What does nothing: flock; truncate; names made and removed; modes, owners, times and attributes of files; groups and
# sessions of processes, whose end is the copy's; their priorities and processors.
NOTHING = {
    "x86_64": (73, 76, *range(82, 85), *range(86, 89), 133, *range(258, 260), *range(263, 267), 316, *range(90, 95), 132,
               *range(188, 191), *range(197, 200), 235, 260, 261, 268, 280, 109, 112, 141, 142, 144, 203, 251, 314),
    "aarch64": (32, 45, *range(33, 39), 276, *range(52, 56), 88, *range(5, 8), *range(14, 17), 154, 157, 140, 118, 119,
                122, 30, 274)}
# What fails: connect, bind, listen, sendto, sendmsg and sendmmsg; shared memory, semaphores and messages; keys.
FAILS = {
    "x86_64": (42, 49, 50, 44, 46, 307, *range(29, 32), *range(64, 67), *range(68, 72), 220, *range(240, 246),
               *range(248, 251)),
    "aarch64": (203, 200, 201, 206, 211, 269, *range(180, 197), *range(217, 220))}


def there(library):
    """Report whether the system can hold the wall."""
    return (sys.platform == "linux" and sys.maxsize >> 32 and os.uname().machine in MACHINES
            and abi(library) >= ABI)


def abi(library):
    """Return the version of Landlock that the system has, or a number below 1."""
    return library.syscall(CREATE, None, ctypes.c_size_t(0), 1)


def build(library):
    """Build the wall around this process, for good, and return True."""
    rights = library.syscall(CREATE, (ctypes.c_uint64 * 3)(CHANGE, 3, 3), ctypes.c_size_t(24), 0)  # TCP; scopes
    nowhere = os.open(os.devnull, os.O_PATH)
    version, held = (ctypes.c_uint32 * 2)(0x20080522), (ctypes.c_uint32 * 6)()
    library.capget(version, held)
    few = (ctypes.c_uint32 * 6)(held[0] & OF_ROOT, held[1] & OF_ROOT)
    lines = b"".join(struct.pack("=HBBI", *line) for line in answers(os.uname().machine))
    program = ctypes.create_string_buffer(lines)
    for failed in (library.syscall(ADD, rights, 1, struct.pack("=Qi", WRITE, nowhere), 0),
                   library.prctl(NEW_PRIVILEGES, 1, 0, 0, 0),
                   library.syscall(RESTRICT, rights, 0),
                   library.capset(version, few),
                   library.prctl(FILTER, 2, struct.pack("HP", len(lines) // 8, ctypes.addressof(program)))):
        if failed:
            raise OSError("the system holds no wall around it")
    os.close(rights)
    os.close(nowhere)
    return True


def answers(machine):
    """Return the filter: of each instruction its code, how many are skipped where it holds and where not, and a
    number."""
    number, ioctl, fcntl, limit = MACHINES[machine]
    lines = [(LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, number), (RETURN, 0, 0, FAIL | errno.ENOSYS)]
    lines += [(LOAD, 0, 0, CALL), (LEAST, 0, 1, NEWER), (RETURN, 0, 0, FAIL | errno.ENOSYS)]
    for calls, error in (NOTHING, 0), (FAILS, errno.EPERM):
        for call in calls[machine]:
            lines += [(EQUAL, 0, 1, call), (RETURN, 0, 0, FAIL | error)]
    lines += [(EQUAL, 0, 4, limit), (LOAD, 0, 0, FIRST), (EQUAL, 1, 0, 0), (RETURN, 0, 0, FAIL | errno.EPERM)]
    lines += [(RETURN, 0, 0, ALLOW)]
    lines += [(EQUAL, 0, 5, ioctl), (LOAD, 0, 0, SECOND), (SHIFT, 0, 0, 8), (EQUAL, 1, 0, TERMINAL)]
    lines += [(RETURN, 0, 0, FAIL | errno.ENOTTY), (RETURN, 0, 0, ALLOW)]
    lines += [(EQUAL, 1, 0, fcntl), (RETURN, 0, 0, ALLOW), (LOAD, 0, 0, SECOND)]
    for command in LOCKS:
        lines += [(EQUAL, 0, 1, command), (RETURN, 0, 0, FAIL)]
    return [*lines, (RETURN, 0, 0, ALLOW)]
