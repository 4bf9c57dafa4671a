package experiments

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid/must"
)

func exactly(t *testing.T, s Setting, T int) Measurement {
	t.Helper()
	return must.Have(must.Have(s.Annealer())(t).Measure(t.Context(), []int{T}, Ask{Drawn: true}, nil))(t)[0]
}

// TestExactly: what is drawn adds up to the numbers that are printed, also of a kernel that is not
// its own reversal. Sums of some thousand terms have a rounding of 1e-12.
func TestExactly(t *testing.T) {
	for kernel, T := range map[string]int{"metropolis": 12, "cycle": 3} {
		p := exactly(t, Setting{Toy: "barrier", Kernel: kernel}, T)
		must.Close(t, floats.Sum(p.Q), 1, 1e-12, "%s: the sum of q", kernel)
		must.Close(t, floats.Sum(p.P), 1, 1e-12, "%s: the sum of p", kernel)
		must.Close(t, floats.Sum(p.BParts), p.B(), 1e-11, "%s: the sum of the parts of B", kernel)
		must.Close(t, floats.Sum(p.JParts()), p.J(), 1e-11, "%s: the sum of the parts of J", kernel)
		must.Close(t, p.Difference()[3], p.Q[3]-p.P[3], 0, "%s: q - p of cell 3", kernel)
		must.Close(t, p.LogRatio()[3], math.Log(p.Q[3]/p.P[3]), 0, "%s: log q/p of cell 3", kernel)
		if len(p.BParts) != 49 {
			t.Errorf("%s: there are %d parts of 49 cells", kernel, len(p.BParts))
		}
	}
}

// TestDrawnSteps: pictures have all steps of B also where only the ends are checked, of an annealing and of chains.
func TestDrawnSteps(t *testing.T) {
	const T = 10_001
	an := must.Have(Setting{Toy: "barrier"}.Annealer())(t)
	for _, chains := range []*Chains{nil, {N: 2, Exact: Always}} {
		m := must.Have(an.Measure(t.Context(), []int{T}, Ask{Drawn: true, Chains: chains}, nil))(t)[0]
		sum := 0.0
		for _, s := range m.Steps {
			sum += s.Part.Jeffreys()
		}
		if len(m.Steps) != T-1 {
			t.Errorf("%d steps of %d levels", len(m.Steps), T)
		}
		must.Close(t, sum, m.B(), 1e-11, "the sum of the steps")
	}
}

// TestJPartsOfNoMass: a cell of the target that is never reached has an infinite part in J, and a wall none.
func TestJPartsOfNoMass(t *testing.T) {
	one := must.File(t, "one.csv", "0,-inf,-inf\n")
	s := Setting{Target: must.File(t, "t.csv", "0,1,-inf\n"), Initial: "file:" + one, Kernel: "identity"}
	if parts := exactly(t, s, 3).JParts(); !math.IsInf(parts[1], 1) || math.IsInf(parts[0], 0) || parts[2] != 0 {
		t.Errorf("the parts of J are %v", parts)
	}
}

// TestJPartsOfRounding: J of the perfect kernel is 0, and so no cell has a part in it, and no map shows anything.
func TestJPartsOfRounding(t *testing.T) {
	p := exactly(t, Setting{Toy: "easy", Kernel: "perfect"}, 10)
	if slices.Equal(p.Q, p.P) {
		t.Error("q is p to the last bit: there is no rounding to leave out")
	}
	for name, of := range map[string][]float64{"J": p.JParts(), "q - p": p.Difference(), "log q/p": p.LogRatio()} {
		if floats.Norm(of, math.Inf(1)) != 0 {
			t.Errorf("%s by cell is %v, want 0", name, of)
		}
	}
}
