package samplers

import (
	"fmt"
	"math"

	"breadboard/chains"
	"breadboard/experiments/score"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// An entry is a density with what is measured on it.
type entry struct {
	group     string
	target    toys.Target
	functions []score.Function
	starts    []score.Start
	marginals map[string]marginal // by the name of the mean of their coordinate
}

// newEntry makes a density of the zoo. Functions that are constant where it has mass are left out.
func newEntry(z zoo.Density) entry {
	e := entry{group: z.Group, target: z.Make(), marginals: map[string]marginal{}}
	e.target.Name = z.Name
	p := chains.Normalized(e.target.LogF)
	e.functions, e.starts = varying(p, functions(e.target, p)), starts(p)
	for axis := range e.target.Grid.Axes() {
		if m := newMarginal(e.target.Grid, p, axis); m.scale > 0 {
			e.marginals[fmt.Sprintf("mean:%d", axis+1)] = m
		}
	}
	return e
}

// varying are the functions that are not constant where there is mass.
func varying(p []float64, functions []score.Function) (some []score.Function) {
	for _, f := range functions {
		low, high := math.Inf(1), math.Inf(-1)
		for x, v := range f.Of {
			if p[x] > 0 {
				low, high = min(low, v), max(high, v)
			}
		}
		if low < high {
			some = append(some, f)
		}
	}
	return some
}
