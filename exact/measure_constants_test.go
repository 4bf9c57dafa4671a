package exact_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
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

// with returns the annealing with a constant added to either end: to the initial density
// if it is not a power of the target, and to the target before a power is taken of it.
func (d drawn) with(first, last float64) chains.Annealing {
	to := offset(d.to, last)
	from := offset(d.from, first)
	if !math.IsNaN(d.power) {
		from = chains.Tempered(to, d.power)
	}
	return chains.Annealing{
		Grid:     d.grid,
		Bridge:   d.bridge(from, to),
		Schedule: d.schedule,
		Kernel:   d.kernel.Make,
		SkipLast: d.skip,
	}.Extended()
}

// TestConstantsChangeLogRAlone: a constant in log f, at either end, changes log R by it
// and nothing else that a run finds, to the last bit, if it can be added exactly.
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
		rise := last - first
		if _, two := d.kernel.Make.(kernels.Swap); two { // the second walker starts on first and ends half-way
			rise += (last - first) / 2
		}
		for _, o := range []exact.Options{{}, {Unchecked: true}} {
			want, err := o.Run(t.Context(), d.with(0, 0))
			if err != nil {
				t.Fatal(err)
			}
			got, err := o.Run(t.Context(), d.with(first, last))
			if err != nil {
				t.Fatal(err)
			}
			unmoved(t, fmt.Sprintf("unchecked %v", o.Unchecked), got, want)
			if off := math.Abs(got.LogR - (want.LogR + rise)); off > 1e-9+2*math.Abs(rise)*0x1p-52 {
				t.Errorf("log R = %v, and %v without constants, which are %v", got.LogR, want.LogR, rise)
			}
		}
	})
}

// unmoved compares what a constant must leave alone with a run without constants.
func unmoved(t *rapid.T, name string, got, want exact.Result) {
	for of, v := range numbers(got) {
		if w := numbers(want)[of]; math.Float64bits(v) != math.Float64bits(w) {
			t.Errorf("%s: %s = %v, and %v without constants", name, of, v, w)
		}
	}
	if !slices.Equal(got.Q, want.Q) {
		t.Errorf("%s: q = %v, and %v without constants", name, got.Q, want.Q)
	}
	if !slices.Equal(got.Warnings, want.Warnings) {
		t.Errorf("%s: warnings %q, and %q without constants", name, got.Warnings, want.Warnings)
	}
}

// numbers returns the numbers of a run that a constant must leave alone.
func numbers(r exact.Result) map[string]float64 {
	return map[string]float64{"KL(q||p)": r.Final.Forward, "KL(p||q)": r.Final.Reverse,
		"KL(fwd||rev)": r.Paths.Forward, "KL(rev||fwd)": r.Paths.Reverse, "pairwise": r.Pairwise.Jeffreys(),
		"forward variance": r.FwdLaw.Variance, "forward skewness": r.FwdLaw.Skewness,
		"reverse variance": r.RevLaw.Variance, "reverse skewness": r.RevLaw.Skewness,
		"ESS": r.ESS, "E[w]": r.MeanW, "E[1/w]": r.MeanInvW, "defect": r.Defect}
}

// offset is log f and a constant.
func offset(logf []float64, by float64) []float64 {
	up := slices.Clone(logf)
	for x := range up {
		up[x] += by
	}
	return up
}

// TestConstants: constants in the log densities of the ends change log R and what is
// measured from it, and nothing else, by more than the ends' own rounding; and no
// sound kernel is accused for their sake.
func TestConstants(t *testing.T) {
	target := toys.Easy(4)
	for x := range target.LogF {
		target.LogF[x] *= 0x1p-10 // and so 40 binary digits are left beside the constant
		target.LogF[x] = float64(int64(target.LogF[x]*0x1p40)) * 0x1p-40
	}
	a := annealing(target, kernels.Metropolis{}, chains.Linear(30))
	want := run(t, a)
	for _, c := range [][2]float64{{0, -4096}, {-300, 0}, {512, 1024}} {
		a.Bridge = chains.Geometric{From: offset(make([]float64, 49), c[0]), To: offset(target.LogF, c[1])}
		got := run(t, a)
		near(t, "J", got.J()/want.J(), 1, 1e-13)
		near(t, "B", got.B()/want.B(), 1, 1e-13)
		if len(got.Warnings) > 0 {
			t.Errorf("%v: %v", c, got.Warnings)
		}
		for name, v := range map[string][2]float64{
			"log R":         {got.LogR, want.LogR},
			"E_fwd[log w]":  {got.FwdLogW(), want.FwdLogW()},
			"E_rev[log w]":  {got.RevLogW(), want.RevLogW()},
			"mean of log w": {got.FwdLaw.Mean, want.FwdLaw.Mean},
		} {
			near(t, name, v[0], v[1]+c[1]-c[0], 1e-15)
		}
		brief := unchecked(t, a)
		if brief.J() != got.J() {
			t.Errorf("%v: unchecked J is %v, want %v", c, brief.J(), got.J())
		}
		if brief.LogR != got.LogR {
			t.Errorf("%v: unchecked log R is %v, want %v", c, brief.LogR, got.LogR)
		}
	}
}
