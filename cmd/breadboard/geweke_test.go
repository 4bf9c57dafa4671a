package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGeweke: a sound kernel fits, with a picture; and bad input is one line.
func TestGeweke(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, strings.Fields("geweke --toy clustering:3:2 --kernel heat-bath --draws 200 --pictures pics")...)
	if want := "The kernel fits clustering:3:2, as far as 200 draws tell."; !strings.Contains(out, want) {
		t.Errorf("no line %q in %s", want, out)
	}
	for _, name := range []string{"geweke.png", "geweke.svg"} {
		if info, err := os.Stat(filepath.Join(dir, "pics", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s is not drawn: %v", name, err)
		}
	}
}

func TestGewekeRefuses(t *testing.T) {
	for args, says := range map[string]string{
		"": "--toy is missing; a model, one of clustering:N:K",
		"--toy barrier": "--toy barrier is no model; one of clustering:N:K, attributes:N:K, " +
			"lowrank:N:D:K, regression:N:POINTS would do",
		"--toy clustering:2:2 --draws 0":  "--draws 0; a number from 1 to 100000 would do",
		"--toy clustering:2:2 --steps=-1": "--steps -1; a number from 1 to 10000 would do",
		"--toy clustering:2:2 --kernel x": `"x" is unknown`,
		"--toy clustering:30:2":           "cells",
	} {
		refused(t, program(t, t.TempDir(), strings.Fields("geweke "+args)...), says)
	}
}
