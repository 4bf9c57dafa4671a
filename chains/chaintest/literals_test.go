package chaintest_test

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// Literals hold the steps of the kernels as their papers say them, against dice: with no thought of rows, of flows or
// of speed. This file knows the grid and the dice, and no kernel. Beside each literal stands a twin with a slip that
// people make.

// A scene holds all that a step may look at.
type scene struct {
	grid  grid.Grid
	logf  []float64 // -Inf in walls, and in cells without mass
	start []float64 // the log density that the annealing begins at
}

// A literal makes a step from a cell.
type literal func(s scene, x int, d chains.Dice) int

// ratio returns f(y)/f(x), which is 0 if y has no mass, and infinite if only x has none.
func (s scene) ratio(y, x int) float64 {
	if !s.open(y) {
		return 0
	}
	return math.Exp(s.logf[y] - s.logf[x])
}

// open reports whether a cell has mass.
func (s scene) open(y int) bool { return !math.IsInf(s.logf[y], -1) }

// pickOne returns one of n, each as probable.
func pickOne(n int, d chains.Dice) int { return d.Pick(slices.Repeat([]float64{1}, n)) }

// accept returns y with probability min(1, a), and x otherwise.
func accept(y, x int, a float64, d chains.Dice) int {
	a = min(1, a)
	if d.Pick([]float64{a, 1 - a}) == 0 {
		return y
	}
	return x
}

// A way is a move along an axis.
type way struct{ axis, cells int }

// waysOf lists the moves along an axis: back and forth, and among labels to any other.
func waysOf(g grid.Grid, axis int) []way {
	if g.Kind(axis) != grid.Any {
		return []way{{axis, -1}, {axis, 1}}
	}
	var all []way
	for c := 1; c < g.Len(axis); c++ {
		all = append(all, way{axis, c})
	}
	return all
}

// neighbour proposes a move along a random axis, of those that have moves, each as probable. ok is false if it leaves
// the box or enters a cell without mass.
func neighbour(s scene, x int, d chains.Dice) (y int, ok bool) {
	var axes [][]way
	for a := range s.grid.Axes() {
		if ways := waysOf(s.grid, a); len(ways) > 0 {
			axes = append(axes, ways)
		}
	}
	ways := axes[pickOne(len(axes), d)]
	w := ways[pickOne(len(ways), d)]
	y, ok = s.grid.Along(x, w.axis, w.cells)
	return y, ok && s.open(y)
}

// metropolis: Metropolis and others (1953); BREAD, Appendix B.1.1. A proposal off the grid is rejected.
func metropolis(s scene, x int, d chains.Dice) int {
	y, ok := neighbour(s, x, d)
	if !ok {
		return x
	}
	return accept(y, x, s.ratio(y, x), d)
}

// redrawn forgets that a cell at the border has fewer neighbours: a proposal off the grid is drawn again.
func redrawn(s scene, x int, d chains.Dice) int {
	var all []int
	for a := range s.grid.Axes() {
		for _, w := range waysOf(s.grid, a) {
			if y, ok := s.grid.Along(x, w.axis, w.cells); ok && !s.grid.Wall(y) {
				all = append(all, y)
			}
		}
	}
	if len(all) == 0 {
		return x
	}
	y := all[pickOne(len(all), d)]
	return accept(y, x, s.ratio(y, x), d)
}

// barker: Barker (1965) accepts with f(y)/(f(x)+f(y)).
func barker(s scene, x int, d chains.Dice) int {
	y, ok := neighbour(s, x, d)
	if !ok {
		return x
	}
	return accept(y, x, 1/(1+s.ratio(x, y)), d)
}

// barkerUpsideDown accepts with the other's share.
func barkerUpsideDown(s scene, x int, d chains.Dice) int {
	y, ok := neighbour(s, x, d)
	if !ok {
		return x
	}
	return accept(y, x, 1/(1+s.ratio(y, x)), d)
}

// lineOf lists the cells on the line through x along an axis.
func lineOf(g grid.Grid, x, axis int) []int {
	var cells []int
	for c := range g.Len(axis) {
		to := g.Coords(x)
		to[axis] = c
		cells = append(cells, g.Index(to...))
	}
	return cells
}

