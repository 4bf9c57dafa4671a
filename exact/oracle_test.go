package exact_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// truth returns the numbers of an annealing, proved in big floats.
func truth(t *testing.T, a chains.Annealing) certain.Truth {
	t.Helper()
	return must.Have(certain.Measure(t.Context(), a, nil))(t)
}

// slow reports whether a kernel's rows in big floats take seconds at hundreds of levels.
func slow(k chains.Kernel) bool {
	switch k.(type) {
	case kernels.King, kernels.Langevin, kernels.Hamiltonian:
		return true
	}
	return false
}

// scene is an annealing and a name for it.
type scene struct {
	name string
	a    chains.Annealing
}

// TestOracle holds every number of a run and of a measurement against big floats: ten digits of each, eight of a scene
// whose log densities lie near 1e6 and end at the tenth decimal, and an error of 1e-12 of those next to 0. Every kernel
// has a step on a small space, and the paper's one, a sweep and slices have schedules and depths on which digits are
// lost.
func TestOracle(t *testing.T) {
	easy := toys.Easy(7).LogF[:25]
	stands := scheduleOf(0, 0, 0.1, 0.1, 0.4, 1, 1)
	var scenes []scene
	for _, k := range kernels.Original {
		scenes = append(scenes, scene{k.Name, between(flat(4), []float64{0.3, -2, 1, 3}, 3, k.Make)})
	}
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Slice{}} {
		for name, s := range map[string]struct {
			from, to []float64
			schedule chains.Schedule
		}{
			"stands still":  {flat(25), easy, stands},
			"other initial": {scaled(waves(25), 2), easy, chains.Sigmoid(4, 4)},
			"offset":        {flat(25), shifted(easy, 1e6), chains.Linear(4)},
			"nearly flat":   {flat(25), scaled(easy, 1e-4), chains.Linear(4)},
			"deep":          {flat(25), scaled(easy, 150), chains.Linear(4)},
		} {
			a := chains.Annealing{Grid: grid.New(5, 5), Kernel: k, Schedule: s.schedule,
				SkipLast: name == "other initial", Bridge: chains.Geometric{From: s.from, To: s.to}}
			scenes = append(scenes, scene{fmt.Sprintf("%s/%T", name, k), a})
		}
	}
	for i, target := range []toys.Target{toys.Barrier(), toys.Hard(11)} { // the first by products of many steps
		T := 30 - 20*i
		scenes = append(scenes, scene{target.Name, annealing(target, kernels.Metropolis{}, chains.Linear(T))})
	}
	for _, s := range scenes {
		digits := 1e-10
		if strings.HasPrefix(s.name, "offset") {
			digits = 1e-8
		}
		if defect := right(t, s, digits); !(defect < 1e-8) {
			t.Errorf("%s: the defect is %g", s.name, defect)
		}
	}
}

// right holds the numbers of a scene to big floats, to these digits. It returns the defect of its run.
func right(t *testing.T, s scene, digits float64) (defect float64) {
	t.Helper()
	is := truth(t, s.a)
	run := run(t, s.a)
	quick := measured(t, s.a)
	for name, g := range map[string]exact.Measured{"run": run.Measured, "measured": quick} {
		for _, c := range []struct {
			name string
			v    float64
			is   certain.Enclosure
		}{
			{"KL(q||p)", g.Final.Forward, is.QP}, {"KL(p||q)", g.Final.Reverse, is.PQ}, {"J", g.J(), is.J},
			{"KL(fwd||rev)", g.Paths.Forward, is.Fwd}, {"KL(rev||fwd)", g.Paths.Reverse, is.Rev}, {"B", g.B(), is.B},
			{"log R", g.LogR, is.LogR},
		} {
			if off := c.is.Off(c.v); !(off <= 1e-12+digits*sizeOf(c.is)) {
				t.Errorf("%s, %s: %s = %v is off by %g", s.name, name, c.name, c.v, off)
			}
		}
	}
	return run.Defect
}

