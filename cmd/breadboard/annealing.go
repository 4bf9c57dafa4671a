package main

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/grid/text"
)

// targetFlags name a target, in the same way in every command that has one.
type targetFlags struct {
	Toy    string `help:"A target by name${several}: breadboard list toys." placeholder:"NAME" names:"toy"`
	Target string `help:"A target from a file${several}: log f as CSV (-inf: a wall), .npy." placeholder:"FILE"`
	Axes   string `help:"Kinds of axes, for all or each: line, ring, any." placeholder:"KIND,..." names:"axes"`
	Data   string `help:"A model's data, one observation a row." placeholder:"FILE.csv"`
}

// annealingFlags name an annealing, in the same way in every command that has one.
type annealingFlags struct {
	targetFlags
	Bridge         string `help:"Path: breadboard list bridges (default ${default})." default:"geometric" placeholder:"NAME" names:"bridge"`
	Schedule       string `help:"Betas: breadboard list schedules (default ${default})." default:"linear" placeholder:"SPEC" names:"schedule"`
	Initial        string `help:"The initial density: breadboard list starts." placeholder:"SPEC" names:"initial"`
	SkipLastKernel bool   `help:"Leave out the last kernel: J changes, B does not."`
	Repeat         int    `help:"Steps of the kernel at each level (default ${default})." default:"1" placeholder:"K"`
	Kernel         string `help:"The kernel: breadboard list kernels${kernel_note}." default:"${kernel}" placeholder:"NAME" names:"kernel"`
}

// target returns the setting of the named target and a seed, and of nothing else.
func (f targetFlags) target(seed *uint64) experiments.Setting {
	return experiments.Setting{Toy: f.Toy, Target: f.Target, Seed: seed, Data: f.Data, Axes: f.Axes}
}

// setting returns the setting of the named target and annealing, with a seed.
func (f annealingFlags) setting(seed *uint64) experiments.Setting { return f.addTo(f.target(seed)) }

// addTo adds the named annealing to the setting of a target.
func (f annealingFlags) addTo(target experiments.Setting) experiments.Setting {
	s := target
	s.Kernel = f.Kernel
	s.Bridge = f.Bridge
	s.Schedule = f.Schedule
	s.Initial = f.Initial
	s.SkipLast = f.SkipLastKernel
	s.Repeat = cmp.Or(f.Repeat, -1) // a given 0 is refused, where 0 would mean the default
	return s
}

// chainFlags name one annealing at several T.
type chainFlags struct {
	annealingFlags
	Levels []string `short:"T" sep:"none" help:"Numbers of levels, or 10..1000x5 (default ${levels})." placeholder:"N,..."`
}

// programFlags name what may run in place of annealing by a kernel of the catalogue: programs, or a folder of matrices.
type programFlags struct {
	Matrix  string   `help:"A folder of matrices, beta-0.5.csv and so on." placeholder:"FOLDER"`
	Program []string `sep:"none" help:"Inference programs: breadboard list programs." placeholder:"SPEC,..." names:"program"`
}

// targetSeeds hold the seeds of random targets, for a command that has a row for each.
type targetSeeds struct {
	Seed []string `sep:"none" help:"The seed of a random target; or several, as 1..20." placeholder:"N,..."`
}

// A request holds what the command line asks for: an annealer, its numbers of levels, and programs.
type request struct {
	experiments.Annealer
	others   []experiments.Resolved // the other targets and seeds; an annealer is made when its turn comes
	ts       []int
	programs []string // nil for annealing alone
}

