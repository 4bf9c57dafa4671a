package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/reports/table"
)

// targetFlags name a target, as every command does that has one.
type targetFlags struct {
	Toy    string `help:"A target by name: ${toys}.${several_toys}" placeholder:"NAME" names:"toy"`
	Target string `help:"A target from a file: log f as CSV, one grid row a line, -inf for a wall; or as .npy.${several_files}" placeholder:"FILE"`
	Axes   string `help:"How a walker moves along the axes: ${axes}; one word for each, or one for all (default the target's own: spins and labels any, lattices line)." placeholder:"KIND,..." names:"axes"`
	Data   string `help:"A model's data from a file, instead of simulated ones: CSV, one observation a row." placeholder:"FILE.csv"`
}

// annealingFlags name one annealing, in every command that has one.
type annealingFlags struct {
	targetFlags
	Bridge         string `help:"From the initial density to the target: ${bridges} (default ${default})." default:"geometric" placeholder:"NAME" names:"bridge"`
	Schedule       string `help:"The betas: ${schedules} (default ${default})." default:"linear" placeholder:"SPEC" names:"schedule"`
	Initial        string `help:"The initial density: ${initials} (default uniform, or prior for a model); a file is like a target's." placeholder:"SPEC" names:"initial"`
	SkipLastKernel bool   `help:"Leave out the last kernel: it changes J and not B."`
	Repeat         int    `help:"How many steps the kernel makes at each level: T and the weights stay, the cost is so many times as much (default ${default})." default:"1" placeholder:"K"`
	Kernel         string `help:"${kernel_is}: ${kernels}${kernel_default}." default:"${kernel}" placeholder:"NAME" names:"kernel"`
}

// modelAxes are the axes of a command that has a model and names no other annealing.
type modelAxes struct {
	Axes string `help:"How a walker moves along the axes: ${axes}; one word for each, or one for all (default the model's own)." placeholder:"KIND,..." names:"axes"`
}

// ofKernel are what the help says of --kernel, and its default, where a command sets nothing else.
var ofKernel = kong.Vars{"kernel_is": "The Markov kernel",
	"kernel_default": " (default metropolis)", "kernel": "metropolis"}

// oneTarget ends the help of --toy and --target with nothing, where a command does not take several.
var oneTarget = kong.Vars{"several_toys": "", "several_files": ""}

// ofTarget returns the setting that has nothing but the target that the flags name, with a seed.
func (f targetFlags) ofTarget(seed *uint64) experiments.Setting {
	return experiments.Setting{Toy: f.Toy, Target: f.Target, Seed: seed, Data: f.Data, Axes: f.Axes}
}

// setting returns the setting that the flags name, with a seed.
func (f annealingFlags) setting(seed *uint64) experiments.Setting {
	s := f.ofTarget(seed)
	s.Kernel = f.Kernel
	s.Bridge = f.Bridge
	s.Schedule = f.Schedule
	s.Initial = f.Initial
	s.SkipLast = f.SkipLastKernel
	s.Repeat = cmp.Or(f.Repeat, -1) // which is refused, where 0 is the default
	return s
}

// chainFlags name one annealing at several T.
type chainFlags struct {
	annealingFlags
	Levels []string `short:"T" sep:"none" help:"Numbers of levels, from 2: a list, or logarithmic steps as 10..1000x5 (default ${levels})." placeholder:"N,A..BxC,..."`
}

// programFlags name programs to run on an annealing, or matrices that it moves by.
type programFlags struct {
	Matrix  string   `help:"A folder of transition matrices in place of the kernel: beta-0.5.csv and so on, CSV or NPY. Their betas are the annealing's." placeholder:"FOLDER"`
	Program []string `sep:"none" help:"Inference programs in its place, separated by commas: ${programs}." placeholder:"SPEC,..." names:"program"`
}

// A replaced names what takes the place of the catalogue's kernel, or of the annealing. At most one is given.
type replaced struct {
	matrix   string // a folder
	exec     string // a program that tells the rows of its kernel
	programs []string
}

// replaced is what the flags name.
func (f programFlags) replaced() replaced {
	return replaced{matrix: f.Matrix, programs: separated(f.Program)}
}

// separated returns the items of lists, which are separated by commas; nil if there are no lists.
func separated(lists []string) (all []string) {
	for _, list := range lists {
		for item := range strings.SplitSeq(list, ",") {
			all = append(all, strings.TrimSpace(item))
		}
	}
	return all
}

// An order is a chain to run at these Ts, as the command line asks for it.
type order struct {
	experiments.Chain
	others   []experiments.Found // those of other targets and seeds, which are made one after the other
	targets  int                 // how many there are, without their seeds
	ts       []int
	programs []string // nil for annealing alone
}

// order looks up all names, and makes the target. Only a sweep combines names. Without Ts it uses others. Every program
// has to suit the chain. The error is bad input, all faults in one line. The matrices of --matrix take the place of
// kernel and schedule, and the program of --exec that of the kernel, unless these were given.
func (f chainFlags) order(w *world, seeds targetSeeds, by replaced, others ...int) (o order, err error) {
	if isSeveral(f.Toy) {
		return o, badf("--toy %s are several; one would do, and breadboard sweep and exact take several", f.Toy)
	}
	return f.orderOn(w, []targetFlags{f.targetFlags}, seeds, by, others...)
}

// isList reports whether the flags may name several targets: lists, a range of names, or a toy beside a file.
func (f targetFlags) isList() bool {
	return f.Toy != "" && f.Target != "" || strings.Contains(f.Toy+f.Target, ",") || strings.Contains(f.Toy, "..")
}

