package client

import (
	"fmt"
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

// TestReadingOn: a script in R or Python that reads no questions, and serves no step, is told how it would; others what
// a command does.
func TestReadingOn(t *testing.T) {
	const serve, call = "end it by breadboard_serve(step)", "import breadboard, end it by print(breadboard.validate("
	for code, want := range map[string]string{
		"step <- function(x, logf) x\n":                                             serve,
		"source(\"breadboard.R\")\nstep <- function(x, logf) x\n":                   serve,
		"source(\"breadboard.R\")\nbreadboard_serve(function(x, logf) x)\n":         "reads on until",
		"while (length(line <- readLines(file(\"stdin\"), n = 1)) > 0) cat(line)\n": "reads on until",
		"def step(cell, beta):\n    return cell\n":                                  call,
		"for line in sys.stdin:\n    print(line)\n":                                 "reads on until",
		"while True:\n    print(input())\n":                                         "reads on until",
	} {
		runs, ending := "Rscript", ".R"
		if strings.Contains(code, ":\n") {
			runs, ending = "python3", ".py"
		}
		script := must.File(t, "mine"+ending, code)
		must.Say(t, readingOn([]string{runs, script}), want)
		if want == call {
			must.Say(t, readingOn([]string{runs, script}), "and run python3 "+script)
		}
	}
	must.Say(t, readingOn([]string{"awk", "-f", "step.awk"}), "reads on until")
}

// TestUnloaded: a library that is to be preloaded, and is not there, is a fault of the command: it would run without
// it. One that is there is none, and one without a folder is looked for by the system.
func TestUnloaded(t *testing.T) {
	is, not := must.File(t, "is.so", ""), filepath.Join(t.TempDir(), "not.so")
	for libraries, missing := range map[string]bool{not: true, is + ":" + not: true, is + " " + not: true, is: false,
		"not.so": false, "": false} {
		c, err := launch(t.Context(), "env 'LD_PRELOAD="+libraries+"' true", testWait, 1, testGrid)
		if missing {
			must.Say(t, fmt.Sprint(err), "LD_PRELOAD="+not+": no such file or directory; compile it")
			continue
		}
		must.Do(t, err)
		must.Do(t, c.Close())
	}
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
