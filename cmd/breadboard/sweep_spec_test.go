package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// A spec in a file is the same sweep as the flags, and the rows depend neither on
// that nor on the number of workers.
func TestSweepSpecFile(t *testing.T) {
	dir := files(t, map[string]string{"s.toml": `toy = ['easy', 'barrier']
seed = '1..2'
schedule = ['linear', 'power:2']
T = [8, '10..40x3']
`})
	works(t, dir, "sweep", "s.toml", "--out", "a", "--workers", "1")
	works(t, dir, "sweep", "--toy=easy,barrier", "--seed=1..2", "--schedule", "linear,power:2",
		"-T", "8,10..40 x3", "--out", "b", "--workers", "5")
	a, b := swept(t, filepath.Join(dir, "a")), swept(t, filepath.Join(dir, "b"))
	for _, name := range []string{sweepFile, "rows.parquet", "summary.html"} { // they say in whose words it was asked
		delete(a, name)
		delete(b, name)
	}
	if len(a) < 4 {
		t.Errorf("%d files", len(a))
	}
	same(t, a, b)
}

// A flag takes the place of the file's list, in the rows, the journal and the dry run.
func TestSweepFlagsOverSpec(t *testing.T) {
	dir := files(t, map[string]string{"s.toml": "toy = ['easy', 'barrier']\nseed = '1..2'\nkernel = ['metropolis', " +
		"'lifted']\nT = [8, 20]\nchains = 100\n"})
	args := []string{"sweep", "s.toml", "-T=5", "--kernel", "king,barker", "--chains=0"}
	works(t, dir, append(args, "--out", "both")...)
	works(t, dir, "sweep", "--toy=easy,barrier", "--seed=1..2", "--kernel=king,barker", "-T", "5", "--out", "flags")
	a, b := tableOf(t, filepath.Join(dir, "both")), tableOf(t, filepath.Join(dir, "flags"))
	if len(a) != 6 || !reflect.DeepEqual(a, b) {
		t.Errorf("the rows are %v, want %v", a, b)
	}
	dry := works(t, dir, append(args, "--dry-run")...)
	for _, want := range []string{"6 results", "king, barker", "easy (2 seeds), barrier"} {
		if !strings.Contains(dry, want) {
			t.Errorf("no %q in %s", want, dry)
		}
	}
}
