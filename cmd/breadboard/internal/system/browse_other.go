//go:build !unix

package system

import "os/exec"

// detach does nothing: this system has no process groups.
func detach(*exec.Cmd) {}
