package score

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"
	"time"

	"breadboard/chains"
	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// Equal says what kernels have alike when they are compared: what a budget counts.
type Equal string

// What may be equal. Evaluations are those of the density, by chains.Facts: the mean number of a step, or
// the largest possible where it depends on the density. The time is measured.
const (
	Steps       Equal = "steps"
	Evaluations Equal = "evaluations"
	Time        Equal = "time"
)

// Equals lists them.
var Equals = []Equal{Steps, Evaluations, Time}

// Unit is the unit of a budget.
func (e Equal) Unit() string {
	if e == Time {
		return "microseconds"
	}
	return string(e)
}

// A Plan says what is scored: every kernel on every density.
type Plan struct {
	Densities []zoo.Density
	Kernels   []chains.Entry[chains.Kernel]
	Functions []string // specs for Functions; nil for Usual, or on one density for Averages
	Starts    []string // specs for Starts
	Budgets   []int    // in the unit of Equal
	Equal     Equal
	Chains    int              // how many are drawn where a number is sampled; 0 for UsualChains
	MCSeed    uint64           // of their dice
	Seed      *uint64          // of the one density; nil if it is of the zoo, or nothing in it is random
	Calibrate bool             // whether to draw the points of Figure 3
	MostWork  float64          // a job of more operations is left out; 0 leaves out none
	MostBytes float64          // and one of more memory
	Now       func() time.Time // a clock, for Equal Time

	scenes map[string]func() (scene, error) // by density, each made once
	prices map[Job]float64                  // microseconds a step, for Equal Time
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
}

// Prepare checks the specs of functions and starts. Of several densities a spec need suit only one:
// mode:2 is left out on those that have one mode. The error is bad input.
func (p *Plan) Prepare() error {
	p.scenes = map[string]func() (scene, error){}
	for _, d := range p.Densities {
		p.scenes[d.Name] = sync.OnceValues(func() (scene, error) { return p.scene(d.Make()) })
	}
	if slices.Contains(p.Starts, Worst) && slices.ContainsFunc(p.specs(), isDistance) {
		return experiments.Faultf("%v %s: chains are drawn for ks, and which cell is worst for them is not known; "+
			"other functions, or lightest, would do", FieldStart, Worst)
	}
	if slices.ContainsFunc(p.Functions, isDistance) && p.Equal == Steps && slices.Max(p.Budgets) > MostDrawn {
		return experiments.Faultf("%v ks: its chains are drawn, of %d steps at most; as many steps or fewer would do",
			FieldFunction, MostDrawn)
	}
	for _, spec := range p.Functions {
		err := p.suitsOne(func(t toys.Target) error { _, _, err := Functions(t, []string{spec}); return err })
		if err != nil {
			return err
		}
	}
	for _, spec := range p.Starts {
		if err := p.suitsOne(func(t toys.Target) error { _, err := Starts(t, []string{spec}); return err }); err != nil {
			return err
		}
	}
	for _, d := range p.Densities {
		if s, _ := p.scenes[d.Name](); len(s.functions) > 0 {
			return nil
		}
	}
	return fmt.Errorf("all functions are constant on %s; a density that is not flat, or another function, would do",
		p.Densities[0].Name)
}

// suitsOne returns the error of the first density if there is one on every density.
func (p *Plan) suitsOne(check func(t toys.Target) error) error {
	var first error
	for _, d := range p.Densities {
		err := check(d.Make())
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// specs are those of the functions.
func (p *Plan) specs() []string {
	switch {
	case len(p.Functions) > 0:
		return p.Functions
	case len(p.Densities) == 1:
		return Averages
	}
	return Usual
}

// Draws reports whether the plan draws chains.
func (p *Plan) Draws() bool { return p.Calibrate || slices.ContainsFunc(p.specs(), isDistance) }

// scene makes the functions and starts of a density, those that suit it.
func (p *Plan) scene(t toys.Target) (s scene, err error) {
	s.target = t
	for _, spec := range p.specs() {
		if all, constant, err := Functions(t, []string{spec}); err == nil {
			s.functions, s.constant = append(s.functions, all...), append(s.constant, constant...)
		}
	}
	for _, spec := range p.Starts {
		if all, err := Starts(t, []string{spec}); err == nil {
			s.starts = append(s.starts, all...)
		}
	}
	return s, nil
}

// drawn are the starts from which chains can be drawn.
func (s scene) drawn() []Start {
	return slices.DeleteFunc(slices.Clone(s.starts), func(start Start) bool { return start.Name == Worst })
}

// Constant returns the functions that are constant on a density, and so have no RESS there.
func (p *Plan) Constant(density string) []string {
	s, _ := p.scenes[density]()
	return s.constant
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

// Rows yields the names of every row that a prepared plan may have, without numbers: some kernels are left out when
// they turn out to be too dear.
func (p *Plan) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for _, j := range p.Jobs() {
			here, _ := p.scenes[j.Density]()
			for _, f := range here.functions {
				for _, start := range here.starts {
					for _, budget := range p.Budgets {
						if !yield(Row{Density: j.Density, Kernel: j.Kernel, Function: f.Name, Start: start.Name, Budget: budget}) {
							return
						}
					}
				}
			}
		}
	}
}

// find returns the job's density and kernel.
func (p *Plan) find(j Job) (scene, chains.Kernel) {
	s, _ := p.scenes[j.Density]()
	for _, k := range p.Kernels {
		if k.Name == j.Kernel {
			return s, k.Make
		}
	}
	panic("score: no kernel " + j.Kernel)
}

// subject aims the job's kernel.
func (p *Plan) subject(j Job) (scene, Subject) {
	s, k := p.find(j)
	subject := NewSubject(s.target, j.Kernel, k)
	subject.Density = j.Density
	return s, subject
}

// Bytes is about the memory of a job.
func (p *Plan) Bytes(j Job) float64 {
	here, k := p.find(j)
	g := here.target.Grid
	f := chains.FactsOf(k, chains.Box(k, g))
	price := 1.0
	if p.Equal == Evaluations && f.Cost > 0 {
		price = f.Cost
	}
	ns := make([]int, len(p.Budgets))
	for i, b := range p.Budgets {
		ns[i] = steps(b, price)
	}
	const number, aimed = 8, 12 // bytes; numbers of a state, by the kernel and its levels
	states, functions := float64(chains.States(k, g)), len(here.averages())
	own := number*float64(functions*g.Size()) + number*(aimed+f.Kept)*states
	return own + timeaverage.Bytes(states, states*(f.Moves+1), functions, len(here.starts), ns)
}

// Skips reports whether the plan leaves the job out for its size.
func (p *Plan) Skips(j Job) bool { return p.hopeless(j) }

// moveBytes is the memory of the moves of the job's chain, written out, by which a plan leaves kernels out.
func (p *Plan) moveBytes(j Job) float64 {
	const move = 40 // a state and a probability, in lists that grow by doubling
	s, k := p.find(j)
	g := s.target.Grid
	return float64(chains.States(k, g)) * (move*chains.FactsOf(k, chains.Box(k, g)).Moves + 400)
}

// price is what a step of the job's kernel costs, in the unit of the budgets. It is NaN if the kernel
// does not know.
func (p *Plan) price(j Job, s Subject) float64 {
	switch p.Equal {
	case Evaluations:
		return chains.FactsOf(s.Annealing.Kernel, s.Annealing.Grid).Cost
	case Time:
		return p.prices[j]
	}
	return 1
}

// steps is how many steps a budget buys at a price: at least one.
func steps(budget int, price float64) int { return max(1, int(math.Floor(float64(budget)/price))) }
