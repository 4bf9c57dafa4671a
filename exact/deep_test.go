package exact_test

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
)

// deepEnds returns pairs of log densities. Those of a span s lie on both sides of what a float64 holds: e^-708.4 is the
// smallest with all its digits, and e^-745.1 the smallest of all.
func deepEnds(s float64) map[string][2][]float64 {
	return map[string][2][]float64{
		"down to one cell":       {{0, 0}, {0, -s}},
		"up from one cell":       {{0, -s}, {0, 0.5}},
		"from one to the other":  {{0, -s}, {-s, 0}},
		"a valley":               {{0, 0.1, 0}, {0, -s, -1}},
		"by a hill that is left": {{-s, 0, -s / 2}, {0, -s / 3, 1}},
		"by two cells":           {{0, -s / 3, -2 * s / 3, -s}, {-s, -s / 2, 0, -1}},
		"four cells, evenly":     {{0, 0, 0, 0}, {0, -s / 3, -2 * s / 3, -s}},
		"four cells, evenly up":  {{0, -s / 3, -2 * s / 3, -s}, {0, 0, 0, 0}},
	}
}

// TestDeepMasses holds J and B of every kernel to 1e-12 against big floats, where masses of the distributions lie near
// and below the smallest float.
func TestDeepMasses(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	for i, s := range []float64{500, 690, 706, 709, 742, 745, 746, 760, 900, 1110, 1200} {
		all := deepEnds(s)
		for j, name := range slices.Sorted(maps.Keys(all)) {
			ends := all[name]
			for l, k := range kernels.Original {
				for T := 2; T <= 4; T++ {
					if !tried(i+j+l+T, 8) {
						continue
					}
					a := between(ends[0], ends[1], T, k.Make)
					a.SkipLast = T == 3
					what := fmt.Sprintf("%s of %v nats, %s, T = %d", name, s, k.Name, T)
					want := truth(t, a)
					deepHolds(t, what, must.Have(exact.Measure(t.Context(), a))(t), want.J.Mid(), want.B.Mid())
				}
			}
		}
	}
}

// TestTooDeep: no log density spans more than the exponents of big floats hold.
func TestTooDeep(t *testing.T) {
	for span, want := range map[float64]string{9e7: "<nil>",
		2e8: "a log density spans 2e+08 nats; use a span of at most 1e+08 nats"} {
		g, err := exact.Measure(t.Context(), between([]float64{0, -span}, []float64{0, 0}, 4, kernels.Identity{}))
		if fmt.Sprint(err) != want {
			t.Errorf("the error of %v nats is %v, and not %s", span, err, want)
		}
		if err == nil {
			must.Near(t, g.J()/span, 0.5, 1e-7, "J as a share of %v nats", span)
		}
	}
}

// tried thins scenes that are numbered along each of several lists: one of a few is tried, in turns, so that whatever
// two lists have meets.
func tried(number, of int) bool { return number%of == 0 }

// deepHolds holds J and B against the truth.
func deepHolds(t *testing.T, what string, g exact.Measured, J, B *big.Float) {
	t.Helper()
	for _, c := range []struct {
		name string
		got  float64
		want *big.Float
	}{{"J", g.J(), J}, {"B", g.B(), B}} {
		want, _ := c.want.Float64()
		if math.IsInf(want, 1) && math.IsInf(c.got, 1) {
			continue
		}
		off, _ := new(big.Float).Sub(big.NewFloat(c.got), c.want).Float64()
		const squared = 1e-30 // of a rounding: the least divergence that means anything
		if !(math.Abs(off) <= max(1e-12*want, squared)) {
			t.Errorf("%s: %s = %.17g is off by %g", what, c.name, c.got, off)
		}
	}
}

// TestDeepESS holds the effective sample size of one weight by two closed forms, from spans that no weight notices to
// those of which a float holds nothing: M²/Σ p_T²/p_1 with a kernel that never moves, M being the mass of p_T where p_1
// has mass, which is 1 but for a wall; and with one that draws from p_t the product of that from level to level. Below
// the smallest float it is 0, and a warning says so.
func TestDeepESS(t *testing.T) {
	for _, span := range []float64{0.5, 30, 340, 599, 601, 700, 710, 760, 900, 1400} {
		for _, ends := range [][2][]float64{{{0, -span}, {0, 0}}, {{0, 0.3}, {0, -span}},
			{{-span, 0, 1}, {0.2, 0, -span}}, {{0.1, math.Inf(-1), -span}, {1, 0.7, 0}}} {
			for _, bridge := range []chains.Bridge{chains.Geometric{From: ends[0], To: ends[1]},
				chains.NewQPath(ends[0], ends[1], 0)} {
				for _, T := range []int{2, 4} {
					still := chains.Annealing{Grid: grid.New(len(ends[0])), Kernel: kernels.Identity{}, Bridge: bridge,
						Schedule: chains.Linear(T)}
					what := fmt.Sprintf("%v nats, %T, T = %d", span, bridge, T)
					essIs(t, what+", no moves", still, -chiSquare(still, 1, T))
					draws := still
					draws.Kernel = kernels.Perfect{}
					sum := 0.0
					for s := 2; s <= T; s++ {
						sum += chiSquare(draws, s-1, s)
					}
					essIs(t, what+", exact draws", draws, -sum)
				}
			}
		}
	}
}

// chiSquare returns log Σ p_to²/p_from less log (Σ p_to)², over the cells where p_from has mass.
func chiSquare(a chains.Annealing, from, to int) float64 {
	logs := func(t int) []float64 {
		l := a.NewLevel()
		a.LevelAt(l, t)
		logp := slices.Clone(l.LogF())
		floats.AddConst(-floats.LogSumExp(logp), logp)
		return logp
	}
	var squares, masses []float64
	after := logs(to)
	for x, v := range logs(from) {
		if !math.IsInf(v, -1) {
			squares = append(squares, 2*after[x]-v)
			masses = append(masses, after[x])
		}
	}
	return floats.LogSumExp(squares) - 2*floats.LogSumExp(masses)
}

// essIs holds the effective sample size of a run, and of one without checks, which has it to the last bit.
func essIs(t *testing.T, what string, a chains.Annealing, logWant float64) {
	t.Helper()
	want, whole := math.Exp(logWant), run(t, a)
	for _, res := range []exact.Result{whole, unchecked(t, a)} {
		if !(math.Abs(res.ESS-want) <= 1e-9*want+math.SmallestNonzeroFloat64) || res.ESS != whole.ESS {
			t.Errorf("%s: ESS = %v and %v with checks, want e^%v", what, res.ESS, whole.ESS, logWant)
		}
		said := slices.Contains(res.Warnings, "ess is below the smallest float")
		if said != (res.ESS == 0) {
			t.Errorf("%s: ESS = %v, and the warnings are %q", what, res.ESS, res.Warnings)
		}
	}
}

// wallEnds returns pairs of log densities of which one has no mass in a cell where the other has very little: then it
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
				for l, k := range kernels.Original {
					for T := 2; T <= 4; T++ {
						if !tried(i+j+b+l+T, 32) {
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
	warned := strings.Contains(said, "B infinite") || strings.Contains(said, "B are infinite")
	if warned != math.IsInf(res.B(), 1) {
		t.Errorf("%s: B = %v, and the warnings are %q", what, res.B(), said)
	}
}
