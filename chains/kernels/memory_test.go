package kernels_test

import (
	"os"
	"runtime"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestMemory: an operator that has pulled a pair keeps as much as its kernel says, within a factor of two, for
// every kernel and some made of them, on many axes and on few: up to a few vectors and
// buffers that do not grow with the cells.
func TestMemory(t *testing.T) {
	tried := append(slices.Clone(kernels.Catalogue), []chains.Entry[chains.Kernel]{
		{Name: "two in turn", Make: kernels.Cycle{Kernels: []chains.Kernel{kernels.Independence{}, kernels.Barker{}}}},
		{Name: "thrice", Make: kernels.Repeat{Times: 3, Kernel: kernels.DelayedRejection{}}},
		{Name: "lazy, with a direction", Make: kernels.Lazy{A: 0.5, Kernel: kernels.Lifted{}}},
		{Name: "lazy, two in turn", Make: kernels.Lazy{A: 0.5, Kernel: kernels.Cycle{
			Kernels: []chains.Kernel{kernels.Metropolis{}, kernels.Barker{}}}}},
		{Name: "mixed with tries", Make: kernels.Mixture{Weights: []float64{1, 2},
			Kernels: []chains.Kernel{kernels.MultipleTry{Tries: 2}, kernels.HeatBath{}}}},
		{Name: "two tries", Make: kernels.MultipleTry{Tries: 2}},
	}...)
	const vectors = 4 * 8
	places := []grid.Grid{cube(9), grid.New(20, 20)}
	if os.Getenv("BREADBOARD_LONG") != "" {
		places = append(places, cube(11), grid.New(120, 120))
	}
	for _, g := range places {
		for _, k := range tried {
			n := float64(chains.States(k.Make, g))
			if n > 1<<20 || endless(k.Make, g) {
				continue
			}
			buffers := float64(g.Axes()) * (1 << 17)
			said := n * 8 * chains.FactsOf(k.Make, chains.Box(k.Make, g)).Kept
			got := n * kept(k.Make, g)
			if got > 2*said+vectors*n+buffers || got < said/2-vectors*n-buffers {
				t.Errorf("%s on %v keeps %.0f bytes, and says %.0f", k.Name, g, got, said)
			}
		}
	}
}

// endless reports whether a pull by k takes more than seconds on g.
func endless(k chains.Kernel, g grid.Grid) bool {
	switch k := k.(type) {
	case kernels.King, kernels.MultipleTry, kernels.Langevin:
		return g.Axes() > 11
	case kernels.Hamiltonian:
		return float64(g.Size())*k.Facts(g).Paths > 1e7
	}
	return false
}

// kept returns how many bytes a cell an operator of k keeps after pulling a pair.
func kept(k chains.Kernel, g grid.Grid) float64 {
	logf := puzzle(g)
	wide, bridge := chains.Extend(k, g, chains.Geometric{From: chains.Uniform(logf), To: logf})
	n, l := wide.Size(), chains.NewLevel(bridge, wide.Size())
	p, f, dst := make([]float64, n), pair(n), pair(n)
	for x := range p {
		p[x] = 1 + float64(x%7)
	}
	before := held()
	op := k.On(wide)
	l.Move(1, 1)
	l.P = p
	op.Aim(l)
	op.Reversal().(chains.PairPuller).PullPair(&dst, &f, &f, 1)
	after := held()
	runtime.KeepAlive([]any{op, l, logf, wide, bridge, p, f, dst})
	return (after - before) / float64(n)
}

// held returns the bytes in use on the heap.
func held() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
