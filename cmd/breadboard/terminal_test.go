package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// onTerminal returns what a terminal gets of a command; util-linux' script has one for us.
func onTerminal(t *testing.T, command string, env ...string) string {
	t.Helper()
	return inTerminal(t, binary+" "+command, env...)
}

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

const bar = "% |" // of the progress bar

// On a terminal the work's progress is shown, and is gone before the table.
func TestTerminal(t *testing.T) {
	const exact = "exact --toy barrier -T 10,20"
	for _, c := range []struct {
		command string
		env     string
		bars    bool
	}{
		{exact, "TERM=xterm", true},
		{exact, "NO_COLOR=1", true},
		{exact, "TERM=dumb", true},
		{"list", "TERM=xterm", false},
	} {
		out := onTerminal(t, c.command, c.env)
		if last := strings.LastIndex(out, bar); c.bars &&
			(last > strings.Index(out, "│") || strings.HasSuffix(out, "\r")) {
			t.Errorf("%s: the bar is not gone before the table: %q", c.command, out)
		}
		if got := strings.Contains(out, bar); got != c.bars {
			t.Errorf("%s with %s: a bar is %v, want %v: %q", c.command, c.env, got, c.bars, out)
		}
	}
}

// A table is as wide as the terminal, so that a wide one is not broken where there is room, and no line is wider than a
// narrow one. Notes are never wider than 80 columns, and no terminal is taken to be narrower than 60.
func TestTerminalWidth(t *testing.T) {
	const programs = "exact --toy easy --program importance,ais -T 10"
	heads := regexp.MustCompile("(?m)^│ +T │")
	for _, c := range []struct{ columns, widest, parts int }{
		{200, 147, 1}, {80, 80, 2}, {65, 65, 3}, {20, 60, 4},
	} {
		out := inTerminal(t, fmt.Sprintf("stty cols %d; %s %s 2>/dev/null", c.columns, binary, programs), "NO_COLOR=1")
		if parts := len(heads.FindAllString(out, -1)); parts != c.parts {
			t.Errorf("on %d columns the table is in %d parts, want %d:\n%s", c.columns, parts, c.parts, out)
		}
		for line := range strings.Lines(out) {
			if got := utf8.RuneCountInString(strings.TrimSpace(line)); got > c.widest {
				t.Errorf("on %d columns a line has %d: %s", c.columns, got, line)
			} else if got > 80 && !strings.ContainsAny(line, "│─") {
				t.Errorf("on %d columns a note has %d: %s", c.columns, got, line)
			}
		}
	}
}
