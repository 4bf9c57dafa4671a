//go:build unix

package client

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"breadboard/grid/must"
)

// A tree is a program with a child and a grandchild. All have the write end of a pipe, which ends
// when none of them is left.
const tree = "(sleep 60 & echo >&3; wait) & echo >&3; exec sleep 60"

// plant starts a tree by start, and returns the pipe when all of it lives.
func plant(t *testing.T, start func(program *exec.Cmd) error) (alive *os.File) {
	t.Helper()
	alive, theirs, err := os.Pipe()
	must.Do(t, err)
	defer theirs.Close()
	t.Cleanup(func() { alive.Close() })
	program := exec.Command("/bin/sh", "-c", tree)
	program.ExtraFiles = []*os.File{theirs}
	if err := start(program); err != nil {
		t.Skip(err)
	}
	for range 2 {
		if _, err := alive.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
	}
	return alive
}

// felled fails t if the tree lives on.
func felled(t *testing.T, alive *os.File) {
	t.Helper()
	_ = alive.SetReadDeadline(time.Now().Add(30 * time.Second))
	must.Refuse(alive.Read(make([]byte, 1)))(t, "EOF", "the tree lives")
}

// When the guardian's pipe ends, as it does when we end, the guardian kills the group. Before that
// the tree lives, which shows that the test can see it.
func TestGuardianKills(t *testing.T) {
	g := new(group)
	if err := g.startGuardian(); err != nil {
		t.Skip(err)
	}
	alive := plant(t, g.start)
	_ = alive.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
	if _, err := alive.Read(make([]byte, 1)); !os.IsTimeout(err) {
		t.Errorf("the tree does not live: %v", err)
	}
	g.held.Close()
	felled(t, alive)
	_ = g.program.Wait()
	g.end()
	if g.guardian.ProcessState == nil {
		t.Error("nobody has waited for the guardian")
	}
}

// The guardian ends with the group, and nothing is killed after that: its number may be another's.
func TestGuardianEnds(t *testing.T) {
	g, err := startGroup(exec.Command("true"))
	if err != nil {
		t.Skip(err)
	}
	_ = g.program.Wait()
	g.end()
	if !g.over {
		t.Error("the group is over, and does not know it")
	}
	g.guardian, g.program = nil, nil // a kill would now fail
	g.kill()
}

// Without a guardian the group is killed as well, as long as we live.
func TestGroupWithoutGuardian(t *testing.T) {
	g := new(group)
	alive := plant(t, g.start)
	g.kill()
	_ = g.program.Wait()
	felled(t, alive)
	g.end()
}
