package main

import (
	"slices"
	"strings"
	"testing"

	"breadboard/grid/text/faulty"
)

// cheapRuns take 100 to 200 MiB, and dearRuns up to 1.2 GiB or a minute: many results at a time, chains,
// lists of jobs, rows, moves that are written out, and looks.
var (
	cheapRuns = []string{
		"sweep --toy ising:4x4:0.4,ising:4x4:0.3 -T 3 --program ais,smc:10 --out DIR/programs",
		"sweep --toy easy --seed 1..20000 -T 2,3,4,5 --dry-run",
		"score --toy ising:4x4:0.4 --kernel metropolis -N 10",
	}
	dearRuns = []string{
		"sweep --toy ising:4x5:0.4,ising:4x5:0.3,ising:4x5:0.2 -T 3,4 --out DIR/large --yes",
		"sweep --toy ising:4x5:0.4 --bridge power:0.5 -T 3,4 --out DIR/power --yes",
		"sweep --toy barrier -T 3,4 --chains 5000000 --out DIR/chains",
		"sweep --toy easy --seed 1..20000 -T 2,3,4 --out DIR/rows",
		"score --toy ising:3x4:0.4 --kernel king --function mean:1,var:1 -N 30 --yes",
		"aide --toy barrier -T 5 --runs 20000 --meta 20 --skip-exact --program smc:4",
	}
)

// What runs of many parts are foretold to take is what they take, within 30% either way.
func TestRunsTakeWhatIsForetold(t *testing.T) {
	all := slices.Concat(cheapRuns, dearRuns)
	for _, command := range all[:faulty.Times(len(cheapRuns), len(all))] {
		takesWhatIsForetold(t, strings.Fields(strings.ReplaceAll(command, "DIR", t.TempDir())))
	}
}

// A merge is foretold by the size of its journals.
func TestMergeTakesWhatIsForetold(t *testing.T) {
	faulty.OnlyLong(t, "a journal of 60,000 rows takes a minute to make; BREADBOARD_LONG makes it")
	dir := t.TempDir()
	works(t, dir, strings.Fields("sweep --toy easy --seed 1..20000 -T 2,3,4 --out "+dir)...)
	takesWhatIsForetold(t, []string{"merge", dir})
}

// Under a limit a run of many parts is refused before it makes a directory or a file, and a study before its
// first target; nothing is killed.
func TestRunsRefusedUnderUlimit(t *testing.T) {
	dir := t.TempDir()
	for _, command := range []string{
		"sweep --toy barrier -T 3,4 --chains 20000000 --out DIR/o",
		"sweep --toy ising:4x5:0.4,ising:4x5:0.3 -T 3,4 --out DIR/o --yes",
		"sweep --toy easy --seed 1..60000 -T 2,3,4 --out DIR/o",
		"score --toy ising:3x4:0.4 --kernel king,multiple-try --yes",
		"aide --toy barrier -T 5 --runs 1000000 --skip-exact --program importance",
		"reproduce bread --out DIR/o",
		"certify --catalogue",
		"exact --toy ising:3x4:0.4 -T 3 --pictures DIR/o",
	} {
		args := strings.Fields(strings.ReplaceAll(command, "DIR", dir))
		r := inShell(t, t.TempDir(), "ulimit -d 220000", args...)
		refused(t, r)
		if !shortage.MatchString(r.stderr) {
			t.Errorf("%s: said %q, want %v", command, r.stderr, shortage)
		}
	}
	if left := listing(t, dir); left != "" {
		t.Errorf("left %s", left)
	}
}
