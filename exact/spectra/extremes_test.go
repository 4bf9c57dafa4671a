package spectra_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// levelOf returns the level of a log density.
func levelOf(logf []float64) *chains.Level {
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(logf), To: logf}, len(logf))
	l.Move(2, 1)
	return l
}

// aimed returns an operator aimed at a log density, and the distribution there.
func aimed(g grid.Grid, k chains.Kernel, logf []float64) (chains.Operator, []float64) {
	l := levelOf(logf)
	op := chains.On(k, g)
	op.Aim(l)
	return op, normal(l.LogF())
}

// normal returns the distribution of a log density, which sums to 1 to an ulp.
func normal(logf []float64) []float64 {
	p := chains.Normalized(logf)
	floats.Scale(1/floats.Sum(p), p)
	return p
}

// singly returns the chain of an operator that is aimed at pi already, and steps functions one by
// one.
func singly(op chains.Operator, pi []float64) *spectra.Chain {
	logf := make([]float64, len(pi))
	for x, p := range pi {
		logf[x] = math.Log(p)
	}
	l := levelOf(logf)
	return spectra.ChainAt(&plain{op}, l)
}

// plain is an operator that stays aimed as it is, and is not seen to pull pairs.
type plain struct{ chains.Operator }

func (o *plain) Aim(*chains.Level) {}

func (o *plain) Reversal() chains.Operator {
	if back := o.Operator.Reversal(); back != o.Operator {
		return &plain{back}
	}
	return o
}

// chainAt returns the chain of a kernel at a log density, whose operator steps in pairs, and the
// distribution.
func chainAt(g grid.Grid, k chains.Kernel, logf []float64) (*spectra.Chain, []float64) {
	l := levelOf(logf)
	return spectra.ChainAt(chains.On(k, g), l), normal(l.LogF())
}

// extremes returns the ends of the spectrum, without an error.
func extremes(t *testing.T, c *spectra.Chain, seed uint64) spectra.Extremes {
	t.Helper()
	e := must.Have(c.Extremes(t.Context(), seed))(t)
	return e
}

// errorOf is the largest possible error of the value.
func errorOf(b spectra.Bounded) float64 { return max(b.High-b.Value, b.Value-b.Low) }

// tight checks that the error of a number is at most a share of it.
func tight(t *testing.T, name string, b spectra.Bounded, share float64) {
	t.Helper()
	if !(errorOf(b) <= share*b.Value) {
		t.Errorf("%s: %.17g, from %.17g to %.17g", name, b.Value, b.Low, b.High)
	}
}

// encloses checks that want lies within a number's bounds. want itself may be off by a part of
// it and by an absolute slack.
func encloses(t *testing.T, name string, n spectra.Bounded, want, part, slack float64) {
	t.Helper()
	slack += part * math.Abs(want)
	if !(want >= n.Low-slack && want <= n.High+slack) {
		t.Errorf("%s = %.17g, said to lie from %.17g to %.17g", name, want, n.Low, n.High)
	}
	if !math.IsNaN(n.Value) && !(n.Low <= n.Value && n.Value <= n.High) {
		t.Errorf("%s: the value %.17g is outside its bounds, %.17g and %.17g", name, n.Value, n.Low, n.High)
	}
}

// rough returns a log density of independent normal values.
func rough(sigma float64, seed uint64, lens ...int) toys.Target {
	g := grid.New(lens...)
	f := make([]float64, g.Size())
	r := rand.New(rand.NewPCG(seed, 0))
	for x := range f {
		f[x] = sigma * r.NormFloat64()
	}
	return toys.Target{Name: fmt.Sprintf("%v rough %g", g, sigma), Grid: g, LogF: f}
}

// subjects returns small spaces of every kind: flat and rough, deep, with wells and with walls,
// in one to nine dimensions.
func subjects() []toys.Target {
	flat := func(lens ...int) toys.Target {
		g := grid.New(lens...)
		return toys.Target{Name: g.String(), Grid: g, LogF: make([]float64, g.Size())}
	}
	walled := rough(2, 5, 6, 5)
	walled.Name += " with walls"
	walled.Grid = walled.Grid.WithWalls(3, 8, 22)
	for _, x := range []int{3, 8, 22} {
		walled.LogF[x] = math.Inf(-1)
	}
	cold := toys.Barrier()
	for x := range cold.LogF {
		cold.LogF[x] *= 0.3
	}
	return []toys.Target{flat(2), flat(3), flat(4), flat(5, 4), toys.Barrier(), cold, walled,
		rough(10, 1, 7, 7), rough(30, 2, 6, 6), rough(3, 3, 10, 10), rough(60, 4, 9),
		toys.Ising(3, 3, 0.4, 0), toys.Ising(2, 3, 1, 0)}
}

