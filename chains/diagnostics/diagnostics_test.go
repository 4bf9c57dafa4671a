package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"breadboard/grid/must"
)

// autoregressive returns m chains of n values of x' = phi x + normal noise, from their stationary
// distribution of variance 1; 3 + 2 x is returned.
func autoregressive(r *rand.Rand, m, n int, phi float64) [][]float64 {
	chains := make([][]float64, m)
	for i := range chains {
		chains[i] = make([]float64, n)
		x := r.NormFloat64()
		for k := range chains[i] {
			x = phi*x + math.Sqrt(1-phi*phi)*r.NormFloat64()
			chains[i][k] = 3 + 2*x
		}
	}
	return chains
}

// onLattice rounds values, so that there are many ties.
func onLattice(chains [][]float64) (all [][]float64) {
	for _, c := range chains {
		var rounded []float64
		for _, v := range c {
			rounded = append(rounded, math.Round(v))
		}
		all = append(all, rounded)
	}
	return all
}

func dice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 13)) }

// within reports equality up to a relative error, of NaN with NaN and of infinities too.
func within(a, b, relative float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= relative*max(math.Abs(a), math.Abs(b))
}

func repeated(v float64, n int) []float64 { return slices.Repeat([]float64{v}, n) }

// TestWhatIsNotKnown: diagnostics are NaN for chains that cannot vary, are too short or have odd values. R-hat is +Inf
// for chains that stand still at different values, of which 0.1 and 0.3 round in sums; it is NaN for one chain.
func TestWhatIsNotKnown(t *testing.T) {
	odd := autoregressive(dice(1), 1, 100, 0.5)[0]
	odd[7] = math.Inf(-1)
	for name, chain := range map[string][]float64{"constant": repeated(0.1, 100), "short": {1, 2, 3}, "empty": {},
		"infinite": odd} {
		for which, v := range map[string]float64{"ESS": ESS(chain), "z": Geweke(chain),
			"R-hat": RHat([][]float64{chain, chain})} {
			if !math.IsNaN(v) {
				t.Errorf("%s of a chain that is %s: %v", which, name, v)
			}
		}
	}
	moving := []float64{1, 2, 2, 3}
	if v := ESS(moving); !(v > 0) {
		t.Errorf("ESS of four values is %v", v)
	}
	if v := RHat([][]float64{moving, {2, 2, 1, 1}}); !(v > 0) {
		t.Errorf("R-hat of four values is %v", v)
	}
	if v := RHat([][]float64{moving}); !math.IsNaN(v) {
		t.Errorf("R-hat of one chain is %v", v)
	}
	if v := RHat([][]float64{repeated(0.1, 1000), repeated(0.3, 1000), repeated(0.3, 1000)}); !math.IsInf(v, 1) {
		t.Errorf("R-hat of chains that stand still is %v", v)
	}
	still := append(repeated(0.1, 60), repeated(0.3, 60)...)
	if v := Geweke(still); !math.IsInf(v, -1) && !math.IsNaN(v) {
		t.Errorf("z of two halves that stand still is %v", v)
	}
}

// lh holds levels of luteinizing hormone, R's data set of that name (Diggle 1990, Table A.1).
var lh = []float64{
	2.4, 2.4, 2.4, 2.2, 2.1, 1.5, 2.3, 2.3, 2.5, 2.0, 1.9, 1.7, 2.2, 1.8, 3.2, 3.2,
	2.7, 2.2, 2.2, 1.9, 1.9, 1.8, 2.7, 3.0, 2.3, 2.0, 2.0, 2.9, 2.9, 2.7, 2.7, 2.3,
	2.6, 2.4, 1.8, 1.7, 1.5, 1.4, 2.1, 3.3, 3.5, 3.5, 3.1, 2.6, 2.1, 3.4, 3.0, 2.9,
}

// TestAutoregressionPublished: the example of R's ar(lh): order 3, these coefficients, innovations of variance 0.1959.
func TestAutoregressionPublished(t *testing.T) {
	innovation, a := autoregression(len(lh), firstAutocovariances(lh))
	if len(a) != 3 {
		t.Fatalf("order %d, want 3", len(a))
	}
	for k, want := range []float64{0.6534, -0.0636, -0.2269} {
		if math.Abs(a[k]-want) > 5e-5 { // as printed
			t.Errorf("coefficient %d is %.5f, want %v", k+1, a[k], want)
		}
	}
	must.Near(t, innovation, 0.1959, 5e-5, "innovations have variance")
	must.Near(t, spectrum(lh), innovation/math.Pow(1-a[0]-a[1]-a[2], 2), 1e-12, "the spectrum at 0")
	for n, want := range map[int]int{1: 0, 2: 0, 3: 1, 9: 7, 48: 16, 1000: 30} {
		if got := highestOrder(n); got != want {
			t.Errorf("of %d values order %d is the highest tried, want %d", n, got, want)
		}
	}
}

