package sweep

import (
	"errors"
	"os"
	"slices"
	"strings"
	"sync"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
)

// Plan looks up all names. The error joins the faults of the lists and the targets, or, if they have none, those of the
// schedules, or of the names on the targets; each fault once. Jobs are by targets and their seeds, kernels, steps a
// level, bridges, initial densities, schedules, T and programs, each in the spec's order.
func (s Spec) Plan(by journal.Build) (Plan, error) {
	p := planner{Spec: s, plan: Plan{build: by}}
	p.readLists()
	for _, next := range []func(){p.findSchedules, p.findJobs} {
		if p.faults == nil {
			next()
		}
	}
	return p.plan, errors.Join(p.faults...)
}

// A planner has what was found of a spec, and the faults, each once.
type planner struct {
	Spec
	faults    []error
	targets   []experiments.Resolved
	settings  []experiments.Setting // of kernels or the command, steps a level, bridges and initial densities
	names     []string              // of the schedules
	schedules []experiments.Resolved
	lengths   []int    // T, or 1 + the evaluations by which T is chosen: at most as many levels
	programs  []string // "" is annealing
	plan      Plan
}

// check adds an error to the faults, or each part of a joined one, unless it is nil or was added before.
func (p *planner) check(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			p.check(e)
		}
		return
	}
	known := func(e error) bool { return e.Error() == err.Error() }
	if err != nil && !slices.ContainsFunc(p.faults, known) {
		p.faults = append(p.faults, err)
	}
}

// words returns the words of a list, split at commas, each once and as the catalogue spells it, or the default if the
// list is empty. It refuses a pipe and a device, which may have no end.
func (p *planner) words(l List, field experiments.Field, byDefault ...string) []string {
	if len(l) == 0 {
		return byDefault
	}
	words, err := lists.Words(field, l)
	p.check(err)
	for _, word := range words {
		info, err := os.Stat(strings.TrimPrefix(word, "file:"))
		if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			p.check(experiments.Faultf("%v %s: a pipe or a device, and a sweep that goes on reads its files again; "+
				"use a copy in a file", field, word))
			return nil
		}
	}
	return words
}

// numbers reads a list of numbers.
func (p *planner) numbers(l List, of lists.Numbers, byDefault ...string) []int {
	numbers, err := of.Read(p.words(l, of.Field, byDefault...))
	p.check(err)
	return numbers
}

// readLists reads the lists that need no target, and looks up the targets.
func (p *planner) readLists() {
	p.readSettings()
	programs := p.words(p.Program, experiments.FieldProgram)
	p.check(experiments.CheckPrograms(programs...))
	for _, name := range programs {
		if experiments.IsAnnealing(name) { // so that a sweep without programs has the same jobs
			name = ""
		}
		p.programs = append(p.programs, name)
	}
	if programs == nil {
		p.programs = []string{""}
	}
	p.lengths = p.numbers(p.T, lists.Levels)
	switch {
	case len(p.Budget) == 0:
	case p.lengths != nil || p.programs[0] != "" || len(p.programs) > 1:
		p.check(experiments.Faultf("%v gives the levels, of annealing alone; leave %v and %v out",
			experiments.FieldBudget, experiments.FieldT, experiments.FieldProgram))
	case p.Exec != "":
		p.check(experiments.Faultf("%v %s: how many evaluations of the density its step takes is not known; use %v "+
			"in place of %v", experiments.FieldExec, p.Exec, experiments.FieldT, experiments.FieldBudget))
	}
	for _, n := range p.numbers(p.Budget, lists.Budgets) { // the most levels: a level takes at least one
		p.lengths = append(p.lengths, 1+n)
	}
	if p.Chains != 0 { // 0 is none
		p.check(experiments.CheckChains(p.Chains, 1))
	}
	if len(p.Toy)+len(p.Target) == 0 {
		p.check(experiments.Faultf("no target: use %v NAME,... or %v FILE.csv,...",
			experiments.FieldToy, experiments.FieldTarget))
	}
	seeds, err := lists.Seeds(p.words(p.Seed, experiments.FieldSeed))
	p.check(err)
	p.targets, err = lists.Targets(p.words(p.Toy, experiments.FieldToy), p.words(p.Target, experiments.FieldTarget),
		p.words(p.Data, experiments.FieldData), seeds, p.Axes)
	p.check(err)
}

// readSettings reads the kernels, the matrices and the command, each with all steps a level, bridges and initial
// densities, and the names of the schedules, which matrices do not have.
func (p *planner) readSettings() {
	type setting = experiments.Setting
	byDefault := setting{}.WithDefaults()
	kernels := p.Kernel
	if len(p.Kernel)+len(p.Matrix) == 0 && p.Exec == "" {
		kernels = List{byDefault.Kernel}
	}
	for _, name := range p.words(kernels, experiments.FieldKernel) {
		p.settings = append(p.settings, setting{Kernel: name, SkipLast: p.SkipLast})
	}
	for _, folder := range p.words(p.Matrix, experiments.FieldMatrix) {
		p.settings = append(p.settings, setting{Matrix: folder, SkipLast: p.SkipLast})
	}
	if p.Exec != "" {
		p.settings = append(p.settings, setting{Exec: p.Exec, SkipLast: p.SkipLast})
	}
	repeats := p.numbers(p.Repeat, lists.Repeats, "1")
	bridges := p.words(p.Bridge, experiments.FieldBridge, "")
	initials := p.words(p.Initial, experiments.FieldInitial, "") // "" is each target's own
	p.settings = expand(p.settings, repeats, func(s *setting, n int) { s.Repeat = n })
	p.settings = expand(p.settings, bridges, func(s *setting, name string) { s.Bridge = name })
	p.settings = expand(p.settings, initials, func(s *setting, name string) { s.Initial = name })
	if len(kernels) > 0 || p.Exec != "" {
		p.names = p.words(p.Schedule, experiments.FieldSchedule, byDefault.Schedule)
	} else if len(p.Schedule)+len(p.T)+len(p.Budget) > 0 {
		p.check(experiments.Faultf("%v %s has betas of its own, and no other kernel takes %v, %v or %v; leave these "+
			"out, or add a %v", experiments.FieldMatrix, p.Matrix[0], experiments.FieldSchedule,
			experiments.FieldT, experiments.FieldBudget, experiments.FieldKernel))
	}
}

