package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
	"breadboard/reports/sweeps"
)

// mergeCmd joins the shards of a sweep, or of a score.
type mergeCmd struct {
	Dirs []string `arg:"" optional:"" help:"The directories of the shards, each once, or the one they share." placeholder:"DIR"`
	Out  string   `help:"Where to write the tables, if not to the first of them." placeholder:"DIR" complete:"file"`
	betasFlags
	forceFlags
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
			return bad(fmt.Errorf("--save-betas, and %s is of a score; a sweep with best-b or best-j would do", c.Dirs[0]))
		}
		return c.scores(w)
	}
	plan, err := agreed[sweep.Plan](c.Dirs, sweepFile)
	if err != nil {
		return bad(err)
	}
	if err := w.affordJournals(plan.ListBytes(), c.Dirs...); err != nil {
		return err
	}
	work := plan.Work(journal.Shard{})
	rows, story, err := joined(w, c, "sweep", work.Work, sweeps.Names)
	if err != nil {
		return err
	}
	if err := c.betasFlags.check(plan, journal.Shard{}); err != nil {
		return bad(err)
	}
	return w.conclude(c.format, c.betasFlags, c.forceFlags, work, rows, story)
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
	bytes := experiments.ProgramBytes + besides + inMemory*kept
	return w.affordBytes(fmt.Sprintf("journals of %s take %s of memory", amount(kept), amount(bytes)),
		"shards of a smaller sweep or score", bytes, false, false)
}

// A byte of a journal takes so many bytes of memory, as a row and in the tables.
const inMemory = 4

// joined reads the rows of all shards of the work. A missing row is an error, and so is a file of somebody else that
// has one of these names.
func joined[J fmt.Stringer, R journal.Row](w *world, c *mergeCmd, what string, work *journal.Work[J, R],
	names []string) (rows map[string]R, story sweeps.Swept, err error) {
	rows, shards, err := rowsIn[R](c.Dirs)
	if err != nil {
		return nil, story, err
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
	story = sweeps.Swept{What: what, Out: c.Out, Cells: work.Len(), Kept: work.Len()}
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
	var infos []os.FileInfo // nil if there is no directory, which readPlan reports
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
		plan, err := readPlan[P](dir, name)
		switch {
		case err != nil:
		case i == 0:
			first = plan
		case plan.Hash() != first.Hash():
			err = fmt.Errorf("%s and %s ask for different results; shards of one sweep or score would do",
				dir, dirs[0])
		case plan.Head() != first.Head():
			err = fmt.Errorf("%s is by the build %q and %s by %q; shards of one build would do",
				dir, plan.Head().Build, dirs[0], first.Head().Build)
		}
		faults = append(faults, err)
	}
	return first, errors.Join(faults...)
}

// rowsIn reads the rows of all journals. shards is the number of parts of the sweep, from
// the names of the journals; 0 if they disagree.
func rowsIn[R journal.Row](dirs []string) (rows map[string]R, shards int, err error) {
	rows = map[string]R{}
	parts := map[int]bool{}
	for _, dir := range dirs {
		there, err := journals(dir)
		if err != nil {
			return nil, 0, bad(err)
		}
		if there == nil {
			return nil, 0, bad(fmt.Errorf("%s has no journal; the --out of a sweep or a score would do", dir))
		}
		for _, shard := range there {
			if shard.N > 0 {
				parts[shard.N], shards = true, shard.N
			}
			all := func(R) bool { return true }
			if err := addRows(rows, filepath.Join(dir, shard.Journal()), journal.Read[R], all); err != nil {
				return nil, 0, err
			}
		}
	}
	if len(parts) > 1 {
		shards = 0
	}
	return rows, shards, nil
}
