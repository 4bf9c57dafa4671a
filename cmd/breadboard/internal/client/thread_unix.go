//go:build unix && !linux

package client

import "syscall"

// dieWithThread does nothing: on this system a program cannot ask to die with another.
func dieWithThread(*syscall.SysProcAttr) {}
