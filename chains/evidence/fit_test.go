package evidence

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/grid"
	"breadboard/grid/must"
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

// TestExact: the sums agree to rounding with a walk over all sequences; ties are there on purpose: if two cells have
// the same probability, so have mirrored outcomes.
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
		f := Multinomial(c.counts, c.p)
		fits(t, fmt.Sprint(c.counts, c.p), f, sequences(c.counts, c.p), 1e-12)
	}
	// Mendel's giant peas in the documentation of R's binom.test: 682 of 925 at 3/4.
	f := Multinomial([]int{682, 243}, []float64{0.75, 0.25})
	fits(t, "peas", f, 0.3825, 5e-5)
	// Of three degrees of freedom the survival of x is erfc(√(x/2)) + √(2x/π) exp(-x/2).
	x := 25./160 + 4./120 + 9./40
	f = Multinomial([]int{165, 118, 80, 37}, []float64{0.4, 0.3, 0.2, 0.1})
	fits(t, "often", f, math.Erfc(math.Sqrt(x/2))+math.Sqrt(2*x/math.Pi)*math.Exp(-x/2), 1e-12)
}

// fits checks a p-value.
func fits(t *testing.T, name string, f Fit, p, tolerance float64) {
	t.Helper()
	if !(math.Abs(f.P-p) <= tolerance) {
		t.Errorf("%s: %+v, want P = %v", name, f, p)
	}
}

func TestMultinomialCorners(t *testing.T) {
	p := []float64{0.5, 0, 0.5}
	for _, c := range []struct {
		counts []int
		p      []float64
		want   Fit
	}{
		{[]int{0, 0, 0}, p, Fit{1, 0, 2, 0}},
		{[]int{5000, 1, 5000}, p, Fit{0, 10001, 2, 1}},
		{[]int{7, 0, 0}, []float64{1, 0, 0}, Fit{1, 7, 1, 0}},
		{[]int{2, 0, 2}, p, Fit{1, 4, 2, 0}},
	} {
		if got := Multinomial(c.counts, c.p); math.Abs(got.P-c.want.P) > 1e-12 {
			t.Errorf("%v: P is %v, want %v", c.counts, got.P, c.want.P)
		} else if got.P = c.want.P; got != c.want {
			t.Errorf("%v: %+v, want %+v", c.counts, got, c.want)
		}
	}
}

func draw(d chains.Dice, n int, p []float64) []int {
	counts := make([]int, len(p))
	for range n {
		counts[d.Pick(p)]++
	}
	return counts
}

