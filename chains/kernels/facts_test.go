package kernels_test

import (
	"runtime"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestMemory: an operator that has pulled a pair keeps as much as its kernel says, for
// every kernel and some made of them, on many axes and on few, beside a few bytes a
// cell and rooms that do not grow with the cells.
func TestMemory(t *testing.T) {
	tried := append(slices.Clone(kernels.Catalogue), []chains.Entry[chains.Kernel]{
		{Name: "two in turn", Make: kernels.Cycle{Kernels: []chains.Kernel{kernels.Independence{}, kernels.Barker{}}}},
		{Name: "thrice", Make: kernels.Repeat{Times: 3, Kernel: kernels.DelayedRejection{}}},
		{Name: "lazy, with a direction", Make: kernels.Lazy{A: 0.5, Kernel: kernels.Lifted{}}},
		{Name: "mixed with tries", Make: kernels.Mixture{Weights: []float64{1, 2}, Kernels: []chains.Kernel{kernels.MultipleTry{Tries: 2}, kernels.HeatBath{}}}},
		{Name: "two tries", Make: kernels.MultipleTry{Tries: 2}},
	}...)
	const few = 2
	for _, g := range []grid.Grid{cube(17), cube(11), cube(9), grid.New(500, 500), grid.New(20, 20)} {
		for _, k := range tried {
			n := float64(chains.States(k.Make, g))
			if n > 1<<20 || g.Axes() > 11 && (k.Name == "king" || k.Name == "multiple-try") {
				continue
			}
			rooms := float64(g.Axes()) * (1 << 17)
			said, _ := chains.Memory(k.Make, g)
			got := n * kept(k.Make, g)
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
	op.Reversal().(chains.PairPuller).PullPair(&dst, &f, &f, 1)
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

// TestMoves: no row has more entries than the kernel says, on boxes of several kinds
// and on a density that is flat and one that is not; kernels of single moves, of lines
// and kings say no more than the longest has.
func TestMoves(t *testing.T) {
	m := kernels.Metropolis{}
	tried := append(slices.Clone(kernels.Catalogue), []chains.Entry[chains.Kernel]{
		{Name: "two in turn", Make: kernels.Cycle{Kernels: []chains.Kernel{m, kernels.King{}}}},
		{Name: "twice", Make: kernels.Repeat{Times: 2, Kernel: m}},
		{Name: "directed or not", Make: kernels.Mixture{Weights: []float64{1, 1}, Kernels: []chains.Kernel{m, kernels.Lifted{}}}},
		{Name: "line", Make: kernels.Line{Axis: 1}},
	}...)
	sharp := []string{"metropolis", "barker", "heat-bath", "lazy:0.5", "king", "slice", "lifted", "perfect", "identity", "line"}
	for _, e := range tried {
		for _, g := range []grid.Grid{grid.New(5, 5), grid.New(2, 2, 2, 2), grid.New(3, 3, 3), grid.New(2, 4)} {
			longest := max(longestRow(e.Make, g, make([]float64, g.Size())), longestRow(e.Make, g, puzzle(g)))
			moves := chains.Moves(e.Make, g)
			if moves < longest || slices.Contains(sharp, e.Name) && moves != longest {
				t.Errorf("%s on %v: a row of %v entries, and %v moves", e.Name, g, longest, moves)
			}
		}
	}
}

// longestRow is the number of entries of k's longest row.
func longestRow(k chains.Kernel, g grid.Grid, logf []float64) float64 {
	a := chains.Annealing{Grid: g, Bridge: chains.Geometric{From: logf, To: logf}, Kernel: k}.Extended()
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	l.Move(1, 0)
	op.Aim(l)
	longest := 0
	for x := range a.Grid.Size() {
		entries := 0
		op.Row(x, func(int, float64) { entries++ })
		longest = max(longest, entries)
	}
	return float64(longest)
}
