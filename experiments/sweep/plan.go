package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
	"breadboard/grid/text"
)

// A Plan is a spec with its names looked up, its ranges written out and its files hashed. Its jobs are made from it
// alone, so that merging needs none of the files.
type Plan struct {
	Build     journal.Build     `json:"build"`
	Spec      Spec              `json:"spec"`
	Targets   []Target          `json:"targets"`
	Kernels   []Kernel          `json:"kernels"`
	Repeats   []int             `json:"repeats"` // steps a level, of all kernels
	Bridges   []string          `json:"bridges"`
	Initials  []string          `json:"initials"` // "" is each target's own
	Schedules []string          `json:"schedules"`
	Programs  []string          `json:"programs,omitempty"` // nil for annealing alone
	Ts        []int             `json:"T"`                  // or, with Costs, 1 + the evaluations in a run
	Sums      map[string]string `json:"sums,omitempty"`     // checksums of all files, by their paths
}

// A Target is a draw of a toy, a file, or a model with data from a file.
type Target struct {
	experiments.Setting
	Size  int       `json:"size"`            // in cells of the grid
	Costs []float64 `json:"costs,omitempty"` // evaluations of the density in a step of each kernel; nil if T is given
}

// A Kernel is one of the catalogue, a folder of matrices, which has its own T, or a program.
type Kernel struct {
	Name string `json:"name"`
	T    int    `json:"T,omitempty"` // of a folder; 0 for the others
	Exec bool   `json:"exec,omitempty"`
}

// on returns the setting with the kernel.
func (k Kernel) on(s experiments.Setting) experiments.Setting {
	switch {
	case k.Exec:
		s.Exec = k.Name
		return s
	case k.T > 0:
		s.Matrix = k.Name
	default:
		s.Kernel = k.Name
	}
	s.ExecSum = ""
	return s
}

// takesLevels reports whether a kernel takes any schedule and T: matrices alone have their own.
func (k Kernel) takesLevels() bool { return k.T == 0 }

// Plan looks up all names. The error joins every fault of the spec once; names are looked up on the targets, so that
// without one it has the faults of the targets and of the lists alone. Large targets are made later: see Plan.Settings.
func (s Spec) Plan(by journal.Build) (Plan, error) {
	p := Plan{Build: by, Spec: s, Sums: map[string]string{}}
	f := &faults{}
	p.readLists(f)
	p.findTargets(f)
	if len(p.Targets) > 0 {
		p.findMatrices(f)
		p.findNames(f)
		p.findLevels(f)
	}
	if n := p.Len(); len(*f) == 0 && n > lists.Most {
		f.add(experiments.Faultf("the sweep has %d results; %d or fewer would do", n, lists.Most))
	}
	if len(*f) == 0 && len(s.Budget) > 0 {
		p.findCosts(f)
	}
	return p, errors.Join(*f...)
}

// faults are what is wrong with a spec, each once.
type faults []error

// add adds an error, or each of a joined one, unless it is nil or was added before.
func (f *faults) add(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			f.add(e)
		}
		return
	}
	known := func(e error) bool { return e.Error() == err.Error() }
	if err != nil && !slices.ContainsFunc(*f, known) {
		*f = append(*f, err)
	}
}

// words returns the words of a list, cut at commas, each of them once and as the catalogue spells it, or otherwise if
// the list is empty.
func (f *faults) words(l List, field experiments.Field, otherwise ...string) []string {
	if len(l) == 0 {
		return otherwise
	}
	words, err := lists.Words(field, l)
	f.add(err)
	return words
}

// numbers reads a list of numbers.
func (f *faults) numbers(l List, of lists.Numbers, otherwise ...string) []int {
	numbers, err := of.Read(f.words(l, of.Field, otherwise...))
	f.add(err)
	return numbers
}

