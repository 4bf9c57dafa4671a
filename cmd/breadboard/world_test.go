package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// On a terminal heads are bold, unless NO_COLOR or a dumb terminal says otherwise,
// and the work's progress is shown; util-linux' script has a terminal for us.
func TestTerminal(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip(err)
	}
	const bold, bar = "\x1b[1m", "% |" // of the heads, and of the progress bar
	on := func(command string, env ...string) string {
		cmd := exec.Command(script, "-qec", binary+" "+command, "/dev/null")
		cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool {
			return strings.HasPrefix(s, "NO_COLOR=") || strings.HasPrefix(s, "TERM=")
		})
		cmd.Env = append(cmd.Env, env...)
		return finish(t, cmd, t.TempDir(), cmd.Run).stdout
	}
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
		out := on(c.command, c.env)
		if strings.Contains(out, bold) != c.bold || strings.Contains(out, bar) != c.bars {
			t.Errorf("%s with %s: bold is to be %v, a bar %v: %q", c.command, c.env, c.bold, c.bars, out)
		}
	}
	// The bar goes before the table comes, and does not come back to wipe it.
	out := on("sample --toy easy -T 10 --chains 100", "TERM=xterm")
	last := strings.LastIndex(out, bar)
	if last < 0 || last > strings.Index(out, "stderr") || strings.HasSuffix(out, "\r") {
		t.Errorf("the bar is not gone before the table: %q", out)
	}
}
