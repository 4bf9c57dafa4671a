package samplers

import (
	"strings"

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
	distances map[string]score.Function // KS distances, by the name of the mean of their coordinate
}

// functions lists the functions that the study averages, as flags name them.
var functions = []string{"mean", "var", "logf"}

// newEntry makes a density of the zoo, with starts as in flags. A start that there is not on the
// density is left out.
func newEntry(z zoo.Density, starts []string) (entry, error) {
	e := entry{group: z.Group, target: z.Make(), distances: map[string]score.Function{}}
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
	all, _, err := score.Functions(e.target, []string{"ks"})
	for _, f := range all {
		e.distances["mean"+strings.TrimPrefix(f.Name, "ks")] = f
	}
	return e, err
}
