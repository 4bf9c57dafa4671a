package exact_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
)

// drawn is a random small annealing, whose ends are numbers of eight binary places
// below 2^6: with a constant of whole numbers up to 2^40 they are floats still.
type drawn struct {
	kernel   chains.Entry[chains.Kernel]
	grid     grid.Grid
	schedule chains.Schedule
	from, to []float64
	power    float64 // of the target that the initial density is; NaN where it is one of its own
	bridge   func(from, to []float64) chains.Bridge
	skip     bool
}

func draw(t *rapid.T) drawn {
	d := drawn{kernel: rapid.SampledFrom(kernels.Catalogue).Draw(t, "kernel"), power: math.NaN()}
	d.grid = grid.New(rapid.IntRange(1, 2).Draw(t, "rows"), rapid.IntRange(2, 3).Draw(t, "columns"))
	density := func(name string) []float64 {
		spread := rapid.SampledFrom([]int{0, 1, 300, 10_000}).Draw(t, "spread of "+name)
		v := make([]float64, d.grid.Size())
		for x := range v {
			v[x] = float64(rapid.IntRange(-spread, spread).Draw(t, name)) / 256
		}
		return v
	}
	d.to = density("target")
	switch rapid.IntRange(0, 2).Draw(t, "initial") {
	case 0:
		d.from = make([]float64, len(d.to))
	case 1:
		d.from = density("initial")
	case 2:
		d.power = rapid.SampledFrom([]float64{-0.5, 0.3, 0.7, 0.9}).Draw(t, "power")
	}
	d.bridge = func(from, to []float64) chains.Bridge { return chains.Geometric{From: from, To: to} }
	if rapid.Bool().Draw(t, "means") {
		q := rapid.SampledFrom([]float64{0, 0.5, 1, 2, -1.5}).Draw(t, "Q")
		d.bridge = func(from, to []float64) chains.Bridge { return chains.NewQPath(from, to, q) }
	}
	betas := []float64{0}
	for range rapid.IntRange(0, 4).Draw(t, "levels inside") {
		betas = append(betas, betas[len(betas)-1]+rapid.Float64Range(0, 0.2).Draw(t, "step"))
	}
	d.schedule, _ = chains.NewSchedule(append(betas, 1))
	d.skip = rapid.Bool().Draw(t, "skip last")
	return d
}

// with is the annealing with a constant added to either end: to the initial density
// if it is one of its own, and to the target before a power is taken of it.
func (d drawn) with(first, last float64) chains.Annealing {
	to := offset(d.to, last)
	from := offset(d.from, first)
	if !math.IsNaN(d.power) {
		from = chains.Tempered(to, d.power)
	}
	return chains.Annealing{Grid: d.grid, Bridge: d.bridge(from, to), Schedule: d.schedule, Kernel: d.kernel.Make, SkipLast: d.skip}.Extended()
}

