package kernels

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/flows"
	"breadboard/grid"
)

// A Step is a kernel given by the code of one step: it returns the cell after x, for the log density logf on g. It
// picks with d all that is random, and keeps nothing from one call to the next. So it is run for each way in which its
// picks can fall, and the probabilities of the ways to a cell add up to the row of x. Samplers run it with random dice.
// A step never starts from a cell without mass. There must be few ways; a loop until a proposal is good is followed as
// a machine of states (package enumerate).
//
// The reversal is p(y) T(y,x) / p(x), by Bayes. If T does not leave p invariant, its rows do not sum to 1, and exact
// results show it.
type Step func(g grid.Grid, logf []float64, x int, d chains.Dice) int

// On returns the operator on g.
func (s Step) On(g grid.Grid) (chains.Operator, error) {
	by := &enumerate.Follower[int]{} // whether the step has loops is known from one level to the next
	ahead := func(l *chains.Level) flows.RowOf { return s.rows(g, l.LogF(), by) }
	behind := func(l *chains.Level) flows.RowOf { return s.reversed(g, l.LogF(), by) }
	return flows.Rolled(flows.Given(g.Size(), ahead, behind, false), func(l *chains.Level, x int, d chains.Dice) int {
		return s.from(g, l.LogF(), x, d)
	}), nil
}

// Cost is not known.
func (Step) Cost(grid.Grid) float64 { return math.NaN() }

// from makes a step, and stays without mass. It panics if the step leaves the grid.
func (s Step) from(g grid.Grid, logf []float64, x int, d chains.Dice) int {
	if math.IsInf(logf[x], -1) {
		return x
	}
	y := s(g, logf, x, d)
	if y < 0 || y >= g.Size() {
		panic(fmt.Sprintf("kernels: a step from cell %d leads to %d; cells are from 0 to %d", x, y, g.Size()-1))
	}
	return y
}

// rows visits the ends of all ways from a cell. If the step panics, the cell is named.
func (s Step) rows(g grid.Grid, logf []float64, by *enumerate.Follower[int]) flows.RowOf {
	runs := enumerate.Picking(func(x int, d chains.Dice) int { return s.from(g, logf, x, &counted{d, 0}) })
	return func(x int, visit func(y int, p float64)) {
		defer func() {
			if v := recover(); v != nil {
				panic(fmt.Sprintf("in a step from cell %s: %v", g.Name(x), v))
			}
		}()
		by.Make = runs
		by.Runs = 0
		ends, err := by.Follow([]int{x})
		if memory := (enumerate.MemoryError[int]{}); errors.As(err, &memory) {
			err = fmt.Errorf("%w; pick with the dice all that is random, and keep nothing", err)
		}
		if err != nil {
			panic(err)
		}
		for _, y := range slices.Sorted(maps.Keys(ends[0].P)) {
			visit(y, ends[0].P[y])
		}
	}
}

// mostPicks bounds the picks of one run: one of more is in a loop without an end.
const mostPicks = 100_000

// Counted dice count the picks of one run.
type counted struct {
	chains.Dice
	picks int
}

func (d *counted) Pick(weights []float64) int {
	if d.picks++; d.picks > mostPicks {
		panic(enumerate.ErrEndless)
	}
	return d.Dice.Pick(weights)
}

// reversed visits the starts of all ways that lead to a cell.
func (s Step) reversed(g grid.Grid, logf []float64, by *enumerate.Follower[int]) flows.RowOf {
	type start struct {
		x int
		p float64
	}
	into := make([][]start, len(logf))
	rows := s.rows(g, logf, by)
	for x := range logf {
		rows(x, func(y int, p float64) { into[y] = append(into[y], start{x, p}) })
	}
	return func(y int, visit func(x int, p float64)) {
		if math.IsInf(logf[y], -1) {
			return
		}
		for _, from := range into[y] {
			visit(from.x, backwards(from.p, logf[from.x]-logf[y]))
		}
	}
}
