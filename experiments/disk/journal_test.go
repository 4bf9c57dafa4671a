package disk_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"breadboard/experiments/disk"
	"breadboard/experiments/journal"
	"breadboard/grid/must"
	"breadboard/grid/text/faulty"
)

const onMemory = "out/journal.jsonl"

// A count is a job of these tests, and a counted is its row.
type count struct {
	To int `json:"to"`
}

func (c count) String() string { return fmt.Sprint("to ", c.To) }

type counted struct {
	Key   string        `json:"key"`
	Job   count         `json:"cell"`
	Build journal.Build `json:"build"`
}

func (c counted) Origin() (string, any, journal.Build) { return c.Key, c.Job, c.Build }

func aRow(to int) counted {
	return counted{Key: journal.Key(count{to}, journal.Build{}), Job: count{to}}
}

// tenCounts is a short work, in commits of one, two and three rows.
func tenCounts() *journal.Work[count, counted] {
	var jobs []count
	for i := range 10 {
		jobs = append(jobs, count{i})
	}
	return journal.NewWork[count, counted](jobs, make([]int, 10), aRow(0).Build, journal.Shard{})
}

// session opens the journal and does what it lacks until something fails. It returns the rows whose
// Commit said that they are kept.
func session(d disk.Disk) (kept []counted, err error) {
	j, err := journal.Open[counted](d, onMemory)
	if err != nil {
		return nil, err
	}
	todo := tenCounts().Todo(j.Rows)
	for size := 1; len(todo) > 0 && err == nil; size = size%3 + 1 {
		var batch []counted
		for _, c := range todo[:min(size, len(todo))] {
			batch = append(batch, aRow(c.To))
		}
		todo = todo[len(batch):]
		if err = j.Commit(batch); err == nil {
			kept = append(kept, batch...)
		}
	}
	closed := j.Close()
	if err == nil {
		err = closed
	}
	return kept, err
}

// goesOn checks that the next process finds what was kept, and ends in the table of an undisturbed run.
func goesOn(d disk.Disk, kept []counted) error {
	j, err := journal.Open[counted](d, onMemory)
	if err != nil {
		return fmt.Errorf("it does not go on: %w", err)
	}
	for _, r := range kept {
		if _, ok := j.Rows[r.Key]; !ok {
			return fmt.Errorf("the row to %d was kept, and is not there", r.Job.To)
		}
	}
	if err := j.Close(); err != nil {
		return err
	}
	if _, err := session(d); err != nil {
		return fmt.Errorf("going on: %w", err)
	}
	rows, err := journal.Read[counted](d, onMemory, true)
	if err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	return isUndisturbed(rows)
}

// isUndisturbed returns an error if these rows do not give the table that all rows give.
func isUndisturbed(rows []counted) error {
	known := map[string]counted{}
	if err := journal.Join(known, rows...); err != nil {
		return err
	}
	table, missing := tenCounts().Table(known)
	if missing != nil {
		return fmt.Errorf("%d rows are missing", len(missing))
	}
	for i, r := range table {
		if r != aRow(i) {
			return fmt.Errorf("row %d is %+v", i, r)
		}
	}
	return nil
}

// tornDisk has a journal whose end is torn.
func tornDisk() *memory {
	m := newMemory("out")
	_, _ = session(fault{At: 13, Torn: true}.On(m))
	return m.Killed()
}

// A process is killed at each of its calls, or one call fails, whole or torn, and the power fails
// then or does not. What Commit said is kept, and the next process ends in the same table.
func TestJournalAtEveryCall(t *testing.T) {
	kills := faulty.Tally{What: "failing calls of a journal"}
	cuts := faulty.Tally{What: "power cuts of a journal"}
	dice := rand.New(rand.NewPCG(15, 1))
	for i, start := range []func() *memory{func() *memory { return newMemory("out") }, tornDisk} {
		eachFault(&kills, func(f fault) (bool, error) {
			m := start()
			d := f.On(m)
			kept, _ := session(d)
			for range 2 {
				began := "no journal"
				if i == 1 {
					began = "a torn journal"
				}
				cuts.Count(fmt.Sprint(began, ", ", f), goesOn(m.Cut(dice), kept))
			}
			return d.Struck(), goesOn(m.Killed(), kept)
		})
	}
	kills.Report(t)
	cuts.Report(t)
}

// Two faults in a row: the second strikes the process that goes on after the first.
func TestJournalAtEveryTwoCalls(t *testing.T) {
	twice := faulty.Tally{What: "second failing calls of a journal"}
	dice := rand.New(rand.NewPCG(15, 2))
	for at := 1; at < 40; at += 18 {
		first := fault{At: at, Torn: at%2 == 0}
		m := newMemory("out")
		kept, _ := session(first.On(m))
		for _, after := range []*memory{m.Killed(), m.Cut(dice)} {
			eachFault(&twice, func(f fault) (bool, error) {
				again := after.Killed()
				d := f.On(again)
				more, _ := session(d)
				all := append(kept[:len(kept):len(kept)], more...)
				err := goesOn(again.Cut(dice), all)
				if err == nil {
					err = goesOn(again.Killed(), all)
				}
				return d.Struck(), err
			})
		}
	}
	twice.Report(t)
}

// A journal that does not sync is found out: rows that it said are kept are lost.
func TestJournalUnsyncedIsFound(t *testing.T) {
	lost := 0
	for seed := range uint64(20) {
		m := newMemory("out")
		kept := must.Have(session(careless{Disk: m, files: true, dirs: true}))(t)
		if goesOn(m.Cut(rand.New(rand.NewPCG(seed, 0))), kept) != nil {
			lost++
		}
	}
	if lost == 0 {
		t.Error("a journal that never syncs has lost nothing in 20 power cuts")
	}
}
