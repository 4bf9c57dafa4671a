//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// leadGroup makes a command lead a process group of its own. Cancel kills the group: the command, and what it starts.
func leadGroup(program *exec.Cmd) {
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	program.Cancel = func() error { return syscall.Kill(-program.Process.Pid, syscall.SIGKILL) }
}
