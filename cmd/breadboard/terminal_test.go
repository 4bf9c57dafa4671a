package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// inTerminal returns what a terminal gets of a line of the shell.
func inTerminal(t *testing.T, line string, env ...string) string {
	t.Helper()
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(script, "-qec", line, "/dev/null")
	cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool {
		return strings.HasPrefix(s, "NO_COLOR=") || strings.HasPrefix(s, "TERM=")
	})
	cmd.Env = append(cmd.Env, env...)
	return finish(t, cmd, t.TempDir(), cmd.Run).stdout
}

// On a terminal the work's progress is shown, and is gone before the table.
func TestTerminal(t *testing.T) {
	out := inTerminal(t, binary+" exact --toy barrier -T 10,20", "TERM=xterm")
	const bar = "% |"
	last := strings.LastIndex(out, bar)
	if last < 0 || last > strings.Index(out, "│") || strings.HasSuffix(out, "\r") {
		t.Errorf("there is no bar, or it is not gone before the table: %q", out)
	}
}

// A table that is wider than the terminal is in parts.
func TestTerminalWidth(t *testing.T) {
	const line = "stty cols 80; %s exact --toy easy --program importance,ais -T 10 2>/dev/null"
	out := inTerminal(t, fmt.Sprintf(line, binary), "NO_COLOR=1")
	if parts := strings.Count(out, "│  T │"); parts != 2 {
		t.Errorf("on 80 columns the table is in %d parts, want 2:\n%s", parts, out)
	}
	inColumns(t, "exact", strings.ReplaceAll(out, "\r", ""))
}
