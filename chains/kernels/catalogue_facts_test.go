package kernels_test

import (
	"runtime"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// TestCosts on a box of 2x3, by hand for most.
func TestCosts(t *testing.T) {
	want := map[string]float64{"metropolis": 1, "barker": 1, "heat-bath": 1.5, "heat-bath:2": 5, "cycle": 3,
		"slice": 1.5, "king": 1, "independence": 1, "lazy:0.5": 0.5, "mixture": 1.25, "multiple-try": 5,
		"delayed-rejection": 2, "langevin:1.5": 7, "hamiltonian:3": 11, "lifted": 1, "swap": 2,
		"perfect": 5, "identity": 0}
	for _, k := range kernels.Catalogue {
		g, _ := chains.Extend(k.Make, box, chains.Geometric{From: hill, To: hill})
		cost, ok := chains.Cost(k.Make, g)
		if !ok {
			t.Errorf("%s has no price", k.Name)
		}
		if by, told := want[k.Name]; told && cost != by {
			t.Errorf("%s costs %v; want %v", k.Name, cost, by)
		}
	}
	none := kernels.Rows{}
	for _, k := range []chains.Kernel{
		none,
		kernels.Lazy{Kernel: none},
		kernels.Cycle{Kernels: []chains.Kernel{none}},
		kernels.Repeat{Times: 1, Kernel: none},
		kernels.Mixture{Weights: []float64{1}, Kernels: []chains.Kernel{none}},
	} {
		if cost, ok := chains.Cost(k, box); ok {
			t.Errorf("%T of a kernel without a price costs %v", k, cost)
		}
	}
	both := kernels.Cycle{Kernels: []chains.Kernel{kernels.King{}, kernels.Line{Axis: 1}}}
	if cost, _ := chains.Cost(kernels.Repeat{Times: 3, Kernel: both}, box); cost != 9 {
		t.Errorf("three times a king and a line of three cost %v", cost)
	}
}

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
	for _, g := range []grid.Grid{cube(11), cube(9), grid.New(120, 120), grid.New(20, 20)} {
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

// pair is two functions on n cells.
func pair(n int) chains.Pair { return chains.Pair{make([]float64, n), make([]float64, n)} }

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

// TestMoves: no row has more entries than the kernel says, on boxes of several kinds
// and on a density that is flat and one that is not; kernels of single moves, of lines
// and kings say no more than the longest has.
func TestMoves(t *testing.T) {
	m := kernels.Metropolis{}
	tried := append(slices.Clone(kernels.Catalogue), []chains.Entry[chains.Kernel]{
		{Name: "two in turn", Make: kernels.Cycle{Kernels: []chains.Kernel{m, kernels.King{}}}},
		{Name: "twice", Make: kernels.Repeat{Times: 2, Kernel: m}},
		{Name: "directed or not", Make: kernels.Mixture{Weights: []float64{1, 1},
			Kernels: []chains.Kernel{m, kernels.Lifted{}}}},
		{Name: "line", Make: kernels.Line{Axis: 1}},
	}...)
	sharp := []string{"metropolis", "barker", "heat-bath", "lazy:0.5", "king", "slice", "lifted", "perfect",
		"identity", "line"}
	for _, e := range tried {
		for _, g := range []grid.Grid{grid.New(5, 5), grid.New(2, 2, 2, 2), grid.New(3, 3, 3), grid.New(2, 4)} {
			longest := max(longestRow(e.Make, g, make([]float64, g.Size())), longestRow(e.Make, g, puzzle(g)))
			moves := chains.FactsOf(e.Make, chains.Box(e.Make, g)).Moves
			if moves < longest {
				t.Errorf("%s on %v: a row of %v entries, and only %v moves", e.Name, g, longest, moves)
			}
			if slices.Contains(sharp, e.Name) && moves > longest {
				t.Errorf("%s on %v: no row of more than %v entries, and %v moves", e.Name, g, longest, moves)
			}
		}
	}
}

// longestRow returns how many entries the longest row of k has.
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
		op := c.k.On(g)
		if reversible := op == op.Reversal(); reversible != c.want {
			t.Errorf("%s: its own reversal is %v", name, reversible)
		}
		if op.Reversal().Reversal() != op {
			t.Errorf("%s: the reversal of its reversal is another operator", name)
		}
	}
}

// TestPairPullers: every catalogued kernel and its reversal pull pairs.
func TestPairPullers(t *testing.T) {
	for _, k := range kernels.Catalogue {
		g, _ := chains.Extend(k.Make, box, chains.Geometric{From: hill, To: hill})
		op := k.Make.On(g)
		if _, ok := op.(chains.PairPuller); !ok {
			t.Errorf("%s pulls no pairs", k.Name)
		}
		if _, ok := op.Reversal().(chains.PairPuller); !ok {
			t.Errorf("the reversal of %s pulls no pairs", k.Name)
		}
	}
}
