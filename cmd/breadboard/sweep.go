package main

import (
	"errors"
	"fmt"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// sweepCmd runs every combination of the lists of its flags.
type sweepCmd struct {
	Dirs  []string `arg:"" optional:"" help:"With --merge, the directories of the shards, each once, or the one they share." placeholder:"DIR"`
	Merge bool     `help:"Run nothing, and join the shards of a sweep into its tables, in --out or the first directory."`
	sweep.Spec
	timeoutFlag
	shardFlags
	consentFlags
	outputFlags
}

// Run runs the sweep.
func (c *sweepCmd) Run(w *world) (err error) {
	switch {
	case c.Merge:
		return c.merge(w)
	case len(c.Dirs) > 0:
		return bad(stray(fmt.Errorf("unexpected argument %s", c.Dirs[0]), "sweep"))
	}
	plan, err := c.Spec.Plan(build())
	if err == nil && w.given("mc-seed") && plan.Spec.Chains == 0 {
		err = errors.New("--mc-seed, and nothing is sampled; --chains N as well would do")
	}
	if err == nil && w.given("timeout") && plan.Spec.Exec == "" {
		err = errors.New("--timeout is given without --exec; both or none would do")
	}
	shard, wrong := c.readShard()
	if err == nil {
		err = c.checkSizes(w, plan)
	}
	err = errors.Join(err, wrong)
	if c.Out == "" {
		err = errors.Join(err, c.unkept(plan))
	}
	if err != nil {
		return bad(err)
	}
	program := w.rowsProgram(plan.Spec.Exec, c.Timeout, 1)
	defer func() { err = unanswered(errors.Join(err, program.close())) }()
	if err := plan.SumRows(w.ctx, program.ask); err != nil {
		return err
	}
	work := plan.Work(shard)
	work.Ask = program.ask
	if c.Out == "" {
		rows := map[string]sweep.Row{}
		tell, finish := w.progress("sweep")
		err := work.Run(w.ctx, rows, func(sweep.Row) error { return nil }, tell)
		finish()
		if err != nil {
			return err
		}
		story := sweeps.Swept{Cells: len(work.Mine())}
		return w.conclude(c.format, work, rows, story)
	}
	rows, story, err := c.keptRows(w, work)
	if err != nil {
		return err
	}
	return w.conclude(c.format, work, rows, story)
}

// mostUnkept is the number of results that a sweep without a journal may have. They are seconds of small spaces: who is
// stopped in them loses little. A journal is what makes a longer one safe.
const mostUnkept = 200

// unkept returns what is wrong with a sweep that keeps nothing.
func (c *sweepCmd) unkept(plan sweep.Plan) error {
	var faults []error
	if c.Shard != "" {
		faults = append(faults, errors.New("--shard is given without --out; both or none would do"))
	}
	n := plan.Len()
	if n > mostUnkept {
		faults = append(faults, fmt.Errorf("%s results without --out, where a stop would lose them all; up to %d, or "+
			"a directory for the journal and the tables, would do", table.Thousands(n), mostUnkept))
	}
	return errors.Join(faults...)
}

// checkSizes asks once for consent to all that is too large in the plan, and makes every large target to check that it
// fits its initial density.
func (c *sweepCmd) checkSizes(w *world, plan sweep.Plan) error {
	var tooLarge, doubts []error
	var large []experiments.Found
	asked := map[string]bool{}
	for _, s := range plan.Settings() {
		space, err := s.Find()
		if err != nil { // a file has changed since it was planned
			return err
		}
		doubts = append(doubts, space.Doubts()...)
		if space.Grid.Size() > experiments.MostKept {
			large = append(large, space)
		}
		ts := plan.Ts
		if own, err := space.Levels(nil); space.Matrix != "" && err == nil {
			ts = own
		}
		fault := experiments.TooLarge(space.TargetName(), space.Grid.Size(), ts...)
		if fault != nil && !asked[fault.Error()] { // of several kernels and draws alike
			asked[fault.Error()] = true
			tooLarge = append(tooLarge, fault)
		}
	}
	w.doubt(doubts)
	if err := c.consent(errors.Join(tooLarge...)); err != nil {
		return err
	}
	for _, space := range large {
		if _, err := space.Chain(); err != nil {
			return err
		}
	}
	return nil
}

// conclude writes the tables, except those of a shard or where nothing is kept, and prints the result: to people the
// medians over the draws, and to programs the rows.
func (w *world) conclude(format table.Format, work *sweep.Work, rows map[string]sweep.Row, story sweeps.Swept) error {
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
			story.Wrote(files)
		}
		tables = append(tables, sweeps.Result(summary, story.Out))
	}
	if format.ForPrograms() {
		return w.print(format, sweeps.Rows(all, work.Plan))
	}
	return w.print(format, story.AddTo(tables)...)
}