// readLists reads the lists that need no target.
func (p *Plan) readLists(f *faults) {
	s, otherwise := p.Spec, experiments.Setting{}.WithDefaults()
	kernels := f.words(s.Kernel, experiments.FieldKernel)
	if len(s.Kernel)+len(s.Matrix) == 0 && s.Exec == "" {
		kernels = []string{otherwise.Kernel}
	}
	for _, name := range kernels {
		p.Kernels = append(p.Kernels, Kernel{Name: name})
	}
	p.Bridges = f.words(s.Bridge, experiments.FieldBridge, otherwise.Bridge)
	p.Initials = f.words(s.Initial, experiments.FieldInitial, "")
	if len(kernels) > 0 || s.Exec != "" {
		p.Schedules = f.words(s.Schedule, experiments.FieldSchedule, otherwise.Schedule)
	} else if len(s.Matrix) > 0 && len(s.Schedule)+len(s.T) > 0 {
		f.add(experiments.Faultf("%v %s has betas of its own, and no other kernel takes %v or %v; leave these out, or "+
			"give a %v beside it", experiments.FieldMatrix, s.Matrix[0], experiments.FieldSchedule, experiments.FieldT,
			experiments.FieldKernel))
	}
	p.Programs = f.words(s.Program, experiments.FieldProgram)
	f.add(experiments.CheckPrograms(p.Programs...))
	if len(p.Programs) == 1 && experiments.IsAnnealing(p.Programs[0]) {
		p.Programs = nil
	}
	p.Repeats = f.numbers(s.Repeat, lists.Repeats, "1")
	p.Ts = f.numbers(s.T, lists.Levels)
	budgets := f.numbers(s.Budget, lists.Budgets)
	if budgets != nil && (p.Ts != nil || p.Programs != nil) {
		f.add(experiments.Faultf("%v gives the levels, of annealing alone; without %v and %v it would do",
			experiments.FieldBudget, experiments.FieldT, experiments.FieldProgram))
	}
	if budgets != nil && s.Exec != "" {
		f.add(experiments.Faultf("%v %s: how many evaluations of the density its step takes is not known; %v in place "+
			"of %v would do", experiments.FieldExec, s.Exec, experiments.FieldT, experiments.FieldBudget))
	}
	for _, n := range budgets { // a level takes one at the least
		p.Ts = append(p.Ts, 1+n)
	}
	if s.Chains != 0 && !(s.Chains >= 2 && s.Chains <= sample.MostChains) {
		f.add(experiments.Faultf("%v %d; 0 for none, or from 2, which a standard error needs, to %d would do",
			experiments.Field("chains"), s.Chains, sample.MostChains))
	}
}

// findTargets finds every toy with every seed, and every file.
func (p *Plan) findTargets(f *faults) {
	s := p.Spec
	seeds, err := lists.Seeds(f.words(s.Seed, experiments.FieldSeed))
	f.add(err)
	data := f.words(s.Data, experiments.FieldData)
	var all []experiments.Setting
	models := false
	for _, toy := range f.words(s.Toy, experiments.FieldToy) {
		named := experiments.Setting{Toy: toy, Axes: s.Axes}
		if data == nil || !named.IsModel() {
			all = append(all, named)
			continue
		}
		models = true
		for _, named.Data = range data {
			all = append(all, named)
		}
	}
	for _, path := range f.words(s.Target, experiments.FieldTarget) {
		all = append(all, experiments.Setting{Target: path, Axes: s.Axes})
	}
	random := false
	for _, named := range all {
		found, err := named.Find()
		f.add(err)
		p.sum(f, named.Target, named.Data)
		random = random || err != nil || found.Seed != nil // an unknown toy may be random too
		named.Axes = found.Pinned().Axes
		named.Seed = found.Seed
		target := Target{Setting: named, Size: found.Grid.Size()}
		switch {
		case err != nil:
		case named.Seed == nil || seeds == nil:
			p.Targets = append(p.Targets, target)
		default:
			for i := range seeds {
				target.Seed = &seeds[i]
				p.Targets = append(p.Targets, target)
			}
		}
	}
	switch {
	case len(s.Toy)+len(s.Target) == 0:
		f.add(experiments.Faultf("no target: %v NAME,... or %v FILE.csv,... would do",
			experiments.FieldToy, experiments.FieldTarget))
	case seeds != nil && !random:
		f.add(experiments.Faultf("%v %s is given, but none of the targets is random; %v",
			experiments.FieldSeed, s.Seed[0], experiments.ErrNotRandom))
	}
	if data != nil && !models {
		f.add(experiments.Faultf("%v %s is given, but none of the targets is a model; leave it out",
			experiments.FieldData, s.Data[0]))
	}
}

// findMatrices opens the folders, on the first target, and adds the program.
func (p *Plan) findMatrices(f *faults) {
	for _, folder := range f.words(p.Spec.Matrix, experiments.FieldMatrix) {
		with := p.Targets[0].Setting
		with.Matrix = folder
		found, err := with.Find()
		f.add(err)
		p.sum(f, folder)
		if own, err := found.Levels(nil); err == nil {
			p.Kernels = append(p.Kernels, Kernel{Name: folder, T: own[0]})
		}
	}
	if p.Spec.Exec != "" {
		p.Kernels = append(p.Kernels, Kernel{Name: p.Spec.Exec, Exec: true})
	}
}

// findNames looks kernels, bridges and initial densities up on every target: a kernel may be too large for one, and a
// file may not fit it.
func (p *Plan) findNames(f *faults) {
	for _, initial := range p.Initials {
		if path, ok := experiments.InitialFile(initial); ok {
			p.sum(f, path)
			if p.Sums[path] == "" { // a device may have no end
				return
			}
		}
	}
	for _, s := range p.Settings() {
		found, err := s.Find()
		if err == nil && found.Grid.Size() <= experiments.MostKept {
			var chain experiments.Chain
			chain, err = found.Chain()
			if err == nil {
				err = experiments.Suits(chain, p.Programs...)
			}
		}
		f.add(err)
	}
}

