//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"breadboard/grid/must"
)

// TestReproduceByKernel: the rows of a command stand beside Metropolis, and those of Metropolis itself have its J and B.
func TestReproduceByKernel(t *testing.T) {
	dir := t.TempDir()
	var tables map[string][]map[string]any
	worksJSON(t, &tables, dir, "reproduce", "--quick", "--out", "other", "--exec",
		"python3 "+absolute(t, "clients/metropolis.py"))
	for _, row := range tables["published"] {
		computed := row["computed"].(float64)
		must.Near(t, row["beside"].(float64), computed, 1e-9*computed, "%s of %s", row["quantity"], row["toy"])
	}
	if len(tables["published"]) == 0 || tables["ensemble"] != nil {
		t.Error("there are no published numbers, or there is an ensemble, which no command has")
	}
}

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
