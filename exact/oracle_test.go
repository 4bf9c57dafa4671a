package exact_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
	"breadboard/toys"
)

// truth returns an annealing's measures, proven in big floats.
func truth(t *testing.T, a chains.Annealing) certain.Truth {
	t.Helper()
	tr, err := certain.Measure(t.Context(), a, func(int, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// apart returns the largest that |got - want| / |want| can be, and |got - want| where
// want is 0.
func apart(got float64, want certain.Enclosure) float64 {
	off := want.Off(got)
	if v, _ := want.Mid().Float64(); !want.Vanishes() {
		off /= math.Abs(v)
	}
	return off
}

// slow reports whether a kernel's rows in big floats take seconds at hundreds of
// levels.
func slow(k chains.Kernel) bool {
	switch k.(type) {
	case kernels.King, kernels.Independence, kernels.MultipleTry, kernels.DelayedRejection, kernels.Lifted,
		kernels.Langevin, kernels.Hamiltonian, kernels.Swap:
		return true
	}
	return false
}

// scene is an annealing and a name for it.
type scene struct {
	name string
	a    chains.Annealing
}

func tame(logf []float64, by float64) []float64 {
	out := make([]float64, len(logf))
	for x, v := range logf {
		out[x] = v * by
	}
	return out
}

func shift(logf []float64, by float64) []float64 {
	out := make([]float64, len(logf))
	for x, v := range logf {
		out[x] = v + by
	}
	return out
}

// TestOracle holds every number of a run against big floats: eleven digits of each, and nine of a scene whose
// log densities lie near 1e6 and end at the tenth decimal. Every kernel has a short run on BARRIER, and the paper's one,
// a sweep and a walker with a direction have those on which digits are lost.
func TestOracle(t *testing.T) {
	easy := toys.Easy(7).LogF
	initial := make([]float64, 49)
	for x := range initial {
		initial[x] = 2 * math.Sin(float64(x*x))
	}
	stands, _ := chains.NewSchedule([]float64{0, 0, 0.1, 0.1, 0.4, 1, 1})
	var scenes []scene
	for _, k := range kernels.Catalogue {
		scenes = append(scenes, scene{k.Name, annealing(toys.Barrier(), k.Make, chains.Linear(2))})
	}
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{}} {
		for name, s := range map[string]struct {
			from, to []float64
			schedule chains.Schedule
		}{
			"sigmoid":       {flat(49), easy, chains.Sigmoid(4, 7)},
			"stands still":  {flat(49), easy, stands},
			"other initial": {initial, easy, chains.Linear(7)},
			"offset":        {flat(49), shift(easy, 1e6), chains.Linear(7)},
			"nearly flat":   {flat(49), tame(easy, 1e-4), chains.Linear(7)},
			"sigma 30":      {flat(49), tame(easy, 15), chains.Linear(7)},
			"deep":          {flat(49), tame(easy, 150), chains.Linear(7)},
		} {
			a := chains.Annealing{Grid: grid.New(7, 7), Kernel: k, Schedule: s.schedule, SkipLast: name == "sigmoid",
				Bridge: chains.Geometric{From: s.from, To: s.to}}.Extended()
			scenes = append(scenes, scene{fmt.Sprintf("%s/%T", name, k), a})
		}
	}
	for _, target := range []toys.Target{toys.Easy(7), toys.Hard(11), toys.Barrier()} {
		scenes = append(scenes, scene{target.Name, annealing(target, kernels.Metropolis{}, chains.Linear(100))})
	}
	for _, s := range scenes {
		tolerance := 1e-11
		if strings.HasPrefix(s.name, "offset") {
			tolerance = 1e-9
		}
		compare(t, s, tolerance)
	}
	if !long {
		return
	}
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}} { // the slow mode keeps every rounding error
		compare(t, scene{fmt.Sprintf("long/%T", k), annealing(toys.Barrier(), k, chains.Linear(5_000))}, 1e-9)
	}
}

// long asks for what takes minutes as well.
var long = os.Getenv("BREADBOARD_LONG") != ""

