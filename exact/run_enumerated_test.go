package exact_test

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
)

// byPaths bounds how far a number of package exact is from the same sum over all paths.
const byPaths = 1e-11

// sums are expectations over all paths: what exact finds without any.
type sums struct {
	fwdLogW, revLogW exact.Moments // of log w over forward and over reverse paths
	klFwd, klRev     float64       // of the laws of paths, forward to reverse and reverse to forward; their sum is B
	j                float64       // of the law of what forward runs return, and p_T
}

// sumsOf adds up over all paths.
func sumsOf(p *chaintest.Paths) sums {
	s := sums{fwdLogW: moments(p.Forward), revLogW: moments(p.Reverse)}
	q := make([]float64, len(p.Last.P))
	for path, f := range p.Forward {
		s.klFwd += f.Prob * math.Log(f.Prob/p.Reverse[path].Prob)
		q[f.X] += f.Prob
	}
	for path, r := range p.Reverse {
		s.klRev += r.Prob * math.Log(r.Prob/p.Forward[path].Prob)
	}
	for x, want := range p.Last.P {
		if q[x] != want {
			s.j += (q[x] - want) * math.Log(q[x]/want)
		}
	}
	return s
}

// moments describe log w over these paths.
func moments(all map[string]chaintest.Path) (m exact.Moments) {
	for _, p := range all {
		m.Mean += p.Prob * p.LogW
	}
	third := 0.0
	for _, p := range all {
		m.Variance += p.Prob * math.Pow(p.LogW-m.Mean, 2)
		third += p.Prob * math.Pow(p.LogW-m.Mean, 3)
	}
	m.Skewness = third / math.Pow(m.Variance, 1.5)
	return m
}

// A disagreement is a number of exact.Run that is not what enumeration found.
type disagreement struct {
	name      string
	got, want float64
}