// findSchedules looks up the schedules. Their names mean the same on every target, so that the first is enough. A
// schedule from a file has its own T. If no T is given, all run at the T of the files.
func (p *planner) findSchedules() {
	given := p.lengths
	for _, name := range p.names {
		found, err := p.targets[0].With(experiments.Setting{Exec: p.Exec, Schedule: name})
		p.check(err)
		p.schedules = append(p.schedules, found)
		ts, err := found.Levels(given) // some schedules exist only for some T
		if err != nil && len(p.Budget) > 0 {
			err = experiments.Faultf("%v: each may be a level, and %v", experiments.FieldBudget, err)
		}
		if given == nil {
			p.lengths = append(p.lengths, ts...)
		} else {
			p.check(err)
		}
	}
	p.lengths = lists.Distinct(p.lengths)
	results, cells := 0, 0
	for _, t := range p.targets {
		cells += t.Grid.Size()
	}
	for _, s := range p.settings {
		if s.Matrix != "" {
			results++
		} else {
			results += len(p.schedules) * len(p.lengths)
		}
	}
	results *= len(p.programs) * len(p.targets)
	if p.faults == nil && results == 0 {
		p.check(experiments.Faultf("%v is missing; use numbers of levels from 2, as 10,100 or 10..1000x5",
			experiments.FieldT))
	}
	// of each result, and of the cells of all annealers
	const aResult, aCell = 8192, 40
	each := aResult + aCell*float64(cells)*float64(len(p.settings)*len(p.programs))/float64(max(results, 1))
	p.check(experiments.CheckMemory(results, "results", func(n float64) float64 { return n * each }, "the sweep"))
}

// findJobs looks up kernels, bridges and initial densities on every target, because one of them may not fit, and lists
// the jobs.
func (p *planner) findJobs() {
	for _, t := range p.targets {
		for _, s := range p.settings {
			p.addJobs(t, s)
		}
	}
}

// expand returns each setting with each of the values.
func expand[V any](settings []experiments.Setting, values []V, set func(*experiments.Setting, V)) (
	all []experiments.Setting) {
	for _, s := range settings {
		for _, v := range values {
			set(&s, v)
			all = append(all, s)
		}
	}
	return all
}

// addJobs adds the jobs of a setting on a target: of all schedules, T and programs.
func (p *planner) addJobs(on experiments.Resolved, s experiments.Setting) {
	byProgram, annealers := p.findPrograms(on, s)
	if p.faults != nil {
		return
	}
	found := byProgram[0]
	level := 1 + found.StepCost() // in evaluations of the density
	schedules := p.schedules
	lengths := p.lengths
	budgets := len(p.Budget) > 0
	if s.Matrix != "" { // which has its own
		schedules = byProgram[:1]
		lengths, _ = found.Levels(nil)
		budgets = false
	}
	if least := slices.Min(lengths) - 1; budgets && level > float64(least) {
		p.check(experiments.Faultf("%v %d, and a level of %s at %v %d takes %.4g; use as many, or %v",
			experiments.FieldBudget, least, found.Kernel,
			experiments.FieldRepeat, found.Repeat, level, experiments.FieldT))
	}
	for k := range schedules {
		for _, most := range lengths {
			for i, found := range byProgram {
				found = found.WithSchedule(schedules[k])
				j := Job{Setting: found.FullSetting(), Read: found.Fingerprint(), Chains: p.Chains, Full: p.Full}
				j.T = most
				if budgets {
					j.Budget = most - 1
					j.T = 1 + int(float64(j.Budget)/level)
				}
				if p.Chains != 0 {
					j.MCSeed = p.MCSeed
				}
				p.plan.tasks = append(p.plan.tasks, task{Job: j, key: journal.Key(j, p.plan.build),
					cost: j.cost(found.Grid.Size()), cells: found.Grid.Size(), annealer: annealers[i],
					schedule: &schedules[k]})
			}
		}
	}
}

// findPrograms looks up a setting on a target with each of the programs, and returns what makes their annealers. Of
// targets that are kept it makes them now, to see what is wrong.
func (p *planner) findPrograms(on experiments.Resolved, s experiments.Setting) (byProgram []experiments.Resolved,
	annealers []func() (experiments.Annealer, error)) {
	for _, s.Program = range p.programs {
		found, err := on.With(s)
		if err == nil && s.Program != "" {
			err = found.CheckAccounts()
		}
		annealer := sync.OnceValues(found.Annealer)
		if err == nil && found.Grid.Size() <= experiments.MostKept {
			_, err = annealer()
		}
		p.check(err)
		p.plan.Doubts = append(p.plan.Doubts, found.Doubts()...)
		byProgram = append(byProgram, found)
		annealers = append(annealers, annealer)
	}
	return byProgram, annealers
}
