package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports/figure"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// sweepCmd runs every combination of the lists of its flags.
type sweepCmd struct {
	sweep.Spec
	followFlags
	Out   string `help:"The directory of the journal and of the tables." placeholder:"DIR"`
	Shard string `help:"Only the Ith of N equal parts: for array jobs." placeholder:"I/N"`
	figureFlags
	outputFlags
}

// Run runs the sweep, or its shard.
func (c *sweepCmd) Run(s *session) (err error) {
	plan, err := c.Spec.Plan(build())
	if err == nil {
		s.warn(plan.Doubts)
	}
	if c.Shard != "" {
		var wrong error
		plan.Shard, wrong = sweep.ParseShard(c.Shard)
		err = errors.Join(err, wrong)
	}
	if n := plan.Len(); c.Out == "" && n > mostUnkept {
		err = errors.Join(err, fmt.Errorf("%s results without --out, where a stop would lose them all; use --out DIR "+
			"for more than %d", table.Thousands(n), mostUnkept))
	}
	if err != nil {
		return bad(err)
	}
	s.meter.Uneven = c.Exec != "" // its first results ask for the rows that later ones have
	command := s.stepCommand(c.Exec, c.followFlags, 1)
	defer func() { err = rowsFault(errors.Join(err, command.close())) }()
	if err := plan.AskBy(s.ctx, command); err != nil {
		return err
	}
	rows, story, err := c.makeRows(s, plan)
	if err != nil {
		return err
	}
	return s.conclude(c.format, plan, rows, story, c.Width)
}

// makeRows makes the rows of a sweep, and keeps them if --out is given.
func (c *sweepCmd) makeRows(s *session, plan sweep.Plan) (rows map[string]sweep.Row, story sweeps.Story, err error) {
	if c.Out != "" {
		return c.keptRows(s, plan)
	}
	rows = map[string]sweep.Row{}
	defer s.showProgress("sweep")()
	err = plan.Run(s.ctx, rows, func(sweep.Row) error { return nil }, s.meter.Tell)
	return rows, sweeps.Story{Jobs: len(plan.Jobs())}, err
}

// mostUnkept bounds the results of a sweep without a journal. They take seconds on small spaces, so that a stop loses
// little. A longer sweep is safe only with a journal.
const mostUnkept = 200

// conclude writes the tables, and prints the medians over the draws for people, or the rows for programs. It writes no
// tables of a shard, and none without --out.
func (s *session) conclude(format table.Format, plan sweep.Plan, rows map[string]sweep.Row, story sweeps.Story,
	width figure.Inches) error {
	all := plan.Table(rows)
	for _, r := range all {
		if r.Fault != "" {
			story.Faults = append(story.Faults, r.Job.String()+": "+r.Fault)
		}
	}
	var tables []table.Table
	if story.Shard == "" {
		summary := ranking.Summarize(all)
		if story.Out != "" {
			files, err := sweeps.Files(all, summary, plan.Hash(), width)
			if err == nil {
				err = s.replace(story.Out, files)
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
			s.notify(words)
		}
		return s.print(format, sweeps.Data(all, plan.Hash()))
	}
	return s.print(format, story.AddTo(tables)...)
}

// replace puts the files of a sweep into a claimed directory, and removes those of an earlier one that it does not
// replace.
func (s *session) replace(dir string, files []table.File) error {
	err := s.write(dir, files)
	for _, name := range sweeps.Stale {
		if err == nil && !slices.ContainsFunc(files, func(f table.File) bool { return f.Name == name }) {
			err = os.Remove(filepath.Join(dir, name))
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return err
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
func (c *sweepCmd) keptRows(s *session, plan sweep.Plan) (rows map[string]sweep.Row, story sweeps.Story, err error) {
	others, err := c.claimOut(s, plan.Shard)
	if err != nil {
		return nil, story, err
	}
	kept, err := journal.Open(filepath.Join(c.Out, plan.Shard.Journal()))
	if err != nil {
		return nil, story, journalFault(err)
	}
	defer kept.Close()
	badLines, err := addRows(kept.Rows, c.Out, others)
	if err == nil {
		rows, err = plan.KeptRows(kept.Rows)
	}
	if err != nil {
		return nil, story, err
	}
	c.notifyKept(s, plan, kept.Rows, others)
	all := len(plan.Jobs())
	story = sweeps.Story{Out: c.Out, Shard: c.Shard, Jobs: all, Kept: len(rows), Torn: kept.Torn,
		Bad: kept.Bad + badLines}
	var done atomic.Int64 // rows in the journal
	done.Store(int64(len(rows)))
	goOn := func() string {
		return fmt.Sprintf("%s of %s results are kept in %s; to go on: %s", table.Thousands(int(done.Load())),
			table.Thousands(all), kept.Path, s.spelled())
	}
	s.onInterrupt(goOn)
	finish := s.showProgress("sweep")
	err = plan.Run(s.ctx, rows, func(r sweep.Row) error {
		err := kept.Commit(r)
		if err == nil {
			done.Add(1)
		}
		return err
	}, s.meter.Tell)
	finish()
	story.Run = len(rows) - story.Kept
	if err != nil && s.ctx.Err() == nil {
		err = experiments.Faultf("%v; %s", err, goOn())
	}
	return rows, story, err
}

// claimOut claims --out, and returns the other shards with journals there: a job that one of them has is not computed
// again, whatever shard it belongs to now. Foreign files are bad input. So are journals of another number of shards:
// two ways to deal out the jobs would compute some of them twice.
func (c *sweepCmd) claimOut(s *session, own sweep.Shard) (others []sweep.Shard, err error) {
	if err := s.claim("--out", c.Out); err != nil {
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

// notifyKept says what else the journals in --out have, because the tables there are of this sweep alone. To a run of
// all shards it also says how many of them are unfinished.
func (c *sweepCmd) notifyKept(s *session, plan sweep.Plan, kept journal.Rows, others []sweep.Shard) {
	if n := plan.Foreign(kept); n > 0 {
		s.notify(fmt.Sprintf("--out %s has %s of another sweep or build, which stay in the journal; the tables are of "+
			"this one alone, and another directory keeps both", c.Out, text.Count(n, "result")))
	}
	parts := 0
	for _, s := range others {
		parts = max(parts, s.N)
	}
	if n := plan.Unfinished(kept, parts); n > 0 && plan.Shard.N == 0 {
		s.notify(fmt.Sprintf("%d of %d parts in %s are unfinished: what they lack is computed now", n, parts, c.Out))
	}
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
