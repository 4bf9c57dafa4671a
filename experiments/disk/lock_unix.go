//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"
)

// Lock makes this process the only one with a lock on the file, until it closes the file or ends in any way. It does
// not wait: a lock in another process is ErrBusy.
func Lock(f *os.File) error { return flock(f, syscall.LOCK_EX|syscall.LOCK_NB) }

// waitForLock is Lock after another process has given its lock back.
func waitForLock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

func flock(f *os.File, how int) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), how); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrBusy
		default:
			return Worded(err)
		}
	}
}
