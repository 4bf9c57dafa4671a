package sweep

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"breadboard/experiments/journal"
	"breadboard/grid/must"
)

// Before axes had kinds, and levels several steps, journals and keys wrote a job like this.
const olderJob = `{"toy":"TOY","kernel":"metropolis","bridge":"geometric","initial":"uniform","schedule":"linear","T":10}`

// olderKey is the key of such a job, made of the text and of nothing else.
func olderKey(job string, by journal.Build) string {
	sum := sha256.Sum256(fmt.Appendf(nil, `{"format":2,"cell":%s,"build":{"version":%q,"commit":%q,"go":%q}}`, job,
		by.Version, by.Commit, by.Go))
	return fmt.Sprintf("%x", sum[:16])
}

// A row of an older journal is of lines and of one step a level. Where that is asked for now, by the target's own axes or
// by --axes, it is the row that is asked for; where spins are walked as spins, or there
// are more steps, it is not, and those on lines are counted.
func TestOlderJournals(t *testing.T) {
	by := journal.Build{Version: "v", Commit: "c", Go: "g"}
	for _, c := range []struct {
		spec    Spec
		toy     string
		resumed bool
		onLines int
	}{
		{Spec{Toy: List{"barrier"}}, "barrier", true, 0},
		{Spec{Toy: List{"barrier"}, Repeat: List{"1"}}, "barrier", true, 0},
		{Spec{Toy: List{"barrier"}, Axes: "ring"}, "barrier", false, 1},
		{Spec{Toy: List{"barrier"}, Repeat: List{"5"}}, "barrier", false, 0},
		{Spec{Toy: List{"ising:2x2:0.4"}}, "ising:2x2:0.4", false, 1},
		{Spec{Toy: List{"ising:2x2:0.4"}, Axes: "line"}, "ising:2x2:0.4", true, 0},
	} {
		c.spec.T = List{"10"}
		job := strings.Replace(olderJob, "TOY", c.toy, 1)
		old := Row{Key: olderKey(job, by), Build: by}
		must.Do(t, json.Unmarshal([]byte(job), &old.Job))
		written := string(must.Have(json.Marshal(old.Job))(t))
		if written != job || old.Job.Axes != "line" || old.Job.Repeat != 1 {
			t.Errorf("%s is read as %+v, and written as %s", job, old.Job, written)
		}
		plan := must.Have(c.spec.Plan(by))(t)
		plan.Spec = Spec{}
		text := string(must.Have(json.Marshal(plan))(t))
		if (strings.Contains(text, "axes") || strings.Contains(text, "repeat")) == c.resumed {
			t.Errorf("the plan, which is as ever where older rows are its own, is %s", text)
		}
		work := plan.Work(journal.Shard{})
		rows := map[string]Row{old.Key: old}
		todo, onLines := len(work.Todo(rows)), work.OnLines(rows)
		if others, _ := work.Others(rows); (todo == 0) != c.resumed || (others == 0) != c.resumed || onLines != c.onLines {
			t.Errorf("%+v: %d jobs to do beside the older row, %d rows are others', and %d on lines", c.spec, todo, others,
				onLines)
		}
	}
}

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
