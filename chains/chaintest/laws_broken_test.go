package chaintest_test

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// without is a kernel that runs on k's space with other rows.
type without struct {
	chains.Extends
	kernels.Rows
}

// legalKing proposes legal moves alone, and forgets that cells at an edge have fewer.
func legalKing(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	var near []int
	for y := range g.Size() {
		touches := y != x
		for a := range g.Axes() {
			d := g.Coord(x, a) - g.Coord(y, a)
			touches = touches && -1 <= d && d <= 1
		}
		if touches {
			near = append(near, y)
		}
	}
	for _, y := range near {
		if !math.IsInf(logf[y], -1) {
			visit(y, bugs.Accept(logf[y]-logf[x])/float64(len(near)))
		}
	}
}

// intoWall goes to the next cell, whatever is there.
func intoWall(g grid.Grid, _ []float64, x int, visit func(int, float64)) { visit((x+1)%g.Size(), 0.5) }

// straight keeps its direction after a rejection.
func straight(sense int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		last := g.Axes() - 1
		if y, ok := g.Move(x, g.Coord(x, last)^sense); ok && !math.IsInf(logf[y], -1) {
			visit(y, 0.9*bugs.Accept(logf[y]-logf[x]))
		}
		first := x - g.Coord(x, last)
		for m := range g.Len(last) {
			if to := first + m; to != x && !math.IsInf(logf[to], -1) {
				visit(to, 0.1/float64(g.Len(last)))
			}
		}
	}
}

// forced swaps two walkers whatever their densities are.
func forced(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	c, d := g.Coords(x), g.Axes()/2
	if y := g.Index(slices.Concat(c[d:], c[:d])...); y != x && !math.IsInf(logf[y], -1) {
		visit(y, 0.5)
	}
}

// turned has a reversal of its own.
type turned struct {
	chains.Operator
	back chains.Operator
}

func (o turned) Reversal() chains.Operator { return o.back }

// twice visits the first cell of each row twice, with half of its probability.
var twice = bugs.Alter(bugs.Altered{Visits: func(visit func(int, float64)) func(int, float64) {
	first := true
	return func(y int, p float64) {
		if first {
			visit(y, p/2)
			p /= 2
		}
		first = false
		visit(y, p)
	}
}})

// hasty moves half as often if the level carries p.
func hasty(op chains.Operator) chains.Operator {
	carried := false
	return &bugs.Altered{Operator: op,
		AimAt: func(l *chains.Level) *chains.Level {
			carried = l.P != nil
			return l
		},
		Visits: func(visit func(int, float64)) func(int, float64) {
			if !carried {
				return visit
			}
			return func(y int, p float64) { visit(y, p/2) }
		}}
}

// A mapped operator visits its rows in the order of a map, and steps as it did.
type mapped struct{ chains.Operator }

func (o mapped) Reversal() chains.Operator { return o }
func (o mapped) Row(x int, visit func(y int, p float64)) {
	to := map[int]float64{}
	o.Operator.Row(x, func(y int, p float64) { to[y] = p })
	for y, p := range to {
		visit(y, p)
	}
}

// steppingByMap has rows in order, and steps by the order of a map.
type steppingByMap struct{ chains.Operator }

func (o steppingByMap) Reversal() chains.Operator { return o }
func (o steppingByMap) Step(x int, d chains.Dice) int {
	return operators.StepByRow(mapped(o), x, d)
}

// A restless operator's Stay is 0 everywhere.
type restless struct{ chains.Operator }

func (o restless) Reversal() chains.Operator { return o }
func (o restless) Stay(int) float64          { return 0 }

// A sharing operator adds one fixed share of a pair's change and ignores the share asked for.
type sharing struct {
	chains.Operator
	share float64
}

func (o sharing) Reversal() chains.Operator { return o }
func (o sharing) PullPair(dst, base, f *chains.Pair, _ float64) {
	o.Operator.(chains.PairPuller).PullPair(dst, base, f, o.share)
}

// A flat operator says that its push does not change along the bridge.
type flat struct{ chains.Operator }

func (o flat) Reversal() chains.Operator     { return o }
func (o flat) PushSlope(dst, _, _ []float64) { clear(dst) }

// weightByChance adds a random number to the weight, which no path determines.
func weightByChance(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	x, logw = chaintest.Annealer.Forward(a, d)
	return x, logw + float64(d.Pick([]float64{1, 1}))
}

// fromCell0 starts every forward chain in cell 0.
func fromCell0(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	return chaintest.Annealer.Forward(a, &loaded{d, 0})
}

// reverseFromLast starts every reverse chain in the last cell.
func reverseFromLast(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	return chaintest.Annealer.Reverse(a, &loaded{d, a.Grid.Size() - 1})
}

// A loaded die answers its first question with one outcome, whatever the weights. After
// that it is sound, and the outcome is -1.
type loaded struct {
	chains.Dice
	first int
}

func (d *loaded) Pick(weights []float64) int {
	first := d.first
	if d.first = -1; first >= 0 {
		return first
	}
	return d.Dice.Pick(weights)
}
