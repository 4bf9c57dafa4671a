//go:build unix

package system

import (
	"os/exec"
	"syscall"
)

// detach lets a program live on when Ctrl-C is pressed in the terminal of this one.
func detach(program *exec.Cmd) { program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
