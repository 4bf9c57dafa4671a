package diagnostics

import (
	"math"
	"slices"
	"testing"
)

// The ESS of an autoregression of order 1 is (1 - phi)/(1 + phi) of its draws. Over 40 seeds the
// mean of log ESS/truth is within its allowance, which is the bias at this length: batches of
// 44 correlate at phi = 0.8, and sums that end early are noisy. The values of one seed spread by some 0.1.
func TestEssOfAutoregression(t *testing.T) {
	for _, phi := range []float64{0, 0.5, 0.8} {
		sums := map[string]float64{}
		for seed := range uint64(40) {
			chains := autoregressive(dice(seed), 4, 2000, phi)
			for _, d := range Catalogue {
				if d.Kind == ESS && d.Name != "ess-tail" { // its truth is that of an event
					sums[d.Name] += math.Log(d.Of(NewChains(chains))/(8000*(1-phi)/(1+phi))) / 40
				}
			}
		}
		for name, bias := range sums {
			if math.Abs(bias) > 0.15 {
				t.Errorf("phi %v: %s is %.3f times the truth", phi, name, math.Exp(bias))
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
		z := geweke.Of(NewChains(chains))
		ofZ = append(ofZ, math.Erfc(-z/math.Sqrt2)/2)
		broken = append(broken, math.Erfc(-z*math.Sqrt(3)/math.Sqrt2)/2) // S without correlations is a third
		ofP = append(ofP, heidelberger.Of(NewChains(chains)))
	}
	const critical = 1.95 // exceeded once in 1000
	if d := smirnov(ofZ); d > critical {
		t.Errorf("geweke: %v from normal", d)
	}
	if d := smirnov(ofP); d > critical {
		t.Errorf("heidelberger-welch: %v from uniform", d)
	}
	if d := smirnov(broken); d < critical {
		t.Errorf("a variance without correlations is %v from normal: the test sees nothing", d)
	}
}

// A start far out, forgotten in some 20 steps, is seen by the tests.
func TestDriftIsSeen(t *testing.T) {
	chains := autoregressive(dice(9), 4, 1000, 0.95)
	for _, c := range chains {
		for i := range c {
			c[i] += 20 * math.Pow(0.95, float64(i))
		}
	}
	for _, d := range []Diagnostic{geweke, heidelberger} {
		if v := d.Of(NewChains(chains)); d.Fine(v, 4) {
			t.Errorf("%s: %v is fine", d.Name, v)
		}
	}
}
