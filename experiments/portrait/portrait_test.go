package portrait_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
	"breadboard/experiments/sampling"
	"breadboard/grid/must"
)

func chain(t *testing.T, s experiments.Setting) experiments.Chain {
	t.Helper()
	return must.Have(s.Chain())(t)
}

func exactly(t *testing.T, s experiments.Setting, T int) portrait.Portrait {
	t.Helper()
	all := must.Have(portrait.Exactly(t.Context(), chain(t, s), []int{T}, nil))(t)
	return all[0]
}

// TestExactly: what is drawn adds up to the numbers that are printed, also of a kernel that is not
// its own reversal. Sums of some thousand terms have a rounding of 1e-12.
func TestExactly(t *testing.T) {
	for kernel, T := range map[string]int{"metropolis": 12, "cycle": 3} {
		p := exactly(t, experiments.Setting{Toy: "barrier", Kernel: kernel}, T)
		must.Close(t, floats.Sum(p.Q), 1, 1e-12, "%s: the sum of q", kernel)
		must.Close(t, floats.Sum(p.P), 1, 1e-12, "%s: the sum of p", kernel)
		must.Close(t, floats.Sum(p.Parts), p.B(), 1e-11, "%s: the sum of the parts of B", kernel)
		must.Close(t, floats.Sum(p.JParts()), p.J(), 1e-11, "%s: the sum of the parts of J", kernel)
		must.Close(t, p.Off()[3], p.Q[3]-p.P[3], 0, "%s: q - p of cell 3", kernel)
		must.Close(t, p.LogRatio()[3], math.Log(p.Q[3]/p.P[3]), 0, "%s: log q/p of cell 3", kernel)
		if len(p.Parts) != 49 {
			t.Errorf("%s: there are %d parts of 49 cells", kernel, len(p.Parts))
		}
	}
}

// A cell of no mass has no part in J, and one that is only missed by q has an infinite one.
func TestJPartsOfNoMass(t *testing.T) {
	p := portrait.Portrait{P: []float64{0, 0.5, 0.5}}
	p.Q = []float64{0, 1, 0}
	p.Final.Reverse = math.Inf(1)
	if parts := p.JParts(); parts[0] != 0 || !math.IsInf(parts[2], 1) {
		t.Errorf("the parts of J are %v", parts)
	}
}

// J of the perfect kernel is 0, and so no cell has a part in it, and no map shows anything.
func TestJPartsOfRounding(t *testing.T) {
	p := exactly(t, experiments.Setting{Toy: "easy", Kernel: "perfect"}, 10)
	if slices.Equal(p.Q, p.P) {
		t.Error("q is p to the last bit: there is no rounding to leave out")
	}
	for name, of := range map[string][]float64{"J": p.JParts(), "q - p": p.Off(), "log q/p": p.LogRatio()} {
		if floats.Norm(of, math.Inf(1)) != 0 {
			t.Errorf("%s by cell is %v, want 0", name, of)
		}
	}
}

// TestLaws: the masses add up to 1, and their mean is that of log w, up to half a bin. On two levels
// the law is known: log w is log p_2/p_1 of a draw of p_1.
func TestLaws(t *testing.T) {
	p := exactly(t, experiments.Setting{Toy: "barrier"}, 2)
	l := p.Laws
	for name, law := range map[string]portrait.Law{"forward": l.Forward, "reverse": l.Reverse} {
		must.Close(t, floats.Sum(law.Exact), 1, 1e-11, "%s: the sum of the masses", name)
		must.Close(t, binned(l.Edges, law.Exact), law.Mean, l.Edges[1]-l.Edges[0], "%s: the mean of the bins", name)
	}
	must.Close(t, l.Reverse.Mean-l.Forward.Mean, p.B(), 1e-12, "B, as the distance of the means")
	// nine cells of the dominant mode have log f = 3, which is above all others
	at := math.Log(49 * p.P[6])
	for i := range len(l.Edges) - 1 {
		if l.Edges[i] < at && at < l.Edges[i+1] {
			must.Close(t, floats.Sum(l.Forward.Exact[i:]), 9./49, 1e-9, "forward: the mass of the highest log w")
			must.Close(t, floats.Sum(l.Reverse.Exact[i:]), 9*p.P[6], 1e-9, "reverse: the mass of the highest log w")
		}
	}
}

// binned is the mean of the middles of bins; those without an end count as at their edge.
func binned(edges, masses []float64) float64 {
	n := len(edges)
	sum := masses[0]*edges[0] + masses[n]*edges[n-1]
	for i := 1; i < n; i++ {
		sum += masses[i] * (edges[i-1] + edges[i]) / 2
	}
	return sum
}

// fileOf is a target of these log densities.
func fileOf(t *testing.T, text string) experiments.Setting {
	t.Helper()
	file := must.File(t, "target.csv", text)
	return experiments.Setting{Target: file}
}

// TestLawThatDoesNotVary: a flat target has no law to draw.
func TestLawThatDoesNotVary(t *testing.T) {
	p := exactly(t, fileOf(t, "0,0\n0,0\n"), 5)
	if p.Laws.Edges != nil || !strings.Contains(p.Laws.Forward.Unknown, "does not vary") {
		t.Errorf("the law of a constant log w is %+v", p.Laws)
	}
}

// TestSampled: the blurred histogram of chains agrees with the exact law, bin by bin. Of 120 bins
// one is 5 standard errors off with probability 7e-5, if its chains are many.
func TestSampled(t *testing.T) {
	for _, T := range []int{2, 30} {
		all := must.Have(portrait.Sampled(t.Context(), chain(t, experiments.Setting{Toy: "barrier"}), []int{T},
			sampling.Plan{Chains: 20_000, Seed: 3}, nil))(t)
		p := all[0]
		for name, law := range map[string]portrait.Law{"forward": p.Laws.Forward, "reverse": p.Laws.Reverse} {
			sum := 0.
			for i, s := range law.Sampled {
				sum += s.Value
				if few := law.Exact[i]*20_000 < 20; !few && math.Abs(s.Value-law.Exact[i]) > 5*s.StdErr {
					t.Errorf("T = %d, %s: bin %d has %v ± %v, exactly %v", T, name, i, s.Value, s.StdErr, law.Exact[i])
				}
			}
			must.Close(t, sum, 1, 1e-9, "%s: the sum of the shares", name)
		}
		if p.Check.MCSeed != 3 || p.Check.Chain.TargetName() != "barrier" {
			t.Errorf("T = %d: the check is of %s, mc-seed %d", T, p.Check.Chain.TargetName(), p.Check.MCSeed)
		}
	}
}

// TestSampledAlone: chains have a histogram if the exact law takes too long.
func TestSampledAlone(t *testing.T) {
	all := must.Have(portrait.Sampled(t.Context(), chain(t, fileOf(t, "0,1\n")), []int{60_000},
		sampling.Plan{Chains: 100, Seed: 3}, nil))(t)
	l := all[0].Laws
	if l.Forward.Exact != nil || !strings.Contains(l.Reverse.Unknown, "nats") {
		t.Errorf("a law that takes long is known: %q", l.Reverse.Unknown)
	}
	if len(l.Forward.Sampled) != len(l.Edges)+1 {
		t.Errorf("the chains have %d shares between %d edges", len(l.Forward.Sampled), len(l.Edges))
	}
	if all[0].Check.Runs.Forward.LogW != nil {
		t.Error("the runs are kept, and nobody asked for them")
	}
}
