package sweep

import (
	"cmp"
	"fmt"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/journal"
)

// A Job describes one annealing of a sweep, with its Monte Carlo runs. Tables and journals call it a cell of the sweep,
// which is not a cell of a grid. Its names have their defaults filled in, and every file has its checksum.
type Job struct {
	experiments.Setting
	Chains int    `json:"chains,omitempty"`      // Monte Carlo chains in each direction; 0 is none
	MCSeed uint64 `json:"mc_seed,omitempty"`     // seed of their dice; 0 if there are none
	Budget int    `json:"evaluations,omitempty"` // of the density, which chose T; 0 if T was given
	Full   bool   `json:"full,omitempty"`        // adds the numbers that take long and only check the others
}

// Jobs returns all jobs, in the order of the table: by targets and their seeds, kernels, steps a level, bridges,
// initial densities, schedules, T and programs, each in the spec's order.
func (p Plan) Jobs() (jobs []Job) {
	programs := p.Programs
	if programs == nil {
		programs = []string{""}
	}
	for _, target := range p.Targets {
		for k, kernel := range p.Kernels {
			schedules, lengths := p.schedulesAndLengths(kernel)
			some := []Job{{Setting: kernel.setting(target.Setting), Chains: p.Spec.Chains, Full: p.Spec.Full}}
			some = expand(some, p.Repeats, func(j *Job, n int) { j.Repeat = n })
			some = expand(some, p.Bridges, func(j *Job, name string) { j.Bridge = name })
			some = expand(some, p.Initials, func(j *Job, name string) { j.Initial = name })
			some = expand(some, schedules, func(j *Job, name string) { j.Schedule = name })
			some = expand(some, lengths, func(j *Job, most int) {
				j.T = most
				if target.Costs != nil {
					j.Budget = most - 1
					j.T = j.LevelsFor(j.Budget, target.Costs[k])
				}
			})
			some = expand(some, programs, func(j *Job, name string) { j.Program = name })
			for i := range some {
				p.complete(&some[i])
			}
			jobs = append(jobs, some...)
		}
	}
	return jobs
}

// expand returns each job with each of the values.
func expand[V any](jobs []Job, values []V, set func(*Job, V)) (all []Job) {
	for _, j := range jobs {
		for _, v := range values {
			set(&j, v)
			all = append(all, j)
		}
	}
	return all
}

// complete fills in the values that all jobs share, the defaults, and the checksums of the files.
func (p Plan) complete(j *Job) {
	j.SkipLast = p.Spec.SkipLast
	if j.Chains > 0 {
		j.MCSeed = p.Spec.MCSeed
	}
	if experiments.IsAnnealing(j.Program) { // so that a sweep without programs has the same jobs
		j.Program = ""
	}
	j.Setting = j.WithDefaults()
	initial, _ := experiments.InitialFile(j.Initial)
	j.TargetSum = p.Sums[j.Target]
	j.DataSum = p.Sums[j.Data]
	j.MatrixSum = p.Sums[j.Matrix]
	j.InitialSum = p.Sums[initial]
	j.ScheduleSum = p.Sums[experiments.ScheduleFile(j.Schedule)]
}

// cost estimates the time of a job on a target of this many cells: cells times levels, steps and passes.
func (j Job) cost(cells int) int {
	passes := 1
	if experiments.IsSearched(j.Schedule) {
		passes = 100
	}
	return cells * j.T * j.Repeat * passes
}

// AnnealerKey returns a key of all names except the schedule, T and Monte Carlo: jobs of one key share an annealer.
func (j Job) AnnealerKey() string {
	j.Schedule = ""
	j.ScheduleSum = ""
	j.T = 0
	return journal.Hash(j.Setting)
}

// ProgramName returns the program, also if it is annealing.
func (j Job) ProgramName() string { return cmp.Or(j.Program, experiments.AnnealingProgram) }

// String returns the names of the job for people.
func (j Job) String() string {
	words := []string{j.TargetLabel(), j.KernelLabel(), j.Bridge, j.Initial, j.Schedule}
	if j.SkipLast {
		words = append(words, "without the last kernel")
	}
	words = append(words, fmt.Sprintf("T = %d", j.T))
	if j.Program != "" {
		words = append(words, j.Program)
	}
	if j.Chains > 0 {
		words = append(words, fmt.Sprintf("%d chains", j.Chains))
	}
	return strings.Join(words, ", ")
}
