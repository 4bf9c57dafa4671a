package exact_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
)

// byPaths bounds how far a number of package exact is from the same sum over all paths.
const byPaths = 1e-11

// sums holds expectations over all paths, which package exact finds without any.
type sums struct {
	fwdLogW, revLogW moments // of log w over forward and over reverse paths
	klFwd, klRev     float64 // between paths, forward to reverse and reverse to forward; their sum is B
	j                float64 // between the cell that forward runs return, and p_T
}

// sumsOf adds up over all paths. p is the target.
func sumsOf(all []chaintest.Path, p []float64) sums {
	s := sums{fwdLogW: momentsOf(all, func(p chaintest.Path) float64 { return p.Forward }),
		revLogW: momentsOf(all, func(p chaintest.Path) float64 { return p.Reverse })}
	q := make([]float64, len(p))
	for _, path := range all {
		if path.Forward > 0 {
			s.klFwd += path.Forward * math.Log(path.Forward/path.Reverse)
		}
		if path.Reverse > 0 {
			s.klRev += path.Reverse * math.Log(path.Reverse/path.Forward)
		}
		q[path.End()] += path.Forward
	}
	for x, want := range p {
		if q[x] != want {
			s.j += (q[x] - want) * math.Log(q[x]/want)
		}
	}
	return s
}

// moments has the mean of log w, and its other moments.
type moments struct {
	mean float64
	exact.Moments
}

// momentsOf returns those of log w over paths of these probabilities.
func momentsOf(all []chaintest.Path, prob func(chaintest.Path) float64) (m moments) {
	logw := make([]float64, len(all))
	probs := make([]float64, len(all))
	for i, p := range all {
		logw[i], probs[i] = p.LogW, prob(p)
		if probs[i] > 0 {
			m.mean += probs[i] * p.LogW
		}
	}
	third := 0.0
	for i, p := range probs {
		if p > 0 {
			m.Variance += p * math.Pow(logw[i]-m.mean, 2)
			third += p * math.Pow(logw[i]-m.mean, 3)
		}
	}
	m.Skewness = third / math.Pow(m.Variance, 1.5)
	return m
}

// agree holds exact.Run to every path of a scene: J, both means of log w and its other moments, and B by all of its
// formulas.
func agree(t rapid.TB, scene chaintest.Scene) {
	t.Helper()
	res := must.Have(exact.Run(context.Background(), scene.Annealing))(t)
	s := sumsOf(chaintest.Paths(scene.Annealing), res.P)
	equal := func(name string, got, want, size float64) {
		if !(got == want || math.Abs(got-want)/size <= byPaths) {
			t.Errorf("%s: %s is %.15g, over all paths %.15g", scene.Name, name, got, want)
		}
	}
	size := max(1, math.Abs(s.fwdLogW.mean), math.Abs(s.revLogW.mean))
	equal("J", res.J(), s.j, max(1, s.j))
	equal("E_fwd[log w]", res.FwdLogW(), s.fwdLogW.mean, size)
	equal("E_rev[log w]", res.RevLogW(), s.revLogW.mean, size)
	equal("B by path divergences", res.B(), s.klFwd+s.klRev, max(1, res.B()))
	equal("B by Eq. (22)-(23)", res.Pairwise.Jeffreys(), s.klFwd+s.klRev, max(1, res.B()))
	equal("E_fwd[w], propagated", res.MeanW, 1, 1)
	equal("E_rev[1/w], propagated", res.MeanInvW, 1, 1)
	for _, m := range []struct {
		name      string
		got, want exact.Moments
	}{{"forward", res.FwdMoments, s.fwdLogW.Moments}, {"in reverse", res.RevMoments, s.revLogW.Moments}} {
		equal("variance of log w "+m.name, m.got.Variance, m.want.Variance, max(1, m.want.Variance))
		if m.want.Variance > 1e-3 { // a variance of 0 has no skewness
			equal("skewness of log w "+m.name, m.got.Skewness, m.want.Skewness, 100)
		}
	}
}

// agreeOn holds exact.Run to every path of the fixed scenes.
func agreeOn(t *testing.T, k chains.Kernel) {
	t.Helper()
	for _, s := range chaintest.FixedScenes(k) {
		agree(t, s)
	}
}

