package flows_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/flows"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/numbers"
	"breadboard/grid"
	"breadboard/grid/must"
)

// aimed returns k on g, aimed at the end of a bridge to logf.
func aimed(k chains.Kernel, g grid.Grid, logf []float64) (chains.Operator, *chains.Level) {
	return chains.Annealing{Grid: g, Kernel: k,
		Bridge: chains.Geometric{From: make([]float64, len(logf)), To: logf}}.Aimed(1, 1)
}

// TestPushLaw: a push makes the same of a distribution as the rows do, cell by cell and relative to each: of
// distributions of masses from 1e-200 to 1, on densities with and without walls, of a level that has its masses at hand
// and of one that has not.
func TestPushLaw(t *testing.T) {
	for _, e := range kernels.All {
		t.Run(e.Name, func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { pushesLaw(t, e.Make) }) })
	}
}

// drawnDensity draws log f on g, with some cells without mass if walled.
func drawnDensity(t *rapid.T, g grid.Grid, walled bool) []float64 {
	var logf []float64
	for range g.Size() {
		v := rapid.Float64Range(-9, 3).Draw(t, "log f")
		if walled && rapid.IntRange(0, 4).Draw(t, "wall") == 0 {
			v = math.Inf(-1)
		}
		logf = append(logf, v)
	}
	logf[0] = 0
	return logf
}

func pushesLaw(t *rapid.T, k chains.Kernel) {
	g := grid.New(rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(2, 3).Draw(t, "columns"))
	g = chaintest.DrawKinds(t, k, g)
	walled := rapid.Bool().Draw(t, "walled")
	logf := drawnDensity(t, g, walled)
	op, l := aimed(k, g, logf)
	q := make([]float64, len(l.LogF()))
	for x, v := range l.LogF() {
		if !math.IsInf(v, -1) || !walled {
			q[x] = math.Exp(rapid.Float64Range(-460, 0).Draw(t, "log q"))
		}
	}
	if !walled && rapid.Bool().Draw(t, "masses at hand") {
		l.P = make([]float64, len(q))
		for x, v := range l.LogF() {
			l.P[x] = math.Exp(v)
		}
	}
	op.Aim(l)
	got := make([]float64, len(q))
	want := make([]float64, len(q))
	op.Push(got, q)
	for x, mass := range q {
		stay := 1.0
		op.Row(x, func(y int, p float64) { want[y], stay = want[y]+mass*p, stay-p })
		want[x] += mass * max(stay, 0) // good to 1e-15 of mass alone
	}
	for y := range want {
		if math.Abs(got[y]-want[y]) > 1e-12*want[y]+1e-14*q[y] {
			t.Errorf("cell %d: %g, by the rows %g", y, got[y], want[y])
		}
	}
}

// TestNothingIsLeft: of a cell that everything leaves nothing is left.
func TestNothingIsLeft(t *testing.T) {
	g := grid.New(3, 3)
	for _, depth := range []float64{math.Inf(-1), -3, -41, -500, -2000} {
		logf := []float64{0, 0, 0, 0, depth, 0, 0, 0, 0}
		for name, want := range map[string]struct {
			kernel chains.Kernel
			stay   float64
		}{
			"metropolis": {kernels.Metropolis{}, 0},
			"barker":     {kernels.Barker{}, math.Exp(depth) / (1 + math.Exp(depth))},
			"king":       {kernels.King{}, 0},
			"perfect":    {kernels.Perfect{}, math.Exp(depth) / (8 + math.Exp(depth))},
			"cycle":      {kernels.Cycle{Kernels: []chains.Kernel{kernels.Metropolis{}, kernels.Identity{}}}, 0},
			"lazy":       {kernels.Lazy{A: 0.25, Kernel: kernels.Metropolis{}}, 0.25},
			"rows":       {kernels.Rows{To: leaveTheCentre(1, 2, 3, 4, 5, 6, 7, 8)}, 0}, // -3e-17 is left of 1
			"rows again": {kernels.Rows{To: leaveTheCentre(8, 7, 6, 5, 4, 3, 2, 1)}, 0}, // and 8e-17 here
		} {
			t.Run(fmt.Sprint(name, depth), func(t *testing.T) {
				op, _ := aimed(want.kernel, g, logf)
				q, dst := make([]float64, 9), make([]float64, 9)
				q[4] = 0.05321
				op.Push(dst, q)
				if math.Abs(dst[4]-want.stay*q[4]) > 1e-15*q[4] || want.stay == 0 && dst[4] != 0 {
					t.Errorf("%g is left in the centre, of %g", dst[4]/q[4], want.stay)
				}
			})
		}
	}
}

