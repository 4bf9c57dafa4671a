package chains_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/grid/must"
)

// TestSigmoid holds the schedule to the two formulas of Section 6.2, worked by
// hand for T = 4, δ = 2: the argument of σ runs over -1, 0, 1, 2.
func TestSigmoid(t *testing.T) {
	σ := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	want := []float64{0, (σ(0) - σ(-1)) / (σ(2) - σ(-1)), (σ(1) - σ(-1)) / (σ(2) - σ(-1)), 1}
	for i, b := range chains.Sigmoid(2, 4).Betas() {
		must.Near(t, b, want[i], 1e-15, "beta %d", i+1)
	}
}

// TestPowerLaw: with K = 1 the schedule is Linear.
func TestPowerLaw(t *testing.T) {
	for k, want := range map[float64][]float64{
		1:   {0, 0.25, 0.5, 0.75, 1},
		2:   {0, 0.0625, 0.25, 0.5625, 1},
		0.5: {0, 0.5, math.Sqrt(0.5), math.Sqrt(0.75), 1},
	} {
		if k == 1 && !slices.Equal(chains.Linear(5).Betas(), want) {
			t.Errorf("linear: %v, want %v", chains.Linear(5).Betas(), want)
		}
		for i, b := range chains.PowerLaw(k, 5).Betas() {
			must.Near(t, b, want[i], 1e-15, "K = %v: beta %d", k, i+1)
		}
	}
}

// TestGeometricSteps: the ratio of any step to the one before is the same, and
// that of the last to the first the given one.
func TestGeometricSteps(t *testing.T) {
	for _, ratio := range []float64{1e-3, 0.5, 2, 10, 1e8} {
		s := chains.GeometricSteps(ratio, 6)
		step := func(i int) float64 { return s.Beta(i+1) - s.Beta(i) }
		if got := step(5) / step(1); math.Abs(got/ratio-1) > 1e-6 { // betas near 1 have steps of few digits
			t.Errorf("ratio %v: last over first is %v", ratio, got)
		}
		for i := 2; i <= 5; i++ {
			if got := step(i) / step(i-1); math.Abs(got/math.Pow(ratio, 0.25)-1) > 1e-6 {
				t.Errorf("ratio %v: step %d over the one before is %v", ratio, i, got)
			}
		}
	}
	must.Each(t, chains.GeometricSteps(1+1e-13, 6).Betas(), chains.Linear(6).Betas(), 1e-9, "a ratio next to 1")
	if diff := cmp.Diff([]float64{0, 1}, chains.GeometricSteps(7, 2).Betas()); diff != "" {
		t.Error(diff)
	}
}

// TestScheduleFamilies: whatever parameter a catalogued family takes, it makes a
// schedule of any length, and does not panic.
func TestScheduleFamilies(t *testing.T) {
	if takes := chains.Bridges[2].Make.Valid; !takes(-1e6) || !takes(1e6) || takes(-1.01e6) || takes(1.01e6) {
		t.Error("a q-path does not take Q from -1e6 to 1e6")
	}
	ends := map[string][2]float64{"sigmoid": {1e-6, 1e6}, "power": {1e-6, 1e6}, "geometric": {1e-100, 1e100}}
	for _, e := range chains.Schedules {
		extremes := []float64{0}
		if e.Make.Param != "" {
			extremes = nil
			for exponent := -120; exponent <= 120; exponent++ {
				if v := math.Pow(10, float64(exponent)); e.Make.Valid(v) {
					extremes = append(extremes, v, min(v*1.7, v*3))
				}
			}
			if v, err := strconv.ParseFloat(e.Make.Example, 64); err != nil || !e.Make.Valid(v) {
				t.Errorf("%s does not take its example %s", e.Name, e.Make.Example)
			}
			for _, v := range []float64{math.NaN(), inf, -inf, -1, 0} {
				if e.Make.Valid(v) {
					t.Errorf("%s takes %v", e.Name, v)
				}
			}
			low, high := ends[e.Name][0], ends[e.Name][1]
			if !e.Make.Valid(low) || e.Make.Valid(low*0.99) || !e.Make.Valid(high) || e.Make.Valid(high*1.01) {
				t.Errorf("%s does not take parameters from %g to %g", e.Name, low, high)
			}
		}
		for _, v := range extremes {
			if e.Make.Valid != nil && !e.Make.Valid(v) {
				continue
			}
			for _, T := range []int{2, 3, 4, 1000} {
				if s := e.Make.Of(v, T); s.Len() != T {
					t.Errorf("%s of %v: %d betas, not %d", e.Name, v, s.Len(), T)
				}
			}
		}
	}
}

