package chains_test

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/grid"
)

// TestWide holds what kernels do on spaces that all cores share to their rows, at
// some cells, and to themselves on another number of cores.
func TestWide(t *testing.T) {
	m, h := chains.Metropolis{}, chains.HeatBath{}
	kernels := map[string]chains.Kernel{"metropolis": m, "barker": chains.Barker{}, "heat-bath": h, "blocks": chains.Blocks{Axes: 3},
		"sweep": chains.Sweep{}, "king": chains.King{}, "lazy": chains.Lazy{A: 0.3, Kernel: m}, "mixture": chains.Mixture{Weights: []float64{1, 2}, Kernels: []chains.Kernel{m, h}}}
	grids := []grid.Grid{cube(15), grid.New(201, 5, 67).WithWalls(3, 401, 402, 40000), grid.New(7, 5000), grid.New(40000)}
	for name, k := range kernels {
		for _, g := range grids {
			if name == "king" && g.Axes() > 3 {
				continue // he goes almost everywhere
			}
			wide(t, name+" on "+g.String(), k, g)
		}
	}
}

func wide(t *testing.T, name string, k chains.Kernel, g grid.Grid) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	logf := puzzle(g)
	l, op, n := chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: logf}, g.Size()), k.On(g), g.Size()
	l.Move(1, 1)
	p, f, q := make([]float64, n), make([]float64, n), make([]float64, n)
	for x := range p {
		if p[x] = math.Exp(logf[x]); p[x] > 0 {
			f[x], q[x] = math.Sin(float64(x)), math.Cos(float64(x))
		}
	}
	op.Aim(l)
	pulled, pushed := make([]float64, n), make([]float64, n)
	op.Pull(pulled, f)
	op.Push(pushed, q)
	l.P = p
	op.Aim(l)
	pair := op.(chains.PairPuller)
	two, again := [2][]float64{make([]float64, n), make([]float64, n)}, [2][]float64{make([]float64, n), make([]float64, n)}
	pair.PullPair(&two, &[2][]float64{q, f})
	runtime.GOMAXPROCS(1)
	pair.PullPair(&again, &[2][]float64{q, f})
	if !slices.Equal(two[0], again[0]) || !slices.Equal(two[1], again[1]) {
		t.Errorf("%s: another number of cores, another result", name)
	}
	for x := 0; x < n; x += 1 + n/60 {
		if p[x] == 0 {
			continue
		}
		want, in := f[x], q[x]
		op.Row(x, func(y int, r float64) { want, in = want+r*(f[y]-f[x]), in-r*q[x] })
		op.Reversal().Row(x, func(y int, r float64) { in += q[y] * r * p[x] / p[y] })
		for what, got := range map[string]float64{"pulled": pulled[x] - want, "pulled in a pair": two[1][x] - want, "pushed": pushed[x] - in} {
			if !(math.Abs(got) < 1e-12) {
				t.Errorf("%s: %s at cell %d, off by %g", name, what, x, got)
			}
		}
	}
}
