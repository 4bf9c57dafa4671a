package evidence

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/grid/must"
)

// TestDeep: cells are pooled until each pool expects 25; an impossible count refutes, and few counts do not. The cell
// that is farthest off is told.
func TestDeep(t *testing.T) {
	p := []float64{0.4, 0.3, 0.295, 0.004, 0.001}
	counts := []int{200, 151, 142, 2, 5}
	pooled := float64(counts[2]+counts[3]+counts[4]) - 150
	statistic := (pooled*pooled + math.Pow(float64(counts[1])-150, 2)) / 150
	rare := []float64{0.5, 0, 0.5}
	for _, c := range []struct {
		counts []int
		p      []float64
		want   float64
		worst  int
	}{
		{counts, p, math.Exp(-statistic / 2), 4}, // of two degrees
		{[]int{5000, 1, 5000}, rare, 0, 1},
		{[]int{4, 0, 0}, rare, 1, 0},
		{[]int{0, 0, 0}, rare, 1, 0},
		{[]int{92, 3, 5}, []float64{0.8, 0.1, 0.1}, 1, 0}, // 12 is 3 deviations there, and -7 is 2.3
	} {
		got, worst := Deep(c.counts, c.p)
		if !(math.Abs(got-c.want) <= 1e-12) || worst != c.worst {
			t.Errorf("%v: p = %v, want %v, and cell %d is worst, want %d", c.counts, got, c.want, worst, c.worst)
		}
	}
}

var byHand = []struct {
	name   string
	counts []int
	q      []float64
	want   Pearson
}{
	// Mendel's peas (Fisher 1936): 315, 108, 101, 32 against 9:3:3:1. The
	// statistic is 0.4700, and 0.9254 is R's pchisq(0.470024, 3, lower = F).
	{"peas", []int{315, 108, 101, 32}, []float64{9, 3, 3, 1}, Pearson{0.470024, 3, 0.925426}},
	// expectations 3, 4, 13: the first two are pooled. 49/7 and 49/13 make 140/13,
	// and with one degree P is erfc(√(70/13)).
	{"pooled", []int{0, 0, 20}, []float64{3, 4, 13}, Pearson{140. / 13, 1, math.Erfc(math.Sqrt(70. / 13))}},
	// a pool of 1 + 2, still small, takes in the next
	{"pooled on", []int{2, 4, 5, 9}, []float64{1, 2, 7, 10}, Pearson{0.2, 1, math.Erfc(math.Sqrt(0.1))}},
	// a pool that is large enough is left alone, and the next begun: 4+4 and 4+8
	{"two pools", []int{4, 6, 4, 6}, []float64{4, 4, 4, 8}, Pearson{4./8 + 4./12, 1, math.Erfc(math.Sqrt(5. / 12))}},
	// 3+3 and 3+3, and the last 3 goes with the second
	{"what is left", []int{3, 4, 3, 3, 2}, []float64{1, 1, 1, 1, 1},
		Pearson{1./6 + 1./9, 1, math.Erfc(math.Sqrt(5. / 36))}},
	{"too few", []int{1, 3}, []float64{1, 1}, Pearson{math.NaN(), 0, math.NaN()}},
	// 4+4, and the last 4 goes with these
	{"too few of three", []int{3, 5, 4}, []float64{1, 1, 1}, Pearson{math.NaN(), 0, math.NaN()}},
	{"just enough", []int{4, 6}, []float64{1, 1}, Pearson{0.4, 1, math.Erfc(math.Sqrt(0.2))}},
	{"one cell", []int{9}, []float64{1}, Pearson{0, 0, 1}},
	{"forbidden and visited", []int{10, 1, 10}, []float64{1, 0, 1}, Pearson{math.Inf(1), 1, 0}},
	{"forbidden", []int{10, 0, 10}, []float64{1, 0, 1}, Pearson{0, 1, 1}},
}

func TestChiSquareByHand(t *testing.T) {
	for _, c := range byHand {
		floats.Scale(1/floats.Sum(c.q), c.q)
		f := ChiSquare(c.counts, c.q)
		near := func(a, b float64) bool { // as published
			return a == b || math.Abs(a-b) < 1e-6 || math.IsNaN(a) && math.IsNaN(b)
		}
		if !near(f.Statistic, c.want.Statistic) || !near(f.P, c.want.P) || f.DF != c.want.DF ||
			f.TooFew() != strings.HasPrefix(c.name, "too few") {
			t.Errorf("%s: %+v, want %+v", c.name, f, c.want)
		}
	}
}

// TestCompareWaysByHand: if all weights are R, each s is a half for as many runs each way. The test by cell is then
// Pearson's of two samples, Σ (a-b)²/(a+b): here 9/27 + 1/41 + 4/32.
func TestCompareWaysByHand(t *testing.T) {
	var ends []int
	for i, n := range []int{15, 20, 15, 12, 21, 17} {
		ends = append(ends, slices.Repeat([]int{i % 3}, n)...)
	}
	logw := slices.Repeat([]float64{-2.5}, 50)
	b := CrooksTestOf(logw, logw, ends, 3)
	const statistic = 9./27 + 1./41 + 4./32
	for name, of := range map[string][2]float64{
		"the statistic": {b.ByCell.Statistic, statistic}, "P of two degrees": {b.ByCell.P, math.Exp(-statistic / 2)},
		"the degrees of freedom": {float64(b.ByCell.DF), 2}, "log R": {b.LogR, -2.5},
		"the square of the standard error": {b.StdErr * b.StdErr, 0}, // which is the root of a rounded 0
		"the worst cell":                   {float64(b.Worst), 0}, "z": {b.Z, -1.5 / math.Sqrt(27./4)},
	} {
		must.Near(t, of[0], of[1], 1e-12, "%s", name)
	}
	if !b.ByWeight.TooFew() {
		t.Errorf("one weight is tested: %v", b.ByWeight)
	}
}