// TestNothingIsLeftOfRows: over intervals too nothing is left of a cell that everything leaves by rows, whether these
// sum to more than 1 by rounding or to less, and nothing of a share that the others of a mixture take by rounding.
func TestNothingIsLeftOfRows(t *testing.T) {
	g := grid.New(3, 3)
	rows := []chains.Kernel{kernels.Rows{To: leaveTheCentre(1, 2, 3, 4, 5, 6, 7, 8)}, // 3e-17 is left of 1
		kernels.Rows{To: leaveTheCentre(1, 1, 1, 1, 1, 1, 1, 3)}} // and -3e-17 here
	tenths := kernels.Mixture{Weights: append(slices.Repeat([]float64{1}, 10), 0), // ten times 0.1 are above 1
		Kernels: append(slices.Repeat(rows, 5), kernels.Identity{})}
	for i, k := range append(rows, tenths) {
		op, l := aimed(k, g, make([]float64, 9))
		over := op.(flows.Generic).Interval()
		over.Aim(flows.DeepMasses(g, l))
		from := slices.Repeat([]*numbers.Interval{numbers.Zero(numbers.Bits)}, 9)
		from[4] = numbers.Mass(0)
		to := make([]*numbers.Interval, 9)
		for step, name := range []string{"pushed", "pulled"} {
			ways := []func(dst, f []*numbers.Interval){over.Push, over.Pull}
			ways[step](to, from)
			if !to[4].IsZero() {
				t.Errorf("%s by kernel %d %v is left in the centre", name, i, to[4])
			}
		}
	}
}

// leaveTheCentre moves from the centre of nine cells to all others with probabilities that are parts of their sum, and
// sum to 1 up to rounding.
func leaveTheCentre(parts ...float64) func(_ grid.Grid, _ []float64, x int, visit func(y int, p float64)) {
	return func(_ grid.Grid, _ []float64, x int, visit func(y int, p float64)) {
		if x == 4 {
			for i, y := range []int{0, 1, 2, 3, 5, 6, 7, 8} {
				visit(y, parts[i]/floats.Sum(parts))
			}
		}
	}
}

// TestWallsWithMass: at the end of a bridge walls may have mass, which every kernel lets
// out and none in. A pair of functions is pulled there as rows say, which know walls one
// by one.
func TestWallsWithMass(t *testing.T) {
	g := grid.New(3, 3).WithWalls(1, 4)
	logf := []float64{0.9, 0.7, 0.2, -1.3, -0.6, 1.7, 0.3, -0.2, 0.5}
	for _, e := range kernels.All {
		op := chains.On(e.Make, g)
		flat := chains.Geometric{From: logf, To: logf}
		pulledByRows(t, e.Name, op, chains.NewLevel(flat, g.Size()), g)
		pulledByRows(t, e.Name+", reversed", op.Reversal(), chains.NewLevel(flat, g.Size()), g)
	}
}

// pulledByRows holds Pull of a level with masses at hand to the rows.
func pulledByRows(t *testing.T, name string, op chains.Operator, l *chains.Level, g grid.Grid) {
	t.Helper()
	n := g.Size()
	l.Move(1, 1)
	op.Aim(l)
	m := laws.RowsOf(op, n)
	f, both := pair(n), pair(n)
	p := make([]float64, n)
	for x := range n {
		for y, p := range m[x] {
			if g.Wall(y) && y != x && p > 0 {
				t.Errorf("%s: a wall is entered from cell %d", name, x)
			}
		}
		f[0][x] = math.Sin(float64(3 * x))
		f[1][x] = math.Cos(float64(x))
		p[x] = math.Exp(l.LogF()[x])
	}
	l.P = p
	op.Aim(l)
	op.Pull(&both, &f)
	must.Each(t, both[0], apply(m, f[0]), 1e-14, "%s, the first", name)
	must.Each(t, both[1], apply(m, f[1]), 1e-14, "%s, the second", name)
}