// TestEnumerated checks that exact.Run finds what enumeration finds, for kernels of each kind and along a power bridge.
func TestEnumerated(t *testing.T) {
	some := []string{"metropolis", "gibbs-sweep", "stretch"}
	for _, k := range kernels.Original {
		if slices.Contains(some, k.Name) {
			agreeOn(t, k.Make)
		}
	}
	sound := kernels.Rows{To: bugs.Sweep(false), Back: bugs.Sweep(true)}
	agreeOn(t, sound)
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}, kernels.Identity{}} {
		for _, s := range chaintest.FixedScenes(k) {
			from, to := s.Ends()
			s.Bridge = chains.NewQPath(from, to, -1.5)
			agree(t, s)
		}
	}
}

// TestForward: of steps that miss p q and J are those of their paths, and nothing else is known.
func TestForward(t *testing.T) {
	rows := kernels.Matrices{N: 3, P: [][]float64{{0.5, 0.3, 0.2, 0.1, 0.2, 0.7, 0.9, 0, 0.1}}, Rounded: true}
	for name, a := range map[string]chains.Annealing{
		"once":          between(flat(3), []float64{0.3, -2, 1}, 5, rows),
		"twice a level": between([]float64{1, 0, 2}, []float64{0.3, -2, 1}, 4, kernels.Repeat{Times: 2, Kernel: rows}),
	} {
		for _, a.SkipLast = range []bool{false, true} {
			res := must.Have(exact.Forward(t.Context(), a, nil))(t)
			q := make([]float64, 3)
			for _, p := range chaintest.Paths(a) {
				q[p.End()] += p.Forward
			}
			must.Each(t, res.Q, q, 1e-15, "%s, without the last %v: q", name, a.SkipLast)
			must.Close(t, res.J(), jeffreys(q, res.P), byPaths, "%s, without the last %v: J", name, a.SkipLast)
			must.Near(t, res.LogR, exact.EndsOf(a).LogR, 1e-15, "%s: log R", name)
			for _, v := range []float64{res.B(), res.FwdLogW(), res.RevLogW(), res.FwdMoments.Variance, res.MeanW,
				res.ESS, res.RevMoments.Variance, res.MeanInvW, res.Pairwise.Forward, res.Defect} {
				if !math.IsNaN(v) {
					t.Errorf("%s: a weight has %v", name, v)
				}
			}
			if len(res.Warnings) > 0 || res.Steps != nil {
				t.Errorf("%s: %d steps, and the warnings %q", name, len(res.Steps), res.Warnings)
			}
		}
	}
}

// TestForwardIsRuns: of right kernels Forward has the q and J of Run, where masses are faint, infinite and apart too.
func TestForwardIsRuns(t *testing.T) {
	for name, a := range map[string]chains.Annealing{
		"plain":    between(flat(4), []float64{0, 1, -1, 0.5}, 5, kernels.Metropolis{}),
		"faint":    between([]float64{0, -800}, flat(2), 6, kernels.Identity{}),
		"infinite": between([]float64{0, -inf, 0}, []float64{0, 1, 0}, 3, kernels.Identity{}),
		"lost":     between([]float64{0, 0, 0}, []float64{0, 1, -inf}, 3, kernels.Identity{}),
		"apart":    between(flat(5), []float64{0, 1, -inf, 1, 0}, 4, kernels.Metropolis{}),
	} {
		want := run(t, a)
		got := must.Have(exact.Forward(t.Context(), a, nil))(t)
		must.Each(t, got.Q, want.Q, 1e-14, "%s: q", name)
		must.Close(t, got.Final.Forward, want.Final.Forward, 1e-11, "%s: KL(q||p)", name)
		must.Close(t, got.Final.Reverse, want.Final.Reverse, 1e-11, "%s: KL(p||q)", name)
		for _, says := range got.Warnings {
			if !slices.Contains(want.Warnings, says) {
				t.Errorf("%s: %q", name, says)
			}
		}
		if (name == "infinite" || name == "lost") != (len(got.Warnings) > 0) {
			t.Errorf("%s: %q", name, got.Warnings)
		}
	}
	deep := between(flat(2), []float64{0, -1e300}, 3, kernels.Metropolis{})
	_, err := exact.Forward(t.Context(), deep, nil)
	if !errors.Is(err, exact.ErrSpan) {
		t.Errorf("of a span of 1e300 nats: %v", err)
	}
}

