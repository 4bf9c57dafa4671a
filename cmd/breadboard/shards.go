package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"sync/atomic"
	"syscall"

	"breadboard/experiments/disk"
	"breadboard/experiments/journal"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// shardFlags say where the rows of a long run are kept, which of them this process makes, and
// on how many cores.
type shardFlags struct {
	Out     string `help:"The directory of the journal and of the tables." placeholder:"DIR" complete:"file"`
	Shard   string `help:"Only the Ith of N parts, which take equally long: for array jobs, and then merge." placeholder:"I/N"`
	Workers int    `help:"How many results are computed at once; 0 is one a core. The rows do not depend on it." default:"0" placeholder:"N"`
	forceFlags
}

// goesOn is in the help of commands with these flags.
const goesOn = "Every result is written to a journal in DIR at once. However a run was stopped, the same " +
	"command goes on where it was, and ends in the same tables. A table of more rows in DIR is replaced with --force " +
	"alone."

// shard reads --shard, and checks --workers.
func (f shardFlags) shard() (s journal.Shard, err error) {
	if f.Shard != "" {
		s, err = journal.ParseShard(f.Shard)
	}
	return s, errors.Join(err, checkWorkers(f.Workers))
}

// keep opens the shard's journal in --out, and puts the plan beside it in a file of this name. The tables of these
// names are written at the end; those of a shard by merge.
func keep[R journal.Row](w *world, f shardFlags, s journal.Shard, name string, plan journal.Plan,
	names []string) (*journal.Journal[R], error) {
	if f.Shard != "" {
		names = nil
	}
	if err := w.checkDir("--out", f.into(f.Out), names...); err != nil {
		return nil, err
	}
	old, err := f.oldPlan(filepath.Join(f.Out, name))
	if err != nil {
		return nil, err
	}
	kept, err := journal.Open[R](disk.System, filepath.Join(f.Out, s.Journal()))
	if err != nil {
		return nil, err
	}
	if err := writePlan(f.Out, name, plan, old); err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	return kept, nil
}

// oldPlan reads the plan in whose place another comes. What is no plan may be a user's file, and is replaced by
// --force alone.
func (f shardFlags) oldPlan(path string) ([]byte, error) {
	old, err := journal.OldPlan(disk.System, path)
	switch {
	case err == nil, errors.Is(err, journal.ErrNoPlan) && f.Force:
		return old, nil
	case errors.Is(err, journal.ErrNoPlan):
		return nil, inTheWay(&disk.Foreign{Paths: []string{path}, Force: true,
			Is: "is there, and is no plan of a sweep or a score"})
	}
	return nil, bad(fmt.Errorf("%s: %w", path, err))
}

// resume calls run for the jobs that the journal lacks. It returns what there is to tell of what is run, a
// "sweep" or a "score". If that fails or is interrupted, the user reads how many results are kept, and which
// command goes on.
func resume[J fmt.Stringer, R journal.Row](w *world, what string, f shardFlags, work *journal.Work[J, R],
	kept *journal.Journal[R], run func(tell func(journal.Pace)) error) (sweeps.Swept, error) {
	story := sweeps.Swept{What: what, Out: f.Out, Shard: f.Shard, Cells: work.Len(), Torn: kept.Torn, Bad: kept.Bad}
	story.OtherCells, story.OtherBuilds = work.Others(kept.Rows)
	var done atomic.Int64 // in the journal
	goOn := func() string {
		return fmt.Sprintf("%s of %s results are kept in %s; to go on: %s", table.Thousands(int(done.Load())),
			table.Thousands(work.Len()), kept.Path, w.spelled())
	}
	w.ifInterrupted(goOn)
	tell, finish := w.pace(what)
	err := run(func(p journal.Pace) {
		story.Run, story.Kept = p.Jobs, work.Len()-p.AllJobs
		done.Store(int64(story.Run + story.Kept))
		tell(p)
	})
	finish()
	if err != nil && w.ctx.Err() == nil {
		err = fmt.Errorf("%w; %s", err, goOn())
	}
	return story, err
}

// writePlan puts the plan into the directory in place of the old one, unless they are the same. So a run can go
// on even if the disk has become too full for a new plan.
func writePlan(dir, name string, plan journal.Plan, old []byte) error {
	var want bytes.Buffer
	if err := journal.WritePlan(&want, plan); err != nil {
		return bad(err)
	}
	if bytes.Equal(old, want.Bytes()) {
		return nil
	}
	write := func(w io.Writer) error { _, err := w.Write(want.Bytes()); return err }
	return disk.WriteFile(context.Background(), disk.System, filepath.Join(dir, name), true, write)
}

// readPlan reads the plan in a directory.
func readPlan[P journal.Plan](dir, name string) (plan P, err error) {
	path := filepath.Join(dir, name)
	plan, err = journal.LoadPlan[P](disk.System, path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		err = errors.New("not there; the --out of a sweep or a score would do")
	}
	if err != nil {
		return plan, fmt.Errorf("%s: %w", path, err)
	}
	return plan, nil
}
