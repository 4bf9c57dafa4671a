package hidden_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/hidden"
	"breadboard/chains/programs"
	"breadboard/exact"
	exactly "breadboard/exact/hidden"
)

// eachPath visits all paths of a model.
func eachPath(m *hidden.Model, visit func(states []int)) {
	states := make([]int, m.Len())
	var from func(t int)
	from = func(t int) {
		if t == len(states) {
			visit(states)
			return
		}
		for states[t] = 0; states[t] < m.States(); states[t]++ {
			from(t + 1)
		}
	}
	from(0)
}

// proposed is the probability that a filter of one particle returns a path, by the definition.
func proposed(m *hidden.Model, p programs.Proposal, states []int) float64 {
	q := 1.0
	for t, x := range states {
		law, seen := m.Initial(), m.Seen(t)
		if t > 0 {
			law = m.Next(states[t-1])
		}
		if sum := floats.Dot(law, seen); p == programs.Optimal && sum > 0 {
			q *= law[x] * seen[x] / sum
		} else {
			q *= law[x]
		}
	}
	return q
}

func TestBetweenByEnumeration(t *testing.T) {
	for name, m := range map[string]*hidden.Model{"three": three(t), "holes": holes(t)} {
		posterior, logP := exactly.Posterior(m)
		sum := 0.0
		eachPath(m, func(x []int) { sum += math.Exp(m.LogP(hidden.PathOf(x...))) })
		if !near(logP, math.Log(sum)) || !near(logP, hidden.NewPosterior(m).LogP()) {
			t.Errorf("%s: log p(y) is %.12g, by enumeration %.12g, and by filtering forward %.12g", name, logP,
				math.Log(sum), hidden.NewPosterior(m).LogP())
		}
		for _, proposal := range proposals {
			var want exact.Divergence
			eachPath(m, func(x []int) {
				p, q := math.Exp(m.LogP(hidden.PathOf(x...)))/sum, proposed(m, proposal, x)
				want.Forward += times(p, math.Log(p/q))
				want.Reverse += times(q, math.Log(q/p))
			})
			got := exactly.Between(posterior, exactly.Alone(m, proposal))
			if !near(got.Forward, want.Forward) || !near(got.Reverse, want.Reverse) {
				t.Errorf("%s, %s proposal: the divergences are %.12g, by enumeration %.12g", name, proposal, got, want)
			}
		}
	}
}

func times(p, v float64) float64 {
	if p == 0 {
		return 0
	}
	return p * v
}

func TestMarginals(t *testing.T) {
	m := three(t)
	law, logP := exactly.Posterior(m)
	want := make([][]float64, m.Len())
	for s := range want {
		want[s] = make([]float64, m.States())
	}
	eachPath(m, func(x []int) {
		for s := range x {
			want[s][x[s]] += math.Exp(m.LogP(hidden.PathOf(x...)) - logP)
		}
	})
	for s, row := range law.Marginals() {
		for x, p := range row {
			if !near(p, want[s][x]) {
				t.Errorf("p(x_%d = %d | y) is %.12g, by enumeration %.12g", s+1, x+1, p, want[s][x])
			}
		}
	}
}

// The divergences swap with the laws, to the last bit.
func TestBetweenIsSymmetric(t *testing.T) {
	m := authors(t)
	a, b := exactly.Alone(m, programs.Prior), exactly.Alone(m, programs.Optimal)
	ab, ba := exactly.Between(a, b), exactly.Between(b, a)
	if ab.Forward != ba.Reverse || ab.Reverse != ba.Forward {
		t.Errorf("%v and %v", ab, ba)
	}
}

// BenchmarkApart is the distance between the posterior and both filters of one particle.
func BenchmarkApart(b *testing.B) {
	m := authors(b)
	for b.Loop() {
		posterior, _ := exactly.Posterior(m)
		for _, proposal := range proposals {
			_ = exactly.Between(posterior, exactly.Alone(m, proposal)).Jeffreys()
		}
	}
}

// In a model whose states cannot be left the posterior is that of two coins. Halfway through, state 2 is
// e^-1099 times as likely as state 1, and in the end they are equal; or state 2 is never entered.
func TestStatesThatCannotBeLeft(t *testing.T) {
	observed := make([]int, 1000)
	for i := 500; i < 1000; i++ {
		observed[i] = 1
	}
	frozen := hidden.Parameters{Transition: [][]float64{{1, 0}, {0, 1}}, Emission: [][]float64{{0.9, 0.1}, {0.1, 0.9}},
		Observed: observed}
	want := 500 * (math.Log(0.9) + math.Log(0.1))
	for _, initial := range [][]float64{{0.5, 0.5}, {1, 0}, {0, 1}, {0.2, 0.8}} {
		frozen.Initial = initial
		m := model(t, frozen)
		law, logP := exactly.Posterior(m)
		// A sum of 1000 logs near 1000 has an error of 1e-10 at most.
		if !floats.EqualApprox(law.Initial, initial, 1e-10) {
			t.Errorf("the posterior of the first state is %v, want %v", law.Initial, initial)
		}
		if !(math.Abs(logP-want) < 1e-9) {
			t.Errorf("from %v: log p(y) is %v, want %v", initial, logP, want)
		}
	}
}