// request looks up all names, and makes the first target. Only exact takes several targets, and only sweep combines
// other names. usual holds the numbers of levels without -T. Every program has to suit the annealer. The error is bad
// input: one line with the faults of all targets, and of the names on the first faulty one. --matrix stands in for the
// kernel and the schedule, and exec for the kernel: the defaults of these flags are dropped then, so that only a kernel
// or schedule that the user typed is refused beside them.
func (f chainFlags) request(s *session, toys, files []string, seeds targetSeeds, programs programFlags, exec string,
	usual ...int) (o request, err error) {
	err = cmp.Or(single("--kernel", f.Kernel), single("--bridge", f.Bridge), single("--schedule", f.Schedule))
	if err != nil {
		return o, err
	}
	if toys == nil && files == nil {
		toys = []string{""} // whose lookup says what to use
	}
	given, wrong := levels(f.Levels)
	words, noWords := lists.Words(experiments.FieldSeed, seeds.Seed)
	numbers, noSeeds := lists.Seeds(words)
	targets, noTargets := lists.Targets(toys, files, one(f.Data), numbers, f.Axes)
	var found []experiments.Resolved // also of names with faults, so that -T is read for its faults too
	for _, target := range targets {
		setting := f.addTo(experiments.Setting{})
		setting.Matrix = programs.Matrix
		setting.Exec = exec
		if setting.FromOutside() {
			setting.Kernel = s.ifGiven("kernel", f.Kernel)
		}
		if setting.Matrix != "" {
			setting.Schedule = s.ifGiven("schedule", f.Schedule)
		}
		on, fault := target.With(setting)
		found = append(found, on)
		err = cmp.Or(err, fault)
	}
	if wrong == nil {
		o.ts, wrong = found[0].Levels(given, usual...)
	}
	o.programs = separated(programs.Program)
	o.others = found[1:]
	noPrograms := experiments.CheckPrograms(o.programs...)
	if err := errors.Join(err, noTargets, noWords, noSeeds, wrong, noPrograms); err != nil {
		return o, bad(err)
	}
	if o.Annealer, err = s.makeAnnealer(found[0]); err != nil {
		return o, err
	}
	for _, other := range o.others {
		s.warn(other.Doubts())
	}
	return o, bad(experiments.CheckProgramsOn(o.Annealer, o.programs...))
}

// makeAnnealer makes the annealer of a space, and warns of doubts about its files.
func (s *session) makeAnnealer(space experiments.Resolved) (experiments.Annealer, error) {
	annealer, err := space.Annealer()
	if err == nil {
		s.warn(annealer.Doubts())
	}
	return annealer, bad(err)
}

// one returns a list of the name in a flag, and nil if the flag is empty.
func one(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}

// single returns bad input if a flag has several names.
func single(flag, names string) error {
	if len(lists.Cut(names)) > 1 && !strings.HasPrefix(names, "file:") {
		return badf("%s %s are several; use one, or breadboard sweep", flag, names)
	}
	return nil
}

// checkSingle returns bad input if a flag that is for one target is given with several targets or seeds.
func (o request) checkSingle(flag string) error {
	if len(o.others) > 0 {
		return badf("%s is of one target and one seed, and there are %d; use one", flag, 1+len(o.others))
	}
	return nil
}

// checkResults returns bad input if the programs, or all results together, are too large. Pictures need the
// distributions of each result. Each level takes so many bytes where it is printed.
func (o request) checkResults(drawn bool, printed float64) error {
	mean, targets := 0.0, 1+len(o.others)
	for _, T := range o.ts {
		mean += (o.ResultBytes(T, drawn) + printed*float64(T)) / float64(len(o.ts))
	}
	err := text.CheckMemory(targets*len(o.ts), "results", func(n float64) float64 { return n * mean })
	if err == nil && o.programs != nil {
		err = o.CheckAccounts()
	}
	return bad(err)
}

// runAll returns the measurements of a request, target by target and seed by seed. A schedule that does not exist is
// bad input.
func runAll(s *session, what string, o request, study func(ctx context.Context, annealer experiments.Annealer,
	tell experiments.Progress) ([]experiments.Measurement, error)) ([]experiments.Measurement, error) {
	targets := 1 + len(o.others)
	rows, err := watched(s, what, func(ctx context.Context, tell experiments.Progress) (rows []experiments.Measurement,
		err error) {
		for i := range targets {
			annealer := o.Annealer
			if i > 0 {
				annealer, err = o.others[i-1].Annealer()
			}
			if err != nil {
				return nil, err
			}
			more, err := study(ctx, annealer, tell.Share(i, i+1, targets))
			if err != nil {
				return nil, annealer.NameSpan(err)
			}
			rows = append(rows, more...)
		}
		return rows, nil
	})
	return rows, badIfFault(err)
}

// badIfFault marks a Fault as bad input: what is named, such as a schedule, does not exist or does not fit a model.
func badIfFault(err error) error {
	if errors.As(err, new(experiments.Fault)) {
		return bad(err)
	}
	return err
}
