package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// The commands help and version print what the flags --help and --version print.
func TestHelpAndVersion(t *testing.T) {
	dir := t.TempDir()
	for command, flag := range map[string]string{
		"help": "--help", "help exact": "exact --help", "help completion": "completion --help", "version": "--version",
	} {
		got, want := works(t, dir, strings.Fields(command)...), works(t, dir, strings.Fields(flag)...)
		if got != want || got == "" {
			t.Errorf("%s prints\n%s, want what %s prints,\n%s", command, got, flag, want)
		}
	}
	refuseAll(t, [][2]string{{`the command "exat" is unknown; the nearest known is exact`, "help exat"}})
}

// Every command has an example in its help, which fits a terminal and is parsed.
func TestUsage(t *testing.T) {
	for command, lines := range usage {
		help := works(t, t.TempDir(), "help", command)
		for _, line := range lines {
			if !strings.Contains(help, "\n    "+line+"\n") || len(line) > 76 {
				t.Errorf("the help of %s shows no line %q, or cuts it:\n%s", command, line, help)
			}
			args := strings.Fields(strings.ReplaceAll(line, "'python3 mine.py'", "mine"))
			if args[0] == "breadboard" && !strings.Contains(line, "|") {
				works(t, t.TempDir(), append(args[1:], "--help")...)
			}
		}
	}
	var c cli
	app, err := kong.New(&c, append(decimals(), spelling(), vars())...)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range commands(app.Model) {
		if len(usage[name]) == 0 {
			t.Errorf("%s has no example", name)
		}
	}
}

// The manual page has every command and every flag, and no letter that roff would take for a request.
func TestMan(t *testing.T) {
	dir := t.TempDir()
	page := works(t, dir, "man")
	for _, command := range strings.Fields("exact sample sweep validate help man") {
		help := works(t, dir, "help", command)
		if !strings.Contains(page, "\n.SS "+command) {
			t.Errorf("the page has no command %s", command)
		}
		for _, word := range strings.Fields(help) {
			flag, _, _ := strings.Cut(word, "=")
			if strings.HasPrefix(flag, "--") && flag != "--help" && flag != "--version" &&
				!strings.Contains(page, roff(strings.Trim(flag, ".,;:)"))) {
				t.Errorf("the page has no %s of %s", flag, command)
			}
		}
	}
	if _, err := exec.LookPath("groff"); err == nil {
		cmd := exec.Command("groff", "-man", "-ww", "-z")
		cmd.Stdin = strings.NewReader(page)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("groff says %s (%v)", out, err)
		}
	}
}

// A backslash, a hyphen and a point at the beginning of a line keep their meaning, and an empty line begins
// a paragraph.
func TestRoff(t *testing.T) {
	got, want := roff(".a-b\\c\n\n  x\n  y"), "\\&.a\\-b\\ec\n.PP\n\\&  x\n.br\n\\&  y"
	if got != want {
		t.Errorf("roff writes %q, want %q", got, want)
	}
}
