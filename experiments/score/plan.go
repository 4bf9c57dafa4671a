// Package score says how well samplers really work: the real effective sample size of every
// kernel on every density of a zoo, exactly, after Turner and Neal (2017).
//
//	Plan --Jobs--> Job --Do--> Row            one a function, start and budget
//	               a kernel on a density      Boards (Table 1), Profiles, and NESS by Normalize
//	                           Point          one a class and start: the estimated and the real ESS (Figure 3)
//
// A Subject (subject.go) is a kernel aimed at a density, perhaps on a larger space than the
// density's cells. Functions (function.go) and starts (subject.go) are of the cells, and are named as
// in flags. Jobs do not depend on each other (plan.go).
//
// Points are of sampled chains (draw.go). Chains depend on a seed and on names alone, so that they are the same on any
// number of workers.
//
// Kernels are compared at equal steps, or at equal evaluations of the density: a budget buys each kernel its own number
// of steps. A kernel from outside is a matrix or a program that makes moves when it is asked, whose squared errors are
// sampled (outside.go).
package score

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

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
	Budgets     []int    // of steps, or
	Evaluations bool     // of evaluations of the density, by the kernel's Cost: the mean of a step, or the most
	Chains      int      // how many are drawn where a number is sampled; 0 for UsualChains
	MCSeed      uint64   // of their dice
	Seed        *uint64  // of the one density; nil if it is of the zoo, or nothing in it is random
	Calibrate   bool     // whether to draw the points of Figure 3
	MostWork    float64  // a job of more operations is left out; 0 leaves out none
	MostBytes   float64  // and one of more memory

	scenes map[string]func() scene // by density, each made once
}

// A Job is a kernel on a density, by their names. Jobs do not depend on each other.
type Job struct {
	Density string `json:"density"`
	Kernel  string `json:"kernel"`
}

// String is the job in words.
func (j Job) String() string { return j.Kernel + " on " + j.Density }

// A scene is a density with its functions and starts.
type scene struct {
	target    toys.Target
	functions []Function
	constant  []string
	starts    []Start
	faults    map[string]error // of the specs that do not suit the density
	kernels   []chains.Kernel  // as they run there; nil for one that has no form there
}

// Prepare checks the specs of functions and starts. Of several densities a spec need suit only one:
// mode:2 is left out on those that have one mode. The error is bad input.
func (p *Plan) Prepare() error {
	p.scenes = map[string]func() scene{}
	for _, d := range p.Densities {
		p.scenes[d.Name] = sync.OnceValue(func() scene { return p.scene(d.Make()) })
	}
	for _, spec := range slices.Concat(p.Functions, p.Starts) {
		var first error
		suits := func(d zoo.Density) bool {
			err := p.scenes[d.Name]().faults[spec]
			first = cmp.Or(first, err)
			return err == nil
		}
		if !slices.ContainsFunc(p.Densities, suits) {
			return first
		}
	}
	for _, d := range p.Densities {
		if len(p.scenes[d.Name]().functions) > 0 {
			return nil
		}
	}
	return fmt.Errorf("all functions are constant on %s; a density that is not flat, or another function, would do",
		p.Densities[0].Name)
}

func (p *Plan) specs() []string {
	if len(p.Functions) > 0 {
		return p.Functions
	}
	return usual
}

// scene makes the functions and starts of a density, those that suit it.
func (p *Plan) scene(t toys.Target) scene {
	s := scene{target: t, faults: map[string]error{}}
	for _, k := range p.Kernels {
		on := k.Make
		if chains.Fits(on, Box(on, t.Grid)) != nil {
			on = nil
		}
		s.kernels = append(s.kernels, on)
	}
	for _, spec := range p.specs() {
		all, constant, err := Functions(t, []string{spec})
		if err != nil {
			s.faults[spec] = err
		}
		s.functions = append(s.functions, all...)
		s.constant = append(s.constant, constant...)
	}
	for _, spec := range p.Starts {
		all, err := Starts(t, []string{spec})
		if err != nil {
			s.faults[spec] = err
		}
		s.starts = append(s.starts, all...)
	}
	return s
}

