package programs

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

// A Path takes particles from one distribution to another in steps. One run at a time uses a path.
type Path interface {
	// Start returns the distribution of a first particle.
	Start() []float64
	// Len returns the number of steps.
	Len() int
	// At returns step i, from 0. The step is valid until the next call.
	At(i int) Step
}

// A Step takes particles from one density of a path to the next. Each particle is weighed in its cell, and then moves.
// With f the density before the step and g the density after it,
//
//	f(x) w(x) M(x, y) = g(y) L(y, x)
//
// (BDMC, Section 3.4.1). L draws the cell that a particle of g came from. In annealing, for example, w is f_t/f_{t-1},
// M is a kernel that leaves f_t invariant, and L is the reversal of M.
type Step struct {
	LogW     []float64 // log w by cell; nil if the step does not weigh
	Moves    []Move    // M, one move after another; none if the particles stay
	Reversed []Move    // L, likewise
}

// A Move draws the next cell of a particle from a row. It keeps the rows of cells that particles reach.
type Move = *chains.KeptRows

// moveAll makes the moves one after another from x, and returns the end.
func moveAll(x int, moves []Move, d chains.Dice) int {
	for _, m := range moves {
		x = m.Step(x, d)
	}
	return x
}

// A lineage has the cells of a kept particle: before the first step of a path, and after each. A nil lineage keeps
// none.
type lineage []int32

// lineages draws the lineage of a particle that ends at each x. All go from step to step together, each with its own
// dice.
func lineages(path Path, xs []int, dice []chains.Dice) []lineage {
	n := path.Len()
	kept := make([]lineage, len(xs))
	for j, x := range xs {
		kept[j] = make(lineage, n+1)
		kept[j][n] = int32(x)
	}
	for i := n - 1; i >= 0; i-- {
		step := path.At(i)
		for j, cells := range kept {
			cells[i] = int32(moveAll(int(cells[i+1]), step.Reversed, dice[j]))
		}
	}
	return kept
}

// levels is the path through the levels of an annealing. Step i weighs by f_t/f_{t-1} with t = i+2, and then makes
// times moves by T_t. With SkipLast the last step only weighs. With latents it is a path through observations with the
// optimal proposal. In reverse an observation's own latents are then redrawn from the density before it.
type levels struct {
	a                 chains.Annealing
	was, here         *chains.Level // at t-1 and at t
	op                chains.Operator
	logw              []float64
	forward, reversal Move
	times             int
	latents           [][]int // the axes of each observation's own latents; nil if none is redrawn
}

// newLevels returns the path of an annealing, which the caller has lowered.
func newLevels(a chains.Annealing, times int) *levels {
	op := chains.On(a.Kernel, a.Grid)
	n := a.Grid.Size()
	return &levels{a: a, was: a.NewLevel(), here: a.NewLevel(), op: op, logw: make([]float64, n),
		forward: chains.NewKeptRows(n, op), reversal: chains.NewKeptRows(n, op.Reversal()), times: times}
}

func (l *levels) Start() []float64 {
	first, _ := l.a.Ends()
	return chains.Normalized(first)
}

func (l *levels) Len() int { return l.a.T() - 1 }

func (l *levels) At(i int) Step {
	t := i + 2
	l.a.LevelAt(l.was, t-1)
	l.a.LevelAt(l.here, t)
	before, after := l.was.LogF(), l.here.LogF()
	step := Step{LogW: l.logw}
	if l.latents != nil {
		drawnBefore := newRedraw(l.a.Grid, l.latents[i], before)
		drawnAfter := newRedraw(l.a.Grid, l.latents[i], after)
		step.Moves = []Move{chains.NewKeptRows(len(after), drawnAfter)}
		step.Reversed = []Move{chains.NewKeptRows(len(after), drawnBefore)}
		before, after = drawnBefore.sums, drawnAfter.sums
	}
	for x, v := range after {
		l.logw[x] = chains.LogRatio(v, before[x])
	}
	if t <= l.a.PathEnd() {
		l.op.Aim(l.here)
		l.forward.Forget()
		l.reversal.Forget()
		step.Moves = slices.Concat(step.Moves, slices.Repeat([]Move{l.forward}, l.times))
		step.Reversed = slices.Concat(slices.Repeat([]Move{l.reversal}, l.times), step.Reversed)
	}
	return step
}