// TestCompareWaysIsBennetts: with the odds a w = m w/(n R) of a run to be a reverse one, Bennett's root solves
// Σ_fwd a w/(1 + a w) = Σ_rev 1/(1 + a w). Groups by weight are as many as each have a tenth of the variance: weights
// that differ by rounding stay together, and the rare largest go with those before them.
func TestCompareWaysIsBennetts(t *testing.T) {
	weights := []float64{1, 4, 4 * (1 + 1e-9), 300}
	for _, runs := range [][2][4]int{{{90, 20, 10, 3}, {36, 14, 10, 1}}, {{60, 30, 0, 0}, {120, 8, 6, 0}}} {
		var all [2][]float64
		for way, counts := range runs {
			for i, n := range counts {
				all[way] = append(all[way], slices.Repeat([]float64{math.Log(weights[i])}, n)...)
			}
		}
		b := CrooksTestOfWeights(all[0], all[1])
		n, m := float64(len(all[0])), float64(len(all[1]))
		a := m / (n * math.Exp(b.LogR))
		var off, variance [2]float64 // of the weights below 2, and above
		var left, right, unlikely float64
		for i, w := range weights {
			forward, reverse := float64(runs[0][i]), float64(runs[1][i])
			s := a * w / (1 + a*w)
			left += forward * s
			right += reverse * (1 - s)
			unlikely += forward*s + reverse*(1-s)
			off[min(i, 1)] += reverse - (forward+reverse)*s
			variance[min(i, 1)] += (forward + reverse) * s * (1 - s)
		}
		must.Near(t, left, right, 1e-12*right, "the sum of forward runs")
		v := variance[0] + variance[1]
		statistic := off[0]*off[0]/variance[0] + off[1]*off[1]/variance[1]
		must.Near(t, b.StdErr, math.Sqrt(max(0, 1/v-1/n-1/m)), 1e-9, "the standard error")
		must.Near(t, b.Variance, v, 1e-9, "the variance")
		must.Near(t, b.ByWeight.Statistic, statistic, 1e-9, "the statistic by weight")
		must.Near(t, b.ByWeight.P, math.Erfc(math.Sqrt(statistic/2)), 1e-9, "P of one degree")
		swapped := math.Exp(-(unlikely*math.Log(unlikely/(2*v)) - unlikely + 2*v))
		if unlikely <= 2*v {
			swapped = 1
		}
		must.Near(t, b.Swapped, swapped, 1e-9, "the bound on swapped runs")
		must.Near(t, b.P(), min(1, 3*min(b.ByWeight.P, swapped)), 1e-9, "P of %v", runs)
	}
	even := make([]float64, 400) // s(1-s) is a quarter and 0.25 less by a few 1e-7
	for i := range even {
		even[i] = float64(i) * 5e-6
	}
	if b := CrooksTestOfWeights(even, even); b.ByWeight.DF != 9 {
		t.Errorf("runs of like variance have %d degrees of freedom by weight, want 9", b.ByWeight.DF)
	}
}

// TestCompareWaysWithoutEvidence: runs that are certain to be of their kind give no evidence, and no error.
func TestCompareWaysWithoutEvidence(t *testing.T) {
	for name, c := range map[string]struct{ forward, reverse, p float64 }{
		"weights of 0":     {math.Inf(-1), 1, 1},
		"infinite weights": {1, math.Inf(1), 1},
		"far apart":        {-1000, 1000, 1},
		"farther":          {-1e300, 1e300, 1},
		"the wrong way":    {1000, -1000, 1e-60}, // this is evidence
	} {
		forward := []float64{c.forward, c.forward}
		reverse := []float64{c.reverse, c.reverse}
		b := CrooksTestOf(forward, reverse, []int{0, 1, 0, 1}, 2)
		if p := b.P(); !b.TooFew() || b.Worst != -1 || p > c.p || c.p == 1 && p < 1 {
			t.Errorf("%s: P = %v, want %v at most: %+v", name, p, c.p, b)
		}
	}
}

// TestPower: with one degree of freedom the noncentral chi-square is the square of a normal about √λ, and without a
// fault power is the level.
func TestPower(t *testing.T) {
	phi := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	for _, level := range []float64{0.05, 1e-3, 1e-6} {
		z := -distuv.UnitNormal.Quantile(level / 2)
		for _, lambda := range []float64{0.1, 3, 20, 200} {
			want := phi(math.Sqrt(lambda)-z) + phi(-math.Sqrt(lambda)-z)
			must.Near(t, powerOf(1, lambda, level), want, 1e-9, "level %v, λ %v", level, lambda)
		}
		for _, df := range []int{1, 4, 48} {
			must.Near(t, powerOf(df, Noncentrality(df, level), level), 0.9, 1e-9, "df %d, level %v", df, level)
			if got := powerOf(df, 0, level); math.Abs(got-level) > 1e-9*level+1e-12 {
				t.Errorf("df %d, level %v without a fault: %v", df, level, got)
			}
		}
	}
}

// TestHolm: the correction agrees with R's p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	must.Each(t, got, []float64{0.03, 0.06, 0.06, 0.02}, 1e-12, "the corrected p-values")
	if len(Holm(nil)) != 0 {
		t.Error("of nothing")
	}
}

// TestRoundUp rounds up to two digits; what is no int is 0.
func TestRoundUp(t *testing.T) {
	for n, want := range map[float64]int{0: 0, 0.5: 1, 57: 57, 57.2: 58, 121: 130, 1e30: 0, math.NaN(): 0} {
		if got := RoundUp(n); got != want {
			t.Errorf("%v is rounded to %d, want %d", n, got, want)
		}
	}
}