// redraw draws the coordinate along an axis from its conditional given the others. A line without mass has none.
func redraw(s scene, x, axis int, d chains.Dice) int {
	line := lineOf(s.grid, x, axis)
	logs := chains.In(line, s.logf)
	if !slices.ContainsFunc(line, s.open) {
		return x
	}
	return line[drawn(logs, d)]
}

// heatBath: Geman and Geman (1984), with a random coordinate.
func heatBath(s scene, x int, d chains.Dice) int { return redraw(s, x, pickOne(s.grid.Axes(), d), d) }

// otherValue redraws the coordinate among the other values alone.
func otherValue(s scene, x int, d chains.Dice) int {
	var others []int
	var weights []float64
	for _, y := range lineOf(s.grid, x, pickOne(s.grid.Axes(), d)) {
		if y != x && s.open(y) {
			others = append(others, y)
			weights = append(weights, s.ratio(y, x))
		}
	}
	if len(others) == 0 {
		return x
	}
	return others[d.Pick(weights)]
}

// cycle: Gibbs sampling in order, the first axis first.
func cycle(s scene, x int, d chains.Dice) int {
	for a := range s.grid.Axes() {
		x = redraw(s, x, a, d)
	}
	return x
}

// cycleBackwards begins with the last axis.
func cycleBackwards(s scene, x int, d chains.Dice) int {
	for a := range s.grid.Axes() {
		x = redraw(s, x, s.grid.Axes()-1-a, d)
	}
	return x
}

// king proposes each of the moves to a cell that differs by at most one along every axis, and by something: of a spin
// that it is flipped or not.
func king(s scene, x int, d chains.Dice) int {
	moves := kingMoves(s.grid)
	if len(moves) == 0 {
		return x
	}
	y, ok := moved(s, x, moves[pickOne(len(moves), d)])
	if !ok {
		return x
	}
	return accept(y, x, s.ratio(y, x), d)
}

// kingInside leaves out the moves that lead off the grid.
func kingInside(s scene, x int, d chains.Dice) int {
	var all []int
	for _, move := range kingMoves(s.grid) {
		if y, ok := moved(s, x, move); ok {
			all = append(all, y)
		}
	}
	if len(all) == 0 {
		return x
	}
	y := all[pickOne(len(all), d)]
	return accept(y, x, s.ratio(y, x), d)
}

// kingMoves lists the changes along all axes, without the one that changes none.
func kingMoves(g grid.Grid) (all [][]way) {
	all = [][]way{nil}
	for a := range g.Axes() {
		for _, move := range all {
			for _, w := range waysOf(g, a) {
				all = append(all, append(slices.Clone(move), w))
			}
		}
	}
	return all[1:]
}

// moved makes a move along several axes. ok is false if it leaves the box or enters a wall.
func moved(s scene, x int, move []way) (y int, ok bool) {
	y = x
	for _, w := range move {
		if y, ok = s.grid.Along(y, w.axis, w.cells); !ok {
			return x, false
		}
	}
	return y, !s.grid.Wall(y)
}

// slice: Neal (2003). A level is drawn under f(x), and then one of the cells above it on the line along a random axis.
// Levels between two neighbouring values of the line are alike, so that dice pick the interval.
func slice(s scene, x int, d chains.Dice) int {
	line := lineOf(s.grid, x, pickOne(s.grid.Axes(), d))
	levels := levelsUnder(s, x, line)
	if !s.open(x) {
		return above(s, x, line, 0, d)
	}
	gaps := make([]float64, len(levels)-1)
	for i := range gaps {
		gaps[i] = levels[i+1] - levels[i]
	}
	return above(s, x, line, levels[d.Pick(gaps)], d)
}

// sliceByCount draws each interval of levels as probable, whatever its length.
func sliceByCount(s scene, x int, d chains.Dice) int {
	line := lineOf(s.grid, x, pickOne(s.grid.Axes(), d))
	levels := levelsUnder(s, x, line)
	return above(s, x, line, levels[pickOne(len(levels)-1, d)], d)
}

// levelsUnder lists 0 and the values of f on a line up to that at x, over it, in order.
func levelsUnder(s scene, x int, line []int) []float64 {
	levels := []float64{0}
	for _, y := range line {
		if v := s.ratio(y, x); v <= 1 {
			levels = append(levels, v)
		}
	}
	slices.Sort(levels)
	return slices.Compact(levels)
}

