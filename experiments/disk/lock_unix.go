//go:build unix

package disk

import (
	"errors"
	"os"
	"slices"
	"syscall"
)

// lock makes this process the only one with a lock on the file, until it closes the
// file or ends in any way. It does not wait: a lock of either kind in another process
// is an error.
func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// lockShared keeps others from having a Lock on the file, but not from sharing it.
func lockShared(f *os.File) error { return flock(f, syscall.LOCK_SH) }

func flock(f *os.File, how int) error {
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
