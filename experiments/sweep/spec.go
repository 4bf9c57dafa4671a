// Package sweep runs every combination of lists of names, and survives being stopped at any moment.
//
//	Spec --Plan--> Plan --Work(shard)--> Work --Run--> rows, which go into a journal
//	lists          names looked up,      Jobs, and     the dearest job first
//	               files hashed          the shard's
//
// A Job (job.go) is one combination: its names, and the checksums of its files. Package journal keeps the Row (row.go)
// of every finished job, so that a sweep goes on with the jobs that have no row. A Work (work.go) deals the jobs to
// shards, which all cost about the same; the rows of all shards together make up the whole.
package sweep

// A Spec is a sweep as the user writes it: lists of words. Every combination is a job. An empty
// list stands for the default, except that Toy and Target together must have one entry, and T or Budget too, unless a
// schedule comes from a file, which has its own T. The tags are also those of a command's flags.
type Spec struct {
	Toy      List   `json:"toy,omitempty" sep:"none" help:"Targets by name: ${toys}." placeholder:"NAME,..." names:"toy"`
	Target   List   `json:"target,omitempty" sep:"none" help:"Targets from files: CSV or .npy." placeholder:"FILE,..."`
	Axes     string `json:"axes,omitempty" help:"How walkers move along the axes of all targets: ${axes}; one word for each axis, or one for all (default each target's own)." placeholder:"KIND,..." names:"axes"`
	Seed     List   `json:"seed,omitempty" sep:"none" help:"Seeds of the targets, random toys or simulated data, and ranges of them (default: each toy's own)." placeholder:"N,A..B,..."`
	Data     List   `json:"data,omitempty" sep:"none" help:"Data of the models from files, instead of simulated ones." placeholder:"FILE.csv,..."`
	Kernel   List   `json:"kernel,omitempty" sep:"none" help:"Kernels: ${kernels}." placeholder:"NAME,..." names:"kernel"`
	Repeat   List   `json:"repeat,omitempty" sep:"none" help:"How many steps the kernels make at each level: T and the weights stay, the cost is so many times as much (default 1)." placeholder:"K,..."`
	Matrix   List   `json:"matrix,omitempty" sep:"none" help:"Folders of transition matrices, beta-0.5.csv and so on: more kernels, each at its own betas and T alone." placeholder:"FOLDER,..."`
	Exec     string `json:"exec,omitempty" help:"A program that tells the rows of its kernel when asked over its pipes, in any language: one kernel more. Its rows at ten betas on each target, 0.1 to 1, are part of what a result is kept by: a sweep goes on only if they are what they were." placeholder:"COMMAND"`
	Bridge   List   `json:"bridge,omitempty" sep:"none" help:"Bridges: ${bridges}." placeholder:"NAME,..." names:"bridge"`
	Initial  List   `json:"initial,omitempty" sep:"none" help:"Initial densities: ${initials}." placeholder:"SPEC,..." names:"initial"`
	Schedule List   `json:"schedule,omitempty" sep:"none" help:"Schedules: ${schedules}. A file is a curve through its betas, linear between them; without -T all run at its own T." placeholder:"SPEC,..." names:"schedule"`
	Program  List   `json:"program,omitempty" sep:"none" help:"Inference programs: ${programs}." placeholder:"SPEC,..." names:"program"`
	T        List   `json:"T,omitempty" name:"levels" short:"T" sep:"none" help:"Numbers of levels, from 2, and logarithmic steps: LOW..HIGHxSTEPS." placeholder:"N,A..BxC,..."`
	Budget   List   `json:"evaluations,omitempty" name:"evaluations" sep:"none" help:"In place of -T: evaluations of the density in a run, of weights and of the kernel's steps, as lists of T are written. T is what they afford, and the front of J and of B against cost is drawn." placeholder:"N,A..BxC,..."`
	SkipLast bool   `json:"skip_last_kernel,omitempty" name:"skip-last-kernel" help:"Leave out the last kernel: it changes J and not B."`
	Chains   int    `json:"chains,omitempty" help:"Also estimate B by so many chains in each direction." placeholder:"N"`
	MCSeed   uint64 `json:"mc_seed,omitempty" name:"mc-seed" default:"1" help:"The seed of random numbers, of chains and draws: the same in every run (default ${default})." placeholder:"N"`
	Full     bool   `json:"full,omitempty" help:"Also B from pairwise marginals, and the other checks: it takes longer."`
}

// A List is a list of words. A word may hold several words, separated by commas.
type List []string
