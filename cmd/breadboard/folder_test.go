package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A folderRun is a command that keeps its rows in a journal, with lists of flags from which settings are drawn.
type folderRun struct {
	command string
	lists   map[string][]string // some words of each list
	least   int                 // words of each
	others  []string            // one of these
}

var folderRuns = []folderRun{
	{"sweep --toy barrier", map[string][]string{"-T": {"3", "4", "5"}, "--kernel": {"metropolis", "heat-bath"},
		"--program": {"ais", "importance"}}, 1, []string{"", "", "--chains 2", "--full"}},
	{"score --function mean:1", map[string][]string{"--zoo": {"easy", "hard", "barrier"},
		"--kernel": {"metropolis", "barker", "king"}}, 2, []string{"-N 10", "-N 10", "-N 20", "-N 10 --start worst"}},
}

// setting draws the flags of a run, in an order that depends on the seed alone.
func (r folderRun) setting(dice *rand.Rand) []string {
	args := strings.Fields(r.command)
	for _, flag := range slices.Sorted(maps.Keys(r.lists)) {
		words := slices.Clone(r.lists[flag])
		dice.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		args = append(args, flag, strings.Join(words[:r.least+dice.IntN(len(words)-r.least+1)], ","))
	}
	return append(args, strings.Fields(r.others[dice.IntN(len(r.others))])...)
}

// A folder is the model of a directory in which runs and merges follow each other: what is computed there, what the
// last plan asks for and what the tables have. A fresh run in another directory says what a setting asks for.
type folder struct {
	dir      string // of all directories
	parts    int    // of shards; 0 if there are none
	computed map[string]bool
	plan     []string        // a setting; nil if there is none
	table    map[string]bool // nil if there are none
	fresh    map[string]string
}

// asked are the jobs of a setting, and the directory of a fresh run of it.
func (f *folder) asked(t *testing.T, setting []string) (jobs map[string]bool, dir string) {
	t.Helper()
	words := strings.Join(setting, " ")
	if f.fresh[words] == "" {
		f.fresh[words] = fmt.Sprint("fresh", len(f.fresh))
		works(t, f.dir, slices.Concat(setting, []string{"--out", f.fresh[words]})...)
	}
	dir = filepath.Join(f.dir, f.fresh[words])
	return jobsIn(t, dir), dir
}

// jobsIn are the jobs that have a row in the journals of a directory. None may have two.
func jobsIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	jobs := map[string]bool{}
	for _, e := range entriesIn(t, dir) {
		if !strings.HasPrefix(e.Name(), "journal") {
			continue
		}
		for line := range strings.Lines(read(t, filepath.Join(dir, e.Name()))) {
			var row struct{ Cell json.RawMessage }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			if jobs[string(row.Cell)] {
				t.Errorf("computed twice: %s", row.Cell)
			}
			jobs[string(row.Cell)] = true
		}
	}
	return jobs
}

// missing counts the jobs that others lack.
func missing(jobs, others map[string]bool) (n int) {
	for job := range jobs {
		if !others[job] {
			n++
		}
	}
	return n
}

// Whatever is run in a folder, one after the other: whole runs of changing settings, shards and merges. A whole run
// and a merge end in the tables of one fresh run, and compute what has no row; nothing is computed twice; tables lose
// no row without --force; and what is refused changes nothing.
func TestFolderOfManyRuns(t *testing.T) {
	for _, r := range folderRuns {
		for seed := range uint64(times(1, 60)) {
			dice := rand.New(rand.NewPCG(seed, 25))
			f := &folder{dir: t.TempDir(), fresh: map[string]string{}, computed: map[string]bool{}}
			if err := os.Mkdir(filepath.Join(f.dir, "out"), 0o755); err != nil {
				t.Fatal(err)
			}
			settings := [][]string{r.setting(dice), r.setting(dice), r.setting(dice)}
			for range 12 {
				setting, force := settings[dice.IntN(len(settings))], dice.IntN(4) == 0
				switch dice.IntN(7) {
				case 0, 1:
					f.whole(t, setting, force)
				case 2:
					f.merge(t, force)
				default:
					n := 2
					if dice.IntN(5) == 0 {
						n = 3
					}
					for i := range dice.IntN(n) + 1 {
						f.shard(t, setting, i+1, n)
					}
				}
			}
			if t.Failed() {
				t.Fatalf("%s, seed %d", r.command, seed)
			}
		}
	}
}

// out is what the folder holds.
func (f *folder) out(t *testing.T) (all map[string]string) {
	t.Helper()
	all = map[string]string{}
	for _, e := range entriesIn(t, filepath.Join(f.dir, "out")) {
		all[e.Name()] = read(t, filepath.Join(f.dir, "out", e.Name()))
	}
	return all
}

// run runs a command that ends with this exit code. If it is refused, the folder is as it was. It returns how many
// results are new.
func (f *folder) run(t *testing.T, code int, args ...string) (fresh int) {
	t.Helper()
	before := f.out(t)
	r := program(t, f.dir, args...)
	if r.code != code {
		t.Errorf("%q: exit code %d, want %d: %s", args, r.code, code, r.stderr)
	}
	if r.code == 2 {
		refused(t, r)
		same(t, f.out(t), before)
	}
	was := len(f.computed)
	f.computed = jobsIn(t, filepath.Join(f.dir, "out"))
	if r.code == 0 {
		if told := story(t, r.stdout)["run"]; told != len(f.computed)-was {
			t.Errorf("%q: %d results are new, and %d came to the journals", args, told, len(f.computed)-was)
		}
	}
	return len(f.computed) - was
}

func (f *folder) whole(t *testing.T, setting []string, force bool) {
	t.Helper()
	jobs, fresh := f.asked(t, setting)
	args := slices.Concat(setting, []string{"--out", "out"})
	if force {
		args = append(args, "--force")
	}
	if !force && missing(f.table, jobs) > 0 {
		f.run(t, 2, args...)
		return
	}
	want := missing(jobs, f.computed)
	if got := f.run(t, 0, args...); got != want {
		t.Errorf("%q: %d results are new, want %d", args, got, want)
	}
	f.plan, f.table = setting, jobs
	same(t, swept(t, filepath.Join(f.dir, "out")), swept(t, fresh))
}

func (f *folder) shard(t *testing.T, setting []string, i, n int) {
	t.Helper()
	args := slices.Concat(setting, []string{"--out", "out", "--shard", fmt.Sprintf("%d/%d", i, n)})
	if f.parts != 0 && f.parts != n {
		f.run(t, 2, args...)
		return
	}
	jobs, _ := f.asked(t, setting)
	could := missing(jobs, f.computed)
	got := f.run(t, 0, args...)
	if left := missing(jobs, f.computed); got != could-left {
		t.Errorf("%q: %d results are new, of which %d were asked for", args, got, could-left)
	}
	f.plan, f.parts = setting, n
}

func (f *folder) merge(t *testing.T, force bool) {
	t.Helper()
	args := []string{"merge", "out"}
	if force {
		args = append(args, "--force")
	}
	if f.plan == nil {
		f.run(t, 2, args...)
		return
	}
	jobs, fresh := f.asked(t, f.plan)
	switch {
	case missing(jobs, f.computed) > 0:
		f.run(t, 1, args...)
	case !force && missing(f.table, jobs) > 0:
		f.run(t, 2, args...)
	default:
		f.run(t, 0, args...)
		f.table = jobs
		same(t, swept(t, filepath.Join(f.dir, "out")), swept(t, fresh))
	}
}
