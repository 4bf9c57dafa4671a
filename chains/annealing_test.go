package chains_test

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

// refusal holds an error to what it should say; "" is no error.
func refusal(t *testing.T, name string, err error, says string) {
	t.Helper()
	switch {
	case says == "" && err != nil:
		t.Errorf("%s: refused: %v", name, err)
	case says != "" && err == nil:
		t.Errorf("%s: accepted; %q was expected", name, says)
	case err != nil && !strings.Contains(err.Error(), says):
		t.Errorf("%s: %v, want %q", name, err, says)
	}
}

// twoCells is an annealing of two cells; the second may be a wall.
func twoCells(T int, b chains.Bridge, walls ...int) chains.Annealing {
	g := grid.New(2).WithWalls(walls...)
	return chains.Annealing{Grid: g, Bridge: b, Kernel: kernels.Metropolis{}, Schedule: chains.Linear(T)}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		from, to []float64
		says     string
	}{
		"mass everywhere":     {[]float64{0, 0}, []float64{0, 5}, ""},
		"a cell left out":     {[]float64{0, 0}, []float64{-inf, 5}, ""},
		"nothing in common":   {[]float64{0, -inf}, []float64{-inf, 0}, "at beta = 0.5 no cell has any mass"},
		"no target":           {[]float64{0, 0}, []float64{-inf, -inf}, "no cell has any mass"},
		"not a number":        {[]float64{0, 0}, []float64{0, math.NaN()}, "the log density of cell [1] is NaN"},
		"infinite at a start": {[]float64{0, inf}, []float64{0, 0}, "the log density of cell [1] is +Inf"},
	} {
		refusal(t, name, twoCells(3, chains.Geometric{From: c.from, To: c.to}).Check(), c.says)
	}
	defer func() {
		if recover() == nil {
			t.Error("a bridge of another size did not panic")
		}
	}()
	_ = twoCells(3, chains.Geometric{From: []float64{0}, To: []float64{0, 0}}).Check()
}

// TestCheckWalls: a wall may have mass at one end, and nowhere inside. At two levels there
// is nothing inside.
func TestCheckWalls(t *testing.T) {
	start, end := []float64{0, 0}, []float64{0, -inf}
	refusal(t, "mass at the start", twoCells(3, chains.Geometric{From: start, To: end}, 1).Check(), "")
	refusal(t, "mass inside", twoCells(3, chains.NewMixture(start, end), 1).Check(),
		"at beta = 0.5 cell [1] has mass and is a wall")
	for name, c := range map[string]struct {
		from, to float64
		says     string
	}{
		"at the first of two": {0, -inf, ""},
		"at the last of two":  {-inf, 0, ""},
		"at none of two":      {-inf, -inf, ""},
		"at both of two":      {0, 0, "at beta = 1 cell [1] has mass and is a wall"},
	} {
		b := chains.Geometric{From: []float64{0, c.from}, To: []float64{0, c.to}}
		refusal(t, name, twoCells(2, b, 1).Check(), c.says)
	}
}

// TestLevel: a level forgets what it was lent when it moves.
func TestLevel(t *testing.T) {
	l := chains.NewLevel(chains.Geometric{From: []float64{0, 0}, To: []float64{0, 2}}, 2)
	l.Move(3, 0.5)
	l.P = []float64{1, 0}
	if diff := cmp.Diff([]float64{0, 1}, l.LogF()); diff != "" {
		t.Errorf("halfway: %s", diff)
	}
	if l.T != 3 || l.Beta != 0.5 {
		t.Errorf("it is at t = %d, beta = %v", l.T, l.Beta)
	}
	l.Move(4, 1)
	if diff := cmp.Diff([]float64{0, 2}, l.LogF()); diff != "" {
		t.Errorf("at the end: %s", diff)
	}
	if l.P != nil {
		t.Errorf("it has kept the masses %v", l.P)
	}
}

// TestParallel: every cell is done once, in the same pieces on any number of cores.
func TestParallel(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const from = chains.ParallelFrom
	for _, n := range []int{0, 1, 49, from - 1, from, from + 1, 5*chains.PieceSize - 3} {
		var first []int
		for _, cores := range []int{1, 2, 5} {
			runtime.GOMAXPROCS(cores)
			done, ends := make([]int, n), []int(nil)
			var mu sync.Mutex
			chains.Parallel(n, func(from, to int) {
				for x := from; x < to; x++ {
					done[x]++
				}
				mu.Lock()
				defer mu.Unlock()
				ends = append(ends, from, to)
			})
			if slices.ContainsFunc(done, func(times int) bool { return times != 1 }) {
				t.Errorf("%d cells on %d cores: not each once", n, cores)
			}
			slices.Sort(ends)
			if first == nil {
				first = ends
			}
			if !slices.Equal(ends, first) {
				t.Errorf("%d cells on %d cores in pieces %v, on one %v", n, cores, ends, first)
			}
		}
	}
	keep := func(int, int) {}
	if a := testing.AllocsPerRun(100, func() { chains.Parallel(49, keep) }); a != 0 {
		t.Errorf("%v allocations for a few cells", a)
	}
}
