package diagnostics

import (
	"math"
	"slices"
	"testing"
)

// slowMean and slowVariance are the definitions.
func slowMean(x []float64) (sum float64) {
	for _, v := range x {
		sum += v / float64(len(x))
	}
	return sum
}

func slowVariance(x []float64) (sum float64) {
	for _, v := range x {
		sum += (v - slowMean(x)) * (v - slowMean(x)) / float64(len(x)-1)
	}
	return sum
}

// slowRHat is sqrt(V/W) of m > 1 chains.
func slowRHat(chains [][]float64) float64 {
	var means []float64
	within := 0.0
	for _, c := range chains {
		means = append(means, slowMean(c))
		within += slowVariance(c) / float64(len(chains))
	}
	n := float64(len(chains[0]))
	return math.Sqrt((within*(n-1)/n + slowVariance(means)) / within)
}

// slowClassic is Gelman and Rubin (1992), Section 2, as it is printed there, with the factor of 1998. Of two
// chains the covariances are those of two points, and of the squares 0: it takes three to tell.
func slowClassic(chains [][]float64) float64 {
	var s, x, squares []float64
	for _, c := range chains {
		s, x = append(s, slowVariance(c)), append(x, slowMean(c))
		squares = append(squares, slowMean(c)*slowMean(c))
	}
	m, n := float64(len(chains)), float64(len(chains[0]))
	cov := func(a, b []float64) (sum float64) {
		for i := range a {
			sum += (a[i] - slowMean(a)) * (b[i] - slowMean(b)) / (m - 1)
		}
		return sum
	}
	W, B := slowMean(s), n*slowVariance(x)
	V := (n-1)/n*W + B/n + B/(m*n)
	variance := math.Pow((n-1)/n, 2)/m*slowVariance(s) + math.Pow((m+1)/(m*n), 2)*2/(m-1)*B*B +
		2*(m+1)*(n-1)/(m*n*n)*n/m*(cov(s, squares)-2*slowMean(x)*cov(s, x))
	d := 2 * V * V / variance
	return math.Sqrt((d + 3) / (d + 1) * V / W)
}

// slowGeyer sums autocorrelations of m > 1 chains, each from its own double loop.
func slowGeyer(chains [][]float64, monotone bool, divisor func(n, lag int) float64) float64 {
	n := len(chains[0])
	within := 0.0
	for _, c := range chains {
		within += slowVariance(c) / float64(len(chains))
	}
	ratio := slowRHat(chains)
	rho := func(lag int) float64 {
		if lag == 0 {
			return 1
		}
		gamma := 0.0
		for _, c := range chains {
			center := slowMean(c)
			for i := lag; i < n; i++ {
				gamma += (c[i] - center) * (c[i-lag] - center) / divisor(n, lag) / float64(len(chains))
			}
		}
		return 1 - (within-gamma)/(within*ratio*ratio)
	}
	var pairs []float64
	tail := 0.0
	for lag := 0; lag+1 < n; lag += 2 {
		pair := rho(lag) + rho(lag+1)
		if pair <= 0 {
			tail = max(0, rho(lag))
			break
		}
		if monotone && len(pairs) > 0 {
			pair = min(pair, pairs[len(pairs)-1])
		}
		pairs = append(pairs, pair)
	}
	tau := tail - 1
	for _, p := range pairs {
		tau += 2 * p
	}
	draws := float64(n * len(chains))
	return draws / max(tau, 1/math.Log10(draws))
}

// byLength is Geyer's divisor of autocovariances; byTerms is that of the unbiased estimate, whose
// far lags are mostly noise.
func byLength(n, _ int) float64  { return float64(n) }
func byTerms(n, lag int) float64 { return float64(n - lag) }

func slowHalves(chains [][]float64) (all [][]float64) {
	for _, c := range chains {
		all = append(all, c[:len(c)/2], c[(len(c)+1)/2:])
	}
	return all
}

// slowScores counts values below and equal ones to rank each value.
func slowScores(chains [][]float64) [][]float64 {
	return each(chains, func(v float64) float64 {
		below, equal, all := 0., 0., 0.
		for _, c := range chains {
			for _, w := range c {
				all++
				if w < v {
					below++
				} else if w == v {
					equal++
				}
			}
		}
		return math.Sqrt2 * math.Erfinv(2*(below+(equal+1)/2-0.375)/(all+0.25)-1)
	})
}

// slowBatch has no overlap if step is b, and every run if it is 1.
func slowBatch(x []float64, step int, factor float64) float64 {
	b := int(math.Sqrt(float64(len(x))))
	var means []float64
	for i := 0; i+b <= len(x); i += step {
		means = append(means, slowMean(x[i:i+b]))
	}
	center, sum := slowMean(x), 0.0
	if step == b {
		center = slowMean(means)
	}
	for _, y := range means {
		sum += (y - center) * (y - center)
	}
	return float64(len(x)) * slowVariance(x) / (sum * factor)
}

