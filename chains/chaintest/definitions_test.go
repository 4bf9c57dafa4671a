package chaintest_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// compositionPlaces are of one to three axes, one of them with a wall.
func compositionPlaces() []chaintest.Place {
	inf := math.Inf(-1)
	return []chaintest.Place{
		{Name: "a path of 4", Grid: grid.New(4), From: []float64{0, 1, 0, 0}, To: []float64{0.3, -1.1, 2.2, 0.3}},
		{Name: "2x3 with a wall", Grid: grid.New(2, 3).WithWalls(4), From: []float64{0.5, 0, 0, 0, inf, 0.2},
			To: []float64{0.9, -0.4, 0.2, -1.3, inf, 1.7}},
		{Name: "2x2x2", Grid: grid.New(2, 2, 2), From: make([]float64, 8),
			To: []float64{0.1, -0.9, 1.3, 2.1, -1.7, 0.4, -0.2, 1.8}},
	}
}

// TestCompositions holds kernels made of others to the laws of operators: of
// reversible parts, of one that is not, of one that needs more room, and one
// inside another. They have too many paths to walk more than the shortest.
func TestCompositions(t *testing.T) {
	m := kernels.Metropolis{}
	h := kernels.HeatBath{}
	sweep := kernels.GibbsSweep{}
	for name, k := range map[string]chains.Kernel{
		"a cycle of single moves": kernels.Cycle{Kernels: []chains.Kernel{m, kernels.King{}}},
		"a palindrome":            kernels.Cycle{Kernels: []chains.Kernel{m, h, m}},
		"repeated":                kernels.Repeat{Times: 3, Kernel: m},
		"a sweep repeated":        kernels.Repeat{Times: 2, Kernel: sweep},
		"a lazy sweep":            kernels.Lazy{A: 0.3, Kernel: sweep},
		"a mixture with a sweep": kernels.Mixture{Weights: []float64{1, 0, 3},
			Kernels: []chains.Kernel{sweep, m, kernels.Barker{}}},
		"lazy, stretched": kernels.Lazy{A: 0.25, Kernel: kernels.Stretch{}},
		"stretched beside single moves": kernels.Mixture{Weights: []float64{2, 1},
			Kernels: []chains.Kernel{m, kernels.Stretch{}}},
		"no slope in a cycle": kernels.Cycle{Kernels: []chains.Kernel{kernels.Informed{},
			kernels.Jumps{Scale: 1}}},
		"lazy, uphill":            kernels.Lazy{A: 0.25, Kernel: kernels.Langevin{Size: 0.6}},
		"trajectories in a cycle": kernels.Cycle{Kernels: []chains.Kernel{kernels.Hamiltonian{Steps: 2, Size: 0.8}, h}},
		"a draw and a line in a cycle": kernels.Cycle{
			Kernels: []chains.Kernel{kernels.Perfect{}, kernels.Line{Axis: 0}},
		},
	} {
		for _, p := range compositionPlaces() {
			for _, b := range chaintest.OperatorBreaches(k, p) {
				t.Errorf("%s: %v", name, b)
			}
		}
		short := chaintest.Place{Name: "2 cells", Grid: grid.New(2), From: []float64{0, 0.4}, To: []float64{1.3, -0.2}}
		s := short.Scene(k, chaintest.Geometric, 3)
		for _, b := range chaintest.Enumerate(s.Annealing, chaintest.Annealer).Breaches(s.Name) {
			t.Errorf("%s: %v", name, b)
		}
	}
}

// A literal is a kernel's step as a paper writes it, against dice.
type literal func(g grid.Grid, logf []float64, x int, d chains.Dice) int

// literals are steps word by word, with no thought of rows or of speed, of the kernels whose definition is not
// word by word.
var literals = []struct {
	name   string
	kernel chains.Kernel
	step   literal
}{
	{"hamiltonian", kernels.Hamiltonian{Steps: 3, Size: 0.8}, trajectory(3, 0.8)},
	{"slice", kernels.Slice{}, slice},
	{"stretch", kernels.Stretch{}, stretch},
}