// drawn are the starts from which chains can be drawn.
func (s scene) drawn() []Start {
	return slices.DeleteFunc(slices.Clone(s.starts), func(start Start) bool { return start.Name == Worst })
}

// Jobs lists the jobs, density by density.
func (p *Plan) Jobs() (all []Job) {
	for _, d := range p.Densities {
		for _, k := range p.Kernels {
			all = append(all, Job{d.Name, k.Name})
		}
	}
	return all
}

// Rows are the names of every row that a prepared plan may have, with the spread alone of its numbers: some kernels
// are left out when they turn out to be too dear.
func (p *Plan) Rows() (all []Row) {
	for _, j := range p.Jobs() {
		here := p.scenes[j.Density]()
		for _, f := range here.functions {
			_, spread := f.Truth(chains.Normalized(here.target.LogF))
			for _, start := range here.starts {
				for _, budget := range p.Budgets {
					all = append(all, Row{Density: j.Density, Kernel: j.Kernel, Function: f.Name,
						Start: start.Name, Budget: budget,
						Accuracy: timeaverage.Accuracy{Spread: spread}})
				}
			}
		}
	}
	return all
}

// A place is a job's scene and kernel, with what is known of its chain by names and sizes.
type place struct {
	scene
	kernel chains.Kernel
	states float64
	moves  float64 // of a state: the row of the middle one, where the density is flat
}

func (p *Plan) find(j Job) place {
	i := slices.IndexFunc(p.Kernels, func(k chains.Entry[chains.Kernel]) bool { return k.Name == j.Kernel })
	here := p.scenes[j.Density]()
	k := here.kernels[i]
	box := Box(k, here.target.Grid)
	return place{here, k, float64(box.Size()), movesOf(k, box)}
}

// movesOf counts the moves from the middle of a box, on a flat density: all others where k has no form there, or where
// states are so many that nothing is scored on them.
func movesOf(k chains.Kernel, box grid.Grid) (moves float64) {
	const most = 1 << 24
	if k == nil || box.Size() > most {
		return float64(box.Size() - 1)
	}
	op := chains.On(k, box)
	flat := make([]float64, box.Size())
	l := chains.NewLevel(chains.Geometric{From: flat, To: flat}, box.Size())
	l.Move(1, 1)
	op.Aim(l)
	op.Row(box.Size()/2, func(int, float64) { moves++ })
	return moves
}

// subject aims the job's kernel.
func (p *Plan) subject(j Job) (scene, Subject) {
	here := p.find(j)
	subject := NewSubject(here.target, j.Kernel, here.kernel)
	subject.Density = j.Density
	return here.scene, subject
}

// TooLarge returns why the states of jobs are too many to begin unasked.
func (p *Plan) TooLarge() error {
	var faults []error
	for _, j := range p.Jobs() {
		if !p.Skips(j) {
			faults = append(faults, experiments.TooLarge(j.String(), int(p.find(j).states)))
		}
	}
	return errors.Join(faults...)
}

// tooLarge reports whether the moves of the job's chain, written out, take more memory than the plan grants.
func (p *Plan) tooLarge(j Job) bool {
	const move = 40 // bytes: a state and a probability, in lists that grow by doubling
	here := p.find(j)
	return p.MostBytes > 0 && here.states*(move*here.moves+400) > p.MostBytes
}

// steps counts the steps that each budget buys at a price: at least one.
func (p *Plan) steps(price float64) (ns []int) {
	for _, budget := range p.Budgets {
		ns = append(ns, max(1, int(math.Floor(float64(budget)/price))))
	}
	return ns
}

// operations is how many are about a millisecond.
const operations = 3e6

// Cost is about the time of a job, in milliseconds: one for what is left out.
func (p *Plan) Cost(j Job) int {
	work := p.work(j)
	if p.MostWork > 0 && work > p.MostWork || p.tooLarge(j) || p.noForm(j) {
		return 1
	}
	if drawing := p.drawWork(j); p.MostWork == 0 || drawing <= p.MostWork {
		work += drawing
	}
	return 1 + int(min(work/operations, math.MaxInt32))
}

