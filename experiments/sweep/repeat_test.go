package sweep

import (
	"strings"
	"testing"

	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/grid/must"
)

// TestRepeatInSweeps: a list of steps a level is an axis of the sweep: every number has its jobs and keys, and one that
// is added leaves the rows of the others as they are.
func TestRepeatInSweeps(t *testing.T) {
	rows := map[string]Row{}
	run := func(repeat ...string) (ran int, table []Row) {
		p := must.Have(Spec{Toy: List{"ising:2x2:0.4"}, T: List{"5"}, Repeat: repeat}.Plan(journal.Build{}))(t)
		must.Do(t, p.Run(t.Context(), rows, func(Row) error { ran++; return nil }, nil))
		table = p.Table(rows)
		return ran, table
	}
	once, _ := run("1")
	more, table := run("1,2", "5")
	if once != 1 || more != 2 || len(table) != 3 {
		t.Fatalf("%d and %d jobs were run, and the table has %d rows", once, more, len(table))
	}
	repeats := []int{1, 2, 5}
	for i, r := range table {
		if r.Job.Repeat != repeats[i] || i > 0 && !(r.At("J") < table[i-1].At("J")) {
			t.Errorf("row %d is of %v, with J = %v", i, r.Job, r.At("J"))
		}
	}
	if name := table[2].Job.String(); !strings.Contains(name, "metropolis, 5 steps a level, ") {
		t.Errorf("the job is called %s", name)
	}
}

// TestBudgets: T is the largest whose runs cost no more, by what the program itself counts; what affords no level is
// refused.
func TestBudgets(t *testing.T) {
	spec := Spec{Toy: List{"easy,ising:3x3:0.4,barrier"}, Seed: List{"1,2"},
		Kernel: List{"metropolis,heat-bath"},
		Repeat: List{"1,3"}, Budget: List{"30,1000"}}
	jobs := must.Have(spec.Plan(journal.Build{}))(t).Jobs()
	if len(jobs) != 4*2*2*2 {
		t.Fatalf("%d jobs", len(jobs))
	}
	for _, j := range jobs {
		annealer := must.Have(j.Annealer())(t)
		costs := func(T int) float64 {
			a, _, err := annealer.At(t.Context(), T)
			must.Do(t, err)
			return programs.AIS{Problem: experiments.Problem(annealer, a)}.Cost()
		}
		if n := float64(j.Budget); j.T < 2 || costs(j.T) > n || costs(j.T+1) <= n {
			t.Errorf("%v, %v evaluations: T costs %v, and one more %v", j, n, costs(j.T), costs(j.T+1))
		}
	}
	const alone = "evaluations gives the levels, of annealing alone; leave T and program out"
	for want, spec := range map[string]Spec{
		"evaluations 18, and a level of heat-bath takes 19; use as many, or T": {Repeat: List{"3"},
			Budget: List{"100,18"}},
		alone:       {T: List{"5"}, Budget: List{"100"}},
		alone + ".": {Program: List{"smc:4"}, Budget: List{"100"}},
	} {
		want = strings.TrimSuffix(want, ".")
		spec.Toy = List{"easy"}
		spec.Kernel = List{"heat-bath"}
		if _, err := spec.Plan(journal.Build{}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
