package sweep

import (
	"cmp"
	"fmt"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/journal"
)

// A Job is one annealing of a sweep, with its Monte Carlo runs. Tables and journals call it a cell of the sweep; it is
// not a cell of a grid. A job is complete in itself: its names have their defaults filled in, and every file has its
// checksum.
type Job struct {
	experiments.Setting
	Chains int    `json:"chains,omitempty"`      // Monte Carlo chains in each direction; 0 is none
	MCSeed uint64 `json:"mc_seed,omitempty"`     // seed of their dice; 0 if there are none
	Budget int    `json:"evaluations,omitempty"` // of the density, that T was chosen for; 0 if T was given
	Full   bool   `json:"full,omitempty"`        // also the numbers that take long and only check the others
}

// Jobs returns all jobs, in the order of the table: by targets and their seeds, kernels, steps a level, bridges,
// initial densities, schedules, T and programs, each in the spec's order.
func (p Plan) Jobs() []Job {
	jobs := make([]Job, 0, p.Len())
	for _, target := range p.Targets {
		for k, kernel := range p.Kernels {
			j := Job{Setting: kernel.on(target.Setting), Chains: p.Spec.Chains, Full: p.Spec.Full}
			j.SkipLast = p.Spec.SkipLast
			if j.Chains > 0 {
				j.MCSeed = p.Spec.MCSeed
			}
			for _, j.Repeat = range p.Repeats {
				for _, j.Bridge = range p.Bridges {
					for _, j.Initial = range p.Initials {
						jobs = p.appendLevels(jobs, j, target, k)
					}
				}
			}
		}
	}
	return jobs
}

// appendLevels appends a job of the k-th kernel with each schedule, T and program.
func (p Plan) appendLevels(jobs []Job, j Job, target Target, k int) []Job {
	schedules, ts := p.Schedules, p.Ts
	if kernel := p.Kernels[k]; !kernel.takesLevels() {
		schedules = []string{experiments.OfMatrices}
		ts = []int{kernel.T}
	}
	programs := p.Programs
	if programs == nil {
		programs = []string{""}
	}
	for _, j.Schedule = range schedules {
		for _, T := range ts {
			j.T = T
			if target.Costs != nil {
				j.Budget = T - 1
				j.T = j.Afforded(j.Budget, target.Costs[k])
			}
			for _, j.Program = range programs {
				if experiments.IsAnnealing(j.Program) { // so that a sweep without programs has the same jobs
					j.Program = ""
				}
				job := j
				job.Setting = j.WithDefaults()
				for _, file := range job.files() {
					*file.sum = p.Sums[file.path]
				}
				jobs = append(jobs, job)
			}
		}
	}
	return jobs
}

// A pinned file is one that a job reads, and its checksum.
type pinned struct {
	path string
	sum  *string
}

// files are all names of a job that may be files.
func (j *Job) files() []pinned {
	initial, _ := experiments.InitialFile(j.Initial)
	return []pinned{{j.Target, &j.TargetSum}, {j.Data, &j.DataSum}, {j.Matrix, &j.MatrixSum}, {initial, &j.InitialSum},
		{experiments.ScheduleFile(j.Schedule), &j.ScheduleSum}}
}

// unchanged returns an error if a file of the job has changed since the sweep was planned.
func (j Job) unchanged() error {
	for _, file := range j.files() {
		if *file.sum == "" {
			continue
		}
		switch sum, err := HashFile(file.path); {
		case err != nil:
			return err
		case sum != *file.sum:
			return fmt.Errorf("%s has changed since the sweep began; the same command again begins anew with what it "+
				"is now", file.path)
		}
	}
	return nil
}

// cost is about the time of a job on a target of so many cells: cells times levels, steps and passes.
func (j Job) cost(cells int) int {
	passes := 1
	if experiments.IsSearched(j.Schedule) {
		passes = 100
	}
	return cells * j.T * j.Repeat * passes
}

// Family is a key of all names except the schedule, T and Monte Carlo: jobs of a family share a Chain.
func (j Job) Family() string {
	j.Schedule = ""
	j.ScheduleSum = ""
	j.T = 0
	return journal.Hash(j.Setting)
}

// ProgramName is the program, also if it is annealing.
func (j Job) ProgramName() string { return cmp.Or(j.Program, experiments.AnnealingProgram) }

// Skipped is a note if the last kernel is left out, and "" if not.
func (j Job) Skipped() string {
	if j.SkipLast {
		return "without the last kernel"
	}
	return ""
}

// String names the job to people.
func (j Job) String() string {
	words := []string{j.TargetLabel(), j.KernelLabel(), j.Bridge, j.Initial, j.Schedule}
	if j.SkipLast {
		words = append(words, j.Skipped())
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
