package chains_test

import (
	"runtime"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/grid"
)

// TestRoom: an operator that has pulled a pair keeps as much as its kernel says, for
// every kernel and some made of them, on many axes and on few, beside a few bytes a
// cell and rooms that do not grow with the cells.
func TestRoom(t *testing.T) {
	kernels := append(slices.Clone(chains.Kernels), []chains.Entry[chains.Kernel]{
		{Name: "two in turn", Make: chains.Cycle{Kernels: []chains.Kernel{chains.Independence{}, chains.Barker{}}}},
		{Name: "thrice", Make: chains.Repeat{Times: 3, Kernel: chains.DelayedRejection{}}},
		{Name: "lazy, with a direction", Make: chains.Lazy{A: 0.5, Kernel: chains.Lifted{}}},
		{Name: "mixed with tries", Make: chains.Mixture{Weights: []float64{1, 2}, Kernels: []chains.Kernel{chains.MultipleTry{Tries: 2}, chains.HeatBath{}}}},
		{Name: "two tries", Make: chains.MultipleTry{Tries: 2}},
	}...)
	const few = 2
	for _, g := range []grid.Grid{cube(17), cube(11), cube(9), grid.New(500, 500), grid.New(20, 20)} {
		for _, k := range kernels {
			n := float64(chains.States(k.Make, g))
			if n > 1<<20 || g.Axes() > 11 && (k.Name == "king" || k.Name == "multiple-try") {
				continue
			}
			rooms := float64(g.Axes()) * (1 << 17)
			said, got := chains.Kept(k.Make, g), n*kept(k.Make, g)
			if got > said+few*n+rooms || got < 0.9*said-rooms {
				t.Errorf("%s on %v keeps %.0f bytes; %.0f are told of", k.Name, g, got, said)
			}
		}
	}
}

// kept is how many bytes a cell an operator of k keeps after pulling a pair.
func kept(k chains.Kernel, g grid.Grid) float64 {
	logf := puzzle(g)
	wide, bridge := chains.Extend(k, g, chains.Geometric{From: chains.Uniform(logf), To: logf})
	n, l := wide.Size(), chains.NewLevel(bridge, wide.Size())
	p, f, dst := make([]float64, n), [2][]float64{make([]float64, n), make([]float64, n)}, [2][]float64{make([]float64, n), make([]float64, n)}
	for x := range p {
		p[x] = 1 + float64(x%7)
	}
	before := held()
	op := k.On(wide)
	l.Move(1, 1)
	l.P = p
	op.Aim(l)
	op.Reversal().(chains.PairPuller).PullPair(&dst, &f)
	after := held()
	runtime.KeepAlive([]any{op, l, logf, wide, bridge, p, f, dst})
	return (after - before) / float64(n)
}

// held is what the heap holds.
func held() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
