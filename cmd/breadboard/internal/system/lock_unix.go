//go:build unix

package main

import (
	"errors"
	"os"
	"syscall"
)

// errBusy is the error of a journal that another process has open.
var errBusy = errors.New("another process has this journal open; waiting until it ends would do")

// lock makes the process the only one that has the file, until it closes it or
// ends, however it ends.
func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// lockShared keeps lock from the file for as long.
func lockShared(f *os.File) error { return flock(f, syscall.LOCK_SH) }

func flock(f *os.File, how int) error {
	for {
		switch err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errBusy
		default:
			return err
		}
	}
}