// slowTail is the ESS of values up to a quantile, which lies between two order statistics. It is
// +Inf if all values are.
func slowTail(chains [][]float64, p float64) float64 {
	sorted := slices.Sorted(slices.Values(slices.Concat(chains...)))
	place := p * float64(len(sorted)-1)
	low, high := sorted[int(math.Floor(place))], sorted[int(math.Ceil(place))]
	limit := low + (place-math.Floor(place))*(high-low)
	if sorted[len(sorted)-1] <= limit {
		return math.Inf(1)
	}
	event := each(slowHalves(chains), func(v float64) float64 {
		if v <= limit {
			return 1
		}
		return 0
	})
	return slowGeyer(event, true, byLength)
}

// summed adds a number over the chains.
func summed(of func(chain []float64) float64) func(chains [][]float64) float64 {
	return func(chains [][]float64) (sum float64) {
		for _, c := range chains {
			sum += of(c)
		}
		return sum
	}
}

// oracles are the definitions, written without regard to time.
var oracles = map[string]func(chains [][]float64) float64{
	"ess-positive": func(c [][]float64) float64 { return slowGeyer(c, false, byLength) },
	"ess-monotone": func(c [][]float64) float64 { return slowGeyer(c, true, byLength) },
	"ess-bulk":     func(c [][]float64) float64 { return slowGeyer(slowScores(slowHalves(c)), true, byLength) },
	"ess-batch": summed(func(x []float64) float64 {
		b := int(math.Sqrt(float64(len(x))))
		return slowBatch(x, b, float64(b)/float64(len(x)/b-1))
	}),
	"ess-overlapping": summed(func(x []float64) float64 {
		n := float64(len(x))
		b := math.Floor(math.Sqrt(n))
		return slowBatch(x, 1, n*b/((n-b)*(n-b+1)))
	}),
	"ess-tail":      func(c [][]float64) float64 { return min(slowTail(c, 0.05), slowTail(c, 0.95)) },
	"r-hat-classic": slowClassic,
	"r-hat-split":   func(c [][]float64) float64 { return slowRHat(slowHalves(c)) },
	"r-hat-rank": func(c [][]float64) float64 {
		parts := slowHalves(c)
		sorted := slices.Sorted(slices.Values(slices.Concat(parts...)))
		median := (sorted[len(sorted)/2-1] + sorted[len(sorted)/2]) / 2
		// Rounded, since 0.3 - 0.2 and 0.2 - 0.1 are one distance.
		fold := each(parts, func(v float64) float64 { return math.Round(math.Abs(v-median) * 1e9) })
		return max(slowRHat(slowScores(parts)), slowRHat(slowScores(fold)))
	},
}

// scenes are chains with ties and without, that mix well, badly and back and forth. There are three or
// five: what two or four have alike hides a wrong factor.
func scenes() (all [][][]float64) {
	for seed, phi := range []float64{0, 0.5, 0.95, -0.6} {
		c := autoregressive(dice(uint64(seed)), 3+seed%2*2, 101, phi)
		all = append(all, c, onLattice(c), each(onLattice(c), func(v float64) float64 { return v / 10 }))
	}
	return all
}

func TestAgainstDefinitions(t *testing.T) {
	for i, chains := range scenes() {
		shared := NewChains(chains) // what diagnostics share does not depend on which of them asked first
		for _, d := range slices.Backward(Catalogue) {
			alone := d.Of(NewChains(chains))
			if is := d.Of(shared); !near(is, alone, 0) {
				t.Errorf("scene %d: %s is %v after others, %v alone", i, d.Name, is, alone)
			}
			// Round-off of a transform of some 200 values, far below any decision.
			if oracle := oracles[d.Name]; oracle != nil && !near(alone, oracle(chains), 1e-9) {
				t.Errorf("scene %d: %s is %v, by its definition %v", i, d.Name, alone, oracle(chains))
			}
		}
	}
}

// Wrong versions that are easily written differ from the definitions by far more than round-off.
func TestBrokenTwinsDiffer(t *testing.T) {
	broken := map[string]func(chains [][]float64) float64{
		"ess-monotone": func(c [][]float64) float64 { return slowGeyer(c, true, byTerms) },
		"ess-bulk":     func(c [][]float64) float64 { return slowGeyer(slowScores(c), true, byLength) },
		"ess-batch":    summed(func(x []float64) float64 { return slowBatch(x, int(math.Sqrt(float64(len(x)))), 1) }),
		"r-hat-split":  slowRHat,
		"r-hat-rank":   func(c [][]float64) float64 { return slowRHat(slowScores(slowHalves(c))) },
	}
	for name, of := range broken {
		differs := false
		for _, chains := range scenes() {
			differs = differs || !near(of(chains), oracles[name](chains), 1e-6)
		}
		if !differs {
			t.Errorf("%s: no scene tells the broken twin", name)
		}
	}
}
