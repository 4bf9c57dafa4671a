package sweep

import (
	"errors"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
	"breadboard/experiments/sampling"
	"breadboard/grid"
)

// Plan looks up all names. The error joins every fault of the spec once. It does not
// make large targets: see Plan.Settings.
func (s Spec) Plan(b journal.Build) (Plan, error) {
	d := &draft{Plan: Plan{Heading: journal.NewHeading(b), Spec: s}, said: map[string]bool{}}
	d.lists()
	d.schedules()
	d.names()
	d.targets()
	d.matrices()
	d.program()
	if d.faults == nil {
		d.together()
	}
	if d.faults == nil && len(d.Spec.Budget) > 0 {
		d.price()
	}
	if d.faults != nil {
		return Plan{}, errors.Join(d.faults...)
	}
	return d.Plan, nil
}

// A draft is a plan in the making.
type draft struct {
	Plan
	faults      []error
	said        map[string]bool // the words of faults
	toys, files []string
	data        []string // files
	folders     []string // of matrices
	seeds       []uint64 // nil if none are given
}

// add adds a fault, or each fault of a joined one, unless it was added before.
func (d *draft) add(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			d.add(e)
		}
	} else if err != nil && !d.said[err.Error()] {
		d.said[err.Error()] = true
		d.faults = append(d.faults, err)
	}
}

// words returns the words of a list, cut at commas, each of them once and as the catalogue spells it, or otherwise if
// the list is empty. An empty word is a fault of the field.
func (d *draft) words(l List, field experiments.Field, otherwise ...string) []string {
	if len(l) == 0 {
		return otherwise
	}
	words, err := lists.Words(field, l)
	d.add(err)
	return words
}

func (d *draft) space(s experiments.Setting) (experiments.Found, bool) {
	space, err := s.Find()
	d.add(err)
	return space, err == nil
}

// hash is the checksum of a file, and "" of none.
func (d *draft) hash(path string) string {
	if path == "" {
		return ""
	}
	sum, err := HashFile(path)
	d.add(err)
	return sum
}

func (d *draft) lists() {
	s, otherwise := d.Spec, experiments.Setting{}.WithDefaults()
	d.toys = d.words(s.Toy, experiments.FieldToy)
	d.files = d.words(s.Target, experiments.FieldTarget)
	if len(s.Toy)+len(s.Target) == 0 {
		d.add(experiments.Faultf("no target: %v NAME,... or %v FILE.csv,... would do",
			experiments.FieldToy, experiments.FieldTarget))
	}
	var err error
	d.data = d.words(s.Data, experiments.FieldData)
	d.seeds, err = lists.Seeds(d.words(s.Seed, experiments.FieldSeed))
	d.add(err)
	d.folders = d.words(s.Matrix, experiments.FieldMatrix)
	d.Exec = s.Exec
	if d.Kernels = d.words(s.Kernel, experiments.FieldKernel); d.folders == nil && d.Exec == "" && len(s.Kernel) == 0 {
		d.Kernels = []string{otherwise.Kernel}
	}
	if d.folders != nil && !d.takesLevels() && len(s.Schedule)+len(s.T) > 0 {
		d.add(experiments.Faultf("%v %s has betas of its own, and no other kernel takes %v or %v; leave these out, or "+
			"give a %v beside it", experiments.FieldMatrix, d.folders[0], experiments.FieldSchedule, experiments.FieldT,
			experiments.FieldKernel))
	}
	d.Bridges = d.words(s.Bridge, experiments.FieldBridge, otherwise.Bridge)
	for _, name := range d.words(s.Initial, experiments.FieldInitial, d.ownInitial()) {
		d.Initials = append(d.Initials, Named{Name: name})
	}
	if d.takesLevels() {
		for _, name := range d.words(s.Schedule, experiments.FieldSchedule, otherwise.Schedule) {
			d.Schedules = append(d.Schedules, Named{Name: name})
		}
	}
	d.Programs = d.words(s.Program, experiments.FieldProgram)
	d.add(experiments.CheckPrograms(d.Programs...))
	if len(d.Programs) == 1 && experiments.IsAnnealing(d.Programs[0]) {
		d.Programs = nil
	}
	d.steps()
	d.Ts, err = lists.Levels.Read(d.words(s.T, experiments.FieldT))
	d.add(err)
	budgets, err := lists.Budgets.Read(d.words(s.Budget, experiments.FieldBudget))
	d.add(err)
	if budgets != nil && (d.Ts != nil || d.Programs != nil) {
		d.add(experiments.Faultf("%v gives the levels, of annealing alone; without %v and %v it would do",
			experiments.FieldBudget, experiments.FieldT, experiments.FieldProgram))
	}
	if budgets != nil && d.Exec != "" {
		d.add(experiments.Faultf("%v %s: how many evaluations of the density its step takes is not known; %v in place "+
			"of %v would do", experiments.FieldExec, d.Exec, experiments.FieldT, experiments.FieldBudget))
	}
	for _, n := range budgets { // a level takes one at the least
		d.Ts = append(d.Ts, 1+n)
	}
	if s.Chains != 0 && !(s.Chains >= 2 && s.Chains <= sampling.MostChains) {
		d.add(experiments.Faultf("%v %d; 0 for none, or from 2, which a standard error needs, to %d would do",
			experiments.Field("chains"), s.Chains, sampling.MostChains))
	}
}

