package sweep

import (
	"cmp"
	"fmt"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
)

// A Plan is a spec with its names looked up, its ranges written out and its files
// hashed. Its jobs are made from it alone.
type Plan struct {
	journal.Heading
	Spec      Spec      `json:"spec"`
	Targets   []Subject `json:"targets"`
	Kernels   []string  `json:"kernels"`
	Matrices  []Kernel  `json:"matrices,omitempty"`
	Bridges   []string  `json:"bridges"`
	Initials  []Named   `json:"initials"`
	Schedules []Named   `json:"schedules"`
	Programs  []string  `json:"programs,omitempty"` // nil for annealing alone
	Ts        []int     `json:"T"`
}

// A Subject is a target: a draw of a toy, a file, or a model with data from a file.
type Subject struct {
	Toy     string  `json:"toy,omitempty"`
	Seed    *uint64 `json:"seed,omitempty"` // nil if nothing is random
	File    string  `json:"file,omitempty"`
	Sum     string  `json:"sha256,omitempty"` // checksum of the file
	Data    string  `json:"data,omitempty"`   // a model's data if they come from a file
	DataSum string  `json:"data_sha256,omitempty"`
	Size    int     `json:"size"` // in cells of the grid
}

// A Named is a name, with the checksum of the file if it names one. An initial density
// without a name is each target's own.
type Named struct {
	Name string `json:"name"`
	Sum  string `json:"sha256,omitempty"`
}

// A Kernel is a kernel of the catalogue, or a folder of matrices. A folder has its own T; a kernel has 0.
type Kernel struct {
	Named
	T int `json:"T,omitempty"`
}

// Len is the number of jobs.
func (p Plan) Len() int {
	n := len(p.Kernels)*len(p.Schedules)*len(p.Ts) + len(p.Matrices)
	return n * len(p.programs()) * len(p.Targets) * len(p.Bridges) * len(p.Initials)
}

// Check returns an error if the plan has no job, or more than a Spec may ask for.
func (p Plan) Check() error {
	n := 1.0 // a product of seven numbers that may overflow
	for _, of := range []int{len(p.programs()), len(p.Targets), len(p.Bridges), len(p.Initials)} {
		n *= float64(of)
	}
	n *= float64(len(p.Kernels))*float64(len(p.Schedules))*float64(len(p.Ts)) + float64(len(p.Matrices))
	if !(n >= 1 && n <= lists.Most) {
		return fmt.Errorf("the plan of a sweep with %g results; from 1 to %d would do", n, lists.Most)
	}
	return nil
}

// kernels returns the kernels of the catalogue and then the matrices.
func (p Plan) kernels() []Kernel {
	all := make([]Kernel, 0, len(p.Kernels)+len(p.Matrices))
	for _, name := range p.Kernels {
		all = append(all, Kernel{Named: Named{Name: name}})
	}
	return append(all, p.Matrices...)
}

// times returns the schedules and the Ts to run a kernel with: all, or those of matrices.
func (p Plan) times(k Kernel) ([]Named, []int) {
	if k.T == 0 {
		return p.Schedules, p.Ts
	}
	return []Named{{Name: experiments.OfMatrices}}, []int{k.T}
}

// movedBy returns the setting with a kernel, or with matrices.
func movedBy(s experiments.Setting, k Kernel) experiments.Setting {
	s.Kernel, s.Matrix, s.MatrixSum = k.Name, "", k.Sum
	if k.T > 0 {
		s.Matrix = k.Name
	}
	return s
}

// programs returns the program of each job of a schedule and T. "" is annealing, so that a
// sweep without programs has the same jobs.
func (p Plan) programs() []string {
	if p.Programs == nil {
		return []string{""}
	}
	names := slices.Clone(p.Programs)
	for i, name := range names {
		if name == annealing {
			names[i] = ""
		}
	}
	return names
}

// annealing is the program of a job that names none.
const annealing = "ais"

// setting names the target, and leaves the other names to their defaults.
func (t Subject) setting() experiments.Setting {
	return experiments.Setting{Toy: t.Toy, Target: t.File, TargetSum: t.Sum, Seed: t.Seed, Data: t.Data,
		DataSum: t.DataSum}
}

// Jobs returns all jobs, in the order of the table: by targets and their seeds,
// kernels, bridges, initial densities, schedules, T and programs, each in the spec's order.
func (p Plan) Jobs() []Job {
	jobs := make([]Job, 0, p.Len())
	for _, target := range p.Targets {
		j := Job{Setting: target.setting(), Chains: p.Spec.Chains, Full: p.Spec.Full}
		j.SkipLast = p.Spec.SkipLast
		own := j.WithDefaults().Initial
		if j.Chains > 0 {
			j.MCSeed = p.Spec.MCSeed
		}
		for _, kernel := range p.kernels() {
			j.Setting = movedBy(j.Setting, kernel)
			schedules, ts := p.times(kernel)
			for _, j.Bridge = range p.Bridges {
				for _, initial := range p.Initials {
					j.Initial, j.InitialSum = cmp.Or(initial.Name, own), initial.Sum
					j.Density = p.density(j.Setting)
					for _, s := range schedules {
						j.Schedule, j.ScheduleSum = s.Name, s.Sum
						for _, j.T = range ts {
							for _, j.Program = range p.programs() {
								jobs = append(jobs, j)
							}
						}
					}
				}
			}
		}
	}
	return jobs
}

// density says whether the files of a setting hold log f or p; "" if it has no files.
func (p Plan) density(s experiments.Setting) string {
	if s.ReadsDensity() {
		return p.Spec.Density
	}
	return ""
}

// Settings lists every target with every kernel, and with every bridge and initial
// density. One draw of a random toy stands for all.
func (p Plan) Settings() (all []experiments.Setting) {
	for i, target := range p.Targets {
		if i > 0 && target.Seed != nil && target.Toy == p.Targets[i-1].Toy {
			continue
		}
		s := target.setting()
		s.Density = p.density(s)
		for _, kernel := range p.kernels() {
			all = append(all, movedBy(s, kernel))
		}
		for _, s.Bridge = range p.Bridges {
			for _, initial := range p.Initials {
				s.Initial = initial.Name
				s.Density = p.density(s)
				all = append(all, s)
			}
		}
	}
	return all
}

// Hash is the same for plans of the same jobs, in any build.
func (p Plan) Hash() string {
	p.Heading = journal.Heading{}
	p.Spec = Spec{Density: p.Spec.Density, SkipLast: p.Spec.SkipLast, Chains: p.Spec.Chains, MCSeed: p.Spec.MCSeed,
		Full: p.Spec.Full}
	return journal.Hash(p)
}