// TestRareCells: of many draws P is twice the smaller of two p-values. One is Pearson's, of cells that are pooled until
// each pool expects 25. The other is the smallest of single cells that expect less, times the number of such cells.
func TestRareCells(t *testing.T) {
	p := []float64{0.4, 0.3, 0.295, 0.004, 0.001}
	for _, counts := range [][]int{{200, 160, 137, 2, 1}, {200, 151, 142, 2, 5}} {
		pooled := float64(counts[2]+counts[3]+counts[4]) - 150
		statistic := (pooled*pooled + math.Pow(float64(counts[1])-150, 2)) / 150
		want := 2 * math.Exp(-statistic/2) // of two degrees
		rarest := min(binomial(counts[3], 500, 0.004), binomial(counts[4], 500, 0.001))
		fits(t, fmt.Sprint(counts), Multinomial(counts, p), min(1, want, 2*2*rarest), 1e-12)
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

// TestBinomial: a p-value agrees with sums of binomial terms, one by one.
func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		n int
		p float64
	}{{1, 0.3}, {7, 0.5}, {40, 0.02}, {40, 0.98}, {5, 1}} {
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
			must.Near(t, binomial(k, c.n, c.p), min(1, 2*min(below, above)), 1e-12, "%d of %d at %v", k, c.n, c.p)
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
	b := CompareWays(logw, logw, ends, 3)
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

// TestCompareWaysIsBennetts: Bennett's root for two weights: forward 30 of w = 1 and 10 of w = 4, in reverse 12 and 8.
// With the odds a = m w/(n R) it solves 30 a/(1+a) + 10 · 4a/(1+4a) = 12/(1+a) + 8/(1+4a).
func TestCompareWaysIsBennetts(t *testing.T) {
	var forward, reverse []float64
	weights := []float64{1, 4}
	for i := range 40 {
		forward = append(forward, math.Log(weights[i/30]))
	}
	for i := range 20 {
		reverse = append(reverse, math.Log(weights[i/12]))
	}
	b := CompareWeights(forward, reverse)
	a := 20. / (40 * math.Exp(b.LogR))
	left := 30*a/(1+a) + 40*a/(1+4*a)
	right := 12/(1+a) + 8/(1+4*a)
	if math.Abs(left-right) > 1e-12*left {
		t.Errorf("forward runs sum to %v and reverse runs to %v", left, right)
	}
	v := 42*a/(1+a)/(1+a) + 18*4*a/(1+4*a)/(1+4*a)
	must.Near(t, b.StdErr, math.Sqrt(1/v-1./40-1./20), 1e-9, "the standard error")
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
		b := CompareWays(forward, reverse, []int{0, 1, 0, 1}, 2)
		if p := b.P(); !b.TooFew() || b.Worst != -1 || p > c.p || c.p == 1 && p < 1 {
			t.Errorf("%s: P = %v, want %v at most: %+v", name, p, c.p, b)
		}
	}
}

// A problem of six cells, one of which has no mass.
func waysProblem() (programs.Problem, []float64) {
	from := make([]float64, 6)
	to := []float64{0, 1.5, -0.5, 2.25, 1, math.Inf(-1)}
	a := chains.Annealing{Grid: grid.New(2, 3), Bridge: chains.Geometric{From: from, To: to},
		Schedule: chains.Linear(2)}
	return programs.Problem{Annealing: a}, chains.Normalized(to)
}

// ways compares n runs each way. The reverse may be another program's.
func ways(forward, reverse programs.Program, p []float64, n int, d chains.Dice) BothWays {
	fwd := make([]float64, n)
	rev := make([]float64, n)
	ends := make([]int, 2*n)
	for i := range n {
		ends[i], fwd[i] = forward.Forward(d)
		ends[n+i] = d.Pick(p)
		rev[i] = reverse.Reverse(ends[n+i], d)
	}
	return CompareWays(fwd, rev, ends, len(p))
}

// TestCompareWaysFinds: wrong pairs are found in 5,000 runs.
func TestCompareWaysFinds(t *testing.T) {
	problem, p := waysProblem()
	sir := programs.NewSIR(problem, 3)
	for name, wrong := range map[string]programs.Program{
		"another number of particles": programs.NewSIR(problem, 6),
		"a constant in reverse alone": shifted{sir, func(int) float64 { return 0.3 }},
		"f(x) is left out": shifted{sir,
			func(x int) float64 { return -problem.Bridge.(chains.Geometric).To[x] }},
	} {
		b := ways(sir, wrong, p, 5000, sample.Seeded(3))
		if !(b.P() < 1e-6) {
			t.Errorf("%s: P = %v, want less than 1e-6", name, b.P())
		}
	}
}

// shifted has something added to log w in reverse.
type shifted struct {
	programs.Program
	by func(x int) float64
}

func (s shifted) Reverse(x int, d chains.Dice) float64 { return s.Program.Reverse(x, d) + s.by(x) }

// powered returns the share of samples in which this test finds a wrong distribution.
func powered(n int, test func(n int, d chains.Dice) (p float64)) float64 {
	const replicates, level = 200, 0.01
	d, k := sample.Seeded(5, uint64(n)), 0
	for range replicates {
		if test(n, d) <= level {
			k++
		}
	}
	return float64(k) / replicates
}

// TestNeeded: with Needed draws the hardest fault of that size is found with the power stated, and with a quarter of
// them far less often. Moves worth NeededForBalance draws find a kernel that jumps by a distribution fault away from p
// with the power stated at least, spread over the cells or all in one; a sixteenth of them hardly ever do.
func TestNeeded(t *testing.T) {
	const fault, level, power = 0.1, 0.01, 0.9
	p := []float64{0.25, 0.25, 0.25, 0.25}
	spread := []float64{0.3, 0.3, 0.2, 0.2}
	draws := func(n int, d chains.Dice) float64 { return Multinomial(draw(d, n, spread), p).P }
	n := Needed(fault, len(p), level, power)
	if f := powered(n, draws); math.Abs(f-power) > 4*math.Sqrt(power*(1-power)/200) {
		t.Errorf("%d draws find it %v of the time, want %v", n, f, power)
	}
	if f := powered(n/4, draws); f > 0.6 {
		t.Errorf("%d draws find it %v of the time", n/4, f)
	}
	moves := func(q []float64) func(n int, d chains.Dice) float64 {
		return func(n int, d chains.Dice) float64 {
			seen := NewTally(len(p))
			for i := range n {
				seen.Add(i%len(p), d.Pick(q))
			}
			f, _ := seen.Balance(p)
			return f.P
		}
	}
	n = NeededForBalance(fault, len(p), level, power)
	for _, q := range [][]float64{spread, {0.25 + fault, 0.25 - fault/3, 0.25 - fault/3, 0.25 - fault/3}} {
		if f := powered(n, moves(q)); f < power {
			t.Errorf("moves worth %d draws find %v %v of the time, want %v", n, q, f, power)
		}
	}
	if f := powered(n/16, moves(spread)); f > 0.1 {
		t.Errorf("moves worth %d draws find it %v of the time", n/16, f)
	}
	if more := NeededForBalance(fault, 5, level, power); more <= n {
		t.Errorf("five cells need %d, want more than the %d of four", more, n)
	}
	for _, needed := range []func(fault float64, cells int, level, power float64) int{Needed, NeededForBalance} {
		one := needed(fault, 1, level, power)
		all := needed(1, 2, level, power)
		tiny := needed(1e-12, 2, level, power)
		if one != 0 || all < 1 || tiny != math.MaxInt {
			t.Errorf("one cell needs %d, all wrong %d, and a fault of 1e-12 %d", one, all, tiny)
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
			if got := powerOf(df, 0, level); math.Abs(got-level) > 1e-9*level+1e-12 {
				t.Errorf("df %d, level %v without a fault: %v", df, level, got)
			}
		}
	}
}

// TestHolm: the correction agrees with R's p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	want := []float64{0.03, 0.06, 0.06, 0.02}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if len(Holm(nil)) != 0 {
		t.Error("of nothing")
	}
}