// disagreements holds exact.Run to every path of the annealing, run by these programs:
// J, both means of log w and its other moments, and B by all of its formulas; and B to
// its bound.
func disagreements(t rapid.TB, a chains.Annealing, run chaintest.Programs) (all []disagreement) {
	t.Helper()
	res, err := exact.Run(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	s := sumsOf(chaintest.Enumerate(a, run))
	equal := func(name string, got, want, size float64) {
		if !(got == want || math.Abs(got-want)/size <= byPaths) {
			all = append(all, disagreement{name, got, want})
		}
	}
	size := max(1, math.Abs(s.fwdLogW.Mean), math.Abs(s.revLogW.Mean))
	equal("J", res.J(), s.j, max(1, s.j))
	equal("E_fwd[log w]", res.FwdLogW(), s.fwdLogW.Mean, size)
	equal("E_rev[log w]", res.RevLogW(), s.revLogW.Mean, size)
	equal("B by path divergences", res.B(), s.klFwd+s.klRev, max(1, res.B()))
	equal("B by Eq. (22)-(23)", res.Pairwise.Jeffreys(), s.klFwd+s.klRev, max(1, res.B()))
	equal("E_fwd[w], propagated", res.MeanW, 1, 1)
	equal("E_rev[1/w], propagated", res.MeanInvW, 1, 1)
	for _, law := range []struct {
		name      string
		got, want exact.Moments
	}{{"forward", res.FwdLaw, s.fwdLogW}, {"in reverse", res.RevLaw, s.revLogW}} {
		equal("mean of log w "+law.name, law.got.Mean, law.want.Mean, max(1, math.Abs(law.want.Mean)))
		equal("variance of log w "+law.name, law.got.Variance, law.want.Variance, max(1, law.want.Variance))
		if law.want.Variance > 1e-3 { // a variance of 0 has no skewness
			equal("skewness of log w "+law.name, law.got.Skewness, law.want.Skewness, 100)
		}
	}
	if res.B() < res.J() {
		equal("B >= J", res.B(), res.J(), max(1, res.J()))
	}
	return all
}

// agree fails t for every disagreement.
func agree(t rapid.TB, s chaintest.Scene) {
	t.Helper()
	for _, d := range disagreements(t, s.Annealing, chaintest.Annealer) {
		t.Errorf("%s: %s is %.15g, over all paths %.15g", s.Name, d.name, d.got, d.want)
	}
}

// TestEnumerated: exact.Run finds what enumeration finds, for every catalogued kernel and
// along every catalogued bridge.
func TestEnumerated(t *testing.T) {
	for _, k := range kernels.Catalogue {
		t.Run(k.Name, func(t *testing.T) { chaintest.Tiny(t, k.Make, agree) })
	}
	t.Run("sweep by rules", func(t *testing.T) {
		chaintest.Tiny(t, kernels.Rows{To: bugs.Sweep(0, 1), Back: bugs.Sweep(1, 0)}, agree)
	})
	for name, b := range chaintest.Bridges {
		t.Run(name, func(t *testing.T) { chaintest.TinyBridge(t, b, agree) })
	}
}

// TestEveryDisagreementCanBe: each comparison notices a bug that breaks it, and none a
// sweep that is sound.
func TestEveryDisagreementCanBe(t *testing.T) {
	late := chaintest.Annealer
	late.Forward = bugs.WeightLate
	of := map[string]bool{}
	for _, c := range []struct {
		name   string
		kernel chains.Kernel
		run    chaintest.Programs
		names  []string
	}{
		{"acceptance inverted", bugs.Inverted, chaintest.Annealer,
			[]string{"B >= J", "E_fwd[w], propagated", "E_rev[1/w], propagated"}},
		{"weight after the move", kernels.Metropolis{}, late,
			[]string{"E_fwd[log w]", "mean of log w forward", "variance of log w forward"}},
		{"sweep not reversed", kernels.Rows{To: bugs.Sweep(0, 1)}, chaintest.Annealer,
			[]string{"B by path divergences"}},
		{"pushes what it does not step", bugs.Changed(kernels.Metropolis{}, bugs.HalfPush), chaintest.Annealer,
			propagated},
		{"steps what it does not push", bugs.Changed(kernels.Metropolis{}, bugs.Stuck), chaintest.Annealer, propagated},
	} {
		found := map[string]bool{}
		chaintest.FixedScenes(c.kernel, func(s chaintest.Scene) {
			for _, d := range disagreements(t, s.Annealing, c.run) {
				found[d.name], of[d.name] = true, true
			}
		})
		for _, name := range c.names {
			if !found[name] {
				t.Errorf("%s: %s agrees; what does not: %v", c.name, name, found)
			}
		}
	}
	if len(of) != 14 {
		t.Errorf("of 14 comparisons %d noticed anything: %v", len(of), of)
	}
}

// propagated are the numbers that are wrong if what is pushed is not what is stepped.
var propagated = []string{"J", "E_fwd[log w]", "E_rev[log w]", "B by path divergences", "B by Eq. (22)-(23)",
	"mean of log w forward", "mean of log w in reverse", "variance of log w forward", "variance of log w in reverse",
	"skewness of log w forward", "skewness of log w in reverse"}

// TestConstantsAtTheEnds: constants in the log densities change J and B by nothing, and log R by
// their difference, along every catalogued bridge.
func TestConstantsAtTheEnds(t *testing.T) {
	const low, high = -3.5, 1.25
	plus := func(v []float64, c float64) []float64 {
		sum := make([]float64, len(v))
		for x := range v {
			sum[x] = v[x] + c
		}
		return sum
	}
	from, to := []float64{0.9, -0.4, 0.2, -1.3}, []float64{-0.7, 1.6, 0.1, 2.3}
	for name, bridge := range chaintest.Bridges {
		run := func(from, to []float64) exact.Gap {
			g, err := exact.Measure(t.Context(), chains.Annealing{Grid: grid.New(2, 2), Kernel: kernels.Metropolis{},
				Schedule: chains.Linear(4), Bridge: bridge(from, to)})
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
		a, b := run(from, to), run(plus(from, low), plus(to, high))
		for _, d := range []disagreement{
			{"J", b.J(), a.J()},
			{"B", b.B(), a.B()},
			{"log R", b.LogR, a.LogR + high - low},
		} {
			if !(math.Abs(d.got-d.want) <= byPaths) {
				t.Errorf("%s: %s is %.15g with constants, %.15g without", name, d.name, d.got, d.want)
			}
		}
	}
}

// TestOwnCells: what becomes of J and B if the target has cells of its own. On
// the geometric path nothing is there until the last step. On the mixture a chain
// gets there in time and J is finite; B is not, because the reverse chain may be
// there when p_1 is not. Only a kernel that never lets it stay makes B finite.
func TestOwnCells(t *testing.T) {
	inf := math.Inf(-1)
	from, to := []float64{0, inf, inf, inf}, []float64{0.3, -0.2, 1, 0.1}
	run := func(k chains.Kernel, b chains.Bridge, s chains.Schedule) exact.Result {
		t.Helper()
		r, err := exact.Run(t.Context(), chains.Annealing{Grid: grid.New(len(to)), Kernel: k, Bridge: b, Schedule: s})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	g := run(kernels.Metropolis{}, chains.Geometric{From: from, To: to}, chains.Linear(20))
	m := run(kernels.Metropolis{}, chains.NewMixture(from, to), chains.Linear(20))
	endless(t, "geometric: J", g.J(), true)
	endless(t, "geometric: B", g.B(), true)
	if !(m.J() < 1) {
		t.Errorf("mixture: J = %v, want less than 1", m.J())
	}
	endless(t, "mixture: B", m.B(), true)
	endless(t, "mixture: E_fwd[log w]", m.FwdLogW(), false)
	// p_2 is even on two cells and the kernel swaps them: from the one's own to
	// the other's, and nothing stays behind.
	half, err := chains.NewSchedule([]float64{0, 0.5, 1})
	if err != nil {
		t.Fatal(err)
	}
	to = []float64{inf, 0}
	from = []float64{0, inf}
	swap := kernels.Rows{To: func(_ grid.Grid, logf []float64, x int, visit func(int, float64)) {
		if logf[0] == logf[1] {
			visit(1-x, 1)
		}
	}}
	r := run(swap, chains.NewMixture(from, to), half)
	near(t, "J of cells swapped", r.J(), 0, 1e-15)
	near(t, "B of cells swapped", r.B(), 0, 1e-15)
}
