package mixture

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/enumerate"
)

var examples = []Hyper{{0, 1, 1, 1, 1}, {0.7, 0.4, 2.5, 0.3, 0.5}, {-1.2, 2.1, 0.6, 1.9, 3}}

// integrated is the likelihood by its definition, an integral over ρ = e^u and μ = m + z/√ρ. Sums
// over evenly spaced points of an integrand that vanishes at both ends are right to all digits.
func integrated(h Hyper, points []float64) float64 {
	const step = 0.1
	sum := 0.0
	for u := -40.0; u < 6; u += step {
		rho := math.Exp(u)
		sd := 1 / math.Sqrt(rho)
		prior := distuv.Gamma{Alpha: h.Nu / 2, Beta: h.S / 2}.Prob(rho)
		mean := distuv.Normal{Mu: h.M, Sigma: sd / math.Sqrt(h.R)}
		for z := -60.0; z < 60; z += step {
			mu := h.M + z*sd
			density := prior * mean.Prob(mu)
			for _, y := range points {
				density *= distuv.Normal{Mu: mu, Sigma: sd}.Prob(y)
			}
			sum += density * sd * rho * step * step
		}
	}
	return math.Log(sum)
}

func TestLikelihoodIsTheIntegral(t *testing.T) {
	for i, points := range [][]float64{{0.4}, {-0.3, 1.1}, {0.2, 0.25, 0.9, -1.4}} {
		h := examples[i]
		got := h.LogLikelihood(clusterOf(points...))
		want := integrated(h, points)
		// The longest tail, at u = -40, has e^(-40(ν+n)/2) of the mass, 1e-17 at most, and the sums
		// of half a million terms are good to 1e-10.
		if !(math.Abs(got-want) < 1e-9) {
			t.Errorf("%v with %+v: %.12g, and the integral is %.12g", points, h, got, want)
		}
	}
}

// clusterOf is the cluster of these points.
func clusterOf(points ...float64) Cluster {
	return Cluster{len(points), floats.Sum(points), floats.Dot(points, points)}
}

// A lattice of n values has the moments of its prior, up to the tails beyond the last value.
func TestQuantilesStandForThePriors(t *testing.T) {
	l := Quantiles(4096)
	for _, c := range []struct {
		name           string
		values         []float64
		mean, variance float64
	}{{"m", l.M, 0, 1}, {"s", l.S, 1, 1}, {"α", l.Alpha, 1, 1}} {
		mean, variance := stat.MeanVariance(c.values, nil)
		// The last of 4096 values stands for a tail of Gamma(1, 1) with 0.02 of the variance.
		if !(math.Abs(mean-c.mean) < 1e-3 && math.Abs(variance-c.variance) < 0.02) {
			t.Errorf("%s has mean %.4f and variance %.4f, want %g and %g", c.name, mean, variance, c.mean, c.variance)
		}
	}
	if got, want := l.R[1000], (distuv.Gamma{Alpha: 1, Beta: 1}).Quantile(1000.5/4096); !(math.Abs(got-want) < 1e-12) {
		t.Errorf("value 1000 is %g, and the quantile %g", got, want)
	}
}

// twoOfAll is a lattice with two values of every hyperparameter.
func twoOfAll() Lattice {
	return Lattice{M: []float64{-0.3, 0.9}, R: []float64{0.4, 1.2}, Nu: []float64{0.7, 2.5}, S: []float64{0.2, 1.7},
		Alpha: []float64{0.3, 2}}
}

func nameOf(x State) string { return fmt.Sprint(x.Labels(), x.Places) }

// unbalanced is the first pair of states of three points between which a move flows more one way
// than the other; "" if there is none.
func unbalanced(m *Model, move func(s *seating)) string {
	all, flows := m.States(), map[[2]string]float64{}
	for _, x := range all {
		p := math.Exp(m.LogJoint(x))
		for to, share := range enumerate.Law(func(d chains.Dice) string {
			s := m.seat(x, d)
			move(s)
			return nameOf(s.State)
		}) {
			flows[[2]string{nameOf(x), to}] = p * share
		}
	}
	for pair, flow := range flows {
		if back := flows[[2]string{pair[1], pair[0]}]; !(math.Abs(flow-back) <= 1e-12*flow) {
			return fmt.Sprintf("from %s to %s flow %g, and %g back", pair[0], pair[1], flow, back)
		}
	}
	return ""
}

func TestMovesAreReversible(t *testing.T) {
	m := New([]float64{0.4, -1.1, 0.6}, twoOfAll())
	moves := FullSweep(3)
	for i, move := range moves[:8] { // all kinds of moves
		if what := unbalanced(m, func(s *seating) { move.redraw(s, move.which) }); what != "" {
			t.Errorf("move %d: %s", i, what)
		}
	}
	if unbalanced(m, func(s *seating) { s.gibbs(0); s.gibbs(1) }) == "" {
		t.Error("two Gibbs moves in a row are reversible, which they are not")
	}
}
