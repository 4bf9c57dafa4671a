package portrait_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/experiments"
	"breadboard/experiments/portrait"
)

func chain(t *testing.T, s experiments.Setting) experiments.Chain {
	t.Helper()
	c, err := s.Chain()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func exactly(t *testing.T, s experiments.Setting, T int) portrait.Portrait {
	t.Helper()
	all, err := portrait.Exactly(t.Context(), chain(t, s), []int{T}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s is %.15g, want %.15g", what, got, want)
	}
}

// TestExactly: what is drawn adds up to the numbers that are printed, also of a kernel with more
// states than cells. Sums of some thousand terms have a rounding of 1e-12.
func TestExactly(t *testing.T) {
	for _, kernel := range []string{"metropolis", "lifted"} {
		p := exactly(t, experiments.Setting{Toy: "barrier", Kernel: kernel}, 20)
		near(t, kernel+": the sum of q", floats.Sum(p.CellQ), 1, 1e-12)
		near(t, kernel+": the sum of p", floats.Sum(p.P), 1, 1e-12)
		near(t, kernel+": the sum of the parts of B", floats.Sum(p.Parts), p.B(), 1e-11)
		near(t, kernel+": the sum of the parts of J", floats.Sum(p.JParts()), p.J(), 1e-11)
		near(t, kernel+": q - p of cell 3", p.Off()[3], p.CellQ[3]-p.P[3], 0)
		near(t, kernel+": log q/p of cell 3", p.LogRatio()[3], math.Log(p.CellQ[3]/p.P[3]), 0)
		if len(p.Parts) != 49 {
			t.Errorf("%s: there are %d parts of 49 cells", kernel, len(p.Parts))
		}
	}
}

// TestExactlyIsExact: the rows are those that the table of exact prints.
func TestExactlyIsExact(t *testing.T) {
	c, ts := chain(t, experiments.Setting{Toy: "easy"}), []int{5, 30}
	rows, err := c.Exactly(t.Context(), ts, nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := portrait.Exactly(t.Context(), c, ts, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if p := all[i]; p.T != ts[i] || p.J() != row.J() || p.B() != row.B() || p.ESS != row.ESS {
			t.Errorf("T = %d: J, B and ESS are %v, %v, %v, want %v, %v, %v", p.T, p.J(), p.B(), p.ESS, row.J(), row.B(),
				row.ESS)
		}
	}
}

// A cell of no mass has no part in J, and one that is only missed by q has an infinite one.
func TestJPartsOfNoMass(t *testing.T) {
	p := portrait.Portrait{P: []float64{0, 0.5, 0.5}}
	p.CellQ = []float64{0, 1, 0}
	if parts := p.JParts(); parts[0] != 0 || !math.IsInf(parts[2], 1) {
		t.Errorf("the parts of J are %v", parts)
	}
}

// Of the perfect kernel no digit of J is right, and so no cell has a part in it, and no map shows anything.
func TestJPartsOfRounding(t *testing.T) {
	c, err := experiments.Setting{Toy: "easy", Kernel: "perfect"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	all, err := portrait.Exactly(t.Context(), c, []int{10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if all[0].Rounded() == "" {
		t.Error("J is exact: there is no rounding to leave out")
	}
	for name, of := range map[string][]float64{"J": all[0].JParts(), "q - p": all[0].Off(), "log q/p": all[0].LogRatio()} {
		if floats.Norm(of, math.Inf(1)) != 0 {
			t.Errorf("%s by cell is %v, want 0", name, of)
		}
	}
}