// TestNewSchedule: what a file can hold besides is in TestReadBetasRefuses.
func TestNewSchedule(t *testing.T) {
	for _, c := range []struct {
		betas []float64
		says  string // "" where all is well
	}{
		{[]float64{0, 1}, ""},
		{[]float64{0, 0, 0.3, 0.3, 1, 1}, ""},
		{[]float64{0, math.NaN(), 1}, "beta 2 is NaN"},
	} {
		s, err := chains.NewSchedule(c.betas)
		refusal(t, fmt.Sprint(c.betas), err, c.says)
		if err == nil {
			c.betas[0], s.Betas()[0] = 9, 9
			if s.Beta(1) != 0 {
				t.Errorf("%v was changed through a slice that it came from or gave out", c.betas)
			}
		}
	}
}

// TestResampled: a resampled schedule is the curve through its betas: itself at its own T, its own betas at every
// second level of twice as many steps, with means between them, and every second beta of it at half.
func TestResampled(t *testing.T) {
	s := must.Have(chains.NewSchedule([]float64{0, 0.1, 0.1, 1. / 3, 1}))(t)
	for T, want := range map[int][]float64{
		2: {0, 1}, 3: {0, 0.1, 1}, 4: {0, 0.1, 0.1 + 2./3*(1./3-0.1), 1}, 5: s.Betas(),
		9: {0, 0.05, 0.1, 0.1, 0.1, (0.1 + 1./3) / 2, 1. / 3, 2. / 3, 1},
	} {
		got := s.Resampled(T).Betas()
		for k := range want {
			// one rounding of a product and one of a sum of numbers up to 1
			if exact := T == 5; math.Abs(got[k]-want[k]) > 2e-16 || exact && got[k] != want[k] {
				t.Errorf("T = %d: beta %d is %v, want %v", T, k+1, got[k], want[k])
			}
		}
	}
	// A straight line stays one.
	for k, b := range chains.Linear(11).Resampled(101).Betas() {
		must.Near(t, b, float64(k)/100, 2e-16, "beta %d of a line", k+1)
	}
}

func TestReadBetas(t *testing.T) {
	want := []float64{0, 0.25, 0.25, 1}
	for name, in := range map[string]string{
		"commas":  "0,0.25,0.25,1",
		"mixed":   "0, 0.25,\n\n0.25\n  1,\n",
		"header":  "beta\n0\n0.25\n0.25\n1\n",
		"comment": "# of best-b, T = 4\n\n\"beta\"\n0 # the first\n0.25\n#0.2\n0.25\n1\n",
		"windows": "\ufeff0\r\n0.25\r\n.25\r\n1\r\n",
	} {
		s, err := chains.OpenBetas(must.File(t, "b.txt", in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, s.Betas()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestReadBetasRefuses(t *testing.T) {
	for in, says := range map[string]string{
		"":                         "b.txt: 0 betas; a schedule needs at least 2",
		"0\nhalf\n1\n":             `b.txt: line 2: "half" is not a number; use a beta between 0 and 1`,
		"0,nan,1":                  `b.txt: line 1: "nan" is not a number`,
		"0,0.6,0.5,1":              "b.txt: beta 3 is 0.5, below beta 2, 0.6; betas never fall",
		"0.1,1":                    "b.txt: beta 1 is 0.1; the first is 0",
		"0,2,1":                    "b.txt: beta 2 is 2; betas lie between 0 and 1",
		"0,1e999,1":                "b.txt: beta 2 is +Inf; betas lie between 0 and 1",
		"0\nbeta\n0.5\n1":          `b.txt: line 2: "beta" is not a number`,
		"t,beta\n0,0\n1,1":         `b.txt: line 1: "t" is not a number`,
		"beta\n0 0.5 # a\n\n0.7 1": "b.txt: a table of 2 rows and 2 columns; use one beta a line, or all in one line",
		"0,1\n0.5,2\n1,3\n":        "b.txt: a table of 3 rows and 2 columns; use",
		"0,,1":                     "b.txt: line 1: nothing before a comma; use a beta between 0 and 1",
		"# a\n ,0,1":               "b.txt: line 2: nothing before a comma",
		"0\n0.0\n0.5\n1":           "b.txt: the first line, 0, looks like the name of a column, for the next is",
	} {
		_, err := chains.ReadBetas(in, "b.txt")
		must.FailAt(t, err, says, says, "%q", in)
	}
}

// TestWriteBetas: what is written reads back to the last bit, whatever the comments hold.
func TestWriteBetas(t *testing.T) {
	betas := []float64{0, 5e-324, 0.1, 0.1, 1 / 3., 1 - 0x1p-53, 1}
	s := must.Have(chains.NewSchedule(betas))(t)
	var b strings.Builder
	must.Do(t, chains.WriteBetas(&b, s, "of g.csv", "two\nlines, \x1b[0m and # 0.5"))
	if want := "# of g.csv\n# two\\nlines, \\x1b[0m and # 0.5\n# beta\n0\n5e-324\n"; !strings.HasPrefix(b.String(),
		want) {
		t.Errorf("the file is %q, want %q", b.String(), want)
	}
	again := must.Have(chains.ReadBetas(b.String(), "b.csv"))(t)
	if diff := cmp.Diff(betas, again.Betas()); diff != "" {
		t.Error(diff)
	}
}