// apply returns the product of a matrix and a vector.
func apply(m [][]float64, f []float64) []float64 {
	out := make([]float64, len(f))
	for x, row := range m {
		out[x] = floats.Dot(row, f)
	}
	return out
}

// pair returns two functions on n cells.
func pair(n int) chains.Pair { return chains.Pair{make([]float64, n), make([]float64, n)} }

// TestOver holds pushes and pulls of each kernel over intervals to its rows in float64: on all kinds of axes, with
// walls, and with cells without mass.
func TestOver(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, e := range slices.Concat(kernels.All, []chains.Entry[chains.Kernel]{
		{Name: "a mixture of cycles", Make: kernels.Mixture{Weights: []float64{1, 2},
			Kernels: []chains.Kernel{kernels.GibbsSweep{}, kernels.Repeat{Times: 2, Kernel: kernels.Barker{}}}}},
		{Name: "a matrix", Make: kernels.Matrices{N: 6, P: [][]float64{slices.Repeat([]float64{1. / 6}, 36)}}},
	}) {
		for _, g := range []grid.Grid{grid.New(2, 3), grid.New(6).Of(grid.Ring), grid.New(3, 2).Of(grid.Any),
			grid.New(2, 3).WithWalls(2)} {
			if chains.Fits(e.Make, g) != nil {
				continue
			}
			logf := make([]float64, g.Size())
			for x := range logf {
				logf[x] = rng.NormFloat64()
				if g.Wall(x) || x == 5 {
					logf[x] = math.Inf(-1)
				}
			}
			op, l := aimed(e.Make, g, logf)
			agrees(t, fmt.Sprintf("%s on %v", e.Name, g), op, g, l)
		}
	}
}

// agrees holds a step over intervals to the operator.
func agrees(t *testing.T, name string, op chains.Operator, g grid.Grid, l *chains.Level) {
	t.Helper()
	over := op.(flows.Generic).Interval()
	over.Aim(flows.DeepMasses(g, l))
	n := g.Size()
	at := make([]*numbers.Interval, n)
	to := make([]*numbers.Interval, n)
	rows := laws.RowsOf(op, n)
	for x := range n {
		for y := range at {
			at[y] = numbers.Zero(numbers.Bits)
		}
		at[x] = numbers.Mass(0)
		over.Push(to, at)
		for y, v := range to {
			must.Near(t, v.Float(), rows[x][y], 1e-14, "%s: pushed from %d to %d", name, x, y)
		}
		over.Pull(to, at)
		for y, v := range to {
			must.Near(t, v.Float(), rows[y][x], 1e-14, "%s: pulled from %d to %d", name, x, y)
		}
	}
}

// TestDeep: where masses lie below every float the rows, a push and a pull are those over intervals, and all sums
// are right.
func TestDeep(t *testing.T) {
	g := grid.New(2, 3)
	logf := []float64{0, -900, -3000, -1, -901, -2998}
	for _, e := range kernels.All {
		op, l := aimed(e.Make, g, logf)
		agrees(t, e.Name+", deep", op, g, l)
		f := []float64{1, -2, 0.5, 3, 0.25, -1}
		pushed := make([]float64, 6)
		pulled := pair(6)
		op.Push(pushed, f)
		op.Pull(&pulled, &chains.Pair{f, pushed})
		must.Each(t, pulled[0], apply(laws.RowsOf(op, 6), f), 1e-14, "%s, pulled", e.Name)
		must.Near(t, floats.Sum(pushed), floats.Sum(f), 1e-14, "%s: mass", e.Name)
	}
}

