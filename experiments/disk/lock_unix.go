//go:build unix

package disk

import (
	"errors"
	"os"
	"slices"
	"syscall"
)

func flock(f *os.File, shared bool) error {
	how := syscall.LOCK_EX
	if shared {
		how = syscall.LOCK_SH
	}
	for {
		switch err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrBusy
		case slices.ContainsFunc(noLocks, func(e error) bool { return errors.Is(err, e) }):
			return ErrNoLocks
		default:
			return inWords(err)
		}
	}
}

// noLocks are the errors of file systems without locks. NFS has none for directories, which are open
// for reading alone, and says EBADF.
var noLocks = []error{syscall.ENOLCK, syscall.EINVAL, syscall.EBADF, errors.ErrUnsupported}
