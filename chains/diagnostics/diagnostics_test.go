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
// law of variance 1; 3 + 2 x is returned.
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
func onLattice(chains [][]float64) [][]float64 { return each(chains, math.Round) }

// each replaces the values of chains one by one.
func each(chains [][]float64, by func(v float64) float64) [][]float64 {
	all := make([][]float64, len(chains))
	for i, c := range chains {
		for _, v := range c {
			all[i] = append(all[i], by(v))
		}
	}
	return all
}

// all are the diagnostics by their names.
var all = map[string]func(*Chains) float64{"ESS": (*Chains).ESS, "R-hat": (*Chains).RHat, "z": (*Chains).Geweke}

func dice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 13)) }

// within reports equality up to a relative error, of NaN with NaN and of infinities too.
func within(a, b, relative float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= relative*max(math.Abs(a), math.Abs(b))
}

// A chain says the same in other units: h and 5 - 4h, and the same chains in another order.
func TestUnitsAndOrderDoNotMatter(t *testing.T) {
	for seed := range uint64(5) {
		chains := onLattice(autoregressive(dice(seed), 5, 301, 0.8))
		moved := each(chains, func(v float64) float64 { return 5 - 4*v })
		turned := append(slices.Clone(chains[2:]), chains[:2]...)
		for name, of := range all {
			moved := moved
			if name == "z" {
				moved = each(chains, func(v float64) float64 { return 5 + 4*v }) // it knows up from down
			}
			was := of(NewChains(chains))
			if is := of(NewChains(moved)); !within(is, was, 1e-9) {
				t.Errorf("%s: %v in other units, was %v", name, is, was)
			}
			if is := of(NewChains(turned)); !within(is, was, 1e-9) {
				t.Errorf("%s: %v in another order, was %v", name, is, was)
			}
		}
	}
}

func repeated(v float64, n int) []float64 { return slices.Repeat([]float64{v}, n) }

// Chains that stand still at different values are seen through by all. 0.1 and 0.3 are no
// floats: sums of them round.
func TestStuckChains(t *testing.T) {
	chains := [][]float64{repeated(0.1, 1000), repeated(0.3, 1000), repeated(0.7, 1000), repeated(0.3, 1000)}
	c := NewChains(chains)
	if v := c.ESS(); !(v >= 0 && v < 4.1) {
		t.Errorf("ESS is %v, want from 0 to 4.1", v)
	}
	if v := c.RHat(); !math.IsInf(v, 1) {
		t.Errorf("R-hat is %v, want +Inf", v)
	}
	if v := c.Geweke(); !math.IsNaN(v) {
		t.Errorf("z is %v, want NaN", v)
	}
}

// None is known of chains that cannot vary, are too short or hold no numbers. Of the shortest others, of one chain,
// and of chains of which one stands still there is a value of its kind or NaN. It is NaN of one chain for the classic
// R-hat alone.
func TestShortAndLonely(t *testing.T) {
	odd := autoregressive(dice(1), 2, 100, 0.5)
	still := autoregressive(dice(2), 3, 60, 0.5)
	odd[1][7] = math.Inf(-1)
	still[1] = repeated(0.1, 60)
	for name, c := range map[string]struct {
		silent bool
		chains [][]float64
	}{
		"one constant chain":    {true, [][]float64{repeated(0.1, 100)}},
		"equal constant chains": {true, [][]float64{repeated(0.1, 100), repeated(0.1, 100)}},
		"three values":          {true, [][]float64{{1, 2, 3}, {2, 1, 3}}},
		"no values":             {true, [][]float64{{}, {}}},
		"an infinite value":     {true, odd},
		"four values":           {false, [][]float64{{1, 2, 2, 3}, {2, 2, 1, 1}}},
		"four, one chain":       {false, [][]float64{{1, 2, 2, 3}}},
		"one move":              {false, [][]float64{{0, 0, 0, 1}}},
		"two values in all":     {false, [][]float64{{0, 1, 0, 1, 0, 1, 0, 1}, {1, 0, 1, 0, 1, 0, 1, 0}}},
		"one stands still":      {false, still},
		"one chain":             {false, autoregressive(dice(3), 1, 100, 0.5)},
	} {
		for which, of := range all {
			v := of(NewChains(c.chains))
			if c.silent && !math.IsNaN(v) || which != "z" && v < 0 ||
				name == "one chain" && math.IsNaN(v) != (which == "R-hat") {
				t.Errorf("%s of %s is %v", which, name, v)
			}
		}
	}
}

// smirnov returns sqrt(n) times the distance of values from the uniform law.
func smirnov(u []float64) (distance float64) {
	slices.Sort(u)
	n := float64(len(u))
	for i, v := range u {
		distance = max(distance, v-float64(i)/n, float64(i+1)/n-v)
	}
	return distance * math.Sqrt(n)
}

