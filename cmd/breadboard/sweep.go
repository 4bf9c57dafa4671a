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
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// sweepCmd runs every combination of the lists of its flags.
type sweepCmd struct {
	Dirs  []string `arg:"" optional:"" help:"With --merge, the directories of the shards, or the one they share." placeholder:"DIR"`
	Merge bool     `help:"Join the shards of a sweep, and run nothing."`
	sweep.Spec
	timeoutFlag
	Out   string `help:"The directory of the journal and of the tables." placeholder:"DIR"`
	Shard string `help:"Only the Ith of N equal parts: for array jobs." placeholder:"I/N"`
	outputFlags
}

// Run runs the sweep, or joins its shards.
func (c *sweepCmd) Run(w *world) (err error) {
	switch {
	case c.Merge:
		return c.merge(w)
	case len(c.Dirs) > 0:
		return badf("unexpected argument %s; directories stand after --merge", c.Dirs[0])
	}
	plan, err := c.Spec.Plan(build())
	if err == nil {
		err = w.warnAll(plan)
	}
	var shard sweep.Shard
	if c.Shard != "" {
		var wrong error
		shard, wrong = sweep.ParseShard(c.Shard)
		err = errors.Join(err, wrong)
	}
	if n := plan.Len(); c.Out == "" && n > mostUnkept {
		err = errors.Join(err, fmt.Errorf("%s results without --out, where a stop would lose them all; use --out DIR "+
			"for more than %d", table.Thousands(n), mostUnkept))
	}
	if err != nil {
		return bad(err)
	}
	command := w.rowsCommand(plan.Spec.Exec, c.Timeout, 1)
	defer func() { err = rowsFault(errors.Join(err, command.close())) }()
	if err := plan.SumRows(w.ctx, command.ask); err != nil {
		return err
	}
	work := plan.Work(shard)
	work.Ask = command.ask
	rows, story, err := c.makeRows(w, work)
	if err != nil {
		return err
	}
	return w.conclude(c.format, work, rows, story)
}

// makeRows makes the rows of a sweep, and keeps them if --out is given.
func (c *sweepCmd) makeRows(w *world, work *sweep.Work) (rows map[string]sweep.Row, story sweeps.Story, err error) {
	if c.Out != "" {
		return c.keptRows(w, work)
	}
	rows = map[string]sweep.Row{}
	defer w.showProgress("sweep")()
	err = work.Run(w.ctx, rows, func(sweep.Row) error { return nil }, w.meter.Tell)
	return rows, sweeps.Story{Jobs: len(work.ShardJobs())}, err
}

// mostUnkept bounds the results of a sweep without a journal. They take seconds on small spaces, so that a stop loses
// little. A longer sweep is safe only with a journal.
const mostUnkept = 200

// warnAll prints each doubt about the files of a plan once.
func (w *world) warnAll(plan sweep.Plan) error {
	for _, s := range plan.Settings() {
		space, err := s.Find()
		if err != nil { // a file has changed since it was planned
			return err
		}
		w.warn(space.Doubts())
	}
	return nil
}

