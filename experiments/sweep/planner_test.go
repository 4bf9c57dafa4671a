package sweep

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
	"breadboard/grid/must"
)

// aSpec asks for 504 cells of every kind.
func aSpec(t *testing.T) Spec {
	t.Helper()
	path := must.File(t, "betas.csv", "0 0.5 1")
	return Spec{Toy: List{"easy,barrier,random:3"}, Seed: List{"1..3"}, Kernel: List{"metropolis,barker"},
		Bridge:  List{"geometric,mixture"},
		Initial: List{"uniform,tempered:0.5"}, Schedule: List{"linear", path, "best-b"}, T: List{"5,10..1000x3"},
		SkipLast: true, Chains: 10, MCSeed: 3, Full: true}
}

// keysOf returns the keys of all jobs.
func keysOf(p Plan) (keys []string) {
	for _, t := range p.tasks {
		keys = append(keys, t.key)
	}
	return keys
}

// TestAxesAreKept: the kinds of axes are in every key, also if they are the target's own: a row of today is not taken
// for one of a walk that another build thought the target's own.
func TestAxesAreKept(t *testing.T) {
	plan := func(axes string) Plan {
		return must.Have(Spec{Toy: List{"potts:1x2:3:1"}, T: List{"3"}, Axes: axes}.Plan(journal.Build{}))(t)
	}
	own := plan("")
	named := plan("any,any")
	lines := plan("line")
	if !slices.Equal(keysOf(own), keysOf(named)) || slices.Equal(keysOf(own), keysOf(lines)) ||
		own.Jobs()[0].Axes != "any" || lines.Jobs()[0].Axes != "line" {
		t.Errorf("its own axes are %q, as lines %q", own.Jobs()[0].Axes, lines.Jobs()[0].Axes)
	}
}

// TestPlan: every combination is a job, and no two have one key. A job is dearer with T, and where there is a descent.
func TestPlan(t *testing.T) {
	plan := must.Have(aSpec(t).Plan(journal.Build{Version: "v1"}))(t)
	jobs, keys := plan.Jobs(), keysOf(plan)
	const lengths = 4
	const n = (3 + 1 + 3) * 2 * 2 * 2 * 3 * lengths
	if len(jobs) != n || plan.Len() != n || len(lists.Distinct(keys)) != n {
		t.Errorf("%d jobs, of which %d differ, want %d", len(jobs), len(lists.Distinct(keys)), n)
	}
	for i, c := range jobs {
		if !c.SkipLast || c.Chains != 10 || c.MCSeed != 3 || !c.Full {
			t.Fatalf("%+v has lost what the spec asks of all jobs", c)
		}
		if i > 0 && c.Schedule == "best-b" && c.cost(49) < 10*jobs[i-lengths].cost(49) {
			t.Errorf("%v costs %d, and without a descent %d", c, c.cost(49), jobs[i-lengths].cost(49))
		}
		if i > 0 && c.Schedule == jobs[i-1].Schedule && c.T > jobs[i-1].T && c.cost(49) <= jobs[i-1].cost(49) {
			t.Errorf("%v costs no more than %v", c, jobs[i-1])
		}
	}
}

// TestPlanOfFiles: without T everything runs at the Ts of the files of betas, so that schedules have rivals.
func TestPlanOfFiles(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i, betas := range []string{"0 0.5 1", "0 0.1 0.2 1"} {
		paths = append(paths, filepath.Join(dir, fmt.Sprint(i)+".txt"))
		must.Do(t, os.WriteFile(paths[i], []byte(betas), 0o644))
	}
	plan, err := Spec{Toy: List{"easy"}, Schedule: List{"linear", paths[0], paths[1]}}.Plan(journal.Build{})
	must.Do(t, err)
	jobs := plan.Jobs()
	if len(jobs) != 6 {
		t.Errorf("%d jobs, want 6", len(jobs))
	}
	for i, j := range jobs { // the rows of a file that was changed are not kept for those of the new one
		if T := 3 + i%2; j.T != T {
			t.Errorf("%v, want the T of the files, here %d", j, T)
		}
		if (j.Read == "") != (j.Schedule == "linear") || i > 1 && (j.Read == jobs[2].Read) != (j.Schedule == paths[0]) {
			t.Errorf("%v has the schedule %s with the fingerprint %q", j, j.Schedule, j.Read)
		}
	}
}

