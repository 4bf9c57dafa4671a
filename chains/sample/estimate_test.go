package sample

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid/must"
)

// same allows for the rounding of a dozen operations, relatively.
func same(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-13*max(math.Abs(a), math.Abs(b))
}

func equal(t *testing.T, name string, e Estimate, value, stderr float64) {
	t.Helper()
	if !same(e.Value, value) {
		t.Errorf("%s is %v, want %v", name, e.Value, value)
	}
	if !same(e.StdErr, stderr) && !(math.IsNaN(e.StdErr) && math.IsNaN(stderr)) {
		t.Errorf("the standard error of %s is %v, want %v", name, e.StdErr, stderr)
	}
}

// known returns two weights, 1 and 3, forward, and 2, 2, 4 in reverse: everything
// can be done by hand.
func known() Runs {
	return Runs{Forward: Batch{LogW: []float64{0, math.Log(3)}},
		Reverse: Batch{LogW: []float64{math.Log(2), math.Log(2), math.Log(4)}}}
}

// less takes a number off an estimate.
func less(e Estimate, by float64) Estimate {
	e.Value -= by
	return e
}

func TestEstimatesByHand(t *testing.T) {
	r := known()
	ln2 := math.Log(2)
	ln3 := math.Log(3)
	// half of ln 3 off the mean either way: variance 2(ln3/2)², over 2
	equal(t, "E_fwd[log w]", r.FwdLogW(), ln3/2, ln3/2)
	// ln 2 (1, 1, 2): variance ln²2/3, over 3
	equal(t, "E_rev[log w]", r.RevLogW(), ln2*4/3, ln2/3)
	equal(t, "B", r.B(), ln2*4/3-ln3/2, math.Sqrt(ln2*ln2/9+ln3*ln3/4))
	must.Near(t, r.B().Interval().High-r.B().Value, 1.959964*r.B().StdErr, 1e-6, "half of the interval of B")
	// mean 2, variance 2, over 2: standard error 1, half of the mean
	equal(t, "log mean w", r.LowerLogR(), ln2, 0.5)
	// 1/w is 1/2, 1/2, 1/4: mean 5/12, variance 1/48, over 3: standard error 1/12, a fifth of the mean
	equal(t, "-log mean 1/w", r.UpperLogR(), math.Log(12./5), 0.2)
	equal(t, "mean w over 4", r.MeanW(math.Log(4)), 0.5, 0.25)
	equal(t, "mean 1/w times 4", r.MeanInvW(math.Log(4)), 5./3, 1./3)
	// errors 0 and ln 3: mean square ln²3/2, with standard error ln²3/2, over twice the root
	equal(t, "rmse", r.RMSEFwd(0), ln3/math.Sqrt2, ln3/math.Sqrt2/2)
	// errors 0, 0, ln 2: mean square and standard error ln²2/3, over twice the root
	equal(t, "rmse in reverse", r.RMSERev(ln2), ln2/math.Sqrt(3), ln2/math.Sqrt(3)/2)
	equal(t, "rmse of a program without error", Runs{Forward: Batch{LogW: []float64{1, 1}}}.RMSEFwd(1), 0, 0)
	// m = 2, s = 5, m²/s = 4/5. Errors 2(v-2)/2 - (v²-5)/5 are -1/5 and 1/5:
	// standard deviation √2/5, over √2
	equal(t, "ESS", r.ESS(), 0.8, 0.8/5)
}

// TestWeightsOfAnySize: a common factor of all weights, of any size, changes log R alone.
func TestWeightsOfAnySize(t *testing.T) {
	r := known()
	for _, by := range []float64{-5000, 5000} {
		moved := known()
		floats.AddConst(by, moved.Forward.LogW)
		floats.AddConst(by, moved.Reverse.LogW)
		for name, of := range map[string]func(r Runs, logR float64) Estimate{
			"log mean w":    func(r Runs, logR float64) Estimate { return less(r.LowerLogR(), logR) },
			"-log mean 1/w": func(r Runs, logR float64) Estimate { return less(r.UpperLogR(), logR) },
			"mean w":        Runs.MeanW, "mean 1/w": Runs.MeanInvW,
			"ESS": func(r Runs, _ float64) Estimate { return r.ESS() },
		} {
			// numbers near 5000 are rounded to 1e-12
			got, want := of(moved, by), of(r, 0)
			if off := max(math.Abs(got.Value-want.Value), math.Abs(got.StdErr-want.StdErr)); off > 3e-12 {
				t.Errorf("moved by %v %s is %v, and was %v", by, name, got, want)
			}
		}
	}
}