// takesLevels reports whether a kernel takes any schedule and T: matrices alone have their own.
func (d *draft) takesLevels() bool { return d.Kernels != nil || d.Exec != "" }

// ownInitial is the initial density of all targets if none is given, or "" if models and
// others have different ones.
func (d *draft) ownInitial() string {
	var all []string
	for _, name := range d.toys {
		all = append(all, experiments.Setting{Toy: name}.WithDefaults().Initial)
	}
	for range d.files {
		all = append(all, experiments.Setting{}.WithDefaults().Initial)
	}
	if all = lists.Distinct(all); len(all) != 1 {
		return ""
	}
	return all[0]
}

// sound is a setting without faults. A word is looked up in it, so that no fault hides
// another. It is a model's, which takes every name but those of some kernels.
var sound = experiments.Setting{Toy: "clustering:2:7", Axes: grid.Line.String()}

// sounded is the sound setting with the kernel and the bridge of another.
func sounded(s experiments.Setting) experiments.Setting {
	s.Toy, s.Axes = sound.Toy, sound.Axes
	return s
}

// schedules looks up the schedules. One that has its own T comes from a file. If no T is given, all
// run at those of the files.
func (d *draft) schedules() {
	missing := d.takesLevels() && len(d.Spec.T)+len(d.Spec.Budget) == 0
	var own []int
	for i := range d.Schedules {
		s, setting := &d.Schedules[i], sound
		setting.Schedule = s.Name
		space, ok := d.space(setting)
		if !ok {
			missing = false // there is a fault already
			continue
		}
		if T, err := space.Levels(nil); err == nil {
			own = append(own, T...)
			s.Sum = d.hash(experiments.ScheduleFile(s.Name))
		}
		if d.Ts != nil { // some schedules are not for every T
			_, err := space.Levels(d.Ts)
			d.add(err)
		}
	}
	if missing {
		d.Ts = lists.Distinct(own)
	}
	if missing && own == nil && len(d.Schedules) > 0 { // matrices have their own T
		d.add(experiments.Faultf("%v is missing; numbers of levels from 2, as 10,100 or 10..1000x5, would do",
			experiments.FieldT))
	}
}

// names looks up kernels, bridges and the files of initial densities.
func (d *draft) names() {
	for _, kernel := range d.Kernels { // some have a form on few targets, or along one bridge
		_, err := experiments.FindKernel(kernel)
		d.add(err)
	}
	for _, bridge := range d.Bridges {
		d.space(sounded(experiments.Setting{Bridge: bridge}))
	}
	with := sound
	for i, initial := range d.Initials {
		with.Initial = initial.Name
		if path, ok := experiments.InitialFile(initial.Name); ok { // it need not fit the sound setting
			d.Initials[i].Sum = d.hash(path)
		} else {
			d.space(with)
		}
	}
}