func compare(t *testing.T, s scene, tolerance float64) {
	want := truth(t, s.a)
	got, err := exact.Run(t.Context(), s.a)
	if err != nil {
		t.Fatal(err)
	}
	quick, err := exact.Measure(t.Context(), s.a)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		got  float64
		want certain.Enclosure
	}{
		{"J", got.J(), want.J}, {"B", got.B(), want.B},
		{"J, measured", quick.J(), want.J}, {"B, measured", quick.B(), want.B},
		{"KL(q||p)", got.Final.Forward, want.QP}, {"KL(p||q)", got.Final.Reverse, want.PQ},
		{"KL(fwd||rev)", got.Paths.Forward, want.Fwd}, {"KL(rev||fwd)", got.Paths.Reverse, want.Rev},
	} {
		if c.want.Vanishes() { // J of a perfect kernel
			if !(c.got >= 0 && c.got < 1e-20) {
				t.Errorf("%s: %s = %g, which is 0", s.name, c.name, c.got)
			}
			continue
		}
		if e := apart(c.got, c.want); !(e <= tolerance) {
			t.Errorf("%s: %s = %.17g, want %.17g: off by %.2g", s.name, c.name, c.got, c.want.Mid(), e)
		}
	}
	if logR, _ := want.LogR.Mid().Float64(); math.Abs(got.LogR-logR) > 1e-13*math.Max(1, math.Abs(logR)) {
		t.Errorf("%s: log R = %v, want %v", s.name, got.LogR, logR)
	}
	if !(got.Defect < 1e-8) {
		t.Errorf("%s: the defect is %g, want less than 1e-8", s.name, got.Defect)
	}
}

// right asks that the numbers of an annealing have nine digits, or are off by less than
// 1e-12 if they are next to 0.
func right(t *testing.T, name string, a chains.Annealing) {
	t.Helper()
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	is := truth(t, a)
	for _, c := range []struct {
		name string
		v    float64
		off  float64
	}{
		{"KL(q||p)", g.Final.Forward, is.QP.Off(g.Final.Forward)},
		{"KL(p||q)", g.Final.Reverse, is.PQ.Off(g.Final.Reverse)},
		{"KL(fwd||rev)", g.Paths.Forward, is.Fwd.Off(g.Paths.Forward)},
		{"KL(rev||fwd)", g.Paths.Reverse, is.Rev.Off(g.Paths.Reverse)},
		{"log R", g.LogR, is.LogR.Off(g.LogR)},
	} {
		if !(c.off <= 1e-12+1e-9*math.Abs(c.v)) {
			t.Errorf("%s: %s = %v is off by %g", name, c.name, c.v, c.off)
		}
	}
}

func flat(n int) []float64 { return make([]float64, n) }

