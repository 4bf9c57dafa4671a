package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"breadboard/experiments/disk"
	"breadboard/experiments/disk/disktest"
	"breadboard/experiments/journal"
	"breadboard/grid/text/faulty"
)

// tinySweep is a plan of these T, on a target of 49 cells.
func tinySweep(t *testing.T, levels string) Plan {
	t.Helper()
	plan, err := Spec{Toy: List{"barrier"}, Kernel: List{"metropolis,heat-bath"}, T: List{levels}}.Plan(journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// sweepOn does what the command does: the plan, the rows that the journal lacks, and the tables.
func sweepOn(d disk.Disk, plan Plan) error {
	set := disk.Set{Disk: d, Dir: "out"}
	write := func(w io.Writer) error { return journal.WritePlan(w, plan) }
	if err := set.Write(context.Background(), []disk.Content{{Name: "sweep.json", Write: write}}); err != nil {
		return err
	}
	kept, err := journal.Open[Row](d, "out/journal.jsonl")
	if err != nil {
		return err
	}
	work := plan.Work(journal.Shard{})
	if err := work.Run(context.Background(), kept.Rows, 1, kept.Commit, func(journal.Pace) {}); err != nil {
		return errors.Join(err, kept.Close())
	}
	table, missing := work.Table(kept.Rows)
	if missing != nil {
		return errors.New("rows are missing at the end")
	}
	return errors.Join(writeTables(d, table), kept.Close())
}

// writeTables writes rows and a count of them, which belong together.
func writeTables(d disk.Disk, rows []Row) error {
	lines := func(w io.Writer) error {
		out := json.NewEncoder(w)
		for _, r := range rows {
			if err := out.Encode(r); err != nil {
				return err
			}
		}
		return nil
	}
	count := func(w io.Writer) error { _, err := fmt.Fprintln(w, len(rows)); return err }
	return disk.Set{Disk: d, Dir: "out"}.Write(context.Background(),
		[]disk.Content{{Name: "rows.jsonl", Write: lines}, {Name: "count", Write: count}})
}

// shown returns what a reader finds in the directory.
func shown(d disk.Disk) (string, error) {
	var all bytes.Buffer
	for _, name := range []string{"rows.jsonl", "count"} {
		f, err := d.Open("out/" + name)
		if err != nil {
			return "", err
		}
		if _, err := io.Copy(&all, f); err != nil {
			return "", err
		}
		if err := f.Close(); err != nil {
			return "", err
		}
	}
	return all.String(), nil
}

// mergeOn reads back what is there, as merging does. It ends in an error or in the table.
func mergeOn(d disk.Disk) ([]Row, error) {
	plan, err := journal.LoadPlan[Plan](d, "out/sweep.json")
	if err != nil {
		return nil, err
	}
	rows, err := journal.Read[Row](d, "out/journal.jsonl")
	if err != nil {
		return nil, err
	}
	known := map[string]Row{}
	if err := journal.Join(known, rows...); err != nil {
		return nil, err
	}
	table, missing := plan.Work(journal.Shard{}).Table(known)
	if missing != nil {
		return nil, fmt.Errorf("%d rows are missing", len(missing))
	}
	return table, nil
}

// A done is a disk with a finished sweep, and what is shown there before and after the next one.
type done struct {
	disk        *disktest.Memory
	next        Plan
	before, end string
}

func newDone(t *testing.T) done {
	t.Helper()
	m := disktest.NewMemory("out")
	if err := sweepOn(m, tinySweep(t, "3")); err != nil {
		t.Fatal(err)
	}
	before, err := shown(m)
	if err != nil {
		t.Fatal(err)
	}
	after, next := m.Killed(), tinySweep(t, "3,4")
	if err := sweepOn(after, next); err != nil {
		t.Fatal(err)
	}
	end, err := shown(after)
	if err != nil {
		t.Fatal(err)
	}
	return done{m, next, before, end}
}

// check looks at the disk after a fault: the tables are those of before or those of the end, or it says that some may be
// of either; a merge is refused or gives one of them, and the same sweep ends in the same bytes.
func (s done) check(d disk.Disk) error {
	now, err := shown(d)
	unfinished, wrong := disk.Unfinished(d, "out")
	if err = errors.Join(err, wrong); err != nil || now != s.before && now != s.end && !unfinished {
		return fmt.Errorf("after the fault the tables are %q, with the error %v", now, err)
	}
	if rows, err := mergeOn(d); err == nil {
		if err := writeTables(d, rows); err != nil {
			return fmt.Errorf("a merge: %w", err)
		}
		if now, err = shown(d); err != nil || now != s.before && now != s.end {
			return fmt.Errorf("after a merge the tables are %q, with the error %v", now, err)
		}
	}
	if err := sweepOn(d, s.next); err != nil {
		return fmt.Errorf("the sweep does not go on: %w", err)
	}
	if now, err = shown(d); err != nil || now != s.end {
		return fmt.Errorf("at the end the tables are %q, with the error %v; want %q", now, err, s.end)
	}
	return nil
}

// Every call of a sweep fails, alone or with all later ones, whole or torn; and the power fails then
// or does not.
func TestSweepAtEveryCall(t *testing.T) {
	s := newDone(t)
	kills := faulty.Tally{What: "failing calls of a sweep"}
	cuts := faulty.Tally{What: "power cuts of a sweep"}
	dice := rand.New(rand.NewPCG(15, 4))
	disktest.Each(&kills, func(f disktest.Fault) (bool, error) {
		m := s.disk.Killed()
		d := f.On(m)
		_ = sweepOn(d, s.next)
		if f.At%faulty.Times(4, 1) == 0 {
			for range faulty.Times(1, 20) {
				cuts.Count(f, s.check(m.Cut(dice)))
			}
		}
		return d.Struck(), s.check(m.Killed())
	})
	kills.Report(t)
	cuts.Report(t)
}
