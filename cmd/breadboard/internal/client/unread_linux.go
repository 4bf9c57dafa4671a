package client

import (
	"io"
	"syscall"

	"golang.org/x/sys/unix"
)

// unread reports whether a command has not yet read all that was written to its pipe.
func unread(pipe io.Writer) (is bool) {
	file, ok := pipe.(syscall.Conn)
	if !ok {
		return false
	}
	if raw, err := file.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) {
			n, err := unix.IoctlGetInt(int(fd), unix.TIOCINQ)
			is = err == nil && n > 0
		})
	}
	return is
}
