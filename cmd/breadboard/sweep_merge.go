package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// merge joins the shards of a sweep, and writes the tables of the whole.
func (c *sweepCmd) merge(w *world) error {
	if err := c.apart(); err != nil {
		return bad(err)
	}
	w.ifInterrupted(func() string { return "the journals are as they were; to go on: " + w.spelled() })
	plan, err := agreed(c.Dirs)
	if err != nil {
		return err
	}
	work := plan.Work(sweep.Shard{})
	rows, story, err := c.joinedRows(w, work)
	if err != nil {
		return err
	}
	return w.conclude(c.format, work, rows, story)
}

// joinedRows reads the rows of all shards of the work. A missing row is an error, and so is an --out that is somebody
// else's.
func (c *sweepCmd) joinedRows(w *world, work *sweep.Work) (rows map[string]sweep.Row, story sweeps.Swept, err error) {
	kept := journal.Rows{}
	for _, dir := range c.Dirs {
		there, err := journals(dir)
		if err == nil && there == nil {
			err = fmt.Errorf("%s has no journal; the --out of a sweep would do", dir)
		}
		if err != nil {
			return nil, story, bad(err)
		}
		if err := addRows(kept, dir, there); err != nil {
			return nil, story, err
		}
	}
	rows, err = work.Rows(kept)
	if err != nil {
		return nil, story, err
	}
	all := len(work.Mine())
	if _, missing := work.Table(rows); missing != nil {
		return nil, story, fmt.Errorf("%s of %s results are missing; the first is %s; the command of the sweep, with "+
			"the same --out and --shard, makes them", table.Thousands(len(missing)), table.Thousands(all), missing[0])
	}
	if c.Out == "" {
		c.Out = c.Dirs[0]
	}
	if err := w.claim("--out", c.Out); err != nil {
		return nil, story, err
	}
	return rows, sweeps.Swept{Out: c.Out, Cells: all, Kept: all}, nil
}

// apart returns an error if no directory is given, or one is given twice, by any names.
func (c *sweepCmd) apart() error {
	if len(c.Dirs) == 0 {
		return errors.New("--merge needs a directory; the directories of the shards, each of them an --out, or the " +
			"one that they share would do")
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
func agreed(dirs []string) (first sweep.Plan, err error) {
	var faults []error
	for i, dir := range dirs {
		path := filepath.Join(dir, sweepFile)
		plan, err := loadPlan(path)
		switch {
		case err != nil:
			err = fmt.Errorf("%s: %w", path, err)
		case i == 0:
			first = plan
		case plan.Hash() != first.Hash():
			err = fmt.Errorf("%s and %s ask for different results; shards of one sweep would do", dir, dirs[0])
		case plan.Build != first.Build:
			err = fmt.Errorf("%s is by the build %q and %s by %q; shards of one build would do",
				dir, plan.Build, dirs[0], first.Build)
		}
		faults = append(faults, err)
	}
	return first, bad(errors.Join(faults...))
}
