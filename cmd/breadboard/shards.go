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
	"breadboard/grid/text"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// keptFlags say where the rows of a long run are kept, and on how many cores they are made.
type keptFlags struct {
	Out     string `help:"The directory of the journal and of the tables." placeholder:"DIR"`
	Workers int    `help:"How many results are computed at once; 0 is one a core. The rows do not depend on it." default:"0" placeholder:"N"`
	forceFlags
}

// shardFlags say which of the rows this process makes, too.
type shardFlags struct {
	keptFlags
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

// A keptRun is a sweep or a score whose rows are kept in --out.
type keptRun[J fmt.Stringer, R journal.Row] struct {
	what        string // "sweep" or "score"
	plan        journal.Plan
	file, other string   // the names of the plan, and of that of the other command
	names       []string // of the files that are written at the end
	work        *journal.Work[J, R]
	ledger      *ledger // nil if its rows are not known before the run
	run         func(kept *journal.Journal[R], tell func(journal.Pace)) error
}

// keptRows returns all rows of the run, or of its shard, with those that are computed now because the journals lack
// them, and what there is to tell of that. If that fails or is interrupted, the user reads how many results are kept,
// and which command goes on.
func (r keptRun[J, R]) keptRows(w *world, f shardFlags) (rows map[string]R, story sweeps.Swept, err error) {
	if err := r.placeRun(w, f); err != nil {
		return nil, story, err
	}
	kept, err := r.open(f)
	if err != nil {
		return nil, story, err
	}
	defer kept.Close()
	all := r.work.Len()
	story = sweeps.Swept{Out: f.Out, Shard: f.Shard, Cells: all, Torn: kept.Torn, Bad: kept.Bad}
	story.OtherCells, story.OtherBuilds = r.work.Others(kept.Rows)
	var done atomic.Int64 // in the journal
	goOn := func() string {
		return fmt.Sprintf("%s of %s results are kept in %s; to go on: %s", table.Thousands(int(done.Load())),
			table.Thousands(all), kept.Path, w.spelled())
	}
	w.ifInterrupted(goOn)
	tell, finish := w.pace(r.what)
	err = r.run(kept, func(p journal.Pace) {
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

// placeRun makes --out, and returns bad input if what is there is in the way: files of these names that are somebody
// else's, the plan of another command, journals of another number of shards, or a table that would lose rows. Two ways
// to deal the jobs would compute some of them twice. The tables are written at the end; those of a shard by merge.
func (r keptRun[J, R]) placeRun(w *world, f shardFlags) error {
	s, names := r.work.Shard, r.names
	if s.N > 0 {
		names = nil
	}
	if err := w.checkDir("--out", f.into(f.Out), names...); err != nil {
		return err
	}
	if plan, err := journal.OldPlan(disk.System, filepath.Join(f.Out, r.other)); err == nil && plan != nil {
		return badf("%s has the plan of another command, %s; another directory would do", f.Out, r.other)
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
	if f.Shard != "" || r.ledger == nil {
		return nil
	}
	return f.keepsRows(f.Out, *r.ledger)
}

// open opens the shard's journal in --out, and puts the plan beside it. A plan that is the same stays, so that a run
// can go on even if the disk has become too full for a new one. What is no plan may be a user's file, and is replaced
// by --force alone. The rows of the other journals there are added, so that no job is computed again because it is
// dealt to another shard now, or to none: a shard takes those of its own jobs, while other shards may be running.
func (r keptRun[J, R]) open(f shardFlags) (*journal.Journal[R], error) {
	path := filepath.Join(f.Out, r.file)
	old, err := journal.OldPlan(disk.System, path)
	switch noPlan := errors.Is(err, journal.ErrNoPlan); {
	case noPlan && !f.Force:
		return nil, inTheWay(&disk.Foreign{Paths: []string{path}, Force: true,
			Is: "is there, and is no plan of a sweep or a score"})
	case err != nil && !noPlan:
		return nil, badf("%s: %w", path, err)
	}
	kept, err := journal.Open[R](disk.System, filepath.Join(f.Out, r.work.Shard.Journal()))
	switch {
	case errors.Is(err, journal.ErrNoJournal):
		return nil, bad(err)
	case err != nil:
		return nil, err
	}
	there, err := journals(f.Out)
	there = slices.DeleteFunc(there, func(s journal.Shard) bool { return s == r.work.Shard })
	var wanted func(R) bool
	if r.work.Shard.N > 0 {
		wanted = r.work.Owns()
	}
	if err == nil {
		err = addRows(kept.Rows, f.Out, there, wanted)
	}
	var plan []byte
	if err == nil {
		plan, err = journal.PlanBytes(r.plan)
		err = bad(err)
	}
	if err == nil && !bytes.Equal(old, plan) {
		write := func(w io.Writer) error { _, err := w.Write(plan); return err }
		err = disk.WriteFile(context.Background(), disk.System, path, true, write)
	}
	if err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	return kept, nil
}

// addRows adds the rows of some journals in a directory: all, or those that are wanted while others may be writing.
func addRows[R journal.Row](rows map[string]R, dir string, from []journal.Shard, wanted func(R) bool) error {
	for _, s := range from {
		path := filepath.Join(dir, s.Journal())
		more, err := journal.Read[R](disk.System, path, wanted == nil)
		if err != nil {
			return err
		}
		if wanted != nil {
			more = slices.DeleteFunc(more, func(r R) bool { return !wanted(r) })
		}
		if err := journal.Join(rows, more...); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// sweepFile is the name of a plan in the directory of a sweep.
const sweepFile = "sweep.json"

// scoreFile is the name of the listing of a plan in the directory of its rows.
const scoreFile = "score.json"
