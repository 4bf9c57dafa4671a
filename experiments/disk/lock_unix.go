//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"
)

// Lock makes this process the only one with a lock on the file, until it closes the file or ends in any way. It does
// not wait: a lock in another process is ErrBusy.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return Worded(err)
}
