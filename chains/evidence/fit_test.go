package evidence

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/sample"
)

// sequences returns the probability of all counts of n draws at most as probable as
// these, by walking every sequence of draws.
func sequences(counts []int, p []float64) float64 {
	n := 0
	for _, k := range counts {
		n += k
	}
	probable := map[[4]int]float64{}
	var walk func(seen [4]int, left int, prob float64)
	walk = func(seen [4]int, left int, prob float64) {
		if left == 0 {
			probable[seen] += prob
			return
		}
		for i, q := range p {
			next := seen
			next[i]++
			walk(next, left-1, prob*q)
		}
	}
	walk([4]int{}, n, 1)
	var at [4]int
	copy(at[:], counts)
	sum := 0.0
	for _, q := range probable {
		if q <= probable[at]*(1+1e-9) {
			sum += q
		}
	}
	return sum
}

// The sums agree to rounding with a walk over all sequences; ties are there on
// purpose: if two cells have the same probability, so have mirrored outcomes.
func TestExact(t *testing.T) {
	for _, c := range []struct {
		counts []int
		p      []float64
	}{
		{[]int{5, 0, 1}, []float64{0.25, 0.25, 0.5}},
		{[]int{2, 2, 2}, []float64{0.25, 0.25, 0.5}},
		{[]int{0, 6, 0, 1}, []float64{0.1, 0.2, 0.3, 0.4}},
		{[]int{7, 1}, []float64{0.3, 0.7}},
		{[]int{3, 0, 0, 4}, []float64{0.25, 0.25, 0.25, 0.25}},
	} {
		f := Multinomial(c.counts, c.p, 0.01, nil)
		fits(t, fmt.Sprint(c.counts, c.p), f, sequences(c.counts, c.p), 1e-12, byExact)
	}
	// Mendel's giant peas in the documentation of R's binom.test: 682 of 925 at 3/4.
	f := Multinomial([]int{682, 243}, []float64{0.75, 0.25}, 0.01, nil)
	fits(t, "peas", f, 0.3825, 5e-5, byExact)
	// Of three degrees of freedom the survival of x is erfc(√(x/2)) + √(2x/π) exp(-x/2).
	x := 25./160 + 4./120 + 9./40
	f = Multinomial([]int{165, 118, 80, 37}, []float64{0.4, 0.3, 0.2, 0.1}, 0.01, nil)
	fits(t, "often", f, math.Erfc(math.Sqrt(x/2))+math.Sqrt(2*x/math.Pi)*math.Exp(-x/2), 1e-12, byChiSquare)
}

// fits checks a p-value and how it was computed.
func fits(t *testing.T, name string, f Fit, p, tolerance float64, method string) {
	t.Helper()
	if !(math.Abs(f.P-p) <= tolerance) || f.Method != method || f.StdErr != 0 {
		t.Errorf("%s: %+v, want P = %v, %s", name, f, p, method)
	}
}

func TestMultinomialCorners(t *testing.T) {
	p := []float64{0.5, 0, 0.5}
	for _, c := range []struct {
		counts []int
		p      []float64
		want   Fit
	}{
		{[]int{0, 0, 0}, p, Fit{1, 0, byNothing, 0, 2, 0}},
		{[]int{5000, 1, 5000}, p, Fit{0, 0, byImpossible, 10001, 2, 1}},
		{[]int{7, 0, 0}, []float64{1, 0, 0}, Fit{1, 0, byExact, 7, 1, 0}},
		{[]int{2, 0, 2}, p, Fit{1, 0, byExact, 4, 2, 0}},
	} {
		if got := Multinomial(c.counts, c.p, 0.01, nil); math.Abs(got.P-c.want.P) > 1e-12 {
			t.Errorf("%v: P is %v, want %v", c.counts, got.P, c.want.P)
		} else if got.P = c.want.P; got != c.want {
			t.Errorf("%v: %+v, want %+v", c.counts, got, c.want)
		}
	}
}

