//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// apart gives a program that is about to start a process group of its own. The group
// has the process's number and holds all processes that it starts, unless they leave.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the rest of a process group.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }
