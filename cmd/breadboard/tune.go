package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
	"breadboard/experiments/sweep"
	"breadboard/experiments/tune"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
	"breadboard/reports/tuned"
)

// tuneCmd finds the best settings of targets at prices.
type tuneCmd struct {
	Toy     sweep.List `sep:"none" help:"Targets by name: ${toys}." placeholder:"NAME,..." complete:"toy"`
	Target  sweep.List `sep:"none" help:"Targets from files: CSV or .npy." placeholder:"FILE,..." complete:"file"`
	Axes    string     `help:"How walkers move along the axes of all targets: ${axes}; one word for each axis, or one for all (default each target's own)." placeholder:"KIND,..." complete:"axes"`
	Seed    sweep.List `sep:"none" help:"Seeds of the targets, random toys or simulated data, and ranges of them (default: each toy's own)." placeholder:"N,A..B,..."`
	Data    sweep.List `sep:"none" help:"Data of the models from files, instead of simulated ones." placeholder:"FILE.csv,..." complete:"file"`
	Initial string     `help:"The initial density: ${initials} (default uniform, or prior for a model); a file is like a target's." placeholder:"SPEC" complete:"initial"`
	Cost    sweep.List `sep:"none" help:"The most evaluations of the density in a run: numbers, and logarithmic steps as 10..1000x5 (default 100)." placeholder:"N,A..BxC,..."`
	Weights string     `help:"What the weight of a level costs: an evaluation (charged, the default), or none (free)." default:"charged" placeholder:"WORD"`
	Kernel  sweep.List `sep:"none" help:"The kernels to choose from (default metropolis,heat-bath,king,laplace:0.25..64): ${kernels}. Between the ends of a range, as laplace:0.5..4, any value may be the best." placeholder:"NAME,..." complete:"kernel"`
	Bridge  sweep.List `sep:"none" help:"The bridges to choose from (default geometric): ${bridges}. Ranges as power:0..1 are searched." placeholder:"NAME,..." complete:"bridge"`
	Goal    sweep.List `sep:"none" help:"What is to be least: J, B, and of one setting for several targets the worst and the median ratio of J to the least J (default all)." placeholder:"J,B,worst,median"`
	Out     string     `help:"The directory of the journal, by which a search that was stopped goes on, and of the settings: files that --settings and sweep read." placeholder:"DIR" complete:"file"`
	Workers int        `help:"How many searches run at once; 0 is one a core (the default). The rows do not depend on it." default:"0" placeholder:"N"`
	forceFlags
	outputFlags
}

// tuneFile is the name of the plan in --out.
const tuneFile = "tune.json"

// usualKernels are those to choose from: two that everybody has, one that moves along all axes, and one with a scale.
var usualKernels = []string{"metropolis", "heat-bath", "king", "laplace:0.25..64"}

// Run searches, and prints what it found.
func (c *tuneCmd) Run(w *world) error {
	ask, err := c.readAsk()
	if err != nil {
		return bad(err)
	}
	found, err := ask.Find()
	if err != nil {
		return bad(err)
	}
	work := ask.Work(found)
	const aCell = 200 * time.Nanosecond // of metropolis; other kernels take from a tenth of it to eight times as much
	if time.Duration(work.Pace(nil).AllCost)*aCell > firstTold {
		w.notify(fmt.Sprintf("tune: %s, each by a search of thousands of runs of up to %s of the density; how long "+
			"that takes is known after %s", table.Counted(work.Len(), "result"),
			table.Counted(slices.Max(ask.Costs), "evaluation"), table.Counted(enoughResults, "result")))
	}
	rows, story, err := c.searchRows(w, work)
	if err != nil {
		return err
	}
	all, _ := work.Table(rows)
	if c.Out != "" {
		files := tuned.Files(all)
		if err := w.write(c.into(c.Out), files); err != nil {
			return err
		}
		story.Wrote(files)
	}
	if c.format.ForPrograms() {
		return w.print(c.format, tuned.Rows(all))
	}
	tables := tuned.Tables(ask, all)
	if c.Out != "" {
		tables = story.AddTo(tables)
	}
	return w.print(c.format, tables...)
}

