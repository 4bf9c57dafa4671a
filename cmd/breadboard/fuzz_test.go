package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// fileCommands read a file f, which may have any content, beside a target of 2 by 3 cells.
var fileCommands = []string{
	"exact --target f.csv -T 3",
	"exact --target t.csv --initial f.csv -T 3",
	"exact --target t.csv --schedule file:f.csv",
	"exact --toy clustering:2:2 --data f.csv -T 3",
	"validate f.csv --target t.csv",
	"validate --draws f.csv --target t.csv",
	"score --target t.csv --kernel perfect --function file:f.csv",
	"sandwich --forward f.csv",
	"sample --target f.csv -T 3 --chains 10",
}

// FuzzFiles: commands print what a file says, or why they do not in lines of their own, and never a bug.
func FuzzFiles(f *testing.F) {
	for _, data := range []string{"", "#", "# 0;1\n5;6\n", "0,1,2\n3,4,-inf\n", "0\n0.5\n1\n", "cell\n0\n3\n",
		"from,to\n0,1\n", "log_w\n1\n2\n", "state,logf\na,1\nb,2\n", "0.5,0.5\n0.25,0.75\n", "1e300,-1e300\n",
		"\x93NUMPY\x01\x00\x00\x00", "0,-700\n-720,-1500\n"} {
		for i := range fileCommands {
			f.Add(i, data)
		}
	}
	dir := f.TempDir()
	must.Do(f, os.WriteFile(filepath.Join(dir, "t.csv"), []byte("0,1,-inf\n2,-1,1\n"), 0o600))
	f.Fuzz(func(t *testing.T, command int, data string) {
		if command < 0 || command >= len(fileCommands) || len(data) > 200 {
			t.Skip("no command, or one that takes long")
		}
		put(t, dir, "f.csv", data)
		r := program(t, dir, strings.Fields(fileCommands[command])...)
		said := strings.Count(r.stderr, "\n") == strings.Count("\n"+r.stderr, "\nbreadboard: ")
		if r.code > 2 || !said || r.code == 2 && (r.stderr == "" || r.stdout != "") {
			t.Errorf("%s of %q: exit code %d: %s", r.line, data, r.code, r.stderr)
		}
	})
}
