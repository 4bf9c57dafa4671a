package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"

	"breadboard/experiments"
	"breadboard/experiments/disk"
	"breadboard/experiments/journal"
	"breadboard/experiments/score"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports/scores"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// shardFlags say where the rows of a long run are kept, which of them this process makes, and on how many cores.
type shardFlags struct {
	Out     string `help:"The directory of the journal and of the tables." placeholder:"DIR" complete:"file"`
	Shard   string `help:"Only the Ith of N parts, which take equally long: for array jobs, and then merge." placeholder:"I/N"`
	Workers int    `help:"How many results are computed at once; 0 is one a core. The rows do not depend on it." default:"0" placeholder:"N"`
	writeFlags
}

// shard reads --shard.
func (f shardFlags) shard() (s journal.Shard, err error) {
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

// rows returns all rows of the run, or of its shard, with those that are computed now because the journals lack them,
// and what there is to tell of that. If that fails or is interrupted, the user reads how many results are kept, and
// which command goes on.
func (r keptRun[J, R]) rows(w *world, f shardFlags) (rows map[string]R, story sweeps.Swept, err error) {
	if err := r.place(w, f); err != nil {
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

// place makes --out, and returns bad input if what is there is in the way: files of these names that are somebody
// else's, the plan of another command, journals of another number of shards, or a table that would lose rows. Two ways
// to deal the jobs would compute some of them twice. The tables are written at the end; those of a shard by merge.
func (r keptRun[J, R]) place(w *world, f shardFlags) error {
	if err := w.affordJournals(0, f.Out); err != nil {
		return err
	}
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

// mergeCmd joins the shards of a sweep, or of a score.
type mergeCmd struct {
	Dirs []string `arg:"" optional:"" help:"The directories of the shards, each once, or the one they share." placeholder:"DIR"`
	Out  string   `help:"Where to write the tables, if not to the first of them." placeholder:"DIR" complete:"file"`
	betasFlags
	writeFlags
	outputFlags
}

// Run joins the shards and writes the tables.
func (c *mergeCmd) Run(w *world) error {
	if err := c.apart(); err != nil {
		return bad(err)
	}
	for _, dir := range c.Dirs {
		w.sayUnfinished(dir)
	}
	w.ifInterrupted(func() string { return "the journals are as they were; to go on: " + w.spelled() })
	if _, err := os.Stat(filepath.Join(c.Dirs[0], scoreFile)); err == nil {
		if c.SaveBetas != "" {
			return badf("--save-betas, and %s is of a score; a sweep with best-b or best-j would do", c.Dirs[0])
		}
		listing, err := agreed[score.Listing](c.Dirs, scoreFile)
		if err == nil {
			err = w.affordJournals(0, c.Dirs...)
		}
		if err != nil {
			return err
		}
		work := listing.Work(journal.Shard{})
		rows, story, err := joined(w, c, "score", work, scores.Names)
		if err != nil {
			return err
		}
		all, _ := work.Table(rows)
		return w.concludeScores(c.format, c.writeFlags, listing.Result(all), story)
	}
	plan, err := agreed[sweep.Plan](c.Dirs, sweepFile)
	if err == nil {
		err = w.affordJournals(plan.ListBytes(), c.Dirs...)
	}
	if err != nil {
		return err
	}
	work := plan.Work(journal.Shard{})
	rows, story, err := joined(w, c, "sweep", work.Work, sweeps.Names)
	if err == nil {
		err = bad(c.betasFlags.check(plan, journal.Shard{}))
	}
	if err != nil {
		return err
	}
	return w.conclude(c.format, c.betasFlags, c.writeFlags, work, rows, story)
}

// affordJournals returns bad input if the memory does not suffice for the rows of all journals in some directories, and
// for so many bytes besides. A missing directory is reported when it is read.
func (w *world) affordJournals(besides float64, dirs ...string) error {
	var kept float64
	for _, dir := range dirs {
		there, _ := journals(dir)
		for _, shard := range there {
			if info, err := os.Stat(filepath.Join(dir, shard.Journal())); err == nil {
				kept += float64(info.Size())
			}
		}
	}
	const inMemory = 4 // bytes of a row and in the tables, for a byte of a journal
	bytes := experiments.ProgramBytes + besides + inMemory*kept
	return w.affordBytes(fmt.Sprintf("journals of %s take %s of memory", amount(kept), amount(bytes)),
		"shards of a smaller sweep or score", bytes, false, false)
}

// joined reads the rows of all shards of the work. A missing row is an error, and so is a file of somebody else that
// has one of these names.
func joined[J fmt.Stringer, R journal.Row](w *world, c *mergeCmd, what string, work *journal.Work[J, R],
	names []string) (rows map[string]R, story sweeps.Swept, err error) {
	rows = map[string]R{}
	shards, parts := 0, map[int]bool{} // of the sweep, from the names of the journals; 0 if they disagree
	for _, dir := range c.Dirs {
		there, err := journals(dir)
		if err == nil && there == nil {
			err = fmt.Errorf("%s has no journal; the --out of a sweep or a score would do", dir)
		}
		if err != nil {
			return nil, story, bad(err)
		}
		for _, shard := range there {
			if shard.N > 0 {
				parts[shard.N], shards = true, shard.N
			}
		}
		if err := addRows(rows, dir, there, nil); err != nil {
			return nil, story, err
		}
	}
	if len(parts) > 1 {
		shards = 0
	}
	if _, missing := work.Table(rows); missing != nil {
		return nil, story, fmt.Errorf("%w; the command of the %s, with the same --out and --shard, makes them",
			work.Missing(missing, shards), what)
	}
	if c.Out == "" {
		c.Out = c.Dirs[0]
	}
	if err := w.checkDir("--out", c.into(c.Out), names...); err != nil {
		return nil, story, err
	}
	story = sweeps.Swept{Out: c.Out, Cells: work.Len(), Kept: work.Len()}
	story.OtherCells, story.OtherBuilds = work.Others(rows)
	return rows, story, nil
}

// apart returns an error if no directory is given, or one is given twice, by any names.
func (c *mergeCmd) apart() error {
	if len(c.Dirs) == 0 {
		return errors.New("merge needs a directory; the directories of the shards, each of them an --out, or the one " +
			"that they share would do")
	}
	var faults []error
	var infos []os.FileInfo // nil if there is no directory, which agreed reports
	for _, dir := range c.Dirs {
		info, _ := os.Stat(dir)
		same := func(other os.FileInfo) bool { return info != nil && other != nil && os.SameFile(info, other) }
		if k := slices.IndexFunc(infos, same); k >= 0 {
			faults = append(faults, fmt.Errorf("%s and %s are one directory; each of them once would do", c.Dirs[k],
				dir))
		}
		infos = append(infos, info)
	}
	return errors.Join(faults...)
}

// agreed reads the plans of all directories, which must be one.
func agreed[P journal.Plan](dirs []string, name string) (first P, err error) {
	var faults []error
	for i, dir := range dirs {
		path := filepath.Join(dir, name)
		plan, err := journal.LoadPlan[P](disk.System, path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			err = errors.New("not there; the --out of a sweep or a score would do")
		}
		switch {
		case err != nil:
			err = fmt.Errorf("%s: %w", path, err)
		case i == 0:
			first = plan
		case plan.Hash() != first.Hash():
			err = fmt.Errorf("%s and %s ask for different results; shards of one sweep or score would do", dir, dirs[0])
		case plan.Head() != first.Head():
			err = fmt.Errorf("%s is by the build %q and %s by %q; shards of one build would do",
				dir, plan.Head().Build, dirs[0], first.Head().Build)
		}
		faults = append(faults, err)
	}
	return first, bad(errors.Join(faults...))
}
