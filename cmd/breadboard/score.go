package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/reports"
	"breadboard/reports/table"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// scoreCmd says how well kernels really work.
type scoreCmd struct {
	Zoo      string        `help:"Densities of the zoo, separated by commas: all, small, a group (${groups}) or a name; small, if nothing is named." placeholder:"NAME,..." complete:"zoo"`
	Toy      string        `help:"One density by name: ${toys}." placeholder:"NAME" complete:"toy"`
	Target   string        `help:"One density from a file: CSV of log f, one grid row a line, -inf for a wall." placeholder:"FILE.csv" complete:"file"`
	Seed     *uint64       `aliases:"toy-seed" help:"The seed of a random toy; each has its own default." placeholder:"N"`
	Kernel   []string      `sep:"none" help:"Kernels, separated by commas; without it all: ${kernels}." placeholder:"NAME,..." complete:"kernel"`
	Matrix   string        `help:"A kernel from outside, beside the others: its transition matrix on one density, CSV or NPY." placeholder:"PATH" complete:"file"`
	Exec     string        `help:"A kernel from outside, sampled: a program that makes moves when asked over its pipes." placeholder:"COMMAND"`
	Runs     int           `help:"How many chains of --exec to run (default ${default})." default:"100" placeholder:"K"`
	Timeout  time.Duration `help:"How long --exec may take over a line." default:"30s" placeholder:"TIME"`
	Budgets  []string      `short:"N" sep:"none" help:"Numbers of steps, or what --equal counts, separated by commas (1000; for the zoo 10 to 10000)." placeholder:"N,..."`
	Equal    string        `help:"What kernels have alike: ${equals}; the time, in microseconds, is measured (default ${default})." default:"steps" placeholder:"WHAT" complete:"equal"`
	Start    []string      `sep:"none" help:"Where chains start, separated by commas: exact, worst, cell:I from cell 0 (default exact)." placeholder:"SPEC,..."`
	Function []string      `sep:"none" help:"What they average, separated by commas: mean:AXIS, var:AXIS, logf, mode:I, file:PATH, from axis and mode 1 (default all but files)." placeholder:"SPEC,..."`
	shardFlags
	consentFlags
	outputFlags
}

// Help stands below the flags in --help.
func (scoreCmd) Help() string {
	return "RESS, the real effective sample size, is the number of independent draws whose average has the same mean " +
		"squared error as the time average of a chain. It is computed exactly, and split into the bias of the start and " +
		"the variance of the walk. On one density the table has the RESS of each kernel and function; on several it is " +
		"a leaderboard of averages and of how often RESS is at least 12. --format json and csv print every row. " +
		goesOn
}

// mostBudget is the largest budget: a chain of 10^9 steps.
const mostBudget = 1_000_000_000

// zooBudgets are the default budgets of a profile.
var zooBudgets = []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}

// mostZooWork is the number of operations from which a job of the zoo is left out, if all kernels
// are asked for: about a second.
const mostZooWork = 1e9

// Run scores, and only then writes and prints.
func (c *scoreCmd) Run(w *world) (err error) {
	plan, err := c.plan(w)
	if err != nil {
		return bad(err)
	}
	shard, err := c.shard()
	if c.Shard != "" && c.Out == "" {
		err = errors.Join(err, errors.New("--shard without --out; a directory for the journals of the shards would do"))
	}
	if err != nil {
		return bad(err)
	}
	if c.Out != "" {
		return c.keep(w, plan, shard)
	}
	var result score.Result
	what := fmt.Sprintf("%d kernels on %d densities", len(plan.Kernels), len(plan.Densities))
	err = w.timed("score", what+" take", c.Yes, func(ctx context.Context, tell experiments.Progress) (err error) {
		if err = plan.Prepare(ctx); err == nil {
			result, err = plan.Run(ctx, c.Workers, tell)
		}
		return err
	})
	if err != nil {
		return unfit(err)
	}
	return w.print(c.format, scoreTables(result, c.format)...)
}

// plan looks everything up.
func (c *scoreCmd) plan(w *world) (*score.Plan, error) {
	p := &score.Plan{Functions: separated(c.Function), Starts: separated(c.Start), Equal: score.Equal(c.Equal),
		Now: w.clock.now}
	var noDensities, noKernels, noBudgets, noEqual error
	p.Densities, noDensities = c.densities()
	p.Kernels, noKernels = kernelsOf(separated(c.Kernel))
	single := len(p.Densities) == 1
	if !single && len(c.Kernel) == 0 && !c.Yes {
		p.MostWork = mostZooWork
	}
	if p.Budgets, noBudgets = budgets(c.Budgets, single); len(p.Starts) == 0 {
		p.Starts = []string{"exact"}
	}
	if !slices.Contains(score.Equals, p.Equal) {
		noEqual = experiments.Unknown("--equal", c.Equal, equals())
	}
	return p, errors.Join(noDensities, noKernels, noBudgets, noEqual)
}

// densities finds the densities: of the zoo, or one.
func (c *scoreCmd) densities() ([]zoo.Density, error) {
	switch {
	case c.Zoo != "" && (c.Toy != "" || c.Target != ""):
		return nil, errors.New("--zoo and --toy or --target are both given; one of them would do")
	case c.Toy == "" && c.Target == "":
		if c.Zoo == "" {
			c.Zoo = "small"
		}
		return zoo.Select(c.Zoo)
	}
	chain, err := experiments.Setting{Toy: c.Toy, Target: c.Target, Seed: c.Seed}.Chain()
	if err != nil {
		return nil, err
	}
	t := chain.Target
	return []zoo.Density{{Name: chain.TargetName(), Make: func() toys.Target { return t }}}, nil
}

// zooNames are the sets of densities that --zoo takes besides single ones.
func zooNames() []string {
	return append([]string{"all", "small"}, zoo.Groups...)
}

// equals are the names of what may be equal.
func equals() []string { return apply(func(e score.Equal) string { return string(e) }, score.Equals) }

// budgets reads the budgets, in rising order.
func budgets(lists []string, single bool) (all []int, err error) {
	const would = "whole numbers from 1 to 1000000000, separated by commas, would do"
	if len(lists) == 0 {
		if single {
			return []int{1000}, nil
		}
		return zooBudgets, nil
	}
	for _, list := range lists {
		list = strings.TrimPrefix(list, "=")
		for s := range strings.SplitSeq(list, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(s))
			if err != nil || n < 1 || n > mostBudget {
				return nil, fmt.Errorf("-N %q: %q is not such a number; %s", list, s, would)
			}
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// scoreTables are every row for programs, and for people a table of one density or the
// leaderboards of several.
func scoreTables(r score.Result, f table.Format) (tables []table.Table) {
	if f.ForPrograms() {
		return []table.Table{reports.ScoreData(r.Rows)}
	}
	unit := r.Equal().Unit()
	if r.Densities() > 1 {
		for _, b := range score.Boards(r.Rows) {
			tables = append(tables, reports.Leaderboard(b, unit, f))
		}
	} else {
		t := reports.Scores(r.Rows, unit)
		if len(r.Constant) > 0 {
			t.Note("Constant here, and left out: %s.", strings.Join(r.Constant, ", "))
		}
		tables = []table.Table{t}
	}
	if len(tables) == 0 {
		tables = []table.Table{{Title: "No kernel has a row"}}
	}
	last := &tables[len(tables)-1]
	last.Notes = append(last.Notes, reports.LeftOutNotes(r.LeftOut(), r.Densities())...)
	return tables
}
