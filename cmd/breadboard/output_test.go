package main

import (
	"encoding/csv"
	"strings"
	"testing"
	"unicode"
)

// controls returns the first control character in a text besides line breaks, or "".
func controls(s string) string {
	for _, r := range s {
		if r != '\n' && unicode.IsControl(r) {
			return string(r)
		}
	}
	return ""
}

// A file may be called what a terminal takes for a command. People read its name with
// the control characters written out, in tables, notes and errors.
func TestNamesCannotCommandTheTerminal(t *testing.T) {
	const name = "\x1b]0;owned\a\u009b31m.csv"
	const shown = `\x1b]0;owned\a\u009b31m.csv`
	dir := files(t, map[string]string{name: "0,1\n2,3\n"})
	for _, args := range [][]string{
		{"exact", "-T", "2"},
		{"exact", "-T", "2", "--format", "markdown"},
		{"sample", "-T", "2", "--chains", "10"},
		{"certify", "-T", "2"},
		{"validate", "--kernel", "king", "--beta", "1"},
		{"score", "--kernel", "king", "-N", "10"},
		{"score", "--kernel", "king", "--function", "file:\x1b[2J.csv"},
		{"score", "--kernel", "king", "--matrix", "\x1b[2J.csv"},
		{"validate", "--exec", "true \x1b[2J"},
		{"exact", "-T", "2", "--initial", "none\x1b[2J.csv"},
		{"exact", "-T", "2", "--kernel", "\x1b[2J"},
		{"sweep", "-T", "2", "--out", "out"},
		{"sweep", "-T", "2", "--dry-run"},
	} {
		r := program(t, dir, append(args, "--target", name)...)
		if c := controls(r.stdout); c != "" {
			t.Errorf("%q prints %q: %q", args, c, r.stdout)
		}
		if c := controls(r.stderr); c != "" {
			t.Errorf("%q says %q on stderr: %q", args, c, r.stderr)
		}
	}
	out := works(t, dir, "validate", "--kernel", "king", "--beta", "1", "--target", name)
	if !strings.Contains(out, shown) {
		t.Errorf("the name is not written as %s: %s", shown, out)
	}
}

func TestProgramsGetTheNameItself(t *testing.T) {
	const name = "\x1b]0;owned\a\u009b31m.csv"
	dir := files(t, map[string]string{name: "0,1\n2,3\n"})
	var rows []struct{ Target string }
	worksJSON(t, &rows, dir, "exact", "-T", "2", "--target", name)
	if rows[0].Target != name {
		t.Errorf("JSON has the name %q", rows[0].Target)
	}
	out := works(t, dir, "exact", "-T", "2", "--target", name, "--format", "csv")
	lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if lines[1][0] != name {
		t.Errorf("CSV has the name %q", lines[1][0])
	}
}

// What a client prints on stderr is shown when it fails, and nothing more than shown.
func TestStderrCannotCommandTheTerminal(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0,1\n2,3\n"})
	r := program(t, dir, "validate", "--target", "g.csv", "--exec", `sh -c "printf '\033[2Jgone' >&2; exit 3"`)
	if c := controls(r.stderr); c != "" {
		t.Errorf("it says %q: %q", c, r.stderr)
	}
	if !strings.Contains(r.stderr, `its stderr ends: \x1b[2Jgone`) {
		t.Errorf("the client's words are missing: %q", r.stderr)
	}
}
