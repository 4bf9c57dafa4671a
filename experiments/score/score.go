// Package score computes the real effective sample size (RESS) of every kernel on every density of a zoo, exactly,
// after Turner and Neal (2017).
//
//	Plan --Run--> Row    for each kernel, density, function, start and budget (row.go);
//	                     Boards ranks kernels (Table 1), and Normalize sets NESS
//
// A KernelOnDensity (kernel_on_density.go) is a kernel on a density, perhaps on pairs of the density's cells. Functions
// (function.go) and starts (start.go) are of the cells, and are named as in flags.
//
// Kernels are compared at equal steps, or at equal evaluations of the density: a budget buys each kernel its own number
// of steps. A user's kernel is a matrix, or a command that tells rows.
package score

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// A Plan says what is scored: every kernel on every density.
type Plan struct {
	Densities   []zoo.Density
	Kernels     []chains.Entry[chains.Kernel]
	Functions   []string // specs for Functions; nil for all but files
	Starts      []string // specs for Starts
	Budgets     []int    // of steps or evaluations, rising
	Evaluations bool     // says that budgets are of evaluations of the density, by the kernel's Cost
	Seed        *uint64  // of the single density; nil if it is of the zoo, or not random
	MostWork    float64  // bounds the operations of a kernel on a density, beyond which it is left out; 0 is no bound

	prepared []preparedDensity // one a density
	jobs     []job
}

// A preparedDensity has a density with its functions and starts.
type preparedDensity struct {
	target    toys.Target
	functions []Function
	constant  []string
	starts    []Start
}

// A job scores a kernel on a density.
type job struct {
	preparedDensity
	kernel chains.Entry[chains.Kernel]
	box    grid.Grid // that the kernel moves on
	moves  float64   // from a state; 0 if the kernel has no form on the box, or the box is too large
	bytes  float64
	noRoom error // says that the job is too large; nil if it is not
}

// A Result has all rows, normalised, and what is left out.
type Result struct {
	Rows        []Row
	Densities   int
	Evaluations bool     // the budgets count evaluations, and not steps
	Constant    []string // the functions left out, if there is one density
	LeftOut     []LeftOut
	Followed    string // what was followed of the user's command; "" if nothing was
}

// Unit returns the unit of a budget.
func (r Result) Unit() string {
	if r.Evaluations {
		return "evaluations"
	}
	return "steps"
}

// A LeftOut counts the densities on which a kernel has no rows: because it has no form on their axes, or because it
// takes too much work or memory, or the cost of its steps is 0 or not known.
type LeftOut struct {
	Kernel    string
	Densities int
	NoForm    bool
}

// Prepare makes the densities, with their functions and starts. The error is a spec that is wrong for one of the
// densities, a density on which all functions are constant, or a job that is too large, unless such jobs are left out.
func (p *Plan) Prepare() error {
	specs := p.Functions
	if len(specs) == 0 {
		specs = []string{"mean", "var", "logf", "mode"}
	}
	for _, d := range p.Densities {
		s := preparedDensity{target: d.Make()}
		s.target.Name = d.Name
		if err := checkFunctions(s.target, len(specs)); err != nil {
			return err
		}
		var noFunctions, noStarts error
		s.functions, s.constant, noFunctions = Functions(s.target, specs)
		s.starts, noStarts = Starts(s.target, p.Starts)
		if err := errors.Join(noFunctions, noStarts); err != nil {
			return err
		}
		if len(s.functions) == 0 {
			return fmt.Errorf("all functions are constant on %s; use a density that is not flat, or another "+
				"function", d.Name)
		}
		p.prepared = append(p.prepared, s)
		for _, k := range p.Kernels {
			j := newJob(s, k, len(p.Budgets))
			if j.noRoom != nil && p.MostWork == 0 {
				return j.noRoom
			}
			p.jobs = append(p.jobs, j)
		}
	}
	return nil
}

// checkFunctions returns an error if the functions of specs on all axes and modes are too large.
func checkFunctions(t toys.Target, specs int) error {
	each := experiments.CellBytes + 8*float64(2*t.Grid.Axes()+mostModes+specs)
	return experiments.CheckMemory(t.Grid.Size(), "cells", func(cells float64) float64 { return cells * each },
		"functions on %s", t.Name)
}

// CheckStates returns an error if a kernel has too many states on a target: cells, or pairs of them.
func CheckStates(name string, k chains.Kernel, t toys.Target) error {
	return checkRoom(name, k, t, func(states float64) float64 { return states * experiments.CellBytes })
}

