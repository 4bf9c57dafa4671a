//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What can be no file is refused as the name of one, before any work, with and without --force.
func TestFaultsNameOfNoFile(t *testing.T) {
	for _, name := range []string{".", "..", "out/..", ".breadboard-manifest.json", "/dev/null", "pipe"} {
		dir := t.TempDir()
		if name == "pipe" {
			if err := os.Symlink("/dev/null", filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		for _, force := range []string{"", " --force"} {
			args := strings.Fields("exact --toy barrier -T 3 --save-betas " + name + force)
			refused(t, program(t, dir, args...), name+": not a file; another name or directory would do")
		}
	}
}

// Numbers of a spec are as in flags: hexadecimal and underscores are refused, although TOML has them.
func TestFaultsNumbersOfSpec(t *testing.T) {
	for _, number := range []string{"0x10", "1_000", "0o17", "0b11"} {
		dir := t.TempDir()
		put(t, dir, "spec.toml", "toy = 'easy'\nT = ["+number+"]\n")
		refused(t, program(t, dir, "sweep", "spec.toml", "--out", "out"), "spec.toml: line 2 has the number "+number,
			"decimal digits alone")
	}
}

// A pipe in the place of the list of what was written is refused: nothing waits for it.
func TestFaultsPipeForRecord(t *testing.T) {
	for _, name := range []string{"out/.breadboard-manifest.json"} {
		dir := t.TempDir()
		works(t, dir, strings.Fields("sweep --toy barrier -T 3 --out out")...)
		_ = os.Remove(filepath.Join(dir, name))
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skipf("no pipes here: %v", err)
		}
		for _, command := range []string{"merge out", "sweep --toy barrier -T 3 --out out"} {
			refused(t, program(t, dir, strings.Fields(command)...), name, "it is not a file")
		}
	}
}
