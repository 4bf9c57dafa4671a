package chains_test

import (
	"math"
	"testing"

	"breadboard/chains"
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
	m, _ := matrix(chains.Metropolis{}, box, hill)
	h, _ := matrix(chains.HeatBath{}, box, hill)
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
	line0, _ := matrix(chains.Line{Axis: 0}, box, hill)
	line1, _ := matrix(chains.Line{Axis: 1}, box, hill)
	perfect, _ := matrix(chains.Perfect{}, box, hill)
	for _, c := range []struct {
		name       string
		k          chains.Kernel
		want, back []float64
	}{
		{"lazy", chains.Lazy{A: 0.3, Kernel: chains.Metropolis{}}, blend(0.3, one, m), blend(0.3, one, m)},
		{"mixture", chains.Mixture{Weights: []float64{1, 3}, Kernels: []chains.Kernel{chains.Metropolis{}, chains.HeatBath{}}}, blend(0.25, m, h), blend(0.25, m, h)},
		{"cycle", chains.Cycle{Kernels: []chains.Kernel{chains.Metropolis{}, chains.HeatBath{}}}, times(m, h, n), times(h, m, n)},
		{"sweep", chains.Sweep{}, times(line0, line1, n), times(line1, line0, n)},
		{"repeat", chains.Repeat{Times: 3, Kernel: chains.Metropolis{}}, times(m, times(m, m, n), n), times(m, times(m, m, n), n)},
		{"heat-bath as a mixture of lines", chains.Mixture{Weights: []float64{1, 1}, Kernels: []chains.Kernel{chains.Line{Axis: 0}, chains.Line{Axis: 1}}}, h, h},
		{"blocks of one axis", chains.Blocks{Axes: 1}, h, h},
		{"a block of all axes", chains.Blocks{Axes: 2}, perfect, perfect},
		{"one try", chains.MultipleTry{Tries: 1}, m, m},
		{"a matrix", chains.Matrices{N: n, P: [][]float64{m}}, m, m},
		{"a matrix that is not reversible", chains.Matrices{N: n, P: [][]float64{times(m, h, n)}}, times(m, h, n), times(h, m, n)},
	} {
		got, back := matrix(c.k, box, hill)
		same(t, c.name, got, c.want)
		same(t, c.name+", reversed", back, c.back)
	}
	king, _ := matrix(chains.King{}, grid.New(6), hill)
	path, _ := matrix(chains.Metropolis{}, grid.New(6), hill)
	same(t, "a king on a path", king, path)
}

// TestReversible: what is reversible is its own reversal, the same operator and
// not another equal one, because package exact then saves half the work.
func TestReversible(t *testing.T) {
	m, s := chains.Metropolis{}, chains.Sweep{}
	for name, c := range map[string]struct {
		k    chains.Kernel
		want bool
	}{
		"king": {chains.King{}, true}, "lazy": {chains.Lazy{Kernel: m}, true}, "sweep": {s, false}, "lazy sweep": {chains.Lazy{Kernel: s}, false},
		"repeat": {chains.Repeat{Times: 2, Kernel: m}, true}, "a cycle of one": {chains.Cycle{Kernels: []chains.Kernel{m}}, true},
		"lifted": {chains.Lifted{}, false}, "swap": {chains.Swap{}, false}, "blocks": {chains.Blocks{Axes: 2}, true},
	} {
		g, _ := chains.Extend(c.k, box, chains.Geometric{From: hill, To: hill})
		if op := c.k.On(g); (op == op.Reversal()) != c.want || op.Reversal().Reversal() != op {
			t.Errorf("%s: reversible is %v", name, !c.want)
		}
	}
}

