package mixture

import (
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/sample"
)

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

// What a seating keeps of its clusters is what the plain functions say, after many moves.
func TestSeatingIsUpToDate(t *testing.T) {
	points := []float64{0.4, -1.1, 0.6, 1.9, -0.2, 0.3, 0.1}
	m, d := New(points, Quantiles(16)), sample.Seeded(3)
	f := Filter{Model: m, Proposal: Optimal{}, Sweep: FullSweep, Sweeps: 3}
	var x State
	for step := range points {
		x, _ = f.Forward(step, x, d)
	}
	fresh := m.state(x.Labels(), x.Places)
	number := x.Labels()
	for i, k := range x.of {
		got, want := x.clusters[k], fresh.clusters[number[i]]
		if !(got.N == want.N && math.Abs(got.Sum-want.Sum) < 1e-12) {
			t.Errorf("the cluster of point %d is %+v, want %+v", i, got.Cluster, want.Cluster)
		}
		if !(math.Abs(got.logLik-want.logLik) < 1e-10 && math.Abs(got.logSpread-want.logSpread) < 1e-10) {
			t.Errorf("of point %d: log likelihood %g and log spread %g, want %g and %g", i, got.logLik, got.logSpread,
				want.logLik, want.logSpread)
		}
	}
}