// isSeveral reports whether a name that one chooses from a catalogue is a list. The comma of min(1, 2*s) makes none.
func isSeveral(name string) bool {
	return len(lists.Cut(name)) > 1 && !strings.HasPrefix(name, "file:")
}

// orderOn is order on each of some targets.
func (f chainFlags) orderOn(w *world, targets []targetFlags, seeds targetSeeds, by replaced,
	others ...int) (o order, err error) {
	for _, one := range []struct{ flag, name string }{
		{"--kernel", f.Kernel}, {"--bridge", f.Bridge}, {"--schedule", f.Schedule},
	} {
		if isSeveral(one.name) {
			return o, badf("%s %s are several; one would do, and breadboard sweep takes several", one.flag, one.name)
		}
	}
	asked, wrong := levels(f.Levels)
	drawn, noSeed := seeds.drawEach(targets)
	var spaces []experiments.Found
	for _, target := range drawn {
		f.targetFlags = target.targetFlags
		s := f.setting(target.seed)
		s.Matrix, s.Exec = by.matrix, by.exec
		if s.FromOutside() {
			s.Kernel = w.ifGiven("kernel", f.Kernel)
		}
		if s.Matrix != "" {
			s.Schedule = w.ifGiven("schedule", f.Schedule)
		}
		space, fault := s.Find()
		spaces = append(spaces, space)
		if err == nil {
			err = fault
		}
	}
	if wrong == nil {
		o.ts, wrong = spaces[0].Levels(asked, others...)
	}
	o.programs = by.programs
	o.others = spaces[1:]
	o.targets = len(targets)
	if err := errors.Join(err, noSeed, wrong, experiments.CheckPrograms(o.programs...)); err != nil {
		return o, bad(err)
	}
	if o.Chain, err = spaces[0].Chain(); err != nil {
		return o, bad(err)
	}
	w.doubt(o.Doubts())
	for _, space := range o.others {
		w.doubt(space.Doubts())
	}
	return o, bad(experiments.Suits(o.Chain, o.programs...))
}

// alone returns bad input if a flag that is for one target is given with several seeds.
func (o order) alone(flag string) error {
	if len(o.others) == 0 {
		return nil
	}
	if o.targets > 1 {
		return badf("%s is of one target, and there are %d; one of them would do", flag, 1+len(o.others))
	}
	return badf("%s is of one target, and --seed has %d seeds; one of them would do", flag, 1+len(o.others))
}

// A task is one chain of an order, to be run at its Ts.
type task struct {
	ctx   context.Context
	chain experiments.Chain
	ts    []int
	tell  experiments.Progress
}

// carryOut makes the rows of an order, target by target and seed by seed. A
// schedule that does not exist is bad input.
func carryOut[Row any](w *world, what string, o order, study func(task) ([]Row, error)) (rows []Row, err error) {
	targets := 1 + len(o.others)
	makeRows := func(ctx context.Context, tell experiments.Progress) (rows []Row, err error) {
		for i, chain := 0, o.Chain; err == nil && i < targets; i++ {
			if i > 0 {
				chain, err = o.others[i-1].Chain()
			}
			var more []Row
			if err == nil {
				more, err = study(task{ctx, chain, o.ts, tell.Share(i, i+1, targets)})
			}
			rows = append(rows, more...)
		}
		return rows, err
	}
	rows, err = watched(w, what, makeRows)
	return rows, unfit(err)
}

// unfit makes err bad input if what was asked for does not exist, such as a schedule, or does not fit a model.
func unfit(err error) error {
	if errors.As(err, new(experiments.Fault)) {
		return bad(err)
	}
	return err
}

// targetSeeds are several of them, for a command that has a row for each.
type targetSeeds struct {
	Seed []string `sep:"none" help:"The seed of the target, a random toy or simulated data (default: the toy's own); or several, as 1..20." placeholder:"N,A..B,..."`
}

// readSeeds returns the seeds; the toy's own alone, which is nil, if there are none or they cannot be read.
func (f targetSeeds) readSeeds() ([]*uint64, error) {
	own := []*uint64{nil}
	if f.Seed == nil {
		return own, nil
	}
	words, err := lists.Words(experiments.FieldSeed, f.Seed)
	if err != nil {
		return own, err
	}
	seeds, err := lists.Seeds(words)
	if err != nil {
		return own, err
	}
	return table.Each(seeds, func(seed uint64) *uint64 { return &seed }), nil
}

// A drawnTarget is a target with a seed; nil is its own, or none.
type drawnTarget struct {
	targetFlags
	seed *uint64
}

// drawEach returns every target with every seed. Of several the seeds are those of random ones, if there are any; the
// seeds of one target that is not random are a fault that its names have.
func (f targetSeeds) drawEach(targets []targetFlags) (drawn []drawnTarget, err error) {
	seeds, err := f.readSeeds()
	random := func(t targetFlags) bool {
		if t.Toy == "" || len(targets) == 1 { // a file, which stdin may be, is read once
			return false
		}
		space, _ := t.ofTarget(nil).Find()
		return space.Seed != nil
	}
	isRandom := table.Each(targets, random) // a target is made to learn it
	some := slices.Contains(isRandom, true)
	for i, t := range targets {
		if some && !isRandom[i] {
			drawn = append(drawn, drawnTarget{t, nil})
			continue
		}
		for _, seed := range seeds {
			drawn = append(drawn, drawnTarget{t, seed})
		}
	}
	return drawn, err
}
