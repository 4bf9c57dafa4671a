package main

import (
	"os"
	"path/filepath"
	"testing"
)

// Bad input is one line on stderr, code 2, and nothing on stdout.
func TestValidateBadInput(t *testing.T) {
	dir := files(t, map[string]string{"wall.csv": inputs["wall.csv"], "small.csv": "1,0\n0,1\n", "moves.csv": "0,77\n"})
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		says string
		args []string
	}{
		{"nothing to validate", nil},
		{`--kernel "metropolys" is unknown; the nearest known is metropolis`, []string{"--kernel", "metropolys"}},
		{"--beta 1.5; one between 0 and 1", []string{"--kernel", "king", "--beta", "1.5"}},
		{"--tolerance -1", []string{"--kernel", "king", "--tolerance=-1"}},
		{"small.csv: ", []string{"--matrix", "small.csv"}},
		{"--matrix none.csv: no such file", []string{"--matrix", "none.csv"}},
		{"empty: empty", []string{"--matrix", "empty"}},
		{"leave -T and --schedule out", []string{"--matrix", "small.csv", "-T", "4"}},
		{"more than one is given", []string{"--matrix", "small.csv", "--moves", "moves.csv"}},
		{"moves in a larger space", []string{"--moves", "moves.csv", "--kernel", "lifted"}},
		{"moves.csv: row 1", []string{"--moves", "moves.csv"}},
		{"--budget 999; 1000 moves or more", []string{"--exec", "true", "--budget", "999"}},
		{"--exec is empty; a value, as in --exec 'python3 mykernel.py', would do", []string{"--exec", ""}},
		{"--matrix is empty", []string{"--matrix", ""}},
		{"--moves is empty", []string{"--moves", ""}},
		{"--budget is given without --exec", []string{"--moves", "moves.csv", "--budget", "2000"}},
		{"--timeout is given without --exec", []string{"--kernel", "king", "--timeout", "3s"}},
		{"--fault is given without --exec or --moves", []string{"--kernel", "king", "--fault", "0.2"}},
		{"--exec is known by its moves, whose errors are those of chance; leave --tolerance out",
			[]string{"--exec", "true", "--tolerance", "1e-5"}},
		{"--fault 0", []string{"--moves", "moves.csv", "--fault", "0"}},
		{"--timeout 0s", []string{"--exec", "true", "--timeout", "0s"}},
		{"one number of levels", []string{"--kernel", "king", "-T", "3,4"}},
		{"-T 20001; a number of levels up to 20000", []string{"--kernel", "king", "-T", "20001"}},
		{"--pictures wall.csv", []string{"--kernel", "king", "--pictures", "wall.csv"}},
	} {
		refused(t, program(t, dir, append([]string{"validate", "--target", "wall.csv"}, c.args...)...), c.says)
	}
}
