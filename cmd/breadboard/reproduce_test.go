//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// The quick reproduction writes its files, and prints their rows.
func TestReproduce(t *testing.T) {
	dir := t.TempDir()
	var printed map[string][]map[string]any
	worksJSON(t, &printed, dir, "reproduce", "--quick", "--out", "other")
	other := contents(t, filepath.Join(dir, "other"))
	var tightness []map[string]any
	decode(t, result{stdout: other["tightness.json"]}, 0, &tightness)
	if len(other) != 21 || len(printed) != 3 || !reflect.DeepEqual(printed["tightness"], tightness) {
		t.Errorf("%d files; %d tables are printed, or tightness is not as in its file", len(other), len(printed))
	}
}

// Ctrl-C while it works: nothing is printed, and the directory it had made is empty.
func TestReproduceInterrupted(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(binary, "reproduce", "--out", "made")
	r := finish(t, cmd, dir, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for range 1000 { // it is made first, and the work takes seconds
			if _, err := os.Stat(filepath.Join(dir, "made")); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return err
		}
		return cmd.Wait()
	})
	ended(t, r, result{code: 130, stderr: r.stderr})
	if n := strings.Count(r.stderr, "\n"); n != 1 {
		t.Errorf("%d lines on stderr, want 1: %q", n, r.stderr)
	}
	if all := contents(t, filepath.Join(dir, "made")); len(all) != 0 {
		t.Errorf("it left %v", all)
	}
}
