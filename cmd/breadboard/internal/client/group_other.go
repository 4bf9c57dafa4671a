//go:build !unix

package main

import (
	"os"
	"os/exec"
)

// apart does nothing: there are no process groups.
func apart(*exec.Cmd) {}

// killGroup kills one process, if it is left.
func killGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}