// slice draws a level under f(x), by which two neighbouring values of the line it lies
// between, and then one of the cells above it.
func slice(g grid.Grid, logf []float64, x int, d chains.Dice) int {
	axis := d.Pick(ones(g.Axes()))
	here := math.Exp(logf[x])
	var line, above []int
	levels := []float64{0}
	for c := range g.Len(axis) {
		y := x + (c-g.Coord(x, axis))*g.Stride(axis)
		if v := math.Exp(logf[y]); v <= here {
			levels = append(levels, v)
		}
		line = append(line, y)
	}
	slices.Sort(levels)
	level := 0.0
	if here > 0 {
		gaps := make([]float64, len(levels)-1)
		for i := range gaps {
			gaps[i] = levels[i+1] - levels[i]
		}
		level = levels[d.Pick(gaps)]
	}
	for _, y := range line {
		if math.Exp(logf[y]) > level {
			above = append(above, y)
		}
	}
	if len(above) == 0 {
		return x
	}
	return above[d.Pick(ones(len(above)))]
}

// stretch moves each walker of a pair, then stretches the first about the second, and then the second about the first.
func stretch(g grid.Grid, logf []float64, x int, d chains.Dice) int {
	factors := []float64{2, 0.5, -1}
	axes := g.Axes() / 2
	for walker := range 2 {
		if y, ok := g.Move(x, 2*walker*axes+d.Pick(ones(2*axes))); ok {
			x = accepted(x, y, logf, d)
		}
	}
	for _, first := range []int{0, axes} {
		c := g.Coords(x)
		factor := factors[d.Pick(ones(3))]
		inside := true
		for a := range axes {
			still := c[axes-first+a]
			to := float64(still) + factor*float64(c[first+a]-still)
			inside = inside && to == math.Trunc(to) && to >= 0 && to < float64(g.Len(first+a))
			c[first+a] = int(to)
		}
		if inside {
			x = accepted(x, g.Index(c...), logf, d)
		}
	}
	return x
}

func ones(n int) []float64 { return slices.Repeat([]float64{1}, n) }

// accepted returns y with probability min(1, f(y)/f(x)), and x otherwise.
func accepted(x, y int, logf []float64, d chains.Dice) int {
	return either(y, x, math.Exp(min(0, logf[y]-logf[x])), d)
}

// either returns y with probability a, and x otherwise.
func either(y, x int, a float64, d chains.Dice) int {
	if d.Pick([]float64{a, 1 - a}) == 0 {
		return y
	}
	return x
}

// TestLiterals holds rows to the steps as papers write them, walked outcome by
// outcome: from every cell with mass, on boxes of one to three axes with walls.
func TestLiterals(t *testing.T) {
	inf := math.Inf(-1)
	for _, lit := range literals {
		for _, s := range []struct {
			g    grid.Grid
			logf []float64
		}{
			{grid.New(4), []float64{0.3, -1.1, 2.2, 0.3}},
			{grid.New(2, 3).WithWalls(4), []float64{0.9, -0.4, 0.2, -1.3, inf, 1.7}},
			{grid.New(2, 2, 2), []float64{0.1, -0.9, 1.3, 2.1, -1.7, 0.4, -0.2, 1.8}},
		} {
			g, b := chains.Extend(lit.kernel, s.g, chains.Geometric{From: make([]float64, len(s.logf)), To: s.logf})
			l := chains.NewLevel(b, g.Size())
			op := lit.kernel.On(g)
			l.Move(1, 1)
			op.Aim(l)
			for x, v := range l.LogF() {
				if math.IsInf(v, -1) {
					continue
				}
				row := make([]float64, g.Size())
				row[x] = 1
				op.Row(x, func(y int, p float64) {
					row[y] += p
					row[x] -= p
				})
				law := enumerate.Law(func(d chains.Dice) int { return lit.step(g, l.LogF(), x, d) })
				for y, p := range row {
					if off := math.Abs(p - law[y]); !(off < 1e-13) {
						t.Errorf("%s on %v: from cell %d to %d with probability %.15g instead of %.15g",
							lit.name, g, x, y, p, law[y])
					}
				}
			}
		}
	}
}

