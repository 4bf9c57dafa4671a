package main

import (
	"os/exec"
	"strings"
	"testing"
)

// - is stdin where a file of a target, of draws, of log weights or of moves is named, and its answer is the file's.
func TestStdin(t *testing.T) {
	content := map[string]string{"g.csv": "0.5,1,2\n3,0.5,1\n", "d.csv": "cell\n3\n3\n2\n1\n", "w.csv": "0.5\n0.25\n"}
	dir := files(t, content)
	for _, c := range []struct{ line, file string }{
		{"exact --target FILE -T 3 --format csv", "g.csv"},
		{"exact --target=FILE -T 3 --format csv", "g.csv"},
		{"validate --draws FILE --target g.csv --format csv", "d.csv"},
		{"sandwich --forward FILE --format csv", "w.csv"},
		{"validate --target g.csv --moves FILE --format csv", "d.csv"},
	} {
		want := works(t, dir, strings.Fields(strings.ReplaceAll(c.line, "FILE", c.file))...)
		cmd := exec.Command(binary, strings.Fields(strings.ReplaceAll(c.line, "FILE", "-"))...)
		cmd.Stdin = strings.NewReader(content[c.file]) // a pipe
		got := finish(t, cmd, dir, cmd.Run)
		if got.code != 0 || strings.ReplaceAll(got.stdout, "/dev/stdin", c.file) != want {
			t.Errorf("%s: %s%s, want %s", c.line, got.stdout, got.stderr, want)
		}
	}
	for _, line := range []string{"validate --target - --exec -", "validate --exec=- --target=-",
		"validate --draws - --target -",
		"sandwich --forward - --reverse -"} {
		refused(t, program(t, dir, strings.Fields(line)...), "- is given twice, and stdin is read once")
	}
	refused(t, program(t, dir, "exact", "--initial", "-", "--toy", "easy"), "-") // the sign of no file
}
