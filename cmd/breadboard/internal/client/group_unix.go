//go:build unix

package client

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// A group is a process group: a program and all processes that it starts, unless they leave
// it. Nothing in it outlives us, however we end. Its leader is a guardian, which reads a pipe
// that we alone can write to. When we end, even by SIGKILL, the pipe ends, and the guardian
// kills the group, itself included. While the guardian has not been waited for, the system gives
// the group's number to no other group.
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
	g := &group{program: program}
	leader := 0
	if g.startGuardian() == nil {
		leader = g.guardian.Process.Pid
	}
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: leader}
	dieWithThread(program.SysProcAttr)
	if err := program.Start(); err != nil {
		g.end()
		return nil, err
	}
	return g, nil
}

// startGuardian starts the guardian, as the leader of a group. Its last word names it in lists of
// processes.
func (g *group) startGuardian() error {
	theirs, ours, err := os.Pipe()
	if err != nil {
		return err
	}
	defer theirs.Close()
	guardian := exec.Command("/bin/sh", "-c", guard, "breadboard-guardian")
	guardian.Stdin, guardian.Env, guardian.Dir = theirs, []string{}, "/"
	guardian.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := guardian.Start(); err != nil {
		ours.Close()
		return err
	}
	g.guardian, g.held = guardian, ours
	return nil
}

// kill kills all processes of the group, until end is called.
func (g *group) kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.killAll()
}

func (g *group) killAll() {
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
	g.mu.Lock()
	defer g.mu.Unlock()
	g.killAll()
	g.over = true
	if g.guardian != nil {
		_ = g.guardian.Wait() // it was killed
		g.held.Close()
	}
}