// findLevels looks the schedules up. One that has its own T comes from a file. If no T is given, all run at those of
// the files.
func (p *Plan) findLevels(f *faults) {
	given := p.Ts
	known := true
	for _, name := range p.Schedules {
		s := p.Targets[0].Setting
		s.Exec = p.Spec.Exec
		s.Schedule = name
		found, err := s.Find()
		f.add(err)
		if err != nil {
			known = false
			continue
		}
		if own, err := found.Levels(nil); err == nil {
			p.sum(f, experiments.ScheduleFile(name))
			if given == nil {
				p.Ts = append(p.Ts, own...)
			}
		}
		if given != nil { // some schedules are not for every T
			_, err := found.Levels(given)
			f.add(err)
		}
	}
	p.Ts = lists.Distinct(p.Ts)
	if p.Ts == nil && known && p.Schedules != nil && len(p.Spec.T)+len(p.Spec.Budget) == 0 {
		f.add(experiments.Faultf("%v is missing; numbers of levels from 2, as 10,100 or 10..1000x5, would do",
			experiments.FieldT))
	}
}

// findCosts finds what a step of each kernel costs on each target.
func (p *Plan) findCosts(f *faults) {
	least := slices.Min(p.Ts) - 1
	for i, t := range p.Targets {
		for _, k := range p.Kernels {
			found, err := k.on(t.Setting).Find()
			f.add(err)
			cost := found.StepCost()
			p.Targets[i].Costs = append(p.Targets[i].Costs, cost)
			level := 1 + cost*float64(slices.Max(p.Repeats))
			if !(level <= float64(least)) { // NaN is not known
				f.add(experiments.Faultf("%v %d, and a level of %s takes %.4g; as many, or %v, would do",
					experiments.FieldBudget, least, k.Name, level, experiments.FieldT))
			}
		}
	}
}

// sum adds the checksums of files.
func (p *Plan) sum(f *faults, paths ...string) {
	for _, path := range paths {
		if path == "" || p.Sums[path] != "" {
			continue
		}
		sum, err := HashFile(path)
		f.add(err)
		p.Sums[path] = sum
	}
}

// HashFile returns the SHA-256 of a file's content. The hash of a folder is of the names and the hashes of its files,
// without those that begin with a dot. A pipe is refused: jobs read their files again.
func HashFile(path string) (string, error) {
	h := sha256.New()
	info, err := os.Stat(path)
	switch {
	case err != nil:
	case info.IsDir():
		var there []os.DirEntry
		there, err = os.ReadDir(path)
		for _, e := range there {
			if strings.HasPrefix(e.Name(), ".") {
				continue
			}
			sum, err := HashFile(filepath.Join(path, e.Name()))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(h, "%q %s\n", e.Name(), sum)
		}
	case !info.Mode().IsRegular():
		err = errors.New("a pipe or a device, and jobs read their files again; a copy of it, in a file, would do")
	default:
		err = readInto(h, path)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, text.Pathless(err))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// readInto copies a file's content, which need not fit into memory: the program hashes itself.
func readInto(w io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// Settings lists every target with every kernel, at the most steps a level, and with every bridge and initial
// density. One draw of a random toy stands for all.
func (p Plan) Settings() (all []experiments.Setting) {
	for i, target := range p.Targets {
		if i > 0 && target.Seed != nil && target.Toy == p.Targets[i-1].Toy {
			continue
		}
		s := target.Setting
		if len(p.Repeats) > 0 {
			s.Repeat = slices.Max(p.Repeats)
		}
		for _, kernel := range p.Kernels {
			all = append(all, kernel.on(s))
		}
		for _, s.Bridge = range p.Bridges {
			for _, s.Initial = range p.Initials {
				all = append(all, s)
			}
		}
	}
	return all
}

// Asked is the plan with the checksums of its program's rows on every target, by which its results are kept: a program
// may change unseen. They are those of the first bridge and of the first initial density. A plan without a program is
// as it was.
func (p Plan) Asked(ctx context.Context, ask experiments.Ask) (Plan, error) {
	if p.Spec.Exec == "" {
		return p, nil
	}
	p.Targets = slices.Clone(p.Targets)
	for i, t := range p.Targets {
		s := t.Setting
		s.Exec = p.Spec.Exec
		s.Bridge = p.Bridges[0]
		s.Initial = p.Initials[0]
		chain, err := s.Chain()
		if err != nil {
			return p, err
		}
		p.Targets[i].ExecSum, err = chain.Asking(ask).RowsSum(ctx)
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

// Hash is the same for plans of the same jobs, in any build and with any words for them.
func (p Plan) Hash() string {
	p.Build = journal.Build{}
	p.Spec = Spec{SkipLast: p.Spec.SkipLast, Chains: p.Spec.Chains, MCSeed: p.Spec.MCSeed, Full: p.Spec.Full}
	return journal.Hash(p)
}

// Len is the number of jobs.
func (p Plan) Len() int {
	n := 0
	for _, k := range p.Kernels {
		if k.takesLevels() {
			n += len(p.Schedules) * len(p.Ts)
		} else {
			n++
		}
	}
	return n * max(1, len(p.Programs)) * len(p.Targets) * len(p.Repeats) * len(p.Bridges) * len(p.Initials)
}