// searchRows makes all searches and returns their rows, which --out keeps.
func (c *tuneCmd) searchRows(w *world, work *tune.Work) (rows map[string]tune.Row, story sweeps.Swept, err error) {
	if c.Out == "" {
		rows = map[string]tune.Row{}
		tell, finish := w.pace("tune")
		err = work.Run(w.ctx, rows, c.Workers, func([]tune.Row) error { return nil }, tell)
		finish()
		return rows, story, err
	}
	return keptRun[tune.Job, tune.Row]{what: "tune", plan: work.Ask, file: tuneFile, other: sweepFile, work: work.Work,
		run: func(kept *journal.Journal[tune.Row], tell func(journal.Pace)) error {
			return work.Run(w.ctx, kept.Rows, c.Workers, kept.Commit, tell)
		}}.keptRows(w, shardFlags{Out: c.Out, Workers: c.Workers, forceFlags: c.forceFlags})
}

// readAsk reads the flags. The error joins all faults.
func (c *tuneCmd) readAsk() (a tune.Ask, err error) {
	a.Heading = journal.NewHeading(build())
	var faults []error
	add := func(err error) { faults = append(faults, err) }
	plan, err := sweep.Spec{Toy: c.Toy, Target: c.Target, Axes: c.Axes, Seed: c.Seed,
		Data: c.Data, Initial: initialList(c.Initial), T: sweep.List{"2"}}.Plan(build())
	add(err)
	if err == nil {
		for _, j := range plan.Jobs() {
			s := j.Setting
			s.Kernel = ""
			s.Bridge = ""
			s.Schedule = ""
			s.T = 0
			a.Targets = append(a.Targets, s)
		}
	}
	a.Kernels, err = chosenNames(experiments.FieldKernel, c.Kernel, usualKernels)
	add(err)
	a.Bridges, err = chosenNames(experiments.FieldBridge, c.Bridge, []string{"geometric"})
	add(err)
	prices := lists.Budgets
	prices.Field = tune.FieldCost
	a.Costs, err = prices.Read(separated(orDefault(c.Cost, "100")))
	add(err)
	a.Goals, a.Ratios, err = goals(separated(c.Goal), len(a.Targets))
	add(err)
	switch c.Weights {
	case "charged":
	case "free":
		a.FreeWeights = true
	default:
		add(experiments.Unknown("--weights", c.Weights, []string{"charged", "free"}))
	}
	err = errors.Join(faults...)
	if err == nil {
		err = a.Check()
	}
	return a, err
}

func orDefault(l sweep.List, otherwise string) sweep.List {
	if len(l) == 0 {
		return sweep.List{otherwise}
	}
	return l
}

// initialList is the list of one initial density, or of none.
func initialList(name string) sweep.List {
	if name == "" {
		return nil
	}
	return sweep.List{name}
}

// chosenNames are the names of a list, in which a range of a parameter that takes any value stays one choice.
func chosenNames(field experiments.Field, list sweep.List, usual []string) (names []string, err error) {
	words := separated(list)
	if len(words) == 0 {
		return usual, nil
	}
	var faults []error
	for _, word := range words {
		word = experiments.Canonical(field, word)
		_, isDial, err := experiments.ReadDial(field, word)
		if err != nil || isDial {
			faults = append(faults, err)
			names = append(names, word)
			continue
		}
		some, err := lists.Words(field, []string{word})
		faults = append(faults, err)
		names = append(names, some...)
	}
	return lists.Distinct(names), errors.Join(faults...)
}

// goals reads what is to be least: of each target, and of one setting for all. Of one target there is nothing else.
func goals(words []string, targets int) (each, all []tune.Goal, err error) {
	if len(words) == 0 {
		each = tune.Goals
		if targets > 1 {
			all = tune.Ratios
		}
		return each, all, nil
	}
	known := map[string]tune.Goal{}
	var names []string
	for _, goal := range slices.Concat(tune.Goals, tune.Ratios) {
		known[strings.ToLower(string(goal))] = goal
		names = append(names, string(goal))
	}
	for _, word := range words {
		goal, ok := known[strings.ToLower(word)]
		switch {
		case !ok:
			return nil, nil, experiments.Unknown("--goal", word, names)
		case slices.Contains(tune.Ratios, goal):
			all = append(all, goal)
		default:
			each = append(each, goal)
		}
	}
	return lists.Distinct(each), lists.Distinct(all), nil
}
