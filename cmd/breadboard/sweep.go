package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/table"
)

// sweepCmd runs every combination of what its lists hold.
type sweepCmd struct {
	Spec           string   `arg:"" optional:"" help:"A file of lists, TOML with the names of these flags as keys; paths in it are as from here." placeholder:"SPEC.toml"`
	Toy            []string `sep:"none" help:"Targets by name: ${toys}." placeholder:"NAME,..." complete:"toy"`
	Target         []string `sep:"none" help:"Targets from files." placeholder:"FILE.csv,..." complete:"file"`
	Seed           []string `sep:"none" help:"Seeds of the random toys, and ranges of them." placeholder:"N,A..B,..."`
	Kernel         []string `sep:"none" help:"Kernels: ${kernels}." placeholder:"NAME,..." complete:"kernel"`
	Bridge         []string `sep:"none" help:"Bridges: ${bridges}." placeholder:"NAME,..." complete:"bridge"`
	Initial        []string `sep:"none" help:"Initial densities: ${initials}." placeholder:"SPEC,..." complete:"initial"`
	Schedule       []string `sep:"none" help:"Schedules: ${schedules}. A file's is run at its own T." placeholder:"SPEC,..." complete:"schedule"`
	Levels         []string `short:"T" sep:"none" help:"Numbers of levels, from 2, and logarithmic steps: LOW..HIGHxSTEPS." placeholder:"N,A..BxC,..."`
	SkipLastKernel bool     `help:"Leave out the last kernel: it changes J and not B."`
	Chains         int      `help:"Also estimate B by so many chains in each direction." placeholder:"N"`
	MCSeed         *uint64  `name:"mc-seed" help:"The seed of the chains (1), as that of sample: the same in every cell." placeholder:"N"`
	Full           bool     `help:"Also B from pairwise marginals, and the other checks: dearer."`

	Out     string `help:"The directory of the journal and of the tables." placeholder:"DIR" complete:"file"`
	Shard   string `help:"Only the Ith of N parts, equally dear: for array jobs, and then merge." placeholder:"I/N"`
	Workers int    `help:"How many cells run at once; 0 is one a core. The rows do not depend on it." default:"0" placeholder:"N"`
	DryRun  bool   `help:"Only print the cells, and an estimate of the time."`
	consentFlags
	outputFlags
}

// Help says what goes on.
func (sweepCmd) Help() string {
	return `Every finished cell is kept in a journal in DIR at once. A sweep that was stopped, however it was, goes on where it was with the same command, and ends in the same tables.`
}

// Run runs it.
func (c *sweepCmd) Run(w *world) error {
	format, err := c.format()
	if err != nil {
		return err
	}
	sweep, err := c.sweep(w)
	if err != nil {
		return err
	}
	if c.DryRun {
		tables := reports.DryRun(sweep, format, estimate(w.ctx, sweep, c.Workers))
		if w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		return w.print(format, tables...)
	}
	if err := checkDir("--out", c.Out); err != nil {
		return err
	}
	journal, err := experiments.OpenJournal(filepath.Join(c.Out, sweep.Shard.Journal()), system.Lock)
	if err != nil {
		return err
	}
	defer journal.Close()
	return c.run(w, format, sweep, journal)
}

// sweep reads flags or file. The error is bad input, all faults in one line.
func (c *sweepCmd) sweep(w *world) (*experiments.Sweep, error) {
	plan, err := c.plan(w)
	var shard experiments.Shard
	if c.Shard != "" {
		var wrong error
		shard, wrong = experiments.ParseShard(c.Shard)
		err = errors.Join(err, wrong)
	}
	if c.Workers < 0 {
		err = errors.Join(err, fmt.Errorf("--workers %d; 0, for one a core, or more would do", c.Workers))
	}
	if c.Out == "" && !c.DryRun {
		err = errors.Join(err, errors.New("--out is missing; a directory for the journal and the tables would do"))
	}
	if err != nil {
		return nil, bad(err)
	}
	return plan.Sweep(shard), nil
}

// plan is what is asked for: by a file, or by flags.
func (c *sweepCmd) plan(w *world) (experiments.Plan, error) {
	for i, list := range c.Levels { // the equals sign of -T=10 is no part of a short flag
		c.Levels[i] = strings.TrimPrefix(list, "=")
	}
	spec := experiments.Spec{Toy: c.Toy, Target: c.Target, Seed: c.Seed, Kernel: c.Kernel, Bridge: c.Bridge, Initial: c.Initial,
		Schedule: c.Schedule, T: c.Levels, SkipLast: c.SkipLastKernel, Chains: c.Chains, MCSeed: 1, Full: c.Full}
	if c.MCSeed != nil {
		spec.MCSeed = *c.MCSeed
	}
	told := map[string]error{}
	consent := func(s experiments.Space) error { // many cells are on one space
		name := fmt.Sprint(s.Toy, s.TargetFile, s.Kernel, s.Steep)
		if _, ok := told[name]; !ok {
			told[name] = w.afford(s.Need(experiments.Sweeping(c.Workers)), c.Yes || c.DryRun)
		}
		return told[name]
	}
	if c.Spec == "" {
		return spec.Plan(build(), consent)
	}
	if !spec.Empty() || c.MCSeed != nil {
		return experiments.Plan{}, fmt.Errorf("%s is given, and flags that say what to run; the one or the others would do", c.Spec)
	}
	f, err := os.Open(c.Spec)
	if err != nil {
		return experiments.Plan{}, fmt.Errorf("%s: %w; a TOML file of lists would do", c.Spec, text.Pathless(err))
	}
	defer f.Close()
	return experiments.ReadPlan(f, c.Spec, build(), consent)
}

