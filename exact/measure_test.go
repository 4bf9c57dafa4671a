package exact_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// jeffreys returns the sum of (p-q)(log p - log q), to the letter.
func jeffreys(p, q []float64) float64 {
	sum := 0.0
	for x := range p {
		sum += (p[x] - q[x]) * (math.Log(p[x]) - math.Log(q[x]))
	}
	return sum
}

func at(target toys.Target, beta float64) []float64 {
	p, sum := make([]float64, len(target.LogF)), 0.0
	for x, v := range target.LogF {
		p[x] = math.Exp(beta * v)
		sum += p[x]
	}
	for x := range p {
		p[x] /= sum
	}
	return p
}

// TestPublishedBarrier: BREAD, Appendix B.1.1, prints J at T = 100 and J and B at
// T = 1000.
func TestPublishedBarrier(t *testing.T) {
	for _, c := range []struct {
		T            int
		J, B, digits float64
	}{{100, 1.65, 0, 0.005}, {1000, 1.085, 1.184, 0.0005}} {
		res := run(t, annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(c.T)))
		if math.Abs(res.J()-c.J) > c.digits {
			t.Errorf("T = %d: J = %v, published %v", c.T, res.J(), c.J)
		}
		if c.B > 0 && math.Abs(res.B()-c.B) > c.digits {
			t.Errorf("T = %d: B = %v, published %v", c.T, res.B(), c.B)
		}
	}
}

// TestPerfect: J is 0 and B the sum of J(p_t, p_{t+1}): also from 32,768 cells on, at log densities so far apart that
// functions of cells reach 1e22.
func TestPerfect(t *testing.T) {
	steep := toys.Target{Grid: grid.New(128, 256), LogF: make([]float64, 128*256)}
	dice := rand.New(rand.NewPCG(1, 1))
	for x := range steep.LogF {
		steep.LogF[x] = 40 * dice.NormFloat64()
	}
	for T, target := range map[int]toys.Target{9: toys.Hard(3), 3: steep} {
		want := 0.0
		for s := 1; s < T; s++ {
			want += jeffreys(at(target, float64(s-1)/float64(T-1)), at(target, float64(s)/float64(T-1)))
		}
		res := run(t, annealing(target, kernels.Perfect{}, chains.Linear(T)))
		near(t, fmt.Sprintf("T = %d: B", T), res.B(), want, 1e-12)
		near(t, fmt.Sprintf("T = %d: J", T), res.J(), 0, 1e-20)
	}
}

// TestIdentity: J = B = J(p_1, p_T).
func TestIdentity(t *testing.T) {
	want := jeffreys(at(toys.Hard(3), 0), at(toys.Hard(3), 1))
	for _, T := range []int{2, 3, 50} {
		res := run(t, annealing(toys.Hard(3), kernels.Identity{}, chains.Linear(T)))
		near(t, "J", res.J(), want, 1e-12)
		near(t, "B", res.B(), want, 1e-12)
	}
}

// TestTwoStates has one number for a law, q = the mass of the right cell, and
// one for a kernel: with s = β log f(right)/f(left) > 0 Metropolis goes right
// with probability 1/2 and left with e^-s/2, so q -> 1/2 + q (1 - e^-s)/2.
// In reverse the same; and E[log w] gains (q or r) times the step of s.
func TestTwoStates(t *testing.T) {
	const T, slope = 6, 1.7
	logistic := func(s float64) float64 { return 1 / (1 + math.Exp(-s)) }
	next := func(q, s float64) float64 { return 0.5 + q*(0.5-0.5*math.Exp(-s)) }
	h := slope / (T - 1)
	q, r, fwd, rev := 0.5, logistic(slope), 0.0, 0.0
	for s := 1; s < T; s++ {
		fwd += q * h
		q = next(q, float64(s)*h)
	}
	for s := T - 1; s >= 1; s-- {
		r = next(r, float64(s)*h)
		rev += r * h
	}
	p := logistic(slope)
	target := toys.Target{Grid: grid.New(2), LogF: []float64{0, slope}}
	res := run(t, annealing(target, kernels.Metropolis{}, chains.Linear(T)))
	near(t, "q", res.Q[1], q, 1e-15)
	near(t, "J", res.J(), jeffreys([]float64{p, 1 - p}, []float64{q, 1 - q}), 1e-13)
	near(t, "E_fwd[log w]", res.FwdLogW(), fwd, 1e-14)
	near(t, "E_rev[log w]", res.RevLogW(), rev, 1e-14)
	near(t, "B", res.B(), rev-fwd, 1e-14)
	near(t, "log R", res.LogR, math.Log((1+math.Exp(slope))/2), 1e-15)
}

// The ends are normalised, a log is known where its mass is below any float, and a constant in
// the target costs no digits but those of log R.
func TestEnds(t *testing.T) {
	for _, rise := range []float64{0, 1 << 50} {
		e := exact.NewEnds(chains.Annealing{Grid: grid.New(4), Kernel: kernels.Identity{}, Schedule: chains.Linear(2),
			Bridge: chains.Geometric{From: []float64{0, 0, 0, 0}, To: []float64{rise, rise + 1, rise - 2000, math.Inf(-1)}}})
		logZ := math.Log(1 + math.E)
		near(t, "log R", e.LogR-rise, logZ-math.Log(4), 0.2)
		near(t, "p", e.P[1], math.E/(1+math.E), 1e-15)
		near(t, "p of a deep cell", e.P[2], 0, 0)
		near(t, "log p of a deep cell", e.LogP[2], -2000-logZ, 1e-12)
		near(t, "log w of a deep cell", e.LogW[2], -2000-logZ+math.Log(4), 1e-12)
		near(t, "p_1", e.P1[0], 0.25, 0)
		if !math.IsInf(e.LogW[3], -1) {
			t.Errorf("log w of a cell without mass is %v", e.LogW[3])
		}
	}
}

// TestRelabelling turns a 3x5 target over and exchanges its axes: J, B and log R
// do not know how cells are numbered. (That a kernel treats all axes alike is a
// property of those catalogued, not a law of kernels: cycle begins with one.)
func TestRelabelling(t *testing.T) {
	g, turned := grid.New(3, 5).WithWalls(7), grid.New(5, 3)
	values := toys.Easy(5).LogF[:15]
	logf, other := make([]float64, 15), make([]float64, 15)
	copy(logf, values)
	logf[7] = math.Inf(-1)
	for x, v := range logf {
		y := turned.Index(4-g.Coord(x, 1), g.Coord(x, 0))
		other[y] = v
		if g.Wall(x) {
			turned = turned.WithWalls(y)
		}
	}
	for _, k := range kernels.Catalogue {
		if k.Name == "cycle" {
			continue
		}
		run := func(g grid.Grid, logf []float64) exact.Result {
			res, err := exact.Run(t.Context(), chains.Annealing{Grid: g, Kernel: k.Make, Schedule: chains.Linear(7),
				Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}.Extended())
			if err != nil {
				t.Fatal(err)
			}
			return res
		}
		a, b := run(g, logf), run(turned, other)
		for of, x := range map[string][2]float64{
			"J":     {a.J(), b.J()},
			"B":     {a.B(), b.B()},
			"log R": {a.LogR, b.LogR},
		} {
			if math.Abs(x[0]-x[1]) > 1e-13 {
				t.Errorf("%s: %s is %v, and %v relabelled", k.Name, of, x[0], x[1])
			}
		}
	}
}

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
	to, from := shift(d.to, last), shift(d.from, first)
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
