// Package chains says what an annealed Markov chain is, and runs none. Read it in this order: densities, a Bridge
// between two of them, a Schedule, a Kernel that makes Operators, the Level that an operator sees, the Annealing that
// holds one of each, and the Dice that draw. Packages exact and sample run annealings. They share the description of a
// chain and nothing else, so that their agreement is evidence. Package kernels has the kernels, and package flows makes
// their operators.
//
// # A run
//
// T densities f_1..f_T, f_t = bridge(β_t), β_1 = 0, β_T = 1. Forward: x_1 ~ p_1; for
// t = 2..T: log w += log f_t(x_{t-1}) - log f_{t-1}(x_{t-1}), then x_t ~ T_t(.|x_{t-1}),
// which leaves p_t invariant (BREAD, Eq. 1). Reverse: x_T ~ p_T; for t = T..2:
// x_{t-1} ~ the time reversal of T_t from x_t, log w as above, at x_{t-1} (Eq. 20).
//
// # What an operator sees of a density
//
// Aim takes a Level and not a bare log density. Most operators read the masses p_t, which a run may have already. A
// kernel given level by level needs the place t. Where log f_t spans MaxLogSpan nats or more there are no masses in
// floats, and an operator computes over numbers that hold them.
//
// # Cells without mass
//
// A density is a slice of log weights; -Inf is a cell without mass. The walls of the grid are such cells. No kernel
// enters one. A walker may start in one, because an initial density may have mass where the target has none. It leaves
// as its kernel would leave a cell of vanishing mass, and its weight stays 0.
package chains

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/crew"
	"breadboard/grid"
)

// An Annealing holds everything that determines a run.
type Annealing struct {
	Grid     grid.Grid
	Bridge   Bridge
	Schedule Schedule
	Kernel   Kernel
	// SkipLast leaves out T_T, the last kernel. Its step comes after the last weight: it changes the distribution of
	// x_T, and J, but not B.
	SkipLast bool
}

// To returns the annealing to begin with: from the uniform distribution to exp(logf) on g, along the geometric bridge,
// in T levels at equal distances. A cell without mass is a wall. Every part can be changed afterwards.
func To(logf []float64, g grid.Grid, k Kernel, T int) Annealing {
	if len(logf) != g.Size() {
		panic(fmt.Sprintf("chains: %d log densities on %v cells", len(logf), g))
	}
	return Annealing{
		Grid:     g.WallsWhere(func(x int) bool { return math.IsInf(logf[x], -1) }),
		Bridge:   Geometric{From: Uniform(logf), To: logf},
		Schedule: Linear(T),
		Kernel:   k,
	}
}

// T returns the number of levels.
func (a Annealing) T() int { return a.Schedule.Len() }

// PathEnd returns the last level whose kernel moves the chains: T, or T-1 if the last kernel is left out.
func (a Annealing) PathEnd() int {
	if a.SkipLast {
		return a.T() - 1
	}
	return a.T()
}

// LevelAt moves l to level t.
func (a Annealing) LevelAt(l *Level, t int) { l.Move(t, a.Schedule.Beta(t)) }

// NewLevel returns a level on the annealing's bridge.
func (a Annealing) NewLevel() *Level { return NewLevel(a.Bridge, a.Grid.Size()) }

// WithoutConstants returns the annealing without the constants in its log densities, ready for float64. A constant does
// not change p_t. But a constant of 1e15 rounds a log density to eighths, and differences of log f are then wrong in
// their first digit. So WithoutConstants subtracts the largest log density from each end. Results are then the same bit
// for bit with any constant that could be added exactly. log w and log R are less by offset; all other expectations
// stay.
//
// Package certain does not call WithoutConstants: it proves its results about the annealing that was given.
func (a Annealing) WithoutConstants() (low Annealing, offset float64) {
	if b, ok := a.Bridge.(Lowerable); ok {
		a.Bridge, offset = b.WithoutConstants()
	}
	return a, offset
}

// Aimed returns the kernel's operator, aimed at a level on the bridge, and that level.
func (a Annealing) Aimed(t int, beta float64) (Operator, *Level) {
	op, l := On(a.Kernel, a.Grid), a.NewLevel()
	l.Move(t, beta)
	op.Aim(l)
	return op, l
}

// Ends returns the log densities at both ends of the bridge. The caller must not change them.
func (a Annealing) Ends() (first, last []float64) {
	if b, ok := a.Bridge.(Geometric); ok { // no copies, which may be large
		return b.From, b.To
	}
	first = make([]float64, a.Grid.Size())
	last = make([]float64, a.Grid.Size())
	a.Bridge.At(first, 0)
	a.Bridge.At(last, 1)
	return first, last
}

