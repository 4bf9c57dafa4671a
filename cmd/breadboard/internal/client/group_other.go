//go:build !unix

package client

import "os/exec"

// leadGroup does nothing: this system has no process groups, and Cancel kills the command alone.
func leadGroup(*exec.Cmd) {}
