package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/score"
	"breadboard/reports/table"
)

// scoreCmd says how well kernels really work.
type scoreCmd struct {
	Zoo     string `help:"Densities of the zoo, separated by commas: all, small, a group (${groups}) or a name; small, if nothing is named." placeholder:"NAME,..." complete:"zoo"`
	Toy     string `help:"One density by name: ${toys}." placeholder:"NAME" complete:"toy"`
	Target  string `help:"One density from a file: log f as CSV, one grid row a line, -inf for a wall; or as .npy or .npz (file.npz:name)." placeholder:"FILE" complete:"file"`
	Density string `help:"What the file holds: log f (log, the default) or p up to a factor, 0 for a wall (p)." placeholder:"log|p" complete:"density"`
	targetSeed
	Kernel    []string      `sep:"none" help:"Kernels, separated by commas; without it all: ${kernels}." placeholder:"NAME,..." complete:"kernel"`
	Matrix    string        `help:"A kernel from outside, beside the others: its transition matrix on one density, CSV or NPY." placeholder:"PATH" complete:"file"`
	Tolerance float64       `help:"How far the laws of --matrix may be off besides rounding: 1e-5, say, if it was written with six digits." default:"0" placeholder:"EPS"`
	Exec      string        `help:"A kernel from outside, sampled: a program that makes moves when asked over its pipes." placeholder:"COMMAND"`
	Runs      *int          `help:"How many chains to run where numbers are sampled: for ks and Figure 3 (default 8), and of --exec (default 100)." placeholder:"K"`
	Timeout   time.Duration `help:"How long --exec may take over a line." default:"30s" placeholder:"TIME"`
	Budgets   []string      `short:"N" sep:"none" help:"Numbers of steps, or what --equal counts: a list, or logarithmic steps as 10..1000x5 (1000; for the zoo 10 to 10000)." placeholder:"N,..."`
	Equal     string        `help:"What kernels have alike: ${equals}; the time, in microseconds, is measured (default ${default})." default:"steps" placeholder:"WHAT" complete:"equal"`
	Start     []string      `sep:"none" help:"Where chains start, separated by commas: exact, fit (a Gaussian fitted on the lattice), lightest (the cell of least mass), worst (the cell that is worst for the function and N), cell:I from cell 0 (default exact)." placeholder:"SPEC,..."`
	Function  []string      `sep:"none" help:"What they average, separated by commas: mean:AXIS, var:AXIS, ks:AXIS, logf, mode:I, file:PATH, from axis and mode 1 (default all but files, and ks only on several densities)." placeholder:"SPEC,..."`
	diceSeed
	shardFlags
	consentFlags
	outputFlags
}

// Help stands above the flags in --help.
func (scoreCmd) Help() string {
	return "RESS, the real effective sample size, is the number of independent draws whose average has the same mean " +
		"squared error as the time average of a chain. It is computed exactly, and split into the bias of the start and " +
		"the variance of the walk. On one density the table has the RESS of each kernel and function; on several it is " +
		"a leaderboard of averages and of how often RESS is at least 12.\n\n" +
		"--format json and csv print every row; breadboard columns score says what is in it.\n\n" +
		"The function ks:AXIS is the distance of Kolmogorov and Smirnov between the law of a coordinate along the chain " +
		"and the exact one. It is sampled, from chains that are the same on any machine, and only up to 100,000 steps.\n\n" +
		goesOn
}

// Run scores, and only then writes and prints.
func (c *scoreCmd) Run(w *world) (err error) {
	plan, err := c.plan(w)
	if err == nil {
		err = plan.Prepare()
	}
	if err != nil {
		return bad(err)
	}
	shard, err := c.part()
	if err != nil {
		return bad(err)
	}
	if err := c.afford(w, plan); err != nil {
		return err
	}
	if c.Out != "" {
		return c.keep(w, plan, shard)
	}
	result, err := c.atOnce(w, plan)
	if err == nil {
		err = c.sampled(w, plan, &result)
	}
	if err == nil && len(result.Rows) == 0 {
		err = errNoScores
	}
	if err != nil {
		return err
	}
	return w.print(c.format, scoreTables(result, c.format)...)
}

// part reads --shard, which needs journals, and rows that do not depend on the machine.
func (c *scoreCmd) part() (journal.Shard, error) {
	shard, err := c.shard()
	return shard, err
}

// atOnce scores the kernels of the plan and keeps nothing.
func (c *scoreCmd) atOnce(w *world, p *score.Plan) (r score.Result, err error) {
	takes := fmt.Sprintf("%s on %s take", counted(len(p.Kernels), "kernel", "kernels"),
		counted(len(p.Densities), "density", "densities"))
	err = w.timed("score", takes, c.Yes, func(ctx context.Context, tell experiments.Progress) (err error) {
		r, err = p.Run(ctx, c.Workers, tell)
		return err
	})
	return r, err
}

// sampled adds the rows of the program of --exec, if there is one.
func (c *scoreCmd) sampled(w *world, p *score.Plan, r *score.Result) error {
	if c.Exec == "" {
		return nil
	}
	rows, err := c.sample(w, p)
	r.Rows = append(r.Rows, rows...)
	score.Normalize(r.Rows)
	return err
}

// counted is a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return table.Thousands(n) + " " + many
}

// afford asks for consent if the jobs that run at once may take much memory: the
// dearest, one on each core.
func (c *scoreCmd) afford(w *world, p *score.Plan) error {
	type job struct {
		score.Job
		bytes float64
	}
	all := []job{}
	for _, j := range p.Jobs() {
		if !p.Skips(j) {
			all = append(all, job{j, p.Bytes(j)})
		}
	}
	slices.SortFunc(all, func(a, b job) int { return cmp.Compare(b.bytes, a.bytes) })
	dearest, words := all[:min(experiments.Workers(c.Workers), len(all))], "the scores take"
	most := experiments.ProgramBytes
	for i, j := range dearest {
		if most += j.bytes; i == 0 {
			words = fmt.Sprintf("%v takes", j.Job)
		} else if i == 1 {
			words = fmt.Sprintf("%v, and %d more at once, take", all[0].Job, len(dearest)-1)
		}
	}
	return w.affordBytes(fmt.Sprintf("%s %s of memory", words, amount(most)),
		"a smaller space or another kernel", most, most > experiments.MostUnaskedBytes, c.Yes)
}