// TestExtremesOracle: on every subject the ends of the spectrum by the dense matrix lie within the bounds, for a
// kernel of each kind, and on BARRIER for every kernel. The dense matrix has an ulp of each eigenvalue, times their
// number, and ten digits of a gap above 1e-13. Of a gap below that the bounds say no more than how small it is.
func TestExtremesOracle(t *testing.T) {
	for _, s := range subjects() {
		for _, k := range kernels.Catalogue {
			op, pi := aimed(s.Grid, k.Make, s.LogF)
			some := slices.Contains([]string{"metropolis", "heat-bath", "gibbs-sweep", "stretch"}, k.Name)
			barrier := s.Name == "barrier" && len(pi) <= 49
			if k.Name == "identity" || !barrier && !some || len(pi) > 100 {
				continue
			}
			t.Run(s.Name+"/"+k.Name, func(t *testing.T) {
				m := spectra.Of(op, len(pi))
				want, err := m.Spectrum(pi)
				if err != nil {
					t.Skip(err)
				}
				c := singly(op, pi)
				e := extremes(t, c, 1)
				pairs, _ := chainAt(s.Grid, k.Make, s.LogF)
				encloses(t, "additive gap, by pairs", extremes(t, pairs, 2).AdditiveGap, want.AdditiveGap, 1e-10, 1e-17)
				round := float64(len(pi)) * 0x1p-52
				encloses(t, "additive gap", e.AdditiveGap, want.AdditiveGap, 1e-10, 1e-17)
				encloses(t, "gap", e.Gap, want.Gap, 1e-10, round)
				slack := round
				if want.SLEM < 1e-8 { // all modes but one are a cluster near 0: the search ends inside of it (Extremes)
					slack = 1e-8
				}
				encloses(t, "SLEM", e.SLEM, want.SLEM, 0, 2*slack)
				if want.Gap > 1e-13 && !(errorOf(e.AdditiveGap) <= 1e-9*want.AdditiveGap) {
					t.Errorf("a gap of %g, from %g to %g", e.AdditiveGap.Value, e.AdditiveGap.Low, e.AdditiveGap.High)
				}
				if e.Reversible {
					encloses(t, "least eigenvalue", e.Least, real(want.Values[len(want.Values)-1]), 0, slack)
					sameMode(t, pi, e, want)
				}
				averagesOracle(t, c, e, m, pi)
				cutOracle(t, c, e, m, pi)
				mixingOracle(t, e, m, pi)
			})
		}
	}
}

// mixingOracle: mixing times by the dense matrix lie within the bounds.
func mixingOracle(t *testing.T, e spectra.Extremes, m *spectra.Matrix, pi []float64) {
	t.Helper()
	for _, eps := range []float64{0.25, 0.01} {
		want := must.Have(m.MixingTime(pi, eps))(t)
		b := e.MixingBounds(eps)
		if b.Low > want.Worst || b.High < want.Worst {
			t.Errorf("it mixes to %g in %d steps, not in %d to %d", eps, want.Worst, b.Low, b.High)
		}
		if b.Average < want.Average {
			t.Errorf("it mixes to %g on the average in %d steps, not in %d", eps, want.Average, b.Average)
		}
	}
}

// sameMode: if one mode is the slowest, both ways find it, to within the angle.
func sameMode(t *testing.T, pi []float64, e spectra.Extremes, want spectra.Spectrum) {
	t.Helper()
	if len(want.Gaps) < 3 || e.Angle > 1e-3 {
		return
	}
	dot, square := 0.0, 0.0
	for x, p := range pi {
		dot += p * e.Second[x] * want.Second[x]
		square += p * e.Second[x] * e.Second[x]
	}
	if sine := math.Sqrt(max(0, 1-dot*dot)); sine > e.Angle+1e-7 {
		t.Errorf("the slowest mode is off by an angle of sine %g, said to be at most %g", sine, e.Angle)
	}
	if math.Abs(square-1) > 1e-12 {
		t.Errorf("the slowest mode has the variance %g", square)
	}
}

