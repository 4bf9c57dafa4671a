package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
	"breadboard/grid/text"
)

// A Plan has the lists of a spec, with names looked up, ranges written out and files hashed.
type Plan struct {
	Build     journal.Build `json:"build"`
	Spec      Spec          `json:"spec"`
	Targets   []Target      `json:"targets"`
	Kernels   []Kernel      `json:"kernels"`
	Repeats   []int         `json:"repeats"` // steps a level, of all kernels
	Bridges   []string      `json:"bridges"`
	Initials  []string      `json:"initials"` // "" is each target's own
	Schedules []string      `json:"schedules"`
	Programs  []string      `json:"programs,omitempty"` // nil for annealing alone
	// Lengths has the most levels of each run: T itself if it is given, or 1 + the evaluations from which Jobs chooses
	// T, because a level takes at least one.
	Lengths []int             `json:"T"`
	Sums    map[string]string `json:"sums,omitempty"` // checksums of all files, by their paths
}

// A Target describes a draw of a toy, a file, or a model with data from a file.
type Target struct {
	experiments.Setting
	Size  int       `json:"size"`            // in cells of the grid
	Costs []float64 `json:"costs,omitempty"` // evaluations of the density in a step of each kernel; nil if T is given
}

// A Kernel describes a kernel of the catalogue, a folder of matrices (isFolder), or a user's command (Exec).
type Kernel struct {
	Name string `json:"name"`        // of the catalogue; the path of the folder; the command line
	OwnT int    `json:"T,omitempty"` // of a folder of matrices; 0 for the others
	Exec bool   `json:"exec,omitempty"`
}

// isFolder reports whether the kernel is a folder of matrices, which has its own T.
func (k Kernel) isFolder() bool { return k.OwnT > 0 }

// setting returns a setting with this kernel.
func (k Kernel) setting(s experiments.Setting) experiments.Setting {
	switch {
	case k.Exec:
		s.Exec = k.Name
		return s
	case k.isFolder():
		s.Matrix = k.Name
	default:
		s.Kernel = k.Name
	}
	s.ExecSum = "" // a target carries the checksum of the command's rows on it, which this kernel does not use
	return s
}

// Plan looks up all names. The error joins the faults of the lists and the targets, or, if they have none, the faults
// of the names on the targets; each fault once. Large targets are made later: see Plan.Settings.
func (s Spec) Plan(by journal.Build) (Plan, error) {
	p := planner{Plan: Plan{Build: by, Spec: s, Sums: map[string]string{}}}
	p.readLists()
	p.findTargets()
	for _, next := range []func(){p.findKernels, p.findLevels, p.findNames, p.findCosts} {
		if p.faults == nil {
			next()
		}
	}
	return p.Plan, errors.Join(p.faults...)
}