// A Proposal is a way to draw an observation's own latents when it is taken in.
type Proposal string

// The proposals. All latents are explicit from the start (BDMC, Section 3.4.1). With the prior
// proposal the next observation's own latents stay as they are, and the weight is f_t/f_{t-1}
// (Eq. 16-17). With the optimal proposal both densities in this ratio are first summed over
// the observation's own latents, which are then redrawn given the others (Eq. 18-20).
const (
	Prior   Proposal = "prior"
	Optimal Proposal = "optimal"
)

// A Sequence says how the observations of a model are taken in, one at each step.
type Sequence struct {
	Proposal Proposal
	Steps    int // kernel steps after each observation
}

// sequence reads the parameters of a sequence.
func sequence(a *Args) Sequence {
	return Sequence{Proposal(a.WordOr("proposal", string(Prior), string(Optimal))), a.Whole("steps", 1, 0, mostSteps)}
}

// mostSteps is the largest number of kernel steps after an observation.
const mostSteps = 1000

// lacking returns an error if the problem has no observations to take in.
func lacking(name string, p Problem) error {
	if p.Observed == nil {
		return fmt.Errorf("%s needs a model's observations; use a model from its prior", name)
	}
	return nil
}

// path returns the path from the prior to the posterior, lowered. Its levels are the observations. With SkipLast no
// kernel steps follow the last observation.
func (s Sequence) path(p Problem) (path *levels, offset float64) {
	p.Bridge, p.Schedule = *p.Observed, chains.Linear(p.Observed.N()+1)
	a, offset := p.WithoutConstants()
	path = newLevels(a, s.Steps)
	if s.Proposal == Optimal {
		path.latents = p.Observed.Axes
	}
	return path, offset
}

// cost returns the mean number of log densities that a particle computes. The optimal proposal computes one for every
// value of the observation's own latents.
func (s Sequence) cost(p Problem) (cost float64) {
	moves := p.Observed.N()
	if p.SkipLast {
		moves--
	}
	for _, axes := range p.Observed.Axes {
		values := 1.0
		for _, a := range axes {
			if s.Proposal == Optimal {
				values *= float64(p.Grid.Len(a))
			}
		}
		cost += values
	}
	return cost + float64(moves*s.Steps)*p.stepCost()
}

// A redraw draws some coordinates of a cell together from their conditional given the others. Cells that differ in
// these coordinates alone are a block.
type redraw struct {
	grid    grid.Grid
	axes    []int
	offsets []int     // of each cell of a block from its first
	logf    []float64 // the density
	sums    []float64 // by cell, the log of its block's mass
}

// newRedraw computes the mass of each block. It does not copy logf.
func newRedraw(g grid.Grid, axes []int, logf []float64) *redraw {
	offsets := []int{0}
	for _, a := range axes {
		var longer []int
		for _, o := range offsets {
			for c := range g.Len(a) {
				longer = append(longer, o+c*g.Stride(a))
			}
		}
		offsets = longer
	}
	r := &redraw{grid: g, axes: axes, offsets: offsets, logf: logf, sums: make([]float64, g.Size())}
	block := make([]float64, len(offsets))
	for first := range logf {
		if r.first(first) != first {
			continue
		}
		for i, o := range r.offsets {
			block[i] = logf[first+o]
		}
		sum := floats.LogSumExp(block)
		for _, o := range r.offsets {
			r.sums[first+o] = sum
		}
	}
	return r
}

// first returns the first cell of x's block.
func (r *redraw) first(x int) int {
	for _, a := range r.axes {
		x -= r.grid.Coord(x, a) * r.grid.Stride(a)
	}
	return x
}

// Row visits the other cells of the block that have mass.
func (r *redraw) Row(x int, visit func(y int, p float64)) {
	first := r.first(x)
	for _, o := range r.offsets {
		y := first + o
		if p := math.Exp(r.logf[y] - r.sums[x]); y != x && p > 0 {
			visit(y, p)
		}
	}
}

// Stay returns x's own share of its block.
func (r *redraw) Stay(x int) float64 { return math.Exp(r.logf[x] - r.sums[x]) }