// checkRoom returns an error if a kernel takes too many bytes on a target, by its states.
func checkRoom(name string, k chains.Kernel, t toys.Target, bytes func(states float64) float64) error {
	cells := t.Grid.Size()
	pairs := Box(k, t.Grid).Size() > cells
	return experiments.CheckMemory(cells, "cells", func(cells float64) float64 {
		if pairs {
			cells *= cells
		}
		return bytes(cells)
	}, "%s on %s", name, t.Name)
}

// newJob returns a job with many numbers of steps, and how large it is. Nothing is made for a box that is too large by
// its states alone.
func newJob(s preparedDensity, k chains.Entry[chains.Kernel], many int) job {
	j := job{preparedDensity: s, kernel: k, box: Box(k.Make, s.target.Grid)}
	if j.noRoom = CheckStates(k.Name, k.Make, s.target); j.noRoom != nil || !j.fits() {
		return j
	}
	j.moves = experiments.Moves(k.Make, j.box)
	bytes := func(states float64) float64 {
		return states*experiments.CellBytes + timeaverage.Bytes(states, states*j.moves, len(s.functions), many)
	}
	j.noRoom = checkRoom(k.Name, k.Make, s.target, bytes)
	j.bytes = bytes(float64(j.box.Size()))
	return j
}

// Run runs all jobs of a prepared plan, on all cores.
func (p *Plan) Run(ctx context.Context, progress experiments.Progress) (Result, error) {
	var sizes []int
	largest := 0.0
	for _, j := range p.jobs {
		sizes = append(sizes, j.box.Size())
		if j.noRoom == nil {
			largest = max(largest, j.bytes)
		}
	}
	rows := make([][]Row, len(p.jobs))
	measure := func(ctx context.Context, i int, _ experiments.Progress) (err error) {
		rows[i], err = p.measure(ctx, p.jobs[i])
		return err
	}
	err := experiments.EachSized(ctx, sizes, largest, progress, measure)
	r := Result{Rows: slices.Concat(rows...), Densities: len(p.prepared), Evaluations: p.Evaluations}
	Normalize(r.Rows)
	if len(p.prepared) == 1 {
		r.Constant = p.prepared[0].constant
	}
	var left []LeftOut
	for i, j := range p.jobs {
		if rows[i] == nil {
			left = append(left, LeftOut{Kernel: j.kernel.Name, NoForm: j.noRoom == nil && !j.fits()})
		}
	}
	for l, alike := range experiments.GroupBy(left, func(l LeftOut) LeftOut { return l }) {
		l.Densities = len(alike)
		r.LeftOut = append(r.LeftOut, l)
	}
	return r, err
}

// fits reports whether the kernel has a form on the box.
func (j job) fits() bool { return chains.Fits(j.kernel.Make, j.box) == nil }

// measure returns a job's rows, one for each function, start and budget, or nil if it is left out.
func (p *Plan) measure(ctx context.Context, j job) ([]Row, error) {
	if j.noRoom != nil {
		return nil, nil
	}
	price := 1.0 // of a step, in the unit of the budgets; NaN if the kernel does not know
	if p.Evaluations && j.fits() {
		price = j.kernel.Make.Cost(j.box)
	}
	if !j.fits() || !(price > 0) {
		return nil, nil
	}
	var ns []int
	for _, budget := range p.Budgets {
		ns = append(ns, max(1, int(float64(budget)/price)))
	}
	if p.MostWork > 0 && j.work(slices.Max(ns)) > p.MostWork {
		return nil, nil
	}
	subject := NewKernelOnDensity(j.target, j.kernel.Name, j.kernel.Make)
	rows, err := subject.Measure(ctx, j.functions, j.starts, ns)
	for i := range rows {
		rows[i].Budget = p.Budgets[i%len(p.Budgets)]
		rows[i].Seed = p.Seed
	}
	return rows, err
}

// work estimates the operations of a job with this many steps, one by one or by doubling.
func (j job) work(steps int) float64 {
	states, functions := float64(j.box.Size()), float64(len(j.functions))
	stepwise := float64(steps) * functions * states * j.moves * 20
	if !timeaverage.CanDouble(states, len(j.functions)) {
		return stepwise
	}
	return min(stepwise, math.Log2(1+float64(steps))*states*states*states*(4*functions+2))
}