// A planner has an unfinished plan and the faults of its spec, each once.
type planner struct {
	Plan
	faults []error
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
// list is empty.
func (p *planner) words(l List, field experiments.Field, byDefault ...string) []string {
	if len(l) == 0 {
		return byDefault
	}
	words, err := lists.Words(field, l)
	p.check(err)
	return words
}

// numbers reads a list of numbers.
func (p *planner) numbers(l List, of lists.Numbers, byDefault ...string) []int {
	numbers, err := of.Read(p.words(l, of.Field, byDefault...))
	p.check(err)
	return numbers
}

// readLists reads the lists that need no target.
func (p *planner) readLists() {
	s, byDefault := p.Spec, experiments.Setting{}.WithDefaults()
	kernels := s.Kernel
	if len(s.Kernel)+len(s.Matrix) == 0 && s.Exec == "" {
		kernels = List{byDefault.Kernel}
	}
	for _, name := range p.words(kernels, experiments.FieldKernel) {
		p.Kernels = append(p.Kernels, Kernel{Name: name})
	}
	p.Repeats = p.numbers(s.Repeat, lists.Repeats, "1")
	p.Bridges = p.words(s.Bridge, experiments.FieldBridge, byDefault.Bridge)
	p.Initials = p.words(s.Initial, experiments.FieldInitial, "")
	for _, initial := range p.Initials {
		path, _ := experiments.InitialFile(initial)
		p.sum(path) // which refuses a device before it is read, because that may have no end
	}
	if len(kernels) > 0 || s.Exec != "" {
		p.Schedules = p.words(s.Schedule, experiments.FieldSchedule, byDefault.Schedule)
	} else if len(s.Schedule)+len(s.T) > 0 {
		p.check(experiments.Faultf("%v %s has betas of its own, and no other kernel takes %v or %v; leave these out, "+
			"or add a %v", experiments.FieldMatrix, s.Matrix[0], experiments.FieldSchedule,
			experiments.FieldT, experiments.FieldKernel))
	}
	p.Programs = p.words(s.Program, experiments.FieldProgram)
	p.check(experiments.CheckPrograms(p.Programs...))
	if len(p.Programs) == 1 && experiments.IsAnnealing(p.Programs[0]) {
		p.Programs = nil
	}
	p.Lengths = p.numbers(s.T, lists.Levels)
	switch {
	case len(s.Budget) == 0:
	case p.Lengths != nil || p.Programs != nil:
		p.check(experiments.Faultf("%v gives the levels, of annealing alone; leave %v and %v out",
			experiments.FieldBudget, experiments.FieldT, experiments.FieldProgram))
	case s.Exec != "":
		p.check(experiments.Faultf("%v %s: how many evaluations of the density its step takes is not known; use %v "+
			"in place of %v", experiments.FieldExec, s.Exec, experiments.FieldT, experiments.FieldBudget))
	}
	for _, n := range p.numbers(s.Budget, lists.Budgets) { // a level takes at least one
		p.Lengths = append(p.Lengths, 1+n)
	}
	if s.Chains != 0 { // 0 is none
		p.check(crosscheck.CheckChains(s.Chains, 1))
	}
}

// findTargets looks up every toy and every file, with all data, and random toys with every seed.
func (p *planner) findTargets() {
	s := p.Spec
	seeds, err := lists.Seeds(p.words(s.Seed, experiments.FieldSeed))
	p.check(err)
	data := p.words(s.Data, experiments.FieldData, "")
	var all []experiments.Setting
	for _, toy := range p.words(s.Toy, experiments.FieldToy) {
		all = append(all, experiments.Setting{Toy: toy})
	}
	for _, path := range p.words(s.Target, experiments.FieldTarget) {
		all = append(all, experiments.Setting{Target: path})
	}
	if len(s.Toy)+len(s.Target) == 0 {
		p.check(experiments.Faultf("no target: use %v NAME,... or %v FILE.csv,...",
			experiments.FieldToy, experiments.FieldTarget))
	}
	random := false
	for _, named := range all {
		named.Axes = s.Axes
		for _, named.Data = range data {
			found, err := named.Find()
			p.check(err)
			if err != nil {
				continue
			}
			p.sum(named.Target)
			p.sum(named.Data)
			target := Target{Setting: named, Size: found.Grid.Size()}
			target.Axes = found.FullSetting().Axes
			target.Seed = found.Seed
			if found.Seed == nil || seeds == nil {
				p.Targets = append(p.Targets, target)
				continue
			}
			random = true
			for _, seed := range seeds {
				target.Seed = &seed
				p.Targets = append(p.Targets, target)
			}
		}
	}
	if seeds != nil && p.faults == nil && !random {
		p.check(experiments.Faultf("%v %s is given, but none of the targets is random; %v",
			experiments.FieldSeed, s.Seed[0], experiments.ErrNotRandom))
	}
}

// findKernels opens the folders of matrices, on the first target, and adds the user's command.
func (p *planner) findKernels() {
	for _, folder := range p.words(p.Spec.Matrix, experiments.FieldMatrix) {
		with := p.Targets[0].Setting
		with.Matrix = folder
		found, err := with.Find()
		p.check(err)
		p.sum(folder)
		if own, err := found.Levels(nil); err == nil {
			p.Kernels = append(p.Kernels, Kernel{Name: folder, OwnT: own[0]})
		}
	}
	if p.Spec.Exec != "" {
		p.Kernels = append(p.Kernels, Kernel{Name: p.Spec.Exec, Exec: true})
	}
}

// findNames looks up kernels, bridges and initial densities on every target: a kernel or a file may not fit one of
// them.
func (p *planner) findNames() {
	for _, s := range p.Settings() {
		found, err := s.Find()
		if err == nil && p.Programs != nil {
			err = found.CheckAccounts()
		}
		if err == nil && found.Grid.Size() <= experiments.MostKept {
			var annealer experiments.Annealer
			annealer, err = found.Annealer()
			if err == nil {
				err = experiments.CheckProgramsOn(annealer, p.Programs...)
			}
		}
		p.check(err)
	}
}

// findLevels looks up the schedules. Their names mean the same on every target, so that the first is enough. A schedule
// from a file has its own T. If no T is given, all run at the T of the files.
func (p *planner) findLevels() {
	given := p.Lengths
	for _, name := range p.Schedules {
		s := p.Targets[0].Setting
		s.Exec = p.Spec.Exec
		s.Schedule = name
		found, err := s.Find()
		p.check(err)
		own, none := found.Levels(nil)
		if none == nil {
			p.sum(experiments.ScheduleFile(name))
		}
		if given == nil {
			p.Lengths = append(p.Lengths, own...)
			continue
		}
		_, err = found.Levels(given) // some schedules exist only for some T
		p.check(err)
	}
	p.Lengths = lists.Distinct(p.Lengths)
	switch n := p.Len(); {
	case p.faults == nil && n == 0:
		p.check(experiments.Faultf("%v is missing; use numbers of levels from 2, as 10,100 or 10..1000x5",
			experiments.FieldT))
	default:
		p.check(p.checkMemory(n))
	}
}

// checkMemory returns a fault if this many results, and the targets of their annealers, are too large.
func (p Plan) checkMemory(results int) error {
	const aResult, aCell = 8192, 40
	cells := 0
	for _, t := range p.Targets {
		cells += t.Size
	}
	annealers := len(p.Kernels) * len(p.Repeats) * len(p.Bridges) * len(p.Initials) * max(1, len(p.Programs))
	each := aResult + aCell*float64(cells)*float64(annealers)/float64(max(results, 1))
	err := text.CheckMemory(results, "results", func(n float64) float64 { return n * each })
	if err != nil {
		return experiments.Faultf("the sweep: %v", err)
	}
	return nil
}

// findCosts finds the cost of a step of each kernel on each target, if a budget chooses T.
func (p *planner) findCosts() {
	if len(p.Spec.Budget) == 0 {
		return
	}
	least := slices.Min(p.Lengths) - 1
	for i, t := range p.Targets {
		for _, k := range p.Kernels {
			found, err := k.setting(t.Setting).Find()
			p.check(err)
			cost := found.StepCost()
			p.Targets[i].Costs = append(p.Targets[i].Costs, cost)
			level := 1 + cost*float64(slices.Max(p.Repeats))
			if level > float64(least) {
				p.check(experiments.Faultf("%v %d, and a level of %s takes %.4g; use as many, or %v",
					experiments.FieldBudget, least, k.Name, level, experiments.FieldT))
			}
		}
	}
}

// sum adds the checksum of a file, if there is one.
func (p *planner) sum(path string) {
	if path == "" || p.Sums[path] != "" {
		return
	}
	sum, err := HashFile(path)
	p.check(err)
	p.Sums[path] = sum
}

// unchanged returns an error if a file has changed since the plan was made.
func (p Plan) unchanged() error {
	for path, sum := range p.Sums {
		now, err := HashFile(path)
		if err == nil && now != sum {
			err = fmt.Errorf("%s has changed since the sweep began; the same command again begins anew with what it "+
				"is now", path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// HashFile returns the SHA-256 of a file's content, or of the names and hashes of a folder's files without those that
// begin with a dot. It refuses a pipe, because jobs read their files again.
func HashFile(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", path, text.Pathless(err))
	case info.IsDir():
		return hashFolder(path)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s: a pipe or a device, and jobs read their files again; use a copy in a file", path)
	}
	data, err := text.File(path, "a file that can be read")
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:]), err
}

// hashFolder returns the hash of a folder.
func hashFolder(path string) (string, error) {
	h := sha256.New()
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		sum, err := HashFile(filepath.Join(path, e.Name()))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %s\n", e.Name(), sum)
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// Settings lists every target with every kernel, at the most steps a level, and with every bridge and initial density.
// One draw of a random toy stands for all.
func (p Plan) Settings() (all []experiments.Setting) {
	for i, target := range p.Targets {
		if i > 0 && target.Seed != nil && target.Toy == p.Targets[i-1].Toy {
			continue
		}
		s := target.Setting
		s.Repeat = slices.Max(p.Repeats)
		for _, kernel := range p.Kernels {
			all = append(all, kernel.setting(s))
		}
		for _, s.Bridge = range p.Bridges {
			for _, s.Initial = range p.Initials {
				all = append(all, s)
			}
		}
	}
	return all
}

// SumRows adds the checksums of the command's rows on every target, with the first bridge and the first initial
// density: the command may change, and its rows with it.
func (p *Plan) SumRows(ctx context.Context, ask experiments.AskRows) error {
	if p.Spec.Exec == "" {
		return nil
	}
	for i, t := range p.Targets {
		s := t.Setting
		s.Exec = p.Spec.Exec
		s.Bridge = p.Bridges[0]
		s.Initial = p.Initials[0]
		annealer, err := s.Annealer()
		if err != nil {
			return err
		}
		p.Targets[i].ExecSum, err = annealer.WithRows(ask).RowsChecksum(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// Hash returns the same for plans of the same jobs, in any build and with any words for them.
func (p Plan) Hash() string {
	p.Build = journal.Build{}
	p.Spec = Spec{SkipLast: p.Spec.SkipLast, Chains: p.Spec.Chains, MCSeed: p.Spec.MCSeed, Full: p.Spec.Full}
	return journal.Hash(p)
}

// schedulesAndLengths returns the schedules of a kernel, and the lengths of its runs: matrices have only their own.
func (p Plan) schedulesAndLengths(k Kernel) (schedules []string, lengths []int) {
	if k.isFolder() {
		return []string{experiments.OfMatrices}, []int{k.OwnT}
	}
	return p.Schedules, p.Lengths
}

// Len returns the number of jobs.
func (p Plan) Len() int {
	n := 0
	for _, k := range p.Kernels {
		schedules, lengths := p.schedulesAndLengths(k)
		n += len(schedules) * len(lengths)
	}
	return n * max(1, len(p.Programs)) * len(p.Targets) * len(p.Repeats) * len(p.Bridges) * len(p.Initials)
}
