package client

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// TestCallsUs: a fault of a script that imports breadboard says to run the script itself, also if it cannot be started.
// One that speaks of breadboard alone, or is no Python, has its own fault, and a client that works may import it.
func TestCallsUs(t *testing.T) {
	const says = "imports breadboard, and calls it itself: run python3 "
	for code, is := range map[string]bool{
		"import breadboard\n":                             true,
		"import math, random, breadboard\n":               true,
		"try:\n    from breadboard import validate\n":     true,
		"from breadboard.commands import validate\n":      true,
		"import breadboard_like\n# import breadboard\n":   false,
		"import re  # and not breadboard\n":               false,
		"import my.breadboard\nfrom clients import run\n": false,
	} {
		script := filepath.Join(t.TempDir(), "mine.py")
		must.Do(t, os.WriteFile(script, []byte(code), 0o666))
		for _, command := range []string{inShell("exit 0") + " " + script, script} {
			err := moved(t, command)
			if err == nil || strings.Contains(err.Error(), says+script) != is {
				t.Errorf("of %q, by %s, the error is %v", code, command, err)
			}
		}
		must.Do(t, moved(t, inShell(three+"echo [0,1,2]; cat")+" "+script))
	}
}

// TestReadingOn: a script in R that reads no lines, and serves no step, is told how it would; others what a command
// does.
func TestReadingOn(t *testing.T) {
	for code, want := range map[string]string{
		"step <- function(x, logf) x\n":                                             "end it by breadboard_serve(step)",
		"source(\"breadboard.R\")\nstep <- function(x, logf) x\n":                   "end it by breadboard_serve(step)",
		"source(\"breadboard.R\")\nbreadboard_serve(function(x, logf) x)\n":         "reads on until",
		"while (length(line <- readLines(file(\"stdin\"), n = 1)) > 0) cat(line)\n": "reads on until",
	} {
		script := filepath.Join(t.TempDir(), "mine.R")
		must.Do(t, os.WriteFile(script, []byte(code), 0o666))
		must.Say(t, readingOn([]string{"Rscript", script}), want)
	}
	must.Say(t, readingOn([]string{"awk", "-f", "step.awk"}), "reads on until")
}

// moved returns the error of one move of a command.
func moved(t *testing.T, command string) error {
	t.Helper()
	k, err := StartKernel(t.Context(), command, testWait, 1, testGrid)
	if err != nil {
		return err
	}
	defer k.Close()
	if err := k.Aim(t.Context(), 0.5, testLogF); err != nil {
		return err
	}
	return k.Move(t.Context(), make([]int, 3), []int{0, 1, 2})
}