// TestConstantsChangeLogRAlone: a constant in log f, at either end, changes log R by
// it and nothing else that a run finds.
func TestConstantsChangeLogRAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw(t)
		constant := func(name string) float64 {
			whole := math.Ldexp(1, rapid.IntRange(0, 40).Draw(t, name))
			return rapid.SampledFrom([]float64{0, whole, -whole}).Draw(t, "sign of "+name)
		}
		first, last := constant("first"), constant("last")
		if !math.IsNaN(d.power) {
			first = 0 // the initial density is a power over its largest
		}
		want, err := exact.Run(t.Context(), d.with(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		got, err := exact.Run(t.Context(), d.with(first, last))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := exact.Brief(t.Context(), d.with(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		quick, err := exact.Brief(t.Context(), d.with(first, last))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range got.Warnings {
			if accuses(w) {
				t.Errorf("a warning: %s", w)
			}
		}
		rise := last - first
		if _, two := d.kernel.Make.(kernels.Swap); two { // the second walker starts on first and ends half-way
			rise += (last - first) / 2
		}
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"J", got.J(), want.J()}, {"B", got.B(), want.B()}, {"J in brief", quick.J(), want.J()}, {"B in brief", quick.B(), want.B()},
			{"KL(q||p)", got.Final.Forward, want.Final.Forward}, {"KL(p||q)", got.Final.Reverse, want.Final.Reverse},
			{"forward variance", got.FwdLaw.Variance, want.FwdLaw.Variance}, {"reverse variance", got.RevLaw.Variance, want.RevLaw.Variance},
			{"forward skewness", got.FwdLaw.Skewness, want.FwdLaw.Skewness}, {"reverse skewness", got.RevLaw.Skewness, want.RevLaw.Skewness},
			{"variance in brief", quick.FwdLaw.Variance, plain.FwdLaw.Variance}, {"skewness in brief", quick.RevLaw.Skewness, plain.RevLaw.Skewness},
			{"ESS", got.ESS, want.ESS}, {"E[w]", got.MeanW, want.MeanW}, {"E[1/w]", got.MeanInvW, want.MeanInvW},
		} {
			floor := 1e-20
			if strings.Contains(c.name, "skewness") { // a quotient by the variance to the power 3/2
				floor = 1e-9
				if want.B() < 1e-16 || math.Abs(c.want) > 1e6 { // of log w that is constant but for rounding, or but for one path in 1e12
					continue
				}
			}
			if !alike(c.got, c.want, floor) {
				t.Errorf("%s = %v, and %v without constants", c.name, c.got, c.want)
			}
		}
		if off := math.Abs(got.LogR - (want.LogR + rise)); off > 1e-9+2*math.Abs(rise)*0x1p-52 {
			t.Errorf("log R = %v, and %v without constants, which are %v", got.LogR, want.LogR, rise)
		}
	})
}

// alike reports whether two numbers are the same to nine digits, or to a floor.
func alike(a, b, floor float64) bool {
	if math.IsNaN(a) && math.IsNaN(b) || a == b {
		return true
	}
	return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b))+floor
}

// TestSoundKernelsAreNotAccused: no warning of a sound kernel says that it is broken,
// or that numbers disagree, however small or large what they are compared beside: log R
// of 1e-13, steps of 1e-9, densities of 500 nats.
func TestSoundKernelsAreNotAccused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := sound(t)
		res, err := exact.Run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range res.Warnings {
			if accuses(w) {
				t.Errorf("%T: %s; %+v", a.Kernel, w, res.Checks)
			}
		}
	})
}

func accuses(warning string) bool {
	for _, word := range []string{"the kernel", "PullPair", "which no exact pair is"} {
		if strings.Contains(warning, word) {
			return true
		}
	}
	return false
}

// sound is an annealing of a catalogued kernel on a density that may be anything.
func sound(t *rapid.T) chains.Annealing {
	k := rapid.SampledFrom(kernels.Catalogue).Draw(t, "kernel")
	g := grid.New(rapid.IntRange(1, 2).Draw(t, "rows"), rapid.IntRange(2, 3).Draw(t, "columns"))
	spread := math.Pow(10, rapid.Float64Range(-9, 2.3).Draw(t, "log10 of the spread"))
	to := make([]float64, g.Size())
	for x := range to {
		to[x] = spread * rapid.Float64Range(-1, 1).Draw(t, "log f")
	}
	if rapid.Bool().Draw(t, "largest is 0") {
		for x := range to {
			to[x] = -math.Abs(to[x])
		}
		to[0] = 0
	}
	from := chains.Uniform(to)
	if rapid.Bool().Draw(t, "tempered") {
		from = chains.Tempered(to, rapid.SampledFrom([]float64{-1, 0.3, 0.7, 0.99, 0.9999999}).Draw(t, "power"))
	}
	var bridge chains.Bridge = chains.Geometric{From: from, To: to}
	if rapid.IntRange(0, 2).Draw(t, "means") == 0 {
		bridge = chains.NewQPath(from, to, rapid.Float64Range(-1, 2).Draw(t, "Q"))
	}
	T := rapid.SampledFrom([]int{2, 3, 5, 12, 200}).Draw(t, "T")
	return chains.Annealing{Grid: g, Kernel: k.Make, Bridge: bridge, Schedule: chains.Linear(T)}.Extended()
}