// averagesOracle: asymptotic variances by the dense matrix lie within the bounds.
func averagesOracle(t *testing.T, c *spectra.Chain, e spectra.Extremes, m *spectra.Matrix, pi []float64) {
	t.Helper()
	f := make([]float64, len(pi))
	for x := range f {
		f[x] = math.Sin(3*float64(x)) + float64(x)/float64(len(pi))
	}
	want, iat, err := m.AsymptoticVariance(pi, f)
	if err != nil {
		t.Fatalf("by the matrix: %v", err)
	}
	v, i, err := c.AsymptoticVariance(t.Context(), e, f)
	if err != nil {
		t.Fatalf("within bounds: %v", err)
	}
	encloses(t, "asymptotic variance", v, want, 1e-9, 1e-15)
	encloses(t, "IAT", i, iat, 1e-9, 1e-15)
	if e.Reversible && e.Gap.Low > 1e-13 && !(errorOf(v) <= 1e-7*(want+1)) {
		t.Errorf("a variance of %g, from %g to %g", v.Value, v.Low, v.High)
	}
}

// cutOracle: the best threshold cut is the dense matrix's along the same function, or, on few
// states, no better than the best of all.
func cutOracle(t *testing.T, c *spectra.Chain, e spectra.Extremes, m *spectra.Matrix, pi []float64) {
	t.Helper()
	if e.Angle > 1e-3 || e.AdditiveGap.Low == 0 {
		return
	}
	got := must.Have(c.Bottleneck(e.Second))(t)
	want := must.Have(m.Bottleneck(pi, e.Second))(t)
	if !(got.Phi >= want.Phi*(1-1e-9)) {
		t.Errorf("a bottleneck of %.12g, by the matrix no less than %.12g", got.Phi, want.Phi)
	}
	if !want.Exact && !(got.Phi <= want.Phi*(1+1e-9)) {
		t.Errorf("the best threshold cut has %.12g, by the matrix %.12g", got.Phi, want.Phi)
	}
	if phi := got.Phi; !(phi*phi/2 <= e.AdditiveGap.High && e.AdditiveGap.Low <= 2*phi*(1+1e-12)) {
		t.Errorf("a conductance of %g and a gap of %g", phi, e.AdditiveGap.Value)
	}
}

// TestHiddenGap: a gap that round-off hides is said to lie between 0 and the quotient of a
// function, and the search ends when it sees that.
func TestHiddenGap(t *testing.T) {
	s := rough(30, 1, 40, 40)
	c, _ := chainAt(s.Grid, kernels.Metropolis{}, s.LogF)
	e := extremes(t, c, 1)
	is(t, "the gap at least", e.Gap.Low, 0)
	is(t, "the relaxation time at most", e.RelaxationTime.High, math.Inf(1))
	is(t, "the mixing time at most", e.MixingBounds(0.25).High, spectra.Never)
	if !(e.Gap.High < 1e-12 && e.Gap.High > 0) {
		t.Errorf("the gap is at most %g, want less than 1e-12 and not 0", e.Gap.High)
	}
	if e.Steps > 100 {
		t.Errorf("%d steps are lost on it", e.Steps)
	}
}

// TestLargeFlatSpaces: Metropolis on flat cells is a product of paths. Each axis is moved along
// with the same probability, and holds at its ends. So 1 - λ is the mean over the axes of 1 -
// cos(πk/n); on 2^d cells the gap is 1/d.
func TestLargeFlatSpaces(t *testing.T) {
	cube := slices.Repeat([]int{2}, 10)
	for _, lens := range [][]int{cube, {30, 29}, {300, 2}} {
		g := grid.New(lens...)
		c, _ := chainAt(g, kernels.Metropolis{}, make([]float64, g.Size()))
		e := extremes(t, c, 3)
		long := float64(slices.Max(lens))
		sine := math.Sin(math.Pi / 2 / long)
		gap, least := 2*sine*sine/float64(len(lens)), 0.0 // of 1 less a cosine little is left
		for _, n := range lens {
			least -= math.Cos(math.Pi/float64(n)) / float64(len(lens))
		}
		encloses(t, g.String()+": gap", e.Gap, gap, 1e-12, 0)
		encloses(t, g.String()+": least eigenvalue", e.Least, least, 0, 1e-13)
		encloses(t, g.String()+": relaxation time", e.RelaxationTime, 1/gap, 1e-12, 0)
		tight(t, g.String()+": gap", e.Gap, 2e-10)
	}
}

