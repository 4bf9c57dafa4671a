package main

import (
	"context"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments/journal"
	"breadboard/experiments/score"
	"breadboard/reports"
	"breadboard/reports/table"
)

// scoreFile is the name of the listing of a plan in the directory of its rows.
const scoreFile = "score.json"

// keep scores what the journal in --out lacks, or a shard of that.
func (c *scoreCmd) keep(w *world, plan *score.Plan, shard journal.Shard) error {
	if err := plan.Prepare(w.ctx); err != nil {
		return unfit(err)
	}
	listing := plan.Listing(build())
	work := listing.Work(shard)
	kept, err := keep[score.Finished](c.shardFlags, shard, scoreFile, listing)
	if err != nil {
		return err
	}
	defer kept.Close()
	one := func(ctx context.Context, t score.Task, _ int) (score.Finished, error) {
		return plan.Finish(ctx, t, listing.Build)
	}
	story, err := resume(w, c.shardFlags, work, kept, func(tell func(journal.Pace)) error {
		return work.Run(w.ctx, kept.Rows, c.Workers, one, kept.Commit, tell)
	})
	if err != nil {
		return err
	}
	if c.Shard != "" {
		return w.print(c.format, story.Table())
	}
	all, _ := work.Table(kept.Rows)
	return w.concludeScores(c.format, listing.Result(all), story)
}

// concludeScores writes the files and prints the tables: to people also what was run.
func (w *world) concludeScores(f table.Format, r score.Result, story reports.Swept) error {
	files, err := reports.ScoreFiles(r.Rows, r.Equal().Unit())
	if err == nil {
		system.RemoveLeftovers(story.Out)
		err = system.WriteAll(w.ctx, story.Out, files)
	}
	if err != nil {
		return err
	}
	story.Wrote(files)
	tables := scoreTables(r, f)
	if !f.ForPrograms() {
		tables = append(tables, story.Table())
	}
	return w.print(f, tables...)
}
