package kernels_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// matrix is k's at the end of a bridge to logf, with what is left of 1 on the
// diagonal, and that of its reversal.
func matrix(k chains.Kernel, g grid.Grid, logf []float64) (m, back []float64) {
	g, b := chains.Extend(k, g, chains.Geometric{From: make([]float64, len(logf)), To: logf})
	l, op := chains.NewLevel(b, g.Size()), k.On(g)
	l.Move(1, 1)
	op.Aim(l)
	return dense(op, g.Size()), dense(op.Reversal(), g.Size())
}

func dense(op chains.Operator, n int) []float64 {
	m := make([]float64, n*n)
	for x := range n {
		m[x*n+x] = 1
		op.Row(x, func(y int, p float64) {
			m[x*n+y] += p
			m[x*n+x] -= p
		})
	}
	return m
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

func same(t *testing.T, name string, got, want []float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) < 1e-14) {
			t.Errorf("%s: entry %d is %.15g, want %.15g", name, i, got[i], want[i])
		}
	}
}

var (
	box  = grid.New(2, 3)
	hill = []float64{0.9, -0.4, 0.2, -1.3, 0.1, 1.7}
)

// TestAlgebra holds compositions to the products and sums of dense matrices, and
// the special cases of a family to what they are another name for.
func TestAlgebra(t *testing.T) {
	const n = 6
	m, _ := matrix(kernels.Metropolis{}, box, hill)
	h, _ := matrix(kernels.HeatBath{}, box, hill)
	one := make([]float64, n*n)
	for x := range n {
		one[x*n+x] = 1
	}
	blend := func(a float64, u, v []float64) []float64 {
		w := make([]float64, len(u))
		for i := range w {
			w[i] = a*u[i] + (1-a)*v[i]
		}
		return w
	}
	line0, _ := matrix(kernels.Line{Axis: 0}, box, hill)
	line1, _ := matrix(kernels.Line{Axis: 1}, box, hill)
	perfect, _ := matrix(kernels.Perfect{}, box, hill)
	cube := times(m, times(m, m, n), n)
	both := []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}}
	lines := []chains.Kernel{kernels.Line{Axis: 0}, kernels.Line{Axis: 1}}
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
		{"heat-bath as a mixture of lines", kernels.Mixture{Weights: []float64{1, 1}, Kernels: lines}, h, h},
		{"blocks of one axis", kernels.Blocks{Axes: 1}, h, h},
		{"a block of all axes", kernels.Blocks{Axes: 2}, perfect, perfect},
		{"one try", kernels.MultipleTry{Tries: 1}, m, m},
		{"a matrix", kernels.Matrices{N: n, P: [][]float64{m}}, m, m},
		{"a matrix that is not reversible", kernels.Matrices{N: n, P: [][]float64{times(m, h, n)}},
			times(m, h, n), times(h, m, n)},
	} {
		got, back := matrix(c.k, box, hill)
		same(t, c.name, got, c.want)
		same(t, c.name+", reversed", back, c.back)
	}
	king, _ := matrix(kernels.King{}, grid.New(6), hill)
	path, _ := matrix(kernels.Metropolis{}, grid.New(6), hill)
	same(t, "a king on a path", king, path)
}

// TestReversible: what is reversible is its own reversal, the same operator and
// not another equal one, because package exact then saves half the work.
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
		"lifted":         {kernels.Lifted{}, false},
		"swap":           {kernels.Swap{}, false},
		"blocks":         {kernels.Blocks{Axes: 2}, true},
	} {
		g, _ := chains.Extend(c.k, box, chains.Geometric{From: hill, To: hill})
		if op := c.k.On(g); (op == op.Reversal()) != c.want || op.Reversal().Reversal() != op {
			t.Errorf("%s: reversible is %v", name, !c.want)
		}
	}
}

// TestPanics: kernels that make no sense panic when an operator is asked for.
func TestPanics(t *testing.T) {
	panics(t, map[string]func(){
		"not extended":    func() { kernels.Lifted{}.On(grid.New(2, 3)) },
		"no pairs":        func() { kernels.Swap{}.On(grid.New(2, 3)) },
		"lazy by 2":       func() { kernels.Lazy{A: 2, Kernel: kernels.Metropolis{}}.On(box) },
		"no weights":      func() { kernels.Mixture{Kernels: []chains.Kernel{kernels.Metropolis{}}}.On(box) },
		"no tries":        func() { kernels.MultipleTry{}.On(box) },
		"blocks of none":  func() { kernels.Blocks{}.On(box) },
		"repeated never":  func() { kernels.Repeat{Kernel: kernels.Metropolis{}}.On(box) },
		"a cycle of none": func() { kernels.Cycle{}.On(box) },
	})
}