// TestTwiceKeepsItsLevel: the definition: two p-values that are uniform and independent, over a fine lattice of both.
// The p-value of both looks is at most v in a share v of all pairs at most, for every v; and in a share L/10 at the
// limit, to the lattice's width. A p-value of the second look alone, or their smaller one, would break this.
func TestTwiceKeepsItsLevel(t *testing.T) {
	const level, n = 0.008, 2000
	by := NewTwice(level)
	share := func(v float64) float64 {
		low := 0
		for i := range n {
			p := (float64(i) + 0.5) / n
			if !by.Asks(p) {
				if p <= v {
					low += n
				}
				continue
			}
			for k := range n {
				if by.P((float64(k)+0.5)/n) <= v {
					low++
				}
			}
		}
		return float64(low) / n / n
	}
	for _, v := range []float64{by.Clear, by.Limit / 3, by.Limit, level, by.Doubted / 2, by.Doubted, 0.5, 1} {
		if got := share(v); got > v+1.0/n {
			t.Errorf("the p-value is at most %v with probability %v", v, got)
		}
	}
	if got := share(by.Limit); math.Abs(got-by.Limit) > 1.0/n || by.Limit > level {
		t.Errorf("a sound kernel is accused with probability %v; the limit is %v, and the level %v", got, by.Limit,
			level)
	}
}
