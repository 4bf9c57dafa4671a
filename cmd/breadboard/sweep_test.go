package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"breadboard/grid/text"

	"github.com/google/go-cmp/cmp"
)

// swept returns the files of a sweep's directory except its journals. They hold the same bytes whatever happened on the
// way.
func swept(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := contents(t, dir)
	maps.DeleteFunc(all, func(name, _ string) bool { return strings.HasPrefix(name, "journal") })
	return all
}

// same fails t unless two directories hold the same files.
func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// checkCounts checks the sentence in which a run with a journal counts its results.
func checkCounts(t *testing.T, out string, all, kept, made int) {
	t.Helper()
	holds(t, out, text.Count(all, "result")+fmt.Sprintf(", %d from the journal and %d new.", kept, made))
}

// replaces runs a sweep into the directory of another one, as one line on stderr says, and returns what it prints.
func replaces(t *testing.T, dir string, args ...string) string {
	t.Helper()
	r := program(t, dir, args...)
	checkEnd(t, r, result{stdout: r.stdout, stderr: r.stderr})
	holds(t, r.stderr, " of another sweep or build, which stay in the journal; the tables are of this one alone")
	return r.stdout
}

// TestCores: rows, saved runs and estimates do not depend on the number of cores.
func TestCores(t *testing.T) {
	for _, line := range []string{
		"sweep --toy=easy,barrier --schedule linear,power:2 --seed 1..2 --kernel metropolis,lazy:0.5 --repeat 1,2 " +
			"-T 8,10..40x3 --out .",
		"sample --toy barrier -T 3,4 --chains 100 --save runs.csv",
		"aide --toy easy --seed 3 -T 5 --gold sir:2 --runs 30,40 --meta 2,3",
	} {
		var want map[string]string
		for _, cores := range []int{1, 5} {
			all := runtime.GOMAXPROCS(cores)
			dir := t.TempDir()
			out := works(t, dir, strings.Fields(line)...)
			runtime.GOMAXPROCS(all)
			got := swept(t, dir)
			got["printed"] = out
			if want == nil {
				want = got
			}
			same(t, got, want)
		}
	}
}

// TestSweepOfAStep: a sweep of a step that is followed has the same bytes each time, its journal too, on one core and
// on two. A row that is made alone says of its ways what it says among others.
func TestSweepOfAStep(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	dir := files(t, clientFiles(t))
	line := func(out, levels string) []string {
		return append(strings.Fields("sweep --target g.csv --kernel metropolis --schedule linear,power:2 -T "+levels+
			" --out "+out), "--exec", "python3 right.py")
	}
	want := map[string]string{}
	for cores, out := range []string{"one", "two", "again"} {
		runtime.GOMAXPROCS(min(2, 1+cores))
		works(t, dir, line(out, "3,6")...)
		got := contents(t, filepath.Join(dir, out))
		if cores == 0 {
			want = got
		}
		same(t, got, want)
	}
	followed := func(out string) (all []string) {
		for row := range strings.Lines(textOf(t, dir, out+"/journal.jsonl")) {
			if _, said, ok := strings.Cut(row, `"followed":`); ok && strings.Contains(row, `"T":6`) {
				said, _, _ = strings.Cut(said, `,"`)
				all = append(all, said)
			}
		}
		return all
	}
	works(t, dir, line("alone", "6")...)
	among, alone := followed("one"), followed("alone")
	if diff := cmp.Diff(among, alone); diff != "" || len(alone) != 2 || !strings.Contains(alone[0], " ways, each twice") {
		t.Errorf("alone the rows say %q: %s", alone, diff)
	}
}

// TestSweepTells: a number that changed in the journal is noticed, and its cell is run again, to the same table. Files
// that a user added stay.
func TestSweepTells(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sweep --toy barrier -T 10,20 --out out")
	works(t, dir, args...)
	put(t, dir, "out/notes.md", "my notes")
	want := swept(t, filepath.Join(dir, "out"))
	put(t, dir, "out/journal.jsonl", strings.Replace(textOf(t, dir, "out/journal.jsonl"), `"J":`, `"J":9`, 1))
	put(t, dir, "out/summary.md", "changed")
	holds(t, works(t, dir, args...), "Passed over: 1 line of the journal, unreadable or changed")
	same(t, swept(t, filepath.Join(dir, "out")), want)
}

// TestSweepPrintsRows: a sweep without --out prints the rows that one with it has in rows.csv.
func TestSweepPrintsRows(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sweep --toy easy --seed 1..5 --kernel king,barker -T 5 --format csv")
	printed := works(t, dir, args...)
	kept := works(t, dir, append(args, "--out", "out")...)
	if kept != printed || textOf(t, dir, "out/rows.csv") != printed {
		t.Errorf("it prints %s, and with --out or in rows.csv there is something else", printed)
	}
}