// trajectory is a step of Hamiltonian with dice: a number of steps, a first move axis by axis, and
// kicks that are rounded up or down. With one step it is Langevin.
func trajectory(steps int, size float64) literal {
	return func(g grid.Grid, logf []float64, x int, d chains.Dice) int {
		to := g.Coords(x)
		v := make([]int, g.Axes())
		there := 1.0
		for a := range v {
			q := firstMoves(g, logf, x, a, size)
			c := d.Pick(q)
			v[a], there = c-to[a], there*q[c]
			to[a] = c
		}
		y := g.Index(to...)
		for range d.Pick(ones(steps)) {
			if math.IsInf(logf[y], -1) {
				return x
			}
			for a, k := range kicked(g, logf, y, size, d) {
				v[a] += k
				to[a] += v[a]
			}
			for a, c := range to {
				if c < 0 || c >= g.Len(a) {
					return x
				}
			}
			y = g.Index(to...)
		}
		back := 1.0
		for a := range v {
			if math.IsInf(logf[y], -1) || float64(max(v[a], -v[a])) >= 2*size+1 {
				return x
			}
			back *= firstMoves(g, logf, y, a, size)[to[a]-v[a]]
		}
		return either(y, x, min(1, math.Exp(logf[y]-logf[x])*back/there), d)
	}
}

// kicked draws a kick at x: the interval of u that lies between two fractions, taken from 1, and then
// every axis rounded by a u in its middle.
func kicked(g grid.Grid, logf []float64, x int, size float64, d chains.Dice) []int {
	ends := []float64{0, 1}
	for a := range g.Axes() {
		_, fraction := math.Modf(math.Abs(2 * uphill(g, logf, x, a, size)))
		ends = append(ends, 1-fraction)
	}
	slices.Sort(ends)
	gaps := make([]float64, len(ends)-1)
	for i := range gaps {
		gaps[i] = ends[i+1] - ends[i]
	}
	i := d.Pick(gaps)
	u := (ends[i] + ends[i+1]) / 2
	kick := make([]int, g.Axes())
	for a := range kick {
		twice := 2 * uphill(g, logf, x, a, size)
		kick[a] = int(math.Copysign(math.Floor(math.Abs(twice)+u), twice))
	}
	return kick
}

// firstMoves is the law of the coordinate along an axis after a first move from x: a Gaussian about x
// and the drift, on the cells that are at most two sizes away, rounded up.
func firstMoves(g grid.Grid, logf []float64, x, axis int, size float64) []float64 {
	q, sum := make([]float64, g.Len(axis)), 0.0
	for c := range q {
		m := float64(c - g.Coord(x, axis))
		if math.Abs(m) < 2*size+1 {
			q[c] = math.Exp(-math.Pow((m-uphill(g, logf, x, axis, size))/size, 2) / 2)
		}
		sum += q[c]
	}
	for c := range q {
		q[c] /= sum
	}
	return q
}

// uphill is the drift from x along an axis.
func uphill(g grid.Grid, logf []float64, x, axis int, size float64) float64 {
	rise, sides := 0.0, 0.0
	for m := 2 * axis; m < 2*axis+2; m++ {
		if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
			rise += (logf[y] - logf[x]) * float64(2*(m%2)-1)
			sides++
		}
	}
	if sides == 0 || math.IsInf(logf[x], -1) {
		return 0
	}
	return max(-size, min(size, size*size/2*rise/sides))
}

// unadjusted leans uphill along the first axis, and accepts with min(1, f(y)/f(x)) as if it did not.
func unadjusted(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	stride, at := g.Stride(0), g.Coord(x, 0)
	for c, q := range firstMoves(g, logf, x, 0, 1) {
		if y := x + (c-at)*stride; y != x && !math.IsInf(logf[y], -1) {
			visit(y, q*bugs.Accept(logf[y]-logf[x]))
		}
	}
}
