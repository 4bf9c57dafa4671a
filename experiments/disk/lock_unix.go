//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"
)

// Lock locks the file for this process, until it closes the file or ends. If another process has a lock, the error is
// ErrBusy.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return Worded(err)
}