// TestMatricesByBeta: the matrix is that of the level's beta, as written in
// decimals; there is none between two.
func TestMatricesByBeta(t *testing.T) {
	k := chains.Matrices{N: 2, Betas: []float64{0, 1. / 3, 1}, P: [][]float64{{1, 0, 0, 1}, {0.5, 0.5, 0.25, 0.75}, {0.1, 0.9, 0.2, 0.8}}}
	for beta, want := range map[float64]float64{0: 0, 0.3333333333333: 0.5, 1: 0.9} {
		if got := k.At(beta)[1]; got != want {
			t.Errorf("at %v: %v", beta, got)
		}
	}
	for name, f := range map[string]func(){
		"between":         func() { k.At(0.5) },
		"too few":         func() { chains.Matrices{N: 2, Betas: []float64{0, 1}, P: k.P[:1]}.On(grid.New(2)) },
		"wrong size":      func() { chains.Matrices{N: 2, P: [][]float64{{1}}}.On(grid.New(2)) },
		"another grid":    func() { k.On(grid.New(3)) },
		"not extended":    func() { chains.Lifted{}.On(grid.New(2, 3)) },
		"no pairs":        func() { chains.Swap{}.On(grid.New(2, 3)) },
		"lazy by 2":       func() { chains.Lazy{A: 2, Kernel: chains.Metropolis{}}.On(box) },
		"no weights":      func() { chains.Mixture{Kernels: []chains.Kernel{chains.Metropolis{}}}.On(box) },
		"no tries":        func() { chains.MultipleTry{}.On(box) },
		"blocks of none":  func() { chains.Blocks{}.On(box) },
		"repeated never":  func() { chains.Repeat{Kernel: chains.Metropolis{}}.On(box) },
		"a cycle of none": func() { chains.Cycle{}.On(box) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// TestExtension: the extended density, summed over what was added, is the
// target's at every beta, for bridges that are geometric and that are not.
func TestExtension(t *testing.T) {
	from := []float64{0, 0.5, -1, 0.2, 0, 0.3}
	for _, k := range []chains.Kernel{chains.Lifted{}, chains.Swap{Share: 0.5}, chains.Swap{}, chains.Lazy{A: 0.5, Kernel: chains.Lifted{}}} {
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

// TestCosts on a box of 2x3, by hand.
func TestCosts(t *testing.T) {
	want := map[string]float64{"metropolis": 1, "barker": 1, "heat-bath": 1.5, "heat-bath:2": 5, "cycle": 3, "king": 1, "independence": 1,
		"lazy:0.5": 0.5, "mixture": 1.25, "multiple-try": 5, "delayed-rejection": 2, "lifted": 1, "swap": 2, "perfect": 5, "identity": 0}
	for _, k := range chains.Kernels {
		g, _ := chains.Extend(k.Make, box, chains.Geometric{From: hill, To: hill})
		if cost, ok := chains.Cost(k.Make, g); !ok || cost != want[k.Name] {
			t.Errorf("%s costs %v, %v; want %v", k.Name, cost, ok, want[k.Name])
		}
	}
	none := chains.Rows{}
	for _, k := range []chains.Kernel{none, chains.Lazy{Kernel: none}, chains.Cycle{Kernels: []chains.Kernel{none}}, chains.Repeat{Times: 1, Kernel: none},
		chains.Mixture{Weights: []float64{1}, Kernels: []chains.Kernel{none}}} {
		if cost, ok := chains.Cost(k, box); ok {
			t.Errorf("%T of a kernel without a price costs %v", k, cost)
		}
	}
	if cost, _ := chains.Cost(chains.Repeat{Times: 3, Kernel: chains.Cycle{Kernels: []chains.Kernel{chains.King{}, chains.Line{Axis: 1}}}}, box); cost != 9 {
		t.Errorf("three times a king and a line of three cost %v", cost)
	}
}

// TestPairPullers: every catalogued kernel and its reversal pull pairs.
func TestPairPullers(t *testing.T) {
	for _, k := range chains.Kernels {
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
	for _, e := range chains.Kernels {
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
				two.PullPair(&both, &f)
				got = both[k-1]
			}
			same(t, e.Name+", "+name, got, want)
		}
	}
}
