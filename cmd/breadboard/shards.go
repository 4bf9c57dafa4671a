package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// shardFlags say where the rows of a sweep are kept, and which of them this process makes.
type shardFlags struct {
	Out   string `help:"The directory of the journal and of the tables." placeholder:"DIR"`
	Shard string `help:"Only the Ith of N parts, which take equally long: for array jobs, and then --merge." placeholder:"I/N"`
}

// readShard reads --shard.
func (f shardFlags) readShard() (s sweep.Shard, err error) {
	if f.Shard == "" {
		return s, nil
	}
	return sweep.ParseShard(f.Shard)
}

// journals lists the shards that have a journal in a directory.
func journals(dir string) (there []sweep.Shard, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, text.Pathless(err))
	}
	for _, e := range entries {
		if s, ok := sweep.ShardOf(e.Name()); ok {
			there = append(there, s)
		}
	}
	return there, nil
}

// keptRows returns all rows of a sweep, or of its shard, with those that are computed now because the journals in --out
// lack them, and what there is to tell of that. If that fails or is interrupted, the user reads how many results are
// kept, and which command goes on.
func (f shardFlags) keptRows(w *world, work *sweep.Work) (rows map[string]sweep.Row, story sweeps.Swept, err error) {
	if err := f.placeRun(w, work.Shard); err != nil {
		return nil, story, err
	}
	kept, err := journal.Open(filepath.Join(f.Out, work.Shard.Journal()))
	if errors.Is(err, journal.ErrNoJournal) {
		err = bad(err)
	}
	if err != nil {
		return nil, story, err
	}
	defer kept.Close()
	err = f.writePlan(w, work.Plan)
	if err == nil {
		err = f.addOtherJournals(kept.Rows, work.Shard)
	}
	if err == nil {
		rows, err = work.Rows(kept.Rows)
	}
	if err != nil {
		return nil, story, err
	}
	all := len(work.Mine())
	story = sweeps.Swept{Out: f.Out, Shard: f.Shard, Cells: all, Kept: len(rows), Torn: kept.Torn, Bad: kept.Bad}
	var done atomic.Int64 // in the journal
	done.Store(int64(len(rows)))
	goOn := func() string {
		return fmt.Sprintf("%s of %s results are kept in %s; to go on: %s", table.Thousands(int(done.Load())),
			table.Thousands(all), kept.Path, w.spelled())
	}
	w.ifInterrupted(goOn)
	tell, finish := w.progress("sweep")
	err = work.Run(w.ctx, rows, func(r sweep.Row) error {
		err := kept.Commit(r)
		if err == nil {
			done.Add(1)
		}
		return err
	}, tell)
	finish()
	story.Run = len(rows) - story.Kept
	if err != nil && w.ctx.Err() == nil {
		err = experiments.Faultf("%v; %s", err, goOn())
	}
	return rows, story, err
}

// placeRun makes --out, and returns bad input if what is there is in the way: files of somebody else, or journals of
// another number of shards. Two ways to deal the jobs would compute some of them twice.
func (f shardFlags) placeRun(w *world, s sweep.Shard) error {
	if err := w.claim("--out", f.Out); err != nil {
		return err
	}
	there, err := journals(f.Out)
	if err != nil {
		return bad(err)
	}
	for _, t := range there {
		if s.N > 0 && t.N > 0 && t.N != s.N {
			return badf("--shard %s, and %s has a journal of shard %d/%d; one of %d parts, all of them without "+
				"--shard, or another directory would do", f.Shard, f.Out, t.I, t.N, t.N)
		}
	}
	return nil
}

// writePlan puts the plan into --out, where --merge finds it.
func (f shardFlags) writePlan(w *world, plan sweep.Plan) error {
	data, err := json.MarshalIndent(plan, "", " ")
	if err != nil {
		return err
	}
	write := func(to io.Writer) error { _, err := to.Write(append(data, '\n')); return err }
	return w.write(f.Out, []table.File{{Name: sweepFile, Write: write}})
}

// loadPlan reads the plan in the file at path.
func loadPlan(path string) (plan sweep.Plan, err error) {
	data, err := os.ReadFile(path)
	switch {
	case err != nil:
		return plan, fmt.Errorf("%w; the --out of a sweep would do", text.Pathless(err))
	case json.Unmarshal(data, &plan) != nil, plan.Len() == 0:
		return plan, errors.New("not the plan of a sweep; the command of the sweep again, into the same directory, " +
			"would do")
	}
	return plan, nil
}

// addOtherJournals adds the rows of the other journals in --out, so that no job is computed again because it is dealt
// to another shard now, or to none. Other shards may be running.
func (f shardFlags) addOtherJournals(rows journal.Rows, own sweep.Shard) error {
	there, err := journals(f.Out)
	if err != nil {
		return err
	}
	return addRows(rows, f.Out, slices.DeleteFunc(there, func(s sweep.Shard) bool { return s == own }))
}

// addRows adds the rows of some journals in a directory.
func addRows(rows journal.Rows, dir string, from []sweep.Shard) error {
	for _, s := range from {
		if err := rows.Read(filepath.Join(dir, s.Journal())); err != nil {
			return err
		}
	}
	return nil
}

// sweepFile is the name of a plan in the directory of a sweep.
const sweepFile = "sweep.json"
