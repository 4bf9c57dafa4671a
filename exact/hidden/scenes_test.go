package hidden_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"breadboard/chains/hidden"
	"breadboard/chains/programs"
)

var proposals = []programs.Proposal{programs.Prior, programs.Optimal}

func model(t testing.TB, p hidden.Parameters) *hidden.Model {
	t.Helper()
	m, err := hidden.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// three is a model of 3 states and 5 observations: it has 243 paths.
func three(t testing.TB) *hidden.Model {
	return model(t, hidden.Parameters{
		Initial:    []float64{0.2, 0.5, 0.3},
		Transition: [][]float64{{0.8, 0.15, 0.05}, {0.1, 0.3, 0.6}, {0.45, 0.25, 0.3}},
		Emission:   [][]float64{{0.7, 0.3}, {0.05, 0.95}, {0.5, 0.5}},
		Observed:   []int{1, 0, 0, 1, 0},
	})
}

// holes has states that some observations rule out, and steps that cannot be made.
func holes(t testing.TB) *hidden.Model {
	return model(t, hidden.Parameters{
		Initial:    []float64{0.2, 0.8, 0},
		Transition: [][]float64{{0, 0.6, 0.4}, {0.5, 0, 0.5}, {0.3, 0.3, 0.4}},
		Emission:   [][]float64{{1, 0}, {0.05, 0.95}, {0.5, 0.5}},
		Observed:   []int{1, 0, 1, 1, 0},
	})
}

// tiny is a model of 2 states and 3 observations, on which runs of two particles can be enumerated.
func tiny(t testing.TB) *hidden.Model {
	return model(t, hidden.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{0.85, 0.15}, {0.4, 0.6}},
		Emission:   [][]float64{{0.2, 0.5, 0.3}, {0.65, 0.1, 0.25}},
		Observed:   []int{1, 0, 2},
	})
}

// authors is the model of the AIDE paper, with 20 states and 50 observations.
func authors(t testing.TB) *hidden.Model {
	t.Helper()
	read := func(name string, into any) {
		data, err := os.ReadFile(filepath.Join("..", "..", "experiments", "aidepaper", "data", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
	}
	var columns struct {
		Initial     []float64   `json:"initial_state_prior"`
		Transition  [][]float64 `json:"transition_model"`
		Observation [][]float64 `json:"observation_model"`
	}
	read("hmm.json", &columns)
	p := hidden.Parameters{Initial: columns.Initial}
	read("observations.json", &p.Observed)
	for t := range p.Observed {
		p.Observed[t]--
	}
	for x := range columns.Initial {
		p.Transition, p.Emission = append(p.Transition, nil), append(p.Emission, nil)
		for _, column := range columns.Transition {
			p.Transition[x] = append(p.Transition[x], column[x])
		}
		for _, column := range columns.Observation {
			p.Emission[x] = append(p.Emission[x], column[x])
		}
	}
	return model(t, p)
}

// near is agreement to nine digits.
func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-9*math.Abs(b) }