// TestOrderByAkaike: an order is taken if it makes n log(variance) smaller by two for its coefficient, and not by less.
// The variance of the innovations has n - order - 1 degrees of freedom, at order 0 too.
func TestOrderByAkaike(t *testing.T) {
	for gain, order := range map[float64]int{-1.5: 0, -2.5: 1} {
		reflection := math.Sqrt(1 - math.Exp(gain/100))
		innovation, a := autoregression(100, []float64{1, reflection})
		if len(a) != order {
			t.Errorf("a gain of %v has order %d, want %d", -gain, len(a), order)
		}
		variance := math.Pow(1-reflection*reflection, float64(order))
		must.Near(t, innovation, variance*100/float64(99-order), 1e-14, "variance of innovations of order %d", order)
	}
}

// TestGeyerAsInStan: the ESS of levels of luteinizing hormone agrees with Stan's algorithm and R's package posterior.
func TestGeyerAsInStan(t *testing.T) {
	if is, want := ESS(lh), 21.154345516780104; !within(is, want, 1e-12) {
		t.Errorf("%v, want %v", is, want)
	}
}

// slowClassic computes Gelman and Rubin (1992), Section 2, as it is printed there, with the factor of 1998. With two
// chains the covariances come from two points, and are 0 for the squares: only three show an error.
func slowClassic(chains [][]float64) float64 {
	var s, x, squares []float64
	for _, c := range chains {
		s = append(s, stat.Variance(c, nil))
		x = append(x, stat.Mean(c, nil))
		squares = append(squares, stat.Mean(c, nil)*stat.Mean(c, nil))
	}
	m := float64(len(chains))
	n := float64(len(chains[0]))
	W, B := stat.Mean(s, nil), n*stat.Variance(x, nil)
	V := (n-1)/n*W + B/n + B/(m*n)
	variance := math.Pow((n-1)/n, 2)/m*stat.Variance(s, nil) + math.Pow((m+1)/(m*n), 2)*2/(m-1)*B*B +
		2*(m+1)*(n-1)/(m*n*n)*n/m*
			(stat.Covariance(s, squares, nil)-2*stat.Mean(x, nil)*stat.Covariance(s, x, nil))
	d := 2 * V * V / variance
	return math.Sqrt((d + 3) / (d + 1) * V / W)
}

// slowGeyer sums autocorrelations, each from its own double loop. Geyer divides autocovariances by the
// length: the unbiased estimate divides by the number of terms, and its far lags are mostly noise.
func slowGeyer(chain []float64) float64 {
	n := len(chain)
	center := stat.Mean(chain, nil)
	within := stat.Variance(chain, nil)
	pooled := within * float64(n-1) / float64(n)
	rho := func(lag int) float64 {
		if lag == 0 {
			return 1
		}
		gamma := 0.0
		for i := lag; i < n; i++ {
			gamma += (chain[i] - center) * (chain[i-lag] - center) / float64(n)
		}
		return 1 - (within-gamma)/pooled
	}
	var pairs []float64
	tail := 0.0
	for lag := 0; lag+1 < n; lag += 2 {
		pair := rho(lag) + rho(lag+1)
		if pair <= 0 {
			tail = max(0, rho(lag))
			break
		}
		if len(pairs) > 0 {
			pair = min(pair, pairs[len(pairs)-1])
		}
		pairs = append(pairs, pair)
	}
	tau := tail - 1
	for _, p := range pairs {
		tau += 2 * p
	}
	return float64(n) / max(tau, 1/math.Log10(float64(n)))
}

// TestAgainstDefinitions: chains with ties and without mix well, badly and back and forth. There are three or five:
// what two or four have alike hides a wrong factor. Round-off of a transform of some 200 values is far below any
// decision.
func TestAgainstDefinitions(t *testing.T) {
	for seed, phi := range []float64{0, 0.5, 0.95, -0.6} {
		walks := autoregressive(dice(uint64(seed)), 3+seed%2*2, 101, phi)
		for _, chains := range [][][]float64{walks, onLattice(walks)} {
			for _, c := range chains {
				if is, want := ESS(c), slowGeyer(c); !within(is, want, 1e-9) {
					t.Errorf("phi = %v: ESS is %v, by its definition %v", phi, is, want)
				}
				tenth, half := c[:10], c[51:] // of 101 values
				noise := spectrum(tenth)/10 + spectrum(half)/50
				want := (stat.Mean(tenth, nil) - stat.Mean(half, nil)) / math.Sqrt(noise)
				if is := Geweke(c); !within(is, want, 1e-9) {
					t.Errorf("phi = %v: z is %v, by its definition %v", phi, is, want)
				}
			}
			if is, want := RHat(chains), slowClassic(chains); !within(is, want, 1e-9) {
				t.Errorf("phi = %v: R-hat is %v, by its definition %v", phi, is, want)
			}
		}
	}
}

// TestDriftIsSeen: z is below 3.3 for a chain that starts at equilibrium, and not for one whose first fifth is off.
func TestDriftIsSeen(t *testing.T) {
	const critical = 3.3 // exceeded once in 1000
	chain := autoregressive(dice(9), 1, 1000, 0.5)[0]
	if z := Geweke(chain); math.Abs(z) > critical {
		t.Errorf("z = %v at equilibrium", z)
	}
	for i := range chain[:200] {
		chain[i] += 2
	}
	if z := Geweke(chain); math.Abs(z) < critical {
		t.Errorf("z = %v of a drift", z)
	}
}
