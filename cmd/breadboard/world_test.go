package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// onTerminal returns what a terminal gets of a command; util-linux' script has one for us.
func onTerminal(t *testing.T, command string, env ...string) string {
	t.Helper()
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(script, "-qec", binary+" "+command, "/dev/null")
	cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool {
		return strings.HasPrefix(s, "NO_COLOR=") || strings.HasPrefix(s, "TERM=")
	})
	cmd.Env = append(cmd.Env, env...)
	return finish(t, cmd, t.TempDir(), cmd.Run).stdout
}

const bold, bar = "\x1b[1m", "% |" // of the heads, and of the progress bar

// On a terminal heads are bold, unless NO_COLOR or a dumb terminal says otherwise,
// and the work's progress is shown.
func TestTerminal(t *testing.T) {
	const exact = "exact --toy barrier -T 10,20"
	for _, c := range []struct {
		command    string
		env        string
		bold, bars bool
	}{
		{exact, "TERM=xterm", true, true},
		{exact, "NO_COLOR=1", false, true},
		{exact, "TERM=dumb", false, true},
		{"list", "TERM=xterm", true, false},
	} {
		out := onTerminal(t, c.command, c.env)
		if got := strings.Contains(out, bold); got != c.bold {
			t.Errorf("%s with %s: bold is %v, want %v: %q", c.command, c.env, got, c.bold, out)
		}
		if got := strings.Contains(out, bar); got != c.bars {
			t.Errorf("%s with %s: a bar is %v, want %v: %q", c.command, c.env, got, c.bars, out)
		}
	}
}

// The bar goes before the table comes, and does not come back to wipe it.
func TestTerminalBar(t *testing.T) {
	out := onTerminal(t, "sample --toy easy -T 10 --chains 100", "TERM=xterm")
	last := strings.LastIndex(out, bar)
	if last < 0 {
		t.Errorf("there is no bar: %q", out)
	}
	if last > strings.Index(out, "stderr") {
		t.Errorf("the bar is not gone before the table: %q", out)
	}
	if strings.HasSuffix(out, "\r") {
		t.Errorf("the bar comes back after the table: %q", out)
	}
}
