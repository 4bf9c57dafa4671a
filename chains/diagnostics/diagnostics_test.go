package diagnostics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
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

// named is the diagnostic of the catalogue with this name.
func named(name string) Diagnostic {
	return Catalogue[slices.IndexFunc(Catalogue, func(d Diagnostic) bool { return d.Name == name })]
}

func dice(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 13)) }

// near reports equality up to a relative error, of NaN with NaN and of infinities too.
func near(a, b, relative float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= relative*max(math.Abs(a), math.Abs(b))
}

// A chain says the same in other units: h and 5 - 4h, and the same chains in another order.
func TestUnitsAndOrderDoNotMatter(t *testing.T) {
	for seed := range uint64(5) {
		chains := onLattice(autoregressive(dice(seed), 5, 301, 0.8))
		moved := each(chains, func(v float64) float64 { return 5 - 4*v })
		turned := append(slices.Clone(chains[2:]), chains[:2]...)
		for _, d := range Catalogue {
			if d.Name == "ess-tail" || d.Name == "geweke" {
				moved = each(chains, func(v float64) float64 { return 5 + 4*v }) // these know up from down
			}
			was := d.Of(NewChains(chains))
			if is := d.Of(NewChains(moved)); !near(is, was, 1e-9) {
				t.Errorf("%s: %v in other units, was %v", d.Name, is, was)
			}
			if is := d.Of(NewChains(turned)); !near(is, was, 1e-9) {
				t.Errorf("%s: %v in another order, was %v", d.Name, is, was)
			}
		}
	}
}

func repeated(v float64, n int) []float64 { return slices.Repeat([]float64{v}, n) }

// None is known of chains that cannot vary, are too short or hold no numbers.
func TestNothingToSay(t *testing.T) {
	odd := autoregressive(dice(1), 2, 100, 0.5)
	odd[1][7] = math.Inf(-1)
	for name, chains := range map[string][][]float64{
		"one constant chain":    {repeated(0.1, 100)},
		"equal constant chains": {repeated(0.1, 100), repeated(0.1, 100)},
		"three values":          {{1, 2, 3}, {2, 1, 3}},
		"no values":             {{}, {}},
		"an infinite value":     odd,
	} {
		for _, d := range Catalogue {
			if v := d.Of(NewChains(chains)); !math.IsNaN(v) {
				t.Errorf("%s of %s is %v, want NaN", d.Name, name, v)
			}
			if d.Fine(math.NaN(), len(chains)) {
				t.Errorf("%s: NaN is fine", d.Name)
			}
		}
	}
}

// Chains that stand still at different values are seen through by all. 0.1 and 0.3 are no
// floats: sums of them round.
func TestStuckChains(t *testing.T) {
	chains := [][]float64{repeated(0.1, 1000), repeated(0.3, 1000), repeated(0.7, 1000), repeated(0.3, 1000)}
	for _, d := range Catalogue {
		v := d.Of(NewChains(chains))
		switch {
		case d.Kind == ESS && !(v >= 0 && v < 4.1): // half a draw for each of 8 halves
			t.Errorf("%s is %v, want from 0 to 4.1", d.Name, v)
		case d.Kind == RHat && !math.IsInf(v, 1):
			t.Errorf("%s is %v, want +Inf", d.Name, v)
		case (d.Kind == Score || d.Kind == PValue) && !math.IsNaN(v):
			t.Errorf("%s is %v, want NaN", d.Name, v)
		}
		if d.Fine(v, 4) {
			t.Errorf("%s: %v is fine", d.Name, v)
		}
	}
}

