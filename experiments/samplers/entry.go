package samplers

import (
	"fmt"

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

// functions are those of the study, as in flags.
var functions = []string{"mean", "var", "logf"}

// newEntry makes a density of the zoo, with starts as in flags. A start that there is not on the
// density is left out.
func newEntry(z zoo.Density, starts []string) (entry, error) {
	e := entry{group: z.Group, target: z.Make(), marginals: map[string]marginal{}}
	e.target.Name = z.Name
	var err error
	if e.functions, _, err = score.Functions(e.target, functions); err != nil {
		return e, err
	}
	for _, spec := range starts {
		if made, err := score.Starts(e.target, []string{spec}); err == nil {
			e.starts = append(e.starts, made...)
		}
	}
	p := chains.Normalized(e.target.LogF)
	for axis := range e.target.Grid.Axes() {
		if m := newMarginal(e.target.Grid, p, axis); m.scale > 0 {
			e.marginals[fmt.Sprintf("mean:%d", axis+1)] = m
		}
	}
	return e, nil
}
