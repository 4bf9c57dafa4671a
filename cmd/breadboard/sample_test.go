package main

import (
	"strings"
	"testing"
)

// People are told what the marks do to an ESS; programs get the rows alone.
func TestSampleTellsOfSelection(t *testing.T) {
	const says = "An ESS without (!) tends to be too high"
	for format, want := range map[string]bool{"table": true, "markdown": true, "csv": false, "json": false} {
		out := works(t, "", "sample", "--toy", "barrier", "-T", "3", "--chains", "100", "--format", format)
		if got := strings.Contains(out, says); got != want {
			t.Errorf("%s: the note is there: %v, want %v: %s", format, got, want, out)
		}
	}
}