// work is about how many operations a job takes. It is known from names and sizes, without the chain.
func (p *Plan) work(j Job) float64 {
	here := p.find(j)
	functions := float64(len(here.functions))
	most := float64(slices.Max(p.Budgets))
	stepwise := most * functions * here.states * (here.moves + 1) * 20
	doubled := math.Log2(1+most) * here.states * here.states * here.states * (4*functions + 2)
	return min(stepwise, doubled)
}

// noForm reports whether the job's kernel has no form on the density's axes.
func (p *Plan) noForm(j Job) bool {
	return p.find(j).kernel == nil
}

// Skips reports whether a job's kernel has no form there, or the job takes far more than the limits, so that its chain
// need not be written out to know it. On the zoo the estimate of the work is 1.2 to 13 times what the chain itself
// predicts. A budget of evaluations may buy fewer steps.
func (p *Plan) Skips(j Job) bool {
	return p.noForm(j) || p.tooLarge(j) || p.MostWork > 0 && !p.Evaluations && p.work(j) > 16*p.MostWork
}

// Do does one job: a row for each function, start and budget, and the points of Figure 3. There are none if the job is
// left out, because it takes too much work or memory, or because the price of its steps is 0 or not known.
func (p *Plan) Do(ctx context.Context, j Job) (rows []Row, points []Point, err error) {
	if p.Skips(j) {
		return nil, nil, nil
	}
	here, s := p.subject(j)
	price := 1.0 // of a step, in the unit of the budgets; NaN if the kernel does not know
	if p.Evaluations {
		price = s.Annealing.Kernel.Cost(s.Annealing.Grid)
	}
	if !(price > 0) || len(here.functions) == 0 || len(here.starts) == 0 {
		return nil, nil, nil
	}
	ns := p.steps(price)
	if p.MostWork > 0 && s.chain.Work(len(here.functions), ns) > p.MostWork {
		return nil, nil, nil
	}
	rows, err = s.Measure(ctx, here.functions, here.starts, ns)
	for i := range rows {
		rows[i].Budget = p.Budgets[i%len(p.Budgets)]
	}
	p.seed(rows)
	if err != nil || !p.Calibrate || p.MostWork > 0 && p.drawWork(j) > p.MostWork {
		return rows, nil, err
	}
	points, err = p.draw(ctx, here, s, ns)
	return rows, points, err
}

// Measure does all jobs of a plan that is prepared, and keeps nothing but their rows, job by job. They are not
// normalised.
func (p *Plan) Measure(ctx context.Context) ([]Row, error) {
	jobs := p.Jobs()
	rows := make([][]Row, len(jobs))
	err := experiments.Each(ctx, len(jobs), nil, func(ctx context.Context, i int) (err error) {
		rows[i], _, err = p.Do(ctx, jobs[i])
		return err
	})
	return slices.Concat(rows...), err
}

// drawWork is about the number of operations that drawing a job's chains takes. Its steps are looked up in
// a table, unless that is too large.
func (p *Plan) drawWork(j Job) float64 {
	const entry, most, lookup, ess = 60, 1 << 20, 30, 1000
	if !p.Calibrate {
		return 0
	}
	here := p.find(j)
	n := float64(min(slices.Max(p.Budgets), mostCalibrated))
	table := here.states * (here.moves + 1)
	step := float64(lookup * (1 + len(Calibrated)))
	if table > most {
		step += lookup * (here.moves + 1) // that is plain
	}
	one := n * (step + float64(len(Calibrated))*ess)
	return entry*table + float64(p.drawn()*len(here.drawn()))*one
}

// seed adds the density's seed to rows, and the seed of the chains to those that are sampled.
func (p *Plan) seed(rows []Row) {
	for i := range rows {
		rows[i].Seed = p.Seed
		if rows[i].Chains > 0 {
			rows[i].MCSeed = p.MCSeed
		}
	}
}
