package chains

import (
	"context"
	"fmt"
	"math"

	"breadboard/grid"
)

// A Kernel makes, for any density on a grid, a Markov operator that leaves the density
// invariant. Kernels are values and may be shared; operators may not.
type Kernel interface {
	// On returns the operator on g, or an error that says why there is none.
	On(g grid.Grid) (Operator, error)
	// Cost returns the mean number of log densities that a step on g computes. The cell it starts from does not count:
	// the weight needs it anyway. If the number depends on the density, Cost is the largest. It is NaN if unknown.
	Cost(g grid.Grid) float64
}

// On returns k's operator on a grid that is known to have one. It panics on another.
func On(k Kernel, g grid.Grid) Operator {
	op, err := k.On(g)
	if err != nil {
		panic(fmt.Sprintf("chains: a kernel on %v: %v", g, err))
	}
	return op
}

// Fits returns why k has no operator on g, or nil.
func Fits(k Kernel, g grid.Grid) error {
	_, err := k.On(g)
	return err
}

// A Mover makes moves and does not give their probabilities, such as a command at the other end of a pipe. It takes the
// place of a Kernel where chains are only drawn.
type Mover interface {
	// Aim makes the moves leave exp(logf) invariant from now on.
	Aim(ctx context.Context, beta float64, logf []float64) error
	// Move sets next[i] to the state after one step from states[i]. The steps are independent. Every state given has
	// mass, and every next state is a cell of the grid.
	Move(ctx context.Context, next, states []int) error
}

// An Operator is a kernel on one grid, aimed at one density at a time. All methods but Aim are about the density of the
// last Aim; before the first they panic or return nonsense. One goroutine at a time may use it.
type Operator interface {
	// Aim makes the operator leave l's density invariant from now on. It may keep the slices that l returns, because l
	// does not move before the next Aim. It may also keep what it computed of the first l's start, which is that of the
	// whole annealing.
	Aim(l *Level)
	// Row visits every y != x that one step from x can reach, once, with its probability. The rest of 1 is the
	// probability of staying. The order is the same each time, or the same dice would not take the same steps.
	RowSource
	// Push sets dst to the measure q after one step: dst(y) is the sum over x of
	// q(x) T(x,y). q may be signed. If it is a distribution no term is negative, so that each cell keeps its own
	// digits. dst and q do not overlap.
	Push(dst, q []float64)
	// Pull sets each function of dst to the expectation of f's after one step: dst(x) is the sum over y of T(x,y) f(y).
	// f is finite everywhere. Where the level's P is set and 0 dst is finite and means nothing. For a reversible
	// operator a pull is a push as well: it takes q/p to (qT)/p. dst and f do not overlap.
	Pull(dst, f *Pair)
	// Reversal returns the operator p(y) T(y,x) / p(x), aimed wherever this one is: the operator itself if it is
	// reversible.
	Reversal() Operator
}

// A Pair is two functions on the same cells.
type Pair = [2][]float64

// A RowSource has an operator's rows.
type RowSource interface {
	Row(x int, visit func(y int, p float64))
	// Stay returns the probability that one step from x leads to x, to its own last digit. 1 less the sum of a row has
	// an error of 1e-16, which can be all of it: a redraw may have e^-400 of a line's mass in x, and stays with that
	// probability.
	Stay(x int) float64
}

// A Composite is an operator that makes the steps of others.
type Composite interface {
	// InTurn returns the operators, in the order of their steps. They are aimed where the whole is.
	InTurn() []Operator
}

// A Proposer is an operator that proposes one cell in a step, and stays if that is rejected.
type Proposer interface {
	// Proposed draws the cell that a step from x had proposed, given that it led to y. It may be a wall, and is -1 if
	// the step proposed a cell off the grid, or none.
	Proposed(x, y int, d Dice) int
}

// A Remainder holds the part of 1 that probabilities leave.
type Remainder struct{ left, terms float64 }

// NewRemainder returns a Remainder of 1.
func NewRemainder() Remainder { return Remainder{left: 1} }

// Take subtracts a probability.
func (r *Remainder) Take(p float64) {
	r.left -= p
	r.terms++
}

// Left returns the rest, and 0 if that is within rounding.
func (r Remainder) Left() float64 {
	if r.left < r.rounding() {
		return 0
	}
	return r.left
}

// Agrees reports whether the rest is p to within rounding.
func (r Remainder) Agrees(p float64) bool { return math.Abs(r.left-p) < r.rounding() }

// rounding bounds the rounding of the rest.
func (r Remainder) rounding() float64 { return (r.terms + 1) * 0x1p-52 }

// Step draws the next state from the row of x.
func Step(op RowSource, x int, d Dice) int {
	to := []int{x}
	weights := []float64{0}
	stay := NewRemainder()
	op.Row(x, func(y int, p float64) {
		to = append(to, y)
		weights = append(weights, p)
		stay.Take(p)
	})
	weights[0] = stay.Left()
	return to[d.Pick(weights)]
}
