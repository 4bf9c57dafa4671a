//go:build !unix

package client

import (
	"os"
	"os/exec"
)

// apart does nothing: this system has no process groups.
func apart(*exec.Cmd) {}

// killGroup kills the process alone, if it still runs.
func killGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}
