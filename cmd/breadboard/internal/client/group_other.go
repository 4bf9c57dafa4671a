//go:build !unix

package client

import "os/exec"

// A group is the program alone: this system has no process groups.
type group struct{ program *exec.Cmd }

// startGroup starts the program.
func startGroup(program *exec.Cmd) (*group, error) {
	return &group{program}, program.Start()
}

// kill kills the program, if it still runs.
func (g *group) kill() { _ = g.program.Process.Kill() }

// end does nothing: the program has ended.
func (g *group) end() {}