// TestRight has the cases in which digits were lost.
func TestRight(t *testing.T) {
	stands, err := chains.NewSchedule([]float64{0, 0.25, 0.5, 0.5, 0.5, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	linear := chains.Linear
	for _, c := range []struct {
		name     string
		grid     grid.Grid
		from, to []float64 // no from is a flat one
		schedule chains.Schedule
		kernel   chains.Kernel
	}{
		// A mean along a line leaves what was rounded in its largest cell in cells whose p is 1e-33 of that: KL(q||p) is
		// 1e-16 with all of q's digits right, and 1e-20 in float64.
		{"rare cells", grid.New(3, 2), nil, []float64{50.828750049560455, 21.94064079236071, -12.539074991773603,
			-25.183716214141683, -15.215180340406196, -17.018972760071904}, linear(2), kernels.GibbsSweep{}},
		{"rare cells of four", grid.New(2, 2), nil, []float64{81.42067376014943, 31.745485461789677, 159.41398759629308,
			86.40819251318632}, linear(2), kernels.GibbsSweep{}},
		// What is pulled overflows.
		{"too large", grid.New(3, 2), nil, []float64{-49.12573158932191, 14.359715017052505, 2.177573105422592,
			40.273566597836066, -4.825161707871263, -82.86189456337688}, linear(2), kernels.GibbsSweep{}},
		// p is below the smallest float in cells that q is in, and log f is rounded at a size of a thousand at either end
		// of a step, or by the constants of a bridge.
		{"deep", grid.New(2), nil, []float64{-553.4564671751889, 1143.015922402917}, linear(3), kernels.Metropolis{}},
		{"deep tries", grid.New(4), nil, []float64{0, -700, -30, 650}, linear(3), kernels.MultipleTry{Tries: 2}},
		{"deep, and a wall", grid.New(3).WithWalls(0), nil, []float64{-inf, -553.4564671751889, 1143.015922402917},
			linear(3), kernels.HeatBath{}},
		// Of T = 2 the path divergences are a step's, log f rounded at a size of 300 and changing by as much.
		{"a jump", grid.New(5), nil, []float64{0.1, -299.7, -1.3, 250.9, 249.3}, linear(2), kernels.Metropolis{}},
		{"betas that stand", grid.New(3, 3), nil, []float64{0, 1, 2, 3, 1, 0, 1, 2, 1}, stands, kernels.Metropolis{}},
		{"betas that stand, nearly flat", grid.New(3, 3), nil, []float64{0, 1e-9, 0, 0, 0, 0, 0, 0, 0}, stands,
			kernels.Perfect{}},
		// Between two heavy cells a light one is left for sure, and what little comes in is pulled as a difference from
		// what was there.
		{"cancellation", grid.New(5).WithWalls(1), []float64{17.980414507003914, -inf, -11.539503125629345,
			14.568457024620995, -7.9064750736400535}, []float64{22.955170453483763, -inf, 33.402626875206465,
			17.57748154432969, 28.51377666045975}, linear(2), kernels.King{}},
		// log R is 1e-9, and log Z was known to a rounding of 1.
		{"log R next to 0", grid.New(2), chains.Tempered([]float64{0, -30}, 0.7), []float64{0, -30}, linear(5),
			kernels.Perfect{}},
		// Rounding leaves a mass below 0 in a cell of no account: it is left at once and nobody returns.
		{"all but gone", grid.New(3, 3), nil, []float64{84, -77, -249, -127, -278, 17, 375, -138, -174}, linear(4),
			kernels.Metropolis{}},
	} {
		if c.from == nil {
			c.from = flat(len(c.to))
		}
		a := chains.Annealing{Grid: c.grid, Kernel: c.kernel, Schedule: c.schedule,
			Bridge: chains.Geometric{From: c.from, To: c.to}}
		right(t, c.name, a)
		if strings.HasPrefix(c.name, "deep") && !math.IsInf(c.to[0], -1) { // a mixture has mass there
			a.Bridge = chains.NewMixture(c.from, c.to)
			right(t, c.name+", a mixture", a)
		}
	}
}

// TestDeep: masses below the smallest float are not rounded to 0 where they count.
func TestDeep(t *testing.T) {
	res := run(t, between([]float64{0, 0, 0}, []float64{0, -2000, 1}, 4, kernels.Metropolis{}))
	if !(res.J() > 0 && res.B() > 200 && res.B() < inf) {
		t.Errorf("J = %v, B = %v", res.J(), res.B())
	}
	warned(t, res, "b_pairwise is left out")
	if !math.IsNaN(res.Pairwise.Forward) {
		t.Errorf("B again = %v", res.Pairwise)
	}
}

// TestSteep: on targets as steep as e^100 from cell to cell B by Eq. (22)-(23) is
// still B, for every catalogued kernel. The probability of staying, 1 less all moves, has
// no digits there, and must not be multiplied by a quotient of laws.
func TestSteep(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for _, sigma := range []float64{20, 40, 80} {
			rng := rand.New(rand.NewPCG(uint64(sigma), 1))
			for range 12 {
				to := make([]float64, 6)
				for x := range to {
					to[x] = math.Round(sigma * rng.NormFloat64())
				}
				a := chains.Annealing{Grid: grid.New(2, 3), Kernel: k.Make, Schedule: chains.Linear(4),
					Bridge: chains.Geometric{From: make([]float64, 6), To: to}}.Extended()
				res := run(t, a)
				if !math.IsNaN(res.Pairwise.Forward) && !(math.Abs(res.Pairwise.Jeffreys()-res.B()) < 1e-9*res.B()) {
					t.Errorf("%s to %v: B = %.12g, by pairs %.12g", k.Name, to, res.B(), res.Pairwise.Jeffreys())
				}
			}
		}
	}
}

// TestInfinitiesAreTrue: J is infinite where it is, and nowhere else: on paths between
// densities of which one has mass where the other has none, and of spans that no float
// holds, J and B agree with big floats.
func TestInfinitiesAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kernels.Catalogue).Draw(t, "kernel")
		g := grid.New(rapid.IntRange(1, 2).Draw(t, "rows"), rapid.IntRange(2, 3).Draw(t, "columns"))
		from, to := holed(t, g.Size()), holed(t, g.Size())
		var bridge chains.Bridge = chains.Geometric{From: from, To: to}
		if rapid.Bool().Draw(t, "mixture") {
			bridge = chains.NewMixture(from, to)
		}
		a := chains.Annealing{
			Grid:     g,
			Kernel:   k.Make,
			Bridge:   bridge,
			Schedule: chains.Linear(rapid.IntRange(2, 13).Draw(t, "T")),
		}.Extended()
		got, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		want, err := certain.Measure(t.Context(), a, func(int, float64) {})
		if err != nil {
			t.Skip(err)
		}
		for _, c := range []struct {
			name string
			got  float64
			want certain.Enclosure
		}{{"J", got.J(), want.J}, {"B", got.B(), want.B}} {
			if off := c.want.Off(c.got); !(off <= 1e-9*c.got+1e-22) {
				t.Errorf("%s = %v, off by %.2g, want %v", c.name, c.got, off, c.want.Mid())
			}
		}
	})
}

