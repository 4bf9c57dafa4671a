package sweep

import (
	"strings"
	"testing"

	"breadboard/experiments/journal"
	"breadboard/grid/must"
)

// A list of steps a level is an axis of the sweep: every number has its jobs and keys, and one that is added leaves the
// rows of the others as they are.
func TestRepeatInSweeps(t *testing.T) {
	rows := map[string]Row{}
	run := func(repeat ...string) (ran int, table []Row) {
		p := must.Have(Spec{Toy: List{"ising:2x2:0.4"}, T: List{"5"}, Repeat: repeat}.Plan(journal.Build{}))(t)
		work := p.Work(journal.Shard{})
		must.Do(t, work.Run(t.Context(), rows, 1, func(r []Row) error { ran += len(r); return nil }, func(journal.Pace) {}))
		table, _ = work.Table(rows)
		return ran, table
	}
	once, _ := run("1")
	more, table := run("1,2", "5")
	if once != 1 || more != 2 || len(table) != 3 {
		t.Fatalf("%d and %d jobs were run, and the table has %d rows", once, more, len(table))
	}
	for i, r := range table {
		if r.Job.Repeat != []int{1, 2, 5}[i] || i > 0 && !(r.At("J") < table[i-1].At("J")) {
			t.Errorf("row %d is of %v, with J = %v", i, r.Job, r.At("J"))
		}
	}
	if name := table[2].Job.String(); !strings.Contains(name, "metropolis, 5 steps a level, ") {
		t.Errorf("the job is called %s", name)
	}
	if _, err := (Spec{Toy: List{"barrier"}, T: List{"5"}, Repeat: List{"0"}}).Plan(journal.Build{}); err == nil ||
		err.Error() != "repeat 0; a number of steps a level from 1 to 1000 would do" {
		t.Errorf("no step a level: %v", err)
	}
}
