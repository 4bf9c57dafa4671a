package sweep

import (
	"cmp"
	"fmt"
	"strings"

	"breadboard/experiments"
)

// A Job describes one annealing of a sweep, with its Monte Carlo runs. Tables and journals call it a cell of the sweep,
// which is not a cell of a grid. Its names have their defaults filled in.
type Job struct {
	experiments.Setting
	Read   string `json:"read_sha256,omitempty"` // of what was read for it (Resolved.Fingerprint, Plan.AskBy)
	Chains int    `json:"chains,omitempty"`      // Monte Carlo chains in each direction; 0 is none
	MCSeed uint64 `json:"mc_seed,omitempty"`     // seed of their dice; 0 if there are none
	Budget int    `json:"evaluations,omitempty"` // of the density, which chose T; 0 if T was given
	Full   bool   `json:"full,omitempty"`        // adds the numbers that take long and only check the others
}

// cost estimates the time of a job on a target of this many cells: cells times levels, steps and passes.
func (j Job) cost(cells int) int {
	passes := 1
	if experiments.IsSearched(j.Schedule) {
		passes = 100
	}
	return cells * j.T * j.Repeat * passes
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
