package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"breadboard/experiments"
	"breadboard/experiments/disk"
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
func (f shardFlags) readShard() (s journal.Shard, err error) {
	if f.Shard == "" {
		return s, nil
	}
	return journal.ParseShard(f.Shard)
}

// journals lists the shards that have a journal in a directory.
func journals(dir string) (there []journal.Shard, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, text.Pathless(err))
	}
	for _, e := range entries {
		if s, ok := journal.ShardOf(e.Name()); ok {
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
	kept, err := f.open(work)
	if err != nil {
		return nil, story, err
	}
	defer kept.Close()
	all := work.Len()
	story = sweeps.Swept{Out: f.Out, Shard: f.Shard, Cells: all, Torn: kept.Torn, Bad: kept.Bad}
	story.OtherCells, story.OtherBuilds = work.Others(kept.Rows)
	var done atomic.Int64 // in the journal
	goOn := func() string {
		return fmt.Sprintf("%s of %s results are kept in %s; to go on: %s", table.Thousands(int(done.Load())),
			table.Thousands(all), kept.Path, w.spelled())
	}
	w.ifInterrupted(goOn)
	tell, finish := w.pace("sweep")
	err = work.Run(w.ctx, kept.Rows, kept.Commit, func(p journal.Pace) {
		story.Run, story.Kept = p.Jobs, all-p.AllJobs
		done.Store(int64(story.Run + story.Kept))
		tell(p)
	})
	finish()
	if err != nil && w.ctx.Err() == nil {
		err = experiments.Faultf("%v; %s", err, goOn())
	}
	return kept.Rows, story, err
}

// placeRun makes --out, and returns bad input if what is there is in the way: files of somebody else, or journals of
// another number of shards. Two ways to deal the jobs would compute some of them twice.
func (f shardFlags) placeRun(w *world, s journal.Shard) error {
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

// open opens the shard's journal in --out, and puts the plan beside it. A plan that is the same stays, so that a run
// can go on even if the disk has become too full for a new one. The rows of the other journals there are added, so that
// no job is computed again because it is dealt to another shard now, or to none: a shard takes those of its own jobs,
// while other shards may be running.
func (f shardFlags) open(work *sweep.Work) (*journal.Journal[sweep.Row], error) {
	path := filepath.Join(f.Out, sweepFile)
	old, err := journal.OldPlan(path)
	if err != nil && !errors.Is(err, journal.ErrNoPlan) {
		return nil, badf("%s: %w", path, err)
	}
	kept, err := journal.Open[sweep.Row](filepath.Join(f.Out, work.Shard.Journal()))
	switch {
	case errors.Is(err, journal.ErrNoJournal):
		return nil, bad(err)
	case err != nil:
		return nil, err
	}
	there, err := journals(f.Out)
	there = slices.DeleteFunc(there, func(s journal.Shard) bool { return s == work.Shard })
	var wanted func(sweep.Row) bool
	if work.Shard.N > 0 {
		wanted = work.Owns()
	}
	if err == nil {
		err = addRows(kept.Rows, f.Out, there, wanted)
	}
	var plan []byte
	if err == nil {
		plan, err = journal.PlanBytes(work.Plan)
		err = bad(err)
	}
	if err == nil && !bytes.Equal(old, plan) {
		write := func(w io.Writer) error { _, err := w.Write(plan); return err }
		err = disk.Write(context.Background(), f.Out, []table.File{{Name: sweepFile, Write: write}})
	}
	if err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	return kept, nil
}

// addRows adds the rows of some journals in a directory: all, or those that are wanted while others may be writing.
func addRows(rows map[string]sweep.Row, dir string, from []journal.Shard, wanted func(sweep.Row) bool) error {
	for _, s := range from {
		path := filepath.Join(dir, s.Journal())
		more, err := journal.Read[sweep.Row](path, wanted == nil)
		if err != nil {
			return err
		}
		if wanted != nil {
			more = slices.DeleteFunc(more, func(r sweep.Row) bool { return !wanted(r) })
		}
		if err := journal.Join(rows, more...); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// sweepFile is the name of a plan in the directory of a sweep.
const sweepFile = "sweep.json"
