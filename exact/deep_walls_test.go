package exact_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
)

// wallEnds are pairs of log densities of which one has no mass in a cell where the other has very little: then it
// matters whether the chain can be there at all, with a probability that no float holds.
func wallEnds(s float64) map[string][2][]float64 {
	wall := math.Inf(-1)
	return map[string][2][]float64{
		"into a cell of the target alone":    {{0, wall}, {0, -s}},
		"out of a cell of the start alone":   {{0, -s}, {0, wall}},
		"two cells change places":            {{0, -s, wall}, {0, wall, -s}},
		"past a wall of the start":           {{0, wall, -s / 2}, {-s / 3, 0, -s}},
		"past a wall of the target":          {{0, -s, 1}, {0, wall, -s / 2}},
		"a cell that nobody has":             {{0, wall, -s, -1}, {-s, wall, wall, 0}},
		"from the right, and far on the way": {{wall, -s / 2, -s, 0}, {-s, 0, wall, wall}},
	}
}

// TestDeepWalls holds J and B against big floats where the ends have mass in different cells, also whether they are
// infinite, and the numbers that are equal in exact arithmetic against each other.
func TestDeepWalls(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	for i, s := range []float64{5, 500, 742, 760, 1500} {
		all := wallEnds(s)
		for j, name := range slices.Sorted(maps.Keys(all)) {
			ends := all[name]
			space := grid.New(len(ends[0]))
			for b, bridge := range []chains.Bridge{
				chains.Geometric{From: ends[0], To: ends[1]},
				chains.NewQPath(ends[0], ends[1], 0),
			} {
				for l, k := range kernels.Catalogue {
					for T := 2; T <= 4; T++ {
						if !tried(i+j+b+l+T, 8) {
							continue
						}
						a := chains.Annealing{Grid: space, Kernel: k.Make, Bridge: bridge, Schedule: chains.Linear(T)}
						a.SkipLast = T == 3
						what := fmt.Sprintf("%s of %v nats, %T, %s, T = %d", name, s, bridge, k.Name, T)
						wallsHold(t, what, a)
					}
				}
			}
		}
	}
}

func wallsHold(t *testing.T, what string, a chains.Annealing) {
	t.Helper()
	want := truth(t, a)
	g := must.Have(exact.Measure(t.Context(), a))(t)
	deepHolds(t, what, g, want.J.Mid(), want.B.Mid())
	res := must.Have(exact.Options{}.Run(t.Context(), a))(t)
	if !(res.Defect <= 1e-9) {
		t.Errorf("%s: the defect is %v", what, res.Defect)
	}
	if math.IsNaN(res.ESS) {
		t.Errorf("%s: no ESS", what)
	}
	said := strings.Join(res.Warnings, "; ")
	told := strings.Contains(said, "B infinite") || strings.Contains(said, "B are infinite")
	if told != math.IsInf(res.B(), 1) {
		t.Errorf("%s: B = %v, and the warnings are %q", what, res.B(), said)
	}
}