// sizeOf returns the size of a number that is proved to be finite, and 0 of an infinite one: from that all but +Inf is
// infinitely far off. A share of the number that is tested would let +Inf pass for any.
func sizeOf(is certain.Enclosure) float64 {
	if is.IsInf() {
		return 0
	}
	size, _ := is.Mid().Float64()
	return math.Abs(size)
}

// TestLostDigits holds scenes in which digits were once lost to big floats.
func TestLostDigits(t *testing.T) {
	linear, stands := chains.Linear, scheduleOf(0, 0.25, 0.5, 0.5, 0.5, 1, 1)
	deep := []float64{0, -2, -100, -100, -700, -100, -30, -30, -30}
	for _, c := range []struct {
		name     string
		grid     grid.Grid
		from, to []float64 // no from is a flat one
		schedule chains.Schedule
		kernel   chains.Kernel
		mixture  bool // and not geometric
	}{
		// A mean along a line leaves what was rounded in its largest cell in cells whose p is 1e-33 of that: KL(q||p)
		// is 1e-16 with all of q's digits right, and 1e-20 in float64.
		{"rare cells", grid.New(3, 2), nil, []float64{50.828750049560455, 21.94064079236071, -12.539074991773603,
			-25.183716214141683, -15.215180340406196, -17.018972760071904}, linear(2), kernels.GibbsSweep{}, false},
		// A pull overflows.
		{"too large", grid.New(3, 2), nil, []float64{-49.12573158932191, 14.359715017052505, 2.177573105422592,
			40.273566597836066, -4.825161707871263, -82.86189456337688}, linear(2), kernels.GibbsSweep{}, false},
		// p is below the smallest float in cells that q is in, and log f is rounded at a size of a thousand at either
		// end of a step, or by the constants of a bridge.
		{"deep", grid.New(2), nil, []float64{-553.4564671751889, 1143.015922402917}, linear(3),
			kernels.Metropolis{}, false},
		{"deep, a mixture", grid.New(2), nil, []float64{-553.4564671751889, 1143.015922402917}, linear(3),
			kernels.Metropolis{}, true},
		{"deep neighbours", grid.New(4), nil, []float64{0, -700, -30, 650}, linear(3), kernels.Informed{}, true},
		{"deep, and a wall", grid.New(3).WithWalls(0), nil, []float64{-inf, -553.4564671751889, 1143.015922402917},
			linear(3), kernels.HeatBath{}, false},
		// Of T = 2 the path divergences are a step's, log f rounded at a size of 300 and changing by as much.
		{"a jump", grid.New(5), nil, []float64{0.1, -299.7, -1.3, 250.9, 249.3}, linear(2),
			kernels.Metropolis{}, false},
		{"betas that stand", grid.New(3, 3), nil, []float64{0, 1, 2, 3, 1, 0, 1, 2, 1}, stands,
			kernels.Metropolis{}, false},
		{"betas that stand, nearly flat", grid.New(3, 3), nil, []float64{0, 1e-9, 0, 0, 0, 0, 0, 0, 0}, stands,
			kernels.Perfect{}, false},
		// Between two heavy cells a light one is left for sure, and what little comes in is pulled as a difference from
		// what was there.
		{"cancellation", grid.New(5).WithWalls(1), []float64{17.980414507003914, -inf, -11.539503125629345,
			14.568457024620995, -7.9064750736400535}, []float64{22.955170453483763, -inf, 33.402626875206465,
			17.57748154432969, 28.51377666045975}, linear(2), kernels.King{}, false},
		// log R is 1e-9, and log Z was known to a rounding of 1.
		{"log R next to 0", grid.New(2), chains.Tempered([]float64{0, -30}, 0.7), []float64{0, -30}, linear(5),
			kernels.Perfect{}, false},
		// Rounding leaves a mass below 0 in a cell of no account: it is left at once and nobody returns.
		{"all but gone", grid.New(3, 3), nil, []float64{84, -77, -249, -127, -278, 17, 375, -138, -174}, linear(4),
			kernels.Metropolis{}, false},
		// All leave a wall, and a cell of 1e-305 has a q of 6e-275.
		{"nothing is left", grid.New(3, 3).WithWalls(4), []float64{0, 0, 0, 0, -0.8, 0, 0, 0, 0},
			[]float64{0, 0, 0, 0, -inf, 0, 0, 0, 0}, linear(2), kernels.Metropolis{}, false},
		{"next to nothing", grid.New(3, 3), chains.Tempered(deep, 0.3), deep, linear(9), kernels.Barker{}, true},
		// Where q has 1e-8 of p's mass, q = p + d has half its digits, and KL(p||q) needs all.
		{"faint", grid.New(2), []float64{0, -18}, []float64{0.5, 0}, linear(7), kernels.Identity{}, false},
		{"faint, a mixture", grid.New(2), []float64{0, -18}, []float64{0.5, 0}, linear(7), kernels.Identity{}, true},
	} {
		if c.from == nil {
			c.from = flat(len(c.to))
		}
		a := chains.Annealing{Grid: c.grid, Kernel: c.kernel, Schedule: c.schedule,
			Bridge: chains.Geometric{From: c.from, To: c.to}}
		if c.mixture {
			a.Bridge = chains.NewQPath(c.from, c.to, 0)
		}
		right(t, scene{c.name, a}, 1e-9)
	}
}

