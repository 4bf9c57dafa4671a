package chains_test

import (
	"runtime"
	"testing"

	"breadboard/chains"
	"breadboard/grid"
)

// TestRoom: an operator that has pulled a pair keeps next to nothing for a cell,
// whatever the number of axes, or the few bytes that the package's doc tells of.
// What it keeps for an axis is the same for any number of cells.
func TestRoom(t *testing.T) {
	few := map[string]float64{"independence": 4, "delayed-rejection": 12, "lifted": 4}
	for _, g := range []grid.Grid{cube(18), grid.New(500, 500)} {
		for _, k := range chains.Kernels {
			if chains.States(k.Make, g) > 1<<22 || k.Name == "multiple-try" || k.Name == "king" && g.Axes() > 2 {
				continue
			}
			const axes = 2
			if got, most := kept(k.Make, g), few[k.Name]+axes; got > most {
				t.Errorf("%s on %v keeps %.1f bytes a cell; at most %v are told of", k.Name, g, got, most)
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
	runtime.KeepAlive(op)
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