// The shortest chains, one chain, and chains of which one stands still: no panic, and a value
// of its kind or NaN, of one chain for the classic R-hat alone.
func TestShortAndLonely(t *testing.T) {
	still := autoregressive(dice(2), 3, 60, 0.5)
	still[1] = repeated(0.1, 60)
	for name, chains := range map[string][][]float64{
		"four values":       {{1, 2, 2, 3}, {2, 2, 1, 1}},
		"four, one chain":   {{1, 2, 2, 3}},
		"one move":          {{0, 0, 0, 1}},
		"two values in all": {{0, 1, 0, 1, 0, 1, 0, 1}, {1, 0, 1, 0, 1, 0, 1, 0}},
		"one stands still":  still,
		"one chain":         autoregressive(dice(3), 1, 100, 0.5),
	} {
		for _, d := range Catalogue {
			v := d.Of(NewChains(chains))
			if (d.Kind == ESS || d.Kind == RHat) && v < 0 || d.Kind == PValue && (v < 0 || v > 1) ||
				name == "one chain" && math.IsNaN(v) != (d.Name == "r-hat-classic") {
				t.Errorf("%s of %s is %v", d.Name, name, v)
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

// Of chains that start at equilibrium, z is standard normal and p uniform.
func TestTestsAtEquilibrium(t *testing.T) {
	var ofZ, ofP, broken []float64
	for seed := range uint64(400) {
		chains := autoregressive(dice(seed), 2, 1000, 0.5)
		z := named("geweke").Of(NewChains(chains))
		ofZ = append(ofZ, math.Erfc(-z/math.Sqrt2)/2)
		broken = append(broken, math.Erfc(-z*math.Sqrt(3)/math.Sqrt2)/2) // S without correlations is a third
		ofP = append(ofP, named("heidelberger-welch").Of(NewChains(chains)))
	}
	const critical = 1.95 // exceeded once in 1000
	if d := smirnov(ofZ); d > critical {
		t.Errorf("geweke: %v from normal", d)
	}
	if d := smirnov(ofP); d > critical {
		t.Errorf("heidelberger-welch: %v from uniform", d)
	}
	drifting := autoregressive(dice(9), 4, 1000, 0.95) // from a start far out, forgotten in some 20 steps
	for _, c := range drifting {
		for i := range c {
			c[i] += 20 * math.Pow(0.95, float64(i))
		}
	}
	for _, d := range []Diagnostic{named("geweke"), named("heidelberger-welch")} {
		if v := d.Of(NewChains(drifting)); d.Fine(v, 4) {
			t.Errorf("%s of a drift: %v is fine", d.Name, v)
		}
	}
	if d := smirnov(broken); d < critical {
		t.Errorf("a variance without correlations is %v from normal: the test sees nothing", d)
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
	if math.Abs(innovation-0.1959) > 5e-5 {
		t.Errorf("innovations have variance %.5f, want 0.1959", innovation)
	}
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
		if is := named("ess-monotone").Of(NewChains(c.chains)); !near(is, c.want, 1e-12) {
			t.Errorf("%d chains: %v, want %v", len(c.chains), is, c.want)
		}
	}
}

// Critical values of the Cramer-von Mises statistic (Anderson and Darling 1952, Table 1).
func TestBridgeTable(t *testing.T) {
	for _, c := range []struct{ p, v float64 }{
		{0.5, 0.11888}, {0.2, 0.24124}, {0.1, 0.34730}, {0.05, 0.46136}, {0.01, 0.74346}, {0.001, 1.16786},
	} {
		if p := bridgeAbove(c.v); math.Abs(p-c.p) > 1e-4*c.p { // five digits of v
			t.Errorf("above %v: %v, want %v", c.v, p, c.p)
		}
	}
}

// ExactRHat of independent draws: W = 1 and the mean varies by 1/n, so it is 1.
func TestExactRHat(t *testing.T) {
	if r := ExactRHat(50, 2, 2./50); math.Abs(r-1) > 1e-15 {
		t.Errorf("independent draws: %v, want 1", r)
	}
	if r := ExactRHat(50, 0, 1); !math.IsInf(r, 1) {
		t.Errorf("chains that stand still: %v, want +Inf", r)
	}
	// phi = 0.9: the exact variance of a mean of n values, and W from E[s2] = n/(n-1) (1 - that).
	const n, phi = 200, 0.9
	between := 1. / n
	for lag := 1; lag < n; lag++ {
		between += 2. / n * (1 - float64(lag)/n) * math.Pow(phi, float64(lag))
	}
	want := ExactRHat(n, float64(n)/(n-1)*(1-between), between)
	if r := newSeries(autoregressive(dice(1), 4000, n, phi)).reduction(); !near(r, want, 5e-3) { // 4000 chains: 1/sqrt(8000) of 8%
		t.Errorf("4000 chains have R-hat %v, exactly %v", r, want)
	}
}
