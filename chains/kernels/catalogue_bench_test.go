package kernels_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

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

// cube returns the hypercube of so many spins.
func cube(spins int) grid.Grid { return grid.New(slices.Repeat([]int{2}, spins)...) }

// entries returns how many other cells a cell inside a box of g, the grid of the target,
// reaches by k. Cells that the box or a wall cuts off count too, and the steps of a k that
// makes several are added.
func entries(k chains.Kernel, g grid.Grid) int {
	lines := 0
	for a := range g.Axes() {
		lines += g.Len(a) - 1
	}
	switch k := k.(type) {
	case kernels.HeatBath, kernels.GibbsSweep, kernels.Slice:
		return lines
	case kernels.Blocks:
		return int(k.Facts(g).Moves)
	case kernels.King:
		return int(math.Pow(3, float64(g.Axes()))) - 1
	case kernels.Langevin:
		return int(k.Facts(g).Moves)
	case kernels.Hamiltonian:
		return int(k.Facts(g).Paths)
	case kernels.Mixture:
		return g.Moves() + lines
	case kernels.Independence, kernels.DelayedRejection, kernels.Perfect:
		return g.Size() - 1
	case kernels.Swap:
		return 2*g.Moves() + 1
	case kernels.Identity:
		return 1
	}
	return g.Moves()
}

// BenchmarkPullPair measures one level of any kernel on any box: aiming, and
// pulling two functions by the reversal, p at hand. "ns/move" is the time for a
// cell and one of its entries, both functions together.
func BenchmarkPullPair(b *testing.B) {
	for _, place := range []struct {
		name string
		g    grid.Grid
		most float64 // cells times entries
	}{
		{"7x7", grid.New(7, 7), 1e6},
		{"5x9walls", grid.New(5, 9).WithWalls(11, 12, 13, 20, 31), 1e6},
		{"64", grid.New(64), 1e6},
		{"5x1x9", grid.New(5, 1, 9), 1e6},
		{"4x4x4", grid.New(4, 4, 4), 1e6},
		{"2^8", cube(8), 1e7},
		{"512x512", grid.New(512, 512), 1e9},
		{"2^18", cube(18), 1e9},
	} {
		for _, k := range kernels.Catalogue {
			cells := float64(chains.States(k.Make, place.g))
			moves := cells * float64(entries(k.Make, place.g))
			if _, slow := k.Make.(kernels.MultipleTry); moves > place.most || slow && cells > 1000 {
				continue
			}
			b.Run(k.Name+"/"+place.name, func(b *testing.B) { benchmarkPair(b, k.Make, place.g) })
		}
	}
}

func benchmarkPair(b *testing.B, k chains.Kernel, g grid.Grid) {
	logf := puzzle(g)
	wide, bridge := chains.Extend(k, g, chains.Geometric{From: chains.Uniform(logf), To: logf})
	n, level := wide.Size(), chains.NewLevel(bridge, wide.Size())
	p, sum := make([]float64, n), 0.0
	level.Move(1, 1)
	for x, v := range level.LogF() {
		p[x] = math.Exp(v)
		sum += p[x]
	}
	f, dst := pair(n), pair(n)
	for x := range p {
		if p[x] /= sum; p[x] > 0 {
			f[0][x], f[1][x] = math.Sin(float64(x)), math.Cos(float64(x))
		}
	}
	op := k.On(wide)
	back := op.Reversal()
	pair, ok := back.(chains.PairPuller)
	pull := func() {
		level.Move(1, 1)
		level.P = p
		op.Aim(level)
		if ok {
			pair.PullPair(&dst, &f, &f, 1)
		} else {
			back.Pull(dst[0], f[0])
			back.Pull(dst[1], f[1])
		}
	}
	pull() // makes what is made once
	for b.Loop() {
		pull()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n)/float64(entries(k, g)), "ns/move")
}