// SameCells reports whether both ends of the bridge have mass in the same cells.
func (a Annealing) SameCells() bool {
	first, last := a.Ends()
	return slices.EqualFunc(first, last, func(v, w float64) bool { return math.IsInf(v, -1) == math.IsInf(w, -1) })
}

// Check returns an error in three cases. A level has no mass: the initial density and the target share no cell. A mass
// is not a number. Or there is mass on a wall, inside the bridge or at both its ends: no kernel that stays out of the
// wall can leave that invariant. If β_2 = 0 a kernel runs at the initial density, which then has no mass on walls.
// Check looks at the two ends and at one level inside: the mass of a bridge does not come and go between its ends.
func (a Annealing) Check() error {
	logf := make([]float64, a.Grid.Size())
	walls := map[int]bool{} // the walls with mass at the first level
	for _, beta := range a.Schedule.kinds() {
		a.Bridge.At(logf, beta)
		for x, v := range logf {
			switch {
			case math.IsNaN(v) || math.IsInf(v, 1):
				return fmt.Errorf("at beta = %g the log density of cell %v is %v; use a finite number or -inf",
					beta, a.Grid.Name(x), v)
			case math.IsInf(v, -1) || !a.Grid.Wall(x):
			case walls[x] || beta > 0 && beta < 1 || beta == 0 && a.Schedule.Beta(2) == 0:
				return fmt.Errorf("at beta = %g cell %v has mass and is a wall; use a grid without that wall",
					beta, a.Grid.Name(x))
			default:
				walls[x] = beta == 0
			}
		}
		if math.IsInf(floats.Max(logf), -1) {
			return fmt.Errorf("at beta = %g no cell has any mass; the initial density and the target must share at "+
				"least one", beta)
		}
	}
	return nil
}

// A Level is one density f_t of an annealing, as operators see it. Move takes it from level to level. The slices that
// it returns are valid until it moves.
type Level struct {
	T    int     // its place, from 1
	Beta float64 // its inverse temperature, from 0 to 1

	// P holds p_t up to a factor near 1. Only the code that moves the level sets it, and only on two conditions: every
	// p_t is 0 or lies in 1e-280..1, and the measures to be pushed have no mass where p_t is 0. Otherwise it is nil.
	P []float64

	bridge Bridge
	logf   []float64
	start  []float64 // nil before it is needed
	stale  bool      // logf belongs to an earlier place

	masses []float64 // nil if log f_t spans MaxLogSpan or more
	buf    []float64 // the memory of masses; nil before it is needed
	looked bool      // masses have been computed for this place
}

// NewLevel returns a level on a bridge between densities of n cells. It has no place yet.
func NewLevel(b Bridge, n int) *Level {
	return &Level{bridge: b, logf: make([]float64, n), stale: true}
}

// Move puts the level at place t with inverse temperature beta. It forgets P.
func (l *Level) Move(t int, beta float64) {
	l.T = t
	l.Beta = beta
	l.P = nil
	l.stale = true
	l.looked = false
}

// LogF returns log f_t, unnormalised; -Inf is a cell without mass. It is computed once a level.
func (l *Level) LogF() []float64 {
	if l.stale {
		l.bridge.At(l.logf, l.Beta)
		l.stale = false
	}
	return l.logf
}

// Start returns log f at beta = 0, where the bridge begins, unnormalised. It is computed once.
func (l *Level) Start() []float64 {
	if l.start == nil {
		l.start = make([]float64, len(l.logf))
		l.bridge.At(l.start, 0)
	}
	return l.start
}

// MaxLogSpan bounds the span of a log density, in nats, that floats can hold. Below it, masses, their inverses, and a
// mass times a deviation over another mass keep all their digits: e^600 and e^-600 are normal floats.
const MaxLogSpan = 600

// Masses returns p_t up to a constant factor: P if it is set, and otherwise f_t over its
// largest value, computed once a level. It returns nil if log f_t spans MaxLogSpan nats or
// more.
func (l *Level) Masses() []float64 {
	if l.P != nil {
		return l.P
	}
	if l.looked {
		return l.masses
	}
	l.looked, l.masses = true, nil
	logf := l.LogF()
	if !(LogSpan(logf) < MaxLogSpan) {
		return nil
	}
	if l.buf == nil {
		l.buf = make([]float64, len(l.logf))
	}
	l.masses = l.buf
	top := floats.Max(logf)
	crew.Parallel(len(logf), func(from, to int) {
		for x := from; x < to; x++ {
			l.masses[x] = math.Exp(logf[x] - top)
		}
	})
	return l.masses
}