// TestPerfectIsNeverAccused has the target that was: log R is 1e-9, and log Z was
// known to a rounding of 1.
func TestPerfectIsNeverAccused(t *testing.T) {
	to := []float64{0, -30}
	for _, power := range []float64{0.7, 0.5, 0.999} {
		a := chains.Annealing{Grid: grid.New(2), Kernel: kernels.Perfect{}, Schedule: chains.Linear(5),
			Bridge: chains.Geometric{From: chains.Tempered(to, power), To: to}}
		res := run(t, a)
		if len(res.Warnings) > 0 {
			t.Errorf("power %v: %v", power, res.Warnings)
		}
		want := truth(t, a)
		for _, c := range []struct {
			name string
			off  float64
		}{{"KL(fwd||rev)", apart(res.Paths.Forward, want.Fwd)}, {"KL(rev||fwd)", apart(res.Paths.Reverse, want.Rev)}, {"log R", apart(res.LogR, want.LogR)}} {
			if !(c.off < 1e-12) {
				t.Errorf("power %v: %s is off by %.2g of itself", power, c.name, c.off)
			}
		}
	}
}

// TestInfinitiesAreTrue: J is infinite where it is, and nowhere else: on paths between
// densities of which one has mass where the other has none, and of spans that no float
// holds, J and B are those of big floats.
func TestInfinitiesAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kernels.Catalogue).Draw(t, "kernel")
		g := grid.New(rapid.IntRange(1, 2).Draw(t, "rows"), rapid.IntRange(2, 3).Draw(t, "columns"))
		ends := [2][]float64{make([]float64, g.Size()), make([]float64, g.Size())}
		for i := range ends {
			for x := range ends[i] {
				switch rapid.IntRange(0, 5).Draw(t, "sort of cell") {
				case 0:
					ends[i][x] = math.Inf(-1)
				case 1:
					ends[i][x] = rapid.SampledFrom([]float64{-40, -300, -690}).Draw(t, "deep")
				default:
					ends[i][x] = rapid.Float64Range(-3, 3).Draw(t, "log f")
				}
			}
			ends[i][0] = 0
		}
		var bridge chains.Bridge = chains.Geometric{From: ends[0], To: ends[1]}
		if rapid.Bool().Draw(t, "mixture") {
			bridge = chains.NewMixture(ends[0], ends[1])
		}
		a := chains.Annealing{Grid: g, Kernel: k.Make, Bridge: bridge, Schedule: chains.Linear(rapid.IntRange(2, 13).Draw(t, "T"))}.Extended()
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

// TestNothingIsLeft has the cases that were: a wall that everything leaves, and a cell
// of 1e-305 whose law is 6e-275.
func TestNothingIsLeft(t *testing.T) {
	to := []float64{0, 0, 0, 0, math.Inf(-1), 0, 0, 0, 0}
	from := []float64{0, 0, 0, 0, -0.8, 0, 0, 0, 0}
	a := chains.Annealing{Grid: grid.New(3, 3).WithWalls(4), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: from, To: to}}
	res := run(t, a)
	if want := truth(t, a); !(apart(res.J(), want.J) < 1e-12) || res.Q[4] != 0 {
		t.Errorf("a wall: J = %v, %g is left on it", res.J(), res.Q[4])
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

// TestWitness: a kernel that is broken at one level alone, in one cell alone, is caught
// there.
func TestWitness(t *testing.T) {
	to := []float64{0, 1, -1, 0.5}
	leaky := kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for y := range logf {
			p := math.Exp(min(0, logf[y]-logf[x])) / 4
			if x == 2 && y == 1 && logf[2] < -0.9 {
				p *= 0.5
			}
			if y != x {
				visit(y, p)
			}
		}
	}}
	a := chains.Annealing{Grid: grid.New(4), Kernel: leaky, Schedule: chains.Linear(5), Bridge: chains.Geometric{From: make([]float64, 4), To: to}}
	res := run(t, a)
	if want := "at level 5 of 5"; !strings.Contains(fmt.Sprint(res.Warnings), want) {
		t.Errorf("no %q in %q", want, res.Warnings)
	}
}