func TestInfiniteLogWeights(t *testing.T) {
	inf := math.Inf(1)
	r := Runs{Forward: Batch{LogW: []float64{-inf, 0, -inf, math.Log(3)}}, Reverse: Batch{LogW: []float64{inf, 0}}}
	equal(t, "E_fwd[log w]", r.FwdLogW(), -inf, math.NaN())
	equal(t, "E_rev[log w]", r.RevLogW(), inf, math.NaN())
	equal(t, "B", r.B(), inf, math.NaN())
	equal(t, "log mean w", r.LowerLogR(), 0, math.Sqrt(2./4)) // 0, 1, 0, 3: mean 1, variance 2
	equal(t, "mean 1/w", r.MeanInvW(0), 0.5, 0.5)
	everything := Interval{inf, inf}
	if got := r.B().Interval(); got != everything {
		t.Errorf("the interval of an infinite B is %v", got)
	}
	if got := r.BootstrapB(1); got != everything {
		t.Errorf("the bootstrap interval of an infinite B is %v", got)
	}
	r.Forward.LogW = []float64{-inf, -inf}
	equal(t, "log mean of no weight", r.LowerLogR(), -inf, math.NaN())
	equal(t, "mean of no weight", r.MeanW(0), 0, math.NaN())
	equal(t, "ESS of no weight", r.ESS(), 0, math.NaN())
}

// TestWarningsInWords holds what all estimates of some runs, and their squares, warn of.
func TestWarningsInWords(t *testing.T) {
	inf := math.Inf(1)
	ln3 := math.Log(3)
	ln8 := math.Log(8)
	even := make([]float64, 101)
	const trust, seen = "the standard error of their mean is not to be trusted", "so large and rare that none was seen"
	for _, c := range []struct {
		forward, reverse []float64
		squares          string
		all              []string
	}{
		{even, even, "", nil},
		{[]float64{-inf, 0, -inf, ln3}, []float64{inf, 0}, // weights of 1 and 3
			"the square of the largest of 4 forward weights is 90% of the sum of their squares: the standard error " +
				"of the ESS is not to be trusted", []string{
				"2 of 4 forward chains met a cell without mass, and their log weight is -Inf",
				"the largest of 4 forward weights is 75% of their sum: " + trust,
				"1 of 2 reverse chains came from a cell without mass, and their log weight is +Inf",
				"the largest of 2 inverse reverse weights is 100% of their sum: " + trust}},
		{even, append([]float64{ln8}, even[:39]...), // one in forty lacks 7/8 of the mean, and 8 of the squares
			"the reverse chains tell of forward weights " + seen + ": the mean of the squares lacks some 20%, more " +
				"than its standard error, and the ESS is too high", []string{
				"the opposite chains tell of forward weights " + seen + ": their mean lacks some 2.2%, more than its " +
					"standard error", "the largest of 40 inverse reverse weights is 2.6% of their sum: " + trust}},
		{[]float64{-inf}, []float64{inf}, "", []string{
			"1 of 1 forward chains met a cell without mass, and their log weight is -Inf",
			"all 1 forward weights are 0",
			"1 of 1 reverse chains came from a cell without mass, and their log weight is +Inf",
			"all 1 inverse reverse weights are 0"}},
		{[]float64{inf, 0}, nil, "", []string{
			"1 of 2 forward chains met a cell without mass, and their log weight is -Inf",
			"some of 2 forward weights are infinite"}},
		{even[:24], even, "the square of the largest of 24 forward weights is 4.2% of the sum of their squares: the " +
			"standard error of the ESS is not to be trusted",
			[]string{"the largest of 24 forward weights is 4.2% of their sum: " + trust}},
		{even[:25], even, "", []string{"the largest of 25 forward weights is 4% of their sum: " + trust}},
		{even[:100], even, "", nil},
		{nil, even, "", nil},
		{even[:99], even, "", []string{"the largest of 99 forward weights is 1% of their sum: " + trust}},
	} {
		r := Runs{Forward: Batch{LogW: c.forward}, Reverse: Batch{LogW: c.reverse}}
		if got := r.SquaresWarning(); got != c.squares {
			t.Errorf("the squares of %v are warned of by %q, want %q", c.forward, got, c.squares)
		}
		if got := r.Warnings(); !slices.Equal(got, c.all) {
			t.Errorf("%v and %v: the warnings are %q, want %q", c.forward, c.reverse, got, c.all)
		}
		weights := r.LowerLogR().Warning
		if r.MeanW(0).Warning != weights || r.ESS().Warning != join(weights, c.squares) {
			t.Errorf("%v and %v: the mean of w and the ESS warn of other things", c.forward, c.reverse)
		}
	}
	for share, want := range map[float64]string{0.994: "99%", 0.996: "100%", 0.0123: "1.2%"} {
		if got := percent(share); got != want {
			t.Errorf("%v is %s, want %s", share, got, want)
		}
	}
}