// holed draws a log density that is deep in some cells, and has no mass in others.
func holed(t *rapid.T, n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		switch rapid.IntRange(0, 5).Draw(t, "sort of cell") {
		case 0:
			logf[x] = math.Inf(-1)
		case 1:
			logf[x] = rapid.SampledFrom([]float64{-40, -300, -690}).Draw(t, "deep")
		default:
			logf[x] = rapid.Float64Range(-3, 3).Draw(t, "log f")
		}
	}
	logf[0] = 0
	return logf
}

// TestNothingIsLeft has the cases that were: a wall that everything leaves, and a cell
// of 1e-305 whose law is 6e-275.
func TestNothingIsLeft(t *testing.T) {
	to := []float64{0, 0, 0, 0, math.Inf(-1), 0, 0, 0, 0}
	from := []float64{0, 0, 0, 0, -0.8, 0, 0, 0, 0}
	a := chains.Annealing{Grid: grid.New(3, 3).WithWalls(4), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: from, To: to}}
	res := run(t, a)
	if want := truth(t, a); !(apart(res.J(), want.J) < 1e-12) {
		t.Errorf("a wall: J = %v, want %v", res.J(), want.J.Mid())
	}
	if res.Q[4] != 0 {
		t.Errorf("%g is left on a wall", res.Q[4])
	}
	deep := []float64{0, -2, -100, -100, -700, -100, -30, -30, -30}
	for T := 2; T < 20; T++ {
		a := chains.Annealing{Grid: grid.New(3, 3), Kernel: kernels.Barker{}, Schedule: chains.Linear(T),
			Bridge: chains.NewMixture(chains.Tempered(deep, 0.3), deep)}
		res := run(t, a)
		if want := truth(t, a); !(apart(res.J(), want.J) < 1e-12) {
			t.Errorf("T = %d: J = %v, want %v", T, res.J(), want.J.Mid())
		}
	}
}

// TestFaintLaw: where q has 1e-8 of p's mass, q = p + d has half its digits, and KL(p||q)
// needs all: a chain that never moves has q = p_1, whatever is between.
func TestFaintLaw(t *testing.T) {
	from, to := []float64{0, -18}, []float64{0.5, 0}
	p1, pT := 1/(1+math.Exp(-18)), 1/(1+math.Exp(-0.5))
	want := pT*math.Log(pT/p1) + (1-pT)*math.Log((1-pT)*(1+math.Exp(18)))
	for _, T := range []int{2, 7, 300} {
		a := between(from, to, T, kernels.Identity{})
		for _, bridge := range []chains.Bridge{a.Bridge, oneWay{a.Bridge}} {
			a.Bridge = bridge
			g, err := exact.Measure(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "KL(p||q)", g.Final.Reverse, want, 1e-14)
		}
	}
}