// Of chains that start at equilibrium z is standard normal, and of a drift it is not.
func TestScoreAtEquilibrium(t *testing.T) {
	var uniform, broken []float64
	for seed := range uint64(400) {
		z := NewChains(autoregressive(dice(seed), 2, 1000, 0.5)).Geweke()
		uniform = append(uniform, math.Erfc(-z/math.Sqrt2)/2)
		broken = append(broken, math.Erfc(-z*math.Sqrt(3)/math.Sqrt2)/2) // S without correlations is a third
	}
	const critical = 1.95 // exceeded once in 1000
	if d := smirnov(uniform); d > critical {
		t.Errorf("geweke: %v from normal", d)
	}
	if d := smirnov(broken); d < critical {
		t.Errorf("a variance without correlations is %v from normal: the test sees nothing", d)
	}
	drifting := autoregressive(dice(9), 4, 1000, 0.95) // from a start far out, forgotten in some 20 steps
	for _, c := range drifting {
		for i := range c {
			c[i] += 20 * math.Pow(0.95, float64(i))
		}
	}
	if z := NewChains(drifting).Geweke(); math.Abs(z) < 1.96 {
		t.Errorf("geweke of a drift: %v", z)
	}
}

// lh are levels of luteinizing hormone, R's data set of that name (Diggle 1990, Table A.1).
var lh = []float64{
	2.4, 2.4, 2.4, 2.2, 2.1, 1.5, 2.3, 2.3, 2.5, 2.0, 1.9, 1.7, 2.2, 1.8, 3.2, 3.2,
	2.7, 2.2, 2.2, 1.9, 1.9, 1.8, 2.7, 3.0, 2.3, 2.0, 2.0, 2.9, 2.9, 2.7, 2.7, 2.3,
	2.6, 2.4, 1.8, 1.7, 1.5, 1.4, 2.1, 3.3, 3.5, 3.5, 3.1, 2.6, 2.1, 3.4, 3.0, 2.9,
}

// The example of R's ar(lh): order 3, these coefficients, innovations of variance 0.1959.
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
}

// An order is taken if it makes n log(variance) smaller by two for its coefficient, and not by less.
func TestOrderByAkaike(t *testing.T) {
	for gain, order := range map[float64]int{-1.5: 0, -2.5: 1} {
		reflection := math.Sqrt(1 - math.Exp(gain/100))
		if _, a := autoregression(100, []float64{1, reflection}); len(a) != order {
			t.Errorf("a gain of %v has order %d, want %d", -gain, len(a), order)
		}
	}
}

// Levels of luteinizing hormone, as one chain and as two, by the algorithm of Stan and of R's package
// posterior, written down in another language.
func TestGeyerAsInStan(t *testing.T) {
	for _, c := range []struct {
		chains [][]float64
		want   float64
	}{
		{[][]float64{lh}, 21.154345516780104},
		{[][]float64{lh[:24], lh[24:]}, 20.788575294167174},
	} {
		if is := NewChains(c.chains).ESS(); !within(is, c.want, 1e-12) {
			t.Errorf("%d chains: %v, want %v", len(c.chains), is, c.want)
		}
	}
}

// slowClassic is Gelman and Rubin (1992), Section 2, as it is printed there, with the factor of 1998. Of two
// chains the covariances are those of two points, and of the squares 0: it takes three to tell.
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

// slowGeyer sums autocorrelations of m > 1 chains, each from its own double loop. Geyer divides autocovariances by the
// length: the unbiased estimate divides by the number of terms, and its far lags are mostly noise.
func slowGeyer(chains [][]float64) float64 {
	n := len(chains[0])
	var means []float64
	within := 0.0
	for _, c := range chains {
		means = append(means, stat.Mean(c, nil))
		within += stat.Variance(c, nil) / float64(len(chains))
	}
	pooled := within*float64(n-1)/float64(n) + stat.Variance(means, nil)
	rho := func(lag int) float64 {
		if lag == 0 {
			return 1
		}
		gamma := 0.0
		for _, c := range chains {
			center := stat.Mean(c, nil)
			for i := lag; i < n; i++ {
				gamma += (c[i] - center) * (c[i-lag] - center) / float64(n) / float64(len(chains))
			}
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
	draws := float64(n * len(chains))
	return draws / max(tau, 1/math.Log10(draws))
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

// Round-off of a transform of some 200 values is far below any decision.
func TestAgainstDefinitions(t *testing.T) {
	for i, chains := range scenes() {
		c := NewChains(chains)
		if is, want := c.ESS(), slowGeyer(chains); !within(is, want, 1e-9) {
			t.Errorf("scene %d: ESS is %v, by its definition %v", i, is, want)
		}
		if is, want := c.RHat(), slowClassic(chains); !within(is, want, 1e-9) {
			t.Errorf("scene %d: R-hat is %v, by its definition %v", i, is, want)
		}
	}
}
