package sweep

import (
	"cmp"
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

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
	"breadboard/grid/text"
)

// A Plan is a spec with its names looked up, its ranges written out and its files
// hashed. Its jobs are made from it alone.
type Plan struct {
	journal.Heading
	Spec      Spec      `json:"spec"`
	Targets   []Subject `json:"targets"`
	Kernels   []string  `json:"kernels"`
	Repeats   []int     `json:"repeats"` // steps a level, of all kernels
	Matrices  []Kernel  `json:"matrices,omitempty"`
	Exec      string    `json:"exec,omitempty"` // a program, which Asked asks for the checksums of its rows
	Bridges   []string  `json:"bridges"`
	Initials  []Named   `json:"initials"`
	Schedules []Named   `json:"schedules"`
	Programs  []string  `json:"programs,omitempty"` // nil for annealing alone
	// or the most that so many evaluations afford, if a level takes one alone
	Ts []int `json:"T"`
	// Costs are evaluations of the density in a step of each kernel, by the target's name; nil if T is given.
	Costs map[string][]float64 `json:"costs,omitempty"`
}

// A Subject is a target: a draw of a toy, a file, or a model with data from a file.
type Subject struct {
	Toy     string  `json:"toy,omitempty"`
	Seed    *uint64 `json:"seed,omitempty"` // nil if nothing is random
	File    string  `json:"file,omitempty"`
	Sum     string  `json:"sha256,omitempty"` // checksum of the file
	Data    string  `json:"data,omitempty"`   // a model's data if they come from a file
	DataSum string  `json:"data_sha256,omitempty"`
	Axes    string  `json:"axes,omitempty"` // their kinds, a word for each or one for all
	Size    int     `json:"size"`           // in cells of the grid

	ExecSum string `json:"exec_rows_sha256,omitempty"` // checksum of the rows of the program on it
}

// A Named is a name, with the checksum of the file if it names one. An initial density
// without a name is each target's own.
type Named struct {
	Name string `json:"name"`
	Sum  string `json:"sha256,omitempty"`
}

// A Kernel is a kernel of the catalogue, a folder of matrices, or a program. A folder has its own T; a kernel and a
// program have 0.
type Kernel struct {
	Named
	T int `json:"T,omitempty"`

	program bool
}

// Len is the number of jobs.
func (p Plan) Len() int { return int(p.size()) }

// size is the number of jobs, a product of eight numbers that may be more than an int.
func (p Plan) size() float64 {
	n := 1.0
	for _, of := range []int{len(p.programs()), len(p.Targets), len(p.Repeats), len(p.Bridges), len(p.Initials)} {
		n *= float64(of)
	}
	anyTime := len(p.kernels()) - len(p.Matrices)
	return n * (float64(anyTime)*float64(len(p.Schedules))*float64(len(p.Ts)) + float64(len(p.Matrices)))
}

// Check returns an error if the plan has no job, or more than a Spec may ask for.
func (p Plan) Check() error {
	if n := p.size(); !(n >= 1 && n <= lists.Most) {
		return fmt.Errorf("the plan of a sweep with %g results; from 1 to %d would do", n, lists.Most)
	}
	return nil
}

func (p Plan) kernels() []Kernel {
	all := make([]Kernel, 0, len(p.Kernels)+len(p.Matrices)+1)
	for _, name := range p.Kernels {
		all = append(all, Kernel{Named: Named{Name: name}})
	}
	all = append(all, p.Matrices...)
	if p.Exec != "" {
		all = append(all, Kernel{Named: Named{Name: p.Exec}, program: true})
	}
	return all
}

// times returns the schedules and the Ts to run a kernel with: all, or those of matrices.
func (p Plan) times(k Kernel) ([]Named, []int) {
	if k.T == 0 {
		return p.Schedules, p.Ts
	}
	return []Named{{Name: experiments.OfMatrices}}, []int{k.T}
}

// movedBy is a setting on a target with a kernel.
func (t Subject) movedBy(s experiments.Setting, k Kernel) experiments.Setting {
	s.Kernel = k.Name
	s.Matrix = ""
	s.MatrixSum = k.Sum
	s.Exec = ""
	s.ExecSum = ""
	switch {
	case k.program:
		s.Kernel = ""
		s.Exec = k.Name
		s.ExecSum = t.ExecSum
		s.Kernel = s.WithDefaults().Kernel
	case k.T > 0:
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
		if experiments.IsAnnealing(name) {
			names[i] = ""
		}
	}
	return names
}

