//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestReproduceGoesOn: after Ctrl-C nothing is printed, the directory has what was found, and the same command goes on
// to the files of a run that nobody stopped.
func TestReproduceGoesOn(t *testing.T) {
	dir := t.TempDir()
	whole := t.TempDir()
	works(t, whole, "reproduce", "--quick", "--out", "made")
	cmd := exec.Command(binary, "reproduce", "--quick", "--out", "made")
	kept := filepath.Join(dir, "made", "unfinished-quick.jsonl")
	r := finish(t, cmd, dir, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if _, err := os.Stat(kept); err == nil { // it is made first, and the work takes a while
				break
			}
		}
		_ = cmd.Process.Signal(os.Interrupt)
		return cmd.Wait()
	})
	ended(t, r, result{code: 130,
		stderr: "breadboard: interrupted; the same command again goes on from here\n"})
	if left := listing(t, filepath.Join(dir, "made")); left != "unfinished-quick.jsonl" {
		t.Errorf("it left %s, want the journal alone", left)
	}
	works(t, dir, "reproduce", "--quick", "--out", "made")
	same(t, contents(t, filepath.Join(dir, "made")), contents(t, filepath.Join(whole, "made")))
}