// TestGlauberRing: heat-bath on the ring of n spins of coupling K has the gap (1 - tanh 2K)/n,
// and its mode is the magnetisation (Glauber 1963), whose IAT is therefore 2/gap - 1.
func TestGlauberRing(t *testing.T) {
	const n, coupling = 10, 0.7
	s := toys.Ising(1, n, coupling, 0)
	c, pi := chainAt(s.Grid, kernels.HeatBath{}, s.LogF)
	e := extremes(t, c, 1)
	gap := (1 - math.Tanh(2*coupling)) / n
	encloses(t, "gap", e.Gap, gap, 1e-12, 0)
	f := make([]float64, len(pi))
	for x := range f {
		f[x] = float64(2*bits.OnesCount(uint(x)) - n) // the magnetisation, times n
	}
	_, iat, err := c.AsymptoticVariance(t.Context(), e, f)
	must.Do(t, err)
	encloses(t, "IAT of the magnetisation", iat, 2/gap-1, 1e-12, 0)
	tight(t, "gap", e.Gap, 2e-10)
	tight(t, "IAT of the magnetisation", iat, 1e-9)
	// The mode is odd, and its threshold is none: half of the spins each way.
	cut := must.Have(c.Bottleneck(e.Second))(t)
	if !(cut.Phi <= math.Sqrt(2*gap) && cut.Phi >= gap/2) {
		t.Errorf("a conductance of %g and a gap of %g break Cheeger's inequalities", cut.Phi, gap)
	}
}

// TestRefusals: a question without an answer is refused in a sentence.
func TestChainRefusals(t *testing.T) {
	g := grid.New(3, 3)
	op, pi := aimed(g, kernels.Metropolis{}, make([]float64, 9))
	c := singly(op, pi)
	_, _, err := c.AsymptoticVariance(t.Context(), extremes(t, c, 1), slices.Repeat([]float64{2}, 9))
	refused(t, err, "the function is 2 in every state")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Extremes(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search ends with %v", err)
	}
}

// TestManyClasses: nine cells between which nothing moves never mix.
func TestManyClasses(t *testing.T) {
	op, pi := aimed(grid.New(3, 3), kernels.Identity{}, make([]float64, 9))
	c := singly(op, pi)
	e := extremes(t, c, 1)
	is(t, "gap", e.Gap.High, 0)
	is(t, "SLEM", e.SLEM.Low, 1)
	is(t, "relaxation time", e.RelaxationTime.Value, math.Inf(1))
	is(t, "least mixing time", e.MixingBounds(0.25).Low, spectra.Never)
	is(t, "largest mixing time", e.MixingBounds(0.25).High, spectra.Never)
	_, _, err := c.AsymptoticVariance(t.Context(), e, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9})
	refused(t, err, "the states of positive probability fall into 9 classes")
}

// TestOneCell: a chain with a single cell of mass has the gap 1, and no cut.
func TestOneCell(t *testing.T) {
	lone := slices.Repeat([]float64{math.Inf(-1)}, 9)
	lone[4] = 0
	op, pi := aimed(grid.New(3, 3), kernels.Metropolis{}, lone)
	c := singly(op, pi)
	e := extremes(t, c, 1)
	is(t, "gap", e.Gap.Value, 1)
	is(t, "relaxation time", e.RelaxationTime.Value, 1)
	_, err := c.Bottleneck(e.Second)
	refused(t, err, "1 states of positive probability; a cut needs two")
}

// TestAtBeyondFloats: a level whose masses floats do not invert is stepped by the slower path,
// with the same result.
func TestAtBeyondFloats(t *testing.T) {
	logf := []float64{0, 1, -711, 0.5, 0, -709, 2, 1, 0}
	g := grid.New(3, 3)
	op, _ := aimed(g, kernels.Metropolis{}, logf)
	l := levelOf(logf)
	want := extremes(t, spectra.ChainAt(&plain{op}, l), 1)
	c, _ := chainAt(g, kernels.Metropolis{}, logf)
	if got := extremes(t, c, 1); !(math.Abs(got.Gap.Value/want.Gap.Value-1) < 1e-9) {
		t.Errorf("a gap of %g, by the plain path %g", got.Gap.Value, want.Gap.Value)
	}
}
