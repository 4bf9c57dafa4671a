package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The betas of best-b and best-j are in the rows and in files. A run on a file has the same J, B and betas to the
// last bit. A sweep of shards has the same files.
func TestSweepSavesBetas(t *testing.T) {
	dir := t.TempDir()
	type row struct {
		Schedule string
		J, B     float64
		Betas    []float64
	}
	args := strings.Fields("sweep --toy easy --seed 7 -T 8 --schedule linear,best-b,best-j --out")
	out := works(t, dir, append(args, "out", "--save-betas", "betas")...)
	says := "In betas: 2 files of betas; --schedule file:betas/easy-seed-7-metropolis-geometric-uniform-best-b-T-8.csv"
	if !strings.Contains(strings.Join(strings.Fields(out), " "), says) {
		t.Errorf("no %q in %s", says, out)
	}
	var found []row
	worksJSON(t, &found, dir, append(args, "out")...)
	if found[0].Betas != nil {
		t.Errorf("the formula has betas %v", found[0].Betas)
	}
	for _, want := range found[1:] {
		var again []row
		path := "file:betas/easy-seed-7-metropolis-geometric-uniform-" + want.Schedule + "-T-8.csv"
		worksJSON(t, &again, dir, "exact", "--toy", "easy", "--seed", "7", "--schedule", path)
		want.Schedule = again[0].Schedule
		if diff := cmp.Diff([]row{want}, again); diff != "" {
			t.Errorf("%s makes another run: %s", path, diff)
		}
	}
	for _, shard := range []string{"1/2", "2/2"} {
		works(t, dir, append(args, "parts", "--shard", shard)...)
	}
	works(t, dir, "merge", "parts", "--save-betas", "merged")
	names := strings.Fields(listing(t, filepath.Join(dir, "betas")))
	if len(names) != 2 || !slices.Equal(names, strings.Fields(listing(t, filepath.Join(dir, "merged")))) {
		t.Errorf("merge writes other files than %v", names)
	}
}

func TestSweepSavesBetasRefuses(t *testing.T) {
	dir := t.TempDir()
	for says, args := range map[string]string{
		"no schedule is found by descent; --schedule best-b, best-j or both would do": "--schedule linear",
		"a part of the rows; --save-betas of merge would do":                          "--schedule best-b --shard 1/2",
	} {
		refused(t, program(t, dir, append(strings.Fields("sweep --toy easy -T 5 --out out --save-betas b"),
			strings.Fields(args)...)...), says)
	}
	if _, err := os.Stat(filepath.Join(dir, "b")); err == nil {
		t.Error("a refusal leaves a directory")
	}
}