// setting names the target, and leaves the other names to their defaults.
func (t Subject) setting() experiments.Setting {
	return experiments.Setting{Toy: t.Toy, Target: t.File, TargetSum: t.Sum, Seed: t.Seed,
		Data: t.Data, DataSum: t.DataSum, Axes: t.Axes}
}

// Jobs returns all jobs, in the order of the table: by targets and their seeds,
// kernels, steps a level, bridges, initial densities, schedules, T and programs, each in the spec's order.
func (p Plan) Jobs() []Job {
	jobs := make([]Job, 0, p.Len())
	for _, target := range p.Targets {
		j := Job{Setting: target.setting(), Chains: p.Spec.Chains, Full: p.Spec.Full}
		j.SkipLast = p.Spec.SkipLast
		own := j.WithDefaults().Initial
		if j.Chains > 0 {
			j.MCSeed = p.Spec.MCSeed
		}
		for k, kernel := range p.kernels() {
			j.Setting = target.movedBy(j.Setting, kernel)
			for _, j.Repeat = range p.Repeats {
				for _, j.Bridge = range p.Bridges {
					for _, initial := range p.Initials {
						j.Initial = cmp.Or(initial.Name, own)
						j.InitialSum = initial.Sum
						jobs = p.appendTimes(jobs, j, k, kernel)
					}
				}
			}
		}
	}
	return jobs
}

// appendTimes appends a job of the k-th kernel with each schedule, T and program.
func (p Plan) appendTimes(jobs []Job, j Job, k int, kernel Kernel) []Job {
	costs := p.Costs[j.TargetName()]
	schedules, ts := p.times(kernel)
	for _, s := range schedules {
		j.Schedule = s.Name
		j.ScheduleSum = s.Sum
		for _, T := range ts {
			j.T = T
			j.Budget = 0
			if k < len(costs) {
				j.Budget = T - 1
				j.T = j.Afforded(j.Budget, costs[k])
			}
			for _, j.Program = range p.programs() {
				jobs = append(jobs, j)
			}
		}
	}
	return jobs
}

// Settings lists every target with every kernel, at the most steps a level, and with every bridge and initial
// density. One draw of a random toy stands for all.
func (p Plan) Settings() (all []experiments.Setting) {
	for i, target := range p.Targets {
		if i > 0 && target.Seed != nil && target.Toy == p.Targets[i-1].Toy {
			continue
		}
		s := target.setting()
		if len(p.Repeats) > 0 {
			s.Repeat = slices.Max(p.Repeats)
		}
		for _, kernel := range p.kernels() {
			all = append(all, target.movedBy(s, kernel))
		}
		for _, s.Bridge = range p.Bridges {
			for _, initial := range p.Initials {
				s.Initial = initial.Name
				all = append(all, s)
			}
		}
	}
	return all
}

// Hash is the same for plans of the same jobs, in any build.
func (p Plan) Hash() string {
	p.Heading = journal.Heading{}
	p.Spec = Spec{SkipLast: p.Spec.SkipLast, Chains: p.Spec.Chains, MCSeed: p.Spec.MCSeed,
		Full: p.Spec.Full}
	return journal.Hash(p)
}

// A Job is one annealing of a sweep, with its Monte Carlo runs. Tables and journals call
// it a cell of the sweep; it is not a cell of a grid. A job is complete in itself: its
// names have their defaults filled in, and every file has its checksum.
type Job struct {
	experiments.Setting
	Chains int    `json:"chains,omitempty"`      // Monte Carlo chains in each direction; 0 is none
	MCSeed uint64 `json:"mc_seed,omitempty"`     // seed of their dice; 0 if there are none
	Budget int    `json:"evaluations,omitempty"` // of the density, that T was chosen for; 0 if T was given
	Full   bool   `json:"full,omitempty"`        // also the numbers that take long and only check the others
}

// Family is a key of all names except the schedule, T and Monte Carlo: jobs of a family
// share a Chain.
func (j Job) Family() string {
	j.Schedule = ""
	j.ScheduleSum = ""
	j.T = 0
	j.Budget = 0
	j.Chains = 0
	j.MCSeed = 0
	j.Full = false
	return journal.Hash(j)
}

// TargetKey is a key of the draw of a target.
func (j Job) TargetKey() string {
	return journal.Hash(Subject{Toy: j.Toy, File: j.Target, Sum: j.TargetSum, Seed: j.Seed,
		Data: j.Data, DataSum: j.DataSum})
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
	s := []string{j.TargetName()}
	if j.Seed != nil {
		s = append(s, fmt.Sprintf("seed %d", *j.Seed))
	}
	s = append(s, j.KernelLabel(), j.Bridge, j.Initial, j.Schedule)
	if j.SkipLast {
		s = append(s, j.Skipped())
	}
	s = append(s, fmt.Sprintf("T = %d", j.T))
	if j.Program != "" {
		s = append(s, j.Program)
	}
	if j.Chains > 0 {
		s = append(s, fmt.Sprintf("%d chains", j.Chains))
	}
	return strings.Join(s, ", ")
}

