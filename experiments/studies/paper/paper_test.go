package paper

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/grid/must"
)

func TestClaimRoundsToTheDigitsPublished(t *testing.T) {
	for _, c := range []struct {
		printed string
		x       float64
		agrees  bool
	}{
		{"1.65", 1.6479, true}, {"1.65", 1.6449, false}, {"1.65", 1.6551, false},
		{"1.840", 1.8404, true}, {"1.840", 1.8406, false}, // the last 0 counts
		{"0.13", 0.1267, true}, {"0.00518", 0.0051774, true}, {"0.00518", 0.005, false},
		{"1.65", -1.65, false}, {"1.65", math.NaN(), false}, {"1.65", math.Inf(1), false},
	} {
		v := Claim{Published{experiments.J, 100, c.printed}, c.x}
		if v.Agrees() != c.agrees {
			t.Errorf("%v beside %s: agrees = %v", c.x, c.printed, v.Agrees())
		}
		if says := strings.HasPrefix(v.Verdict(), "differs by"); says == c.agrees {
			t.Errorf("%v beside %s is said to be %q", c.x, c.printed, v.Verdict())
		}
	}
	got := Claim{Published{experiments.B, 1000, "2.000"}, 2.5}.Verdict()
	if want := "differs by +0.5 (+25%)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What the paper prints of BARRIER is met digit for digit, and the curves of Figure 3 are the table's numbers.
func TestBarrierAgreesDigitForDigit(t *testing.T) {
	ts := []int{100, 1000}
	curves := must.Have(curves(t.Context(), ts, nil))(t)
	rows := must.Have(tightenAll(t.Context(), ts, nil))(t)
	claims := 0
	for k, row := range rows {
		c, i := curves[k/len(ts)], k%len(ts)
		if c.Toy != row.Title || c.T[i] != row.T || c.J[i] != row.J() || c.B[i] != row.B() {
			t.Errorf("row %d is of %s, T = %d, with J = %v and B = %v; the curve has %+v", k, row.Title, row.T, row.J(), row.B(), c)
		}
		for _, c := range row.Claims {
			if row.Toy == "barrier" {
				claims++
				if !c.Agrees() {
					t.Errorf("%s at T = %d: %v published, %v computed, %s", c.Quantity, c.T, c.Printed, c.Computed, c.Verdict())
				}
			}
		}
	}
	if claims != 3 {
		t.Errorf("%d published figures of BARRIER, want 3", claims)
	}
}

// What the paper prints tells its sampler from one of another acceptance, other
// moves or another schedule.
func TestPublishedFiguresRejectOtherSamplers(t *testing.T) {
	barrier := Toys()[2]
	for name, change := range map[string]func(a *chains.Annealing){
		"barker":    func(a *chains.Annealing) { a.Kernel = kernels.Barker{} },
		"heat-bath": func(a *chains.Annealing) { a.Kernel = kernels.HeatBath{} },
		"sigmoid":   func(a *chains.Annealing) { a.Schedule = chains.Sigmoid(4, a.T()) },
	} {
		a := Annealing(barrier.target(), 1000)
		change(&a)
		g := must.Have(exact.Measure(t.Context(), a))(t)
		if (Claim{barrier.Published[1], g.J()}).Agrees() {
			t.Errorf("%s: J = %v agrees with the published %s", name, g.J(), barrier.Published[1].Printed)
		}
	}
}

func TestLogSpaced(t *testing.T) {
	for _, c := range []struct {
		low, high, per int
		want           []int
	}{
		{10, 1000, 3, []int{10, 20, 50, 100, 200, 500, 1000}},
		{10, 10_000, 1, []int{10, 100, 1000, 10_000}},
		{10, 100, 4, []int{10, 18, 32, 56, 100}},
		{1, 4, 100, []int{1, 2, 3, 4}},
		{7, 7, 5, []int{7}},
	} {
		if got := logSpaced(c.low, c.high, c.per); !slices.Equal(got, c.want) {
			t.Errorf("logSpaced(%d, %d, %d) = %v, want %v", c.low, c.high, c.per, got, c.want)
		}
	}
}

func TestReproduceStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Reproduce(ctx, Quick(), nil); err == nil {
		t.Error("a cancelled reproduction returned no error")
	}
}
