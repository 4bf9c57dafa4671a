// Package cause names what most likely is wrong with a kernel that breaks a law.
//
// A cause is named only if it leaves nothing else to explain. There are two sorts, and catalogue.go has all of them:
//
//   - A slip makes wrong steps of right ones. One is named if its rows are those of the matrix, or if the counted moves
//     are far more probable by it than by all others and by right kernels (compare.go). A slip is one entry: a name, a
//     sentence, and the function that makes its steps.
//   - A sign is a pattern of a matrix, whatever its kernel is (signs.go): its digits, its sums, NaN, an axis that never
//     changes.
//
// Two faults at once, and most faults of a single cell, have no cause here.
package cause

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// A Cause is a name, for programs, and two sentences without their periods, for people.
type Cause struct {
	Name, Says string
	Advice     string  // what to do, without a capital; "" if Says tells that as well
	Tolerance  float64 // with which all laws are kept; 0 if there is none or none is called for
}

// A Level is a level at which a kernel was seen, and the laws that it breaks there. The kernel was seen by its rows, or
// by moves.
type Level struct {
	*laws.Written
	Broken map[laws.Law]bool // nil if moves were seen
	Seen   *evidence.Tally   // the moves; nil if Rows are known
}

// A Case describes a kernel that breaks a law.
type Case struct {
	chains.Annealing
	Given    bool          // the rows are from outside
	Declared chains.Kernel // nil if it claims to be none
	Levels   []Level
	// Keeps reports whether all laws are kept if every entry may be off by a tolerance.
	Keeps func(ctx context.Context, tolerance float64) bool

	right []right // the annealing with each right kernel in place of its own
}

// words hold the name of a cause, its sentence and the advice.
type words struct{ name, says, advice string }

// cause fills in what the sentence leaves open.
func (w words) cause(open ...any) *Cause {
	return &Cause{Name: w.name, Says: fmt.Sprintf(w.says, open...), Advice: w.advice}
}

// Frozen returns the cause of a kernel that never moves.
func Frozen() *Cause { return frozen.cause() }

// Shared returns the cause of a kernel whose moves are wrong, and right if each state is asked by itself.
func Shared() *Cause { return shared.cause() }

// StuckOn returns the cause of a kernel whose moves never change an axis.
func StuckOn(axis int) *Cause { return stuckAxis.cause(axis + 1) }

// Of returns the likely cause; nil if no cause explains all that is off. If ctx ends before that is known, the error is
// ctx's and there is no cause: one that was found might not be the likeliest.
func Of(ctx context.Context, c Case) (*Cause, error) {
	if len(c.Levels) == 0 {
		return nil, nil
	}
	finds := []func(context.Context, Case) *Cause{slipped, atBorder}
	if c.Levels[0].Seen == nil {
		finds = []func(context.Context, Case) *Cause{lostInWalls, fewDigits, exchanged, slipped, sameAxis, unreversed,
			atBorder}
	}
	for _, find := range finds {
		found := find(ctx, c)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if found != nil {
			return found, nil
		}
	}
	return nil, nil
}

// everywhere reports whether something is so at every level that is looked at.
func (c Case) everywhere(so func(l Level) bool) bool {
	return !slices.ContainsFunc(c.Levels, func(l Level) bool { return !so(l) })
}

// breaks reports whether a law is broken at every level that is looked at.
func (c Case) breaks(law laws.Law) bool {
	return c.everywhere(func(l Level) bool { return l.Broken[law] })
}

// gain returns the log of f(y)/f(x).
func (l Level) gain(x, y int) float64 { return l.LogF[y] - l.LogF[x] }

// moves visits the moves between cells with mass; none if Rows are not known.
func (l Level) moves(visit func(x, y int, p float64)) {
	for x, row := range l.Rows {
		for y, p := range row {
			if x != y && p > 0 && l.P[x] > 0 && l.P[y] > 0 {
				visit(x, y, p)
			}
		}
	}
}

// A step is the row of a cell at a level: where a step from there leads, and with which probabilities.
type step func(l Level, x int) []float64

// A law is the step of a kernel, and what the sentence about it leaves open.
type law struct {
	step step
	open []any
}

// mostPaths is the largest number of paths that the rows of a kernel may add up to be compared.
const mostPaths = 1e4

// A right is the annealing with a right kernel in place of its own, and the kernel's name.
type right struct {
	chains.Annealing
	name string
}

// rightKernels returns the annealing with the declared kernel, and with each of the catalogue that fits the grid.
func (c Case) rightKernels() (all []right) {
	declared := chains.Entry[chains.Kernel]{Name: "the declared kernel", Make: c.Declared}
	for _, k := range append([]chains.Entry[chains.Kernel]{declared}, kernels.Catalogue...) {
		if k.Make == nil || k.Name == "identity" || chains.Fits(k.Make, c.Grid) != nil ||
			kernels.Paths(k.Make, c.Grid) > mostPaths {
			continue
		}
		a := c.Annealing
		a.Kernel = k.Make
		all = append(all, right{a, k.Name})
	}
	return all
}

// aimed returns the steps of all right kernels that take the density at each level for this one.
func (c Case) aimed(logf func(l Level) []float64, open ...any) (all []law) {
	first, _ := c.Ends()
	for _, a := range c.right {
		var at *laws.Written // where op is aimed
		var op chains.Operator
		all = append(all, law{func(l Level, x int) []float64 {
			if at != l.Written {
				at = l.Written
				a.Bridge = chains.Geometric{From: first, To: logf(l)}
				op, _ = a.Aimed(l.T, 1)
			}
			return laws.RowOf(op, x, len(l.P))
		}, open})
	}
	return all
}

// steps returns the steps of all right kernels.
func (c Case) steps() []law {
	return c.aimed(func(l Level) []float64 { return l.LogF })
}

// changed returns the steps of all right kernels with their rows changed.
func (c Case) changed(change func(l Level, x int, row []float64)) (all []law) {
	for _, right := range c.steps() {
		all = append(all, law{step: func(l Level, x int) []float64 {
			row := right.step(l, x)
			change(l, x, row)
			return row
		}})
	}
	return all
}

// moving takes single move m from x to y with this probability. The moves are Metropolis': they are proposed alike.
func moving(g grid.Grid, probability func(l Level, x, m, y int) float64) step {
	return func(l Level, x int) []float64 {
		row := make([]float64, len(l.P))
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				row[y] += probability(l, x, m, y)
			}
		}
		row[x] += 1 - floats.Sum(row)
		return row
	}
}

// accepted returns the right acceptance of moves that are proposed alike there and back.
func (l Level) accepted(x, y int) float64 { return math.Exp(min(0, l.gain(x, y))) }
