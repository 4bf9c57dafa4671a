package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports"
)

// mergeCmd joins the shards of a sweep.
type mergeCmd struct {
	Dirs []string `arg:"" optional:"" help:"The directories of the shards, each once, or the one they share." placeholder:"DIR"`
	Out  string   `help:"Where to write the tables, if not to the first of them." placeholder:"DIR" complete:"file"`
	outputFlags
}

// Run joins the shards and writes the tables.
func (c *mergeCmd) Run(w *world) error {
	if err := c.apart(); err != nil {
		return bad(err)
	}
	plan, err := c.plan()
	if err != nil {
		return bad(err)
	}
	rows, shards, err := c.rows()
	if err != nil {
		return err
	}
	work := plan.Work(journal.Shard{})
	if _, missing := work.Table(rows); missing != nil {
		return work.Missing(missing, shards)
	}
	if c.Out == "" {
		c.Out = c.Dirs[0]
	} else if err := checkDir("--out", c.Out); err != nil {
		return err
	}
	story := reports.Swept{Out: c.Out, Cells: work.Len(), Kept: work.Len()}
	story.OtherCells, story.OtherBuilds = work.Others(rows)
	return w.conclude(c.format, work, rows, story)
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

// plan reads the plans of all directories, which must agree.
func (c *mergeCmd) plan() (sweep.Plan, error) {
	var first sweep.Plan
	var faults []error
	for i, dir := range c.Dirs {
		plan, err := readPlan(dir)
		switch {
		case err != nil:
		case i == 0:
			first = plan
		case plan.Hash() != first.Hash():
			err = fmt.Errorf("%s and %s are of sweeps that ask for different cells; shards of one sweep would do",
				dir, c.Dirs[0])
		case plan.Build != first.Build:
			err = fmt.Errorf("%s is by the build %q and %s by %q; shards of one build would do",
				dir, plan.Build, c.Dirs[0], first.Build)
		}
		faults = append(faults, err)
	}
	return first, errors.Join(faults...)
}

// rows reads the rows of all journals. shards is the number of parts of the sweep, from
// the names of the journals; 0 if they disagree.
func (c *mergeCmd) rows() (rows map[string]sweep.Row, shards int, err error) {
	rows = map[string]sweep.Row{}
	parts := map[int]bool{}
	for _, dir := range c.Dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, 0, bad(fmt.Errorf("%s: %w", dir, text.Pathless(err)))
		}
		found := false
		for _, e := range entries {
			shard, ok := journal.ShardOf(e.Name())
			if !ok {
				continue
			}
			found = true
			if shard.N > 0 {
				parts[shard.N], shards = true, shard.N
			}
			more, err := journal.Read[sweep.Row](filepath.Join(dir, e.Name()), system.LockShared)
			if err != nil {
				return nil, 0, err
			}
			for _, r := range more {
				rows[r.Key] = r
			}
		}
		if !found {
			return nil, 0, bad(fmt.Errorf("%s has no journal; a directory in which a sweep has run would do", dir))
		}
	}
	if len(parts) > 1 {
		shards = 0
	}
	return rows, shards, nil
}