// TestPlanOfModels: a model begins at its own initial density; data from files take the place of seeds, with their
// fingerprints.
func TestPlanOfModels(t *testing.T) {
	one := must.File(t, "one.csv", "1,2\n3,4\n")
	two := must.File(t, "two.csv", "0,0\n1,1\n")
	plan := must.Have(Spec{Toy: List{"clustering:2:2,lowrank:2:2:1"}, Data: List{one + "," + two},
		T: List{"5"}}.Plan(journal.Build{}))(t)
	jobs := plan.Jobs()
	var got []string
	for _, j := range jobs {
		got = append(got, strings.ReplaceAll(j.String(), filepath.Dir(one)+"/", ""))
	}
	want := []string{
		"clustering:2:2 of one.csv, metropolis, geometric, prior, linear, T = 5",
		"clustering:2:2 of " + two + ", metropolis, geometric, prior, linear, T = 5",
		"lowrank:2:2:1 of one.csv, metropolis, geometric, prior, linear, T = 5",
		"lowrank:2:2:1 of " + two + ", metropolis, geometric, prior, linear, T = 5",
	}
	if !slices.Equal(got, want) {
		t.Fatalf("the jobs are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	last := jobs[3]
	if last.Read == "" || last.Read == jobs[2].Read {
		t.Errorf("the fingerprints of two files are %q and %q", jobs[2].Read, last.Read)
	}
}

// planOf plans a sweep of programs over BARRIER.
func planOf(t *testing.T, programs ...string) Plan {
	t.Helper()
	plan := must.Have(Spec{Toy: List{"barrier"}, T: List{"3,4"}, Program: programs}.Plan(journal.Build{}))(t)
	return plan
}

// TestPlanOfPrograms: programs are the innermost list. Annealing has the jobs, the keys and, alone, the plan that it
// has without a list of programs.
func TestPlanOfPrograms(t *testing.T) {
	without := planOf(t)
	alone := planOf(t, "ais")
	more := planOf(t, "sir:3,ais")
	if alone.Hash() != without.Hash() {
		t.Error("the program ais changes the hash of a plan")
	}
	if more.Hash() == without.Hash() {
		t.Error("a list of programs does not change the hash of a plan")
	}
	if n := more.Len(); n != 4 {
		t.Errorf("%d jobs, want 4", n)
	}
	var names []string
	jobs := more.Jobs()
	for _, j := range jobs {
		names = append(names, j.ProgramName())
	}
	if want := []string{"sir:3", "ais", "sir:3", "ais"}; !slices.Equal(names, want) {
		t.Errorf("the programs are %q, want %q", names, want)
	}
	by := journal.Build{}
	if key, want := journal.Key(jobs[1], by), journal.Key(without.Jobs()[0], by); key != want {
		t.Errorf("the key of annealing is %s beside a program, and %s alone", key, want)
	}
	if journal.Key(jobs[0], by) == journal.Key(jobs[1], by) {
		t.Error("two programs have one key")
	}
	jobs[0].Chains = 7
	if s := jobs[0].String(); !strings.HasSuffix(s, "T = 3, sir:3, 7 chains") {
		t.Errorf("the job is %q", s)
	}
}

// TestRowsOfPrograms: a row of a program holds its account, and estimates of the same numbers. One of annealing has B
// from pairwise marginals if it is asked for in full.
func TestRowsOfPrograms(t *testing.T) {
	for _, full := range []bool{false, true} {
		j := planOf(t).Jobs()[0]
		j.Full = full
		row := must.Have(j.run(t.Context(), must.Have(j.Annealer())(t), journal.Build{}))(t)
		if math.IsNaN(row.At("b_pairwise")) == full {
			t.Errorf("in full, %v: B from pairwise marginals is %v", full, row.At("b_pairwise"))
		}
	}
	j := planOf(t, "sir:3,ais").Jobs()[0]
	j.Chains, j.MCSeed = 2000, 1
	row := must.Have(j.run(t.Context(), must.Have(j.Annealer())(t), journal.Build{}))(t)
	if row.How != "integral" {
		t.Errorf("the account of sir:3 is %q", row.How)
	}
	for _, name := range []string{"J", "B", "rmse_fwd", "rmse_rev", "cost", "mean_w", "b_mc"} {
		if v := row.At(name); math.IsNaN(v) {
			t.Errorf("%s is missing", name)
		}
	}
	if z := (row.At("b_mc") - row.At("B")) / row.At("b_mc_stderr"); !(math.Abs(z) < 4) {
		t.Errorf("B is %v and estimated as %v: z = %v", row.At("B"), row.At("b_mc"), z)
	}
}

// TestPlanRefuses: what no list alone shows is refused, with the largest sweep that fits in memory.
func TestPlanRefuses(t *testing.T) {
	easy := List{"easy"}
	const alone = "evaluations gives the levels, of annealing alone; leave T and program out"
	for _, c := range []struct {
		Spec
		want string
	}{
		{Spec{T: List{"5"}}, "no target: use toy NAME,... or target FILE.csv,..."},
		{Spec{Toy: easy}, "T is missing; use numbers of levels from 2, as 10,100 or 10..1000x5"},
		{Spec{Toy: easy, T: List{"5"}, Budget: List{"100"}}, alone},
		{Spec{Toy: easy, Program: List{"smc:4"}, Budget: List{"100"}}, alone},
		{Spec{Toy: easy, Kernel: List{"heat-bath"}, Repeat: List{"3"}, Budget: List{"100,18"}},
			"evaluations 18, and a level of heat-bath at repeat 3 takes 19; use as many, or T"},
		{Spec{Toy: easy, Budget: List{"9000000"}}, "evaluations: each may be a level, and T 9000001: 9,000,001 levels " +
			"take 2.01 GiB of memory, and a command has 2 GiB; use up to 8,947,797"},
		{Spec{Toy: easy, Matrix: List{"k"}, Budget: List{"5"}}, "matrix k has betas of its own, and no other kernel " +
			"takes schedule, T or evaluations; leave these out, or add a kernel"},
		{Spec{Toy: easy, Initial: List{"file:/dev/null"}, T: List{"5"}}, "initial file:/dev/null: a pipe or a " +
			"device, and a sweep that goes on reads its files again; use a copy in a file"},
		{Spec{Toy: easy, Schedule: List{"sigmoid:1..1000"}, Kernel: List{"lazy:0..1x1000"}, T: List{"5"}},
			"the sweep: 1,000,000 results take 7.63 GiB of memory, and a command has 2 GiB; use up to 262,081"},
		{Spec{Toy: List{"potts:1x2:2930:1"}, Kernel: List{"metropolis,barker,king,heat-bath,cycle,sweep,slice"},
			T: List{"5"}}, "the sweep: 7 results take 2.24 GiB of memory, and a command has 2 GiB; use up to 6"},
	} {
		if _, err := c.Plan(journal.Build{}); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