// above draws a cell of a line whose f is above a level, which is over f(x). If there is none the walker stays.
func above(s scene, x int, line []int, level float64, d chains.Dice) int {
	var cells []int
	for _, y := range line {
		if s.ratio(y, x) > level {
			cells = append(cells, y)
		}
	}
	if len(cells) == 0 {
		return x
	}
	return cells[pickOne(len(cells), d)]
}

// walk: the random walks of Turner and Neal (2017, Section 4.4). Along a random axis a step of m cells, back or forth,
// shorter than the axis, is proposed by a density of m.
func walk(density func(m float64) float64) literal {
	return func(s scene, x int, d chains.Dice) int {
		steps, weights := stepsAlong(s.grid, pickOne(s.grid.Axes(), d), density)
		if len(steps) == 0 {
			return x
		}
		w := steps[d.Pick(weights)]
		y, ok := s.grid.Along(x, w.axis, w.cells)
		if !ok || s.grid.Wall(y) {
			return x
		}
		return accept(y, x, s.ratio(y, x), d)
	}
}

// walkInside draws among the steps that stay in the box, and forgets that these are others on the way back.
func walkInside(density func(m float64) float64) literal {
	return func(s scene, x int, d chains.Dice) int {
		var to []int
		var odds []float64
		steps, weights := stepsAlong(s.grid, pickOne(s.grid.Axes(), d), density)
		for i, w := range steps {
			if y, ok := s.grid.Along(x, w.axis, w.cells); ok && !s.grid.Wall(y) {
				to = append(to, y)
				odds = append(odds, weights[i])
			}
		}
		if len(to) == 0 {
			return x
		}
		y := to[d.Pick(odds)]
		return accept(y, x, s.ratio(y, x), d)
	}
}

// stepsAlong lists the steps along an axis with the weights by which they are proposed. A spin is flipped.
func stepsAlong(g grid.Grid, axis int, density func(m float64) float64) (steps []way, weights []float64) {
	for m := 1; m < g.Len(axis); m++ {
		for _, w := range waysOf(g, axis) {
			steps = append(steps, way{axis, m * w.cells})
			weights = append(weights, density(float64(m)))
		}
	}
	return steps, weights
}

func cauchy(scale float64) func(m float64) float64 {
	return func(m float64) float64 { return 1 / (1 + (m/scale)*(m/scale)) }
}

func laplace(scale float64) func(m float64) float64 {
	return func(m float64) float64 { return math.Exp(-m / scale) }
}

func gauss(scale float64) func(m float64) float64 {
	return func(m float64) float64 { return math.Exp(-m * m / (2 * scale * scale)) }
}

// trajectory: leapfrog steps on whole numbers, of a number that is drawn from 1 to most. The first velocity is drawn
// about the drift, cell by cell along each axis (Zhang, Liu and Liu 2022); each later step adds to it twice the drift,
// rounded up or down. The end y with the velocity v is accepted with min(1, f(y) q(-v; y) / f(x) q(v_1; x)). With one
// step it is Langevin (Roberts and Tweedie 1996).
func trajectory(most int, size float64) literal {
	return func(s scene, x int, d chains.Dice) int {
		y, there, back := fly(s, x, most, size, d)
		if y < 0 {
			return x
		}
		return accept(y, x, s.ratio(y, x)*back/there, d)
	}
}

// oneWay forgets that the way back has another probability.
func oneWay(most int, size float64) literal {
	return func(s scene, x int, d chains.Dice) int {
		y, _, _ := fly(s, x, most, size, d)
		if y < 0 {
			return x
		}
		return accept(y, x, s.ratio(y, x), d)
	}
}