// TestSteep checks that on targets as steep as e^100 from cell to cell B by Eq. (22)-(23) is still B, for every
// catalogued kernel. The probability of staying, 1 less all moves, has no digits there, and must not be multiplied by a
// quotient of distributions.
func TestSteep(t *testing.T) {
	rows := kernels.Rows{To: steps(func([]float64, int, int) float64 { return 0 })} // which do not say who stays
	for _, k := range append(kernels.Original, chains.Entry[chains.Kernel]{Name: "rows", Make: rows}) {
		for _, sigma := range []float64{20, 40, 80} {
			rng := rand.New(rand.NewPCG(uint64(sigma), 1))
			for range 5 {
				to := make([]float64, 6)
				for x := range to {
					to[x] = math.Round(sigma * rng.NormFloat64())
				}
				a := chains.Annealing{Grid: grid.New(2, 3), Kernel: k.Make, Schedule: chains.Linear(4),
					Bridge: chains.Geometric{From: make([]float64, 6), To: to}}
				res := run(t, a)
				if !math.IsNaN(res.Pairwise.Forward) && !(math.Abs(res.Pairwise.Jeffreys()-res.B()) < 1e-9*res.B()) {
					t.Errorf("%s to %v: B = %.12g, by pairs %.12g", k.Name, to, res.B(), res.Pairwise.Jeffreys())
				}
			}
		}
	}
}

// anyScene draws a small annealing: any kernel and bridge, log densities from 1e-13 to hundreds of nats apart, and
// schedules that stand still, so that J may be anything from 100 down to 1e-150.
func anyScene(dice *rand.Rand) scene {
	pick := func(n int) int { return dice.IntN(n) }
	lens := oneOf(dice, []int{2}, []int{3}, []int{4}, []int{2, 2}, []int{2, 3}, []int{1, 3})
	g := grid.New(lens...)
	family := kernels.Original[pick(len(kernels.Original))]
	k := family.Make
	switch k.(type) {
	case kernels.King, kernels.Hamiltonian: // seconds in big floats
		k = kernels.Perfect{}
	}
	name := fmt.Sprintf("%T on %v", k, lens)
	if by := oneOf(dice, 0, 0, 0, 1e-4, 1e-9, 1e-12); by > 0 {
		k = kernels.Lazy{A: by, Kernel: k}
		name = fmt.Sprintf("%s, lazy %g", name, by)
	}
	density := func(scale float64) []float64 {
		logf := make([]float64, g.Size())
		for x := range logf {
			logf[x] = scale * dice.NormFloat64()
		}
		return logf
	}
	scale := oneOf(dice, 1e-13, 1e-9, 1e-5, 1e-2, 1, 3, 10, 30, 200)
	to := density(scale)
	from := make([]float64, len(to))
	switch pick(4) {
	case 0:
		from = density(scale)
	case 1:
		from = scaled(to, 0.7)
	case 2:
		to = scaled(to, 3)
		from = slices.Clone(to)
		for x, v := range density(1e-13) {
			from[x] += v
		}
	}
	if pick(6) == 0 {
		from[0] = -inf
	}
	if pick(6) == 0 {
		to[len(to)-1] = -inf
	}
	var bridge chains.Bridge = chains.Geometric{From: from, To: to}
	if pick(4) == 0 {
		q := oneOf(dice, 0, 0.5, 2)
		bridge = chains.NewQPath(from, to, q)
		name = fmt.Sprintf("%s, power:%g", name, q)
	}
	T := oneOf(dice, 2, 3, 4, 7, 20, 40)
	if T > 7 && slow(k) {
		T = 7
	}
	betas := chains.Linear(T).Betas()
	if T > 3 && pick(2) == 0 {
		for t := range betas {
			betas[t] = min(1, betas[t]*float64(2+pick(3)))
		}
		name += ", held"
	}
	for t := 1; t < T; t++ {
		betas[t] = max(betas[t], betas[t-1])
	}
	a := chains.Annealing{Grid: g, Kernel: k, Schedule: scheduleOf(betas...), Bridge: bridge, SkipLast: pick(5) == 0}
	return scene{fmt.Sprintf("%s, T = %d, %g nats, %v", name, T, scale, a.SkipLast), a}
}