// panics calls functions that must panic.
func panics(t *testing.T, calls map[string]func()) {
	t.Helper()
	for name, call := range calls {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}

// TestExtension: the extended density, summed over what was added, is the
// target's at every beta, for bridges that are geometric and that are not.
func TestExtension(t *testing.T) {
	from := []float64{0, 0.5, -1, 0.2, 0, 0.3}
	for _, k := range []chains.Kernel{
		kernels.Lifted{}, kernels.Swap{Share: 0.5}, kernels.Swap{}, kernels.Lazy{A: 0.5, Kernel: kernels.Lifted{}},
	} {
		for _, b := range []chains.Bridge{chains.Geometric{From: from, To: hill}, chains.NewMixture(from, hill)} {
			g, wide := chains.Extend(k, box, b)
			if g.Size() != chains.States(k, box) || g.Size() <= 6 {
				t.Fatalf("%d states, and %d", g.Size(), chains.States(k, box))
			}
			for _, beta := range []float64{0, 0.35, 1} {
				logf, plain := make([]float64, g.Size()), make([]float64, 6)
				wide.At(logf, beta)
				b.At(plain, beta)
				ratio := 0.0
				for x := range plain {
					sum := 0.0
					for i := range g.Size() / 6 {
						sum += math.Exp(logf[x*(g.Size()/6)+i])
					}
					if sum /= math.Exp(plain[x]); x > 0 && !(math.Abs(sum/ratio-1) < 1e-14) {
						t.Errorf("cell %d has %v times its density, cell 0 %v", x, sum, ratio)
					} else {
						ratio = sum
					}
				}
				slopes(t, wide, beta, g.Size())
			}
		}
	}
}

// slopes holds Slope inside to a central difference, which is off by h².
func slopes(t *testing.T, b chains.Bridge, beta float64, n int) {
	t.Helper()
	if beta == 0 || beta == 1 {
		return
	}
	const h = 1e-5
	slope, up, down := make([]float64, n), make([]float64, n), make([]float64, n)
	b.Slope(slope, beta)
	b.At(up, beta+h)
	b.At(down, beta-h)
	for x := range slope {
		if want := (up[x] - down[x] - up[0] + down[0]) / (2 * h); !(math.Abs(slope[x]-slope[0]-want) < 1e-8) {
			t.Errorf("slope of state %d less that of 0 is %v, want %v", x, slope[x]-slope[0], want)
		}
	}
}

// TestPairPullers: every catalogued kernel and its reversal pull pairs.
func TestPairPullers(t *testing.T) {
	for _, k := range kernels.Catalogue {
		g, _ := chains.Extend(k.Make, box, chains.Geometric{From: hill, To: hill})
		op := k.Make.On(g)
		_, ahead := op.(chains.PairPuller)
		if _, back := op.Reversal().(chains.PairPuller); !ahead || !back {
			t.Errorf("%s pulls pairs: %v, its reversal: %v", k.Name, ahead, back)
		}
	}
}

// TestWallsWithMass: at the end of a bridge walls may have mass, which every kernel lets
// out and none in. A pair of functions is pulled there as rows say, which know walls one
// by one.
func TestWallsWithMass(t *testing.T) {
	g := grid.New(3, 3).WithWalls(1, 4)
	logf := []float64{0.9, 0.7, 0.2, -1.3, -0.6, 1.7, 0.3, -0.2, 0.5}
	for _, e := range kernels.Catalogue {
		wide, bridge := chains.Extend(e.Make, g, chains.Geometric{From: logf, To: logf})
		op, l, n := e.Make.On(wide), chains.NewLevel(bridge, wide.Size()), wide.Size()
		two, ok := op.(chains.PairPuller)
		if !ok {
			continue
		}
		l.Move(1, 1)
		op.Aim(l)
		m := dense(op, n)
		f, p := [2][]float64{make([]float64, n), make([]float64, n)}, make([]float64, n)
		for x := range n {
			f[0][x], f[1][x], p[x] = math.Sin(float64(3*x)), math.Cos(float64(x)), math.Exp(l.LogF()[x])
		}
		l.P = p
		op.Aim(l)
		for k, name := range []string{"masses at hand", "in a pair, the first", "in a pair, the second"} {
			got, want := make([]float64, n), make([]float64, n)
			by := f[max(k-1, 0)]
			for x := range n {
				for y := range n {
					want[x] += m[x*n+y] * by[y]
				}
			}
			if k == 0 {
				op.Pull(got, by)
			} else {
				both := [2][]float64{make([]float64, n), make([]float64, n)}
				two.PullPair(&both, &f, &f, 1)
				got = both[k-1]
			}
			same(t, e.Name+", "+name, got, want)
		}
	}
}
