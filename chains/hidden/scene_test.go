package hidden_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/hidden"
)

// small is a model without a symmetry: 2 states, 3 symbols, 3 observations.
func small(t *testing.T) *hidden.Model {
	t.Helper()
	m, err := hidden.New(smallParameters())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func smallParameters() hidden.Parameters {
	return hidden.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{0.85, 0.15}, {0.4, 0.6}},
		Emission:   [][]float64{{0.2, 0.5, 0.3}, {0.65, 0.1, 0.25}},
		Observed:   []int{1, 0, 2},
	}
}

// holey is a model where some paths are impossible, and a particle may be unable to go on.
func holey(t *testing.T) *hidden.Model {
	t.Helper()
	m, err := hidden.New(hidden.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{1, 0}, {0.4, 0.6}},
		Emission:   [][]float64{{1, 0}, {0.2, 0.8}},
		Observed:   []int{0, 1, 0},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// paths are all paths of a model, with p(x | y) by enumeration, and log p(y).
func paths(m *hidden.Model) (all []*hidden.Path, posterior []float64, logP float64) {
	all = []*hidden.Path{nil}
	for range m.Len() {
		var longer []*hidden.Path
		for _, p := range all {
			for x := range m.States() {
				longer = append(longer, &hidden.Path{State: x, Before: p})
			}
		}
		all = longer
	}
	logp := make([]float64, len(all))
	for i, p := range all {
		logp[i] = m.LogP(p)
	}
	return all, chains.Normalized(logp), chains.LogSum(logp)
}

// number is the place of a path among all paths of two states.
func number(p *hidden.Path) (n int) {
	for _, x := range p.States() {
		n = 2*n + x
	}
	return n
}

func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-12*max(1, math.Abs(b)) }