// TestLarge holds kernels on spaces that all cores share to their rows, and to themselves
// on another number of cores: on boxes of all shapes, with walls that have mass and walls
// that have none, and with a density that spans too much for masses.
func TestLarge(t *testing.T) {
	m, h := kernels.Metropolis{}, kernels.HeatBath{}
	walled := grid.New(101, 5, 67).WithWalls(3, 401, 402, 30000)
	spins := cube(15)
	pairs := grid.New(3, 2, 5501)
	far := grid.New(7, 5000)
	tried := map[string]chains.Kernel{"barker": kernels.Barker{}, "sweep": kernels.GibbsSweep{},
		"king": kernels.King{}, "mixture": kernels.Mixture{Weights: []float64{1, 2}, Kernels: []chains.Kernel{m, h}}}
	for name, k := range tried {
		pulledLarge(t, name+" on "+walled.String(), k, walled, puzzle(walled))
	}
	pulledLarge(t, "mixture on spins", tried["mixture"], spins, puzzle(spins))
	pulledLarge(t, "perfect", kernels.Perfect{}, walled, puzzle(walled))
	pulledLarge(t, "heat-bath along two far axes", h, far, puzzle(far))
	pulledLarge(t, "king on "+far.String(), kernels.King{}, far, puzzle(far))
	for _, g := range []grid.Grid{grid.New(101, 5, 67).Of(grid.Ring),
		grid.New(3, 2, 5501).Of(grid.Ring, grid.Any, grid.Ring),
		grid.New(9, 5, 3, 301).Of(grid.Any, grid.Ring, grid.Any, grid.Line), spins.Of(grid.Any)} {
		pulledLarge(t, "barker on kinds, "+g.String(), kernels.Barker{}, g, puzzle(g))
		if g.Ordered() && g.Axes() < 4 {
			pulledLarge(t, "king on kinds, "+g.String(), kernels.King{}, g, puzzle(g))
		}
	}
	pulledLarge(t, "sweep on pairs", kernels.GibbsSweep{}, pairs, puzzle(pairs))
	box := grid.New(101, 5, 67)
	deep := puzzle(box)
	for x := range deep {
		deep[x] *= 400
	}
	pulledLarge(t, "barker deep", tried["barker"], box, deep)
}

// pulledLarge holds Pull to the rows at some cells, Push to Pull by <qT, f> = <q, Tf>, and Pull of a level with masses
// at hand to that without on cells with mass.
func pulledLarge(t *testing.T, name string, k chains.Kernel, g grid.Grid, logf []float64) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	op, l := aimed(k, g, logf)
	n := g.Size()
	p := make([]float64, n)
	f := make([]float64, n)
	q := make([]float64, n)
	shallow := chains.LogSpan(logf) < 100
	for x, v := range logf {
		p[x], f[x] = math.Exp(v), math.Sin(float64(x))
		q[x] = math.Cos(float64(x))
	}
	pulled := pair(n)
	pushed := make([]float64, n)
	op.Pull(&pulled, &chains.Pair{f, f})
	op.Push(pushed, q)
	if off := math.Abs(floats.Dot(pushed, f) - floats.Dot(q, pulled[0])); !(off < 1e-12*float64(n)) {
		t.Errorf("%s: <qT, f> - <q, Tf> = %g", name, off)
	}
	for x := 3; x < n; x += 1 + n/40 {
		want := f[x]
		op.Row(x, func(y int, r float64) { want += r * (f[y] - f[x]) })
		if off := math.Abs(pulled[0][x] - want); !(off < 1e-12) {
			t.Errorf("%s: pulled at cell %d, off by %g", name, x, off)
		}
	}
	if shallow {
		l.P = p
		op.Aim(l)
		knownLarge(t, name, op, p, f, pulled[0])
	}
}

// knownLarge holds Pull to what it made of f before on cells with mass, and to itself on one core.
func knownLarge(t *testing.T, name string, op chains.Operator, p, f, pulled []float64) {
	t.Helper()
	two := pair(len(f))
	again := pair(len(f))
	twice := chains.Pair{f, f}
	op.Pull(&two, &twice)
	runtime.GOMAXPROCS(1)
	op.Pull(&again, &twice)
	if !slices.Equal(two[0], again[0]) {
		t.Errorf("%s: another number of cores, another result", name)
	}
	if !slices.Equal(two[0], two[1]) {
		t.Errorf("%s: another of the pair, another result", name)
	}
	for x, v := range two[0] {
		if off := math.Abs(v - pulled[x]); p[x] > 0 && !(off < 1e-12) {
			t.Fatalf("%s: pulled where p is known at cell %d, off by %g", name, x, off)
		}
	}
}

// puzzle returns a log density on g of a few nats without pattern, its walls without
// mass.
func puzzle(g grid.Grid) []float64 {
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = 2 * math.Sin(3*float64(x)+1)
		if g.Wall(x) {
			logf[x] = math.Inf(-1)
		}
	}
	return logf
}

// cube returns the hypercube of this many spins.
func cube(spins int) grid.Grid { return grid.New(slices.Repeat([]int{2}, spins)...) }

// TestMain looks at fewer random cases than rapid does by itself.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "25")
	os.Exit(m.Run())
}
