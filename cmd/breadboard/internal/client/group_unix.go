//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// apart gives a program that is about to start a process group of its own, whose
// number is its process's. What it starts is in it too, unless it leaves.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a process group, if there is any of it left.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }
