package hmm_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
	"breadboard/chains/hmm"
	"breadboard/chains/programs"
	"breadboard/exact"
	exactly "breadboard/exact/hmm"
	"breadboard/grid/must"
)

// eachPath visits all paths of a model.
func eachPath(m *hmm.Model, visit func(states []int)) {
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

// proposed returns the probability that a filter of one particle returns a path, by the definition.
func proposed(m *hmm.Model, p programs.Proposal, states []int) float64 {
	q := 1.0
	for t, x := range states {
		next, seen := m.Initial(), m.Seen(t)
		if t > 0 {
			next = m.Next(states[t-1])
		}
		if sum := floats.Dot(next, seen); p == programs.Optimal && sum > 0 {
			q *= next[x] * seen[x] / sum
		} else {
			q *= next[x]
		}
	}
	return q
}

// logJoint returns log p(x, y) of a path, by the definition.
func logJoint(m *hmm.Model, states []int) (sum float64) {
	for t, x := range states {
		next := m.Initial()
		if t > 0 {
			next = m.Next(states[t-1])
		}
		sum += math.Log(next[x]) + math.Log(m.Seen(t)[x])
	}
	return sum
}

func TestBetweenByEnumeration(t *testing.T) {
	for name, m := range map[string]*hmm.Model{"three": three(t), "holes": holes(t)} {
		posterior, logP := exactly.Posterior(m)
		sum := 0.0
		eachPath(m, func(x []int) { sum += math.Exp(logJoint(m, x)) })
		must.Within(t, logP, math.Log(sum), nineDigits, "%s: log p(y), beside enumeration,", name)
		forward := hmm.NewPosterior(m).Reverse(nil, nil)
		must.Within(t, logP, forward, nineDigits, "%s: log p(y), beside filtering forward,", name)
		for _, proposal := range proposals {
			var want exact.Divergence
			eachPath(m, func(x []int) {
				p := math.Exp(logJoint(m, x)) / sum
				q := proposed(m, proposal, x)
				want.Forward += times(p, math.Log(p/q))
				want.Reverse += times(q, math.Log(q/p))
			})
			got := exactly.PathDivergence(posterior, exactly.Alone(m, proposal))
			must.Within(t, got.Forward, want.Forward, nineDigits, "%s, %s proposal: KL forward", name, proposal)
			must.Within(t, got.Reverse, want.Reverse, nineDigits, "%s, %s proposal: KL in reverse", name, proposal)
		}
	}
}

func times(p, v float64) float64 {
	if p == 0 {
		return 0
	}
	return p * v
}

// TestStatesThatCannotBeLeft checks that in a model whose states cannot be left the posterior is of two coins. Halfway
// through, state 2 is e^-1099 times as likely as state 1, and in the end they are equal; or state 2 is never entered.
func TestStatesThatCannotBeLeft(t *testing.T) {
	observed := make([]int, 1000)
	for i := 500; i < 1000; i++ {
		observed[i] = 1
	}
	frozen := hmm.Parameters{Transition: [][]float64{{1, 0}, {0, 1}}, Emission: [][]float64{{0.9, 0.1}, {0.1, 0.9}},
		Observed: observed}
	want := 500 * (math.Log(0.9) + math.Log(0.1))
	for _, initial := range [][]float64{{0.5, 0.5}, {1, 0}, {0, 1}, {0.2, 0.8}} {
		frozen.Initial = initial
		m := model(t, frozen)
		paths, logP := exactly.Posterior(m)
		// A sum of 1000 logs near 1000 has an error of 1e-10 at most.
		if !floats.EqualApprox(paths.Initial, initial, 1e-10) {
			t.Errorf("the posterior of the first state is %v, want %v", paths.Initial, initial)
		}
		must.Near(t, logP, want, 1e-9, "from %v: log p(y)", initial)
	}
}

// TestParticlesByEnumeration checks the expectation with two particles along every path of the dice.
func TestParticlesByEnumeration(t *testing.T) {
	m := tiny(t)
	filter := hmm.NewFilter(m, programs.Prior, 2)
	d := must.Have(exactly.DistanceOf(t.Context(), hmm.NewPosterior(m), filter))(t)
	want := expected(hmm.NewPosterior(m), filter, aide.Counts{Gold: 1, Target: 1})
	must.Within(t, d.Expected, want, nineDigits, "what AIDE expects")
	back := must.Have(exactly.DistanceOf(t.Context(), filter, hmm.NewPosterior(m)))(t)
	must.Within(t, back.Expected, d.Expected, 0, "what AIDE expects the other way round")
	lost := holes(t)
	d = must.Have(exactly.DistanceOf(t.Context(), hmm.NewPosterior(lost), hmm.NewFilter(lost, programs.Prior, 2)))(t)
	must.Within(t, d.Expected, math.Inf(1), 0, "what AIDE expects of particles that may all be lost")
	for says, f := range map[string]hmm.Filter{
		"only filters of one particle, and a filter with the prior proposal against the posterior": hmm.NewFilter(m,
			programs.Optimal, 2),
		"171 particles are more than 170": hmm.NewFilter(m, programs.Prior, 171),
	} {
		must.Refuse(exactly.DistanceOf(t.Context(), f, hmm.NewPosterior(m)))(t, says, "a distance")
		must.Refuse(exactly.DistanceOf(t.Context(), f, f))(t, "only filters of one particle", "a distance")
	}
}

// expected returns the expectation of AIDE's estimate, along every path of its dice.
func expected(gold, target hmm.Program, m aide.Counts) (mean float64) {
	return meanRatio(gold, target, m.Gold, m.Target) + meanRatio(target, gold, m.Target, m.Gold)
}

// meanRatio returns the expectation of the ratio of a look at a run of own.
func meanRatio(own, other hmm.Program, owns, others int) (mean float64) {
	var ratio float64
	for prob := range enumerate.Every(func(d chains.Dice) {
		same := func(_, _, _ int) chains.Dice { return d }
		ratio = aide.Looks(own, other, owns, others, 1, same)[0].Ratio(owns, others)
	}) {
		mean += prob * ratio
	}
	return mean
}

// TestApartIsWhatAIDEExpects checks that between filters of one particle AIDE's estimate is right in expectation, for
// every number of runs.
func TestApartIsWhatAIDEExpects(t *testing.T) {
	m := three(t)
	posterior := hmm.NewPosterior(m)
	for _, c := range []struct{ gold, target hmm.Program }{
		{posterior, hmm.NewFilter(m, programs.Prior, 1)},
		{posterior, hmm.NewFilter(m, programs.Optimal, 1)},
		{hmm.NewFilter(m, programs.Optimal, 1), hmm.NewFilter(m, programs.Prior, 1)},
	} {
		d := must.Have(exactly.DistanceOf(t.Context(), c.gold, c.target))(t)
		for _, runs := range []aide.Counts{{Gold: 1, Target: 1}, {Gold: 3, Target: 2}} {
			got := expected(c.gold, c.target, runs)
			must.Within(t, d.Expected, got, nineDigits, "%T: what AIDE expects", c.gold)
			must.Within(t, d.Symmetrised(), got, nineDigits, "%T: the distance", c.gold)
		}
	}
}

var proposals = []programs.Proposal{programs.Prior, programs.Optimal}

func model(t testing.TB, p hmm.Parameters) *hmm.Model {
	t.Helper()
	return must.Have(hmm.New(p))(t)
}

// three returns a model of 3 states and 5 observations: it has 243 paths.
func three(t testing.TB) *hmm.Model {
	return model(t, hmm.Parameters{
		Initial:    []float64{0.2, 0.5, 0.3},
		Transition: [][]float64{{0.8, 0.15, 0.05}, {0.1, 0.3, 0.6}, {0.45, 0.25, 0.3}},
		Emission:   [][]float64{{0.7, 0.3}, {0.05, 0.95}, {0.5, 0.5}},
		Observed:   []int{1, 0, 0, 1, 0},
	})
}

// holes has states that some observations rule out, and steps that cannot be made.
func holes(t testing.TB) *hmm.Model {
	return model(t, hmm.Parameters{
		Initial:    []float64{0.2, 0.8, 0},
		Transition: [][]float64{{0, 0.6, 0.4}, {0.5, 0, 0.5}, {0.3, 0.3, 0.4}},
		Emission:   [][]float64{{1, 0}, {0.05, 0.95}, {0.5, 0.5}},
		Observed:   []int{1, 0, 1, 1, 0},
	})
}

// tiny returns a model of 2 states and 3 observations, on which runs of two particles can be enumerated.
func tiny(t testing.TB) *hmm.Model {
	return model(t, hmm.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{0.85, 0.15}, {0.4, 0.6}},
		Emission:   [][]float64{{0.2, 0.5, 0.3}, {0.65, 0.1, 0.25}},
		Observed:   []int{1, 0, 2},
	})
}

// nineDigits is the share by which numbers that agree to nine digits are apart.
const nineDigits = 1e-9

// The probability of the observations, and of each hidden state given them.
func Example() {
	m, err := hmm.New(hmm.Parameters{
		Initial:    []float64{0.5, 0.5},
		Transition: [][]float64{{0.9, 0.1}, {0.1, 0.9}},
		Emission:   [][]float64{{0.8, 0.2}, {0.2, 0.8}},
		Observed:   []int{0, 0, 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	paths, logP := exactly.Posterior(m)
	fmt.Printf("p(y) = %.4f\n", math.Exp(logP))
	for t, p := range paths.Marginals() {
		fmt.Printf("step %d: %.4f\n", t+1, p)
	}
	// Output:
	// p(y) = 0.0962
	// step 1: [0.8399 0.1601]
	// step 2: [0.8000 0.2000]
	// step 3: [0.5593 0.4407]
}