// conclude writes the tables, and prints the medians over the draws for people, or the rows for programs. It writes no
// tables of a shard, and none without --out.
func (w *world) conclude(format table.Format, work *sweep.Work, rows map[string]sweep.Row, story sweeps.Story) error {
	all, missing := work.Table(rows)
	for _, r := range all {
		if r.Fault != "" {
			story.Faults++
		}
	}
	var tables []table.Table
	if story.Shard == "" {
		if missing != nil {
			panic("breadboard: a sweep that is over has jobs without rows")
		}
		summary := ranking.Summarize(all)
		if story.Out != "" {
			files, err := sweeps.Files(all, summary, work.Plan)
			if err == nil {
				err = w.replace(story.Out, sweeps.Stale, files)
			}
			if err != nil {
				return err
			}
			story.Files = table.Each(files, func(f table.File) string { return f.Name })
		}
		tables = append(tables, sweeps.Result(summary, story.Out))
	}
	if format.ForSoftware() {
		for _, words := range sweeps.LeftOut(story.Torn, story.Bad) {
			w.notify(words)
		}
		return w.print(format, sweeps.Data(all, work.Plan))
	}
	return w.print(format, story.AddTo(tables)...)
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

// keptRows returns all rows of a sweep or of its shard. It reads those that the journals in --out have, and computes
// and keeps the others; story counts them. If it fails or is interrupted, the user reads how many results are kept, and
// which command goes on.
func (c *sweepCmd) keptRows(w *world, work *sweep.Work) (rows map[string]sweep.Row, story sweeps.Story, err error) {
	others, err := c.claimOut(w, work.Shard)
	if err != nil {
		return nil, story, err
	}
	kept, err := journal.Open(filepath.Join(c.Out, work.Shard.Journal()))
	if err != nil {
		return nil, story, journalFault(err)
	}
	defer kept.Close()
	c.notifyReplaced(w, work.Plan)
	badLines := 0 // of the other journals
	err = c.writePlan(w, work.Plan)
	if err == nil {
		badLines, err = addRows(kept.Rows, c.Out, others)
	}
	if err == nil {
		rows, err = work.KeptRows(kept.Rows)
	}
	if err != nil {
		return nil, story, err
	}
	all := len(work.ShardJobs())
	story = sweeps.Story{Out: c.Out, Shard: c.Shard, Jobs: all, Kept: len(rows), Torn: kept.Torn, Bad: kept.Bad + badLines}
	var done atomic.Int64 // rows in the journal
	done.Store(int64(len(rows)))
	goOn := func() string {
		return fmt.Sprintf("%s of %s results are kept in %s; to go on: %s", table.Thousands(int(done.Load())),
			table.Thousands(all), kept.Path, w.spelled())
	}
	w.onInterrupt(goOn)
	finish := w.showProgress("sweep")
	err = work.Run(w.ctx, rows, func(r sweep.Row) error {
		err := kept.Commit(r)
		if err == nil {
			done.Add(1)
		}
		return err
	}, w.meter.Tell)
	finish()
	story.Run = len(rows) - story.Kept
	if err != nil && w.ctx.Err() == nil {
		err = experiments.Faultf("%v; %s", err, goOn())
	}
	return rows, story, err
}

// claimOut claims --out, and returns the other shards with journals there: a job that one of them has is not computed
// again, whatever shard it belongs to now. Foreign files are bad input. So are journals of another number of shards:
// two ways to deal out the jobs would compute some of them twice.
func (c *sweepCmd) claimOut(w *world, own sweep.Shard) (others []sweep.Shard, err error) {
	if err := w.claim("--out", c.Out); err != nil {
		return nil, err
	}
	there, err := journals(c.Out)
	if err != nil {
		return nil, bad(err)
	}
	for _, t := range there {
		if own.N > 0 && t.N > 0 && t.N != own.N {
			return nil, badf("--shard %s, and %s has a journal of shard %d/%d; use one of %d parts, no --shard, or "+
				"another directory", c.Shard, c.Out, t.I, t.N, t.N)
		}
	}
	return slices.DeleteFunc(there, func(s sweep.Shard) bool { return s == own }), nil
}

// notifyReplaced says so if --out has the plan of another sweep, because the files of this one take its place.
func (c *sweepCmd) notifyReplaced(w *world, plan sweep.Plan) {
	old, err := loadPlan(filepath.Join(c.Out, sweepFile))
	if err == nil && old.Hash() != plan.Hash() {
		w.notify("--out " + c.Out + " has another sweep: its plan and tables are replaced, and its results stay in " +
			"the journal; use another directory to keep both")
	}
}

// writePlan puts the plan into --out, where --merge finds it.
func (c *sweepCmd) writePlan(w *world, plan sweep.Plan) error {
	return w.writeFile(filepath.Join(c.Out, sweepFile), func(to io.Writer) error {
		lines := json.NewEncoder(to)
		lines.SetIndent("", " ")
		return lines.Encode(plan)
	})
}

// loadPlan reads the plan in the file at path.
func loadPlan(path string) (plan sweep.Plan, err error) {
	data, err := text.File(path, "the --out of a sweep")
	if err == nil && (json.Unmarshal([]byte(data), &plan) != nil || plan.Len() == 0) {
		err = fmt.Errorf("%s: not the plan of a sweep; run the sweep again, into the same directory", path)
	}
	return plan, err
}

// addRows adds the rows of some journals in a directory, and counts their bad lines.
func addRows(rows journal.Rows, dir string, from []sweep.Shard) (badLines int, err error) {
	for _, s := range from {
		n, err := rows.Read(filepath.Join(dir, s.Journal()))
		if err != nil {
			return 0, journalFault(err)
		}
		badLines += n
	}
	return badLines, nil
}

// journalFault marks as bad input a file that is no journal.
func journalFault(err error) error {
	if errors.Is(err, journal.ErrNoJournal) {
		return bad(err)
	}
	return err
}

// sweepFile names the file of the plan in the directory of a sweep.
const sweepFile = "sweep.json"

// merge joins the shards of a sweep, and writes the tables of the whole.
func (c *sweepCmd) merge(w *world) error {
	if len(c.Dirs) == 0 {
		return badf("--merge needs a directory; use the --out of each shard, or the one that they share")
	}
	w.onInterrupt(func() string { return "the journals are as they were; to go on: " + w.spelled() })
	plan, err := commonPlan(c.Dirs)
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

// joinedRows reads the rows of all shards of the work. It returns an error if a row is missing, or if --out has foreign
// files.
func (c *sweepCmd) joinedRows(w *world, work *sweep.Work) (rows map[string]sweep.Row, story sweeps.Story, err error) {
	kept := journal.Rows{}
	for _, dir := range c.Dirs {
		there, err := journals(dir)
		if err == nil && there == nil {
			err = fmt.Errorf("%s has no journal; use the --out of a sweep", dir)
		}
		if err != nil {
			return nil, story, bad(err)
		}
		badLines, err := addRows(kept, dir, there)
		if err != nil {
			return nil, story, err
		}
		story.Bad += badLines
	}
	rows, err = work.KeptRows(kept)
	if err != nil {
		return nil, story, err
	}
	all := len(work.ShardJobs())
	if _, missing := work.Table(rows); missing != nil {
		return nil, story, fmt.Errorf("%s of %s results are missing; the first is %s; run the sweep again, with the "+
			"same --out and --shard", table.Thousands(len(missing)), table.Thousands(all), missing[0])
	}
	if c.Out == "" {
		c.Out = c.Dirs[0]
	}
	if err := w.claim("--out", c.Out); err != nil {
		return nil, story, err
	}
	story.Out, story.Jobs, story.Kept = c.Out, all, all
	return rows, story, nil
}

// commonPlan returns the plan of all directories, or an error if plans differ or a directory is given twice.
func commonPlan(dirs []string) (first sweep.Plan, err error) {
	var faults []error
	for i, dir := range dirs {
		path := filepath.Join(dir, sweepFile)
		plan, err := loadPlan(path)
		twice := slices.IndexFunc(dirs[:i], func(earlier string) bool { return oneFolder(earlier, dir) })
		switch {
		case err != nil:
		case twice >= 0:
			err = fmt.Errorf("%s and %s are one directory; use each of them once", dirs[twice], dir)
		case i == 0:
			first = plan
		case plan.Hash() != first.Hash():
			err = fmt.Errorf("%s and %s ask for different results; use the shards of one sweep", dir, dirs[0])
		case plan.Build != first.Build:
			err = fmt.Errorf("%s is by the build %q and %s by %q; use the shards of one build", dir,
				plan.Build, dirs[0], first.Build)
		}
		faults = append(faults, err)
	}
	return first, bad(errors.Join(faults...))
}

// oneFolder reports whether two paths lead to one directory that is there.
func oneFolder(a, b string) bool {
	first, err := os.Stat(a)
	second, other := os.Stat(b)
	return err == nil && other == nil && os.SameFile(first, second)
}