// run runs the cells that the journal does not have, and writes the tables where
// they are all the cells there are.
func (c *sweepCmd) run(w *world, format table.Format, sweep *experiments.Sweep, journal *experiments.Journal) error {
	if err := writePlan(c.Out, sweep.Plan); err != nil {
		return err
	}
	story := reports.Swept{Out: c.Out, Shard: c.Shard, Cells: sweep.Len(), Torn: journal.Torn, Bad: journal.Bad}
	story.OtherCells, story.OtherBuilds = sweep.Others(journal.Rows)
	tell, finish := w.pace("sweep")
	err := sweep.Run(w.ctx, journal.Rows, c.Workers, journal.Commit, func(p experiments.Pace) {
		story.Run, story.Kept = p.Cells, sweep.Len()-p.AllCells
		tell(p)
	})
	finish()
	if err != nil {
		if w.ctx.Err() == nil {
			err = fmt.Errorf("%w; %d of %d cells are kept in %s, and the same command goes on from there", err, story.Kept+story.Run, sweep.Len(), journal.Path)
		}
		return err
	}
	return w.conclude(format, sweep, journal.Rows, story)
}

// conclude writes the tables, but of a shard, and tells the story.
func (w *world) conclude(format table.Format, sweep *experiments.Sweep, rows map[string]experiments.Row, story reports.Swept) error {
	var brief []table.Table
	if story.Shard == "" {
		all, missing := sweep.Table(rows)
		if missing != nil {
			panic("breadboard: a sweep that is over has cells without rows")
		}
		summary := experiments.Summarize(all)
		files, err := reports.SweepFiles(all, summary, sweep.Plan)
		if err == nil {
			system.RemoveLeftovers(story.Out)
			err = system.WriteAll(w.ctx, story.Out, files)
		}
		if err != nil {
			return err
		}
		story.Count(all, files)
		brief = reports.SummaryBrief(summary)
	}
	tables := []table.Table{story.Table()}
	if !format.ForPrograms() {
		tables = append(tables, brief...)
	}
	return w.print(format, tables...)
}

// writePlan puts the plan where merge finds it.
func writePlan(dir string, plan experiments.Plan) error {
	var b strings.Builder
	if err := plan.Encode(&b); err != nil {
		return err
	}
	if old, err := os.ReadFile(filepath.Join(dir, planFile)); err == nil && string(old) == b.String() {
		return nil
	}
	return system.WriteAll(context.Background(), dir, []system.File{system.Bytes(planFile, []byte(b.String()))})
}

// planFile is the name of a plan in the directory of a sweep.
const planFile = "sweep.json"

// readPlan reads the plan in a directory.
func readPlan(dir string) (experiments.Plan, error) {
	path := filepath.Join(dir, planFile)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return experiments.Plan{}, fmt.Errorf("%s: not there; the directory of a sweep, its --out, would do", path)
	} else if err != nil {
		return experiments.Plan{}, fmt.Errorf("%s: %w", path, text.Pathless(err))
	}
	defer f.Close()
	plan, err := experiments.DecodePlan(f)
	if err != nil {
		return plan, fmt.Errorf("%s: %w", path, err)
	}
	return plan, nil
}

// patience is how long a cell may take that is run for its time.
const patience = 3 * time.Second

// estimate says how long the sweep takes, by running one small cell of each
// schedule.
func estimate(ctx context.Context, sweep *experiments.Sweep, workers int) string {
	probes := sweep.Probes()
	took := make([]time.Duration, len(probes))
	least := ""
	for i, p := range probes {
		limited, stop := context.WithTimeout(ctx, patience)
		start := time.Now()
		if p.Try(limited) != nil {
			least = "at least "
		}
		stop()
		took[i] = time.Since(start)
	}
	return fmt.Sprintf("They take about %s%s, by the time of one small cell of each schedule.",
		least, roughly(experiments.Estimate(probes, took, workers)))
}

// roughly is a duration to two digits or so.
func roughly(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d < time.Hour:
		return d.Round(time.Second).String()
	}
	return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
}
