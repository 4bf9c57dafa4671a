package kernels_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/grid/must"
)

// matrix returns k's at the end of a bridge to logf, with what is left of 1 on the
// diagonal, and that of its reversal.
func matrix(k chains.Kernel, g grid.Grid, logf []float64) (m, back []float64) {
	op, _ := aimed(k, g, logf)
	return slices.Concat(laws.RowsOf(op, g.Size())...), slices.Concat(laws.RowsOf(op.Reversal(), g.Size())...)
}

// aimed returns k on g, aimed at the end of a bridge to logf.
func aimed(k chains.Kernel, g grid.Grid, logf []float64) (chains.Operator, *chains.Level) {
	return chains.Annealing{Grid: g, Kernel: k,
		Bridge: chains.Geometric{From: make([]float64, len(logf)), To: logf}}.Aimed(1, 1)
}

func times(a, b []float64, n int) []float64 {
	c := make([]float64, n*n)
	for i := range c {
		for k := range n {
			c[i] += a[i/n*n+k] * b[k*n+i%n]
		}
	}
	return c
}

var (
	box  = grid.New(2, 3)
	hill = []float64{0.9, -0.4, 0.2, -1.3, 0.1, 1.7}
)

// blend returns a u + (1-a) v.
func blend(a float64, u, v []float64) []float64 {
	w := make([]float64, len(u))
	for i := range w {
		w[i] = a*u[i] + (1-a)*v[i]
	}
	return w
}

// ahead returns the matrix of a kernel on the box.
func ahead(k chains.Kernel) []float64 {
	m, _ := matrix(k, box, hill)
	return m
}

// TestWeights: a mixture has a weight for each kernel, and an error says what is wrong with others.
func TestWeights(t *testing.T) {
	metropolis := []chains.Kernel{kernels.Metropolis{}}
	for _, k := range []kernels.Mixture{{}, {Weights: []float64{1, 1}, Kernels: metropolis}, {Kernels: metropolis},
		{[]float64{0}, metropolis}, {[]float64{-1}, metropolis}, {[]float64{math.NaN()}, metropolis},
		{[]float64{math.Inf(1)}, metropolis}, {[]float64{2, -1}, slices.Repeat(metropolis, 2)}} {
		if fault := chains.Fits(k, box); fault == nil || !strings.Contains(fault.Error(), "give each one") {
			t.Errorf("the weights %v of %d kernels: %v", k.Weights, len(k.Kernels), fault)
		}
	}
	must.Do(t, chains.Fits(kernels.Lazy{A: 1, Kernel: kernels.Metropolis{}}, box))
}

// TestOriginal: no kernel is put into the catalogue before identity.
func TestOriginal(t *testing.T) {
	if last := kernels.Original[len(kernels.Original)-1].Name; last != "identity" {
		t.Errorf("Original ends with %s: a new line comes at the end of Catalogue", last)
	}
}

// TestAlgebra holds compositions to the products and sums of dense matrices.
func TestAlgebra(t *testing.T) {
	const n = 6
	m := ahead(kernels.Metropolis{})
	h := ahead(kernels.HeatBath{})
	one := ahead(kernels.Identity{})
	line0 := ahead(kernels.Line{Axis: 0})
	line1 := ahead(kernels.Line{Axis: 1})
	both := []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}}
	cube := times(m, times(m, m, n), n)
	for _, c := range []struct {
		name       string
		k          chains.Kernel
		want, back []float64
	}{
		{"lazy", kernels.Lazy{A: 0.3, Kernel: kernels.Metropolis{}}, blend(0.3, one, m), blend(0.3, one, m)},
		{"mixture", kernels.Mixture{Weights: []float64{1, 3}, Kernels: both}, blend(0.25, m, h), blend(0.25, m, h)},
		{"cycle", kernels.Cycle{Kernels: both}, times(m, h, n), times(h, m, n)},
		{"sweep", kernels.GibbsSweep{}, times(line0, line1, n), times(line1, line0, n)},
		{"repeat", kernels.Repeat{Times: 3, Kernel: kernels.Metropolis{}}, cube, cube},
		{"a matrix that is not reversible", kernels.Matrices{N: n, P: [][]float64{times(m, h, n)}},
			times(m, h, n), times(h, m, n)},
	} {
		got, back := matrix(c.k, box, hill)
		must.Each(t, got, c.want, 1e-14, "%s", c.name)
		must.Each(t, back, c.back, 1e-14, "%s, reversed", c.name)
	}
}