// TestWarningOfMissingWeights: forward weights 1 and 3 have mean 2, and a standard error of half of that. Reverse
// weights of 8 lack 1 - 2/8 each; one in two of them makes 0.375, which is less than 0.5, and three in four more.
// Infinite ones do not count.
func TestWarningOfMissingWeights(t *testing.T) {
	ln8 := math.Log(8)
	for _, c := range []struct {
		rev  []float64
		warn bool
	}{
		{[]float64{0, ln8}, false},
		{[]float64{0, ln8, ln8, ln8}, true},
		{[]float64{0, 0, 0, 0, 0, 0, ln8, ln8, ln8}, false},
		{[]float64{math.Inf(1), math.Inf(1), math.Inf(1), 0, ln8}, false},
		{[]float64{math.Inf(1), math.Inf(1), math.Inf(1), ln8, ln8}, true},
		{[]float64{0.5, 0.5, math.Log(3)}, false},
		{[]float64{0.5, 800, 800}, true},
		{[]float64{math.Log(3) + 1e-12, math.Log(3) + 1e-12}, false}, // rounding is not missing
	} {
		r := Runs{Forward: known().Forward, Reverse: Batch{LogW: c.rev}}
		if w := r.LowerLogR().Warning; strings.Contains(w, "none was seen") != c.warn {
			t.Errorf("forward, beside %v: the warning is %q", c.rev, w)
		}
		mirror := Runs{Forward: Batch{LogW: negated(c.rev)}, Reverse: Batch{LogW: negated(r.Forward.LogW)}}
		if w := mirror.UpperLogR().Warning; strings.Contains(w, "none was seen") != c.warn {
			t.Errorf("reverse, beside %v: the warning is %q", mirror.Forward.LogW, w)
		}
	}
}

// negated returns the numbers with their signs changed.
func negated(xs []float64) []float64 { return floats.ScaleTo(make([]float64, len(xs)), -1, xs) }

// exponentials returns draws of mean 1, skewed as log weights are, less a shift.
func exponentials(n int, shift float64, gen *rand.Rand) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = gen.ExpFloat64() - shift
	}
	return xs
}

// TestBootstrapOfManyIsNormal: for many chains, in groups, the interval is the normal one. Its ends have an
// error of 6% of a standard error each; 25% is four of those. The seed fixes it.
func TestBootstrapOfManyIsNormal(t *testing.T) {
	gen := rand.New(rand.NewPCG(7, 8))
	r := Runs{Forward: Batch{LogW: exponentials(3001, 2, gen)}, Reverse: Batch{LogW: exponentials(700, 1, gen)}}
	got := r.BootstrapB(1)
	want := r.B().Interval()
	if off := 0.25 * r.B().StdErr; math.Abs(got.Low-want.Low) > off || math.Abs(got.High-want.High) > off {
		t.Errorf("the interval is %v, and normally %v", got, want)
	}
	few := Runs{Forward: Batch{LogW: exponentials(50, 2, gen)}, Reverse: Batch{LogW: exponentials(40, 1, gen)}}
	got = few.BootstrapB(1)
	if again, other := few.BootstrapB(1), few.BootstrapB(2); got != again || got == other {
		t.Errorf("one seed gives %v, and again %v; another gives %v", got, again, other)
	}
}

// TestGroupsTakeAll: groups take every chain once, and their sizes differ by at most one.
func TestGroupsTakeAll(t *testing.T) {
	for _, n := range []int{2, 2000, 2001, 3999, 7003} {
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = float64(i)
		}
		g := newGroups(xs)
		sum, size := 0.0, 0.0
		for i, s := range g.sizes {
			sum, size = sum+g.sums[i], size+s
			if least := float64(n / len(g.sizes)); s < least || s > least+1 {
				t.Errorf("of %d, a group of %v", n, s)
			}
		}
		if size != float64(n) {
			t.Errorf("of %d chains the groups hold %v", n, size)
		}
		if want := float64(n * (n - 1) / 2); sum != want {
			t.Errorf("the groups of %d chains sum to %v, want %v", n, sum, want)
		}
	}
}