// together looks up the names in combination: a file may not fit another, and a kernel
// may be too large for a target.
func (d *draft) together() {
	if n := d.size(); n > lists.Most {
		d.add(experiments.Faultf("the sweep has %.0f results; %d or fewer would do", n, lists.Most))
		return
	}
	for _, s := range d.Settings() {
		space, err := s.Find()
		if err == nil && space.Grid.Size() <= experiments.MostKept {
			var chain experiments.Chain
			if chain, err = space.Chain(); err == nil {
				err = experiments.Suits(chain, d.Programs...)
			}
		}
		d.add(err)
	}
}

// steps reads the numbers of steps a level.
func (d *draft) steps() {
	var err error
	d.Repeats, err = lists.Repeats.Read(d.words(d.Spec.Repeat, experiments.FieldRepeat, "1"))
	d.add(err)
}

// price finds what a step of each kernel costs on each target. All draws of a toy have the same grid.
func (d *draft) price() {
	d.Costs = map[string][]float64{}
	for _, t := range d.Targets {
		s := t.setting()
		if d.Costs[s.TargetName()] != nil {
			continue
		}
		for _, s.Kernel = range d.Kernels {
			space, _ := d.space(s)
			cost := space.StepCost()
			least := slices.Min(d.Ts) - 1
			d.Costs[s.TargetName()] = append(d.Costs[s.TargetName()], cost)
			level := 1 + cost*float64(slices.Max(d.Repeats))
			if !(level <= float64(least)) { // NaN is not known
				d.add(experiments.Faultf("%v %d, and a level of %s takes %.4g; as many, or %v, would do",
					experiments.FieldBudget,
					least, s.Kernel, level, experiments.FieldT))
			}
		}
	}
}

// target adds a target, on the axes that the spec names: with every seed if it is random.
func (d *draft) target(s experiments.Setting) (space experiments.Found, ok bool) {
	s.Axes = d.Spec.Axes
	if space, ok = d.space(s); !ok {
		return space, false
	}
	t := Subject{Toy: s.Toy, Seed: space.Seed, File: s.Target, Data: s.Data, DataSum: d.hash(s.Data),
		Sum: d.hash(s.Target), Axes: space.Pinned().Axes, Size: space.Grid.Size()}
	if t.Seed == nil || d.seeds == nil {
		d.Targets = append(d.Targets, t)
		return space, true
	}
	for i := range d.seeds {
		t.Seed = &d.seeds[i]
		d.Targets = append(d.Targets, t)
	}
	return space, true
}

// targets finds every toy with every seed, and every file.
func (d *draft) targets() {
	random := false
	for _, name := range d.toys {
		if d.data != nil && isModel(name) {
			for _, path := range d.data {
				d.target(experiments.Setting{Toy: name, Data: path})
			}
			continue
		}
		space, ok := d.target(experiments.Setting{Toy: name})
		random = random || !ok || space.Seed != nil // an unknown toy may be random too
	}
	if d.seeds != nil && !random {
		d.add(experiments.Faultf("%v %s is given, but none of the targets is random; %v",
			experiments.FieldSeed, d.Spec.Seed[0], experiments.ErrNotRandom))
	}
	if models := slices.ContainsFunc(d.toys, isModel); d.data != nil && !models {
		d.add(experiments.Faultf("%v %s is given, but none of the targets is a model; leave it out",
			experiments.FieldData, d.Spec.Data[0]))
	}
	for _, path := range d.files {
		d.target(experiments.Setting{Target: path})
	}
}

func isModel(toy string) bool { return experiments.Setting{Toy: toy}.IsModel() }

// matrices opens the folders, on the first target. If others do not fit, together finds it.
func (d *draft) matrices() {
	for _, name := range d.folders {
		if len(d.Targets) == 0 {
			return // there is a fault already
		}
		with := d.Targets[0].setting()
		with.Matrix = name
		if space, ok := d.space(with); ok {
			own, err := space.Levels(nil)
			d.add(err)
			d.Matrices = append(d.Matrices, Kernel{Named: Named{name, d.hash(name)}, T: own[0]})
		}
	}
}

// program looks the program up with each schedule, on the first target. If others do not fit, together finds it.
func (d *draft) program() {
	if d.Exec == "" || len(d.Targets) == 0 {
		return
	}
	with := d.Targets[0].movedBy(d.Targets[0].setting(), Kernel{Named: Named{Name: d.Exec}, program: true})
	for _, s := range d.Schedules {
		with.Schedule = s.Name
		d.space(with)
	}
}