func TestMisusePanics(t *testing.T) {
	p := []float64{0.5, 0, 0.5}
	for name, f := range map[string]func(){
		"lengths":  func() { Multinomial([]int{1}, p, 0.01, nil) },
		"no law":   func() { Multinomial([]int{1, 0, 0}, []float64{0.5, 0, 0}, 0.01, nil) },
		"negative": func() { Multinomial([]int{1, 0, -1}, p, 0.01, nil) },
		"NaN":      func() { Multinomial([]int{1, 0, 1}, []float64{0.5, math.NaN(), 0.5}, 0.01, nil) },
		"owing":    func() { ChiSquare([]int{2, -1}, []float64{0.5, 0.5}) },
		"values":   func() { MidRank([]int{1, 0, 1}, p, []float64{1}) },
		"fault":    func() { Needed(0, 3, 0.01, 0.9) },
		"balance":  func() { NeededForBalance(0, 3, 0.01, 0.9) },
		"level":    func() { Needed(0.1, 3, 0, 0.9) },
		"see":      func() { NeededToSee(0, 0.9) },
		"cell":     func() { NewTally(2).Add(0, 2) },
		"law":      func() { NewTally(2).Balance([]float64{1}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func draw(d chains.Dice, n int, p []float64) []int {
	counts := make([]int, len(p))
	for range n {
		counts[d.Pick(p)]++
	}
	return counts
}

// regimes are laws and numbers of draws for each way to a p-value.
var regimes = []struct {
	method string
	n      int
	p      []float64
}{
	{byExact, 12, []float64{0.5, 0.3, 0.15, 0.05}},
	{byExact, 300, []float64{0.003, 0.997}},
	{byChiSquare, 400, []float64{0.4, 0.3, 0.2, 0.1}},
	{byMixed, 500, []float64{0.4, 0.3, 0.295, 0.004, 0.001}},
	{byDrawn, 60, slices.Repeat([]float64{1. / 24}, 24)},
	{byDrawn, 200, append(slices.Repeat([]float64{0.01}, 12), 0.5, 0.38)},
}

// uniformity counts how many of so many p-values under the law are at or below u,
// and fails if that is above u by more than four standard deviations: by chance
// 3e-5 of the time, with a fixed seed.
func uniformity(t *testing.T, name string, replicates int, p func() float64) (atTenth float64) {
	t.Helper()
	var all []float64
	for range replicates {
		all = append(all, p())
	}
	for _, u := range []float64{0.01, 0.05, 0.1, 0.3, 0.5} {
		low := 0.0
		for _, v := range all {
			if v <= u {
				low++
			}
		}
		n := float64(replicates)
		if low > n*u+4*math.Sqrt(n*u*(1-u)) {
			t.Errorf("%s: %v of %v p-values at or below %v", name, low, n, u)
		}
		if u == 0.1 {
			atTenth = low / n
		}
	}
	return atTenth
}

func TestMultinomialUnderTheLaw(t *testing.T) {
	for i, c := range regimes {
		d := sample.Seeded(7, uint64(i))
		if f := Multinomial(draw(d, c.n, c.p), c.p, 0.001, d); f.Method != c.method {
			t.Errorf("%d draws of %v: %s, want %s", c.n, c.p, f.Method, c.method)
		}
		uniformity(t, c.method, 100, func() float64 { return Multinomial(draw(d, c.n, c.p), c.p, 0.001, d).P })
	}
	// Pearson's statistic if little is expected, as if it were chi-square: the
	// law is accused far too often, and uniformity can fail.
	d, p, low := sample.Seeded(8), []float64{0.9996, 0.0002, 0.0002}, 0
	for range 600 {
		counts := draw(d, 100, p)
		if pearson((table{counts: counts, p: p, n: 100}).cells()).P <= 0.01 {
			low++
		}
	}
	if float64(low) < 6+4*math.Sqrt(6) {
		t.Errorf("Pearson's test of %v: %d of 600 at or below 0.01; a broken test was to be seen", p, low)
	}
}

// What was drawn says how well it is known, and what was summed does not.
func TestHow(t *testing.T) {
	for want, f := range map[string]Fit{"exact": {P: 0.25, Method: byExact},
		"Monte Carlo: p = 0.0123, standard error 0.003": {P: 0.0123456, StdErr: 0.00271, Method: byDrawn}} {
		if got := f.How(); got != want {
			t.Errorf("%q, want %q", got, want)
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
	{"peas", []int{315, 108, 101, 32}, []float64{9, 3, 3, 1}, Pearson{0.470024, 3, 0.925426, 0}},
	// expectations 3, 4, 13: the first two are pooled. 49/7 and 49/13 make 140/13,
	// and with one degree P is erfc(√(70/13)).
	{"pooled", []int{0, 0, 20}, []float64{3, 4, 13}, Pearson{140. / 13, 1, math.Erfc(math.Sqrt(70. / 13)), 2}},
	// a pool of 1 + 2, still small, takes in the next
	{"pooled on", []int{2, 4, 5, 9}, []float64{1, 2, 7, 10}, Pearson{0.2, 1, math.Erfc(math.Sqrt(0.1)), 3}},
	// a pool that is large enough is left alone, and the next begun: 4+4 and 4+8
	{"two pools", []int{4, 6, 4, 6}, []float64{4, 4, 4, 8}, Pearson{4./8 + 4./12, 1, math.Erfc(math.Sqrt(5. / 12)), 4}},
	// 3+3 and 3+3, and the last 3 goes with the second
	{"what is left", []int{3, 4, 3, 3, 2}, []float64{1, 1, 1, 1, 1},
		Pearson{1./6 + 1./9, 1, math.Erfc(math.Sqrt(5. / 36)), 5}},
	{"too few", []int{1, 3}, []float64{1, 1}, Pearson{math.NaN(), 0, math.NaN(), 2}},
	{"just enough", []int{4, 6}, []float64{1, 1}, Pearson{0.4, 1, math.Erfc(math.Sqrt(0.2)), 0}},
	{"one cell", []int{9}, []float64{1}, Pearson{0, 0, 1, 0}},
	{"forbidden and visited", []int{10, 1, 10}, []float64{1, 0, 1}, Pearson{math.Inf(1), 1, 0, 0}},
	{"forbidden", []int{10, 0, 10}, []float64{1, 0, 1}, Pearson{0, 1, 1, 0}},
}

func TestChiSquareByHand(t *testing.T) {
	for _, c := range byHand {
		floats.Scale(1/floats.Sum(c.q), c.q)
		f := ChiSquare(c.counts, c.q)
		near := func(a, b float64) bool { // as published
			return a == b || math.Abs(a-b) < 1e-6 || math.IsNaN(a) && math.IsNaN(b)
		}
		if !near(f.Statistic, c.want.Statistic) || !near(f.P, c.want.P) || f.DF != c.want.DF ||
			f.Pooled != c.want.Pooled || f.TooFew() != (c.name == "too few") {
			t.Errorf("%s: %+v, want %+v", c.name, f, c.want)
		}
	}
}

// Sums of binomial terms, one by one.
func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		n int
		p float64
	}{{1, 0.3}, {7, 0.5}, {40, 0.02}, {40, 0.98}, {5, 0}, {5, 1}} {
		for k := 0; k <= c.n; k++ {
			below, above := 0.0, 0.0
			for j := 0; j <= c.n; j++ {
				term := math.Exp(fact(c.n)-fact(j)-fact(c.n-j)) * math.Pow(c.p, float64(j)) * math.Pow(1-c.p,
					float64(c.n-j))
				if j <= k {
					below += term
				}
				if j >= k {
					above += term
				}
			}
			if want := min(1, 2*min(below, above)); math.Abs(binomial(k, c.n, c.p)-want) > 1e-12 {
				t.Errorf("%d of %d at %v: %v, want %v", k, c.n, c.p, binomial(k, c.n, c.p), want)
			}
		}
	}
}