// fly returns where a trajectory ends, and the probabilities of its first velocity and of the way back's. The end is -1
// if it leaves the box, enters a cell without mass or cannot go back.
func fly(s scene, x, most int, size float64, d chains.Dice) (y int, there, back float64) {
	g := s.grid
	v := make([]int, g.Axes())
	y = x
	there = 1
	for a := range v {
		moves, q := firstMoves(s, x, a, size)
		i := d.Pick(q)
		v[a] = moves[i]
		there *= q[i]
		y, _ = g.Along(y, a, v[a])
	}
	for range pickOne(most, d) {
		if !s.open(y) {
			return -1, 0, 0
		}
		inside := true
		for a, k := range kicked(s, y, size, d) {
			v[a] += k
			to, ok := g.Along(y, a, v[a])
			inside = inside && ok
			y = to
		}
		if !inside {
			return -1, 0, 0
		}
	}
	if !s.open(y) {
		return -1, 0, 0
	}
	back = 1
	for a, m := range v {
		moves, q := firstMoves(s, y, a, size)
		if i := slices.Index(moves, -m); i >= 0 {
			back *= q[i]
		} else {
			return -1, 0, 0
		}
	}
	return y, there, back
}

// firstMoves lists the moves along an axis that a first velocity may be, and their probabilities. On numbers it is a
// Gaussian about the drift, on the cells that are at most two sizes away, rounded up.
func firstMoves(s scene, x, axis int, size float64) (moves []int, q []float64) {
	g := s.grid
	window := int(math.Ceil(2 * size))
	for m := -window; m <= window; m++ {
		if _, ok := along(g, x, axis, m); ok {
			far := (float64(m) - drift(s, x, axis, size)) / size
			moves = append(moves, m)
			q = append(q, math.Exp(-far*far/2))
		}
	}
	return moves, normalized(q)
}

// along does as Along, with a spin for a line of two.
func along(g grid.Grid, x, axis, cells int) (y int, ok bool) {
	if g.Kind(axis) == grid.Any {
		to := g.Coord(x, axis) + cells
		if to < 0 || to >= g.Len(axis) {
			return x, false
		}
	}
	return g.Along(x, axis, cells)
}

func normalized(q []float64) []float64 {
	sum := 0.0
	for _, v := range q {
		sum += v
	}
	for i := range q {
		q[i] /= sum
	}
	return q
}

// drift returns half the slope of log f times size², cut to one size. The slope is half the difference of both
// neighbours, or the difference to the one that has mass.
func drift(s scene, x, axis int, size float64) float64 {
	rise, sides := 0.0, 0.0
	for _, side := range []int{-1, 1} {
		if y, ok := along(s.grid, x, axis, side); ok && s.open(y) {
			rise += float64(side) * (s.logf[y] - s.logf[x])
			sides++
		}
	}
	if sides == 0 || !s.open(x) {
		return 0
	}
	return max(-size, min(size, size*size/2*rise/sides))
}

// kicked draws what is added to a velocity: twice the drift along each axis, rounded up where its fraction is above one
// number that is drawn for all axes. Numbers between two fractions are alike.
func kicked(s scene, x int, size float64, d chains.Dice) []int {
	ends := []float64{0, 1}
	for a := range s.grid.Axes() {
		_, fraction := math.Modf(math.Abs(2 * drift(s, x, a, size)))
		ends = append(ends, 1-fraction)
	}
	slices.Sort(ends)
	gaps := make([]float64, len(ends)-1)
	for i := range gaps {
		gaps[i] = ends[i+1] - ends[i]
	}
	i := d.Pick(gaps)
	u := (ends[i] + ends[i+1]) / 2
	kick := make([]int, s.grid.Axes())
	for a := range kick {
		twice := 2 * drift(s, x, a, size)
		kick[a] = int(math.Copysign(math.Floor(math.Abs(twice)+u), twice))
	}
	return kick
}

// stretch: Goodman and Weare (2010) on a lattice. Each of two walkers makes a step of Metropolis, and is then stretched
// about the other: their difference is doubled, halved or turned round.
func stretch(s scene, x int, d chains.Dice) int { return stretched(s, x, 0, d) }

// stretchWithVolume multiplies by the power of the factor that a stretch of the continuum has.
func stretchWithVolume(s scene, x int, d chains.Dice) int { return stretched(s, x, 1, d) }

