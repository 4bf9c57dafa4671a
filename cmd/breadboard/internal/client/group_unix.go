//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// leadGroup has a program lead a process group of its own, which Cancel kills: the program, and what it starts.
func leadGroup(program *exec.Cmd) {
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	program.Cancel = func() error { return syscall.Kill(-program.Process.Pid, syscall.SIGKILL) }
}
