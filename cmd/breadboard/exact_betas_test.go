package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The betas that descent found are written, and a run on the file has the same J, B and betas to the
// last bit. At another T the file is a curve through them.
func TestSaveBetas(t *testing.T) {
	dir := t.TempDir()
	type row struct {
		T     int
		J, B  float64
		Betas []float64
	}
	var found, again, finer []row
	worksJSON(t, &found, dir, strings.Fields("exact --toy barrier -T 20 --schedule best-b --save-betas b.csv")...)
	worksJSON(t, &again, dir, strings.Fields("exact --toy barrier --schedule file:b.csv")...)
	if diff := cmp.Diff(found, again); diff != "" {
		t.Errorf("the file makes another run: %s", diff)
	}
	data, err := os.ReadFile(filepath.Join(dir, "b.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, says := range []string{"# the betas of barrier on 7x7; kernel metropolis", "schedule best-b",
		"# T = 20, J = 1.77", "B = 2.01", "\nbeta\n0\n"} {
		if !strings.Contains(string(data), says) {
			t.Errorf("the file has no %q: %s", says, data[:200])
		}
	}
	worksJSON(t, &finer, dir, strings.Fields("exact --toy barrier --schedule b.csv -T 39")...)
	for k, b := range found[0].Betas {
		if got := finer[0].Betas[2*k]; got != b {
			t.Errorf("beta %d of 39 is %v, want %v of 20", 2*k+1, got, b)
		}
	}
}

func TestSaveBetasRefuses(t *testing.T) {
	dir := files(t, map[string]string{"file": ""})
	for says, args := range map[string]string{
		"--save-betas b.csv with 3 numbers of levels; one, as in -T 10, would do":            "--save-betas b.csv",
		"which alone has steps and betas; leave --save-betas out":                            "-T 10 --program ais --save-betas b.csv",
		"--save-betas in/ is a directory; a file in it, as in/betas.csv, would":              "-T 10 --save-betas in/",
		"--save-betas file/b.csv: not a directory; a directory that can be written would do": "-T 10 --save-betas file/b.csv",
	} {
		refused(t, program(t, dir, append(strings.Fields("exact --toy easy"), strings.Fields(args)...)...), says)
	}
}