func oneOf[V any](dice *rand.Rand, values ...V) V { return values[dice.IntN(len(values))] }

// TestSmallRises checks that between densities that are nearly alike, J is of second order in differences of log f, and
// keeps its digits on every bridge of the catalogue. By plain differences of log f it would have 10 digits at 1e-6 and
// 8 at 1e-8.
func TestSmallRises(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 8))
	g := grid.New(2, 3)
	statistics := must.Have(chains.Statistics(chains.MeanMoments, g))(t)
	for i, scale := range []float64{1e-2, 1e-4, 1e-6, 1e-8} {
		from := make([]float64, g.Size())
		to := make([]float64, g.Size())
		for x := range to {
			from[x] = scale * dice.NormFloat64()
			to[x] = 3 + scale*dice.NormFloat64()
		}
		bridges := map[string]chains.Bridge{
			"geometric": chains.Geometric{From: from, To: to},
			"moments":   must.Have(chains.NewMoments(from, to, statistics...))(t),
		}
		for j, name := range slices.Sorted(maps.Keys(bridges)) {
			bridge := bridges[name]
			for l, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Barker{}, kernels.Slice{}, kernels.King{}} {
				for _, T := range []int{3, 6} {
					if !tried(i+j+l+T, 4) {
						continue
					}
					a := chains.Annealing{Grid: g, Kernel: k, Bridge: bridge, Schedule: chains.Linear(T)}
					got := must.Have(exact.Measure(t.Context(), a))(t)
					is := truth(t, a)
					what := fmt.Sprintf("%s, %T, T = %d, %g nats", name, k, T, scale)
					digits(t, what+", J", is.J.Digits(got.J()))
					digits(t, what+", B", is.B.Digits(got.B()))
				}
			}
		}
	}
}

// TestSmallestRises: J is that of the truth where log f changes by less than a rounding of 1, and 0 with a kernel that
// draws from p_t.
func TestSmallestRises(t *testing.T) {
	logf := []float64{0.3, -1.7, 2.2, -0.4, 1.1, 0.9}
	for _, scale := range []float64{1e-12, 1e-15, 1e-20} {
		for k, most := range map[chains.Kernel]float64{kernels.Metropolis{}: 0.01, kernels.Perfect{}: 0} {
			a := between(flat(6), scaled(logf, scale), 10, k)
			got := measured(t, a)
			want, _ := truth(t, a).J.Mid().Float64()
			if most > 0 {
				must.Within(t, got.J(), want, most, "J of %g nats", scale)
			} else if got.J() != 0 {
				t.Errorf("J of exact draws is %v at %g nats", got.J(), scale)
			}
		}
	}
}

// digits fails t unless a number has enough right digits.
func digits(t *testing.T, what string, have float64) {
	t.Helper()
	const least = 12.5
	if !(have >= least) {
		t.Errorf("%s has %.1f digits", what, have)
	}
}