// along returns the frames at some levels.
func along(t rapid.TB, a chains.Annealing, levels ...int) []exact.Frame {
	t.Helper()
	return must.Have(exact.Frames(context.Background(), a, levels))(t)
}

// enumerated returns the forward distributions and the parts of each level, by the definition: it adds up paths.
func enumerated(a chains.Annealing) (forward, parts [][]float64) {
	logp := logDensities(a)
	cells := a.Grid.Size()
	for range a.T() {
		forward = append(forward, make([]float64, cells))
		parts = append(parts, make([]float64, cells))
	}
	for _, path := range chaintest.Paths(a) {
		for i := range a.T() {
			x := path.States[min(i, len(path.States)-1)] // without the last kernel, x_T is x_{T-1}
			forward[i][x] += path.Forward
			if i+1 < a.T() {
				parts[i+1][x] += (path.Reverse - path.Forward) * (logp[i+1][x] - logp[i][x])
			}
		}
	}
	return forward, parts
}

// logDensities returns log p_t at every level.
func logDensities(a chains.Annealing) (logp [][]float64) {
	l := a.NewLevel()
	for t := 1; t <= a.T(); t++ {
		a.LevelAt(l, t)
		logp = append(logp, chains.LogMasses(chains.Normalized(l.LogF())))
	}
	return logp
}

// TestCellsAreEnumerated: the forward chain at every level, the parts of every step, and F and G, the means over paths
// by their last cell, are those of all paths; of a kernel whose reversal is another, and of an annealing without its
// last kernel.
func TestCellsAreEnumerated(t *testing.T) {
	for skip, k := range map[bool]chains.Kernel{false: kernels.GibbsSweep{}, true: kernels.Slice{}} {
		for _, s := range chaintest.FixedScenes(k) {
			s.SkipLast = skip
			forward, parts := enumerated(s.Annealing)
			var levels []int
			for t := range s.T() {
				levels = append(levels, t+1)
			}
			for i, f := range along(t, s.Annealing, levels...) {
				sameSums(t, fmt.Sprintf("%s: the forward chain at level %d", s.Name, f.T), f.Forward, forward[i])
				if i > 0 {
					sameSums(t, fmt.Sprintf("%s: the parts of the step to level %d", s.Name, f.T), f.Parts, parts[i])
				}
			}
			res := must.Have(exact.Options{ByLastCell: true}.Run(t.Context(), s.Annealing))(t)
			n := s.Grid.Size()
			f := make([]float64, n)
			g := make([]float64, n)
			want := make([]float64, n)
			for _, p := range chaintest.Paths(s.Annealing) {
				f[p.End()] += p.Forward * (p.LogW - res.LogR)
				want[p.End()] += p.Reverse * (p.LogW - res.LogR)
			}
			floats.MulTo(g, res.G, res.P)
			sameSums(t, s.Name+": F", res.F, f)
			sameSums(t, s.Name+": p G", g, want)
		}
	}
}

// sameSums compares vectors that are sums over paths.
func sameSums(t rapid.TB, name string, got, want []float64) {
	t.Helper()
	if !floats.EqualApprox(got, want, byPaths*max(1, floats.Norm(want, 1))) {
		t.Errorf("%s is %v, want %v", name, got, want)
	}
}

// TestInfiniteParts checks that a cell that the target lost has an infinite part in the frame of the last step alone.
func TestInfiniteParts(t *testing.T) {
	a := between([]float64{0, 0, 0}, []float64{0, 1, math.Inf(-1)}, 3, kernels.Metropolis{})
	a.Grid = grid.New(3)
	frames := along(t, a, 1, 2, 3)
	lost, after := frames[1].Parts[2], frames[2].Parts[2]
	if frames[0].Parts != nil || !math.IsInf(lost, 1) || math.IsInf(after, 0) {
		t.Errorf("the step that loses the cell has the part %v, the step after it %v", lost, after)
	}
	for _, levels := range [][]int{{2, 3}, {1, 2}, {1, 2, 1, 3}} {
		must.Panic(t, func() { along(t, a, levels...) }, "frames at %v", levels)
	}
}
