//go:build unix

package client

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// A group is a process group: a program and all processes that it starts, unless they leave it. Nothing in it outlives
// us, however we end. Its leader is a guardian, which reads a pipe that we alone can write to. When we end, even by
// SIGKILL, the pipe ends, and the guardian kills the group, itself included. The system gives the group's number to no
// other group before we have waited for the guardian, so that no stranger is killed.
type group struct {
	guardian *exec.Cmd // nil where there is no sh: the program then leads its group
	held     *os.File  // our end of the guardian's pipe
	program  *exec.Cmd

	mu   sync.Mutex
	over bool // the group's number is free for others
}

// guard is the guardian's script. It ignores what a program may send to its group.
const guard = "trap '' HUP INT QUIT TERM; read -r line; kill -KILL 0"

// startGroup starts a program in a group of its own. Call it on a locked thread that lives as
// long as the program (see dieWithThread).
func startGroup(program *exec.Cmd) (*group, error) {
	g := new(group)
	_ = g.startGuardian() // where there is no sh it goes without
	return g, g.start(program)
}

// startGuardian starts the guardian, as the leader of a group. Its last word names it in lists of processes.
func (g *group) startGuardian() error {
	theirs, ours, err := os.Pipe()
	if err != nil {
		return err
	}
	defer theirs.Close()
	guardian := exec.Command("/bin/sh", "-c", guard, "breadboard-guardian")
	guardian.Stdin = theirs
	guardian.Env = []string{}
	guardian.Dir = "/"
	guardian.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := guardian.Start(); err != nil {
		ours.Close()
		return err
	}
	g.guardian, g.held = guardian, ours
	return nil
}

// start starts the program in the guardian's group, or in its own if there is no guardian.
func (g *group) start(program *exec.Cmd) error {
	g.program = program
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if g.guardian != nil {
		program.SysProcAttr.Pgid = g.guardian.Process.Pid
	}
	dieWithThread(program.SysProcAttr)
	err := program.Start()
	if err != nil {
		g.end()
	}
	return err
}

// kill kills all processes of the group, until end is called.
func (g *group) kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.over:
	case g.guardian != nil:
		_ = syscall.Kill(-g.guardian.Process.Pid, syscall.SIGKILL)
	case g.program.Process != nil:
		_ = syscall.Kill(-g.program.Process.Pid, syscall.SIGKILL)
	}
}

// end kills the rest of the group. Call it after the program has ended.
func (g *group) end() {
	g.kill()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.over = true
	if g.guardian != nil {
		_ = g.guardian.Wait() // it was killed
		g.held.Close()
	}
}