// TestPanics: kernels that make no sense panic when they make an operator.
func TestPanics(t *testing.T) {
	panics(t, map[string]func(){
		"no size":       func() { chains.On(kernels.Langevin{}, box) },
		"a scale of 65": func() { chains.On(kernels.Jumps{Scale: 65}, box) },
		"no steps":      func() { chains.On(kernels.Hamiltonian{Size: 1}, box) },
		"a step off the grid": func() {
			ahead(kernels.Step(func(_ grid.Grid, _ []float64, x int, _ chains.Dice) int { return x - 1 }))
		},
	})
}

// panics calls functions that must panic.
func panics(t *testing.T, calls map[string]func()) {
	t.Helper()
	for name, call := range calls {
		must.Panic(t, call, "%s", name)
	}
}

// TestParameters: each family takes the parameters from its least to its largest, and no others.
func TestParameters(t *testing.T) {
	for name, ends := range map[string][2]float64{"lazy": {0, 1}, "cauchy": {0.25, 64}, "laplace": {0.25, 64},
		"gaussian": {0.25, 64}, "langevin": {0.25, 16}, "hamiltonian": {1, 8}, "gaussian-hamiltonian": {0.25, 64}} {
		for _, e := range kernels.Catalogue {
			if e.Name != name {
				continue
			}
			valid := e.Make.Valid
			if !valid(ends[0]) || !valid(ends[1]) || valid(ends[0]-0.01) || valid(ends[1]+0.01) || valid(math.NaN()) {
				t.Errorf("%s does not take parameters from %v to %v", name, ends[0], ends[1])
			}
		}
	}
	if kernels.OfPair("stretch") == nil || kernels.OfPair("metropolis") != nil {
		t.Error("stretch alone moves two walkers")
	}
}

// TestCosts on a box of 2x3, by hand for most.
func TestCosts(t *testing.T) {
	want := map[string]float64{"metropolis": 1, "barker": 1, "heat-bath": 1.5, "cycle": 3,
		"slice": 1.5, "king": 1, "from-prior": 1, "lazy:0.5": 0.5, "mixture": 1.25,
		"cauchy:1.5": 1, "laplace:1.5": 1, "langevin:1.5": 7,
		"hamiltonian:3": 11,
		"perfect":       5, "identity": 0, "informed": 5,
		"gaussian:1.5": 1, "gaussian-hamiltonian:1.5": 6}
	for _, k := range kernels.All {
		if cost := k.Make.Cost(box); cost != want[k.Name] {
			t.Errorf("%s costs %v; want %v, by the map above, which has every kernel", k.Name, cost, want[k.Name])
		}
	}
	if cost := (kernels.Stretch{}).Cost(box.By(box)); cost != 4 {
		t.Errorf("a step of two walkers costs %v", cost)
	}
	if cost := (kernels.Lazy{Kernel: kernels.Rows{}}).Cost(box); !math.IsNaN(cost) {
		t.Errorf("a kernel without a price costs %v", cost)
	}
	both := kernels.Cycle{Kernels: []chains.Kernel{kernels.King{}, kernels.Line{Axis: 1}}}
	if cost := (kernels.Repeat{Times: 3, Kernel: both}).Cost(box); cost != 9 {
		t.Errorf("three times a king and a line of three cost %v", cost)
	}
}

