//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"breadboard/grid/must"
)

// A signal ends what --exec started too: a program with a child and a grandchild. All of them have the write end of a
// pipe that the test reads: it ends when none of them is left.
func TestSignalsLeaveNothing(t *testing.T) {
	const tree = `sh -c "(sleep 60 & echo >&3; wait) & echo >&3; exec sleep 60"`
	alive, theirs, err := os.Pipe()
	must.Do(t, err)
	defer alive.Close()
	cmd := exec.Command(binary, "validate", "--toy", "barrier", "--exec", tree)
	cmd.ExtraFiles = []*os.File{theirs}
	r := finish(t, cmd, t.TempDir(), func() error {
		err := cmd.Start()
		theirs.Close()
		if err != nil {
			return err
		}
		for range 2 { // a child and a grandchild
			must.Have(alive.Read(make([]byte, 1)))(t)
		}
		_ = cmd.Process.Signal(syscall.SIGTERM)
		return cmd.Wait()
	})
	ended(t, r, result{code: 143, stderr: "breadboard: interrupted\n"})
	_ = alive.SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := alive.Read(make([]byte, 1)); os.IsTimeout(err) {
		t.Error("something lives")
	}
}

// A target from a FIFO tells when the program has begun: it is then interrupted while it waits for the target, and in
// the middle of work that would take minutes.
func TestInterrupt(t *testing.T) {
	for _, target := range []string{"", "0,1\n3,2\n"} {
		dir := t.TempDir()
		fifo := filepath.Join(dir, "target.csv")
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Skip(err)
		}
		cmd := exec.Command(binary, "exact", "-T", "3000000", "--target", "target.csv")
		r := finish(t, cmd, dir, func() error {
			must.Do(t, cmd.Start())
			f := must.Have(os.OpenFile(fifo, os.O_WRONLY, 0))(t)
			defer f.Close()
			if target != "" {
				fmt.Fprint(f, target)
				f.Close()
			}
			_ = cmd.Process.Signal(os.Interrupt)
			return cmd.Wait()
		})
		ended(t, r, result{code: 130, stderr: "breadboard: interrupted\n"})
		if left := listing(t, dir); left != "target.csv" {
			t.Errorf("it left %v, want the target alone", left)
		}
	}
}