// TestMassBelowEveryFloat: in a cell that the target lacks p_1 is e^-800, which no
// float is. Forward chains that start there have log w = -inf all the same, and so
// E_fwd[log w] is: a law that underflows is not a law of 0.
func TestMassBelowEveryFloat(t *testing.T) {
	from, to := []float64{0, -800, 0}, []float64{0, -inf, 1}
	for _, bridge := range []chains.Bridge{chains.Geometric{From: from, To: to}, chains.NewMixture(from, to)} {
		a := between(from, to, 2, kernels.Identity{})
		a.Bridge = bridge
		res := run(t, a)
		name := fmt.Sprintf("%T: ", bridge)
		endless(t, name+"KL(fwd||rev)", res.Paths.Forward, true)
		endless(t, name+"KL(q||p)", res.Final.Forward, true)
		endless(t, name+"KL(rev||fwd)", res.Paths.Reverse, false)
		endless(t, name+"KL(p||q)", res.Final.Reverse, false)
	}
}

// TestPullLaw: on a large space, too, q has the digits that KL(p||q) needs where next to
// nothing of p is left: after two levels of a steep target, with and without the last
// kernel, J agrees with a chain that pushes the law from log densities.
func TestPullLaw(t *testing.T) {
	target := rough(200, 170)
	for x := range target.LogF {
		target.LogF[x] *= 8
	}
	for _, skip := range []bool{false, true} {
		a := annealing(target, kernels.Metropolis{}, chains.Linear(3))
		a.SkipLast = skip
		got, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		q := lawByRows(a)
		p := at(target, 1)
		for x, v := range q {
			if !(math.Abs(got.Q[x]-v) <= 1e-6*v) {
				t.Fatalf("skip %v: q(%d) = %g, want %g, p = %g", skip, x, got.Q[x], v, p[x])
			}
		}
		J := 0.0
		for x, v := range q {
			if p[x] > 0 {
				J += (v - p[x]) * math.Log(v/p[x])
			}
		}
		near(t, "J", got.J(), J, 1e-9)
	}
}

// lawByRows pushes the law of x_T by rows from log densities, from uniform off the walls.
func lawByRows(a chains.Annealing) []float64 {
	n := a.Grid.Size()
	q := chains.Normalized(a.Bridge.(chains.Geometric).From)
	op, l, next, end := a.Kernel.On(a.Grid), a.NewLevel(), make([]float64, n), a.T()
	if a.SkipLast {
		end--
	}
	for s := 2; s <= end; s++ {
		a.LevelAt(l, s)
		op.Aim(l)
		clear(next)
		for x, mass := range q {
			stay := 1.0
			op.Row(x, func(y int, p float64) { next[y], stay = next[y]+mass*p, stay-p })
			next[x] += mass * max(stay, 0)
		}
		q, next = next, q
	}
	return q
}

// TestDigitsOfQ: every cell of q keeps its own digits, down to probabilities that are next
// to nothing. With two levels q is one step of Metropolis from the uniform distribution:
// what comes from every neighbour, and what stays in the cell, 1 - e^d, each to its digits.
func TestDigitsOfQ(t *testing.T) {
	for seed := range uint64(10) {
		target := toys.Hard(seed)
		a := annealing(target, kernels.Metropolis{}, chains.Linear(2))
		res := run(t, a)
		for x, q := range res.Q {
			sum := 0.0 // in quarters of 1/49
			for m := range 4 {
				y, ok := a.Grid.Move(x, m)
				if !ok {
					sum++
					continue
				}
				if d := target.LogF[y] - target.LogF[x]; d < 0 {
					sum += 1 - math.Expm1(d)
				} else {
					sum += math.Exp(-d)
				}
			}
			if want := sum / 4 / 49; !(math.Abs(q-want) <= 1e-11*want) {
				t.Errorf("seed %d, cell %d: q = %v, want %v", seed, x, q, want)
			}
		}
	}
}
