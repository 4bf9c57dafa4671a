package chains

import (
	"context"
	"math"
	"math/big"

	"breadboard/chains/numbers"
	"breadboard/grid"
)

// A Kernel makes, for any density on a grid, a Markov operator that leaves the density
// invariant. Kernels are values and may be shared; operators may not.
type Kernel interface {
	On(g grid.Grid) Operator
}

// A Composed kernel is made of others.
type Composed interface{ Parts() []Kernel }

// A Limited kernel has no form on some grids. Fits says why, and returns nil where it has one.
type Limited interface {
	Fits(g grid.Grid) error
}

// Leaves are the parts of k that have no parts: k itself, unless it is Composed.
func Leaves(k Kernel) (all []Kernel) {
	c, ok := k.(Composed)
	if !ok {
		return []Kernel{k}
	}
	for _, part := range c.Parts() {
		all = append(all, Leaves(part)...)
	}
	return all
}

// Fits returns why k, or a part of it, has no form on g, or nil.
func Fits(k Kernel, g grid.Grid) error {
	for _, leaf := range Leaves(k) {
		if limited, ok := leaf.(Limited); ok {
			if err := limited.Fits(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// Facts describe a kernel's operators on a grid before one is made.
type Facts struct {
	// Cost is the mean number of log densities that a step computes, not counting the
	// cell it starts from, which the weight needs anyway. If it depends on the density,
	// it is the largest possible. It is NaN if the kernel does not know it.
	Cost float64
	// Moves is the largest number of other states that one step leads to.
	Moves float64
	// Proposals is the number of moves that each have a probability of their own. The
	// cells of a line that is redrawn share the line's density, and do not count.
	Proposals float64
	// Paths is the number of random ways that one row adds up, if they are many more than
	// Proposals, and otherwise 0.
	Paths float64
	// Kept and Rows are numbers of eight bytes a state: what an operator keeps in order to pull pairs,
	// besides p and the pairs, and the size of the rows that it writes out if it has no p. They are right within
	// a factor of two.
	Kept, Rows float64
	// Terms is the number of terms that a pull of a pair adds up for a state, where that is far from Proposals: rows
	// that add up many ways, or sums that all states share. A term is a flow along an edge, the shortest there is. It
	// is right within a factor of three or so, and 0 where Summed is.
	Terms float64
}

// Summed is the number of terms that a pull adds up for a state, which has so many single moves: Terms, or the moves
// that have a probability of their own and those of lines that are redrawn.
func (f Facts) Summed(single int) float64 {
	if f.Terms > 0 {
		return f.Terms
	}
	redrawn := max(0, f.Moves-f.Proposals)
	return f.Proposals + min(redrawn, float64(single))
}

// FactsOf returns what k's method Facts says of its operators on g, the grid that On takes.
// A kernel without the method has no known cost and may move to any state.
func FactsOf(k Kernel, g grid.Grid) Facts {
	if known, ok := k.(interface{ Facts(g grid.Grid) Facts }); ok {
		return known.Facts(g)
	}
	others := float64(g.Size() - 1)
	return Facts{Cost: math.NaN(), Moves: others, Proposals: others}
}

// Cost returns the mean cost of one step of k on g; ok is false if k does not know it.
func Cost(k Kernel, g grid.Grid) (cost float64, ok bool) {
	cost = FactsOf(k, g).Cost
	return cost, !math.IsNaN(cost)
}

// A Defined kernel says what its step is over any number. All that computes with the kernel follows from
// that: its rows in float64, and in intervals (package certain, and the oracle of tests).
type Defined interface {
	Kernel
	// Definition is the kernel's on g, the grid that On takes. One operator may use it.
	Definition(g grid.Grid) Definition
}

// A Definition is Outcomes, Redrawn, InTurn, Again, OneOf or Undefined.
type Definition interface{ definition() }

// DefinitionOf is the definition of k on g, the grid that On takes. That of a kernel that is a program is
// Undefined.
func DefinitionOf(k Kernel, g grid.Grid) Definition {
	if d, ok := k.(Defined); ok {
		return d.Definition(g)
	}
	return Undefined{}
}

// Outcomes is a definition by rows. Float, Interval and Wide are one generic function for three numbers.
type Outcomes struct {
	// Out is what the weights of a row sum to, a whole number: mostly the number of choices that are
	// equally likely. A weight over Out is a probability. So what is divided is divided once.
	Out int
	// Rest says that rows do not visit the cell that they start from. The walker stays with what they
	// leave of Out. That should not be near 0, because it is a difference.
	Rest     bool
	Float    Rule[numbers.Float]
	Interval Rule[*numbers.Interval]
	// Wide has the rows where probabilities lie below every float. Without it the float64 rows stand for them.
	Wide Rule[numbers.Wide]
	// Single has the rows at a level of which single cells are asked: its rule keeps nothing for every cell, and a row
	// looks at few. It is Float, where that does so, and nil where there are no such rows. A kernel that has them is
	// its own reversal.
	Single Rule[numbers.Float]
	// Choice has the rows at such a level choice by choice, where a step begins with one of Out choices, each as
	// probable. Widest is the most outcomes that a choice has. They are looked at in place of the whole row. With it
	// too a kernel is its own reversal.
	Choice Chooses[numbers.Float]
	Widest int
	// Draw makes steps where rows are long, or too many to add up: it draws the next cell as the algorithm does, and
	// has the law of the row. It is nil where steps are drawn from rows. With it too a kernel is its own reversal.
	Draw Draws
}

// Chooses is called at every level of which single cells are asked, and returns the choices there.
type Chooses[N any] func(v View[N]) Choice[N]

// A Choice visits the outcomes of a step from x that begins with choice i, with weights that sum to 1.
type Choice[N any] func(x, i int, visit func(y int, weight N))

// A Rule is called at every level, and returns the rows there. It is written once over any number; the example of
// kernels.ByRule has one.
type Rule[N any] func(v View[N]) Row[N]

// Draws is called at every level of which single cells are asked, and returns the step there.
type Draws func(v View[numbers.Float]) func(x int, d Dice) int

// A Row visits the outcomes of a step from x, with their weights, none of them negative. It may visit a
// cell more than once. To visit x is to stay.
type Row[N any] func(x int, visit func(y int, weight N))

// A View is a level's density f as a definition sees it: masses alone are known to no definition, because
// in float64 they underflow.
type View[N any] interface {
	// Has reports whether x has mass.
	Has(x int) bool
	// Open reports whether x has mass and is no wall: whether it may be entered.
	Open(x int) bool
	// Compare orders cells with mass for sorting. Cells that it cannot tell apart stand side by side.
	Compare(x, y int) int
	// Less reports whether y has certainly less mass than x.
	Less(y, x int) bool
	// Quotient is f(y)/f(x); both have mass.
	Quotient(y, x int) N
	// Metropolis is min(1, f(y)/f(x)) and 1 less that, neither by a difference. From a cell without mass
	// all is accepted; y has mass.
	Metropolis(x, y int) (accept, reject N)
	// Pair is what of returns. It depends on the densities of x and y alone, so that it may be computed
	// once for all cells of the same densities. A definition asks for one function of pairs.
	Pair(x, y int, of func(x, y int) (N, N)) (N, N)
	// Rise is log f(y) - log f(x); both have mass. It is 0 if they are the same.
	Rise(x, y int) N
	// Num is v.
	Num(v float64) N
	Exp(N) N
	// Place is the level's place in the schedule, from 1, and its inverse temperature.
	Place() (t int, beta float64)
}

// Redrawn redraws the coordinate along one axis from its conditional given the others. On a line without
// mass the walker stays.
type Redrawn struct {
	Grid grid.Grid
	Axis int
}

// InTurn makes a step of each part in their order. No part is no move.
type InTurn []Definition

// Again makes so many steps of one definition.
type Again struct {
	Times int
	Of    Definition
}

// OneOf makes a step of one part. Shares, which sum to 1, are the probabilities of the parts.
type OneOf struct {
	Shares []*big.Rat
	Parts  []Definition
}

// Undefined is a program, of which nothing is known but its float64 probabilities.
type Undefined struct{}

func (Outcomes) definition()  {}
func (Redrawn) definition()   {}
func (InTurn) definition()    {}
func (Again) definition()     {}
func (OneOf) definition()     {}
func (Undefined) definition() {}

// A Mover is a kernel that can only be sampled, such as a program at the other end of a
// pipe: it makes moves and does not give their probabilities.
type Mover interface {
	// Aim makes the moves leave exp(logf) invariant from now on.
	Aim(ctx context.Context, beta float64, logf []float64) error
	// Move sets next[i] to the state after one step from states[i]. The steps are
	// independent. Every state given has mass, and every next state is a cell of the
	// grid.
	Move(ctx context.Context, next, states []int) error
}

// MoveBy moves all walkers by m, aimed at a level. Those in cells without mass stay: their weight remains 0.
func MoveBy[X int | int32](ctx context.Context, m Mover, l *Level, walkers []X) error {
	logf := l.LogF()
	if err := m.Aim(ctx, l.Beta, logf); err != nil {
		return err
	}
	var at, states []int
	for i, x := range walkers {
		if !math.IsInf(logf[x], -1) {
			at, states = append(at, i), append(states, int(x))
		}
	}
	next := make([]int, len(states))
	if err := m.Move(ctx, next, states); err != nil {
		return err
	}
	for k, i := range at {
		walkers[i] = X(next[k])
	}
	return nil
}
