// Package sweep runs every combination of lists of names, and survives a stop at any moment.
//
//	Spec --Plan--> Plan --Run--> rows, which go into a journal
//	lists          jobs          the cheapest job first
//
// A Job is one combination: its names, and a fingerprint of what was read for it. Package journal keeps the
// Row (row.go) of every finished job, so that a sweep goes on with the jobs that have no row. A Plan (plan.go) is made
// by a planner (planner.go), and deals the jobs to shards of about the same cost; the rows of all shards are the rows
// of the sweep.
package sweep

import (
	"cmp"
	"fmt"
	"strings"

	"breadboard/experiments"
)

// A Spec has the lists of a sweep as the user writes them. Every combination is a job. An empty list stands for the
// default, except that Toy and Target together must have an entry, and also T or Budget, unless a schedule from a file
// has its own T. The tags are also the tags of a command's flags.
type Spec struct {
	Toy      List   `sep:"none" help:"Targets by name: breadboard list toys." placeholder:"NAME,..." names:"toy"`
	Target   List   `sep:"none" help:"Targets from files: log f as CSV (-inf: a wall), .npy." placeholder:"FILE,..."`
	Axes     string `help:"Kinds of axes, for all or each: line, ring, any." placeholder:"KIND,..." names:"axes"`
	Seed     List   `sep:"none" help:"Seeds of random targets, as 1..20." placeholder:"N,..."`
	Data     List   `sep:"none" help:"Data of the models, one observation a row." placeholder:"FILE.csv,..."`
	Kernel   List   `sep:"none" help:"Kernels: breadboard list kernels (default metropolis)." placeholder:"NAME,..." names:"kernel"`
	Repeat   List   `sep:"none" help:"Steps of the kernels at each level (default 1)." placeholder:"K,..."`
	Matrix   List   `sep:"none" help:"Folders of matrices, beta-0.5.csv and so on." placeholder:"FOLDER,..."`
	Exec     string `help:"A command that has your step: see cmd/breadboard/doc/kernel.md." placeholder:"COMMAND"`
	Bridge   List   `sep:"none" help:"Paths: breadboard list bridges (default geometric)." placeholder:"NAME,..." names:"bridge"`
	Initial  List   `sep:"none" help:"Initial densities: breadboard list starts." placeholder:"SPEC,..." names:"initial"`
	Schedule List   `sep:"none" help:"The betas: breadboard list schedules (default linear)." placeholder:"SPEC,..." names:"schedule"`
	Program  List   `sep:"none" help:"Inference programs: breadboard list programs." placeholder:"SPEC,..." names:"program"`
	T        List   `name:"levels" short:"T" sep:"none" help:"Numbers of levels, as 10,100 or 10..1000x5." placeholder:"N,..."`
	Budget   List   `name:"evaluations" sep:"none" help:"In place of -T: evaluations of the density in a run." placeholder:"N,..."`
	SkipLast bool   `name:"skip-last-kernel" help:"Leave out the last kernel: J changes, B does not."`
	Chains   int    `help:"Also estimate B by N chains in each direction." placeholder:"N"`
	MCSeed   uint64 `name:"mc-seed" default:"1" help:"The seed of random numbers (default ${default})." placeholder:"N"`
	Full     bool   `help:"Also B from pairwise marginals, which takes longer."`
}

// A List has words, each of which may hold several words separated by commas.
type List []string

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

// cost estimates the time of a job on a target of this many cells: levels times steps, each for the cells in all passes
// and for the chains. A descent takes 50 to 2,000 passes, 300 by their geometric mean; a chain each way takes a quarter
// of the time of a cell.
func (j Job) cost(cells int) int {
	passes := 1
	if experiments.IsSearched(j.Schedule) {
		passes = 300
	}
	return j.T * j.Repeat * (cells*passes + j.Chains/4)
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
