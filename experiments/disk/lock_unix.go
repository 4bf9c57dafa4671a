//go:build unix

package disk

import (
	"errors"
	"os"
	"slices"
	"syscall"
)

// Lock makes this process the only one with a lock on the file, or one of those that share it, until it closes the file
// or ends in any way. It does not wait: a lock in another process is ErrBusy, unless both share it.
func Lock(f *os.File, shared bool) error {
	how := syscall.LOCK_EX
	if shared {
		how = syscall.LOCK_SH
	}
	return flock(f, how|syscall.LOCK_NB)
}

// wait is Lock of a file that nobody shares. It waits for another process.
func wait(f *os.File) error { return flock(f, syscall.LOCK_EX) }

func flock(f *os.File, how int) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), how); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrBusy
		case slices.ContainsFunc(noLocks, func(e error) bool { return errors.Is(err, e) }):
			return ErrNoLocks
		default:
			return Worded(err)
		}
	}
}

// noLocks are the errors of file systems without locks.
var noLocks = []error{syscall.ENOLCK, syscall.EINVAL, syscall.EBADF, errors.ErrUnsupported}
