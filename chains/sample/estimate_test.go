package sample

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/toys"
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

// known is two weights, 1 and 3, forward, and 2, 2, 4 in reverse: everything
// can be done by hand.
func known() Runs {
	return Runs{T: 2, Forward: Batch{LogW: []float64{0, math.Log(3)}},
		Reverse: Batch{LogW: []float64{math.Log(2), math.Log(2), math.Log(4)}}}
}

func TestEstimatesByHand(t *testing.T) {
	r, ln2, ln3 := known(), math.Log(2), math.Log(3)
	// half of ln 3 off the mean either way: variance 2(ln3/2)², over 2
	equal(t, "E_fwd[log w]", r.FwdLogW(), ln3/2, ln3/2)
	// ln 2 (1, 1, 2): variance ln²2/3, over 3
	equal(t, "E_rev[log w]", r.RevLogW(), ln2*4/3, ln2/3)
	equal(t, "B", r.B(), ln2*4/3-ln3/2, math.Sqrt(ln2*ln2/9+ln3*ln3/4))
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

// Weights may be of any size, and all of them one: only log R notices.
func TestWeightsOfAnySize(t *testing.T) {
	r := known()
	for _, by := range []float64{-5000, 5000} {
		moved := known()
		floats.AddConst(by, moved.Forward.LogW)
		floats.AddConst(by, moved.Reverse.LogW)
		for name, c := range map[string]struct {
			got, want Estimate
			moves     float64
		}{
			"log mean w":    {moved.LowerLogR(), r.LowerLogR(), by},
			"-log mean 1/w": {moved.UpperLogR(), r.UpperLogR(), by},
			"mean w":        {moved.MeanW(by), r.MeanW(0), 0},
			"mean 1/w":      {moved.MeanInvW(by), r.MeanInvW(0), 0},
			"ESS":           {moved.ESS(), r.ESS(), 0},
		} {
			// numbers near 5000 are rounded to 1e-12
			if off := max(math.Abs(c.got.Value-c.want.Value-c.moves), math.Abs(c.got.StdErr-c.want.StdErr)); off > 3e-12 {
				t.Errorf("moved by %v %s is %v, and was %v", by, name, c.got, c.want)
			}
		}
	}
}

// part returns the i-th n chains of each batch as runs of their own.
func part(all Runs, i, n int) Runs {
	return Runs{
		Forward: Batch{LogW: all.Forward.LogW[i*n : (i+1)*n]},
		Reverse: Batch{LogW: all.Reverse.LogW[i*n : (i+1)*n]},
	}
}

// The delta method's standard errors agree with the scatter of many repetitions. From
// 400 the standard deviation of 500 chains' estimates is known to 1/√800 = 3.5%, so to
// 15% beyond doubt and beyond the second order of 1/500.
func TestStandardErrorsAreThoseOfRepetitions(t *testing.T) {
	const repeats, n = 400, 500
	a := annealing(toys.Easy(3), kernels.Metropolis{}, chains.Linear(50))
	all, err := Run(t.Context(), a, Options{Chains: repeats * n, Seed: 9})
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]func(Runs) Estimate{
		"E_fwd[log w]": Runs.FwdLogW, "E_rev[log w]": Runs.RevLogW, "B": Runs.B,
		"log mean w": Runs.LowerLogR, "-log mean 1/w": Runs.UpperLogR, "ESS": Runs.ESS,
		"mean w":   func(r Runs) Estimate { return r.MeanW(0) },
		"mean 1/w": func(r Runs) Estimate { return r.MeanInvW(0) },
		"rmse":     func(r Runs) Estimate { return r.RMSEFwd(all.Rise) },
	} {
		var values []float64
		meanErr := 0.0
		for i := range repeats {
			e := of(part(all, i, n))
			values = append(values, e.Value)
			meanErr += e.StdErr / repeats
		}
		sd := mean(values).StdErr * math.Sqrt(repeats)
		if ratio := meanErr / sd; !(ratio > 0.85 && ratio < 1.15) {
			t.Errorf("%s: the mean standard error is %v, the standard deviation %v", name, meanErr, sd)
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
	if got := r.B().Interval(0.9); got != everything {
		t.Errorf("the interval of an infinite B is %v", got)
	}
	if got := r.BootstrapB(0.9, 1); got != everything {
		t.Errorf("the bootstrap interval of an infinite B is %v", got)
	}
	for _, want := range []string{"2 of 4 forward", "1 of 2 reverse"} {
		if w := r.B().Warning; !strings.Contains(w, want) {
			t.Errorf("the warning %q does not say %q", w, want)
		}
		if w := strings.Join(r.Warnings(), "\n"); !strings.Contains(w, want) {
			t.Errorf("the warnings %q do not say %q", w, want)
		}
	}
	r.Forward.LogW = []float64{-inf, -inf}
	equal(t, "log mean of no weight", r.LowerLogR(), -inf, math.NaN())
	equal(t, "mean of no weight", r.MeanW(0), 0, math.NaN())
	equal(t, "ESS of no weight", r.ESS(), 0, math.NaN())
	if w := r.LowerLogR().Warning; !strings.Contains(w, "are 0") {
		t.Errorf("the warning of no weight is %q", w)
	}
}

// 1.959964 is the 97.5% point of the normal distribution, from tables.
func TestNormalInterval(t *testing.T) {
	i, half := Estimate{Value: 3, StdErr: 2}.Interval(0.95), 2*1.959964
	if math.Abs(i.Low-3+half) > 1e-6 || math.Abs(i.High-3-half) > 1e-6 {
		t.Errorf("the interval is %v, want 3 give or take %v", i, half)
	}
}

// Numbers that are computed when needed have the mean and the error of a vector of them.
func TestMeanOf(t *testing.T) {
	inf := math.Inf(1)
	for _, xs := range [][]float64{{1, 2, 4}, {1e9, 1e9 + 1, 1e9 + 3}, {2, inf}, {-inf, inf}, nil} {
		want := mean(xs)
		if got := meanOf(len(xs), func(i int) float64 { return xs[i] }); !math.IsNaN(want.Value) || !math.IsNaN(got.Value) {
			equal(t, "the mean", got, want.Value, want.StdErr)
		}
	}
}

// What the package's documentation says of an ESS without a warning. Here some three
// quarters of the runs of 500 chains pass; the mean of their z is known to 0.05. The
// truth is the estimate of all 800 runs together.
func TestAnESSWithoutWarningIsSelected(t *testing.T) {
	const repeats, n = 800, 500
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(10))
	all, err := Run(t.Context(), a, Options{Chains: repeats * n, Seed: 11})
	if err != nil {
		t.Fatal(err)
	}
	truth := all.ESS().Value
	var every, unmarked []float64
	for i := range repeats {
		e := part(all, i, n).ESS()
		z := (e.Value - truth) / e.StdErr
		every = append(every, z)
		if e.Warning == "" {
			unmarked = append(unmarked, z)
		}
	}
	if share := float64(len(unmarked)) / repeats; share < 0.6 || share > 0.9 {
		t.Errorf("%v of the runs have no warning", share)
	}
	if z := mean(every).Value; math.Abs(z) > 0.15 {
		t.Errorf("over all runs the mean of z is %v", z)
	}
	if z := mean(unmarked).Value; !(z > 0.2 && z < 0.6) {
		t.Errorf("over those without a warning the mean of z is %v", z)
	}
}

// 101 equal weights have less than a hundredth each, 99 more; and one among
// many that outweighs them is found.
func TestWarningOfTheLargestWeight(t *testing.T) {
	heavy := make([]float64, 10_000)
	heavy[17] = math.Log(102)
	for _, c := range []struct {
		logw []float64
		warn bool
	}{{make([]float64, 101), false}, {make([]float64, 99), true}, {make([]float64, 10_000), false}, {heavy, true}} {
		r := Runs{Forward: Batch{LogW: c.logw}, Reverse: Batch{LogW: make([]float64, 10_000)}}
		for _, e := range []Estimate{r.LowerLogR(), r.MeanW(0), r.ESS()} {
			if (e.Warning != "") != c.warn {
				t.Errorf("%d weights: the warning is %q", len(c.logw), e.Warning)
			}
		}
		if got := r.Warnings(); len(got) > 0 != c.warn {
			t.Errorf("%d weights: the warnings are %q", len(c.logw), got)
		}
	}
}

// Forward weights 1 and 3 have mean 2, and a standard error of half of that.
// Reverse weights of 8 lack 1 - 2/8 each; one in two of them makes 0.375, which
// is less than 0.5, and three in four more. Infinite ones do not count.
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

// A third of the forward weights are 1, the others 3. Reverse weights of 3 lack
// nothing, whatever rounding makes of them; a little larger ones were not seen.
func TestRoundingIsNotMissing(t *testing.T) {
	r := Runs{Forward: Batch{LogW: make([]float64, 300)}}
	for i := range 200 {
		r.Forward.LogW[i] = math.Log(3)
	}
	for above, warn := range map[float64]bool{1e-12: false, 1e-6: true} {
		r.Reverse.LogW = []float64{math.Log(3) + above, math.Log(3) + above}
		if w := r.LowerLogR().Warning; (w != "") != warn {
			t.Errorf("%g above the largest: the warning is %q", above, w)
		}
	}
}

// On BARRIER chains that never move have weights of 1/w = exp(10) on the
// barrier, so rarely that none may be seen, and they are most of the mean; the
// share of the largest does not tell. By heat-bath nothing is missing.
func TestWarningWhereTheBoundIsFar(t *testing.T) {
	for _, c := range []struct {
		kernel chains.Kernel
		warn   bool
	}{{kernels.Identity{}, true}, {kernels.HeatBath{}, false}, {kernels.Perfect{}, false}} {
		a := annealing(toys.Barrier(), c.kernel, chains.Linear(100))
		r, err := Run(t.Context(), a, Options{Chains: 20_000, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if w := r.UpperLogR().Warning; (w != "") != c.warn {
			t.Errorf("%T: the warning is %q", c.kernel, w)
		}
		// The largest weight is common: forward and in reverse it is the same up to rounding.
		if w := r.LowerLogR().Warning; w != "" {
			t.Errorf("%T: the forward warning is %q", c.kernel, w)
		}
	}
}

// negated returns the numbers with their signs changed.
func negated(xs []float64) []float64 { return floats.ScaleTo(make([]float64, len(xs)), -1, xs) }

// exponentials are draws of mean 1, skewed as log weights are, less a shift.
func exponentials(n int, shift float64, gen *rand.Rand) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = gen.ExpFloat64() - shift
	}
	return xs
}

// Of 80 intervals of 90% some 72 ± 2.7 hold the truth, and percentile
// intervals of a few dozen skewed draws lack a percent or two of what they
// promise (Efron and Tibshirani 1993, 14.2): 14 fewer, or none missing, are beyond both.
func TestBootstrapCovers(t *testing.T) {
	gen := rand.New(rand.NewPCG(5, 6))
	covered := 0
	for i := range uint64(80) {
		r := Runs{Forward: Batch{LogW: exponentials(60, 2, gen)}, Reverse: Batch{LogW: exponentials(90, 1, gen)}}
		if b := r.BootstrapB(0.9, i); b.Low <= 1 && 1 <= b.High {
			covered++
		}
	}
	if covered < 72-14 || covered == 80 {
		t.Errorf("%d of 80 intervals of 90%% hold the truth", covered)
	}
}

// For many chains, in groups or not, the interval is the normal one. Its ends
// are known to 6% of a standard error each; 25% is four of those.
func TestBootstrapOfManyIsNormal(t *testing.T) {
	gen := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{2000, 3001} {
		r := Runs{Forward: Batch{LogW: exponentials(n, 2, gen)}, Reverse: Batch{LogW: exponentials(2*n+1, 1, gen)}}
		got, want := r.BootstrapB(0.95, 1), r.B().Interval(0.95)
		off := 0.25 * r.B().StdErr
		if math.Abs(got.Low-want.Low) > off {
			t.Errorf("%d chains: from %v, and normally from %v", n, got.Low, want.Low)
		}
		if math.Abs(got.High-want.High) > off {
			t.Errorf("%d chains: to %v, and normally to %v", n, got.High, want.High)
		}
	}
}

func TestBootstrapIsItsSeed(t *testing.T) {
	gen := rand.New(rand.NewPCG(9, 10))
	r := Runs{Forward: Batch{LogW: exponentials(50, 0, gen)}, Reverse: Batch{LogW: exponentials(50, 0, gen)}}
	one, again, other := r.BootstrapB(0.95, 1), r.BootstrapB(0.95, 1), r.BootstrapB(0.95, 2)
	if one != again {
		t.Errorf("one seed gives %v, and again %v", one, again)
	}
	if one == other {
		t.Errorf("two seeds give %v", one)
	}
}

// Groups take every chain once, and as many of them as any other does, or one
// more.
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