// TestFits: a kernel of the catalogue keeps all laws of operators on axes of every kind, in the smallest forms, or is
// refused. Those that go back and forth are, on labels of three and more. A kernel is refused by the kind of the axes
// alone, and none is on lines. Two walkers are refused on labels and rings, and on a box that is not of their places.
func TestFits(t *testing.T) {
	forth := []string{"king", "langevin", "hamiltonian", "cauchy", "laplace", "gaussian",
		"gaussian-hamiltonian"}
	for _, e := range kernels.All {
		noLabels := chains.Fits(e.Make, grid.New(3).Of(grid.Any)) != nil
		family, _, _ := strings.Cut(e.Name, ":")
		if slices.Contains(forth, family) && !noLabels {
			t.Errorf("%s is not refused on labels", e.Name)
		}
		for kind, name := range grid.Kinds {
			for _, lens := range [][]int{{1}, {2}, {3}, {4}, {2, 1}, {2, 2}, {3, 2}} {
				g := grid.New(lens...).Of(grid.Kind(kind))
				refused := kind == int(grid.Any) && lens[0] > 2 && noLabels
				switch why := chains.Fits(e.Make, g); {
				case (why != nil) != refused:
					t.Errorf("%s on %v of the kind %s: %v", e.Name, g, name, why)
				case why == nil:
					at := chaintest.Place{Name: name + " " + g.String(), Grid: g,
						From: make([]float64, g.Size()), To: uneven(g)}
					for _, b := range chaintest.OperatorBreaches(e.Make, at) {
						t.Errorf("%s: %v", e.Name, b)
					}
				}
			}
		}
	}
	square := grid.New(3, 3)
	for name, c := range map[string]struct {
		grid grid.Grid
		fits bool
	}{
		"3x3": {square, true}, "rings": {square.Of(grid.Ring), false}, "three labels": {square.Of(grid.Any), false},
		"two labels": {grid.New(2, 2).Of(grid.Any), true}, "3x2": {grid.New(3, 2), false},
		"three axes": {grid.New(2, 2, 2), false},
	} {
		if why := chains.Fits(kernels.Stretch{}, c.grid); (why == nil) != c.fits {
			t.Errorf("two walkers on %s: %v", name, why)
		}
	}
	if chains.Fits(kernels.Lazy{A: 0.5, Kernel: kernels.King{}}, grid.New(3).Of(grid.Any)) == nil {
		t.Error("a lazy king moves on labels")
	}
}

// TestStaysAtEachLevel: an operator that is aimed again forgets all that it knew, whatever its first method is.
func TestStaysAtEachLevel(t *testing.T) {
	g := grid.New(2, 3)
	for _, k := range kernels.All {
		op, l := aimed(k.Make, g, uneven(g))
		op.Stay(0)
		l.Move(1, 0.3)
		op.Aim(l)
		got := op.Stay(0)
		again := chains.On(k.Make, g)
		again.Aim(l)
		if want := again.Stay(0); got != want {
			t.Errorf("%s stays with probability %v at another level, want %v", k.Name, got, want)
		}
	}
}

// TestReversible: what is reversible is its own reversal,
// the same operator and not another equal one, because package exact then saves half the work.
func TestReversible(t *testing.T) {
	m, s := kernels.Metropolis{}, kernels.GibbsSweep{}
	for name, c := range map[string]struct {
		k    chains.Kernel
		want bool
	}{
		"king":           {kernels.King{}, true},
		"sweep":          {s, false},
		"slice":          {kernels.Slice{}, true},
		"lazy":           {kernels.Lazy{Kernel: m}, true},
		"lazy sweep":     {kernels.Lazy{Kernel: s}, false},
		"repeat":         {kernels.Repeat{Times: 2, Kernel: m}, true},
		"a cycle of one": {kernels.Cycle{Kernels: []chains.Kernel{m}}, true},
		"perfect":        {kernels.Perfect{}, true},
	} {
		op, _ := aimed(c.k, box, hill)
		if reversible := op == op.Reversal(); reversible != c.want {
			t.Errorf("%s: its own reversal is %v", name, reversible)
		}
		if op.Reversal().Reversal() != op {
			t.Errorf("%s: the reversal of its reversal is another operator", name)
		}
	}
}

// TestMatricesByLevel: each level gets its matrix, also where the schedule stands still. There is none for a level
// without one, or for another beta there.
func TestMatricesByLevel(t *testing.T) {
	k := kernels.Matrices{N: 2, Betas: []float64{0, 0.5, 0.5, 1},
		P: [][]float64{nil, {0.5, 0.5, 0.5, 0.5}, {0.1, 0.9, 0.9, 0.1}, {0.2, 0.8, 0.2, 0.8}}}
	l := chains.NewLevel(chains.Geometric{From: []float64{0, 0}, To: []float64{0, 0}}, 2)
	op := chains.On(k, grid.New(2))
	for i, want := range []float64{0.5, 0.9, 0.8} {
		l.Move(i+2, k.Betas[i+1])
		op.Aim(l)
		op.Row(0, func(_ int, p float64) { must.Near(t, p, want, 0, "the probability of a move at level %d", i+2) })
		// p is uniform: the reversal is the transpose
		op.Reversal().Row(1, func(_ int, p float64) { must.Near(t, p, want, 0, "the move back at level %d", i+2) })
	}
	wrong := map[string]func(){"another grid": func() { chains.On(k, grid.New(3)) }}
	for at, beta := range map[int]float64{1: 0, 2: 0.7, 5: 1} {
		wrong[fmt.Sprintf("level %d at beta %v", at, beta)] = func() {
			l.Move(at, beta)
			op.Aim(l)
			op.Row(0, func(int, float64) {})
		}
	}
	panics(t, wrong)
}