func stretched(s scene, x int, power float64, d chains.Dice) int {
	factors := []float64{2, 0.5, -1}
	axes := s.grid.Axes() / 2
	for walker := range 2 {
		x = walkerStep(s, x, walker*axes, axes, d)
	}
	for _, first := range []int{0, axes} {
		c := s.grid.Coords(x)
		factor := factors[pickOne(3, d)]
		inside := true
		for a := range axes {
			still := c[axes-first+a]
			to := float64(still) + factor*float64(c[first+a]-still)
			inside = inside && to == math.Trunc(to) && to >= 0 && to < float64(s.grid.Len(first+a))
			c[first+a] = int(to)
		}
		if inside {
			y := s.grid.Index(c...)
			x = accept(y, x, s.ratio(y, x)*math.Pow(math.Abs(factor), power), d)
		}
	}
	return x
}

// walkerStep makes a step of Metropolis along some axes.
func walkerStep(s scene, x, first, axes int, d chains.Dice) int {
	var all [][]way
	for a := first; a < first+axes; a++ {
		if ways := waysOf(s.grid, a); len(ways) > 0 {
			all = append(all, ways)
		}
	}
	if len(all) == 0 {
		return x
	}
	ways := all[pickOne(len(all), d)]
	y, ok := moved(s, x, ways[pickOne(len(ways), d):][:1])
	if !ok {
		return x
	}
	return accept(y, x, s.ratio(y, x), d)
}

// fromPrior proposes a draw of the initial distribution, and accepts with the ratio of f over it (Hastings 1970).
func fromPrior(s scene, x int, d chains.Dice) int {
	y := drawn(s.start, d)
	return accept(y, x, s.ratio(y, x)*math.Exp(s.start[x]-s.start[y]), d)
}

// fromPriorAsSymmetric forgets how the proposal was drawn.
func fromPriorAsSymmetric(s scene, x int, d chains.Dice) int {
	y := drawn(s.start, d)
	return accept(y, x, s.ratio(y, x), d)
}

// drawn draws a cell by its log density.
func drawn(logs []float64, d chains.Dice) int {
	weights := make([]float64, len(logs))
	for x, v := range logs {
		weights[x] = math.Exp(v)
	}
	return d.Pick(weights)
}

// informed: Zanella (2020). A neighbour is proposed by the root of f, and accepted by the ratio of Hastings. From a
// cell without mass all proposals are accepted.
func informed(s scene, x int, d chains.Dice) int {
	to, q := informedProposal(s, x)
	if len(to) == 0 {
		return x
	}
	i := d.Pick(q)
	y := to[i]
	if !s.open(x) {
		return y
	}
	from, back := informedProposal(s, y)
	return accept(y, x, s.ratio(y, x)*back[slices.Index(from, x)]/q[i], d)
}

// informedAlways accepts whatever is proposed.
func informedAlways(s scene, x int, d chains.Dice) int {
	to, q := informedProposal(s, x)
	if len(to) == 0 {
		return x
	}
	return to[d.Pick(q)]
}

// informedProposal lists the neighbours of x that have mass, each once, and their probabilities.
func informedProposal(s scene, x int) (to []int, q []float64) {
	g := s.grid
	for a := range g.Axes() {
		ways := waysOf(g, a)
		for _, w := range ways {
			y, ok := g.Along(x, w.axis, w.cells)
			if !ok || !s.open(y) || y == x {
				continue
			}
			weight := math.Exp(s.logf[y]/2) / float64(len(ways)) // all axes that have moves are as probable
			if i := slices.Index(to, y); i >= 0 {
				q[i] += weight
			} else {
				to = append(to, y)
				q = append(q, weight)
			}
		}
	}
	return to, normalized(q)
}

// perfect draws from the density itself.
func perfect(s scene, _ int, d chains.Dice) int { return drawn(s.logf, d) }

// anyCell draws each cell with mass as probable.
func anyCell(s scene, _ int, d chains.Dice) int {
	var all []int
	for y := range s.logf {
		if s.open(y) {
			all = append(all, y)
		}
	}
	return all[pickOne(len(all), d)]
}

// identity never moves.
func identity(_ scene, x int, _ chains.Dice) int { return x }

// either makes a step of one of two, the first with this probability.
func either(share float64, one, other literal) literal {
	return func(s scene, x int, d chains.Dice) int {
		if d.Pick([]float64{share, 1 - share}) == 0 {
			return one(s, x, d)
		}
		return other(s, x, d)
	}
}

// bothInTurn makes a step of each.
func bothInTurn(one, other literal) literal {
	return func(s scene, x int, d chains.Dice) int { return other(s, one(s, x, d), d) }
}
