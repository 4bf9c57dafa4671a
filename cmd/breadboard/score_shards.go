package main

import (
	"errors"
	"slices"
	"strings"

	"breadboard/experiments/journal"
	"breadboard/experiments/score"
	"breadboard/reports/scores"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// scoreFile is the name of the listing of a plan in the directory of its rows.
const scoreFile = "score.json"

// scoresFile is the name of the table there that has every row.
const scoresFile = "scores.csv"

// keep scores what the journal in --out lacks, or a shard of that.
func (c *scoreCmd) keep(w *world, plan *score.Plan, shard journal.Shard) error {
	listing := plan.Listing(build())
	work := listing.Work(shard)
	if err := c.place(w, shard, sweepFile, scores.Names); err != nil {
		return err
	}
	if c.Shard == "" && c.Exec == "" { // whose rows are known when they are sampled
		if err := c.keepsRows(c.Out, scoresFile, scores.Asked, scores.Tell(plan.Rows(), scores.Asked)); err != nil {
			return err
		}
	}
	kept, err := keep(c.shardFlags, work, scoreFile, listing)
	if err != nil {
		return err
	}
	defer kept.Close()
	story, err := resume(w, "score", c.shardFlags, work, kept, func(tell func(journal.Pace)) error {
		return plan.Finish(w.ctx, work, kept.Rows, c.Workers, kept.Commit, tell)
	})
	if err != nil {
		return err
	}
	all, _ := work.Table(kept.Rows)
	result := listing.Result(all)
	if c.Shard != "" && c.format.ForPrograms() {
		return w.print(c.format, scoreTables(result, c.format)...)
	} else if c.Shard != "" {
		return w.print(c.format, story.AddTo(nil)...)
	}
	if err := c.sampled(w, plan, &result); err != nil {
		return err
	}
	return w.concludeScores(c.format, c.forceFlags, result, story)
}

// scores joins the shards of a score.
func (c *mergeCmd) scores(w *world) error {
	listing, err := agreed[score.Listing](c.Dirs, scoreFile)
	if err != nil {
		return bad(err)
	}
	if err := w.affordJournals(0, c.Dirs...); err != nil {
		return err
	}
	work := listing.Work(journal.Shard{})
	rows, story, err := joined(w, c, "score", work, scores.Names)
	if err != nil {
		return err
	}
	all, _ := work.Table(rows)
	return w.concludeScores(c.format, c.forceFlags, listing.Result(all), story)
}

// concludeScores writes the files and prints the tables: to people also what was run.
func (w *world) concludeScores(f table.Format, force forceFlags, r score.Result, story sweeps.Swept) error {
	if len(r.Rows) == 0 {
		return errNoScores
	}
	told := scores.Told(r.Equal())
	if err := force.keepsRows(story.Out, scoresFile, told, scores.Tell(slices.Values(r.Rows), told)); err != nil {
		return err
	}
	files, err := scores.Files(r)
	if err == nil {
		set := force.into(story.Out)
		set.Stale = scores.Stale
		err = w.write(set, files)
	}
	if err != nil {
		return err
	}
	story.Wrote(files)
	tables := scoreTables(r, f)
	if !f.ForPrograms() {
		tables = story.AddTo(tables)
	}
	return w.print(f, tables...)
}

// errNoScores says that there is nothing to tell.
var errNoScores = bad(errors.New("every kernel is left out, because it takes too long or its steps have no price; " +
	"a --kernel by its name, or fewer of --function, would do"))

// scoreTables are every row for programs, and for people a table of one density or the
// leaderboards of several.
func scoreTables(r score.Result, f table.Format) (tables []table.Table) {
	if f.ForPrograms() {
		return []table.Table{scores.Data(r.Rows)}
	}
	unit := r.Equal().Unit()
	if r.Densities() > 1 {
		for _, b := range score.Boards(r.Rows) {
			tables = append(tables, scores.Leaderboard(b, unit, f))
		}
	} else {
		t := scores.OnDensity(r.Rows, unit)
		if len(r.Constant) > 0 {
			t.Note("Constant here, and left out: %s.", strings.Join(r.Constant, ", "))
		}
		tables = []table.Table{t}
	}
	last := &tables[len(tables)-1]
	last.Notes = append(last.Notes, scores.LeftOut(r)...)
	if r.Equal() == score.Time {
		last.Note("The time of a step was measured, here and of this implementation; it differs between runs.")
	}
	return tables
}