// TestInterpolated: between its betas the matrix has the entries of a Metropolis step there, to rounding, and so has
// its reversal, at one beta after another. At them it is as given, and nothing is below 0.
func TestInterpolated(t *testing.T) {
	g := grid.New(3, 2)
	target := []float64{0, 1, -2, 3, 0.5, -1}
	at := func(beta float64) (m []float64) {
		level := chains.NewLevel(chains.Geometric{From: make([]float64, 6), To: target}, 6)
		level.Move(2, beta)
		op := chains.On(kernels.Metropolis{}, g)
		op.Aim(level)
		for x := range 6 {
			m = append(m, laws.RowOf(op, x, 6)...)
		}
		return m
	}
	k := kernels.Interpolated{N: 6, Betas: kernels.ChebyshevBetas(24)}
	for _, beta := range k.Betas {
		k.P = append(k.P, at(beta))
	}
	for i := 0; i < 24; i += 2 {
		must.Near(t, k.Betas[i], kernels.ChebyshevBetas(12)[i/2], 1e-15, "each second beta")
	}
	op := chains.On(k, g)
	level := chains.NewLevel(chains.Geometric{From: make([]float64, 6), To: target}, 6)
	for _, beta := range []float64{0.001, 0.1, 0.37, k.Betas[5], 0.77, 1} {
		must.Each(t, k.At(beta), at(beta), 1e-13, "the matrix at %v", beta)
		level.Move(2, beta)
		op.Aim(level)
		for _, one := range []chains.Operator{op, op.Reversal()} { // Metropolis is its own
			must.Each(t, slices.Concat(laws.RowsOf(one, 6)...), at(beta), 1e-12, "the rows at %v", beta)
		}
	}
	if slices.Min(k.At(0.999)) < 0 {
		t.Error("an entry is below 0")
	}
}

// TestRoundedMatricesReverse: where p is tiny, entries rounded to three digits lead there
// too often, and by Bayes from p alone the rows of the reversal pass 1. Those of rounded matrices
// sum to 1, and are Bayes' from pT.
func TestRoundedMatricesReverse(t *testing.T) {
	rare := 1e-3 // p = 0.999, 0.001, and T is exact draws of p, but for a rounded entry
	k := kernels.Matrices{N: 2, P: [][]float64{{0.998, 0.002, 0.9, 0.1}}}
	logf := []float64{math.Log(1 - rare), math.Log(rare)}
	for _, rounded := range []bool{false, true} {
		k.Rounded = rounded
		op, _ := aimed(k, grid.New(2), logf)
		want := (1 - rare) * 0.002 / rare
		if rounded {
			want = (1 - rare) * 0.002 / ((1-rare)*0.002 + rare*0.1)
		}
		back := 0.0
		op.Reversal().Row(1, func(_ int, p float64) { back += p })
		must.Near(t, back, want, 1e-12, "rounded: %v, the move back has probability", rounded)
	}
}

// TestReversalsBelowFloats: reversals of draws of p are draws of p, also where p of a cell has lost digits as a float,
// or is the least of all floats. Then the entries of the reversal have as many digits as the entries of the kernel.
func TestReversalsBelowFloats(t *testing.T) {
	drawn := kernels.Step(func(_ grid.Grid, logf []float64, _ int, d chains.Dice) int {
		return d.Pick([]float64{math.Exp(logf[0]), math.Exp(logf[1]), math.Exp(logf[2])})
	})
	for _, depth := range []float64{3, 500, 650, 708, 709.5, 720, 735, 744} {
		logf := []float64{-1, -depth, 0}
		p := chains.Normalized(logf)
		given := kernels.Matrices{N: 3, P: [][]float64{slices.Concat(p, p, p)}}
		limit := 1e-12 + 0x1p-1074/p[1]
		for _, k := range []chains.Kernel{given, drawn} {
			op, _ := aimed(k, grid.New(3), logf)
			back := make([]float64, 3)
			op.Reversal().Row(1, func(y int, q float64) { back[y] += q })
			for _, y := range []int{0, 2} {
				must.Near(t, back[y], p[y], limit*p[y], "%T, %v nats below: back to cell %d", k, depth, y)
			}
		}
	}
}