// HashFile returns the SHA-256 of a file's content. The hash of a folder is of the names and the hashes of its files,
// without those that begin with a dot. A pipe or a device is refused: it may give other bytes when a job reads it, or
// bytes without an end.
func HashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w; a file that can be read would do", path, text.Pathless(err))
	}
	defer f.Close()
	h := sha256.New()
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		var list []os.DirEntry
		list, err = os.ReadDir(path) // in the order of names
		for _, entry := range list {
			if strings.HasPrefix(entry.Name(), ".") {
				continue
			}
			sum, err := HashFile(filepath.Join(path, entry.Name()))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(h, "%q %s\n", entry.Name(), sum)
		}
	case !info.Mode().IsRegular():
		err = errors.New("a pipe or a device, and jobs read their files again; a copy of it, in a file, would do")
	default:
		_, err = io.Copy(h, f)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, text.Pathless(err))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// unchanged returns an error if a file of the job has changed since the sweep was
// planned.
func (j Job) unchanged() error {
	initial, _ := experiments.InitialFile(j.Initial)
	for _, file := range []struct{ path, sum string }{
		{j.Target, j.TargetSum}, {j.Data, j.DataSum}, {initial, j.InitialSum}, {j.Matrix, j.MatrixSum},
		{experiments.ScheduleFile(j.Schedule), j.ScheduleSum},
	} {
		if file.sum == "" {
			continue
		}
		switch sum, err := HashFile(file.path); {
		case err != nil:
			return err
		case sum != file.sum:
			return fmt.Errorf("%s has changed since the sweep began; the same command again begins anew with what it "+
				"is now", file.path)
		}
	}
	return nil
}

// A Row is a finished job with all its numbers. A number that was not asked for, or does
// not exist, is NaN; Warnings say why, unless it is obvious. Infinite numbers are
// infinite. In JSON a row is one object.
type Row struct {
	Key      string         `json:"key"`
	Job      Job            `json:"cell"`           // one cell of the sweep
	Grid     string         `json:"grid,omitempty"` // "7x7"
	Values   columns.Values `json:"values"`
	How      string         `json:"how,omitempty"`    // how a program's account was got; "" for annealing
	Chosen   *Chosen        `json:"chosen,omitempty"` // nil unless exact results chose the schedule
	Fault    string         `json:"fault,omitempty"`  // why a cell cannot be run; then all numbers are NaN
	Warnings []string       `json:"warnings,omitempty"`
	Build    journal.Build  `json:"build"`
}

// Chosen says how exact results chose a schedule.
type Chosen struct {
	Start       string       `json:"start"` // the schedule from which it was improved; "" if it was not
	Converged   bool         `json:"converged"`
	Gradient    columns.Real `json:"gradient"` // the norm of the gradient at the end
	Evaluations int          `json:"evaluations"`
	Betas       []float64    `json:"betas,omitempty"` // of best-b and best-j; what constant speed gives takes no time
}

// At returns the number with this name.
func (r Row) At(name string) float64 { return r.Values.At(name) }

// Origin returns the row's key, and the job and the build of which it is the key.
func (r Row) Origin() (key string, job any, by journal.Build) { return r.Key, r.Job, r.Build }

// A Work is a plan ready to run: all its jobs, or a shard of them.
type Work struct {
	Plan Plan
	Ask  experiments.Ask // tells the rows of the plan's program; nil if there is none
	*journal.Work[Job, Row]
}

// Work lists the jobs of the plan, and marks the shard's.
func (p Plan) Work(shard journal.Shard) *Work {
	return &Work{Plan: p, Work: journal.NewWork[Job, Row](p.Jobs(), p.costs(), p.Build, shard)}
}

// Run computes every job of the shard without a row in rows, as journal's Work does. Rows do
// not depend on the number of cores. The error may also be that a file has changed.
func (w *Work) Run(ctx context.Context, rows map[string]Row, commit func([]Row) error,
	watch func(journal.Pace)) error {
	pool := newPool(w.Todo(rows), w.Ask)
	one := func(ctx context.Context, j Job, workers int) (Row, error) {
		return pool.run(ctx, j, w.Build, workers)
	}
	return w.Work.Run(ctx, rows, one, commit, watch)
}
