package kernels_test

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestLarge holds kernels on spaces that all cores share to their rows, and to themselves
// on another number of cores: on boxes of all shapes, with walls that have mass and walls
// that have none, and with a density that spans too much for masses.
func TestLarge(t *testing.T) {
	m, h := kernels.Metropolis{}, kernels.HeatBath{}
	tried := map[string]chains.Kernel{
		"metropolis": m, "barker": kernels.Barker{}, "heat-bath": h, "blocks": kernels.Blocks{Axes: 3},
		"sweep":   kernels.GibbsSweep{},
		"slice":   kernels.Slice{},
		"king":    kernels.King{},
		"lazy":    kernels.Lazy{A: 0.3, Kernel: m},
		"mixture": kernels.Mixture{Weights: []float64{1, 2}, Kernels: []chains.Kernel{m, h}}}
	walled := grid.New(201, 5, 67).WithWalls(3, 401, 402, 40000)
	for name, k := range tried {
		if name != "king" { // who goes almost everywhere there
			pulledLarge(t, name+" on spins", k, cube(15), puzzle(cube(15)))
		}
		if name == "metropolis" {
			pulledLarge(t, "independence", kernels.Independence{}, grid.New(40000), puzzle(grid.New(40000)))
			pulledLarge(t, "perfect", kernels.Perfect{}, walled, puzzle(walled))
		}
		for _, g := range []grid.Grid{walled, grid.New(7, 5000), grid.New(40000)} {
			pulledLarge(t, name+" on "+g.String(), k, g, puzzle(g))
		}
		if name == "sweep" { // pieces that begin and end amid lines of two cells side by side
			pulledLarge(t, name+" on pairs", k, grid.New(3, 2, 7001), puzzle(grid.New(3, 2, 7001)))
		}
		if name != "king" {
			pulledLarge(t, name+" on walls with mass", k, walled, puzzle(grid.New(201, 5, 67)))
			deep := puzzle(grid.New(201, 5, 67))
			for x := range deep {
				deep[x] *= 400
			}
			pulledLarge(t, name+" deep", k, grid.New(201, 5, 67), deep)
		}
	}
}

// pulledLarge holds Pull to the rows at some cells, Push to Pull by <qT, f> = <q, Tf>,
// and PullPair, where there is a p, to Pull on cells with mass.
func pulledLarge(t *testing.T, name string, k chains.Kernel, g grid.Grid, logf []float64) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	l, op, n := chains.NewLevel(chains.Geometric{From: logf, To: logf}, g.Size()), k.On(g), g.Size()
	l.Move(1, 1)
	p, f, q := make([]float64, n), make([]float64, n), make([]float64, n)
	shallow := chains.LogSpan(logf) < 100
	for x, v := range logf {
		p[x], f[x] = math.Exp(v), math.Sin(float64(x))
		if p[x] > 0 || !shallow {
			q[x] = math.Cos(float64(x))
		}
	}
	pulled, pushed := make([]float64, n), make([]float64, n)
	op.Aim(l)
	op.Pull(pulled, f)
	op.Push(pushed, q)
	if off := math.Abs(floats.Dot(pushed, f) - floats.Dot(q, pulled)); !(off < 1e-12*float64(n)) {
		t.Errorf("%s: <qT, f> - <q, Tf> = %g", name, off)
	}
	for x := 3; x < n; x += 1 + n/40 {
		want := f[x]
		op.Row(x, func(y int, r float64) { want += r * (f[y] - f[x]) })
		if off := math.Abs(pulled[x] - want); !(off < 1e-12) {
			t.Errorf("%s: pulled at cell %d, off by %g", name, x, off)
		}
	}
	if shallow {
		l.P = p
		op.Aim(l)
		pairLarge(t, name, op.(chains.PairPuller), p, f, pulled)
	}
}

// pairLarge holds PullPair to what Pull made of f on cells with mass, and to itself on one
// core.
func pairLarge(t *testing.T, name string, op chains.PairPuller, p, f, pulled []float64) {
	t.Helper()
	two, again, twice := pair(len(f)), pair(len(f)), chains.Pair{f, f}
	op.PullPair(&two, &twice, &twice, 1)
	runtime.GOMAXPROCS(1)
	op.PullPair(&again, &twice, &twice, 1)
	if !slices.Equal(two[0], again[0]) {
		t.Errorf("%s: another number of cores, another result", name)
	}
	if !slices.Equal(two[0], two[1]) {
		t.Errorf("%s: another of the pair, another result", name)
	}
	for x, v := range two[0] {
		if off := math.Abs(v - pulled[x]); p[x] > 0 && !(off < 1e-12) {
			t.Fatalf("%s: pulled in a pair at cell %d, off by %g", name, x, off)
		}
	}
}