// TestStepsWithLoops: a step that draws until a move stays on the grid, and is undecided half of the time, has the rows
// of its definition, and so has its reversal.
func TestStepsWithLoops(t *testing.T) {
	inside := func(g grid.Grid, x int) (all []int) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok {
				all = append(all, y)
			}
		}
		return all
	}
	step := kernels.Step(func(g grid.Grid, logf []float64, x int, d chains.Dice) int {
		y, ok := x, false
		for !ok {
			y, ok = g.Move(x, d.Pick(slices.Repeat([]float64{1}, g.Moves())))
		}
		a := math.Exp(min(0, logf[y]-logf[x]))
		for {
			switch d.Pick([]float64{a, 1 - a, 1}) {
			case 0:
				return y
			case 1:
				return x
			}
		}
	})
	g := grid.New(2, 3)
	logf := []float64{0, 1, -2, 3, 0.5, 2}
	op, _ := aimed(step, g, logf)
	row := func(op chains.Operator, x int) []float64 {
		p := make([]float64, len(logf))
		op.Row(x, func(y int, v float64) { p[y] += v })
		return p
	}
	for x := range logf {
		for _, y := range inside(g, x) {
			there := math.Exp(min(0, logf[y]-logf[x])) / float64(len(inside(g, x)))
			must.Near(t, row(op, x)[y], there, 1e-12, "from %d to %d", x, y)
			must.Near(t, row(op.Reversal(), y)[x], there*math.Exp(logf[x]-logf[y]), 1e-12, "back from %d to %d", y, x)
		}
	}
}

// uneven returns a log density without ties or symmetries.
func uneven(g grid.Grid) []float64 {
	logq := make([]float64, g.Size())
	for x := range logq {
		logq[x] = 2 * math.Sin(float64(3*x*x+1))
	}
	return logq
}

// TestTooLarge: what joins any two cells is refused where there are too many, and says so.
func TestTooLarge(t *testing.T) {
	for _, c := range []struct {
		k chains.Kernel
		g grid.Grid
	}{{kernels.FromPrior{}, grid.New(5000)}, {kernels.Langevin{Size: 16}, grid.New(70, 70)},
		{kernels.Slice{}, grid.New(5000)}} {
		must.Refuse(c.k.On(c.g))(t, "too many edges", "%T on %v", c.k, c.g)
	}
	must.Refuse(kernels.Langevin{Size: 16}.On(grid.New(70, 70)))(t, "to 4224 others", "65 cells along each axis")
	spins := func(n int) grid.Grid { return grid.New(slices.Repeat([]int{2}, n)...).Of(grid.Any) }
	must.Have(kernels.King{}.On(spins(12)))(t)
	must.Refuse(kernels.King{}.On(spins(13)))(t, "more than 4096 ways to move along 13 axes", "a king on 13 spins")
	must.Have(kernels.Slice{}.On(grid.New(4096)))(t)
	must.Refuse(kernels.Slice{}.On(grid.New(4098)))(t, "to 4097 others, which on 4098 cells", "a line of 4098")
}

// TestFromPriorBelowFloats: where p and the prior each fit into floats, and their products do not, moves that happen
// with probability e^-500 are not lost.
func TestFromPriorBelowFloats(t *testing.T) {
	from := []float64{0, -500, -400}
	to := []float64{-500, 0, -450}
	a := chains.Annealing{Grid: grid.New(3), Bridge: chains.Geometric{From: from, To: to}, Kernel: kernels.FromPrior{}}
	op, _ := a.Aimed(2, 1)
	for _, x := range []int{0, 2} { // cell 1 has nearly all of p, and is left with probability e^-1000
		op.Row(x, func(y int, p float64) {
			want := from[y] + min(0, to[y]-from[y]-to[x]+from[x])
			must.Near(t, math.Log(p), want, 1e-9, "log of the probability from %d to %d", x, y)
		})
		moves := 0
		op.Row(x, func(int, float64) { moves++ })
		if moves != 2 {
			t.Errorf("%d moves from cell %d, want 2", moves, x)
		}
	}
}
