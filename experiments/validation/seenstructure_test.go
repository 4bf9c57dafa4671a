package validation_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// counted validates moves x -> to(x, k), k = 0.., each so many times, on a target.
func counted(g grid.Grid, logf []float64, times int, to ...func(x int) int) validation.Validation {
	seen := evidence.NewTally(g.Size())
	for x := range g.Size() {
		for _, y := range to {
			for range times {
				seen.Add(x, y(x))
			}
		}
	}
	a := chains.Annealing{Grid: g, Schedule: chains.Linear(2), Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}
	return validation.Candidate{Name: "k", Annealing: a, Base: a}.Count(seen, 1,
		validation.Sampling{Fault: 0.1, Level: 0.001, Power: 0.9})
}

// Many moves that never change an axis, or always go round, are a fault. Few are not, nor is an axis along
// which no other cell has mass.
func TestSeenStructure(t *testing.T) {
	plane, across := grid.New(2, 4), func(x int) int { return x/4*4 + (x+1)%4 }
	stay := func(x int) int { return x }
	for name, c := range map[string]struct {
		g      grid.Grid
		light  float64 // log f of the second half of the cells
		times  int
		to     []func(x int) int
		broken laws.Law
	}{
		"one axis":        {plane, 0, 2000, []func(int) int{across, stay}, laws.Connected},
		"few moves":       {plane, 0, 20, []func(int) int{across, stay}, ""},
		"walls beside":    {plane, math.Inf(-1), 9000, []func(int) int{across, stay}, ""},
		"round":           {grid.New(8), 0, 2000, []func(int) int{func(x int) int { return (x + 1) % 8 }}, laws.Aperiodic},
		"round, few":      {grid.New(8), 0, 100, []func(int) int{func(x int) int { return (x + 1) % 8 }}, ""},
		"round, and stay": {grid.New(8), 0, 2000, []func(int) int{func(x int) int { return (x + 1) % 8 }, stay}, ""},
	} {
		logf := make([]float64, c.g.Size())
		for x := range logf {
			if x >= len(logf)/2 {
				logf[x] = c.light
			}
		}
		v, found := counted(c.g, logf, c.times, c.to...), laws.Law("")
		for _, l := range v.Broken() {
			if l.Law == laws.Connected || l.Law == laws.Aperiodic {
				found = l.Law
			}
		}
		if found != c.broken {
			t.Errorf("%s: %q is broken, want %q: %s", name, found, c.broken, v.Verdict())
		}
	}
}
